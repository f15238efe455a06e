"""Fair deals: everything follows from the key, and from nothing else."""

import hashlib
import hmac

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.fair import KEY_BYTES, bots_seed, chance_generator, chance_seed, commitment, new_key, seeded_key
from parlour.game import State
from parlour.games import find_game
from parlour.match import Match
from parlour.rng import generator

keys = st.binary(min_size=32, max_size=32)


@given(keys, st.integers(0, 10**6))
def test_a_chance_event_is_seeded_by_the_hmac_of_its_number(key: bytes, number: int) -> None:
    expected = hmac.new(key, f"{number}".encode("ascii"), hashlib.sha256).digest()
    assert chance_seed(key, number) == expected
    assert chance_generator(key, number).tobytes() == generator(expected).tobytes()


@given(keys)
def test_the_commitment_is_the_sha256_of_the_key(key: bytes) -> None:
    assert commitment(key) == hashlib.sha256(key).hexdigest()


@given(keys)
def test_the_bots_draw_from_a_seed_of_their_own(key: bytes) -> None:
    assert bots_seed(key) == hmac.new(key, b"bots", hashlib.sha256).digest()
    assert bots_seed(key) not in {chance_seed(key, number) for number in range(100)}


def test_a_new_key_is_secret_and_different_each_time() -> None:
    drawn = {new_key() for _ in range(100)}
    assert len(drawn) == 100
    assert {len(key) for key in drawn} == {KEY_BYTES}


def test_the_key_of_a_simulated_match_depends_on_seed_and_number_alone() -> None:
    assert seeded_key(1, 2) == seeded_key(1, 2) == hashlib.sha256(b"parlour match 2 of seed 1").digest()
    assert len({seeded_key(seed, match) for seed in range(-5, 15) for match in range(20)}) == 400


# --- nothing but the key and the number of the event decides a deal


def played_round(name: str, choose: int, key: bytes) -> Match:
    """One round in which everybody takes the lowest (0) or highest (-1) action, and the next deal."""
    match = Match(find_game(name), key=key, telling=False)
    match.advance()
    while match.rounds == 0:
        seat = match.actors[choose]
        match.act(seat, match.legal(seat)[choose])
        match.advance()
    return match


def hands(state: State) -> list[int]:
    return [int(hand) for hand in state.hands]


@pytest.mark.parametrize("name", ["oh7", "kod7"])
def test_the_same_key_deals_the_same_cards_whatever_was_played_before(name: str) -> None:
    low, high = (played_round(name, choose, seeded_key(3, 0)) for choose in (0, -1))
    actions = [[event for event in match.events if "do" in event] for match in (low, high)]
    assert actions[0] != actions[1]
    assert low.chances == high.chances == 2
    assert [event for event in low.events if "deal" in event] == [event for event in high.events if "deal" in event]
    assert hands(low.state) == hands(high.state)


def test_another_key_or_another_number_deals_other_cards() -> None:
    game, dealt = find_game("oh7"), set()
    for seed in range(10):
        for number in range(10):
            state = game.new_state()
            game.deal(state, chance_generator(seeded_key(seed, 0), number))
            dealt.add(tuple(hands(state)))
    assert len(dealt) == 100


def test_names_and_options_that_do_not_concern_the_deal_do_not_change_it() -> None:
    key = seeded_key(4, 0)
    plain = Match(find_game("oh7"), 4, key=key)
    other = Match(find_game("oh7"), 4, {"min_rounds": 2, "made_bonus": 9}, ["Ann", "Ben", "Cleo", "Dan"], key)
    for match in (plain, other):
        match.advance()
    assert plain.events == other.events
