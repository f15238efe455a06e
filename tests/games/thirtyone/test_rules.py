"""Tests of Thirty-one's rules: the rulings T1 to T12, the sentences of the source, refusals and options."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from parlour.engine.rng import Rng, generator, pick
from parlour.engine.sets import bit, each
from parlour.errors import ParlourError
from parlour.game.game import Event, State
from parlour.game.options import OptionError
from parlour.game.texts import Refusal
from parlour.games import find_game
from parlour.games.rules_page import rules_page
from parlour.games.thirtyone import rules as thirtyone
from parlour.games.thirtyone.hands import completing, has_31, strength

GAME = find_game("thirtyone")
DECK = GAME.deck
RECORD = Path(__file__).parent / "hand.json"
SOURCE_DEAL = ["7S 8H KH", None, "8C KC 10D", "JS 10H 8D"]  # Seat 1 is the MVP.


def rng_of(seed: int) -> Rng:
    return generator(bytes([seed] * 32))


def deal(state: State, hands: list[str | None], a: str, b: str) -> State:
    """Deal these cards as the next dealer."""
    ahead = state.copy()
    thirtyone.lay_out(ahead)
    listed = [hand.split() if hand else None for hand in hands]
    packets = {"A": a.split(), "B": b.split()}
    GAME.place(state, {"deal": {"dealer": int(ahead.dealer), "hands": listed, "packets": packets}})
    return state


def first_deal(hands: list[str | None], a: str, b: str, **options: Any) -> State:
    return deal(GAME.new_state(len(hands), options), hands, a, b)


def act(state: State, *moves: str) -> State:
    """Apply actions with their seats, such as "2 switch 7S KD"."""
    for move in moves:
        seat, _, text = move.partition(" ")
        GAME.apply(state, int(seat), GAME.parse_action(state, int(seat), text))
    return state


def opened(**options: Any) -> State:
    """Return a round with four players in which the MVP has 10S AS 7D, and the playing deck is 7C QC 9S."""
    return act(first_deal(SOURCE_DEAL, "7C QC 9S", "10S AS 7D", **options), "1 look A", "1 other")


def show(state: State, *hands: str | None) -> State:
    """Play a round in which everybody stays with the given hands; the hand of a player who is out is None."""
    ahead = state.copy()
    thirtyone.lay_out(ahead)
    mvp = int(ahead.mvp)
    used = DECK.mask(" ".join(hand for hand in hands if hand))
    free = [DECK.name(card) for card in range(32) if not used >> card & 1]
    dealt = [None if seat == mvp else hand for seat, hand in enumerate(hands)]
    deal(state, dealt, str(hands[mvp]), " ".join(free[:3]))
    act(state, f"{mvp} look A", f"{mvp} keep")
    rounds = int(state.rounds)
    while GAME.actors(state) and state.rounds == rounds:
        act(state, f"{state.turn} stay")
    return state


def lives(state: State) -> list[int]:
    return GAME.standing(state)["lives"]


def hand(state: State, seat: int) -> set[str]:
    return set(DECK.listed(state.hands[seat]))


def playing_deck(state: State) -> set[str]:
    return set(DECK.listed(state.playing_deck))


def refusal(state: State, seat: int, text: str) -> str:
    before = state.tobytes()
    with pytest.raises(Refusal) as refused:
        GAME.parse_action(state, seat, text)
    assert state.tobytes() == before  # C2
    return str(refused.value)


def badges(state: State) -> list[tuple[str, ...]]:
    return [seat.badges for seat in GAME.view(GAME.hidden(state, -1), -1).seats]


# --- the cards


def test_the_deck_has_7_to_ace_in_four_suits() -> None:
    assert len(set(DECK.names)) == 32
    assert DECK.names[:8] == ("7C", "8C", "9C", "10C", "JC", "QC", "KC", "AC")
    assert [name[-1] for name in DECK.names[::8]] == ["C", "S", "H", "D"]


def test_four_players_with_three_lives_are_the_default() -> None:
    """T1: the source has four players with three lives each."""
    state = GAME.new_state()
    assert lives(state) == [3, 3, 3, 3]
    with pytest.raises(ParlourError, match="2 to 6"):
        GAME.new_state(7)


# --- T1: the tokens


def test_seat_0_deals_first_and_the_next_seats_are_mvp_and_preacher() -> None:
    """T1."""
    state = first_deal(SOURCE_DEAL, "7C QC 9S", "10S AS 7D")
    assert (state.dealer, state.mvp, state.preacher) == (0, 1, 2)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_after_a_round_every_token_moves_on_by_one_seat(players: int) -> None:
    """T1."""
    state = GAME.new_state(players)
    tokens = []
    rng = rng_of(3)
    for _ in range(players + 1):
        GAME.deal(state, rng)
        tokens.append((int(state.dealer), int(state.mvp), int(state.preacher)))
        thirtyone._end_round(state.copy())
        state.turn, state.phase = -1, thirtyone.DEAL
    assert tokens == [(n % players, (n + 1) % players, (n + 2) % players) for n in range(players + 1)]


def test_with_two_players_the_preacher_is_the_dealer() -> None:
    """T1."""
    state = first_deal(["7S 8S 9S", None], "7C 8C 9C", "7H 8H 9H")
    assert (state.dealer, state.mvp, state.preacher) == (0, 1, 0)


def test_the_tokens_skip_players_who_are_out_even_if_the_last_dealer_is_out() -> None:
    """T1: the dealer in seat 1 goes out; then seat 2 is both the dealer and the Preacher, and seat 0 is the MVP."""
    state = GAME.new_state(3, {"lives": 1})
    show(state, "7S 8S 9S", "7C 8D 9H", "10C JC QC")  # Now seat 1 is the Cow.
    show(state, "7S 8S 9S", "7C 8D 9H", "10C JC QC")
    assert lives(state) == [1, 0, 1]
    assert state.dealer == 1
    deal(state, [None, None, "10C JC QC"], "7S 8S 9S", "7C 8D 9H")
    assert (state.dealer, state.mvp, state.preacher) == (2, 0, 2)


def test_a_player_who_is_out_gets_no_cards_and_no_turn() -> None:
    """T1: of the four players, seat 2 is out."""
    state = GAME.new_state(4, {"lives": 1})
    for _ in range(2):
        show(state, "7S 8S 9S", "10C JC QC", "7C 8D 9H", "10D JD QD")
    GAME.deal(state, rng_of(1))
    assert (state.dealer, state.mvp, state.preacher) == (3, 0, 1)
    assert state.hands[2] == 0
    act(state, "0 look A", "0 keep", "1 stay")
    assert GAME.actors(state) == bit(3)
    assert refusal(state, 2, "stay") == "You are out of the match."


# --- T2: the packets


def test_the_mvp_gets_two_packets_and_every_other_player_three_cards() -> None:
    """T2: as the source says, four players are dealt five packets of three cards."""
    state = GAME.new_state()
    GAME.deal(state, rng_of(7))
    piles = [*state.hands[[0, 2, 3]], *state.packets]
    assert [int(pile).bit_count() for pile in piles] == [3] * 5
    assert len({card for pile in piles for card in each(pile)}) == 15
    assert state.hands[1] == 0
    assert GAME.actors(state) == bit(1)


def test_the_packet_that_is_kept_becomes_the_hand_and_the_other_packet_the_playing_deck() -> None:
    """T2."""
    state = act(first_deal(SOURCE_DEAL, "7C QC 9S", "10S AS 7D"), "1 look B", "1 keep")
    assert hand(state, 1) == {"10S", "AS", "7D"}
    assert playing_deck(state) == {"7C", "QC", "9S"}
    assert not state.packets.any()


def test_if_the_mvp_takes_the_other_packet_the_first_packet_becomes_the_playing_deck() -> None:
    """T2."""
    state = act(first_deal(SOURCE_DEAL, "7C QC 9S", "10S AS 7D"), "1 look B", "1 other")
    assert hand(state, 1) == {"7C", "QC", "9S"}
    assert playing_deck(state) == {"10S", "AS", "7D"}


def test_the_mvp_looks_at_one_packet_before_choosing_and_may_not_look_at_the_other_packet() -> None:
    """T2."""
    state = first_deal(SOURCE_DEAL, "7C QC 9S", "10S AS 7D")
    assert refusal(state, 1, "keep") == "'keep' is not an action here; expected look A or look B."
    assert refusal(state, 1, "look C") == "There is no packet 'C'; expected look A or look B."
    act(state, "1 look A")
    assert refusal(state, 1, "look B") == "'look B' is not an action here; expected keep or other."


# --- T3: turns and the last play


def test_the_preacher_begins_and_play_goes_clockwise() -> None:
    """T3."""
    state = opened()
    for seat in (2, 3, 0, 1, 2):
        assert GAME.actors(state) == bit(seat)
        take = next(each(state.playing_deck))
        act(state, f"{seat} switch {DECK.listed(state.hands[seat])[0]} {DECK.name(take)}")


def test_a_switch_exchanges_one_card_with_the_playing_deck() -> None:
    """T3."""
    state = act(opened(), "2 switch 10D QC")
    assert hand(state, 2) == {"8C", "KC", "QC"}
    assert playing_deck(state) == {"7C", "10D", "9S"}
    assert state.first_stay == -1


def test_any_card_from_the_hand_can_be_switched_for_any_card_from_the_playing_deck() -> None:
    """T3: a player can make one of nine switches, stay, or swap."""
    state = opened()
    names = [GAME.action_name(state, 2, action) for action in each(GAME.legal(state, 2))]
    switches = [f"switch {give} {take}" for give in ("8C", "KC", "10D") for take in ("7C", "QC", "9S")]
    assert names == [*switches, "stay", "swap"]


def test_after_the_first_stay_every_other_player_has_exactly_one_action() -> None:
    """T3: as the source says, play ends when the turn comes back to the player who stayed first."""
    state = act(opened(), "2 switch 10D QC", "3 stay")
    assert [int(seat) for seat in each(state.stayed)] == [3]
    act(state, "0 switch 7S 9S", "1 stay")
    assert state.rounds == 0
    act(state, "2 switch 8C 7S")
    assert state.rounds == 1


def test_a_second_stay_does_not_begin_another_last_play() -> None:
    """T3."""
    state = act(opened(), "2 stay", "3 stay", "0 stay", "1 stay")
    assert state.rounds == 1


def test_a_swap_takes_all_three_cards_and_begins_the_last_play() -> None:
    """T3."""
    state = act(opened(), "2 swap")
    assert hand(state, 2) == {"7C", "QC", "9S"}
    assert playing_deck(state) == {"8C", "KC", "10D"}
    assert state.first_stay == 2
    act(state, "3 swap", "0 swap", "1 swap")
    assert state.rounds == 1
    assert hand(state, 1) == {"7S", "8H", "KH"}


def test_only_the_player_whose_turn_it_is_may_act() -> None:
    """T3, C2."""
    assert refusal(opened(), 0, "stay") == "It is seat 2's turn, not yours."


# --- T4: thirty-one


@pytest.mark.parametrize("cards", ["AS KS QS", "10H JH AH", "AD 10D KD"])
def test_an_ace_and_two_ten_point_cards_of_the_same_suit_make_31(cards: str) -> None:
    """T4."""
    assert has_31(DECK.mask(cards))


@pytest.mark.parametrize("cards", ["AS KS QH", "KS QS JS", "AS KS 9S", "AC KS QS", "AS KH QH", "AS AH AD"])
def test_no_hand_is_31_without_an_ace_and_two_ten_point_cards_of_the_same_suit(cards: str) -> None:
    """T4."""
    assert not has_31(DECK.mask(cards))


def test_a_hand_counts_as_31_if_and_only_if_it_has_31_points() -> None:
    """T4, T5: check all hands of three cards."""
    for low in range(32):
        for middle in range(low):
            for high in range(middle):
                cards = 1 << low | 1 << middle | 1 << high
                assert has_31(cards) == (strength(cards) >> 16 == 31)


def test_completing_two_cards_gives_the_cards_that_make_31() -> None:
    """T4."""
    assert DECK.listed(completing(DECK.mask("AS QS"))) == ["10S", "JS", "KS"]
    assert DECK.listed(completing(DECK.mask("10D JD"))) == ["AD"]
    assert completing(DECK.mask("AS QH")) == 0
    assert completing(DECK.mask("AS 9S")) == 0


def test_a_dealt_31_ends_the_round_as_soon_as_the_mvp_has_chosen() -> None:
    """T4: any player can be dealt 31, but the round never ends before the MVP has chosen."""
    state = first_deal(["7S 8H KH", None, "8C KC 10D", "JH QH AH"], "7C QC 9S", "10S AS 7D")
    act(state, "1 look A")
    assert state.rounds == 0
    act(state, "1 other")
    assert state.rounds == 1
    assert lives(state) == [2, 3, 3, 3]  # Seats 0 and 2 both count K and 8; seat 0's third card is lower.


def test_an_mvp_who_keeps_a_packet_with_31_ends_the_round() -> None:
    """T4."""
    state = act(first_deal(SOURCE_DEAL, "JH QH AH", "10S AS 7D"), "1 look A", "1 keep")
    assert state.rounds == 1
    assert playing_deck(state) == {"10S", "AS", "7D"}


def test_if_the_mvp_gives_a_31_away_it_lies_face_up_and_the_round_goes_on() -> None:
    """T4: only a 31 in a hand ends the round, and hands are checked after the MVP's choice."""
    state = act(first_deal(SOURCE_DEAL, "JH QH AH", "10S AS 7D"), "1 look A", "1 other")
    assert state.rounds == 0
    told = story(state, "2 swap")  # Seat 2 may swap to take the face-up 31.
    assert state.rounds == 1
    assert told[1] == "Cleo has 31!"  # The log doesn't say that the last play begins.
    assert state.points[2] == 31


