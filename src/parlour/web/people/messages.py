"""The messages about a person: who somebody is without an account, other devices, own matches, ratings."""

from typing import Annotated

from msgspec import Meta, Struct

from parlour.web.wire.shapes import Text

TypedCode = Annotated[str, Meta(min_length=4, max_length=64, description="As it is shown; hyphens do not matter.")]
Check = Annotated[str, Meta(min_length=1, max_length=16)]


# --- requests


class Ask(Struct, forbid_unknown_fields=True):
    """A new device asks to join the person who shows that code."""

    code: TypedCode


class Answer(Struct, forbid_unknown_fields=True):
    """The person accepts or refuses the device that asks; both devices show the same letters."""

    check: Check
    accept: bool


class Recover(Struct, forbid_unknown_fields=True):
    """The code that the person has written down."""

    code: TypedCode


# --- answers


class Me(Struct):
    """The person of a device; all empty if the device has never sat at a table here."""

    id: str | None = None  # public
    name: str | None = None  # the one used last
    devices: int = 0
    recovery: bool = False  # whether there is a code to write down
    asking: str | None = None  # the letters that another device shows, which asks to join; null: none does


class LinkCode(Struct):
    """A code for another device, and the address that has it."""

    code: str
    link: str
    seconds: int


class Joining(Struct):
    """Whether the device has joined the person by now; until then both devices show the same letters."""

    joined: bool
    check: str


class RecoveryCode(Struct):
    """The code to write down; it is shown only once."""

    code: str


class Opponent(Struct):
    """Somebody at the table of a match."""

    seat: int
    name: str
    level: str | None  # of a bot; null: a person
    person: str | None  # the public id; null: a bot, or somebody unknown
    score: int
    won: bool


class OwnMatch(Struct):
    """A match that the person has played to its end."""

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
    """Own matches, the latest first; `before` asks for those that follow."""

    matches: list[OwnMatch]
    before: str | None  # null: there are no more


class Point(Struct):
    """Some matches in a row, as one point of a chart."""

    matches: int
    finished: float  # of the last of them
    value: float | None  # null: there was nothing to count


class LevelValue(Struct):
    """What bots of a level do at the same here."""

    level: str
    value: float


class FigureFacts(Struct):
    """What the game is about, over time."""

    name: str
    text: Text
    share: bool  # whether it is a part of something, from 0 to 1
    value: float | None  # over all matches
    points: list[Point]
    levels: list[LevelValue]


class RatingFacts(Struct):
    """How strong somebody is, and how sure that is: between `low` and `high` with 95 %."""

    rating: float
    low: float
    high: float
    matches: int


class Statistics(Struct):
    """What a person has done in a game."""

    game: str
    matches: int
    wins: int
    mean_place: float | None
    streak: int  # wins in a row until now; below zero: so many without one
    longest: int  # most wins in a row
    figures: list[FigureFacts]
    rating: RatingFacts | None  # null: no rated match yet


class RatedPlayer(Struct):
    """A line of the table of the house."""

    name: str
    person: str | None  # null: bots
    level: str | None
    rating: RatingFacts


class HouseRatings(Struct):
    """The table of the house, the strongest first."""

    game: str
    players: list[RatedPlayer]
