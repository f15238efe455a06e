"""Duplicate evenings: people open, join and leave them, and the server advances them from round to round."""

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from contextlib import suppress

from sqlalchemy import Connection

from parlour.club.evening import MOST_PLACES, options_of_boards, score_of, shape_of
from parlour.errors import ParlourError
from parlour.game.texts import Text, say, sentence_of
from parlour.games import GAMES, find_game
from parlour.match.fair import commitment, new_key
from parlour.web.evening import _stored as stored
from parlour.web.evening._rankings import Comparison, check_served, compared, shown
from parlour.web.evening._rounds import LEVEL, Step, is_due, step
from parlour.web.evening._schedule import Schedule, Slot
from parlour.web.evening._stored import EntryFacts, EveningFacts, StoredEvening
from parlour.web.evening.messages import EveningOpened, EveningSeat, EveningView, JoinEvening, NewEvening
from parlour.web.people.people import secret_hash_of
from parlour.web.people.stored import known_person, person_of
from parlour.web.refusals import TableRefusal
from parlour.web.store.writer import tell_of_tables
from parlour.web.table.house import House
from parlour.web.table.live import LiveTable
from parlour.web.table.lobby import MOST_TABLES, clean_name
from parlour.web.table.openings import Openings
from parlour.web.wire.limits import Buckets, network_of
from parlour.web.wire.tokens import new_person, new_table_name, new_token, token_hash

OPENED_A_SECOND, OPENED_AT_ONCE = 0.02, 10.0  # limits on opening evenings, for each address
CHANGES_A_SECOND, CHANGES_AT_ONCE = 2.0, 100.0  # limits on other changes; a whole club may share an address
VIEWS_A_SECOND, VIEWS_AT_ONCE = 40.0, 200.0
MOST_COMPARISONS = 64  # the maximum number of comparisons of boards kept in memory
# Limits on unfinished evenings.
MOST_OF_A_HOST, MOST_OF_AN_ADDRESS, MOST_OF_A_NETWORK, MOST_EVENINGS = 5, 50, 100, 500
LOOK_TICKS = 10  # seconds between two reads of the database for steps that other servers have taken
FORGET_SECONDS = 24 * 3600.0  # how long an evening may wait for its start before it is deleted
LONGEST_NAME = 64
log = logging.getLogger("parlour.web")


