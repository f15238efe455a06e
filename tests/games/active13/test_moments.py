"""Tests of the moments that the table announces in Active 13: a drawn trick, and the end of a round."""

from parlour.game.game import SPECTATOR
from parlour.game.view import Moment
from tests.games.active13.at_table import GAME, Table, after_round_1, example

NAMES = ("Ann", "Ben")


def moments(table: Table) -> tuple[Moment, ...]:
    return GAME.view(GAME.hidden(table.state, SPECTATOR), SPECTATOR).moments


def test_nothing_is_announced_until_a_trick_is_drawn_or_a_round_ends() -> None:
    assert moments(example()) == ()


def test_the_result_of_a_round_is_shown_until_the_tricks_of_the_next_round_begin() -> None:
    table = after_round_1()
    result = moments(table)[-1]
    assert (result.kind, result.text.format(NAMES)) == ("result", "Ann and Ben won 3 tricks each.")
    assert [str(mark.text) for mark in result.marks] == ["+3", "+3"]
    table.do("stick")
    assert moments(table) == (result,)
    table.do("stick")
    assert (GAME.phase(table.state), moments(table)) == ("play", ())


def test_the_result_of_a_round_names_the_player_with_more_tricks_first() -> None:
    table = after_round_1()
    table.state.gains[0], table.state.gains[1] = 2, 4
    result = moments(table)[-1]
    assert result.text.format(NAMES) == "Ben won 4 tricks, Ann 2."
    assert [mark.tone for mark in result.marks] == ["", "good"]


def test_a_drawn_trick_is_announced() -> None:
    table = Table("KS 2H 9H 4C 2D", "KS 3H JH 7D 10D")
    table.do("stick", "stick")
    table.play("KS KS")
    (drawn,) = moments(table)
    assert (drawn.kind, drawn.cards) == ("surprise", ("KS",))
    assert str(drawn.text) == "Both play the same card: a trick for each."


def test_a_drawn_trick_is_announced_even_if_a_card_is_left_over_after_it() -> None:
    table = Table("2H KS", "KS 3H", ("4C", ""), hand_size=2)
    table.do("spend 2H", "bin 4C", "stick", "stick")
    table.play("KS KS")
    assert [moment.kind for moment in moments(table)] == ["surprise", "result"]
