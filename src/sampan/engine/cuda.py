"""Batches on a GPU: the rules of a game inside CUDA kernels, the same games bit for bit as on a CPU.

States, observations and results stay in the GPU's memory. Whatever understands `__cuda_array_interface__` (PyTorch,
CuPy, JAX) reads and writes them there without a copy. Needs numba-cuda (`pip install sampan[cuda]`).
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from . import kernels
from .errors import DeviceError, OptionError
from .game import MOST_DECISIONS, Game, State
from .lanes import LaneSettings, checked_size, lane_record
from .numba_patches.cuda import few_games_are_fine, numba_cuda
from .seeds import checked_seed

BLOCK = 128  # threads of a block
REGISTERS = 96  # at most for a thread: more games at once are worth more than faster ones


def missing() -> str:
    """Why there is no GPU to play on, in a plain sentence; empty where there is one."""
    try:
        found = numba_cuda()
    except ImportError as error:
        return f"no GPU: numba-cuda cannot be used here ({error}): pip install sampan[cuda]"
    if not found.is_available():
        return "no GPU: CUDA finds no usable NVIDIA GPU on this machine; device='cpu' works everywhere"
    return ""


def device_name() -> str:
    """What the GPU calls itself."""
    name = insist_on_gpu().get_current_device().name
    return name.decode() if isinstance(name, bytes) else str(name)


def insist_on_gpu() -> Any:
    """Numba's CUDA target with a GPU behind it, or one clear line."""
    if reason := missing():
        raise DeviceError(reason)
    return numba_cuda()


def bound(kernel: Callable[..., Any], game: Game, cuda: Any) -> Callable[..., Any]:
    """A copy of a kernel whose names mean this game's rules."""
    from numba import from_dtype

    known = {**vars(game.definition.rules), **game.loops}
    known |= {"cuda": cuda, "STATE": from_dtype(game.definition.state), "MOVES": len(game.moves)}
    copy = types.FunctionType(kernel.__code__, {**kernel.__globals__, **known}, kernel.__name__)
    copy.__qualname__, copy.__module__ = f"{game.name}_{kernel.__name__}", kernel.__module__
    return copy


_compiled: dict[tuple[str, int, str], Any] = {}


def kernel_of(game: Game, name: str) -> Any:
    """A kernel for this game, compiled on its first call."""
    cuda = insist_on_gpu()
    key = (game.name, len(game.moves), name)
    if key not in _compiled:
        kernel = next(kernel for kernel in kernels.KERNELS if kernel.__name__ == name)
        _compiled[key] = cuda.jit(bound(kernel, game, cuda), max_registers=REGISTERS)
    return _compiled[key]


class Shared:
    """A field of records in the GPU's memory, for others to read and write in place."""

    def __init__(self, records: Any, name: str | None = None, columns: int | None = None) -> None:
        self.records, dtype = records, records.dtype
        size, step = records.shape[0], dtype.itemsize
        if name is None:  # the records themselves, byte by byte
            kind, offset, inner = np.dtype(np.uint8), 0, (step,)
        else:
            field, offset = dtype.fields[name][:2]
            kind, inner = field.base, field.shape
        if columns is not None:
            inner = (columns,)
        self.dtype, self.shape = kind, (size, *inner)
        self.strides = (step, *(kind.itemsize for _ in inner))
        self.pointer = int(records.__cuda_array_interface__["data"][0]) + int(offset)

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        whole = self.strides[0] == int(np.prod(self.shape[1:])) * self.dtype.itemsize
        return {
            "shape": self.shape,
            "strides": None if whole else self.strides,
            "typestr": "|b1" if self.dtype == np.bool_ else self.dtype.str,
            "data": (self.pointer, False),
            "version": 3,
        }

    def to_host(self) -> np.ndarray[Any, Any]:
        """A copy as a NumPy array."""
        host = self.records.copy_to_host()
        flat = host.view(np.uint8).reshape(self.shape[0], self.strides[0])
        offset = self.pointer - int(self.records.__cuda_array_interface__["data"][0])
        width = int(np.prod(self.shape[1:])) * self.dtype.itemsize
        return np.asarray(flat[:, offset : offset + width].copy().view(self.dtype).reshape(self.shape))


@dataclass(frozen=True)
class DevicePlayouts:
    """Finished games in the GPU's memory, and how many decisions each took."""

    records: Any
    lengths: Any

    @property
    def states(self) -> Shared:
        """The states, byte by byte."""
        return Shared(self.records)

    @property
    def decisions(self) -> int:
        """All decisions of all games."""
        return int(self.lengths.copy_to_host().sum())

    def to_host(self) -> State:
        """The states as a batch on the CPU."""
        return np.array(self.records.copy_to_host()).view(np.recarray)


