"""What is said of River's pieces."""

from __future__ import annotations

from sampan.games import load

from .position import GAME, Position


def test_a_tile_is_named_once():
    """Its type and its own mark, not "the market market-1b"."""
    args = {"type": "river_building_market", "tile": "market-1b"}
    assert load("river").words().say(("river_log_tile_gone", args)) == "Discarded from the row: market 1B"


def test_a_starting_building_has_no_mark():
    args = {"type": "river_building_port", "tile": "start-port", "shore": 3}
    said = load("river").words().say(("river_move_marker", args))
    assert said == "Put a second marker on space 3 (port)"


def test_the_cards_drawn_after_a_delivery_are_counted_without_the_card_delivered():
    before = Position().hand("artisan-3", "elder-1").die(3).goods(silk=2).table()
    after = before.state.copy()
    GAME.play(after, "deliver:artisan-3")
    move = GAME.move_from("deliver:artisan-3")
    drawn = [args["number"] for name, args in GAME.narrate(before.state, move, after) if name == "river_log_draw"]
    assert drawn == [2]


def test_a_mastery_is_told_before_its_points():
    before = Position().masteries("courts", "air", "fire").influence(3, 10).die(3).koku(20).play("build:13")
    after = before.state.copy()
    GAME.play(after, "take:1")
    told = [name for name, _ in GAME.narrate(before.state, GAME.move_from("take:1"), after)]
    assert told.index("river_log_mastery") < told.index("river_log_points")


def test_a_sail_is_told_with_the_steps_that_the_rule_takes(tmp_path):
    """A box whose Noble lets the royal ship sail two spaces more, not one: the words follow the rule."""
    text = (GAME.definition.folder / "box.toml").read_text(encoding="utf-8")
    wide = tmp_path / "wide.toml"
    printed, wanted = (f"royal_die_shift = {{ amount = {amount} }}" for amount in (1, 2))
    wide.write_text(text.replace(printed, wanted), encoding="utf-8")
    game = load("river", wide)
    noble = next(row["id"] for row in game.box.tables["customers"]["cards"] if row.get("ongoing") == "royal_die_shift")
    state = Position().delivered(noble).die(2).ship(1, at=3).royal(1).state
    name, args = game.describe(state, game.move_from("sail:1+"))
    after = state.copy()
    game.play(after, "sail:1+")
    assert (name, args["steps"], args["river"]) == ("river_move_sail", 4, 7)
    assert args["river"] == game.view(after, 0)["players"][0]["ships"][0]
