"""Absent people: how long they have been away, when a bot stands in for them, and votes to let it do so at once.

Absences and votes are kept in memory; only the fact that a bot stands in is stored, with the seat.
"""

import time
from typing import Protocol

from parlour.game.texts import Who, say
from parlour.web.refusals import TableRefusal
from parlour.web.store.schema import WITHDRAWN
from parlour.web.table._reports import Reports
from parlour.web.table._table import Table

AWAY_SECONDS = 60.0  # a bot stands in for an absent person after others have waited this long
IDLE_SECONDS = 300.0  # somebody who lets the others wait this long can be removed, even from a rated match
GRACE_SECONDS = 5.0  # nobody can vote until somebody has been absent this long: a page may be reloading


class Absence:
    """The people who have left a table, and the votes for bots to play for them."""

    def __init__(self) -> None:
        """Start without absences; a person who never connects counts as absent from now on."""
        self.began = time.monotonic()
        self.left: dict[int, float] = {}  # when each seat closed its last socket
        self.votes: dict[int, set[int]] = {}  # for each absent seat, the seats that vote for a bot
        self.sent: tuple[tuple[int, bool], ...] = ()  # the absent seats that clients know of, and whether each must act

    def leave(self, seat: int) -> None:
        """Record that a seat's last socket is closed."""
        self.left[seat] = time.monotonic()

    def come_back(self, seat: int) -> None:
        """Record that a seat's person is back, and discard the votes about the seat."""
        self.left.pop(seat, None)
        self.votes.pop(seat, None)


class Attended(Protocol):
    """The attributes of a live table that show who is present."""

    table: Table
    absence: Absence
    seen: dict[int, float]  # when each seat sent its last request
    elsewhere: dict[int, float]  # when another server last reported each seat as present
    reports: Reports  # whether these reports arrive
    turn_began: float

    def is_present(self, seat: int) -> bool:
        """Check whether a seat's person is connected to this server or another."""


def people(live: Attended) -> list[int]:
    """List the seats that people have taken."""
    return [place.seat for place in live.table.places if place.kind == "person" and place.token_hash is not None]


def host(live: Attended) -> int:
    """Return the seat of the person who opened the table: the first seat that a person has and can come back to."""
    places = live.table.places
    return min((seat for seat in people(live) if places[seat].token_hash != WITHDRAWN), default=-1)


def present(live: Attended) -> list[int]:
    """List the seats whose people are present and play for themselves."""
    return [seat for seat in people(live) if live.is_present(seat) and not live.table.places[seat].away]


def absent_seconds(live: Attended, seat: int) -> float | None:
    """Return how many seconds a person has been absent; None for a person who is present, a bot or a free seat."""
    if seat not in people(live) or live.is_present(seat):
        return None
    absence = live.absence
    seen = (absence.left.get(seat), live.seen.get(seat), live.elsewhere.get(seat), absence.began)
    return round(time.monotonic() - max(moment for moment in seen if moment is not None), 1)


def stand_in_seconds(live: Attended, seat: int) -> float | None:
    """Return the seconds until a bot plays for an absent person; None unless others are waiting for that person."""
    waited_for = seat in live.table.actors() and not live.table.places[seat].away
    if not waited_for or absent_seconds(live, seat) is None:
        return None
    return round(max(0.0, AWAY_SECONDS - (time.monotonic() - live.turn_began)), 1)


def check_idle(live: Attended, seat: int) -> None:
    """Refuse to remove a person who plays in a rated match, whose rating would then depend on a bot.

    A person doesn't play if they have been absent for a minute, or if the others have waited for them for minutes.
    """
    waited = time.monotonic() - live.turn_began if seat in live.table.actors() else 0.0
    gone = absent_seconds(live, seat)
    absent = gone is not None and gone > AWAY_SECONDS and live.reports.complete(live.absence.began)
    if not absent and waited <= IDLE_SECONDS:
        reason = say(
            "In a rated match, {who} can be removed only after a minute of absence, or when the others have waited for "
            "five minutes.",
            who=Who(seat),
        )
        raise TableRefusal("not_absent", reason, live.table.names)


def needed(live: Attended) -> int:
    """Return the number of votes that a stand-in needs: more than half of the people present."""
    return len(present(live)) // 2 + 1


def vote(live: Attended, voter: int, seat: int) -> bool:
    """Count a vote for a bot to play for an absent person; return whether the votes suffice now.

    The vote of the person who opened the table suffices; otherwise more than half of the people present must agree.
    """
    if live.table.match is None or live.table.over:
        raise TableRefusal("over" if live.table.over else "not_started", say("No match is being played at this table."))
    if not 0 <= seat < live.table.facts.players:
        raise TableRefusal(
            "unknown_seat",
            say("There is no seat {seat}; expected 0 to {last}.", seat=seat, last=live.table.facts.players - 1),
        )
    if live.table.facts.evening is not None:
        raise TableRefusal(
            "not_allowed", say("There is no vote at an evening's table: a bot takes over after a minute of absence.")
        )
    gone = absent_seconds(live, seat)
    if gone is None or gone < GRACE_SECONDS:
        raise TableRefusal("not_absent", say("{who} is here, or was a moment ago.", who=Who(seat)), live.table.names)
    if not live.reports.complete(live.absence.began):
        raise TableRefusal(
            "unavailable", say("{who} may be connected to another server; try again in a moment.", who=Who(seat)),
            live.table.names,
        )  # fmt: skip
    if live.table.places[seat].away:
        return False
    votes = live.absence.votes.setdefault(seat, set())
    votes.add(voter)
    return voter == host(live) or len(votes & set(present(live))) >= needed(live)


def has_changed(live: Attended) -> bool:
    """Check whether the absent people, or those who must act, have changed since the facts were last sent."""
    acting = live.table.actors()
    now = tuple((seat, seat in acting) for seat in people(live) if absent_seconds(live, seat) is not None)
    before, live.absence.sent = live.absence.sent, now
    return now != before
