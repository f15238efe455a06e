"""Tests of Hearts, our example of a game in a single file: every sentence of its rules, and the tests for all games."""

import inspect
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from scipy.stats import chisquare

from parlour.bots.search import Budget
from parlour.engine.rule import plain_calls
from parlour.engine.sets import each
from parlour.errors import ParlourError
from parlour.game.game import SPECTATOR, Game, State
from parlour.game.texts import Refusal
from parlour.games import GAMES, PATHS
from parlour.games.outside import load_file
from parlour.games.rules_page import headings, rules_page
from parlour.lab._watch import watch
from parlour.lab.arena import Contest, run
from parlour.lab.measures import measured
from parlour.lab.sample import Sample
from parlour.lab.simulation import simulate
from parlour.match.fair import chance_generator, seeded_key
from parlour.match.match import Match
from parlour.match.record import read_records, verify
from tests import test_every_game
from tests.pages import ROOT

FILE = ROOT / "examples" / "hearts.py"
NAME, PLAYERS = "hearts", 4
NO_PASSING = 3  # After three finished rounds, the fourth round is played without passing.
DEAL = (  # Each hand has some cards of every suit.
    "2S 3S 4S 5S 2H 3H 4H 2C 3C 4C 2D 3D 4D",
    "6S 7S 8S 9S 5H 6H 7H 5C 6C 7C 5D 6D 7D",
    "10S JS QS 8H 9H 10H JH 8C 9C 10C 8D 9D 10D",
    "KS AS QH KH AH JC QC KC AC JD QD KD AD",
)
PLAIN_AND_COMPILED = f"""
from parlour.games import load_game
load_game({str(FILE)!r})
import tests.positions
tests.positions.TABLES = [("{NAME}", {PLAYERS})]
{test_every_game.PLAIN_PROGRAM}
"""


@pytest.fixture(scope="module")
def loaded() -> Game:
    """Load Hearts once for all tests, because loading its file again would mean loading every compiled rule again."""
    return load_file(FILE)


@pytest.fixture(autouse=True)
def game(loaded: Game, monkeypatch: pytest.MonkeyPatch) -> Game:
    """Register Hearts under its name for one test."""
    monkeypatch.setitem(GAMES, NAME, loaded.module)
    monkeypatch.setitem(PATHS, NAME, FILE)
    return loaded


# --- the tests of every game


def _properties(*arguments: str) -> list[Callable[..., None]]:
    """Return the tests for all games whose arguments are exactly these."""
    tests = [test for name, test in vars(test_every_game).items() if name.startswith("test_")]
    return [test for test in tests if list(inspect.signature(test).parameters) == list(arguments)]


@pytest.mark.parametrize("test", _properties("name", "players"), ids=lambda test: test.__name__)
def test_hearts_passes_every_test_that_other_games_pass_for_each_number_of_players(test: Callable[..., None]) -> None:
    test(name=NAME, players=PLAYERS)


@pytest.mark.parametrize("test", _properties("name"), ids=lambda test: test.__name__)
def test_hearts_passes_every_test_that_other_games_pass(test: Callable[..., None]) -> None:
    test(name=NAME)


@pytest.mark.processes
def test_plain_and_compiled_rules_give_the_same_bytes() -> None:
    digests = set()
    for plain in ("0", "1"):
        paths = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
        environment = {**os.environ, "PARLOUR_PLAIN": plain, "PYTHONPATH": paths}
        command = [sys.executable, "-c", PLAIN_AND_COMPILED]
        digests.add(subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout)
    assert len(digests) == 1


def test_simulated_matches_can_be_verified(game: Game, tmp_path: Path) -> None:
    file = tmp_path / "matches.jsonl"
    simulate(game, PLAYERS, {"target": 50}, matches=5, threads=1, records=file)
    matches = [verify(record) for _, record in read_records(file)]
    assert len(matches) == 5
    assert all(max(match.game.standing(match.state)["scores"]) >= 50 and match.winners for match in matches)


