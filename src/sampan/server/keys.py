"""What a client's own key stands for: one table, one seat at each table, and the invitations that come with them.

All of it is derived from the key, so a request that is repeated because its answer was lost gets the same answer.
"""

from __future__ import annotations

import hashlib
import secrets
from base64 import urlsafe_b64encode


def new_token() -> str:
    """What makes a seat somebody's: 192 random bits."""
    return secrets.token_urlsafe(24)


def derived(label: str, *made_from: str) -> str:
    """A text that tells nothing of what it was made from; the label keeps one purpose from serving another."""
    text = "\n".join((f"sampan {label}", *made_from))  # none has a line break
    return urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).decode()


def seat_token(table: str, key: str) -> str:
    """The token of the seat that this key sits down in at this table."""
    return derived("seat", table, key)[:32]


def table_id(key: str) -> str:
    """The table that this key opens."""
    return table_name(derived("table", key))


def table_name(text: str) -> str:
    """A table's name from a random text; a command line would take one that begins with a hyphen for an option."""
    name = text[:12]
    return f"t{name[1:]}" if name.startswith("-") else name


def invitation(table: str, seat: int, key: str) -> str:
    """The invitation to a seat that was kept when this key opened the table."""
    return derived("invitation", table, str(seat), key)[:32]
