"""Storage of people: an id that everybody may see, and hashes of the secrets that their devices keep.

There are no accounts. A browser creates a random secret and sends it to the server, which stores a person when the
secret is first used at a table. Anybody who has the secret can act as that person, so only its hash is stored.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import Connection, delete, func, insert, select, update

from parlour.web.people.summaries import add_up
from parlour.web.store.rated_matches import move_rated
from parlour.web.store.schema import (
    WITHDRAWN,
    devices,
    entries,
    evenings,
    links,
    people,
    plays,
    ratings,
    results,
    seats,
    tables,
    tries,
)
from parlour.web.store.store import Store
from parlour.web.store.writer import tell_of_tables

LINK_SECONDS = 600.0  # how long a code for another device is valid
SOMEBODY = "somebody"  # the name left at the seats of people who asked to be forgotten


@dataclass(frozen=True)
class StoredPerson:
    """The facts that a person's own page shows."""

    id: str
    name: str
    devices: int
    has_recovery: bool
    asking: str | None  # the hash of the asking device's secret; None if no device asks


def person_of(connection: Connection, secret_hash: str) -> str | None:
    """Return the id of the device's person; None if the device was never used on this server."""
    found = connection.execute(
        select(devices.c.person).where(devices.c.secret_hash == secret_hash)
    ).scalar_one_or_none()
    return None if found is None else str(found)


def known_person(connection: Connection, secret_hash: str, name: str, new_id: Callable[[], str]) -> str:
    """Return the id of the device's person; store a new person if the device is new.

    For a known person, update the name and clear the upkeep's mark.
    """
    person = person_of(connection, secret_hash)
    if person is not None:
        changed = (people.c.name != name) | (people.c.marked_seconds > 0)
        own = update(people).where(people.c.id == person, changed)
        connection.execute(own.values(name=name, marked_seconds=0))
        return person
    person = new_id()
    connection.execute(insert(people).values(id=person, name=name, created=time.time()))
    connection.execute(insert(devices).values(secret_hash=secret_hash, person=person, created=time.time()))
    return person


async def person_at_table(store: Store, secret_hash: str, name: str, new_id: Callable[[], str]) -> str:
    """Return the id of the person who sits down with this device; write only if the device or the name is new."""
    known = select(devices.c.person).join(people, people.c.id == devices.c.person)
    known = known.where(devices.c.secret_hash == secret_hash, people.c.name == name, people.c.marked_seconds == 0)
    found = await store.read(lambda connection: connection.execute(known).scalar_one_or_none())
    if found is not None:
        return str(found)
    return await store.writer.change(lambda connection: known_person(connection, secret_hash, name, new_id))


def stored_person(connection: Connection, secret_hash: str) -> StoredPerson | None:
    """Load everything that a person's page shows; None if the device was never used here."""
    found = connection.execute(
        select(people.c.id, people.c.name, people.c.recovery_hash)
        .join(devices, devices.c.person == people.c.id)
        .where(devices.c.secret_hash == secret_hash)
    ).first()
    if found is None:
        return None
    count = select(func.count()).select_from(devices).where(devices.c.person == found.id)
    joined = select(devices.c.secret_hash).where(devices.c.person == found.id)
    asking = select(links.c.secret_hash).where(
        links.c.person == found.id, links.c.created > _oldest(), links.c.secret_hash.not_in(joined)
    )
    return StoredPerson(
        found.id, found.name, connection.execute(count).scalar_one(), found.recovery_hash is not None,
        connection.execute(asking).scalar_one_or_none(),
    )  # fmt: skip


# --- another device


def offer_link(connection: Connection, person: str, code_hash: str) -> None:
    """Store the code with which another device may ask to join a person; earlier codes lose their validity."""
    connection.execute(delete(links).where((links.c.person == person) | (links.c.created <= _oldest())))
    connection.execute(insert(links).values(code_hash=code_hash, person=person, created=time.time()))


