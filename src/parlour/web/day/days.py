"""Today's deal: each person's table, which is sealed until the day is over, and the server's list of results."""

import asyncio
import time
from datetime import date, timedelta
from functools import lru_cache

from sqlalchemy import Connection

from parlour.club.today import PERSON, Result, key_of, options_of_the_day, par, result_of, shared_text, signs
from parlour.errors import ParlourError
from parlour.game.catalogues import ENGLISH, Catalogue
from parlour.game.game import Game
from parlour.game.texts import say
from parlour.games import GAMES, all_games, find_game
from parlour.languages import catalogue_of
from parlour.match.chain import Chain, closes, date_of, day_at
from parlour.web.day import _stored as stored
from parlour.web.day.messages import (
    Begin,
    Begun,
    DayLine,
    DayList,
    DayResult,
    PublishedChain,
    TodaysDeals,
    TodaysGame,
)
from parlour.web.people.people import secret_hash_of
from parlour.web.people.stored import person_at_table, person_of
from parlour.web.refusals import TableRefusal
from parlour.web.store.store import SeatFacts, TableFacts
from parlour.web.table.house import House
from parlour.web.table.live import LiveTable
from parlour.web.table.lobby import MOST_TABLES, clean_name, sit_down
from parlour.web.table.names import BOT_NAMES
from parlour.web.wire.limits import Buckets
from parlour.web.wire.tokens import new_invite, new_person, new_table_name, new_token, token_hash

LISTS_A_SECOND, LISTS_AT_ONCE = 2.0, 40.0  # limits on requests for lists, for each address
MOST_LINES = 200  # the maximum number of lines in a list of results
MOST_OPEN = 1000  # one search reads at most this many tries without a result
MOST_LOOKED_AT = 100  # one search replays the matches of at most this many tries
BOTS_LEVEL = "medium"  # the page calls this level "rules of thumb"


