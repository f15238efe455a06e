"""The steps of a duplicate evening: each step is one transaction, depends only on stored rows, and happens once."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest
from sqlalchemy import select

from parlour.club.evening import board_key, options_of_boards
from parlour.games import find_game
from parlour.match.fair import commitment, new_key
from parlour.web.evening import _stored as stored
from parlour.web.evening._rounds import Step, is_due, step
from parlour.web.evening._schedule import LATE_SECONDS, REVEAL_SECONDS
from parlour.web.evening._stored import EntryFacts, EveningFacts, StoredEvening
from parlour.web.evening.evenings import Evenings
from parlour.web.store.schema import seats, tables
from parlour.web.store.store import Store
from parlour.web.table.house import House
from tests.samples import some_game
from tests.web.table.test_driver import run, until

PAIRS = some_game(4, lambda game: game.teams == 2).name
EVENING, KEY, TIMER = "anevening", new_key(), 600.0
SALT = new_key()
OPTIONS = options_of_boards(find_game(PAIRS))


class Book:
    """A database with one evening of two boards for pairs, whose start was requested at time 100."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def open(self, *people: EntryFacts) -> "Book":
        facts = EveningFacts(EVENING, PAIRS, 4, OPTIONS, 2, TIMER, KEY, None, 1.0, revealing=100.0)
        with self.store.engine.begin() as connection:
            stored.insert_evening(connection, facts)
            stored.insert_entries(connection, EVENING, people)
        return self

    def step(self, now: float) -> Step:
        """Take the next step of the evening; check that nothing changes if no step is due."""
        due, before = is_due(self.evening, now), self.evening
        with self.store.engine.begin() as connection:
            done = step(connection, EVENING, now)
        assert due or self.evening == before
        return done

    @property
    def evening(self) -> StoredEvening:
        with self.store.engine.connect() as connection:
            found = stored.evening_of(connection, EVENING)
        assert found is not None
        return found

    def finish(self, table: str | None, *scores: int) -> None:
        with self.store.engine.begin() as connection:
            stored.set_scores(connection, table or "", scores)

    def closed(self, board: int) -> list[float | None]:
        statement = select(tables.c.closed).where(tables.c.evening == EVENING, tables.c.board == board)
        with self.store.engine.connect() as connection:
            return list(connection.execute(statement).scalars())

    def away(self, table: str) -> list[bool]:
        statement = select(seats.c.away).where(seats.c.table_id == table).order_by(seats.c.seat)
        with self.store.engine.connect() as connection:
            return list(connection.execute(statement).scalars())


def person(number: int, name: str, place: int | None = None, promised: str | None = None) -> EntryFacts:
    return EntryFacts(number, "person", "medium", name, None, place, f"{number}" * 64, salt_commitment=promised)


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Book]:
    book = Book(Store(f"sqlite:///{tmp_path / 'evenings.sqlite'}"))
    yield book
    book.store.close()


def test_when_an_evening_starts_bots_fill_its_empty_seats(book: Book) -> None:
    begun = book.open(person(1, "Ann", 0), person(2, "Ben", 1), person(3, "Cleo")).step(101.0).begun
    evening = book.evening
    assert (len(begun), evening.facts.round, evening.facts.started) == (2, 1, 101.0)
    kinds = [(one.kind, one.place) for one in evening.entries]
    assert kinds == [("person", 0), ("person", 1), ("person", 2), *(("bot", place) for place in range(3, 8))]
    assert len({one.name for one in evening.entries}) == 8
    table = next(one.table_id for one in evening.plays if one.entry == 1)
    assert table is not None
    found = asyncio.run(book.store.find_table(table))
    assert found is not None
    facts, places = found
    assert (facts.evening, facts.board, facts.key) == (EVENING, 1, board_key(KEY, 1, [None, None, None]))
    names = [place.name for place in places]
    assert abs(names.index("Ann") - names.index("Ben")) == 2, "partners sit opposite each other"
    assert [place.token_hash for place in places if place.name == "Ann"] == ["1" * 64]


def test_an_evening_waits_a_limited_time_for_salts_before_it_starts(book: Book) -> None:
    book.open(person(1, "Ann", promised=commitment(SALT)), person(2, "Ben", promised=commitment(new_key())))
    with book.store.engine.begin() as connection:
        stored.set_entry(connection, EVENING, 1, salt=SALT)
    assert book.step(101.0) == Step()
    begun = book.step(100.0 + REVEAL_SECONDS).begun
    found = asyncio.run(book.store.find_table(begun[0]))
    assert found is not None
    assert found[0].key == board_key(KEY, 1, [SALT, None])


