"""Branches: a game that leaves another one keeps the position, has chance of its own, and its record says all of it."""

from __future__ import annotations

import json

import pytest

from sampan.engine.errors import RecordError
from sampan.engine.record import Record, parse_record, replay, verify
from tests.engine.test_record import changed, played
from tests.shelf import expected

AT = 30


@pytest.fixture(scope="module")
def origin(game):
    return played(game, 60)


def played_on(game, record, most=10**6):
    state = record.opened(game)
    for move in record.moves:
        game.play(state, move)
    while not game.over(state) and len(record.moves) < most:
        moves = game.legal_moves(state)
        move = moves[(5 * len(record.moves)) % len(moves)]
        game.play(state, move)
        record.add(game, move, state)
    return record


def at(game, record, moves):
    return next(game.copy(state) for ply, _, state in replay(game, record) if ply == moves)


@pytest.fixture(scope="module")
def finished(game, origin):
    return played_on(game, origin.branch(game, AT, 99, table="Kf3b-9QdXw2z"))


def test_a_branch_is_derived_from_its_record_like_any_game(game, finished):
    again = parse_record(finished.to_json())
    assert again == finished
    assert finished.over
    assert game.scores(verify(game, again)) == finished.scores
    assert [ply for ply, _, _ in replay(game, again)] == list(range(len(finished.moves) + 1))


def test_a_branch_of_a_branch_keeps_both_games_it_left(game, finished):
    further = played_on(game, finished.branch(game, 12, 2**100 + 1), 20)
    again = parse_record(further.to_json())
    assert [len(one.moves) for one in again.origins] == [AT, 12]
    assert not game.over(verify(game, again))
    assert again.cut(game, 5).tobytes() == at(game, further, 5).tobytes()


def test_what_was_tampered_with_in_either_part_is_caught(game, finished):
    fields = json.loads(finished.to_json())
    moves = fields["origins"][0]["moves"]
    edited = [
        {"moves": [*moves[:-1], other]}
        for other in map(game.move_text, game.legal_moves(at(game, played(game, AT - 1), AT - 1)))
        if other != moves[-1]
    ][:1]
    edited += [{"seed": 4}, {"moves": moves[:-1]}, {"marks": fields["origins"][0]["marks"][:-4]}]
    for edit in edited:
        with pytest.raises(RecordError, match="origin 1"):
            verify(game, changed(finished, origins=[fields["origins"][0] | edit]))
    for edit in ({"seed": 98}, {"moves": fields["moves"][1:]}, {"origins": []}):
        with pytest.raises(RecordError, match="move"):
            verify(game, changed(finished, **edit))


def test_a_changed_redealing_is_caught_by_the_first_move(game, origin):
    if not hides_hands(game):
        return
    branch = played_on(game, origin.branch(game, AT, 99, 0), 10)
    fields = json.loads(branch.to_json())["origins"][0]
    for known_to in (None, 1):
        with pytest.raises(RecordError, match="move"):
            verify(game, changed(branch, origins=[fields | {"known_to": known_to}]))


def hides_hands(game):
    return bool(expected(game.name).hand)


@pytest.mark.parametrize(
    "edit",
    [{"seed": -1}, {"seed": None}, {"moves": [3]}, {"marks": 7}, {"known_to": "me"}, {"known_to": 99}, {"table": 5}],
)
def test_an_origin_of_another_form_is_refused_in_one_line(finished, edit):
    origins = json.loads(finished.to_json())["origins"]
    with pytest.raises(RecordError, match=r"origins = .*: expected a list of at most 32 games") as error:
        changed(finished, origins=[origins[0] | edit])
    assert "\n" not in str(error.value)


def test_more_games_one_inside_the_other_than_anybody_plays_are_refused(finished):
    origins = json.loads(finished.to_json())["origins"]
    with pytest.raises(RecordError, match="at most 32"):
        changed(finished, origins=origins * 33)


def test_nobody_branches_off_behind_the_end_or_for_a_seat_that_is_not_there(game, origin):
    over = played_on(game, Record.start(game, {"players": 3}, 3))
    with pytest.raises(RecordError, match="is over there"):
        over.branch(game, len(over.moves), 1)
    with pytest.raises(RecordError, match=r"expected 0\.\.60"):
        origin.branch(game, 61, 1)
    with pytest.raises(RecordError, match=r"known_to = 3: expected a seat 0\.\.2"):
        origin.branch(game, AT, 1, known_to=3)


def test_old_records_are_written_and_read_as_before_and_old_sampans_refuse_branches(game, origin, finished):
    assert json.loads(origin.to_json())["sampan"] == 1
    assert "origins" not in json.loads(origin.to_json())
    assert json.loads(finished.to_json())["sampan"] == 2


def test_the_position_stays_and_chance_is_another(game, origin):
    there = at(game, origin, AT)
    for seat in range(3):
        for seed in range(5):
            other = origin.branch(game, AT, seed).opened(game)
            assert game.hide(other, seat).tobytes() == game.hide(there, seat).tobytes()
            assert other.key.tobytes() != there.key.tobytes()
