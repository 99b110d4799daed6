"""Learn River of Gold for two in a few minutes on a CPU: first watch greedy, then play against oneself (PPO).

    pip install sampan[learn]
    python examples/learn_river.py --minutes 5

docs/learning.md explains every part. What is learned is kept in `river-policy.pt`, the learning curve in
`river-policy.csv` and `river-policy.svg`.
"""

from __future__ import annotations

import argparse
import csv
import os
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np
import torch
from torch import nn

from sampan import bots
from sampan.bots.greedy import GreedyBot
from sampan.engine.lanes import Lanes
from sampan.envs.batched import BatchedEnv
from sampan.games import load

LANES, STEPS = 256, 128  # games side by side, decisions of each between two lessons
EPOCHS, SLICE = 4, 2048
DISCOUNT, TRACE, CLIP, CURIOSITY = 0.999, 0.95, 0.2, 0.003
POINTS = 10.0  # what a learner gets 1 for
SLIPS, WARMTH = 0.7, 0.4  # in points: how far greedy strays while it is watched, and what it is nearly indifferent to
PLAYERS = {"players": 2}


class Policy(nn.Module):
    """From what a seat sees: how good each move looks, and how far ahead the seat will end."""

    def __init__(self, features: int, moves: int, width: int = 128) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(features, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.moves, self.lead = nn.Linear(width, moves), nn.Linear(width, 1)
        nn.init.normal_(self.moves.weight, std=0.01)

    def forward(self, seen: torch.Tensor, mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        inner = self.body(seen)
        return self.moves(inner).masked_fill(~mask, -1e9), self.lead(inner).squeeze(-1)


def watch(seconds: float, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Watch greedy play itself: what it saw, what it might do, how it rated that, and how far ahead it ended.

    Now and then it slips, so that positions of worse play are seen, too, and what greedy would do there.
    """
    game, greedy, dice, until = load("river"), GreedyBot(), np.random.default_rng(seed), time.monotonic() + seconds
    seen, masks, rated, leads, deal = [], [], [], [], seed * 1_000_003
    while time.monotonic() < until:
        lanes, deal, seats = Lanes(game, 1, PLAYERS, deal, again=False), deal + 1, []
        while (seat := int(lanes.seats[0])) >= 0:
            moves = np.flatnonzero(lanes.masks[0])
            if len(moves) == 1:
                lanes.step_one(int(moves[0]))
                continue
            ratings = greedy.ratings(game, game.hide(lanes.states, seat), deal)
            wish = np.zeros(len(game.moves), np.float16)
            wish[moves] = np.exp((ratings - ratings.max()) / WARMTH)
            seen.append(lanes.observations[0].astype(np.float16))
            masks.append(lanes.masks[0].copy())
            rated.append(wish / wish.sum())
            seats.append(seat)
            lanes.step_one(int(moves[np.argmax(ratings + SLIPS * dice.gumbel(size=len(moves)))]))
        ahead = float(lanes.last_points[0, 0] - lanes.last_points[0, 1])
        leads += [ahead if seat == 0 else -ahead for seat in seats]
    return np.array(seen), np.array(masks), np.array(rated), np.array(leads, np.float32)


def imitate(policy: Policy, seconds: float, epochs: int, seed: int) -> int:
    """Watch greedy on every core for a while, then wish for what it wished for; returns how many decisions it saw."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    with ProcessPoolExecutor(cores) as pool:
        parts = list(pool.map(watch, [seconds] * cores, range(seed + 1, seed + cores + 1)))
    seen, masks, rated, leads = (torch.from_numpy(np.concatenate([part[k] for part in parts])) for k in range(4))
    adam = torch.optim.Adam(policy.parameters(), lr=1e-3)
    for epoch in range(epochs):
        for group in adam.param_groups:
            group["lr"] = 1e-3 * (1 - epoch / epochs)
        for some in torch.randperm(len(leads)).split(512):
            scores, ahead = policy(seen[some].float(), masks[some])
            wrong = -(rated[some].float() * scores.log_softmax(dim=1)).sum(dim=1).mean()
            loss = wrong + 0.1 * nn.functional.mse_loss(ahead, leads[some] / POINTS)
            adam.zero_grad()
            loss.backward()
            adam.step()
    return len(leads)


class Diary:
    """What happened in every lane between two lessons."""

    def __init__(self, features: int, moves: int) -> None:
        self.seen = torch.zeros(STEPS, LANES, features)
        self.masks = torch.zeros(STEPS, LANES, moves, dtype=torch.bool)
        self.made = torch.zeros(STEPS, LANES, dtype=torch.long)
        self.chances, self.leads, self.gains = (torch.zeros(STEPS, LANES) for _ in range(3))
        self.seats = torch.zeros(STEPS + 1, LANES, dtype=torch.long)
        self.ended = torch.zeros(STEPS, LANES)


def live(env: BatchedEnv, policy: Policy, diary: Diary) -> torch.Tensor:
    """Play some decisions in every lane and note them; returns how the seats to move then judge their lead."""
    rows = np.arange(LANES)
    for step in range(STEPS):
        diary.seen[step] = torch.from_numpy(env.observations)
        diary.masks[step] = torch.from_numpy(env.masks)
        seats = env.seats.astype(np.int64)
        diary.seats[step] = torch.from_numpy(seats)
        scores, diary.leads[step] = policy(diary.seen[step], diary.masks[step])
        choice = torch.distributions.Categorical(logits=scores)
        diary.made[step] = choice.sample()
        diary.chances[step] = choice.log_prob(diary.made[step])
        _, rewards, ended, _, _ = env.step(diary.made[step].numpy())
        diary.gains[step] = torch.from_numpy((rewards[rows, seats] - rewards[rows, 1 - seats]) / POINTS)
        diary.ended[step] = torch.from_numpy(ended.astype(np.float32))
    diary.seats[STEPS] = torch.from_numpy(env.seats.astype(np.int64))
    return policy(torch.from_numpy(env.observations), torch.from_numpy(env.masks))[1]


def advantages(diary: Diary, then: torch.Tensor) -> torch.Tensor:
    """How much better each move did than expected. Of two players one's lead is the other's lag: hence the sign."""
    better, following = torch.zeros(STEPS, LANES), torch.zeros(LANES)
    for step in reversed(range(STEPS)):
        same = (diary.seats[step] == diary.seats[step + 1]).float() * 2 - 1
        goes_on = (1 - diary.ended[step]) * same * DISCOUNT
        surprise = diary.gains[step] + goes_on * then - diary.leads[step]
        following = surprise + goes_on * TRACE * following
        better[step], then = following, diary.leads[step]
    return better


def lesson(policy: Policy, adam: torch.optim.Optimizer, diary: Diary, better: torch.Tensor) -> None:
    """Make moves that did better than expected likelier, but not by much at a time."""
    seen, masks = diary.seen.flatten(0, 1), diary.masks.flatten(0, 1)
    made, chances = diary.made.flatten(), diary.chances.flatten()
    goal, better = (better + diary.leads).flatten(), better.flatten()
    better = (better - better.mean()) / (better.std() + 1e-6)
    for _ in range(EPOCHS):
        for some in torch.randperm(len(made)).split(SLICE):
            scores, leads = policy(seen[some], masks[some])
            choice = torch.distributions.Categorical(logits=scores)
            ratio = (choice.log_prob(made[some]) - chances[some]).exp()
            gain = torch.min(ratio * better[some], ratio.clamp(1 - CLIP, 1 + CLIP) * better[some])
            loss = -gain.mean() + 0.5 * nn.functional.mse_loss(leads, goal[some]) - CURIOSITY * choice.entropy().mean()
            adam.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
            adam.step()


@torch.no_grad()
def match(policy: Policy, opponent: str, games: int, seed: int) -> tuple[float, float, float]:
    """The learner's win rate and both sides' mean points, seats changed from game to game."""
    game, (bot, seconds), won, points = load("river"), bots.load(opponent), 0.0, np.zeros(2)
    for number in range(games):
        lanes, ours = Lanes(game, 1, PLAYERS, seed + number // 2, again=False), number % 2
        while (seat := int(lanes.seats[0])) >= 0:
            if seat == ours:
                scores, _ = policy(torch.from_numpy(lanes.observations), torch.from_numpy(lanes.masks))
                lanes.step_one(int(scores.argmax()))
            else:
                lanes.step_one(bot.choose(game, game.hide(lanes.states, seat), seconds, seed + number))
        won += float(lanes.last_share[0, ours])
        points += lanes.last_points[0, [ours, 1 - ours]]
    return won / games, *(points / games)


def curve(rows: list[list[float]], file: Path) -> None:
    """The learning curve: points of the learner and of greedy over the minutes."""
    most, wide, high = max(max(row[3], row[4]) for row in rows), 640, 360
    span = max(row[0] for row in rows) or 1

    def line(column: int, colour: str) -> str:
        dots = " ".join(f"{60 + row[0] / span * 540:.1f},{320 - row[column] / most * 270:.1f}" for row in rows)
        return f'<polyline points="{dots}" fill="none" stroke="{colour}" stroke-width="2"/>'

    file.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" font-family="sans-serif" font-size="13">'
        f'<rect width="{wide}" height="{high}" fill="#fff"/><path d="M60 50V320H600" fill="none" stroke="#888"/>'
        f'<text x="60" y="30">mean points: learner (blue) and greedy (brown), River of Gold for two</text>'
        f'<text x="52" y="56" text-anchor="end">{most:.0f}</text><text x="52" y="324" text-anchor="end">0</text>'
        f'<text x="600" y="340" text-anchor="end">{span:.1f} minutes</text>'
        f"{line(3, '#2b6ea3')}{line(4, '#8a6d2f')}</svg>\n",
        encoding="utf-8",
    )


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("--minutes", type=float, default=5.0, help="how long to learn; matches are not counted")
    asked.add_argument("--watch", type=float, default=60.0, help="seconds of watching greedy first; 0 for none")
    asked.add_argument("--rate", type=float, default=3e-4, help="how fast it learns from its own games, at first")
    asked.add_argument("--games", type=int, default=40, help="games of each match against greedy")
    asked.add_argument("--every", type=float, default=1.25, help="minutes between two matches")
    asked.add_argument("--seed", type=int, default=0)
    asked.add_argument("--out", type=Path, default=Path("river-policy"))
    how = asked.parse_args()
    torch.manual_seed(how.seed)
    env = BatchedEnv("river", LANES, PLAYERS, seed=how.seed, reward="gain")
    policy = Policy(env.num_features, env.num_moves)
    adam, diary = torch.optim.Adam(policy.parameters(), lr=how.rate, eps=1e-5), Diary(env.num_features, env.num_moves)
    learned, decisions, rows = 0.0, 0, []
    if how.watch:
        start = time.perf_counter()
        watched = imitate(policy, how.watch, 12, how.seed)
        learned = time.perf_counter() - start
        print(f"watched {watched:,} decisions and learned from them in {learned:.0f} s", flush=True)
    while True:
        if not rows or learned >= (rows[-1][0] + how.every) * 60 or learned >= how.minutes * 60:
            won, ours, theirs = match(policy, "greedy", how.games, 10**6)
            rows.append([round(learned / 60, 2), decisions, won, ours, theirs])
            print(f"{learned / 60:5.1f} min {decisions:>10,} decisions: {won:.0%} of {how.games} against greedy, "
                  f"{ours:.1f} to {theirs:.1f} points", flush=True)  # fmt: skip
        if learned >= how.minutes * 60:
            break
        start = time.perf_counter()
        for group in adam.param_groups:
            group["lr"] = how.rate * max(0.1, 1 - learned / (how.minutes * 60))
        with torch.no_grad():
            better = advantages(diary, live(env, policy, diary))
        lesson(policy, adam, diary, better)
        learned, decisions = learned + time.perf_counter() - start, decisions + LANES * STEPS
    torch.save(policy.state_dict(), how.out.with_suffix(".pt"))
    with how.out.with_suffix(".csv").open("w", newline="") as file:
        csv.writer(file).writerows([["minutes", "decisions", "win_rate", "points", "greedy_points"], *rows])
    curve(rows, how.out.with_suffix(".svg"))


if __name__ == "__main__":
    main()
