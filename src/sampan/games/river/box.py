"""The printed box: box.toml checked as a whole and packed into the record the rules read."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from sampan.engine.box import Box, read_box, together
from sampan.engine.faults import unfit, wrong
from sampan.engine.layout import layout

from .shape import SHAPE, names
from .terms import (
    CARDS, ERAS, MASTERIES, MERCHANTS, PLACES, REGIONS, REWARD_PARTS, RIVER_SPACES, SEATS, SHORES, TILES, TOUCHING,
    TRACK_STEPS, Ability, Building, Clan, Condition, Customer, Good, Ground, Patron, Reward, Target,
)  # fmt: skip

REWARD = (REWARD_PARTS, 2)  # (kind, amount) pairs, NOTHING after the last
SIDES = 2  # of scoring tiles and masteries: for 2 players, for 3 and 4

BOX = layout(
    [
        ("starting_tiles", np.uint64),
        ("imperial_tiles", np.uint64),
        ("era_tiles", np.uint64, ERAS),
        ("type_cards", np.uint64, len(Customer)),
        ("region_cards", np.uint64, REGIONS),
        ("ability_cards", np.uint64, len(Ability)),
        ("start_koku", np.int8, SEATS),
        ("start_goods", np.int8, len(Good)),
        ("start_favor", np.int8),
        ("start_favor_limit", np.int8),
        ("max_favor_limit", np.int8),
        ("start_hand", np.int8),
        ("cap_koku", np.int8),
        ("cap_good", np.int8),
        ("goods_given", np.int8),
        ("koku_given", np.int8),
        ("favor_per_step", np.int8),
        ("start_river", np.int8, 2),
        ("river_shores", np.int8, (RIVER_SPACES, TOUCHING)),
        ("journey_koku", np.int8),
        ("journey_goods", np.int8),
        ("empty_reward", np.int8, REWARD),
        ("shore_region", np.int8, SHORES),
        ("shore_cost", np.int8, SHORES),
        ("shore_touches", np.int8, SHORES),
        ("shore_ground", np.int8, SHORES),
        ("region_shores", np.int8, (REGIONS, SHORES)),
        ("region_size", np.int8, REGIONS),
        ("track_length", np.int8),
        ("flower_step", np.int8),
        ("track_reward", np.int8, (REGIONS, TRACK_STEPS, *REWARD)),
        ("scoring_points", np.int8, (SIDES, REGIONS, PLACES)),
        ("second_place_gap", np.int8),
        ("mastery_condition", np.int8, MASTERIES),
        ("mastery_number", np.int8, MASTERIES),
        ("mastery_points", np.int8, (SIDES, MASTERIES, PLACES)),
        ("row_end_reward", np.int8, REWARD),
        ("tile_type", np.int8, TILES),
        ("tile_influence", np.int8, TILES),
        ("tile_owner", np.int8, (TILES, *REWARD)),
        ("tile_visitor", np.int8, (TILES, *REWARD)),
        ("era_size", np.int8, (SEATS + 1, ERAS)),
        ("trigger_vp", np.int8),
        ("card_type", np.int8, CARDS),
        ("card_region", np.int8, CARDS),
        ("card_order", np.int8, (CARDS, len(Good))),
        ("card_target", np.int8, CARDS),
        ("card_ongoing", np.int8, CARDS),
        ("card_endgame", np.int8, CARDS),
        ("merchant_card", np.int8, MERCHANTS),
        ("delivery_draw", np.int8),
        ("delivery_discard", np.int8),
        ("delivery_reward", np.int8, (len(Customer), *REWARD)),
        ("amount", np.int8, len(Ability)),
        ("per", np.int8, len(Ability)),
        ("customer_points", np.int8, 7),
        ("patron_clan", np.int8, len(Patron)),
        ("patron_koku", np.int8, len(Patron)),
        ("patron_customers", np.int8, len(Patron)),
        ("patron_vp", np.int8, len(Patron)),
        ("patron_favor", np.int8, len(Patron)),
    ]
)


def read(path: Path) -> Box:
    """Read and check a box file."""
    return read_box(path, SHAPE, BOX, fill, folder=Path(__file__).parent)


def fill(tables: dict[str, Any], record: Any) -> None:
    """Check what no single key shows, and pack the record."""
    box = record[0]
    parts = (in_order, fill_players, fill_shore, fill_influence, fill_buildings, fill_customers, fill_patrons)
    together(*(partial(part, tables, box) for part in parts))


NAME, CARD_NAME = 40, 31  # letters of a name; a card's stands in moves, behind what is done with it


def in_order(tables: dict[str, Any], _: Any) -> None:
    """Lists whose ids are places must run 1, 2, 3, ...; names must differ."""
    for at, rows, key in (
        ("river.spaces", tables["river"]["spaces"], "id"),
        ("shore.spaces", tables["shore"]["spaces"], "id"),
        ("regions.list", tables["regions"]["list"], "id"),
        ("influence.tracks", tables["influence"]["tracks"], "region"),
    ):
        for place, row in enumerate(rows):
            if row[key] != place + 1:
                raise wrong(f"{at}[{place}].{key}", row[key], f"{place + 1}")
    for at, rows in (
        ("clans.list", list(zip(tables["clans"]["list"], names(Clan), strict=True))),
        ("patrons.cards", list(zip(tables["patrons"]["cards"], names(Patron), strict=True))),
    ):
        for place, (row, name) in enumerate(rows):
            if row["id"] != name:
                raise wrong(f"{at}[{place}].id", row["id"], name)
    for at, rows in (
        ("customers.cards", tables["customers"]["cards"]),
        ("buildings.tiles", tables["buildings"]["tiles"]),
        ("mastery.cards", tables["mastery"]["cards"]),
        ("region_scoring.tiles", tables["region_scoring"]["tiles"]),
    ):
        seen: set[str] = set()
        for place, row in enumerate(rows):
            longest = CARD_NAME if at == "customers.cards" else NAME
            if row["id"] in seen or not re.fullmatch(f"[a-z0-9_.-]{{1,{longest}}}", row["id"]):
                raise wrong(f"{at}[{place}].id", row["id"], "river_box_own_name")
            seen.add(row["id"])


def pack(target: Any, amounts: dict[str, int]) -> None:
    """A reward as (kind, amount) pairs."""
    for part, (name, amount) in enumerate(amounts.items()):
        target[part] = Reward[name.upper()], amount


def pad(points: list[int]) -> list[int]:
    """Points by place, with 0 for the places nobody is paid for."""
    return points + [0] * (PLACES - len(points))


def fill_players(tables: dict[str, Any], box: Any) -> None:
    """What every player starts with and may hold."""
    players = tables["players"]
    for key in ("start_favor", "start_favor_limit", "max_favor_limit", "start_hand", "cap_koku"):
        setattr(box, key, players[key])
    if not players["start_favor"] <= players["start_favor_limit"] <= players["max_favor_limit"]:
        least, most = players["start_favor"], players["max_favor_limit"]
        raise wrong("players.start_favor_limit", players["start_favor_limit"], "box_whole", least=least, most=most)
    box.cap_good = players["cap_each_good"]
    box.start_koku[:] = players["start_koku_by_turn"]
    box.start_goods[:] = [players["start_goods"].get(name, 0) for name in names(Good)]
    box.goods_given, box.koku_given = tables["trade"]["goods_given"], tables["trade"]["koku_given"]
    box.favor_per_step = tables["die"]["favor_per_step"]
    box.trigger_vp = tables["end_game"]["trigger_vp"]


def fill_shore(tables: dict[str, Any], box: Any) -> None:
    """The river, its two banks, and which of their spaces touch."""
    rivers = [space["shores"] for space in tables["river"]["spaces"]]
    for shore, space in enumerate(tables["shore"]["spaces"]):
        touching = [river + 1 for river, shores in enumerate(rivers) if shore + 1 in shores]
        if sorted(space["rivers"]) != touching:
            raise wrong(f"shore.spaces[{shore}].rivers", space["rivers"], "river_box_touching", rivers=touching)
        box.shore_region[shore], box.shore_cost[shore] = space["region"] - 1, space["cost"]
        box.shore_touches[shore] = len(touching)
        box.shore_ground[shore] = Ground[space["setup"].upper()]
    for river, shores in enumerate(rivers):
        if len(set(shores)) != TOUCHING:
            raise wrong(f"river.spaces[{river}].shores", shores, "river_box_shores", n=TOUCHING)
        box.river_shores[river] = [shore - 1 for shore in sorted(shores)]
    for region in range(REGIONS):
        inside = [shore for shore in range(SHORES) if box.shore_region[shore] == region]
        if not inside:
            raise unfit("shore.spaces", "river_box_region", number=region + 1)
        box.region_size[region] = len(inside)
        box.region_shores[region, : len(inside)] = inside
    box.start_river[:] = tables["river"]["start_upper"] - 1, tables["river"]["start_middle"] - 1
    box.journey_koku, box.journey_goods = tables["journey"]["koku"], tables["journey"]["any_good"]
    pack(box.empty_reward, tables["shore"]["empty_visitor_reward"])


def fill_influence(tables: dict[str, Any], box: Any) -> None:
    """Influence tracks, scoring tiles and masteries."""
    influence = tables["influence"]
    if influence["flower_step"] > influence["length"]:
        raise wrong("influence.flower_step", influence["flower_step"], "river_box_last_step", most=influence["length"])
    box.track_length, box.flower_step = influence["length"], influence["flower_step"]
    for region, track in enumerate(influence["tracks"]):
        steps: set[int] = set()
        for place, step in enumerate(track["steps"]):
            at = f"influence.tracks[{region}].steps[{place}]"
            amounts = {name: amount for name, amount in step.items() if name != "at"}
            if not 1 <= step["at"] <= influence["length"] or step["at"] in steps:
                raise wrong(f"{at}.at", step["at"], "river_box_own_step", most=influence["length"])
            if len(amounts) > REWARD_PARTS:
                raise unfit(at, "river_box_rewards", n=len(amounts), most=REWARD_PARTS)
            steps.add(step["at"])
            pack(box.track_reward[region, step["at"]], amounts)
    box.second_place_gap = tables["region_scoring"]["second_place_max_gap_2p"]
    for tile, row in enumerate(tables["region_scoring"]["tiles"]):
        box.scoring_points[0, tile], box.scoring_points[1, tile] = pad(row["side_2p"]), pad(row["side_34p"])
    for card, row in enumerate(tables["mastery"]["cards"]):
        box.mastery_condition[card], box.mastery_number[card] = Condition[row["condition"].upper()], row["n"]
        box.mastery_points[0, card], box.mastery_points[1, card] = pad(row["side_2p"]), pad(row["side_34p"])


def fill_buildings(tables: dict[str, Any], box: Any) -> None:
    """Building tiles and the stacks they form."""
    rows = tables["buildings"]["tiles"]
    if (total := sum(row["count"] for row in rows)) != TILES:
        raise unfit("buildings.tiles", "river_box_tiles", n=total, right=TILES)
    sets = {"start": 0, "imperial": 0, "1": 0, "2": 0}
    tile = 0
    for place, row in enumerate(rows):
        if row["era"] == 0 and (row["owner"] or row["influence"]):
            raise wrong(f"buildings.tiles[{place}].owner", row["owner"], "river_box_nobodys")
        if row["imperial"] and row["era"] != 0:
            raise wrong(f"buildings.tiles[{place}].era", row["era"], "river_box_imperial_era")
        if row["owner"].get("draw_discard_customer"):
            raise wrong(f"buildings.tiles[{place}].owner", row["owner"], "river_box_no_customers")
        for _ in range(row["count"]):
            box.tile_type[tile], box.tile_influence[tile] = Building[row["type"].upper()], row["influence"]
            pack(box.tile_owner[tile], row["owner"])
            pack(box.tile_visitor[tile], row["visitor"])
            sets["imperial" if row["imperial"] else str(row["era"]) if row["era"] else "start"] |= 1 << tile
            tile += 1
    box.imperial_tiles, box.starting_tiles = sets["imperial"], sets["start"]
    box.era_tiles[:] = sets["1"], sets["2"]
    pack(box.row_end_reward, tables["buildings"]["row_end_reward"])
    grounds = [space["setup"] for space in tables["shore"]["spaces"]]
    for key, needed in (("imperial", grounds.count("market")), ("start", len(grounds) - grounds.count("open"))):
        have = sets[key].bit_count()
        if key == "start":
            needed -= grounds.count("market")
        if have != needed:
            raise unfit("buildings.tiles", f"river_box_{key}", n=have, right=needed)
    for place, row in enumerate(tables["eras"]["by_players"]):
        if row["players"] != place + 2:
            raise wrong(f"eras.by_players[{place}].players", row["players"], f"{place + 2}")
        for era in range(ERAS):
            if row[f"era{era + 1}"] > (most := sets[str(era + 1)].bit_count()):
                raise wrong(
                    f"eras.by_players[{place}].era{era + 1}", row[f"era{era + 1}"], "river_box_most_tiles", most=most
                )
        box.era_size[row["players"]] = row["era1"], row["era2"]


def fill_customers(tables: dict[str, Any], box: Any) -> None:
    """Customer cards, their types and abilities."""
    merchants = []
    for card, row in enumerate(tables["customers"]["cards"]):
        kind, region = Customer[row["type"].upper()], row["region"] - 1
        box.card_type[card], box.card_region[card] = kind, region
        box.card_order[card] = [row["order"].get(name, 0) for name in names(Good)]
        if (kind == Customer.MONK) != ("target" in row):
            given = row.get("target", "")
            raise wrong(f"customers.cards[{card}].target", given, "river_box_target")
        box.card_target[card] = Target[row["target"].upper()] if "target" in row else Target.NONE
        box.type_cards[kind] |= np.uint64(1 << card)
        box.region_cards[region] |= np.uint64(1 << card)
        check_abilities(card, row, kind)
        for key, field in (("ongoing", box.card_ongoing), ("endgame", box.card_endgame)):
            if key in row:
                field[card] = Ability[row[key].upper()]
                box.ability_cards[field[card]] |= np.uint64(1 << card)
        if kind == Customer.MERCHANT:
            merchants.append(card)
    if len(merchants) != MERCHANTS:
        raise unfit("customers.cards", "river_box_merchants", n=len(merchants), right=MERCHANTS)
    box.merchant_card[:] = merchants
    customers = tables["customers"]
    box.delivery_draw, box.delivery_discard = customers["after_delivery_draw"], customers["after_delivery_discard"]
    if box.delivery_discard > box.delivery_draw:
        given = customers["after_delivery_discard"]
        raise wrong("customers.after_delivery_discard", given, "river_box_drawn", most=box.delivery_draw)
    for kind in Customer:
        pack(box.delivery_reward[kind], tables["customer_types"][kind.name.lower()])
    for ability in list(Ability)[1:]:
        row = tables["abilities"][ability.name.lower()]
        box.amount[ability], box.per[ability] = row.get("amount", 0), row.get("per", 1)
    box.customer_points[:] = tables["customer_score"]["vp_by_count"]


ONGOING = {
    Customer.ARTISAN: ("artisan_discount",),
    Customer.ELDER: (None,),
    Customer.MERCHANT: tuple(name for name in names(Ability) if name.startswith("journey_")),
    Customer.MONK: ("second_marker",),
    Customer.NOBLE: tuple(name for name in names(Ability) if name.startswith("royal_")),
}
ENDGAME = {
    Customer.ARTISAN: ("vp_per_goods",),
    Customer.ELDER: ("double_region",),
    Customer.MERCHANT: ("vp_per_koku",),
    Customer.MONK: (None,),
    Customer.NOBLE: tuple(f"vp_per_{name}" for name in (*names(Building), "building_type", "built_region")),
}


def check_abilities(card: int, row: dict[str, Any], kind: Customer) -> None:
    """A customer's abilities must be of those its type can have."""
    for key, allowed in (("ongoing", ONGOING[kind]), ("endgame", ENDGAME[kind])):
        if row.get(key) not in allowed:
            expected = [name or "none" for name in allowed]
            raise wrong(f"customers.cards[{card}].{key}", row.get(key), "box_one_of", choices=expected)


def fill_patrons(tables: dict[str, Any], box: Any) -> None:
    """Clan patrons, two of each clan."""
    for patron, row in enumerate(tables["patrons"]["cards"]):
        if Clan[row["clan"].upper()] != patron // 2:
            raise wrong(f"patrons.cards[{patron}].clan", row["clan"], Clan(patron // 2).name.lower())
        box.patron_clan[patron], box.patron_vp[patron] = patron // 2, row["vp"]
        box.patron_koku[patron], box.patron_customers[patron] = (
            row["start"].get("koku", 0),
            row["start"].get("customers", 0),
        )
        box.patron_favor[patron] = row.get("favor_cost", 0)
