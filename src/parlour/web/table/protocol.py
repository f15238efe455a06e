"""The messages between the server and its clients, with the same names in Python, JSON and JavaScript."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from parlour.web.wire.shapes import SheetRow, Text, View
from parlour.web.wire.values import Commitment, Name, OptionValue, Secret, Token

LONGEST_NAME = 24
Level = Literal["easy", "medium", "hard"]
PRINTABLE = r"^[^\u0000-\u001f\u007f]+$"
Id = Annotated[str, Meta(max_length=64, pattern=PRINTABLE, description="Made by the client; a resend is harmless.")]
Code = Annotated[str, Meta(max_length=64)]
Number = Annotated[int, Meta(ge=0, le=2**31 - 1, description="The number of the last event that the client has seen.")]
SeatNumber = Annotated[int, Meta(ge=0, le=15)]
Do = Annotated[str, Meta(max_length=64, description="An action by its name, as in records: bet 3S.")]
Action = Annotated[int, Meta(ge=0, le=62, description="An action by its id in the view.")]
WAIT = "How many seconds the bots wait before they answer, if the action can be taken back."
Wait = Annotated[float, Meta(ge=0, le=10, description=WAIT)]
Part = Literal["storing", "notices", "reports", "opening"]  # the parts of the server's work
Thinking = Literal["preparing", "ready", "missing", "failed"]
Phrase = Literal["hello", "well_played", "thanks", "good_luck", "oops", "hurry", "one_moment", "again"]

PHRASES: dict[str, str] = {
    "hello": "Hello!",
    "good_luck": "Good luck!",
    "well_played": "Well played!",
    "thanks": "Thank you!",
    "oops": "Oops!",
    "one_moment": "One moment, please.",
    "hurry": "Your turn!",
    "again": "Once more?",
}
LEVELS: dict[str, str] = {
    "easy": "For a first evening: steady, with a slip now and then.",
    "medium": "A steady player.",
    "hard": "Looks ahead through many possible deals.",
}


# --- requests over HTTP


class SeatWish(Struct, forbid_unknown_fields=True):
    """Whom the creator of a table wants at a seat: a person, or a bot of some level."""

    kind: Literal["person", "bot"]
    level: Level = "medium"


class NewTable(Struct, forbid_unknown_fields=True):
    """A request to open a table; its creator takes the first seat that is for a person."""

    game: Annotated[str, Meta(max_length=40)]
    name: Name
    players: Annotated[int, Meta(ge=1, le=16)] | None = None
    options: Annotated[dict[str, OptionValue], Meta(max_length=40)] = msgspec.field(default_factory=dict)
    seats: Annotated[list[SeatWish], Meta(max_length=16)] | None = None
    listed: bool = False
    timer: Annotated[float, Meta(ge=5, le=3600)] | None = None
    salt_commitment: Commitment | None = None
    guide: bool = False  # true for a guided first hand, whose deal, seats and options are fixed
    person: Secret | None = None


class Join(Struct, forbid_unknown_fields=True):
    """A request to take a free seat."""

    name: Name
    invite: Code | None = None
    seat: SeatNumber | None = None
    token: Token | None = None
    salt_commitment: Commitment | None = None
    person: Secret | None = None


class Remove(Struct, forbid_unknown_fields=True):
    """A request to replace a person by a bot, which only the person who opened the table may send."""

    seat: SeatNumber


class Analyse(Struct, forbid_unknown_fields=True):
    """A request to weigh a seat's decisions."""

    seat: SeatNumber


class Could(Struct, forbid_unknown_fields=True):
    """A request to let a bot play the same deals again from a seat."""

    seat: SeatNumber
    level: Level = "hard"


# --- answers over HTTP


class HealthProblem(Struct):
    """Something that keeps the server from doing its work."""

    part: Part
    reason: str  # what the server's host should know


class Status(Struct):
    """The server's state. Every game can be played immediately, but its search has to be compiled first."""

    version: str
    games: dict[str, Thinking]  # for each game, whether strong bots, hints and analyses are ready
    progress: float  # the fraction of all games that has been compiled
    server: str  # the server's identity, which changes with every start
    missing: str = ""  # why no game can be compiled, and what that means, in one line; otherwise empty
    problems: list[HealthProblem] = []  # what keeps the server from doing its work; empty if all is well


class Alive(Struct):
    """The server answers requests, whatever the state of its database."""

    live: bool = True


class Readiness(Struct):
    """Whether the server can do its work."""

    ready: bool
    problems: list[HealthProblem]


