"""Whole random games of Feya's Swamp: they end, and every guide, temple and source of points comes up."""

from __future__ import annotations

import io

import numpy as np
from rich.console import Console

from sampan.engine.batch import play_out
from sampan.engine.rule import JIT
from sampan.games.feya.terms import Guide, Source

from .position import GAME

# Races that random play all but never wins; each has its own test.
HARD_BY_CHANCE = {
    "every_island",
    "both_workers",
    "two_on_five",
    "three_on_three",
    "thirty_gold",
    "five_on_one",
    "seven_fish",
}


def test_random_games_always_end_and_use_every_guide_race_temple_and_source():
    boards = {f"board{seat}": "advanced" for seat in range(2, 5)}
    points, guides, races, temples = np.zeros(len(Source)), set(), set(), 0
    for players in (2, 3, 4):
        options = {"players": players, "clan2": "salamander", **boards}
        states = play_out(GAME, 1500 if JIT else 5, options, threads=1).states
        assert (states.seat == -1).all()
        points += states.vp.sum(axis=(0, 1))
        guides |= {int(guide) for guide in states.guide.flat if guide >= 0}
        races |= {int(race) for race in states.race[(states.claims >= 0).any(axis=2)]}
        temples |= int(np.bitwise_or.reduce(states.temples, axis=None))
    if JIT:
        never = [source.name for source in Source if points[source] == 0]
        never += [guide.name for guide in Guide if guide not in guides]
        never += [aim for place, aim in enumerate(GAME.box.tables["races"]["aims"]) if place not in races]
        assert never == [] or set(never) <= HARD_BY_CHANCE, never
        assert temples == 0b11111


def test_the_table_and_the_box_can_be_drawn():
    console = Console(width=140, record=True, file=io.StringIO())
    state = GAME.deal({"players": 4}, 3)
    console.print(GAME.definition.draw(GAME, state, 0, GAME.words()))
    console.print(GAME.definition.draw_box(GAME.box))
    text = console.export_text()
    assert "small map, 2 players" in text and "temples" in text
