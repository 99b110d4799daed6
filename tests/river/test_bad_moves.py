"""Moves that cannot be read or are not allowed: a reason in one line, and an untouched table."""

from __future__ import annotations

import random

import pytest

from sampan.engine.errors import MoveError
from sampan.games.river.terms import Why

from .position import GAME, Position, Table

UNREADABLE = [
    "", " ", "build", "build:", "build:0", "build:31", "build:x", "build:1:2", "sail:3", "sail:1*", "take:5",
    "deliver:nobody", "discard:", "good:gold", "trade:silk>silk", "trade:koku>silk", "patron:nobody", "face:7",
    "royal:3", "marker:31", "end:1", "roll:6", "stop:", "fly:1", "pass",
]  # fmt: skip


def refusal(table: Table, move: int | str) -> MoveError:
    """The error of a refused move, once it is sure that the table is as it was."""
    before = table.state.tobytes()
    with pytest.raises(MoveError) as caught:
        GAME.play(table.state, move)
    assert table.state.tobytes() == before
    assert str(caught.value) and "\n" not in str(caught.value)
    return caught.value


@pytest.mark.parametrize("text", UNREADABLE)
def test_an_unreadable_move_is_refused(text):
    assert refusal(Position().table(), text).why == -1


@pytest.mark.parametrize("number", [-1, 174, 10**6])
def test_a_number_that_is_no_move_is_refused(number):
    refusal(Position().table(), number)


def test_an_unreadable_move_names_what_was_read_and_what_is_expected():
    text = str(refusal(Position().table(), "build:31"))
    assert "build:31" in text and "expected" in text


def test_moves_may_be_typed_in_capitals_and_with_spaces():
    assert Position().why("  SAIL:1 ") == Why.OK


NOT_ALLOWED = [
    (Position, "end", Why.NOT_NOW),
    (lambda: Position().favor(0), "die:up", Why.NO_FAVOR),
    (lambda: Position().favor(3, limit=3), "trade:koku>favor", Why.FAVOR_FULL),
    (lambda: Position().koku(4), "trade:koku>favor", Why.TOO_FEW_KOKU),
    (lambda: Position().goods(), "trade:silk>rice", Why.TOO_FEW_GOODS),
    (lambda: Position().goods(silk=2, rice=6), "trade:silk>rice", Why.GOOD_FULL),
    (lambda: Position().die(1).koku(25), "build:16", Why.WRONG_REGION),
    (lambda: Position().die(2).koku(25), "build:6", Why.SPACE_TAKEN),
    (lambda: Position().die(1).koku(1), "build:1", Why.TOO_FEW_KOKU),
    (Position, "sail:1+", Why.NOT_ROYAL),
    (lambda: Position().delivered("noble-1"), "sail:1-", Why.NO_DIE_SHIFT),
    (lambda: Position().hand("elder-1").hand("elder-2", seat=1), "deliver:elder-2", Why.NOT_IN_HAND),
    (lambda: Position().hand("elder-1").die(1).goods(), "deliver:elder-1", Why.ORDER_NOT_MET),
    (lambda: Position().hand("elder-1").die(2), "deliver:elder-1", Why.WRONG_REGION),
    (Position, "patron:taka", Why.NOT_NOW),
    (Position, "face:1", Why.NOT_NOW),
    (lambda: Position().finish(), "sail:1", Why.GAME_OVER),
]


@pytest.mark.parametrize("lay, move, why", NOT_ALLOWED)
def test_a_move_that_is_not_allowed_gives_its_reason(lay, move, why):
    table = lay()
    table = table if isinstance(table, Table) else table.table()
    assert table.why(move) == why
    error = refusal(table, move)
    assert error.why == why
    assert move in str(error)


def test_reasons_are_told_apart():
    texts = {str(refusal(lay() if isinstance(lay(), Table) else lay().table(), move)) for lay, move, _ in NOT_ALLOWED}
    assert len(texts) == len(NOT_ALLOWED)


@pytest.mark.parametrize("players, patrons", [(2, "off"), (3, "draft"), (4, "clan")])
def test_no_illegal_move_ever_touches_the_table(players, patrons):
    """Through a whole random game: what is not on the list is refused, what is on it has no reason against it."""
    state = GAME.deal({"players": players, "patrons": patrons}, 8)
    chooser = random.Random(players)
    decisions = 0
    while not GAME.over(state) and decisions < 5000:
        legal = GAME.legal_moves(state)
        allowed = [move for move in range(len(GAME.moves)) if GAME.why_not(state, move) == Why.OK]
        assert legal == allowed
        if decisions % 20 == 0:
            for move in set(range(len(GAME.moves))) - set(legal):
                refusal(Table(state), move)
        GAME.play(state, chooser.choice(legal))
        decisions += 1
    assert GAME.over(state) and GAME.legal_moves(state) == []


def test_the_refusal_names_the_move_and_the_reason(river):
    state = river.deal({}, 1)
    with pytest.raises(MoveError) as error:
        river.play(state, "good:silk")
    assert str(error.value) == "good:silk is not allowed: Not now. First: build, sail or deliver."
    assert error.value.why == river.definition.why.NOT_NOW
