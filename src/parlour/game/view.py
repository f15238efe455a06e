"""What a table shows to one seat: a description of a table, not of a game.

A view is made from a state that went through `hide` for that seat, and from nothing else. The page and the
terminal draw it and send back the number of an action; they know no rule.
"""

from msgspec import Struct
from msgspec.structs import replace

from parlour.game.texts import Text


class Seat(Struct, frozen=True):
    """One place at the table."""

    seat: int  # its number, from 0
    cards: int  # how many cards are in the hand
    hand: tuple[str, ...] = ()  # those of them that the onlooker knows: all of the own hand
    score: int = 0  # points, or lives
    bid: Text | None = None  # what was promised: "3 ★", "75", "pass"
    bid_cards: tuple[str, ...] = ()  # the cards shown with it
    chosen: bool = False  # a secret choice is made
    promised: int | None = None  # tricks promised, where tricks are promised
    tricks: int | None = None  # tricks won this round, where there are tricks
    team: int | None = None  # its number, in games of teams
    badges: tuple[str, ...] = ()  # words that the game declares, or COMMON_BADGES: dealer, leader, out
    bid_mark: str = ""  # a sign behind what was promised, as on paper: *
    refused_cards: tuple[str, ...] = ()  # shown with bids that were refused: they lie open and promise nothing


def with_hand(seats: tuple[Seat, ...], seat: int, hand: tuple[str, ...]) -> tuple[Seat, ...]:
    """The seats as everybody sees them, with the cards that one of them holds."""
    return (*seats[:seat], replace(seats[seat], hand=hand), *seats[seat + 1 :])


class Play(Struct, frozen=True):
    """A card on the table and who played it."""

    seat: int
    card: str


class Trick(Struct, frozen=True):
    """A finished trick that stays on the table."""

    plays: tuple[Play, ...]  # in the order of play
    winner: int | None  # who took it; None: a draw


class Pile(Struct, frozen=True):
    """Cards on the table that are no hand and no trick."""

    name: Text  # the words beside it: Stock
    cards: int  # how many there are
    open: tuple[str, ...] = ()  # those of them that lie face up, or that the onlooker knows
    owner: int | None = None  # the seat it lies before; None: the middle of the table
    spread: bool = False  # cards face down that lie side by side, to choose among them
    face_down: bool = False  # the cards in `open` lie face down too, but the onlooker knows them


class Marker(Struct, frozen=True):
    """A suit that matters: trump, exception, lead."""

    name: Text  # the words beside it: Trump
    suit: str  # the letter of the suit: S; empty while nobody knows it
    pile: int = 0  # how many cards lie there to show it; none: a sign is enough
    card: str | None = None  # the one face up on top: KS, S with nothing but a suit, or "" with nothing; None: a back


class Choice(Struct, frozen=True):
    """How the rules chose the last card of a trick for a seat that nobody plays: people can check it."""

    seat: int
    cards: tuple[str, ...]  # those that lay open, the chosen one among them
    reason: Text  # the sentence that says which card is played, and why


class Centre(Struct, frozen=True):
    """The middle of the table."""

    trick: tuple[Play, ...] = ()  # in the order of play
    winning: int | None = None  # who would take the trick now
    last_trick: tuple[Play, ...] = ()  # the trick before, in the order of play
    last_winner: int | None = None  # who took it
    piles: tuple[Pile, ...] = ()  # cards that are no hand and no trick
    markers: tuple[Marker, ...] = ()  # suits that matter
    tricks: tuple[Trick, ...] | None = None  # finished tricks of the round, where they stay on the table in a row
    choice: Choice | None = None  # how the last card of `last_trick` was chosen, if nobody chose it


class Share(Struct, frozen=True):
    """One of the lines that explain a gain: a name, and what stands behind it."""

    name: Text  # the same for all players of a row: Tricks
    value: Text  # 75, or: 120, made


class Cell(Struct, frozen=True):
    """What the score sheet says of one player, or team, for one round."""

    gain: int  # what the round has brought
    total: int  # the points after it
    bid: int | None = None  # what was bid, or how many tricks were promised
    won: int | None = None  # tricks won, where tricks are promised
    shares: tuple[Share, ...] = ()  # where the gain comes from, line by line
    bid_mark: str = ""  # a sign behind what was bid, as on paper: *


class SheetRow(Struct, frozen=True):
    """One line of the score sheet: the last finished round."""

    round: int  # its number, from 1
    cells: tuple[Cell, ...]  # one for each seat, or for each team
    notes: tuple[Text, ...] = ()  # what happened beside the numbers
    explanation: Text | None = None  # what a beginner may not understand in the notes


class Action(Struct, frozen=True):
    """Something the onlooker may do: a button, a card to click, or two cards (give, take)."""

    id: int  # the number of the action, which the screen sends back
    name: str  # as in records: bet 3S
    label: Text  # the words on the button, or those read out for the card
    cards: tuple[str, ...] = ()  # the cards to click; none: a button


class Selection(Struct, frozen=True):
    """Several cards that are chosen together: pick them, change your mind, confirm; each pick is an action."""

    count: int  # so many picks are still to be made
    actions: tuple[Action, ...]  # one for each card that can be among them, in the order in which they are sent
    label: Text  # the words on the button that confirms: "Pass three cards to {who}"
    chosen: tuple[str, ...] = ()  # the cards that are picked already


class Refused(Struct, frozen=True):
    """A card in the hand that may not be played now, and why."""

    card: str
    reason: Text


MOMENTS = ("reveal", "success", "failure", "surprise", "result")  # the kinds; a screen waits before a reveal


class Mark(Struct, frozen=True):
    """A word at one seat, for as long as a moment is shown."""

    seat: int
    text: Text  # a few words: 27 points
    tone: str = ""  # good, bad, or neither


class Moment(Struct, frozen=True):
    """What has just happened and is worth a pause: hands turned up, a promise kept, a rare card."""

    kind: str  # one of MOMENTS
    word: Text  # a word or two that can be written large: 31!
    text: Text  # the sentence that says what happened
    marks: tuple[Mark, ...] = ()  # words at the seats that it is about
    cards: tuple[str, ...] = ()  # the cards that it is about, wherever they lie


class View(Struct, frozen=True):
    """The whole table as one seat (-1: a spectator) sees it."""

    game: str
    seat: int
    phase: str
    section: str  # the heading of the rules page for this phase
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
    selection: Selection | None = None  # the same actions as one act, where several cards are chosen together
    moments: tuple[Moment, ...] = ()  # a screen pauses for those that the view before did not have
