"""Tests of the rules of thumb in both Oh 7 ? and Kod-7."""

import pytest

from parlour.games import find_game
from tests.positions import TABLES
from tests.thumb import faults


@pytest.mark.parametrize(("name", "players"), [table for table in TABLES if table[0] in ("oh7", "kod7")])
def test_bots_choose_legal_actions_without_hidden_knowledge_even_with_short_hands_and_other_forbidden_sums(
    name: str, players: int
) -> None:
    assert faults(find_game(name), players, 10_000, {"hand_size": 4, "forbidden_sum": 3, "dummy_tricks": 0}) == {}
