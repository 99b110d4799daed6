"""Learn River of Gold for two in a few minutes on a CPU, from nothing but games against oneself.

    pip install sampan[learn]
    python examples/learn_river.py --minutes 10

docs/learning.md explains every part. What is learned is kept in `river-policy.pt`, the learning curve in
`river-policy.csv` and `river-policy.svg`.
"""

from __future__ import annotations

import argparse
import csv
import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from sampan import bots
from sampan.envs.batched import BatchedEnv
from sampan.games import load

GAME, PLAYERS = load("river"), {"players": 2}
FEATURES, MOVES = len(GAME.feature_names), len(GAME.moves)
TURN_OVER, MINE, THEIRS = (GAME.feature_names.index(f) for f in ("ask_end", "player_0_points", "player_1_points"))
END, LONGEST = GAME.move_from("end"), 12  # small moves of a turn, at most
POINTS = 10.0  # what a learner gets 1 for
MATCH_SAMPLES = 64  # turns sampled before each turn of a match
TEMPERATURE = 0.05  # how much worse a turn may look and still be played, while it learns
TRACE_DECAY, ENTROPY_BONUS = 0.9, 0.005
BUFFER, MINIBATCH, JUDGED = 300_000, 256, 2  # ends the judge learns from; decisions at a time, and ends for each
Batch = dict[str, np.ndarray]
Weights = dict[str, torch.Tensor]


class ActorCritic(nn.Module):
    """From what a seat sees: which moves it would try, and, when its turn is over, how far ahead it will end."""

    def __init__(self, width: int = 128) -> None:
        super().__init__()
        self.policy = nn.Sequential(nn.Linear(FEATURES, width), nn.ReLU(), nn.Linear(width, MOVES))
        self.value = nn.Sequential(
            nn.Linear(FEATURES, width), nn.ReLU(), nn.Linear(width, 64), nn.ReLU(), nn.Linear(64, 1)
        )  # fmt: skip
        for last in (self.policy[-1], self.value[-1]):
            nn.init.normal_(last.weight, std=0.01)

    def logits(self, seen: torch.Tensor, masks: torch.Tensor) -> torch.Tensor:
        """How much it would like to try each move; what is not allowed, never."""
        return self.policy(seen).masked_fill(~masks, -1e9)

    def lead(self, seen: torch.Tensor) -> torch.Tensor:
        """The lead it has now, and what it will add to it."""
        return (seen[:, MINE] - seen[:, THEIRS]) * 100 / POINTS + self.value(seen).squeeze(-1)


