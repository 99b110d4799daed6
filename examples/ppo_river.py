"""PPO by self-play at River of Gold for two, in one file: thousands of games side by side, on a CPU or on a GPU.

    pip install sampan[learn]
    python examples/ppo_river.py --steps 1_000_000
    python examples/ppo_river.py --steps 200_000_000 --device cuda       # on a GPU: pip install sampan[learn,cuda]

One network plays all seats. docs/learning.md explains what is particular about it and how far it gets. What is learned
is kept in `ppo-river.pt`, the learning curve in `ppo-river.csv` and `ppo-river.svg`.
"""

from __future__ import annotations

import argparse
import csv
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np

try:
    import torch
    from torch import nn
except ImportError:
    sys.exit("ppo_river.py: PyTorch is not installed: expected pip install 'sampan[learn]'")

from sampan import bots
from sampan.engine.errors import SampanError
from sampan.engine.files import writable
from sampan.envs.batched import BatchedEnv
from sampan.games import load
from sampan.lab.chart import paper

GAME, OPTIONS, SEATS = load("river"), {"players": 2}, 2
FEATURES, MOVES = len(GAME.feature_names), len(GAME.moves)
POINTS = 10.0  # what a seat gets 1 for
DISCOUNT, TRACE_DECAY, CLIP, ENTROPY_BONUS, VALUE_SHARE, LONGEST_GRADIENT = 1.0, 0.95, 0.2, 0.01, 0.5, 0.5
WIDE, STEPS, EPOCHS, MINIBATCHES, LANES = 128, 64, 3, 16, {"cpu": 64, "cuda": 4_096}
FOCUS = 4.0  # how much surer than in lessons it moves in matches
Choose = Callable[[np.ndarray, np.ndarray], np.ndarray]  # from what seats see, and their masks, to their moves


def broken(layers: dict[str, torch.Tensor]) -> bool:
    """Whether anything in there is not a number any more."""
    return not all(bool(layer.isfinite().all()) for layer in layers.values())


class Agent(nn.Module):
    """From what a seat sees: how much it likes each move, and how many tens of points it will gain on the others."""

    def __init__(self) -> None:
        super().__init__()
        self.actor, self.critic = (
            nn.Sequential(nn.Linear(FEATURES, WIDE), nn.ReLU(), nn.Linear(WIDE, WIDE), nn.ReLU(), nn.Linear(WIDE, n))
            for n in (MOVES, 1)
        )
        for half in (self.actor, self.critic):
            nn.init.normal_(half[-1].weight, std=0.01)

    def logits(self, seen: torch.Tensor, masks: torch.Tensor) -> torch.Tensor:
        """How much it likes each move; what is not allowed, not at all."""
        return self.actor(seen).masked_fill(~masks, -1e9)


def drawn(logits: torch.Tensor) -> torch.Tensor:
    """A move for each row, as likely as its logit says; luck is bounded, so that no mask is ever overcome."""
    return (logits - torch.empty_like(logits).exponential_().clamp_min_(1e-20).log_()).argmax(dim=1)


