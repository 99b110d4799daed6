"""The ladder: a fixed schedule, ratings that hold the truth in their intervals, and a pool whose games are kept."""

from __future__ import annotations

import json
import math
import random
from collections import Counter
from itertools import permutations

import pytest

from sampan.bots import BotError
from sampan.engine.errors import BoxError, OptionError
from sampan.engine.rule import JIT
from sampan.games import load
from sampan.lab import ladder as ladders
from sampan.lab.ladder import AT, USUAL, Schedule, ladder, newcomer_name, plan, play_pool, pool_of, ratings
from sampan.lab.ratings import ELO, Deal, rated
from tests.shelf import FIRST, OWN

compiled = pytest.mark.skipif(not JIT, reason="whole games need compiled rules; SAMPAN_JIT=0 is set")
TINY = Schedule(("random", "beginner", "greedy"), (2, 3), quick=2, new_quick=2)


# ---------------------------------------------------------------- the schedule


@pytest.mark.parametrize("newcomer", [None, "my_bots:Clever"])
def test_every_deal_is_played_in_all_seatings_and_every_deal_is_another(newcomer):
    game = load(FIRST)
    tables = plan(game, USUAL, newcomer)
    assert {table.players for table in tables} == {2, 3, 4}
    for table in tables:
        for name in {name for match in table.matches for name in match.seats}:
            sits = Counter(match.seats.index(name) for match in table.matches)
            assert len(sits) == table.players and len(set(sits.values())) == 1
        by_seed = Counter(match.seed for match in table.matches)
        assert set(by_seed.values()) == {table.players}
        searches = any(USUAL.pool[bot].startswith("search") for bot in table.bots if bot < len(USUAL.pool))
        assert len(by_seed) == ((30, 10) if newcomer else (8, 3))[searches]
    seeds = [{match.seed for match in table.matches} for table in tables]
    assert len(set().union(*seeds)) == sum(map(len, seeds))
    numbers = [match.number for table in tables for match in table.matches]
    assert sorted(numbers) == list(range(len(numbers)))
    first = [min(match.number for match in table.matches[table.players :]) for table in tables]
    assert min(first) == sum(table.players for table in tables), "all play a deal before any plays its second"


def test_a_newcomer_meets_the_whole_pool_at_tables_of_every_size_and_never_at_its_deals():
    game = load(FIRST)
    pool, own, other = (
        {match.seed for table in plan(game, USUAL, *asked) for match in table.matches}
        for asked in ((), ("new",), ("new", 400))
    )
    assert not pool & own and not pool & other and not own & other
    for players in (2, 3, 4):
        met = {bot for table in plan(game, USUAL, "new") if table.players == players for bot in table.bots}
        assert met == set(range(len(USUAL.pool) + 1))


# ---------------------------------------------------------------- ratings


def imagined(truth: list[float], tables: list[tuple[int, ...]], deals: int, dice: random.Random) -> list[Deal]:
    """Deals between bots of these ratings: whoever draws the best number is ahead, as their chances say."""

    def game(table: tuple[int, ...]) -> tuple[int, ...]:
        drawn = [truth[bot] / ELO - math.log(-math.log(dice.random())) for bot in table]
        return tuple(sum(other > one for other in drawn) for one in drawn)

    return [Deal(table, tuple(game(table) for _ in table)) for table in tables for _ in range(deals)]


@pytest.mark.parametrize(("players", "deals"), [(2, 10), (3, 5), (4, 5)])
def test_intervals_hold_the_truth(players, deals):
    """Of twenty simulated ladders: nineteen in twenty, and chance may take some of them."""
    truth, dice, held = [-250.0, 0.0, 100.0, 260.0], random.Random(70 + players), 0
    tables = [table for table in permutations(range(4), players) if table[0] < table[-1]]
    for number in range(20):
        found = rated(imagined(truth, tables, deals, dice), 4, 1, 0.0, seed=number)
        held += sum(low <= true <= high for true, (_, low, high) in zip(truth, found, strict=True) if true)
    assert held >= 51, "of 60"


def test_many_games_make_a_rating_exact():
    truth, dice = [-250.0, 0.0, 400.0], random.Random(5)
    found = rated(imagined(truth, [(0, 1), (1, 2)], 2000, dice), 3, 1, 1000.0)
    for true, (elo, low, high) in zip(truth, found, strict=True):
        assert elo == pytest.approx(1000 + true, abs=35) and low <= elo <= high and high - low < 90
    assert found[1] == (1000.0, 1000.0, 1000.0), "the anchor"


def test_whoever_won_every_game_is_rated_higher_the_more_games_and_never_surely():
    few, many = (rated([Deal((0, 1), ((0, 1), (0, 1)))] * deals, 2, 1, 0.0)[0] for deals in (3, 60))
    assert few[0] < many[0] and few[2] - few[1] > 400 and many[2] < 2500
    even = rated([Deal((0, 1), ((0, 0), (0, 0)))] * 60, 2, 1, 0.0)[0]
    assert even[0] == pytest.approx(0.0, abs=1e-6) and even[1] > -60 and even[2] < 60, "ties are half for each"


