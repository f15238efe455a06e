"""The section Records of the rules page: the pack of Thirty-one is dealt as the page says."""

from tests.pages import dealt, first_event


def test_the_pack_is_dealt_as_the_page_says() -> None:
    pack = [rank + suit for suit in "CSHD" for rank in (*map(str, range(7, 11)), *"JQKA")]
    for players in range(2, 7):
        piles = dealt("thirtyone", pack, [3] * (players + 1))
        deal = first_event("thirtyone", players)["deal"]
        assert piles == [*(hand for hand in deal["hands"] if hand), *deal["packets"].values()]
        assert (deal["dealer"], deal["hands"][1]) == (0, None)
