"""What `view` tells of a table, as types: the page's own are made from these."""

from __future__ import annotations

from typing import Annotated, Any, Literal

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
    pays: Annotated[int | None, Field(description="gold for your next fish there; nothing where no more fit")]


class FeyaSwamp(Shown):
    """Every tile on the swamp."""

    spirits: list[Hex]
    totem: Hex | None
    settlements: list[FeyaSettlement]
    cut_off: Annotated[list[Hex], Field(description="water no boat can reach")]
    sites: Annotated[list[Hex], Field(description="water where a tile may lie and cuts off no temple and no boat")]


class FeyaIsland(Shown):
    """An island with all its hexes."""

    id: int
    hexes: list[Hex]
    spirits: int
    totem: bool
    towns: Annotated[list[int], Field(description="settlements of each seat")]
    neutral: int
    leaders: Annotated[list[int], Field(description="seats with most settlements")]
    cost: Annotated[list[int | None], Field(description="gold for a settlement here, for each seat that has a guide")]
    feast: Annotated[list[int], Field(description="points for each seat, were you to feast here")]


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


class FeyaScoreCard(Shown):
    """A score card and what it would pay each seat now."""

    aim: str
    worth: list[int]


class FeyaReach(Shown):
    """Where a boat could do each boat action, from where it is now."""

    fish: list[Hex]
    trade: list[Hex]
    build: list[Hex]
    sail: list[Hex]


class FeyaRefusal(Shown):
    """Why the piece in hand may not go to these hexes, as a message."""

    id: str
    args: dict[str, Any]
    hexes: list[Hex]


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
    catch: Annotated[int, Field(description="fish a boat takes, everything counted")]
    range: Annotated[int, Field(description="steps of a boat, everything counted but what SAIL adds")]
    boats: list[Hex | None]
    reach: Annotated[list[FeyaReach], Field(description="where each boat could act, with what its owner has")]
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
    score_cards: list[FeyaScoreCard]
    guides: list[FeyaGuide]
    players: list[FeyaPlayer]
    under_way: FeyaUnderWay
    refused: Annotated[list[FeyaRefusal], Field(description="where the piece you hold may not go")]


View = FeyaView