class Player:
    """Looks through its own turn before it moves: tries some in imagined games, and plays the one that ends best."""

    def __init__(self, net: ActorCritic, size: int, tries: int, temperature: float, seed: int) -> None:
        self.net, self.tries, self.temperature, self.dice = net, tries, temperature, np.random.default_rng(seed)
        self.imagined = BatchedEnv(GAME, size * tries, PLAYERS, again=False, threads=1)
        self.lines = np.full((size, LONGEST + 1), -1)  # the turn each lane is about to play
        self.at, self.seat, self.known = (np.zeros(size, np.int64) for _ in range(3))
        self.advantage = np.zeros(size, np.float32)  # how much better it looked than the others

    def moves(self, table: BatchedEnv, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """A move for every lane, sensible in the given rows; and which rows decided something."""
        moves = np.where(table.masks[:, END], END, table.masks.argmax(axis=1))
        rows = rows[(table.observations[rows, TURN_OVER] == 0) & (table.masks[rows].sum(axis=1) > 1)]
        line = self.lines[rows, np.minimum(self.at[rows], LONGEST)]
        fits = (self.seat[rows] == table.seats[rows]) & (self.known[rows] == table.states.revealed[rows])
        lost = rows[~(fits & (line >= 0) & table.masks[rows, line])]
        if len(lost):
            self.lines[lost], self.advantage[lost] = self.best_turns(table, lost)
            self.at[lost], self.seat[lost], self.known[lost] = 0, table.seats[lost], table.states.revealed[lost]
        moves[rows] = self.lines[rows, self.at[rows]]
        return moves, rows

    @torch.no_grad()
    def best_turns(self, table: BatchedEnv, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The best of some turns in each of the rows, and how much better it is than they are on average."""
        imagined, tries, many = self.imagined, self.tries, len(rows) * self.tries
        where, seeds = np.full(imagined.num_envs, -1), np.zeros(imagined.num_envs, np.int64)
        where[:many] = np.repeat(rows, tries)
        seeds[:many] = np.repeat(self.dice.integers(0, 2**62, len(rows)), tries)  # the same luck for all tries of a row
        imagined.imagine(table, where, seeds)
        lines, worth = np.full((many, LONGEST + 1), -1), np.full(many, np.nan, np.float32)
        mine, own, live = imagined.seats[:many].copy(), np.ones(many, bool), np.arange(many)
        for step in range(LONGEST):
            moves = imagined.masks.argmax(axis=1)
            moves[live] = self.sampled(live, step == 0)
            own &= imagined.seats[:many] == mine
            lines[live, step] = np.where(own[live], moves[live], -1)
            imagined.step(moves)
            over = imagined.observations[live, TURN_OVER] == 1
            ends, live = live[over], live[~over]
            lead = self.net.lead(torch.from_numpy(imagined.observations[ends])).numpy()
            worth[ends] = np.where(imagined.seats[ends] == mine[ends], lead, -lead)
            if len(live) <= many // 25:  # the rest dawdle
                break
        worth = worth.reshape(-1, tries)
        noisy = np.nan_to_num(worth, nan=-1e3) + self.temperature * self.dice.gumbel(size=worth.shape)
        best = np.arange(len(rows)) * tries + noisy.argmax(axis=1)
        usual = np.nansum(worth, axis=1) / np.maximum(1, (~np.isnan(worth)).sum(axis=1))
        return lines[best], np.nan_to_num(worth.reshape(-1)[best] - usual)

    def sampled(self, live: np.ndarray, first: bool) -> np.ndarray:
        """A move drawn for each live imagined game; every fourth one tries unusual things."""
        some = live[:: self.tries] if first else live  # at first all tries of a row see the same
        seen, masks = torch.from_numpy(self.imagined.observations[some]), torch.from_numpy(self.imagined.masks[some])
        logits = self.net.logits(seen, masks).numpy()
        if first:
            logits = logits.repeat(self.tries, axis=0)
        sure = np.where(live % 4, 1.0, 0.3).astype(np.float32)[:, None]
        luck = -np.log(self.dice.standard_exponential(logits.shape, np.float32) + 1e-9)
        return (logits * sure + luck).argmax(axis=1)


def play(weights: Weights, games: int, tries: int, temperature: float, seed: int) -> Batch:
    """Games against oneself: every turn's end and who made it, what came of the games, and every decision."""
    torch.set_num_threads(1)
    net = ActorCritic()
    net.load_state_dict(weights)
    player = Player(net, games, tries, temperature, seed)
    table = BatchedEnv(GAME, games, PLAYERS, seed, threads=1, again=False)
    batches: dict[str, list[np.ndarray]] = {}
    while (table.seats >= 0).any():
        rows = np.flatnonzero(table.seats >= 0)
        moves, chose = player.moves(table, rows)
        over = rows[table.observations[rows, TURN_OVER] == 1]
        now = {
            "ends": table.observations[over].astype(np.float16), "lane": over, "seat": table.seats[over],
            "seen": table.observations[chose].astype(np.float16), "masks": table.masks[chose], "made": moves[chose],
            "advantage": player.advantage[chose],
        }  # fmt: skip
        for name, value in now.items():
            batches.setdefault(name, []).append(value)
        table.step(moves)
        player.at[rows] += 1
    points = table.info["last_points"].copy()
    batch = {name: np.concatenate(parts) for name, parts in batches.items()}
    return {**batch, "points": points, "ahead": (points[:, 0] - points[:, 1]) / POINTS}


@torch.no_grad()
def value_targets(net: ActorCritic, batch: Batch) -> np.ndarray:
    """What each turn's end was worth: partly what came of the game, partly how the next ends were judged."""
    side = np.where(batch["seat"] == 0, 1, -1)  # of two players one's lead is the other's lag
    lead = net.lead(torch.from_numpy(batch["ends"].astype(np.float32))).numpy() * side
    came, then, target = batch["ahead"].copy(), batch["ahead"].copy(), np.zeros(len(lead), np.float32)
    for k in reversed(range(len(lead))):
        lane = batch["lane"][k]
        target[k] = came[lane] = TRACE_DECAY * came[lane] + (1 - TRACE_DECAY) * then[lane]
        then[lane] = lead[k]
    return target * side.astype(np.float32)


def update(net: ActorCritic, adam: torch.optim.Optimizer, batch: Batch, buffer: tuple[torch.Tensor, ...]) -> None:
    """Judge ends by what came of them; wish for the moves of turns that looked better than others (REINFORCE)."""
    ends, target = buffer
    seen, masks, made, advantage = (torch.from_numpy(batch[name]) for name in ("seen", "masks", "made", "advantage"))
    advantage = advantage / (advantage.std() + 1e-6)
    for some in torch.randperm(len(made)).split(MINIBATCH):
        few = torch.randint(len(target), (JUDGED * MINIBATCH,))
        value_loss = nn.functional.mse_loss(net.lead(ends[few].float()), target[few])
        choice = torch.distributions.Categorical(logits=net.logits(seen[some].float(), masks[some]))
        objective = (advantage[some] * choice.log_prob(made[some])).mean() + ENTROPY_BONUS * choice.entropy().mean()
        adam.zero_grad()
        (value_loss - objective).backward()
        adam.step()


@torch.no_grad()
def match(weights: Weights, opponent: str, games: int, seed: int) -> tuple[float, float, float]:
    """The learner's win rate and both sides' mean points, each deal played twice with seats changed."""
    torch.set_num_threads(1)
    net, (bot, seconds), won, points = ActorCritic(), bots.load(opponent), 0.0, np.zeros(2)
    net.load_state_dict(weights)
    for ours in (0, 1):
        table = BatchedEnv(GAME, games // 2, PLAYERS, seed, threads=1, again=False)
        player = Player(net, games // 2, MATCH_SAMPLES, 0.0, seed)
        while (table.seats >= 0).any():
            moves, _ = player.moves(table, rows := np.flatnonzero(table.seats == ours))
            for lane in np.flatnonzero(table.seats == 1 - ours):
                hidden = GAME.hide(table.states[lane : lane + 1], 1 - ours)
                moves[lane] = bot.choose(GAME, hidden, seconds, seed + int(lane))
            table.step(moves)
            player.at[rows] += 1
        won += float(table.info["last_share"][:, ours].sum())
        points += table.info["last_points"][:, [ours, 1 - ours]].sum(axis=0)
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
    asked.add_argument("--minutes", type=float, default=10.0, help="how long to learn; matches are not counted")
    asked.add_argument("--rate", type=float, default=1e-3, help="how fast it learns, at first")
    asked.add_argument("--lanes", type=int, default=256, help="games side by side, on each core")
    asked.add_argument("--tries", type=int, default=16, help="turns sampled before each turn it learns from")
    asked.add_argument("--games", type=int, default=100, help="games of each match against greedy; of the last, twice")
    asked.add_argument("--every", type=float, default=2.0, help="minutes between two matches")
    asked.add_argument("--seed", type=int, default=0)
    asked.add_argument("--out", type=Path, default=Path("river-policy"))
    how = asked.parse_args()
    torch.manual_seed(how.seed)
    torch.set_num_threads(1)
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    net, pool = ActorCritic(), ProcessPoolExecutor(cores)
    adam = torch.optim.Adam(net.parameters(), lr=how.rate)
    learned, played, rows, batches = 0.0, 0, [], []
    buffer: tuple[torch.Tensor, ...] = torch.zeros(0, FEATURES, dtype=torch.float16), torch.zeros(0)

    def on_every_core(task: Callable[..., Any], *args: Any, seeds: int) -> Iterator[Any]:
        weights = {name: layer.clone() for name, layer in net.state_dict().items()}
        return pool.map(task, *([arg] * cores for arg in (weights, *args)), range(seeds, seeds + 10**6 * cores, 10**6))

    while True:
        last = learned >= how.minutes * 60
        if not rows or last or learned >= (rows[-1][0] + how.every) * 60:
            each = max(2, how.games * (1 + last) // cores // 2 * 2)
            won, ours, theirs = np.mean(list(on_every_core(match, "greedy", each, seeds=10**12)), axis=0)
            rows.append([round(learned / 60, 2), played, won, ours, theirs])
            print(f"{learned / 60:5.1f} min {played:>8,} games: {won:.0%} of {each * cores} against greedy, "
                  f"{ours:.1f} to {theirs:.1f} points", flush=True)  # fmt: skip
        if last:
            break
        start = time.perf_counter()
        for group in adam.param_groups:
            group["lr"] = how.rate * max(0.05, 1 - learned / (how.minutes * 60))
        coming = on_every_core(play, how.lanes, how.tries, TEMPERATURE, seeds=how.seed * 10**8 + played)
        for batch in batches:  # learn from the last round while the next one is played
            new = torch.from_numpy(batch["ends"]), torch.from_numpy(value_targets(net, batch))
            buffer = tuple(torch.cat(both)[-BUFFER:] for both in zip(buffer, new, strict=True))
            update(net, adam, batch, buffer)
        batches = list(coming)
        learned, played = learned + time.perf_counter() - start, played + cores * how.lanes
    pool.shutdown()
    torch.save(net.state_dict(), how.out.with_suffix(".pt"))
    with how.out.with_suffix(".csv").open("w", newline="") as file:
        csv.writer(file).writerows([["minutes", "games", "win_rate", "points", "greedy_points"], *rows])
    curve(rows, how.out.with_suffix(".svg"))


if __name__ == "__main__":
    main()
