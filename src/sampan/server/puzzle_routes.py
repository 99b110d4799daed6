"""The addresses of puzzles: what a game brings, one of them with its answer, and moves that are tried to solve it.

Nothing is kept here. A position that was tried is shown through the eyes of the seat whose turn it is, in a world in
which what that seat cannot know has fallen anew.
"""

from __future__ import annotations

import hashlib
from functools import cache
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Request, Response
from pydantic import BaseModel, Field

from sampan.engine.game import Game
from sampan.puzzles import shape
from sampan.puzzles.trying import ON, has_ended, imagined, told

from . import shapes
from .address import client_of
from .analysis import Analysis, tried_position
from .conditions import number_of
from .leaving import walked
from .refusals import Refused
from .review_routes import BySource, ReviewedTurn
from .services import ServicesDep, may_say
from .teaching import GameInPath, puzzles_kept
from .views import written

router = APIRouter(prefix="/api/games/{game}/puzzles", tags=["puzzles"])
LONGEST = 64  # moves of a turn
PuzzleId = Annotated[str, Path(pattern=f"^[0-9a-f]{{{shape.SHORT}}}$", examples=["3f9a1c"])]
Share = Annotated[float, Field(description="of a win, from 0 to 1")]


class ListedPuzzle(BaseModel):
    """A puzzle in short."""

    id: str
    kind: Annotated[str, Field(description="what it is about: the game's sentence GAME_puzzle_KIND")]
    level: Annotated[Literal[1, 2, 3], Field(description="from easy to hard")]
    missed: Annotated[dict[str, float], Field(description="how often players of each level did not solve it")]
    players: int
    seat: Annotated[int, Field(description="whose turn it is")]
    at: Annotated[int, Field(description="moves of the game before it")]


class PuzzleList(BaseModel):
    """A game's puzzles, and what they were made with."""

    game: str
    rules: int
    box: str
    nets: str
    version: str
    date: str
    command: str
    stale: Annotated[str, Field(description="why they no longer fit, in one line; empty where they do")]
    puzzles: list[ListedPuzzle]


class Puzzle(ListedPuzzle):
    """A puzzle with its game up to the position and its answer."""

    record: shapes.GameRecord
    turn: Annotated[ReviewedTurn, Field(description="`played` is what players mostly play instead")]
    accepted: Annotated[list[list[str]], Field(description="moves of turns that solve it")]


class TryPuzzle(shapes.Asked):
    """Moves tried so far."""

    line: Annotated[list[shapes.MoveText], Field(default_factory=list, max_length=LONGEST)]


class PuzzleTold(BaseModel):
    """What is said of the moves tried so far."""

    verdict: Annotated[
        Literal["on", "right", "worse", "other"],
        Field(description="on: the turn goes on; worse: it was judged; other: it was not, and is not the answer"),
    ]
    line: Annotated[
        int | None, Field(description="0: the best turn, 1: `played`, then `others`; nothing where it is none of them")
    ]
    cost: Share
    error: Annotated[float, Field(description="the standard error of the cost, where it was measured to the end")]
    reasons: Annotated[BySource, Field(description="by how many points the best turn is ahead, and where")]


class PuzzlePosition(Analysis):
    """The position after these moves as the puzzle's seat may know it; nothing is legal once the turn has ended."""

    told: PuzzleTold


def puzzle_of(name: str, puzzle: str) -> tuple[Game, shape.Puzzle]:
    """One of them."""
    game, puzzles = puzzles_kept(name)
    found = puzzles.find(puzzle)
    if found is None or puzzles.lost(game):
        raise Refused("no_puzzle", f"no puzzle {puzzle} of {game.title} here")
    return game, found


@cache
def listed(name: str) -> dict[str, Any]:
    """All of them in short."""
    game, puzzles = puzzles_kept(name)
    fields = {key: getattr(puzzles, key) for key in ("game", "rules", "box", "nets", "version", "date", "command")}
    stale = puzzles.stale(game) if puzzles.puzzles else ""
    return {**fields, "stale": stale, "puzzles": [heading(puzzle) for puzzle in puzzles.shown(game)]}


def heading(puzzle: shape.Puzzle) -> dict[str, Any]:
    """A puzzle in short."""
    return {key: getattr(puzzle, key) for key in ListedPuzzle.model_fields}


@router.get("", response_model=PuzzleList, responses=may_say("unknown_game"))
async def list_puzzles(request: Request, game: GameInPath) -> Response:
    """The game's puzzles, always in the same order."""
    return marked(request, written(listed(game)))


@router.get("/{puzzle}", response_model=Puzzle, responses=may_say("unknown_game", "no_puzzle"))
async def see_puzzle(request: Request, game: GameInPath, puzzle: PuzzleId) -> Response:
    """A puzzle with its answer."""
    found = puzzle_of(game, puzzle)[1]
    return marked(request, written({**found.fields(), "record": {"seed_hash": "", **found.record}}))


@router.post(
    "/{puzzle}/position",
    response_model=PuzzlePosition,
    responses=may_say("unknown_game", "no_puzzle", "unknown_move", "illegal_move"),
)
async def try_puzzle(
    request: Request, game: GameInPath, puzzle: PuzzleId, asked: TryPuzzle, services: ServicesDep
) -> Response:
    """The position after some moves of the turn, and whether they solve it."""
    where = puzzle_of(game, puzzle)
    found = await services.pools.replays.run(client_of(request.scope), tried, *where, asked.line)
    return Response(written(found), media_type="application/json")


def tried(game: Game, puzzle: shape.Puzzle, line: list[str]) -> dict[str, Any]:
    """A tried position as it is sent; takes a while, so not on the event loop."""
    world = imagined(game, puzzle)
    numbers = tuple(number_of(game, text) for text in line)
    states = walked(game, world, line)
    if len(line) > 1 and has_ended(game, world, numbers[:-1]):
        raise Refused("illegal_move", f"{line[-1]}: the turn is over there")
    said = told(game, puzzle, world, numbers)
    found = tried_position(game, puzzle.seat, states, line) | {"at": puzzle.at, "moves": puzzle.at, "told": vars(said)}
    return found if said.verdict == ON else found | {"legal": []}


def marked(request: Request, body: bytes) -> Response:
    """What changes only with this server's files: sent once, then named by a mark of its contents."""
    mark = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
    headers = {"cache-control": "no-cache", "etag": mark}
    if request.headers.get("if-none-match") == mark:
        return Response(status_code=304, headers=headers)
    return Response(body, media_type="application/json", headers=headers)