class Evenings:
    """All duplicate evenings of a server."""

    def __init__(self, house: House, pace: float = 1.0) -> None:
        """Play the boards at this house's tables; `pace` multiplies the usual limits on requests."""
        self.house, self.store = house, house.store
        house.when_finished.append(self.finish)
        self._opened = Buckets(OPENED_A_SECOND * pace, OPENED_AT_ONCE * pace)
        self._openings = Openings(max(1, round(MOST_OF_AN_ADDRESS * pace)), _too_many_evenings)
        self._of_networks = Openings(max(1, round(MOST_OF_A_NETWORK * pace)), _too_many_nearby)
        self._changes = Buckets(CHANGES_A_SECOND * pace, CHANGES_AT_ONCE * pace)
        self._views = Buckets(VIEWS_A_SECOND * pace, VIEWS_AT_ONCE * pace)
        self._schedule = Schedule()
        # For each evening that hasn't started, the time when this server first saw it.
        self._waiting: dict[str, float] = {}
        # Comparisons of boards, keyed by evening, whether it has started, and the number of closed boards.
        self._comparisons: OrderedDict[tuple[str, bool, int], Comparison] = OrderedDict()
        self._ticks = 0
        self._moving = False

    # --- what people do

    async def open(self, wish: NewEvening, secret: str | None, address: str) -> EveningOpened:
        """Open an evening, which its host will start when everybody has joined."""
        self.house.openings.check()
        self.house.check_game(wish.game)
        game, name, hashed = find_game(wish.game), clean_name(wish.name), secret_hash_of(secret)
        try:
            players, options = game.checked_players(wish.players), options_of_boards(game, wish.options)
            game.new_state(players, options)
        except ParlourError as error:
            raise TableRefusal("bad_request", sentence_of(error)) from None
        if players < 2:
            raise TableRefusal(
                "bad_request",
                say("The tables of an evening need at least 2 players; {players} was given.", players=players),
            )
        _take(self._opened, address)
        facts = EveningFacts(
            new_table_name(), game.name, players, options, wish.boards, float(wish.seconds), new_key(), None,
            time.time(),
        )  # fmt: skip

        def change(connection: Connection) -> None:
            facts.host = host = known_person(connection, hashed, name, new_person)
            for most, of in ((MOST_OF_A_HOST, host), (MOST_EVENINGS, None)):
                if stored.unfinished(connection, of) >= most:
                    own = say("You already have {most} unfinished evenings.", most=most)
                    every = say("This server already has {most} unfinished evenings.", most=most)
                    raise TableRefusal("too_many", own if of else every)
            stored.insert_evening(connection, facts)

        with self._openings.opening(address, facts.id), self._of_networks.opening(network_of(address), facts.id):
            await self.store.writer.change(change)
        return EveningOpened(facts.id)

    async def join(self, name: str, wish: JoinEvening, secret: str | None, address: str) -> EveningSeat:
        """Join an evening, or come back to it; the request is safe to repeat."""
        shown_name, hashed, token = clean_name(wish.name), secret_hash_of(secret), wish.token or new_token()
        _take(self._changes, address)
        _check_name(name)
        wanted = EntryFacts(
            0, "person", LEVEL, shown_name, None, wish.place, token_hash(token), False, wish.salt_commitment,
            device=hashed,
        )  # fmt: skip

        def change(connection: Connection) -> tuple[int, list[str]]:
            evening = _locked(connection, name)
            # A refused request stores no person.
            wanted.person = known_person(connection, hashed, shown_name, new_person)
            own = evening.entry_of(wanted.person)
            if own is None:
                return _enter(connection, evening, wanted), []
            _come_back(connection, evening, own, wanted)
            changed = stored.set_seats(connection, _seats_of(evening, own), token_hash=wanted.token_hash, device=hashed)
            changed += stored.set_seats(connection, _seats_of(evening, own, now=True), away=False)
            self._tell(connection, changed)
            return own.number, changed

        number, changed = await self.store.writer.change(change)
        await self._refresh(changed)
        return EveningSeat(name, number, token)

    async def leave(self, name: str, secret: str | None, address: str) -> None:
        """Delete a person's entry before the evening starts; afterwards, let a bot play until the person comes back."""
        person = await self._person(secret, address)

        def change(connection: Connection) -> list[str]:
            evening = _locked(connection, name)
            own = _entry(evening, person)
            if evening.facts.finished is not None:
                raise TableRefusal("over", say("The evening is over."))
            if evening.facts.revealing is None:
                stored.delete_entry(connection, name, own.number)
                return []
            stored.set_entry(connection, name, own.number, away=True)
            changed = stored.set_seats(connection, _seats_of(evening, own, now=True), away=True)
            self._tell(connection, changed)
            return changed

        await self._refresh(await self.store.writer.change(change))

    async def start(self, name: str, secret: str | None, address: str) -> None:
        """Start the evening: from now on nobody can join, and the clients reveal their salts."""
        person = await self._person(secret, address)
        self.house.openings.check()
        if await self.store.unfinished() + MOST_PLACES // 2 > MOST_TABLES:
            raise TableRefusal("too_many", say("This server has too many tables already; try again later."))

        def change(connection: Connection) -> None:
            evening = _locked(connection, name)
            if evening.facts.host != person:
                raise TableRefusal("not_host", say("Only the person who opened the evening can start it."))
            if not evening.entries:
                raise TableRefusal("not_allowed", say("Nobody has joined yet."))
            if evening.facts.revealing is None:
                stored.set_evening(connection, name, revealing=time.time())

        await self.store.writer.change(change)
        await self.move_on(name)

    async def reveal(self, name: str, digits: str, secret: str | None, address: str) -> None:
        """Store an entry's salt; the first round begins with the last salt."""
        person, salt = await self._person(secret, address), bytes.fromhex(digits)

        def change(connection: Connection) -> None:
            evening = _locked(connection, name)
            own = _entry(evening, person)
            if own.salt_commitment is None:
                raise TableRefusal("not_allowed", "You joined without a salt_commitment, so there is no salt.")
            if commitment(salt) != own.salt_commitment:
                reason = f"The salt does not fit its commitment; expected one with the SHA-256 {own.salt_commitment}."
                raise TableRefusal("bad_request", reason)
            if evening.facts.revealing is None:
                raise TableRefusal("not_started", "The evening has not started: keep the salt secret until then.")
            if own.salt is None and evening.facts.started is not None:
                raise TableRefusal("late", "The evening has started without this salt.")
            stored.set_entry(connection, name, own.number, salt=salt)

        await self.store.writer.change(change)
        await self.move_on(name)

    async def view(self, name: str, secret: str | None, address: str) -> EveningView:
        """Show the evening to a person or, without a secret, to somebody who hasn't joined."""
        _take(self._views, address)
        evening = await self._found(name)
        person = None
        if secret is not None:
            hashed = secret_hash_of(secret)
            person = await self.store.read(lambda connection: person_of(connection, hashed))
        view = await self._shown(evening, person)
        live = self.house.tables.get(view.next.table) if view.next is not None and not view.next.over else None
        if live is None or not live.table.over:
            return view
        # The result is about to be stored; without it the view would send people back to the table.
        await self.finish(live, time.time())
        return await self._shown(await self._found(name), person)

    async def _shown(self, evening: StoredEvening, person: str | None) -> EveningView:
        """Show the evening to a person. The comparison of closed boards is computed once and kept."""
        facts = evening.facts
        check_served(facts.game)
        key = (facts.id, facts.started is not None, evening.closed)
        if key not in self._comparisons:
            self._comparisons[key] = await asyncio.to_thread(compared, evening)
        self._comparisons.move_to_end(key)
        comparison = self._comparisons[key]
        if len(self._comparisons) > MOST_COMPARISONS:
            self._comparisons.popitem(last=False)
        return shown(evening, comparison, person)

    async def _found(self, name: str) -> StoredEvening:
        _check_name(name)
        found = await self.store.read(lambda connection: stored.evening_of(connection, name))
        if found is None:
            raise _no_evening(name)
        return found

    async def _person(self, secret: str | None, address: str) -> str:
        """Return the id of the person who sends the request; refuse somebody who has never sat at a table here."""
        hashed = secret_hash_of(secret)
        _take(self._changes, address)
        person = await self.store.read(lambda connection: person_of(connection, hashed))
        if person is None:
            raise TableRefusal("unknown_person", say("You have not joined this evening."))
        return person

    # --- moving on

    async def move_on(self, name: str) -> None:
        """Advance an evening if it is time."""
        await self._done(name, *await self.store.writer.change(lambda connection: self._step(connection, name)))

    def _step(self, connection: Connection, name: str) -> tuple[Step, Slot | None]:
        done = step(connection, name, time.time())
        self._tell(connection, done.changed)
        return done, stored.slot_of(connection, name)

    async def _done(self, name: str, done: Step, slot: Slot | None) -> None:
        if slot is None:
            self._end(name)
        else:
            self._schedule.set(name, slot)
        await self._refresh(done.changed)
        for table in done.begun:
            await self.house.table(table)  # loading the table starts its bots

    async def finish(self, live: LiveTable, _: float) -> None:
        """Store every seat's score at a table; the last table of a round closes the board."""
        facts = live.table.facts
        if facts.evening is None or facts.closed is not None:
            return
        name, match = facts.evening, live.table.playing
        scores = [score_of(match, seat) for seat in range(facts.players)]

        def change(connection: Connection) -> tuple[Step, Slot | None]:
            stored.lock(connection, name)
            stored.set_scores(connection, facts.id, scores)
            return self._step(connection, name)

        try:
            await self._done(name, *await self.store.writer.change(change))
        except TableRefusal:
            self._schedule.forget(name)  # the next read of the database finds that it is due
            raise

    def _end(self, name: str) -> None:
        """Forget an evening that is over, perhaps because another server has taken its last step."""
        self._schedule.forget(name)
        for openings in (self._openings, self._of_networks):
            openings.forget(name)

    def tick(self) -> None:
        """Look after the evenings that are due; call this once a second."""
        self._ticks += 1
        look = self._ticks % LOOK_TICKS == 1
        if not self._moving and (look or self._schedule.due(time.time())):
            self._moving = True
            self.house.driver.later(self._move_all(look))

    async def _move_all(self, look: bool) -> None:
        try:
            if look:
                await self._look()
            for name in self._schedule.due(time.time()):
                await self._try_to_look_after(name)
        finally:
            self._moving = False

    async def _look(self) -> None:
        """Compare the schedule with the database: other servers advance evenings, too, and may die doing so."""
        before = self._schedule.names
        running, unscored = await self.store.read(
            lambda connection: (stored.served(connection, GAMES), stored.unscored(connection))
        )
        for name in before - set(running):
            self._end(name)
        for name in unscored:
            self._schedule.forget(name)
        self._schedule.compare(running)

    async def _try_to_look_after(self, name: str) -> None:
        """Advance an evening; if that fails, log the reason, so that other evenings still advance."""
        try:
            await self._look_after(name)
        except TableRefusal as refusal:
            log.warning("evening %s cannot advance: %s", name, refusal.kind)
            self._schedule.forget(name)  # the next read of the database finds that it is due
        except Exception as error:  # the evening's rows may be broken in any way
            log.error("evening %s cannot advance: %s", name, type(error).__name__, exc_info=error)
            self._schedule.forget(name)

    async def _look_after(self, name: str) -> None:
        """Let the round's bots play, store results that a crash left out, and advance the evening when it is time."""
        evening = await self.store.read(lambda connection: stored.evening_of(connection, name))
        if evening is None or evening.facts.finished is not None:
            self._end(name)
            return
        self._schedule.set(name, Slot.of(evening.facts))
        for table in sorted({one.table_id for one in evening.of_round() if one.score is None and one.table_id}):
            with suppress(TableRefusal):  # a broken table is set aside and logged; the round goes on without it
                live = await self.house.table(table)
                if live.table.over:
                    await self.finish(live, time.time())
        if is_due(evening, time.time()):
            await self.move_on(name)

    async def forget(self) -> None:
        """Delete evenings that nobody has started in the day since this server first saw them."""
        now, names = time.monotonic(), await self.store.read(stored.waiting)
        self._waiting = {name: self._waiting.get(name, now) for name in names}
        old = [name for name, since in self._waiting.items() if now - since > FORGET_SECONDS]
        if old:
            await self.store.writer.change(lambda connection: stored.forget(connection, old))
            for name in old:
                self._end(name)

    # --- other servers

    def _tell(self, connection: Connection, tables: Sequence[str]) -> None:
        """Notify other servers of changed tables, in the transaction that changes them."""
        tell_of_tables(connection, tables, self.store.process)

    async def _refresh(self, tables: Iterable[str]) -> None:
        for table in set(tables) & set(self.house.tables):
            with suppress(TableRefusal):  # a table that is set aside or deleted needs no refresh
                await self.house.refresh(self.house.tables[table])


