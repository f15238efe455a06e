"""Tests of nets at a table: a net plays only matches that it fits, and some games use nets as `easy` and `medium`."""

from collections import Counter

import numpy as np
import pytest

from parlour.bots import find_bot
from parlour.bots._default import DefaultPlayer
from parlour.bots.nets import player as players_module
from parlour.bots.nets.layers import room_for
from parlour.bots.nets.player import learned_level
from parlour.engine.rng import generator
from parlour.engine.rule import PLAIN
from parlour.games import GAMES, find_game
from parlour.match.fair import seeded_key
from tests.learn.nets import small_player
from tests.positions import played
from tests.samples import some_game

pytestmark = pytest.mark.skipif(PLAIN, reason="compares compiled nets with plain Python")


@pytest.mark.parametrize("name", list(GAMES))
def test_compiled_code_and_numpy_give_the_same_logits(name: str) -> None:
    game = find_game(name)
    player = small_player(game, game.default_players)
    for seed in range(6):
        position = played(name, game.default_players, seed, 9 * seed)
        for seat in position.match.actors:
            hidden = game.hidden(position.state, seat)
            before = hidden.tobytes()
            assert player.logits(hidden, seat) == pytest.approx(plain_logits(player, hidden, seat), abs=1e-3)
            assert hidden.tobytes() == before, "the player must not change the state"


def plain_logits(player: players_module.NetPlayer, hidden: object, seat: int) -> np.ndarray:
    states = np.zeros(2, player.game.state)
    states[0] = hidden
    found: np.ndarray = player._plain_logits(room_for(player.layers), states[0], seat)
    return found


def test_a_net_player_chooses_each_action_with_the_probability_that_its_net_gives_it() -> None:
    game = some_game(3)
    position = next(one for one in (played(game.name, 3, 1, steps) for steps in range(50)) if choices(one) > 2)
    seat = position.match.actors[0]
    hidden, player, rng = game.hidden(position.state, seat), small_player(game, 3), generator(seeded_key(1, 1))
    shares = player.shares(hidden, seat)
    assert sum(shares.values()) == pytest.approx(1)
    drawn = Counter(player.draw(hidden, seat, rng) for _ in range(2000))
    for action, share in shares.items():
        assert drawn[action] / 2000 == pytest.approx(share, abs=0.06)
    assert player.choose(hidden, seat, rng) == max(shares, key=lambda action: shares[action])


def choices(position: object) -> int:
    match = position.match  # type: ignore[attr-defined]
    return len(match.legal(match.actors[0]))


def test_the_bots_easy_and_medium_use_the_net_of_a_game_without_rules_of_thumb(monkeypatch: pytest.MonkeyPatch) -> None:
    game = some_game(3)
    player, rng = small_player(game, 3), generator(seeded_key(1, 2))
    position = played(game.name, 3, 1, 12)
    seat = position.match.actors[0]
    hidden = game.hidden(position.state, seat)
    without = DefaultPlayer(game, "medium").choose
    monkeypatch.setattr(players_module, "fitting_net", lambda *_: player)
    assert learned_level(game, "medium", without)(hidden, seat, rng) == player.choose(hidden, seat, rng)
    easy = learned_level(game, "easy", without)
    assert {easy(hidden, seat, rng) for _ in range(200)} == set(position.match.legal(seat))
    monkeypatch.setattr(players_module, "fitting_net", lambda *_: None)
    assert learned_level(game, "medium", lambda *_: 41)(hidden, seat, rng) == 41


def test_the_bot_net_plays_by_rules_of_thumb_if_there_is_no_net() -> None:
    game = some_game()
    players = next((number for number in game.players if players_module.find_net(game, number) is None), None)
    if players is None:
        pytest.skip("this game has a net for tables of every size")
    position = played(game.name, players, 1, 6)
    seat = position.match.actors[0]
    hidden = game.hidden(position.state, seat)
    chosen = [find_bot(game, name)(hidden, seat, generator(seeded_key(2, 2))) for name in ("net", "basic")]
    assert chosen[0] == chosen[1]


def test_the_bot_net_plays_only_matches_with_the_options_that_its_net_was_made_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = some_game()
    player = small_player(game, game.default_players)
    monkeypatch.setattr(players_module, "find_net", lambda *_: player)
    state = played(game.name, game.default_players, 1, 6).state
    player.options = game.options_of(state)
    assert players_module.fitting_net(game, state) is player
    player.options = dict.fromkeys(player.options)
    assert players_module.fitting_net(game, state) is None
