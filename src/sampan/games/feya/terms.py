"""The words of the game, as small numbers: every name here is also a name in box.toml or in the rulebook."""

from __future__ import annotations

from enum import IntEnum

SEATS = 4
NEUTRAL = 4  # owner of the settlements nobody plays, in a game of two
OWNERS = 5
ROUNDS = 4
LAST_ROUND = ROUNDS - 1
MAPS = 2
HEXES = 192  # places a set of hexes can hold: rows times their width
WORDS = 3
ISLANDS = 12
TEMPLES = 5
TEMPLE_STACK = 4
NUMBERS = 10
COLOURS = 6  # of fish, at most
BOATS = 3
ACTIONS = 7
BOAT_ACTIONS = 4
SPACES = 6  # worker spaces of one action, at most
TRACKS = 4
TRACK_LENGTH = 5
BOARDS = 5  # the normal side, then the advanced side of each clan
SPECIALS = 5
CLANS = 4
GUIDES = 10
GUIDES_OPEN = 7
RACES = 8
RACES_OPEN = 3
RACE_PLACES = 4
SCORE_CARDS = 6
SCORE_CARDS_OPEN = 2
FISH_CARDS = 6
BONUS_TILES = 20
BONUS_PER_ROUND = 5
START_TILES = 3
SAILING_STEPS = 12  # the longest sailing track a box may have, its start included
STACK_LIMIT = 3  # fish on one settlement
SOURCES = 16
NOBODY = -1
NOWHERE = -1


class Action(IntEnum):
    FISH = 0
    TRADE = 1
    BUILD = 2
    SAIL = 3
    IMPROVE = 4
    CELEBRATE = 5
    SPIRIT = 6


class Clan(IntEnum):
    CROCODILE = 0
    TURTLE = 1
    FROG = 2
    SALAMANDER = 3


class Guide(IntEnum):
    LEADER = 0
    SAILOR = 1
    FISHERMAN = 2
    MONK = 3
    STORYTELLER = 4
    BUILDER = 5
    WARRIOR = 6
    MERCHANT = 7
    ARTIST = 8
    WISEMAN = 9


class Reward(IntEnum):
    """What a space of a clan board opens."""

    NONE = 0
    BOAT = 1
    WORKER = 2
    CATCH = 3
    MANA = 4
    GOLD = 5
    VP = 6
    SAIL = 7
    SAIL_INCOME = 8
    FEAST = 9
    SPECIAL = 10


class Gain(IntEnum):
    """What a worker space or a temple tile gives."""

    VP = 0
    MANA = 1
    FISH = 2
    RANGE = 3


GAINS = 4


class Race(IntEnum):
    EVERY_ISLAND = 0
    FIVE_ON_ONE = 1
    TWO_ON_FIVE = 2
    SAILING_FOUR = 3
    THREE_ON_THREE = 4
    BOTH_WORKERS = 5
    SEVEN_FISH = 6
    THIRTY_GOLD = 7


class ScoreCard(IntEnum):
    GROUP_SQUARED = 0
    TEMPLE_5 = 1
    LEAD_3 = 2
    SINGLE_5 = 3
    LARGEST_4 = 4
    SMALLEST_4 = 5


class Bonus(IntEnum):
    """What a round bonus tile does."""

    RANGE = 0
    CATCH = 1
    DISCOUNT = 2
    ACTION = 3
    EXCHANGE = 4
    VP = 5


class Ware(IntEnum):
    """What a round III tile exchanges."""

    MANA = 0
    GOLD = 1
    FISH = 2
    AXOLOTL = 3


class Swap(IntEnum):
    """The exchanges everybody may make."""

    MANA_AXOLOTL = 0
    WORKER_MANA = 1
    AXOLOTL_MANA = 2


SWAPS = 3


class Source(IntEnum):
    """Where points come from."""

    SPACES = 0
    TEMPLES = 1
    SAILING = 2
    FEASTS = 3
    TOTEM = 4
    FISH_EATEN = 5
    BOARD = 6
    INCOME = 7
    GUIDES = 8
    BONUS_TILES = 9
    RACES = 10
    ISLANDS = 11
    SCORE_CARDS = 12
    FISH_LEFT = 13
    MANA = 14
    GOLD = 15


class Ask(IntEnum):
    """The decision that somebody must make now."""

    NOTHING = 0
    GUIDE = 1
    START_TILE = 2
    START_SITE = 3
    NEUTRAL_SITE = 4
    BLOCK = 5
    ACTION = 6
    BOAT = 7
    GO = 8
    LAY = 9
    SITE = 10
    TRACK = 11
    SPECIAL = 12
    ISLAND = 13
    SPIRIT = 14
    BONUS = 15
    END = 16


class Stage(IntEnum):
    """How far the game or the turn has come."""

    DRAFT = 0
    SETTLE = 1
    INCOME = 2
    CHOOSE = 3
    ACT = 4
    DONE = 5
    PASS = 6


class Step(IntEnum):
    """What the boat in hand does next."""

    NONE = 0
    GO = 1
    LAY = 2
    SITE = 3
    TRACK = 4


class Passing(IntEnum):
    """The steps of a pass."""

    BONUS = 0
    REWARD = 1
    GUIDE = 2
    SPIRIT = 3
    OVER = 4


class Why(IntEnum):
    """Why a move is not allowed; OK where it is."""

    OK = 0
    GAME_OVER = 1
    NOT_NOW = 2
    GUIDE_TAKEN = 3
    GUIDE_JUST_RETURNED = 4
    NO_START_TILE = 5
    NO_PLACE_FOR_TILE = 6
    NOT_WATER = 7
    NOT_NEXT_TO_SPIRIT = 8
    ALREADY_ON_ISLAND = 9
    NOT_NEXT_TO_ISLAND = 10
    JOINS_ISLANDS = 11
    BLOCKS_TEMPLE = 12
    BLOCKS_BOAT = 13
    BLOCKS_SETTLEMENT = 14
    BOAT_THERE = 15
    TOTEM_ISLAND = 16
    NO_SUCH_SPACE = 17
    SPACE_TAKEN = 18
    SPACE_RESERVED = 19
    NO_WORKER = 20
    NO_AXOLOTL = 21
    TOO_LITTLE_MANA = 22
    NO_BOAT_CAN = 23
    NO_FISH = 24
    NO_TILE_LEFT = 25
    TOO_LITTLE_GOLD = 26
    SAILING_TRACK_END = 27
    NO_SPIRIT_LEFT = 28
    NO_PLACE_FOR_SPIRIT = 29
    NOT_BUILDER = 30
    TILE_NOT_HELD = 31
    TILE_NOT_YET = 32
    TILE_TOO_LATE = 33
    NO_AXOLOTL_LEFT = 34
    ACTION_UNFINISHED = 35
    BOAT_NOT_ON_SWAMP = 36
    BOAT_DONE = 37
    OUT_OF_RANGE = 38
    NOT_A_SEASON_FISH = 39
    NOT_NEXT_TO_SETTLEMENT = 40
    MUST_MOVE = 41
    NOTHING_TO_BUILD_THERE = 42
    NOT_NEXT_TO_BOAT = 43
    NOT_A_SETTLEMENT = 44
    STACK_FULL = 45
    NO_SUCH_ISLAND = 46
    SPECIAL_USED = 47
    TILE_NOT_OFFERED = 48
    ONE_BOAT_MUST_ACT = 49
    ONE_FISH_MUST_BE_LAID = 50
    BOAT_NOT_NEXT_TO_ISLAND = 51
    CUT_OFF = 52
