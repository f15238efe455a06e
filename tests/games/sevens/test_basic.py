"""What the rules of thumb of Oh 7 ? and Kod-7 say about worlds: how likely the others would have acted so."""

import numpy as np
import pytest

from parlour.bots.basic import find_basic, find_belief
from parlour.fair import seeded_key
from parlour.games import find_game
from parlour.match import Match
from parlour.rng import generator
from tests.games.sevens.redeals import SEED, after_random_play
from tests.games.sevens.table import ANN
from tests.games.sevens.test_redeal import every_table

WORLDS = 40


@every_table
def test_judging_a_world_leaves_it_as_it_was(game: str, players: int) -> None:
    believe = find_belief(find_game(game))
    for left, extra in ((7, 1), (5, 0), (4, 2), (2, 1), (1, 0)):
        table = after_random_play(game, players, 3, left, extra)
        state = table.state.copy()
        likely = believe(state, ANN, generator(SEED))
        assert 0.0 <= likely <= 1.0
        assert state.tobytes() == table.state.tobytes()


def in_the_middle(game: str, players: int, number: int) -> Match:
    """A match in which all play by the rules of thumb, in the middle of its first round."""
    match, rng = Match(find_game(game), players, key=seeded_key(7, number)), generator(SEED)
    match.advance()
    while int(match.state.tricks) < 4 or match.state.trump < 0:
        seat = match.actors[0]
        match.act(seat, int(find_basic(match.game)(match.state, seat, rng)))
        match.advance()
    return match


@pytest.mark.parametrize(("game", "players"), [("oh7", 2), ("oh7", 4), ("kod7", 2), ("kod7", 4)])
def test_the_cards_that_the_others_played_make_the_true_world_likelier(game: str, players: int) -> None:
    played, rng, above = find_game(game), generator(SEED), []
    believe = find_belief(played)
    for number in range(12):
        match = in_the_middle(game, players, number)
        hidden, drawn = played.hidden(match.state, ANN), []
        for _ in range(WORLDS):
            world = hidden.copy()
            played.redeal(world, ANN, rng)
            drawn.append(believe(world, ANN, rng))
        above.append(believe(match.state.copy(), ANN, rng) > 2 * np.mean(drawn))
    assert sum(above) >= 9
