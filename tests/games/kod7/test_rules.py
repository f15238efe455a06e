"""Tests of Kod-7's rules in given positions: every sentence of the rule book and every ruling from K1 to K17."""

from collections import Counter

import pytest

from parlour.engine.rng import generator
from parlour.errors import ParlourError
from parlour.games import find_game
from tests.games.sevens.table import ANN, BEN, CLEO, DAN, Table, dummy_answer, play_out, whole_deck, winner_of

KOD7 = find_game("kod7")

# Hands for the rule book's example; its players Alice, Bob, Carole and David are Ann, Ben, Cleo and Dan here.
EXAMPLE = (
    "2C 3C 4C 5C 6C 7C 3*",
    "3S 3H 5H 6H 7H 0C 1C",
    "1S 2S 4S 5S 6S 7S 2H",
    "0S 0H 1H 0* 1* 2* 2*",
)

# Ann holds nearly all spades: if hers is the highest estimation and all play high cards first, she wins every trick.
ANN_WINS_ALL = ("1S 2S 3S 4S 5S 6S 7S", "0H 1H 2H 3H 4H 5H 6H", "0* 1* 2* 3* 4* 5* 6*")

# In hands of four cards, Ann holds the Interrobang.
INTERROBANG_WITH_ANN = ("5S 1S 2S ?!", "5H 1H 2H 3H", "5C 1C 2C 3C", "0* 1* 3* 4*")
INTERROBANG_ASIDE = ("5S 1S 2S 3S", *INTERROBANG_WITH_ANN[1:])
ALL_STARS = ("0* 5S 1S ?!", "1* 5H 1H 2H", "2* 5C 1C 2C", "2* 0S 0H 0C")
ALL_STARS_ALONE = ("0* 5S 1S 2S", *ALL_STARS[1:])


def table_of_four(hands: tuple[str, ...], estimates: str = "", aside: str = "") -> Table:
    table = Table("kod7", *hands, aside=aside, hand_size=4)
    table.estimate(estimates)
    return table


def round_that_ann_sweeps(estimates: str, **past: object) -> Table:
    """Play a round of three players in which Ann wins all tricks; `past` sets the match's earlier results."""
    table = Table("kod7", *ANN_WINS_ALL, **past)  # type: ignore[arg-type]
    table.estimate(estimates)
    play_out(table)
    return table


def another_round_is_played(table: Table) -> bool:
    return table.phase == "deal" and table.winners == []


# Cards


def test_each_number_of_players_has_its_own_set_of_cards() -> None:
    """K1: the numbers of cards are those of the rule book."""
    assert [len(whole_deck("kod7", players)) for players in range(2, 7)] == [24, 24, 32, 40, 48]
    assert sorted("".join(whole_deck("kod7", players)).count("4*") for players in range(2, 7)) == [0, 1, 1, 1, 1]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_exactly_the_cards_for_the_number_of_players_are_dealt(players: int) -> None:
    """K1: seven cards for each player, and one set aside per player; with two players, ten in the Dummy's pile."""
    before = KOD7.new_state(players)
    after = before.copy()
    KOD7.deal(after, generator(bytes(range(32))))
    deal = KOD7.chance_event(before, after)["deal"]
    others = deal["dummy"] if players == 2 else deal["aside"]
    assert [len(hand) for hand in deal["hands"]] == [7] * players
    assert len(others) == (10 if players == 2 else players)
    assert sorted(sum(deal["hands"], others)) == sorted(whole_deck("kod7", players))


@pytest.mark.parametrize("players", [1, 7])
def test_kod7_needs_two_to_six_players(players: int) -> None:
    with pytest.raises(ParlourError, match="2 to 6 players"):
        KOD7.new_state(players)


def test_a_card_that_is_not_for_this_number_of_players_cannot_be_dealt() -> None:
    """K1: the star 6* is only in play with two or three players."""
    state = KOD7.new_state(4)
    hands = [hand.split() for hand in (EXAMPLE[0].replace("3*", "6*"), *EXAMPLE[1:])]
    with pytest.raises(ParlourError, match=r"6\*"):
        KOD7.place(state, {"deal": {"hands": hands, "aside": ["4H", "4*", "5*", "?!"]}})


# Estimation


def test_the_example_of_estimations_is_played_as_the_rule_book_says() -> None:
    """In the rule book's example, 3* doesn't tie with 3H, so Ben leads and hearts are the exception suit."""
    table = Table("kod7", *EXAMPLE)
    table.estimate("2C 3S 2S 0*")
    assert (table.phase, table.actors) == ("estimate", [ANN, BEN, CLEO, DAN])
    table.estimate("3* 3H 2H 0S")
    assert (table.phase, table.leader, table.turn, table.trump) == ("play", BEN, BEN, "H")


def test_the_interrobang_cannot_be_an_estimation_card() -> None:
    """K2."""
    table = table_of_four(INTERROBANG_WITH_ANN)
    assert table.may_choose("5S 1S 2S", seat=ANN)
    assert "‽" in table.refused("estimate ?!", ANN)


