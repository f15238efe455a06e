"""Views: descriptions of a table as one seat sees it, without any rules of the game.

A view is made only from a state in which `hide` has wiped what the seat may not know. The page and the terminal draw
the view and send back an action's number; they know no rules.
"""

from msgspec import Struct
from msgspec.structs import replace

from parlour.game.texts import Text


class Seat(Struct, frozen=True):
    """A player's seat at the table."""

    seat: int  # number of the seat, from 0
    cards: int  # number of cards in the hand
    hand: tuple[str, ...] = ()  # the cards in the hand that the viewer knows
    score: int = 0  # points or lives so far
    bid: Text | None = None  # the bid or promise, such as "3 ★", "75" or "pass"
    bid_cards: tuple[str, ...] = ()  # cards shown with the bid
    chosen: bool = False  # whether the seat has made its secret choice
    promised: int | None = None  # number of tricks promised, in games with promises
    tricks: int | None = None  # number of tricks won this round, in games with tricks
    team: int | None = None  # number of the seat's team, in team games
    badges: tuple[str, ...] = ()  # badges that the game declares, or COMMON_BADGES: dealer, leader, out
    bid_mark: str = ""  # sign written after the bid on a paper score sheet, such as *
    refused_cards: tuple[str, ...] = ()  # face-up cards of refused bids, which promise nothing


def with_hand(seats: tuple[Seat, ...], seat: int, hand: tuple[str, ...]) -> tuple[Seat, ...]:
    """Copy a list of seats that was made for everybody, and show the hand of one seat in the copy."""
    return (*seats[:seat], replace(seats[seat], hand=hand), *seats[seat + 1 :])


class Play(Struct, frozen=True):
    """A card on the table and who played it."""

    seat: int
    card: str


class Trick(Struct, frozen=True):
    """A finished trick that stays on the table."""

    plays: tuple[Play, ...]  # cards in the order of play
    winner: int | None  # the seat that won the trick; None if nobody did


class Pile(Struct, frozen=True):
    """A pile: cards on the table that are neither a hand nor a trick."""

    name: Text  # label beside the pile, such as Stock
    cards: int  # number of cards in the pile
    open: tuple[str, ...] = ()  # the pile's cards that lie face up or that the viewer knows
    owner: int | None = None  # the seat that the pile lies in front of; None for the middle of the table
    spread: bool = False  # whether face-down cards lie side by side, so that one can be chosen
    face_down: bool = False  # whether the cards in `open` lie face down, though the viewer knows them


class Marker(Struct, frozen=True):
    """A suit that matters, such as trump or the suit led."""

    name: Text  # label beside the marker, such as Trump
    suit: str  # letter of the suit, such as S; empty while nobody knows the suit
    pile: int = 0  # number of cards that show the suit; 0 if only a sign shows it
    card: str | None = None  # the top card, such as KS; a suit alone: S; no suit: ""; a card back: None


class Choice(Struct, frozen=True):
    """How the rules chose a trick's last card for a seat without a player, so that people can check it."""

    seat: int
    cards: tuple[str, ...]  # the face-up cards that the rules chose from
    reason: Text  # sentence that says which card is played, and why


class Centre(Struct, frozen=True):
    """What lies in the middle of the table."""

    trick: tuple[Play, ...] = ()  # cards of the current trick, in the order of play
    winning: int | None = None  # the seat that is winning the current trick
    last_trick: tuple[Play, ...] = ()  # cards of the previous trick, in the order of play
    last_winner: int | None = None  # the seat that won the previous trick
    piles: tuple[Pile, ...] = ()  # piles in the middle or in front of seats
    markers: tuple[Marker, ...] = ()  # markers of suits that matter, such as trump
    tricks: tuple[Trick, ...] | None = None  # finished tricks of the round, if they stay on the table
    choice: Choice | None = None  # how the rules chose the last card of `last_trick`, if they did


class Share(Struct, frozen=True):
    """A line that explains part of a gain: a name and a value."""

    name: Text  # name of the part, the same in all cells of a row, such as Tricks
    value: Text  # value of the part, such as 75, or: 120, made


class Cell(Struct, frozen=True):
    """The entry of one player or team in a row of the score sheet."""

    gain: int  # points gained in the round
    total: int  # points after the round
    bid: int | None = None  # the bid, or the number of tricks promised
    won: int | None = None  # number of tricks won, in games with promises
    shares: tuple[Share, ...] = ()  # lines that explain the gain
    bid_mark: str = ""  # sign written after the bid on a paper score sheet, such as *


class SheetRow(Struct, frozen=True):
    """The row of the score sheet for the last finished round."""

    round: int  # number of the round, from 1
    cells: tuple[Cell, ...]  # one cell for each seat, or for each team
    notes: tuple[Text, ...] = ()  # remarks about the round
    explanation: Text | None = None  # explains the notes to beginners


class Action(Struct, frozen=True):
    """An action that the viewer can choose by a button, by clicking a card, or by clicking two cards (a swap)."""

    id: int  # number of the action, which page and terminal send back
    name: str  # name of the action in records, such as bet 3S
    label: Text  # text on the button, or text that screen readers read for the card
    cards: tuple[str, ...] = ()  # cards to click; if empty, the action has a button


class Selection(Struct, frozen=True):
    """Several cards that the viewer picks and then confirms together. Each pick is an action."""

    count: int  # number of cards still to be picked
    actions: tuple[Action, ...]  # an action for each card that can be picked, in the order to send them
    label: Text  # text on the confirm button, such as "Pass three cards to {who}"
    chosen: tuple[str, ...] = ()  # cards picked so far


class Refused(Struct, frozen=True):
    """A card in the hand that can't be played now, and why."""

    card: str
    reason: Text


MOMENTS = ("reveal", "success", "failure", "surprise", "result")  # kinds of moments; the screen pauses before a reveal


class Mark(Struct, frozen=True):
    """A word that is shown at one seat during a moment."""

    seat: int
    text: Text  # a few words, such as 27 points
    tone: str = ""  # whether the news is good or bad; may be empty


class Moment(Struct, frozen=True):
    """An event that deserves a pause: hands are revealed, a promise is kept, a rare card appears."""

    kind: str  # kind of moment, one of MOMENTS
    word: Text  # a word or two to show in large type, such as 31!
    text: Text  # sentence that says what happened
    marks: tuple[Mark, ...] = ()  # words to show at the seats involved
    cards: tuple[str, ...] = ()  # the cards involved, wherever they lie


class View(Struct, frozen=True):
    """The whole table, as one seat (-1: a spectator) sees it."""

    game: str
    seat: int
    phase: str
    section: str  # heading of the rules page's section on this phase
    round: int  # number of the current round, counted from 1
    prompt: Text
    to_act: tuple[int, ...]
    seats: tuple[Seat, ...]
    centre: Centre
    sheet: SheetRow | None  # score sheet row of the last round; None before the first round is over
    actions: tuple[Action, ...] = ()
    refused: tuple[Refused, ...] = ()
    over: bool = False
    winners: tuple[int, ...] = ()
    selection: Selection | None = None  # replaces `actions` on screen when several cards are chosen together
    moments: tuple[Moment, ...] = ()  # recent events; the screen pauses for events that the previous view didn't have
