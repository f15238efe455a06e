"""Tests of Thirty-one in OpenSpiel: positions with different histories, and a choice that any search should find."""

import numpy as np
import pyspiel

import parlour.envs.openspiel  # This import registers the game with OpenSpiel.
from bench.peers.ismcts import Ismcts
from parlour.engine.rng import generator
from parlour.engine.sets import each
from parlour.envs._positions import CHANCE_BYTES
from parlour.games import find_game
from parlour.match.fair import seeded_key
from tests.positions import played

assert parlour.envs.openspiel.NAMES


def test_different_histories_of_the_same_position_count_as_different_states_only_with_perfect_recall() -> None:
    """In Thirty-one a player can take a card and give it back, so a position can have different histories."""
    ways = []
    for recall in (False, True):
        state = pyspiel.load_game("parlour_thirtyone", {"players": 2, "recall": recall}).new_initial_state()
        for _ in range(CHANCE_BYTES):
            state.apply_action(1)
        for _ in range(2):
            state.apply_action(0)
        texts = {state.information_state_string(0)}
        position = state.position
        before = position.state.tobytes()
        position.act(int(next(each(position.legal(position.seat)))))
        position.state = np.frombuffer(bytearray(before), position.setting.game.state)[0]
        position._update()
        texts.add(state.information_state_string(0))
        ways.append(len(texts))
    assert ways == [1, 2]


def test_the_ismcts_search_finds_a_winning_switch() -> None:
    """In Thirty-one the search takes the card that makes 31."""
    game = find_game("thirtyone")
    position = played("thirtyone", 2, 1, 2)
    state = game.copy(position.state)
    seat = int(state.turn)
    deck = game.deck.mask
    state.hands[seat], state.playing_deck = deck("AS KS 7H"), deck("QS 8D 9C")
    state.known[:], state.partners[:], state.excluded[:] = 0, 0, 0
    wanted = game.parse_action(state, seat, "switch 7H QS")
    assert Ismcts(game, 150).choose(game.hidden(state, seat), seat, generator(seeded_key(2, 0))) == wanted
