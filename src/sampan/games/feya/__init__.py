"""Feya's Swamp: fish, trade, build and sail on a swamp that silts up. Read turn.py first."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from sampan.engine.game import Definition, Option, Rules

from . import box, faults, features, hide, moves, narrate, offers, picture, scoring, setup, turn, view, worth
from .shape import names
from .state import STATE
from .terms import SEATS, Clan, Source, Why

CLANS = names(Clan)
SEAT_NUMBERS = range(1, SEATS + 1)


def quarrel(settled: Mapping[str, int | str]) -> str:
    """Two seats at one table cannot play the same clan."""
    seats = range(1, int(settled["players"]) + 1)
    for seat in seats:
        for other in range(1, seat):
            if settled[f"clan{seat}"] == settled[f"clan{other}"] != "any":
                return f"clan{seat} = {settled[f'clan{seat}']!r}: expected another clan than seat {other} has"
    return ""


def boards(players: int, *advanced: int, **more: int | str) -> dict[str, int | str]:
    """Options with the advanced board at these seats."""
    return {"players": players, **{f"board{seat}": "advanced" for seat in advanced}, **more}


GAME = Definition(
    name="feya",
    title="Feya's Swamp",
    credits="Feya's Swamp: designed by Helge Ostertag and Anselm Ostertag. Sampan is unofficial.",
    version=1,
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
        look=worth.look,
        settled=worth.settled,
    ),
    why=Why,
    source=Source,
    options=(
        Option("players", (2, 3, 4), "how many sit at the table"),
        *(Option(f"board{n}", ("normal", "advanced"), f"side of the clan board of seat {n}") for n in SEAT_NUMBERS),
        *(Option(f"clan{n}", ("any", *CLANS), f"clan of seat {n}; any is the first one left") for n in SEAT_NUMBERS),
        Option("boat_at_island", ("off", "on"), "whether a boat that builds must itself be next to the island"),
    ),
    most_seats=SEATS,
    read_box=box.read,
    moves=moves.moves_of,
    view=view.view,
    describe=narrate.describe,
    narrate=narrate.narrate,
    explain=narrate.explain,
    faults=faults.faults,
    draw=picture.draw,
    draw_box=picture.draw_box,
    feature_names=features.feature_names,
    term_names=worth.term_names,
    asides=worth.ASIDES,
    most_asides=1,
    quarrel=quarrel,
    variants=(
        boards(2),
        boards(2, 1),
        boards(2, 1, 2, clan1="frog", clan2="salamander"),
        boards(3),
        boards(3, 2, 3, clan1="frog", clan3="turtle", boat_at_island="on"),
        boards(3, 1, 2, 3),
        boards(4),
        boards(4, 2, 4),
        boards(4, 1, 2, 3, 4),
    ),
)
