import pytest
from msgspec.structs import replace
from rich.console import RenderableType

from parlour.game.game import SPECTATOR
from parlour.game.texts import Card, say
from parlour.game.view import Action, Refused, Seat
from parlour.games import find_game
from parlour.terminal._draw import card_numbers, open_piles, others, table
from parlour.terminal._house import TableWords, seat_names
from parlour.terminal._seats import pips
from tests.positions import TABLES
from tests.samples import some_game
from tests.terminal.match_for_tests import paper, seeded_match, written
from tests.terminal.views_for_tests import FOUR, LIVES, TWO, auction, colour_trick, switching, upgrading


def drawn(what: RenderableType, width: int = 80) -> str:
    console = paper(width)
    console.print(what)
    return written(console)


def lines_of(what: RenderableType) -> list[str]:
    return drawn(what).splitlines()


EXTREMES = [
    pytest.param(name, players, marks=() if players in (sizes[0], sizes[-1]) else pytest.mark.extensive)
    for name, players in TABLES
    for sizes in [find_game(name).players]
]  # only the minimum and maximum numbers of players of each game; `make test-all` draws tables of all sizes


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), EXTREMES)
def test_the_table_always_fits_a_terminal_of_80_by_24_characters(name: str, players: int) -> None:
    game = find_game(name)
    match = seeded_match(game, players, seat_names(players))
    house = TableWords.of(game, match.names)
    match.advance()
    for _ in range(150):
        if match.over:
            break
        seat = match.actors[0]
        view = match.view(seat)
        lines = lines_of(table(view, house))
        piles = any(pile.owner is not None for pile in view.centre.piles)
        assert len(lines) <= (24 if piles else 22), "\n".join(lines)  # The prompt and the answer need two more lines.
        assert max(map(len, lines)) <= 80
        match.act(seat, view.actions[0].id)
        match.advance()


def test_the_other_seats_are_drawn_clockwise_from_the_viewers_left() -> None:
    match = seeded_match(some_game(4), 4)
    match.advance()
    assert [seat.seat for seat in others(match.view(2))] == [3, 0, 1]
    assert [seat.seat for seat in others(match.view(SPECTATOR))] == [0, 1, 2, 3]


def test_a_seat_shows_its_bid_and_its_card_and_a_pip_for_each_promised_trick() -> None:
    ben = Seat(1, 5, (), 9, say("3"), ("3S",), promised=3, tricks=1)
    text = drawn(table(replace(upgrading(), seats=(upgrading().seats[0], ben)), TWO))
    assert "promised 3, 3♠" in text
    assert "●○○" in text


@pytest.mark.parametrize(
    ("promised", "tricks", "shown"), [(3, 1, "●○○"), (2, 2, "●●"), (1, 3, "●✗✗"), (0, 0, ""), (0, 1, "✗")]
)
def test_a_trick_above_the_bid_is_marked_by_a_symbol_as_well_as_a_colour(
    promised: int, tricks: int, shown: str
) -> None:
    line = pips(Seat(0, 7, promised=promised, tricks=tricks))
    assert line.plain == shown
    assert any("#e5484d" in str(span.style) for span in line.spans) == ("✗" in shown)


def test_tricks_are_shown_as_a_number_if_there_is_no_bid() -> None:
    assert [pips(Seat(0, 7, tricks=tricks)).plain for tricks in (0, 1, 4)] == ["", "1 trick", "4 tricks"]


def test_an_auction_shows_bids_and_partners_and_numbers_every_possible_bid() -> None:
    lines = lines_of(table(auction(), FOUR))
    text = "\n".join(lines)
    assert "│ 75 " in text
    assert "│ pass " in text
    assert "─ partner ─" in text
    assert " 1 Pass" in text
    assert "25 Bid 200" in text
    assert "│Joker│" in text
    assert max(map(len, lines)) <= 80
    assert len(lines) <= 22


