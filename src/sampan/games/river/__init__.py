"""River of Gold: build along the river, sail it, deliver to its customers. Read turn.py first."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from pathlib import Path

from sampan.engine.game import Definition, Option, Rules

from . import (
    balance,
    box,
    counted,
    evaluation,
    faults,
    features,
    hide,
    moves,
    narrate,
    offers,
    outcome,
    picture,
    puzzles,
    scoring,
    setup,
    turn,
    view,
)
from .shape import names
from .state import STATE
from .terms import SEATS, Clan, Source, Why

CLANS = names(Clan)
SEAT_NUMBERS = range(1, SEATS + 1)
PLAYERS, PATRONS = (2, 3, 4), ("off", "draft", "clan")


def quarrel(resolved: Mapping[str, int | str]) -> str:
    """Two seats at one table cannot have the same color."""
    seats = range(1, int(resolved["players"]) + 1)
    for seat in seats:
        for other in range(1, seat):
            if resolved[f"clan{seat}"] == resolved[f"clan{other}"] in CLANS:
                return f"clan{seat} = {resolved[f'clan{seat}']!r}: expected another clan than seat {other} has"
    return ""


def variants() -> tuple[dict[str, int | str], ...]:
    """All ways to play, and clans asked for or left to chance."""
    ways: list[dict[str, int | str]] = [{"players": n, "patrons": patrons} for n, patrons in product(PLAYERS, PATRONS)]
    return (*ways, {"players": 4, "clan1": "random", "clan2": "scorpion", "clan4": "random"})


GAME = Definition(
    interface=2,
    name="river",
    title="River of Gold",
    version=2,
    place=1,
    package=__name__,
    folder=Path(__file__).parent,
    state=STATE,
    rules=Rules(
        deal=setup.deal,
        legal=offers.legal,
        why_not=turn.why_not,
        play=turn.play,
        hide=hide.hide,
        redeal=hide.redeal,
        standing=scoring.standing,
        features=features.features,
        figures=evaluation.figures,
        is_quiet=evaluation.is_quiet,
        extra_features=features.features,
        chance_key=evaluation.chance_key,
    ),
    why=Why,
    source=Source,
    options=(
        Option("players", PLAYERS, "how many sit at the table"),
        Option("patrons", PATRONS, "clan patrons: none, drafted from one per clan, or by random clan"),
        *(
            Option(
                f"clan{n}", ("any", *CLANS, "random"), f"color of seat {n} without patrons; any: the first left", n - 1
            )
            for n in SEAT_NUMBERS
        ),
    ),
    most_seats=SEATS,
    read_box=box.read,
    moves=moves.moves_of,
    view=view.view,
    own_view=view.own_view,
    describe=narrate.describe,
    narrate=narrate.narrate,
    explain=narrate.explain,
    outcome=outcome.outcome,
    naming=outcome.NAMING,
    faults=faults.faults,
    draw=picture.draw,
    draw_box=picture.draw_box,
    feature_names=features.feature_names,
    figure_names=evaluation.figure_names,
    extra_inputs=len(features.feature_names()),
    deeds=("patron", "build", "sail", "deliver", "discard", "good", "journey", "face", "roll", "end"),
    asides=evaluation.ASIDES,
    most_asides=2,
    decides_late=True,
    plays_interpreted=True,
    piece_names={"tile": narrate.tile_mark},
    tie="favor",
    quarrel=quarrel,
    counted=counted.COUNTED,
    balance=balance.BALANCE,
    puzzles=puzzles.PUZZLES,
    variants=variants(),
    chance_messages=("river_log_rolled", "river_log_turn", "river_log_new_tile"),
)