# --- parts of a transaction


def _locked(connection: Connection, name: str) -> StoredEvening:
    _check_name(name)
    stored.lock(connection, name)
    found = stored.evening_of(connection, name)
    if found is None:
        raise _no_evening(name)
    check_served(found.facts.game)
    return found


def _entry(evening: StoredEvening, person: str) -> EntryFacts:
    own = evening.entry_of(person)
    if own is None:
        raise TableRefusal("unknown_person", say("You have not joined this evening."))
    return own


def _enter(connection: Connection, evening: StoredEvening, wanted: EntryFacts) -> int:
    """Add an entry to an evening; return the entry's number."""
    if evening.facts.revealing is not None:
        raise TableRefusal("late", say("The evening has started; nobody else can join."))
    if len(evening.entries) >= MOST_PLACES:
        raise TableRefusal("table_full", say("The evening is full: {most} people have joined.", most=MOST_PLACES))
    _check_place(evening, wanted.place, None)
    wanted.number = 1 + max((one.number for one in evening.entries), default=0)
    stored.insert_entries(connection, evening.facts.id, [wanted])
    return wanted.number


def _come_back(connection: Connection, evening: StoredEvening, own: EntryFacts, wanted: EntryFacts) -> None:
    """Give a returning person's entry a new token. Before the start, its name, place and commitment may change, too."""
    values: dict[str, object] = {"token_hash": wanted.token_hash, "device": wanted.device, "away": False}
    if evening.facts.revealing is None:
        _check_place(evening, wanted.place, own.number)
        promised = wanted.salt_commitment or own.salt_commitment
        values |= {"name": wanted.name, "salt_commitment": promised}
        values |= {} if wanted.place is None else {"place": wanted.place}
    stored.set_entry(connection, evening.facts.id, own.number, **values)


