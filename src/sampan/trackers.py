"""A finished game for people who track their plays: as a file that the app BG Stats imports, and as a table (CSV)."""

from __future__ import annotations

import csv
import io
import json
import uuid
from dataclasses import dataclass
from typing import Any, Literal, get_args

from sampan.engine.errors import OptionError, RecordError
from sampan.engine.game import Game
from sampan.engine.record import Record, replay

Kind = Literal["bgstats", "csv"]
KINDS: tuple[Kind, ...] = get_args(Kind)
ENDINGS: dict[Kind, str] = {"bgstats": "json", "csv": "csv"}
NAMESPACE = uuid.uuid5(uuid.NAMESPACE_OID, "sampan")  # the same play, player or game is never imported twice
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # what a spreadsheet would take a name for that begins so
PLACE = "Sampan"


@dataclass(frozen=True)
class Play:
    """A game that is over, as a tracker knows it."""

    game: str
    title: str
    date: str  # 2026-05-17T19:30:00Z, a day alone, or nothing
    names: list[str]
    scores: list[int]
    winners: list[int]
    sheet: list[dict[str, int]]
    first: int  # the seat that began
    mark: str  # distinguishes this play from all others


def play_of(game: Game, record: Record) -> Play:
    """What a record says of a finished game; a seat without a name goes by its number."""
    first, state = -1, None
    for ply, _, state in replay(game, record):
        first = game.to_move(state) if ply == 0 else first
    if state is None or not game.over(state):
        raise RecordError("the game is not over: expected one that was played to its end")
    scores, names = game.scores(state), record.names
    known = [names[seat] if seat < len(names) else f"Seat {seat + 1}" for seat in range(len(scores))]
    mark = f"{record.game} {record.seed} {' '.join(record.moves)}"
    sheet = game.score_sheet(state)
    return Play(game.name, game.title, record.date, known, scores, game.winners(state), sheet, first, mark)


def exported(play: Play, kind: str) -> str:
    """The file of this kind."""
    if kind not in KINDS:
        raise OptionError(f"export {kind!r}: expected one of {', '.join(KINDS)}")
    return bg_stats(play) if kind == "bgstats" else table(play)


def bg_stats(play: Play) -> str:
    """As BG Stats exports and imports plays: games, players and plays that refer to them by number."""
    moment = when(play)
    names = [*dict.fromkeys(play.names)]  # two of one name are one person there
    fields: dict[str, Any] = {
        "players": [
            {"id": k + 1, "uuid": mark("player", name), "name": name, "isAnonymous": False, "modificationDate": moment}
            for k, name in enumerate(names)
        ],
        "locations": [{"id": 1, "uuid": mark("location", PLACE), "name": PLACE, "modificationDate": moment}],
        "games": [
            {
                "id": 1, "uuid": mark("game", play.game), "name": play.title, "bggId": 0, "cooperative": False,
                "highestWins": True, "noPoints": False, "usesTeams": False, "modificationDate": moment,
            }
        ],
        "plays": [
            {
                "uuid": mark("play", play.mark), "playDate": moment, "entryDate": moment, "modificationDate": moment,
                "gameRefId": 1, "locationRefId": 1, "usesTeams": False, "ignored": False, "manualWinner": True,
                "rounds": 0, "durationMin": 0, "rating": 0, "scoringSetting": 0,
                "playerScores": [
                    {
                        "playerRefId": names.index(name) + 1, "score": str(play.scores[seat]),
                        "winner": seat in play.winners, "newPlayer": False, "startPlayer": seat == play.first,
                        "rank": 1 + sum(score > play.scores[seat] for score in play.scores), "seatOrder": seat + 1,
                    }
                    for seat, name in enumerate(play.names)
                ],
            }
        ],
    }  # fmt: skip
    return json.dumps(fields, indent=1, ensure_ascii=False) + "\n"


def when(play: Play) -> str:
    """The moment of a play as BG Stats writes it; where none is known, a day that says so."""
    day, _, time = (play.date or "1970-01-01").partition("T")
    return f"{day} {time.removesuffix('Z') or '00:00:00'}"


def mark(kind: str, name: str) -> str:
    """A lasting mark of something of this name."""
    return str(uuid.uuid5(NAMESPACE, f"{kind} {name}")).upper()


def table(play: Play) -> str:
    """One line for each seat: points, whether it has won, and the points by where they came from."""
    sources = [source for source in (play.sheet[0] if play.sheet else {}) if any(row[source] for row in play.sheet)]
    out = io.StringIO()
    lines = csv.writer(out, lineterminator="\r\n")
    lines.writerow(["game", "date", "seat", "name", "points", "winner", *sources])
    for seat, name in enumerate(play.names):
        by_source = [play.sheet[seat][source] for source in sources]
        won = "yes" if seat in play.winners else "no"
        lines.writerow([play.title, play.date, seat + 1, harmless(name), play.scores[seat], won, *by_source])
    return out.getvalue()


def harmless(name: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return f"'{name}" if name.startswith(FORMULA) else name
