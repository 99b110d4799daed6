"""Chances that mean something: what the trials say, made into how often such positions are won.

For each number of players and moment of the game, the logarithms of the seats' values are stretched by a slope and
shared out again: p(seat) ~ value(seat) ** slope(progress), with a slope of a + b * progress + c * progress**2. Values
that are too bold have a slope below 1, values that are too timid one above. `sampan calibrate` measures it and writes
it into the game's folder.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from sampan.engine.errors import BoxError
from sampan.engine.game import Game

from .workspace import judgement_of

FILE = "calibration.json"
NETS, JUDGEMENT = ("value_net.npz", "policy_net.npz"), "judgement.toml"
MEASURED = ("club", "expert")  # the levels whose games the figures in a game's folder come from: others may change
LEAST = 1e-3  # no value is taken to be smaller: a few trials cannot know
TRIALS = 16  # of a position whose chance is shown
Values = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Calibration:
    """The slopes, and what they were measured with."""

    slopes: Mapping[int, tuple[float, float, float]] = field(default_factory=dict)  # by number of players
    box: str = ""
    made_of: Mapping[str, str] = field(default_factory=dict)  # fingerprints of nets and judgement
    games: int = 0  # that it was fitted to
    trials: int = TRIALS

    def slope(self, players: int, progress: float) -> float:
        """How far the logarithms are stretched."""
        a, b, c = self.slopes.get(players, (1.0, 0.0, 0.0))
        return max(0.0, a + b * progress + c * progress**2)

    def chances(self, values: Values, progress: float) -> Values:
        """The chances of all seats, which add up to 1; values may have further axes before the seats'."""
        logs = np.log(np.maximum(values, LEAST)) * self.slope(values.shape[-1], progress)
        shares = np.exp(logs - logs.max(axis=-1, keepdims=True))
        return np.asarray(shares / shares.sum(axis=-1, keepdims=True))

    def steepness(self, values: Values, progress: float, seat: int) -> float:
        """How much a seat's chance changes with its value, about: what carries an error from one to the other."""
        chance = float(self.chances(values, progress)[seat])
        value = min(max(float(values[seat]), LEAST), 1.0 - LEAST)
        return self.slope(len(values), progress) * chance * (1.0 - chance) / (value * (1.0 - value))

    def stale(self, game: Game) -> str:
        """In one line, why it no longer fits this game; empty where it does."""
        if not self.slopes:
            return f"{game.name}: chances are not calibrated: sampan calibrate {game.name} measures it"
        changed = [name for name, made in fingerprints(game).items() if self.made_of.get(name) != made]
        changed += ["box"] if self.box != game.box.hash else []
        if not changed:
            return ""
        return f"{game.name}: {FILE} was made with another {', '.join(changed)}: chances may be off; sampan calibrate"

    def to_json(self) -> str:
        """As it lies in the game's folder."""
        fields = asdict(self) | {"slopes": {str(players): [*slope] for players, slope in self.slopes.items()}}
        return json.dumps(fields, indent=1) + "\n"


def fingerprints(game: Game) -> dict[str, str]:
    """What the values of a game depend on, beside its rules: nets and judgement, each as a hash."""
    folder = game.definition.folder
    nets = {name: file_hash(folder / name) for name in NETS if (folder / name).exists()}
    return nets | ({JUDGEMENT: judgement_mark(game)} if (folder / JUDGEMENT).exists() else {})


def judgement_mark(game: Game) -> str:
    """A short hash of what the judgement says about values and about the levels that were measured."""
    judgement = judgement_of(game)
    levels = [judgement.levels.get(level) for level in MEASURED]
    text = json.dumps([judgement.weights.tolist(), judgement.parameters.tolist(), levels], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def nets_mark(game: Game) -> str:
    """All of these in one short hash."""
    return hashlib.sha256(json.dumps(sorted(fingerprints(game).items())).encode()).hexdigest()[:12]


@cache
def file_hash(path: Path) -> str:
    """A short hash of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def calibration_of(game: Game) -> Calibration:
    """The calibration in the game's folder; without one, values are shown as they are."""
    return read_calibration(game.definition.folder / FILE)


@cache
def read_calibration(path: Path) -> Calibration:
    """Read and check a calibration."""
    if not path.exists():
        return Calibration()
    try:
        fields = json.loads(path.read_text(encoding="utf-8"))
        slopes = {int(players): (float(a), float(b), float(c)) for players, (a, b, c) in fields.pop("slopes").items()}
        return Calibration(slopes, **fields)
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise BoxError(f"{path.name}: cannot be read: {error}: expected a file of sampan calibrate") from None
