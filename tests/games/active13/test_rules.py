"""Tests of Active 13's rules: every sentence of the rule text and the rulings A1 to A7, with cards on the table."""

import json
import random
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.engine.rng import generator
from parlour.engine.sets import each
from parlour.errors import ParlourError
from parlour.game.view import View
from parlour.games.active13 import redeal as seen
from parlour.games.active13.rules import PLAY
from parlour.match.fair import seeded_key
from parlour.match.match import Match
from tests.games.active13.at_table import (
    ALL,
    ANN,
    ANN_PILE,
    BEN,
    BEN_PILE,
    GAME,
    STARTERS,
    Table,
    after_round_1,
    cards,
    example,
    filled,
    listed,
    random_match,
    truth_fits,
)

RECORD = Path(__file__).parent / "hand.json"


# --- A1, A2: the setup


def test_the_first_thirteen_cards_are_the_four_2s_and_the_3_of_hearts_and_eight_other_cards() -> None:
    """A1: the other 39 cards form the deck."""
    for seed in range(20):
        state, rng = GAME.new_state(), generator(bytes([seed + 1] * 32))
        GAME.deal(state, rng)
        for seat in (ANN, BEN):
            active = int(state.hands[seat]) | int(seen.draw_cards_of(state, seat))
            deck = int(seen.deck_cards_of(state, seat))
            assert cards(listed(active)) >= set(STARTERS)
            assert (active.bit_count(), deck.bit_count(), active & deck) == (13, 39, 0)


def test_a_setup_that_lacks_a_starting_card_is_refused() -> None:
    """A1."""
    state = GAME.new_state()
    draw = [ALL[1:14], filled(BEN_PILE, 13)]
    deck = [[card for card in ALL if card not in pile] for pile in draw]
    with pytest.raises(ParlourError, match="draw pile of seat 0 lacks the cards 2S 3H 2C 2D"):
        GAME.place(state, {"deal": {"leader": 0, "draw": draw, "deck": deck}})


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"leader": 2}, "leader cannot be 2; expected 0 or 1"),
        ({"leader": None}, "leader cannot be None"),
        ({"leader": True}, "leader cannot be True"),
        ({"draw": None}, "need a list of cards for each"),
        ({"draw": [[1], []]}, "is not a list of card names"),
        ({"deck": [["2S"], []]}, "card '2S' is listed twice in the deck of seat 0"),
        ({"deck": [["1S"], []]}, "there is no card '1S'"),
        ({"deck": [[], []]}, "have 13 and 0 cards; expected 13 and 39"),
    ],
)
def test_the_refusal_of_an_impossible_setup_names_the_wrong_value(change: dict[str, object], reason: str) -> None:
    """A1, A2."""
    draw = [filled(ANN_PILE, 13), filled(BEN_PILE, 13)]
    deal = {"leader": 0, "draw": draw, "deck": [[card for card in ALL if card not in pile] for pile in draw]}
    state = GAME.new_state()
    before = state.tobytes()
    with pytest.raises(ParlourError, match=reason):
        GAME.place(state, {"deal": {**deal, **change}})
    assert state.tobytes() == before


def test_an_event_that_is_not_a_deal_is_refused_at_the_setup() -> None:
    with pytest.raises(ParlourError, match="expected a deal event"):
        GAME.place(GAME.new_state(), {"chance": {}})


def test_the_first_leader_is_drawn_and_either_player_can_lead_first() -> None:
    """A2."""
    leaders: Counter[int] = Counter()
    for seed in range(40):
        state = GAME.new_state()
        GAME.deal(state, generator(bytes([seed + 1] * 32)))
        leaders[int(state.leader)] += 1
    assert leaders[ANN] >= 10 <= leaders[BEN]


@pytest.mark.parametrize("leader", [ANN, BEN])
def test_the_lead_alternates_between_rounds_no_matter_who_wins(leader: int) -> None:
    """A2."""
    table = Table("AS", "2S", leader=leader, hand_size=1)
    for number in range(4):
        assert table.turn == (leader if number % 2 == 0 else 1 - leader)
        table.do("stick", "stick")
        for _ in range(2):
            table.do(table.may()[0])


