"""A match that somebody abandons counts as a loss for them, once, whatever they do; a winner's points stay."""

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import NamedTuple

import pytest
from sqlalchemy import Connection, delete, insert, select, update

from parlour.web.people import stored as people
from parlour.web.people.ratings import FEW, MEAN, Rating, house_table, rating_of
from parlour.web.people.results import MatchResults, SeatResult, store_results
from parlour.web.refusals import TableRefusal
from parlour.web.store.rated_matches import fix_rated
from parlour.web.store.schema import rated_seats, ratings, tables
from parlour.web.store.upkeep import UPKEEP_SECONDS, Upkeep
from parlour.web.table import lobby
from parlour.web.table._abandoned import count_abandoned
from parlour.web.table._absence import AWAY_SECONDS, IDLE_SECONDS
from parlour.web.table._results import abandoners
from parlour.web.table.house import House
from parlour.web.table.live import LiveTable
from parlour.web.table.protocol import Join, NewTable, SeatWish
from parlour.web.wire.tokens import new_person, new_token, token_hash
from tests.web.table.test_driver import PEOPLE, game_for_two, run, until
from tests.web.table.test_results import left_to_bots

GAME = game_for_two()
DAY = 24 * 3600.0
EXPERIENCED = Rating(30.0, 2.0, FEW)


class Player(NamedTuple):
    """A person with a device of their own."""

    name: str
    secret: str

    async def id(self, house: House) -> str | None:
        """Return the person's id; None before they sit down for the first time."""
        hashed = token_hash(self.secret)
        return await house.store.read(lambda connection: people.person_of(connection, hashed))

    async def rating(self, house: House) -> Rating:
        """Return the person's rating; before their first rated match, the one with which everybody starts."""
        person = await self.id(house)
        found = None if person is None else await house.store.read(lambda c: rating_of(c, GAME.name, person))
        return found or Rating(MEAN, MEAN / 3)

    async def forget(self, house: House) -> None:
        """Let the server forget this person."""
        person, process = await self.id(house), house.store.process
        assert person is not None
        await house.refresh_tables(await house.store.writer.change(lambda c: people.forget(c, person, process)))


def player(name: str) -> Player:
    return Player(name, new_token())


async def experienced(house: House, name: str) -> Player:
    """Store a person who isn't new."""
    found = player(name)
    person = await people.person_at_table(house.store, token_hash(found.secret), name, new_person)
    row = {"game": GAME.name, "player": person, "person": person, **asdict(EXPERIENCED)}
    await house.store.writer.change(lambda connection: connection.execute(insert(ratings), row))
    return found


async def against_a_bot(house: House, ann: Player) -> LiveTable:
    """Open a table at which Ann plays against a bot, and wait until the bot has nothing to do."""
    seats = [SeatWish("person"), SeatWish("bot", "medium")]
    new = NewTable(GAME.name, ann.name, players=2, seats=seats, person=ann.secret)
    live = await house.table((await lobby.open_table(house, new)).table)
    await until(lambda: not live.thinking)
    return live


async def together(house: House, ann: Player, ben: Player) -> LiveTable:
    """Open a table for two people."""
    new = NewTable(GAME.name, ann.name, players=2, seats=PEOPLE, person=ann.secret)
    opened = await lobby.open_table(house, new)
    live = await house.table(opened.table)
    await lobby.join(house, live, Join(ben.name, opened.invite, person=ben.secret))
    return live


async def pass_time(house: House, seconds: float = DAY + 2 * UPKEEP_SECONDS) -> list[str]:
    """Let a server run for this long with nobody at its tables; return the tables that it deletes."""
    await until(lambda: not any(live.thinking for live in house.tables.values()))
    for live in house.tables.values():
        live.subscribers.clear()
        live.seen.clear()
    ran = [0.0]
    house.upkeep, deleted = Upkeep(house.store, lambda: ran[0]), []
    for _ in range(round(seconds / UPKEEP_SECONDS) + 1):
        deleted += await house.forget_tables()
        ran[0] += UPKEEP_SECONDS
    return deleted


async def act(house: House, live: LiveTable, seat: int) -> None:
    number = live.table.number
    await house.move(live, seat, f"m{number}", number, live.table.playing.legal(seat)[0])


async def win(house: House, live: LiveTable, seat: int) -> None:
    """Let one person act, then store the results of the match as if this seat had won it."""
    await act(house, live, live.table.actors()[0])
    places = [1 if one == seat else 2 for one in range(live.table.facts.players)]
    results = [SeatResult(10 - place, place, place == 1, {}) for place in places]
    await store_results(house.store, MatchResults(live.name, GAME, 1, time.time(), results))