def test_the_file_of_the_game_has_at_most_400_lines() -> None:
    assert len(FILE.read_text(encoding="utf-8").splitlines()) <= 400


def test_every_phase_of_the_game_has_a_section_in_its_rules(game: Game) -> None:
    found = headings(rules_page(NAME))
    match = Match(game, key=seeded_key(1, 0))
    sections = set()
    while not match.over:
        sections.add(match.view().section)
        match.advance()
        sections.add(match.view().section)
        seat = match.actors[0]
        match.act(seat, match.legal(seat)[0])
    sections.add(match.view().section)
    assert sections <= set(found)
    assert len(sections) == 4


# --- positions


def _dealt(game: Game, hands: tuple[str, ...] = DEAL, rounds: int = NO_PASSING, **options: Any) -> State:
    """Deal these hands in the round that follows `rounds` finished rounds."""
    state = game.new_state(PLAYERS, options)
    state.rounds = rounds
    game.place(state, {"deal": {"hands": [hand.split() for hand in hands]}})
    return state


def _late(game: Game, hands: tuple[str, ...], leader: int, *, hearts: bool = True, **options: Any) -> State:
    """Set up the end of a round: the first seats have played the hearts, or the last seats if `hearts` is set."""
    state = _dealt(game, **options)
    held = [game.deck.mask(hand) for hand in hands]
    rest = game.deck.listed(((1 << 52) - 1) & ~sum(held))
    rest.sort(key=lambda name: name[-1] == "H", reverse=not hearts)
    size = 13 - len(hands[0].split())
    for seat in range(PLAYERS):
        state.hands[seat] = held[seat]
        state.played[seat] = game.deck.mask(rest[seat * size : (seat + 1) * size])
    state.leader = state.turn = leader
    state.last_leader = leader
    return state


def _act(game: Game, state: State, *actions: str) -> None:
    """Perform actions one after another, each by the first seat that may act."""
    for action in actions:
        seat = next(each(game.actors(state)))
        game.apply(state, seat, game.parse_action(state, seat, action))


def _pass(game: Game, state: State, *choices: str) -> None:
    """Let everybody pick three cards to pass, the last seat first."""
    for seat, cards in reversed(list(enumerate(choices))):
        for card in cards.split():
            game.apply(state, seat, game.parse_action(state, seat, f"pass {card}"))


def _legal(game: Game, state: State) -> str:
    seat = next(each(game.actors(state)))
    return " ".join(game.deck.listed(game.legal(state, seat)))


# --- the table


@pytest.mark.parametrize("players", [2, 3, 5])
def test_hearts_with_fewer_or_more_than_four_players_is_refused(game: Game, players: int) -> None:
    with pytest.raises(ParlourError, match=f"Hearts cannot be played by {players}; expected 4 players"):
        game.new_state(players)


def test_every_player_is_dealt_13_cards(game: Game) -> None:
    state = game.new_state()
    game.deal(state, chance_generator(seeded_key(1, 0), 0))
    assert [int(hand).bit_count() for hand in state.hands] == [13] * 4


# --- passing

PASSED = ("2S 3S 4S", "6S 7S 8S", "10S JS QS", "KS AS QH")


@pytest.mark.parametrize(("rounds", "steps"), [(0, 1), (1, 3), (2, 2), (4, 1)])
def test_cards_are_passed_left_then_right_then_across(game: Game, rounds: int, steps: int) -> None:
    state = _dealt(game, rounds=rounds)
    _pass(game, state, *PASSED)
    for seat, cards in enumerate(PASSED):
        assert int(state.hands[seat]) & game.deck.mask(cards) == 0
        assert int(state.hands[(seat + steps) % 4]) & game.deck.mask(cards) == game.deck.mask(cards)
    assert game.phase(state) == "play"


