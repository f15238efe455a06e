"""An expert is a search that thinks with nets: honest, legal, and nothing but a search where no net fits."""

from typing import Any

import numpy as np
import pytest

from parlour.bots import expert, find_bot
from parlour.bots.expert import Expert, believer, best_search, log_shares, most_liked
from parlour.bots.nets.player import NetPlayer
from parlour.bots.rollout import _imagine
from parlour.bots.search import Budget, Search, Weighed
from parlour.engine.rng import GENERATOR, generator
from parlour.engine.rule import PLAIN
from parlour.engine.sets import has
from parlour.envs.hands import hand_names
from parlour.errors import ParlourError
from parlour.game.game import Game
from parlour.games import GAMES, find_game
from parlour.match.fair import chance_generator, seeded_key
from parlour.match.walk import for_game
from tests.learn.nets import small_player
from tests.positions import Position, played
from tests.samples import alone, some_game, together, with_bots

pytestmark = pytest.mark.skipif(PLAIN, reason="searches need compiled rules")
WORLDS = 400


def small_expert(game: Game, players: int, worlds: int = 8, seed: int = 0) -> Expert:
    return Expert(game, Budget(worlds=worlds), small_player(game, players, seed))


@pytest.mark.parametrize("name", list(GAMES))
def test_an_expert_chooses_what_is_allowed_and_the_same_for_the_same_worlds(name: str) -> None:
    game = find_game(name)
    players = game.default_players
    for seed in range(12):
        position = played(name, players, seed, 9 * seed)
        for seat in position.match.actors:
            hidden = game.hidden(position.state, seat)
            choices = {
                small_expert(game, players, seed=seed).choose(hidden, seat, chance_generator(seeded_key(seed, 3), 0))
                for _ in range(2)
            }
            assert len(choices) == 1
            assert choices <= set(position.match.legal(seat))


@pytest.mark.parametrize("name", list(GAMES))
def test_an_expert_knows_only_what_its_seat_knows(name: str) -> None:
    """Worlds that look the same to the seat lead to the same choice."""
    game = find_game(name)
    players = game.default_players
    for seed in range(8):
        position = played(name, players, seed, 11 * seed)
        seat = position.match.actors[0]
        worlds = []
        for number in range(3):
            world = game.hidden(position.state, seat)
            game.redeal(world, seat, chance_generator(seeded_key(seed, 5), number))
            worlds.append(game.hidden(world, seat))
        rngs = [chance_generator(seeded_key(seed, 6), 0) for _ in worlds]
        choices = {small_expert(game, players).choose(one, seat, rng) for one, rng in zip(worlds, rngs, strict=True)}
        assert len(choices) == 1


def free_choice(game: Game, players: int) -> tuple[Position, int]:
    """A position late enough for some cards to be known, with several actions to choose from."""
    for steps in range(3, 100):
        position = played(game.name, players, 2, steps)
        for seat in position.match.actors:
            if len(position.match.legal(seat)) > 1:
                return position, seat
    raise LookupError(f"no free choice in 100 actions of {game.title}")


def share_of_worlds(game: Game, hidden: Any, seat: int, card: int, player: NetPlayer) -> float:
    """In what part of the worlds that an expert imagines the card lies in the next hand."""
    imagine = for_game(game, _imagine, judge=believer(game))
    worlds, table = np.zeros(4, game.state), np.zeros(1, GENERATOR)
    worlds[0], table[0] = hidden, generator(seeded_key(3, 3))
    raw = worlds.view(np.int64).reshape(4, -1)
    mind = Expert(game, Budget(worlds=1), player).net_minds(hidden, seat, table[0])[0]
    found = 0
    for _ in range(WORLDS):
        imagine(worlds, raw, seat, table[0], mind)
        holder = (seat + 1) % player.players
        found += any(has(int(worlds[1][name][holder]), card) for name in hand_names(game))
    return found / WORLDS


