"""The rounds of a duplicate evening: each step is one transaction that depends only on stored rows.

No step happens twice, even if several servers try or a server restarts after a crash.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from sqlalchemy import Connection

from parlour.club.evening import board_key, drawn, places_of, placings, shape_of
from parlour.games import find_game
from parlour.web.evening import _stored as stored
from parlour.web.evening._schedule import LATE_SECONDS, LONGEST_STEP, next_due
from parlour.web.evening._stored import EntryFacts, PlayFacts, StoredEvening
from parlour.web.store.store import SeatFacts, TableFacts, insert_table
from parlour.web.table.names import BOT_NAMES
from parlour.web.wire.tokens import new_invite, new_table_name

LEVEL = "medium"  # the level at which bots play in an evening


@dataclass
class Step:
    """What one step of an evening changed."""

    begun: list[str] = field(default_factory=list)  # tables of a new round
    changed: list[str] = field(default_factory=list)  # tables that other servers have to reload
    over: bool = False  # whether the evening needs no more steps


def is_due(evening: StoredEvening, now: float) -> bool:
    """Check whether the evening can advance now, so that a server writes nothing while there is nothing to do."""
    if evening.facts.finished is not None or evening.facts.revealing is None:
        return False
    if evening.facts.started is None:
        return _can_start(evening, now)
    return _is_done(evening) or now >= next_due(evening.facts)


def step(connection: Connection, name: str, now: float) -> Step:
    """Advance an evening as far as it can go now."""
    stored.lock(connection, name)
    evening = stored.evening_of(connection, name)
    if evening is None or evening.facts.finished is not None or evening.facts.revealing is None:
        return Step(over=True)
    if evening.facts.started is None:
        return _started(connection, evening, now)
    if _is_done(evening):
        return _next(connection, evening, now)
    return _hurried(connection, evening, now)


# --- the start


def _started(connection: Connection, evening: StoredEvening, now: float) -> Step:
    """Start the evening if possible: give everybody a place and fill the tables with bots."""
    if not _can_start(evening, now):
        return Step()
    facts = evening.facts
    shape = shape_of(find_game(facts.game), facts.players)
    wished = {one.number: one.place for one in evening.entries}
    order = drawn(facts.key, salts_of(evening.entries), sorted(wished))
    places = places_of(wished, order, shape)
    bots = _bots(evening.entries, places.count(None))
    numbers = iter([bot.number for bot in bots])
    filled = [next(numbers) if entry is None else entry for entry in places]
    stored.insert_entries(connection, facts.id, bots)
    stored.set_places(connection, facts.id, {entry: place for place, entry in enumerate(filled)})
    stored.set_evening(connection, facts.id, started=now)
    return Step(begun=_begin_round(connection, facts.id, 1, now))


def _can_start(evening: StoredEvening, now: float) -> bool:
    """Check whether the clients have revealed all salts, or have had enough time to."""
    awaited = [one for one in evening.entries if one.salt_commitment is not None and one.salt is None]
    return not awaited or now >= next_due(evening.facts)


def _bots(entries: Sequence[EntryFacts], number: int) -> list[EntryFacts]:
    """Create this many bots, with names that no entry uses."""
    taken = {one.name.casefold() for one in entries}
    names = [name for name in BOT_NAMES if name.casefold() not in taken] or list(BOT_NAMES)
    first = 1 + max((one.number for one in entries), default=0)
    return [
        EntryFacts(first + place, "bot", LEVEL, names[place % len(names)] + _ordinal(place // len(names)))
        for place in range(number)
    ]


def _ordinal(times: int) -> str:
    return f" {times + 1}" if times else ""


def salts_of(entries: Sequence[EntryFacts]) -> list[bytes | None]:
    """List the salts for the boards' keys: one for each person, in the order of their entries; bots have no salts."""
    return [one.salt for one in entries if one.kind == "person"]


# --- a round


def _begin_round(connection: Connection, name: str, number: int, now: float) -> list[str]:
    """Open the tables of a board."""
    evening = stored.evening_of(connection, name)
    assert evening is not None
    facts, by_number = evening.facts, {one.number: one for one in evening.entries}
    game = find_game(facts.game)
    by_place = [one.number for one in sorted(evening.entries, key=lambda one: one.place or 0)]
    people = {one.number for one in evening.entries if one.kind == "person"}
    found = placings(by_place, people, shape_of(game, facts.players), facts.boards, number)
    key = board_key(facts.key, number, salts_of(evening.entries))
    tables = [new_table_name() for _ in range(len(found) // facts.players)]
    for place, table in enumerate(tables):
        sitting = sorted((one.seat, one.entry) for one in found if one.table == place)
        insert_table(
            connection,
            TableFacts(
                id=table, game=facts.game, players=facts.players, options=facts.options, key=key, invite=new_invite(),
                listed=False, timer=None, created=now, started=now, evening=name, board=number,
            ),
            [_seat(seat, by_number[entry]) for seat, entry in sitting],
        )  # fmt: skip
    stored.insert_plays(
        connection, name,
        [PlayFacts(number, one.entry, tables[one.table], one.table, one.seat) for one in found],
    )  # fmt: skip
    stored.set_evening(connection, name, round=number, round_began=now, overtime=0.0, overtime_at=None)
    return tables


def _seat(seat: int, entry: EntryFacts) -> SeatFacts:
    if entry.kind == "bot":
        return SeatFacts(seat, "bot", entry.level, entry.name)
    return SeatFacts(seat, "person", entry.level, entry.name, entry.token_hash, entry.away, person=entry.person,
                     device=entry.device)  # fmt: skip


def _is_done(evening: StoredEvening) -> bool:
    """Check whether to close the board, because all tables have finished it or the bots' extra time is up."""
    return evening.facts.overtime >= LATE_SECONDS or all(one.score is not None for one in evening.of_round())


def ends(evening: StoredEvening) -> float:
    """Return the moment when the current round's time is up."""
    return (evening.facts.round_began or 0.0) + evening.facts.timer


def _next(connection: Connection, evening: StoredEvening, now: float) -> Step:
    """Close the current board at all tables, and begin the next round or end the evening."""
    facts = evening.facts
    stored.close_board(connection, facts.id, facts.round, now)
    done = Step(changed=sorted({one.table_id for one in evening.of_round() if one.table_id is not None}))
    if facts.round < facts.boards:
        done.begun = _begin_round(connection, facts.id, facts.round + 1, now)
    else:
        stored.set_evening(connection, facts.id, finished=now)
        done.over = True
    return done


def _hurried(connection: Connection, evening: StoredEvening, now: float) -> Step:
    """Let bots play the rest for everybody when the time of the round is up."""
    if now < next_due(evening.facts):
        return Step()
    facts = evening.facts
    passed = 0.0 if facts.overtime_at is None else min(max(0.0, now - facts.overtime_at), LONGEST_STEP)
    stored.set_evening(connection, facts.id, overtime=facts.overtime + passed, overtime_at=now)
    late = [(one.table_id, one.seat) for one in evening.of_round() if one.score is None and one.table_id is not None]
    return Step(changed=stored.set_seats(connection, late, away=True))
