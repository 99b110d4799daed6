from pathlib import Path

from sampan.engine.game import Definition, Game, Option, Rules

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
    "river",
    "River of Gold",
    "",
    1,
    Path(__file__).parent,
    STATE,
    RULES,
    terms.Why,
    terms.Source,
    (Option("players", (2, 3, 4), ""), Option("patrons", ("off", "draft", "clan"), "")),
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
    lambda: ["koku"],
)
