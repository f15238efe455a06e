"""How people open tables, take seats, and play again."""

import time
from itertools import islice

from parlour.bots import searches
from parlour.engine.rule import MISSING
from parlour.errors import ParlourError
from parlour.game.game import SPECTATOR, Game
from parlour.game.options import complete
from parlour.game.texts import say, sentence_of
from parlour.games import find_game
from parlour.match.fair import commitment, new_key
from parlour.match.guide import guide_of
from parlour.web.people.stored import person_at_table
from parlour.web.refusals import TableRefusal
from parlour.web.store.rated_matches import is_to_be_rated
from parlour.web.store.schema import WITHDRAWN
from parlour.web.store.store import SeatFacts, TableFacts
from parlour.web.table._absence import check_idle, host, people
from parlour.web.table._driver import STAND_IN
from parlour.web.table._table import Table
from parlour.web.table.house import House
from parlour.web.table.live import LiveTable
from parlour.web.table.names import BOT_NAMES
from parlour.web.table.openings import in_turns
from parlour.web.table.protocol import LONGEST_NAME, Again, Join, NewTable, Opened, OpenTable, Seated, SeatWish
from parlour.web.wire.tokens import new_invite, new_person, new_table_name, new_token, same_code, token_hash

MOST_TABLES = 20_000  # maximum number of unfinished tables on one server
MOST_LISTED, MOST_CONSIDERED = 100, 5000


def clean_name(name: str) -> str:
    """Clean a person's name, which others will see: make it printable, trim it, and limit its length."""
    shown = " ".join("".join(sign if sign.isprintable() else " " for sign in name).split())[:LONGEST_NAME].strip()
    if not shown:
        raise TableRefusal("bad_request", say("The name {name!r} has no printable letter.", name=name[:LONGEST_NAME]))
    return shown


async def open_table(house: House, new: NewTable, address: str = "") -> Opened:
    """Open a table for a person at this address; its creator takes the first seat that is for a person."""
    house.openings.check()
    house.check_game(new.game)
    game, name = find_game(new.game), clean_name(new.name)
    key = new_key()
    if new.guide:
        new, key = _guided(game, new)
    try:
        players = game.checked_players(new.players)
        options = complete(game.options, new.options)
    except ParlourError as error:
        raise TableRefusal("bad_request", sentence_of(error)) from None
    wishes = _wishes(new, players)
    if await house.store.unfinished() >= MOST_TABLES:
        raise TableRefusal("too_many", say("This server has {most} tables already; try again later.", most=MOST_TABLES))
    token = new_token()
    facts = TableFacts(
        id=new_table_name(), game=game.name, players=players, options=options, key=key, invite=new_invite(),
        listed=new.listed, timer=new.timer, created=time.time(),
    )  # fmt: skip
    places, seat = _places(wishes, name, token_hash(token))
    places[seat].salt_commitment = new.salt_commitment
    if _can_start(places):
        facts.started = facts.created
    with house.openings.opening(address, facts.id):  # if the address is over its limit, its person isn't stored either
        places[seat].person, places[seat].device = await known(house, new.person, name)
        await house.store.add_table(facts, places)
    sit_down(house, facts, places)
    return Opened(facts.id, seat, token, facts.invite)


async def known(house: House, secret: str | None, name: str) -> tuple[str | None, str | None]:
    """Return the id of the person who sits down with this secret, and the secret's hash; store a new person."""
    if secret is None:
        return None, None
    device = token_hash(secret)
    return await person_at_table(house.store, device, name, new_person), device


def _guided(game: Game, new: NewTable) -> tuple[NewTable, bytes]:
    """Return the table settings and the key for a guided hand."""
    guide = guide_of(game)
    if guide is None:
        raise TableRefusal("bad_request", say("{game} has no guide.", game=game.title))
    usual = NewTable(game=new.game, name=new.name, guide=True, person=new.person)
    if new != usual:
        raise TableRefusal("bad_request", "A guided hand has its own seats and options: expected a game and a name.")
    usual.players, usual.options = guide.players, dict(guide.options)
    usual.seats = [SeatWish("person"), *[SeatWish("bot", "easy")] * (guide.players - 1)]
    return usual, bytes.fromhex(guide.key)