def test_a_switch_that_makes_31_ends_the_round_at_once_even_in_the_last_play() -> None:
    """T4: the switch ends the round before seats 2 and 3 have had their last action."""
    state = act(opened(), "2 switch 10D QC", "3 switch JS 10D", "0 stay", "1 switch 7D JS")
    assert state.rounds == 1
    assert list(state.points[:4]) == [18, 31, 28, 18]
    assert lives(state) == [3, 3, 3, 2]  # K 8 above 10 8


def test_a_switch_that_makes_31_before_any_stay_ends_the_round() -> None:
    """T4."""
    state = act(opened(), "2 switch 10D 7C", "3 switch JS 10D", "0 switch 7S QC", "1 switch 7D JS")
    assert state.rounds == 1
    assert state.first_stay == -1


def test_a_player_with_31_loses_no_life_even_if_another_player_has_a_higher_31() -> None:
    """T4: as the source says, a hand of 31 automatically wins the round."""
    state = show(GAME.new_state(2), "AS KS QS", "AH JH 10H")
    assert (state.rounds, lives(state)) == (1, [3, 3])
    state = show(GAME.new_state(3), "AS KS QS", "AH JH 10H", "KD QD JD")
    assert lives(state) == [3, 3, 2]


# --- T5: points


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("KH 9S 7C", 10),  # With three suits, the highest card counts.
        ("AH KS QC", 11),
        ("7H 8S 9C", 9),
        ("AS 9S KD", 20),  # With two cards of a suit, the third card is ignored.
        ("7S 8S AD", 15),
        ("7D 9D 10D", 26),  # With three cards of a suit, all three count.
        ("KD QD JD", 30),
        ("7C 8C 9C", 24),
        ("AC KC 10C", 31),
    ],
)
def test_the_points_of_a_hand_are_its_best_sum_in_one_suit(cards: str, points: int) -> None:
    """T5."""
    assert strength(DECK.mask(cards)) >> 16 == points


