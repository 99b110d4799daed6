"""What a review says, as plain values that go through JSON and back.

Chances and what changes them are shares of a win, from 0 to 1, one for every seat. For every turn
`win_after - win_before == decision + luck + remainder`, and for every seat
`start + luck + decisions + rivals + remainder == result`.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import Any

from sampan.engine.errors import RecordError
from sampan.engine.messages import Message

FORMAT = 1
FORCED, GOOD, INACCURACY, MISTAKE, BLUNDER = "forced", "good", "inaccuracy", "mistake", "blunder"
VERDICTS = (FORCED, GOOD, INACCURACY, MISTAKE, BLUNDER)  # ever worse; forced: there was nothing to decide
ERRORS = (INACCURACY, MISTAKE, BLUNDER)
ASIDE = "aside"  # the deed of a turn that would have been better without its exchanges


@dataclass
class Line:
    """All moves of a turn, and what they promise the seat that makes them."""

    moves: list[str]
    says: list[Message] = field(default_factory=list)  # each move in words, in the position it is made in
    win: float = 0.0  # the chance to win, as that seat may know it
    points: float = 0.0  # that may be expected at the end
    sources: dict[str, float] = field(default_factory=dict)  # the same by where they come from
    rivals: list[float] = field(default_factory=list)  # what every seat may expect, the own one included


@dataclass
class Turn:
    """What one seat decided in a row before others decided or chance revealed something."""

    first: int  # plies, from the first up to the last
    last: int
    seat: int
    played: Line
    best: Line  # the played one where nothing was clearly better
    others: list[Line] = field(default_factory=list)  # further candidates, the best first
    deed: str = ""  # the kind of move that names the line that was played, and the best one
    best_deed: str = ""
    gain: float = 0.0  # points by which the best line is surely ahead
    reasons: dict[str, float] = field(default_factory=dict)  # where these come from, or what it costs the others
    cost: float = 0.0  # of a win: how much less was played than could have been
    error: float = 0.0  # its standard error, with what all trials may get wrong
    trials: int = 0  # of each line
    verdict: str = FORCED
    decision: list[float] = field(default_factory=list)  # what the choice of this line changed, of every seat
    luck: list[float] = field(default_factory=list)
    remainder: list[float] = field(default_factory=list)
    win_before: list[float] = field(default_factory=list)
    win_after: list[float] = field(default_factory=list)


def left_out(turn: Turn) -> list[int]:
    """The places of the played moves without which the turn is the better one; none where they differ in more."""
    places, rest = [], [*zip(turn.best.moves, turn.best.says, strict=True)]
    for place, one in enumerate(zip(turn.played.moves, turn.played.says, strict=True)):
        if rest and one == rest[0]:
            rest.pop(0)
        else:
            places.append(place)
    return [] if rest else places


@dataclass
class Chance:
    """Everybody's chance to win once so many moves were made."""

    at: int
    win: list[float]


@dataclass
class Sheet:
    """One seat's whole game."""

    start: float  # before the deal
    luck: float
    decisions: float  # its own mistakes: 0 or less
    rivals: float  # what others' mistakes changed
    remainder: float  # what was too small to be told from noise, and what the evaluation got wrong
    result: float
    accuracy: float = 100.0  # from 0 to 100
    points: dict[str, float] = field(default_factory=dict)  # by source, as they came
    possible: dict[str, float] = field(default_factory=dict)  # or as a better line promised, where that is more
    decided: int = 0  # turns with something to decide
    mistakes: dict[str, int] = field(default_factory=dict)  # by verdict
    lessons: list[Message] = field(default_factory=list)


@dataclass
class Review:
    """A whole game; while it is being made `done` is below `total`, and it is true as far as it goes."""

    game: str
    rules: int
    box: str
    evaluation: str  # a fingerprint of what it was made with: nets, calibration, version of the review
    players: int
    plies: int
    done: int = 0
    total: int = 0
    chances: list[Chance] = field(default_factory=list)
    turns: list[Turn] = field(default_factory=list)
    sheets: list[Sheet] = field(default_factory=list)

    def to_json(self) -> str:
        """As one line of JSON."""
        return json.dumps({"sampan_review": FORMAT, **plain(asdict(self))}, ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> Review:
        """A review from its JSON; anything else is a RecordError of one line."""
        try:
            fields = json.loads(text)
            if fields.pop("sampan_review") != FORMAT:
                raise ValueError("another format")
            fields["chances"] = [Chance(**chance) for chance in fields["chances"]]
            fields["turns"] = [turn_from(**turn) for turn in fields["turns"]]
            fields["sheets"] = [_sheet(**sheet) for sheet in fields["sheets"]]
            return cls(**fields)
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            raise RecordError(f"not a review: {error}: expected the JSON of sampan review --json") from None


def plain(value: Any) -> Any:
    """With every message as the page knows it, and no numbers but Python's own."""
    if isinstance(value, tuple) and len(value) == 2 and isinstance(value[1], dict):
        return {"id": value[0], "args": plain(value[1])}
    if isinstance(value, dict):
        return {key: plain(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [plain(entry) for entry in value]
    return value.item() if hasattr(value, "item") else value


def _message(sent: dict[str, Any]) -> Message:
    return sent["id"], sent["args"]


def _line(says: list[dict[str, Any]], **fields: Any) -> Line:
    return Line(says=[_message(sent) for sent in says], **fields)


def turn_from(played: dict[str, Any], best: dict[str, Any], others: list[dict[str, Any]], **fields: Any) -> Turn:
    """A turn from its plain values."""
    return Turn(played=_line(**played), best=_line(**best), others=[_line(**line) for line in others], **fields)


def _sheet(lessons: list[dict[str, Any]], **fields: Any) -> Sheet:
    return Sheet(lessons=[_message(sent) for sent in lessons], **fields)
