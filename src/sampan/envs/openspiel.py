"""OpenSpiel: importing this module registers every game as `sampan_NAME`. Needs `pip install sampan[envs]`.

`pyspiel.load_game("sampan_NAME(players=2,deals=1000)")`: one chance node at the root picks a deal, that is the game's
seed; all later chance follows from it, and no player knows it. More deals are closer to the game at the table. Further
options are given as `options=OPTION:VALUE;...`. Points or victory: `reward=win` (shares that add up to 1) or `margin`.
"""

from __future__ import annotations

import hashlib
from functools import cache
from typing import Any

import numpy as np
import pyspiel

from sampan.engine.errors import OptionError
from sampan.engine.game import Game
from sampan.engine.lanes import reward_kind
from sampan.engine.loops import WIN
from sampan.games import load, names

DEALS = 1000
MOST_DEALS = 1_000_000
LONGEST = 2000  # decisions; the longest random games take a third of it
MOST_POINTS = 1000.0
KNOWN: dict[str, Any] = {"players": 2, "deals": DEALS, "reward": "win", "options": ""}


@cache
def game_here(name: str) -> Game:
    """One game for all states of it."""
    return load(name)


def game_type(name: str) -> Any:
    """What OpenSpiel wants to know before it loads a game."""
    return pyspiel.GameType(
        short_name=f"sampan_{name}",
        long_name=game_here(name).title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game_here(name).definition.most_seats,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=KNOWN,
    )


class SampanGame(pyspiel.Game):  # type: ignore[misc]
    """One game with its options resolved."""

    name = ""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = {**KNOWN, **(params or {})}
        self.game, self.reward = game_here(self.name), reward_kind(chosen["reward"])
        words = [word.partition(":") for word in str(chosen["options"]).split(";") if word]
        self.options = self.game.resolve({"players": chosen["players"], **{key: value for key, _, value in words}})
        self.deals = int(chosen["deals"])
        if not 1 <= self.deals <= MOST_DEALS:
            raise OptionError(f"deals = {self.deals}: expected 1..{MOST_DEALS}")
        seats = int(self.options["players"])
        least, most = (0.0, 1.0) if self.reward == WIN else (-MOST_POINTS, MOST_POINTS)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.game.moves),
            max_chance_outcomes=self.deals,
            num_players=seats,
            min_utility=least,
            max_utility=most,
            utility_sum=None,
            max_game_length=LONGEST,
        )
        super().__init__(game_type(self.name), info, {key: chosen[key] for key in KNOWN})

    def new_initial_state(self, _: Any = None) -> SampanState:
        """Before the deal."""
        return SampanState(self)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> Observer:
        """What a player sees."""
        if params:
            raise ValueError(f"observation parameters {params}: expected none")
        return Observer(self.game, kind)


class SampanState(pyspiel.State):  # type: ignore[misc]
    """A table, or the moment before its deal. What each player has seen is remembered as one hash a player."""

    def __init__(self, table: SampanGame) -> None:
        super().__init__(table)
        self.seats, self.deals, self.reward = table.num_players(), table.deals, table.reward
        self.name, self.options = table.name, table.options
        self.state: Any = None
        self.seen = [b""] * self.seats

    @property
    def game(self) -> Game:
        """The rules; shared by all states, and not copied with them."""
        return game_here(self.name)

    def current_player(self) -> int:
        """The seat to move, chance, or nobody."""
        if self.state is None:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.game.to_move(self.state)
        return int(pyspiel.PlayerId.TERMINAL) if seat < 0 else seat

    def _legal_actions(self, player: int) -> list[int]:
        """The moves of the seat to move."""
        return self.game.legal_moves(self.state)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every deal is as likely."""
        return [(deal, 1.0 / self.deals) for deal in range(self.deals)]

    def _apply_action(self, action: int) -> None:
        """Deal, or play a move."""
        if self.state is None:
            self.state = self.game.deal(self.options, action)
        else:
            mover = self.game.to_move(self.state)
            self.seen[mover] = hashlib.sha256(self.seen[mover] + b"%d" % action).digest()
            self.game.play(self.state, action)
        for seat in range(self.seats):
            self.seen[seat] = hashlib.sha256(self.seen[seat] + self.game.hide(self.state, seat).tobytes()).digest()

    def _action_to_string(self, player: int, action: int) -> str:
        """A move's own text."""
        return f"deal:{action}" if player == pyspiel.PlayerId.CHANCE else self.game.move_text(action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.state is not None and self.game.over(self.state)

    def returns(self) -> list[float]:
        """Shares of the victory, or leads over the best of the others; zeros until the end."""
        if not self.is_terminal():
            return [0.0] * self.seats
        if self.reward == WIN:
            return self.game.win_share(self.state)
        points = self.game.scores(self.state)
        return [float(points[k] - max(points[:k] + points[k + 1 :])) for k in range(self.seats)]

    def __str__(self) -> str:
        """A fingerprint of the whole table."""
        return "before the deal" if self.state is None else f"{self.name} {self.game.state_hash(self.state)}"


class Observer:
    """What a player sees, as numbers and as text, from the hidden state alone."""

    def __init__(self, game: Game, kind: Any) -> None:
        self.recalls = bool(kind is not None and kind.perfect_recall)
        self.tensor = np.zeros(len(game.feature_names), np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SampanState, player: int) -> None:
        """Fill the numbers."""
        self.tensor[:] = 0 if state.state is None else state.game.features(state.state, player)

    def string_from(self, state: SampanState, player: int) -> str:
        """A text that is the same exactly where the player cannot tell two tables apart."""
        if state.state is None:
            return "before the deal"
        if self.recalls:
            return f"{player} {state.seen[player].hex()}"
        return f"{player} {state.game.state_hash(state.game.hide(state.state, player))}"


for _name in names():
    _kind = type(f"Sampan{_name.capitalize()}", (SampanGame,), {"name": _name})
    pyspiel.register_game(game_type(_name), _kind)