@pytest.mark.parametrize(
    ("rank", "points"), [("7", 7), ("8", 8), ("9", 9), ("10", 10), ("J", 10), ("Q", 10), ("K", 10)]
)
def test_number_cards_count_their_number_and_face_cards_count_ten(rank: str, points: int) -> None:
    """T5: count each card together with an Ace of the same suit."""
    assert strength(DECK.mask(f"{rank}S AS 7H")) >> 16 == points + 11


# --- T6: ties


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("AS 9S 7D", "KH QH 8C"),  # Both have 20 points: A is above K.
        ("KH QH 8C", "KD JD 9C"),  # Both have a K: Q is above J.
        ("JH 9H 7C", "10D 9D AC"),  # J is above 10.
        ("QH 9H 7C", "JD 9D AC"),  # Q is above J.
        ("KH 9H 7C", "QD 9D AC"),  # K is above Q.
        ("KC 8C QD", "KH 8H 7S"),  # The counted cards are equal: all three cards are worth 28 points against 25.
        ("KC 7D 7H", "QS 9D 9H"),  # With three suits, the card of the highest true rank counts.
        ("KC QD JH", "KD 9C 8H"),
        ("AC 8C 7C", "9D 7D KD"),  # Both have three cards of a suit and 26 points: A is above K.
        ("KD 9D 7D", "QH 9H 7H"),
        ("KD 10D 8D", "QH JH 8H"),  # The highest cards are compared first: K is above Q.
    ],
)
def test_ties_are_decided_by_true_rank_and_then_by_all_three_cards(higher: str, lower: str) -> None:
    """T6."""
    assert strength(DECK.mask(higher)) > strength(DECK.mask(lower))