def test_a_card_of_an_earlier_attempt_cannot_be_used_again_in_the_same_round() -> None:
    """K3."""
    table = Table("kod7", *EXAMPLE)
    table.estimate("2C 3S 2S 0*")
    assert "2♣" in table.refused("estimate 2C", ANN)
    assert table.may_choose("3C 4C 5C 6C 7C 3*", seat=ANN)
    table.estimate("4C 1C 2H 0S")
    assert table.may_choose("3C 5C 6C 7C 3*", seat=ANN)
    assert table.may_choose("0H 1H 1* 2*", seat=DAN)


def test_the_second_of_two_equal_stars_may_be_used_after_the_first() -> None:
    """K3: Dan estimates with a 2* twice, and has no 2* left for a third attempt."""
    table = Table("kod7", *EXAMPLE)
    assert table.may_choose("0S 0H 1H 0* 1* 2*", seat=DAN)
    table.estimate("2C 1C 2S 2*")
    assert table.may_choose("0S 0H 1H 0* 1* 2*", seat=DAN)
    table.estimate("3C 0C 2H 2*")
    assert table.may_choose("0S 0H 1H 0* 1*", seat=DAN)
    assert "2★" in table.refused("estimate 2*", DAN)


def test_estimation_cards_return_to_the_hand_before_the_first_trick() -> None:
    """K3."""
    table = Table("kod7", *EXAMPLE)
    table.estimate("2C 3S 2S 0*")
    table.estimate("3* 3H 2H 0S")
    assert table.may_choose("3S 3H 5H 6H 7H 0C 1C", seat=BEN)
    assert [len(table.hand(seat).split()) for seat in range(4)] == [7, 7, 7, 7]


def test_estimations_are_secret_until_all_players_have_chosen() -> None:
    """C3."""
    one, other = Table("kod7", *EXAMPLE), Table("kod7", *EXAMPLE)
    one.do("estimate 3*", ANN)
    other.do("estimate 7C", ANN)
    assert one.seen_by(DAN) == other.seen_by(DAN)
    assert one.actors == [BEN, CLEO, DAN]
    assert one.refused("estimate 2C", ANN)


def test_a_sum_of_7_is_accepted_on_the_third_attempt() -> None:
    """K4."""
    table = Table("kod7", *EXAMPLE)
    for estimates in ("2C 3S 2S 0*", "4C 1C 2H 0S", "5C 0C 1S 1H"):
        assert table.phase == "estimate"
        table.estimate(estimates)
    assert (table.phase, table.leader, table.trump) == ("play", ANN, "C")


# First leader and exception suit


@pytest.mark.parametrize(
    ("estimates", "leader", "exception"),
    [
        ("2C 3S 7S 1*", CLEO, "S"),
        ("7C 6H 5S 1*", ANN, "C"),
        ("3* 1C 2H 0*", CLEO, "H"),  # 3* is higher, but it's a star
        ("3* 1C 2S 2*", CLEO, "S"),  # 2* doesn't tie with 2S
    ],
)
def test_the_player_with_the_highest_estimation_card_leads_first_and_stars_do_not_count(
    estimates: str, leader: int, exception: str
) -> None:
    """K5."""
    table = Table("kod7", *EXAMPLE)
    table.estimate(estimates)
    assert (table.phase, table.leader, table.turn, table.trump) == ("play", leader, leader, exception)


def test_even_a_suit_card_of_value_0_gives_its_player_the_lead_before_any_star() -> None:
    """K5."""
    table = table_of_four(("5* 1S 2S 3S", "4* 1H 2H 3H", "3* 1C 2C 3C", "0C 5S 6S 7S"), "5* 4* 3* 0C")
    assert (table.phase, table.leader, table.trump) == ("play", DAN, "C")


def test_the_holder_of_the_interrobang_chooses_the_first_leader_among_the_tied_players() -> None:
    """K5: the chosen player's estimation card sets the exception suit."""
    table = table_of_four(INTERROBANG_WITH_ANN, "1S 5H 5C 0*")
    assert (table.phase, table.actors) == ("lead", [ANN])
    assert table.may_choose("1 2")
    table.do("lead 2")
    assert (table.phase, table.leader, table.turn, table.trump) == ("play", CLEO, CLEO, "C")


def test_a_tied_holder_of_the_interrobang_may_choose_themself() -> None:
    """K5."""
    table = table_of_four(INTERROBANG_WITH_ANN, "5S 5H 1C 0*")
    assert table.may_choose("0 1")
    table.do("lead 0")
    assert (table.leader, table.trump) == (ANN, "S")


@pytest.mark.parametrize("text", ["lead 0", "lead 3", "lead 4", "lead", "lead -1", "play 1S", "suit S"])
def test_the_holder_of_the_interrobang_cannot_choose_a_player_who_is_not_tied(text: str) -> None:
    """K5, C2."""
    assert table_of_four(INTERROBANG_WITH_ANN, "1S 5H 5C 0*").refused(text, ANN)


def test_only_the_holder_of_the_interrobang_chooses_the_first_leader() -> None:
    """K5, C2."""
    table = table_of_four(INTERROBANG_WITH_ANN, "1S 5H 5C 0*")
    assert [table.may(seat) for seat in (BEN, CLEO, DAN)] == ["", "", ""]
    assert "turn" in table.refused("lead 1", BEN)


