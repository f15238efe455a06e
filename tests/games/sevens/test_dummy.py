"""Tests that the table shows the Dummy's three cards and says why it plays one of them (K15, O8)."""

import pytest

from parlour.game.game import SPECTATOR
from parlour.game.view import Choice, View
from tests.games.sevens.table import ANN, DUMMY, Table, table_for_trick
from tests.games.sevens.test_promises import story
from tests.terminal.match_for_tests import played

NAMES = ("Ann", "Ben", "The Dummy")


def view_of(table: Table) -> View:
    return table.game.view(table.game.hidden(table.state, SPECTATOR), SPECTATOR)


def after_trick(game: str, trump: str, trick: str, faced: str, won: int) -> tuple[Table, list[str]]:
    """Return the table after Ann and Ben have played, and the log's sentences."""
    table = table_for_trick(game, trump, trick, pile=faced)
    table.state.won[DUMMY] = won
    first, second = trick.split()
    table.do(f"play {first}")
    return table, story(table, f"play {second}", table.turn)


def choice_of(table: Table) -> Choice:
    choice = view_of(table).centre.choice
    assert choice is not None
    return choice


CASES = [  # after 3♥ and 5♥, with ♣ as trump: the Dummy's cards and tricks, its play, the log
    ("0C 4C 6S", 0, "0C", "The Dummy plays 0♣, the lowest card that wins: it wants this trick and more."),
    ("0C 4C 6S", 1, "4C", "The Dummy plays 4♣, the highest card that wins: it wants one more trick."),
    ("0C 4C 6S", 2, "6S", "The Dummy plays 6♠, the highest card that loses: it wants no more tricks."),
    ("7S 4S 6S", 0, "4S", "The Dummy plays 4♠, the lowest card it may play: it wants to win, but cannot."),
    ("0C 4C 1C", 2, "4C", "The Dummy plays 4♣, the highest card it may play: it wants to lose, but cannot."),
]


@pytest.mark.parametrize(("faced", "won", "card", "sentence"), CASES)
def test_the_log_says_which_card_the_dummy_turns_up_and_why_it_plays_one_of_the_three(
    faced: str, won: int, card: str, sentence: str
) -> None:
    table, told = after_trick("oh7", "C", "3H 5H", faced, won)
    deck, (first, second, third) = table.game.deck, faced.split()
    beside = " and ".join(deck.written(name) for name in sorted((first, second), key=deck.names.index))
    assert told[1:3] == [f"The Dummy turns up {deck.written(third)} beside {beside}.", sentence]
    choice = choice_of(table)
    assert (choice.seat, set(choice.cards), choice.reason.format(NAMES)) == (
        DUMMY,
        set(faced.split()),
        sentence,
    )
    assert table.dummy[0] == card


@pytest.mark.parametrize("won", [0, 1, 2])
def test_the_view_shows_the_three_cards_of_the_dummy_until_it_plays_last_again(won: int) -> None:
    table, _ = after_trick("oh7", "C", "3H 5H", "0C 4C 6S", won)
    choice = choice_of(table)
    left = next(pile for pile in view_of(table).centre.piles if pile.open)
    last = view_of(table).centre.last_trick[-1]
    assert sorted([*left.open, last.card]) == sorted(choice.cards)
    table.play(table.may().split()[0])
    assert view_of(table).centre.choice in (choice, None), "the choice shown is that of the last trick"


def test_a_star_played_by_the_dummy_is_logged_with_its_reason() -> None:
    table, told = after_trick("kod7", "S", "4H 5H", "6H 6* 2S", 0)
    assert told[1:3] == [
        "The Dummy turns up 2♠ beside 6♥ and 6★.",
        "The Dummy plays 6★, the lowest card that wins: it wants this trick and more.",
    ]
    assert choice_of(table).cards == ("2S", "6H", "6*")


def test_a_card_that_the_dummy_leads_is_logged_without_a_reason() -> None:
    table, told = after_trick("oh7", "C", "3H 5H", "0C 4C 6S", 0)
    assert table.state.leader == DUMMY
    opened = table.game.deck.written(table.dummy[1])
    assert told[3:] == ["The Dummy takes the trick.", f"The Dummy plays {opened}."]
    table.play(table.may().split()[0])
    before = choice_of(table)
    assert before.cards == ("6S", "0C", "4C")
    table.play(table.may().split()[0])
    assert view_of(table).centre.choice is None, "the Dummy had no choice in the trick that it led"


def test_the_view_shows_no_choice_of_the_dummy_if_there_is_no_dummy() -> None:
    table = Table("oh7", "0S 1S 2S 3S 4S 5S 6S", "0H 1H 2H 3H 4H 5H 6H", "0C 1C 2C 3C 4C 5C 6C")
    table.bet("6S 0H 0C")
    assert table.turn == ANN
    table.play("0S 1H 1C")
    assert view_of(table).centre.last_trick
    assert view_of(table).centre.choice is None


def test_the_terminal_names_the_dummys_three_cards_and_the_reason_for_its_choice() -> None:
    table = Table("oh7", players=2)
    _, shown, _ = played(table.game, 2, ["1"] * 12)
    assert "The Dummy turns up " in shown
    assert ": it wants " in shown
