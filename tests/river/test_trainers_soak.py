"""Other people's trainers at our tables: each example learns within a minute or so, and what goes wrong is one line.

Matches before and after are the same deals with seats changed; budgets are decisions, never time.
"""

from __future__ import annotations

import csv
import importlib
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

pytestmark = pytest.mark.soak

EXAMPLES = Path(__file__).parents[2] / "examples"
NEEDS = {"ppo_river": "torch", "sb3_river": "sb3_contrib", "torchrl_river": "torchrl"}
BUDGETS = {"ppo_river": 250_000, "sb3_river": 120_000, "torchrl_river": 30_000}
GAMES = 400  # of each match: a win rate by chance alone is off by 2.5 %, a difference of two by 3.5 %
SPOILED = {  # what makes a number that is none after the second update
    "ppo_river": "judge = m.Rollout.judge\ndef spoil(self, *a):\n  judge(self, *a)\n  spoiled(self.advantages)\n"
    "m.Rollout.judge = spoil",
    "sb3_river": "train = m.MaskablePPO.train\ndef spoil(self):\n  train(self)\n"
    "  spoiled(self.policy.action_net.weight.data)\nm.MaskablePPO.train = spoil",
    "torchrl_river": "decisions = m.decisions\ndef spoil(*a):\n  made = decisions(*a)\n"
    "  spoiled(made['seats', 'advantage'])\n  return made\nm.decisions = spoil",
}
UNMASKED = {  # what makes the policy wish for moves that are not allowed
    "ppo_river": "m.Agent.logits = lambda self, seen, masks: self.actor(seen)",
    "sb3_river": "from sampan.envs.gymnasium import TableEnv\n"
    "TableEnv.action_masks = lambda self: m.np.ones(self.action_space.n, bool)",
    "torchrl_river": "observe = m.Table.observe\ndef blind(self, agent):\n  seen = observe(self, agent)\n"
    "  return seen | {'action_mask': m.np.ones_like(seen['action_mask'])}\nm.Table.observe = blind",
}
SMALL = {  # three updates
    "ppo_river": ["--steps", "12288"],
    "sb3_river": ["--steps", "1536", "--tables", "2", "--every", "512"],
    "torchrl_river": ["--steps", "600", "--rollout", "200"],
}


@pytest.fixture(params=NEEDS)
def example(request):
    """The name of an example whose library is there."""
    if find_spec(NEEDS[request.param]) is None:
        pytest.skip(f"{NEEDS[request.param]} is not installed: pip install 'sampan[trainers]'")
    return request.param


@pytest.fixture
def ppo(monkeypatch):
    """The example in one file, as a module."""
    if find_spec("torch") is None:
        pytest.skip("torch is not installed: pip install 'sampan[learn]'")
    monkeypatch.syspath_prepend(EXAMPLES)
    return importlib.import_module("ppo_river")


