"""Tests of the choices that the rule-of-thumb bot makes in given positions of Active 13."""

import pytest

from parlour.bots.basic import find_basic
from parlour.engine.rng import generator, pick
from parlour.engine.sets import has, lowest
from parlour.games.active13 import redeal as seen
from parlour.games.active13.basic import WORTH
from parlour.testing import walked
from tests.games.active13.at_table import ANN, BEN, GAME, Table
from tests.thumb import faults

CHOOSE = find_basic(GAME)
SEED = bytes([13] * 32)
LOW = "2S 3S 4S 5S 6S"


def chosen(table: Table) -> str:
    """Return what the bot chooses for the player whose turn it is."""
    action = CHOOSE(table.state, table.turn, generator(SEED))
    return GAME.action_name(table.state, table.turn, action)


def playing(ann: str, ben: str) -> Table:
    """Return a table at which both players have stuck with these cards."""
    table = Table(ann, ben, hand_size=len(ann.split()))
    table.do("stick", "stick")
    return table


# --- upgrades


def test_early_in_a_match_the_bot_spends_its_lowest_heart() -> None:
    assert chosen(Table("9H 2H 4C KS 2D", LOW)) == "spend 2H"


def test_early_in_a_match_the_bot_spends_even_a_middling_heart_if_the_rest_of_its_hand_is_low() -> None:
    assert chosen(Table("7H 2S 2C 2D 3C", LOW)) == "spend 7H"


def test_once_half_the_match_is_over_the_bot_keeps_the_ace_of_hearts_in_a_fair_hand() -> None:
    assert chosen(Table("AH 9S KC QD JD", LOW, scores="20 15")) == "stick"


@pytest.mark.parametrize("scores", ["38 20", "20 38"])
def test_near_the_target_the_bot_sticks_with_the_cards_it_has(scores: str) -> None:
    assert chosen(Table("2H 3H 4C KS 2D", LOW, scores=scores)) == "stick"


def test_upgrades_are_worth_more_in_a_longer_match() -> None:
    hand = "AH KS KC KD QD"
    assert chosen(Table(hand, LOW)) == "stick"
    assert chosen(Table(hand, LOW, target=400)) == "spend AH"


def test_the_bot_does_not_upgrade_a_strong_hand() -> None:
    assert chosen(Table("9H 10H AC KS AD", LOW)) == "stick"


def test_the_bot_sticks_if_it_has_no_heart() -> None:
    assert chosen(Table("2S 4S 4C 2C 2D", LOW)) == "stick"


def test_the_bot_does_not_spend_its_last_card_because_it_would_have_to_bin_the_new_card() -> None:
    assert chosen(Table("2H", "2S", hand_size=1)) == "stick"


def test_the_bot_sticks_if_its_deck_is_empty() -> None:
    table = Table("2H 2S 2C 2D 3H", LOW, start_cards=47)
    assert chosen(table) == "stick"


@pytest.mark.parametrize(
    ("hand", "bought", "weakest"),
    [
        ("2H 3H 4C KS 2D", "QH", "2D"),
        ("2H 3H 4C KS 9D", "3D", "3D"),  # The card just bought is the weakest.
        ("2H 3H AC KS AD", "QS", "QS"),  # A queen is worth less than a heart, which can trump or buy.
        ("2H 4H 7H JH QH", "5H", "4H"),
    ],
)
def test_the_bot_bins_its_weakest_card(hand: str, bought: str, weakest: str) -> None:
    table = Table(hand, LOW, (bought, ""))
    table.do("spend 2H")
    assert chosen(table) == f"bin {weakest}"


# --- following


@pytest.mark.parametrize(
    ("led", "hand", "answer"),
    [
        ("9S", "AS QS 2S 2H", "QS"),  # The queen is the cheapest winner.
        ("9S", "8S 2S AH AC", "2S"),  # No card wins: throw the lowest spade.
        ("9S", "9S 2S AH AC", "9S"),  # No card wins, but the 9 makes the trick a draw.
        ("9S", "10S 9S AH AC", "10S"),  # Winning the trick is better than a draw.
        ("9S", "KH 3H AC 2C", "3H"),  # With no spade in hand, play the lowest trump.
        ("9S", "KC 3D AC 7C", "3D"),  # With neither spades nor hearts in hand, throw the weakest card.
        ("9H", "KH JH AC 2C", "JH"),
        ("9H", "AC 5D KS 5S", "5S"),  # If several cards are equally weak, throw the first.
    ],
)
def test_the_bot_wins_a_trick_as_cheaply_as_it_can_and_otherwise_throws_its_weakest_card(
    led: str, hand: str, answer: str
) -> None:
    table = playing(f"{led} 3C 4C 5C", hand)
    table.play(led)
    assert chosen(table) == f"play {answer}"


