"""Tests of duplicate evenings: the keys of boards, places and results."""

import hashlib
import hmac
import itertools
from collections import Counter
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from parlour.club.evening import (
    MOST_PLACES,
    Made,
    Shape,
    board_key,
    board_of_evening,
    drawn,
    match_points,
    options_of_boards,
    places_of,
    placings,
    shape_of,
    standings,
)
from parlour.club.today import is_whole_match
from parlour.game.game import Game
from parlour.games import all_games
from parlour.match.match import Match
from tests.samples import some_game

KEY = hashlib.sha256(b"an evening").digest()
SALT = hashlib.sha256(b"a salt").digest()
PAIRS = some_game(4, lambda game: game.teams == 2)
HIGHEST = some_game(fits=lambda game: not game.scoring.lowest_wins)


def test_the_key_of_a_board_is_the_hmac_of_its_number_and_all_salts() -> None:
    text = f"board 3 {SALT.hex()} -".encode()
    assert board_key(KEY, 3, [SALT, None]) == hmac.new(KEY, text, hashlib.sha256).digest()
    assert len({board_key(KEY, number, salts) for number in (1, 2) for salts in ([SALT, None], [None, SALT])}) == 4


def test_a_board_ends_after_its_round_or_at_the_end_of_the_match_and_never_cuts_a_match_off() -> None:
    for game in all_games():
        key = board_key(KEY, 1, [])
        board = board_of_evening(game, "somebodys", 1)
        match = Match(game, None, options_of_boards(game), key=key, board=board, sealed=True, telling=False)
        while not match.over:
            match.advance()
            for seat in match.actors[:1]:
                match.act(seat, match.legal(seat)[-1])
        assert match.ended == ("rules" if is_whole_match(game) else "board")
        assert not match.cut_off


shapes = st.sampled_from([Shape(2, 2), Shape(2, 1), Shape(3, 1), Shape(4, 1), Shape(6, 1), Shape(3, 2)])


@st.composite
def wishes(draw: Any) -> dict[int, int | None]:
    """Generate entries, some of which have chosen a place; no two have chosen the same place."""
    entries = draw(st.lists(st.integers(1, 99), min_size=1, max_size=24, unique=True))
    chosen = draw(st.lists(st.integers(0, 23), max_size=len(entries), unique=True))
    return dict(zip(entries, [*chosen, *[None] * (len(entries) - len(chosen))], strict=True))


@given(wishes(), shapes)
def test_everybody_has_one_place_and_bots_fill_the_remaining_places(
    wished: dict[int, int | None], shape: Shape
) -> None:
    places = places_of(wished, drawn(KEY, [], sorted(wished)), shape)
    assert len(places) % shape.players == 0
    assert sorted(entry for entry in places if entry is not None) == sorted(wished)


