"""An action can be undone only if nobody has learned anything from it; this test needs no knowledge of the game."""

import random

import pytest

from parlour.engine.sets import each
from parlour.game.game import SPECTATOR
from parlour.game.options import complete
from parlour.games import find_game
from parlour.match.fair import seeded_key
from parlour.web.store.store import SeatFacts, TableFacts
from parlour.web.table._table import Table
from tests.positions import TABLES


def facts_of(name: str, players: int, seed: int) -> tuple[TableFacts, list[SeatFacts]]:
    """Make a table whose match has started, with a person at every seat."""
    options = complete(find_game(name).options, {})
    facts = TableFacts(
        id="abcdefghjkmn", game=name, players=players, options=options, key=seeded_key(seed, 0),
        invite="pqrstuvwxy", listed=False, timer=None, created=1.0, started=1.0,
    )  # fmt: skip
    places = [SeatFacts(seat, "person", "medium", f"Player {seat}", "0" * 64) for seat in range(players)]
    return facts, places


def table_of(name: str, players: int, seed: int) -> Table:
    table = Table(*facts_of(name, players, seed))
    list(table.start())
    return table


def do(table: Table, seat: int, action: int) -> None:
    name = table.game.action_name(table.playing.state, seat, action)
    list(table.perform({"number": table.number + 1, "seat": seat, "do": name, "client": None}))


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_an_action_that_may_be_taken_back_has_not_shown_a_card_to_any_other_player(name: str, players: int) -> None:
    """Throughout a match, after each action that may be taken back, all other players see the same cards as before."""
    table, chooser = table_of(name, players, 5), random.Random(5)
    allowed, together = 0, len(table.actors()) > 1
    while not table.over and table.number < 250:
        seat = chooser.choice(table.actors())
        action = chooser.choice(list(each(table.game.legal(table.playing.state, seat))))
        shown = {other: cards(table, other) for other in range(SPECTATOR, players)}
        do(table, seat, action)
        for other in range(players):
            if table.can_undo(other):
                assert other == seat
                allowed += 1
                assert all(cards(table, onlooker) <= shown[onlooker] for onlooker in shown)
    assert allowed or not together, "simultaneous choices should not reveal cards"


def cards(table: Table, onlooker: int) -> set[str]:
    """Return every card that is visible anywhere in a view."""
    view = table.playing.view(onlooker)
    seen = {play.card for play in (*view.centre.trick, *view.centre.last_trick)}
    for seat in view.seats:
        seen.update(seat.hand, seat.bid_cards)
    for pile in view.centre.piles:
        seen.update(pile.open)
    return seen


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_undo_restores_the_earlier_state_exactly_and_shortens_the_record(name: str, players: int) -> None:
    table = table_of(name, players, 2)
    for _ in range(60):
        if table.over:
            return
        seat = table.actors()[-1]
        before, events = table.playing.state.tobytes(), list(table.playing.events)
        do(table, seat, table.playing.legal(seat)[-1])
        if table.can_undo(seat):
            list(table.perform({"number": table.number + 1, "seat": seat, "do": "undo", "client": "u"}))
            assert table.playing.state.tobytes() == before
            assert table.playing.events == events
            assert not table.can_undo(seat)
            do(table, seat, table.playing.legal(seat)[-1])
