"""The printed box: box.toml checked as a whole and packed into the record the rules read."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from sampan.engine.box import Box, missing, read_box, together
from sampan.engine.faults import unfit, wrong
from sampan.engine.layout import layout

from .chart import LEAST_WIDTH, OUTSIDE, SPIRIT, Chart, check_room, read_chart
from .shape import BONUS_OF_GUIDE, CARDS_WITH_VP, FIXED_BEFORE, ROUND_NAMES, SHAPE, TEMPLE_NAMES, WITH_BONUS, names
from .terms import (
    ACTIONS, BOARDS, BOATS, BONUS_PER_ROUND, BONUS_TILES, COLOURS, FISH_CARDS, GAINS, GUIDES, HEXES, MAPS, NUMBERS,
    RACE_PLACES, RACES, SAILING_STEPS, SCORE_CARDS, SEATS, SPACES, SPECIALS, STACK_LIMIT, START_TILES, TEMPLE_STACK,
    TEMPLES, TRACK_LENGTH, TRACKS, WORDS, Action, Bonus, Clan, Gain, Guide, Race, Reward, ScoreCard, Ware,
)  # fmt: skip

BOX = layout(
    [
        ("width", np.uint64),  # of a row, in bits
        ("even_rows", np.uint64, (MAPS, WORDS)),
        ("odd_rows", np.uint64, (MAPS, WORDS)),
        ("water", np.uint64, (MAPS, WORDS)),
        ("spirits", np.uint64, (MAPS, WORDS)),
        ("temples", np.uint64, (MAPS, WORDS)),
        ("season", np.uint64, (MAPS * FISH_CARDS, WORDS)),  # the hexes whose fish a card shows
        ("temple_at", np.int16, (MAPS, TEMPLES)),
        ("number_at", np.int16, (MAPS, NUMBERS)),
        ("side_for", np.int8, SEATS + 1),
        ("sail_bonus", np.int8, MAPS),
        ("start_gold", np.int16),
        ("start_mana", np.int8),
        ("start_fish", np.int8),
        ("start_workers", np.int8),
        ("spirits_on_board", np.int8),
        ("spirits_in_supply", np.int8),
        ("axolotls", np.int8),
        ("spaces", np.int8, (MAPS, ACTIONS)),
        ("space_pay", np.int8, (MAPS, ACTIONS, SPACES)),
        ("space_gain", np.int8, (MAPS, ACTIONS, SPACES, GAINS)),
        ("fish_price", np.int8, STACK_LIMIT),  # for the first, second and third fish on a settlement
        ("fish_at_totem", np.int8),
        ("gold_per_spirit", np.int8),
        ("mana_per_axolotl", np.int8),
        ("mana_per_worker", np.int8),
        ("feast_at_totem", np.int8),
        ("feast_space", np.int8),
        ("gold_per_vp", np.int8),
        ("sailing_end", np.int8),
        ("sailing_vp", np.int8, SAILING_STEPS),
        ("base_catch", np.int8),
        ("board_reward", np.int8, (BOARDS, TRACKS, TRACK_LENGTH)),
        ("board_amount", np.int8, (BOARDS, TRACKS, TRACK_LENGTH)),
        ("board_start", np.int8, (BOARDS, TRACKS)),
        ("special_reward", np.int8, SPECIALS),
        ("special_amount", np.int8, SPECIALS),
        ("temple_tiles", np.int8, (SEATS + 1, TEMPLES)),  # how many for so many players
        ("temple_gain", np.int8, (SEATS + 1, TEMPLES, TEMPLE_STACK, GAINS)),  # the last one counted is the top
        ("race_aim", np.int8, RACES),
        ("race_need", np.int8, (RACES, 2)),  # settlements on so many islands, or so many of what the aim counts
        ("race_places", np.int8),
        ("race_vp", np.int8, RACE_PLACES),
        ("score_aim", np.int8, SCORE_CARDS),
        ("score_vp", np.int8, SCORE_CARDS),  # by aim
        ("initiative", np.int8, GUIDES),
        ("settlement", np.int8, GUIDES),
        ("guide_range", np.int8, GUIDES),
        ("guide_bonus", np.int8, GUIDES),
        ("bonus", np.int8, BONUS_TILES),
        ("bonus_amount", np.int8, BONUS_TILES),  # or the action, or what is paid
        ("bonus_ware", np.int8, (BONUS_TILES, 2)),  # given, gained
        ("bonus_gain", np.int8, BONUS_TILES),
    ]
)

SPACE_TEXT = "boat, worker, catch, mana, gold:N, vp:N, sail, sail_income, feast, special, none"
WITH_AMOUNT = ("gold", "vp")
AT_ONCE = ("worker", "sail", "feast", "special")


def read(path: Path) -> Box:
    """Read and check a box file."""
    return read_box(path, SHAPE, BOX, fill, FIXED_BEFORE, Path(__file__).parent)


def fill(tables: dict[str, Any], record: Any) -> None:
    """Check what no single key shows, and pack the record."""
    box = record[0]
    parts = (in_order, fill_maps, fill_start, fill_spaces, fill_boards, fill_temples, fill_cards, fill_bonuses)
    together(*(partial(part, tables, box) for part in parts))


def in_order(tables: dict[str, Any], _: Any) -> None:
    """Clans and guides stand in the order the rules count them; aims and player counts come once each."""
    for key, ids in (("clans", names(Clan)), ("guides", names(Guide))):
        for place, (row, name) in enumerate(zip(tables[key], ids, strict=True)):
            if row["id"] != name:
                raise wrong(f"{key}[{place}].id", row["id"], name)
    for place, row in enumerate(tables["guides"]):
        if [other["initiative"] for other in tables["guides"]].count(row["initiative"]) > 1:
            raise wrong(f"guides[{place}].initiative", row["initiative"], "feya_box_own_number")
    for key in ("races", "score_cards"):
        aims = tables[key]["aims"]
        for place, aim in enumerate(aims):
            if aim in aims[:place]:
                raise wrong(f"{key}.aims[{place}]", aim, "feya_box_aim_once")
    counts = tables["maps"]["small"]["players"] + tables["maps"]["large"]["players"]
    if tables["players"] != list(range(2, SEATS + 1)):
        raise wrong("players", tables["players"], "2, 3, 4")
    if sorted(counts) != tables["players"]:
        raise wrong("maps.small.players", tables["maps"]["small"]["players"], "feya_box_one_map")


# ---------------------------------------------------------------- the swamp


def fill_maps(tables: dict[str, Any], box: Any) -> None:
    """Both sides of the swamp board, as sets of hexes."""
    cards = tables["fish_cards"]["cards"]
    for place, card in enumerate(cards):
        for entry, colour in enumerate(card):
            if not re.fullmatch("[a-z]", colour):
                raise wrong(f"fish_cards.cards[{place}][{entry}]", colour, "feya_box_fish_letter")
    colours = "".join(dict.fromkeys(colour for card in cards for colour in card))
    if len(colours) > COLOURS:
        raise wrong("fish_cards.cards", colours, "feya_box_fish_kinds", most=COLOURS)
    charts: list[Chart] = []
    together(*(partial(add_chart, tables, side, colours, charts) for side in ("small", "large")))
    width = max(LEAST_WIDTH, *(chart.places + 1 for chart in charts))
    box.width = width
    for side, (name, chart) in enumerate(zip(("small", "large"), charts, strict=True)):
        check_room(chart, width)
        fill_chart(box, side, chart, width)
        for card, shown in enumerate(cards):
            pack_set(box.season[side * FISH_CARDS + card], chart.hexes(*shown), width)
            if not chart.hexes(*shown):
                raise unfit(chart.at, "feya_box_no_fish", fish=" ".join(shown), card=card + 1)
        box.sail_bonus[side] = tables["maps"][name]["sail_bonus"]
        for players in tables["maps"][name]["players"]:
            box.side_for[players] = side


def add_chart(tables: dict[str, Any], side: str, colours: str, charts: list[Chart]) -> None:
    """Read one map, and put it with the other."""
    charts.append(read_chart(tables["maps"][side]["art"], f"maps.{side}.art", colours))


def fill_chart(box: Any, side: int, chart: Chart, width: int) -> None:
    """One map."""
    wet = [place for place, token in chart.tokens.items() if token not in (SPIRIT, OUTSIDE, *TEMPLE_NAMES)]
    pack_set(box.water[side], wet, width)
    pack_set(box.spirits[side], chart.hexes(SPIRIT), width)
    pack_set(box.temples[side], chart.hexes(*TEMPLE_NAMES), width)
    rows = range(HEXES // width)
    for target, even in ((box.even_rows[side], True), (box.odd_rows[side], False)):
        pack_set(target, [(row, at) for row in rows if chart.is_even(row) == even for at in range(width)], width)
    for temple, name in enumerate(TEMPLE_NAMES):
        row, at = chart.hexes(name)[0]
        box.temple_at[side, temple] = row * width + at
    for number in range(NUMBERS):
        found = chart.hexes(str(number + 1))
        box.number_at[side, number] = found[0][0] * width + found[0][1] if found else -1


def pack_set(target: Any, places: list[tuple[int, int]], width: int) -> None:
    """A set of hexes as words."""
    for row, at in places:
        place = row * width + at
        target[place // 64] |= np.uint64(1 << place % 64)


# ---------------------------------------------------------------- boards and spaces


def fill_start(tables: dict[str, Any], box: Any) -> None:
    """What every player starts with, and what the supply holds."""
    start = tables["start"]
    box.start_gold, box.start_mana, box.start_fish = start["gold"], start["mana"], start["fish"]
    box.start_workers, box.axolotls = start["workers"], start["axolotls"]
    box.spirits_on_board, box.spirits_in_supply = start["spirits_on_board"], start["spirits_in_supply"]
    prices, points = tables["prices"], tables["points"]
    box.fish_price[:] = prices["fish"]
    for name in ("fish_at_totem", "gold_per_spirit", "mana_per_axolotl", "mana_per_worker"):
        box[name] = prices[name]
    for name in ("feast_at_totem", "feast_space", "gold_per_vp"):
        box[name] = points[name]
    steps = tables["sailing_track"]["vp"]
    box.sailing_end = len(steps)
    box.sailing_vp[1 : len(steps) + 1] = steps


def fill_spaces(tables: dict[str, Any], box: Any) -> None:
    """The worker spaces of the seven actions."""
    for side, name in enumerate(("small", "large")):
        for action, key in enumerate(names(Action)):
            spaces = tables["actions"][name][key]
            box.spaces[side, action] = len(spaces)
            for place, space in enumerate(spaces):
                box.space_pay[side, action, place] = space.get("pay", 0)
                box.space_gain[side, action, place] = gains(space.get("gain", {}))


def gains(amounts: dict[str, int]) -> list[int]:
    """Points, mana, fish and range, in this order."""
    return [amounts.get(name, 0) for name in names(Gain)]


def reward_of(text: str, at: str) -> tuple[Reward, int]:
    """A clan board space from its text."""
    name, colon, amount = text.partition(":")
    if name not in names(Reward) or bool(colon) != (name in WITH_AMOUNT):
        raise wrong(at, text, "box_one_of", choices=SPACE_TEXT)
    if colon and not (amount.isdecimal() and 1 <= int(amount) <= 20):
        raise wrong(at, text, "feya_box_amount", name=name, least=1, most=20)
    return Reward[name.upper()], int(amount) if colon else 0


def fill_boards(tables: dict[str, Any], box: Any) -> None:
    """The normal clan board and the four advanced ones, and the salamanders' special tiles."""
    boards = tables["clan_boards"]
    box.base_catch = boards["base_catch"]
    keys = ("normal", *names(Clan))
    together(
        *(partial(fill_board, boards, box, board, key) for board, key in enumerate(keys)),
        partial(fill_specials, boards, box),
    )


