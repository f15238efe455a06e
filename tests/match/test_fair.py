"""Fair deals depend on the match key, and on nothing else."""

import hashlib
import hmac

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.engine.rng import generator
from parlour.game.game import Event, Game
from parlour.games import all_games
from parlour.match.fair import (
    KEY_BYTES,
    Salt,
    bots_seed,
    chance_generator,
    chance_seed,
    commitment,
    match_key,
    new_key,
    seeded_key,
)
from parlour.match.match import Match
from tests.samples import some_game

keys = st.binary(min_size=32, max_size=32)


@given(keys, st.integers(0, 10**6))
def test_the_seed_of_a_chance_event_is_the_hmac_of_its_number(key: bytes, number: int) -> None:
    expected = hmac.new(key, f"{number}".encode("ascii"), hashlib.sha256).digest()
    assert chance_seed(key, number) == expected
    assert chance_generator(key, number).tobytes() == generator(expected).tobytes()


@given(keys)
def test_the_published_commitment_is_the_sha256_of_the_key(key: bytes) -> None:
    assert commitment(key) == hashlib.sha256(key).hexdigest()


@given(keys)
def test_without_salts_the_match_key_is_the_key_of_the_server(key: bytes) -> None:
    assert match_key(key) == match_key(key, [None, None, None]) == key


@given(keys, keys, keys)
def test_with_salts_the_match_key_is_the_hmac_of_all_salts_in_seat_order(key: bytes, one: bytes, other: bytes) -> None:
    text = f"salts {one.hex()} - {other.hex()}".encode("ascii")
    assert match_key(key, [one, None, other]) == hmac.new(key, text, hashlib.sha256).digest()


def test_changing_a_salt_or_moving_it_to_another_seat_changes_the_match_key() -> None:
    key, one, other = (seeded_key(9, number) for number in range(3))
    lists: list[list[Salt]] = [[], [one, None], [None, one], [one, one], [one, other], [other, one], [one]]
    found = {match_key(key, salts) for salts in lists}
    assert len(found) == len(lists)
    assert not found & {bots_seed(key), *(chance_seed(key, number) for number in range(100))}


@given(keys)
def test_the_seed_of_the_bots_differs_from_the_seeds_of_chance_events(key: bytes) -> None:
    assert bots_seed(key) == hmac.new(key, b"bots", hashlib.sha256).digest()
    assert bots_seed(key) not in {chance_seed(key, number) for number in range(100)}


def test_every_new_key_is_different() -> None:
    drawn = {new_key() for _ in range(100)}
    assert len(drawn) == 100
    assert {len(key) for key in drawn} == {KEY_BYTES}


def test_the_key_of_a_simulated_match_depends_only_on_seed_and_match_number() -> None:
    assert seeded_key(1, 2) == seeded_key(1, 2) == hashlib.sha256(b"parlour match 2 of seed 1").digest()
    assert len({seeded_key(seed, match) for seed in range(-5, 15) for match in range(20)}) == 400


# --- deals depend only on the key and the event's number


def deals(game: Game, choose: int, key: bytes) -> tuple[list[Event], list[Event]]:
    """Play a round with the lowest (0) or highest (-1) actions, then deal again; return the deals and the actions."""
    match = Match(game, key=key, telling=False)
    match.advance()
    while match.rounds == 0:
        seat = match.actors[choose]
        match.act(seat, match.legal(seat)[choose])
        match.advance()
    return [event for event in match.events if "deal" in event], [event for event in match.events if "do" in event]


def deals_afresh(game: Game) -> bool:
    """Return whether each round of the game begins with a deal that doesn't depend on earlier play."""
    return not game.carries_over and not game.scoring.lives


@pytest.mark.parametrize("game", [game for game in all_games() if deals_afresh(game)], ids=lambda game: game.name)
def test_the_deals_for_a_key_do_not_depend_on_what_was_played_before(game: Game) -> None:
    compared = 0
    for seed in range(10):
        (low_deals, low_actions), (high_deals, high_actions) = (
            deals(game, choose, seeded_key(seed, 0)) for choose in (0, -1)
        )
        assert low_actions != high_actions
        if len(low_deals) == len(high_deals) == 2:  # leaves out matches in which a round was dealt again
            assert [deal["deal"]["hands"] for deal in low_deals] == [deal["deal"]["hands"] for deal in high_deals]
            compared += 1
    assert compared


def test_a_different_key_or_event_number_deals_different_cards() -> None:
    game, dealt = some_game(), set()
    for seed in range(10):
        for number in range(10):
            state = game.new_state()
            game.deal(state, chance_generator(seeded_key(seed, 0), number))
            dealt.add(state.tobytes())
    assert len(dealt) == 100


def test_names_and_options_do_not_change_the_deal() -> None:
    key, game = seeded_key(4, 0), some_game(4)
    plain = Match(game, 4, key=key)
    other = Match(game, 4, game.short_options, ["Ann", "Ben", "Cleo", "Dan"], key)
    for match in (plain, other):
        match.advance()
    assert plain.events == other.events
