"""Training, as far as it goes without PyTorch: examples of self-play (soak), replay buffer, checkpoints, refusals."""

from __future__ import annotations

import csv
import sys
from dataclasses import replace

import numpy as np
import pytest
from typer.testing import CliRunner

from sampan.bots.workspace import bundled, input_count, policy_net_shapes, value_net_shapes
from sampan.cli import app
from sampan.engine.errors import OptionError
from sampan.engine.rule import JIT
from sampan.lab.train.checkpoint import COLUMNS, Checkpoint, named, read, write_log
from sampan.lab.train.comparison_targets import TURNS, ComparisonTargets
from sampan.lab.train.examples import Examples, ReplayBuffer, joined
from sampan.lab.train.plot import plot
from sampan.lab.train.policy_targets import PolicyTargets
from sampan.lab.train.self_play import PLAYERS, Job, Player, jobs_of, play_round
from sampan.lab.train.settings import Budget, Settings
from sampan.lab.train.value_targets import ValueTargets
from tests.shelf import FIRST

compiled = pytest.mark.skipif(not JIT, reason="thousands of decisions need compiled rules; SAMPAN_JIT=0 is set")

# ---------------------------------------------------------------- self-play


@pytest.fixture(scope="module")
def player(game):
    """Everybody plays with the bundled nets."""
    return Player(
        bundled(game, "value_net.npz", value_net_shapes(game)),
        bundled(game, "policy_net.npz", policy_net_shapes(game)), samples=4, epsilon=80,
    )  # fmt: skip


@pytest.mark.soak
@compiled
def test_value_targets_are_shares_of_the_win(game, player):
    source, job = ValueTargets(game), Job(players=2, games=40, seed=7)
    examples = source.play(job, player)
    assert examples.inputs.shape == (len(examples), input_count(game)) and len(examples) > 400
    assert ((examples.targets >= 0) & (examples.targets <= 1)).all() and 0.45 < examples.targets.mean() < 0.55
    rows = examples.inputs.astype(np.float32)
    for name in ("hidden1", "hidden2"):
        rows = np.maximum(rows @ player.value_net[f"{name}.weight"].T + player.value_net[f"{name}.bias"], 0)
    expected = rows @ player.value_net["output.weight"][0]
    assert np.corrcoef(expected, examples.targets)[0, 1] > 0.4, "the share is that of the seat that looks"
    four = source.play(replace(job, players=4), player)
    assert 0.2 < four.targets.mean() < 0.3, "of four players each has a quarter"
    again, other = source.play(job, player), source.play(replace(job, seed=8), player)
    assert (again.inputs == examples.inputs).all() and (again.targets == examples.targets).all()
    assert other.inputs.shape != examples.inputs.shape or (other.inputs != examples.inputs).any()


@pytest.mark.soak
@compiled
def test_policy_targets_are_choices_among_legal_moves(game, player):
    examples = PolicyTargets(game).play(Job(players=3, games=8, seed=1), player)
    legal = np.unpackbits(examples.legal, axis=1, count=len(game.moves))
    assert (legal.sum(axis=1) > 1).all() and legal[np.arange(len(examples)), examples.targets].all()
    assert len(examples) > len(examples.inputs) > 100
    assert (np.diff(examples.position) >= 0).all() and examples.position.max() == len(examples.inputs) - 1


@pytest.mark.soak
@compiled
def test_better_turns_come_to_more_in_comparisons(game, player):
    """The best of 64 turns is worth more to who makes it than the best of two."""
    source, job = ComparisonTargets(game), Job(players=2, games=12, seed=3)
    examples = source.play(job, player)
    inputs, targets = examples.inputs, examples.targets
    assert inputs.shape == (len(targets), len(TURNS), 2, input_count(game)) and len(targets) > 30
    assert ((targets >= 0) & (targets <= 1)).all()
    gain = targets[:, 0, 0] - targets[:, -1, 0]
    assert gain.mean() > 3 * gain.std() / np.sqrt(len(gain))
    same = ~(inputs[:, :1, 0] != inputs[:, 1:, 0]).any(axis=2)
    assert same.any() and (targets[:, 1:, 0] == targets[:, :1, 0])[same].all(), "the same turn came to the same"
    few, again = (source.play(replace(job, games=2), player) for _ in range(2))
    assert len(few) and (again.inputs == few.inputs).all() and (again.targets == few.targets).all(), "the same seed"