def test_in_the_fourth_round_nobody_passes(game: Game) -> None:
    assert game.phase(_dealt(game, rounds=3)) == "play"


def test_no_card_is_passed_before_all_players_have_picked_their_three_cards(game: Game) -> None:
    state = _dealt(game, rounds=0)
    assert list(each(game.actors(state))) == [0, 1, 2, 3]
    for seat in (1, 2, 3):
        for card in PASSED[seat].split():
            game.apply(state, seat, game.parse_action(state, seat, f"pass {card}"))
    assert list(each(game.actors(state))) == [0]
    assert [int(hand).bit_count() for hand in state.hands] == [13] * 4


def test_cards_to_pass_are_picked_in_ascending_order_and_enough_higher_cards_must_remain(game: Game) -> None:
    state = _dealt(game, rounds=0)
    assert _legal(game, state) == "2S 3S 4S 5S 2H 3H 4H 2C 3C 4C 2D"
    _act(game, state, "pass 4C")
    assert _legal(game, state) == "2D 3D"
    with pytest.raises(Refusal, match="Choose the cards in ascending order: 2♠ comes too late"):
        game.parse_action(state, 0, "pass 2S")


def test_players_choose_all_three_cards_to_pass_in_one_step_of_the_view(game: Game) -> None:
    match = Match(game, key=seeded_key(1, 0))
    match.set_state(_dealt(game, rounds=0))
    selection = match.view(0).selection
    assert selection is not None
    assert (selection.count, [action.cards[0] for action in selection.actions]) == (3, DEAL[0].split())
    assert selection.label.format(["Ann", "Ben", "Cleo", "Dan"]) == "Pass three cards to Ben"
    match.act(0, "pass 5S")
    selection = match.view(0).selection
    assert selection is not None
    assert (selection.count, selection.chosen) == (2, ("5S",))
    assert [action.cards[0] for action in selection.actions] == DEAL[0].split()[4:]
    assert match.view(1).selection is not None
    assert match.view(SPECTATOR).selection is None


def test_only_the_receiver_sees_which_cards_were_passed(game: Game) -> None:
    match = Match(game, key=seeded_key(1, 0))
    match.set_state(_dealt(game, rounds=0))
    told = []
    for seat, cards in enumerate(PASSED):
        for card in cards.split():
            told += match.act(seat, f"pass {card}")
    assert [str(text) for text in told] == [*(f"seat {seat} has chosen." for seat in range(4)),
                                            "The cards are passed on."]  # fmt: skip
    assert [str(text) for text in match.news(1)] == ["seat 0 passes 2♠ 3♠ 4♠ to you."]
    assert [str(text) for text in match.news(0)] == ["seat 3 passes K♠ A♠ Q♥ to you."]


# --- playing


def test_the_player_with_the_two_of_clubs_leads_it_to_the_first_trick(game: Game) -> None:
    hands = (DEAL[1], DEAL[2], DEAL[0], DEAL[3])
    state = _dealt(game, hands)
    assert list(each(game.actors(state))) == [2]
    assert _legal(game, state) == "2C"
    with pytest.raises(Refusal, match="The first trick begins with 2♣"):
        game.parse_action(state, 2, "play 2S")


def test_players_must_follow_suit(game: Game) -> None:
    state = _dealt(game)
    _act(game, state, "play 2C")
    assert _legal(game, state) == "5C 6C 7C"
    with pytest.raises(Refusal, match="You must follow ♣"):
        game.parse_action(state, 1, "play 6S")


NO_CLUBS = (  # Seat 1 has no clubs, and seat 2 has only hearts and the queen of spades.
    "2S 3S 4S 5S 6S 2C 3C 4C 5C 6C 7C 8C 9C",
    "7S 8S 9S 10S JS KS AS 2D 3D 4D 5D 6D 2H",
    "3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH QS",
    "10C JC QC KC AC 7D 8D 9D 10D JD QD KD AD",
)


