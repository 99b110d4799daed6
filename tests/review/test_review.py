"""A review adds up, calls nothing a mistake that may be chance, and says the same again."""

from __future__ import annotations

import json
import random
import threading
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from sampan.bots.calibration import calibration_of
from sampan.bots.hint import RIVALS
from sampan.engine.errors import RecordError
from sampan.engine.game import EVERYBODY
from sampan.engine.record import Record
from sampan.engine.rule import JIT
from sampan.games import load
from sampan.review.candidates import is_whole, plainer
from sampan.review.judge import Effort, Judge, best_of
from sampan.review.review import review
from sampan.review.shape import ERRORS, Line, Review, Turn
from sampan.review.sheets import accuracy, possible, verdict_of
from sampan.review.stretches import ends, stretches
from sampan.review.telling import as_html, as_text, moment_lines

from ..shelf import FIRST, OWN
from .games_played import QUICK, finished

needs_speed = pytest.mark.skipif(not JIT, reason="thousands of rollouts need compiled rules; SAMPAN_JIT=0 is set")
TOLERANCE = 1e-9


@cache
def reviewed(name: str) -> tuple[Record, Review]:
    """One short review of each game, which several tests read."""
    record = finished(load(name), 5)
    return record, review(load(name), record, effort=QUICK)


def insist_sums(found: Review) -> None:
    """Turn by turn and sheet by sheet everything adds up."""
    for turn in found.turns:
        for seat in range(found.players):
            changed = turn.decision[seat] + turn.luck[seat] + turn.remainder[seat]
            assert turn.win_after[seat] - turn.win_before[seat] == pytest.approx(changed, abs=TOLERANCE)
    for sheet in found.sheets:
        total = sheet.start + sheet.luck + sheet.decisions + sheet.rivals + sheet.remainder
        assert total == pytest.approx(sheet.result, abs=TOLERANCE)
        assert sheet.decisions <= TOLERANCE
    for part in ("luck", "remainder", "start", "result"):
        total = sum(getattr(sheet, part) for sheet in found.sheets)
        assert total == pytest.approx(1.0 if part in ("start", "result") else 0.0, abs=TOLERANCE), part


@needs_speed
@pytest.mark.parametrize("name", OWN)
def test_luck_and_decisions_add_up_to_the_result(name):
    record, found = reviewed(name)
    assert found.done == found.total and found.plies == len(record.moves)
    assert [turn.first for turn in found.turns][1:] == [turn.last for turn in found.turns][:-1]
    assert found.turns[-1].last == len(record.moves)
    insist_sums(found)


@needs_speed
@pytest.mark.parametrize("name", OWN)
def test_nothing_within_the_noise_is_called_a_mistake_and_chance_alone_is_luck(name):
    for turn, stretch in zip(reviewed(name)[1].turns, stretches(load(name), reviewed(name)[0]), strict=True):
        if turn.verdict in ERRORS:
            assert turn.cost > 2 * turn.error and turn.best.moves != turn.played.moves
            assert turn.decision[turn.seat] == pytest.approx(-turn.cost, abs=TOLERANCE)
            assert turn.best.win - turn.played.win == pytest.approx(turn.cost, abs=TOLERANCE)
        else:
            assert turn.decision == [0.0] * len(turn.decision), "what may be noise is in the remainder"
        if not stretch.chance:
            assert turn.luck == [0.0] * len(turn.luck)


@needs_speed
@pytest.mark.parametrize("name", OWN)
def test_reasons_speak_for_the_better_line(name):
    for turn in reviewed(name)[1].turns:
        own = {source: points for source, points in turn.reasons.items() if source != RIVALS}
        assert turn.gain >= 0 and (turn.gain > 0 or not own)
        assert turn.reasons.get(RIVALS, -1.0) < 0 and (not own or sum(own.values()) > 0)


@needs_speed
def test_the_same_budget_gives_the_same_review_on_one_thread_or_two():
    record, found = reviewed(FIRST)
    again = review(load(FIRST), record, effort=QUICK, threads=2)
    assert again.to_json() == found.to_json()


@needs_speed
@pytest.mark.parametrize("name", OWN)
def test_a_review_goes_through_json_and_into_words(name):
    game, found = load(name), reviewed(name)[1]
    assert Review.from_json(found.to_json()).to_json() == found.to_json()
    assert json.loads(found.to_json())["turns"][0]["played"]["says"][0]["id"].startswith(f"{name}_move_")
    words = game.words(seats={seat: f"Seat {seat + 1}" for seat in range(found.players)})
    told, page = "\n".join(as_text(game, found, words)), as_html(game, found, words)
    for said in (told, page):
        assert "Seat 2" in said and f"{name}_" not in said and "{" not in said.replace(page.split("<body>")[0], "")


@needs_speed
def test_a_review_that_is_stopped_adds_up_as_far_as_it_went(game):
    stop, seen = threading.Event(), []

    def report(found: Review) -> None:
        seen.append(found)
        if found.done == 4:
            stop.set()

    found = review(game, finished(game, 6), effort=QUICK, report=report, stop=stop)
    assert found.done == 4 < found.total and [one.done for one in seen[:3]] == [1, 2, 3]
    assert len(seen[0].chances) == len(seen[0].turns) + 1, "the graph comes first"
    for one in seen:
        insist_sums(one)


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"sampan_review": 9}', '{"sampan_review": 1, "turns": 3}'])
def test_what_is_no_review_is_refused_in_one_line(text):
    with pytest.raises(RecordError, match="not a review"):
        Review.from_json(text)


