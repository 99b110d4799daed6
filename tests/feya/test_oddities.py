"""What looks silly is counted from the moves of a game: here of turns that were laid out to be silly, or not."""

from __future__ import annotations

from .position import Position, lagoon


def counted(table: Position, *moves: str) -> dict[str, tuple[int, int]]:
    """What is found in these moves, of what is found at all."""
    game, line = table.game, []
    for move in moves:
        line.append((game.copy(table.state), game.move_from(move)))
        table.play(move)
    return {name: many for name, many in game.definition.oddities.found(game, line).items() if many[1]}


def swamp() -> Position:
    """Boats, pockets and tiles for anything."""
    table = lagoon().tiles(0, "catch1", "build-3", "range3").round(2).season("p").boats(0, "a3", "b5")
    return table.give(0, gold=50, mana=5, free=3, axolotls=1).offer("build", "fish")


def test_a_plain_turn_has_nothing_odd():
    found = counted(swamp(), "improve:1", "done")
    assert set(found.values()) == {(0, 1)} and "worker_left" not in found


def test_exchanges_are_counted_and_what_undoes_itself_is_told_apart():
    found = counted(swamp(), "swap:mana>axolotl", "swap:axolotl>mana", "swap:worker>mana", "improve:1", "done")
    assert found["exchanges"] == (3, 1) and found["undone"] == (1, 1)
    assert found["worker_to_axolotl"] == (1, 1) and found["worker_to_axolotl_sent"] == (0, 1)
    found = counted(swamp(), "swap:worker>mana", "swap:mana>axolotl", "improve:1a", "done")
    assert found["undone"] == (0, 1) and found["worker_to_axolotl_sent"] == (1, 1) and found["axolotl_first"] == (1, 1)


def test_a_tile_counts_as_idle_where_the_turn_made_no_use_of_it():
    tiles = ("use:catch1", "use:build-3", "use:range3")
    found = counted(swamp(), *tiles, "improve:1", "done")
    assert [found[name] for name in ("idle_catch", "idle_discount", "idle_range")] == [(1, 1)] * 3
    found = counted(swamp(), *tiles, "fish:2", "boat:1", "go:a2", "done", "done")
    assert [found[name] for name in ("idle_catch", "idle_discount", "idle_range")] == [(0, 1), (1, 1), (0, 1)]


def test_a_worker_left_counts_where_nothing_was_made_of_it_until_the_end_of_the_pass():
    left = counted(swamp().give(0, free=1), "pass", "take:build", "guide:sailor")
    exchanged = counted(swamp().give(0, free=1), "pass", "take:build", "swap:worker>mana")
    assert left["worker_left"] == (1, 1) and exchanged["worker_left"] == (0, 1)
