"""People, who need no account: their identity, their devices, recovery codes, and deletion on request."""

import re
from collections.abc import Awaitable, Callable, Sequence

from parlour.game.texts import say
from parlour.web.people import stored as stored
from parlour.web.people.messages import Joining, LinkCode, Me, RecoveryCode
from parlour.web.refusals import TableRefusal
from parlour.web.store.store import Store
from parlour.web.wire.limits import Buckets
from parlour.web.wire.tokens import check_of, code_hash, new_link, new_recovery, token_hash

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
        found = await self.store.read(lambda connection: stored.stored_person(connection, hashed))
        if found is None:
            return Me()
        asking = None if found.asking is None else check_of(found.asking)
        return Me(found.id, found.name, found.devices, found.has_recovery, asking)

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
        await self.store.writer.change(lambda connection: stored.offer_link(connection, person, code_hash(code)))
        return LinkCode(code, f"{base}me?code={code}", int(stored.LINK_SECONDS))

    async def ask(self, token: str | None, code: str, address: str) -> Joining:
        """Ask to join a person with a code. The device repeats the request until it gets an answer."""
        hashed, given = secret_hash_of(token), code_hash(code)
        self._count_try(address)
        joined = await self.store.writer.change(lambda connection: stored.ask_to_join(connection, given, hashed))
        if joined is None:
            reason = say("This code is not valid: it has expired, was refused, or was used by another device.")
            raise TableRefusal("unknown_code", reason)
        return Joining(joined, check_of(hashed))

    async def answer(self, token: str | None, check: str, accept: bool) -> None:
        """Accept or refuse the device that shows these letters."""
        hashed, person = secret_hash_of(token), await self.known(token)
        found = await self.store.read(lambda connection: stored.stored_person(connection, hashed))
        asking = found.asking if found is not None else None
        if asking is None or check_of(asking) != check.strip().casefold():
            raise TableRefusal(
                "unknown_code", say("No device with the letters {check!r} is asking to join.", check=check)
            )
        process = self.store.process
        moved = await self.store.writer.change(
            lambda connection: stored.answer_link(connection, person, asking, accept, process)
        )
        if moved is None:
            raise TableRefusal("unknown_code", say("The code has expired or been replaced; ask again with a new one."))
        await self._refresh(moved)

    # --- a code to write down

    async def recovery(self, token: str | None) -> RecoveryCode:
        """Create a new recovery code, which replaces any earlier code; the server stores only its hash."""
        person, code = await self.known(token), new_recovery()
        self._count_code(person)
        await self.store.writer.change(lambda connection: stored.set_recovery(connection, person, code_hash(code)))
        return RecoveryCode(code)

    async def recover(self, token: str | None, code: str, address: str) -> Me:
        """Add this device to the person to whom the recovery code belongs."""
        hashed, given = secret_hash_of(token), code_hash(code)
        self._count_try(address)
        process = self.store.process
        moved = await self.store.writer.change(lambda connection: stored.recover(connection, given, hashed, process))
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
