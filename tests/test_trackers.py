"""Finished games for play trackers: what the files say, and what has no result to say."""

from __future__ import annotations

import csv
import io
import json

import pytest

from sampan.engine.errors import OptionError, RecordError
from sampan.engine.record import parse_record, verify
from sampan.trackers import exported, play_of
from tests.engine.test_record import played

NAMES, DATE = ["Ada", "=Bo", "Ada"], "2026-05-17T19:30:00Z"


@pytest.fixture(scope="module")
def record(game):
    found = played(game, 10**6)
    found.names, found.date = NAMES, DATE
    return parse_record(found.to_json())


def test_names_and_date_travel_with_a_record_that_still_verifies(game, record):
    assert (record.names, record.date) == (NAMES, DATE)
    verify(game, record)
    renamed = parse_record(record.to_json().replace("Ada", "Eve"))
    assert renamed.names == ["Eve", "=Bo", "Eve"]
    verify(game, renamed)  # names are not part of what the marks check


@pytest.mark.parametrize(
    "wrong", [{"names": "Ada"}, {"names": ["A" * 41]}, {"names": ["A\nB"]}, {"names": [""]}, {"date": "yesterday"}]
)
def test_bad_names_and_dates_are_one_line(record, wrong):
    with pytest.raises(RecordError, match=next(iter(wrong))):
        parse_record(json.dumps({**json.loads(record.to_json()), **wrong}))


def test_bg_stats_gets_the_play_with_its_players_scores_and_winner(game, record):
    play = json.loads(exported(play_of(game, record), "bgstats"))
    assert [player["name"] for player in play["players"]] == ["Ada", "=Bo"]  # two of one name are one person there
    assert play["games"][0]["name"] == game.title
    (one,) = play["plays"]
    assert (one["playDate"], one["gameRefId"]) == ("2026-05-17 19:30:00", play["games"][0]["id"])
    assert [int(row["score"]) for row in one["playerScores"]] == record.scores
    assert [row["playerRefId"] for row in one["playerScores"]] == [1, 2, 1]
    best = max(record.scores)
    assert all(record.scores[k] == best for k, row in enumerate(one["playerScores"]) if row["winner"])
    assert sum(row["startPlayer"] for row in one["playerScores"]) == 1
    assert exported(play_of(game, record), "bgstats") == exported(play_of(game, record), "bgstats")


def test_the_table_adds_up_and_no_name_is_a_formula(game, record):
    rows = list(csv.DictReader(io.StringIO(exported(play_of(game, record), "csv"))))
    assert [row["name"] for row in rows] == ["Ada", "'=Bo", "Ada"]
    sources = list(rows[0])[6:]
    assert [sum(int(row[source]) for source in sources) for row in rows] == record.scores
    assert [int(row["points"]) for row in rows] == record.scores


def test_seats_without_names_go_by_their_numbers(game, record):
    record = parse_record(record.to_json())
    record.names, record.date = [], ""
    assert play_of(game, record).names == ["Seat 1", "Seat 2", "Seat 3"]
    assert json.loads(exported(play_of(game, record), "bgstats"))["plays"][0]["playDate"] == "1970-01-01 00:00:00"


def test_a_game_that_is_not_over_and_a_kind_that_is_none_are_refused(game, record):
    with pytest.raises(RecordError, match="not over"):
        play_of(game, played(game, 20))
    with pytest.raises(OptionError, match="bgstats, csv"):
        exported(play_of(game, record), "xml")
