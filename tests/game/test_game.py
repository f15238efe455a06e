"""A game that breaks a limit of the contract is refused when it is created."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from parlour.errors import ParlourError
from parlour.game.cards import CardError, Deck
from parlour.game.fields import card_set, each_seat, listed, number, one_card
from parlour.game.game import UNKNOWN_GAIN, Scoring
from parlour.game.options import OptionError
from parlour.games import all_games
from tests.samples import some_game

GAME = some_game()


def _deck(cards: int) -> Deck:
    return Deck(tuple(f"{card}S" for card in range(cards)))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"deck": _deck(64), "emblem": ()}, "the deck of .* has 64 cards; at most 63"),
        ({"actions": 64}, "has 64 actions; expected 1 to 63"),
        ({"actions": 0}, "has 0 actions; expected 1 to 63"),
        ({"fields": (one_card("pile", "a pile", listed(513)),)}, "a state of .* has .* bytes; at most 512"),
        ({"players": (3,), "default_players": 4}, "is played by 3, not by 4 players"),
    ],
)
def test_the_refusal_of_a_game_that_exceeds_a_limit_names_the_limit(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ParlourError, match=message):
        replace(GAME, **changes)


def test_a_game_that_just_reaches_the_limits_is_accepted() -> None:
    options = sum(8 for _ in GAME.options)
    fields = (one_card("pile", "a pile", listed(512 - options - 8)),)  # leave 8 bytes for rounds, players and phase
    game = replace(GAME, deck=_deck(63), emblem=(), actions=63, fields=fields)
    assert game.state.itemsize == 512


def test_an_emblem_with_a_card_that_the_deck_does_not_have_is_refused() -> None:
    with pytest.raises(CardError, match="there is no card 'Joker'"):
        replace(GAME, emblem=("Joker",))


def test_short_options_must_be_options_of_the_game() -> None:
    with pytest.raises(OptionError, match="there is no option 'seconds'"):
        replace(GAME, short_options={"seconds": 1})


def test_every_state_has_the_fields_players_and_phase_and_rounds() -> None:
    game = replace(GAME, fields=(card_set("hands", "cards", each_seat(4)),))
    assert [field.name for field in game.fields] == ["hands", "rounds", "players", "phase"]
    assert {name: str(game.state[name].base) for name in ("rounds", "players", "phase")} == {
        "rounds": "int32", "players": "int8", "phase": "int8",
    }  # fmt: skip
    assert game.fields[-1].words == game.phases


def test_a_game_may_declare_the_field_players_or_phase_or_rounds_with_its_own_meaning_and_type() -> None:
    game = replace(
        GAME, fields=(number("rounds", "hands played", 0, 9), number("players", "people", 2, 4, stored=np.int64))
    )
    assert [field.meaning for field in game.fields[:2]] == ["hands played", "people"]
    assert [str(game.state[name].base) for name in ("rounds", "players")] == ["int8", "int64"]


def test_the_greatest_gain_in_a_round_is_declared_by_the_game_or_computed_from_the_range_of_scores() -> None:
    state = GAME.new_state()
    scores = number("scores", "points", -20, 80, each_seat(4))
    assert replace(GAME, most_gain=lambda state: 7).gain_bound(state) == 7
    assert replace(GAME, most_gain=None, scoring=Scoring(), fields=(scores,)).gain_bound(state) == 100
    assert replace(GAME, most_gain=None, scoring=Scoring("lives"), fields=(scores,)).gain_bound(state) == UNKNOWN_GAIN


def test_the_state_of_a_game_has_exactly_its_fields_and_options() -> None:
    for game in all_games():
        names = [name for name in game.state.names or () if name != "padding"]
        assert set(names) == {field.name for field in game.fields} | {option.name for option in game.options}
        assert all(field.meaning[0].islower() or field.meaning[0].isupper() for field in game.fields)
