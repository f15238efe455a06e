"""Properties that every game must have for every number of players. A new game is checked without any additional code.

The properties are in `parlour.testing`, so that games outside the package can use them, too. Here they're checked with
compiled rules, on positions that change with the date; a table's positions are made once and used for all properties.
"""

import os
import random
import subprocess
import sys
from functools import cache

import pytest

from parlour.game.game import MOST_STATE_BYTES
from parlour.games import GAMES, find_game
from parlour.testing import PROPERTIES, Position, walked
from parlour.testing import _hiding as hiding
from parlour.testing import _matches as matches
from parlour.testing import _table as table
from parlour.testing._positions import some_options
from parlour.testing.runner import Property, check_property
from tests.positions import MOST_STEPS, TABLES, played, sensible
from tests.samples import DAY

FEW, MANY = 9, 90  # numbers of positions per table in `make test` and in `make test-all`

every_table = pytest.mark.parametrize(("name", "players"), TABLES)
every_game = pytest.mark.parametrize("name", list(GAMES))
few_or_many = pytest.mark.parametrize("number", [FEW, pytest.param(MANY, marks=pytest.mark.extensive)])
KNOWN = (  # properties that only rare positions may break, so they're checked after every step of a match
    hiding.hide_keeps_legal_actions, hiding.redeal_fits, hiding.redeal_is_complete, table.sections_are_in_the_rules,
)  # fmt: skip
TEN_TIMES = 10  # factor by which quick properties are checked with more seeds
IN_A_ROW = 120  # number of successive moves after which properties are checked


@cache
def positions(name: str, players: int, number: int) -> list[Position]:
    """Make today's positions of a game, in any phase; a third of them come from sensible players and random options."""
    today = random.Random(f"{os.environ[DAY]} {name} {players}")
    ways = [played, played, sensible] * (number // 3)
    return [find(name, players, today.randrange(10**6), today.randrange(MOST_STEPS)) for find in ways]


@cache
def steps(name: str, players: int) -> list[Position]:
    """Make every position of two matches that change daily: one with default options, one with random options."""
    game, today = find_game(name), random.Random(f"{os.environ[DAY]} {name}")
    ways = (None, some_options(game, today))
    return [one for way in ways for one in walked(game, players, today.randrange(10**6), IN_A_ROW, way)]


def _start(name: str, players: int, seed: int) -> Position:
    """Start the match with this seed, to check properties of whole matches."""
    return played(name, players, seed, 0)


@every_game
def test_a_state_has_at_most_512_bytes(name: str) -> None:
    assert find_game(name).state.itemsize <= MOST_STATE_BYTES


@pytest.mark.parametrize("one", [one for one in PROPERTIES if not one.of_matches], ids=str)
@few_or_many
@every_table
def test_every_position_of_a_game_has_the_required_properties(
    name: str, players: int, number: int, one: Property
) -> None:
    assert check_property(one, positions(name, players, number)) == number


@pytest.mark.parametrize("one", [one for one in PROPERTIES if one.check in KNOWN], ids=str)
@every_table
def test_every_step_of_a_match_has_the_required_properties(name: str, players: int, one: Property) -> None:
    assert check_property(one, steps(name, players)) > 0


@pytest.mark.parametrize("one", [one for one in PROPERTIES if one.of_matches], ids=str)
@pytest.mark.parametrize("number", [1, pytest.param(5, marks=pytest.mark.extensive)])
@every_table
def test_every_match_of_a_game_has_the_required_properties(name: str, players: int, number: int, one: Property) -> None:
    seeds = random.Random(f"{os.environ[DAY]} {name} {players} {one}")
    for _ in range(TEN_TIMES * number if one.check is matches.every_match_ends else number):
        one.check(_start(name, players, seeds.randrange(1000)))


@every_table
def test_redeal_gives_many_different_worlds(name: str, players: int) -> None:
    """The game hides cards, and redealing them gives different results."""
    position = played(name, players, 3, 1)
    hiding.redealt_worlds_differ(position)
    assert len({position.world(0, number).tobytes() for number in range(20)}) > 10


@every_table
def test_the_log_of_a_match_has_more_than_ten_sentences(name: str, players: int) -> None:
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
        for viewer in position.viewers:
            world = position.game.hidden(position.state, viewer)
            digest.update(world.tobytes())
            position.game.redeal(world, viewer, chance_generator(seeded_key(seed, 1), viewer + 1))
            digest.update(world.tobytes())
print(digest.hexdigest())
"""


def _digest(environment: dict[str, str]) -> str:
    command = [sys.executable, "-c", PLAIN_PROGRAM]
    run = subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True, check=True)
    return run.stdout.strip()


@pytest.mark.every(1)
@pytest.mark.processes
def test_plain_and_compiled_rules_of_every_game_give_the_same_states() -> None:
    assert _digest({"PARLOUR_PLAIN": "1"}) == _digest({"PARLOUR_PLAIN": "0"})
