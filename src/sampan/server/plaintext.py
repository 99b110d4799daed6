"""Names and words: plain text with something to see in it.

Refused are control characters, halves of characters, marks that turn the writing direction, and characters that take
part in a text without being seen. The two joiners are what Indic and Arabic words and many emoji are written with:
inside a word they stay. The same expression stands in the API's schema.
"""

from __future__ import annotations

import re

CONTROL = r"\x00-\x1f\x7f-\x9f" "\u2028\u2029\ufff9-\ufffb\ufffe\uffff"
STEERING = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u206f"
UNSEEN = "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u2060-\u2065\u2800\u3164\ufeff\uffa0"
TAGS = "\U000e0000-\U000e0fff\U0001d173-\U0001d17a"
JOINERS = "\u200c\u200d"
SPACES = " \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"
SELECTORS = "\ufe00-\ufe0f"  # how the character before is drawn

NEVER = CONTROL + STEERING + UNSEEN + TAGS
FIRST = f"[^{NEVER}{JOINERS}{SPACES}{SELECTORS}]"
FURTHER = f"[^{NEVER}{JOINERS}{SPACES}]"
PATTERN = f"^[{SPACES}]*{FIRST}(?:[{JOINERS}]?{FURTHER}|[{SPACES}])*$"
_plain = re.compile(PATTERN)


def plain_text(text: str) -> str:
    """The text without spaces around it; one that is not plain, or shows nothing, is refused."""
    whole = text.encode(errors="replace").decode() == text  # no halves of characters
    if not whole or not _plain.fullmatch(text):
        raise ValueError("expected plain text with at least one visible character, without control characters")
    return text.strip()
