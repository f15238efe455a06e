"""Tests of the rules of Oh 7 ? in given positions: every sentence of the rule book and every ruling from O1 to O10."""

import pytest

from parlour.errors import ParlourError
from parlour.games import find_game
from tests.games.sevens.table import ANN, BEN, CLEO, DAN, Table, dummy_answer, play_out, table_for_trick, winner_of

OH7 = find_game("oh7")

# Hands for the rule book's example; its players Alice, Bob, Carole and David are Ann, Ben, Cleo and Dan here.
EXAMPLE = (
    "1S 2C 3C 4C 5C 6C 7C",
    "3S 3H 5H 6H 7H 0C 1C",
    "2S 4S 5S 6S 2H 6D 7D",
    "0S 7S 0H 0D 1D 2D 3D",
)

# Ann holds nearly all spades: if her bet is the highest, she wins every trick.
ANN_WINS_ALL = ("1S 2S 3S 4S 5S 6S 7S", "0H 1H 2H 3H 4H 5H 6H", "0C 1C 2C 3C 4C 5C 6C", "0D 1D 2D 3D 4D 5D 6D")


def round_that_ann_sweeps(bets: str, **past: object) -> Table:
    """Play a round in which Ann wins all seven tricks; `past` sets the match's earlier results."""
    seats = len(bets.split())
    table = Table("oh7", *ANN_WINS_ALL[:seats], **past)  # type: ignore[arg-type]
    table.bet(bets)
    play_out(table)
    return table


def another_round_is_played(table: Table) -> bool:
    return table.phase == "deal" and table.winners == []


# Cards and deal


@pytest.mark.parametrize(("players", "suits"), [(2, "SHC"), (3, "SHC"), (4, "SHCD")])
def test_the_deck_has_values_0_to_7_in_as_many_suits_as_players(players: int, suits: str) -> None:
    """O1: two players use the deck for three players."""
    table = Table("oh7", players=players)  # the game would refuse this table's deal if its own deck had different cards
    dealt = " ".join(table.hand(seat) for seat in range(players)).split()
    assert len(dealt) == 7 * players
    assert {card[-1] for card in dealt} <= set(suits)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_deal_with_a_missing_card_or_a_card_that_is_not_in_play_is_refused(players: int) -> None:
    """O1."""
    first_hand = f"{'0D' if players < 4 else '8S'} 1S 2S 3S 4S 5S 6S"
    state = OH7.new_state(players)
    hands = [hand.split() for hand in (first_hand, *ANN_WINS_ALL[1:players])]
    with pytest.raises(ParlourError):
        OH7.place(state, {"deal": {"hands": hands, "aside": [], "dummy": []}})


@pytest.mark.parametrize(("players", "aside"), [(3, 3), (4, 4)])
def test_as_many_cards_are_set_aside_as_there_are_players(players: int, aside: int) -> None:
    table = Table("oh7", players=players)
    assert int(table.state.aside).bit_count() == aside
    assert [len(table.hand(seat).split()) for seat in range(players)] == [7] * players


@pytest.mark.parametrize("players", [1, 5, 6])
def test_oh7_needs_two_to_four_players(players: int) -> None:
    with pytest.raises(ParlourError, match="2 to 4 players"):
        OH7.new_state(players)


# Bets


def test_the_example_of_bets_is_played_as_the_rule_book_says() -> None:
    """In the rule book's example 1, the sum is 7 first; then two players bet 3, and hearts rank above clubs."""
    table = Table("oh7", *EXAMPLE)
    table.bet("2C 3S 2S 0H")
    assert (table.phase, table.actors) == ("bet", [ANN, BEN, CLEO, DAN])
    table.bet("3C 3H 2H 0S")
    assert (table.phase, table.leader, table.turn, table.trump) == ("play", BEN, BEN, "H")


def test_players_may_bet_in_any_order() -> None:
    """O2, C3."""
    table = Table("oh7", *EXAMPLE)
    assert table.actors == [ANN, BEN, CLEO, DAN]
    table.do("bet 2S", CLEO)
    assert table.actors == [ANN, BEN, DAN]
    table.do("bet 1S", ANN)
    table.do("bet 0S", DAN)
    table.do("bet 3S", BEN)
    assert (table.leader, table.trump) == (BEN, "S")


def test_bets_are_secret_until_all_players_have_bet() -> None:
    """O2, C3: Dan can see that Ann has bet, but not which card."""
    one, other, none = (Table("oh7", *EXAMPLE) for _ in range(3))
    one.do("bet 2C", ANN)
    other.do("bet 7C", ANN)
    assert one.seen_by(DAN) == other.seen_by(DAN) != none.seen_by(DAN)
    assert one.seen_by(ANN) != other.seen_by(ANN)


