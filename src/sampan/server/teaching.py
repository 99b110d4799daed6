"""What a game's package has for people who learn it: its rules in paragraphs, a guided first game, and statistics."""

from __future__ import annotations

import json
from functools import cache
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path
from pydantic import BaseModel, Field

from sampan import games
from sampan.engine.errors import SampanError
from sampan.engine.game import Game
from sampan.puzzles.shape import Puzzles, puzzles_of

from .services import may_say
from .shapes import Message
from .table import known_game

router = APIRouter(prefix="/api", tags=["texts"])

Kind = Literal["help", "lesson"]
Language = Literal["en", "es", "pl", "ru"]
GameInPath = Annotated[str, Path(max_length=20, json_schema_extra={"enum": [*games.names()]})]


class Paragraph(BaseModel):
    """A paragraph of a game's rules."""

    id: str
    answers: Annotated[list[str], Field(description="the reasons why not that it explains")] = []
    diagram: str | None = None
    under: Annotated[str | None, Field(description="the paragraph whose piece this one is about")] = None
    title: str
    text: str
    find: Annotated[str, Field(description="search words that are not in the text")] = ""


class LessonStep(BaseModel):
    """A step of a tutorial: something to read, or a move to make and what follows it."""

    id: str
    show: str | None = None
    tab: Literal["board", "mine", "players"] | None = None
    move: str | None = None
    then: list[str] | None = None


class LessonScript(BaseModel):
    """A tutorial."""

    seed: int
    options: dict[str, int | str]
    steps: list[LessonStep]
    words: Annotated[dict[str, str], Field(description="what is said at each step")]


class CountedSeats(BaseModel):
    """How seats that had something did; each mean with its 95% interval."""

    seats: int
    won: Annotated[list[float], Field(description="of a fair share, which is 1")]
    points: float
    ahead: Annotated[list[float], Field(description="points above the mean of their table")]


class CountedRow(BaseModel):
    """Something that seats had, at each level of the bots."""

    name: Message
    levels: dict[str, CountedSeats]


class CountedGroup(BaseModel):
    """Things of one kind: seats, clans, tiles."""

    group: str
    rows: list[CountedRow]


class CountedSource(BaseModel):
    """Points of one source: for everybody, for winners, and how often they decided a game."""

    points: float
    winners: float
    decides: Annotated[list[float], Field(description="a share of the games, with its 95% interval")]


class SourceRow(BaseModel):
    """A source of points, at each level of the bots."""

    name: Message
    levels: dict[str, CountedSource]


class Statistics(BaseModel):
    """What `sampan stats` counted, and what it was made with."""

    game: str
    rules: int
    box: str
    nets: str
    version: str
    date: str
    command: str
    games: dict[str, int]
    players: dict[str, dict[str, int]]
    groups: list[CountedGroup]
    sources: list[SourceRow]


STATISTICS = "statistics.json"


def has_statistics(game: str) -> bool:
    """Whether the game's package brings some."""
    return (known_game(game).definition.folder / STATISTICS).is_file()


@cache
def read_statistics(game: str) -> Statistics:
    """What it brings."""
    text = (known_game(game).definition.folder / STATISTICS).read_text(encoding="utf-8")
    return Statistics.model_validate_json(text)


def puzzles_kept(name: str) -> tuple[Game, Puzzles]:
    """A game and its puzzles: none where it brings none, or where they cannot be read."""
    game = known_game(name)
    try:
        found = puzzles_of(game)
    except SampanError:
        found = None
    return game, found or Puzzles(name, game.version, game.box.hash, "", "")


def puzzles_shown(name: str) -> int:
    """How many puzzles of a game can be shown."""
    game, puzzles = puzzles_kept(name)
    return len(puzzles.shown(game))


def has(game: str, kind: Kind) -> bool:
    """Whether the game's package brings it."""
    return (known_game(game).definition.folder / kind).is_dir()


@cache
def read(game: str, kind: Kind, name: str) -> Any:
    """One of its files."""
    return json.loads((known_game(game).definition.folder / kind / f"{name}.json").read_text(encoding="utf-8"))


@router.get("/games/{game}/help/{language}", responses=may_say("unknown_game"))
async def see_help(game: GameInPath, language: Language) -> list[Paragraph]:
    """The game's rules for players, in order; nothing if it has none."""
    if not has(game, "help"):
        return []
    words = read(game, "help", language)
    return [Paragraph(**paragraph, **words[paragraph["id"]]) for paragraph in read(game, "help", "paragraphs")]


@router.get("/games/{game}/lesson/{language}", responses=may_say("unknown_game"))
async def see_lesson(game: GameInPath, language: Language) -> LessonScript | None:
    """The game's tutorial, if it has one."""
    if not has(game, "lesson"):
        return None
    return LessonScript(**read(game, "lesson", "steps"), words=read(game, "lesson", language))


@router.get("/games/{game}/statistics", responses=may_say("unknown_game"))
async def see_statistics(game: GameInPath) -> Statistics | None:
    """Win rates and points by what seats had, as counted over many games between bots; nothing where none were."""
    return read_statistics(game) if has_statistics(game) else None
