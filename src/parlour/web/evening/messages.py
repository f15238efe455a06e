"""The messages about duplicate evenings: opening and joining, the ranking, and everybody's results on a board."""

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from parlour.club.evening import MOST_BOARDS, MOST_PLACES
from parlour.web.wire.values import Commitment, Name, OptionValue, RevealedSalt, Token

EveningState = Literal["waiting", "revealing", "running", "over"]
LEAST_SECONDS, MOST_SECONDS, USUAL_SECONDS = 60, 7200, 900  # limits and default of a round's time
USUAL_BOARDS = 6
Boards = Annotated[int, Meta(ge=1, le=MOST_BOARDS, description="The number of boards, one for each round.")]
Seconds = Annotated[int, Meta(ge=LEAST_SECONDS, le=MOST_SECONDS, description="For a round; then bots play the rest.")]
Place = Annotated[int, Meta(ge=0, lt=MOST_PLACES, description="Places 0 and 1 are the first pair, and so on.")]


# --- requests


class NewEvening(Struct, forbid_unknown_fields=True):
    """A request to open an evening."""

    game: str
    name: Name
    players: int | None = None  # players at each table
    options: Annotated[dict[str, OptionValue], Meta(max_length=40)] = field(default_factory=dict)
    boards: Boards = USUAL_BOARDS
    seconds: Seconds = USUAL_SECONDS


class JoinEvening(Struct, forbid_unknown_fields=True):
    """A request to join an evening or to come back to it. Without a `place`, the server draws a place.

    `token` is for the person's seats in all rounds.
    """

    name: Name
    token: Token | None = None
    salt_commitment: Commitment | None = None
    place: Place | None = None


class RevealForEvening(Struct, forbid_unknown_fields=True):
    """The salt to which the client is committed."""

    salt: RevealedSalt


# --- answers


class EveningOpened(Struct):
    """A new evening; everybody who wants to take part opens its address, /evening/EVENING."""

    evening: str


class EveningSeat(Struct):
    """Your entry. The token is for your seats at all tables of the evening, and replaces earlier tokens."""

    evening: str
    entry: int
    token: str


class EveningEntry(Struct):
    """A person who has joined the evening, or a bot."""

    entry: int
    name: str
    bot: bool
    person: str | None
    place: int | None  # null if the place will be drawn when the evening starts
    unit: int | None  # the number of the pair or single player, from 0; null before the evening starts
    away: bool  # whether a bot plays for the person
    salt_commitment: str | None
    salt_revealed: bool
    salt: str | None  # null until the evening is over


class NextTable(Struct):
    """Your table and seat in the current round."""

    board: int
    table: str
    seat: int
    over: bool  # true if your table has finished but other tables are still playing


class BoardLine(Struct):
    """The result of a pair or a single player on a board."""

    unit: int
    side: int  # players on the same side of different tables held the same cards
    seats: list[int]
    table: str | None  # the table whose replay is at /replay/TABLE; null if it was deleted
    table_number: int
    score: int | None  # null if the board was not finished
    match_points: int
    most: int


class ClosedBoard(Struct):
    """A board that is closed at all tables, with everybody's results."""

    board: int
    key: str
    lines: list[BoardLine]


class RankingLine(Struct):
    """The line of a pair or a single player in the ranking, which covers all closed boards but no bots."""

    unit: int
    entries: list[int]
    place: int  # the rank by match points
    points_place: int
    points: int
    match_points: int
    most: int


class EveningView(Struct):
    """An evening as a person sees it, without anything about the current board."""

    evening: str
    game: str
    title: str
    players: int
    options: dict[str, int | str]  # all options of the boards, including default values
    size: int  # 2 if people play in pairs, otherwise 1
    boards: int
    seconds: int
    state: EveningState
    round: int  # the number of the current board
    ends: float | None  # when the round's time is up, in seconds since 1970
    unfinished: int  # tables at which this board is still being played
    commitment: str  # the SHA-256 of the evening's key
    key: str | None  # null until the evening is over
    host: bool  # whether you may start the evening
    own: int | None  # the number of your entry
    next: NextTable | None
    entries: list[EveningEntry]
    closed: list[ClosedBoard]
    ranking: list[RankingLine]