def test_a_star_does_not_tie_with_a_suit_card_of_the_same_value() -> None:
    """K5: a 3H doesn't tie with a 3*."""
    table = table_of_four(INTERROBANG_WITH_ANN, "1S 3H 2C 3*")
    assert (table.phase, table.leader, table.trump) == ("play", BEN, "H")


def test_the_first_leader_is_drawn_among_the_tied_players_if_nobody_holds_the_interrobang() -> None:
    """K6."""
    table = table_of_four(INTERROBANG_ASIDE, "1S 5H 5C 0*", aside="?!")
    assert (table.phase, table.actors) == ("draw", [])
    table.place({"chance": {"leader": CLEO}})
    assert (table.phase, table.leader, table.turn, table.trump) == ("play", CLEO, CLEO, "C")


@pytest.mark.parametrize("leader", [ANN, DAN, 4, -1, None, "Ben"])
def test_a_player_who_is_not_tied_cannot_be_drawn_as_first_leader(leader: object) -> None:
    """K6."""
    table = table_of_four(INTERROBANG_ASIDE, "1S 5H 5C 0*", aside="?!")
    with pytest.raises(ParlourError):
        table.place({"chance": {"leader": leader}})


def test_every_tied_player_is_equally_likely_to_be_drawn_as_first_leader() -> None:
    """K6: in 600 draws, the three tied players are drawn about equally often."""
    table = table_of_four(("5S 1S 2S 3S", *INTERROBANG_WITH_ANN[1:]), "5S 5H 5C 0*", aside="?!")
    rng, drawn = generator(bytes(range(32))), Counter[int]()
    for _ in range(600):
        state = table.state.copy()
        KOD7.deal(state, rng)
        drawn[int(state.leader)] += 1
    assert set(drawn) == {ANN, BEN, CLEO}
    assert all(150 < number < 250 for number in drawn.values())


def test_the_player_of_the_highest_star_leads_and_chooses_the_exception_suit_if_all_estimate_with_stars() -> None:
    """K5: the exception suit has to be in play; with three players there are two suits."""
    table = Table("kod7", "0* 6* 1S 2S", "1* 5* 1H 2H", "2* 4* 3S 3H", hand_size=4)
    table.estimate("6* 5* 4*")
    assert (table.phase, table.actors) == ("suit", [ANN])
    assert table.may_choose("S H")
    assert table.refused("suit C")
    assert table.refused("suit *")
    table.do("suit H")
    assert (table.phase, table.leader, table.turn, table.trump) == ("play", ANN, ANN, "H")


@pytest.mark.parametrize(("players", "suits"), [(3, "S H"), (4, "S H C"), (5, "S H C D"), (6, "S H C D F")])
def test_the_exception_suit_is_chosen_among_the_suits_in_play(players: int, suits: str) -> None:
    """K5, K1."""
    highest = {3: "654", 4: "5432", 5: "43221", 6: "322110"}[players]
    table = Table("kod7", *[f"{value}*" for value in highest], hand_size=4, forbidden_sum=-1)
    table.estimate(" ".join(f"{value}*" for value in highest))
    assert (table.phase, table.actors) == ("suit", [ANN])
    assert table.may_choose(suits)


def test_players_tied_with_stars_announce_suits_and_then_the_holder_of_the_interrobang_chooses() -> None:
    """K5: Cleo and Dan announce suits in any order; Ann, who isn't tied, holds the Interrobang and chooses."""
    table = table_of_four(ALL_STARS, "0* 1* 2* 2*")
    assert (table.phase, table.actors) == ("suit", [CLEO, DAN])
    table.do("suit H", DAN)
    assert (table.phase, table.actors) == ("suit", [CLEO])
    table.do("suit C", CLEO)
    assert (table.phase, table.actors) == ("lead", [ANN])
    assert table.may_choose("2 3")
    table.do("lead 3")
    assert (table.phase, table.leader, table.turn, table.trump) == ("play", DAN, DAN, "H")


def test_players_tied_with_stars_may_announce_the_same_suit() -> None:
    """K5."""
    table = table_of_four(ALL_STARS, "0* 1* 2* 2*")
    table.do("suit S", CLEO)
    table.do("suit S", DAN)
    table.do("lead 2")
    assert (table.leader, table.trump) == (CLEO, "S")


def test_announced_suits_are_secret_until_all_tied_players_have_announced() -> None:
    """K5, C3."""
    one, other = (table_of_four(ALL_STARS, "0* 1* 2* 2*") for _ in range(2))
    one.do("suit S", CLEO)
    other.do("suit C", CLEO)
    assert [one.seen_by(seat) == other.seen_by(seat) for seat in (ANN, BEN, CLEO, DAN)] == [True, True, False, True]
    assert one.refused("suit H", CLEO)
    for table in (one, other):
        table.do("suit H", DAN)
    assert one.seen_by(ANN) != other.seen_by(ANN)


