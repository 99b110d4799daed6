"""What the frame's tests must know of River of Gold."""

from __future__ import annotations

from sampan.engine.game import Game, State
from sampan.games.river.view import card_names
from tests.shelf import Expectations


def held(game: Game, state: State, seat: int) -> list[str]:
    """The customers in a seat's hand."""
    return [name for card, name in enumerate(card_names(game)) if int(state.hand[0][seat]) >> card & 1]


EXPECTED = Expectations(
    golden=(
        ({"players": 2, "patrons": "off"}, 2175),
        ({"players": 2, "patrons": "draft"}, 2070),
        ({"players": 2, "patrons": "clan"}, 2220),
        ({"players": 3, "patrons": "off"}, 2090),
        ({"players": 3, "patrons": "draft"}, 2100),
        ({"players": 3, "patrons": "clan"}, 2225),
        ({"players": 4, "patrons": "off"}, 2189),
        ({"players": 4, "patrons": "draft"}, 2319),
        ({"players": 4, "patrons": "clan"}, 2312),
    ),
    kit_games=2,
    watched_games=700,  # 6,300 in all
    watched_seed=50_000,  # from here on even the rare reasons are met
    card_kinds=frozenset(
        {
            "patron", "die", "trade", "take", "sail", "deliver", "discard", "good", "journey", "merchant", "sell",
            "face",
        }
    ),
    never={
        "GAME_OVER": "looked at only while the game goes on",
        "ROW_EMPTY": "at the end trigger the row holds four tiles and at most three turns remain",
    },
    seldom={
        "KOKU_FULL": "25 koku, which random play spends earlier",
        "REWARD_TAKEN": "a journey that ends twice in one turn",
        "MARKERS_FULL": "a building with two markers of one's own, met by a monk",
    },
    chance=True,
    rulings="R",
    compiled="turn.py",
    edits={"view.py": False, "sail.py": True, "moves.py": True},
    hand="hand",
    held=held,
    tables=(({"players": 2, "patrons": "off"}, 0), ({"players": 3, "patrons": "draft"}, 1)),
)  # fmt: skip
