"""Adam: how the small nets of the lab learn, one step at a time. `arrays` is NumPy, or CuPy for a GPU."""

from __future__ import annotations

from typing import Any

Layers = dict[str, Any]
FORGET_FIRST, FORGET_SECOND = 0.1, 0.001


class Adam:
    """Follows the slopes of a net, each weight at a pace of its own; the net's layers change in place."""

    def __init__(self, net: Layers, arrays: Any) -> None:
        self.net, self.arrays, self.steps = net, arrays, 0
        self.first = {name: arrays.zeros_like(layer) for name, layer in net.items()}
        self.second = {name: arrays.zeros_like(layer) for name, layer in net.items()}

    def step(self, slopes: Layers, rate: float) -> None:
        """One step down."""
        self.steps += 1
        for name, slope in slopes.items():
            self.first[name] += FORGET_FIRST * (slope - self.first[name])
            self.second[name] += FORGET_SECOND * (slope * slope - self.second[name])
            way = self.first[name] / (1 - (1 - FORGET_FIRST) ** self.steps)
            size = self.arrays.sqrt(self.second[name] / (1 - (1 - FORGET_SECOND) ** self.steps)) + 1e-8
            self.net[name] -= rate * way / size
