"""Tests that a claim is offered only if no play in any possible deal can change the points of the round."""

import random
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.bots.claim import FEWEST_MOVES, can_claim, own_moves
from parlour.engine.rng import generator
from parlour.engine.sets import each
from parlour.game.game import Game, State
from parlour.games import all_games, find_game
from parlour.match.fair import seeded_key
from parlour.match.match import Match
from tests.positions import TABLES
from tests.samples import sampled

CLAIMING = [(name, players) for name, players in TABLES if not find_game(name).carries_over]
PLAYOUTS, WORLDS = 6, 12
MOST_LINES = 4000

every_table = pytest.mark.parametrize(("name", "players"), sampled(CLAIMING, kept=3))


def walk(game: Game, players: int, seed: int) -> Iterator[Match]:
    """Play the first two rounds of a match at random; yield the match at every turn of seat 0."""
    match, choices = Match(game, players, key=seeded_key(seed, 3), limit=2, telling=False), random.Random(seed)
    match.advance()
    while not match.over:
        seat = match.actors[0]
        if seat == 0:
            yield match
        match.act(seat, choices.choice(match.legal(seat)))
        match.advance()


def result(game: Game, state: State) -> tuple[object, ...]:
    """Return the standing after a round, and the winners if the match is over."""
    ended = bool(game.over(state))
    return (*game.standing(state).values(), ended, int(game.winners(state)) if ended else 0)


def played_out(game: Game, state: State, choices: random.Random) -> tuple[object, ...]:
    """Play the round to its end at random; return its result."""
    state, rounds = game.copy(state), int(state.rounds)
    while int(state.rounds) == rounds and game.actors(state):
        seat = choices.choice(list(each(game.actors(state))))
        game.apply(state, seat, choices.choice(list(each(game.legal(state, seat)))))
    return result(game, state)


def endings(game: Game, state: State, lines: list[int]) -> set[str]:
    """Find all possible results of the round by plain recursion over every action of every seat."""
    rounds, found = int(state.rounds), set()
    for seat in list(each(game.actors(state)))[:1]:
        for action in each(game.legal(state, seat)):
            lines[0] += 1
            after = game.copy(state)
            game.apply(after, seat, action)
            ends = int(after.rounds) != rounds or not game.actors(after)
            found |= {str(result(game, after))} if ends else endings(game, after, lines)
            if lines[0] > MOST_LINES:
                return found
    return found


@every_table
@settings(max_examples=40, deadline=None, derandomize=True)
@given(seed=st.integers(0, 10_000))
def test_no_play_by_any_seat_changes_the_points_once_a_seat_can_claim(name: str, players: int, seed: int) -> None:
    game, choices = find_game(name), random.Random(seed)
    for match in walk(game, players, seed):
        hidden = game.hidden(match.state, 0)
        if not own_moves(game, hidden, 0):
            continue
        wanted = played_out(game, match.state, choices)
        for _ in range(PLAYOUTS):
            assert played_out(game, match.state, choices) == wanted
        for number in range(WORLDS):
            world = game.copy(hidden)
            game.redeal(world, 0, generator(seeded_key(seed, number)))
            assert played_out(game, world, choices) == wanted
        lines = [0]
        assert endings(game, match.state, lines) == {str(wanted)}


@pytest.mark.parametrize(
    ("name", "players"), [one for one in CLAIMING if one[0] in {game.name for game in all_games()}]
)
def test_whether_a_seat_can_claim_depends_only_on_what_the_seat_knows(name: str, players: int) -> None:
    game = find_game(name)
    for match in walk(game, players, 5):
        before = match.state.tobytes()
        hidden = game.hidden(match.state, 0)
        world = game.copy(hidden)
        game.redeal(world, 0, generator(seeded_key(5, 5)))
        asked = own_moves(game, hidden, 0)
        assert own_moves(game, game.hidden(world, 0), 0) == asked
        assert match.state.tobytes() == before
        assert can_claim(game, hidden, 0) == (asked >= FEWEST_MOVES)


def test_claims_are_possible_in_at_least_two_games() -> None:
    """If no game ever offered a claim, the other tests of claims would prove nothing."""
    offered = {
        name
        for name, players in CLAIMING
        for seed in range(6)
        for match in walk(find_game(name), players, seed)
        if can_claim(find_game(name), find_game(name).hidden(match.state, 0), 0)
    }
    assert len(offered) >= 2, offered


def test_a_round_that_affects_later_rounds_is_never_claimed() -> None:
    for game in all_games():
        if game.carries_over:
            for match in walk(game, game.default_players, 1):
                assert own_moves(game, game.hidden(match.state, 0), 0) == 0
