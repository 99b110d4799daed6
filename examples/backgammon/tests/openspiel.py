"""Compares backgammon with OpenSpiel's, move by move: `python openspiel.py 2000`.

Random games are played in both at once. After every roll the positions that the turn can end in must be the same
set, and so must the result. OpenSpiel plays a double as two turns of two checkers each.
"""

from __future__ import annotations

import random
import sys

import pyspiel

from sampan.engine.game import Game, State
from sampan.games import load

Position = tuple[tuple[int, ...], tuple[int, ...]]
THEIRS = pyspiel.load_game("backgammon(scoring_type=full_scoring)")


def our_position(state: State) -> Position:
    """Checkers of both seats: off, points 1 to 24, bar."""
    first, second = state.checkers[0].tolist()
    return tuple(first), tuple(second)


def our_endings(game: Game, state: State) -> dict[Position, list[int]]:
    """Every position that the turn can end in, and moves that lead there."""
    mover, turns, found = game.to_move(state), int(state.turns[0]), {}
    seen, open_ends = set(), [(game.copy(state), [])]
    while open_ends:
        position, moves = open_ends.pop()
        if game.to_move(position) != mover or int(position.turns[0]) != turns:
            found.setdefault(our_position(position), moves)
            continue
        for move in game.legal_moves(position):
            after = game.copy(position)
            game.play(after, move)
            key = after.tobytes()
            if key not in seen:
                seen.add(key)
                open_ends.append((after, [*moves, move]))
    return found


def their_position(state: pyspiel.State) -> Position:
    """The same of OpenSpiel's: X moves from position 0 to 23, O the other way."""
    sides = []
    for player in range(2):
        points = [state.board(player, 24 - point if player == 0 else point - 1) for point in range(1, 25)]
        bar, off = their_bar_and_off(state, player)
        sides.append((off, *points, bar))
    return sides[0], sides[1]


def their_bar_and_off(state: pyspiel.State, player: int) -> tuple[int, int]:
    """What stands beside the points, from the observation's last numbers: bar, score, turn of both, then the dice."""
    tail = state.observation_tensor(player)[-8:]
    return int(tail[0]), int(tail[1])


def their_endings(state: pyspiel.State) -> dict[Position, list[int]]:
    """Every position that the turn can end in, and actions that lead there."""
    mover, found, open_ends = state.current_player(), {}, [(state, [])]
    seen = set()
    while open_ends:
        position, actions = open_ends.pop()
        if actions and (position.is_terminal() or position.is_chance_node() or position.current_player() != mover):
            found.setdefault(their_position(position), actions)
            continue
        key = (their_position(position), len(actions))
        if key in seen:
            continue
        seen.add(key)
        for action in position.legal_actions():
            open_ends.append((position.child(action), [*actions, action]))
    return found


def outcome(state: pyspiel.State, high: int, low: int, starts: str = "") -> int:
    """The chance outcome that shows these dice, and who starts."""
    for number, _ in state.chance_outcomes():
        text = state.action_to_string(number)
        if starts in text and text[-3:-1] in (f"{high}{low}", f"{low}{high}"):
            return int(number)
    raise ValueError(f"no outcome {high}-{low} {starts}")


def compare(game: Game, seed: int) -> tuple[int, list[str]]:
    """One random game in both: how many rolls were compared, and what differed."""
    dice = random.Random(seed)
    ours, theirs = game.deal(None, seed), THEIRS.new_initial_state()
    high, low = ours.dice[0].tolist()
    starts = "X starts" if game.to_move(ours) == 0 else "O starts"
    theirs.apply_action(outcome(theirs, high, low, starts))
    rolls, differences = 0, []
    while True:
        rolls += 1
        mover = theirs.current_player()
        if int(ours.ask[0]) == 1:  # whoever was to move could not
            mine = {our_position(ours): []}
        else:
            assert mover == game.to_move(ours)
            mine = our_endings(game, ours)
        other = their_endings(theirs)
        if set(mine) != set(other):
            differences.append(
                f"seed {seed}, roll {rolls} ({high}-{low}): only ours {set(mine) - set(other)}, "
                f"only theirs {set(other) - set(mine)}\n{theirs}"
            )
        both = sorted(set(mine) & set(other))
        chosen = dice.choice(both)
        for move in mine[chosen]:
            game.play(ours, move)
        for action in other[chosen]:
            theirs.apply_action(action)
        if game.over(ours) or theirs.is_terminal():
            signs = (1, -1) if game.winners(ours) == [0] else (-1, 1)
            points = max(game.scores(ours))
            if not (game.over(ours) and theirs.is_terminal() and theirs.returns() == [sign * points for sign in signs]):
                differences.append(f"seed {seed}: results {game.scores(ours)} and {theirs.returns()}")
            return rolls, differences
        game.play(ours, "roll")
        high, low = ours.dice[0].tolist()
        theirs.apply_action(outcome(theirs, high, low))


if __name__ == "__main__":
    game, rolls, wrong = load("backgammon"), 0, 0
    for seed in range(int(sys.argv[1])):
        compared, found = compare(game, seed)
        rolls += compared
        wrong += len(found)
        for line in found:
            print(line)
    print(f"{sys.argv[1]} games, {rolls} rolls, {wrong} differences")
    sys.exit(wrong > 0)