# --- leading


def test_the_bot_leads_a_card_that_is_sure_to_win() -> None:
    assert chosen(playing("AH 2C 3D 4S", "2S 3S 4S 5S")) == "play AH"


def test_the_bot_leads_an_ace_rather_than_lower_plain_cards() -> None:
    assert chosen(playing("AC 2S 3D", "2S 3S 4S")) == "play AC"


def test_the_bot_leads_a_long_suit_before_a_lone_card() -> None:
    assert chosen(playing("9C 8C 7C 8D", "2S 3S 4S 5S")).endswith("C")


def test_the_bot_leads_a_low_card_if_the_opponent_has_neither_its_suit_nor_hearts() -> None:
    """Ben has shown that he has neither clubs nor hearts: any club wins, and Ann keeps her hearts."""
    table = playing("KC 5H 2C 3H", "2S 3S 4D 5D")
    table.play("KC 2S 5H 3S")
    assert chosen(table) == "play 2C"


def starting_cards_again() -> Table:
    """Give both players only the starting cards, already played once, so that Ann knows every card in Ben's hand."""
    table = Table("", "", ("8C 9C", ""), leader=BEN, start_cards=0)
    table.do("stick", "stick")
    table.play("2S 2S 3H 3H 2H 2H 2C 2C 2D 2D")
    table.shuffle(ANN, "2S 2H 3H 2C 2D")
    table.shuffle(BEN, "2S 2H 3H 2C 2D")
    return table


def test_the_bot_leads_a_low_card_if_the_opponent_must_follow_with_a_lower_card() -> None:
    """Ben's only club is 2C, so he can neither beat nor trump 8C; leading 3H would only draw the trick."""
    table = starting_cards_again()
    table.do("spend 2H", "bin 2S", "stick", "stick")
    assert table.hand(ANN) == "3H 2C 8C 2D"
    assert chosen(table) == "play 8C"


def test_the_bot_does_not_lead_a_suit_that_the_opponent_will_trump() -> None:
    """Ben has both hearts and no club left: he would trump 9C, but leading 2D draws the trick."""
    table = starting_cards_again()
    table.do("spend 2H", "bin 2S", "spend 3H", "bin 2C", "stick", "stick")
    table.play("8C 2C")
    assert table.hand(ANN) == "9C 2D"
    assert chosen(table) == "play 2D"


# --- what may be known, and what is legal


OPTIONS: list[dict[str, int]] = [
    {},
    {"hand_size": 13},
    {"hand_size": 1, "start_cards": 0},
    {"start_cards": 47, "hand_size": 13},
    {"start_cards": 46, "target": 400},
    {"target": 1},
]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_every_choice_is_legal_and_depends_only_on_what_the_seat_may_know(options: dict[str, int]) -> None:
    assert faults(GAME, 2, 20_000, options) == {}


def test_the_bot_chooses_without_drawing_random_numbers() -> None:
    for position in walked(GAME, 2, 5):
        rng = generator(SEED)
        CHOOSE(position.state, position.match.actors[0], rng)
        assert rng.tobytes() == generator(SEED).tobytes()


def test_higher_cards_of_a_suit_are_worth_more_and_every_heart_is_worth_more_than_a_plain_queen() -> None:
    worth = WORTH.reshape(seen.SUITS, seen.RANKS)
    assert (worth[:, 1:] > worth[:, :-1]).all()
    assert worth[seen.HEART, 0] > worth[0, 10]


def test_the_bot_nearly_always_beats_random_play() -> None:
    """On fixed deals, the bot wins at least 38 of 40 matches, half of them in each seat."""
    wins = 0
    for seed in range(1, 21):
        for seat in (ANN, BEN):
            state, rng = GAME.new_state(), generator(bytes([seed] * 32))
            while not GAME.over(state):
                if acting := GAME.actors(state):
                    turn = lowest(acting)
                    legal = GAME.legal(state, turn)
                    GAME.apply(state, turn, CHOOSE(state, turn, rng) if turn == seat else pick(rng, legal))
                else:
                    GAME.deal(state, rng)
            wins += has(GAME.winners(state), seat)
    assert wins >= 38
