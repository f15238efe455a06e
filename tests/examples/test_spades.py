"""Tests of Spades, our example of bids and teams: every sentence of its rules, and the tests for all games."""

import sys
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

import pytest
from scipy.stats import chisquare

from parlour.bots.search import Budget
from parlour.engine.sets import each
from parlour.game.game import SPECTATOR, Game, State
from parlour.game.texts import Refusal
from parlour.games import GAMES, PATHS
from parlour.games.outside import load_file
from parlour.games.rules_page import headings, rules_page
from parlour.lab.arena import Contest, run
from parlour.match.fair import chance_generator, seeded_key
from parlour.match.match import Match
from parlour.testing import Check, properties
from tests.pages import ROOT

FILE = ROOT / "examples" / "spades.py"
NAME, PLAYERS = "spades", 4
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
ONE_SUIT = tuple(" ".join(rank + suit for rank in RANKS) for suit in "SHCD")  # Seat 0 has all spades.
MIXED = (
    "2S 3S 4S 5S 2H 3H 4H 2C 3C 4C 2D 3D 4D",
    "6S 7S 8S 9S 5H 6H 7H 5C 6C 7C 5D 6D 7D",
    "10S JS QS 8H 9H 10H JH 8C 9C 10C 8D 9D 10D",
    "KS AS QH KH AH JC QC KC AC JD QD KD AD",
)


GAME = load_file(FILE)
MODULE = sys.modules[GAME.module]


@pytest.fixture(autouse=True)
def game(monkeypatch: pytest.MonkeyPatch) -> Game:
    """Register Spades under its name for one test."""
    monkeypatch.setitem(sys.modules, GAME.module, MODULE)  # Undo a second loading of the file by another test.
    monkeypatch.setitem(GAMES, NAME, GAME.module)
    monkeypatch.setitem(PATHS, NAME, FILE)
    return GAME


@pytest.mark.processes
@pytest.mark.parametrize("check", properties(GAME), ids=str)
def test_spades_has_every_property_that_all_games_must_have(check: Check) -> None:
    check()


def test_the_file_of_the_game_has_at_most_400_lines() -> None:
    assert len(FILE.read_text(encoding="utf-8").splitlines()) <= 400


def test_every_phase_of_the_game_has_a_section_in_its_rules(game: Game) -> None:
    assert set(headings(rules_page(NAME))) >= {"The deal", "Bidding", "Playing tricks", "Winning"}
    match = _dealt(game, ONE_SUIT)
    sections = [match.view().section]
    _bid(match, 1, 1, 1, 1)
    assert [*sections, match.view().section] == ["Bidding", "Playing tricks"]


# --- positions


def _dealt(game: Game, hands: tuple[str, ...], **options: Any) -> Match:
    """Return a match that starts with these hands; seat 0 deals."""
    match = Match(game, options=options, dealt_by_hand=True)
    _place(match, hands)
    return match


def _place(match: Match, hands: tuple[str, ...]) -> None:
    match.place({"deal": {"hands": [hand.split() for hand in hands]}})


def _bid(match: Match, *bids: int | str) -> None:
    """Make the bids of seats 0 to 3, no matter which seat bids first."""
    for _ in range(PLAYERS):
        seat = match.actors[0]
        match.act(seat, f"bid {bids[seat]}")


def _play(match: Match, cards: str) -> None:
    for card in cards.split():
        match.act(match.actors[0], f"play {card}")


def _round(match: Match, *bids: int | str) -> list[int]:
    """Play a round with these bids and arbitrary legal cards; return what each team gained."""
    _bid(match, *bids)
    rounds = match.rounds
    while match.rounds == rounds:
        match.act(match.actors[0], match.legal(match.actors[0])[0])
    return [int(gain) for gain in match.state.gains]


# --- bids


def test_the_left_neighbour_of_the_dealer_bids_first_and_leads(game: Game) -> None:
    match = _dealt(game, MIXED)
    assert match.actors == [1]
    _bid(match, 1, 2, 3, 4)
    assert (match.actors, match.state.bids.tolist()) == ([1], [1, 2, 3, 4])


@pytest.mark.parametrize("text", ["bid 14", "bid 0", "bid -1", "pass", "play 6S"])
def test_a_bid_must_be_1_to_13_or_nil(game: Game, text: str) -> None:
    with pytest.raises(Refusal, match=r"You can bid 1 to 13, or nil\."):
        _dealt(game, MIXED).act(1, text)


def test_bids_are_shown_at_the_seats_and_next_to_the_tricks_on_the_score_sheet(game: Game) -> None:
    match = _dealt(game, ONE_SUIT)
    _bid(match, 10, "nil", 2, 3)
    plates = [(str(seat.bid), seat.promised, seat.team) for seat in match.view().seats]
    assert plates == [("10", 10, 0), ("nil", 0, 1), ("2", 2, 0), ("3", 3, 1)]
    while match.rounds == 0:
        match.act(match.actors[0], match.legal(match.actors[0])[0])
    sheet = match.view().sheet
    assert sheet is not None
    assert [(cell.bid, cell.won) for cell in sheet.cells] == [(12, 13), (3, 0)]
    assert [str(note) for note in sheet.notes] == ["seat 1 kept nil", "Bags: 1 and 0"]


