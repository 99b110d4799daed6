"""What there is to compile for each game, in the order in which it will be asked for."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from sampan import bots, games
from sampan.bots import greedy, hint, search
from sampan.bots.levels import LEVELS, strength_of
from sampan.engine import batch
from sampan.engine.game import Game
from sampan.engine.kept import keep, kept
from sampan.engine.rule import JIT
from sampan.engine.sources import sources_of

KINDS = ("rules", "greedy", "search", "hints", "batches")
MADE_IN = {
    kind: Path(str(module.__file__)).resolve()
    for kind, module in {"greedy": greedy, "search": search, "hints": hint, "batches": batch}.items()
}
HINT = "hint"  # asked for as a bot would be


@dataclass(frozen=True, order=True)
class Part:
    """Something of one game that is compiled at a time: its rules, then what is made with them."""

    game: str
    kind: str

    @property
    def name(self) -> str:
        """As it is written in files and lines."""
        return f"{self.game}.{self.kind}"


def part_from(name: str) -> Part:
    """A part from its name."""
    return Part(*name.rsplit(".", 1))


def all_parts() -> list[Part]:
    """Every part: each game's rules and the bots that most people play with, then what is asked for later."""
    first = [Part(game, kind) for game in games.names() for kind in ("rules", "greedy")]
    later = [Part(game, kind) for kind in ("search", "hints", "batches") for game in games.names()]
    return [part for part in first + later if part.kind in ("rules", "batches") or has_bots(part.game)]


def has_bots(game: str) -> bool:
    """Whether a game's positions can be judged."""
    return games.definition(game).rules.figures is not None


def missing_parts() -> list[Part]:
    """Those that are not compiled, where they are to be."""
    return [part for part in all_parts() if JIT and not ready(part)]


def ready(part: Part) -> bool:
    """Whether this was compiled on this machine before."""
    game = games.load(part.game)
    return game.compiled if part.kind == "rules" else kept(part.name, sources(part, game))


def sources(part: Part, game: Game) -> frozenset[Path | str]:
    """All that a part other than the rules is made of."""
    return game.rule_sources | sources_of(MADE_IN[part.kind])


def compile_part(part: Part) -> None:
    """Compile it now and note that it is done."""
    game = games.load(part.game)
    if part.kind == "rules":
        game.compile()
        return
    state = game.deal()
    if part.kind == "greedy":
        greedy.GreedyBot().ratings(game, game.hide(state, game.to_move(state)), 0)
    elif part.kind == "search":
        search.SearchBot(None, 1).prepare(game)
    elif part.kind == "hints":
        hint.Adviser(1).prepare(game)
    else:
        game.compile_batches()
    keep(part.name, sources(part, game))


def needed_for(game: str, bot: str) -> Part | None:
    """What must be compiled before this bot, or a hint, can be had; nothing for one that plays at random."""
    kind = bot.partition(":")[0]
    if bot == HINT:
        return Part(game, "hints")
    if kind == "random" or kind not in bots.NAMES:
        return None
    if kind in LEVELS:
        kind = "greedy" if strength_of(games.load(game), kind).slips else "search"
    return Part(game, "greedy" if kind == "greedy" else "search")


def before(part: Part) -> list[Part]:
    """What is compiled first, because this is made with it."""
    return {
        "rules": [],
        "greedy": [Part(part.game, "rules")],
        "search": [Part(part.game, "rules")],
        "hints": [Part(part.game, "rules"), Part(part.game, "search")],
        "batches": [Part(part.game, "rules")],
    }[part.kind]
