"""A neural net that predicts from an observation how good each action is and how well the seat will do.

The net needs no machine learning library: the same code runs with NumPy and, on a GPU, with CuPy. `xp` is NumPy or
CuPy.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

NEVER = -1e9  # The logit of an illegal action.
SMALL = 1e-8
STEADY = 1e-5  # Added to a divisor, so that steps stay small where gradients are about 0.
POLICY, VALUE = -2, -1  # The indices of the two heads in `weights`.


@dataclass
class Net:
    """A net with a first layer, residual blocks, and two heads for the actions and the value."""

    scale: Any  # The factor by which each byte of an observation is multiplied.
    weights: list[Any]  # The matrices of the first layer, the blocks, the policy and the value.
    biases: list[Any]

    def __post_init__(self) -> None:
        """Put all learned numbers into one array, so that a learning step takes only a few operations."""
        xp = library_of(self.weights[0])
        self.numbers = xp.concatenate([one.ravel() for one in (*self.weights, *self.biases)])
        parts = split(self.numbers, [one.shape for one in (*self.weights, *self.biases)])
        self.weights, self.biases = parts[: len(self.weights)], parts[len(self.weights) :]

    @property
    def blocks(self) -> int:
        """The number of blocks between the first layer and the heads."""
        return len(self.weights) - 3

    @property
    def shapes(self) -> list[tuple[int, ...]]:
        """The shapes of all learned arrays, in the order of `numbers`."""
        return [one.shape for one in (*self.weights, *self.biases)]

    def forward(self, rows: Any, xp: Any = np) -> tuple[list[Any], Any, Any]:
        """Return the outputs of all layers, the logits of the actions, and the values."""
        made = pieces(xp)
        layers = [made["scaled"](rows, self.scale)]
        layers.append(made["positive"](layers[0] @ self.weights[0], self.biases[0]))
        for block in range(1, 1 + self.blocks):
            layers.append(made["added"](layers[-1], layers[-1] @ self.weights[block], self.biases[block]))
        logits = layers[-1] @ self.weights[POLICY] + self.biases[POLICY]
        return layers, logits, (layers[-1] @ self.weights[VALUE] + self.biases[VALUE])[:, 0]

    def backward(self, layers: list[Any], d_logits: Any, d_values: Any, xp: Any = np) -> Any:
        """Compute the gradient of all learned numbers from the gradients of the outputs."""
        last, made, ones = layers[-1], pieces(xp), xp.ones((1, len(d_values)), self.numbers.dtype)
        gradient = xp.zeros_like(self.numbers)
        parts = split(gradient, self.shapes)
        weights, biases = parts[: len(self.weights)], parts[len(self.weights) :]

        def note(layer: int, inputs: Any, flow: Any) -> None:
            weights[layer][...] = inputs.T @ flow
            biases[layer][...] = (ones @ flow)[0]  # Summing by a matrix product is much faster on a GPU.

        note(POLICY, last, d_logits)
        note(VALUE, last, d_values[:, None])
        flow = d_logits @ self.weights[POLICY].T + d_values[:, None] * self.weights[VALUE][:, 0]
        for block in range(self.blocks, 0, -1):
            inner = made["where"](flow, layers[block + 1], layers[block])  # The block changed only these units.
            note(block, layers[block], inner)
            flow += inner @ self.weights[block].T
        note(0, layers[0], made["where"](flow, layers[1], 0 * self.scale[:1]))
        return gradient


def _scaled(rows: Any, scale: Any) -> Any:
    return rows * scale


def _positive(sums: Any, biases: Any) -> Any:
    return (sums + biases) * (sums + biases > 0)


def _added(before: Any, sums: Any, biases: Any) -> Any:
    return before + (sums + biases) * (sums + biases > 0)


def _where(flow: Any, after: Any, before: Any) -> Any:
    return flow * (after > before)


@cache
def pieces(xp: Any) -> dict[str, Callable[..., Any]]:
    """Return the elementwise functions of a net; on a GPU, each of them is a single kernel."""
    plain: dict[str, Callable[..., Any]] = {"scaled": _scaled, "positive": _positive, "added": _added, "where": _where}
    return plain if xp is np else {name: xp.fuse()(one) for name, one in plain.items()}


def library_of(array: Any) -> Any:
    """Return the library that an array belongs to, NumPy or CuPy."""
    if isinstance(array, np.ndarray):
        return np
    import cupy

    return cupy.get_array_module(array)


def split(numbers: Any, shapes: list[tuple[int, ...]]) -> list[Any]:
    """Split an array into views with these shapes."""
    found, start = [], 0
    for shape in shapes:
        length = int(np.prod(shape))
        found.append(numbers[start : start + length].reshape(shape))
        start += length
    return found


def new_net(size: int, actions: int, width: int, blocks: int, seed: int) -> Net:
    """Make an untrained net, which rates all actions about equally."""
    rng = np.random.default_rng(seed)

    def layer(inputs: int, outputs: int, gain: float) -> Any:
        return (rng.standard_normal((inputs, outputs)) * gain / np.sqrt(inputs)).astype(np.float32)

    weights = [layer(size, width, 1.4)] + [layer(width, width, 0.7) for _ in range(blocks)]
    weights += [layer(width, actions, 0.01), layer(width, 1, 0.1)]
    return Net(np.ones(size, np.float32), weights, [np.zeros(one.shape[1], np.float32) for one in weights])


def moved(net: Net, xp: Any) -> Net:
    """Copy a net to arrays of the library `xp`."""
    return Net(xp.asarray(net.scale), [xp.asarray(one) for one in net.weights], [xp.asarray(one) for one in net.biases])


def copied(net: Net) -> Net:
    """Return a copy of a net."""
    return Net(net.scale.copy(), net.weights, net.biases)


class Adam:
    """The Adam optimizer."""

    def __init__(self, net: Net, xp: Any) -> None:
        """Set the averages of the gradients to zero."""
        self.xp, self.number = xp, 0
        self.mean, self.square = xp.zeros_like(net.numbers), xp.zeros_like(net.numbers)

    def step(self, net: Net, gradient: Any, rate: float, most: float = 1.0) -> None:
        """Update the net in place; gradients longer than `most` are clipped."""
        xp = self.xp
        self.number += 1
        gradient = gradient * xp.minimum(1.0, most / (xp.sqrt((gradient * gradient).sum()) + SMALL))
        self.mean += 0.1 * (gradient - self.mean)
        self.square += 0.001 * (gradient * gradient - self.square)
        pace, even = rate / (1 - 0.9**self.number), 1 / (1 - 0.999**self.number)
        net.numbers -= pace * self.mean / (xp.sqrt(even * self.square) + STEADY)