class Rollout:
    """Some steps of every lane: each decision, what came of it, and how it should have been judged."""

    def __init__(self, lanes: int, device: str) -> None:
        def numbers(*shape: int, dtype: torch.dtype = torch.float32) -> torch.Tensor:
            return torch.zeros(STEPS, lanes, *shape, dtype=dtype, device=device)

        self.seen, self.masks = numbers(FEATURES), numbers(MOVES, dtype=torch.bool)
        self.moves, self.seats = numbers(dtype=torch.int64), numbers(dtype=torch.int64)
        self.log_probs, self.values, self.advantages = numbers(), numbers(), numbers()
        self.rewards, self.done, self.known = numbers(SEATS), numbers(dtype=torch.bool), numbers(dtype=torch.bool)

    @torch.no_grad()
    def play(self, agent: Agent, env: BatchedEnv) -> None:
        """Let the agent move in every lane, whoever's turn it is, and note everything."""
        look = partial(torch.as_tensor, device=self.moves.device)  # NumPy's arrays or the GPU's own, without a copy
        for t in range(STEPS):
            self.seen[t], self.masks[t], self.seats[t] = look(env.observations), look(env.masks), look(env.seats)
            logits = agent.logits(self.seen[t], self.masks[t])
            self.moves[t], self.values[t] = drawn(logits), agent.critic(self.seen[t]).squeeze(1)
            self.log_probs[t] = logits.log_softmax(dim=1).gather(1, self.moves[t, :, None]).squeeze(1)
            _, rewards, done, _, _ = env.step(self.moves[t])
            gains = look(rewards) / POINTS
            self.rewards[t] = gains - (gains.sum(dim=1, keepdim=True) - gains) / (SEATS - 1)
            self.done[t] = look(done)
        self.judge(agent.critic(look(env.observations)).squeeze(1), look(env.seats).long())

    def judge(self, value: torch.Tensor, seat: torch.Tensor) -> None:
        """Generalized advantages, from each decision of a seat to the next decision of the SAME seat.

        Others move in between, and what a seat earns by their moves is its own all the same. Where a seat does not
        decide again before the rollout ends, nobody knows yet what its last decision led to: it is not learned from.
        """
        lanes = torch.arange(len(seat), device=seat.device)
        earned, then, advantage = torch.zeros(3, len(seat), SEATS, device=seat.device).unbind()
        known = torch.zeros_like(earned, dtype=torch.bool)
        then[lanes, seat], known[lanes, seat] = value, True
        for t in reversed(range(STEPS)):
            over, here = self.done[t, :, None], (lanes, self.seats[t])
            for later in (earned, then, advantage):
                later.masked_fill_(over, 0)
            known |= over  # after the end there is nothing more to earn
            earned += self.rewards[t]
            surprise = earned[here] + DISCOUNT * then[here] - self.values[t]
            self.known[t] = known[here]
            self.advantages[t] = (surprise + DISCOUNT * TRACE_DECAY * advantage[here]) * known[here]
            earned[here], then[here], advantage[here], known[here] = 0, self.values[t], self.advantages[t], True


def update(agent: Agent, adam: torch.optim.Optimizer, rollout: Rollout) -> None:
    """PPO's clipped steps; if numbers stop being numbers, the agent is left as it was before."""
    before = {name: layer.clone() for name, layer in agent.state_dict().items()}
    seen, masks, moves, log_probs, values, advantages, known = (
        getattr(rollout, name).flatten(0, 1)
        for name in ("seen", "masks", "moves", "log_probs", "values", "advantages", "known")
    )
    returns, rows = values + advantages, known.nonzero().squeeze(1)
    for _ in range(EPOCHS):
        for some in rows[torch.randperm(len(rows), device=rows.device)].chunk(MINIBATCHES):
            likes = agent.logits(seen[some], masks[some]).log_softmax(dim=1)
            ratio = (likes.gather(1, moves[some, None]).squeeze(1) - log_probs[some]).exp()
            gain = (advantages[some] - advantages[some].mean()) / (advantages[some].std() + 1e-8)
            objective = torch.minimum(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
            entropy = -(likes.exp() * likes).sum(dim=1).mean()
            value_loss = nn.functional.mse_loss(agent.critic(seen[some]).squeeze(1), returns[some])
            loss = VALUE_SHARE * value_loss - objective - ENTROPY_BONUS * entropy
            adam.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), LONGEST_GRADIENT)
            adam.step()
            if broken({"loss": loss.detach(), **agent.state_dict()}):
                agent.load_state_dict(before)
                raise SampanError(
                    f"loss = {loss.item()}: expected a number; what was learned before is kept; try a lower --rate"
                )


def choosing(agent: Agent) -> Choose:
    """The agent as a player of matches: it draws its moves there, too, but more surely."""

    @torch.no_grad()
    def choose(seen: np.ndarray, masks: np.ndarray) -> np.ndarray:
        device = next(agent.parameters()).device
        return drawn(agent.logits(*(torch.from_numpy(part).to(device) for part in (seen, masks))) * FOCUS).cpu().numpy()

    return choose