def fill_board(boards: dict[str, Any], box: Any, board: int, key: str) -> None:
    """One side of a clan board."""
    starts, boats, workers = 0, 0, 0
    for track, spaces in enumerate(boards[key]):
        for place, text in enumerate(spaces):
            at = f"clan_boards.{key}[{track}][{place}]"
            reward, amount = reward_of(text.removeprefix("*"), at)
            if text.startswith("*"):
                if place or reward.name.lower() in AT_ONCE:
                    raise wrong(at, text, "feya_box_start")
                box.board_start[board, track] = 1
                starts += 1
            boats, workers = boats + (reward == Reward.BOAT), workers + (reward == Reward.WORKER)
            box.board_reward[board, track, place], box.board_amount[board, track, place] = reward, amount
    for what, many, right in (("starts", starts, START_TILES), ("boats", boats, BOATS)):
        if many != right:
            raise unfit(f"clan_boards.{key}", f"feya_box_{what}", n=many, right=right)
    # the crocodiles' sixth worker stands on their advanced side only (D4)
    if workers != (right := 3 if key == "crocodile" else 2):
        raise unfit(f"clan_boards.{key}", "feya_box_workers", n=workers, right=right)


def fill_specials(boards: dict[str, Any], box: Any) -> None:
    """The salamanders' special tiles."""
    for place, text in enumerate(boards["special_tiles"]):
        reward, amount = reward_of(text, f"clan_boards.special_tiles[{place}]")
        if reward in (Reward.NONE, Reward.BOAT, Reward.WORKER, Reward.SPECIAL):
            raise wrong(f"clan_boards.special_tiles[{place}]", text, "feya_box_special")
        box.special_reward[place], box.special_amount[place] = reward, amount


