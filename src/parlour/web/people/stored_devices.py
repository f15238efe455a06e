"""Storage of a person's devices: what their page shows, and how a device is added or removed."""

import time
from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select, update

from parlour.game.texts import say
from parlour.web.people.stored import belongs_to_somebody, join_person, person_of, tables_of, withdraw_seats
from parlour.web.refusals import TableRefusal
from parlour.web.store.schema import WITHDRAWN, devices, entries, links, people, seats
from parlour.web.wire.tokens import check_of, device_id

LINK_SECONDS = 600.0  # how long a code for another device is valid


@dataclass(frozen=True)
class StoredDevice:
    """One of a person's devices."""

    secret_hash: str
    created: float
    used: float  # when the day began on which the device was last used


@dataclass(frozen=True)
class StoredAsking:
    """A device that asks to join a person."""

    secret_hash: str
    move: bool  # whether everything of the device's own person is to move along
    person: str | None  # the device's own person; None if it belongs to nobody
    name: str | None


@dataclass(frozen=True)
class StoredPerson:
    """The facts that a person's own page shows."""

    id: str
    name: str
    devices: list[StoredDevice]  # the one that joined last comes first
    has_recovery: bool
    asking: StoredAsking | None


def stored_person(connection: Connection, secret_hash: str) -> StoredPerson | None:
    """Load everything that a person's page shows; None if the device was never used here."""
    found = connection.execute(
        select(people.c.id, people.c.name, people.c.recovery_hash)
        .join(devices, devices.c.person == people.c.id)
        .where(devices.c.secret_hash == secret_hash)
    ).first()
    if found is None:
        return None
    own = select(devices.c.secret_hash, devices.c.created, devices.c.used).where(devices.c.person == found.id)
    joined = [
        StoredDevice(row.secret_hash, row.created, row.used)
        for row in connection.execute(own.order_by(devices.c.created.desc(), devices.c.secret_hash))
    ]
    return StoredPerson(
        found.id, found.name, joined, found.recovery_hash is not None,
        _asking(connection, found.id),
    )  # fmt: skip


def _asking(connection: Connection, person: str) -> StoredAsking | None:
    asked = select(links.c.secret_hash, links.c.move, people.c.id, people.c.name)
    asked = asked.outerjoin(devices, devices.c.secret_hash == links.c.secret_hash)
    asked = asked.outerjoin(people, people.c.id == devices.c.person)
    asked = asked.where(links.c.person == person, links.c.created > _oldest(), links.c.secret_hash.is_not(None))
    rows = connection.execute(asked).all()  # a link stays after its device has joined, and then isn't a question
    return next((StoredAsking(row[0], bool(row[1]), row[2], row[3]) for row in rows if row[2] != person), None)


# --- adding a device


def offer_link(connection: Connection, person: str, code_hash: str) -> None:
    """Store the code with which another device may ask to join a person; earlier codes lose their validity.

    Keep the code of a device that has joined, because the device may not have fetched its answer yet.
    """
    joined = select(devices.c.secret_hash).where(devices.c.person == person)
    open_ = links.c.secret_hash.is_(None) | links.c.secret_hash.not_in(joined)
    connection.execute(delete(links).where((links.c.person == person) & open_ | (links.c.created <= _oldest())))
    connection.execute(insert(links).values(code_hash=code_hash, person=person, created=time.time(), move=False))


def owner_of_link(connection: Connection, code_hash: str) -> tuple[str, str] | None:
    """Return the id and the name of the person who shows this code; None if the code isn't valid."""
    found = select(people.c.id, people.c.name).join(links, links.c.person == people.c.id)
    row = connection.execute(found.where(links.c.code_hash == code_hash, links.c.created > _oldest())).first()
    return None if row is None else (row.id, row.name)


def ask_to_join(connection: Connection, code_hash: str, secret_hash: str, move: bool) -> bool | None:
    """Record that a device asks with this code; return whether it has joined, or None if it can't use the code."""
    valid = (links.c.code_hash == code_hash, links.c.created > _oldest())
    person = connection.execute(select(links.c.person).where(*valid)).scalar_one_or_none()
    own = person_of(connection, secret_hash)
    if person is not None and own not in (None, person) and not move:
        raise belongs_to_somebody()
    asks = update(links).where(*valid, links.c.secret_hash.is_(None))
    connection.execute(asks.values(secret_hash=secret_hash, move=move and own is not None))
    asked = select(links.c.person).where(*valid, links.c.secret_hash == secret_hash)
    return None if connection.execute(asked).first() is None else own == person


def answer_link(
    connection: Connection, person: str, check: str, accept: bool, process: str
) -> list[str] | None:  # fmt: skip
    """Let the device with these letters join the person, or refuse it; return None if no such device has asked.

    Otherwise return the tables where a seat changes hands, as `join_person` does.
    """
    asked = (links.c.person == person, links.c.secret_hash.is_not(None), links.c.created > _oldest())
    rows = connection.execute(select(links).where(*asked).with_for_update()).all()
    row = next((one for one in rows if check_of(one.secret_hash) == check), None)
    if row is None:
        return None
    if accept:
        # The link stays, so that the device can fetch its answer.
        return join_person(connection, row.secret_hash, person, bool(row.move), process)
    if person_of(connection, row.secret_hash) == person:
        raise TableRefusal("late", say("This device has already joined; you can remove it from your devices."))
    connection.execute(delete(links).where(links.c.code_hash == row.code_hash))
    return []


def _oldest() -> float:
    """Return the time before which codes have expired."""
    return time.time() - LINK_SECONDS


# --- removing a device


def remove_device(connection: Connection, person: str, device: str, process: str) -> list[str] | None:
    """Remove the device with this id from a person; return the tables of its seats, or None if there is no such device.

    The tokens that the device has become invalid, and bots play for its seats. A person always keeps one device.
    """
    own = select(devices.c.secret_hash).where(devices.c.person == person).with_for_update()
    hashes = list(connection.execute(own).scalars())
    found = next((one for one in hashes if device_id(one) == device), None)
    if found is None:
        return None
    if len(hashes) == 1:
        raise TableRefusal("not_allowed", say("This is your only device; “Forget me” deletes everything about you."))
    connection.execute(delete(devices).where(devices.c.secret_hash == found))
    connection.execute(delete(links).where(links.c.secret_hash == found))
    held = (seats.c.person == person) & (seats.c.device == found)
    changed = tables_of(connection, held, process)
    withdraw_seats(connection, held)
    entered = (entries.c.person == person, entries.c.device == found)
    connection.execute(update(entries).where(*entered).values(token_hash=WITHDRAWN, device=None, away=True))
    return changed