def ask_to_join(connection: Connection, code_hash: str, secret_hash: str) -> bool | None:
    """Record that a device asks with this code; return whether it has joined, or None if it can't use the code."""
    valid = (links.c.code_hash == code_hash, links.c.created > _oldest())
    connection.execute(update(links).where(*valid, links.c.secret_hash.is_(None)).values(secret_hash=secret_hash))
    person = connection.execute(
        select(links.c.person).where(*valid, links.c.secret_hash == secret_hash)
    ).scalar_one_or_none()
    return None if person is None else person_of(connection, secret_hash) == person


def answer_link(
    connection: Connection, person: str, secret_hash: str, accept: bool, process: str
) -> list[str] | None:  # fmt: skip
    """Let a device join the person, or refuse it; return None if the device has not asked.

    Otherwise return the tables where a seat changes hands, as `join_person` does.
    """
    asked = (links.c.person == person, links.c.secret_hash == secret_hash, links.c.created > _oldest())
    if connection.execute(select(links.c.person).where(*asked)).first() is None:
        return None
    if accept:
        # The row with the code stays, so that the device can fetch its answer.
        return join_person(connection, secret_hash, person, process)
    connection.execute(delete(links).where(*asked))
    return []


def join_person(connection: Connection, secret_hash: str, person: str, process: str) -> list[str]:
    """Add a device to a person; if it was the only device of another person, move that person's matches too.

    Return the tables where a seat changes hands. Other servers are notified; `process` names this server.
    """
    before = person_of(connection, secret_hash)
    if before == person:
        return []
    if before is None:
        connection.execute(insert(devices).values(secret_hash=secret_hash, person=person, created=time.time()))
        return []
    both = select(people.c.id).where(people.c.id.in_([before, person])).order_by(people.c.id)
    # With both people locked, a match that has just ended is counted either before this change or after it.
    connection.execute(both.with_for_update()).all()
    connection.execute(update(devices).where(devices.c.secret_hash == secret_hash).values(person=person))
    if connection.execute(select(devices.c.person).where(devices.c.person == before).limit(1)).first() is not None:
        return []
    moved = _tables_of(connection, before, process)
    for table in (seats, results):
        connection.execute(update(table).where(table.c.person == before).values(person=person))
    moved += _move_entries(connection, before, person, process)
    _move_tries(connection, before, person)
    move_rated(connection, before, person)
    add_up(connection, person)
    connection.execute(delete(ratings).where(ratings.c.person == before))
    connection.execute(delete(people).where(people.c.id == before))
    return sorted(set(moved))


def _tables_of(connection: Connection, person: str, process: str) -> list[str]:
    """List the tables where a person has a seat that is about to change hands, and notify other servers of them."""
    found = select(seats.c.table_id).where(seats.c.person == person).distinct().order_by(seats.c.table_id)
    names = list(connection.execute(found).scalars())
    tell_of_tables(connection, names, process)
    return names


def _move_entries(connection: Connection, before: str, person: str, process: str) -> list[str]:
    """Move evenings and entries to a person.

    If both people play in one evening, the person would hold two hands of the same board. So the older entry ends, and
    a bot plays its hands; return the tables of these hands, of which other servers are notified.
    """
    connection.execute(update(evenings).where(evenings.c.host == before).values(host=person))
    both = entries.c.person.in_([before, person])
    older = select(entries.c.evening, func.min(entries.c.number)).where(both).group_by(entries.c.evening)
    found = connection.execute(older.having(func.count() > 1).order_by(entries.c.evening)).all()
    changed = [table for evening, number in found for table in _end_entry(connection, evening, number)]
    connection.execute(update(entries).where(entries.c.person == before).values(person=person))
    tell_of_tables(connection, changed, process)
    return changed


