"""People, who need no account: their identity, their devices, recovery codes, and deletion on request."""

import re
from collections.abc import Awaitable, Callable, Sequence

from parlour.game.texts import say
from parlour.web.people import stored, stored_devices
from parlour.web.people.messages import Asking, Device, Joining, LinkCode, LinkOwner, Me, RecoveryCode
from parlour.web.refusals import TableRefusal
from parlour.web.store.store import Store
from parlour.web.wire.limits import Buckets
from parlour.web.wire.tokens import check_of, code_hash, device_id, new_link, new_recovery, token_hash

SECRET = re.compile(r"[A-Za-z0-9_-]{43,128}")
# Limits on how many codes one address may try; a device repeats its request until it gets an answer.
TRIES_A_SECOND, TRIES_AT_ONCE = 2.0, 60.0
CODES_A_SECOND, CODES_AT_ONCE = 0.1, 10.0  # limits on new codes for one person


def secret_hash_of(token: str | None) -> str:
    """Hash the device secret that a request contains; refuse a request without a secret."""
    if token is None or SECRET.fullmatch(token) is None:
        reason = (
            "This request needs a person: expected the header Authorization: Bearer SECRET, the secret of the device."
        )
        raise TableRefusal("wrong_token", reason)
    return token_hash(token)


class People:
    """The people whom a server knows."""

    def __init__(self, store: Store, refresh: Callable[[Sequence[str]], Awaitable[None]]) -> None:
        """Keep people in this database; `refresh` reloads tables whose seats have changed hands."""
        self.store, self._refresh = store, refresh
        self._tries = Buckets(TRIES_A_SECOND, TRIES_AT_ONCE)
        self._codes = Buckets(CODES_A_SECOND, CODES_AT_ONCE)

    async def me(self, token: str | None) -> Me:
        """Return the person to whom a device belongs; a device that has never sat at a table isn't stored."""
        hashed = secret_hash_of(token)
        found = await self.store.read(lambda connection: stored_devices.stored_person(connection, hashed))
        if found is None:
            return Me()
        if any(one.secret_hash == hashed and one.used < stored.today() for one in found.devices):
            await self.store.writer.change(lambda connection: stored.note_use(connection, hashed))
        devices = [
            Device(device_id(one.secret_hash), one.secret_hash == hashed, one.created, one.used)
            for one in found.devices
        ]
        asks = found.asking
        asking = None if asks is None else Asking(check_of(asks.secret_hash), asks.move, asks.person, asks.name)
        return Me(found.id, found.name, devices, found.has_recovery, asking)

    async def known(self, token: str | None) -> str:
        """Return the id of the device's person, or refuse if nobody has sat at a table with this device."""
        hashed = secret_hash_of(token)
        person = await self.store.read(lambda connection: stored.person_of(connection, hashed))
        if person is None:
            raise TableRefusal("unknown_person", say("Nobody has played here on this device yet; play a match first."))
        return person

    # --- another device

    async def link(self, token: str | None, base: str) -> LinkCode:
        """Create a code with which another device may ask to join this person."""
        person, code = await self.known(token), new_link()
        self._count_code(person)
        await self.store.writer.change(
            lambda connection: stored_devices.offer_link(connection, person, code_hash(code))
        )
        return LinkCode(code, f"{base}me?code={code}", int(stored_devices.LINK_SECONDS))

    async def owner(self, code: str, address: str) -> LinkOwner:
        """Return the person who shows a code."""
        self._count_try(address)
        given = code_hash(code)
        found = await self.store.read(lambda connection: stored_devices.owner_of_link(connection, given))
        if found is None:
            raise TableRefusal("unknown_code", say("This code is not valid: it has expired or was refused."))
        return LinkOwner(*found)

    async def ask(self, token: str | None, code: str, move: bool, address: str) -> Joining:
        """Ask to join a person with a code. The device repeats the request until it gets an answer."""
        hashed, given = secret_hash_of(token), code_hash(code)
        self._count_try(address)
        joined = await self.store.writer.change(
            lambda connection: stored_devices.ask_to_join(connection, given, hashed, move)
        )
        if joined is None:
            reason = say("This code is not valid: it has expired, was refused, or was used by another device.")
            raise TableRefusal("unknown_code", reason)
        return Joining(joined, check_of(hashed))

    async def answer(self, token: str | None, check: str, accept: bool) -> None:
        """Accept or refuse the device that shows these letters."""
        person, letters, process = await self.known(token), check.strip().casefold(), self.store.process
        moved = await self.store.writer.change(
            lambda connection: stored_devices.answer_link(connection, person, letters, accept, process)
        )
        if moved is None:
            raise TableRefusal(
                "unknown_code", say("No device with the letters {check!r} is asking to join.", check=check)
            )
        await self._refresh(moved)

    async def remove_device(self, token: str | None, device: str) -> None:
        """Remove one of the person's devices; the tokens of its seats become invalid."""
        person, process = await self.known(token), self.store.process
        changed = await self.store.writer.change(
            lambda connection: stored_devices.remove_device(connection, person, device, process)
        )
        if changed is None:
            raise TableRefusal("unknown_code", say("You have no device with the id {device!r}.", device=device))
        await self._refresh(changed)

    # --- a code to write down

    async def recovery(self, token: str | None) -> RecoveryCode:
        """Create a new recovery code, which replaces any earlier code; the server stores only its hash."""
        person, code = await self.known(token), new_recovery()
        self._count_code(person)
        await self.store.writer.change(lambda connection: stored.set_recovery(connection, person, code_hash(code)))
        return RecoveryCode(code)

    async def remove_recovery(self, token: str | None) -> None:
        """Make the person's recovery code invalid, without a new one."""
        person = await self.known(token)
        await self.store.writer.change(lambda connection: stored.set_recovery(connection, person, None))

    async def recover(self, token: str | None, code: str, move: bool, address: str) -> Me:
        """Add this device to the person to whom the recovery code belongs."""
        hashed, given = secret_hash_of(token), code_hash(code)
        self._count_try(address)
        process = self.store.process
        moved = await self.store.writer.change(
            lambda connection: stored.recover(connection, given, hashed, move, process)
        )
        if moved is None:
            raise TableRefusal("unknown_code", say("Nobody here has this recovery code."))
        await self._refresh(moved)
        return await self.me(token)

    # --- being forgotten

    async def forget(self, token: str | None) -> None:
        """Delete the device's person. Matches with other people stay, but without the person's name."""
        person = await self.known(token)
        process = self.store.process
        await self._refresh(
            await self.store.writer.change(lambda connection: stored.forget(connection, person, process))
        )

    # --- limits

    def _count_try(self, address: str) -> None:
        if wait := self._tries.take(address):
            raise TableRefusal(
                "too_fast",
                say("Too many codes were tried from this address; try again in {wait} s.", wait=f"{wait:.0f}"),
            )

    def _count_code(self, person: str) -> None:
        if wait := self._codes.take(person):
            raise TableRefusal(
                "too_fast", say("Too many codes were requested; try again in {wait} s.", wait=f"{wait:.0f}")
            )
