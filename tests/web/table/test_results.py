"""The results of all seats, even of matches whose results an older version or a killed server did not store."""

import random
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, delete, select, update

from parlour.engine.sets import each
from parlour.game.game import SPECTATOR, Game
from parlour.games import all_games
from parlour.web.people.ratings import MEAN
from parlour.web.store.schema import events, rated_seats, ratings, results, tables
from parlour.web.store.upkeep import UNPLAYED_SECONDS, UPKEEP_SECONDS, Upkeep
from parlour.web.table import lobby
from parlour.web.table._results import results_of
from parlour.web.table.house import House
from parlour.web.table.live import LiveTable, Subscriber
from parlour.web.table.protocol import Join, NewTable, SeatWish
from parlour.web.wire.tokens import new_token
from tests.match.test_undo import do, facts_of
from tests.samples import some_game
from tests.web.table.test_driver import PEOPLE, game_for_two, run, run_house, until

AGAINST_A_BOT = [SeatWish("person"), SeatWish("bot", "medium")]


def finished(game: Game, players: int) -> LiveTable:
    """Play a short match of random actions to its end."""
    facts, places = facts_of(game.name, players, 3)
    facts.options = {**facts.options, **game.short_options}
    live, chooser = LiveTable.rebuilt(facts, places, []), random.Random(3)
    while not live.table.over:
        seat = chooser.choice(live.table.actors())
        do(live.table, seat, chooser.choice(list(each(game.legal(live.table.playing.state, seat)))))
    return live


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_winners_rank_first_and_the_other_players_are_ranked_by_score(game: Game) -> None:
    live = finished(game, game.default_players)
    found = results_of(live.table)
    assert found is not None
    winners = live.table.playing.winners
    assert [seat for seat, result in enumerate(found.seats) if result.won] == winners
    assert all((result.place == 1) == result.won for result in found.seats)
    sign = -1 if game.scoring.lowest_wins else 1
    for one in found.seats:
        for other in found.seats:
            if not one.won and not other.won and sign * one.score > sign * other.score:
                assert one.place < other.place
    assert found.rounds == live.table.playing.rounds


def test_a_running_match_has_no_results() -> None:
    game = some_game(2)
    assert results_of(LiveTable.rebuilt(*facts_of(game.name, 2, 1), []).table) is None


def test_the_upkeep_stores_results_that_an_older_version_did_not_store(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        names = [await played(house) for _ in range(3)]

        def forget(connection: Connection) -> None:
            connection.execute(delete(results))
            connection.execute(update(tables).values(counted=0))
            connection.execute(update(events).where(events.c.table_id == names[2]).values(do="nonsense"))

        await house.store.writer.change(forget)
        for name in names:
            assert house.release(name)
        await house.count_old()
        await house.results_stored()
        stored = select(results.c.table_id).distinct()
        found = await house.store.read(lambda connection: set(connection.execute(stored).scalars()))
        assert found == set(names[:2]), "a match with an invalid event must have no results"

    run(tmp_path, test)


def test_if_a_server_dies_after_the_last_event_the_next_server_stores_the_results_of_the_match(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        names = [await played(house) for _ in range(3)]
        hours_ago = events.c.at - 3 * 3600.0

        def die(connection: Connection) -> None:
            connection.execute(delete(results))
            connection.execute(update(tables).values(counted=0, finished=None))
            connection.execute(update(events).where(events.c.table_id == names[0]).values(at=hours_ago))
            connection.execute(update(events).where(events.c.table_id == names[1]).values(do="nonsense"))

        await house.store.writer.change(die)
        for name in names:
            assert house.release(name)
        await house.count_interrupted()
        await house.results_stored()
        stored = select(results.c.table_id).distinct()
        found = await house.store.read(lambda connection: set(connection.execute(stored).scalars()))
        assert found == {names[2]}, "a match with an invalid event and one that ended hours ago must not be counted"

    run(tmp_path, test)


def test_a_match_in_which_no_person_acted_has_no_results(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        game = game_for_two()
        new = NewTable(game.name, "Ann", players=2, options=dict(game.short_options), person=new_token())
        opened = await lobby.open_table(house, new)
        live = await house.table(opened.table)
        live.subscribers.add(Subscriber(SPECTATOR, lambda _: True))
        await house.driver.set_away(live, opened.seat, True)
        await until(lambda: live.table.over)
        await house.results_stored()
        found = await house.store.read(lambda connection: connection.execute(select(results)).all())
        assert found == []

    run(tmp_path, test)


async def left_to_bots(house: House, **settings: Any) -> LiveTable:
    """Let Ann, who is a known person, leave a match before she acts, and bots finish it while somebody watches."""
    new = NewTable(game_for_two().name, "Ann", players=2, seats=AGAINST_A_BOT, person=new_token(), **settings)
    opened = await lobby.open_table(house, new)
    live = await house.table(opened.table)
    live.subscribers.add(Subscriber(SPECTATOR, lambda _: True))
    await house.driver.set_away(live, opened.seat, True)
    await until(lambda: live.table.over)
    await house.results_stored()
    return live


async def ratings_of(house: House) -> list[int]:
    """Return the number of rated matches of each person with a rating; a rating below 25 counts as negative."""
    rows = await house.store.read(
        lambda connection: connection.execute(select(ratings).where(ratings.c.person.is_not(None))).all()
    )
    return [-row.matches if row.mu < MEAN else row.matches for row in rows]


def test_a_match_that_bots_finish_before_its_person_has_acted_is_lost_for_the_person_and_then_deleted(
    database: str,
) -> None:
    async def test(house: House) -> None:
        live = await left_to_bots(house)
        assert await ratings_of(house) == [-1], "otherwise a bad hand could be exchanged for another free of charge"
        assert await house.store.read(lambda connection: connection.execute(select(rated_seats)).all()) == []
        live.subscribers.clear()
        assert house.release(live.name)
        ran = [0.0]
        upkeep, deleted = Upkeep(house.store, lambda: ran[0]), []
        while ran[0] < UNPLAYED_SECONDS + 4 * UPKEEP_SECONDS:
            deleted += await upkeep.run(())
            ran[0] += UPKEEP_SECONDS
        assert deleted == [live.name]

    run_house(database, test)


def test_a_match_with_changed_options_that_bots_finish_is_no_loss(database: str) -> None:
    async def test(house: House) -> None:
        await left_to_bots(house, options=dict(game_for_two().short_options))
        assert await ratings_of(house) == []
        assert await house.store.read(lambda connection: connection.execute(select(rated_seats)).all()) == []

    run_house(database, test)


async def played(house: House) -> str:
    """Let two people play a short match to its end, and wait until its results are stored; return the table's name."""
    game = game_for_two()
    new = NewTable(game.name, "Ann", players=2, seats=PEOPLE, options=dict(game.short_options))
    opened = await lobby.open_table(house, new)
    live = await house.table(opened.table)
    await lobby.join(house, live, Join("Ben", opened.invite))
    while not live.table.over:
        seat = live.table.actors()[0]
        action = live.table.playing.legal(seat)[0]
        await house.move(live, seat, f"m{live.table.number}", live.table.number, action)
    await house.results_stored()
    return opened.table
