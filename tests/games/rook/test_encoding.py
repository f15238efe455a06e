"""Tests of how seats observe the scores in Rook."""

from parlour.envs.batch import Observer
from parlour.envs.writers import LEAST, MOST
from parlour.games import find_game
from parlour.games.rook.state import SEATS
from tests.positions import played


def test_scores_are_observed_in_units_of_five_with_the_seats_own_team_first_and_are_limited_to_a_byte() -> None:
    position, observer = played("rook", SEATS, 1, 40), Observer(find_game("rook"))
    places = {part.name: place for part, place in observer.encoding.layout(SEATS)}
    for scores, seen in (((5000, -5000), (MOST, LEAST)), ((105, -60), (21, -12))):
        position.state.scores[:] = scores
        for seat in range(SEATS):
            own = seen if seat % 2 == 0 else seen[::-1]
            assert tuple(observer.observe(position.state, seat)[places["scores"]]) == own