def _can_start(places: list[SeatFacts]) -> bool:
    """Check whether a new table's match can start at once: all seats are taken, and nobody has a salt to reveal."""
    return all(place.kind == "bot" or place.token_hash for place in places) and not any(
        place.salt_commitment for place in places
    )


def _wishes(new: NewTable, players: int) -> list[SeatWish]:
    """Return the requested player for each seat of a new table; by default its creator and otherwise bots."""
    wishes = new.seats if new.seats is not None else [SeatWish("person")]
    if len(wishes) > players:
        raise TableRefusal(
            "bad_request", say("There are {seats} seats for {players} players.", seats=len(wishes), players=players)
        )
    wishes = wishes + [SeatWish("bot")] * (players - len(wishes))
    if all(wish.kind == "bot" for wish in wishes):
        raise TableRefusal("bad_request", "All seats are for bots; expected at least one for a person.")
    if MISSING and any(wish.kind == "bot" and searches(wish.level) for wish in wishes):
        raise TableRefusal("missing", MISSING)
    return wishes


def _places(wishes: list[SeatWish], name: str, hashed: str) -> tuple[list[SeatFacts], int]:
    """Build a new table's seats; return them and the number of the creator's seat."""
    own = next(seat for seat, wish in enumerate(wishes) if wish.kind == "person")
    names = iter([bot for bot in BOT_NAMES if bot.casefold() != name.casefold()])
    places = []
    for seat, wish in enumerate(wishes):
        label = name if seat == own else next(names) if wish.kind == "bot" else ""
        places.append(SeatFacts(seat, wish.kind, wish.level, label, hashed if seat == own else None))
    return places, own


def sit_down(house: House, facts: TableFacts, places: list[SeatFacts]) -> LiveTable:
    """Add a new table to those in memory."""
    live = LiveTable(Table(facts, places))
    live.follow([])
    house.add(live)
    return live


async def join(house: House, live: LiveTable, wish: Join) -> Seated:
    """Give a person a free seat, or the seat that their token already has; start the match if no seat is left."""
    name, token = clean_name(wish.name), wish.token or new_token()
    if not live.table.facts.listed and not same_code(wish.invite or "", live.table.facts.invite):
        raise TableRefusal("wrong_token", say("This invitation is not for this table."))
    await house.use(live)
    own = await _taken_seat(house, live, wish, name, token_hash(token))
    if not live.table.free_seats:
        await house.start(live)
    return Seated(own, token)


async def _taken_seat(house: House, live: LiveTable, wish: Join, name: str, hashed: str) -> int:
    """Return the token's seat. If the token has none, take a free seat, even while other people take seats."""
    taken = SeatFacts(0, "person", "", name, hashed, salt_commitment=wish.salt_commitment)
    for _ in range(live.table.facts.players + 1):
        if (own := live.table.seat_of(hashed)) is not None:
            return own
        taken.seat = _free_seat(live, wish.seat)
        taken.person, taken.device = await known(house, wish.person, name)
        await house.store.take_seat(live.name, taken)
        await house.refresh(live)
    raise TableRefusal("unavailable", say("The table is too busy; try again in a moment."))


def _free_seat(live: LiveTable, wanted: int | None) -> int:
    free = live.table.free_seats
    if wanted is not None and not 0 <= wanted < live.table.facts.players:
        raise TableRefusal(
            "unknown_seat",
            say("There is no seat {seat}; expected 0 to {last}.", seat=wanted, last=live.table.facts.players - 1),
        )
    if wanted is not None and wanted not in free:
        raise TableRefusal("seat_taken", say("Seat {seat} is taken.", seat=wanted))
    if not free or live.table.match is not None:
        raise TableRefusal("table_full", say("No seat is free at this table."))
    return free[0] if wanted is None else wanted


