"""People and results in a real database of each kind: joining devices, forgetting people, storing results once."""

import asyncio
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import Connection, insert, select, update

from parlour.web.evening._stored import EntryFacts, EveningFacts, evening_of, insert_entries, insert_evening
from parlour.web.people import stored, stored_devices
from parlour.web.people.ratings import house_table, rating_of
from parlour.web.people.results import (
    MatchResults,
    SeatResult,
    levels_of,
    store_end,
    store_losses,
    store_results,
    uncounted,
)
from parlour.web.people.stored_history import own_matches, own_tables, sitting
from parlour.web.people.summaries import Summary, summary_of
from parlour.web.refusals import TableRefusal
from parlour.web.store.rated_matches import ABANDONED_SECONDS
from parlour.web.store.schema import (
    devices,
    evenings,
    events,
    links,
    metadata,
    people,
    ratings,
    results,
    seats,
    summaries,
    tables,
    tries,
)
from parlour.web.store.store import SeatFacts, Store, TableFacts
from parlour.web.wire.tokens import check_of, new_person, token_hash
from tests.samples import some_game

GAME = some_game(4, lambda game: not game.teams)
HOUR = 3600.0
NEW = token_hash("a new device")


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    store = Store(database)
    yield store
    store.close()


def person(store: Store, secret: str, name: str = "Ann") -> str:
    return asyncio.run(stored.person_at_table(store, secret, name, new_person))


def add_table(store: Store, name: str, sitting_here: list[str | None], names: Sequence[str] = ("Ann",) * 4) -> None:
    """Store a table with these people in its seats, who have acted; None stands for a medium bot."""
    facts = TableFacts(
        id=name, game=GAME.name, players=len(sitting_here), options={}, key=b"k" * 32, invite="x", listed=False,
        timer=None, created=1.0, started=1.0,
    )  # fmt: skip
    places = [
        SeatFacts(seat, "bot" if who is None else "person", "medium", "Ben" if who is None else names[seat], person=who)
        for seat, who in enumerate(sitting_here)
    ]
    asyncio.run(store.add_table(facts, places))
    acted = [
        {"table_id": name, "number": number, "seat": place.seat, "do": "play", "client": "a move", "at": HOUR}
        for number, place in enumerate(places)
        if place.person is not None
    ]
    if acted:
        with store.engine.begin() as connection:
            connection.execute(insert(events), acted)


def ended(name: str, places: list[int], finished: float = HOUR) -> MatchResults:
    """Make the results of a match in which the seats finish in these places."""
    found = [SeatResult(10 - place, place, place == 1, {"kept": (float(place), 4.0)}) for place in places]
    return MatchResults(name, GAME, 7, finished, found)


def asked(store: Store, question: Any) -> Any:
    return asyncio.run(store.read(question))


def rows(store: Store, table: Any) -> Any:
    return asked(store, lambda connection: connection.execute(select(table).order_by(*table.primary_key)).all())


# --- people


def test_a_person_is_stored_once_and_can_be_renamed(store: Store) -> None:
    first = person(store, "a")
    assert person(store, "a") == first
    assert person(store, "a", "Anna") == first
    assert [(row.id, row.name) for row in rows(store, people)] == [(first, "Anna")]
    assert person(store, "b") != first


def test_a_link_code_expires_after_ten_minutes(store: Store) -> None:
    ann = person(store, "a")

    def change(connection: Connection) -> Any:
        stored_devices.offer_link(connection, ann, "code")
        before = stored_devices.ask_to_join(connection, "code", NEW, False)
        connection.execute(update(links).values(created=links.c.created - stored_devices.LINK_SECONDS))
        late = stored_devices.stored_person(connection, "a")
        return (
            before,
            late,
            stored_devices.ask_to_join(connection, "code", NEW, False),
            stored_devices.answer_link(connection, ann, check_of(NEW), True, "x"),
        )

    before, late, asked_again, answered = asyncio.run(store.writer.change(change))
    assert (before, asked_again, answered) == (False, None, None)
    assert late is not None
    assert late.asking is None


