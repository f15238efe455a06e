"""Tests of how a figure's interval confirms or refutes a claim."""

import math

import pytest

from parlour.lab._ratios import Interval
from parlour.lab.measures.claims import Claim, verdict

USUALLY = Claim("usually", "It usually rains.", "rain", above=0.5)
RARELY = Claim("rarely", "It rarely snows.", "snow", below=0.1)
ALWAYS = Claim("always", "The sun rises.", "sun", always=True)
POSSIBLE = Claim("possible", "It can hail.", "hail", possible=True)
RANGE = Claim("range", "It is warm.", "warmth", above=10, below=30)


@pytest.mark.parametrize(
    ("claim", "found", "expected"),
    [
        (USUALLY, Interval(0.6, 0.55, 0.65), "confirmed"),
        (USUALLY, Interval(0.4, 0.35, 0.45), "refuted"),
        (USUALLY, Interval(0.52, 0.48, 0.56), "open"),
        (USUALLY, Interval(0.9), "open"),
        (RARELY, Interval(0.05, 0.01, 0.09), "confirmed"),
        (RARELY, Interval(0.2, 0.15, 0.25), "refuted"),
        (RARELY, Interval(0.05, 0.0, 0.2), "open"),
        (ALWAYS, Interval(1.0, 0.99, 1.0), "confirmed"),
        (ALWAYS, Interval(0.999, 0.99, 1.0), "refuted"),
        (ALWAYS, Interval(0.9), "refuted"),
        (ALWAYS, Interval(1.0), "open"),
        (POSSIBLE, Interval(0.001, 0.0, 0.01), "confirmed"),
        (POSSIBLE, Interval(0.0, 0.0, 0.01), "open"),
        (RANGE, Interval(20, 15, 25), "confirmed"),
        (RANGE, Interval(5, 4, 6), "refuted"),
        (RANGE, Interval(29, 27, 31), "open"),
        (USUALLY, Interval(math.nan), "open"),
    ],
)
def test_a_claim_is_confirmed_or_refuted_by_the_interval_of_its_figure(
    claim: Claim, found: Interval, expected: str
) -> None:
    assert verdict(claim, found) == expected