@pytest.mark.parametrize(("word", "leader"), [("first_seat", ANN), ("second_seat", BEN)])
def test_the_first_leader_can_be_chosen(word: str, leader: int) -> None:
    """A2."""
    for seed in range(5):
        state = GAME.new_state(2, {"first_leader": word})
        GAME.deal(state, generator(bytes([seed + 1] * 32)))
        assert (int(state.leader), GAME.actors(state)) == (leader, 1 << leader)


def test_a_setup_is_refused_if_its_first_leader_is_not_the_chosen_first_leader() -> None:
    """A2."""
    with pytest.raises(ParlourError, match="leader cannot be 0; expected 1"):
        example(first_leader="second_seat")


def test_the_lead_belongs_to_the_leader_of_the_first_trick_for_the_whole_round() -> None:
    """A2, A5: the badge stays with Ann, even when Ben wins a trick and leads to the next."""
    table, badges = example(), []
    for step in ("stick", "stick", "play 4C", "play 10D", "play 9H", "play JH"):
        table.do(step)
        badges.append([seat.badges for seat in GAME.view(GAME.hidden(table.state, BEN), BEN).seats])
    assert table.turn == BEN
    assert badges == [[("has_lead",), ()]] * 6


# --- A3: drawing


def test_a_round_starts_with_five_cards_from_the_draw_pile() -> None:
    table = example()
    assert table.hand(ANN) == "KS 2H 9H 4C 2D"
    assert table.hand(BEN) == "KS 3H JH 7D 10D"
    assert list(table.state.draw_size) == [8, 8]


def test_a_player_whose_draw_pile_runs_out_shuffles_the_discard_pile_and_draws_the_rest() -> None:
    """A3: seat 0 shuffles before seat 1, and nobody may act until both seats have drawn."""
    table = after_round_1()
    table.do("stick", "stick")
    table.play("AS 5S 9D 8D 2D 7C 6C 2C 2H 3H")
    assert table.phase == "deal"
    assert GAME.actors(table.state) == 0
    assert [table.hand(ANN), table.hand(BEN)] == ["2S AC JD", "2S 5H 2C"]
    with pytest.raises(ParlourError, match="seat cannot be 1; expected 0"):
        table.shuffle(BEN, "")
    with pytest.raises(ParlourError, match="lacks the cards"):
        table.shuffle(ANN, "KS")
    with pytest.raises(ParlourError, match="card 'AC' is listed twice in the shuffled pile of seat 0"):
        table.shuffle(ANN, "AC")
    table.shuffle(ANN, "QH KS 9H 4C 2H 5S 3H 7C 8D 2C")
    assert table.phase == "deal"
    table.shuffle(BEN, "AS KS 3H JH 7D 10D 2H 6C 2D 9D")
    assert table.phase == "upgrade"
    assert [table.hand(ANN), table.hand(BEN)] == ["2S KS QH AC JD", "2S KS AS 5H 2C"]
    assert [table.discard(ANN), table.discard(BEN)] == ["", ""]
    assert list(table.state.draw_size) == [8, 8]


def test_the_discard_pile_is_not_shuffled_until_the_draw_pile_runs_out() -> None:
    """A3."""
    table = Table("", "", start_cards=5)
    table.do("stick", "stick")
    for _ in range(10):
        table.do(table.may()[0])
    assert table.phase == "upgrade"
    assert list(table.state.draw_size) == [0, 0]
    assert int(table.state.discard[ANN]).bit_count() == 5


# --- A4: upgrades


def test_a_spent_heart_goes_to_the_discard_pile_and_the_top_card_of_the_deck_into_the_hand() -> None:
    """A4."""
    table = example()
    table.do("spend 2H")
    assert table.hand(ANN) == "KS 9H QH 4C 2D"
    assert table.discard(ANN) == "2H"
    assert table.phase == "bin"
    table.do("bin 2D")
    assert table.hand(ANN) == "KS 9H QH 4C"
    assert listed(table.state.binned[ANN]) == "2D"
    assert (table.phase, table.turn) == ("upgrade", ANN)


def test_a_player_may_bin_any_card_even_the_card_just_bought() -> None:
    """A4."""
    table = example()
    table.do("spend 2H")
    assert table.may() == ["bin KS", "bin 9H", "bin QH", "bin 4C", "bin 2D"]
    table.do("bin QH")
    assert table.hand(ANN) == "KS 9H 4C 2D"


