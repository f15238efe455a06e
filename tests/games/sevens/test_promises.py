"""Tests of how Oh 7 ? and Kod-7 show promises: the asterisk for a star, and refused attempts."""

import json

import msgspec
import pytest

from parlour.game.game import SPECTATOR
from parlour.game.view import View
from parlour.terminal._draw import table as drawn_table
from parlour.terminal._house import TableWords
from parlour.terminal._sheet import score_sheet
from tests.games.sevens.table import Table, play_out
from tests.terminal.match_for_tests import paper, written

NAMES = ("Ann", "Ben", "Cleo", "Dan")
SUITS = ("0S 1S 2S 3S 4S 5S 6S", "0H 1H 2H 3H 4H 5H 6H", "0C 1C 2C 3C 4C 5C 6C")
STARS = "7S 7H 7C 0* 1* 2* 3*"


def view_of(table: Table, seat: int = SPECTATOR) -> View:
    return table.game.view(table.game.hidden(table.state, seat), seat)


def in_the_terminal(table: Table, seat: int = SPECTATOR) -> str:
    console = paper()
    console.print(drawn_table(view_of(table, seat), TableWords(table.game.title, NAMES[: table.players])))
    return written(console)


def story(table: Table, text: str, seat: int) -> list[str]:
    """Return what the log says when a player takes this action."""
    before = table.state.copy()
    table.do(text, seat)
    action = table.game.parse_action(before, seat, text)
    names = table.game.seat_names(NAMES[: table.players])
    told = [sentence.format(names) for sentence in table.game.tell(before, table.state, seat, action)]
    return [sentence[:1].upper() + sentence[1:] for sentence in told]


def test_an_estimation_with_a_star_is_marked_with_an_asterisk() -> None:
    table = Table("kod7", *SUITS, STARS)
    table.estimate("3S 0H 1C 2*")
    assert [seat.bid_mark for seat in view_of(table).seats] == ["", "", "", "*"]
    assert "2* 2★" in in_the_terminal(table)
    (turned,) = view_of(table).moments
    assert [str(mark.text) for mark in turned.marks] == ["promises 3", "promises 0", "promises 1", "promises 2*"]


def test_the_asterisk_of_a_star_is_shown_on_the_score_sheet_and_in_the_log() -> None:
    table = Table("kod7", *SUITS, STARS)
    table.estimate("3S 0H 1C 2*")
    while table.rounds == 0:
        seat, card = table.turn, table.may().split()[-1]
        told = story(table, f"play {card}", seat)
    assert "Dan promised 2* and won 1: -1 points, -1 in all." in told
    assert any(line.startswith("Ann promised 3 and won ") for line in told)
    row = view_of(table).sheet
    assert row is not None
    assert [(cell.bid, cell.bid_mark) for cell in row.cells] == [(3, ""), (0, ""), (1, ""), (2, "*")]
    console = paper()
    console.print(score_sheet([row], view_of(table), TableWords("Kod-7", NAMES)))
    assert "2*/1 -1 -1" in written(console)


def test_bets_in_oh_7_have_no_asterisk() -> None:
    table = Table("oh7", *SUITS)
    table.bet("3S 0H 1C")
    play_out(table)
    row = view_of(table).sheet
    assert row is not None
    assert [cell.bid_mark for cell in row.cells] == ["", "", ""]


# --- attempts that are refused (K3, O2, O3)

ATTEMPTS = {"oh7": ("2S 1H 4C", "3S 2H 2C", "0S 3H 3C"), "kod7": ("2S 1H 0C 4*", "4S 0H 1C 2*", "5S 3H 3C 1*")}
HANDS = {"oh7": (*SUITS[:2], "0C 1C 2C 3C 4C 5C 6C"), "kod7": (*SUITS, "7S 7H 7C 1* 2* 3* 4*")}


def refused_once(game: str) -> Table:
    table = Table(game, *HANDS[game])
    table.bet(ATTEMPTS[game][0])
    assert table.phase in ("bet", "estimate")
    return table


@pytest.mark.parametrize("game", ["oh7", "kod7"])
def test_after_a_refused_attempt_the_promises_do_not_count_and_the_cards_stay_on_the_table(game: str) -> None:
    table = refused_once(game)
    view = view_of(table)
    assert [(seat.bid, seat.promised, seat.bid_cards, seat.bid_mark) for seat in view.seats] == [
        (None, None, (), "") for _ in view.seats
    ]
    first = ATTEMPTS[game][0].split()
    assert [seat.refused_cards for seat in view.seats] == [(card,) for card in first]
    own = view_of(table, 1)
    assert "promise" not in json.dumps(msgspec.to_builtins([own.prompt, own.moments, own.actions]))
    shown = in_the_terminal(table, 0)
    assert "promised" not in shown
    assert "refused: 2♠" in shown
    assert "1♥" in shown


@pytest.mark.parametrize("game", ["oh7", "kod7"])
def test_the_cards_of_both_refused_attempts_are_shown_in_order_until_an_attempt_counts(game: str) -> None:
    table = refused_once(game)
    first, second, third = ATTEMPTS[game]
    table.bet(second)
    both = list(zip(first.split(), second.split(), strict=True))
    assert [seat.refused_cards for seat in view_of(table).seats] == both
    table.bet(third)
    assert [seat.refused_cards for seat in view_of(table).seats] == [()] * table.players
    assert all(seat.promised is not None for seat in view_of(table).seats)


@pytest.mark.parametrize(("game", "word"), [("oh7", "bets"), ("kod7", "estimates")])
def test_the_log_says_what_each_card_promises_only_for_the_attempt_that_counts(game: str, word: str) -> None:
    table = Table(game, *HANDS[game])
    cards, last = ATTEMPTS[game][0].split(), table.players - 1
    verb = "bet" if game == "oh7" else "estimate"
    for seat, card in enumerate(cards[:-1]):
        table.do(f"{verb} {card}", seat)
    told = story(table, f"{verb} {cards[-1]}", last)
    written_cards = [table.game.deck.written(card) for card in cards]
    shown = [f"{name} shows {card}." for name, card in zip(NAMES, written_cards, strict=False)]
    assert told == [*shown, "The sum is 7: everybody chooses another card."]
    again = ATTEMPTS[game][2].split()
    for seat, card in enumerate(again[:-1]):
        table.do(f"{verb} {card}", seat)
    told = story(table, f"{verb} {again[-1]}", last)
    assert told[0] == f"Ann {word} {again[0][0]} with {again[0][0]}♠."


def test_after_a_dropped_round_no_promise_counts() -> None:
    table = Table("oh7", *HANDS["oh7"], attempts=1)
    cards = ATTEMPTS["oh7"][0].split()
    table.do(f"bet {cards[0]}", 0)
    table.do(f"bet {cards[1]}", 1)
    assert story(table, f"bet {cards[2]}", 2)[-1] == "The sum is 7 once more: the round is dealt again."
    view = view_of(table)
    assert (view.phase, [seat.promised for seat in view.seats]) == ("deal", [None] * 3)
    assert [seat.refused_cards for seat in view.seats] == [(card,) for card in cards]


def test_the_promise_of_the_dummy_is_always_shown() -> None:
    table = Table("oh7", *SUITS[:2], players=2)
    table.bet("3S 2H")
    assert [seat.promised for seat in view_of(table).seats] == [None, None, 2]
