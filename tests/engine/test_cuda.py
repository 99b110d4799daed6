"""The rules on a GPU: they compile for one everywhere; where there is one, it plays the same games bit for bit."""

from __future__ import annotations

import warnings
from types import SimpleNamespace

import numpy as np
import pytest

from sampan.engine import batch, cuda, kernels
from sampan.engine.errors import DeviceError, OptionError
from sampan.engine.lanes import Lanes, lane_record
from sampan.engine.rule import JIT
from sampan.games import load, names
from tests.shelf import OWN, expected

WITHOUT_GPU = cuda.missing()
needs_gpu = pytest.mark.skipif(bool(WITHOUT_GPU), reason=WITHOUT_GPU)
# Where rules take long to compile, make soak does that.
by_weight = [
    pytest.param(name, marks=pytest.mark.soak) if name in OWN and expected(name).heavy else name for name in names()
]
HOPPER = SimpleNamespace(compute_capability=(9, 0))


def signatures(game):
    """What each kernel that holds rules is called with."""
    from numba import from_dtype, types

    def rows(kind, dimensions=1):
        return types.Array(kind, dimensions, "C")

    box, state = rows(from_dtype(game.box.record.dtype)), rows(from_dtype(game.definition.state))
    notes = rows(from_dtype(lane_record(game.definition.most_seats)))
    whole, word, looks = rows(types.int64), rows(types.uint64), (rows(types.float32, 2), rows(types.boolean, 2))
    return {
        "deal_all": (box, state, state, whole, word, word, whole, rows(types.int32)),
        "play_one": (box, state, rows(types.int32), types.int64, word, whole),
        "start": (box, state, state, notes, whole, *looks),
        "advance": (box, state, state, notes, whole, types.int64, types.boolean, types.uint64, whole, *looks),
    }


@pytest.mark.long(2)
@pytest.mark.skipif(not JIT, reason="kernels are made of compiled rules; SAMPAN_JIT=0 is set")
@pytest.mark.parametrize("name", by_weight)
def test_every_rule_compiles_for_cuda_without_a_gpu(name, monkeypatch):
    insist_it_compiles(load(name), monkeypatch)


def insist_it_compiles(game, monkeypatch):
    """Down to the GPU's own intermediate form, for an H200: from there on only its drivers are needed."""
    from numba import types
    from numba.cuda import dispatcher
    from numba.cuda.compiler import compile_cuda

    target = cuda.numba_cuda()
    monkeypatch.setattr(dispatcher, "get_current_device", lambda: HOPPER)
    by_name = {kernel.__name__: kernel for kernel in kernels.KERNELS}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for kernel, arguments in signatures(game).items():
            made = compile_cuda(cuda.bound(by_name[kernel], game, target), types.void, arguments, cc=(9, 0))
            assert kernel in made.library.get_llvm_str()


@pytest.mark.skipif(not WITHOUT_GPU, reason="there is a GPU here")
def test_without_a_gpu_it_says_so_in_a_plain_sentence(game):
    for call in (lambda: cuda.play_out(game, 10), lambda: cuda.CudaLanes(game, 10)):
        with pytest.raises(DeviceError, match=r"^no GPU: "):
            call()


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda game: batch.play_out(game, 10, device="tpu"), "device = 'tpu': expected cpu or cuda"),
        (lambda game: batch.play_out(game, 0, device="cuda"), "size = 0: expected"),
        (lambda game: cuda.CudaLanes(game, -1), "size = -1: expected"),
        (lambda game: cuda.CudaLanes(game, 1, reward="fame"), "reward = 'fame': expected"),
    ],
)
def test_bad_requests_are_refused_before_a_gpu_is_looked_for(game, call, said):
    with pytest.raises(OptionError, match=said):
        call(game)


def numbers_of_players(name):
    """How many can play a game."""
    return next(option.values for option in load(name).options if option.name == "players")


@needs_gpu
@pytest.mark.parametrize(("name", "players"), [(name, n) for name in names() for n in numbers_of_players(name)])
def test_a_gpu_plays_the_same_games_bit_for_bit(name, players):
    game = load(name)
    there = cuda.play_out(game, 20_000, {"players": players}, seed=11)
    here = batch.play_out(game, 20_000, {"players": players}, seed=11)
    assert there.to_host().tobytes() == here.states.tobytes()
    assert (there.lengths.copy_to_host() == here.lengths).all()


@needs_gpu
@pytest.mark.parametrize("name", names())
def test_lanes_on_a_gpu_are_lanes_on_a_cpu(name):
    game, dice = load(name), np.random.default_rng(0)
    options = {"players": max(numbers_of_players(name))}
    here, there = (kind(game, 100, options, seed=3, reward="margin") for kind in (Lanes, cuda.CudaLanes))
    for _ in range(300):
        assert (there.observations.copy_to_host() == here.observations).all()
        assert (there.masks.copy_to_host() == here.masks).all()
        moves = (dice.random(here.masks.shape, np.float32) * here.masks).argmax(axis=1)
        here.step(moves)
        there.step(there.cuda.to_device(moves))
        assert (there.rewards.to_host() == here.rewards).all() and (there.seats.to_host() == here.seats).all()
    assert there.states.to_host().tobytes() == here.states.tobytes()
    assert (there.last_points.to_host() == here.last_points).all() and here.last_points.any()


@needs_gpu
@pytest.mark.parametrize("library", ["torch", "cupy", "jax"])
def test_other_libraries_read_the_gpus_arrays_in_place(game, library):
    lanes = cuda.CudaLanes(game, 64, seed=2)
    known, observed = lanes.states.to_host(), lanes.observations.copy_to_host()
    if library == "torch":
        torch = pytest.importorskip("torch")
        states, seen = torch.as_tensor(lanes.states, device="cuda"), torch.as_tensor(lanes.observations, device="cuda")
        assert (states.cpu().numpy() == known).all() and (seen.cpu().numpy() == observed).all()
        assert seen.data_ptr() == lanes.observations.__cuda_array_interface__["data"][0]
        moves = torch.as_tensor(lanes.masks, device="cuda").int().argmax(dim=1)
        lanes.step(moves)
        assert (torch.as_tensor(lanes.rewards, device="cuda").shape) == (64, 2)
    elif library == "cupy":
        cupy = pytest.importorskip("cupy")
        states, seen = cupy.asarray(lanes.states), cupy.asarray(lanes.observations)
        assert (cupy.asnumpy(states) == known).all() and (cupy.asnumpy(seen) == observed).all()
        assert seen.data.ptr == lanes.observations.__cuda_array_interface__["data"][0]
    else:
        jax = pytest.importorskip("jax")
        assert (np.asarray(jax.numpy.asarray(lanes.observations)) == observed).all()
