"""OpenSpiel: importing this module registers every game as `sampan_NAME`. Needs `pip install sampan[envs]`.

`pyspiel.load_game("sampan_NAME(players=2,chance=explicit)")`: every die, card and tile is a chance node of its own,
from the deal on. With `chance=sampled`, the usual way, a single chance node at the root picks one of `deals` deals
(1,000 unless told), that is the game's seed; all later chance follows from it, and no player knows it. Further options
are given as `options=OPTION:VALUE;...`. Points or victory: `reward=win` (shares that add up to 1) or `margin`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyspiel

from sampan.engine.errors import OptionError
from sampan.engine.explicit import Explicit
from sampan.engine.game import Game, State
from sampan.engine.lanes import reward_kind
from sampan.engine.loops import WIN
from sampan.games import load, names

DEALS = 1000
MOST_DEALS = 1_000_000
MOST_OUTCOMES = 1000  # of one explicit event
LONGEST = 2000  # decisions; the longest random games take a third of it
MOST_POINTS = 1000.0
MODES = ("sampled", "explicit")
KNOWN: dict[str, Any] = {"players": 2, "deals": DEALS, "reward": "win", "options": "", "chance": MODES[0]}
CHANCE, OVER = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)
Utility = pyspiel.GameType.Utility


def game_type(game: Game, utility: Any = Utility.GENERAL_SUM) -> Any:
    """What OpenSpiel wants to know before it loads a game."""
    return pyspiel.GameType(
        short_name=f"sampan_{game.name}",
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.definition.most_seats,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=KNOWN,
    )


class SampanGame(pyspiel.Game):  # type: ignore[misc]
    """One game with its options resolved, from before the deal or from a position on."""

    game: Game

    def __init__(self, params: dict[str, Any] | None = None, start: State | None = None) -> None:
        chosen = {**KNOWN, **(params or {})}
        reward = reward_kind(chosen["reward"])
        words = [word.partition(":") for word in str(chosen["options"]).split(";") if word]
        seats = chosen["players"] if start is None else int(start.players[0])
        options = self.game.resolve({"players": seats, **{key: value for key, _, value in words}})
        deals = int(chosen["deals"])
        if not 1 <= deals <= MOST_DEALS:
            raise OptionError(f"deals = {deals}: expected 1..{MOST_DEALS}")
        if chosen["chance"] not in MODES:
            raise OptionError(f"chance = {chosen['chance']!r}: expected {' or '.join(MODES)}")
        explicit = start is not None or chosen["chance"] == "explicit"
        self.setting = Setting(self.game, options, int(options["players"]), deals, reward)
        self.first = Explicit(self.game, options if start is None else start) if explicit else None
        self.params = {**{key: chosen[key] for key in KNOWN}, "players": seats}
        least, most = (0.0, 1.0) if reward == WIN else (-MOST_POINTS, MOST_POINTS)
        utility, total = Utility.GENERAL_SUM, None
        if reward == WIN:
            utility, total = Utility.CONSTANT_SUM, 1.0
        elif seats == 2:
            utility, total = Utility.ZERO_SUM, 0.0
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.game.moves),
            max_chance_outcomes=MOST_OUTCOMES if explicit else deals,
            num_players=seats,
            min_utility=least,
            max_utility=most,
            utility_sum=total,
            max_game_length=LONGEST,
        )
        super().__init__(game_type(self.game, utility), info, self.params)

    def starting_at(self, state: State) -> SampanGame:
        """The game from this position on, with explicit chance: a small ending is solved like any small game."""
        return type(self)(self.params, start=state)

    def new_initial_state(self, _: Any = None) -> SampanState:
        """Before the deal, or the position to start at."""
        return SampanState(self)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> Observer:
        """What a player sees."""
        if params:
            raise ValueError(f"observation parameters {params}: expected none")
        return Observer(self.game, kind)


@dataclass(frozen=True)
class Setting:
    """What all states of one game have in common."""

    game: Game
    options: Mapping[str, int | str]
    seats: int
    deals: int
    reward: int

    def __deepcopy__(self, _: Any) -> Setting:
        return self


class Past:
    """A position somebody has been through, and how it came about; from all of them follows what each player knows."""

    def __init__(self, earlier: Past | None, mover: int, move: int, state: State) -> None:
        self.earlier, self.mover, self.move, self.state = earlier, mover, move, state
        self.seen: dict[int, bytes] = {}

    def __deepcopy__(self, _: Any) -> Past:
        return self

    def seen_by(self, game: Game, seat: int) -> bytes:
        """One hash of everything that this seat has seen and done. It is worked out when it is asked for."""
        line: list[Past] = []
        place: Past | None = self
        while place is not None and seat not in place.seen:
            line.append(place)
            place = place.earlier
        seen = b"" if place is None else place.seen[seat]
        for past in reversed(line):
            if past.mover == seat:
                seen = hashlib.sha256(seen + b"%d" % past.move).digest()
            seen = past.seen[seat] = hashlib.sha256(seen + game.hide(past.state, seat).tobytes()).digest()
        return seen


class SampanState(pyspiel.State):  # type: ignore[misc]
    """A table, the moment before its deal, or a moment when something falls."""

    def __init__(self, table: SampanGame) -> None:
        super().__init__(table)
        self.setting = table.setting
        self.explicit = None if table.first is None else table.first.copy()
        self.past: Past | None = None
        self.now, self.mover, self.move = CHANCE, -1, -1
        if self.explicit is not None:
            self._look()

    @property
    def game(self) -> Game:
        """The rules; shared by all states, and not copied with them."""
        return self.setting.game

    @property
    def state(self) -> Any:
        """The last position in which somebody had to decide; none before the deal."""
        return None if self.past is None else self.past.state

    def current_player(self) -> int:
        """The seat to move, chance, or nobody."""
        return self.now

    def _legal_actions(self, player: int) -> list[int]:
        """The moves of the seat to move."""
        return self.game.legal_moves(self.state)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What may fall, or every deal; each is as likely."""
        chance = None if self.explicit is None else self.explicit.chance
        outcomes = range(self.setting.deals) if chance is None else chance.outcomes
        return [(outcome, 1.0 / len(outcomes)) for outcome in outcomes]

    def _apply_action(self, action: int) -> None:
        """Deal, let something fall, or play a move."""
        if self.now >= 0:
            self.mover, self.move = self.now, action
        if self.explicit is not None:
            if self.now == CHANCE:
                self.explicit.fall(action)
            else:
                self.explicit.play(action)
            self._look()
        elif self.past is None:
            self._arrive(self.game.deal(self.setting.options, action))
        else:
            after = self.game.copy(self.past.state)
            self.game.play(after, action)
            self._arrive(after)

    def _look(self) -> None:
        """Where the game with explicit chance stands now."""
        assert self.explicit is not None
        if self.explicit.state is None or self.explicit.chance is not None:
            self.now = CHANCE
        else:
            self._arrive(self.explicit.state)

    def _arrive(self, state: State) -> None:
        """A position is reached in which somebody decides, or nobody any more."""
        self.past = Past(self.past, self.mover, self.move, state)
        seat = self.game.to_move(state)
        self.now = OVER if seat < 0 else seat

    def _action_to_string(self, player: int, action: int) -> str:
        """A move's own text."""
        if player != CHANCE:
            return self.game.move_text(action)
        return f"deal:{action}" if self.explicit is None else f"falls:{action}"

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.now == OVER

    def returns(self) -> list[float]:
        """Shares of the victory, or leads over the best of the others; zeros until the end."""
        if self.now != OVER:
            return [0.0] * self.setting.seats
        if self.setting.reward == WIN:
            return self.game.win_share(self.state)
        points = self.game.scores(self.state)
        return [float(points[k] - max(points[:k] + points[k + 1 :])) for k in range(self.setting.seats)]

    def __str__(self) -> str:
        """A fingerprint of the whole table, and what is under way."""
        table = "before the deal" if self.state is None else f"{self.game.name} {self.game.state_hash(self.state)}"
        if self.now != CHANCE or self.explicit is None:
            return table
        move = "deal" if self.explicit.move is None else self.game.move_text(self.explicit.move)
        return " ".join([table, move, *map(str, self.explicit.fallen)])


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
        if self.recalls and state.past is not None:
            return f"{player} {state.past.seen_by(state.game, player).hex()}"
        return f"{player} {state.game.state_hash(state.game.hide(state.state, player))}"


def register(game: Game) -> type[SampanGame]:
    """Make OpenSpiel know a game; one that is installed is known already."""
    kind = type(f"Sampan{game.name.capitalize()}", (SampanGame,), {"game": game})
    pyspiel.register_game(game_type(game), kind)
    return kind


for _name in names():
    register(load(_name))
