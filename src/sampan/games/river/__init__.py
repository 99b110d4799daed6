"""River of Gold: build along the river, sail it, deliver to its customers. Read turn.py first."""

from __future__ import annotations

from pathlib import Path

from sampan.engine.game import Definition, Option, Rules

from . import (
    box,
    evaluation,
    faults,
    features,
    hide,
    moves,
    narrate,
    offers,
    outcome,
    picture,
    scoring,
    setup,
    turn,
    view,
)
from .state import STATE
from .terms import SEATS, Source, Why

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
        Option("players", (2, 3, 4), "how many sit at the table"),
        Option("patrons", ("off", "draft", "clan"), "clan patrons: none, drafted from one per clan, or by random clan"),
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
    asides=evaluation.ASIDES,
    most_asides=2,
    plays_interpreted=True,
    piece_names={"tile": narrate.tile_mark},
    tie="favor",
    chance_messages=("river_log_rolled", "river_log_turn", "river_log_new_tile"),
)