def test_the_drawing_of_a_trick_shows_who_led_and_who_is_winning_and_the_trump_and_led_suits() -> None:
    text = drawn(table(colour_trick(), FOUR))
    assert "led" in text
    assert "winning" in text
    assert "Trump slate   Lead ochre" in text
    assert "You must follow ochre." in text


def test_only_playable_cards_in_the_hand_are_numbered() -> None:
    assert card_numbers(colour_trick(), ("14T", "3O", "Joker")) == {1: "1"}


def test_actions_that_involve_two_cards_are_listed_below_the_hand_and_open_cards_are_drawn_in_the_middle() -> None:
    lines = lines_of(table(switching(), LIVES))
    text = "\n".join(lines)
    assert "Give 7♠, take 9♣" in text
    assert "11 Swap all three and stay" in text
    assert "Playing deck" in text
    assert "K♠ ▮▮" in text
    assert "1 life │" in text
    assert "MVP · Cow" in text
    assert len(lines) <= 22


def test_actions_on_cards_in_the_hand_can_be_offered_together_with_other_actions() -> None:
    text = drawn(table(upgrading(), TWO))
    assert card_numbers(upgrading(), ("7H", "2C", "AS")) == {0: "1"}
    assert "2 Stick" in text
    assert "Deck ▮×32" in text
    assert "Deck ▮×32   Binned 2♥" in text
    assert "Bin none" not in text


def test_reasons_why_cards_cannot_be_played_are_shown_only_if_there_are_few() -> None:
    cards = ("14T", "13T", "Joker")
    refused = tuple(Refused(card, say("{card} is a counter.", card=Card(card))) for card in cards)
    assert "is a counter" in drawn(table(replace(colour_trick(), refused=refused[:2]), FOUR))
    text = drawn(table(replace(colour_trick(), refused=refused), FOUR))
    assert "is a counter" not in text
    assert "Only the raised cards can be chosen" in text


def test_no_reasons_are_shown_for_refused_cards_if_no_card_can_be_chosen_at_all() -> None:
    refused = tuple(Refused(card, say("First everybody bids.")) for card in auction().seats[0].hand)
    assert "First everybody bids" not in drawn(table(replace(auction(), refused=refused), FOUR))
    assert "You must follow" in drawn(table(colour_trick(), FOUR))


def test_each_bid_is_shown_with_the_number_or_word_that_chooses_it() -> None:
    labels = ("Bid nil", "Bid 1", "Bid 2")
    actions = tuple(Action(place, f"bid {place}", say(label)) for place, label in enumerate(labels))
    assert "nil Bid nil     1 Bid 1     2 Bid 2" in drawn(table(replace(auction(), actions=actions), FOUR))


def test_the_list_of_piles_shows_every_card_that_the_viewer_knows() -> None:
    text = drawn(open_piles(upgrading(), TWO))
    assert "Ann\n  Deck, 32: 3♠ 4♠" in text
    assert "Ben\n  Deck, 32: face down" in text
    assert drawn(open_piles(colour_trick(), FOUR)) == "There are no piles on the table.\n"


def test_a_spectator_sees_all_seats_and_no_hand() -> None:
    game = some_game(4)
    match = seeded_match(game, 4, seat_names(4))
    match.advance()
    text = drawn(table(match.view(SPECTATOR), TableWords.of(game, match.names)))
    assert all(name in text for name in match.names)
    assert "♠" not in text


def test_equal_cards_in_the_hand_have_a_number_each_unless_a_single_action_stands_for_all_of_them() -> None:
    hand = ("7H", "7H", "2C")
    seats = (replace(upgrading().seats[0], hand=hand), upgrading().seats[1])
    bets = tuple(Action(place, f"bet {card}", say("Bet"), (card,)) for place, card in enumerate(hand))
    assert card_numbers(replace(upgrading(), seats=seats, actions=bets), hand) == {0: "1", 1: "2", 2: "3"}
    assert card_numbers(replace(upgrading(), seats=seats, actions=bets[1:]), hand) == {0: "1", 1: "1", 2: "2"}
