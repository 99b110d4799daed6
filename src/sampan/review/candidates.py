"""What could have been played instead: whole lines, from what the search of the seat that decides found best."""

from __future__ import annotations

from collections.abc import Sequence

from sampan.bots.prospect import Prospects
from sampan.bots.search import SearchBot, TreeReuse
from sampan.engine.game import Game, State
from sampan.engine.messages import Message

from .stretches import Stretch, ends, fell

BEST = 4  # first moves that are continued
TRUSTED = 4  # visits that make a move of the tree worth following
SAMPLES = 96  # ends of a stretch, of which the best completes a line
Line = tuple[int, ...]


def candidates(
    game: Game, stretch: Stretch, searcher: SearchBot, prospects: Prospects, seed: int, best: int = BEST
) -> list[Line]:
    """The played line, the same without its exchanges, then others that end differently, the search's choice first."""
    hidden = game.hide(stretch.before, stretch.seat)
    world = game.redeal(hidden, stretch.seat, seed)
    ranked = searcher.rank(game, hidden, 0.0, seed)
    firsts = [entry.move for entry in ranked if entry.visits][:best]
    found: dict[bytes, Line] = {}
    played = cut(game, world, stretch.moves)
    for one in (played, without_exchanges(game, world, played)):
        found.setdefault(end_of(game, world, one), one)
    for given in [follow(game, world, searcher, move) for move in firsts] + [(move,) for move in firsts]:
        line = cut(game, world, prospects.complete(hidden, given, SAMPLES, seed))
        for one in (plainer(game, world, line), line):
            found.setdefault(end_of(game, world, one), one)
    return [*found.values()]


def plainer(game: Game, world: State, line: Line) -> Line:
    """The same line without the exchanges that it can do without."""
    first, last = game.definition.asides
    for place in range(len(line) - 1, -1, -1):
        shorter = line[:place] + line[place + 1 :]
        if first <= line[place] < last and shorter and is_whole(game, world, shorter):
            line = shorter
    return line


def without_exchanges(game: Game, world: State, line: Line) -> Line:
    """The same line without the exchanges that it can do without, where all else in it stays what it was."""
    first, last = game.definition.asides
    for place in range(len(line) - 1, -1, -1):
        shorter = line[:place] + line[place + 1 :]
        if first <= line[place] < last and shorter and is_whole(game, world, shorter):
            said = spoken(game, world, line)
            if spoken(game, world, shorter) == said[:place] + said[place + 1 :]:
                line = shorter
    return line


def spoken(game: Game, position: State, moves: Sequence[int]) -> list[Message]:
    """Every move of a line in words, each in the position it is made in."""
    state, said, seat = game.copy(position), list[Message](), game.to_move(position)
    for move in moves:
        said.append(game.describe(game.hide(state, seat), move))
        game.play(state, move)
    return said


def is_whole(game: Game, world: State, line: Line) -> bool:
    """Whether this line can be played, and is then over."""
    state = before = game.copy(world)
    for place, move in enumerate(line):
        if game.why_not(state, move) != 0:
            return False
        before = game.copy(state)
        game.play(state, move)
        if ends(before, state, world):
            return place == len(line) - 1
    return False


def follow(game: Game, world: State, searcher: SearchBot, move: int) -> Line:
    """A move, and what the tree has tried most often after it, as far as it knows."""
    tree, reuse, state = searcher.trees(game)[0], TreeReuse(), game.copy(world)
    node, line, before = tree.child(tree.root, move), [move], game.copy(world)
    game.play(state, move)
    while node >= 0 and not ends(before, state, world):
        children = tree.children(tree.infoset(node, reuse.key(game, state)))
        node = max(children, key=lambda child: int(tree.nodes[child].visits), default=-1)
        if node < 0 or tree.nodes[node].visits < TRUSTED:
            break
        before = game.copy(state)
        line.append(int(tree.nodes[node].move))
        game.play(state, line[-1])
    return tuple(line)


def cut(game: Game, world: State, moves: Sequence[int]) -> Line:
    """A line up to where its stretch ends."""
    state = game.copy(world)
    for place, move in enumerate(moves):
        before = game.copy(state)
        game.play(state, move)
        if ends(before, state, world):
            return tuple(moves[: place + 1])
    return tuple(moves)


def end_of(game: Game, world: State, line: Line) -> bytes:
    """What tells the ends of lines apart: other orders of the same moves are the same line."""
    state, before = game.copy(world), world
    for move in line:
        before = game.copy(state)
        game.play(state, move)
    return before.tobytes() + bytes([line[-1] % 256, line[-1] // 256]) if fell(before, state) else state.tobytes()
