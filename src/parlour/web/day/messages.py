"""The messages about today's deal: the available deals, your results, the list of results, and the commitments."""

from typing import Literal

from msgspec import Struct

from parlour.web.wire.values import Name, Token

TryState = Literal["new", "begun", "over"]


# --- requests


class Begin(Struct, forbid_unknown_fields=True):
    """A request to play today's deal or to come back to it; without a `token` for the seat, the server makes one."""

    name: Name
    token: Token | None = None


# --- answers


class Begun(Struct):
    """The table of your try, which stays the same all day; only the latest token of your seat is valid."""

    table: str
    seat: int
    token: str
    day: str


class PublishedChain(Struct):
    """The server's commitment to its deals: each day's link hashes to the previous link, and the first to the root."""

    root: str
    first: str  # the day of the first link
    days: int
    last_day: str  # the last day that is over; at first, the day before the chain's first day
    last_link: str  # the link of the last day; the root if no day is over


class DayResult(Struct):
    """A result for a deal, and par: the result that the rules of thumb would have reached."""

    score: int
    place: int
    sides: int  # the number of players or teams
    par: int
    signs: str  # one sign per round: ▲ better than par, = equal to par, ▼ worse


class TodaysGame(Struct):
    """A game's deal of the day, and your try at it."""

    game: str
    title: str
    state: TryState
    table: str | None  # the table of your try
    result: DayResult | None  # null until the try is over
    text: str | None  # the text to share, with your result


class TodaysDeals(Struct):
    """Today's deals on a server."""

    day: str
    closes: float  # seconds since 1970; until this time the cards stay secret
    games: list[TodaysGame]
    chain: PublishedChain


class DayLine(Struct):
    """A try, as a line in the server's list of results."""

    person: str | None  # null once the person is forgotten
    name: str | None
    own: bool
    result: DayResult
    table: str | None  # the table whose replay is at /replay/TABLE; null until the day is over
    moves: list[str] | None  # the person's moves in order; null until the day is over


class DayList(Struct):
    """The finished tries at a game's deal of a day, best first, and how many tries there were."""

    day: str
    game: str
    title: str
    closed: bool
    link: str | None  # the day's link, which determines the key; null until the day is over
    key: str | None
    lines: list[DayLine]
    begun: int  # all tries that were begun on this server
    finished: int  # those that were finished in time
    nameless: int  # those without a name, because their people were forgotten or had another try on another device
