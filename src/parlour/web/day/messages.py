"""The messages about today's deal: what can be played, your results, the server's list, its commitments."""

from typing import Literal

from msgspec import Struct

from parlour.web.wire.values import Name, Token

TryState = Literal["new", "begun", "over"]


# --- requests


class Begin(Struct, forbid_unknown_fields=True):
    """A person plays today's deal or comes back to it; `token` is for the seat, and is made if it is missing."""

    name: Name
    token: Token | None = None


# --- answers


class Begun(Struct):
    """The table of your try, the same for every request of the day; earlier tokens of the seat are no longer valid."""

    table: str
    seat: int
    token: str
    day: str


class PublishedChain(Struct):
    """The server's commitment: every day's link hashes to the one before, and the first link to the root."""

    root: str
    first: str  # the day of the first link
    days: int
    last_day: str  # the last day that is over; before any day is over, the day before the first
    last_link: str  # the link of the last day; the root if no day is over


class DayResult(Struct):
    """A result for a deal, beside par, which is the result of rules of thumb."""

    score: int
    place: int
    sides: int  # the number of players or teams
    par: int
    signs: str  # one sign per round: ▲ better than par, = equal to par, ▼ worse


class TodaysGame(Struct):
    """Today's deal of a game, and your try."""

    game: str
    title: str
    state: TryState
    table: str | None  # the table of your try
    result: DayResult | None  # null until the try is over
    text: str | None  # the text to share, with your result


class TodaysDeals(Struct):
    """Today's deals of a server."""

    day: str
    closes: float  # seconds since 1970; until this time the cards stay secret
    games: list[TodaysGame]
    chain: PublishedChain


class DayLine(Struct):
    """One person's try in the server's list."""

    person: str
    name: str
    own: bool
    result: DayResult
    table: str | None  # the table whose replay is at /replay/TABLE; null until the day is over
    moves: list[str] | None  # the person's moves in order; null until the day is over


class DayList(Struct):
    """All finished tries of a game on a day, best first."""

    day: str
    game: str
    title: str
    closed: bool
    link: str | None  # the day's link, which determines the key; null until the day is over
    key: str | None
    lines: list[DayLine]
