"""Tests that evaluating a net inside compiled loops gives the same results as NumPy."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.bots.nets.layers import layers_of, read_head, room_for, think
from parlour.bots.nets.net import POLICY, Net, new_net


def net_of(size: int, actions: int, width: int, blocks: int, seed: int) -> Net:
    """Make a random net with nonzero biases."""
    net, rng = new_net(size, actions, width, blocks, seed), np.random.default_rng(seed)
    return Net(net.scale * 0.5, net.weights, [rng.standard_normal(one.shape) for one in net.biases])


@given(st.integers(1, 70), st.integers(1, 20), st.integers(1, 40), st.integers(0, 3), st.integers(0, 999))
@settings(max_examples=60, deadline=None)
def test_a_net_of_any_size_gives_the_same_results_as_numpy(
    size: int, actions: int, width: int, blocks: int, seed: int
) -> None:
    net, rng = net_of(size, actions + 1, width, blocks, seed), np.random.default_rng(seed)
    row = (rng.integers(-3, 4, size) * rng.integers(0, 2, size)).astype(np.int8)
    hidden = np.maximum((row * net.scale) @ net.weights[0] + net.biases[0], 0)
    for block in range(1, 1 + blocks):
        hidden = hidden + np.maximum(hidden @ net.weights[block] + net.biases[block], 0)
    layers = layers_of(net)
    room = room_for(layers)
    room.row[:] = 9  # Bytes after the observation must not change the result.
    room.row[:size] = row
    think(layers, room)
    read_head(room, layers.policy, layers.last, room.logits)
    assert room.hidden == pytest.approx(hidden, abs=1e-3, rel=1e-4)
    assert room.logits == pytest.approx(hidden @ net.weights[POLICY] + net.biases[POLICY], abs=1e-3, rel=1e-4)