def test_a_bet_cannot_be_changed() -> None:
    """O2, C2: once a bet card lies on the table, it can't be changed."""
    table = Table("oh7", *EXAMPLE)
    table.do("bet 2C", ANN)
    assert table.refused("bet 3C", ANN)
    assert table.may(ANN) == ""


def test_the_value_of_the_bet_card_is_the_number_of_tricks_that_the_player_promises() -> None:
    table = Table("oh7", *EXAMPLE)
    table.bet("7C 5H 4S 0D")
    assert [int(bid) for bid in table.state.bids[:4]] == [7, 5, 4, 0]


def test_a_card_of_an_earlier_attempt_cannot_be_bet_again_in_the_same_round() -> None:
    """O2."""
    table = Table("oh7", *EXAMPLE)
    table.bet("2C 3S 2S 0H")
    assert "2♣" in table.refused("bet 2C", ANN)
    assert table.may_choose("1S 3C 4C 5C 6C 7C", seat=ANN)


def test_on_the_third_attempt_neither_of_the_two_cards_shown_before_can_be_bet() -> None:
    """O2."""
    table = Table("oh7", *EXAMPLE)
    table.bet("2C 3S 2S 0H")
    table.bet("4C 0C 2H 1D")
    assert table.may_choose("1S 3C 5C 6C 7C", seat=ANN)
    assert table.may_choose("3H 5H 6H 7H 1C", seat=BEN)


def test_only_the_last_card_shown_counts_as_the_bet() -> None:
    table = Table("oh7", *EXAMPLE)
    table.bet("2C 3S 2S 0H")
    table.bet("3C 3H 2H 0S")
    assert [int(bid) for bid in table.state.bids[:4]] == [3, 3, 2, 0]


def test_bet_cards_return_to_the_hand_before_the_first_trick() -> None:
    """O2: every player has seven cards again for the tricks."""
    table = Table("oh7", *EXAMPLE)
    table.bet("2C 3S 2S 0H")
    table.bet("3C 3H 2H 0S")
    assert table.hand(BEN) == "3S 3H 5H 6H 7H 0C 1C"
    assert table.may_choose("3S 3H 5H 6H 7H 0C 1C", seat=BEN)


def test_a_second_attempt_is_accepted_if_its_sum_is_not_7() -> None:
    table = Table("oh7", *EXAMPLE)
    table.bet("2C 3S 2S 0H")
    table.bet("1S 3H 4S 0S")
    assert (table.phase, table.leader, table.trump) == ("play", CLEO, "S")


@pytest.mark.parametrize("bets", ["1S 3S 2S 0S", "7C 7H 7D 7S"])
def test_a_first_attempt_is_accepted_if_its_sum_is_not_7(bets: str) -> None:
    table = Table("oh7", *EXAMPLE)
    table.bet(bets)
    assert table.phase == "play"


# Bets for three attempts with the hands of EXAMPLE; each attempt has the sum 7.
THREE_SEVENS = ("2C 3S 2S 0H", "4C 0C 2H 1D", "1S 1C 5S 0S")


def test_a_round_is_dealt_again_and_does_not_count_after_a_third_sum_of_7() -> None:
    """O3."""
    table = Table("oh7", *EXAMPLE, scores=(4, 3, 2, 1), rounds=2)
    for bets in THREE_SEVENS:
        assert table.phase == "bet"
        table.bet(bets)
    assert (table.phase, table.actors, table.rounds, table.scores) == ("deal", [], 2, [4, 3, 2, 1])


def test_a_round_that_is_dealt_again_uses_all_cards_and_has_all_attempts() -> None:
    """O3: all cards are shuffled, including those set aside, and cards bet before may be bet again."""
    table = Table("oh7", *EXAMPLE, aside="1H 4H 4D 5D")
    for bets in THREE_SEVENS:
        table.bet(bets)
    table.deal("1H 2C 3C 4C 5C 1S 4D", *EXAMPLE[1:], aside="6C 7C 4H 5D")
    table.bet(THREE_SEVENS[0])
    table.bet(THREE_SEVENS[1])
    assert table.phase == "bet"
    table.bet("1S 1C 4S 0S")
    assert table.phase == "play"


# First leader and trump


@pytest.mark.parametrize(
    ("bets", "leader", "trump"),
    [
        ("4C 5H 4S 7S", DAN, "S"),
        ("7C 5H 4S 3D", ANN, "C"),
        ("7C 7H 6S 3D", BEN, "H"),  # hearts rank above clubs
        ("7C 6H 7D 3D", ANN, "C"),  # clubs rank above diamonds
        ("7C 7H 7D 3D", BEN, "H"),
        ("7C 7H 7D 7S", DAN, "S"),  # spades rank above all other suits
        ("6C 6H 6D 7S", DAN, "S"),  # a higher value counts more than the suit
        ("2C 3S 6D 3D", CLEO, "D"),
    ],
)
def test_the_first_leader_has_the_highest_bet_and_among_equal_bets_the_highest_suit(
    bets: str, leader: int, trump: str
) -> None:
    """O4: the suit of the first leader's bet card becomes trump."""
    table = Table("oh7", *EXAMPLE)
    table.bet(bets)
    assert (table.leader, table.turn, table.trump) == (leader, leader, trump)


