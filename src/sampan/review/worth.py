"""What a judged cost is worth: how much of it is still there at the end of the game, and how much it may be off.

Trials are short, so beside the noise of few of them there is what they all get wrong. `python -m sampan.lab.costs`
measures both and keeps them beside the game's calibration, which may be made anew without it.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path

from sampan.engine.errors import BoxError
from sampan.engine.game import Game

FILE = "costs.json"


@dataclass(frozen=True)
class Worth:
    """The factors, and what they were measured with; without a measurement costs are shown as they are."""

    worth: float = 1.0  # of a judged cost: so much of it is there at the end, on average
    doubt: float = 0.0  # how far apart the two are in an open game, beyond the noise of trials; a standard error
    decisions: int = 0  # that it was measured with
    games: int = 0
    made_of: Mapping[str, str] = field(default_factory=dict)  # fingerprints of nets and judgement

    def cost(self, cost: float, error: float, openness: float) -> tuple[float, float]:
        """A cost as it is shown, and its whole error; `openness` goes from 0 to 1."""
        return self.worth * cost, math.hypot(self.worth * error, self.doubt * openness)

    def to_json(self) -> str:
        """As it lies in the game's folder."""
        return json.dumps(asdict(self), indent=1) + "\n"


def worth_of(game: Game) -> Worth:
    """The factors in the game's folder."""
    return read_worth(game.definition.folder / FILE)


@cache
def read_worth(path: Path) -> Worth:
    """Read and check them."""
    if not path.exists():
        return Worth()
    try:
        return Worth(**json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError) as error:
        raise BoxError(f"{path.name}: cannot be read: {error}: expected a file of sampan.lab.costs") from None
