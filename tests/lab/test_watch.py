"""Tests that, for all bots, recorded rows agree with the same match replayed at a table."""

import numpy as np
import pytest

from parlour.bots.basic import find_basic
from parlour.engine.rng import Rng, below, generator
from parlour.engine.sets import count
from parlour.game.game import Game, State
from parlour.games import all_games
from parlour.lab._watch import FIRST_ROOM, FIRST_ROUND_ROOM, Watched, watch
from parlour.match.fair import seeded_key
from tests.lab.watching import BASIC, IDS, LIMIT, SEED, TABLES, replayed, watched
from tests.samples import alone, some_game, with_bots

GAME = some_game(4, lambda game: alone(game) and with_bots(game))
MIX = ["basic", "random", "easy", "basic"]


def same(one: Watched, other: Watched) -> bool:
    return all(getattr(one, name).tobytes() == getattr(other, name).tobytes() for name in vars(one))


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize(("game", "players"), TABLES, ids=IDS)
def test_a_recorded_match_is_the_same_as_a_match_at_a_table_with_the_same_key(game: Game, players: int) -> None:
    found = watched(game, players)
    for number in range(3):
        for match, row in replayed(game, players, found, number):
            if row is not None:
                assert match.actors[0] == row["seat"]
                assert len(match.actors) == row["waiting"]
                assert len(match.legal(int(row["seat"]))) == row["choices"]
                assert (match.rounds + 1, match.state.phase) == (row["round"], row["phase"])
        assert match.over
        assert match.state.tobytes() == found.final_states[number].tobytes()


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize(("game", "players"), TABLES, ids=IDS)
def test_a_row_and_the_final_state_are_recorded_for_every_round(game: Game, players: int) -> None:
    found = watched(game, players, ["basic"], 2)
    for number in range(2):
        own = found.rounds["match"] == number
        ends: dict[int, tuple[dict[str, list[int]], int]] = {}
        chances = 0
        for match, row in replayed(game, players, found, number):
            if row is None or row["round"] > len(ends) + 1:
                ends[match.rounds] = (game.standing(match.state), match.chances)
            chances = match.chances
        assert list(found.rounds["round"][own]) == list(ends)
        assert found.rounds["chances"][own].sum() == chances
        for state, (standing, _) in zip(found.round_states[own], ends.values(), strict=True):
            assert game.standing(state) == standing
    assert found.rounds["decisions"].sum() == len(found.decisions)


def test_the_compiled_loop_and_the_plain_python_loop_record_the_same_rows(request: pytest.FixtureRequest) -> None:
    compiled = watched(GAME, 4, MIX, 5)
    request.getfixturevalue("interpreted")
    assert same(compiled, watched(GAME, 4, MIX, 5))


@pytest.mark.usefixtures("interpreted")
def test_weighing_choices_does_not_change_the_match_and_weighs_only_free_choices() -> None:
    bots, weighed = ["basic", "easy", "random", "basic"], []

    def weigh(state: State, seat: int, rng: Rng) -> None:
        assert state.tobytes() == GAME.hidden(state, seat).tobytes()
        weighed.append((seat, count(int(GAME.legal(state, seat)))))
        below(rng, 10)  # A search draws worlds from this generator.

    found = watch(GAME, GAME.new_state(4), bots, SEED, range(2), LIMIT, (1, weigh, generator(seeded_key(1, -1))))
    assert same(found, watched(GAME, 4, bots, 2))
    free = found.decisions[found.decisions["choices"] > 1]
    assert weighed == list(zip(free["seat"], free["choices"], strict=True))


@pytest.mark.usefixtures("interpreted")
def test_one_free_choice_in_the_given_number_is_drawn_to_be_weighed() -> None:
    rng, weighed = generator(seeded_key(1, -1)), []
    found = watch(
        GAME, GAME.new_state(4), BASIC * 4, SEED, range(2), LIMIT,
        (5, lambda state, seat, rng: weighed.append(seat), generator(seeded_key(1, -1))),
    )  # fmt: skip
    free = found.decisions[found.decisions["choices"] > 1]
    assert weighed == [seat for seat in free["seat"] if below(rng, 5) == 0]


@pytest.mark.usefixtures("interpreted")
def test_a_bot_that_searches_can_play_with_compiled_bots() -> None:
    bots = ["search:2", "basic", "random", "basic"]
    found = watched(GAME, 4, bots, 1, LIMIT, **GAME.short_options)
    again = watched(GAME, 4, bots, 1, LIMIT, **GAME.short_options)
    assert same(found, again)
    assert set(found.decisions["seat"]) == {0, 1, 2, 3}


@pytest.mark.usefixtures("interpreted")
def test_a_match_that_needs_more_rows_than_were_reserved_at_first_is_recorded_to_its_end() -> None:
    """In at least one game, random bots play a match that needs more rows than were reserved."""
    for game in all_games():
        players = max(game.players)
        found = watched(game, players, ["random"], 1)
        if len(found.rounds) > FIRST_ROUND_ROOM and len(found.decisions) > FIRST_ROOM:
            *_, (match, _) = replayed(game, players, found, 0)
            assert match.state.tobytes() == found.final_states[0].tobytes()
            return
    pytest.fail("no game's match was long enough for this test")


@pytest.mark.usefixtures("interpreted")
def test_a_recorded_match_is_cut_off_at_the_limit_of_rounds() -> None:
    found = watched(GAME, 4, ["random"], 3, 2)
    assert list(found.rounds["round"]) == [1, 2] * 3
    assert not any(GAME.winners(state) for state in found.final_states)


@pytest.mark.usefixtures("interpreted")
def test_a_recorded_match_depends_on_its_number_but_not_on_its_batch() -> None:
    together = watched(GAME, 4, ["basic"], 4)
    by_itself = watch(GAME, GAME.new_state(4), ["basic"] * 4, SEED, range(3, 4), LIMIT)
    assert together.final_states[3].tobytes() == by_itself.final_states[0].tobytes()


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize(("game", "players"), TABLES, ids=IDS)
def test_the_seat_that_acts_first_in_a_round_is_recorded_only_if_no_other_seat_decides_at_the_same_time(
    game: Game, players: int
) -> None:
    found = watched(game, players, ["basic"], 1)
    began = np.cumsum([0, *found.rounds["decisions"][:-1]])
    first = found.decisions[began]
    assert list(found.rounds["first"]) == [int(row["seat"]) if row["waiting"] == 1 else -1 for row in first]


@pytest.mark.usefixtures("interpreted")
def test_a_game_without_rules_of_thumb_is_recorded_with_random_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = watched(GAME, 4, ["random"], 1)
    monkeypatch.setattr(Game, "part", lambda game, name: None)
    find_basic.cache_clear()
    try:
        assert same(expected, watched(GAME, 4, ["random"], 1))
    finally:
        find_basic.cache_clear()
