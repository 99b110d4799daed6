"""The shape of box.toml: every key, what it holds, and within which limits."""

from __future__ import annotations

from typing import Any

from sampan.engine.box import Amounts, Flag, Int, List, Table, Text

from .terms import (
    CARDS, ERAS, MASTERIES, PLACES, REGIONS, REWARD_PARTS, RIVER_SPACES, SEATS, SHORES, STACK, TILES, TOUCHING,
    TRACK_STEPS, Ability, Building, Clan, Condition, Customer, Good, Ground, Patron, Reward,
)  # fmt: skip


def names(enum: Any) -> tuple[str, ...]:
    """The names of an enum as box.toml writes them."""
    return tuple(member.name.lower() for member in enum)


REWARDS = names(Reward)[1:]
TRACK_REWARDS = ("koku", *names(Good), "favor", "vp", "any_good")
SOURCE = {"source": Text("rulebook", "printed", "adaptation")}


def reward(allowed: tuple[str, ...] = REWARDS) -> Amounts:
    """The shape of a reward."""
    return Amounts(allowed, 1, 20, entries=REWARD_PARTS)


SHAPE = Table(
    {
        "title": Text(),
        "designer": Text(),
        "publisher": Text(),
        "players": Table(
            SOURCE
            | {
                "start_koku_by_turn": List(Int(0, 25), SEATS),
                "start_goods": Amounts(names(Good), 0, 6),
                "start_favor": Int(0, 6),
                "start_favor_limit": Int(0, 12),
                "max_favor_limit": Int(1, 12),
                "start_hand": Int(1, 4),
                "cap_koku": Int(10, 99),
                "cap_each_good": Int(3, 20),
            }
        ),
        "trade": Table(SOURCE | {"goods_given": Int(2, 6), "koku_given": Int(1, 25)}),
        "die": Table(SOURCE | {"favor_per_step": Int(1, 6)}),
        "river": Table(
            SOURCE
            | {
                "start_upper": Int(1, RIVER_SPACES),
                "start_middle": Int(1, RIVER_SPACES),
                "spaces": List(
                    Table({"id": Int(1, RIVER_SPACES), "shores": List(Int(1, SHORES), TOUCHING)}), RIVER_SPACES
                ),
            }
        ),
        "journey": Table(SOURCE | {"koku": Int(0, 20), "any_good": Int(0, 6)}),
        "shore": Table(
            SOURCE
            | {
                "empty_visitor_reward": reward(),
                "spaces": List(
                    Table(
                        {
                            "id": Int(1, SHORES),
                            "region": Int(1, REGIONS),
                            "cost": Int(0, 30),
                            "bank": Text("left", "right"),
                            "rivers": List(Int(1, RIVER_SPACES), 1, 4),
                            "setup": Text(*names(Ground)),
                        }
                    ),
                    SHORES,
                ),
            }
        ),
        "regions": Table(
            SOURCE
            | {"list": List(Table({"id": Int(1, REGIONS), "icon": Text(), "colour": Text(), "name": Text()}), REGIONS)}
        ),
        "influence": Table(
            SOURCE
            | {
                "length": Int(2, TRACK_STEPS - 1),
                "flower_step": Int(1, TRACK_STEPS - 1),
                "tracks": List(
                    Table(
                        {
                            "region": Int(1, REGIONS),
                            "steps": List(
                                Table(
                                    {"at": Int(1, TRACK_STEPS - 1)} | {name: Int(1, 20) for name in TRACK_REWARDS},
                                    optional=TRACK_REWARDS,
                                ),
                                0,
                                TRACK_STEPS,
                            ),
                        }
                    ),
                    REGIONS,
                ),
            }
        ),
        "region_scoring": Table(
            SOURCE
            | {
                "second_place_max_gap_2p": Int(0, TRACK_STEPS),
                "tiles": List(
                    Table(
                        {
                            "id": Text(),
                            "side_2p": List(Int(0, 30), 1, PLACES),
                            "side_34p": List(Int(0, 30), 1, PLACES),
                        }
                    ),
                    REGIONS,
                ),
            }
        ),
        "mastery": Table(
            SOURCE
            | {
                "cards": List(
                    Table(
                        {
                            "id": Text(),
                            "side_2p": List(Int(1, 30), 1, PLACES),
                            "side_34p": List(Int(1, 30), 1, PLACES),
                            "condition": Text(*names(Condition)),
                            "n": Int(1, TRACK_STEPS),
                        }
                    ),
                    MASTERIES,
                )
            }
        ),
        "buildings": Table(
            SOURCE
            | {
                "row_end_reward": reward(("koku", *names(Good), "favor", "vp")),
                "tiles": List(
                    Table(
                        {
                            "id": Text(),
                            "era": Int(0, ERAS),
                            "type": Text(*names(Building)),
                            "imperial": Flag(),
                            "count": Int(1, 9),
                            "influence": Int(0, 18),
                            "owner": reward(),
                            "visitor": reward(),
                        }
                    ),
                    1,
                    TILES,
                ),
            }
        ),
        "eras": Table(
            SOURCE
            | {
                "by_players": List(
                    Table({"players": Int(2, SEATS), "era1": Int(5, STACK), "era2": Int(1, STACK)}), SEATS - 1
                )
            }
        ),
        "end_game": Table(SOURCE | {"trigger_vp": Int(0, 30)}),
        "customers": Table(
            SOURCE
            | {
                "after_delivery_draw": Int(1, 3),
                "after_delivery_discard": Int(0, 2),
                "cards": List(
                    Table(
                        {
                            "id": Text(),
                            "type": Text(*names(Customer)),
                            "region": Int(1, REGIONS),
                            "order": Amounts(names(Good), 1, 6),
                            "target": Text("own", "opponent"),
                            "ongoing": Text(*names(Ability)[1:]),
                            "endgame": Text(*names(Ability)[1:]),
                        },
                        optional=("target", "ongoing", "endgame"),
                    ),
                    CARDS,
                ),
            }
        ),
        "customer_types": Table(
            SOURCE | {name: reward(("influence", "favor_limit", "favor", "vp", "koku")) for name in names(Customer)}
        ),
        "abilities": Table(
            SOURCE
            | {
                name: Table({"amount": Int(1, 20), "per": Int(1, 20)}, optional=("amount", "per"))
                for name in names(Ability)[1:]
            }
        ),
        "customer_score": Table(SOURCE | {"vp_by_count": List(Int(0, 99), 7)}),
        "clans": Table(SOURCE | {"list": List(Table({"id": Text(*names(Clan)), "colour": Text()}), len(Clan))}),
        "patrons": Table(
            SOURCE
            | {
                "cards": List(
                    Table(
                        {
                            "id": Text(*names(Patron)),
                            "clan": Text(*names(Clan)),
                            "name": Text(),
                            "start": Amounts(("koku", "customers"), 1, 20),
                            "vp": Int(0, 20),
                            "favor_cost": Int(1, 6),
                        },
                        optional=("favor_cost",),
                    ),
                    len(Patron),
                )
            }
        ),
    }
)
