"""Every way of saying no: a stable code, one English line, and where it helps the rule's own reason.

What does not have the form that the schema promises is 422; what has it, but does not go with the table as it is, with
the rules or with this server, is 409.
"""

from __future__ import annotations

import math
from typing import Any

from sampan.engine.messages import Message

STATUS = {
    "bad_request": 400,
    "wrong_origin": 403,
    "banned": 403,
    "muted": 403,
    "not_seated": 403,
    "not_yours": 403,
    "wrong_invite": 403,
    "wrong_link": 403,
    "link_used": 403,
    "link_expired": 403,
    "no_table": 404,
    "no_seat": 404,
    "no_such_address": 404,
    "no_such_move": 404,
    "no_feed": 404,
    "no_puzzle": 404,
    "no_box": 404,
    "no_such_method": 405,
    "stale_ply": 409,
    "not_your_decision": 409,
    "not_open": 409,
    "not_running": 409,
    "not_over": 409,
    "seats_empty": 409,
    "seat_taken": 409,
    "already_seated": 409,
    "key_used": 409,
    "away_too_long": 409,
    "name_taken": 409,
    "name_needed": 409,
    "not_slow": 409,
    "hints_off": 409,
    "your_turn": 409,
    "table_closed": 409,
    "nothing_to_undo": 409,
    "revealed": 409,
    "proposal_open": 409,
    "no_proposal": 409,
    "other_rules": 409,
    "unknown_move": 409,
    "illegal_move": 409,
    "bad_record": 409,
    "bad_option": 409,
    "bad_box": 409,
    "bad_address": 409,
    "no_push": 409,
    "too_slow": 408,
    "too_large": 413,
    "address_too_long": 414,
    "wrong_type": 415,
    "unreadable": 422,
    "unknown_game": 422,
    "too_many": 429,
    "too_many_tables": 429,
    "too_many_bots": 429,
    "too_many_hints": 429,
    "too_many_boxes": 429,
    "too_many_reviews": 429,
    "headers_too_large": 431,
    "server_failed": 500,
    "not_ready": 503,
    "store_unavailable": 503,
}


def one_line(text: str) -> str:
    """One line that can be sent, whatever it quotes."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text[:300])


class Refused(Exception):
    """A request that cannot be granted; nothing was written."""

    def __init__(
        self, code: str, detail: str, reason: Message | None = None, show: bool = False, wait: float = 1.0
    ) -> None:
        super().__init__(detail)
        self.code, self.detail, self.reason = code, one_line(detail), reason
        self.wait = wait  # seconds after which it makes sense to ask again, where the limit was a number in a time
        self.show = show  # whether the answer carries the table as it is now
        self.view: bytes | None = None

    @property
    def status(self) -> int:
        """The HTTP status of this refusal."""
        return STATUS[self.code]

    def headers(self) -> list[tuple[bytes, bytes]]:
        """What the answer's header says beside the usual: when to come back."""
        return [(b"retry-after", str(max(1, math.ceil(self.wait))).encode())] if self.status in (429, 503) else []

    def body(self) -> dict[str, Any]:
        """The answer, without the view."""
        reason = None if self.reason is None else {"id": self.reason[0], "args": self.reason[1]}
        return {"code": self.code, "detail": self.detail, "reason": reason}
