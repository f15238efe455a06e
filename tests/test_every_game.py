"""What holds for every game at every table. A new game is checked by all of this without another line.

The properties stand in `parlour.testing`, where a game from outside finds them too. Here they're checked with compiled
rules, on positions that change with the date: a table's positions are found once, and serve all of its properties.
"""

import os
import random
import subprocess
import sys
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.game.game import MOST_STATE_BYTES
from parlour.game.options import OptionError
from parlour.games import GAMES, find_game
from parlour.match.fair import seeded_key
from parlour.match.walk import play_random
from parlour.testing import PROPERTIES, Position
from parlour.testing import _hiding as hiding
from parlour.testing import _matches as matches
from parlour.testing.runner import Property, check_property
from tests.positions import MOST_STEPS, TABLES, option_values, played
from tests.samples import DAY

FEW, MANY = 6, 60  # positions of each table, for `make test` and for `make test-all`

every_table = pytest.mark.parametrize(("name", "players"), TABLES)
every_game = pytest.mark.parametrize("name", list(GAMES))
few_or_many = pytest.mark.parametrize("number", [FEW, pytest.param(MANY, marks=pytest.mark.extensive)])
SEEDS = st.integers(0, 1000)


@cache
def positions(name: str, players: int, number: int) -> list[Position]:
    """Today's positions of a table: early, late, in any phase."""
    today = random.Random(f"{os.environ[DAY]} {name} {players}")
    return [played(name, players, today.randrange(10**6), today.randrange(MOST_STEPS)) for _ in range(number)]


def _start(name: str, players: int, seed: int) -> Position:
    """The match of a seed, for properties of whole matches."""
    return played(name, players, seed, 0)


@every_game
def test_a_state_has_at_most_512_bytes(name: str) -> None:
    assert find_game(name).state.itemsize <= MOST_STATE_BYTES


@pytest.mark.parametrize("one", [one for one in PROPERTIES if not one.of_matches], ids=str)
@few_or_many
@every_table
def test_what_holds_for_every_position(name: str, players: int, number: int, one: Property) -> None:
    assert check_property(one, positions(name, players, number)) == number


@pytest.mark.parametrize("one", [one for one in PROPERTIES if one.of_matches], ids=str)
@pytest.mark.parametrize("number", [1, pytest.param(5, marks=pytest.mark.extensive)])
@every_table
def test_what_holds_for_every_match(name: str, players: int, number: int, one: Property) -> None:
    seeds = random.Random(f"{os.environ[DAY]} {name} {players} {one}")
    for _ in range(number):
        one.check(_start(name, players, seeds.randrange(1000)))


@every_table
def test_redealt_worlds_are_many(name: str, players: int) -> None:
    """There is something to hide, and it isn't always dealt the same way."""
    position = played(name, players, 3, 1)
    hiding.redealt_worlds_differ(position)
    assert len({position.world(0, number).tobytes() for number in range(20)}) > 10


@every_table
@settings(max_examples=10)
@given(data=st.data())
def test_every_match_ends_or_is_cut_off_and_says_so(name: str, players: int, data: st.DataObject) -> None:
    """C6, with any options."""
    game = find_game(name)
    options = data.draw(option_values(game))
    try:
        start = game.new_state(players, options)
    except OptionError:
        return  # options that do not fit together are refused
    limit = data.draw(st.integers(1, 12))
    states, decisions = play_random(game, start, [seeded_key(data.draw(SEEDS), 0)], limit)
    assert decisions[0] > 0
    assert game.over(states[0]) or states[0].rounds == limit
    assert bool(game.winners(states[0])) == bool(game.over(states[0]))


@every_table
def test_the_story_of_a_match_is_more_than_a_few_sentences(name: str, players: int) -> None:
    assert matches.stories_can_be_told(_start(name, players, 15)) > 10


PLAIN_PROGRAM = """
import hashlib, sys
from tests.positions import TABLES, played
digest = hashlib.sha256()
from parlour.match.fair import chance_generator, seeded_key
for name, players in TABLES:
    for seed in range(3):
        position = played(name, players, seed, 40 + 60 * seed)
        digest.update(position.state.tobytes())
        for onlooker in position.onlookers:
            world = position.game.hidden(position.state, onlooker)
            digest.update(world.tobytes())
            position.game.redeal(world, onlooker, chance_generator(seeded_key(seed, 1), onlooker + 1))
            digest.update(world.tobytes())
print(digest.hexdigest())
"""


def _digest(environment: dict[str, str]) -> str:
    command = [sys.executable, "-c", PLAIN_PROGRAM]
    run = subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True, check=True)
    return run.stdout.strip()


@pytest.mark.every(1)
@pytest.mark.processes
def test_plain_and_compiled_rules_give_the_same_bytes() -> None:
    assert _digest({"PARLOUR_PLAIN": "1"}) == _digest({"PARLOUR_PLAIN": "0"})