class Days:
    """The daily deals of a server."""

    def __init__(self, house: House) -> None:
        """Open tables for daily deals in this house, and store each try's result when its match ends."""
        self.house, self.store = house, house.store
        house.when_finished.append(self.finish)
        self._rates = Buckets(LISTS_A_SECOND, LISTS_AT_ONCE)
        self._chain: Chain | None = None
        # For each table, the number of its last event when this server last looked for a result.
        self._looked_at: dict[str, int] = {}

    # --- the chain

    async def chain(self, day: date) -> Chain:
        """Return the server's chain of daily links on a day that has begun; create it when somebody first asks."""
        if (chain := await self._stored_chain()) is None:
            chain = self._chain = await self.store.writer.change(lambda connection: stored.drawn_chain(connection, day))
        if not chain.first <= day <= chain.last:
            reason = f"The clock of this server shows {day}; its deals are those from {chain.first} to {chain.last}."
            raise TableRefusal("unavailable", reason)
        return chain

    async def _stored_chain(self) -> Chain | None:
        """Return the server's chain of daily links; None if nobody has asked for a deal yet."""
        if self._chain is None:
            self._chain = await self.store.read(stored.chain_of)
        return self._chain

    # --- one try

    async def begin(self, game_name: str, wish: Begin, secret: str | None, address: str) -> Begun:
        """Return the table of a person's try at today's deal; open it if the try has not begun."""
        self.house.check_game(game_name)
        game, name, hashed = find_game(game_name), clean_name(wish.name), secret_hash_of(secret)
        now = time.time()
        day = day_at(now)
        chain = await self.chain(day)
        token = wish.token or new_token()
        table = await self._begun(hashed, day, game)
        if table is None:
            facts = _table(game, day, chain.link(day), now)
            table = await self._opened(facts, name, hashed, token_hash(token), address)
            if table == facts.id:
                return Begun(table, PERSON, token, day.isoformat())
        await self.store.set_seat(table, PERSON, token_hash=token_hash(token), device=hashed)
        await self.house.refresh(await self.house.table(table))
        return Begun(table, PERSON, token, day.isoformat())

    async def _begun(self, hashed: str, day: date, game: Game) -> str | None:
        """Return the table of a try that a person has already begun; `hashed` is the hash of their device's secret."""

        def question(connection: Connection) -> str | None:
            person = person_of(connection, hashed)
            return None if person is None else stored.begun(connection, person, day, game.name)

        return await self.store.read(question)

    async def _opened(self, facts: TableFacts, name: str, hashed: str, token: str, address: str) -> str:
        """Open a table for a person's try, unless they have just begun it on another server.

        `hashed` and `token` are the hashes of the device's secret and of the seat's token.
        """
        if await self.store.unfinished() >= MOST_TABLES:
            raise TableRefusal(
                "too_many",
                say("This server has {most} tables already; try again later.", most=MOST_TABLES),
            )
        day = date_of(facts.day or "")
        # If the address is over its limit, its person isn't stored either.
        with self.house.openings.opening(address, facts.id):
            person = await person_at_table(self.store, hashed, name, new_person)
            places = _places(find_game(facts.game), name, token, person, hashed)
            table = await self.store.writer.change(
                lambda connection: stored.begin(connection, facts, places, person, day)
            )
        if table == facts.id:
            sit_down(self.house, facts, places)
        else:
            self.house.openings.forget(facts.id)
        return table

    # --- what is shown

    async def today(self, secret: str | None, address: str, language: str = ENGLISH) -> TodaysDeals:
        """Show today's deals in a language, with the person's tries; without a secret, every deal is shown as new."""
        self._count(address)
        person, day = await self._person(secret), day_at(time.time())
        tries = await self._tries(person, day)
        chain = await self.chain(day)
        catalogue = catalogue_of(language)
        games = [self._game(game, day, tries.get(game.name), catalogue) for game in all_games()]
        return TodaysDeals(day.isoformat(), closes(day), games, self._published(chain))

    async def _person(self, secret: str | None) -> str | None:
        if secret is None:
            return None
        hashed = secret_hash_of(secret)
        return await self.store.read(lambda connection: person_of(connection, hashed))

    async def _tries(self, person: str | None, day: date) -> dict[str, stored.Try]:
        """Return a person's tries on a day, by game; store results that are still missing."""
        if person is None:
            return {}
        found = await self.store.read(lambda connection: stored.tries_of_person(connection, person, day))
        if any([one.result is None and await self._completed(one.table) for one in found]):
            found = await self.store.read(lambda connection: stored.tries_of_person(connection, person, day))
        return {one.game: one for one in found}

    async def _completed(self, table: str) -> bool:
        """Store a finished match's result if a crash prevented that; return whether the match is over."""
        try:
            live = await self.house.table(table)
        except TableRefusal as refusal:
            if refusal.kind == "unavailable":
                raise
            return False  # the table is set aside, or its game is no longer served
        if live.table.over and live.table.facts.finished is not None:
            await self.finish(live, live.table.facts.finished)
        return live.table.over

    def _game(self, game: Game, day: date, own: stored.Try | None, catalogue: Catalogue) -> TodaysGame:
        result = None if own is None else own.result
        if own is None or result is None:
            table = None if own is None else own.table
            return TodaysGame(game.name, game.title, "new" if own is None else "begun", table, None, None)
        text = shared_text(game, day, result.own, result.usual, catalogue)
        return TodaysGame(game.name, game.title, "over", own.table, _shown(game, result), text)

    async def list_of(self, game_name: str, text: str, secret: str | None, address: str) -> DayList:
        """Show the list of results to people who have finished their try, and to everybody when the day is over."""
        self._count(address)
        self.house.check_game(game_name)
        game, day = find_game(game_name), _day(text)
        person = await self._person(secret)
        closed = time.time() >= closes(day)
        if not closed:
            own = (await self._tries(person, day)).get(game.name)
            if own is None or own.result is None:
                raise TableRefusal(
                    "sealed", say("The list opens when you have finished your try, or when the day is over.")
                )
        await self.house.results_stored()
        found, tally = await self.store.read(
            lambda connection: (
                stored.tries_of_game(connection, day, game.name), stored.tally_of(connection, day, game.name)
            )
        )  # fmt: skip
        best = best_lines(game, found, person)
        tables = [one.table for one in best] if closed else []
        moves = await self.store.read(lambda connection: stored.moves_of(connection, tables, PERSON))
        lines = [
            DayLine(one.person, one.name, _is_own(one, person), _shown(game, one.result),
                    one.table if closed else None, moves.get(one.table))
            for one in best if one.result is not None
        ]  # fmt: skip
        link = await self._link(day) if closed else None
        key = None if link is None else key_of(game, day, link).hex()
        published = None if link is None else link.hex()
        return DayList(
            day.isoformat(), game.name, game.title, closed, published, key, lines,
            tally.begun, tally.finished, tally.nameless,
        )  # fmt: skip

    async def _link(self, day: date) -> bytes | None:
        """Return the chain's link for a day that is over; None for a day before the first deal."""
        chain = await self._stored_chain()
        return chain.link(day) if chain is not None and chain.first <= day <= chain.last else None

    def _published(self, chain: Chain) -> PublishedChain:
        """Return the chain's root, and the link of the last day that is over."""
        now = time.time()
        closed = day_at(now)
        while now < closes(closed):
            closed -= timedelta(days=1)
        return _published(chain, closed)

    # --- the end of a try

    async def finish(self, live: LiveTable, finished: float) -> None:
        """Store the result of a try if it was finished before its day was over."""
        facts = live.table.facts
        if facts.day is None or finished >= closes(date_of(facts.day)):
            return
        usual = await asyncio.to_thread(_par, live.table.game, date_of(facts.day), facts.link)
        result = stored.TryResult.of(result_of(live.table.playing), usual)
        await self.store.writer.change(lambda connection: stored.finish(connection, facts.id, result, finished))

    async def complete(self) -> None:
        """Store results that are missing because a server crashed after a match's last card.

        Loading a table also lets its bots act. Each table without a result is checked once, and again only after it
        has new events.
        """
        found = await self.store.read(lambda connection: stored.without_result(connection, list(GAMES), MOST_OPEN))
        self._looked_at = {table: last for table, last in self._looked_at.items() if found.get(table) == last}
        for table in [table for table in found if table not in self._looked_at][:MOST_LOOKED_AT]:
            await self._completed(table)
            self._looked_at[table] = found[table]

    def _count(self, address: str) -> None:
        if wait := self._rates.take(address):
            raise TableRefusal("too_fast", say("Too many lists at once; try again in {wait} s.", wait=f"{wait:.0f}"))


