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

    id: str | None = None  # public
    name: str | None = None  # the one used last
    devices: int = 0
    recovery: bool = False  # whether there is a recovery code
    asking: str | None = None  # the letters shown on another device that asks to join; null: none does


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
    level: str | None  # of a bot; null: a person
    person: str | None  # the public id; null: a bot, or an unknown person
    score: int
    won: bool


class OwnMatch(Struct):
    """A match that you have finished."""

    table: str  # replay and analysis: /replay/TABLE
    game: str
    title: str
    seat: int
    players: int
    rounds: int
    score: int
    place: int
    won: bool
    finished: float
    seconds: float | None  # from the first card to the last
    others: list[Opponent]


class OwnMatches(Struct):
    """Your matches, latest first; `before` requests the next page."""

    matches: list[OwnMatch]
    before: str | None  # null: there are no more


class Point(Struct):
    """Consecutive matches, as one point of a chart."""

    matches: int
    finished: float  # when the last of them ended
    value: float | None  # null: there was nothing to count


class LevelValue(Struct):
    """The same figure for bots of a level on this server."""

    level: str
    value: float


class FigureFacts(Struct):
    """One of the game's own figures, over time."""

    name: str
    text: Text
    share: bool  # whether it is a fraction, from 0 to 1
    value: float | None  # over all matches
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
    streak: int  # current wins in a row; below zero: matches in a row without one
    longest: int  # most wins in a row ever
    figures: list[FigureFacts]
    rating: RatingFacts | None  # null: no rated match yet


class RatedPlayer(Struct):
    """A line of the server's ratings."""

    name: str
    person: str | None  # null: bots
    level: str | None
    rating: RatingFacts


class HouseRatings(Struct):
    """The server's ratings, strongest first."""

    game: str
    players: list[RatedPlayer]
