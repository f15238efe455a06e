"""Every bot at every table: it is given a hidden state, and what it chooses is legal."""

import pytest

from parlour.bots import BOTS, bot_names, find_bot
from parlour.errors import ParlourError
from parlour.fair import chance_generator, seeded_key
from parlour.games import GAMES, find_game
from tests.positions import TABLES, played


@pytest.mark.parametrize(("name", "players"), TABLES)
@pytest.mark.parametrize("bot", ["random", "basic", "easy"])
def test_bots_choose_legal_actions(name: str, players: int, bot: str) -> None:
    game = find_game(name)
    choose = find_bot(game, bot)
    for seed in range(25):
        position = played(name, players, seed, 7 * seed)
        for seat in position.match.actors:
            hidden = game.hidden(position.state, seat)
            action = choose(hidden, seat, chance_generator(seeded_key(seed, 9), seat))
            assert action in position.match.legal(seat)


def test_every_game_has_rules_of_thumb() -> None:
    for name in GAMES:
        assert callable(find_bot(find_game(name), "basic"))


@pytest.mark.parametrize("bot", ["", "nobody", "random:3", "search:", "search:0", "search:x"])
def test_an_unknown_bot_is_refused_by_name(bot: str) -> None:
    with pytest.raises(ParlourError, match="there is no bot"):
        find_bot(find_game("oh7"), bot)


def test_one_name_serves_all_seats_and_a_wrong_number_is_refused() -> None:
    assert bot_names(["basic"], 3) == ["basic"] * 3
    with pytest.raises(ParlourError, match="2 bots do not fit 4 seats"):
        bot_names(["basic", "random"], 4)


def test_every_level_is_described() -> None:
    assert {"easy", "medium", "hard"} <= set(BOTS)
    assert all(BOTS.values())


def test_clairvoyant_sits_only_in_the_arena() -> None:
    """A bot elsewhere gets a hidden state; this one would take it for the whole truth."""
    with pytest.raises(ParlourError, match="only in the arena"):
        bot_names(["clairvoyant"], 4)
