"""Tests of observations: they match the declared fields, and hide what a seat may not know."""

import linecache
import os
import subprocess
import sys
from dataclasses import replace
from functools import cache
from types import ModuleType

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.engine.rule import rule, uncompiled
from parlour.engine.sets import each
from parlour.envs import encoding
from parlour.envs.batch import Observer
from parlour.envs.encoding import PLAIN_LOOPS, find_encoding
from parlour.envs.writers import WIDE
from parlour.errors import ParlourError
from parlour.game.fields import (
    Computed,
    card_set,
    choice,
    choice_set,
    each_seat,
    each_team,
    listed,
    number,
    one_card,
    one_seat,
    seat_set,
)
from parlour.game.game import Game, State
from parlour.games import GAMES, find_game
from parlour.match.fair import chance_generator, seeded_key
from tests.envs.reference import observed
from tests.positions import TABLES, played, positions
from tests.samples import some_game

every_table = pytest.mark.parametrize(("name", "players"), TABLES)
every_game = pytest.mark.parametrize("name", list(GAMES))
SEATS = 4
WORDS = tuple("abcdefghij")


@cache
def _observer(name: str, players: int) -> Observer:
    return Observer(find_game(name), players)


def _computed(game: Game) -> tuple[Computed, ...]:
    return getattr(game.part("encoding"), "COMPUTED", ())


def _redealt(game: Game, state: State, seat: int, seed: int) -> State:
    """Redeal the cards that the seat can't see."""
    world = game.hidden(state, seat)
    game.redeal(world, seat, chance_generator(seeded_key(seed, 1), seat))
    return world


@every_table
@given(data=st.data())
def test_a_seat_cannot_distinguish_states_that_differ_only_in_what_it_may_not_know(
    name: str, players: int, data: st.DataObject
) -> None:
    position = data.draw(positions(name, players))
    observer, seed = _observer(name, players), data.draw(st.integers(0, 10**6))
    for seat in range(players):
        row, mask = observer.observe(position.state, seat).copy(), observer.masks.copy()
        text = observer.text(position.state, seat)
        for world in (_redealt(position.game, position.state, seat, seed + more) for more in range(2)):
            assert np.array_equal(observer.observe(world, seat), row)
            assert np.array_equal(observer.masks, mask)
            assert observer.text(world, seat) == text


@every_table
@given(data=st.data())
def test_two_states_have_different_texts_for_a_seat_if_and_only_if_the_seat_can_tell_them_apart(
    name: str, players: int, data: st.DataObject
) -> None:
    position, other = data.draw(positions(name, players)), data.draw(positions(name, players))
    observer = _observer(name, players)
    for seat in range(players):
        same = position.game.hidden(position.state, seat).tobytes() == other.game.hidden(other.state, seat).tobytes()
        assert (observer.text(position.state, seat) == observer.text(other.state, seat)) == same


@every_table
@given(data=st.data())
def test_the_generated_code_writes_the_observed_fields_as_declared(
    name: str, players: int, data: st.DataObject
) -> None:
    position = data.draw(positions(name, players))
    game, observer = position.game, _observer(name, players)
    for seat in range(players):
        row = observer.observe(position.state, seat).tolist()
        expected = observed(game, _computed(game), game.hidden(position.state, seat), seat)
        places = {part.name: place for part, place in observer.encoding.layout(players)}
        for part, numbers in expected.items():
            assert row[places[part]] == numbers, part
        assert sum(map(len, expected.values())) == observer.size
        assert list(np.flatnonzero(observer.masks[0])) == list(each(game.legal(position.state, seat)))


def _written(game: Game, state: State, seat: int, writers: ModuleType) -> npt.NDArray[np.int8]:
    """Write an observation into the middle of a row of nonzero bytes; return the observation."""
    found, players = find_encoding(game, writers), int(state.players)
    size = found.size(players)
    row, states = np.full(2 * size + WIDE, 77, np.int8), np.zeros(2, game.state)
    states[0] = state
    assert found.encode(states[0], seat, row, size) == 2 * size
    assert (row[:size] == 77).all()
    return row[size : 2 * size]


@every_table
def test_compiled_plain_loops_give_the_same_bytes_as_vector_instructions(name: str, players: int) -> None:
    """Compilers without vector instructions, such as the GPU compiler, use plain loops."""
    for steps in (0, 17, 60):
        position = played(name, players, 3, steps)
        for seat in range(players):
            state = position.game.hidden(position.state, seat)
            vector, plain = (_written(position.game, state, seat, kind) for kind in (encoding.VECTOR, PLAIN_LOOPS))
            assert np.array_equal(vector, plain)