@given(wishes(), shapes)
def test_players_who_chose_places_in_the_same_pair_play_together(wished: dict[int, int | None], shape: Shape) -> None:
    places = places_of(wished, drawn(KEY, [], sorted(wished)), shape)
    unit_of = {entry: place // shape.size for place, entry in enumerate(places)}
    together: dict[int, set[int]] = {}
    for entry, place in wished.items():
        if place is not None:
            together.setdefault(place // shape.size, set()).add(unit_of[entry])
    assert all(len(units) == 1 for units in together.values())
    assert len({min(units) for units in together.values()}) == len(together)


@st.composite
def groups_of_people(draw: Any) -> tuple[list[int], set[int], Shape]:
    """Generate the entries of an evening by place, the entries that are people, and how the game seats them."""
    wished, shape = draw(wishes()), draw(shapes)
    if shape.size == 1:
        wished = dict.fromkeys(wished)
    found = places_of(wished, drawn(KEY, [], sorted(wished)), shape)
    return [1000 + place if entry is None else entry for place, entry in enumerate(found)], set(wished), shape


@given(groups_of_people(), st.integers(1, 8))
def test_everybody_plays_every_board_once_at_full_tables(group: tuple[list[int], set[int], Shape], boards: int) -> None:
    entries, people, shape = group
    for number in range(1, boards + 1):
        found = placings(entries, people, shape, boards, number)
        assert sorted(one.entry for one in found) == sorted(entries)
        seats = Counter((one.table, one.seat) for one in found)
        assert sorted(seats) == list(itertools.product(range(len(entries) // shape.players), range(shape.players)))
        assert set(seats.values()) == {1}


def lonely_hands(entries: list[int], people: set[int], shape: Shape, boards: int) -> int:
    """Count the hands that exactly one person holds, over all boards and tables."""
    found = 0
    for number in range(1, boards + 1):
        holders = Counter(one.seat for one in placings(entries, people, shape, boards, number) if one.entry in people)
        found += sum(times == 1 for times in holders.values())
    return found


@given(st.integers(2, MOST_PLACES), st.sampled_from(all_games()), st.data(), st.integers(1, 6))
def test_every_hand_that_a_person_holds_is_held_by_another_person_too_in_every_game(
    people: int, game: Game, data: Any, boards: int
) -> None:
    players = data.draw(st.sampled_from([number for number in game.players if number > 1]))
    shape, entries = shape_of(game, players), list(range(people))
    found = places_of(dict.fromkeys(entries), entries, shape)
    filled = [1000 + place if entry is None else entry for place, entry in enumerate(found)]
    assert lonely_hands(filled, set(entries), shape, boards) == 0


@given(groups_of_people(), st.integers(1, 6))
def test_every_pair_with_people_is_compared_with_another_pair_with_people_unless_it_is_the_only_pair(
    group: tuple[list[int], set[int], Shape], boards: int
) -> None:
    entries, people, shape = group
    assume(len(people) > shape.size)
    for number in range(1, boards + 1):
        found = placings(entries, people, shape, boards, number)
        tables_of: dict[int, set[int]] = {}
        for one in found:
            if one.entry in people:
                tables_of.setdefault(one.seat % shape.sides, set()).add(one.table)
        assert all(len(tables) > 1 for tables in tables_of.values())


@given(groups_of_people())
def test_an_evening_needs_at_least_two_tables_and_no_more_than_half_as_many_as_there_may_be_people(
    group: tuple[list[int], set[int], Shape],
) -> None:
    entries, _, shape = group
    assert 2 <= len(entries) // shape.players <= MOST_PLACES // 2


def test_two_people_in_a_game_for_four_hold_the_same_cards_at_tables_of_their_own() -> None:
    for shape in (Shape(4, 1), Shape(2, 2)):
        found = places_of({1: None, 2: None}, [1, 2], shape)
        entries = [10 + place if entry is None else entry for place, entry in enumerate(found)]
        for number in range(1, 5):
            ann, ben = (one for one in placings(entries, {1, 2}, shape, 4, number) if one.entry in (1, 2))
            assert (ann.table, ann.seat) != (ben.table, ben.seat)
            assert ann.seat == ben.seat


@given(st.integers(1, 4), shapes, st.integers(1, 6))
def test_partners_sit_on_the_same_side_of_the_same_table(tables: int, shape: Shape, boards: int) -> None:
    entries = list(range(100, 100 + tables * shape.players))
    for number in range(1, boards + 1):
        found = {one.entry: one for one in placings(entries, set(entries), shape, boards, number)}
        assert sorted(found) == entries
        assert len({(one.table, one.seat) for one in found.values()}) == len(entries)
        for unit in range(len(entries) // shape.size):
            members = [found[entry] for entry in entries[unit * shape.size : (unit + 1) * shape.size]]
            assert len({(one.table, one.seat % shape.sides) for one in members}) == 1


def test_pairs_sit_opposite_each_other() -> None:
    shape = shape_of(PAIRS, 4)
    assert [shape.seat(0, 0), shape.seat(0, 1)] == [0, 2]
    assert [shape.seat(1, 0), shape.seat(1, 1)] == [1, 3]


def test_a_draw_cannot_be_foreseen_without_the_salts() -> None:
    entries = list(range(12))
    assert sorted(drawn(KEY, [SALT], entries)) == entries
    assert drawn(KEY, [SALT], entries) == drawn(KEY, [SALT], entries[::-1]) != drawn(KEY, [None], entries)


def test_match_points_compare_players_with_the_same_cards() -> None:
    made = [Made(1, 0, 0, 40), Made(1, 1, 1, 60), Made(1, 2, 0, 40), Made(1, 3, 1, 90), Made(1, 4, 0, -20)]
    assert [match_points(HIGHEST, one, made) for one in made] == [(3, 4), (0, 2), (3, 4), (2, 2), (0, 4)]


def test_a_table_without_a_result_gives_no_match_points() -> None:
    made = [Made(1, 0, 0, 40), Made(1, 1, 0, None)]
    assert [match_points(HIGHEST, one, made) for one in made] == [(0, 0), (0, 0)]


@given(st.lists(st.integers(-50, 50), min_size=2, max_size=8), st.sampled_from(all_games()))
def test_all_the_match_points_of_a_board_are_awarded(scores: list[int], game: Game) -> None:
    made = [Made(1, unit, 0, score) for unit, score in enumerate(scores)]
    found = standings(game, len(scores), made)
    assert sum(one.match_points for one in found) == len(scores) * (len(scores) - 1)
    best = min(scores) if game.scoring.lowest_wins else max(scores)
    assert found[0].points == best
