"""Tests of how Oh 7 ? and Kod-7 show the trump in the middle, and how their cards are drawn."""

import pytest

from parlour.game.cards import written_as
from parlour.game.view import Marker
from parlour.games import find_game
from parlour.terminal._cards import face
from tests.games.sevens.table import SUITS as LETTERS
from tests.games.sevens.table import Table
from tests.games.sevens.test_promises import STARS, SUITS, in_the_terminal, view_of


def pile_of(table: Table) -> Marker:
    return view_of(table).centre.markers[0]


def shown(table: Table) -> tuple[str, int, str | None]:
    marker = pile_of(table)
    return marker.suit, marker.pile, marker.card


def test_the_kings_lie_face_down_until_the_king_of_the_trump_suit_lies_on_top() -> None:
    table = Table("oh7", *SUITS)
    assert shown(table) == ("", 4, None)
    assert "Trump ▮▮▮▮" in in_the_terminal(table)
    table.bet("6S 4H 1C")
    assert shown(table) == ("S", 4, "KS")
    assert "Trump K♠ ▮▮▮" in in_the_terminal(table)


def test_the_pile_of_exception_cards_has_a_blank_card_on_top_until_the_exception_suit_is_known() -> None:
    table = Table("kod7", *SUITS, STARS)
    assert shown(table) == ("", 3, "")
    assert "Exception ▯ ▮▮" in in_the_terminal(table)
    table.estimate("6S 4H 1C 2*")
    assert shown(table) == ("S", 3, "S")
    assert "Exception ♠ ▮▮" in in_the_terminal(table)


@pytest.mark.parametrize("game", ["oh7", "kod7"])
def test_after_the_next_deal_the_pile_in_the_middle_shows_no_suit(game: str) -> None:
    table = Table(game, *SUITS, *([STARS] if game == "kod7" else []))
    before = shown(table)
    table.bet("6S 4H 1C" if game == "oh7" else "6S 4H 1C 2*")
    assert shown(table)[0] in LETTERS
    while table.rounds == 0:
        table.play(table.may().split()[0])
    table.deal()
    assert shown(table) == before


def test_oh_7_draws_a_zero_as_a_queen_and_a_one_as_an_ace() -> None:
    deck = find_game("oh7").deck
    assert deck.pictures == {"0": "Q", "1": "A"}
    with written_as(deck):
        assert [face(card)[1].plain for card in ("0S", "1H", "2C")] == ["│0 Q│", "│1 A│", "│2  │"]
    kod7 = find_game("kod7").deck
    with written_as(kod7):
        assert face("0S")[1].plain == "│0  │", "Kod-7 is not played with an ordinary pack"
