"""What a seat sees: a description of a table, not of a game.

A view is made only from a state that went through `hide` for that seat. The page and the terminal draw it and send back
the number of an action; they know no rules.
"""

from msgspec import Struct
from msgspec.structs import replace

from parlour.game.texts import Text


class Seat(Struct, frozen=True):
    """A player's seat at the table."""

    seat: int  # its number, from 0
    cards: int  # how many cards are in the hand
    hand: tuple[str, ...] = ()  # the cards that the viewer knows: in the viewer's hand, all of them
    score: int = 0  # points, or lives
    bid: Text | None = None  # what was promised: "3 ★", "75", "pass"
    bid_cards: tuple[str, ...] = ()  # the cards shown with it
    chosen: bool = False  # whether a secret choice has been made
    promised: int | None = None  # tricks promised, in games with promises
    tricks: int | None = None  # tricks won this round, in games with tricks
    team: int | None = None  # its number, in games of teams
    badges: tuple[str, ...] = ()  # words that the game declares, or COMMON_BADGES: dealer, leader, out
    bid_mark: str = ""  # a sign after the promise, as on paper: *
    refused_cards: tuple[str, ...] = ()  # shown with refused bids: they lie open and promise nothing


def with_hand(seats: tuple[Seat, ...], seat: int, hand: tuple[str, ...]) -> tuple[Seat, ...]:
    """Add the cards in one seat's hand to the seats that everybody sees."""
    return (*seats[:seat], replace(seats[seat], hand=hand), *seats[seat + 1 :])


class Play(Struct, frozen=True):
    """A card on the table and who played it."""

    seat: int
    card: str


class Trick(Struct, frozen=True):
    """A finished trick that stays on the table."""

    plays: tuple[Play, ...]  # in the order of play
    winner: int | None  # who won it; None: a draw


class Pile(Struct, frozen=True):
    """Cards on the table that are neither a hand nor a trick."""

    name: Text  # the label beside it: Stock
    cards: int  # how many there are
    open: tuple[str, ...] = ()  # the cards that lie face up, or that the viewer knows
    owner: int | None = None  # the seat in front of which it lies; None: the middle of the table
    spread: bool = False  # whether face-down cards lie side by side, to choose from
    face_down: bool = False  # whether the cards in `open` lie face down, though the viewer knows them


class Marker(Struct, frozen=True):
    """A suit that matters: trump, exception, lead."""

    name: Text  # the label beside it: Trump
    suit: str  # the letter of the suit: S; empty while nobody knows it
    pile: int = 0  # how many cards lie there to show it; 0: only a sign
    card: str | None = None  # the top card: KS; S if it shows only a suit, "" if it shows nothing; None: a card back


class Choice(Struct, frozen=True):
    """How the rules chose the last card of a trick for a seat without a player, for people to check."""

    seat: int
    cards: tuple[str, ...]  # the cards that lay open, including the chosen one
    reason: Text  # which card is played, and why


class Centre(Struct, frozen=True):
    """The middle of the table."""

    trick: tuple[Play, ...] = ()  # in the order of play
    winning: int | None = None  # the seat that is winning the trick
    last_trick: tuple[Play, ...] = ()  # the trick before, in the order of play
    last_winner: int | None = None  # who won it
    piles: tuple[Pile, ...] = ()  # cards that are neither a hand nor a trick
    markers: tuple[Marker, ...] = ()  # suits that matter
    tricks: tuple[Trick, ...] | None = None  # finished tricks of the round, if they stay on the table
    choice: Choice | None = None  # how the rules chose the last card of `last_trick`, if they did


class Share(Struct, frozen=True):
    """A line that explains part of a gain: a name and a value."""

    name: Text  # the same for all players of a row: Tricks
    value: Text  # 75, or: 120, made


class Cell(Struct, frozen=True):
    """The entry of one player or team in a row of the score sheet."""

    gain: int  # points gained in the round
    total: int  # points after the round
    bid: int | None = None  # what was bid, or how many tricks were promised
    won: int | None = None  # tricks won, in games with promises
    shares: tuple[Share, ...] = ()  # the parts of the gain
    bid_mark: str = ""  # a sign after the bid, as on paper: *


class SheetRow(Struct, frozen=True):
    """A row of the score sheet: the last finished round."""

    round: int  # its number, from 1
    cells: tuple[Cell, ...]  # one for each seat, or for each team
    notes: tuple[Text, ...] = ()  # what happened besides the numbers
    explanation: Text | None = None  # an explanation of the notes for beginners


class Action(Struct, frozen=True):
    """Something the viewer can do: a button, a card to click, or two cards (give, take)."""

    id: int  # the number of the action, which the screen sends back
    name: str  # as in records: bet 3S
    label: Text  # the text on the button, or the text read out for the card
    cards: tuple[str, ...] = ()  # the cards to click; none: a button


class Selection(Struct, frozen=True):
    """Several cards that are chosen together: pick them, change your mind, confirm. Each pick is an action."""

    count: int  # how many picks are still to be made
    actions: tuple[Action, ...]  # one for each card that can be picked, in the order to send them
    label: Text  # the text on the confirm button: "Pass three cards to {who}"
    chosen: tuple[str, ...] = ()  # the cards already picked


class Refused(Struct, frozen=True):
    """A card in the hand that can't be played now, and why."""

    card: str
    reason: Text


MOMENTS = ("reveal", "success", "failure", "surprise", "result")  # the kinds; a screen pauses before a reveal


class Mark(Struct, frozen=True):
    """A word at one seat, for as long as a moment is shown."""

    seat: int
    text: Text  # a few words: 27 points
    tone: str = ""  # good, bad, or empty


class Moment(Struct, frozen=True):
    """Something that has just happened and deserves a pause: hands revealed, a promise kept, a rare card."""

    kind: str  # one of MOMENTS
    word: Text  # a word or two to show in large type: 31!
    text: Text  # what happened, in a sentence
    marks: tuple[Mark, ...] = ()  # words at the seats involved
    cards: tuple[str, ...] = ()  # the cards involved, wherever they lie


class View(Struct, frozen=True):
    """The whole table as one seat (-1: a spectator) sees it."""

    game: str
    seat: int
    phase: str
    section: str  # the heading on the rules page for this phase
    round: int  # the round being played, from 1
    prompt: Text
    to_act: tuple[int, ...]
    seats: tuple[Seat, ...]
    centre: Centre
    sheet: SheetRow | None  # None before the first round is over
    actions: tuple[Action, ...] = ()
    refused: tuple[Refused, ...] = ()
    over: bool = False
    winners: tuple[int, ...] = ()
    selection: Selection | None = None  # the same actions, if several cards are chosen together
    moments: tuple[Moment, ...] = ()  # a screen pauses for those that were not in the previous view
