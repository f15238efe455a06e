"""Observations: of a fixed size, the same in both modes, and without anything that the seat may not know."""

import os
import subprocess
import sys
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.cards import each
from parlour.envs.batch import Observer
from parlour.envs.encoding import Encoding, find_encoding
from parlour.envs.spread import LEAST, MOST
from parlour.errors import ParlourError
from parlour.fair import chance_generator, seeded_key
from parlour.game import Game, State
from parlour.games import GAMES, find_game
from tests.positions import TABLES, Position, played, positions

every_table = pytest.mark.parametrize(("name", "players"), TABLES)


@cache
def _observer(name: str, players: int) -> Observer:
    return Observer(find_game(name), players)


def _parts(position: Position, seat: int) -> dict[str, np.ndarray]:
    """What the seat observes, by part."""
    observer = _observer(position.game.name, position.match.players)
    row = observer.observe(position.state, seat).copy()
    return {part.name: row[place] for part, place in observer.encoding.layout(observer.players)}


def _redealt(game: Game, state: State, seat: int, seed: int) -> State:
    """Another state that differs only in what the seat may not know."""
    world = game.hidden(state, seat)
    game.redeal(world, seat, chance_generator(seeded_key(seed, 1), seat))
    return world


@every_table
@given(data=st.data())
def test_states_that_differ_only_in_what_a_seat_may_not_know_look_the_same_to_it(
    name: str, players: int, data: st.DataObject
) -> None:
    position = data.draw(positions(name, players))
    observer, seed = _observer(name, players), data.draw(st.integers(0, 10**6))
    for seat in range(players):
        row, mask = observer.observe(position.state, seat).copy(), observer.masks.copy()
        text = observer.text(position.state, seat)
        for world in (_redealt(position.game, position.state, seat, seed + number) for number in range(2)):
            assert np.array_equal(observer.observe(world, seat), row)
            assert np.array_equal(observer.masks, mask)
            assert observer.text(world, seat) == text


@every_table
@given(data=st.data())
def test_states_that_look_different_to_a_seat_have_different_texts(
    name: str, players: int, data: st.DataObject
) -> None:
    position, other = data.draw(positions(name, players)), data.draw(positions(name, players))
    observer = _observer(name, players)
    for seat in range(players):
        same = position.game.hidden(position.state, seat).tobytes() == other.game.hidden(other.state, seat).tobytes()
        assert (observer.text(position.state, seat) == observer.text(other.state, seat)) == same


@every_table
def test_an_encoding_writes_just_the_bytes_that_its_parts_say(name: str, players: int) -> None:
    position, encoding = played(name, players, 3, 30), find_encoding(find_game(name))
    size = encoding.size(players)
    row = np.zeros(2 * size + 64, np.int8)
    for seat in range(players):
        assert encoding.encode(position.game.hidden(position.state, seat), seat, row, size) == 2 * size
    assert not row[:size].any()


@every_table
@given(data=st.data())
def test_the_parts_say_what_the_state_says(name: str, players: int, data: st.DataObject) -> None:
    position = data.draw(positions(name, players))
    game = position.game
    for seat in range(players):
        parts, state = _parts(position, seat), game.hidden(position.state, seat)
        assert set(np.flatnonzero(parts["hand"])) == set(each(int(state.hands[seat])))
        assert list(np.flatnonzero(parts["phase"])) == [int(state.phase)]
        assert parts["rounds"][0] == min(int(state.rounds), MOST)
        mask = _observer(name, players).masks[0]
        assert list(np.flatnonzero(mask)) == list(each(game.legal(state, seat)))


@every_table
@given(data=st.data())
def test_seats_are_seen_from_the_own_one_to_the_left(name: str, players: int, data: st.DataObject) -> None:
    position = data.draw(positions(name, players))
    for seat in range(players):
        parts, state = _parts(position, seat), position.game.hidden(position.state, seat)
        turn = int(state.turn)
        expected = [] if not 0 <= turn < players else [(turn - seat) % players]
        assert list(np.flatnonzero(parts["turn"])) == expected
        field, part = SEAT_CARDS[name]
        rows = parts[part].reshape(players, -1)
        for place in range(players):
            cards = set(each(int(state[field][(seat + place) % players])))
            assert set(np.flatnonzero(rows[place])) == cards


SEAT_CARDS = {  # game: a field with public cards of every seat, and the part that shows it
    "oh7": ("shown", "shown"),
    "kod7": ("shown", "shown"),
    "rook": ("laid", "laid"),
    "active13": ("binned", "binned"),
    "thirtyone": ("known", "known"),
}


@pytest.mark.parametrize(("name", "players"), [table for table in TABLES if table[0] in ("oh7", "kod7")])
@given(data=st.data())
def test_the_trick_is_seen_by_seat_and_the_dummy_stands_last(name: str, players: int, data: st.DataObject) -> None:
    position = data.draw(positions(name, players))
    places = max(players, 3)
    for seat in range(players):
        rows, state = _parts(position, seat)["trick"].reshape(places, -1), position.game.hidden(position.state, seat)
        for place in range(places):
            other = place if place >= players else (seat + place) % players
            assert list(np.flatnonzero(rows[place])) == _card_in_trick(state, other)


def _card_in_trick(state: State, seat: int) -> list[int]:
    plays = range(int(state.trick_start), int(state.played))
    return [int(state.played_cards[play]) for play in plays if state.played_seats[play] == seat]


def test_numbers_that_do_not_fit_a_byte_are_cut_off() -> None:
    position = played("rook", 4, 1, 40)
    position.state.scores[:] = (5000, -5000)
    for seat in range(4):
        own = (MOST, LEAST) if seat % 2 == 0 else (LEAST, MOST)
        assert tuple(_parts(position, seat)["scores"]) == own


@every_table
@settings(max_examples=5)
@given(data=st.data())
def test_the_points_are_what_the_score_sheet_says(name: str, players: int, data: st.DataObject) -> None:
    position = data.draw(positions(name, players))
    points = find_encoding(position.game).points
    standing = next(iter(position.game.standing(position.state).values()))
    for seat in range(players):
        assert points(position.state, seat) == standing[seat % len(standing)]


def test_a_seat_that_is_not_there_is_refused() -> None:
    position = played("oh7", 3, 1, 5)
    with pytest.raises(ParlourError, match="no seat 3; expected 0 to 2"):
        _observer("oh7", 3).observe(position.state, 3)


def test_every_game_has_an_encoding_whose_actions_are_enough() -> None:
    for name in GAMES:
        encoding: Encoding = find_encoding(find_game(name))
        assert len({part.name for part in encoding.parts}) == len(encoding.parts)
        assert encoding.actions <= 63
    assert find_encoding(find_game("rook")).actions > 300 // 5  # the highest bid that the options allow


PROGRAM = """
import hashlib
import numpy as np
from parlour.envs.batch import Batch
from parlour.games import find_game
from tests.positions import TABLES
digest = hashlib.sha256()
for name, players in TABLES:
    batch = Batch(find_game(name), players, matches=3, seed=5)
    for _ in range(40):
        batch.step(batch.masks.argmax(1))
        for array in (batch.observations, batch.masks, batch.seats, batch.rewards, batch.ended, batch.states):
            digest.update(array.tobytes())
print(digest.hexdigest())
"""


def _digest(environment: dict[str, str]) -> str:
    command = [sys.executable, "-c", PROGRAM]
    run = subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True, check=True)
    return run.stdout.strip()


def test_plain_and_compiled_environments_give_the_same_bytes() -> None:
    assert _digest({"PARLOUR_PLAIN": "1"}) == _digest({"PARLOUR_PLAIN": "0"})
