"""The nets as PyTorch modules, their losses, and one optimizer step. What is exported the compiled search reads."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from sampan.bots.workspace import Net
from sampan.engine.errors import DeviceError

from .examples import Examples, Rows

LEAST_SPREAD = 0.1  # an input that varies less is scaled as if it varied so much
CONTRAST = 40.0  # how much more differences between turns of one position count than what they come to
Shapes = dict[str, tuple[int, ...]]


def linear(shapes: Shapes, name: str, std: float | None = None) -> Any:
    """A layer of this size: weights for rectified inputs, or of this standard deviation; no bias at first."""
    outputs, inputs = shapes[f"{name}.weight"]
    layer = nn.Linear(inputs, outputs)
    nn.init.normal_(layer.weight, std=std or (2 / inputs) ** 0.5)
    nn.init.zeros_(layer.bias)
    return layer


class ValueNet(nn.Module):  # type: ignore[misc]
    """From what a seat sees to the logarithm of its odds of winning."""

    def __init__(self, shapes: Shapes) -> None:
        super().__init__()
        self.hidden1, self.hidden2 = linear(shapes, "hidden1"), linear(shapes, "hidden2")
        self.output = linear(shapes, "output", 0.1)

    def forward(self, inputs: Any) -> Any:
        """One logit for every row."""
        hidden = functional.relu(self.hidden2(functional.relu(self.hidden1(inputs))))
        return self.output(hidden).squeeze(-1)


class PolicyNet(nn.Module):  # type: ignore[misc]
    """From what the seat to move sees to a logit for every move."""

    def __init__(self, shapes: Shapes) -> None:
        super().__init__()
        self.hidden1, self.output = linear(shapes, "hidden1"), linear(shapes, "output", 0.05)

    def forward(self, inputs: Any) -> Any:
        """A row of logits for every row."""
        return self.output(functional.relu(self.hidden1(inputs)))


def value_loss(logits: Any, targets: Any, legal: Any) -> Any:
    """Cross-entropy of the share of the win."""
    return functional.binary_cross_entropy_with_logits(logits, targets)


def comparison_loss(logits: Any, targets: Any, legal: Any) -> Any:
    """Cross-entropy of what turns came to, and the squared error of how turns of one position differ."""
    error = (torch.sigmoid(logits) - targets)[..., 0]
    contrast = (error - error.mean(dim=1, keepdim=True)).square().mean()
    return value_loss(logits, targets, legal) + CONTRAST / 4 * contrast


def policy_loss(logits: Any, targets: Any, legal: Any) -> Any:
    """Cross-entropy of the move made, among the legal ones."""
    return functional.cross_entropy(logits.masked_fill(~legal, -torch.inf), targets)


LOSSES = {"value": value_loss, "comparison": comparison_loss, "policy": policy_loss}


class Learner:
    """A net and its optimizer on a device."""

    def __init__(self, targets: str, shapes: Shapes, device: str, seed: int) -> None:
        self.device = checked_device(device)
        torch.manual_seed(seed)
        self.loss_of, self.moves = LOSSES[targets], shapes["output.bias"][0]
        self.module = (PolicyNet if targets == "policy" else ValueNet)(shapes).to(self.device)
        self.optimizer = torch.optim.Adam(self.module.parameters())
        self.scale: Any = torch.ones(shapes["hidden1.weight"][1], device=self.device)

    def load(self, net: Net) -> None:
        """Start from a net as it was exported."""
        layers = {**net, "hidden1.weight": net["hidden1.weight"] / self.scale.cpu().numpy()}
        self.module.load_state_dict({name: torch.from_numpy(np.array(layer)) for name, layer in layers.items()})

    def standardize(self, inputs: Rows) -> None:
        """Scale inputs by how much they vary here, from now on."""
        spread = inputs.reshape(-1, inputs.shape[-1]).astype(np.float32).std(axis=0)
        self.scale = torch.from_numpy(1 / np.maximum(np.float32(LEAST_SPREAD), spread)).to(self.device)

    def export(self) -> Net:
        """The net for inputs as they are: the scale is multiplied into its first layer."""
        net = {name: layer.detach().cpu().numpy().copy() for name, layer in self.module.state_dict().items()}
        net["hidden1.weight"] *= self.scale.cpu().numpy()
        return net

    def loss(self, batch: Examples) -> Any:
        """The loss of a minibatch, on the device."""
        inputs, targets = (torch.from_numpy(rows).to(self.device) for rows in (batch.inputs, batch.targets))
        legal = None
        if batch.legal is not None:
            bits = np.unpackbits(batch.legal, axis=1, count=self.moves).view(bool)
            legal, targets = torch.from_numpy(bits).to(self.device), targets.long()
        return self.loss_of(self.module(inputs.float() * self.scale), targets, legal)

    def step(self, batch: Examples, rate: float) -> Any:
        """One step of Adam; returns the loss before it, on the device."""
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        loss = self.loss(batch)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.detach()

    def validation(self, examples: Examples, minibatch: int) -> float:
        """The mean loss of examples that are not learned from."""
        total = 0.0
        with torch.no_grad():
            for first in range(0, len(examples), minibatch):
                some = np.arange(first, min(len(examples), first + minibatch))
                total += float(self.loss(examples.minibatch(some))) * len(some)
        return total / len(examples)

    def state(self) -> Net:
        """Everything that changes as it learns, as arrays."""
        arrays = {f"module.{name}": layer for name, layer in self.module.state_dict().items()}
        for number, entries in self.optimizer.state_dict()["state"].items():
            arrays |= {f"optimizer.{number}.{name}": entry for name, entry in entries.items()}
        return {name: array.cpu().numpy() for name, array in {**arrays, "scale": self.scale}.items()}

    def restore(self, state: Net) -> None:
        """Go on from such arrays."""
        tensors = {name: torch.from_numpy(np.array(array)) for name, array in state.items()}
        self.scale = tensors.pop("scale").to(self.device)
        layers: dict[str, Any] = {}
        entries: dict[int, dict[str, Any]] = {}
        for name, tensor in tensors.items():
            kind, rest = name.split(".", 1)
            if kind == "module":
                layers[rest] = tensor
            else:
                number, entry = rest.split(".")
                entries.setdefault(int(number), {})[entry] = tensor
        self.module.load_state_dict(layers)
        self.optimizer.load_state_dict({**self.optimizer.state_dict(), "state": entries})


def checked_device(device: str) -> Any:
    """A device of this machine's."""
    if device == "cuda" and not torch.cuda.is_available():
        raise DeviceError("--device cuda: PyTorch finds no GPU on this machine: expected one, or --device cpu")
    return torch.device(device)