# --- tricks


def test_a_seat_that_can_follow_suit_must_follow_it(game: Game) -> None:
    match = _dealt(game, MIXED)
    _bid(match, 1, 1, 1, 1)
    _play(match, "5H")
    with pytest.raises(Refusal, match="You must follow ♥"):
        match.act(2, "play JS")


def test_spades_cannot_be_led_before_a_spade_has_been_played(game: Game) -> None:
    match = _dealt(game, MIXED)
    _bid(match, 1, 1, 1, 1)
    with pytest.raises(Refusal, match="Spades cannot be led before one has been played"):
        match.act(1, "play 6S")


def test_spades_can_be_led_after_a_spade_has_been_played(game: Game) -> None:
    hands = (ONE_SUIT[0].replace("2S", "2H"), ONE_SUIT[1].replace("2H", "2S"), *ONE_SUIT[2:])
    match = _dealt(game, hands)
    _bid(match, 1, 1, 1, 1)
    _play(match, "AH 2C 2D 2H")
    with pytest.raises(Refusal, match="Spades cannot be led"):
        match.act(1, "play 2S")
    _play(match, "KH 3C 3D 3S")  # Seat 0 has no heart left, so it trumps.
    _play(match, "4S")
    assert match.view().centre.trick[0].card == "4S"


def test_a_player_who_leads_an_early_spade_is_known_to_have_only_spades(game: Game) -> None:
    match = Match(game, dealt_by_hand=True)
    match.state.rounds = 3  # Seat 3 deals, so seat 0 leads.
    _place(match, ONE_SUIT)
    _bid(match, 1, 1, 1, 1)
    _play(match, "2S")
    assert match.state.voids[0] == 0b1110


def test_the_highest_spade_takes_the_trick_or_if_nobody_plays_a_spade_the_highest_card_of_the_suit_led(
    game: Game,
) -> None:
    match = _dealt(game, ONE_SUIT)
    _bid(match, 1, 1, 1, 1)
    _play(match, "2H AC AD 2S")
    assert (match.state.won.tolist(), match.actors) == ([1, 0, 0, 0], [0])
    match = _dealt(game, MIXED)
    _bid(match, 1, 1, 1, 1)
    _play(match, "5H JH AH 4H")
    assert (match.state.won.tolist(), match.actors) == ([0, 0, 0, 1], [3])


# --- points: seat 0 takes all tricks


@pytest.mark.parametrize(
    ("bids", "gains"),
    [
        (
            (13, 1, "nil", 1),
            [230, -20],
        ),  # One team makes its 13 tricks and a nil; the other team bids two tricks and takes none.
        ((10, 1, 2, 1), [121, -20]),  # A trick above the bid is a bag and worth one point.
        ((1, "nil", 1, "nil"), [31 - 100, 200]),  # Eleven bags cost one team 100 points; the other team makes two nils.
        (("nil", 3, 5, 1), [58 - 100, -40]),  # A broken nil costs 100, and its tricks count for the partner.
        ((13, 5, 1, "nil"), [-140, 50]),  # Seat 0's team fails its bid by one trick; seat 3 makes nil.
    ],
)
def test_a_round_is_scored_for_bids_and_nils_and_bags(
    game: Game, bids: tuple[int | str, ...], gains: list[int]
) -> None:
    assert _round(_dealt(game, ONE_SUIT), *bids) == gains


def test_bags_add_up_over_the_rounds_and_every_ten_bags_cost_points(game: Game) -> None:
    match = _dealt(game, ONE_SUIT)
    assert _round(match, 4, "nil", 1, "nil") == [58, 200]
    assert match.state.bags.tolist() == [8, 0]
    _place(match, ONE_SUIT)
    assert _round(match, 10, 1, 1, 1) == [112 - 100, -20]
    assert match.state.bags.tolist() == [0, 0]


def test_twenty_bags_in_one_round_cost_the_penalty_twice(game: Game) -> None:
    match = Match(game, dealt_by_hand=True)
    match.state.bags[0] = 9
    _place(match, ONE_SUIT)
    assert _round(match, "nil", 1, "nil", 1) == [13 - 200 - 100 + 100, -20]
    assert match.state.bags.tolist() == [2, 0]


def test_options_set_the_value_of_nil_and_the_cost_of_bags(game: Game) -> None:
    match = _dealt(game, ONE_SUIT, nil=50, bags_cost=30)
    assert _round(match, 1, "nil", 1, 1) == [31 - 30, 50 - 10]


# --- teams and the end


