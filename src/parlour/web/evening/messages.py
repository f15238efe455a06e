"""The messages about duplicate evenings: opening one, taking part, the ranking, and what others made of a board."""

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from parlour.club.evening import MOST_BOARDS, MOST_PLACES
from parlour.web.wire.values import Commitment, Name, OptionValue, RevealedSalt, Token

EveningState = Literal["waiting", "revealing", "running", "over"]
LEAST_SECONDS, MOST_SECONDS, USUAL_SECONDS = 60, 7200, 900  # for a round
USUAL_BOARDS = 6
Boards = Annotated[int, Meta(ge=1, le=MOST_BOARDS, description="How many boards are played, one in each round.")]
Seconds = Annotated[int, Meta(ge=LEAST_SECONDS, le=MOST_SECONDS, description="For a round; then bots play the rest.")]
Place = Annotated[int, Meta(ge=0, lt=MOST_PLACES, description="Places 0 and 1 are the first pair, and so on.")]


# --- requests


class NewEvening(Struct, forbid_unknown_fields=True):
    """A person opens an evening."""

    game: str
    name: Name
    players: int | None = None  # at a table
    options: Annotated[dict[str, OptionValue], Meta(max_length=40)] = field(default_factory=dict)
    boards: Boards = USUAL_BOARDS
    seconds: Seconds = USUAL_SECONDS


class JoinEvening(Struct, forbid_unknown_fields=True):
    """A person takes part, or comes back; without a place it is drawn. `token` is for all seats of the evening."""

    name: Name
    token: Token | None = None
    salt_commitment: Commitment | None = None
    place: Place | None = None


class RevealForEvening(Struct, forbid_unknown_fields=True):
    """The salt to which the client has committed itself."""

    salt: RevealedSalt


# --- answers


class EveningOpened(Struct):
    """A new evening: /evening/EVENING is the address for everybody who takes part."""

    evening: str


class EveningSeat(Struct):
    """The own entry; the token is that of the own seat at every table of the evening, earlier ones are not valid."""

    evening: str
    entry: int
    token: str


class EveningEntry(Struct):
    """Somebody who takes part, or a bot."""

    entry: int
    name: str
    bot: bool
    person: str | None
    place: int | None  # null: it is drawn when the evening starts
    unit: int | None  # the pair, or the single player, from 0; null before the start
    away: bool  # a bot stands in
    salt_commitment: str | None
    salt_revealed: bool
    salt: str | None  # null until the evening is over


class NextTable(Struct):
    """Where the own seat of this round is."""

    board: int
    table: str
    seat: int
    over: bool  # the own table has finished; others still play


class BoardLine(Struct):
    """What a unit has made of a board."""

    unit: int
    side: int  # the same side at another table held the same cards
    seats: list[int]
    table: str | None  # its replay is at /replay/TABLE; null: deleted
    table_number: int
    score: int | None  # null: no result
    match_points: int
    most: int


class ClosedBoard(Struct):
    """A board that is closed for all."""

    board: int
    key: str
    lines: list[BoardLine]


class RankingLine(Struct):
    """A unit in the ranking, over all boards that are closed."""

    unit: int
    entries: list[int]
    place: int  # by match points
    points_place: int
    points: int
    match_points: int
    most: int


class EveningView(Struct):
    """An evening as a person sees it: nothing about the board that is being played."""

    evening: str
    game: str
    title: str
    players: int
    options: dict[str, int | str]  # every option of the boards
    size: int  # people in a unit: 2 in a game of pairs
    boards: int
    seconds: int
    state: EveningState
    round: int  # the board that is played now
    ends: float | None  # when the time of the round is up, in seconds since 1970
    unfinished: int  # tables at which this board is still played
    commitment: str  # the SHA-256 of the key of the evening
    key: str | None  # null until the evening is over
    host: bool  # whether the asker may start it
    own: int | None  # the own entry
    next: NextTable | None
    entries: list[EveningEntry]
    closed: list[ClosedBoard]
    ranking: list[RankingLine]
