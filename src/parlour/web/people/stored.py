"""People as they are stored: an id that everybody may see, and the hashes of the secrets that their devices keep.

There are no accounts. A browser makes a random secret once and shows it to the server; the first time it is used at a
table, a person is stored for it. Whoever holds the secret is that person, so it is never stored itself.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import Connection, delete, func, insert, select, update

from parlour.web.people.summaries import add_up
from parlour.web.store.schema import devices, entries, evenings, links, people, ratings, results, seats, tables, tries
from parlour.web.store.store import Store
from parlour.web.store.writer import tell_of_tables

LINK_SECONDS = 600.0  # for which a code to join another device is valid
SOMEBODY = "somebody"  # the name that stays at the seats of a person who was forgotten


@dataclass(frozen=True)
class StoredPerson:
    """A person, as the own page shows it."""

    id: str
    name: str
    devices: int
    has_recovery: bool
    asking: str | None  # the hash of the secret of a device that asks to join; None: none does


def person_of(connection: Connection, secret_hash: str) -> str | None:
    """The id of the person with that device; None if it was never used here."""
    found = connection.execute(
        select(devices.c.person).where(devices.c.secret_hash == secret_hash)
    ).scalar_one_or_none()
    return None if found is None else str(found)


def known_person(connection: Connection, secret_hash: str, name: str, new_id: Callable[[], str]) -> str:
    """The id of the person with that device, who is stored now if the device is new.

    The name is the one used last, and the mark of the upkeep is taken away.
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
    """The id of the person who sits down with that device and name; nothing is written about one who is known."""
    known = select(devices.c.person).join(people, people.c.id == devices.c.person)
    known = known.where(devices.c.secret_hash == secret_hash, people.c.name == name, people.c.marked_seconds == 0)
    found = await store.read(lambda connection: connection.execute(known).scalar_one_or_none())
    if found is not None:
        return str(found)
    return await store.writer.change(lambda connection: known_person(connection, secret_hash, name, new_id))


def stored_person(connection: Connection, secret_hash: str) -> StoredPerson | None:
    """All that the page of a person shows; None if the device was never used here."""
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
    """Store the code with which another device may ask; an earlier one is valid no more."""
    connection.execute(delete(links).where((links.c.person == person) | (links.c.created <= _oldest())))
    connection.execute(insert(links).values(code_hash=code_hash, person=person, created=time.time()))


def ask_to_join(connection: Connection, code_hash: str, secret_hash: str) -> bool | None:
    """Note that a device asks with a code; whether it has joined by now, None if the code is not for this device."""
    valid = (links.c.code_hash == code_hash, links.c.created > _oldest())
    connection.execute(update(links).where(*valid, links.c.secret_hash.is_(None)).values(secret_hash=secret_hash))
    person = connection.execute(
        select(links.c.person).where(*valid, links.c.secret_hash == secret_hash)
    ).scalar_one_or_none()
    return None if person is None else person_of(connection, secret_hash) == person


def answer_link(
    connection: Connection, person: str, secret_hash: str, accept: bool, process: str
) -> list[str] | None:  # fmt: skip
    """Let the device that asks join the person, or refuse it; None if that device was not asking.

    The answer names the tables where a seat is another person's now, as `join_person` does.
    """
    asked = (links.c.person == person, links.c.secret_hash == secret_hash, links.c.created > _oldest())
    if connection.execute(select(links.c.person).where(*asked)).first() is None:
        return None
    if accept:
        return join_person(connection, secret_hash, person, process)  # the link stays, so that the device hears of it
    connection.execute(delete(links).where(*asked))
    return []