def test_worlds_in_which_cards_lie_where_the_net_says_are_drawn_more_often() -> None:
    game = some_game(4, lambda game: alone(game) and with_bots(game) and together(game))
    position, seat = free_choice(game, 4)
    hidden = game.hidden(position.state, seat)
    card = next(
        card for card in range(len(game.deck.names)) if has(int(position.state.hands[(seat + 1) % 4]), card)
    )  # fmt: skip
    said = np.zeros((len(game.deck.names), 4))
    shares = []
    for logit in (-4.0, 0.0, 4.0):
        said[card, 1] = logit
        shares.append(share_of_worlds(game, hidden, seat, card, small_player(game, 4, 0, said)))
    assert shares[0] < shares[1] < shares[2]
    assert shares[2] - shares[0] > 0.2


def test_no_net_is_sure_of_where_a_card_is_not() -> None:
    shares = np.exp(log_shares(np.array([[0.0, 90.0, -90.0], [1.0, 1.0, 1.0]], np.float32)))
    assert shares[0] == pytest.approx([expert.LEAST_SHARE, 1, expert.LEAST_SHARE])
    assert shares[1] == pytest.approx([1 / 3, 1 / 3, 1 / 3])


def test_without_a_net_that_fits_an_expert_chooses_as_the_search_does() -> None:
    game = some_game(3, with_bots)
    for seed in range(6):
        position = played(game.name, 3, seed, 10 * seed)
        seat = position.match.actors[0]
        hidden = game.hidden(position.state, seat)
        rngs = [chance_generator(seeded_key(seed, 1), 0) for _ in range(2)]
        if best_search(game, hidden, Budget(worlds=20)).__class__ is Search:
            chosen = find_bot(game, "expert:20")(hidden, seat, rngs[0])
            assert chosen == find_bot(game, "search:20")(hidden, seat, rngs[1])


def test_an_expert_plays_only_matches_with_the_options_of_its_net(monkeypatch: pytest.MonkeyPatch) -> None:
    game = some_game(3, lambda game: bool(game.options))
    player = small_player(game, 3)
    state = game.new_state(3)
    player.options = game.options_of(state)
    monkeypatch.setattr(expert, "fitting_net", lambda _, state: player if player.fits(state) else None)
    assert isinstance(best_search(game, state, Budget(worlds=2)), Expert)
    option = next(one for one in game.options if not one.words)
    state[option.name] += 1
    assert type(best_search(game, state, Budget(worlds=2))) is Search
    other = next(number for number in game.players if number != 3)
    assert type(best_search(game, game.new_state(other), Budget(worlds=2))) is Search


@pytest.mark.parametrize("name", ["expert:", "expert:0", "expert:x", "expert:5s", "expert:-1ms"])
def test_a_budget_that_makes_no_sense_is_refused(name: str) -> None:
    with pytest.raises(ParlourError, match=r"there is no bot 'expert:.*expert:50ms"):
        find_bot(some_game(), name)


@pytest.mark.every(3)
@pytest.mark.parametrize("nets", [False, True], ids=["rules of thumb", "nets"])
def test_every_action_is_weighed_whoever_plays_on(monkeypatch: pytest.MonkeyPatch, nets: bool) -> None:
    game = some_game(3, with_bots)
    position, seat = free_choice(game, 3)
    monkeypatch.setattr(expert, "has_basic", lambda _: not nets)
    thinker = small_expert(game, 3)
    weighed = thinker.weigh(game.hidden(position.state, seat), seat, chance_generator(seeded_key(1, 1), 0))
    assert {one.action for one in weighed} == set(position.match.legal(seat))
    assert all(one.worlds == 8 for one in weighed)


def test_among_actions_worth_about_the_same_the_net_chooses() -> None:
    liked = {0: 0.1, 1: 0.9}
    for value, expected in ((0.99, 1), (0.5, 0)):
        weighed = [Weighed(0, 1.0, error=0.1, worlds=100), Weighed(1, value, error=0.1, worlds=100)]
        assert most_liked(weighed, liked) == expected


def test_an_action_that_was_given_up_is_not_chosen_however_much_the_net_likes_it() -> None:
    weighed = [Weighed(0, 1.0, error=0.1, worlds=100), Weighed(1, 0.999, error=0.1, worlds=50)]
    assert most_liked(weighed, {0: 0.0, 1: 1.0}) == 0