class LevelFacts(Struct):
    """One of the levels at which bots play."""

    name: str
    about: str


class PhraseFacts(Struct):
    """A quick phrase, which a seat can send to everybody."""

    name: str
    text: str


class PublicSeat(Struct):
    """What everybody may know about a seat."""

    seat: int
    name: str
    kind: Literal["person", "bot"]
    level: str
    taken: bool
    present: bool
    away: bool
    salt_commitment: str | None  # null if the client has no salt
    salt_revealed: bool
    absent: float | None  # seconds since the person left; null for a bot or somebody present
    stand_in: float | None  # seconds until a bot plays for an absent person whom the others wait for
    votes: int  # number of votes for a bot to play for the absent person
    votes_needed: int  # number of votes needed to let a bot play
    person: str | None = None  # the public id, which determines the mark; null for a bot or an unknown person


class PublicTable(Struct):
    """What everybody may know about a table."""

    table: str
    game: str
    title: str
    players: int
    options: dict[str, int | str]
    seats: list[PublicSeat]
    revealing: bool  # true while clients reveal their salts: all seats are taken, commitments are final
    started: bool
    over: bool
    number: int
    commitment: str
    listed: bool
    timer: float | None
    seconds_left: float | None
    rematch: str | None
    other_seats: list[str]  # names of seats that no player takes, such as the Dummy
    guide: bool  # whether this is a guided first hand
    day: str | None  # the date, if the table plays today's deal
    sealed: bool  # true while others can play this deal: no record, replay or analysis yet
    evening: str | None = None  # the duplicate evening, if the table plays one of its boards
    board: int | None = None  # the board's number in the evening


class OpenTable(Struct):
    """A table in the public list."""

    table: str
    game: str
    title: str
    players: int
    seats: list[PublicSeat]
    open_seats: int
    created: float


class Opened(Struct):
    """A new table: its creator's seat with the token, and the invitation for friends."""

    table: str
    seat: int
    token: str
    invite: str


class Seated(Struct):
    """A seat that a person has taken, with its token."""

    seat: int
    token: str


class Again(Struct):
    """The rematch's table, where you have the same seat and token as before."""

    table: str
    seat: int
    token: str


class Proof(Struct):
    """A proof of the record so far: the number of its events, and a seal over them."""

    events: int
    seal: str


class LogEntry(Struct):
    """A line of the log: what everybody reads about an event, and what only this seat reads."""

    number: int
    seat: int | None
    story: list[Text]
    news: list[Text]
    proof: Proof


class Look(Struct):
    """The table as a seat or a spectator sees it."""

    number: int
    view: View | None
    log: list[LogEntry]
    table: PublicTable
    can_undo: bool
    seat: int
    invite: str | None = None
    rows: list[SheetRow] = []  # the score sheet, one row per finished round


class Stored(Struct):
    """The answer that an action is stored as the event of this number; repeating the request gets the same answer."""

    stored: int
    id: str


class WeighedAction(Struct):
    """The search's findings about one action."""

    action: int
    name: str
    label: Text
    value: float
    error: float
    chance: float  # probability of reaching the goal that the hint names
    worlds: int
    behind: float = 0.0  # how much less this action is worth than the best action
    close: bool = True  # whether the difference from the best action may be pure chance


class Hint(Struct):
    """A hint: what a strong player would do."""

    best: int
    actions: list[WeighedAction]
    sentence: Text


class Verified(Struct):
    """The outcome of checking a record from the first card to the result."""

    verified: bool
    checked: list[str]


class ReplayStep(Struct):
    """An event of a finished match, with its story, the news for this seat, and the view after the event."""

    number: int
    event: dict[str, Any]
    story: list[Text]
    news: list[Text]
    view: View


class Replay(Struct):
    """A finished match, seen from a seat or with all hands open."""

    names: list[str]
    seat: int | None
    steps: list[ReplayStep]


class Decision(Struct):
    """One decision of a seat in a finished match, weighed by the search."""

    number: int
    chosen: int
    best: int
    cost: float
    error: float
    actions: list[WeighedAction]


class Analysis(Struct):
    """A seat's decisions, weighed by the search; while `done` is false, repeat the request."""

    seat: int
    done: bool
    progress: float
    decisions: list[Decision]


class CouldHave(Struct):
    """How the same deals turn out if a bot takes this seat (bots play the other seats, too)."""

    seat: int
    level: str
    done: bool
    progress: float
    won: bool | None = None
    winners: list[int] | None = None
    scores: dict[str, list[int]] | None = None
    record: dict[str, Any] | None = None
    others: str = "medium"
