"""What the rulebooks' texts say of the figures whose pictures are lost, as checks of a box's tables.

The printed figures are not known (docs/rulings-feya.md), but the texts bound them: round I pays exactly one mana, the
step to +3 pays four points, the turtles have more mana than others. Each check says what a box has and what it should.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

from sampan.engine.faults import Wrong, tell

from .box import reward_of
from .chart import read_chart
from .shape import TEMPLE_NAMES, names
from .terms import RACE_PLACES, START_TILES, TRACK_LENGTH, Action, Clan, Reward

Tables = Mapping[str, Any]
FOLDER = Path(__file__).parent
SIDES = ("small", "large")
NORMAL = "normal"
BOARDS = (NORMAL, *names(Clan))
KNOWN_STEP, KNOWN_STEP_VP = 3, 4  # T8
KNOWN_TOP, KNOWN_TOP_AT = 5, 3  # T7: points of a top tile with three players
INCOME_VP = 3  # "income 3 VP"
LEAST_ISLANDS = 5  # races ask for settlements on five
FIRST_WORKERS = 3  # of each clan
TURTLE_MANA = 2  # incomes more than others
LEAST_MANA = 2  # incomes on each board


def broken(tables: Tables) -> list[str]:
    """Everything known that does not hold."""
    return [line for check in CHECKS for line in check(tables)]


# ---------------------------------------------------------------- clan boards


def board_of(tables: Tables, key: str) -> list[tuple[int, bool, Reward, int]]:
    """All spaces of a clan board: how deep, whether a start, what they open and how much of it."""
    return [
        (place, text.startswith("*"), *reward_of(text.removeprefix("*"), f"clan_boards.{key}"))
        for track in tables["clan_boards"][key]
        for place, text in enumerate(track)
    ]


def many(board: list[tuple[int, bool, Reward, int]], reward: Reward) -> int:
    """How many spaces open it."""
    return sum(found == reward for _, _, found, _ in board)


def depth(board: list[tuple[int, bool, Reward, int]], reward: Reward) -> int:
    """How many settlements of a track are built before the first one that opens it."""
    return min((place for place, _, found, _ in board if found == reward), default=TRACK_LENGTH)


def starts(tables: Tables) -> Iterator[str]:
    """Three starts: two carry boats, one opens the mana that round I pays; with them a boat catches one fish (T3)."""
    for key in BOARDS:
        found = sorted(reward.name.lower() for _, start, reward, _ in board_of(tables, key) if start)
        if len(found) != START_TILES or found != ["boat", "boat", "mana"]:
            yield f"clan_boards.{key}: starts {found}: expected two boats and the mana of round I"
    if tables["clan_boards"]["base_catch"] != 1:
        yield f"clan_boards.base_catch = {tables['clan_boards']['base_catch']}: expected 1 before anything is built"


def boards(tables: Tables) -> Iterator[str]:
    """Every board has a catch more to open, two mana incomes, points of three a round; no special but salamanders'."""
    for key in BOARDS:
        board = board_of(tables, key)
        if many(board, Reward.CATCH) < 1:
            yield f"clan_boards.{key}: no catch: expected one more at least"
        specials = many(board, Reward.SPECIAL)
        if not (1 <= specials <= 5 if key == "salamander" else specials == 0):
            yield f"clan_boards.{key}: {specials} special: expected 1 to 5 with the salamanders, else none"
        for _, _, reward, amount in board:
            if reward == Reward.VP and amount != INCOME_VP:
                yield f"clan_boards.{key}: vp:{amount}: expected vp:{INCOME_VP}"
    for text in tables["clan_boards"]["special_tiles"]:
        if text.startswith("vp:") and text != f"vp:{INCOME_VP}":
            yield f"clan_boards.special_tiles: {text}: expected vp:{INCOME_VP}"
    if (mana := many(board_of(tables, NORMAL), Reward.MANA)) < LEAST_MANA:
        yield f"clan_boards.{NORMAL}: {mana} mana incomes: expected {LEAST_MANA} at least"


def advanced(tables: Tables) -> Iterator[str]:
    """Turtles have two mana incomes more and less that is empty; frogs catch and sail earlier, with more empty."""
    normal, turtle, frog = (board_of(tables, key) for key in (NORMAL, "turtle", "frog"))
    mana, more = many(normal, Reward.MANA), many(turtle, Reward.MANA)
    if more != mana + TURTLE_MANA:
        yield f"clan_boards.turtle: {more} mana incomes: expected {mana + TURTLE_MANA}, two more than on normal"
    empty = many(normal, Reward.NONE)
    if many(turtle, Reward.NONE) >= empty:
        yield f"clan_boards.turtle: {many(turtle, Reward.NONE)} empty spaces: expected fewer than {empty}"
    if many(frog, Reward.NONE) <= empty:
        yield f"clan_boards.frog: {many(frog, Reward.NONE)} empty spaces: expected more than {empty}"
    for reward in (Reward.CATCH, Reward.SAIL_INCOME):
        if depth(frog, reward) >= depth(normal, reward):
            named = reward.name.lower()
            found = f"clan_boards.frog: {named} by settlement {depth(frog, reward) + 1} of a track"
            yield f"{found}: expected earlier than {depth(normal, reward) + 1}, as on normal"