def fill_temples(tables: dict[str, Any], box: Any) -> None:
    """Temple stacks by player count, most points on top (D6)."""
    for temple, name in enumerate(TEMPLE_NAMES):
        for players in range(2, SEATS + 1):
            stack = [gains(tile) for tile in tables["temples"][name] if tile["players"] <= players]
            stack.sort(key=lambda tile: tile[Gain.VP])
            box.temple_tiles[players, temple] = len(stack)
            for place, tile in enumerate(stack):
                box.temple_gain[players, temple, place] = tile


# ---------------------------------------------------------------- cards and tiles


def fill_cards(tables: dict[str, Any], box: Any) -> None:
    """Guides, races and score cards."""
    for guide, row in enumerate(tables["guides"]):
        box.initiative[guide], box.settlement[guide] = row["initiative"], row["settlement"]
        box.guide_range[guide], box.guide_bonus[guide] = row["range"], row.get("bonus", 0)
        if row["id"] in WITH_BONUS and "bonus" not in row:
            raise missing(f"guides[{guide}].bonus", BONUS_OF_GUIDE)
        if row["id"] not in WITH_BONUS and "bonus" in row:
            raise wrong(f"guides[{guide}].bonus", row["bonus"], "feya_box_no_bonus")
    points = tables["races"]["vp"]
    if points != sorted(points, reverse=True):
        raise wrong("races.vp", points, "feya_box_best_first")
    box.race_places = len(points)
    box.race_vp[: len(points)] = points
    box.race_aim[:] = [Race[aim.upper()] for aim in tables["races"]["aims"]]
    for aim, needs in tables["races"]["needs"].items():
        box.race_need[Race[aim.upper()], : len(needs)] = [*needs.values()]
    if tables["races"]["needs"]["sailing_four"]["steps"] > len(tables["sailing_track"]["vp"]):
        steps = tables["races"]["needs"]["sailing_four"]["steps"]
        raise wrong("races.needs.sailing_four.steps", steps, "feya_box_step")
    for card in CARDS_WITH_VP:
        box.score_vp[ScoreCard[card.upper()]] = tables["score_cards"]["vp"][card]
    box.score_aim[:] = [ScoreCard[aim.upper()] for aim in tables["score_cards"]["aims"]]


