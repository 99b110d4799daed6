"""Training with PyTorch: every kind of target is learned, and a killed run goes on as if nothing had happened."""

from __future__ import annotations

import csv
import json
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from sampan.bots.evaluate import EVALUATE, compiled_for
from sampan.bots.workspace import bundled, input_count, new_workspace, policy_net_shapes, read_net, value_net_shapes
from sampan.engine.errors import OptionError
from sampan.lab.train.checkpoint import read
from sampan.lab.train.examples import Examples
from sampan.lab.train.settings import RECIPES, Budget, Settings
from tests.shelf import FIRST

pytestmark = pytest.mark.soak

TIMEOUT = 900
value_logit = None
SILENT = SimpleNamespace(doing=lambda what, done, total: None, finished=lambda row: None)


def command(*words):
    """`sampan train` with these words, quickly: one worker, small minibatches."""
    return [
        sys.executable, "-c", "from sampan.cli import main; main()", "train", FIRST, "--workers", "1",
        "--minibatch", "64", *map(str, words),
    ]  # fmt: skip


def train(*words, fails=False):
    """Run it to the end; what it printed."""
    done = subprocess.run(command(*words), capture_output=True, text=True, timeout=TIMEOUT, check=False)
    assert (done.returncode != 0) == fails, done.stderr
    return done.stderr if fails else done.stdout


@pytest.fixture
def learner(game):
    """A learner of these targets with nothing learned yet."""
    from sampan.lab.train.learner import Learner

    def new(targets):
        shapes = policy_net_shapes(game) if targets == "policy" else value_net_shapes(game)
        return Learner(targets, shapes, "cpu", seed=0)

    return new


def random_inputs(game, rng, *shape):
    """Inputs of which only the first twelve vary."""
    inputs = np.zeros((*shape, input_count(game)), np.float32)
    inputs[..., :12] = rng.random((*shape, 12))
    return inputs


def test_a_value_net_finds_out_what_decides(game, learner):
    """Whoever has more of the third figure wins three games of four; nothing else matters."""
    inputs = random_inputs(game, np.random.default_rng(2), 20_000)
    examples = Examples(inputs, np.where(inputs[:, 2] > 0.5, 0.75, 0.25).astype(np.float32))
    net = learner("value")
    net.standardize(inputs)
    before = net.validation(examples, 500)
    for _ in range(3):
        for first in range(0, 20_000, 500):
            net.step(examples.minibatch(np.arange(first, first + 500)), 1e-2)
    assert before > 0.65 and net.validation(examples, 500) < 0.585, "0.562 is what chance leaves"


def test_a_policy_net_finds_out_what_is_chosen(game, learner):
    """Of four moves the second is chosen where the third figure is high, the fourth where it is low."""
    inputs = random_inputs(game, np.random.default_rng(2), 8000)
    mask = np.zeros((1, len(game.moves)), bool)
    mask[0, [3, 20, 40, 60]] = True
    legal = np.repeat(np.packbits(mask, axis=1), 8000, axis=0)
    examples = Examples(inputs, np.where(inputs[:, 2] > 0.5, 20, 60).astype(np.int16), legal, np.arange(8000))
    net = learner("policy")
    net.standardize(inputs)
    assert net.validation(examples, 500) == pytest.approx(np.log(4), abs=0.2), "at first any of the four"
    for _ in range(4):
        for first in range(0, 8000, 500):
            net.step(examples.minibatch(np.arange(first, first + 500)), 1e-2)
    assert net.validation(examples, 500) < 0.15


def contrasts(rows):
    """What the turns of a position differ by."""
    return rows - rows.mean(axis=1, keepdims=True)


def test_comparisons_teach_what_turns_differ_by(game, learner):
    """What a position comes to is decided by the first figure; which of its turns is better, by the third, a little."""
    inputs = random_inputs(game, np.random.default_rng(2), 4000, 6, 2)
    inputs[..., 0] = np.random.default_rng(3).random((4000, 1, 1))
    targets = (0.1 + 0.7 * (inputs[..., 0] > 0.5) + 0.1 * inputs[..., 2]).astype(np.float32)
    wrong = []
    for kind in ("comparison", "value"):
        net = learner(kind)
        net.standardize(inputs)
        for _ in range(2):
            for first in range(0, 4000, 50):
                net.step(Examples(inputs[first : first + 50], targets[first : first + 50]), 3e-3)
        layers = net.export()
        odds = inputs[:500, :, 0]
        for name in ("hidden1", "hidden2"):
            odds = np.maximum(odds @ layers[f"{name}.weight"].T + layers[f"{name}.bias"], 0)
        odds = (odds @ layers["output.weight"].T + layers["output.bias"])[..., 0]
        wrong.append(float(np.std(contrasts(1 / (1 + np.exp(-odds))) - contrasts(targets[:500, :, 0]))))
    assert wrong[0] < 0.7 * wrong[1] and wrong[0] < 0.7 * np.std(contrasts(targets[:500, :, 0]))


