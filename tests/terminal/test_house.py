import pytest

from parlour.games import find_game
from parlour.terminal.house import House, seat_names


@pytest.mark.parametrize(
    ("players", "person", "seat", "names"),
    [
        (4, "Ann", 0, ["Ann", "Ben", "Cleo", "Dan"]),
        (6, "Ann", 0, ["Ann", "Ben", "Cleo", "Dan", "Eve", "Finn"]),
        (3, "Zoe", 1, ["Ben", "Zoe", "Cleo"]),
        (2, " \x1b\t", 0, ["Ann", "Ben"]),
        (2, "Maximiliana of the North", 0, ["Maximiliana of t", "Ben"]),
        (6, "ben", 0, ["ben", "Cleo", "Dan", "Eve", "Finn", "Ann"]),
    ],
)
def test_nobody_at_the_table_has_the_name_of_somebody_else(
    players: int, person: str, seat: int, names: list[str]
) -> None:
    assert seat_names(players, person, seat) == names


def test_a_score_has_the_word_under_which_the_game_keeps_it() -> None:
    points, lives = House("", ()), House("", (), "lives")
    assert [points.counted(score) for score in (0, 1, -1, 12)] == ["0 points", "1 point", "-1 point", "12 points"]
    assert [lives.counted(score) for score in (1, 3)] == ["1 life", "3 lives"]


def test_the_house_is_made_from_the_game() -> None:
    game = find_game("oh7")
    house = House.of(game, game.new_state(2), ["Ann", "Ben"])
    assert (house.title, house.unit) == ("Oh 7 ?", "scores")
    assert house.name(2) == "The Dummy"


def test_names_in_a_sentence() -> None:
    house = House("", ())
    assert [house.listing(names) for names in ([], ["Ann"], ["Ann", "Ben"], ["Ann", "Ben", "Cleo"])] == [
        "", "Ann", "Ann and Ben", "Ann, Ben and Cleo",
    ]  # fmt: skip