def test_no_step_of_an_evening_is_taken_twice(book: Book) -> None:
    book.open(person(1, "Ann"))
    assert len(book.step(101.0).begun) == 2
    before = book.evening
    assert book.step(102.0) == Step()
    assert book.evening == before


def test_a_board_is_closed_at_every_table_when_the_last_table_has_finished_it(book: Book) -> None:
    first, second = book.open(*(person(number, f"Ann {number}") for number in range(1, 9))).step(101.0).begun
    book.finish(first, 10, 20, 10, 20)
    assert book.step(102.0) == Step()
    assert book.closed(1) == [None, None]
    book.finish(second, 30, 0, 30, 0)
    done = book.step(103.0)
    assert (sorted(done.changed), len(done.begun)) == (sorted([first, second]), 2)
    assert (book.closed(1), book.closed(2)) == ([103.0, 103.0], [None, None])
    assert (book.evening.facts.round, book.evening.closed) == (2, 1)


def test_after_the_last_board_the_evening_is_over(book: Book) -> None:
    for now in (101.0, 102.0):
        for table in (book.open(person(1, "Ann")) if now == 101.0 else book).step(now).begun:
            book.finish(table, 1, 2, 1, 2)
    assert book.step(103.0).over
    assert (book.evening.facts.finished, book.evening.closed) == (103.0, 2)
    assert book.step(104.0) == Step(over=True)


def test_bots_take_over_when_the_time_of_a_round_is_up(book: Book) -> None:
    tables = book.open(person(1, "Ann"), person(2, "Ben")).step(101.0).begun
    assert book.step(101.0 + TIMER - 1) == Step()
    assert book.step(101.0 + TIMER).changed == sorted(tables)
    assert [sum(book.away(table)) for table in tables] == [1, 1]
    assert book.step(102.0 + TIMER) == Step(), "the time is up only once"


def test_a_table_that_never_ends_does_not_stop_the_evening(book: Book) -> None:
    first, second = book.open(*(person(number, f"Ann {number}") for number in range(1, 9))).step(101.0).begun
    book.finish(first, 10, 20, 10, 20)
    late = 101.0 + TIMER
    for passed in range(int(LATE_SECONDS)):
        assert book.step(late + passed).begun == []
    assert book.step(late + LATE_SECONDS).begun == []
    assert len(book.step(late + LATE_SECONDS + 1).begun) == 2
    book.finish(second, 30, 0, 30, 0)
    scores = [one.score for one in book.evening.plays if one.table_id == second]
    assert scores == [None] * 4, "a result that arrives after the board is closed doesn't count"


def test_after_a_pause_past_the_end_of_a_round_a_server_lets_bots_finish_the_board_first(
    book: Book,
) -> None:
    tables = book.open(*(person(number, f"Ann {number}") for number in range(1, 9))).step(101.0).begun
    awake = 101.0 + TIMER + 3600.0
    assert book.step(awake) == Step(changed=sorted(tables)), "bots must finish the board first"
    assert book.step(awake + 3600.0).begun == [], "bots need time to finish even after a second long pause"
    for table in tables:
        book.finish(table, 10, 20, 10, 20)
    assert len(book.step(awake + 3601.0).begun) == 2
    assert all(one.score is not None for one in book.evening.plays if one.board == 1)


def test_an_evening_with_invalid_database_rows_does_not_hold_up_other_evenings(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        book, broken = (
            Book(house.store).open(person(1, "Ann")),
            "a0",
        )  # The name of this broken evening sorts before the valid evening's name.
        with house.store.engine.begin() as connection:
            facts = EveningFacts(broken, PAIRS, 4, OPTIONS, 2, TIMER, KEY, None, 1.0, revealing=100.0)
            stored.insert_evening(connection, facts)
            stored.set_evening(connection, broken, options="nonsense")
        Evenings(house).tick()
        await until(lambda: book.evening.facts.started is not None)

    run(tmp_path, test)


def test_two_servers_do_not_begin_a_round_twice(postgresql_url: str) -> None:
    book, other = Book(Store(postgresql_url)), Book(Store(postgresql_url))
    book.open(*(person(number, f"Ann {number}") for number in range(1, 9)))
    together = Barrier(2)

    def at_once(server: Book) -> Step:
        with server.store.engine.begin() as connection:
            together.wait()
            return step(connection, EVENING, 101.0)

    with ThreadPoolExecutor(2) as threads:
        done = list(threads.map(at_once, (book, other)))
    assert sorted(len(one.begun) for one in done) == [0, 2]
    assert len(book.evening.plays) == 8
    for one in (book, other):
        one.store.close()
