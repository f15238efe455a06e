"""The moments of Active 13: the same card twice, and the end of a round."""

from parlour.game.game import SPECTATOR
from parlour.game.view import Moment
from tests.games.active13.at_table import GAME, Table, after_round_1, example

NAMES = ("Ann", "Ben")


def moments(table: Table) -> tuple[Moment, ...]:
    return GAME.view(GAME.hidden(table.state, SPECTATOR), SPECTATOR).moments


def test_there_is_no_moment_before_the_end_of_the_first_round() -> None:
    assert moments(example()) == ()


def test_the_end_of_a_round_says_how_the_tricks_were_shared_until_the_next_ones_are_played() -> None:
    table = after_round_1()
    result = moments(table)[-1]
    assert (result.kind, result.text.told(NAMES)) == ("result", "Ann and Ben won 3 tricks each.")
    assert [str(mark.text) for mark in result.marks] == ["+3", "+3"]
    table.do("stick")
    assert moments(table) == (result,)
    table.do("stick")
    assert (GAME.phase(table.state), moments(table)) == ("play", ())


def test_unequal_tricks_name_the_better_player_first() -> None:
    table = after_round_1()
    table.state.gains[0], table.state.gains[1] = 2, 4
    result = moments(table)[-1]
    assert result.text.told(NAMES) == "Ben won 4 tricks, Ann 2."
    assert [mark.tone for mark in result.marks] == ["", "good"]


def test_the_same_card_twice_is_a_moment() -> None:
    table = Table("KS 2H 9H 4C 2D", "KS 3H JH 7D 10D")
    table.do("stick", "stick")
    table.play("KS KS")
    (drawn,) = moments(table)
    assert (drawn.kind, drawn.cards) == ("surprise", ("KS",))
    assert str(drawn.text) == "Both play the same card: a trick for each."


def test_a_draw_is_a_moment_even_if_a_card_is_left_over_after_it() -> None:
    table = Table("2H KS", "KS 3H", ("4C", ""), hand_size=2)
    table.do("spend 2H", "bin 4C", "stick", "stick")
    table.play("KS KS")
    assert [moment.kind for moment in moments(table)] == ["surprise", "result"]
