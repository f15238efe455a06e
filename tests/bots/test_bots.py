"""Tests that every bot chooses legal actions and sees only hidden states."""

from random import Random

import pytest

from parlour.bots import BOTS, bot_names, find_bot
from parlour.errors import ParlourError
from parlour.games import GAMES, find_game
from parlour.match.fair import chance_generator, seeded_key
from parlour.testing._positions import some_options
from tests.positions import TABLES, played
from tests.samples import sampled, some_game
from tests.thumb import faults

POSITIONS, WITH_OPTIONS = 100_000, 10_000
OPTIONS = 6  # number of random choices of options to test


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_rules_of_thumb_choose_legal_actions_and_use_no_secrets_in_100_000_positions(name: str, players: int) -> None:
    game, random = find_game(name), Random(f"{name} {players}")
    assert faults(game, players, POSITIONS) == {}
    for _ in range(OPTIONS):
        options = some_options(game, random)
        assert faults(game, players, WITH_OPTIONS, options) == {}, options


@pytest.mark.parametrize(("name", "players"), sampled(TABLES))
def test_the_search_chooses_a_legal_action_in_any_position(name: str, players: int) -> None:
    game = find_game(name)
    search = find_bot(game, "search:2")
    rng = chance_generator(seeded_key(4, 4), 0)
    for seed in range(30):
        position = played(name, players, seed, 10 * seed)
        for seat in position.match.actors:
            assert search(game.hidden(position.state, seat), seat, rng) in position.match.legal(seat)


@pytest.mark.parametrize(("name", "players"), TABLES)
@pytest.mark.parametrize("bot", ["random", "basic", "easy"])
def test_compiled_bots_choose_legal_actions(name: str, players: int, bot: str) -> None:
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
def test_the_refusal_of_an_unknown_bot_names_the_bot(bot: str) -> None:
    with pytest.raises(ParlourError, match="there is no bot"):
        find_bot(some_game(), bot)


def test_one_bot_name_serves_all_seats_and_a_wrong_number_of_names_is_refused() -> None:
    assert bot_names(["basic"], 3) == ["basic"] * 3
    with pytest.raises(ParlourError, match="2 bots do not fit 4 seats"):
        bot_names(["basic", "random"], 4)


def test_every_kind_of_bot_has_a_description() -> None:
    assert {"easy", "medium", "hard"} <= set(BOTS)
    assert all(kind.about for kind in BOTS.values())


def test_the_bot_clairvoyant_plays_only_in_the_arena() -> None:
    """Outside the arena, bots get a hidden state, which `clairvoyant` would mistake for the true state."""
    with pytest.raises(ParlourError, match="only in the arena"):
        bot_names(["clairvoyant"], 4)
