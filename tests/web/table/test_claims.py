"""A claim to the remaining tricks is offered only to the seat that can make it, and played out as ordinary moves."""

import json
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from parlour.game.game import Game
from parlour.match.record import verify
from parlour.web.refusals import TableRefusal
from parlour.web.table import lobby, reviews
from parlour.web.table._driver import MOST_CARDS
from parlour.web.table.house import House
from parlour.web.table.live import LiveTable, Subscriber
from parlour.web.table.protocol import NewTable
from tests.samples import some_game
from tests.web.games import trick_phase
from tests.web.servers import Server
from tests.web.table.test_driver import ready, run, until

Test = Callable[[House], Awaitable[None]]


def game_of_tricks() -> Game:
    """Find a trick game for three in which the remaining tricks of a round can be claimed."""
    return some_game(3, lambda game: trick_phase(game) is not None and not game.carries_over)


async def table_with_sockets(house: House) -> tuple[LiveTable, dict[int, list[bytes]]]:
    """Seat Ann with two bots; return the table, and the messages that she and a spectator receive."""
    game = game_of_tricks()
    ready(game.name)
    opened = await lobby.open_table(house, NewTable(game.name, "Ann", players=3, options=dict(game.short_options)))
    live = await house.table(opened.table)
    heard: dict[int, list[bytes]] = {0: [], -1: []}

    def socket(onlooker: int) -> Subscriber:
        def send(frames: bytes) -> bool:
            heard[onlooker].append(frames)
            return True

        return Subscriber(onlooker, send)

    live.subscribers.update(socket(onlooker) for onlooker in heard)
    live.stream.view(live.table, 0)
    return live, heard


async def until_few_cards(house: House, live: LiveTable, cards: int = 2) -> None:
    """Play Ann's first legal action each time, until it's her turn and she has this many cards left."""
    while True:
        await until(lambda: 0 in live.table.actors())
        view = live.table.playing.view(0)
        if view.seats[0].cards == cards:
            return
        await house.move(live, 0, f"move {live.table.number}", live.table.number, view.actions[0].id)


def offers(frames: list[bytes]) -> int:
    return sum(b'"type":"claim"' in frame for frame in frames)


def answering(house: House, answer: bool) -> list[int]:
    """Make every claim check return this answer; return a list in which it records the seats that it checks."""
    asked: list[int] = []

    async def can_claim(game: Game, hidden: object, seat: int) -> bool:
        asked.append(seat)
        return answer

    house.bot_threads.can_claim = can_claim  # type: ignore[method-assign]
    return asked


def test_a_claim_is_offered_only_to_the_seat_that_can_make_it_and_played_out_as_ordinary_moves(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        live, heard = await table_with_sockets(house)
        asked = answering(house, True)
        await until_few_cards(house, live)
        await until(lambda: live.may_claim(0))
        assert set(asked) == {0}
        assert offers(heard[0]) >= 1
        assert offers(heard[-1]) == 0
        round_ = live.table.playing.rounds
        house.claim(live, 0)
        await until(lambda: live.table.playing.rounds > round_)
        assert not live.plays_itself(0), "Ann plays the next round herself"
        while not live.table.over:
            await until(lambda: 0 in live.table.actors() or live.table.over)
            if not live.table.over:
                action = live.table.playing.legal(0)[0]
                await house.move(live, 0, f"move {live.table.number}", live.table.number, action)
        record = json.loads(json.dumps(reviews.record_of(live)))
        assert verify(record).over

    run(tmp_path, test)


def test_a_claim_is_refused_if_it_was_not_offered_or_if_the_player_has_moved_since_the_offer(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        live, _ = await table_with_sockets(house)
        answering(house, False)
        await until_few_cards(house, live)
        with pytest.raises(TableRefusal, match="cannot be claimed"):
            house.claim(live, 0)
        live.claims[0] = live.table.since[0]
        await house.move(live, 0, "own", live.table.number, live.table.playing.legal(0)[0])
        await until(lambda: 0 in live.table.actors())
        with pytest.raises(TableRefusal, match="cannot be claimed"):
            house.claim(live, 0)

    run(tmp_path, test)


def test_claims_are_checked_only_near_the_end_of_a_round_and_only_once_per_turn(
    tmp_path: Path,
) -> None:
    async def test(house: House) -> None:
        live, _ = await table_with_sockets(house)
        asked = answering(house, False)
        await until_few_cards(house, live, MOST_CARDS + 1)
        assert asked == []
        await until_few_cards(house, live, MOST_CARDS)
        await until(lambda: len(asked) == 1)
        house.driver.drive(live)
        house.driver.drive(live)
        await until(lambda: len(asked) == 1)

    run(tmp_path, test)


def test_a_claim_over_http_is_refused_if_it_was_not_offered(server: Server) -> None:
    opened = server.open_table(game_of_tricks(), players=3)
    assert server.refused(f"/tables/{opened['table']}/claim", opened["token"]) == "cannot_claim"
    assert server.refused(f"/tables/{opened['table']}/claim") == "wrong_token"