def test_a_device_that_moves_to_another_person_brings_all_devices_and_matches_of_its_own_person(store: Store) -> None:
    ann, ben = person(store, "a"), person(store, "b", "Ben")
    add_table(store, "one", [ben, None])
    asyncio.run(store_results(store, ended("one", [1, 2])))

    def join(secret: str, who: str, move: bool) -> None:
        asyncio.run(store.writer.change(lambda connection: stored.join_person(connection, secret, who, move, "x")))

    join("second", ben, False)
    with pytest.raises(TableRefusal, match="already belongs to a player"):
        join("second", ann, False)
    assert asked(store, lambda connection: own_tables(connection, ben)) == ["one"]
    join("second", ann, True)
    assert asked(store, lambda connection: own_tables(connection, ann)) == ["one"]
    assert [row.id for row in rows(store, people)] == [ann]
    assert {row.person for row in rows(store, devices)} == {ann}
    assert [row.player for row in rows(store, ratings)] == ["medium"]


def test_a_device_is_marked_as_used_once_a_day(store: Store) -> None:
    ann = person(store, "a")
    with store.engine.begin() as connection:
        connection.execute(update(devices).values(used=HOUR))
    assert person(store, "a") == ann
    [device] = rows(store, devices)
    assert time.time() - 24 * HOUR < device.used <= time.time()
    assert device.used % (24 * HOUR) == 0, "only the day is stored"


def test_the_results_of_a_forgotten_person_remain_without_a_name(store: Store) -> None:
    ann, ben = person(store, "a"), person(store, "b", "Ben")
    add_table(store, "one", [ann, ben])
    asyncio.run(store_results(store, ended("one", [1, 2])))
    asyncio.run(store.writer.change(lambda connection: stored_devices.offer_link(connection, ann, "code")))
    assert asyncio.run(store.writer.change(lambda connection: stored.forget(connection, ann, "x"))) == ["one"]
    assert [(row.name, row.person) for row in rows(store, seats)] == [("somebody", None), ("Ann", ben)]
    assert [row.person for row in rows(store, results)] == [None, ben]
    assert [row.player for row in rows(store, ratings)] == [ben]
    assert rows(store, links) == []
    assert [row.person for row in rows(store, devices)] == [ben]
    [other] = asked(store, lambda connection: sitting(connection, ["one"]))["one"][:1]
    assert other.name == "somebody"


def test_the_database_contains_neither_the_id_nor_the_name_of_a_deleted_person(store: Store) -> None:
    ann, ben = person(store, "a", "Annabel"), person(store, "b", "Ben")
    add_table(store, "one", [ann, ben], names=["Annabel", "Ben"])
    asyncio.run(store_results(store, ended("one", [1, 2])))
    enter(store, "first", ann, ben, names=["Annabel", "Ben"])
    with store.engine.begin() as connection:
        connection.execute(update(evenings).values(host=ann))
        connection.execute(insert(tries).values(person=ann, day="2026-11-16", game=GAME.name, table_id="one"))
        stored_devices.offer_link(connection, ann, "code")
        stored.set_recovery(connection, ann, "recovery")
        stored.forget(connection, ann, "x")
    everything = str([rows(store, table) for table in metadata.sorted_tables if table.primary_key])
    assert ann not in everything
    assert "Annabel" not in everything
    assert ben in everything
    assert "somebody" in everything


# --- results


def test_results_are_stored_once_even_if_several_servers_try_at_the_same_time(store: Store, database: str) -> None:
    ann = person(store, "a")
    add_table(store, "one", [ann, None, None])
    others = [Store(database) for _ in range(3)]
    try:
        with ThreadPoolExecutor(4) as threads:
            list(threads.map(lambda one: asyncio.run(store_results(one, ended("one", [1, 2, 3]))), [store, *others]))
    finally:
        for other in others:
            other.close()
    assert [(row.seat, row.person, row.level, row.place) for row in rows(store, results)] == [
        (0, ann, None, 1), (1, None, "medium", 2), (2, None, "medium", 3),
    ]  # fmt: skip
    levels = asked(store, lambda connection: levels_of(connection, GAME.name))
    assert levels == {"medium": {"kept": (5.0, 8.0), "places": (5.0, 2.0), "wins": (0.0, 2.0)}}
    rating = asked(store, lambda connection: rating_of(connection, GAME.name, ann))
    assert rating is not None
    assert rating.matches == 1