@pytest.mark.parametrize(
    ("scores", "bids", "winners"),
    [
        ((400, 0), (12, 1, 1, 1), [0, 2]),
        ((400, 0), (8, 1, 1, 1), None),
        ((0, -150), (13, 4, "nil", 1), [0, 2]),
        ((300, 480), (12, "nil", 1, 1), [1, 3]),
    ],
)
def test_the_match_ends_at_the_upper_or_lower_limit_and_the_higher_score_wins(
    game: Game, scores: tuple[int, int], bids: tuple[int | str, ...], winners: list[int] | None
) -> None:
    match = Match(game, dealt_by_hand=True)
    match.state.scores[:] = scores
    _place(match, ONE_SUIT)
    _round(match, *bids)
    assert match.over == (winners is not None)
    assert match.winners == (winners or [])


def test_the_match_continues_if_scores_are_equal_at_the_limit(game: Game) -> None:
    match = Match(game, dealt_by_hand=True)
    match.state.scores[:] = (500 - 130, 500 + 20)
    _place(match, ONE_SUIT)
    assert _round(match, 12, 1, 1, 1) == [130, -20]
    assert (match.state.scores.tolist(), match.over) == ([500, 500], False)


def test_points_belong_to_teams(game: Game) -> None:
    match = _dealt(game, ONE_SUIT)
    _round(match, 12, 1, 1, 1)
    assert game.standing(match.state) == {"scores": [130, -20]}
    assert [seat.score for seat in match.view().seats] == [130, -20, 130, -20]


# --- what a seat knows


def _worlds(game: Game, state: State, seat: int, number: int) -> Iterator[State]:
    for event in range(number):
        world = game.hidden(state, seat)
        game.redeal(world, seat, chance_generator(seeded_key(1, 0), event))
        yield world


def test_redeal_chooses_uniformly_among_all_deals_that_fit_what_is_known(game: Game) -> None:
    """Every seat has two cards left; seat 1 is known to have no hearts, and seat 2 no clubs."""
    match = _dealt(game, MIXED)
    _bid(match, 1, 1, 1, 1)
    state, held = match.state, [game.deck.mask(cards) for cards in ("2S 2H", "3S 3C", "4S 4H", "5D 5H")]
    rest = [card for card in range(52) if not sum(held) >> card & 1]
    for seat in range(PLAYERS):
        state.hands[seat] = held[seat]
        state.played[seat] = sum(1 << card for card in rest[seat * 11 : seat * 11 + 11])
    state.voids[1], state.voids[2] = 0b0010, 0b0100
    hearts, clubs = game.deck.mask("4H 5H"), game.deck.mask("3C")
    unseen = list(each(sum(held[1:])))
    possible = set()
    for one, two in product(combinations(unseen, 2), repeat=2):
        hands = [sum(1 << card for card in hand) for hand in (one, two)]
        if not hands[0] & hands[1] and not hands[0] & hearts and not hands[1] & clubs:
            possible.add((*hands, sum(held[1:]) & ~sum(hands)))
    counts = Counter(tuple(int(hand) for hand in world.hands[1:]) for world in _worlds(game, state, 0, 4000))
    assert set(counts) == possible
    assert chisquare([counts[way] for way in possible]).pvalue > 0.001


def test_everybody_sees_the_bids_and_no_other_player_sees_a_hand(game: Game) -> None:
    match = _dealt(game, MIXED)
    _bid(match, 1, 2, 3, "nil")
    hidden = game.hidden(match.state, SPECTATOR)
    assert (hidden.hands.tolist(), hidden.bids.tolist()) == ([0] * 4, [1, 2, 3, 0])


# --- rules of thumb


def test_the_rules_of_thumb_bid_the_tricks_that_a_hand_can_expect(game: Game) -> None:
    choose, rng = game.part("basic").choose, chance_generator(seeded_key(1, 0), 0)
    for hands, seat, bid in ((MIXED, 3, "bid 8"), (ONE_SUIT, 1, "bid 2")):
        match = _dealt(game, hands)
        while match.actors != [seat]:
            match.act(match.actors[0], "bid 1")
        assert game.action_name(match.state, seat, choose(match.state, seat, rng)) == bid
    low = "2S 3S 4H 5H 6H 7H 2C 3C 4C 5C 2D 3D 4D"
    others = [card for card in game.deck.names if card not in low.split()]
    match = _dealt(game, (" ".join(others[:13]), low, " ".join(others[13:26]), " ".join(others[26:])))
    assert game.action_name(match.state, 1, choose(match.state, 1, rng)) == "bid nil"


def test_the_rules_of_thumb_look_only_at_what_the_seat_may_know(game: Game) -> None:
    choose, rng = game.part("basic").choose, chance_generator(seeded_key(1, 0), 0)
    match = Match(game, key=seeded_key(2, 0), telling=False)
    while not match.over and match.rounds < 2:
        match.advance()
        seat = match.actors[0]
        action = choose(match.state, seat, rng)
        assert choose(game.hidden(match.state, seat), seat, rng) == action
        match.act(seat, action)


def test_the_rules_of_thumb_beat_random_play(game: Game) -> None:
    score = run(Contest(game, PLAYERS, ("basic", "random"), 10, seed=3, budget=Budget()), threads=1).scores[0]
    assert score.wins.mean > 0.5
