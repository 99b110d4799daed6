"""What is said of River's pieces."""

from __future__ import annotations

from sampan.games import load


def test_a_tile_is_named_once():
    """Its type and its own mark, not "the market market-1b"."""
    args = {"type": "river_building_market", "tile": "market-1b"}
    assert load("river").words().say(("river_log_tile_gone", args)) == "The market 1B leaves the row"


def test_a_starting_building_has_no_mark():
    args = {"type": "river_building_port", "tile": "start-port", "shore": 3}
    said = load("river").words().say(("river_move_marker", args))
    assert said == "Put your second marker on the port (space 3)"