def test_a_player_may_upgrade_again_and_spend_a_heart_just_bought() -> None:
    """A4."""
    table = example()
    table.do("spend 2H", "bin 2D", "spend QH", "bin 4C", "spend 9H", "bin 10S")
    assert int(table.state.hands[ANN]).bit_count() == 2
    assert table.discard(ANN) == "2H 9H QH"


def test_the_leader_upgrades_first_and_cannot_upgrade_after_sticking() -> None:
    """A4."""
    table = example()
    assert table.refused("spend 3H", BEN) == "It is seat 0's turn, not yours."
    table.do("stick")
    assert table.turn == BEN
    assert table.refused("spend 2H", ANN) == "It is seat 1's turn, not yours."
    table.do("spend 3H", "bin 4H", "stick")
    assert (table.phase, table.turn) == ("play", ANN)


def test_each_player_always_has_thirteen_active_cards() -> None:
    table = after_round_1()
    for seat in (ANN, BEN):
        active = int(table.state.hands[seat]) | int(table.state.discard[seat]) | seen.draw_cards_of(table.state, seat)
        assert int(active).bit_count() == 13


def test_without_a_heart_a_player_can_only_stick() -> None:
    """A4."""
    table = Table("AS KS QS 4C 2D", BEN_PILE)
    assert table.may() == ["stick"]
    assert table.refused("spend AS") == "A♠ is not a heart: only a heart can be spent."
    assert table.refused("spend 2H") == "2♥ is not in your hand."


def test_with_an_empty_deck_a_player_can_only_stick() -> None:
    """A4."""
    table = Table("2H", "2H", start_cards=47)
    assert table.may() == ["stick"]
    assert table.refused("spend 2H") == "Your deck is empty: there is no card to buy."


def test_the_refusal_of_an_unknown_action_says_what_is_expected() -> None:
    """C2."""
    table = example()
    assert (
        table.refused("play KS")
        == "'play KS' is not an action here; expected spend followed by a heart, or stick, such as: spend 2H"
    )
    assert table.refused("spend 1X").startswith("there is no card '1X'")
    table.do("spend 2H")
    assert table.refused("stick") == "'stick' is not an action here; expected bin followed by a card, such as: bin KS"
    assert table.refused("bin AS") == "A♠ is not in your hand."


# --- A5: tricks


def test_a_player_who_can_follow_suit_must_follow() -> None:
    """A5."""
    table = example()
    table.do("stick", "stick")
    table.play("2D")
    assert table.may() == ["play 7D", "play 10D"]
    assert table.refused("play KS") == "You must follow ♦."
    table.play("7D")


def test_a_player_who_cannot_follow_suit_may_play_any_card() -> None:
    """A5."""
    table = example()
    table.do("stick", "stick")
    table.play("4C")
    assert table.may() == ["play KS", "play 3H", "play JH", "play 7D", "play 10D"]


@pytest.mark.parametrize(
    ("led", "reply", "winner"),
    [
        ("9C", "10C", BEN),
        ("10C", "9C", ANN),
        ("KD", "AD", BEN),  # Aces are high.
        ("AD", "2D", ANN),
        ("AS", "2H", BEN),  # Hearts are trumps.
        ("2H", "AH", BEN),
        ("3H", "2H", ANN),
        ("2S", "AD", ANN),  # If the suits differ and no heart is played, the card led wins.
        ("2D", "AS", ANN),
    ],
)
def test_the_higher_card_of_the_suit_led_wins_the_trick_unless_a_heart_is_played(
    led: str, reply: str, winner: int
) -> None:
    """A5: the winner of a trick leads to the next."""
    table = Table(f"{led} 6S", f"{reply} 6C", hand_size=2)
    table.do("stick", "stick")
    table.play(f"{led} {reply}")
    assert list(table.state.won) == [int(winner == ANN), int(winner == BEN)]
    assert table.turn == winner


@pytest.mark.parametrize("leader", [ANN, BEN])
def test_a_drawn_trick_counts_for_both_players_and_its_leader_leads_again(leader: int) -> None:
    """A5."""
    table = Table("AH 6S", "AH 6S", leader=leader, hand_size=2)
    table.do("stick", "stick")
    table.play("AH AH")
    assert list(table.state.won) == [1, 1]
    assert table.turn == leader
    view = GAME.view(GAME.hidden(table.state, BEN), BEN)
    assert view.centre.last_winner is None


