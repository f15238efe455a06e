"""Tests of what a seat may know in Oh 7 ? and Kod-7, for every number of players."""

import pytest

from parlour.engine.rng import generator
from parlour.games import all_games, find_game
from tests.games.sevens.redeals import (
    SEED,
    after_random_play,
    thought_possible,
)
from tests.games.sevens.table import ANN, BEN, VERBS, Table

TABLES = [(game.name, players) for game in all_games() if game.name in VERBS for players in game.players]

every_table = pytest.mark.parametrize(("game", "players"), TABLES)


@every_table
def test_a_seat_sees_its_own_hand_and_none_of_the_other_cards(game: str, players: int) -> None:
    own = "7S 6S 5S 4S 3S 2S 1S"
    one = Table(game, own, players=players)
    other = Table(game, own, "7H 6H 5H 4H 3H 2H 0S", players=players)
    assert one.seen_by(ANN) == other.seen_by(ANN)
    assert one.seen_by(BEN) != other.seen_by(BEN)


@every_table
def test_a_redeal_before_the_first_deal_changes_nothing(game: str, players: int) -> None:
    played = find_game(game)
    state = played.new_state(players)
    before = state.tobytes()
    played.redeal(state, ANN, generator(SEED))
    assert state.tobytes() == before


@every_table
def test_a_redeal_between_two_rounds_changes_nothing_that_the_seat_sees(game: str, players: int) -> None:
    table = after_random_play(game, players, 3, left=0)
    assert table.phase == "deal"
    thought_possible(table, ANN, 5)


@every_table
def test_a_match_that_starts_in_a_used_state_keeps_nothing_of_the_old_match(game: str, players: int) -> None:
    table = after_random_play(game, players, 3, left=0)
    table.game.start(table.state, players)
    assert table.state.tobytes() == table.game.new_state(players).tobytes()
