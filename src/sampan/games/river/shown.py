"""What `view` tells of a table, as types: the page's own are made from these."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from sampan.games.shown import Shown


class RiverGoods(Shown):
    """Trade goods by kind."""

    silk: int
    rice: int
    porcelain: int


class RiverPlayer(Shown):
    """One player's belongings."""

    seat: int
    clan: str | None
    patron: str | None
    die: Annotated[int | None, Field(description="none before it is rolled for the first time")]
    koku: int
    goods: RiverGoods
    favor: int
    favor_limit: int
    influence: Annotated[list[int], Field(description="steps in each of the regions")]
    ships: Annotated[list[int], Field(description="the river space of each ship; none before the patrons are chosen")]
    royal: Annotated[int | None, Field(description="which ship is the royal one, from 1")]
    hand: Annotated[list[str] | None, Field(description="customers; only its owner sees them")]
    hand_size: int
    delivered: list[str]
    points: int


class RiverShore(Shown):
    """A shore space, what stands on it and whose markers lie there."""

    id: int
    tile: str | None
    markers: list[int]


class RiverStack(Shown):
    """The tiles of an era that are still to come."""

    era: int
    size: int
    top: str | None


class RiverScoring(Shown):
    """A region's scoring tile."""

    region: int
    id: str
    points: list[int]


class RiverMastery(Shown):
    """An open mastery, and who has claimed it in which order."""

    id: str
    points: list[int]
    claims: list[int]


class RiverOwed(Shown):
    """What must still be chosen before the turn goes on."""

    goods: Annotated[list[int], Field(description="goods each seat may still pick")]
    discards: int
    journey_reward: bool
    merchants: list[str]


class RiverView(Shown):
    """The whole table of River of Gold as a seat sees it."""

    ask: Annotated[str, Field(description="what must be decided")]
    turn: int
    first: int
    turns: int
    last_turns: int
    patrons: str
    open_patrons: list[str]
    building: Annotated[int | None, Field(description="the shore space paid for, until a tile lies on it")]
    players: list[RiverPlayer]
    shores: list[RiverShore]
    row: list[str | None]
    stacks: list[RiverStack]
    tiles_gone: list[str]
    scoring: list[RiverScoring]
    masteries: list[RiverMastery]
    deck_size: int
    discards: list[str]
    owed: RiverOwed


View = RiverView