@pytest.mark.parametrize(
    ("one", "two"),
    [("KH 8H 9S", "KC 8C 9D"), ("KH 8H JS", "KC 8C QD"), ("7C 8D 9H", "9C 7D 8S"), ("KD 9D 7D", "KH 9H 7H")],
)
def test_hands_with_the_same_counted_ranks_and_the_same_sums_are_equal(one: str, two: str) -> None:
    """T6: the points of the third card count, not its true rank."""
    assert strength(DECK.mask(one)) == strength(DECK.mask(two))


def test_hands_with_equal_points_always_count_equally_many_cards() -> None:
    """T6: one card counts at most 11 points, two cards count 15 to 21, and three cards at least 24."""
    sizes: dict[int, set[int]] = {}
    for ranks in range(1, 256):
        if ranks.bit_count() <= 3:
            sizes.setdefault(strength(ranks) >> 16, set()).add(ranks.bit_count())
    assert all(len(size) == 1 for size in sizes.values())


# --- T7 to T9: lives


def test_the_lowest_hand_loses_a_life() -> None:
    """T7."""
    state = show(GAME.new_state(), "AS KS 7H", "KH QH 8C", "10D 9C 8H", "7D 8D 9D")
    assert lives(state) == [3, 3, 2, 3]


def test_players_with_equally_low_hands_each_lose_a_life() -> None:
    """T7."""
    state = show(GAME.new_state(), "KH 8H 9S", "AD QD 7H", "KC 8C 9D", "7S 8S 10S")
    assert lives(state) == [2, 3, 2, 3]


def test_the_first_player_without_lives_gets_an_extra_life_as_the_cow() -> None:
    """T8."""
    state = GAME.new_state(3)
    for _ in range(3):
        assert not any("cow" in seat for seat in badges(state))
        show(state, "7C 8D 9H", "KH QH 8C", "7S 8S 10S")
    assert lives(state) == [1, 3, 3]
    assert "cow" in badges(state)[0]


def test_a_cow_who_loses_again_is_out() -> None:
    """T8."""
    state = GAME.new_state(3)
    for _ in range(4):
        show(state, "7C 8D 9H", "KH QH 8C", "7S 8S 10S")
    assert lives(state) == [0, 3, 3]
    assert "out" in badges(state)[0]
    assert "cow" not in badges(state)[0]
    assert not GAME.over(state)


def test_several_players_who_are_first_to_lose_their_last_life_in_the_same_round_all_become_cows() -> None:
    """T8."""
    state = show(GAME.new_state(3, {"lives": 1}), "KH 8H 9S", "KC 8C 9D", "7S 8S 10S")
    assert lives(state) == [1, 1, 1]
    assert [("cow" in seat) for seat in badges(state)] == [True, True, False]


def test_everybody_can_be_a_cow_at_once() -> None:
    """T8, T9: a player who becomes a Cow doesn't go out."""
    state = show(GAME.new_state(2, {"lives": 1}), "KH 8H 9S", "KC 8C 9D")
    assert lives(state) == [1, 1]
    assert state.cows == 0b11
    assert state.lost == 0b11


def test_players_who_lose_their_last_life_after_the_first_cow_are_out_at_once() -> None:
    """T8: the extra life is given only once, and not again after the Cow is out."""
    state = GAME.new_state(3, {"lives": 1})
    show(state, "7C 8D 9H", "KH QH 8C", "7S 8S 10S")
    show(state, "KH QH 8C", "7C 8D 9H", "7S 8S 10S")
    assert lives(state) == [1, 0, 1]


def test_if_everybody_would_go_out_nobody_loses_a_life_but_the_tokens_move_on() -> None:
    """T9."""
    state = show(GAME.new_state(2, {"lives": 1}), "7C 8D 9H", "KH QH 8C")
    show(state, "KH 8H 9S", "KC 8C 9D")
    assert (state.rounds, lives(state), state.lost) == (2, [1, 1], 0)
    assert not GAME.over(state)
    GAME.deal(state, rng_of(1))
    assert state.dealer == 0


def test_tied_losers_go_out_if_another_player_stays_in() -> None:
    """T9: players keep their lives only if all players still in would go out."""
    state = show(GAME.new_state(3, {"lives": 1}), "7C 8D 9H", "KH QH 8C", "7S 8S 10S")
    show(state, "KH 8H 9S", "KC 8C 9D", "7S 8S 10S")
    assert lives(state) == [0, 0, 1]
    assert (GAME.over(state), GAME.winners(state)) == (True, 0b100)


def test_tied_losers_lose_a_life_if_one_of_them_has_more_lives_than_the_other_tied_players() -> None:
    """T9: the player with two lives would stay in."""
    state = GAME.new_state(2, {"lives": 2})
    for _ in range(2):
        show(state, "7C 8D 9H", "KH QH 8C")
    show(state, "KH 8H 9S", "KC 8C 9D")
    assert lives(state) == [0, 1]
    assert GAME.winners(state) == 0b10


# --- T10: the end


def test_the_last_player_still_in_wins() -> None:
    """T10."""
    state = GAME.new_state(2)
    for _ in range(3):
        show(state, "7C 8D 9H", "KH QH 8C")
    assert (GAME.over(state), GAME.winners(state)) == (False, 0)
    show(state, "7C 8D 9H", "KH QH 8C")
    assert GAME.phase(state) == "over"
    assert (GAME.over(state), GAME.winners(state), lives(state)) == (True, 0b10, [0, 3])
    assert GAME.actors(state) == 0
    assert refusal(state, 0, "stay") == "Nobody can act now."


