"""What every game is. Nothing in here knows a game."""

from .batch import play_out
from .check import check
from .errors import BoxError, MoveError, OptionError, RecordError, SampanError
from .game import SPECTATOR, Game, State
from .record import Record, read_record, replay, verify

__all__ = [
    "SPECTATOR", "BoxError", "Game", "MoveError", "OptionError", "Record", "RecordError", "SampanError", "State",
    "check", "play_out", "read_record", "replay", "verify",
]  # fmt: skip