def test_the_leader_is_drawn_among_players_tied_with_stars_if_nobody_holds_the_interrobang() -> None:
    """K6: the leader is drawn after all suits are announced."""
    table = table_of_four(ALL_STARS_ALONE, "0* 1* 2* 2*", aside="?!")
    table.do("suit H", CLEO)
    table.do("suit C", DAN)
    assert (table.phase, table.actors) == ("draw", [])
    table.place({"chance": {"leader": DAN}})
    assert (table.phase, table.leader, table.trump) == ("play", DAN, "C")


# Tricks

LEAD_BY_ANN = ("7S 5H 4* ?!", "1H 6H 3* 2C", "3C 4C 2S 2*", "0H 0* 1* 0C")


def led_by_ann(card: str) -> Table:
    table = table_of_four(LEAD_BY_ANN, "7S 1H 2S 0H")
    table.play(card)
    return table


def test_the_leader_may_lead_any_card() -> None:
    """K7."""
    assert table_of_four(LEAD_BY_ANN, "7S 1H 2S 0H").may_choose("7S 5H 4* ?!")


def test_a_player_who_can_follow_suit_must_follow_or_play_a_star() -> None:
    """K7."""
    table = led_by_ann("5H")
    assert table.may_choose("1H 6H 3*", seat=BEN)
    assert "♥" in table.refused("play 2C", BEN)


def test_a_player_who_cannot_follow_suit_may_play_any_card() -> None:
    """K7."""
    table = led_by_ann("5H")
    table.play("1H")
    assert table.may_choose("3C 4C 2S 2*", seat=CLEO)


def test_the_interrobang_may_always_be_played() -> None:
    """K7: Ben may play the Interrobang even though he holds hearts, the lead suit."""
    table = table_of_four(("7S 5H 4* 1S", "1H 6H ?! 2C", "3C 4C 2S 2*", "0H 0* 1* 0C"), "7S 1H 2S 0H")
    table.play("5H")
    assert table.may_choose("1H 6H ?!", seat=BEN)


def test_a_star_played_to_a_lead_suit_does_not_change_the_lead_suit() -> None:
    """K7: hearts are still the lead suit after a star was played."""
    table = led_by_ann("5H")
    table.play("3* 3C")
    assert table.may_choose("0H 0* 1*", seat=DAN)


@pytest.mark.parametrize("special", ["4*", "?!"])
def test_the_next_player_may_play_any_card_after_a_special_card_is_led(special: str) -> None:
    """K8."""
    assert led_by_ann(special).may_choose("1H 6H 3* 2C", seat=BEN)


@pytest.mark.parametrize("special", ["4*", "?!"])
def test_the_first_card_that_is_not_special_sets_the_lead_suit(special: str) -> None:
    """K8: Ben's club sets the lead suit after Ann's special card."""
    table = led_by_ann(special)
    table.play("2C")
    assert table.may_choose("3C 4C 2*", seat=CLEO)
    table.play("2*")
    assert table.may_choose("0C 0* 1*", seat=DAN)


def test_the_third_player_may_play_any_card_after_two_special_cards() -> None:
    """K8: after two special cards, Cleo's suit card sets the lead suit."""
    table = led_by_ann("4*")
    table.play("3*")
    assert table.may_choose("3C 4C 2S 2*", seat=CLEO)
    table.play("3C")
    assert table.may_choose("0C 0* 1*", seat=DAN)


@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        ("5H 6H 2H 7H", DAN),  # the highest card of the lead suit wins
        ("1H 7C 0H 6C", ANN),  # cards of other suits don't win
        ("7H 0S 6H 5H", BEN),  # an exception card beats the lead suit
        ("7H 0S 2S 5H", CLEO),  # the highest exception card wins
        ("5H ?! 6H 7H", BEN),  # the Interrobang beats the lead suit
        ("?! 5H 6H 7H", ANN),  # an Interrobang that was led beats the lead suit too
        ("5H ?! 0S 7H", CLEO),  # an exception card beats the Interrobang
        ("0S ?! 7H 7C", ANN),  # an exception card that was led beats the Interrobang too
    ],
)
def test_the_exception_suit_beats_the_interrobang_and_the_interrobang_beats_the_lead_suit(
    trick: str, winner: int
) -> None:
    """K9: the exception suit is spades."""
    assert winner_of("kod7", "S", trick) == winner


@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        ("2H 2* 1H 0H", ANN),  # 2H > 2*
        ("1H 2* 0H 0*", BEN),  # 2* > 1H
        ("2* 2H 1H 0H", BEN),  # 2H beats 2* even if the star was led
        ("3H 7C 4* 6C", CLEO),
        ("0H 7C 0* 6C", ANN),
    ],
)
def test_a_star_ranks_below_the_suit_card_of_the_same_value(trick: str, winner: int) -> None:
    """K9: stars count as hearts here, because hearts are the lead suit."""
    assert winner_of("kod7", "S", trick) == winner


@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        ("2S 3* ?! 1S", BEN),  # the star is an exception card and beats the Interrobang
        ("3S 3* ?! 1S", ANN),
        ("?! 2* 1S 7H", BEN),  # the star counts as a spade, although spades became the lead suit after it
        ("4* 3S 2H 1H", ANN),  # the star that was led counts as a spade
        ("3* ?! 2S 1S", ANN),
        ("3* ?! 2S 4S", DAN),
    ],
)
def test_stars_are_exception_cards_if_the_exception_suit_is_the_lead_suit(trick: str, winner: int) -> None:
    """K8, K9."""
    assert winner_of("kod7", "S", trick) == winner