def logit_of(work):
    """The compiled net's answer."""
    return value_logit(work[0])


def test_the_compiled_net_answers_as_the_exported_module(game, learner):
    import torch

    rng, net = np.random.default_rng(1), learner("value")
    rows = (rng.random((50, input_count(game))) * (rng.random((50, input_count(game))) < 0.2)).astype(np.float32)
    net.standardize(rows)
    net.load(bundled(game, "value_net.npz", value_net_shapes(game)))
    net.step(Examples(rows, rng.random(50).astype(np.float32)), 1e-2)
    work = new_workspace(game, net.export())
    work.inputs[0] = rows[7]
    with torch.no_grad():
        module = float(net.module(torch.from_numpy(rows[7:8]) * net.scale))
    steps = EVALUATE[: [step.__name__ for step in EVALUATE].index("value_logit") + 1]
    assert compiled_for(game, [*steps, logit_of])(work) == pytest.approx(module, abs=1e-3)


SMALL = {"value": 400, "policy": 80, "comparison": 32}  # games a round


@pytest.mark.parametrize("targets", RECIPES)
def test_every_kind_of_target_lowers_the_loss_of_games_not_learned_from(tmp_path, game, targets):
    """From random weights; comparisons go on from a value net that was spoiled."""
    words = ["--targets", targets, "--out", tmp_path / "nets", "--games-per-round", SMALL[targets], "--samples", 8]
    if targets == "comparison":
        spoiled = bundled(game, "value_net.npz", value_net_shapes(game))
        np.savez(tmp_path / "spoiled.npz", **{**spoiled, "output.weight": -spoiled["output.weight"]})
        words += ["--start", tmp_path / "spoiled.npz", "--minibatch", 8, "--epochs", 10]
    said = json.loads(train(*words, "--games", 3 * SMALL[targets], "--json"))
    assert said["last"]["validation_loss"] < 0.95 * said["first"]["validation_loss"]
    name, shapes = RECIPES[targets].net, policy_net_shapes(game) if targets == "policy" else value_net_shapes(game)
    assert said["net"] == str(tmp_path / "nets" / f"{name}.npz")
    read_net(tmp_path / "nets" / f"{name}.npz", shapes)
    rows = list(csv.DictReader((tmp_path / "nets" / targets / "log.csv").read_text().splitlines()))
    assert [int(row["round"]) for row in rows] == [0, 1, 2, 3] and rows[0]["loss"] == ""
    assert float(rows[-1]["validation_loss"]) == said["last"]["validation_loss"]
    assert (tmp_path / "nets" / targets / "loss.svg").read_text().startswith("<svg")


RUN = ("--games-per-round", 60, "--samples", 4, "--window", 2, "--checkpoint-minutes", 0)


@pytest.mark.parametrize("targets", ["value", "policy"])
def test_a_killed_run_goes_on_as_if_nothing_had_happened(tmp_path, targets):
    """Killed after its second round, with two rounds in the replay buffer; the next two need one of them."""
    words = ["--targets", targets, "--seed", 3, "--games", 240, *RUN]
    train(*words, "--out", tmp_path / "whole")
    killed = subprocess.Popen(command(*words, "--out", tmp_path / "killed"), stderr=subprocess.PIPE, text=True)
    assert killed.stderr is not None
    for line in killed.stderr:
        if line.startswith("round 2 "):
            break
    killed.send_signal(signal.SIGKILL)
    killed.communicate()
    assert killed.returncode == -signal.SIGKILL
    rounds = read(tmp_path / "killed" / targets / "checkpoint.npz").round
    assert 2 <= rounds < 4
    train(*words, "--out", tmp_path / "killed")
    for path in (Path(targets) / "checkpoint.npz", Path(f"{targets}_net.npz")):
        whole, resumed = (np.load(tmp_path / name / path) for name in ("whole", "killed"))
        assert whole.files == resumed.files
        for name in set(whole.files) - {"run"}:
            assert (whole[name] == resumed[name]).all(), name
    logs = [(tmp_path / name / targets / "log.csv").read_text().splitlines() for name in ("whole", "killed")]
    assert [line.split(",")[2:] for line in logs[0]] == [line.split(",")[2:] for line in logs[1]], "all but the minutes"


def test_a_resumed_run_needs_what_it_learned(tmp_path, monkeypatch, game):
    """The same, but the optimizer's state is lost: then the net is another one."""
    from sampan.lab.train.learner import Learner
    from sampan.lab.train.trainer import Machine, Trainer

    made = {}
    settings = Settings(FIRST, "value", input_count(game), 3, "", True, 60, 4, 1, 2, 64, 1e-3)
    machine = Machine("cpu", 1, 0)

    def run(name, rounds):
        budget = Budget(games=120)
        trainer = Trainer(game, settings, budget, tmp_path / name, machine)
        trainer.folder.mkdir(parents=True, exist_ok=True)
        for _ in range(rounds):
            trainer.round(SILENT)
            trainer.save(False)
        made[name] = trainer.learner.export()["output.weight"]

    run("whole", 2)
    run("resumed", 1)
    run("resumed", 1)
    assert (made["whole"] == made["resumed"]).all()
    state = Learner.state
    monkeypatch.setattr(
        Learner, "state", lambda self: {k: v for k, v in state(self).items() if not k.startswith("optimizer")}
    )
    run("forgetful", 1)
    run("forgetful", 1)
    assert (made["whole"] != made["forgetful"]).any()


