"""Records: a game is its seed and moves, and every change to a record is found at its move."""

from __future__ import annotations

import hashlib
import json
import re

import pytest

from sampan.engine.errors import FileError, RecordError
from sampan.engine.record import Record, parse_record, read_record, replay, verify
from sampan.games import load
from tests.shelf import FIRST


@pytest.fixture(scope="module")
def finished(game):
    return played(game, 10**6)


def played(game, most, seed=3):
    state, record = game.deal({"players": 3}, seed), Record.start(game, {"players": 3}, seed)
    while not game.over(state) and len(record.moves) < most:
        moves = game.legal_moves(state)
        move = moves[(7 * len(record.moves)) % len(moves)]
        game.play(state, move)
        record.add(game, move, state)
    return record


def changed(record, **fields):
    return parse_record(json.dumps({**json.loads(record.to_json()), **fields}))


def test_a_finished_game_is_in_order(game, finished):
    assert finished.over
    state = verify(game, parse_record(finished.to_json()))
    assert game.scores(state) == finished.scores


def test_a_running_game_is_in_order_too(game):
    record = played(game, 40)
    assert not record.over
    assert not game.over(verify(game, parse_record(record.to_json())))


def test_replay_gives_every_position(game, finished):
    plies = [ply for ply, _, _ in replay(game, finished)]
    assert plies == list(range(len(finished.moves) + 1))


def test_taking_back_gives_the_earlier_game(game):
    record = played(game, 40)
    state = record.cut(game, 25)
    assert record.to_json() == played(game, 25).to_json()
    assert verify(game, record).tobytes() == state.tobytes()


def test_an_edited_move_is_found_where_it_stands_even_if_legal(game, finished):
    state = game.deal(finished.options, finished.seed)
    for ply, text in enumerate(finished.moves):
        others = [game.move_text(m) for m in game.legal_moves(state) if game.move_text(m) != text]
        if ply >= 30 and others:
            break
        game.play(state, text)
    moves = [*finished.moves[:ply], others[0], *finished.moves[ply + 1 :]]
    with pytest.raises(RecordError, match=rf"move {ply + 1} \({others[0]}\) is not the one that was played") as error:
        verify(game, changed(finished, moves=moves))
    assert error.value.ply == ply + 1


def test_an_illegal_or_unreadable_move_is_named_with_its_reason(game, finished):
    state = game.deal(finished.options, finished.seed)
    refused = game.move_text(int(game.legal(state).argmin()))
    why = re.escape(game.words().say(game.explain(state, refused)))
    for text, reason in ((refused, f"is not allowed: {why}"), ("jump", "is not a move")):
        moves = [text, *finished.moves[1:]]
        with pytest.raises(RecordError, match=f"move 1: .*{reason}"):
            verify(game, changed(finished, moves=moves))


def test_a_record_cut_short_is_noticed(game, finished):
    half = len(finished.moves) // 2
    with pytest.raises(RecordError, match=f"move {half + 1} is missing: the record is cut short"):
        verify(game, changed(finished, moves=finished.moves[:half]))
    with pytest.raises(RecordError, match=f"after move {half} the game is going on: the record says it is over"):
        verify(game, changed(finished, moves=finished.moves[:half], marks="".join(finished.marks[:half])))


