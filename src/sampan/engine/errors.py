"""Every error a person may see is one line: what, where, and what was expected."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .faults import Fault


class SampanError(Exception):
    """Something a person asked for cannot be done; the text is the one line to show them."""

    exit_code = 2


class BoxError(SampanError):
    """A box file that cannot be used; `faults` has everything that was found wrong, without the file's name."""

    def __init__(self, text: str, faults: Sequence[Fault] = ()) -> None:
        super().__init__(text)
        self.faults = list(faults)

    @property
    def lines(self) -> list[str]:
        """A line for each fault."""
        return [fault.says for fault in self.faults] or [str(self)]


class OptionError(SampanError):
    """An option that the game does not have, or a value it does not allow."""


class MoveError(SampanError):
    """A move that cannot be read, or that the rules do not allow now; the state was not touched."""

    def __init__(self, text: str, why: int = -1) -> None:
        super().__init__(text)
        self.why = why


class RecordError(SampanError):
    """A game record that is damaged or does not belong to this game."""

    exit_code = 1

    def __init__(self, text: str, ply: int | None = None) -> None:
        super().__init__(text)
        self.ply = ply


class FileError(SampanError):
    """A file that is not there, cannot be read or cannot be written."""


class DeviceError(SampanError):
    """A device to play on that is not there."""