def test_a_finished_run_is_left_alone_and_other_settings_are_refused(tmp_path):
    words = ["--out", tmp_path / "nets", "--games", 60, *RUN]
    train(*words)
    net = (tmp_path / "nets" / "value_net.npz").read_bytes()
    assert not (tmp_path / "nets" / "value" / "replay").exists(), "a finished run keeps no examples"
    assert "rounds 1, games 60" in train(*words)
    said = train(*words, "--seed", 9, fails=True)
    assert said.count("\n") == 1 and "holds a run with seed = 0, not 9: expected the same settings" in said
    assert (tmp_path / "nets" / "value_net.npz").read_bytes() == net


def test_a_net_that_lies_there_is_not_overwritten(tmp_path, game):
    np.savez(tmp_path / "value_net.npz", **bundled(game, "value_net.npz", value_net_shapes(game)))
    before = (tmp_path / "value_net.npz").read_bytes()
    said = train("--out", tmp_path, "--games", 60, fails=True)
    assert said.count("\n") == 1 and "value_net.npz already exists: expected another --out, or --start" in said
    assert (tmp_path / "value_net.npz").read_bytes() == before and list(tmp_path.iterdir()) == [
        tmp_path / "value_net.npz"
    ]


@pytest.mark.parametrize(
    ("spoil", "expected"),
    [
        (lambda net: {**net, "hidden1.bias": net["hidden1.bias"] * np.nan}, "hidden1.bias: expected finite numbers"),
        (lambda net: {**net, "output.weight": net["output.weight"][:, 1:]}, "output.weight: (1, 31): expected (1, 32)"),
        (lambda net: {"hidden1.bias": net["hidden1.bias"]}, "cannot be read"),
    ],
)
def test_a_net_that_cannot_be_used_is_refused_in_one_line(tmp_path, game, spoil, expected):
    np.savez(tmp_path / "bad.npz", **spoil(bundled(game, "value_net.npz", value_net_shapes(game))))
    said = train("--start", tmp_path / "bad.npz", "--out", tmp_path / "nets", "--games", 60, fails=True)
    assert said.startswith("sampan: bad.npz: ") and expected in said and said.count("\n") == 1
    assert not (tmp_path / "nets").exists()


def test_a_loss_that_is_no_number_ends_the_run_and_leaves_the_checkpoint(tmp_path, game):
    from sampan.lab.train.trainer import Machine, Trainer

    settings = Settings(FIRST, "value", input_count(game), 0, "", True, 20, 2, 1, 2, 64, 1e-3)
    trainer = Trainer(game, settings, Budget(games=40), tmp_path, Machine("cpu", 1, 0))
    trainer.folder.mkdir()
    trainer.round(SILENT)
    trainer.save(False)
    before, play = (tmp_path / "value" / "checkpoint.npz").read_bytes(), trainer.source.play

    def spoiled(job, player):
        examples = play(job, player)
        return Examples(examples.inputs * np.float16(np.nan), examples.targets)

    trainer.source.play = spoiled
    with pytest.raises(OptionError, match=r"^round 2: the loss is nan: expected a finite number"):
        trainer.train(SILENT)
    assert (tmp_path / "value" / "checkpoint.npz").read_bytes() == before


def test_rounds_without_an_example_are_refused(tmp_path, game):
    from sampan.lab.train.trainer import Machine, Trainer

    settings = Settings(FIRST, "value", input_count(game), 0, "", True, 2, 2, 1, 2, 64, 1e-3)
    trainer = Trainer(game, settings, Budget(games=4), tmp_path, Machine())
    trainer.source.play = lambda job, player: Examples(np.zeros((0, settings.inputs), np.float16), np.zeros(0))
    with pytest.raises(OptionError, match=r"^--games-per-round 2: too few to learn from: expected more$"):
        trainer.train(SILENT)


def test_a_gpu_that_is_not_there_is_named(tmp_path):
    import torch

    if torch.cuda.is_available():
        said = json.loads(train("--device", "cuda", "--out", tmp_path, "--games", 120, "--json", *RUN))
        assert said["last"]["validation_loss"] < said["first"]["validation_loss"]
        return
    said = train("--device", "cuda", "--out", tmp_path / "nets", "--games", 60, fails=True)
    assert said == "sampan: --device cuda: PyTorch finds no GPU on this machine: expected one, or --device cpu\n"
