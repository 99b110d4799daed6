"""Numba's CUDA target, taught what our rules need: an import that NumPy 2.5 would break, enum members as indices, and
long rules that stay functions.
"""

# mypy: disable-error-code="no-untyped-call"
from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from typing import Any

import numpy as np

INLINE_MOST = 300  # a rule of more instructions stays a function: else the code outgrows the GPU's memory for it


@cache
def numba_cuda() -> Any:
    """Numba's CUDA target, taught two things for our rules."""
    if not hasattr(np, "row_stack"):
        np.row_stack = np.vstack  # type: ignore[attr-defined]  # gone from NumPy, still asked for
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # numba-cuda's own affair with a newer NumPy
        cuda: Any = import_module("numba.cuda")
        lowering: Any = import_module("numba.cuda.lowering")
        arraydecl: Any = import_module("numba.cuda.typing.arraydecl")

    arraydecl.get_array_index_type = with_names_as_indices(arraydecl.get_array_index_type)
    lowering.BaseLower.post_lower = with_long_rules_apart(lowering.BaseLower.post_lower)
    return cuda


@contextmanager
def few_games_are_fine() -> Iterator[None]:
    """Launch without a warning that so few threads do not fill the GPU: a playout has few games towards its end."""
    errors: Any = import_module("numba.cuda.core.errors")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", errors.NumbaPerformanceWarning)
        yield


def with_names_as_indices(index_type: Callable[..., Any]) -> Callable[..., Any]:
    """A member of an IntEnum may be an index: Numba's CPU target knows that already."""
    from numba.core import types as kinds

    def plain(kind: Any) -> Any:
        return kinds.intp if isinstance(kind, kinds.IntEnumMember) else kind

    def found(array: Any, index: Any) -> Any:
        several = isinstance(index, kinds.BaseTuple)
        return index_type(array, kinds.Tuple([plain(kind) for kind in index]) if several else plain(index))

    return found


def with_long_rules_apart(post_lower: Callable[..., Any]) -> Callable[..., Any]:
    """A long rule is called, not copied to where it is used: half the compiling and twice the speed."""

    def done(self: Any) -> None:
        post_lower(self)
        if sum(len(block.instructions) for block in self.function.blocks) > INLINE_MOST:
            self.function.attributes.add("noinline")

    return done