def _check_place(evening: StoredEvening, place: int | None, own: int | None) -> None:
    if place is not None and any(one.place == place and one.number != own for one in evening.entries):
        raise TableRefusal("seat_taken", say("Place {place} is taken.", place=place))
    size = shape_of(find_game(evening.facts.game), evening.facts.players).size
    if place is not None and size == 1:
        raise TableRefusal(
            "bad_request", say("In this game nobody has a partner: leave out the place, because seats are random.")
        )


def _seats_of(evening: StoredEvening, own: EntryFacts, *, now: bool = False) -> list[tuple[str, int]]:
    """Return an entry's seats, as table and seat: the seats of all rounds, or only those of the current round."""
    plays = evening.of_round() if now else evening.plays
    return [(one.table_id, one.seat) for one in plays if one.entry == own.number and one.table_id is not None]


def _take(buckets: Buckets, address: str) -> None:
    if wait := buckets.take(address):
        reason = say("Too many requests came from this address; try again in {wait} s.", wait=f"{wait:.0f}")
        raise TableRefusal("too_fast", reason)


def _too_many_evenings(most: int) -> Text:
    return say("{most} unfinished evenings were opened from this address today; finish some first.", most=most)


def _too_many_nearby(most: int) -> Text:
    return say("{most} unfinished evenings were opened from your network today; try again tomorrow.", most=most)


def _check_name(name: str) -> None:
    """Refuse a name that no evening can have; some of these strings would make the database fail."""
    if not (0 < len(name) <= LONGEST_NAME and name.isalnum()):
        raise _no_evening(name)


def _no_evening(name: str) -> TableRefusal:
    return TableRefusal("unknown_evening", say("There is no evening {name!r}.", name=name[:LONGEST_NAME]))
