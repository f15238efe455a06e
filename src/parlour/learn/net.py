"""A net: what a seat observes goes in; how good each action is, and how the seat will fare, comes out.

Layers without a library: the same lines run on NumPy and, on a GPU, on CuPy. `xp` is whichever of them.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

NEVER = -1e9  # the logit of an action that is not allowed
SMALL = 1e-8


@dataclass
class Net:
    """Weights: an entry, blocks that each add to what came before, and two heads."""

    scale: Any  # what every byte of an observation is multiplied with
    weights: list[Any]  # entry, blocks, policy, value
    biases: list[Any]

    @property
    def blocks(self) -> int:
        """How many blocks there are between the entry and the heads."""
        return len(self.weights) - 3

    @property
    def all(self) -> list[Any]:
        """Everything that is learned."""
        return [*self.weights, *self.biases]

    def forward(self, rows: Any, xp: Any = np) -> tuple[list[Any], Any, Any]:
        """What each layer gives, the logits of the actions, and the values."""
        layers = [rows.astype(np.float32) * self.scale]
        layers.append(xp.maximum(layers[0] @ self.weights[0] + self.biases[0], 0))
        for block in range(1, 1 + self.blocks):
            layers.append(layers[-1] + xp.maximum(layers[-1] @ self.weights[block] + self.biases[block], 0))
        logits = layers[-1] @ self.weights[-2] + self.biases[-2]
        return layers, logits, (layers[-1] @ self.weights[-1] + self.biases[-1])[:, 0]

    def backward(self, layers: list[Any], d_logits: Any, d_values: Any) -> list[Any]:
        """The gradients of everything in `all`, from those of logits and values."""
        last = layers[-1]
        weights: list[Any] = [None] * len(self.weights)
        biases: list[Any] = [None] * len(self.biases)
        weights[-2], biases[-2] = last.T @ d_logits, d_logits.sum(0)
        weights[-1], biases[-1] = last.T @ d_values[:, None], d_values.sum(0, keepdims=True)
        flow = d_logits @ self.weights[-2].T + d_values[:, None] * self.weights[-1][:, 0]
        for block in range(self.blocks, 0, -1):
            inner = flow * (layers[block + 1] > layers[block])  # where the block has added something
            weights[block], biases[block] = layers[block].T @ inner, inner.sum(0)
            flow = flow + inner @ self.weights[block].T
        inner = flow * (layers[1] > 0)
        weights[0], biases[0] = layers[0].T @ inner, inner.sum(0)
        return [*weights, *biases]


def new_net(size: int, actions: int, width: int, blocks: int, seed: int) -> Net:
    """A net that knows nothing: all actions about equally good."""
    rng = np.random.default_rng(seed)

    def layer(inputs: int, outputs: int, gain: float) -> Any:
        return (rng.standard_normal((inputs, outputs)) * gain / np.sqrt(inputs)).astype(np.float32)

    weights = [layer(size, width, 1.4)] + [layer(width, width, 0.7) for _ in range(blocks)]
    weights += [layer(width, actions, 0.01), layer(width, 1, 0.1)]
    return Net(np.ones(size, np.float32), weights, [np.zeros(one.shape[1], np.float32) for one in weights])


def moved(net: Net, xp: Any) -> Net:
    """The same net as arrays of another library."""
    return Net(xp.asarray(net.scale), [xp.asarray(one) for one in net.weights], [xp.asarray(one) for one in net.biases])


class Adam:
    """Steps against the gradient, each number at its own pace."""

    def __init__(self, net: Net, xp: Any) -> None:
        """Nothing is known of the gradients yet."""
        self.xp, self.number = xp, 0
        self.means = [xp.zeros_like(one) for one in net.all]
        self.squares = [xp.zeros_like(one) for one in net.all]

    def step(self, net: Net, gradients: list[Any], rate: float, most: float = 1.0) -> None:
        """Change the net in place; `most`: the longest gradient, longer ones are shortened."""
        xp = self.xp
        self.number += 1
        length = xp.sqrt(sum((one * one).sum() for one in gradients))
        shorten = xp.minimum(1.0, most / (length + SMALL))
        pace = rate * np.sqrt(1 - 0.999**self.number) / (1 - 0.9**self.number)
        for value, gradient, mean, square in zip(net.all, gradients, self.means, self.squares, strict=True):
            gradient = gradient * shorten
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient * gradient - square)
            value -= pace * mean / (xp.sqrt(square) + 1e-5)