def test_with_first_out_all_other_players_win_when_the_first_player_goes_out() -> None:
    """T10: with the option ends at first_out, becoming the Cow doesn't count as going out."""
    state = GAME.new_state(4, {"lives": 1, "ends": "first_out"})
    show(state, "7C 8D 9H", "KH QH 8C", "7S 8S 10S", "10D JD QD")
    assert not GAME.over(state)
    show(state, "7C 8D 9H", "KH QH 8C", "7S 8S 10S", "10D JD QD")
    assert (GAME.over(state), GAME.winners(state)) == (True, 0b1110)


def test_with_first_out_all_players_who_go_out_together_lose() -> None:
    """T10: the option ends is first_out."""
    state = GAME.new_state(4, {"lives": 1, "ends": "first_out"})
    show(state, "7C 8D 9H", "KH QH 8C", "7S 8S 10S", "10D JD QD")
    show(state, "KH 8H 9S", "KC 8C 9D", "7S 8S 10S", "10D JD QD")
    assert (lives(state), GAME.winners(state)) == ([0, 0, 1, 1], 0b1100)


def test_with_first_out_the_match_goes_on_if_everybody_would_have_gone_out() -> None:
    """T9, T10: the option ends is first_out."""
    state = show(GAME.new_state(2, {"lives": 1, "ends": "first_out"}), "7C 8D 9H", "KH QH 8C")
    show(state, "KH 8H 9S", "KC 8C 9D")
    assert (GAME.over(state), lives(state)) == (False, [1, 1])


# --- T11: the limit


def test_the_limit_of_switches_without_a_stay_ends_the_round() -> None:
    """T11: the option switch_limit sets the number of switches."""
    state = act(opened(switch_limit=3), "2 switch 10D QC", "3 switch JS 10D")
    assert state.rounds == 0
    act(state, "0 switch 7S 9S")
    assert state.rounds == 1
    assert lives(state) == [3, 3, 3, 2]


def test_the_default_limit_is_sixty_switches() -> None:
    """T11."""
    state = opened()
    for switches in range(1, 61):
        seat = int(state.turn)
        assert state.rounds == 0
        names = [GAME.action_name(state, seat, action) for action in range(9)]
        ends = [has_31(hand_after(state, seat, action)) for action in range(9)]
        act(state, f"{seat} {names[ends.index(False)]}")
        assert state.rounds == (switches == 60)


def hand_after(state: State, seat: int, action: int) -> int:
    after = state.copy()
    GAME.apply(after, seat, action)
    return int(after.hands[seat])


def test_switches_in_the_last_play_do_not_count_towards_the_limit() -> None:
    """T11."""
    state = act(opened(switch_limit=2), "2 switch 10D QC", "3 stay", "0 switch 7S 9S", "1 switch 7D 7S")
    assert state.rounds == 0
    act(state, "2 stay")
    assert state.rounds == 1


def test_a_31_made_by_the_last_switch_before_the_limit_is_announced_as_31() -> None:
    """T4, T11."""
    state = act(opened(switch_limit=4), "2 switch 10D 7C", "3 switch JS 10D", "0 switch 7S QC")
    told = story(state, "1 switch 7D JS")
    assert told[1:3] == ["Ben has 31!", "Round 1 is over."]


# --- T12: what is hidden


def test_only_the_mvp_sees_the_packet_looked_at_and_nobody_sees_the_other_packet() -> None:
    """T12."""
    state = first_deal(SOURCE_DEAL, "7C QC 9S", "10S AS 7D")
    for seat in range(-1, 4):
        assert not GAME.hidden(state, seat).packets.any()
    act(state, "1 look B")
    assert DECK.listed(GAME.hidden(state, 1).packets[1]) == ["10S", "AS", "7D"]
    assert GAME.hidden(state, 1).packets[0] == 0
    for seat in (-1, 0, 2, 3):
        assert not GAME.hidden(state, seat).packets.any()


def test_a_seat_sees_only_its_own_hand_and_the_playing_deck() -> None:
    """T12."""
    hidden = GAME.hidden(opened(), 2)
    assert hand(hidden, 2) == {"8C", "KC", "10D"}
    assert playing_deck(hidden) == {"7C", "QC", "9S"}
    assert not hidden.hands[[0, 1, 3]].any()


def test_a_card_taken_from_the_playing_deck_is_known_until_it_is_given_back() -> None:
    """T12."""
    state = act(opened(), "2 switch 10D QC")
    assert hand(GAME.hidden(state, 0), 2) == {"QC"}
    assert hand(GAME.hidden(state, -1), 2) == {"QC"}
    act(state, "3 switch JS 7C", "0 switch 7S 9S", "1 switch 7D 7S", "2 switch QC JS")
    assert hand(GAME.hidden(state, 0), 2) == {"JS"}
    act(state, "3 switch 10H QC", "0 stay", "1 swap")
    assert hand(GAME.hidden(state, 0), 3) == {"7C", "QC"}
    assert hand(GAME.hidden(state, 0), 1) == {"10D", "7D", "10H"}


def test_all_hands_are_shown_after_the_round_until_the_next_deal() -> None:
    """T12: as the source says, all cards are flipped to show at the end of a round."""
    state = act(opened(), "2 stay", "3 stay", "0 stay", "1 stay")
    assert GAME.hidden(state, -1).tobytes() == state.tobytes()
    assert GAME.view(GAME.hidden(state, 0), 0).seats[1].hand == ("10S", "AS", "7D")
    GAME.deal(state, rng_of(2))
    assert not GAME.hidden(state, -1).hands.any()


def test_states_that_differ_only_in_hidden_cards_look_the_same() -> None:
    """T12."""
    moves = ("1 look A", "1 other", "2 switch 10D QC", "3 switch JS 10D")
    one = first_deal(SOURCE_DEAL, "7C QC 9S", "10S AS 7D")
    two = first_deal(["7S 8H KH", None, "AC 9C 10D", "JS QS KD"], "7C QC 9S", "AH 7H 8S")
    assert GAME.hidden(one, 0).tobytes() == GAME.hidden(two, 0).tobytes()
    for move in moves:
        act(one, move)
        act(two, move)
        assert one.tobytes() != two.tobytes()
        assert GAME.hidden(one, 0).tobytes() == GAME.hidden(two, 0).tobytes()