@pytest.mark.parametrize(("bets", "leader", "trump"), [("0H 0C", ANN, "H"), ("0C 0H", BEN, "H"), ("0C 0S", BEN, "S")])
def test_there_is_a_first_leader_even_if_all_bets_are_zero(bets: str, leader: int, trump: str) -> None:
    """O4, O7."""
    table = Table("oh7", *bets.split())
    table.bet(bets)
    assert (table.leader, table.turn, table.trump) == (leader, leader, trump)


def test_only_the_last_bets_decide_the_first_leader_and_the_trump_suit() -> None:
    """O4, O2: a higher card from the first attempt doesn't count."""
    table = Table("oh7", *EXAMPLE)
    table.bet("5C 0C 2S 0H")
    table.bet("1S 3H 4S 0S")
    assert (table.leader, table.trump) == (CLEO, "S")


# Tricks


def test_seats_play_clockwise_from_the_leader() -> None:
    """C1."""
    table = Table("oh7", *EXAMPLE)
    table.bet("2C 3S 2S 1D")
    order = []
    for card in ("7H", "2H", "0H", "1S"):
        order.append(table.turn)
        table.play(card)
    assert order == [BEN, CLEO, DAN, ANN]


def test_only_the_seat_whose_turn_it_is_may_play() -> None:
    """C2."""
    table = Table("oh7", *EXAMPLE)
    table.bet("2C 3S 2S 1D")
    assert table.actors == [BEN]
    assert [table.may(seat) for seat in (ANN, CLEO, DAN)] == ["", "", ""]
    assert "turn" in table.refused("play 1S", ANN)


def test_the_leader_may_lead_any_card() -> None:
    """O5: even a trump may be led to the first trick."""
    table = Table("oh7", *EXAMPLE)
    table.bet("2C 3S 2S 1D")
    assert table.trump == "S"
    assert table.may_choose("3S 3H 5H 6H 7H 0C 1C", seat=BEN)


def test_a_player_who_can_follow_suit_must_do_so_even_with_a_trump_in_hand() -> None:
    """O5."""
    table = Table("oh7", *EXAMPLE)
    table.bet("2C 3S 2S 1D")
    table.play("7H")
    assert table.may_choose("2H", seat=CLEO)
    assert "♥" in table.refused("play 4S", CLEO)


def test_a_player_who_cannot_follow_suit_may_play_any_card_and_need_not_play_a_trump() -> None:
    """O5."""
    table = Table("oh7", *EXAMPLE)
    table.bet("2C 3S 2S 1D")
    table.play("7H 2H 0H")
    assert table.may_choose("1S 2C 3C 4C 5C 6C 7C", seat=ANN)


@pytest.mark.parametrize(
    ("trump", "trick", "winner"),
    [
        ("S", "5H 6H 2H 7H", DAN),  # the highest card of the lead suit wins
        ("S", "5H 4H 7C 7D", ANN),  # cards of other suits don't win, even if they are higher
        ("S", "7H 6H 0S 5H", CLEO),  # even the lowest trump beats all other suits
        ("S", "7H 1S 3S 2S", CLEO),  # the highest of several trumps wins
        ("S", "3S 5S 7H 7D", BEN),  # the highest trump wins if trump is led
        ("D", "0C 7S 7H 6S", ANN),  # a 0 that was led wins if nobody can follow suit
        ("D", "3H 4H 1D 5H", CLEO),
    ],
)
def test_the_highest_trump_wins_or_if_nobody_plays_a_trump_the_highest_card_of_the_lead_suit(
    trump: str, trick: str, winner: int
) -> None:
    """O5."""
    assert winner_of("oh7", trump, trick) == winner


def test_the_order_of_suits_does_not_decide_tricks() -> None:
    """O5: a spade doesn't beat a diamond of the same value if diamonds were led."""
    assert winner_of("oh7", "C", "5D 5S 5H 4D") == ANN


def test_the_winner_of_a_trick_leads_the_next_trick() -> None:
    table = Table("oh7", *EXAMPLE)
    table.bet("2C 3S 2S 1D")
    table.play("0C 7D 3D 7C")
    assert (table.won, table.turn) == ([1, 0, 0, 0], ANN)