def test_a_match_is_rated_once_even_if_servers_count_its_result_and_its_loss_at_the_same_time(
    store: Store, database: str
) -> None:
    ann = person(store, "a")
    add_table(store, "one", [ann, None])
    with store.engine.begin() as connection:
        connection.execute(update(tables).values(quiet_seconds=ABANDONED_SECONDS + 1))
    others = [Store(database) for _ in range(3)]

    def count(server: Store) -> None:
        if server is others[-1]:
            asyncio.run(store_results(server, ended("one", [1, 2])))
        else:
            asyncio.run(store_losses(server, "one", GAME, 0, [0]))

    try:
        with ThreadPoolExecutor(4) as threads:
            list(threads.map(count, [store, *others]))
    finally:
        for other in others:
            other.close()
    rating = asked(store, lambda connection: rating_of(connection, GAME.name, ann))
    assert rating.matches == 1
    assert len(rows(store, results)) == 2


def test_ratings_change_with_each_result_and_the_list_begins_with_the_ratings_of_bots(store: Store) -> None:
    ann = person(store, "a")
    assert [name for name, _, _ in asked(store, lambda connection: house_table(connection, GAME, 10))] == [
        "hard", "medium", "easy",
    ]  # fmt: skip
    before = 0.0
    for number in range(5):
        add_table(store, f"t{number}", [ann, None])
        asyncio.run(store_results(store, ended(f"t{number}", [1, 2], HOUR + number)))
        rating = asked(store, lambda connection: rating_of(connection, GAME.name, ann))
        assert rating.mu > before
        before = rating.mu
    players = asked(store, lambda connection: house_table(connection, GAME, 10))
    assert {name for name, who, _ in players if who == ann} == {"Ann"}


def test_a_history_can_be_limited_to_one_game_and_continued_from_a_match(store: Store) -> None:
    ann, ben = person(store, "a"), person(store, "b", "Ben")
    for number, places in enumerate(([1, 2], [2, 1], [1, 2])):
        add_table(store, f"t{number}", [ann, ben])
        asyncio.run(store_results(store, ended(f"t{number}", places, HOUR * number)))

    def question(connection: Connection) -> Any:
        pages = [own_matches(connection, ann, *more) for more in ((None, None), (GAME.name, "t1"), ("other", None))]
        return [[row.table_id for row in page] for page in pages]

    assert asked(store, question) == [["t2", "t1", "t0"], ["t0"], []]


def test_a_match_with_changed_options_counts_in_the_summary_but_not_in_the_ratings(store: Store) -> None:
    ann = person(store, "a")
    add_table(store, "one", [ann, None])
    asyncio.run(store_results(store, replace(ended("one", [1, 2]), rated=False)))
    assert summary(store, ann).matches == 1
    assert rows(store, ratings) == []


# --- summaries


def test_a_summary_does_not_depend_on_the_order_in_which_matches_were_stored(store: Store) -> None:
    ann, ben = person(store, "a"), person(store, "b", "Ben")
    ends = {"t0": [1, 2], "t1": [1, 2], "t2": [2, 1]}
    for number in (
        0,
        2,
        1,
    ):  # The result of t1 is stored last, as if its server had died before it could store the result.
        add_table(store, f"t{number}", [ann, ben])
        asyncio.run(store_results(store, ended(f"t{number}", ends[f"t{number}"], HOUR * (number + 1))))
    of_ann = summary(store, ann)
    assert (of_ann.matches, of_ann.wins, of_ann.places) == (3, 2, 4)
    assert (of_ann.streak, of_ann.longest) == (-1, 2)
    assert [group.finished for group in of_ann.groups] == [HOUR, 2 * HOUR, 3 * HOUR]
    assert [group.facts["kept"] for group in of_ann.groups] == [(1.0, 4.0), (1.0, 4.0), (2.0, 4.0)]
    of_ben = summary(store, ben)
    assert (of_ben.wins, of_ben.streak, of_ben.longest) == (1, 1, 1)