def test_a_game_that_is_not_finished_is_not_reviewed(game):
    record = finished(game, 5)
    record.cut(game, len(record.moves) - 1)
    with pytest.raises(RecordError, match="not finished"):
        review(game, record)


def test_verdicts_go_by_size_beyond_twice_the_error():
    assert [verdict_of(cost, 0.001) for cost in (0.0, 0.005, 0.02, 0.05, 0.2)] == [
        "good", "good", "inaccuracy", "mistake", "blunder",
    ]  # fmt: skip
    assert verdict_of(0.2, 0.11) == "good", "it may be chance"
    assert accuracy([]) == accuracy([0.0, 0.0]) == 100.0 > accuracy([0.0, 0.05]) > accuracy([0.05, 0.05])


def test_what_was_possible_is_the_best_that_was_promised_and_never_added_up():
    def mistake(visits: float, verdict: str = "mistake", gain: float = 4.0) -> Turn:
        better = Line(["b"], sources={"visits": visits})
        return Turn(0, 1, 0, Line(["a"]), better, reasons={"visits": 4.0}, gain=gain, verdict=verdict)

    scored = {"visits": 10.0, "regions": 3.0}
    assert possible(scored, [mistake(14.0), mistake(13.0)]) == {"visits": 14.0, "regions": 3.0}
    assert possible(scored, [mistake(8.0), mistake(20.0, "good"), mistake(20.0, gain=0.0)]) == scored


@needs_speed
@pytest.mark.parametrize("name", OWN)
def test_mistakes_beyond_a_whole_win_are_explained_and_others_are_not(name):
    game, words = load(name), load(name).words()
    one, said = replace(reviewed(name)[1]), "can cost more than 100% in total"
    for cost, times in ((0.9, 0), (1.1, 1)):
        one.sheets = [replace(sheet, decisions=-cost * (seat == 0)) for seat, sheet in enumerate(one.sheets)]
        assert "\n".join(as_text(game, one, words)).count(said) == as_html(game, one, words).count(said) == times


def test_a_chance_far_from_what_all_hands_say_is_told_with_it():
    def told(after: float, luck: float = 0.0) -> str:
        turn = Turn(0, 1, 1, Line(["a"], win=0.46), Line(["b"], win=0.62), verdict="blunder", cost=0.16)
        turn.win_after, turn.luck = [1.0 - after, after], [-luck, luck]
        return moment_lines(game, game.words(), turn)[1]

    game = load(FIRST)
    assert told(0.2).endswith("62% → 46% (with all hands known: 20%)")
    assert told(0.4).endswith("62% → 46%") and told(0.7, luck=0.2).endswith("46%"), "luck fell after the turn"


@needs_speed
def test_a_position_whose_chance_is_open_is_tried_more_often(game, monkeypatch):
    judge = Judge(game, calibration_of(game), Effort(trials=32), 0, threading.Event())
    state, asked = game.deal({"players": 2}, 1), list[tuple[int, int]]()
    spread = 0.0

    def trials(position, viewer, lines, number, seed, first=0, begun=False):
        asked.append((first, number))
        values = np.array([[0.5 + spread * (-1) ** k, 0.5 - spread * (-1) ** k] for k in range(number)])
        return values[None], 0.9

    monkeypatch.setattr(judge.prospects, "trials", trials)
    judge.chance(state, 3)
    assert asked == [(0, 32)]
    spread = 0.5
    judge.chance(state, 3)
    assert asked[1:] == [(0, 32), (32, 32), (64, 64)], "four times as often, with seeds of their own"


@pytest.mark.parametrize("name", OWN)
def test_what_all_seats_know_stays_when_chance_falls_anew(name):
    game, state = load(name), load(name).deal({"players": 3}, 4)
    other = game.redeal(state, EVERYBODY, 9)
    for seat in range(3):
        assert game.hide(other, seat).tobytes() == game.hide(state, seat).tobytes()


def test_the_best_line_is_the_shorter_one_where_they_are_as_good():
    steady, lucky = [0.5, 0.6, 0.5, 0.6], [0.51, 0.6, 0.5, 0.6]
    behind, ahead = [0.2, 0.3, 0.2, 0.3], [0.9, 1.0, 0.91, 1.0]
    lines = [(1,), (2, 3, 4), (5, 4)]
    assert best_of(lines, np.array([behind, lucky, steady])) == 2, "within the error"
    assert best_of(lines, np.array([behind, ahead, steady])) == 1
    assert best_of(lines, np.array([ahead, lucky, steady])) == 0


def test_a_line_is_told_without_exchanges_it_can_do_without(game):
    first, last = game.definition.asides
    state, dice, shortened = game.deal({"players": 2}, 3), random.Random(2), 0
    while not game.over(state):
        world, line = game.copy(state), []
        before = world
        while not line or not ends(before, state, world):
            move, before = dice.choice(game.legal_moves(state)), game.copy(state)
            game.play(state, move)
            line.append(move)
        shorter = plainer(game, world, tuple(line))
        assert is_whole(game, world, tuple(line)) and is_whole(game, world, shorter)
        kept = [move for move in line if not first <= move < last]
        assert [move for move in shorter if not first <= move < last] == kept
        shortened += len(shorter) < len(line)
    assert shortened > 3
