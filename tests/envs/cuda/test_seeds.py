"""Tests that keys and seeds computed for GPUs equal those that `parlour.match.fair` computes with Python's HMAC."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.match.fair import bots_seed, chance_seed, seeded_key
from parlour.match.seeds import HASHER, begin_key, seed_of_bots, seed_of_event, texts_around

seeds = st.integers(-(10**80), 10**80)  # Some texts of seeds need several blocks of SHA-256.
numbers = st.integers(0, 2**62)


@pytest.mark.slow
@given(seeds, numbers, numbers)
def test_the_seeds_of_a_match_on_a_gpu_are_the_same_as_at_a_table(seed: int, match: int, event: int) -> None:
    hasher, words = np.zeros(1, HASHER)[0], np.zeros(4, np.uint64)
    before, after = texts_around(seed)
    begin_key(hasher, before, match, after)
    key = seeded_key(seed, match)
    seed_of_event(hasher, event, words)
    assert words.tobytes() == chance_seed(key, event)
    seed_of_bots(hasher, words)
    assert words.tobytes() == bots_seed(key)
