"""The example in docs/add-a-game.md works like any other game, exactly as printed."""

import inspect
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import permutations
from pathlib import Path

import pytest
from scipy.stats import chisquare

from parlour.engine.sets import bit, lowest
from parlour.envs.batch import Observer
from parlour.game.game import Game, State
from parlour.game.texts import Refusal
from parlour.games import GAMES, find_game
from parlour.lab.simulation import simulate
from parlour.match.fair import chance_generator, seeded_key
from parlour.match.record import read_records, verify
from tests import test_every_game
from tests.pages import ROOT, blocks

NAME, PLACE, PLAYERS = "rollcall", "rollcall", (2, 3, 4)
WHOLE_DEAL = {"hands": [["1S", "2S", "1H"], ["3S", "2H", "1C"], ["4S", "5S", "2C"]],
              "aside": ["3H", "4H", "5H", "3C", "4C", "5C"]}  # fmt: skip
PLAIN_AND_COMPILED = f"""
from parlour.games import GAMES
GAMES["{NAME}"] = "{PLACE}"
import tests.positions
tests.positions.TABLES = [("{NAME}", players) for players in {PLAYERS}]
{test_every_game.PLAIN_PROGRAM}
"""


@pytest.fixture(scope="session")
def folder(request: pytest.FixtureRequest) -> Path:
    """Write the example as a module, always to the same path, so that its compiled rules can be cached."""
    code = blocks("docs/add-a-game.md", "python")[0]
    folder = Path(request.config.cache.mkdir("add_a_game"))
    module = folder / f"{NAME}.py"
    if not module.exists() or module.read_text(encoding="utf-8") != code:
        part = folder / f"{NAME}.{os.getpid()}"
        part.write_text(code, encoding="utf-8")
        part.replace(module)
    return folder