@every_table
@settings(max_examples=20)
@given(data=st.data())
def test_if_a_game_has_its_own_faster_way_to_hide_cards_observations_stay_the_same(
    name: str, players: int, data: st.DataObject
) -> None:
    position = data.draw(positions(name, players))
    game = position.game
    for seat in range(players):
        expected = _written(game, game.hidden(position.state, seat), seat, encoding.VECTOR)
        assert np.array_equal(_observer(name, players).observe(position.state, seat), expected)


# --- fields of every kind and shape


@rule
def twice_own(state: State, seat: int) -> int:
    """Double a number that belongs to the seat, as an example of a computed entry."""
    return 2 * int(state.many[seat])


EVERY_KIND = (
    card_set("own_cards", "own cards", each_seat(SEATS), observed="own"),
    card_set("groups", "a list of two sets of cards for each seat", each_seat(SEATS), listed(2)),
    one_card("led", "a card"),
    one_card("last", "a card for each seat", each_seat(SEATS)),
    one_card("pile", "a list of cards", listed(5)),
    one_card("piles", "a list of cards for each seat", each_seat(SEATS), listed(3)),
    one_seat("leader", "a seat"),
    one_seat("aims", "a target seat for each seat", each_seat(SEATS)),
    seat_set("passed", "a set of seats"),
    seat_set("friends", "a set of seats for each seat", each_seat(SEATS)),
    number("few", "a number with few values", 2, 6),
    number("few_each", "a number with few values for each seat", 2, 6, each_seat(SEATS)),
    number("small", "a number from 0 to 4 for each seat", 0, 4, each_seat(SEATS), none=-1),
    number("flag", "yes or no", 0, 1),
    number("many", "a number with many values", -1000, 1000, each_seat(SEATS)),
    number("fives", "a number in fives", -1000, 1000, each_team(2), unit=5),
    number("steps", "a multiple of ten", 0, 50, unit=10),
    number("numbers", "a list of numbers", 0, 100, listed(3)),
    number("pairs_only", "a number that only tables of two use", 0, 100, players=(2,)),
    number("secret", "not observed", 0, 100, observed="none"),
    choice("letter", "a word from a long list", WORDS),
    choice("colour", "a choice for each seat", WORDS[:5], each_seat(SEATS), none=7),
    choice("word", "a word from a long list for each seat", WORDS, each_seat(SEATS)),
    choice_set("lacks", "a set of choices for each seat", WORDS[:6], each_seat(SEATS)),
    choice_set("open", "a set of choices", WORDS),
)
COMPUTED = (Computed(number("doubled", "computed", -3000, 3000, each_seat(SEATS)), twice_own),)


@cache
def _made_up() -> Game:
    """Make a game with fields of every kind, based on another game whose rules aren't called."""
    fitting = some_game(players=SEATS)
    return replace(fitting, name="made_up", module=__name__, players=(2, 3, 4), default_players=3, fields=EVERY_KIND)


@pytest.mark.parametrize("writers", [encoding.VECTOR, PLAIN_LOOPS])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_fields_of_every_kind_and_dimension_are_observed_as_declared(players: int, writers: ModuleType) -> None:
    game, rng = _made_up(), np.random.default_rng(players)
    cards = len(game.deck.names)
    for _ in range(20):
        state: State = np.zeros(1, game.state)[0]
        for field in EVERY_KIND:
            low, high = field.bounds
            if field.kind.value == "set of cards":
                low, high = 0, (1 << cards) - 1
            elif field.kind.value == "set of seats":
                low, high = 0, (1 << players) - 1
            elif field.kind.value in ("card", "seat"):
                low, high = -1, (cards if field.kind.value == "card" else players) - 1
            state[field.name] = rng.integers(low, high, field.shape, np.int64, endpoint=True)
        state.players = players
        for seat in range(players):
            expected = [byte for part in observed(game, COMPUTED, state, seat).values() for byte in part]
            assert _written(game, state, seat, writers).tolist() == expected


def test_a_computed_entry_with_the_name_of_a_field_is_refused() -> None:
    fields = (*EVERY_KIND, number("doubled", "a field with the same name", 0, 1))
    with pytest.raises(ParlourError, match="observes two things called 'doubled'"):
        find_encoding(replace(_made_up(), fields=fields))


def test_a_debugger_can_show_the_lines_of_generated_code() -> None:
    found = find_encoding(some_game())
    code = uncompiled(found.encode).__code__
    assert "".join(linecache.getlines(code.co_filename)) == found.source


def test_observing_from_a_seat_that_does_not_exist_is_refused() -> None:
    game = some_game(players=3)
    position = played(game.name, 3, 1, 5)
    with pytest.raises(ParlourError, match="no seat 3; expected 0 to 2"):
        _observer(game.name, 3).observe(position.state, 3)


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


@pytest.mark.processes
def test_plain_python_and_compiled_environments_give_the_same_arrays() -> None:
    assert _digest({"PARLOUR_PLAIN": "1"}) == _digest({"PARLOUR_PLAIN": "0"})
