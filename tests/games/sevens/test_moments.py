"""Tests of moments announced in Oh 7 ? and Kod-7: promises, the Interrobang, the end of a round."""

import pytest

from parlour.game.game import SPECTATOR
from parlour.game.view import Moment
from tests.games.sevens.table import Table, play_out

NAMES = ("Ann", "Ben", "Cleo", "Dan")
SUITS = ("1S 2S 3S 4S 5S 6S 7S", "0H 1H 2H 3H 4H 5H 6H", "0C 1C 2C 3C 4C 5C 6C", "0D 1D 2D 3D 4D 5D 6D")
DAN = "0S 6S 7H 7C 0* 1* 2*"  # the hand that Dan has in Kod-7


def moments(table: Table) -> tuple[Moment, ...]:
    return table.game.view(table.game.hidden(table.state, SPECTATOR), SPECTATOR).moments


def told(moment: Moment) -> str:
    return moment.text.format(NAMES)


def marks(moment: Moment) -> list[tuple[str, str]]:
    return [(str(mark.text), mark.tone) for mark in moment.marks]


def test_the_announcement_of_promises_stays_until_the_first_card_is_played() -> None:
    table = Table("oh7", *SUITS)
    assert moments(table) == ()
    table.bet("7S 0H 0C 3D")
    (turned,) = moments(table)
    assert (turned.kind, str(turned.word), turned.cards) == ("reveal", "10 of 7", ("7S", "0H", "0C", "3D"))
    assert told(turned) == "Together the players promise 10 tricks out of 7."
    assert marks(turned) == [("promises 7", ""), ("promises 0", ""), ("promises 0", ""), ("promises 3", "")]
    table.play("1S")
    assert moments(table) == ()


def test_the_announcement_of_a_refused_sum_stays_while_players_choose_again() -> None:
    table = Table("oh7", *SUITS)
    table.bet("7S 0H 0C 0D")
    (refused,) = moments(table)
    assert (str(refused.word), refused.cards) == ("7 is refused", ("7S", "0H", "0C", "0D"))
    assert told(refused) == "The sum is 7: everybody chooses another card."
    assert marks(refused) == [(f"{card} refused", "") for card in ("7♠", "0♥", "0♣", "0♦")]
    table.bet("6S")
    assert moments(table) == (refused,)


def test_after_the_last_refused_attempt_the_prompt_says_that_the_round_is_dealt_again() -> None:
    table = Table("oh7", *SUITS, attempts=1)
    table.bet("7S 0H 0C 0D")
    view = table.game.view(table.game.hidden(table.state, SPECTATOR), SPECTATOR)
    assert table.phase == "deal"
    assert view.prompt.format(NAMES) == "The sum is 7 once more: the round is dealt again."
    assert view.moments[0].text == view.prompt


@pytest.mark.parametrize(
    ("bets", "sentence", "tones"),
    [
        ("7S 0H 0C 3D", "Ann, Ben and Cleo kept their promises.", ["good", "good", "good", "bad"]),
        ("7S 1H 1C 3D", "Only Ann kept the promise.", ["good", "bad", "bad", "bad"]),
        ("6S 1H 1C 3D", "Nobody kept their promise.", ["bad", "bad", "bad", "bad"]),
    ],
)
def test_the_announced_result_of_a_round_names_the_players_who_kept_their_promises(
    bets: str, sentence: str, tones: list[str]
) -> None:
    table = Table("oh7", *SUITS)
    table.bet(bets)
    play_out(table)
    (result,) = moments(table)
    assert (result.kind, told(result)) == ("result", sentence)
    gains = [f"{int(gain):+d}" for gain in table.state.gains[:4]]
    assert marks(result) == list(zip(gains, tones, strict=True))
    assert table.game.view(table.state, SPECTATOR).prompt == result.text


def test_the_announcement_of_the_interrobang_stays_until_the_first_card_after_its_trick() -> None:
    table = Table("kod7", "?! 1S 2S 3S 4S 5S 7S", *SUITS[1:3], DAN)
    table.bet("7S 0H 1C 0S")
    table.play("?!")
    (rare,) = moments(table)
    assert (rare.kind, rare.cards, [mark.seat for mark in rare.marks]) == ("surprise", ("?!",), [0])
    assert told(rare) == "Ann plays ‽: only the exception suit beats it."
    table.play("0H 0C 2*")
    assert moments(table) == (rare,)