def test_games_of_one_deal_that_go_alike_count_for_little():
    """Ten deals played four times with the same end say less than forty that each had an end of its own."""
    alike = [Deal((0, 1), ((k % 2, 1 - k % 2),) * 4) for k in range(10)]
    apart = [Deal((0, 1), ((k % 2, 1 - k % 2),)) for k in range(40)]
    (_, low, high), (_, inner, outer) = (rated(deals, 2, 1, 0.0)[0] for deals in (alike, apart))
    assert high - low > 1.5 * (outer - inner)


# ---------------------------------------------------------------- the pool and a newcomer


@pytest.fixture(scope="module")
def pool_text():
    return play_pool(FIRST, TINY)


@pytest.fixture
def pool(pool_text, tmp_path, monkeypatch):
    """The tiny pool's games, kept in place of the shipped ones."""
    file = tmp_path / "ladder.json"
    file.write_text(pool_text)
    monkeypatch.setattr(ladders, "FILE", str(file))
    return file


@compiled
def test_the_same_seed_gives_the_same_result_and_a_run_goes_on_where_it_stopped(pool, pool_text, tmp_path):
    assert play_pool(FIRST, TINY) == pool_text
    file, seen = tmp_path / "own.csv", []
    line, everybody = ladder(FIRST, "club", 0, TINY, file)
    kept = file.read_text().splitlines(keepends=True)
    file.write_text("".join(kept[:-5]) + "17,play")  # the machine went down here
    again = ladder(FIRST, "club", 0, TINY, file, progress=lambda done, of: seen.append((done, of)))
    assert again == (line, everybody) and file.read_text() == "".join(kept)
    assert seen[0] == (len(kept) - 6, len(kept) - 1) and seen[-1] == (len(kept) - 1,) * 2
    assert ladder(FIRST, "club", 1, TINY)[0]["ratings"] != line["ratings"], "other deals"
    assert json.loads(json.dumps(line)) == line and line["games"] == len(kept) - 1
    game = load(FIRST)
    assert (line["name"], line["game"], line["box"], line["pool"]) == ("club", FIRST, game.box.hash, 1)
    assert set(line["ratings"]) == {"2", "3"} and everybody["2"]["greedy"]["elo"] == AT


@compiled
def test_a_stronger_bot_stands_higher(pool):
    found = {bot: ladder(FIRST, bot, 0, TINY)[0]["ratings"] for bot in ("random", "greedy")}
    for players in ("2", "3"):
        assert found["random"][players]["elo"] < found["greedy"][players]["elo"] - 200
        low, high = found["greedy"][players]["elo_95"]
        assert low <= AT <= high, "the pool's greedy is as strong as itself"


def test_a_newcomer_is_told_from_its_like_in_the_pool():
    assert newcomer_name("greedy") != "greedy" and newcomer_name("my_bots:Clever") == "my_bots:Clever"


BAD = """
class Cheats:
    name, left = 'bad', 500
    def choose(self, game, hidden, seconds, seed):
        self.left -= 1
        return game.legal_moves(hidden)[0] if self.left else 'nonsense'
"""


@compiled
def test_what_was_played_before_a_bot_failed_is_kept(pool, tmp_path, monkeypatch):
    (tmp_path / "bad_climbers.py").write_text(BAD)
    monkeypatch.syspath_prepend(str(tmp_path))
    file = tmp_path / "own.csv"
    with pytest.raises(BotError, match=r"^the bot bad_climbers:Cheats failed: .*'nonsense' is not a move"):
        ladder(FIRST, "bad_climbers:Cheats", 0, TINY, file)
    assert len(file.read_text().splitlines()) > 2
    with pytest.raises(OptionError, match="bot 'genius'"):
        ladder(FIRST, "genius", 0, TINY, file)


def test_a_pool_that_no_longer_fits_is_refused_in_one_line(pool, pool_text, monkeypatch):
    game = load(FIRST)
    assert pool_of(game, TINY).keys() == {2, 3}
    for name, value, said in (("POOL_VERSION", 2, "pool"), ("nets_mark", lambda game: "other", "nets")):
        with monkeypatch.context() as changed:
            changed.setattr(ladders, name, value)
            with pytest.raises(OptionError, match=rf"made with another {said}: expected sampan ladder {FIRST} --pool"):
                pool_of(game, TINY)
    with pytest.raises(OptionError, match="made with another levels, bots: expected"):
        pool_of(game, Schedule((*TINY.pool, "club"), (2, 3), quick=2))
    for damaged in (pool_text[:-30], pool_text.replace('"played"', '"games"'), pool_text.replace("[[", "[")):
        pool.write_text(damaged)
        with pytest.raises(BoxError, match=rf"cannot be read: .*: expected sampan ladder {FIRST} --pool"):
            pool_of(game, TINY)
    pool.unlink()
    with pytest.raises(OptionError, match=rf"^{FIRST}: it has no .*: expected sampan ladder {FIRST} --pool"):
        pool_of(game, TINY)


@pytest.mark.parametrize("name", OWN)
def test_the_shipped_pool_fits_what_is_here_and_climbs_from_random_to_the_longest_search(name):
    everybody = ratings(pool_of(load(name)), USUAL.pool)
    assert set(everybody) == {"2", "3", "4"}
    for rows in everybody.values():
        steps = [rows[bot]["elo"] for bot in ("random", "beginner", "learner", "club", "search:20it")]
        assert steps == sorted(steps) and rows["search:60it"]["elo"] > rows["greedy"]["elo"] == AT
        assert all(row["elo_95"][0] <= row["elo"] <= row["elo_95"][1] for row in rows.values())