def test_point_cards_may_not_be_played_to_the_first_trick(game: Game) -> None:
    state = _dealt(game, NO_CLUBS)
    _act(game, state, "play 2C")
    assert "2H" not in _legal(game, state).split()
    with pytest.raises(Refusal, match="No points may be played to the first trick"):
        game.parse_action(state, 1, "play 2H")


def test_a_player_with_only_point_cards_may_play_a_point_card_to_the_first_trick(game: Game) -> None:
    state = _dealt(game, NO_CLUBS)
    _act(game, state, "play 2C", "play 2D")
    assert sorted(_legal(game, state).split()) == sorted(NO_CLUBS[2].split())


def test_hearts_may_not_be_led_before_a_heart_has_been_played(game: Game) -> None:
    state = _dealt(game)
    _act(game, state, "play 2C", "play 5C", "play 8C", "play AC")
    assert _legal(game, state) == "KS AS JC QC KC JD QD KD AD"
    with pytest.raises(Refusal, match="Hearts cannot be led before one has been played"):
        game.parse_action(state, 3, "play AH")


def test_a_discarded_heart_breaks_hearts(game: Game) -> None:
    state = _late(game, ("2S 2H", "3S 3H", "4H 5H", "AS 6H"), 0, hearts=False)
    state.played[:] = 0
    _act(game, state, "play 2S", "play 3S", "play 4H", "play AS")
    assert _legal(game, state) == "6H"
    state = _late(game, ("2S 2H", "3S 3H", "4H 5H", "AS 6H"), 0)
    assert _legal(game, state) == "2S 2H"


def test_a_player_with_only_hearts_may_lead_a_heart(game: Game) -> None:
    state = _late(game, ("2H 4H", "3S 3H", "5H 6H", "AS 7H"), 0)
    state.played[:] = 0
    assert _legal(game, state) == "2H 4H"
    _act(game, state, "play 2H")
    assert int(state.voids[0]) == 0b11101, "everybody knows that the leader has nothing but hearts"


def test_the_highest_card_of_the_suit_led_takes_the_trick_and_its_taker_leads(game: Game) -> None:
    state = _late(game, ("3S 2D", "5S 3D", "AH 4D", "4S 5D"), 0)
    _act(game, state, "play 3S", "play 5S", "play AH", "play 4S")
    assert (state.turn, state.won.tolist(), state.taken.tolist()) == (1, [0, 1, 0, 0], [0, 1, 0, 0])


# --- points


def test_a_heart_counts_one_point_and_the_queen_of_spades_thirteen(game: Game) -> None:
    state = _late(game, ("KS", "QS", "2H", "AH"), 0)
    _act(game, state, "play KS", "play QS", "play 2H", "play AH")
    assert state.gains.tolist() == state.scores.tolist() == [15, 0, 0, 0]
    assert (state.rounds, game.phase(state)) == (4, "deal")


def _before_the_last_trick(game: Game, taken: list[int], **options: Any) -> State:
    state = _late(game, ("AH", "2H", "3D", "4D"), 0, **options)
    state.taken[:] = taken
    return state


@pytest.mark.parametrize(("moon", "gains"), [("others", [0, 26, 26, 26]), ("self", [-26, 0, 0, 0])])
def test_shooting_the_moon_scores_as_the_option_says(game: Game, moon: str, gains: list[int]) -> None:
    state = _before_the_last_trick(game, [24, 0, 0, 0], moon=moon)
    _act(game, state, "play AH", "play 2H", "play 3D", "play 4D")
    assert state.gains.tolist() == state.scores.tolist() == gains
    match = Match(game, options={"moon": moon}, key=seeded_key(1, 0))
    match.set_state(state)
    sheet = match.view().sheet
    assert sheet is not None
    assert [str(note) for note in sheet.notes] == ["seat 0 shot the moon"]


