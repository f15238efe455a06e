"""Train a small network to play Oh 7 ? by self-play, with policy gradients in plain NumPy, in about a minute.

    python examples/learn_oh7.py --iterations 100

The same network plays every seat of every match, and learns from each seat's gain compared with the mean gain at its
table. The program prints a learning curve: how many points per round the network gains against three random players.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from parlour.envs.vector import ParlourVectorEnv

Floats = npt.NDArray[np.float32]

HIDDEN = 64
RATE = 0.003
ENTROPY = 0.01  # A bonus for uncertainty keeps the network from settling on a strategy too early.
EVERY = 10  # The learning curve has a point after every ten iterations.


class Network:
    """A network with one hidden layer and a softmax over the legal actions, trained by Adam."""

    def __init__(self, size: int, actions: int, rng: np.random.Generator) -> None:
        shapes = {"first": (size, HIDDEN), "bias": (HIDDEN,), "second": (HIDDEN, actions), "last": (actions,)}
        self.weights = {name: _start(shape, rng) for name, shape in shapes.items()}
        self._mean = {name: np.zeros_like(value) for name, value in self.weights.items()}
        self._square = {name: np.zeros_like(value) for name, value in self.weights.items()}
        self._steps = 0

    def policy(self, seen: Floats, mask: npt.NDArray[np.int8]) -> tuple[Floats, Floats]:
        """Return the activations of the hidden layer and the probability of each action."""
        hidden = np.maximum(seen @ self.weights["first"] + self.weights["bias"], 0)
        logits = np.where(mask, hidden @ self.weights["second"] + self.weights["last"], -1e9)
        likely = np.exp(logits - logits.max(1, keepdims=True))
        return hidden, likely / likely.sum(1, keepdims=True)

    def learn(self, seen: Floats, mask: npt.NDArray[np.int8], actions: npt.NDArray[np.int64], worth: Floats) -> None:
        """Make the actions taken more likely if they gained points, and less likely if they lost points."""
        hidden, likely = self.policy(seen, mask)
        slope = likely * worth[:, None]
        slope[np.arange(len(actions)), actions] -= worth
        surprise = -np.log(likely + 1e-9)
        slope -= ENTROPY * likely * (surprise - (likely * surprise).sum(1, keepdims=True))
        slope /= len(actions)
        back = (slope @ self.weights["second"].T) * (hidden > 0)
        self._adam({"first": seen.T @ back, "bias": back.sum(0), "second": hidden.T @ slope, "last": slope.sum(0)})

    def _adam(self, slopes: dict[str, Floats]) -> None:
        self._steps += 1
        for name, slope in slopes.items():
            self._mean[name] = 0.9 * self._mean[name] + 0.1 * slope
            self._square[name] = 0.999 * self._square[name] + 0.001 * slope**2
            mean = self._mean[name] / (1 - 0.9**self._steps)
            square = self._square[name] / (1 - 0.999**self._steps)
            self.weights[name] -= (RATE * mean / (np.sqrt(square) + 1e-8)).astype(np.float32)


def _start(shape: tuple[int, ...], rng: np.random.Generator) -> Floats:
    return (rng.standard_normal(shape) * (shape[0] ** -0.5 if len(shape) > 1 else 0)).astype(np.float32)


def _drawn(likely: Floats, rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """Choose a random action for each row, with the row's probabilities."""
    chosen: npt.NDArray[np.int64] = (
        likely.cumsum(1) > rng.random((len(likely), 1)) * likely.sum(1, keepdims=True)
    ).argmax(1)
    return chosen


def rounds(env: ParlourVectorEnv, network: Network, rng: np.random.Generator) -> Iterator[tuple[Any, ...]]:
    """Play one round in every match; yield batches of observations, legal actions, actions taken and gains."""
    seen, info = env.reset()
    steps, running = [], np.ones(env.num_envs, bool)
    total = np.zeros((env.num_envs, env.players), np.float32)
    while running.any():
        inputs, mask, seats = seen.astype(np.float32), info["action_mask"].copy(), info["seat"].copy()
        actions = _drawn(network.policy(inputs, mask)[1], rng)
        seen, rewards, terminated, truncated, info = env.step(actions)
        total[running] += rewards[running]
        steps.append((inputs[running], mask[running], actions[running], np.flatnonzero(running), seats[running]))
        running &= ~(terminated | truncated)
    for inputs, mask, actions, matches, seats in steps:
        yield inputs, mask, actions, total[matches, seats]


def against_random(env: ParlourVectorEnv, network: Network, rng: np.random.Generator) -> float:
    """Return how many points per round the network gains above the mean of its table, against random players."""
    seen, info = env.reset(seed=10**6)
    total, running = 0.0, np.ones(env.num_envs, bool)
    while running.any():
        likely = network.policy(seen.astype(np.float32), info["action_mask"])[1]
        random = info["action_mask"] / info["action_mask"].sum(1, keepdims=True, dtype=np.float32)
        own = (info["seat"] == 0)[:, None]
        seen, rewards, terminated, truncated, info = env.step(_drawn(np.where(own, likely, random), rng))
        total += float(rewards[running, 0].sum())
        running &= ~(terminated | truncated)
    return total / env.num_envs


def main(iterations: int = 100, matches: int = 512, curve: Path | None = None, seed: int = 1) -> list[float]:
    """Train the network; return the points of the learning curve."""
    env, rng = ParlourVectorEnv("oh7", matches=matches, episode="round"), np.random.default_rng(seed)
    network, points = Network(env.batch.size, env.batch.actions, rng), []
    for iteration in range(iterations + 1):
        if iteration % EVERY == 0 or iteration == iterations:
            points.append(against_random(env, network, rng))
            print(f"{iteration:5} {points[-1]:+6.2f} points a round  {'#' * max(0, round(8 * points[-1] + 8))}")
        if iteration < iterations:
            seen, mask, actions, worth = (np.concatenate(part) for part in zip(*rounds(env, network, rng), strict=True))
            network.learn(seen, mask, actions, (worth / (worth.std() + 1e-6)).astype(np.float32))
    if curve:
        curve.write_text("\n".join(f"{place * EVERY} {point}" for place, point in enumerate(points)) + "\n")
    return points


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--iterations", type=int, default=100)
    parser.add_argument("--matches", type=int, default=512)
    parser.add_argument("--curve", type=Path, help="write the points of the learning curve to this file")
    parser.add_argument("--seed", type=int, default=1, help="seed for the network's first weights and for its choices")
    main(**vars(parser.parse_args()))
