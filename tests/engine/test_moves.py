"""The move table: numbers and texts are two names of one thing."""

from __future__ import annotations

from enum import IntEnum

import pytest

from sampan.engine.errors import MoveError
from sampan.engine.moves import Block, MoveTable

TABLE = MoveTable([Block("go", ("a1", "b2")), Block("done"), Block("take", ("1", "2", "3"))])


def test_every_move_parses_back():
    for move in range(len(TABLE)):
        assert TABLE.number(TABLE.text(move)) == move


def test_moves_know_their_block_and_place():
    assert [TABLE.text(move) for move in range(len(TABLE))] == ["go:a1", "go:b2", "done", "take:1", "take:2", "take:3"]
    assert TABLE.kind(4) == "take"
    assert TABLE.place(4) == 1


def test_case_and_spaces_do_not_matter():
    assert TABLE.number("  Go:A1 ") == 0


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("jump", "'jump' is not a move: expected one of go, done, take"),
        ("go:c3", "'go:c3': expected go: and one of a1, b2; 'c3' is not one of them"),
        ("go", "'go': expected go: and one of a1, b2; none was given"),
        ("done:1", "'done:1': done stands alone, without a colon"),
        ("", "'' is not a move: expected one of go, done, take"),
    ],
)
def test_bad_text_says_what_was_expected(text, said):
    with pytest.raises(MoveError) as error:
        TABLE.number(text)
    assert str(error.value) == said


@pytest.mark.parametrize("move", [-1, 6, 10**9])
def test_numbers_outside_the_table_are_refused(move):
    with pytest.raises(MoveError, match=r"is not a move: expected 0\.\.5"):
        TABLE.text(move)


def test_two_moves_cannot_share_a_text():
    with pytest.raises(ValueError, match="share"):
        MoveTable([Block("a", ("1",)), Block("a", ("1",))])


class Kind(IntEnum):
    GO = 0
    DONE = 1
    TAKE = 2


def test_rules_find_a_moves_kind_and_place_by_its_number():
    kind, place = TABLE.numbered(Kind)
    assert [Kind(number).name for number in kind] == ["GO", "GO", "DONE", "TAKE", "TAKE", "TAKE"]
    assert place.tolist() == [0, 1, 0, 0, 1, 2]


def test_kinds_that_are_not_the_blocks_are_refused():
    for wrong in (IntEnum("Wrong", {"GO": 0, "TAKE": 1, "DONE": 2}), IntEnum("Wrong", {"GO": 1, "DONE": 2, "TAKE": 3})):
        with pytest.raises(ValueError, match="expected the blocks"):
            TABLE.numbered(wrong)