def test_a_card_cannot_be_played_twice() -> None:
    """C2."""
    table = Table("oh7", *EXAMPLE)
    table.bet("2C 3S 2S 1D")
    table.play("7H 2H 0H 1S")
    assert table.refused("play 7H", BEN)
    assert table.hand(BEN) == "3S 3H 5H 6H 0C 1C"


@pytest.mark.parametrize("text", ["play 1S", "bet 9S", "bet", "bet 3S 3H", "", "pass", "bet 3X", "play"])
def test_the_refusal_of_a_text_that_is_not_a_legal_action_gives_the_reason(text: str) -> None:
    """C2: Ben can't play a card while players are betting, or bet something that isn't a card."""
    assert Table("oh7", *EXAMPLE).refused(text, BEN)


def test_a_card_of_another_hand_cannot_be_bet() -> None:
    """C2."""
    assert "1♠" in Table("oh7", *EXAMPLE).refused("bet 1S", BEN)


@pytest.mark.parametrize("text", ["bet 3s", "BET 3S", "  bet   3S "])
def test_capitals_and_spaces_do_not_matter_in_the_text_of_an_action(text: str) -> None:
    table = Table("oh7", *EXAMPLE)
    table.do(text, BEN)
    assert table.actors == [ANN, CLEO, DAN]


# Scoring

EXAMPLE_TRICKS = "7H 2H 0H 1S", "6H 2S 0S 2C", "5H 4S 7S 3C", "3H 5S 0D 4C", "0C 6S 1D 7C", "6C 1C 6D 2D", "5C 3S 7D 3D"


def test_the_example_of_scores_comes_out_as_the_rule_book_says() -> None:
    """The rule book's example 2 scores 8, -1, -2 and 5 points."""
    table = Table("oh7", *EXAMPLE)
    table.bet("2C 3S 2S 0H")
    table.bet("3C 3H 2H 0S")
    for trick in EXAMPLE_TRICKS[:-1]:
        table.play(trick)
    assert table.won == [2, 4, 0, 0]
    table.play(EXAMPLE_TRICKS[-1])
    assert (table.scores, table.rounds, table.phase) == ([8, -1, -2, 5], 1, "deal")


def test_scores_add_up_over_the_rounds() -> None:
    table = Table("oh7", *EXAMPLE, scores=(10, 20, -30, 0))
    table.bet("2C 3S 2S 0H")
    table.bet("3C 3H 2H 0S")
    for trick in EXAMPLE_TRICKS:
        table.play(trick)
    assert table.scores == [18, 19, -32, 5]


def test_a_player_who_bets_seven_tricks_and_wins_them_scores_the_bonus_and_the_basket_and_seven_points() -> None:
    """Ann scores 2 points, the basket of 1 point, and 7 points for her tricks."""
    assert round_that_ann_sweeps("7S 1H 0C").scores == [10, -1, 3]


def test_nobody_gets_the_basket_if_all_players_fail() -> None:
    assert round_that_ann_sweeps("6S 1H 1C").scores == [-1, -1, -1]


def test_a_failed_bet_loses_the_difference_between_bet_and_tricks() -> None:
    """Ben promised 4 tricks, won none and loses 4; Cleo made her bet of 0 and scores 2 and the basket of 5."""
    assert round_that_ann_sweeps("6S 4H 0C").scores == [-1, -4, 7]


def test_everybody_who_made_their_bet_gets_the_whole_basket() -> None:
    assert round_that_ann_sweeps("5S 0H 0C 0D").scores == [-2, 4, 4, 4]


# The end of the match


def test_no_match_ends_before_seven_rounds() -> None:
    """O6: the match goes on after six rounds, even though Ann is in the lead and has made her bet."""
    table = round_that_ann_sweeps("7S 1H 0C", rounds=5)
    assert table.rounds == 6
    assert another_round_is_played(table)


def test_a_player_who_leads_alone_and_made_the_last_bet_wins() -> None:
    """O6."""
    table = round_that_ann_sweeps("7S 1H 0C", rounds=6)
    assert (table.phase, table.winners, table.rounds, table.actors) == ("over", [ANN], 7, [])


def test_a_player_who_won_no_tricks_in_the_last_round_can_win_the_match() -> None:
    """O6: Cleo has the highest score and made a bet of 0, which is enough to win."""
    assert round_that_ann_sweeps("7S 1H 0C", rounds=6, scores=(0, 0, 20)).winners == [CLEO]


def test_nobody_wins_if_the_player_in_the_lead_failed_the_last_bet() -> None:
    """O6: Cleo made her bet, but Ann, who failed hers, has more points."""
    assert another_round_is_played(round_that_ann_sweeps("6S 2H 0C", rounds=6, scores=(50, 0, 0)))