def fill_bonuses(tables: dict[str, Any], box: Any) -> None:
    """The round bonus tiles."""
    for number, name in enumerate(ROUND_NAMES):
        for place, text in enumerate(tables["round_bonus"][name]):
            fill_bonus(box, number, number * BONUS_PER_ROUND + place, text)


def fill_bonus(box: Any, number: int, tile: int, text: str) -> None:
    """A round bonus tile from its text."""
    at = f"round_bonus.{ROUND_NAMES[number]}[{tile % BONUS_PER_ROUND}]"
    if number == 1:
        if text not in ("build", "fish", "trade", "celebrate", "improve"):
            raise wrong(at, text, "box_one_of", choices="build, fish, trade, celebrate, improve")
        box.bonus[tile], box.bonus_amount[tile] = Bonus.ACTION, Action[text.upper()]
    elif number == 2:
        wares = "|".join(names(Ware))
        found = re.fullmatch(rf"({wares}):([1-9]\d?)>({wares}):([1-9]\d?)", text)
        if not found or found[1] in ("axolotl", "fish") or found[1] == found[3]:
            raise wrong(at, text, "feya_box_exchange")
        box.bonus[tile], box.bonus_amount[tile], box.bonus_gain[tile] = Bonus.EXCHANGE, int(found[2]), int(found[4])
        box.bonus_ware[tile] = Ware[found[1].upper()], Ware[found[3].upper()]
    else:
        pattern = r"(range|catch):([1-9])|build:-([1-9])" if number == 0 else r"(vp):([1-9]\d?)"
        found = re.fullmatch(pattern, text)
        if not found:
            raise (
                wrong(at, text, "box_one_of", choices="range:N, catch:N, build:-N")
                if number == 0
                else wrong(at, text, "vp:N")
            )
        box.bonus[tile] = Bonus[found[1].upper()] if found[1] else Bonus.DISCOUNT
        box.bonus_amount[tile] = int(found[2] or found[3])