@pytest.fixture(autouse=True)
def game(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    """Register the example game for one test."""
    monkeypatch.syspath_prepend(folder)
    monkeypatch.setitem(GAMES, NAME, PLACE)
    return find_game(NAME)


def _properties(*arguments: str) -> list[Callable[..., None]]:
    """Find the tests in test_every_game.py whose arguments are exactly these."""
    tests = [test for name, test in vars(test_every_game).items() if name.startswith("test_")]
    return [test for test in tests if list(inspect.signature(test).parameters) == list(arguments)]


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("test", _properties("name", "players"), ids=lambda test: test.__name__)
def test_the_example_game_passes_the_tests_for_every_game_and_number_of_players(
    test: Callable[..., None], players: int
) -> None:
    test(name=NAME, players=players)


@pytest.mark.parametrize("test", _properties("name"), ids=lambda test: test.__name__)
def test_the_example_game_passes_the_tests_for_every_game(test: Callable[..., None]) -> None:
    test(name=NAME)


@pytest.mark.processes
def test_plain_and_compiled_rules_of_the_example_give_the_same_states(folder: Path) -> None:
    digests = set()
    for plain in ("0", "1"):
        paths = os.pathsep.join([str(folder), str(ROOT), os.environ.get("PYTHONPATH", "")])
        environment = {**os.environ, "PARLOUR_PLAIN": plain, "PYTHONPATH": paths}
        command = [sys.executable, "-c", PLAIN_AND_COMPILED]
        digests.add(subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout)
    assert len(digests) == 1


@pytest.mark.parametrize("players", PLAYERS)
def test_simulated_matches_of_the_example_pass_verification(game: Game, players: int, tmp_path: Path) -> None:
    file = tmp_path / "matches.jsonl"
    summary = simulate(game, players, {"length": 3}, matches=5, threads=1, records=file)
    matches = [verify(record) for _, record in read_records(file)]
    assert summary.matches == len(matches) == 5
    assert all(match.rounds == 3 and match.winners for match in matches)


@pytest.mark.parametrize("players", PLAYERS)
def test_observations_of_the_example_are_derived_from_its_declared_fields(game: Game, players: int) -> None:
    observer, state = Observer(game, players), game.new_state(players)
    game.deal(state, chance_generator(seeded_key(1, 0), 0))
    # Observed: own hand and choice; each seat's played cards, voids, tricks and score; suit, rounds, phase.
    assert observer.size == 15 + 15 + (15 + 3 + 4 + 1) * players + 3 + 1 + 3
    for seat in range(players):
        row = observer.observe(state, seat).copy()
        assert row.sum() == 3 + players + 2, "three cards in hand, no tricks for anybody, the suit called and the phase"
        world = game.hidden(state, seat)
        game.redeal(world, seat, chance_generator(seeded_key(2, 0), seat))
        assert observer.observe(world, seat).tolist() == row.tolist()


# --- the rules of the example


def _dealt(game: Game) -> State:
    state = game.new_state(3)
    game.place(state, {"deal": WHOLE_DEAL})
    return state


def _choose(game: Game, state: State, cards: str) -> None:
    """Choose a card for every seat, beginning with the last seat."""
    for seat, card in reversed(list(enumerate(cards.split()))):
        game.apply(state, seat, game.parse_action(state, seat, f"choose {card}"))


def test_a_player_who_holds_the_suit_called_must_follow_it(game: Game) -> None:
    with pytest.raises(Refusal, match="You must follow ♠"):
        game.parse_action(_dealt(game), 0, "choose 1H")


def test_the_highest_card_of_the_suit_called_wins_and_players_without_that_suit_may_choose_any_card(game: Game) -> None:
    state = _dealt(game)
    _choose(game, state, "2S 3S 5S")
    assert game.standing(state) == {"scores": [0, 0, 1]}
    _choose(game, state, "1H 2H 4S")  # the 4 of spades is not a heart
    assert game.standing(state) == {"scores": [0, 1, 1]}
    _choose(game, state, "1S 1C 2C")
    assert game.standing(state) == {"scores": [0, 1, 2]}
    assert (state.rounds, game.phase(state)) == (1, "deal")


def _worlds(game: Game, state: State, number: int) -> Iterator[State]:
    """Redeal to draw worlds that seat 0 considers possible."""
    for event in range(number):
        world = game.hidden(state, 0)
        game.redeal(world, 0, chance_generator(seeded_key(1, 0), event))
        yield world


def _unseen(state: State) -> list[int]:
    """List the cards whose location seat 0 does not know."""
    return [
        card for card in range(15) if not (sum(int(cards) for cards in state.played) | int(state.hands[0])) >> card & 1
    ]


def _assert_uniform(counts: Counter[tuple[int, int]], possible: set[tuple[int, int]]) -> None:
    assert set(counts) == possible
    assert chisquare([counts[way] for way in possible]).pvalue > 0.001


def test_redeal_chooses_uniformly_among_the_deals_that_fit_the_suits_players_could_not_follow(game: Game) -> None:
    state = _dealt(game)
    _choose(game, state, "2S 3S 5S")
    _choose(game, state, "1H 2H 4S")  # now every seat has one card left, and seat 2 has shown that it has no heart
    possible = {(one, two) for one, two in permutations(_unseen(state), 2) if game.deck.name(two)[1] != "H"}
    worlds = _worlds(game, state, 40 * len(possible))
    _assert_uniform(Counter((lowest(world.hands[1]), lowest(world.hands[2])) for world in worlds), possible)


def test_redeal_chooses_uniformly_among_the_secret_choices_that_a_seat_could_have_made(game: Game) -> None:
    state = _dealt(game)
    _choose(game, state, "2S 3S 5S")
    game.apply(state, 1, game.parse_action(state, 1, "choose 2H"))  # seat 1 has chosen one of its last two cards
    hearts = game.deck.mask("1H 2H 3H 4H 5H")
    possible = {
        (bit(chosen) | bit(other), chosen)
        for chosen, other in permutations(_unseen(state), 2)
        if hearts >> chosen & 1 or not hearts >> other & 1
    }
    worlds = _worlds(game, state, 40 * len(possible))
    _assert_uniform(Counter((int(world.hands[1]), int(world.choice[1])) for world in worlds), possible)