def test_from_the_seventh_round_on_the_match_ends_as_soon_as_there_is_a_winner() -> None:
    """O6."""
    table = round_that_ann_sweeps("6S 2H 0C", rounds=6, scores=(50, 0, 0))
    table.deal(*ANN_WINS_ALL[:3])
    table.bet("6S 2H 0C")
    play_out(table)
    assert another_round_is_played(table)
    table.deal(*ANN_WINS_ALL[:3])
    table.bet("7S 1H 0C")
    play_out(table)
    assert (table.winners, table.rounds) == ([ANN], 9)


def test_another_round_is_played_if_one_of_the_players_tied_for_the_lead_failed_the_last_bet() -> None:
    """O6: Ann, Ben and Cleo are tied with 3 points each, and Ann failed her last bet."""
    table = round_that_ann_sweeps("6S 0H 0C", rounds=6, scores=(4, 0, 0))
    assert table.scores == [3, 3, 3]
    assert another_round_is_played(table)


def test_another_round_is_played_if_all_players_tied_for_the_lead_failed_the_last_bet() -> None:
    """O6."""
    assert another_round_is_played(round_that_ann_sweeps("6S 1H 1C", rounds=6))


def test_the_tied_player_with_the_most_bets_made_wins_if_all_tied_players_made_the_last_bet() -> None:
    """O6."""
    table = round_that_ann_sweeps("6S 0H 0C", rounds=6, scores=(0, 5, 5), made=(0, 4, 3))
    assert (table.scores, table.winners) == ([-1, 8, 8], [BEN])


def test_bets_made_by_players_who_are_not_in_the_lead_do_not_count() -> None:
    """O6: Ann has made the most bets, but she isn't among the players with the highest score."""
    assert round_that_ann_sweeps("6S 0H 0C", rounds=6, scores=(0, 5, 5), made=(6, 3, 4)).winners == [CLEO]


def test_a_higher_score_beats_a_larger_number_of_bets_made() -> None:
    """O6."""
    assert round_that_ann_sweeps("6S 0H 0C", rounds=6, scores=(0, 5, 4), made=(0, 0, 6)).winners == [BEN]


def test_players_who_are_tied_for_the_lead_and_have_made_equally_many_bets_share_the_victory() -> None:
    """O6."""
    assert round_that_ann_sweeps("6S 0H 0C", rounds=6, scores=(0, 5, 5), made=(6, 3, 3)).winners == [BEN, CLEO]


def test_two_of_three_tied_players_share_the_victory_if_the_third_made_fewer_bets() -> None:
    """O6."""
    table = round_that_ann_sweeps("6S 0H 0C 0D", rounds=6, made=(0, 2, 3, 3))
    assert (table.scores, table.winners) == ([-1, 3, 3, 3], [CLEO, DAN])


def test_bets_made_are_counted_over_the_whole_match() -> None:
    """O6: only Ben makes his bet in the first of two rounds; after the second, he and Cleo are tied."""
    table = round_that_ann_sweeps("6S 0H 1C", min_rounds=2, forbidden_sum=-1)
    table.state.scores[:3] = 0
    table.deal(*ANN_WINS_ALL[:3])
    table.bet("6S 0H 0C")
    play_out(table)
    assert (table.scores, table.winners) == ([-1, 3, 3], [BEN])


@pytest.mark.parametrize("made", [(0, 4, 3), (0, 3, 3)])
def test_every_tie_leads_to_another_round_if_the_option_ties_is_extra_round(made: tuple[int, ...]) -> None:
    """O6: the option `ties` is "extra_round" instead of its default."""
    table = round_that_ann_sweeps("6S 0H 0C", rounds=6, scores=(0, 5, 5), made=made, ties="extra_round")
    assert another_round_is_played(table)


def test_a_player_who_leads_alone_wins_as_usual_if_the_option_ties_is_extra_round() -> None:
    """O6: the option `ties` is "extra_round" instead of its default."""
    assert round_that_ann_sweeps("7S 1H 0C", rounds=6, ties="extra_round").winners == [ANN]
    assert another_round_is_played(round_that_ann_sweeps("6S 1H 1C", rounds=6, scores=(9, 0, 0), ties="extra_round"))


# Options


def test_the_option_min_rounds_sets_the_minimum_number_of_rounds() -> None:
    """C4."""
    assert round_that_ann_sweeps("7S 1H 0C", min_rounds=1).winners == [ANN]
    assert another_round_is_played(round_that_ann_sweeps("7S 1H 0C", rounds=6, min_rounds=8))


def test_the_option_made_bonus_sets_the_points_for_a_made_bet() -> None:
    """C4: with a bonus of 5, Ann scores 5, the basket of 1, and 7 for her tricks."""
    assert round_that_ann_sweeps("7S 1H 0C", made_bonus=5).scores == [13, -1, 6]
    assert round_that_ann_sweeps("7S 1H 0C", made_bonus=0).scores == [8, -1, 1]


