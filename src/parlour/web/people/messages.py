"""The messages about a person: identity without an account, other devices, your matches, ratings."""

from typing import Annotated

from msgspec import Meta, Struct

from parlour.web.wire.shapes import Text

TypedCode = Annotated[str, Meta(min_length=4, max_length=64, description="As it is shown; hyphens do not matter.")]
Check = Annotated[str, Meta(min_length=1, max_length=16)]


# --- requests


class Ask(Struct, forbid_unknown_fields=True):
    """A new device asks to join the person who shows this code."""

    code: TypedCode


class Answer(Struct, forbid_unknown_fields=True):
    """The person accepts or refuses the device that asks; both devices show the same letters."""

    check: Check
    accept: bool


class Recover(Struct, forbid_unknown_fields=True):
    """The code that the person wrote down."""

    code: TypedCode


# --- answers


class Me(Struct):
    """The person of a device; all empty if the device has never sat at a table here."""

    id: str | None = None  # the person's public id
    name: str | None = None  # the name that the person used last
    devices: int = 0
    recovery: bool = False  # whether the person has a recovery code
    asking: str | None = None  # the letters shown on a device that asks to join; null if none does


class LinkCode(Struct):
    """A code for another device, and the address that contains it."""

    code: str
    link: str
    seconds: int


class Joining(Struct):
    """Whether the device has joined the person yet; until then both devices show the same letters."""

    joined: bool
    check: str


class RecoveryCode(Struct):
    """The code to write down; it is shown only once."""

    code: str


class Opponent(Struct):
    """A player at the table of a match."""

    seat: int
    name: str
    level: str | None  # the bot's level; null for a person
    person: str | None  # the public id; null for a bot or an unknown person
    score: int
    won: bool


class OwnMatch(Struct):
    """A match that you have finished."""

    table: str  # the table whose replay and analysis are at /replay/TABLE
    game: str
    title: str
    seat: int
    players: int
    rounds: int
    score: int
    place: int
    won: bool
    finished: float
    seconds: float | None  # time from the first card to the last
    others: list[Opponent]


class OwnMatches(Struct):
    """Your matches, latest first; `before` requests the next page."""

    matches: list[OwnMatch]
    before: str | None  # the value for requesting the next page; null on the last page


class Point(Struct):
    """Consecutive matches, as one point of a chart."""

    matches: int
    finished: float  # when the last of these matches ended
    value: float | None  # null if there was nothing to count


class LevelValue(Struct):
    """The same figure for bots of a level on this server."""

    level: str
    value: float


class FigureFacts(Struct):
    """One of the game's own figures, over time."""

    name: str
    text: Text
    share: bool  # whether the figure is a fraction, from 0 to 1
    value: float | None  # the figure over all matches
    points: list[Point]
    levels: list[LevelValue]


class RatingFacts(Struct):
    """The strength of a player, with a 95 % interval from `low` to `high`."""

    rating: float
    low: float
    high: float
    matches: int


class Statistics(Struct):
    """A person's statistics in a game."""

    game: str
    matches: int
    wins: int
    mean_place: float | None
    streak: int  # current wins in a row; below zero: matches since the last win
    longest: int  # the longest winning streak ever
    figures: list[FigureFacts]
    rating: RatingFacts | None  # null until a match is rated


class RatedPlayer(Struct):
    """A line of the server's ratings."""

    name: str
    person: str | None  # null for a level of bots
    level: str | None
    rating: RatingFacts


class HouseRatings(Struct):
    """The server's ratings, strongest first."""

    game: str
    players: list[RatedPlayer]
