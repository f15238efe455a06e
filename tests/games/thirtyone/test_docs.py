"""Tests that Thirty-one's cards are drawn as described in the section on records of the rules page."""

from tests.pages import dealt, first_event


def test_the_cards_of_thirty_one_are_dealt_in_the_order_that_the_rules_page_gives() -> None:
    pack = [rank + suit for suit in "CSHD" for rank in (*map(str, range(7, 11)), *"JQKA")]
    for players in range(2, 7):
        piles = dealt("thirtyone", pack, [3] * (players + 1))
        deal = first_event("thirtyone", players)["deal"]
        assert piles == [*(hand for hand in deal["hands"] if hand), *deal["packets"].values()]
        assert (deal["dealer"], deal["hands"][1]) == (0, None)
