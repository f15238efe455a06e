"""Storage of people: an id that everybody may see, and hashes of the secrets that their devices keep.

There are no accounts. A browser creates a random secret and sends it to the server, which stores a person when the
secret is first used at a table. Anybody who has the secret can act as that person, so only its hash is stored.
"""

import time
from collections.abc import Callable
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, func, insert, select, text, update

from parlour.game.texts import say
from parlour.web.people.summaries import add_up
from parlour.web.refusals import TableRefusal
from parlour.web.store.rated_matches import move_rated
from parlour.web.store.schema import (
    WITHDRAWN,
    devices,
    entries,
    evenings,
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

DAY_SECONDS = 24 * 3600
SOMEBODY = "somebody"  # the name left at the seats of people who asked to be forgotten
ADD_DEVICE = text(
    "INSERT INTO devices (secret_hash, person, created, used) VALUES (:secret_hash, :person, :created, :used) "
    "ON CONFLICT (secret_hash) DO NOTHING"
)


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
        note_use(connection, secret_hash)
        return person
    person = new_id()
    connection.execute(insert(people).values(id=person, name=name, created=time.time()))
    if _add_device(connection, secret_hash, person):
        return person
    # At this moment another server has stored the device with a person of its own.
    connection.execute(delete(people).where(people.c.id == person))
    return known_person(connection, secret_hash, name, new_id)


def _add_device(connection: Connection, secret_hash: str, person: str) -> bool:
    """Store a person's new device; return False if another server has just stored the device."""
    row = {"secret_hash": secret_hash, "person": person, "created": time.time(), "used": today()}
    return bool(connection.execute(ADD_DEVICE, row).rowcount)


def today() -> float:
    """Return when the day began, in UTC; nothing more precise is stored about the use of a device."""
    return time.time() // DAY_SECONDS * DAY_SECONDS


def note_use(connection: Connection, secret_hash: str) -> None:
    """Store that a device is used today."""
    own = (devices.c.secret_hash == secret_hash, devices.c.used < today())
    connection.execute(update(devices).where(*own).values(used=today()))


async def person_at_table(store: Store, secret_hash: str, name: str, new_id: Callable[[], str]) -> str:
    """Return the id of the person who sits down with this device; write only if something is new."""
    known = select(devices.c.person).join(people, people.c.id == devices.c.person)
    known = known.where(devices.c.secret_hash == secret_hash, people.c.name == name, people.c.marked_seconds == 0)
    known = known.where(devices.c.used >= today())
    found = await store.read(lambda connection: connection.execute(known).scalar_one_or_none())
    if found is not None:
        return str(found)
    return await store.writer.change(lambda connection: known_person(connection, secret_hash, name, new_id))


# --- one person joins another


def join_person(connection: Connection, secret_hash: str, person: str, move: bool, process: str) -> list[str]:
    """Add a device to a person. With `move`, everything of the device's own person moves along, and that person ends.

    Without `move`, only a device that belongs to nobody can join. Return the tables where a seat changes hands. Other
    servers are notified; `process` names this server.
    """
    before = person_of(connection, secret_hash)
    if before is None and not _add_device(connection, secret_hash, person):
        before = person_of(connection, secret_hash)
    if before is None or before == person:
        return []
    if not move:
        raise belongs_to_somebody()
    both = select(people.c.id).where(people.c.id.in_([before, person])).order_by(people.c.id)
    # With both people locked, a match that has just ended is counted either before this change or after it.
    connection.execute(both.with_for_update()).all()
    connection.execute(update(devices).where(devices.c.person == before).values(person=person))
    moved = tables_of(connection, seats.c.person == before, process)
    for table in (seats, results):
        connection.execute(update(table).where(table.c.person == before).values(person=person))
    moved += _move_entries(connection, before, person, process)
    _move_tries(connection, before, person)
    move_rated(connection, before, person)
    add_up(connection, person)
    connection.execute(delete(ratings).where(ratings.c.person == before))
    connection.execute(delete(people).where(people.c.id == before))
    return sorted(set(moved))


def tables_of(connection: Connection, own: ColumnElement[bool], process: str) -> list[str]:
    """List the tables of these seats, which are about to change hands, and notify other servers of them."""
    found = select(seats.c.table_id).where(own).distinct().order_by(seats.c.table_id)
    names = list(connection.execute(found).scalars())
    tell_of_tables(connection, names, process)
    return names


def belongs_to_somebody() -> TableRefusal:
    """Return the refusal of a device that belongs to a person and was to join another without moving anything."""
    reason = say("This device already belongs to a player; it can join another one only with everything it has.")
    return TableRefusal("not_allowed", reason)


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
        connection.execute(
            update(seats).where(seats.c.table_id == table, seats.c.seat == seat).values(**gone, device=None)
        )
    return [table for table, _ in found]


def _leave_evenings(connection: Connection, person: str) -> None:
    """Delete a person's entries in evenings that haven't begun; in other evenings a bot plays on as "somebody"."""
    own, waits = entries.c.person == person, evenings.c.revealing.is_(None)
    entered = evenings.c.id.in_(select(entries.c.evening).where(own))
    # This query locks the evenings' rows, so that another server can't start an evening at the same time.
    connection.execute(update(evenings).where(entered, waits).values(round=evenings.c.round))
    waiting = select(evenings.c.id).where(waits)
    connection.execute(delete(entries).where(own, entries.c.evening.in_(waiting)))
    gone = {"name": SOMEBODY, "person": None, "away": True, "token_hash": WITHDRAWN, "device": None}
    connection.execute(update(entries).where(own).values(**gone))


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


# --- a code to write down


def set_recovery(connection: Connection, person: str, code_hash: str | None) -> None:
    """Store a recovery code's hash, in place of any earlier one; without a hash the person has no code any more."""
    connection.execute(update(people).where(people.c.id == person).values(recovery_hash=code_hash))


def recover(connection: Connection, code_hash: str, secret_hash: str, move: bool, process: str) -> list[str] | None:
    """Let a device join the person with this recovery code, as `join_person` does; None if nobody has the code."""
    person = connection.execute(select(people.c.id).where(people.c.recovery_hash == code_hash)).scalar_one_or_none()
    return None if person is None else join_person(connection, secret_hash, str(person), move, process)


# --- seats that end


def withdraw_seats(connection: Connection, own: ColumnElement[bool], **values: Any) -> None:
    """Make the tokens of these seats invalid; at matches that aren't over, bots play for them."""
    found = select(seats.c.table_id).where(own)
    # This locks the tables' rows, so that no other server can start one of the matches at the same time.
    waiting = (tables.c.id.in_(found), tables.c.started.is_(None))
    connection.execute(update(tables).where(*waiting).values(started=tables.c.started))
    unfinished = select(tables.c.id).where(tables.c.finished.is_(None))
    unstarted = select(tables.c.id).where(tables.c.started.is_(None))
    connection.execute(update(seats).where(own, seats.c.table_id.in_(unfinished)).values(away=True))
    connection.execute(
        update(seats).where(own, seats.c.table_id.in_(unstarted)).values(salt_commitment=None, salt=None)
    )
    gone = {"token_hash": WITHDRAWN, "device": None, "next_commitment": None, **values}
    connection.execute(update(seats).where(own).values(**gone))


# --- being forgotten


def forget(connection: Connection, person: str, process: str) -> list[str]:
    """Delete a person with all devices; return the tables of their seats, where "somebody" sits from now on.

    Nobody can come back to these seats; where a match isn't over, bots play for them. Other servers are notified;
    `process` names this server.
    """
    found = tables_of(connection, seats.c.person == person, process)
    withdraw_seats(connection, seats.c.person == person, name=SOMEBODY, person=None)
    _leave_evenings(connection, person)
    connection.execute(delete(people).where(people.c.id == person))  # also deletes devices, links and ratings
    return found