def test_the_option_trick_points_sets_the_points_for_each_trick() -> None:
    """C4: Ann scores 2, the basket of 1, and 3 for each of her 7 tricks; losses don't change."""
    assert round_that_ann_sweeps("7S 1H 0C", trick_points=3).scores == [24, -1, 3]
    assert round_that_ann_sweeps("7S 1H 0C", trick_points=0).scores == [3, -1, 3]


def test_the_option_forbidden_sum_sets_the_refused_sum() -> None:
    """C4: with a forbidden sum of 8, a sum of 8 is refused and a sum of 7 is accepted."""
    table = Table("oh7", *EXAMPLE, forbidden_sum=8)
    table.bet("3C 3H 2H 0S")
    assert table.phase == "bet"
    table.bet("2C 3S 2S 0H")
    assert table.phase == "play"


def test_no_sum_is_refused_if_the_forbidden_sum_is_minus_one() -> None:
    """C4."""
    table = Table("oh7", *EXAMPLE, forbidden_sum=-1)
    table.bet("2C 3S 2S 0H")
    assert table.phase == "play"


@pytest.mark.parametrize("attempts", [1, 2])
def test_the_option_attempts_sets_the_number_of_attempts(attempts: int) -> None:
    """C4, O3: the round is dealt again after one or two attempts instead of three."""
    table = Table("oh7", *EXAMPLE, attempts=attempts)
    for bets in THREE_SEVENS[:attempts]:
        assert table.phase == "bet"
        table.bet(bets)
    assert (table.phase, table.rounds) == ("deal", 0)


def test_the_option_hand_size_sets_the_number_of_cards_and_tricks() -> None:
    """C4: with four cards there are four tricks, and Ann wins them all."""
    table = Table("oh7", "7S 6S 5S 4S", "0H 1H 2H 3H", "0C 1C 2C 3C", hand_size=4)
    assert int(table.state.aside).bit_count() == 12
    table.bet("4S 2H 1C")
    table.bet("5S 1H 0C")
    assert table.phase == "play"
    play_out(table)
    assert (table.rounds, table.scores) == (1, [-1, -1, 4])


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("min_rounds", 0),
        ("hand_size", 8),
        ("hand_size", 0),
        ("made_bonus", -1),
        ("made_bonus", "two"),
        ("trick_points", -1),
        ("forbidden_sum", -2),
        ("attempts", 0),
        ("attempts", 4),
        ("dummy_tricks", 8),
        ("dummy_tricks", -1),
        ("ties", "coin"),
        ("jokers", 1),
    ],
)
def test_an_error_about_an_impossible_option_names_the_option(name: str, value: int | str) -> None:
    """C4."""
    with pytest.raises(ParlourError, match=name):
        OH7.new_state(3, {name: value})


def test_the_defaults_of_the_options_are_the_numbers_of_the_rule_book() -> None:
    """C4."""
    assert OH7.options_of(OH7.new_state()) == {
        "min_rounds": 7,
        "hand_size": 7,
        "made_bonus": 2,
        "trick_points": 1,
        "forbidden_sum": 7,
        "attempts": 3,
        "dummy_tricks": 2,
        "ties": "source",
    }


# Two players and the Dummy


def test_the_pile_of_the_dummy_has_ten_cards_and_two_are_turned_up_after_the_bets() -> None:
    """O7: the top two cards of the pile are turned up."""
    table = Table("oh7", "7S 1H 1C 0S", "5H 3C 2S 3S", pile="0C 2C 0H 6C 4C", hand_size=4)
    assert table.state.open == 0
    table.do("bet 7S", ANN)
    assert table.state.open == 0
    table.do("bet 2S", BEN)
    assert OH7.deck.listed(table.state.open) == ["0C", "2C"]
    full = Table("oh7", players=2)
    assert full.state.pile_end - full.state.pile_top == 10


def test_the_dummys_bet_counts_towards_the_sum() -> None:
    """O7: players' bets of 5 in all are refused, because the Dummy's 2 makes 7; bets of 7 in all are accepted."""
    table = Table("oh7", "1S 2S 3S 4S 5S 6S 7S", "0H 1H 2H 3H 4H 5H 6H")
    table.bet("5S 0H")
    assert table.phase == "bet"
    table.bet("6S 1H")
    assert table.phase == "play"


def test_a_round_is_dealt_again_after_a_third_sum_of_7_that_includes_the_dummys_bet() -> None:
    """O3, O7."""
    table = Table("oh7", "1S 2S 3S 4S 5S 6S 7S", "0H 1H 2H 3H 4H 5H 6H")
    for bets in ("5S 0H", "4S 1H", "3S 2H"):
        table.bet(bets)
    assert (table.phase, table.rounds) == ("deal", 0)


