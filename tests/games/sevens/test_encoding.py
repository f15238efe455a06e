"""Tests of how bots observe the current trick in Oh 7 ? and Kod-7."""

from functools import cache

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.envs.batch import Observer
from parlour.game.game import State
from parlour.games import find_game
from parlour.games.sevens.rules import DUMMY
from tests.positions import TABLES, Position, positions

SEVENS = [table for table in TABLES if table[0] in ("oh7", "kod7")]


@cache
def _observer(name: str, players: int) -> Observer:
    return Observer(find_game(name), players)


def _parts(position: Position, seat: int) -> dict[str, npt.NDArray[np.int8]]:
    observer = _observer(position.game.name, position.match.players)
    row = observer.observe(position.state, seat).copy()
    return {part.name: row[place] for part, place in observer.encoding.layout(observer.players)}


@pytest.mark.parametrize(("name", "players"), SEVENS)
@given(data=st.data())
def test_a_bot_observes_each_seats_card_in_the_trick_and_the_dummys_card_in_separate_places(
    name: str, players: int, data: st.DataObject
) -> None:
    position = data.draw(positions(name, players))
    for seat in range(players):
        parts, state = _parts(position, seat), position.game.hidden(position.state, seat)
        for place, row in enumerate(parts["trick_card"].reshape(players, -1)):
            assert list(np.flatnonzero(row)) == _card_in_trick(state, (seat + place) % players)
        if players == DUMMY:
            assert list(np.flatnonzero(parts["dummy_card"])) == _card_in_trick(state, DUMMY)
        else:
            assert not len(parts["dummy_card"])


def _card_in_trick(state: State, seat: int) -> list[int]:
    plays = range(int(state.trick_start), int(state.played))
    return [int(state.played_cards[play]) for play in plays if state.played_seats[play] == seat]
