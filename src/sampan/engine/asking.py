"""How Python code that is no rule asks a rule about one game: with whole batches, as the engine's loops are called."""

from __future__ import annotations

from typing import Any

import numpy as np

from .interpreted import batch_of
from .rule import JIT


def given(batch: Any) -> Any:
    """A batch of states, or a box, as a rule takes it fastest: to Numba a single record is the slowest of all."""
    return batch.view(np.ndarray) if JIT else batch_of(batch)