@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        ("5H 5* 0S 4H", CLEO),
        ("5* 2H 0S 7H", CLEO),  # hearts became the lead suit before the spade was played
        ("5H 5* ?! 4H", CLEO),
        ("5* 2H 3C 4H", ANN),
    ],
)
def test_stars_are_not_exception_cards_if_another_suit_is_the_lead_suit(trick: str, winner: int) -> None:
    """K8, K9."""
    assert winner_of("kod7", "S", trick) == winner


@pytest.mark.parametrize(
    ("trick", "winner"), [("1* 4* ?! 5*", CLEO), ("?! 4* 1* 5*", ANN), ("1* 4* 3* 5*", DAN), ("5* 4* 3* 1*", ANN)]
)
def test_in_a_trick_of_special_cards_the_interrobang_wins_and_without_it_the_highest_star_wins(
    trick: str, winner: int
) -> None:
    """K10."""
    assert winner_of("kod7", "S", trick) == winner


@pytest.mark.parametrize(
    ("trick", "winner"),
    [("1* 2* 2* 0*", BEN), ("2* 1* 2* 0H", ANN), ("1S 2* 2* 0S", BEN), ("1H 0H 2* 2*", CLEO), ("2* 2* 1H 0H", ANN)],
)
def test_of_two_equal_stars_the_star_that_was_played_first_is_higher(trick: str, winner: int) -> None:
    """K11: the trick may have only stars, or hearts as the lead suit, or cards of the exception suit."""
    assert winner_of("kod7", "S", trick) == winner


def test_the_winner_of_a_trick_leads_the_next_trick_and_play_goes_clockwise() -> None:
    """C1."""
    table = led_by_ann("5H")
    assert table.turn == BEN
    table.play("6H 2* 0H")
    assert (table.won, table.turn) == ([0, 1, 0, 0], BEN)


# Scoring and end

EXAMPLE_TRICKS = "7H 2H 1H 3*", "6H 1S 0H 2C", "5H 2S 0* 3C", "3H 4S 1* 4C", "0C 5S 0S 7C", "6C 1C 6S 2*", "5C 3S 7S 2*"


def test_the_example_of_scores_comes_out_as_the_rule_book_says() -> None:
    """The rule book's example scores 8, -1, -2 and 5; Ann's estimation with a star scores as usual (K4)."""
    table = Table("kod7", *EXAMPLE)
    table.estimate("2C 3S 2S 0*")
    table.estimate("3* 3H 2H 0S")
    for trick in EXAMPLE_TRICKS:
        table.play(trick)
    assert (table.scores, table.rounds, table.phase) == ([8, -1, -2, 5], 1, "deal")


def test_if_all_players_make_their_estimations_the_basket_is_empty() -> None:
    """K4: with `attempts=1`, the sum of 7 is accepted; Ann scores 2 + 0 + 7, the other players score 2 each."""
    assert round_that_ann_sweeps("7S 0H 0*", attempts=1).scores == [9, 2, 2]


def test_failed_estimations_lose_the_difference_and_fill_the_basket() -> None:
    assert round_that_ann_sweeps("6S 4H 0*").scores == [-1, -4, 7]


def test_no_match_ends_before_seven_rounds() -> None:
    table = round_that_ann_sweeps("7S 1H 0*", rounds=5)
    assert table.rounds == 6
    assert another_round_is_played(table)


def test_a_player_who_leads_alone_and_made_the_last_estimation_wins() -> None:
    table = round_that_ann_sweeps("7S 1H 0*", rounds=6)
    assert (table.phase, table.winners, table.rounds, table.actors) == ("over", [ANN], 7, [])


def test_nobody_wins_if_the_player_in_the_lead_failed_the_last_estimation() -> None:
    assert another_round_is_played(round_that_ann_sweeps("6S 2H 0*", rounds=6, scores=(50, 0, 0)))


def test_the_match_goes_on_until_somebody_wins() -> None:
    table = round_that_ann_sweeps("6S 2H 0*", rounds=6, scores=(50, 0, 0))
    table.deal(*ANN_WINS_ALL)
    table.estimate("7S 1H 0*")
    play_out(table)
    assert (table.winners, table.rounds) == ([ANN], 8)


@pytest.mark.parametrize("made", [(0, 0, 0), (0, 5, 1)])
def test_every_tie_for_the_highest_score_leads_to_another_round(made: tuple[int, ...]) -> None:
    """Ben and Cleo are tied, and both made their last estimation; how many they made in the match doesn't matter."""
    table = round_that_ann_sweeps("6S 0H 0*", rounds=6, scores=(0, 5, 5), made=made)
    assert table.scores == [-1, 8, 8]
    assert another_round_is_played(table)


def test_a_tie_below_the_highest_score_does_not_matter() -> None:
    table = round_that_ann_sweeps("7S 1H 1*", rounds=6)
    assert (table.scores, table.winners) == ([11, -1, -1], [ANN])


