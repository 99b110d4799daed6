"""Feya's Swamp: fish, trade, build and sail on a swamp that silts up. Read turn.py first."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from pathlib import Path

from sampan.engine.game import Definition, Option, Rules

from . import (
    balance,
    box,
    counted,
    dominated,
    evaluation,
    faults,
    features,
    hide,
    moves,
    narrate,
    oddities,
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
SIDES = ("normal", "advanced")
SEAT_NUMBERS = range(1, SEATS + 1)


def quarrel(resolved: Mapping[str, int | str]) -> str:
    """Two seats at one table cannot play the same clan."""
    seats = range(1, int(resolved["players"]) + 1)
    for seat in seats:
        for other in range(1, seat):
            if resolved[f"clan{seat}"] == resolved[f"clan{other}"] in CLANS:
                return f"clan{seat} = {resolved[f'clan{seat}']!r}: expected another clan than seat {other} has"
    return ""


def mixes() -> tuple[dict[str, int | str], ...]:
    """Every mix of clan boards for every number of players, with other options in turn; last, clans by chance."""
    found: list[dict[str, int | str]] = []
    for players in (2, 3, 4):
        for sides in product(SIDES, repeat=players):
            turn = len(found)
            mix: dict[str, int | str] = {"players": players, "boat_at_island": "on" if turn % 3 == 2 else "off"}
            mix |= {f"board{seat + 1}": side for seat, side in enumerate(sides)}
            mix |= {f"clan{seat + 1}": CLANS[(seat + turn) % len(CLANS)] for seat in range(players) if turn % 4}
            found.append(mix)
    found.append({"players": 4, "clan1": "random", "clan2": "turtle", "clan4": "random"})
    return tuple(found)


GAME = Definition(
    interface=2,
    name="feya",
    title="Feya's Swamp",
    version=2,
    place=2,
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
        extra_features=evaluation.extra_features,
    ),
    why=Why,
    source=Source,
    options=(
        Option("players", (2, 3, 4), "how many sit at the table"),
        *(Option(f"board{n}", SIDES, f"side of the clan board of seat {n}", n - 1) for n in SEAT_NUMBERS),
        *(
            Option(f"clan{n}", ("any", *CLANS, "random"), f"clan of seat {n}; any is the first one left", n - 1)
            for n in SEAT_NUMBERS
        ),
        Option("boat_at_island", ("off", "on"), "whether a boat that builds must itself be next to the island"),
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
    extra_inputs=evaluation.EXTRA_INPUTS,
    deeds=(
        "guide",
        "block",
        "fish",
        "trade",
        "build",
        "sail",
        "improve",
        "celebrate",
        "spirit",
        "use",
        "pass",
        "take",
        "site",
    ),
    asides=evaluation.ASIDES,
    most_asides=1,
    quarrel=quarrel,
    chance_messages=("feya_log_turn",),
    chance_only_deals=True,
    counted=counted.COUNTED,
    balance=balance.BALANCE,
    puzzles=puzzles.PUZZLES,
    oddities=oddities.ODDITIES,
    dominated=dominated.dominated,
    variants=mixes(),
)