def join_person(connection: Connection, secret_hash: str, person: str, process: str) -> list[str]:
    """Make a device one of a person's. A person whose only device it was is the same one: the matches move too.

    The tables where a seat is another person's now; other servers are told, as by the server of that process.
    """
    before = person_of(connection, secret_hash)
    if before == person:
        return []
    if before is None:
        connection.execute(insert(devices).values(secret_hash=secret_hash, person=person, created=time.time()))
        return []
    both = select(people.c.id).where(people.c.id.in_([before, person])).order_by(people.c.id)
    connection.execute(both.with_for_update()).all()  # a match that has just ended is counted before or after this
    connection.execute(update(devices).where(devices.c.secret_hash == secret_hash).values(person=person))
    if connection.execute(select(devices.c.person).where(devices.c.person == before).limit(1)).first() is not None:
        return []
    moved = _tables_of(connection, before, process)
    for table in (seats, results):
        connection.execute(update(table).where(table.c.person == before).values(person=person))
    _move_entries(connection, before, person)
    _move_tries(connection, before, person)
    add_up(connection, person)
    connection.execute(delete(ratings).where(ratings.c.person == before))
    connection.execute(delete(people).where(people.c.id == before))
    return moved


def _tables_of(connection: Connection, person: str, process: str) -> list[str]:
    """The tables at which a person has a seat, which is about to change; other servers are told."""
    found = select(seats.c.table_id).where(seats.c.person == person).distinct().order_by(seats.c.table_id)
    names = list(connection.execute(found).scalars())
    tell_of_tables(connection, names, process)
    return names


def _move_entries(connection: Connection, before: str, person: str) -> None:
    """Move evenings and entries in them; where both have one, a bot plays for the other: nobody sees two hands."""
    connection.execute(update(evenings).where(evenings.c.host == before).values(host=person))
    others = entries.alias()
    taken = select(others.c.evening).where(others.c.person == person)
    own = (entries.c.person == before, entries.c.evening.not_in(taken))
    connection.execute(update(entries).where(*own).values(person=person))
    _leave_evenings(connection, before)


def _leave_evenings(connection: Connection, person: str) -> None:
    """Delete the entries of a person in evenings that wait; in the others a bot plays on in the name of somebody."""
    own, waits = entries.c.person == person, evenings.c.revealing.is_(None)
    entered = evenings.c.id.in_(select(entries.c.evening).where(own))
    # This locks the rows of the evenings: a start at another server comes before or after it.
    connection.execute(update(evenings).where(entered, waits).values(round=evenings.c.round))
    waiting = select(evenings.c.id).where(waits)
    connection.execute(delete(entries).where(own, entries.c.evening.in_(waiting)))
    connection.execute(update(entries).where(own).values(name=SOMEBODY, person=None, away=True))


def _move_tries(connection: Connection, before: str, person: str) -> None:
    """Move tries of today's deal; where both have one, the earlier counts and the other is in no list any more."""
    own = select(tries.c.person, tries.c.day, tries.c.game).join(tables, tables.c.id == tries.c.table_id)
    own = own.where(tries.c.person.in_([before, person])).order_by(tables.c.created, tables.c.id)
    first: set[tuple[str, str]] = set()
    for row in connection.execute(own).all():
        found = (tries.c.person == row.person, tries.c.day == row.day, tries.c.game == row.game)
        if (row.day, row.game) in first:
            connection.execute(delete(tries).where(*found))
        first.add((row.day, row.game))
    connection.execute(update(tries).where(tries.c.person == before).values(person=person))


def _oldest() -> float:
    """Codes that were made before this moment are not valid any more."""
    return time.time() - LINK_SECONDS


# --- a code to write down


def set_recovery(connection: Connection, person: str, code_hash: str) -> None:
    """Store the hash of the code to write down, in the place of an earlier one."""
    connection.execute(update(people).where(people.c.id == person).values(recovery_hash=code_hash))


def recover(connection: Connection, code_hash: str, secret_hash: str, process: str) -> list[str] | None:
    """Let a device join the person who wrote that code down, as `join_person` does; None if there is no such person."""
    person = connection.execute(select(people.c.id).where(people.c.recovery_hash == code_hash)).scalar_one_or_none()
    return None if person is None else join_person(connection, secret_hash, str(person), process)


# --- being forgotten


def forget(connection: Connection, person: str, process: str) -> list[str]:
    """Delete a person with all devices; the tables of the seats, which stay for the others as those of somebody.

    Other servers are told, as by the server of that process.
    """
    found = _tables_of(connection, person, process)
    connection.execute(update(seats).where(seats.c.person == person).values(name=SOMEBODY, person=None))
    _leave_evenings(connection, person)
    connection.execute(delete(people).where(people.c.id == person))  # devices, links and ratings go with it
    return found
