"""Tests that the measures of Active 13 agree with recorded matches."""

import numpy as np
import pytest

from parlour.games.active13 import GAME
from parlour.games.active13.measures import active
from parlour.lab.measures import claims_of
from tests.lab.watching import BASIC, figure, replayed, sampled

pytestmark = pytest.mark.usefixtures("interpreted")


def test_the_upgrades_and_drawn_tricks_measured_in_active_13_agree_with_the_record() -> None:
    sample = sampled(GAME, 2, BASIC, 2)
    spent = drawn = tricks = 0
    for number in range(2):
        led = ""
        for match, row in replayed(GAME, 2, sample, number):
            if row is None:
                continue
            verb, card = (*match.game.action_name(match.state, int(row["seat"]), int(row["action"])).split(), "")[:2]
            spent += verb == "spend"
            if verb == "play":
                tricks += bool(led)
                drawn += led == card
                led = "" if led else card
    assert figure(sample, "upgrades") * 2 * 2 == pytest.approx(spent)
    assert figure(sample, "drawn tricks") == pytest.approx(drawn / tricks)


def test_each_seat_always_has_thirteen_active_cards() -> None:
    sample = sampled(GAME, 2, BASIC, 2)
    assert set(np.bitwise_count(active(sample)).flat) == {13}
    first, last = figure(sample, "active thirteen", 1), figure(sample, "active thirteen", 10)
    assert 2 < first < last < 14


def test_the_tested_claims_of_active_13_include_early_upgrading_and_late_racing() -> None:
    says = [claim.says for claim in claims_of(GAME)]
    assert any("desperately trying to upgrade" in text for text in says)
    assert any("racing" in text for text in says)
