from pathlib import Path

from sampan.engine.game import Definition, Option, Rules

from . import box, features, hide, moves, scoring, setup, terms, turn
from .state import STATE

RULES = Rules(
    deal=setup.deal,
    legal=turn.legal,
    why_not=turn.why_not,
    play=turn.play,
    hide=hide.hide,
    redeal=hide.redeal,
    standing=scoring.standing,
    features=features.features,
)
no = lambda *a: None
GAME = Definition(
    "feya",
    "Feya's Swamp",
    "",
    1,
    Path(__file__).parent,
    STATE,
    RULES,
    terms.Why,
    terms.Source,
    (
        Option("players", (2, 3, 4), ""),
        *(Option(f"board{seat}", ("normal", "advanced"), "") for seat in range(1, 5)),
        *(Option(f"clan{seat}", ("any", "crocodile", "turtle", "frog", "salamander"), "") for seat in range(1, 5)),
        Option("boat_at_island", ("off", "on"), ""),
    ),
    4,
    box.read,
    moves.moves_of,
    no,
    no,
    no,
    no,
    no,
    no,
    no,
    lambda: ["gold"],
)