def match(choose: Choose, opponent: str, games: int, seed: int = 10**12) -> tuple[float, float, float]:
    """The player's win rate and both sides' mean points against a bot, each deal played twice with seats changed."""
    (bot, seconds), dice, won, points = bots.load(opponent), np.random.default_rng(seed), 0.0, np.zeros(2)
    for ours in (0, 1):
        table = BatchedEnv(GAME, games // 2, OPTIONS, seed, threads=1, again=False)
        while (table.seats >= 0).any():
            moves, rows = np.zeros(table.num_envs, np.int64), np.flatnonzero(table.seats == ours)
            if len(rows):
                moves[rows] = choose(table.observations[rows], table.masks[rows])
            for lane in np.flatnonzero(table.seats == 1 - ours):
                hidden = GAME.hide(table.states[lane : lane + 1], 1 - ours)
                moves[lane] = bot.choose(GAME, hidden, seconds, int(dice.integers(2**31)))
            table.step(moves)
        won += float(table.info["last_share"][:, ours].sum())
        points += table.info["last_points"][:, [ours, 1 - ours]].sum(axis=0)
    return won / (games // 2 * 2), *(points / (games // 2 * 2))


class Curve:
    """How matches went while something learned: as a table, and as a picture."""

    def __init__(self, out: Path, opponent: str, games: int) -> None:
        self.out, self.opponent, self.games = writable(out, "--out"), opponent, games
        self.rows, self.minutes, self.since = list[tuple[float, ...]](), 0.0, time.perf_counter()

    def measure(self, steps: int, choose: Choose) -> None:
        """Play a match, always with the same deals; its time does not count."""
        self.minutes += (time.perf_counter() - self.since) / 60
        self.rows.append((steps, round(self.minutes, 2), *match(choose, self.opponent, self.games)))
        print("{:>11,} decisions, {:5.1f} min: {:.1%} of {games} against {bot}, {:.1f} to {:.1f} points".format(
            *self.rows[-1], games=self.games, bot=self.opponent), flush=True)  # fmt: skip
        self.since = time.perf_counter()

    def keep(self) -> None:
        """Write it all down beside the network."""
        with self.out.with_suffix(".csv").open("w", newline="") as file:
            csv.writer(file).writerows([["steps", "minutes", "win_rate", "points", "opponent_points"], *self.rows])
        most, last = max(max(row[3:]) for row in self.rows), max(1, self.rows[-1][0])
        picture = paper(f"mean points: learner (blue) and {self.opponent} (brown), River for two", 640, 360)
        picture.append(f'<path d="M60 50V320H600" fill="none" stroke="#888"/><text x="16" y="60">{most:.0f}</text>')
        picture.append(f'<text x="600" y="340" text-anchor="end">{last:,} decisions</text>')
        for column, color in ((3, "#2b6ea3"), (4, "#8a6d2f")):
            dots = " ".join(f"{60 + r[0] / last * 540:.1f},{320 - r[column] / most * 270:.1f}" for r in self.rows)
            picture.append(f'<polyline points="{dots}" fill="none" stroke="{color}" stroke-width="2"/>')
        self.out.with_suffix(".svg").write_text("\n".join([*picture, "</svg>", ""]))


def learn(how: argparse.Namespace) -> None:
    """Play and learn in turn, with a match now and then; whatever stops it, what was learned is kept."""
    torch.manual_seed(how.seed)
    torch.set_num_threads(1)
    lanes, done = LANES[how.device] if how.lanes is None else how.lanes, 0
    env = BatchedEnv(GAME, lanes, OPTIONS, how.seed, "gain", device=how.device)
    agent, rollout = Agent().to(how.device), Rollout(lanes, how.device)
    adam, curve = torch.optim.Adam(agent.parameters(), how.rate, eps=1e-5), Curve(how.out, how.opponent, how.games)
    curve.measure(0, choosing(agent))
    try:
        while done < how.steps:
            adam.param_groups[0]["lr"] = how.rate * max(0.05, 1 - done / how.steps)
            rollout.play(agent, env)
            update(agent, adam, rollout)
            done += STEPS * lanes
            if done >= how.steps or done - curve.rows[-1][0] >= how.every:
                curve.measure(done, choosing(agent))
    finally:
        if done:
            torch.save({name: layer.cpu() for name, layer in agent.state_dict().items()}, how.out.with_suffix(".pt"))
            curve.keep()


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("--steps", type=int, default=1_000_000, help="decisions to learn from")
    asked.add_argument("--device", choices=list(LANES), default="cpu")
    asked.add_argument("--lanes", type=int, help="games side by side")
    asked.add_argument("--rate", type=float, default=1e-3, help="how fast it learns, at first")
    asked.add_argument("--opponent", default="greedy", help="the bot it meets in matches")
    asked.add_argument("--games", type=int, default=100, help="games of each match")
    asked.add_argument("--every", type=int, default=250_000, help="decisions between two matches")
    asked.add_argument("--seed", type=int, default=0)
    asked.add_argument("--out", type=Path, default=Path("ppo-river"))
    try:
        learn(asked.parse_args())
    except SampanError as error:
        print(f"ppo_river.py: {error}", file=sys.stderr)
        sys.exit(error.exit_code)


if __name__ == "__main__":
    main()