def shown_tricks(view: View) -> list[tuple[str, int | None]]:
    """Return the row of tricks: for each trick its cards, with the seats that played them, and its winner."""
    assert view.centre.tricks is not None
    return [(" ".join(f"{play.seat}:{play.card}" for play in one.plays), one.winner) for one in view.centre.tricks]


@pytest.mark.parametrize("viewer", [ANN, BEN, -1])
def test_finished_tricks_stay_on_the_table_until_somebody_acts_in_the_next_round(viewer: int) -> None:
    """A5, A6: the row shows the rules page's example: a draw, Ann's two tricks, Ben's trick, and a leftover card."""
    table = after_round_1()
    view = GAME.view(GAME.hidden(table.state, viewer), viewer)
    assert shown_tricks(view) == [("0:KS 1:KS", None), ("0:4C 1:10D", ANN), ("0:QH 1:3H", ANN), ("0:9H 1:JH", BEN),
                                  ("1:7D", BEN)]  # fmt: skip
    assert [play.card for play in view.centre.last_trick] == ["9H", "JH"]
    table.do("stick")
    assert GAME.view(GAME.hidden(table.state, viewer), viewer).centre.tricks == ()


@given(st.integers(0, 2**32), st.integers(1, 13))
def test_the_row_on_the_table_shows_each_trick_with_its_winner(seed: int, size: int) -> None:
    """A5, A6: the winner of a trick leads to the next, and a player gets one point for each trick won in the row."""
    rng = random.Random(seed)
    match = Match(GAME, options={"hand_size": size}, key=seeded_key(seed, 0), telling=False)
    match.advance()
    while not match.over and match.state.rounds < 2:
        (seat,) = match.actors
        match.act(seat, rng.choice(match.legal(seat)))
        match.advance()
        centre = match.view(-1).centre
        if not centre.tricks:
            continue
        won = [sum(trick.winner in (one, None) for trick in centre.tricks) for one in range(2)]
        assert won == list(match.state.won if match.state.phase == PLAY else match.state.gains)
        for before, after in pairwise(trick for trick in centre.tricks if len(trick.plays) == 2):
            assert after.plays[0].seat == (before.plays[0].seat if before.winner is None else before.winner)


# --- A6: the end of a round


def test_a_player_with_cards_left_over_wins_a_trick_for_each_of_them() -> None:
    """A6: the rules page has this round as its example."""
    table = after_round_1()
    assert table.scores == [3, 3]
    assert table.state.rounds == 1


def test_a_hand_emptied_by_upgrades_ends_the_round_before_the_first_trick() -> None:
    """A6."""
    table = Table("2H 3H", "5C 6C", ("8H 9H", ""), hand_size=2)
    table.do("spend 2H", "bin 8H", "spend 3H", "bin 9H", "stick")
    assert table.phase == "upgrade"
    table.do("stick")
    assert table.scores == [0, 2]
    assert table.state.rounds == 1
    view = GAME.view(GAME.hidden(table.state, ANN), ANN)
    assert shown_tricks(view) == [("1:5C", BEN), ("1:6C", BEN)]
    assert view.centre.last_trick == ()
    table.do("stick")
    assert GAME.view(GAME.hidden(table.state, ANN), ANN).centre.tricks == ()


def test_nobody_scores_if_upgrades_empty_both_hands() -> None:
    """A6."""
    table = Table("2H", "2H", ("KC", "KC"), hand_size=1)
    table.do("spend 2H", "bin KC", "stick", "spend 2H", "bin KC", "stick")
    assert table.scores == [0, 0]
    assert table.state.rounds == 1


def test_cards_that_were_played_or_left_over_go_to_their_owners_discard_piles() -> None:
    """A6."""
    table = after_round_1()
    assert cards(table.discard(ANN)) == cards("2H KS 4C QH 9H")
    assert cards(table.discard(BEN)) == cards("KS 10D 3H JH 7D")


# --- A7: the end of the match


@pytest.mark.parametrize(
    ("scores", "after", "winner"),
    [
        ("36 30", [39, 33], None),
        ("37 30", [40, 33], ANN),
        ("30 37", [33, 40], BEN),
        ("38 39", [41, 42], BEN),  # If both players reach 40, the higher score wins.
        ("38 38", [41, 41], None),  # With equal scores, play another round.
    ],
)
def test_reaching_the_target_wins_at_the_end_of_a_round(scores: str, after: list[int], winner: int | None) -> None:
    """A7: both players win three tricks in this round."""
    table = after_round_1(scores=scores)
    assert table.scores == after
    assert list(each(GAME.winners(table.state))) == ([] if winner is None else [winner])
    assert GAME.over(table.state) == (winner is not None)
    assert (GAME.actors(table.state) == 0) == (winner is not None)