# Options


def test_the_option_min_rounds_sets_the_minimum_number_of_rounds() -> None:
    """C4."""
    assert round_that_ann_sweeps("7S 1H 0*", min_rounds=1).winners == [ANN]
    assert another_round_is_played(round_that_ann_sweeps("7S 1H 0*", rounds=6, min_rounds=8))


def test_the_option_made_bonus_sets_the_points_for_a_made_estimation() -> None:
    """C4."""
    assert round_that_ann_sweeps("7S 1H 0*", made_bonus=5).scores == [13, -1, 6]


def test_the_option_trick_points_sets_the_points_for_each_trick() -> None:
    """C4."""
    assert round_that_ann_sweeps("7S 1H 0*", trick_points=3).scores == [24, -1, 3]


def test_the_option_forbidden_sum_sets_the_refused_sum() -> None:
    """C4: with a forbidden sum of 8, a sum of 8 is refused and a sum of 7 is accepted."""
    table = Table("kod7", *EXAMPLE, forbidden_sum=8)
    table.estimate("3* 3H 2H 0S")
    assert table.phase == "estimate"
    table.estimate("2C 3S 2S 0*")
    assert table.phase == "play"


def test_no_sum_is_refused_if_the_forbidden_sum_is_minus_one() -> None:
    """C4."""
    table = Table("kod7", *EXAMPLE, forbidden_sum=-1)
    table.estimate("2C 3S 2S 0*")
    assert (table.phase, table.leader) == ("play", BEN)


def test_the_option_attempts_sets_the_number_of_attempts() -> None:
    """C4, K4: with two attempts, the sum of 7 is accepted on the second attempt."""
    table = Table("kod7", *EXAMPLE, attempts=2)
    table.estimate("2C 3S 2S 0*")
    assert table.phase == "estimate"
    table.estimate("4C 1C 2H 0S")
    assert (table.phase, table.leader) == ("play", ANN)


def test_the_option_hand_size_sets_the_number_of_cards_and_tricks() -> None:
    """C4: with five cards there are five tricks; Ann wins all five as estimated, and scores 2 + a basket of 1 + 5."""
    hands = ("7S 6S 5S 4S 3S", "0H 1H 2H 3H 4H", "0* 1* 2* 3* 4*")
    table = Table("kod7", *hands, hand_size=5)
    table.estimate("5S 1H 0*")
    play_out(table)
    assert (table.rounds, table.scores) == (1, [8, -1, 3])


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("min_rounds", 0),
        ("hand_size", 8),
        ("attempts", 4),
        ("dummy_tricks", 8),
        ("made_bonus", "two"),
        ("ties", "source"),
    ],
)
def test_an_error_about_an_impossible_option_names_the_option(name: str, value: int | str) -> None:
    """C4: Kod-7 has no option `ties`, because every tie leads to another round."""
    with pytest.raises(ParlourError, match=name):
        KOD7.new_state(3, {name: value})


def test_the_defaults_of_the_options_are_the_numbers_of_the_rule_book() -> None:
    """C4."""
    assert KOD7.options_of(KOD7.new_state()) == {
        "min_rounds": 7,
        "hand_size": 7,
        "made_bonus": 2,
        "trick_points": 1,
        "forbidden_sum": 7,
        "attempts": 3,
        "dummy_tricks": 2,
    }


# Two players and the Dummy


def test_the_dummys_estimation_counts_towards_the_sum() -> None:
    """K12: players' estimations of 5 in all are refused, because the Dummy's 2 makes 7; 7 in all are accepted."""
    table = Table("kod7", *ANN_WINS_ALL[:2])
    table.estimate("5S 0H")
    assert table.phase == "estimate"
    table.estimate("6S 1H")
    assert table.phase == "play"


def test_a_sum_of_7_including_the_dummys_2_is_accepted_on_the_third_attempt() -> None:
    """K4, K12."""
    table = Table("kod7", *ANN_WINS_ALL[:2])
    for estimates in ("5S 0H", "4S 1H", "3S 2H"):
        assert table.phase == "estimate"
        table.estimate(estimates)
    assert (table.phase, table.leader) == ("play", ANN)


def test_the_dummy_is_never_first_leader_and_never_tied() -> None:
    """K12: the Dummy's 2 is neither higher than Ann's 1 nor tied with Ann's 2."""
    lower = Table("kod7", *ANN_WINS_ALL[:2])
    lower.estimate("1S 0H")
    assert (lower.phase, lower.leader, lower.trump) == ("play", ANN, "S")
    equal = Table("kod7", *ANN_WINS_ALL[:2])
    equal.estimate("2S 1H")
    assert (equal.phase, equal.leader) == ("play", ANN)


def test_the_player_of_the_higher_star_leads_and_names_the_exception_suit_if_both_estimate_with_stars() -> None:
    """K5, K12: if both players estimate with stars, all estimations are stars, because the Dummy's 2 isn't a card."""
    table = Table("kod7", "0* 1S 2S 3S", "1* 1H 2H 3H", hand_size=4)
    table.estimate("0* 1*")
    assert (table.phase, table.actors) == ("suit", [BEN])
    assert table.state.open == 0
    table.do("suit H")
    assert (table.leader, table.trump) == (BEN, "H")
    assert int(table.state.open).bit_count() == 2