# A player with a perfect memory knows all cards seen so far, and that no hand was 31 while the round went on.


class Memory:
    """The public history of a round, kept without the rules module: the cards that each seat gave away and took."""

    def __init__(self, seats: int) -> None:
        self.swaps: list[list[tuple[int, int]]] = [[] for _ in range(seats)]

    def note(self, seat: int, before: State, after: State) -> None:
        given = int(after.playing_deck) & ~int(before.playing_deck)
        taken = int(before.playing_deck) & ~int(after.playing_deck)
        self.swaps[seat].append((given, taken))

    def fits(self, seat: int, cards: int) -> bool:
        """Say whether neither this hand nor any earlier hand of the seat was 31."""
        earlier = [cards]
        for given, taken in reversed(self.swaps[seat]):
            cards = cards & ~taken | given
            earlier.append(cards)
        return not any(has_31(cards) for cards in earlier)


def likely(state: State, seat: int, rng: Rng) -> int:
    """Choose a random switch that mostly keeps high cards, so that hands close to 31 occur."""
    action = pick(rng, (1 << 9) - 1)
    for _ in range(4):
        give, take = divmod(action, 3)
        if list(each(state.hands[seat]))[give] % 8 > list(each(state.playing_deck))[take] % 8:
            action = pick(rng, (1 << 9) - 1)
    return action


@pytest.mark.parametrize("seed", range(6))
def test_redealing_allows_exactly_the_hands_that_would_not_have_ended_the_round(seed: int) -> None:
    """T4, T12: a full history of the round shows which deals fit; redealing draws exactly the deals that do."""
    rng = rng_of(seed + 1)
    state, judged = GAME.new_state(3), Counter[bool]()
    for _ in range(12):
        while state.phase != thirtyone.TURN:  # Deal again until a round doesn't end at once.
            state = GAME.new_state(3)
            GAME.deal(state, rng)
            act(state, "1 look A", "1 keep")
        memory = Memory(3)
        while state.phase == thirtyone.TURN and state.switches < 20:
            seat, before = int(state.turn), state.copy()
            GAME.apply(state, seat, likely(state, seat, rng))
            memory.note(seat, before, state)
            judge(state, memory, rng, judged)
        state.phase = thirtyone.DEAL
    assert judged[True] > judged[False] > 0


def judge(state: State, memory: Memory, rng: Rng, judged: Counter[bool]) -> None:
    if state.phase != thirtyone.TURN:
        return
    hidden = GAME.hidden(state, 0)
    unseen = thirtyone._unseen(hidden, 0)
    for _ in range(5):
        thirtyone._deal_unseen(hidden, 0, rng, unseen)
        fits = all(memory.fits(seat, int(hidden.hands[seat])) for seat in (1, 2))
        assert thirtyone._fits(hidden, 0) == fits
        judged[fits] += 1


def test_a_single_unseen_card_that_would_have_made_31_earlier_is_never_redealt() -> None:
    """T4, T12: seat 0 had QC and AC beside its unseen card, and then gave QC away."""
    state = first_deal(["7C 8D 9D", None], "QC AC 9S", "10S 8S 7D")
    act(state, "1 look A", "1 other")
    act(state, "0 switch 8D QC", "1 switch 7D 9S", "0 switch 9D AC", "1 switch 8S 9D", "0 switch QC 7D")
    assert DECK.listed(state.excluded[0]) == ["10C", "JC", "KC"]
    hidden, rng, seen = GAME.hidden(state, 1), rng_of(5), set()
    for _ in range(400):
        GAME.redeal(hidden, 1, rng)
        seen |= hand(hidden, 0) - {"AC", "7D"}
        GAME.hide(hidden, 1)
    assert not seen & {"10C", "JC", "KC"}
    # The seat's own hand, the playing deck, the known cards and the excluded cards are never dealt.
    assert len(seen) == 32 - 3 - 3 - 2 - 3


def test_redealing_puts_every_unseen_card_into_each_place_equally_often() -> None:
    """T12: each unseen card is equally likely to be in each unseen place."""
    hidden, rng, found = GAME.hidden(opened(), 2), rng_of(4), Counter[str]()
    for _ in range(2600):
        GAME.redeal(hidden, 2, rng)
        found.update(hand(hidden, 0))
        GAME.hide(hidden, 2)
    assert len(found) == 26
    # Each card is drawn about 300 times, or less often if it can make 31.
    assert all(200 < number < 400 for number in found.values())


# --- refusals


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("switch 7S QC", "7♠ is not in your hand."),
        ("switch 10d ks", "K♠ is not in the playing deck."),
        ("switch QC 10D", "Name the card from your hand first: switch 10D QC"),
        ("switch 10D", "A switch names the card you give and the card you take, such as: switch 8C 7C"),
        ("switch 10D 6C", "there is no card '6C' in this deck; expected a card such as 7C to AD"),
        ("pass", "'pass' is not an action here; expected switch, stay or swap."),
        ("", "'' is not an action here; expected switch, stay or swap."),
        ("{who}", "'{who}' is not an action here; expected switch, stay or swap."),
        ("keep", "'keep' is not an action here; expected switch, stay or swap."),
    ],
)
def test_the_refusal_of_an_action_says_why(text: str, reason: str) -> None:
    """C2."""
    assert refusal(opened(), 2, text) == reason