# --- parts


@lru_cache(256)
def _par(game: Game, day: date, link: bytes | None) -> Result:
    return par(game, day, link)


def _table(game: Game, day: date, link: bytes, now: float) -> TableFacts:
    """Build the facts of a table for a try; its match starts at once, because nobody adds a salt."""
    return TableFacts(
        id=new_table_name(), game=game.name, players=game.default_players, options=options_of_the_day(game),
        key=key_of(game, day, link), invite=new_invite(), listed=False, timer=None, created=now, started=now,
        day=day.isoformat(), link=link,
    )  # fmt: skip


def _places(game: Game, name: str, hashed: str, person: str, device: str) -> list[SeatFacts]:
    """Seat the person and the bots. The bots' names are the same for everybody, but none is the person's own."""
    bots = iter([bot for bot in BOT_NAMES if bot.casefold() != name.casefold()])
    places = [SeatFacts(seat, "bot", BOTS_LEVEL, next(bots)) for seat in range(1, game.default_players)]
    return [SeatFacts(PERSON, "person", BOTS_LEVEL, name, hashed, person=person, device=device), *places]


def _shown(game: Game, result: stored.TryResult) -> DayResult:
    line = signs(game, result.own, result.usual)
    return DayResult(result.score, result.place, result.sides, result.par_score, line)


def best_lines(game: Game, tries: list[stored.Try], person: str | None) -> list[stored.Try]:
    """Return the best lines of a list of results, and the person's own line even if it isn't among the best.

    Lines are sorted by score, then by rank, then by when the try ended.
    """
    better = 1 if game.scoring.lowest_wins else -1
    found = sorted(tries, key=lambda one: (better * one.result.score, one.result.place) if one.result else (0, 0))
    return found[:MOST_LINES] + [one for one in found[MOST_LINES:] if _is_own(one, person)]


def _is_own(one: stored.Try, person: str | None) -> bool:
    return person is not None and one.person == person


def _published(chain: Chain, closed: date) -> PublishedChain:
    """Return the part of the chain that is public when this day is over."""
    link = chain.root if closed < chain.first else chain.link(closed)
    shown = max(closed, chain.first - timedelta(days=1))
    return PublishedChain(chain.root.hex(), chain.first.isoformat(), chain.days, shown.isoformat(), link.hex())


def _day(text: str) -> date:
    """Parse a date; refuse a day that hasn't begun anywhere on earth."""
    try:
        day = date_of(text)
    except ParlourError as error:
        raise TableRefusal("bad_request", f"{str(error)[:1].upper()}{str(error)[1:]}.") from None
    latest = day_at(time.time()) + timedelta(days=1)
    if day > latest:
        raise TableRefusal("bad_request", f"The date is {text!r}; expected {latest} at the latest.")
    return day
