"""Moves that look silly, counted: games between bots of one kind, and how often they did what their game calls odd.

`python -m sampan.lab.oddities GAME --bot expert --games 12` plays and counts. What is odd, and in which words, the game
declares (`oddities` of its definition).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from typing import Any

from sampan import __version__, games
from sampan.engine.errors import OptionError, SampanError
from sampan.engine.game import Game, Oddities

from .arena import players
from .match import Match, check_bot, played

Found = dict[str, tuple[int, int]]


def oddities_of(game: Game) -> Oddities:
    """What this game calls odd."""
    if game.definition.oddities is None:
        raise OptionError(f"{game.name}: expected a game that says what looks silly (`oddities` of its definition)")
    return game.definition.oddities


def look(match: Match) -> Found:
    """Play one game, and look for oddities in it."""
    game = games.load(match.game, match.box)
    return oddities_of(game).found(game, played(game, match)[0])


def oddities(
    name: str, bot: str, number: int, seats: int, seed: int = 0, workers: int | None = 1, ray: str | None = None
) -> dict[str, Any]:
    """So many games, all seats of one bot; how often each oddity was there, of how many chances for it."""
    game = games.load(name)
    meanings = oddities_of(game).meanings
    if number < 1:
        raise OptionError(f"games = {number}: expected 1 or more")
    check_bot(bot, name)
    options = game.resolve({"players": seats})
    plan = [Match(k, name, None, options, (bot,) * seats, seed + k) for k in range(number)]
    times, chances = Counter[str](), Counter[str]()
    for found in players(workers, ray, look)(plan):
        for what, (count, of) in found.items():
            times[what] += count
            chances[what] += of
    counted = {what: [times[what], chances[what]] for what in meanings}
    heading = {"game": name, "rules": game.version, "box": game.box.hash, "version": __version__}
    return {**heading, "bot": bot, "players": seats, "games": number, "seed": seed, "oddities": counted}


def main(asked: list[str]) -> None:
    """Play, count and print."""
    parser = argparse.ArgumentParser(prog="python -m sampan.lab.oddities", description="Count moves that look silly.")
    parser.add_argument("game")
    parser.add_argument("--bot", default="expert", help="who sits in every seat")
    parser.add_argument("--games", type=int, default=12)
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--seed", type=int, default=0, help="seed of the first game")
    parser.add_argument("--workers", type=int, help="processes; one per core if omitted")
    parser.add_argument("--ray", help="play on a Ray cluster: its address, or local")
    parser.add_argument("--json", action="store_true", help="print the result as one JSON object")
    given = parser.parse_args(asked)
    figures = oddities(given.game, given.bot, given.games, given.players, given.seed, given.workers, given.ray)
    if given.json:
        print(json.dumps(figures))
        return
    meanings = oddities_of(games.load(given.game)).meanings
    for what, (count, of) in figures["oddities"].items():
        print(f"{count:5} of {of:5}  {meanings[what]}")


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except SampanError as error:
        sys.exit(f"sampan: {error}")
