"""What the benchmark measures of the environments: every one of them, and the quickest of several runs."""

from __future__ import annotations

from sampan.envs.batched import BatchedEnv
from sampan.lab import adapters
from sampan.lab.adapters import WARM_UP, Timed, rate


def test_every_environment_is_measured(game, monkeypatch):
    for name, value in {"LANES": (64, 130), "TABLES": (3,), "APART": 2, "WARM_UP": 1}.items():
        monkeypatch.setattr(adapters, name, value)
    rows = adapters.adapters(game, 0.001, 2, lambda step: None)
    batches = [(row["lanes"], row["threads"]) for row in rows if row["environment"] == "batched"]
    assert batches == [(64, 1), (64, 2), (130, 1), (130, 2)]
    singles = ["pettingzoo", "pettingzoo parallel", "gymnasium", "gymnasium vector", "openspiel"]
    assert [row["environment"] for row in rows[4:]] == singles
    assert all(row["decisions_per_s"] > 0 for row in rows)


def test_the_quickest_run_counts_and_the_first_calls_do_not():
    """Three runs of ten decisions, which take 2, 1 and 4 seconds."""
    lasts, now = iter([*[0.001] * WARM_UP, 2.0, 1.0, 4.0]), [0.0]

    def step():
        now[0] += next(lasts)
        return 10

    assert rate(step, 6.5, lambda: now[0]) == 10


def test_of_a_batch_only_the_step_is_timed(game):
    """Four lanes, two steps a run: 6 and 4 seconds, then 1 and 1."""
    env, readings = BatchedEnv(game, 4, {"players": 2}), iter([0, 6, 10, 14, 20, 21, 30, 31])
    timed = Timed({"environment": "one"}, 4, env.step, lambda: env.masks, lambda: float(next(readings)))
    timed.run(2)
    assert (timed.best, timed.inside) == (5, 10)
    timed.run(2)
    assert timed.result() == {"environment": "one", "decisions_per_s": 4}
