"""Moves that another one is never worse than, whatever follows: bots that search leave them out.

Judged by the rules alone, so that no evaluation can be wrong about it. They are small things: a worker who is worth
mana and is left behind, a tile used up where it does nothing or could wait, an axolotl sent in place of a worker.
"""

from __future__ import annotations

from collections.abc import Sequence

from sampan.engine.game import Game, State

from .moves import KIND, PLACE, SWAP, USE, WORKERS, Kind
from .terms import BOAT_ACTIONS, LAST_ROUND, NOBODY, Action, Bonus, Stage, Swap

WORKER_MANA, AXOLOTL_MANA = SWAP + Swap.WORKER_MANA, SWAP + Swap.AXOLOTL_MANA
LAST_WORK = int(Kind.SPIRIT)  # of the kinds that send a worker, the first ones


def dominated(game: Game, state: State, moves: Sequence[int]) -> set[int]:
    """Of these legal moves, those that another one of them is never worse than."""
    if int(state.stage[0]) == Stage.PASS:
        return while_passing(state, moves)
    found = {move for move in moves if USE <= move < SWAP and waits(game, state, move, moves)}
    if int(state.free[0, int(state.turn[0])]) > 0:
        found |= {move for move in moves if move == AXOLOTL_MANA or sends_axolotl(move)}
    return found


def while_passing(state: State, moves: Sequence[int]) -> set[int]:
    """A worker who is still there is mana now or nothing; so is an axolotl in the last round (EXCHANGES)."""
    for given in (WORKER_MANA, AXOLOTL_MANA):
        if given in moves and (given == WORKER_MANA or int(state.round_now[0]) == LAST_ROUND):
            return {move for move in moves if move != given}
    return set()


def sends_axolotl(move: int) -> bool:
    """Whether a move sends an axolotl: a worker could go there, and an axolotl that stays is there next round."""
    return int(KIND[move]) in range(int(Kind.FISH), LAST_WORK + 1) and int(PLACE[move]) % WORKERS == 1


def waits(game: Game, state: State, move: int, moves: Sequence[int]) -> bool:
    """Whether a tile of round I does nothing for the action under way, or could as well be used once there is one."""
    bonus, action = int(game.box.record.bonus[0, int(PLACE[move])]), int(state.action[0])
    if bonus not in (Bonus.RANGE, Bonus.CATCH, Bonus.DISCOUNT):
        return False
    if int(state.stage[0]) == Stage.CHOOSE:
        after = game.copy(state)
        for tile in moves:  # together they may make possible what one of them does not
            if USE <= tile < SWAP and game.box.record.bonus[0, int(PLACE[tile])] == bonus:
                game.play(after, tile)
        return set(game.legal_moves(after)) <= set(moves)
    if bonus == Bonus.CATCH:
        return action != Action.FISH
    return action != Action.BUILD if bonus == Bonus.DISCOUNT else not NOBODY < action < BOAT_ACTIONS