def test_the_match_does_not_end_within_a_round() -> None:
    """A7."""
    table = example(scores="39 0")
    table.do("stick", "stick")
    table.play("9H 3H")
    assert (table.phase, list(table.state.won)) == ("play", [1, 0])


# --- options (C4)


def test_the_target_score_can_be_chosen() -> None:
    table = after_round_1(target=3, scores="1 0")
    assert list(each(GAME.winners(table.state))) == [ANN]


@pytest.mark.parametrize(("hand_size", "start_cards"), [(1, 0), (5, 0), (3, 20), (13, 8), (13, 47), (6, 1)])
def test_matches_with_other_hand_sizes_and_numbers_of_starting_cards_can_be_played(
    hand_size: int, start_cards: int
) -> None:
    for state in random_match(7, hand_size=hand_size, start_cards=start_cards, target=20):
        assert int(state.hands[ANN]).bit_count() <= hand_size + 1
        assert all(truth_fits(state, seat) for seat in (ANN, BEN))


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"hand_size": 9, "start_cards": 3}, r"hand_size \(9\) cannot be higher than option start_cards \(3\) \+ 5"),
        ({"hand_size": 6, "start_cards": 0}, "hand_size"),
        ({"hand_size": 0}, "hand_size cannot be 0; expected a whole number from 1 to 13"),
        ({"start_cards": 48}, "start_cards cannot be 48; expected a whole number from 0 to 47"),
        ({"target": 0}, "target cannot be 0"),
        ({"target": 401}, "target cannot be 401; expected a whole number from 1 to 400"),
    ],
)
def test_impossible_options_are_refused(options: dict[str, int], reason: str) -> None:
    with pytest.raises(ParlourError, match=reason):
        GAME.new_state(2, options)


@pytest.mark.parametrize("players", [1, 3])
def test_only_two_players_can_play(players: int) -> None:
    with pytest.raises(ParlourError, match="expected 2 players"):
        GAME.new_state(players)


# --- the human side


def test_the_prompt_says_what_to_do_and_the_view_marks_the_refused_cards() -> None:
    table = example()
    view = GAME.view(GAME.hidden(table.state, ANN), ANN)
    assert str(view.prompt) == "Spend a heart to buy a card, or stick."
    assert {refused.card for refused in view.refused} == cards("KS 4C 2D")
    assert view.section == "Upgrading"
    table.do("spend 2H")
    assert str(GAME.view(GAME.hidden(table.state, ANN), ANN).prompt).startswith("You have bought a card")
    assert str(GAME.view(GAME.hidden(table.state, BEN), BEN).prompt) == "It is seat 0's turn."


def test_the_log_mentions_a_drawn_trick_and_the_cards_left_over() -> None:
    table = example()
    table.do("spend 2H", "bin 2D", "stick", "stick")
    told = []
    for card in ("KS", "KS", "4C", "10D", "QH", "3H", "9H", "JH"):
        before, seat = table.state.copy(), table.turn
        table.do(f"play {card}")
        action = GAME.deck.cards(card)[0]
        told += [text.format(("Ann", "Ben")) for text in GAME.tell(before, table.state, seat, action)]
    assert told[2] == "Both play the same card: a trick for each."
    assert "Ben has cards left and wins a trick for each: 7♦." in told
    assert told[-1] == "Ben leads round 2."


def test_a_record_written_by_hand_can_be_replayed() -> None:
    """A1 to A6: a person has checked this record of three rounds, with upgrades, a draw, leftovers and shuffles."""
    record = json.loads(RECORD.read_text())
    state = GAME.new_state(record["players"], record["options"])
    for event in record["events"]:
        before = state.copy()
        if "round" in event:
            assert {"round": int(state.rounds), **GAME.standing(state)} == event
        elif "do" in event:
            GAME.apply(state, event["seat"], GAME.parse_action(state, event["seat"], event["do"]))
        else:
            GAME.place(state, event)
            assert GAME.chance_event(before, state) == event