def test_the_dummy_is_never_first_leader() -> None:
    """O7: the Dummy isn't first leader even if its bet of 2 is higher than the bets of both players."""
    table = Table("oh7", "1S 2S 3S 4S 5S 6S 7S", "0H 1H 2H 3H 4H 5H 6H")
    table.bet("1S 0H")
    assert (table.leader, table.turn, table.trump) == (ANN, ANN, "S")


def test_the_dummy_plays_last_if_a_player_leads() -> None:
    """O8."""
    table = Table("oh7", "7S 1H 1C 0S", "5H 3C 2S 3S", pile="0C 2C 0H 6C 4C", hand_size=4)
    table.bet("7S 2S")
    table.play("1H")
    assert (table.turn, table.dummy) == (BEN, [])
    table.play("5H")
    assert table.dummy == ["0H"]
    assert table.won == [0, 1, 0]
    assert OH7.deck.listed(table.state.open) == ["0C", "2C"]


def test_if_the_dummy_won_a_trick_it_leads_its_top_card_and_the_first_leader_plays_second() -> None:
    """O8: the round's first leader plays second, not Ben, who led the last trick; the Dummy's face-up cards stay."""
    table = Table("oh7", "7S 1H 1C 0S", "5H 3C 2S 3S", pile="0C 2C 0H 6C 4C 5C", hand_size=4)
    table.bet("7S 2S")
    table.play("1H 5H")
    table.play("3C 1C")
    assert (table.dummy, table.won) == (["0H", "6C", "4C"], [0, 1, 1])
    assert OH7.deck.listed(table.state.open) == ["0C", "2C"]
    assert table.turn == ANN
    table.play("0S")
    assert table.turn == BEN


def test_players_must_follow_the_suit_that_the_dummy_leads() -> None:
    """O8, O5."""
    table = Table("oh7", "7S 1H 5C 0S", "5H 3C 2S 3S", pile="0C 2C 0H 6C 4C 5S", hand_size=4)
    table.bet("7S 2S")
    table.play("1H 5H")
    table.play("3C 5C")
    assert table.dummy[-1] == "4C"
    assert table.may_choose("7S 0S", seat=ANN)


def test_a_player_who_wins_a_trick_led_by_the_dummy_leads_the_next_trick_and_the_dummy_plays_last() -> None:
    """O8."""
    table = Table("oh7", "7S 1H 1C 0S", "5H 3C 2S 3S", pile="0C 2C 0H 6C 4C 5C", hand_size=4)
    table.bet("7S 2S")
    table.play("1H 5H 3C 1C")
    table.play("0S 2S")
    assert (table.won, table.turn) == ([0, 2, 1], BEN)
    table.play("3S")
    assert table.turn == ANN


DUMMY_ANSWERS = [
    # If the Dummy wants its first trick, it plays the lowest card that wins.
    ("S", "5H 3H", "6H 7H 2C", 0, "6H"),
    ("S", "5H 3H", "7H 1H 6H", 0, "6H"),
    ("S", "5H 3H", "0S 7S 1C", 0, "0S"),
    ("S", "3H 5S", "6S 4C 7S", 0, "6S"),
    # If the Dummy wants its second trick, it plays the highest card that wins.
    ("S", "5H 3H", "6H 7H 2C", 1, "7H"),
    ("S", "5H 3H", "0S 6S 1C", 1, "6S"),
    # If the Dummy wants to win but can't, it plays the lowest card that it may play.
    ("S", "5H 3H", "4H 1H 0C", 0, "1H"),
    ("S", "5H 3H", "4H 1H 0C", 1, "1H"),
    ("S", "5H 2S", "7H 6H 3S", 0, "6H"),
    ("S", "5H 4S", "3S 1C 0C", 0, "0C"),
    ("S", "5H 4S", "0S 7C 6C", 0, "6C"),  # O9: every trump ranks above all other cards
    ("S", "5S 4S", "3H 3C 4C", 0, "3C"),  # O9: of equal values, ♣ ranks below ♥.
    ("C", "5C 4C", "3H 3S 6S", 0, "3H"),  # O9: of equal values, ♥ ranks below ♠.
    # If the Dummy wants to lose, it plays the highest card that loses.
    ("S", "5H 3H", "6H 4H 2H", 2, "4H"),
    ("S", "5H 3H", "0S 7S 6C", 2, "6C"),
    ("S", "5H 4S", "3S 7C 1C", 2, "3S"),  # O9
    ("S", "5H 4S", "7H 6H 0C", 2, "7H"),
    ("S", "5S 4S", "3H 3C 1C", 2, "3H"),  # O9: of equal values, ♥ ranks above ♣.
    ("C", "5C 4C", "3H 3S 1S", 2, "3S"),  # O9: of equal values, ♠ ranks above ♥.
    # If the Dummy wants to lose but can't, it plays the highest card that it may play.
    ("S", "5H 3H", "6H 7H 2C", 2, "7H"),
    ("S", "5H 3H", "0S 1S 4S", 2, "4S"),
    # If the Dummy has won more tricks than it promised, it still wants to lose.
    ("S", "5H 3H", "6H 4H 2H", 3, "4H"),
    # The Dummy has to follow suit, even if that leaves it no choice.
    ("S", "5H 3H", "0H 7S 6S", 1, "0H"),
    ("S", "5H 3H", "7H 6S 0C", 2, "7H"),
]


