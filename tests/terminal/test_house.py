import pytest

from parlour.game.game import COMMON_BADGES, Badge, Game, Scoring
from parlour.games import all_games
from parlour.terminal._house import TableWords, seat_names
from parlour.terminal.words import speaking


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
def test_no_two_players_at_a_table_have_the_same_name(players: int, person: str, seat: int, names: list[str]) -> None:
    assert seat_names(players, person, seat) == names


def test_a_score_is_shown_with_the_word_that_the_game_uses_for_scores() -> None:
    points, lives = TableWords("", ()), TableWords("", (), Scoring("lives", "life", "lives", lives=True))
    assert [points.counted(score) for score in (0, 1, -1, 12)] == ["0 points", "1 point", "-1 point", "12 points"]
    assert [lives.counted(score) for score in (1, 3)] == ["1 life", "3 lives"]
    with speaking("fr"):
        assert [points.counted(score) for score in (0, 1, 2)] == ["0 point", "1 point", "2 points"]


def test_a_word_for_scores_without_a_translation_gets_the_english_plural() -> None:
    sparks = TableWords("", (), Scoring("sparks", "spark", "sparks"))
    with speaking("fr"):
        assert [sparks.counted(score) for score in (0, 1, 2)] == ["0 sparks", "1 spark", "2 sparks"]


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_a_tables_title_and_score_words_and_badges_come_from_its_game(game: Game) -> None:
    house = TableWords.of(game, ["Ann", "Ben"])
    assert (house.title, house.names, house.scoring) == (game.title, ("Ann", "Ben"), game.scoring)
    assert house.seat_names == ("Ann", "Ben", *game.other_seats)
    assert [house.badge(name) for name in game.badges] == [badge.word for badge in game.badges.values()]


def test_a_seat_without_a_player_has_the_name_that_the_game_gives_it() -> None:
    assert TableWords("", ("Ann", "Ben"), other_seats=("the dealer",)).name(2) == "The dealer"


def test_a_badge_is_shown_as_its_declared_word_and_an_undeclared_badge_by_its_name() -> None:
    house = TableWords("", (), badges={"cow": Badge("Cow of the round", "Cow")})
    assert [house.badge(name) for name in ("cow", "lucky")] == ["Cow of the round", "lucky"]
    assert TableWords("", ()).badge("leader") == COMMON_BADGES["leader"].word


def test_names_are_listed_with_commas_and_a_final_and() -> None:
    house = TableWords("", ())
    assert [house.listing(names) for names in ([], ["Ann"], ["Ann", "Ben"], ["Ann", "Ben", "Cleo"])] == [
        "", "Ann", "Ann and Ben", "Ann, Ben and Cleo",
    ]  # fmt: skip
