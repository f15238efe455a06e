"""Undo in Oh 7 ?: a secret bet shows nothing, a card does."""

from parlour.game.game import SPECTATOR
from parlour.match.undo import reveals
from tests.match.test_undo import cards, do, table_of


def test_a_secret_bet_may_be_taken_back_but_not_the_one_that_reveals_all() -> None:
    table = table_of("oh7", 3, 1)
    for seat in range(3):
        do(table, seat, table.playing.legal(seat)[0])
        assert table.can_undo(seat) == (seat < 2), "the third choice shows all three"
        assert not any(table.can_undo(other) for other in range(3) if other != seat)


def test_a_played_card_has_been_revealed() -> None:
    table = table_of("oh7", 4, 1)
    while table.game.phase(table.playing.state) != "play":
        for seat in table.actors():
            do(table, seat, table.playing.legal(seat)[-1])
    seat = table.actors()[0]
    hidden, known = table.game.hidden(table.playing.state, seat), cards(table, SPECTATOR)
    for action in table.playing.legal(seat):
        shown_before = table.game.deck.name(action) in known  # with a bet: it isn't a secret that the seat holds it
        assert reveals(table.game, hidden, seat, action) != shown_before