@pytest.mark.parametrize(("trump", "trick", "faced", "won", "answer"), DUMMY_ANSWERS)
def test_the_dummy_tries_to_win_exactly_two_tricks(trump: str, trick: str, faced: str, won: int, answer: str) -> None:
    """O8, O9: the Dummy's choice among its three face-up cards depends on how many tricks it has won."""
    assert dummy_answer("oh7", trump, trick, faced, won) == answer


def test_which_card_the_dummy_plays_does_not_depend_on_the_order_of_its_three_cards() -> None:
    """O8: the Dummy may play any of its three cards, not only the card that it turned up last."""
    for faced in ("6H 7H 1H", "7H 1H 6H", "1H 6H 7H"):
        assert dummy_answer("oh7", "S", "5H 3H", faced, 0) == "6H"
        assert dummy_answer("oh7", "S", "5H 3H", faced, 2) == "1H"


def test_the_dummy_wins_its_first_trick_with_a_low_card_and_its_second_with_a_high_card() -> None:
    """O8: the Dummy plays 5H from 6H 7H 5H to the first trick, and 7H from 6H 7H 0C to the third."""
    hands = ("7S 1H 2H 3H 5C 1C 2C", "0H 4H 0S 1S 2S 3S 3C")
    table = Table("oh7", *hands, pile="6H 7H 5H 4C 0C 4S 6C 7C 5S 6S")
    table.bet("7S 3S")
    table.play("1H 0H")
    assert (table.dummy, table.turn) == (["5H", "4C"], ANN)
    table.play("5C 3C")
    table.play("2H 4H")
    assert (table.dummy, table.won) == (["5H", "4C", "7H", "4S"], [1, 0, 2])


def test_the_dummy_has_no_score_and_adds_nothing_to_the_basket() -> None:
    """O10: the Dummy wins no trick and misses its bet by 2, but the basket has only the 1 point that Ben lost."""
    table = Table("oh7", "1S 2S 3S 4S 5S 6S 7S", "0H 1H 2H 3H 4H 5H 6H")
    table.bet("7S 1H")
    play_out(table)
    assert table.scores == [10, -1]


def test_a_match_of_two_players_ends_like_any_other() -> None:
    """O6, O7: Ann has the highest score and made her last bet, so she wins."""
    table = Table("oh7", "1S 2S 3S 4S 5S 6S 7S", "0H 1H 2H 3H 4H 5H 6H", rounds=6)
    table.bet("7S 1H")
    play_out(table)
    assert table.winners == [ANN]


def test_the_option_dummy_tricks_sets_a_bet_that_counts_towards_the_sum() -> None:
    """C4: if the Dummy promises 3, the sum of 4 + 0 + 3 is refused."""
    table = Table("oh7", "1S 2S 3S 4S 5S 6S 7S", "0H 1H 2H 3H 4H 5H 6H", dummy_tricks=3)
    table.bet("4S 0H")
    assert table.phase == "bet"
    table.bet("5S 1H")
    assert table.phase == "play"


@pytest.mark.parametrize(("promised", "won", "answer"), [(0, 0, "4H"), (1, 1, "4H"), (3, 0, "6H"), (3, 2, "7H")])
def test_the_option_dummy_tricks_sets_how_many_tricks_the_dummy_tries_to_win(
    promised: int, won: int, answer: str
) -> None:
    """C4: from 4H 6H 7H the Dummy loses with 4H, wins an early trick with 6H, and wins its last trick with 7H."""
    assert dummy_answer("oh7", "S", "5H 3H", "4H 6H 7H", won, dummy_tricks=promised) == answer


def test_the_dummy_plays_one_card_to_every_trick() -> None:
    """O8: the Dummy also plays a card to the last trick of the round."""
    table = table_for_trick("oh7", "S", "5H 3H", pile="0H 1H 0C 1C 2C 3C")
    play_out(table)
    assert (table.rounds, len(table.dummy)) == (1, 4)
