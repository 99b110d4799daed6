"""Where somebody really decided."""

from __future__ import annotations

from sampan.engine.decisions import decides, decisions

from .test_record import played


def line_of(game, record):
    state = game.deal(record.options, record.seed)
    for text in record.moves:
        yield game.copy(state), game.move_from(text)
        game.play(state, text)


def test_forced_moves_are_no_decisions_and_every_other_stands_with_its_seat(game):
    record = played(game, 10**6)
    line = list(line_of(game, record))
    found = decisions(game, line, 3)
    at = {ply: seat for seat, plies in enumerate(found) for ply in plies}
    for ply, (state, _) in enumerate(line):
        if len(game.legal_moves(state)) == 1:
            assert ply not in at
        if ply in at:
            assert game.to_move(state) == at[ply]
    assert 0 < len(at) < len(line)


def test_asides_that_could_be_made_do_not_make_a_decision_but_one_that_is_made_does(game):
    first, last = game.definition.asides
    for state, _ in line_of(game, played(game, 10**6)):
        moves = game.legal_moves(state)
        asides = [move for move in moves if first <= move < last]
        others = [move for move in moves if move not in asides]
        if asides and len(others) == 1:
            assert not decides(game, state, others[0])
            assert decides(game, state, asides[0])
            return
    raise AssertionError("no such position")
