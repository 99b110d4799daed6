"""What `view` tells of a table, as types: the page's own are made from these."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from sampan.games.shown import Shown

Hex = Annotated[str, Field(description="a hex by its name")]


class FeyaWorker(Shown):
    """The worker on a space."""

    seat: int
    axolotl: bool


class FeyaSettlement(Shown):
    """A settlement; one without an owner is neutral."""

    hex: Hex
    owner: int | None
    fish: int


class FeyaSwamp(Shown):
    """Every tile on the swamp."""

    spirits: list[Hex]
    totem: Hex | None
    settlements: list[FeyaSettlement]
    cut_off: Annotated[list[Hex], Field(description="water no boat can reach")]


class FeyaIsland(Shown):
    """An island with all its hexes."""

    id: int
    hexes: list[Hex]
    spirits: int
    totem: bool


class FeyaSpace(Shown):
    """A worker space: its price in mana, what it gives at once, who stands there."""

    pay: int
    gain: dict[str, int]
    worker: FeyaWorker | None
    reserved: Annotated[bool, Field(description="the Leader's piece lies there")]


class FeyaSpaces(Shown):
    """The worker spaces of the seven actions."""

    fish: list[FeyaSpace]
    trade: list[FeyaSpace]
    build: list[FeyaSpace]
    sail: list[FeyaSpace]
    improve: list[FeyaSpace]
    celebrate: list[FeyaSpace]
    spirit: list[FeyaSpace]


class FeyaTemple(Shown):
    """A temple, how many tiles are left and what the top one gives."""

    temple: str
    hex: Hex
    left: int
    top: dict[str, int]


class FeyaRound(Shown):
    """A place of the rounds board."""

    fish: list[str]
    spirit: bool
    tiles: list[str]


class FeyaRace(Shown):
    """A race card and who has come in, in order."""

    aim: str
    points: list[int]
    claims: list[int]


class FeyaGuide(Shown):
    """A guide on offer with the fish lying on it."""

    guide: str
    fish: int


class FeyaSpecial(Shown):
    """A special tile on the salamanders' board."""

    tile: int
    track: int
    place: int


class FeyaPlayer(Shown):
    """One player's belongings."""

    seat: int
    clan: str
    board: str
    guide: str | None
    passed: bool
    gold: int
    mana: int
    fish: int
    workers: int
    free_workers: int
    axolotls: int
    sailing: int
    catch: int
    boats: list[Hex | None]
    built: Annotated[list[int], Field(description="tiles built on each of the four tracks")]
    specials: list[FeyaSpecial]
    temples: list[str]
    tiles: list[str]
    points: int


class FeyaUnderWay(Shown):
    """What the turn is in the middle of."""

    action: str | None
    boat: int | None
    boats_done: list[int]
    site: Hex | None
    track: int | None
    range: int
    catch: int
    discount: int
    caught: int
    sold: int
    new_workers: int


class FeyaView(Shown):
    """The whole table of Feya's Swamp as a seat sees it."""

    ask: Annotated[str, Field(description="what must be decided")]
    stage: str
    turn: int
    first: int
    turns: int
    round: int
    order: list[int]
    side: Literal["small", "large"]
    boat_at_island: bool
    swamp: FeyaSwamp
    islands: list[FeyaIsland]
    spaces: FeyaSpaces
    builder_card: FeyaWorker | None
    temples: list[FeyaTemple]
    axolotls: int
    spirits: int
    rounds: list[FeyaRound]
    races: list[FeyaRace]
    score_cards: list[str]
    guides: list[FeyaGuide]
    players: list[FeyaPlayer]
    under_way: FeyaUnderWay


View = FeyaView
