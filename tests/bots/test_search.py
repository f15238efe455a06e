"""Tests of the bot `search`: its choices are legal and repeatable, and it keeps to its budget."""

from itertools import permutations

import numpy as np
import numpy.typing as npt
import pytest

from parlour.bots._tree import TREE, fingerprint
from parlour.bots.hints import hint_for
from parlour.bots.search import Budget, Search
from parlour.match.fair import chance_generator, seeded_key
from tests.pages import page
from tests.positions import Position, played
from tests.samples import alone, some_game, with_bots

GAME = some_game(3, lambda game: alone(game) and with_bots(game) and game.part("worth") is not None)
TABLE = (GAME.name, 3)


def _search(worlds: int) -> Search:
    return Search(GAME, Budget(worlds=worlds))


def _free_choice() -> tuple[Position, int]:
    """Find a position in which a seat has several legal actions."""
    for steps in range(100):
        position = played(*TABLE, 2, steps)
        for seat in position.match.actors:
            if len(position.match.legal(seat)) > 1:
                return position, seat
    raise LookupError(f"no free choice in 100 actions of {GAME.title}")


@pytest.mark.parametrize("seed", range(6))
def test_a_search_chooses_a_legal_action_and_the_same_action_for_the_same_random_seed(seed: int) -> None:
    position = played(*TABLE, seed, 11 * seed)
    seat = position.match.actors[0]
    hidden = position.game.hidden(position.state, seat)
    choices = {_search(30).choose(hidden, seat, chance_generator(seeded_key(seed, 3), 0)) for _ in range(3)}
    assert len(choices) == 1
    assert choices <= set(position.match.legal(seat))


def test_a_search_weighs_every_action_within_its_budget_of_worlds() -> None:
    position, seat = _free_choice()
    weighed = _search(40).weigh(position.game.hidden(position.state, seat), seat, chance_generator(seeded_key(1, 1), 0))
    assert sorted(one.action for one in weighed) == position.match.legal(seat)
    assert all(8 <= one.worlds <= 40 for one in weighed)
    assert max(one.worlds for one in weighed) == 40


def test_a_search_does_not_change_the_state_that_it_gets() -> None:
    position = played(*TABLE, 4, 9)
    seat = position.match.actors[0]
    hidden = position.game.hidden(position.state, seat)
    before = hidden.tobytes()
    _search(16).choose(hidden, seat, chance_generator(seeded_key(1, 2), 0))
    assert hidden.tobytes() == before


def test_the_search_tree_uses_as_much_memory_as_the_docs_about_bots_say() -> None:
    assert f"{TREE.itemsize / 10**6:.1f} MB for its tree" in page("docs/bots.md")
    assert TREE.itemsize < 50 * 10**6


def test_a_hint_names_a_legal_action_and_compares_it_with_the_next_best_action() -> None:
    position, seat = _free_choice()
    hint = str(hint_for(position.game)(position.game.hidden(position.state, seat), seat))
    labels = [str(action.label) for action in position.match.view(seat).actions]
    assert any(hint.startswith(f"I would choose: {label}.") for label in labels)
    assert "About as good: " in hint or "the next best" in hint


def test_states_that_differ_in_two_bytes_have_different_fingerprints() -> None:
    words = np.arange(60, dtype=np.int64)
    pairs = list(permutations(range(3, 8 * len(words), 4), 2))  # Change the top byte of each half word.
    keys = {_fingerprint_of_changed(words.copy(), *pair) for pair in pairs}
    assert len(keys) == len(pairs)


def _fingerprint_of_changed(words: npt.NDArray[np.int64], one: int, other: int) -> int:
    words.view(np.int8)[one] ^= 1
    words.view(np.int8)[other] ^= 3
    return int(fingerprint(words))