def test_nobody_may_act_before_the_deal() -> None:
    assert refusal(GAME.new_state(), 0, "look A") == "Nobody can act now."


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"lives": 0}, "option lives cannot be 0; expected a whole number from 1 to 100"),
        ({"ends": "never"}, "option ends cannot be 'never'; expected last_standing or first_out"),
        ({"switch_limit": 0}, "option switch_limit cannot be 0; expected a whole number from 1 to 10000"),
    ],
)
def test_impossible_options_are_refused(options: dict[str, Any], reason: str) -> None:
    """C4."""
    with pytest.raises(OptionError) as refused:
        GAME.new_state(4, options)
    assert str(refused.value) == reason


def test_the_maximum_of_the_lives_option_fits_into_a_state() -> None:
    """The option lives can be set to its maximum."""
    assert lives(GAME.new_state(2, {"lives": 100})) == [100, 100]


# --- records


def good_deal() -> Event:
    return {
        "dealer": 0,
        "hands": [["7S", "8S", "9S"], None],
        "packets": {"A": ["7C", "8C", "9C"], "B": ["7H", "8H", "9H"]},
    }


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"dealer": 1}, "the dealer cannot be 1; expected seat 0"),
        ({"dealer": False}, "the dealer cannot be False; expected seat 0"),
        ({"hands": [["7S", "8S", "9S"]]}, "expected a list for 2 seats"),
        ({"hands": [["7S", "8S", "9S"], ["7D", "8D", "9D"]]}, "seat 1 is the MVP; expected null"),
        ({"hands": [None, None]}, "the hand of seat 0 is None; expected a list of 3 card names"),
        ({"hands": [["7S", "8S", 9], None]}, "expected a list of 3 card names"),
        ({"hands": [["7S", "8S"], None]}, "expected a list of 3 card names"),
        ({"hands": [["7S", "8S", "8S"], None]}, "card '8S' is listed more often"),
        ({"hands": [["7S", "8S", "7H"], None]}, "packet B has 7H, which is dealt already"),
        ({"hands": [["7S", "8S", "6H"], None]}, "there is no card '6H'"),
        ({"packets": ["7C", "8C", "9C"]}, "expected A and B"),
        ({"packets": {"A": ["7C", "8C", "9C"]}}, "expected A and B"),
        ({"packets": {"A": ["7C", "8C", "9C"], 3: []}}, "expected A and B"),
    ],
)
def test_an_impossible_deal_is_refused(change: dict[str, object], reason: str) -> None:
    state = GAME.new_state(2)
    before = state.tobytes()
    with pytest.raises(ParlourError) as refused:
        GAME.place(state, {"deal": good_deal() | change})
    assert reason in str(refused.value)
    assert state.tobytes() == before


@pytest.mark.parametrize("event", [{}, {"deal": None}, {"chance": {"leader": 0}}])
def test_an_event_that_is_not_a_deal_is_refused(event: Event) -> None:
    with pytest.raises(ParlourError, match="expected a deal event"):
        GAME.place(GAME.new_state(2), event)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_a_deal_repeated_from_its_event_gives_the_same_state(players: int) -> None:
    state, rng = GAME.new_state(players), rng_of(players)
    while not GAME.over(state):
        if GAME.actors(state):
            GAME.apply(state, int(state.turn), pick(rng, GAME.legal(state, int(state.turn))))
            continue
        before, again = state.copy(), state.copy()
        GAME.deal(state, rng)
        GAME.place(again, json.loads(json.dumps(GAME.chance_event(before, state))))
        assert again.tobytes() == state.tobytes()
    assert GAME.winners(state).bit_count() == 1


def test_a_record_written_by_hand_can_be_replayed() -> None:
    """T1 to T7: a person has checked every action of this record against the source."""
    record = json.loads(RECORD.read_text())
    state = GAME.new_state(record["players"], record["options"])
    assert GAME.options_of(state) == record["options"]
    for event in record["events"]:
        if "deal" in event:
            before = state.copy()
            GAME.place(state, event)
            assert GAME.chance_event(before, state) == event
        elif "do" in event:
            act(state, f"{event['seat']} {event['do']}")
        else:
            assert event == {"round": int(state.rounds), **GAME.standing(state)}
            assert GAME.actors(state) == 0
    assert state.rounds == 3


# --- the view and the log


def test_the_mvp_sees_two_packets_with_buttons_to_look_at_them() -> None:
    view = GAME.view(GAME.hidden(first_deal(SOURCE_DEAL, "7C QC 9S", "10S AS 7D"), 1), 1)
    assert [(str(pile.name), pile.cards, pile.open, pile.owner) for pile in view.centre.piles] == [
        ("Packet A", 3, (), 1), ("Packet B", 3, (), 1), ("Not dealt", 17, (), None)]  # fmt: skip
    assert [str(action.label) for action in view.actions] == ["Look at packet A", "Look at packet B"]
    assert [seat.cards for seat in view.seats] == [3, 0, 3, 3]
    assert [seat.badges for seat in view.seats] == [("dealer",), ("mvp",), ("preacher",), ()]


def test_the_mvp_may_keep_the_packet_looked_at_or_take_the_other_packet() -> None:
    state = act(first_deal(SOURCE_DEAL, "7C QC 9S", "10S AS 7D"), "1 look B")
    view = GAME.view(GAME.hidden(state, 1), 1)
    assert [pile.open for pile in view.centre.piles[:2]] == [(), ("10S", "AS", "7D")]
    assert [str(action.label) for action in view.actions] == ["Keep these cards", "Take packet A instead"]
    assert GAME.view(GAME.hidden(state, 0), 0).actions == ()


def test_a_switch_is_shown_as_the_card_given_away_and_the_card_taken() -> None:
    view = GAME.view(GAME.hidden(opened(), 2), 2)
    assert view.actions[1].name == "switch 8C QC"
    assert view.actions[1].cards == ("8C", "QC")
    assert [action.name for action in view.actions[9:]] == ["stay", "swap"]
    assert view.centre.piles[0].open == ("7C", "QC", "9S")
    assert str(view.prompt) == "Your turn: switch a card, stay, or swap all three and stay."