def test_two_cards_of_the_pile_are_turned_up_once_the_first_leader_is_chosen() -> None:
    """K13: the holder of the Interrobang chooses before the Dummy's cards are turned up."""
    table = Table("kod7", "5S 1S 2S 3S", "5H 1H 2H ?!", pile="0H 7S 4H", hand_size=4)
    table.estimate("5S 5H")
    assert (table.phase, table.actors, table.state.open) == ("lead", [BEN], 0)
    table.do("lead 0")
    assert table.leader == ANN
    assert KOD7.deck.listed(table.state.open) == ["7S", "0H"]


def test_with_two_players_the_first_leader_is_drawn_if_the_interrobang_lies_in_the_pile() -> None:
    """K6, K13."""
    table = Table("kod7", "5S 1S 2S 3S", "5H 1H 2H 3H", pile="0H ?! 4H", hand_size=4)
    table.estimate("5S 5H")
    assert (table.phase, table.actors, table.state.open) == ("draw", [], 0)
    table.place({"chance": {"leader": BEN}})
    assert (table.leader, table.turn, table.trump) == (BEN, BEN, "H")
    assert KOD7.deck.listed(table.state.open) == ["0H", "?!"]


def test_if_a_player_leads_the_other_player_comes_second_and_the_dummy_last() -> None:
    """K14."""
    table = Table("kod7", "7S 1H 2H 0*", "5H 3H 1* 2S", pile="0H 0S 4H 1S 7H 6H", hand_size=4)
    table.estimate("7S 1*")
    table.play("1H")
    assert (table.turn, table.dummy) == (BEN, [])
    table.play("5H")
    assert (table.dummy, table.won, table.turn) == (["0H"], [0, 1, 0], BEN)
    table.play("3H")
    assert table.turn == ANN


def test_if_the_dummy_won_a_trick_it_leads_and_the_player_who_led_that_trick_comes_second() -> None:
    """K14: Ben, who led the previous trick, plays after the Dummy; the Dummy's two face-up cards stay."""
    table = Table("kod7", "7S 1H 2H 0*", "5H 3H 1* 2S", pile="0H 0S 4H 1S 7H 6H", hand_size=4)
    table.estimate("7S 1*")
    table.play("1H 5H 3H 2H")
    assert (table.dummy, table.won) == (["0H", "4H", "7H"], [0, 1, 1])
    assert KOD7.deck.listed(table.state.open) == ["0S", "1S"]
    assert table.turn == BEN


def test_if_the_dummy_leads_and_wins_the_player_who_came_second_comes_second_again() -> None:
    """K14: Ben came second in the trick that the Dummy won, so he comes second again."""
    table = Table("kod7", "7S 1H 2H 0*", "5H 3H 1* 2S", pile="0H 0S 4H 1S 7H 6H", hand_size=4)
    table.estimate("7S 1*")
    table.play("1H 5H 3H 2H")
    table.play("1* 0*")
    assert (table.dummy[-1], table.won, table.turn) == ("6H", [0, 1, 2], BEN)
    table.play("2S")
    assert table.turn == ANN


def test_if_the_dummy_leads_and_loses_it_plays_last_in_the_next_trick() -> None:
    """K14."""
    table = Table("kod7", "7S 1H 2H 0*", "5H 3H 1* 2S", pile="0H 0S 4H 1S 7H 6H", hand_size=4)
    table.estimate("7S 1*")
    table.play("1H 5H 3H 2H")
    table.play("2S 7S")
    assert (table.won, table.turn) == ([1, 1, 1], ANN)
    table.play("0*")
    assert table.turn == BEN


@pytest.mark.parametrize("special", ["3*", "?!"])
def test_a_special_card_led_by_the_dummy_sets_no_lead_suit(special: str) -> None:
    """K8, K14."""
    table = Table("kod7", "7S 1H 2H 0*", "5H 3H 1* 2S", pile=f"0H 0S 4H 1S {special} 6H", hand_size=4)
    table.estimate("7S 1*")
    table.play("1H 5H 3H 2H")
    assert table.dummy[-1] == special
    assert table.may_choose("1* 2S", seat=BEN)
    table.play("2S")
    assert table.may_choose("7S 0*", seat=ANN)