def test_taking_25_points_does_not_shoot_the_moon(game: Game) -> None:
    state = _before_the_last_trick(game, [23, 1, 0, 0])
    _act(game, state, "play AH", "play 2H", "play 3D", "play 4D")
    assert state.scores.tolist() == [25, 1, 0, 0]


@pytest.mark.parametrize(
    ("scores", "winners"),
    [([98, 40, 50, 60], [1]), ([98, 40, 40, 60], [1, 2]), ([97, 40, 50, 60], []), ([40, 97, 99, 41], [])],
)
def test_the_lowest_score_wins_once_a_player_reaches_the_target_and_tied_players_share_the_win(
    game: Game, scores: list[int], winners: list[int]
) -> None:
    state = _before_the_last_trick(game, [0, 0, 0, 0])
    state.scores[:] = scores
    _act(game, state, "play AH", "play 2H", "play 3D", "play 4D")
    assert list(each(game.winners(state))) == winners
    assert bool(game.over(state)) == bool(winners)


def test_the_target_score_can_be_set_by_an_option(game: Game) -> None:
    state = _before_the_last_trick(game, [0, 1, 10, 13], target=13)
    _act(game, state, "play AH", "play 2H", "play 3D", "play 4D")
    assert list(each(game.winners(state))) == [1]


# --- what a seat knows


def _worlds(game: Game, state: State, seat: int, number: int) -> Iterator[State]:
    for event in range(number):
        world = game.hidden(state, seat)
        game.redeal(world, seat, chance_generator(seeded_key(1, 0), event))
        yield world


def _assert_uniform(counts: Counter[tuple[int, ...]], possible: set[tuple[int, ...]]) -> None:
    assert set(counts) == possible
    assert chisquare([counts[way] for way in possible]).pvalue > 0.001


def test_only_the_giver_and_the_receiver_know_the_passed_cards(game: Game) -> None:
    state = _dealt(game, rounds=0)
    _pass(game, state, *PASSED)
    cards = [game.deck.mask(passed) for passed in PASSED]
    for seat in range(4):
        giver = (seat - 1) % 4
        known = [cards[other] if other in (seat, giver) else 0 for other in range(4)]
        assert game.hidden(state, seat).passed.tolist() == known
    assert game.hidden(state, SPECTATOR).passed.tolist() == [0] * 4


def test_cards_picked_to_pass_are_hidden_until_all_players_have_picked(game: Game) -> None:
    state = _dealt(game, rounds=0)
    game.apply(state, 1, game.parse_action(state, 1, "pass 6S"))
    assert game.hidden(state, 2).passed.tolist() == [0] * 4
    assert game.hidden(state, 1).passed[1] == game.deck.mask("6S")


def test_redeal_keeps_passed_cards_with_their_receiver_and_the_two_of_clubs_with_the_leader(game: Game) -> None:
    state = _dealt(game, rounds=0)
    _pass(game, state, *PASSED)
    for world in _worlds(game, state, 3, 50):
        assert int(world.hands[0]) & game.deck.mask("KS AS QH 2C") == game.deck.mask("KS AS QH 2C")


def test_redeal_gives_only_point_cards_to_a_seat_that_played_a_point_card_to_the_first_trick(game: Game) -> None:
    state = _dealt(game, NO_CLUBS)
    _act(game, state, "play 2C", "play 2D", "play QS")
    hearts = game.deck.mask(NO_CLUBS[2]) | game.deck.mask("2H")
    for world in _worlds(game, state, 0, 50):
        assert int(world.hands[2]) & ~hearts == 0


def _two_cards_left(game: Game) -> State:
    """Set up a trick in which seat 1 has discarded on a spade; seat 0 has passed the 3D to seat 1."""
    state = _late(game, ("2S 2D 4H", "3D 3C 5H", "9S 6C 6H", "9D 9C 7H"), 0)
    state.rounds = 0
    for seat, cards in enumerate(("3D", "9S", "9D", "2S")):
        others = game.deck.listed(state.played[(seat + 1) % 4])[:2]
        state.passed[seat] = game.deck.mask(cards) | game.deck.mask(others)
    _act(game, state, "play 2S", "play 3C")
    return state


