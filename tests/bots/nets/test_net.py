"""Tests of nets: their outputs, gradients and learning steps."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.bots.nets.net import Adam, Net, new_net

SIZE, ACTIONS, WIDTH = 7, 5, 6


def exact(seed: int) -> Net:
    """Make a small net in double precision, so that small differences are exact enough."""
    net, rng = new_net(SIZE, ACTIONS, WIDTH, 2, seed), np.random.default_rng(seed)
    biases = [rng.standard_normal(one.shape) for one in net.biases]
    return Net(net.scale, [one.astype(np.float64) for one in net.weights], biases)


def test_a_new_net_rates_all_actions_about_equally() -> None:
    net = new_net(SIZE, ACTIONS, 64, 2, 0)
    _, logits, values = net.forward(np.ones((3, SIZE), np.int8))
    assert logits.shape == (3, ACTIONS)
    assert values.shape == (3,)
    assert np.abs(logits).max() < 0.2


@given(st.integers(0, 1000))
@settings(max_examples=20, deadline=None)
def test_a_gradient_matches_the_effect_of_a_small_change_to_a_weight(seed: int) -> None:
    net, rng = exact(seed), np.random.default_rng(seed + 1)
    rows = rng.integers(-2, 3, (4, SIZE)).astype(np.int8)
    wanted, value = rng.standard_normal((4, ACTIONS)), rng.standard_normal(4)

    def total() -> float:
        _, logits, values = net.forward(rows)
        return float((logits * wanted).sum() + (values * value).sum())

    gradient = net.backward(net.forward(rows)[0], wanted, value)
    small, start = 1e-6, 0
    for shape in net.shapes:
        place = start + int(rng.integers(0, np.prod(shape)))
        start += int(np.prod(shape))
        before = net.numbers[place]
        net.numbers[place] = before + small
        above = total()
        net.numbers[place] = before - small
        below = total()
        net.numbers[place] = before
        assert gradient[place] == pytest.approx((above - below) / (2 * small), abs=1e-4)


def test_learning_steps_reduce_the_error_of_a_net() -> None:
    net = new_net(SIZE, ACTIONS, WIDTH, 1, 3)
    rows, adam = np.eye(SIZE, dtype=np.int8), Adam(net, np)
    wanted = np.random.default_rng(0).standard_normal((SIZE, ACTIONS)).astype(np.float32)

    def error() -> float:
        return float(((net.forward(rows)[1] - wanted) ** 2).mean())

    first = error()
    for _ in range(300):
        layers, logits, values = net.forward(rows)
        adam.step(net, net.backward(layers, logits - wanted, 0 * values), 0.01)
    assert error() < first / 20
