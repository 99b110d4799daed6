"""Backgammon: race fifteen checkers home, hit and block on the way. Read turn.py first."""

from __future__ import annotations

from pathlib import Path

from sampan.engine.game import Definition, Option, Rules

from . import box, evaluation, faults, features, hide, moves, narrate, outcome, picture, scoring, turn, view
from .state import STATE
from .terms import SEATS, Source, Why

GAME = Definition(
    interface=2,
    name="backgammon",
    title="Backgammon",
    version=1,
    package=__name__,
    folder=Path(__file__).parent,
    state=STATE,
    rules=Rules(
        deal=turn.deal,
        legal=turn.legal,
        why_not=turn.why_not,
        play=turn.play,
        hide=hide.hide,
        redeal=hide.redeal,
        standing=scoring.standing,
        features=features.features,
        figures=evaluation.figures,
        is_quiet=evaluation.is_quiet,
        chance_key=evaluation.chance_key,
    ),
    why=Why,
    source=Source,
    options=(Option("players", (SEATS,), "how many sit at the table"),),
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
    figure_names=evaluation.figure_names,
    outcome=outcome.outcome,
    chance_messages=("backgammon_log_roll", "backgammon_log_no_move"),
    peers={"open_spiel": "backgammon", "pgx": "backgammon"},
)