def run(name, out, *words, first=""):
    """Run an example in a process of its own, with something done to it first."""
    code = f"import sys; sys.path.insert(0, {str(EXAMPLES)!r}); import {name} as m\n{first}\nm.main()"
    command = [sys.executable, "-c", code, "--opponent", "random", "--out", str(out), *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def rows(out):
    """The learning curve that it left."""
    return [
        {name: float(value) for name, value in row.items()}
        for row in csv.DictReader(out.with_suffix(".csv").read_text(encoding="utf-8").splitlines())
    ]


def weights(name, out):
    """What it learned, number by number."""
    import torch

    if name == "sb3_river":
        from sb3_contrib import MaskablePPO

        layers = MaskablePPO.load(out.with_suffix(".zip")).policy.state_dict()
    else:
        layers = torch.load(out.with_suffix(".pt"))
    return torch.cat([layer.flatten() for layer in layers.values()]).numpy()


def test_it_wins_more_games_and_more_points_than_before(example, tmp_path):
    out, steps = tmp_path / "learned", BUDGETS[example]
    done = run(example, out, "--steps", str(steps), "--every", str(steps), "--games", str(GAMES))
    assert done.returncode == 0, done.stderr
    print(done.stdout)
    before, after = rows(out)
    assert before["steps"] == 0 and after["steps"] >= steps
    assert abs(before["win_rate"] - 0.5) < 0.1, "what has learned nothing plays at random"
    assert after["win_rate"] > before["win_rate"] + 0.15
    assert after["points"] > before["points"] + 3
    assert out.with_suffix(".svg").read_text().startswith("<svg")


def test_the_same_seed_learns_the_same(example, tmp_path):
    outs = [tmp_path / name for name in ("one", "two", "other")]
    for out, seed in zip(outs, ("3", "3", "4"), strict=True):
        assert run(example, out, *SMALL[example], "--games", "4", "--seed", seed).returncode == 0
    one, two, other = (weights(example, out) for out in outs)
    assert (one == two).all() and (one != other).any()
    assert [row | {"minutes": 0} for row in rows(outs[0])] == [row | {"minutes": 0} for row in rows(outs[1])]


def test_numbers_that_are_none_are_one_line_and_what_was_learned_is_kept(example, tmp_path):
    """Two updates learn, the third one is spoiled: what is left is the network after the second."""
    spoil = "calls = []\ndef spoiled(numbers):\n  calls.append(1)\n  if len(calls) == 3: numbers.fill_(float('nan'))\n"
    done = run(example, tmp_path / "spoiled", *SMALL[example], "--games", "4", first=spoil + SPOILED[example])
    assert done.returncode == 2 and done.stderr.count("\n") == 1, done.stderr
    assert done.stderr.startswith(f"{example}.py: ") and "nan" in done.stderr and "expected" in done.stderr
    kept = weights(example, tmp_path / "spoiled")
    assert np.isfinite(kept).all() and rows(tmp_path / "spoiled")
    run(example, tmp_path / "whole", *SMALL[example], "--games", "4")
    assert (kept != weights(example, tmp_path / "whole")).any(), "the third update was not kept"
    stop = "calls = []\ndef spoiled(numbers):\n  calls.append(1)\n  if len(calls) == 2: numbers.fill_(float('nan'))\n"
    run(example, tmp_path / "sooner", *SMALL[example], "--games", "4", first=stop + SPOILED[example])
    assert (kept != weights(example, tmp_path / "sooner")).any(), "the second update was"


def test_a_policy_that_wishes_for_what_is_not_allowed_hears_why_in_one_line(example, tmp_path):
    done = run(example, tmp_path / "out", *SMALL[example], "--games", "4", first=UNMASKED[example])
    assert done.returncode == 2 and done.stderr.count("\n") == 1, done.stderr
    assert done.stderr.startswith(f"{example}.py: ") and "Traceback" not in done.stderr
    assert not [*tmp_path.iterdir()], "nothing was learned, nothing is kept"


@pytest.mark.parametrize("name", NEEDS)
def test_a_missing_library_names_the_command_that_installs_it(name):
    block = f"import sys; sys.modules[{NEEDS[name]!r}] = None; sys.path.insert(0, {str(EXAMPLES)!r}); import {name}"
    done = subprocess.run([sys.executable, "-c", block], capture_output=True, text=True, check=False)
    assert done.returncode == 1 and done.stderr.count("\n") == 1, done.stderr
    extra = "learn" if name == "ppo_river" else "trainers"
    assert done.stderr.endswith(f"is not installed: expected pip install 'sampan[{extra}]'\n")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--lanes", "0"], "size = 0: expected a whole number, 1 or more"),
        (["--opponent", "nobody"], "bot 'nobody': expected"),
        (["--out", "."], "expected a file that can be written"),
        (["--device", "cuda"], "no GPU"),
    ],
)
def test_what_cannot_be_asked_for_is_one_line(ppo, words, said, capsys, monkeypatch, tmp_path):
    if "cuda" in words:
        from sampan.engine import cuda

        monkeypatch.setattr(cuda, "missing", lambda: "no GPU: as if")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["ppo_river.py", "--steps", "10", "--games", "2", *words])
    with pytest.raises(SystemExit) as left:
        ppo.main()
    heard = capsys.readouterr().err
    assert left.value.code == 2 and heard.count("\n") == 1 and said in heard
    assert not [*tmp_path.iterdir()]


# ---------------------------------------------------------------- whose value it is


