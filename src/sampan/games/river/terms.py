"""The words of the game, as small numbers: every name here is also a name in box.toml."""

from __future__ import annotations

from enum import IntEnum

SEATS = 4
SHIPS = 2
RIVER_SPACES = 14
TOUCHING = 4  # shore spaces beside a river space
SHORES = 30
REGIONS = 6
FACES = 6
TILES = 49
ROW = 4
ROW_END = ROW - 1
ERAS = 2
STACK = 16  # the most tiles of one era in play
CARDS = 30
MERCHANTS = 6
MASTERIES = 6
MASTERIES_OPEN = 3
PLACES = 3  # points on a scoring tile or mastery, at most
MARKERS = 2  # on one building, at most
REWARD_PARTS = 3
TRACK_STEPS = 25  # the longest influence track a box may have, its start included
GOODS = 3
BUILDING_TYPES = 4
CUSTOMER_TYPES = 5
CLANS = 4
PATRONS = 8
SOURCES = 14
NOBODY = -1
NOWHERE = -1


class Good(IntEnum):
    SILK = 0
    RICE = 1
    PORCELAIN = 2


class Building(IntEnum):
    PORT = 0
    MARKET = 1
    MANOR = 2
    SHRINE = 3


class Customer(IntEnum):
    ARTISAN = 0
    ELDER = 1
    MERCHANT = 2
    MONK = 3
    NOBLE = 4


class Clan(IntEnum):
    CRAB = 0
    MANTIS = 1
    CRANE = 2
    SCORPION = 3


class Patron(IntEnum):
    SHIHOBU = 0
    TAKA = 1
    YORITOMO = 2
    KUDAKA = 3
    UJI = 4
    RYOKU = 5
    HYOBU = 6
    KACHIKO = 7


class Reward(IntEnum):
    NOTHING = 0
    KOKU = 1
    SILK = 2
    RICE = 3
    PORCELAIN = 4
    FAVOR = 5
    FAVOR_LIMIT = 6
    VP = 7
    INFLUENCE = 8
    ANY_GOOD = 9
    DRAW_DISCARD_CUSTOMER = 10
    KOKU_PER_PORT = 11
    KOKU_PER_MARKET = 12
    KOKU_PER_MANOR = 13
    KOKU_PER_SHRINE = 14
    KOKU_PER_CUSTOMER = 15


class Ability(IntEnum):
    NONE = 0
    ARTISAN_DISCOUNT = 1
    JOURNEY_INFLUENCE_BUILT_REGIONS = 2
    JOURNEY_VP_PER_CUSTOMER = 3
    JOURNEY_ANY_GOOD = 4
    JOURNEY_SELL_GOODS = 5
    JOURNEY_FAVOR = 6
    JOURNEY_KOKU = 7
    SECOND_MARKER = 8
    ROYAL_MARKET_ANY_GOOD = 9
    ROYAL_EMPTY_KOKU = 10
    ROYAL_INFLUENCE_TOUCHING = 11
    ROYAL_VP_OPPONENT_BUILDING = 12
    ROYAL_DIE_SHIFT = 13
    ROYAL_VP_OWN_BUILDING = 14
    VP_PER_GOODS = 15
    VP_PER_KOKU = 16
    DOUBLE_REGION = 17
    VP_PER_MARKET = 18
    VP_PER_PORT = 19
    VP_PER_MANOR = 20
    VP_PER_SHRINE = 21
    VP_PER_BUILDING_TYPE = 22
    VP_PER_BUILT_REGION = 23


class Condition(IntEnum):
    """What a mastery asks for."""

    DISTINCT_CUSTOMER_TYPES_DELIVERED = 0
    CUSTOMERS_OF_ONE_TYPE_DELIVERED = 1
    BUILDINGS_OF_ONE_TYPE_OWNED = 2
    DISTINCT_BUILDING_TYPES_OWNED = 3
    MIN_INFLUENCE_IN_ALL_REGIONS = 4
    INFLUENCE_IN_ANY_ONE_REGION = 5


class Target(IntEnum):
    """Whose building a monk's second marker goes on."""

    NONE = 0
    OWN = 1
    OPPONENT = 2


class Ground(IntEnum):
    """What a shore space holds when the game begins."""

    OPEN = 0
    MARKET = 1
    START_2 = 2
    START_23 = 3


class Patrons(IntEnum):
    """How clan patrons are dealt."""

    OFF = 0
    DRAFT = 1
    CLAN = 2


class Source(IntEnum):
    """Where points come from."""

    VISITOR = 0
    OWNER = 1
    EMPEROR = 2
    TRACK = 3
    MASTERY = 4
    JOURNEY = 5
    ROYAL_SHIP = 6
    PATRON = 7
    LAST_TILE = 8
    REGION = 9
    CUSTOMERS = 10
    ARTISANS = 11
    MERCHANTS = 12
    NOBLES = 13


class Ask(IntEnum):
    """The decision that somebody must make now."""

    NOTHING = 0
    PATRON = 1
    FIRST_ROLL = 2
    ACTION = 3
    TILE = 4
    GOOD = 5
    MARKER = 6
    ROYAL = 7
    DISCARD = 8
    SELL = 9
    JOURNEY = 10
    END = 11


class Stage(IntEnum):
    """How far the turn has come."""

    SETUP = 0
    CHOOSE = 1
    ACT = 2
    DONE = 3


class Refill(IntEnum):
    """Why the row must be refilled: a gap left by a build, or a journey that takes its last tile first."""

    NONE = 0
    AFTER_BUILD = 1
    AFTER_JOURNEY = 2


class Why(IntEnum):
    """Why a move is not allowed; OK where it is."""

    OK = 0
    GAME_OVER = 1
    NOT_NOW = 2
    NO_FAVOR = 3
    FAVOR_FULL = 4
    TOO_FEW_KOKU = 5
    KOKU_FULL = 6
    TOO_FEW_GOODS = 7
    GOOD_FULL = 8
    NO_SUCH_GOOD = 9
    NOT_YOUR_TURN_TO_TRADE = 10
    WRONG_REGION = 11
    SPACE_TAKEN = 12
    ROW_EMPTY = 13
    NO_TILE_THERE = 14
    NOT_ROYAL = 15
    NO_DIE_SHIFT = 16
    NOT_IN_HAND = 17
    ORDER_NOT_MET = 18
    REWARD_TAKEN = 19
    NO_SUCH_MERCHANT = 20
    MERCHANT_DONE = 21
    NO_MARKER_THERE = 22
    MARKERS_FULL = 23
    NOT_OWN_BUILDING = 24
    NOT_OPPONENT_BUILDING = 25
    PATRON_NOT_OFFERED = 26
    NOT_RYOKU = 27
    NO_TURN_LEFT = 28