def _end_entry(connection: Connection, evening: str, number: int) -> list[str]:
    """Delete an entry before the evening begins; later, let bots play its hands. Return the tables of these hands."""
    # This update locks the evening's row, so that another server can't start the evening or a round at the same time.
    connection.execute(update(evenings).where(evenings.c.id == evening).values(round=evenings.c.round))
    begun = select(evenings.c.revealing).where(evenings.c.id == evening, evenings.c.revealing.is_not(None))
    own = (entries.c.evening == evening, entries.c.number == number)
    if connection.execute(begun).first() is None:
        connection.execute(delete(entries).where(*own))
        return []
    gone = {"name": SOMEBODY, "person": None, "away": True, "token_hash": WITHDRAWN}
    connection.execute(update(entries).where(*own).values(**gone))
    hands = select(plays.c.table_id, plays.c.seat).join(tables, tables.c.id == plays.c.table_id)
    hands = hands.where(plays.c.evening == evening, plays.c.entry == number, tables.c.closed.is_(None))
    found = connection.execute(hands).all()
    for table, seat in found:
        connection.execute(update(seats).where(seats.c.table_id == table, seats.c.seat == seat).values(**gone))
    return [table for table, _ in found]


def _leave_evenings(connection: Connection, person: str) -> None:
    """Delete a person's entries in evenings that haven't begun; in other evenings a bot plays on as "somebody"."""
    own, waits = entries.c.person == person, evenings.c.revealing.is_(None)
    entered = evenings.c.id.in_(select(entries.c.evening).where(own))
    # This query locks the evenings' rows, so that another server can't start an evening at the same time.
    connection.execute(update(evenings).where(entered, waits).values(round=evenings.c.round))
    waiting = select(evenings.c.id).where(waits)
    connection.execute(delete(entries).where(own, entries.c.evening.in_(waiting)))
    connection.execute(update(entries).where(own).values(name=SOMEBODY, person=None, away=True))


def _move_tries(connection: Connection, before: str, person: str) -> None:
    """Give a person's tries at daily deals to another person. If both tried a deal, the later try becomes nobody's."""
    own = select(tries.c.person, tries.c.day, tries.c.game).join(tables, tables.c.id == tries.c.table_id)
    own = own.where(tries.c.person.in_([before, person])).order_by(tables.c.created, tables.c.id)
    first: set[tuple[str, str]] = set()
    for row in connection.execute(own).all():
        found = (tries.c.person == row.person, tries.c.day == row.day, tries.c.game == row.game)
        if (row.day, row.game) in first:
            connection.execute(update(tries).where(*found).values(person=None))
        first.add((row.day, row.game))
    connection.execute(update(tries).where(tries.c.person == before).values(person=person))


def _oldest() -> float:
    """Return the time before which codes have expired."""
    return time.time() - LINK_SECONDS


# --- a code to write down


def set_recovery(connection: Connection, person: str, code_hash: str) -> None:
    """Store a recovery code's hash, in place of any earlier hash."""
    connection.execute(update(people).where(people.c.id == person).values(recovery_hash=code_hash))


def recover(connection: Connection, code_hash: str, secret_hash: str, process: str) -> list[str] | None:
    """Let a device join the person with this recovery code, as `join_person` does; None if nobody has the code."""
    person = connection.execute(select(people.c.id).where(people.c.recovery_hash == code_hash)).scalar_one_or_none()
    return None if person is None else join_person(connection, secret_hash, str(person), process)


# --- being forgotten


def forget(connection: Connection, person: str, process: str) -> list[str]:
    """Delete a person with all devices; return the tables of their seats, which keep the name "somebody".

    Other servers are notified; `process` names this server.
    """
    found = _tables_of(connection, person, process)
    connection.execute(update(seats).where(seats.c.person == person).values(name=SOMEBODY, person=None))
    _leave_evenings(connection, person)
    connection.execute(delete(people).where(people.c.id == person))  # also deletes devices, links and ratings
    return found