def play_out(game: Game, games: int, options: Mapping[str, int | str] | None = None, seed: int = 0) -> DevicePlayouts:
    """Play whole games with random moves on the GPU: game k is that of seed + k, as everywhere."""
    numbers, size, first = game.option_numbers(options), checked_size(games), checked_seed(seed)
    cuda = insist_on_gpu()
    states, lengths = cuda.device_array(size, game.definition.state), cuda.device_array(size, np.int64)
    pickers, asked = cuda.device_array(size, np.uint64), cuda.device_array(kernels.ASKS, np.int32)
    live, order = cuda.device_array(size, np.int32), cuda.device_array(size, np.int32)
    none, total = cuda.to_device(np.zeros(kernels.ASKS, np.int32)), cuda.device_array(1, np.int32)
    seeds = cuda.to_device(np.arange(size, dtype=np.uint64) + first)
    box, blank = cuda.to_device(plain(game.box.record)), cuda.to_device(plain(game.batch(1)))
    launch(game, "deal_all", size, box, blank, states, cuda.to_device(numbers), seeds, pickers, lengths, live)
    for _ in range(MOST_DECISIONS):
        asked.copy_to_device(none)
        launch(game, "count_asks", size, states, live, size, asked)
        launch(game, "add_up", 1, asked, total)
        launch(game, "sort_by_ask", size, states, live, size, asked, order)
        size = int(total.copy_to_host()[0])
        if size == 0:
            break
        launch(game, "play_one", size, box, states, order, size, pickers, lengths)
        live, order = order, live
    return DevicePlayouts(states, lengths)


def launch(game: Game, name: str, size: int, *args: Any) -> None:
    """Start a kernel with a thread for each game."""
    kernel = kernel_of(game, name)
    with few_games_are_fine():
        kernel[-(-size // BLOCK), BLOCK](*args)


def plain(records: Any) -> np.ndarray[Any, Any]:
    """Records as an ordinary array that may be sent."""
    return np.array(records.view(np.ndarray))


class CudaLanes:
    """Games side by side on the GPU, as `Lanes` has them on the CPU; observations and masks are the GPU's arrays."""

    def __init__(
        self,
        game: Game,
        size: int,
        options: Mapping[str, int | str] | None = None,
        seed: int = 0,
        reward: str = "win",
        again: bool = True,
    ) -> None:
        settings = LaneSettings.checked(game, size, options, reward)
        self.game, self.size, self.players = game, settings.size, settings.players
        self.kind, self.again = settings.reward, again
        self.cuda = cuda = insist_on_gpu()
        self._numbers = cuda.to_device(settings.numbers)
        self._box, self._blank = cuda.to_device(plain(game.box.record)), cuda.to_device(plain(game.batch(1)))
        self.records = cuda.device_array(self.size, game.definition.state)
        self.observations = cuda.device_array((self.size, len(game.feature_names)), np.float32)
        self.masks = cuda.device_array((self.size, len(game.moves)), np.bool_)
        self.notes: Any = None
        self.start(seed)

    @property
    def states(self) -> Shared:
        """The states, byte by byte."""
        return Shared(self.records)

    @property
    def seats(self) -> Shared:
        """Who must move in each lane; -1 where the game is over and not dealt anew."""
        return Shared(self.notes, "seat")

    @property
    def rewards(self) -> Shared:
        """What each seat of each lane earned by the last move."""
        return Shared(self.notes, "rewards", self.players)

    @property
    def done(self) -> Shared:
        """Where the last move ended a game."""
        return Shared(self.notes, "done")

    @property
    def last_points(self) -> Shared:
        """The final points of each lane's last finished game."""
        return Shared(self.notes, "last_points", self.players)

    @property
    def last_share(self) -> Shared:
        """Each seat's share of the victory in each lane's last finished game."""
        return Shared(self.notes, "last_share", self.players)

    def start(self, seed: int = 0) -> None:
        """Deal every lane anew."""
        notes = np.zeros(self.size, lane_record(self.game.definition.most_seats))
        notes["seed"] = np.arange(self.size, dtype=np.uint64) + checked_seed(seed)
        self.notes = self.cuda.to_device(notes)
        looks = (self.observations, self.masks)
        launch(self.game, "start", self.size, self._box, self._blank, self.records, self.notes, self._numbers, *looks)

    def step(self, moves: Any) -> None:
        """Play one move in each lane, from whole numbers in the GPU's memory.

        They are taken as they come, for looking would mean waiting for the GPU: a policy picks from the masks.
        """
        if not hasattr(moves, "__cuda_array_interface__"):
            raise OptionError(f"moves = {type(moves).__name__}: expected whole numbers in the GPU's memory")
        given = self.cuda.as_cuda_array(moves)
        if given.shape != (self.size,) or given.dtype != np.int64:
            raise OptionError(
                f"moves of shape {given.shape} and type {given.dtype}: expected {self.size} of int64, one a lane"
            )
        how = (self.kind, self.again, np.uint64(self.size), self._numbers)
        tables = (self._box, self._blank, self.records, self.notes)
        launch(self.game, "advance", self.size, *tables, given, *how, self.observations, self.masks)