def test_a_persons_summary_includes_the_matches_of_a_device_that_joined(store: Store) -> None:
    ann, other = person(store, "a"), person(store, "b")
    for number, who in enumerate((ann, other, ann)):
        add_table(store, f"t{number}", [who, None])
        asyncio.run(store_results(store, ended(f"t{number}", [1, 2], HOUR * (number + 1))))
    asyncio.run(store.writer.change(lambda connection: stored.join_person(connection, "b", ann, True, "x")))
    assert (summary(store, ann).matches, summary(store, ann).longest) == (3, 3)
    assert [row.person for row in rows(store, summaries)] == [ann]


def summary(store: Store, who: str) -> Summary:
    found: Summary = asked(store, lambda connection: summary_of(connection, who, GAME.name))
    return found


def test_the_store_finds_finished_tables_whose_results_are_not_stored_yet(store: Store) -> None:
    for name in ("one", "two"):
        add_table(store, name, [None, None])
        asyncio.run(store.set_table(name, finished=HOUR))
    assert asyncio.run(uncounted(store, [GAME.name], 10)) == ["one", "two"]
    assert asyncio.run(uncounted(store, ["other"], 10)) == []
    asyncio.run(store_end(store, "one", 2 * HOUR))
    assert asyncio.run(uncounted(store, [GAME.name], 10)) == ["two"]
    found = asyncio.run(store.find_table("one"))
    assert found is not None
    assert found[0].finished == HOUR, "the first stored time of the end stays"


# --- entries of evenings


def enter(
    store: Store, evening: str, *taking_part: str, names: Sequence[str] = ("Ann",) * 4, begun: float | None = 2.0
) -> None:
    """Store an evening with these people; `begun` is the time at which its start was requested."""
    facts = EveningFacts(evening, GAME.name, 4, {}, 3, 600.0, b"k" * 32, None, 1.0, begun)
    entering = [
        EntryFacts(number, "person", "medium", names[number - 1], who) for number, who in enumerate(taking_part, 1)
    ]
    with store.engine.begin() as connection:
        insert_evening(connection, facts)
        insert_entries(connection, evening, entering)


def entered(store: Store, evening: str) -> list[tuple[str, str | None]]:
    """Return the name and the person of each entry in an evening."""
    with store.engine.connect() as connection:
        found = evening_of(connection, evening)
    assert found is not None
    return [(one.name, one.person) for one in found.entries]


def test_the_evening_entries_of_a_forgotten_person_remain_under_the_name_somebody(store: Store) -> None:
    ann, ben = person(store, "a"), person(store, "b", "Ben")
    enter(store, "first", ann, ben)
    with store.engine.begin() as connection:
        stored.forget(connection, ann, store.process)
    assert entered(store, "first") == [(stored.SOMEBODY, None), ("Ann", ben)]


def test_a_person_forgotten_before_an_evening_begins_does_not_play_in_it(store: Store) -> None:
    ann, ben = person(store, "a"), person(store, "b", "Ben")
    enter(store, "first", ann, ben, begun=None)
    with store.engine.begin() as connection:
        stored.forget(connection, ann, store.process)
    assert entered(store, "first") == [("Ann", ben)]


def test_the_evening_entries_of_a_device_move_to_the_person_that_it_joins(store: Store) -> None:
    ann, other = person(store, "a"), person(store, "b")
    enter(store, "first", other)
    enter(store, "second", ann, other)  # One person can't play two hands of a board, so a bot takes over one hand.
    enter(store, "third", ann, other, begun=None)
    with store.engine.begin() as connection:
        stored.join_person(connection, "b", ann, True, "x")
    assert entered(store, "first") == [("Ann", ann)]
    assert entered(store, "second") == [(stored.SOMEBODY, None), ("Ann", ann)]
    assert entered(store, "third") == [("Ann", ann)]
    with store.engine.connect() as connection:
        found = evening_of(connection, "second")
    assert found is not None
    assert [one.away for one in found.entries] == [True, False]