DUMMY_ANSWERS = [
    # If the Dummy wants its first trick, it plays the lowest card that wins.
    ("5H 3H", "6H 7H 2H", 0, "6H"),
    ("5H 3H", "6H 6* 7H", 0, "6*"),  # a star ranks below the suit card of the same value
    ("5H 3H", "?! 7H 2H", 0, "7H"),  # the Interrobang ranks above all cards except the exception suit
    ("5H 3H", "0S ?! 1*", 0, "?!"),
    ("5S 3S", "6S 6* ?!", 0, "6*"),
    ("5* 3H", "4H 6H 6S", 0, "6H"),
    ("5* 3S", "4S 7H 6*", 0, "6*"),
    # If the Dummy wants its second trick, it plays the highest card that wins.
    ("5H 3H", "6H 7H 2H", 1, "7H"),
    ("5H 3H", "6H 6* 4H", 1, "6H"),
    ("5H 3H", "?! 7H 2H", 1, "?!"),
    ("5H 3H", "0S ?! 1*", 1, "0S"),
    ("5S 3S", "6S 6* ?!", 1, "6S"),
    # If the Dummy wants to win but can't, it plays the lowest card that it may play.
    ("5H 3H", "2H 0S 4*", 0, "2H"),
    ("3H 3S", "2H 2* 4H", 0, "2*"),
    ("5S 3S", "4S 4* ?!", 0, "?!"),  # the star is an exception card here and ranks above the Interrobang
    ("5S 3S", "7H 2* ?!", 0, "7H"),
    ("5H 2S", "7H 0* ?!", 1, "0*"),
    ("5H 2S", "?! 1S 7H", 0, "7H"),  # The Dummy may not play 1S.
    # If the Dummy wants to lose, it plays the highest card that loses.
    ("5H 3H", "4H ?! 4*", 2, "4H"),
    ("5H 3H", "6H 4* 2H", 2, "4*"),
    ("5S 3S", "4S 4* ?!", 2, "4S"),
    ("5S 3S", "7H 2* ?!", 2, "2*"),
    ("5H 2S", "7H 0* ?!", 2, "?!"),
    # If the Dummy wants to lose but can't, it plays the highest card that it may play.
    ("5H 3H", "6H ?! 6*", 2, "?!"),
    ("5H 3H", "0S ?! 6*", 2, "0S"),
    ("5S 3S", "6S 6* 7H", 2, "6S"),  # The Dummy may not play 7H.
    # The Dummy has to follow suit or play a special card (K15, K7).
    ("5H 3H", "2H 0S 6*", 0, "6*"),
    ("5H 3H", "7H 6S 4S", 2, "7H"),
    # After special cards only, the Dummy's card may set the lead suit, and stars played before count as that suit.
    ("5* 3*", "4S 5S 6H", 0, "6H"),
    ("5* 3*", "4S 5S 6H", 1, "5S"),
    ("5* 3*", "4S 5S 6H", 2, "4S"),
    ("5* 3*", "4S 2H 1*", 0, "1*"),
    ("5* 3*", "6* 4H 4S", 0, "6*"),
    ("5* 3*", "6* 4H ?!", 1, "?!"),
    ("?! 3*", "2S 4S 7H", 0, "4S"),
    ("?! 3*", "2S 4S 7H", 2, "2S"),
    ("?! 5*", "0S 7H 6*", 0, "6*"),
]


@pytest.mark.parametrize(("trick", "faced", "won", "answer"), DUMMY_ANSWERS)
def test_the_dummy_tries_to_win_exactly_two_tricks(trick: str, faced: str, won: int, answer: str) -> None:
    """K15, K16: the Dummy's choice among its three cards depends on its tricks; the exception suit is spades."""
    assert dummy_answer("kod7", "S", trick, faced, won) == answer


def test_the_dummy_ranks_cards_by_the_same_rules_for_every_exception_suit() -> None:
    """K16: hearts are the exception suit."""
    assert dummy_answer("kod7", "H", "5S 3S", "0H 7H 6*", 0) == "6*"
    assert dummy_answer("kod7", "H", "5S 3S", "0H 6H 4*", 1) == "6H"
    assert dummy_answer("kod7", "H", "5S 3S", "0H 6H 4*", 2) == "4*"


ANN_WINS_ALL_OF_TWO = ("1S 2S 3S 4S 5S 6S 7S", "0H 1H 2* 3* 4* 5* 6*")


def test_the_dummy_has_no_score_and_adds_nothing_to_the_basket() -> None:
    """K17: the Dummy misses its estimation by 2, but the basket has only the 1 point that Ben lost."""
    table = Table("kod7", *ANN_WINS_ALL_OF_TWO)
    table.estimate("7S 1H")
    play_out(table)
    assert table.scores == [10, -1]


def test_a_match_of_two_players_is_won_like_any_other() -> None:
    """K17: the Dummy can neither win the match nor be tied for the highest score."""
    table = Table("kod7", *ANN_WINS_ALL_OF_TWO, rounds=6)
    table.estimate("7S 1H")
    play_out(table)
    assert table.winners == [ANN]


def test_the_option_dummy_tricks_sets_how_many_tricks_the_dummy_promises_and_wants() -> None:
    """C4: if the Dummy promises 3, estimations of 4 and 0 are refused, and it wants to lose once it has 3 tricks."""
    table = Table("kod7", *ANN_WINS_ALL[:2], dummy_tricks=3)
    table.estimate("4S 0H")
    assert table.phase == "estimate"
    assert dummy_answer("kod7", "S", "5H 3H", "4H 6H 7H", 2, dummy_tricks=3) == "7H"
    assert dummy_answer("kod7", "S", "5H 3H", "4H 6H 7H", 3, dummy_tricks=3) == "4H"
    assert dummy_answer("kod7", "S", "5H 3H", "4H 6H 7H", 0, dummy_tricks=0) == "4H"