def test_a_file_cut_in_the_middle_is_noticed(finished, tmp_path):
    path = tmp_path / "game.json"
    text = finished.to_json()
    path.write_text(text[: len(text) // 2])
    with pytest.raises(RecordError, match=r"game\.json: not a record: cut short or damaged at line \d+, after about"):
        read_record(path)


def test_missing_marks_and_wrong_scores_are_noticed(game, finished):
    with pytest.raises(RecordError, match="move 11: its checksum is missing"):
        verify(game, changed(finished, marks="".join(finished.marks[:10])))
    with pytest.raises(RecordError, match="the scores are"):
        verify(game, changed(finished, scores=[999, 0, 0]))


def test_another_seed_is_noticed_at_the_first_move(game, finished):
    with pytest.raises(RecordError, match="move 1"):
        verify(game, changed(finished, seed=finished.seed + 1))


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"rules": 99}, f"rules version 99: expected {load(FIRST).version}, the one played here"),
        ({"box": "0000000000000000"}, "box 0000000000000000: expected"),
        ({"options": {"players": 7}}, f"the options cannot be dealt: {FIRST}: players = 7"),
    ],
)
def test_other_rules_boxes_and_options_are_refused(game, finished, fields, said):
    with pytest.raises(RecordError, match=said):
        verify(game, changed(finished, **fields))


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"sampan": 3}, "sampan = 3: expected 1 or 2, the formats this Sampan reads"),
        ({"seed": -1}, "seed = -1: expected a whole number below"),
        ({"seed": 1.5}, "seed = 1.5: expected a whole number"),
        ({"moves": "end"}, "moves = 'end': expected a list of moves"),
        ({"moves": [1, 2]}, r"moves = \[1, 2\]: expected a list of moves"),
        ({"over": 1}, "over = 1: expected true or false"),
        ({"scores": ["a"]}, "scores = .*: expected a list of whole numbers"),
    ],
)
def test_values_of_the_wrong_kind_are_named(finished, fields, said):
    with pytest.raises(RecordError, match=said):
        changed(finished, **fields)


@pytest.mark.parametrize("text", ["", "7", "[]", "{}", '{"sampan": 1}', "\x00", "[" * 100_000])
def test_what_is_no_record_is_refused(text):
    with pytest.raises(RecordError):
        parse_record(text)


def test_a_saved_record_is_whole_and_readable(finished, tmp_path):
    path = tmp_path / "deep" / "game.json"
    finished.save(path)
    assert read_record(path) == finished
    assert [entry.name for entry in path.parent.iterdir()] == ["game.json"]
    with pytest.raises(FileError, match="no such file"):
        read_record(tmp_path / "none.json")


LONG_SEED = 2**127 + 2**70 + 9


@pytest.fixture(scope="module")
def promised(game):
    record = played(game, 40, LONG_SEED)
    record.salt = "5a17"
    record.seed_hash = hashlib.sha256(f"5a17:{LONG_SEED:032x}".encode()).hexdigest()
    return record


def test_a_long_seed_is_written_as_32_digits_and_comes_back_whole(game, promised):
    assert json.loads(promised.to_json())["seed"] == f"{LONG_SEED:032x}"
    assert parse_record(promised.to_json()).seed == LONG_SEED
    assert verify(game, parse_record(promised.to_json())) is not None


@pytest.mark.parametrize("fields", [{"salt": "5a18"}, {"seed_hash": "0" * 64}])
def test_a_seed_that_is_not_the_promised_one_is_noticed(game, promised, fields):
    with pytest.raises(RecordError, match="not the one that was promised"):
        verify(game, changed(promised, **fields))


@pytest.mark.parametrize("bit", [0, 63, 64, 127])
def test_the_promise_covers_every_bit_of_the_seed(game, promised, bit):
    other = changed(promised, seed=f"{LONG_SEED ^ (1 << bit):032x}")
    with pytest.raises(RecordError, match="not the one that was promised"):
        verify(game, other)


@pytest.mark.parametrize("seed", ["", "0x12", "g" * 32, "٣", "1" * 21, "F" * 32, -1, 2**128, 1.5, None])
def test_a_seed_that_is_none_is_refused(promised, seed):
    with pytest.raises(RecordError, match=r"seed = .*: expected a whole number below 2\^64 or 32 hexadecimal digits"):
        changed(promised, seed=seed)


def test_a_record_says_how_often_others_moves_were_taken_back(promised):
    assert "takebacks" not in json.loads(promised.to_json())
    promised.takebacks = 2
    assert parse_record(promised.to_json()).takebacks == 2
    with pytest.raises(RecordError, match="takebacks = -1: expected a whole number, 0 or more"):
        changed(promised, takebacks=-1)