def test_abandoned_matches_count_as_losses_so_nobody_becomes_the_best_by_ending_only_matches_that_they_win(
    tmp_path: Path,
) -> None:
    async def test(house: House) -> None:
        ann = player("Ann")
        for _ in range(14):
            await win(house, await against_a_bot(house, ann), 0)
        best = await ann.rating(house)
        for _ in range(30):
            live = await against_a_bot(house, ann)
            await act(house, live, 0)
        await pass_time(house)
        rating = await ann.rating(house)
        assert (best.matches, rating.matches) == (14, 44)
        assert rating.mu < MEAN < best.mu
        table = await house.store.read(lambda connection: house_table(connection, GAME, 10))
        assert table[0][0] != "Ann"

    run(tmp_path, test)


def test_an_abandoned_match_counts_once_even_if_it_is_continued_and_finished_later(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        ann = player("Ann")
        live = await against_a_bot(house, ann)
        await act(house, live, 0)
        assert await pass_time(house) == []
        after = await ann.rating(house)
        assert (after.matches, after.mu < MEAN) == (1, True)
        await pass_time(house)
        await win(house, live, 0)
        assert await ann.rating(house) == after

    run(tmp_path, test)


def test_two_servers_count_an_abandoned_match_once(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        ann = player("Ann")
        await against_a_bot(house, ann)
        await house.store.writer.change(
            lambda connection: connection.execute(update(tables).values(quiet_seconds=DAY + 1))
        )
        await asyncio.gather(*(count_abandoned(house.store, house.table) for _ in range(4)))
        assert (await ann.rating(house)).matches == 1

    run(tmp_path, test)


def test_a_match_that_goes_on_within_a_day_is_not_abandoned(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        ann, ben = player("Ann"), player("Ben")
        live = await together(house, ann, ben)
        for _ in range(3):
            await act(house, live, live.table.actors()[0])
            await pass_time(house, DAY - 3 * UPKEEP_SECONDS)
        assert ((await ann.rating(house)).matches, (await ben.rating(house)).matches) == (0, 0)

    run(tmp_path, test)


def test_only_the_person_for_whom_the_others_waited_in_vain_loses(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        ann, ben = player("Ann"), player("Ben")
        live = await together(house, ann, ben)
        await act(house, live, 0)
        assert live.table.actors() == [1]
        await pass_time(house)
        assert (await ann.rating(house)).matches == 0
        lost = await ben.rating(house)
        assert (lost.matches, lost.mu < MEAN) == (1, True)

    run(tmp_path, test)


@pytest.mark.parametrize(("away", "losers"), [((), [1]), ((0,), [0, 1]), ((1,), [0, 1])], ids=["nobody", "ann", "ben"])
def test_who_has_abandoned_a_match(tmp_path: Path, away: Sequence[int], losers: list[int]) -> None:
    """Seat 1 has to act; if a bot plays for it, nobody at all has come back to the match."""

    async def test(house: House) -> None:
        live = await together(house, player("Ann"), player("Ben"))
        await act(house, live, 0)
        for seat in away:
            live.table.places[seat].away = True
        assert abandoners(live.table) == losers

    run(tmp_path, test)


def test_whether_a_person_is_new_is_fixed_when_the_match_starts(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        ann, cleo = await experienced(house, "Ann"), await experienced(house, "Cleo")
        of_cleo = (ratings.c.game == GAME.name, ratings.c.person == await cleo.id(house))

        async def has_played(matches: int) -> None:
            statement = update(ratings).where(*of_cleo).values(matches=matches)
            await house.store.writer.change(lambda connection: connection.execute(statement))

        await has_played(FEW - 1)
        live = await together(house, ann, cleo)
        await has_played(FEW)
        await win(house, live, 0)
        assert await ann.rating(house) == EXPERIENCED

    run(tmp_path, test)


def test_matches_whose_server_died_before_storing_their_results_get_results_and_delay_no_losses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(house: House) -> None:
        ended = await left_to_bots(house)

        def die(connection: Connection) -> None:
            connection.execute(update(tables).values(finished=None, counted=0))
            connection.execute(delete(ratings))
            fix_rated(connection, ended.name)

        await house.store.writer.change(die)
        ended.subscribers.clear()
        assert house.release(ended.name)
        ann = player("Ann")
        await against_a_bot(house, ann)
        await pass_time(house)
        await house.results_stored()
        found = select(tables.c.finished).where(tables.c.id == ended.name)
        assert await house.store.read(lambda connection: connection.execute(found).scalar_one()) is not None
        assert (await ann.rating(house)).matches == 1

    monkeypatch.setattr("parlour.web.table._abandoned.MOST_COUNTED", 1)
    run(tmp_path, test)


def test_a_match_that_cannot_be_counted_does_not_keep_others_from_being_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(house: House) -> None:
        broken = await against_a_bot(house, player("Ben"))
        ann = player("Ann")
        await against_a_bot(house, ann)
        first = update(tables).where(tables.c.id == broken.name).values(quiet_seconds=2 * DAY)
        others = update(tables).where(tables.c.id != broken.name).values(quiet_seconds=DAY + 1)
        await house.store.writer.change(lambda connection: [connection.execute(one) for one in (first, others)])
        find = house.store.find_table

        async def failing(name: str) -> object:
            if name == broken.name:
                raise ZeroDivisionError
            return await find(name)

        house.store.find_table = failing  # type: ignore[method-assign,assignment]
        with pytest.raises(ZeroDivisionError):
            await count_abandoned(house.store, house.table)
        await count_abandoned(house.store, house.table)
        assert (await ann.rating(house)).matches == 1

    monkeypatch.setattr("parlour.web.table._abandoned.MOST_COUNTED", 1)
    run(tmp_path, test)


def test_the_host_of_a_rated_match_cannot_remove_somebody_who_plays_in_it(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        live = await together(house, player("Ann"), player("Ben"))
        live.seen[1] = time.monotonic()
        with pytest.raises(TableRefusal) as refused:
            await lobby.remove(house, live, 0, 1)
        assert refused.value.kind == "not_absent"
        assert live.table.places[1].kind == "person"

    run(tmp_path, test)


def test_the_host_can_remove_somebody_who_is_present_from_a_match_that_is_not_rated(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        opened = await lobby.open_table(house, NewTable(GAME.name, "Ann", players=2, seats=PEOPLE))
        live = await house.table(opened.table)
        await lobby.join(house, live, Join("Ben", opened.invite))
        live.seen[1] = time.monotonic()
        await lobby.remove(house, live, 0, 1)
        assert live.table.places[1].kind == "bot"

    run(tmp_path, test)


def absent(live: LiveTable, seat: int) -> None:
    """Pretend that a person left a minute ago."""
    live.seen.clear()
    live.absence.began = live.absence.left[seat] = time.monotonic() - AWAY_SECONDS - 1


def idle(live: LiveTable, seat: int) -> None:
    """Pretend that a person who is present lets the others wait."""
    live.seen[seat] = time.monotonic()
    live.turn_began -= IDLE_SECONDS + 1


@pytest.mark.parametrize("behaves", [absent, idle])
def test_somebody_whom_the_host_removes_because_they_do_not_play_is_still_rated(
    tmp_path: Path, behaves: Callable[[LiveTable, int], None]
) -> None:
    """Otherwise a second identity could open the table, and remove the one that loses."""

    async def test(house: House) -> None:
        ann, ben = player("Ann"), player("Ben")
        live = await together(house, ann, ben)
        assert 1 in live.table.actors()
        behaves(live, 1)
        await lobby.remove(house, live, 0, 1)
        await until(lambda: not live.thinking)
        await pass_time(house)
        lost = await ben.rating(house)
        assert (lost.matches, lost.mu < MEAN) == (1, True)

    run(tmp_path, test)


def test_an_abandoned_match_with_changed_options_is_not_rated(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        ann = player("Ann")
        options = dict(GAME.short_options)
        new = NewTable(GAME.name, ann.name, players=2, options=options, person=ann.secret)
        await lobby.open_table(house, new)
        await pass_time(house)
        assert (await ann.rating(house)).matches == 0
        assert await house.store.read(lambda connection: connection.execute(select(rated_seats)).all()) == []

    run(tmp_path, test)


def test_a_winner_gets_the_same_points_if_the_loser_is_forgotten_before_the_end(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        after = []
        for forgets in (False, True):
            ann, ben = await experienced(house, "Ann"), await experienced(house, "Ben")
            live = await together(house, ann, ben)
            if forgets:
                await ben.forget(house)
            await win(house, live, 0)
            after.append(await ann.rating(house))
        assert after[0] == after[1]
        assert after[0].mu > EXPERIENCED.mu

    run(tmp_path, test)
