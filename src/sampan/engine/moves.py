"""The move table: a move's number, its short text, and the block it belongs to."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import numpy as np

from .errors import MoveError

TEXT = "[A-Za-z0-9:>/+*=_.-]{1,40}"  # what a move's text may be, wherever it is written or asked for


@dataclass(frozen=True)
class Block:
    """Neighbouring move numbers of one kind; a block without labels is the single move `kind`."""

    kind: str
    labels: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        return max(1, len(self.labels))


class MoveTable:
    """All moves of a game: number <-> text, in named blocks."""

    def __init__(self, blocks: Sequence[Block]) -> None:
        self.blocks = tuple(blocks)
        self.texts: list[str] = []
        self.kinds: list[str] = []
        self.starts: dict[str, int] = {}
        for block in self.blocks:
            self.starts[block.kind] = len(self.texts)
            self.texts += [f"{block.kind}:{label}" for label in block.labels] or [block.kind]
            self.kinds += [block.kind] * block.size
        for text in self.texts:
            if not re.fullmatch(TEXT, text):
                raise ValueError(f"move {text!r}: expected {TEXT}")
        self._numbers = {text: number for number, text in enumerate(self.texts)}
        if len(self._numbers) != len(self.texts):
            raise ValueError("two moves share one text")

    def __len__(self) -> int:
        return len(self.texts)

    def text(self, move: int) -> str:
        """The stable short text of a move, as in records and on the command line."""
        return self.texts[self._known(move)]

    def kind(self, move: int) -> str:
        """The name of the move's block."""
        return self.kinds[self._known(move)]

    def place(self, move: int) -> int:
        """The move's place inside its block."""
        return move - self.starts[self.kind(move)]

    def numbered(self, kinds: type[IntEnum]) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
        """For rules: every move's kind, as a member of this enum, and its place inside its block.

        A rule reads its moves through these two, so it need not know in which order the blocks stand.
        """
        names = [kind.name.lower() for kind in kinds]
        if names != [block.kind for block in self.blocks] or [*kinds] != [*range(len(names))]:
            raise ValueError(f"{kinds.__name__} names {names}: expected the blocks {[b.kind for b in self.blocks]}")
        kind = np.array([kinds[name.upper()] for name in self.kinds], np.int8)
        return kind, np.array([self.place(move) for move in range(len(self))], np.int16)

    def firsts(self) -> np.ndarray[Any, Any]:
        """For rules: the first move of every kind."""
        return np.array([self.starts[block.kind] for block in self.blocks], np.int16)

    def number(self, text: str) -> int:
        """The move of this text."""
        cleaned = text.strip().lower()
        if cleaned in self._numbers:
            return self._numbers[cleaned]
        kind, colon, label = cleaned.partition(":")
        for block in self.blocks:
            if block.kind == kind:
                if not block.labels:
                    raise MoveError(f"{cleaned!r}: {kind} stands alone, without a colon")
                given = f"{label!r} is not one of them" if colon else "none was given"
                raise MoveError(f"{cleaned!r}: expected {kind}: and one of {_some(block.labels)}; {given}")
        raise MoveError(f"{cleaned!r} is not a move: expected one of {_some([b.kind for b in self.blocks], most=99)}")

    def _known(self, move: int) -> int:
        if not 0 <= move < len(self.texts):
            raise MoveError(f"{move} is not a move: expected 0..{len(self.texts) - 1}")
        return move


def _some(words: Sequence[str], most: int = 8) -> str:
    return ", ".join(words[:most]) + (f", ... ({len(words)} in all)" if len(words) > most else "")