class Numbered:
    """Examples that tell their job."""

    def play(self, job, player):
        """One example a game."""
        return Examples(np.full((job.games, 1), job.players, np.float16), np.full(job.games, job.seed, np.uint64))


@pytest.mark.parametrize(("games", "jobs"), [(2, 2), (79, 79), (1000, 80)])
def test_a_round_is_cut_into_jobs_that_add_up(games, jobs):
    planned = jobs_of(games, (5, 0, 3))
    assert len(planned) == jobs and sum(job.games for job in planned) == games
    assert max(job.games for job in planned) - min(job.games for job in planned) <= 1
    assert len({job.seed for job in planned}) == jobs
    assert [job.players for job in planned[:5]] == list(PLAYERS[: min(5, jobs)])
    assert {job.seed for job in planned}.isdisjoint(job.seed for job in jobs_of(games, (5, 0, 4)))


@pytest.mark.parametrize("games", [2, 10, 1000])
def test_validation_games_are_never_learned_from_and_workers_change_nothing(games):
    jobs, told = jobs_of(games, (1, 2, 3)), []
    learned, held_out = play_round(Numbered(), None, jobs, 1, told.append)
    assert told[-1] == games and told == sorted(told)
    assert len(held_out) and set(learned.targets).isdisjoint(held_out.targets)
    assert set(learned.targets) | set(held_out.targets) == {job.seed for job in jobs}
    if games == 1000:
        assert set(held_out.inputs.ravel()) == {2, 3, 4}, "every number of players is validated"
    for workers in (2, 5):
        other = play_round(Numbered(), None, jobs, workers, lambda done: None)
        assert (other[0].targets == learned.targets).all() and (other[1].targets == held_out.targets).all()


# ---------------------------------------------------------------- the replay buffer


def test_joined_examples_keep_their_positions():
    one = Examples(np.array([[1.0], [2.0]]), np.array([10, 11, 12]), np.array([[1], [2], [3]]), np.array([0, 0, 1]))
    two = Examples(np.array([[3.0]]), np.array([13]), np.array([[4]]), np.array([0]))
    batch = joined([one, two]).minibatch(np.array([3, 1, 2]))
    assert batch.inputs.ravel().tolist() == [3, 1, 2] and batch.targets.tolist() == [13, 11, 12]
    assert batch.legal.ravel().tolist() == [4, 2, 3] and batch.position is None


def examples_of(*targets):
    """Examples whose input is ten times the target."""
    return Examples(10 * np.array(targets)[:, None], np.array(targets))


def test_an_epoch_has_every_example_of_the_window_once(tmp_path):
    buffer = ReplayBuffer(window=2)
    for number in range(3):
        buffer.add(number, examples_of(*range(100 * number, 100 * number + 7)))
    batches = list(buffer.minibatches(3, np.random.default_rng(0)))
    assert sorted(np.concatenate([batch.targets for batch in batches])) == [*range(100, 107), *range(200, 207)]
    assert all((batch.inputs[:, 0] == 10 * batch.targets).all() and len(batch) <= 3 for batch in batches)
    order = [batch.targets.tolist() for batch in batches]
    assert order != sorted(order)
    buffer.save(tmp_path / "replay")
    (tmp_path / "replay" / "round-000009.npz").write_bytes(b"of a round that no checkpoint knows")
    buffer.tidy(tmp_path / "replay")
    assert len(list((tmp_path / "replay").iterdir())) == 2
    again = ReplayBuffer(window=2)
    again.load(tmp_path / "replay", [1, 2])
    same = list(again.minibatches(3, np.random.default_rng(0)))
    assert [batch.targets.tolist() for batch in same] == order
    ReplayBuffer(2).tidy(tmp_path / "replay")
    assert not (tmp_path / "replay").exists(), "nothing is left of what is not held"


# ---------------------------------------------------------------- settings, checkpoints, the log


@pytest.fixture
def settings():
    return Settings(FIRST, "value", 903, 0, "", True, 100, 16, 1, 4, 64, 1e-3)


def test_the_budget_that_is_spent_first_ends_a_run():
    budget = Budget(minutes=10, games=1000)
    assert budget.spent(5, 100, 10**9) == 0.5 and budget.spent(1, 1000, 0) == 1.0
    assert Budget(steps=4).spent(99, 99, 1) == 0.25


def test_later_rounds_learn_slower_and_play_closer(settings):
    assert settings.rate(0) == 1e-3 and settings.rate(1) == settings.rate(7) == pytest.approx(5e-5)
    assert settings.self_play(0.5) == (16, 80) and settings.self_play(0.7) == (32, 30)
    assert replace(settings, targets="policy").self_play(0.7) == (16, 50)