def slow_advantages(ppo, rollout, value, seat):
    """The same, seat by seat and forwards, as it would be written down by hand; None where nobody knows."""
    steps, lanes = rollout.moves.shape
    found = np.full((steps, lanes), np.nan)
    for lane in range(lanes):
        for who in range(ppo.SEATS):
            times = [t for t in range(steps) if rollout.seats[t, lane] == who]
            for place, t in enumerate(times):
                total, weight, now, known = 0.0, 1.0, t, True
                for later in [*times[place + 1 :], None]:
                    until = steps if later is None else later
                    ends = [k for k in range(now, until) if rollout.done[k, lane]]
                    last = ends[0] if ends else until - 1
                    earned = float(rollout.rewards[now : last + 1, lane, who].sum())
                    then = None
                    if ends:
                        then = 0.0
                    elif later is not None:
                        then = float(rollout.values[later, lane])
                    elif seat[lane] == who:
                        then = float(value[lane])
                    if then is None:
                        known = now != t  # an earlier decision looks no further than the last one that is known
                        break
                    total += weight * (earned + ppo.DISCOUNT * then - float(rollout.values[now, lane]))
                    weight *= ppo.DISCOUNT * ppo.TRACE_DECAY
                    if ends or later is None:
                        break
                    now = later
                found[t, lane] = total if known else np.nan
    return found


def test_advantages_look_from_a_seats_decision_to_its_own_next_one(ppo, monkeypatch):
    import torch

    monkeypatch.setattr(ppo, "STEPS", 40)
    monkeypatch.setattr(ppo, "DISCOUNT", 0.9)
    torch.manual_seed(1)
    rollout = ppo.Rollout(50, "cpu")
    rollout.seats[:] = torch.randint(ppo.SEATS, rollout.seats.shape)
    rollout.seats[5:, :10] = 1  # a seat that never moves again
    rollout.done[:] = torch.rand(rollout.done.shape) < 0.05
    rollout.rewards[:], rollout.values[:] = torch.randn(rollout.rewards.shape), torch.randn(rollout.values.shape)
    value, seat = torch.randn(50), torch.randint(ppo.SEATS, (50,))
    rollout.judge(value, seat)
    expected = slow_advantages(ppo, rollout, value, seat)
    assert (rollout.known.numpy() == ~np.isnan(expected)).all() and 0 < np.isnan(expected).sum() < 100
    assert np.allclose(rollout.advantages.numpy(), np.nan_to_num(expected), atol=1e-4)


def test_what_a_seat_earns_over_a_game_is_its_lead_at_the_end(ppo, monkeypatch):
    import torch

    monkeypatch.setattr(ppo, "STEPS", 400)
    torch.manual_seed(1)
    env, rollout = ppo.BatchedEnv(ppo.GAME, 8, ppo.OPTIONS, 1, "gain"), ppo.Rollout(8, "cpu")
    leads = {}
    step = env.step

    def noting(moves):
        answer = step(moves)
        for lane in np.flatnonzero(answer[2]):
            points = answer[4]["last_points"][lane]
            leads.setdefault(int(lane), float(points[0] - points[1]) / ppo.POINTS)
        return answer

    monkeypatch.setattr(env, "step", noting)
    rollout.play(ppo.Agent(), env)
    assert len(leads) == 8
    for lane, lead in leads.items():
        end = int(rollout.done[:, lane].nonzero()[0, 0])
        earned = rollout.rewards[: end + 1, lane].sum(dim=0)
        assert torch.allclose(earned, torch.tensor([lead, -lead]), atol=1e-4)


def test_no_luck_overcomes_a_mask(ppo, monkeypatch):
    import torch

    torch.manual_seed(0)
    logits = torch.full((20_000, 30), -1e9)
    logits[:, 7], logits[:, 8] = -50.0, -51.0
    moves = ppo.drawn(logits)
    assert set(moves.tolist()) == {7, 8}
    assert float((moves == 7).float().mean()) == pytest.approx(0.731, abs=0.02), "as likely as the logits say"
    monkeypatch.setattr(torch.Tensor, "exponential_", torch.Tensor.zero_)  # all the luck there is
    assert set(ppo.drawn(logits).tolist()) == {7}
