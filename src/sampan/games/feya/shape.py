"""The shape of box.toml: every key, what it holds, and within which limits."""

from __future__ import annotations

from functools import cache
from typing import Any

from sampan.engine.box import STAND_IN, Amounts, Int, List, Marks, Table, Text

from .terms import (
    BONUS_PER_ROUND, FISH_CARDS, GUIDES_OPEN, RACE_PLACES, RACES, RACES_OPEN, ROUNDS, SAILING_STEPS, SCORE_CARDS,
    SCORE_CARDS_OPEN, SEATS, SPACES, SPECIALS, STACK_LIMIT, TEMPLE_STACK, TRACK_LENGTH, TRACKS, Action, Clan, Gain,
    Guide, Race, ScoreCard,
)  # fmt: skip


@cache
def names(enum: Any) -> tuple[str, ...]:
    """The names of an enum as box.toml writes them."""
    return tuple(member.name.lower() for member in enum)


SOURCE = {"source": Marks("rulebook", STAND_IN, "printed")}
PLAYERS = List(Int(2, SEATS), 1, SEATS - 1)
GAIN = Amounts(names(Gain), 0, 20)
SPACE = Table({"pay": Int(0, 9), "gain": GAIN}, optional=("pay", "gain"))
TRACK = List(List(Text(), TRACK_LENGTH), TRACKS)
TEMPLE = List(
    Table({"players": Int(2, SEATS)} | {name: Int(0, 20) for name in names(Gain)}, optional=names(Gain)),
    1,
    TEMPLE_STACK,
)
MAP = Table(SOURCE | {"players": PLAYERS, "sail_bonus": Int(0, 9), "art": Text()})
ACTION_SPACES = Table(SOURCE | {name: List(SPACE, 1, SPACES) for name in names(Action)})
TEMPLE_NAMES = ("A", "B", "C", "D", "E")
ROUND_NAMES = ("I", "II", "III", "IV")
WITH_BONUS = ("fisherman", "monk", "storyteller", "warrior", "merchant", "artist", "wiseman")
BONUS_OF_GUIDE = Int(0, 30)
NEEDS = {
    "five_on_one": ("settlements", "islands"), "two_on_five": ("settlements", "islands"), "sailing_four": ("steps",),
    "three_on_three": ("settlements", "islands"), "both_workers": ("workers",), "seven_fish": ("fish",),
    "thirty_gold": ("gold",),
}  # fmt: skip
MOST_NEEDED = {"settlements": 20, "islands": 12, "steps": SAILING_STEPS - 1, "workers": 2, "fish": 99, "gold": 120}
CARDS_WITH_VP = tuple(name for name in names(ScoreCard) if name != "group_squared")

# What was fixed before it came into the file: it counts for a box's hash only where a box has another figure, so that
# games played before are games of the same box. A later change of the printed figures does not belong here.
FIXED_BEFORE: dict[str, Any] = {
    "prices": {
        "fish": [4, 3, 2], "fish_at_totem": 1, "gold_per_spirit": 3, "mana_per_axolotl": 2, "mana_per_worker": 1,
    },
    "points": {"feast_at_totem": 3, "feast_space": 3, "gold_per_vp": 10},
    "races": {
        "needs": {
            "five_on_one": {"settlements": 5, "islands": 1}, "two_on_five": {"settlements": 2, "islands": 5},
            "sailing_four": {"steps": 4}, "three_on_three": {"settlements": 3, "islands": 3},
            "both_workers": {"workers": 2}, "seven_fish": {"fish": 7}, "thirty_gold": {"gold": 30},
        }
    },
    "score_cards": {"vp": {"temple_5": 5, "lead_3": 3, "single_5": 5, "largest_4": 4, "smallest_4": 4}},
    "guides": [{"bonus": bonus} if bonus else {} for bonus in (0, 0, 1, 2, 3, 0, 2, 8, 3, 3)],
}  # fmt: skip

SHAPE = Table(
    {
        "name": Text(),
        "players": List(Int(2, SEATS), SEATS - 1),
        "rounds": Int(ROUNDS, ROUNDS),
        "start": Table(
            SOURCE
            | {
                "gold": Int(0, 200),
                "mana": Int(0, 50),
                "fish": Int(0, 50),
                "workers": Int(1, 9),
                "objectives": Int(RACES_OPEN, RACES_OPEN),
                "guides_dealt": Int(GUIDES_OPEN, GUIDES_OPEN),
                "races_dealt": Int(RACES_OPEN, RACES_OPEN),
                "score_cards_dealt": Int(SCORE_CARDS_OPEN, SCORE_CARDS_OPEN),
                "spirits_on_board": Int(0, 2),
                "spirits_per_round": Int(1, 1),
                "spirits_in_supply": Int(0, 9),
                "axolotls": Int(0, 40),
            }
        ),
        "prices": Table(
            SOURCE
            | {
                "fish": List(Int(0, 20), STACK_LIMIT),
                "fish_at_totem": Int(0, 20),
                "gold_per_spirit": Int(0, 20),
                "mana_per_axolotl": Int(1, 20),
                "mana_per_worker": Int(1, 20),
            }
        ),
        "points": Table(SOURCE | {"feast_at_totem": Int(0, 20), "feast_space": Int(0, 20), "gold_per_vp": Int(1, 100)}),
        "maps": Table({"small": MAP, "large": MAP}),
        "actions": Table({"small": ACTION_SPACES, "large": ACTION_SPACES}),
        "sailing_track": Table(SOURCE | {"vp": List(Int(0, 20), 4, SAILING_STEPS - 1)}),
        "clan_boards": Table(
            SOURCE
            | {"base_catch": Int(0, 5), "normal": TRACK}
            | dict.fromkeys(names(Clan), TRACK)
            | {"special_tiles": List(Text(), SPECIALS)}
        ),
        "clans": List(Table({"id": Text(*names(Clan)), "colour": Text()}), len(Clan)),
        "temples": Table(SOURCE | dict.fromkeys(TEMPLE_NAMES, TEMPLE)),
        "fish_cards": Table(SOURCE | {"cards": List(List(Text(), 1, 6), FISH_CARDS)}),
        "races": Table(
            SOURCE
            | {
                "vp": List(Int(0, 50), 1, RACE_PLACES),
                "aims": List(Text(*names(Race)), RACES),
                "needs": Table(
                    {aim: Table({what: Int(1, MOST_NEEDED[what]) for what in whats}) for aim, whats in NEEDS.items()}
                ),
            }
        ),
        "score_cards": Table(
            SOURCE
            | {
                "aims": List(Text(*names(ScoreCard)), SCORE_CARDS),
                "vp": Table({name: Int(0, 20) for name in CARDS_WITH_VP}),
            }
        ),
        "guides": List(
            Table(
                {
                    "id": Text(*names(Guide)),
                    "initiative": Int(1, len(Guide)),
                    "settlement": Int(0, 30),
                    "range": Int(0, 20),
                    "bonus": BONUS_OF_GUIDE,
                },
                optional=("bonus",),
            ),
            len(Guide),
        ),
        "round_bonus": Table(SOURCE | {name: List(Text(), BONUS_PER_ROUND) for name in ROUND_NAMES}),
    }
)
