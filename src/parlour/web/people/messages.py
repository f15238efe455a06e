"""The messages about a person: identity without an account, devices, finished matches, ratings."""

from typing import Annotated

from msgspec import Meta, Struct

from parlour.web.wire.shapes import Text

TypedCode = Annotated[str, Meta(min_length=4, max_length=64, description="As it is shown; hyphens do not matter.")]
DeviceId = Annotated[str, Meta(min_length=1, max_length=64)]
Check = Annotated[str, Meta(min_length=1, max_length=16)]


# --- requests


class LinkOwned(Struct, forbid_unknown_fields=True):
    """A new device's question whose code this is; asking it doesn't use the code up."""

    code: TypedCode


class Ask(Struct, forbid_unknown_fields=True):
    """A new device's request to join the person who shows this code."""

    code: TypedCode
    move: bool = False  # whether the device's own person becomes part of the other one, with all matches and devices


class Answer(Struct, forbid_unknown_fields=True):
    """A person's answer to the device that asks to join them; both devices show the letters `check`."""

    check: Check
    accept: bool


class Recover(Struct, forbid_unknown_fields=True):
    """The recovery code that the person once wrote down."""

    code: TypedCode
    move: bool = False  # as in Ask


class RemoveDevice(Struct, forbid_unknown_fields=True):
    """The id of a device that the person wants to remove."""

    device: DeviceId


# --- answers


class Device(Struct):
    """One of a person's devices."""

    id: str
    own: bool  # whether the request comes from this device
    joined: float
    used: float  # when the day began on which the device was last used, in UTC


class Asking(Struct):
    """A device that asks to join a person, and what will happen to the device's own person."""

    check: str  # the letters that both devices show
    move: bool  # whether the device's own person becomes part of this one, with all matches and devices
    person: str | None  # the public id of the device's own person; null if it belongs to nobody
    name: str | None


class LinkOwner(Struct):
    """The person who shows a code."""

    person: str
    name: str


class Me(Struct):
    """The person to whom a device belongs; all fields are empty if the device has never sat at a table here."""

    id: str | None = None  # the person's public id
    name: str | None = None  # the name that the person used last
    devices: list[Device] = []  # the one that joined last comes first
    recovery: bool = False  # whether the person has a recovery code
    asking: Asking | None = None  # a device that asks to join; null if none does


class LinkCode(Struct):
    """A code for another device, and the address that contains it."""

    code: str
    link: str
    seconds: int


class Joining(Struct):
    """Whether the new device has joined the person; until then both devices show the letters `check`."""

    joined: bool
    check: str


class RecoveryCode(Struct):
    """The recovery code to write down, which is shown only once."""

    code: str


class Opponent(Struct):
    """Another player in one of your matches."""

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
    """A page of your matches, latest first; `before` is the value for requesting the next page."""

    matches: list[OwnMatch]
    before: str | None  # the value for requesting the next page; null on the last page


class Point(Struct):
    """One point of a chart, which stands for several consecutive matches."""

    matches: int
    finished: float  # when the last of these matches ended
    value: float | None  # null if there was nothing to count


class LevelValue(Struct):
    """A figure's value for this server's bots of one level."""

    level: str
    value: float


class FigureFacts(Struct):
    """One of the figures that the game declares, such as kept promises, over time."""

    name: str
    text: Text
    share: bool  # whether the figure is a fraction, from 0 to 1
    value: float | None  # the figure over all matches
    points: list[Point]
    levels: list[LevelValue]


class RatingFacts(Struct):
    """A player's strength, which lies between `low` and `high` with a probability of 95 %."""

    rating: float
    low: float
    high: float
    matches: int


class Statistics(Struct):
    """A person's statistics in one game."""

    game: str
    matches: int
    wins: int
    mean_place: float | None
    streak: int  # wins in a row; a negative number counts the matches since the last win
    longest: int  # the longest winning streak ever
    figures: list[FigureFacts]
    rating: RatingFacts | None  # null until a match is rated


class RatedPlayer(Struct):
    """A player's line in the server's ratings."""

    name: str
    person: str | None  # null if this is a level of bots
    level: str | None
    rating: RatingFacts


class HouseRatings(Struct):
    """The server's ratings, with the strongest player first."""

    game: str
    players: list[RatedPlayer]