HISTORY = [
    {**dict.fromkeys(COLUMNS, 0), "loss": None, "validation_loss": 0.7},
    {**dict.fromkeys(COLUMNS, 1), "loss": 0.6, "validation_loss": 0.65},
    {**dict.fromkeys(COLUMNS, 2), "loss": 0.5, "validation_loss": 0.6},
]


def test_a_checkpoint_comes_back_as_it_was_written(tmp_path, settings):
    path, rng = tmp_path / "checkpoint.npz", np.random.default_rng(3)
    assert read(path) is None
    arrays = {**named("learner", {"a.b": np.arange(3.0)}), **named("other", {"a.b": np.ones(2, np.float32)})}
    run = Checkpoint(vars(settings), 3, 300, 12, 1.5, dict(rng.bit_generator.state), [1, 2], HISTORY, arrays)
    run.save(path)
    assert list(tmp_path.iterdir()) == [path], "nothing is left beside it"
    again = read(path)
    assert again.part("learner")["a.b"].tolist() == [0, 1, 2] and again.part("other")["a.b"].dtype == np.float32
    assert {**vars(again), "arrays": None} == {**vars(run), "arrays": None}
    draws, rng.bit_generator.state = rng.random(5), again.rng
    assert (rng.random(5) == draws).all()
    settings.check_same(again.settings, "here")
    with pytest.raises(OptionError, match=r"^here holds a run with samples = 16, not 8: expected the same settings"):
        replace(settings, samples=8).check_same(again.settings, "here")


@pytest.mark.parametrize("damage", [lambda whole: b"", lambda whole: whole[:-100], lambda whole: b"no checkpoint"])
def test_a_damaged_checkpoint_is_named(tmp_path, settings, damage):
    path = tmp_path / "checkpoint.npz"
    Checkpoint(vars(settings), arrays={"learner/a": np.zeros(100)}).save(path)
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(OptionError, match=r"checkpoint.npz: cannot be read: .*: expected a checkpoint"):
        read(path)


def test_the_log_has_a_line_for_every_round_and_the_plot_both_curves(tmp_path):
    write_log(tmp_path / "log.csv", HISTORY)
    rows = list(csv.DictReader((tmp_path / "log.csv").read_text().splitlines()))
    assert tuple(rows[0]) == COLUMNS and [row["loss"] for row in rows] == ["", "0.6", "0.5"]
    assert [row["validation_loss"] for row in rows] == ["0.7", "0.65", "0.6"]
    drawn = plot("A game", HISTORY)
    lines = [line.split('"')[1].split() for line in drawn.splitlines() if line.startswith("<polyline")]
    assert [len(points) for points in lines] == [2, 3], "before anything is learned there is no training loss"
    heights = [float(point.split(",")[1]) for point in lines[1]]
    assert heights == sorted(heights), "a loss that falls goes down"


# ---------------------------------------------------------------- the command


def train(*words):
    """What `sampan train` says to these words: the error's text."""
    done = CliRunner().invoke(app, ["train", *words])
    assert done.exit_code != 0
    return str(done.exception) if isinstance(done.exception, Exception) else done.output


def test_without_pytorch_one_line_says_how_to_install_it(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "torch", None)
    said = train(FIRST, "--minutes", "1", "--out", str(tmp_path / "nets"))
    assert said == "training needs PyTorch, which is not installed: pip install 'sampan[learn]'"
    assert not (tmp_path / "nets").exists()


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--device", "tpu"], "Invalid value for '--device'"),
        ([], "expected --minutes, --games or --steps, to say when training stops"),
        (["--minutes", "0"], "--minutes 0.0: expected a number above 0"),
        (["--minutes", "nan"], "--minutes nan: expected a number above 0"),
        (["--games", "-5"], "--games -5: expected a number above 0"),
        (["--steps", "9", "--games-per-round", "1"], "--games-per-round 1: expected 2 or more"),
        (["--steps", "9", "--epochs", "0"], "--epochs 0: expected 1 or more"),
        (["--steps", "9", "--learning-rate", "0"], "--learning-rate 0.0: expected a number above 0, at most 1"),
    ],
)
def test_bad_settings_are_named_and_nothing_is_written(tmp_path, words, expected):
    said = train(FIRST, "--out", str(tmp_path / "nets"), *words)
    assert expected in said and (said == expected or "Usage" in said)
    assert not (tmp_path / "nets").exists()
