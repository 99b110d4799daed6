"""What a view foretells is what then happens: reach, prices, feasts and score cards, looked at in whole games."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from sampan.engine.check import varied_move
from sampan.games import load
from sampan.games.feya.terms import TRACK_LENGTH, TRACKS

from .position import Position, with_map

ACTIONS = ("fish", "trade", "build", "sail")


@pytest.fixture(scope="module")
def game():
    return load("feya")


def after(game, state, move):
    """The view of whoever moved, once the move is made."""
    seat, copy = game.to_move(state), game.copy(state)
    game.play(copy, move)
    return game.view(copy, seat)


def check_moves(game, state, view, seen):
    """Every legal move of the question at hand against what the view said of it."""
    seat, texts = game.to_move(state), [game.move_text(move) for move in game.legal_moves(state)]
    hexes = {kind: {t.split(":")[1] for t in texts if t.startswith(kind + ":")} for kind in ("go", "lay", "site")}
    doing = view["under_way"]
    if view["ask"] == "go":
        assert set(view["players"][seat]["reach"][doing["boat"] - 1][doing["action"]]) == hexes["go"]
    if view["ask"] == "boat" and "boat:1" in texts:
        assert view["players"][seat]["reach"][0][doing["action"]]
    refused = {cell for entry in view["refused"] for cell in entry["hexes"]}
    assert not refused & (hexes["go"] | hexes["lay"] | hexes["site"])
    if hexes["go"] or hexes["site"]:
        assert refused and all(game.explain(state, f"{kind_of(view)}:{entry['hexes'][0]}")[0] == entry["id"]
                               for entry in view["refused"])  # fmt: skip
    gold = view["players"][seat]["gold"]
    for town in view["swamp"]["settlements"]:
        if town["hex"] in hexes["lay"]:
            assert after(game, state, f"lay:{town['hex']}")["players"][seat]["gold"] - gold == town["pays"]
            seen["lay"] += 1
    for island in view["islands"]:
        if f"feast:{island['id']}" in texts:
            gained = after(game, state, f"feast:{island['id']}")["players"]
            assert [p["points"] - view["players"][p["seat"]]["points"] for p in gained] == island["feast"]
            seen["feast"] += sum(island["feast"])
    if view["ask"] == "track":
        cost = game.describe(state, f"site:{doing['site']}")[1]["cost"]
        assert gold - after(game, state, texts[-1])["players"][seat]["gold"] == cost
    for cell in hexes["site"] if view["ask"] == "site" else ():
        told = game.describe(state, f"site:{cell}")[1]
        assert told["cost"] == view["islands"][told["island"] - 1]["cost"][seat]
        assert cell in view["swamp"]["sites"] or cell in view["players"][seat]["boats"]
        seen["site"] += 1


def kind_of(view):
    """The kind of move that answers a question about a hex."""
    return view["ask"] if view["ask"] in ("go", "lay") else "site"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_a_view_foretells_comes_true(game, players):
    dice, made, seen = random.Random(players), Counter(), Counter()
    state = game.deal({"players": players}, players)
    while not game.over(state):
        view = game.view(state, game.to_move(state))
        check_moves(game, state, view, seen)
        game.play(state, varied_move(game, state, dice, made))
    assert seen["lay"] and seen["feast"] and seen["site"]
    view = game.view(state)
    told = [sum(card["worth"][seat] for card in view["score_cards"]) for seat in range(players)]
    assert told == [row["score_cards"] for row in game.score_sheet(state)]
    spirits = [sum(i["towns"][seat] * i["spirits"] for i in view["islands"]) for seat in range(players)]
    assert spirits == [row["islands"] for row in game.score_sheet(state)]


def test_looking_changes_nothing(game):
    state = game.deal({"players": 3}, 5)
    dice, made = random.Random(5), Counter()
    for _ in range(80):
        game.play(state, varied_move(game, state, dice, made))
    before = game.state_hash(state)
    game.view(state, 0)
    assert game.state_hash(state) == before


def test_what_is_won_for_one_turn_counts_for_its_player_only(game):
    state = game.deal({"players": 2}, 7)
    dice, made = random.Random(7), Counter()
    while game.view(state)["ask"] != "action":
        game.play(state, varied_move(game, state, dice, made))
    mover = game.to_move(state)
    plain = [player["range"] for player in game.view(state)["players"]]
    state.range_bonus[0] = 3
    more = [player["range"] for player in game.view(state)["players"]]
    assert [b - a for a, b in zip(plain, more, strict=True)] == [3 if seat == mover else 0 for seat in range(2)]


# A dead end at e1, behind d1.
NARROWS = """
A   ~   ~   ~   ~   ~   ~   ~   ~   B
  ~   ~   ~   ~   ~   ~   ~   ~   ~
C   S   ~   ~   ~   S   ~   S   S   D
  ~   ~   o   ~   ~   ~   ~   ~   ~
~   .   ~   ~   ~   ~   p   y   .   E
"""


def foretold(table, seat=0):
    """What a view says of the water, and of what a seat's first boat could do."""
    view = table.game.view(table.state, seat)
    return set(view["swamp"]["sites"]), view["players"][seat]["reach"][0]


def test_a_boat_could_trade_only_with_a_fish_and_build_only_with_a_settlement_left():
    table = Position().boats(0, "h6").settle(1, "h7").give(0, fish=1, gold=50)
    assert foretold(table)[1]["trade"] and foretold(table)[1]["build"]
    assert not foretold(table.give(0, fish=0))[1]["trade"]
    assert not foretold(table.built(0, *[TRACK_LENGTH] * TRACKS))[1]["build"]


def test_no_tile_may_lie_where_it_would_shut_a_boat_in():
    table = Position(3, with_map(NARROWS))
    assert "d1" in foretold(table)[0]
    assert "d1" not in foretold(table.boats(1, "e1"))[0]
