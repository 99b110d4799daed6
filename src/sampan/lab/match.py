"""One game between bots: who sits where, and what came of it. Each bot sees only its own hidden states."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import combinations, permutations, repeat
from pathlib import Path

from sampan import bots, games
from sampan.bots.search import SearchBot
from sampan.bots.workspace import nets_in
from sampan.engine.errors import OptionError
from sampan.engine.game import Game, State

Decided = Callable[[bots.Bot, Game, State, float, int], int]


@dataclass(frozen=True)
class Match:
    """One game to be played."""

    number: int
    game: str
    box: str | None
    options: dict[str, int | str]
    seats: tuple[str, ...]
    seed: int


@dataclass(frozen=True)
class Result:
    """What came of it, seat by seat."""

    match: Match
    share: tuple[float, ...]
    scores: tuple[int, ...]
    decisions: int


_sitting: dict[str, tuple[bots.Bot, float]] = {}


def play_match(match: Match) -> Result:
    """Play one game. Bots stay in their seats from match to match of a process; trees do not."""
    game = games.load(match.game, match.box)
    line, state = played(game, match)
    return Result(match, tuple(game.win_share(state)), tuple(game.scores(state)), len(line))


def played(game: Game, match: Match, decided: Decided = bots.decided) -> tuple[list[tuple[State, int]], State]:
    """A game between bots: every position with the move made in it, and the end; `decided` asks a bot for its move."""
    line: list[tuple[State, int]] = []
    state = game.deal(match.options, match.seed)
    while not game.over(state):
        seat = game.to_move(state)
        name = match.seats[seat]
        if name not in _sitting:
            _sitting[name] = load_bot(name)
        bot, seconds = _sitting[name]
        move = decided(bot, game, game.hide(state, seat), seconds, match.seed * 100_003 + len(line))
        line.append((game.copy(state), move))
        game.play(state, move)
    return line, state


def load_bot(name: str) -> tuple[bots.Bot, float]:
    """A bot and its seconds per move; `search:60it@FOLDER` plays with the nets of a folder."""
    base, at, folder = name.partition("@")
    bot, seconds = bots.load(base, threads=1)
    if at:
        if not isinstance(bot, SearchBot):
            raise OptionError(f"bot {name!r}: expected search:SECONDS@FOLDER or search:NUMBERit@FOLDER")
        bot.nets = Path(folder)
    return bot, seconds


def check_bot(name: str, game: str) -> None:
    """Refuse a bot that cannot sit down before any game is played."""
    bot, _ = load_bot(name)
    if isinstance(bot, SearchBot) and bot.nets is not None:
        nets_in(bot.nets, games.load(game))


def seatings(names: list[str], players: int) -> list[tuple[str, ...]]:
    """Who sits where, over a whole cycle, so that every bot has every seat equally often.

    As many bots as players: all at one table. Else every two of them: one alone against the other in all other seats.
    """
    if len(names) < 2:
        raise OptionError(f"bots {','.join(names)}: expected two or more")
    lines: list[tuple[str, ...]]
    if len(names) == players:
        lines = [tuple(names)]
    else:
        two = len(names) == 2
        pairs = [(names[0], names[1])] if two else combinations(names, 2) if players == 2 else permutations(names, 2)
        lines = [(one, *repeat(other, players - 1)) for one, other in pairs]
    seats = range(players)
    return [tuple(line[(seat - shift) % players] for seat in seats) for line in lines for shift in seats]


def matches(
    game: str, box: str | None, options: Mapping[str, int | str], names: list[str], number: int, seed: int
) -> list[Match]:
    """So many games; a whole cycle of seats shares one deal, so that luck is shared, too."""
    if number < 1:
        raise OptionError(f"games = {number}: expected 1 or more")
    resolved = games.load(game, box).resolve(options)
    cycle = seatings(names, int(resolved["players"]))
    return [Match(k, game, box, resolved, cycle[k % len(cycle)], seed + k // len(cycle)) for k in range(number)]
