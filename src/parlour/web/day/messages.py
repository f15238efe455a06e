"""The messages about today's deal: what can be played, own results, the list of the house, what it is committed to."""

from typing import Literal

from msgspec import Struct

from parlour.web.wire.values import Name, Token

TryState = Literal["new", "begun", "over"]


# --- requests


class Begin(Struct, forbid_unknown_fields=True):
    """A person plays today's deal, or comes back to it; `token` is for the seat, and a new one is made without it."""

    name: Name
    token: Token | None = None


# --- answers


class Begun(Struct):
    """The table of the own try, the same for every request of the day; earlier tokens of the seat are not valid."""

    table: str
    seat: int
    token: str
    day: str


class PublishedChain(Struct):
    """What the house has committed to: every day's link hashes to the one before, and the first one to the root."""

    root: str
    first: str  # the day of the first link
    days: int
    last_day: str  # the last day that is closed; the day before the first one if none is
    last_link: str  # and its link; the root if none is


class DayResult(Struct):
    """What somebody has made of a deal, beside par, which is what rules of thumb make of it."""

    score: int
    place: int
    sides: int  # the number of players or teams
    par: int
    signs: str  # one for each round: ▲ better than par, = the same, ▼ worse


class TodaysGame(Struct):
    """Today's deal of a game, and the own try."""

    game: str
    title: str
    state: TryState
    table: str | None  # of the own try
    result: DayResult | None  # null: the try is not over
    text: str | None  # the result to share


class TodaysDeals(Struct):
    """Today's deals of a house."""

    day: str
    closes: float  # seconds since 1970; until then everything about the cards is sealed
    games: list[TodaysGame]
    chain: PublishedChain


class DayLine(Struct):
    """The try of a person in the list of the house."""

    person: str
    name: str
    own: bool
    result: DayResult
    table: str | None  # of the replay: /replay/TABLE; null while the day is not closed
    moves: list[str] | None  # what the person did, in order; null while the day is not closed


class DayList(Struct):
    """All finished tries of a game on a day, the best first."""

    day: str
    game: str
    title: str
    closed: bool
    link: str | None  # of the day, from which the key follows; null while the day is not closed
    key: str | None
    lines: list[DayLine]