async def remove(house: House, live: LiveTable, asker: int, seat: int) -> None:
    """Replace a person by a bot, at the request of the person who opened the table."""
    if live.table.facts.evening is not None:
        raise TableRefusal("not_allowed", say("The evening assigns the seats of its boards, so nobody can be removed."))
    if asker != host(live):
        raise TableRefusal("not_host", say("Only the person who opened the table can remove somebody."))
    if seat not in people(live):
        raise TableRefusal("unknown_seat", say("No person sits at seat {seat}.", seat=seat))
    if seat == asker:
        raise TableRefusal("bad_request", "The person who opened the table cannot be removed; expected another seat.")
    if live.table.over:
        raise TableRefusal("over", say("The match is over."))
    if await house.store.read(lambda connection: is_to_be_rated(connection, live.name)):
        check_idle(live, seat)
    taken = {place.name.casefold() for place in live.table.places}
    bot = next((name for name in BOT_NAMES if name.casefold() not in taken), BOT_NAMES[0])
    hashed = live.table.places[seat].token_hash or ""
    await house.store.remove_person(live.name, seat, hashed, bot, STAND_IN)
    await house.refresh(live)
    if live.table.match is None and not live.table.free_seats:
        await house.start(live)


async def listed_tables(house: House) -> list[OpenTable]:
    """List public tables with free seats, newest first; each address's first table precedes every second table."""
    found: list[OpenTable] = []
    waiting = await house.store.open_tables(MOST_CONSIDERED)
    for name in islice(in_turns(waiting, house.openings.opener), MOST_LISTED):
        try:
            live = await house.table(name, latest=False)  # a list need not ask the database about every table
        except TableRefusal:
            continue  # nobody could join a table that is set aside, or whose game is still being compiled
        facts, public = live.table.facts, live.public()
        found.append(
            OpenTable(facts.id, facts.game, public.title, facts.players, public.seats,
                      len(live.table.free_seats), facts.created)
        )  # fmt: skip
    return found


async def rematch(house: House, live: LiveTable, seat: int, token: str) -> Again:
    """Open a table for a rematch in the same seats, whose tokens stay valid there.

    After a guided hand, which has options that make it short, the rematch uses the game's default options.
    """
    if seat == SPECTATOR:
        raise TableRefusal("wrong_token", say("Only this match's players can ask for a rematch."))
    if live.table.facts.evening is not None:
        raise TableRefusal(
            "not_allowed", say("A board is played only once; the evening's page leads to the next board.")
        )
    if not live.table.over:
        raise TableRefusal("not_over", say("The match is not over."))
    if live.table.facts.rematch is None:
        house.openings.check()
        old = live.table.facts
        now = time.time()
        options = old.options if live.table.guide is None else complete(live.table.game.options, {})
        facts = TableFacts(
            id=new_table_name(), game=old.game, players=old.players, options=options, key=new_key(),
            invite=new_invite(), listed=False, timer=old.timer, created=now,
        )  # fmt: skip
        places = [_again(place) for place in live.table.places]
        facts.started = now if _can_start(places) else None
        live.table.facts.rematch = await house.store.add_rematch(old.id, facts, places)
        if live.table.facts.rematch == facts.id:
            sit_down(house, facts, places)
        live.broadcast({"type": "rematch", "table": live.table.facts.rematch})
        live.tell_facts()
    return Again(live.table.facts.rematch, seat, token)


def _again(place: SeatFacts) -> SeatFacts:
    """Return a seat for the rematch's table, with the commitment to its client's next salt.

    A bot plays at a seat whose token was withdrawn, because nobody can come back to it.
    """
    return SeatFacts(
        place.seat, place.kind, place.level, place.name, place.token_hash, place.token_hash == WITHDRAWN,
        salt_commitment=place.next_commitment, person=place.person, device=place.device,
    )  # fmt: skip


async def reveal(house: House, live: LiveTable, seat: int, digits: str, following: str | None) -> None:
    """Store a seat's salt and the commitment to its next salt; start the match if this was the last salt."""
    salt, place = bytes.fromhex(digits), live.table.places[seat]
    if place.salt_commitment is None:
        raise TableRefusal("not_allowed", f"Seat {seat} was taken without a salt_commitment, so it has no salt.")
    if commitment(salt) != place.salt_commitment:
        reason = f"The salt does not fit its commitment; expected one with the SHA-256 {place.salt_commitment}."
        raise TableRefusal("bad_request", reason)
    if place.salt is None:
        if live.table.free_seats:
            raise TableRefusal("not_started", "Seats are still free: keep the salt secret until all are taken.")
        await house.store.reveal_salt(live.name, seat, salt, following)
        await house.refresh(live)
        if not live.table.awaited_salts:
            await house.start(live)
    if live.table.places[seat].salt is None:
        raise TableRefusal("late", "The match has started without this salt.")
