"""Tests of undo in Oh 7 ?: a secret bet may be taken back, but a played card may not."""

from parlour.game.game import SPECTATOR
from parlour.match.undo import reveals
from tests.match.test_undo import cards, do, table_of


def test_a_secret_bet_may_be_taken_back_except_for_the_last_bet_which_reveals_all_bets() -> None:
    table = table_of("oh7", 3, 1)
    for seat in range(3):
        do(table, seat, table.playing.legal(seat)[0])
        assert table.can_undo(seat) == (seat < 2), "the third bet reveals all three bets"
        assert not any(table.can_undo(other) for other in range(3) if other != seat)


def test_playing_a_card_reveals_something_new_unless_the_card_was_shown_as_a_bet() -> None:
    table = table_of("oh7", 4, 1)
    while table.game.phase(table.playing.state) != "play":
        for seat in table.actors():
            do(table, seat, table.playing.legal(seat)[-1])
    seat = table.actors()[0]
    hidden, known = table.game.hidden(table.playing.state, seat), cards(table, SPECTATOR)
    for action in table.playing.legal(seat):
        shown_before = table.game.deck.name(action) in known  # everybody has seen cards that were shown as bets
        assert reveals(table.game, hidden, seat, action) != shown_before