def test_the_table_shows_which_cards_are_known_and_who_stayed_and_that_the_last_play_has_begun() -> None:
    """T3, T12."""
    state = act(opened(), "2 switch 10D QC", "3 stay")
    view = GAME.view(GAME.hidden(state, 0), 0)
    assert view.seats[2].hand == ("QC",)
    assert view.seats[2].cards == 3
    assert view.seats[3].badges == ("stayed",)
    assert str(view.prompt) == "The last play: you have one more action."
    assert str(GAME.view(GAME.hidden(state, 1), 1).prompt) == "It is seat 0's turn."


def test_the_score_sheet_shows_lives_and_the_points_of_the_last_round() -> None:
    """T7, T8."""
    state = GAME.new_state(3, {"lives": 2})
    assert GAME.view(GAME.hidden(state, 0), 0).sheet is None
    show(state, "7C 8D 9H", "KH QH 8C", "7S 8S 10S")
    row = GAME.view(GAME.hidden(state, 0), 0).sheet
    assert row is not None
    assert [(cell.gain, cell.total) for cell in row.cells] == [(-1, 1), (0, 2), (0, 2)]
    assert [str(note) for note in row.notes] == [
        "seat 0 has 9 points and loses a life.", "seat 1 has 20 points.", "seat 2 has 25 points."]  # fmt: skip
    show(state, "7C 8D 9H", "KH QH 8C", "7S 8S 10S")
    row = GAME.view(GAME.hidden(state, 0), 0).sheet
    assert row is not None
    assert (row.cells[0].gain, row.cells[0].total) == (0, 1)  # The new Cow lost a life and gained an extra life.


def test_every_section_that_a_view_names_exists_in_the_rules_page() -> None:
    page = rules_page("thirtyone")
    state, rng = GAME.new_state(2, {"lives": 1}), rng_of(1)
    phases: set[str] = set()
    while len(phases) < 5:
        view = GAME.view(GAME.hidden(state, 0), 0)
        phases.add(view.phase)
        assert f"## {view.section}\n" in page
        if GAME.actors(state):
            GAME.apply(state, int(state.turn), pick(rng, GAME.legal(state, int(state.turn))))
        elif not view.over:
            GAME.deal(state, rng)
    assert phases == set(GAME.phases)


def story(state: State, move: str) -> list[str]:
    before, seat, text = state.copy(), int(move[0]), move[2:]
    action = GAME.parse_action(state, seat, text)
    GAME.apply(state, seat, action)
    return [text.format(["Ann", "Ben", "Cleo", "Dan"]) for text in GAME.tell(before, state, seat, action)]


def test_the_log_of_a_round_describes_what_everybody_can_see() -> None:
    state = GAME.new_state()
    before = state.copy()
    deal(state, SOURCE_DEAL, "7C QC 9S", "10S AS 7D")
    assert [str(text) for text in GAME.tell(before, state, -1, 0)] == [
        "seat 0 deals round 1; seat 1 is the MVP and seat 2 the Preacher."]  # fmt: skip
    assert story(state, "1 look A") == ["Ben looks at packet A."]
    assert story(state, "1 other") == ["Ben takes packet B instead.", "The playing deck is 7♣ Q♣ 9♠."]
    assert story(state, "2 switch 10D QC") == ["Cleo gives 10♦ and takes Q♣."]
    assert story(state, "3 swap") == [
        "Dan swaps all three cards for 7♣ 9♠ 10♦ and stays; J♠ 10♥ 8♦ are face up.",
        "The last play begins."]  # fmt: skip
    assert story(state, "0 stay") == ["Ann stays."]
    assert story(state, "1 switch 7D JS") == [
        "Ben gives 7♦ and takes J♠.",
        "Ben has 31!",
        "Round 1 is over.",
        "Ann shows 7♠ 8♥ K♥.",
        "Ben shows 10♠ J♠ A♠.",
        "Cleo shows 8♣ Q♣ K♣.",
        "Dan shows 7♣ 9♠ 10♦.",
        "Ann has 18 points.",
        "Ben has 31 points.",
        "Cleo has 28 points.",
        "Dan has 10 points and loses a life.",
    ]


def test_the_log_mentions_the_switch_limit_and_a_new_cow_and_players_who_go_out() -> None:
    """T8, T11."""
    state = opened(switch_limit=1, lives=1)
    told = story(state, "2 switch 10D QC")
    assert told[1] == "Nobody has stayed, and the switch limit (1) is reached: the hands are compared."
    assert told[-1] == "Dan has 10 points, loses the last life, gets one more and is the Cow."
    show(state, "KH QH 8C", "7S 8S 10S", "10C JC QC", "7C 8D 9H")
    note = GAME.view(GAME.hidden(state, -1), -1).sheet
    assert note is not None
    assert str(note.notes[3]) == "seat 3 has 9 points, loses the last life and is out."


def test_the_log_says_how_a_tie_between_equal_points_is_decided() -> None:
    """T6."""
    state = act(opened(), "2 switch 10D QC", "3 switch JS 10D", "0 stay")
    told = story(state, "1 switch 7D JS")
    assert "Equal points: the cards counted are compared by true rank, then the points of all three cards." in told
    assert told[-1] == "Dan has 18 points and loses a life."


def test_the_log_says_so_if_nobody_loses_a_life_because_everybody_would_be_out() -> None:
    """T9."""
    state = show(GAME.new_state(2, {"lives": 1}), "7C 8D 9H", "KH QH 8C")
    deal(state, [None, "KC 8C 9D"], "KH 8H 9S", "7C 7D 7S")
    act(state, "0 look A", "0 keep", "1 stay")
    assert story(state, "0 stay")[-1] == "Everybody would be out: nobody loses a life."