# ---------------------------------------------------------------- the swamp and its spaces


def maps(tables: Tables) -> Iterator[str]:
    """At least five islands; purple and yellow fish; not every number on both sides; sailing bonus by player count."""
    numbers = []
    for side, bonus in zip(SIDES, (0, 2), strict=True):
        swamp = tables["maps"][side]
        colours = "".join(dict.fromkeys(colour for card in tables["fish_cards"]["cards"] for colour in card))
        try:
            chart = read_chart(swamp["art"], f"maps.{side}.art", colours)
        except Wrong as error:
            yield tell(error.faults, FOLDER)[0].says
            continue
        if (islands := len(chart.groups(chart.hexes("S")))) < LEAST_ISLANDS:
            yield f"maps.{side}: {islands} islands: expected {LEAST_ISLANDS} at least"
        numbers += [token for token in chart.tokens.values() if token.isdecimal()]
        if not chart.hexes("p") or not chart.hexes("y"):
            yield f"maps.{side}: no purple or no yellow fish: expected both"
        if swamp["sail_bonus"] != bonus:
            yield f"maps.{side}.sail_bonus = {swamp['sail_bonus']}: expected {bonus}"
    if len(numbers) == 2 * 10:
        yield "maps: every number on both sides: expected some to be missing on a side"
    if ["p"] not in tables["fish_cards"]["cards"]:
        yield "fish_cards.cards: no card shows purple alone: expected one"


def spaces(tables: Tables) -> Iterator[str]:
    """Room for all first workers; the first space of an action is free, later ones cost no less; one ADD SPIRIT."""
    gained, paid = set(), 0
    for side in SIDES:
        actions = tables["actions"][side]
        seats = max(tables["maps"][side]["players"])
        room = sum(len(actions[action]) for action in names(Action))
        if room < FIRST_WORKERS * seats:
            yield f"actions.{side}: {room} spaces: expected {FIRST_WORKERS * seats} at least"
        if len(actions["spirit"]) != 1:
            yield f"actions.{side}.spirit: {len(actions['spirit'])} spaces: expected 1"
        for action in names(Action):
            pays = [space.get("pay", 0) for space in actions[action]]
            if pays[0] or pays != sorted(pays):
                yield f"actions.{side}.{action}: pay {pays}: expected the first one free, the dearest last"
            for space in actions[action]:
                gained |= {name for name, amount in space.get("gain", {}).items() if amount}
                paid += space.get("pay", 0)
    if missing := {"vp", "fish"} - gained:
        yield f"actions: no space gives {' or '.join(sorted(missing))}: expected some of each"
    if not paid:
        yield "actions: no space costs mana: expected some"


# ---------------------------------------------------------------- tiles, cards, tracks


def temples(tables: Tables) -> Iterator[str]:
    """As many tiles in a stack as players; with three a top tile of five points."""
    tops = []
    for name in TEMPLE_NAMES:
        stack = tables["temples"][name]
        for players in (2, 3, 4):
            inside = [tile.get("vp", 0) for tile in stack if tile["players"] <= players]
            if len(inside) != players:
                yield f"temples.{name}: {len(inside)} tiles with {players} players: expected {players}"
            if players == KNOWN_TOP_AT and inside:
                tops.append(max(inside))
    if KNOWN_TOP not in tops:
        yield f"temples: tops of {tops} points with three players: expected one of {KNOWN_TOP}"


def tracks_and_cards(tables: Tables) -> Iterator[str]:
    """Sailing pays four for the step to +3 and never less further on; races and round IV pay points, the first most."""
    steps = tables["sailing_track"]["vp"]
    if steps[KNOWN_STEP - 1] != KNOWN_STEP_VP:
        yield f"sailing_track.vp[{KNOWN_STEP - 1}] = {steps[KNOWN_STEP - 1]}: expected {KNOWN_STEP_VP}"
    if steps != sorted(steps) or steps[0] < 1:
        yield f"sailing_track.vp = {steps}: expected points that rise"
    races = tables["races"]["vp"]
    if len(races) != RACE_PLACES or races[-1] < 1 or any(a <= b for a, b in pairwise(races)):
        yield f"races.vp = {races}: expected a place for each player, each worth less than the one before"
    for text in tables["round_bonus"]["IV"]:
        if not text.startswith("vp:"):
            yield f"round_bonus.IV: {text}: expected points"


CHECKS = (starts, boards, advanced, maps, spaces, temples, tracks_and_cards)
