"""Tests of the bots for a game without rules of thumb: short searches that beat random play."""

import pytest

from parlour.bots import find_bot
from parlour.bots._default import DefaultPlayer
from parlour.bots.basic import compiled_bots, has_basic
from parlour.bots.hints import thumb_advice
from parlour.bots.search import Budget
from parlour.game.game import Game
from parlour.games.outside import load_file
from parlour.lab.arena import Contest, run
from parlour.match.fair import chance_generator, seeded_key
from parlour.testing import played
from tests.outside.games import INVENTED


@pytest.fixture(scope="module")
def game() -> Game:
    """Load the game Bean Row, in which the player with the fewest beans wins."""
    return load_file(INVENTED)


def test_bot_levels_are_short_searches_in_a_game_without_rules_of_thumb(game: Game) -> None:
    assert not has_basic(game)
    assert set(compiled_bots(game)) == {"basic", "random"}, "only these bots can run in compiled loops"
    for level in ("easy", "medium"):
        assert isinstance(getattr(find_bot(game, level), "__self__", None), DefaultPlayer)


@pytest.mark.parametrize("level", ["easy", "medium"])
def test_a_short_search_chooses_the_same_legal_action_for_the_same_random_seed(game: Game, level: str) -> None:
    choose = find_bot(game, level)
    for seed in range(20):
        position = played(game, 3, seed, 3 * seed)
        seat = position.match.actors[0]
        hidden = game.hidden(position.state, seat)
        chosen = [choose(hidden, seat, chance_generator(seeded_key(seed, 9), seat)) for _ in range(2)]
        assert chosen[0] == chosen[1]
        assert chosen[0] in position.match.legal(seat)


def test_the_bot_medium_beats_random_bots_in_a_game_in_which_the_fewest_points_win(game: Game) -> None:
    """For comparison, a random bot would win a third of the matches against two other random bots."""
    results = run(Contest(game, 3, ("medium",), 30, 1, Budget(worlds=10), among="random"), threads=1)
    (score,) = results.scores
    assert score.wins.mean - score.wins.margin > 1 / 3


def test_advice_without_a_search_says_that_the_game_has_no_rules_of_thumb(game: Game) -> None:
    position = played(game, 3, 1, 0)
    seat = position.match.actors[0]
    said = str(thumb_advice(game, position.state, seat, position.match.legal(seat)[0]).sentence)
    assert said.startswith("This game has no rules of thumb")
