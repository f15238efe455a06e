"""Tests that the measures of Thirty-one agree with the view."""

import pytest

from parlour.games.thirtyone import GAME
from parlour.lab.measures import measured
from tests.lab.watching import BASIC, ends, figure, sampled

pytestmark = pytest.mark.usefixtures("interpreted")


def test_the_measured_cows_and_lives_of_thirty_one_agree_with_the_view() -> None:
    sample = sampled(GAME, 4, BASIC, 4)
    badges = [
        sum("cow" in seat.badges for seat in match.view().seats) for match in ends(GAME, 4, sample)
    ]  # fmt: skip
    shown = [max(0, badge) for badge in badges]
    top, _ = measured(sample)["Cows", ""]
    assert all(cows >= badge for cows, badge in zip(top, shown, strict=True))
    assert (top >= 1).all()
    assert figure(sample, "31 is safe") == 1


def test_the_advantages_and_disadvantages_of_the_three_tokens_add_up_to_zero() -> None:
    """With three players everybody has a token, so if one token costs more lives, the others cost fewer."""
    sample = sampled(GAME, 3, BASIC, 3, ends="first_out")
    above = [figure(sample, f"lives lost by the {name}") for name in ("dealer", "MVP", "Preacher")]
    assert sum(above) == pytest.approx(0, abs=1e-9)
