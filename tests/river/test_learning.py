"""The worked example of learning: it looks ahead honestly, learns from what came of its turns, and runs to the end."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import numpy as np
import pytest

from sampan.envs.batched import BatchedEnv

torch = pytest.importorskip("torch", reason="PyTorch is not installed: pip install sampan[learn]")


@pytest.fixture(scope="module")
def learn():
    """The script as a module, under its own name, so that other processes find it, too."""
    folder = Path(__file__).parents[2] / "examples"
    sys.path.insert(0, str(folder))
    yield importlib.import_module("learn_river")
    sys.path.remove(str(folder))


@pytest.fixture
def notes(learn):
    torch.manual_seed(0)
    return learn.play(learn.ActorCritic().state_dict(), 6, 4, 0.05, 1)


def test_the_learner_moves_alike_whatever_it_cannot_know(learn):
    torch.manual_seed(0)
    game, net, dice = learn.GAME, learn.ActorCritic(), np.random.default_rng(2)
    table, other = (BatchedEnv(game, 8, learn.PLAYERS, 3, again=False) for _ in range(2))
    for _ in range(50):
        moves = (dice.random(table.masks.shape, np.float32) * table.masks).argmax(axis=1)
        table.step(moves)
        other.step(moves)
    for k, seat in enumerate(other.seats):
        other.states[k] = game.redeal(game.hide(other.states[k : k + 1], int(seat)), int(seat), 99)[0]
    assert (table.states != other.states).all()
    looks = [learn.Player(net, 8, 8, 0.0, seed=4).best_turns(seen, np.arange(8)) for seen in (table, other)]
    assert (looks[0][0] == looks[1][0]).all() and (looks[0][1] == looks[1][1]).all() and looks[0][1].any()


def test_games_against_oneself_note_every_end_of_a_turn(learn, notes):
    assert (notes["ends"][:, learn.TURN_OVER] == 1).all() and (notes["seen"][:, learn.TURN_OVER] == 0).all()
    assert len(notes["ends"]) == len(notes["lane"]) == len(notes["seat"]) > 6 * 20
    assert notes["masks"][np.arange(len(notes["made"])), notes["made"]].all()
    assert (notes["masks"].sum(axis=1) > 1).all() and notes["points"].min() > 0


def test_an_end_is_worth_what_came_of_it_to_the_seat_that_made_it(learn, notes, monkeypatch):
    net = learn.ActorCritic()
    monkeypatch.setattr(learn, "TRACE_DECAY", 1.0)
    ahead = notes["ahead"][notes["lane"]]
    assert np.allclose(learn.value_targets(net, notes), np.where(notes["seat"] == 0, ahead, -ahead))
    monkeypatch.setattr(
        learn, "TRACE_DECAY", 0.0
    )  # then all that counts is how the next end was judged, by the other side
    lead, goal = (
        net.lead(torch.from_numpy(notes["ends"].astype(np.float32))).detach().numpy(),
        learn.value_targets(net, notes),
    )
    for lane in range(6):
        at = np.flatnonzero(notes["lane"] == lane)
        sign = np.where(notes["seat"][at[1:]] == notes["seat"][at[:-1]], 1, -1)
        assert np.allclose(goal[at[:-1]], lead[at[1:]] * sign, atol=1e-5)
        assert np.isclose(abs(goal[at[-1]]), abs(notes["ahead"][lane]))


def test_an_update_makes_ends_better_judged_and_good_turns_likelier(learn, notes):
    torch.manual_seed(1)
    net = learn.ActorCritic()
    seen, masks = torch.from_numpy(notes["seen"]).float(), torch.from_numpy(notes["masks"])
    made, gain = torch.from_numpy(notes["made"]), torch.from_numpy(notes["advantage"])

    def how_well():
        with torch.no_grad():
            wrong = torch.from_numpy(learn.value_targets(net, notes)) - net.lead(
                torch.from_numpy(notes["ends"]).float()
            )
            chance = net.logits(seen, masks).log_softmax(dim=1).gather(1, made[:, None]).squeeze(1)
        return float(wrong.square().mean()), float((gain * chance).mean())

    before, adam = how_well(), torch.optim.Adam(net.parameters(), lr=1e-3)
    memory = torch.from_numpy(notes["ends"]), torch.from_numpy(learn.value_targets(net, notes))
    for _ in range(5):
        learn.update(net, adam, notes, memory)
    after = how_well()
    assert after[0] < before[0] and after[1] > before[1]


def test_the_whole_script_runs_and_leaves_its_curve(learn, tmp_path, monkeypatch, capsys):
    out = tmp_path / "short"
    monkeypatch.setattr(
        sys,
        "argv",
        ["learn_river.py", "--minutes", "0.001", "--games", "4", "--lanes", "2", "--tries", "2", "--out", str(out)],
    )
    learn.main()
    assert "against greedy" in capsys.readouterr().out
    assert len(out.with_suffix(".csv").read_text().splitlines()) == 3
    assert out.with_suffix(".svg").read_text().startswith("<svg") and out.with_suffix(".pt").exists()