def test_redeal_chooses_uniformly_among_all_deals_and_passed_cards_that_fit_what_is_known(game: Game) -> None:
    """Seat 0 sees only its own hand; seat 1 has two cards left, seats 2 and 3 have three."""
    state = _two_cards_left(game)
    spades, sure = game.deck.mask("9S"), game.deck.mask("3D")
    unseen = list(each(sum(int(hand) for hand in state.hands[1:]) & ~sure))
    possible = set()
    for one in combinations(unseen, 1):
        rest = [card for card in unseen if card not in one]
        for two in combinations(rest, 3):
            three = [card for card in rest if card not in two]
            hands = [sure | sum(1 << card for card in one), *(sum(1 << card for card in hand) for hand in (two, three))]
            if not hands[0] & spades:
                possible.add(tuple(hands))
    counts: Counter[tuple[int, ...]] = Counter()
    passed: Counter[tuple[int, ...]] = Counter()
    for world in _worlds(game, state, 0, 60 * len(possible)):
        counts[tuple(int(hand) for hand in world.hands[1:])] += 1
        held = [int(world.hands[seat]) | int(world.played[seat]) for seat in range(4)]
        for seat in (1, 2):  # Seat 0 doesn't know the cards that seats 1 and 2 have passed.
            places = [place for place, card in enumerate(each(held[seat + 1])) if int(world.passed[seat]) >> card & 1]
            passed[tuple(places)] += 1
        assert world.passed[0] == state.passed[0]
        assert world.passed[3] == state.passed[3]
    _assert_uniform(counts, possible)
    _assert_uniform(passed, set(combinations(range(13), 3)))


def test_redeal_chooses_uniformly_among_all_picks_that_a_player_could_have_made(game: Game) -> None:
    state = _dealt(game, rounds=0)
    for card in ("6S", "7S"):
        game.apply(state, 1, game.parse_action(state, 1, f"pass {card}"))
    counts: Counter[tuple[int, ...]] = Counter()
    for world in _worlds(game, state, 0, 4000):
        hand = list(each(world.hands[1]))
        counts[tuple(hand.index(card) for card in each(world.passed[1]))] += 1
        assert game.legal(world, 1)
    _assert_uniform(counts, set(combinations(range(12), 2)))


# --- rules of thumb


def test_the_rules_of_thumb_look_only_at_what_the_seat_may_know(game: Game) -> None:
    choose, rng = game.part("basic").choose, chance_generator(seeded_key(1, 0), 0)
    for seed in range(3):
        match = Match(game, key=seeded_key(seed, 0), telling=False)
        while not match.over and match.rounds < 2:
            match.advance()
            seat = match.actors[-1]
            action = choose(match.state, seat, rng)
            assert choose(game.hidden(match.state, seat), seat, rng) == action
            match.act(seat, action)


def test_the_rules_of_thumb_beat_random_play(game: Game) -> None:
    score = run(Contest(game, PLAYERS, ("basic", "random"), 10, seed=3, budget=Budget()), threads=1).scores[0]
    assert score.wins.mean > 0.5


def test_the_margin_of_a_study_is_how_far_the_lowest_score_is_below_the_second_lowest(game: Game) -> None:
    with plain_calls():
        start = game.new_state(PLAYERS, {"target": 20})
        sample = Sample(game, PLAYERS, watch(game, start, ["random"] * PLAYERS, 0, range(3), 50))
    ends = [sorted(scores) for scores in sample.scores[sample.last_rounds].tolist()]
    top, bottom = measured(sample)["margin", ""]
    assert top.tolist() == [second - lowest for lowest, second, *_ in ends]
    assert bottom.tolist() == [1, 1, 1]
