"""Every bot at every table: it is given a hidden state, and what it chooses is legal."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from parlour.bots import BOTS, bot_names, find_bot
from parlour.bots.basic import find_basic
from parlour.engine.rng import GENERATOR, generator, pick
from parlour.engine.rule import PLAIN, loop
from parlour.engine.sets import has
from parlour.errors import ParlourError
from parlour.game.game import Game
from parlour.games import GAMES, find_game
from parlour.match.fair import chance_generator, seeded_key
from tests.positions import TABLES, played
from tests.samples import sampled, some_game

POSITIONS = 100_000


def try_thumb_for(game: Game) -> Callable[[Any, Any, int], tuple[int, int]]:
    """Make a walk through random positions: how often a choice was illegal, and how often it came from a secret."""
    actors, apply, deal, hide, legal = game.actors, game.apply, game.deal, game.hide, game.legal
    over, redeal, choose = game.over, game.redeal, find_basic(game)

    @loop
    def try_thumb(states: Any, table: Any, number: int) -> tuple[int, int]:
        state, hidden, dealt, rng = states[0], states[1], states[2], table[0]
        illegal = peeking = 0
        for _ in range(number):
            while actors(state) == 0:
                if over(state):
                    states[0] = states[3]
                deal(state, rng)
            seat = pick(rng, actors(state))
            states[1] = states[0]
            hide(hidden, seat)
            states[2] = states[1]
            redeal(dealt, seat, rng)
            table[1].words[:] = rng.words
            table[2].words[:] = rng.words
            action = choose(hidden, seat, table[1])
            choices = legal(state, seat)
            illegal += not has(choices, action)
            peeking += action != choose(dealt, seat, table[2])
            apply(state, seat, pick(rng, choices))
        return illegal, peeking

    return try_thumb


@pytest.mark.parametrize(("name", "players"), sampled(TABLES, kept=2, first=3))
def test_rules_of_thumb_are_legal_and_see_no_secret_in_100_000_positions(name: str, players: int) -> None:
    game = find_game(name)
    walk = try_thumb_for(game)
    states, table = np.zeros(4, game.state), np.zeros(3, GENERATOR)
    states[0] = states[3] = game.new_state(players)
    table[0] = generator(seeded_key(players, 1))
    assert walk(states, table, 200 if PLAIN else POSITIONS) == (0, 0)


@pytest.mark.parametrize(("name", "players"), sampled(TABLES))
def test_the_search_chooses_legally_whatever_the_position(name: str, players: int) -> None:
    game = find_game(name)
    search = find_bot(game, "search:2")
    rng = chance_generator(seeded_key(4, 4), 0)
    for seed in range(30):
        position = played(name, players, seed, 10 * seed)
        for seat in position.match.actors:
            assert search(game.hidden(position.state, seat), seat, rng) in position.match.legal(seat)


@pytest.mark.parametrize(("name", "players"), TABLES)
@pytest.mark.parametrize("bot", ["random", "basic", "easy"])
def test_bots_choose_legal_actions(name: str, players: int, bot: str) -> None:
    game = find_game(name)
    chosen = find_bot(game, bot)
    for seed in range(25):
        position = played(name, players, seed, 7 * seed)
        for seat in position.match.actors:
            hidden = game.hidden(position.state, seat)
            action = chosen(hidden, seat, chance_generator(seeded_key(seed, 9), seat))
            assert action in position.match.legal(seat)


def test_every_game_has_rules_of_thumb() -> None:
    for name in GAMES:
        assert callable(find_bot(find_game(name), "basic"))


@pytest.mark.parametrize(
    "bot",
    [
        "",
        "nobody",
        "random:3",
        "search:",
        "search:0",
        "search:x",
        "search:5s",
        "search:-1ms",
        "basic:3ms",
        "no_such_module:make",
        "math:no_such_function",
        "a b:make",
    ],
)
def test_an_unknown_bot_is_refused_by_name(bot: str) -> None:
    with pytest.raises(ParlourError, match="there is no bot"):
        find_bot(some_game(), bot)


def test_one_name_serves_all_seats_and_a_wrong_number_is_refused() -> None:
    assert bot_names(["basic"], 3) == ["basic"] * 3
    with pytest.raises(ParlourError, match="2 bots do not fit 4 seats"):
        bot_names(["basic", "random"], 4)


def test_every_level_is_described() -> None:
    assert {"easy", "medium", "hard"} <= set(BOTS)
    assert all(kind.about for kind in BOTS.values())


def test_clairvoyant_sits_only_in_the_arena() -> None:
    """A bot elsewhere gets a hidden state; this one would take it for the whole truth."""
    with pytest.raises(ParlourError, match="only in the arena"):
        bot_names(["clairvoyant"], 4)
