"""The messages that describe a game: its options and cards, its rules page, its guided first hand."""

from msgspec import Struct

from parlour.game.cards import Face, Suit
from parlour.game.game import Badge, Scoring
from parlour.web.wire.shapes import Text


class OptionFacts(Struct):
    """An option of a game."""

    name: str
    default: int | str
    meaning: str
    least: int
    most: int
    words: list[str]
    step: int


class DeckFacts(Struct):
    """A game's cards: how the page writes, speaks and draws them."""

    suits: list[Suit]
    faces: dict[str, Face]  # cards without a suit, by name
    ranks: dict[str, str]  # the spoken words for values, such as King for K
    pips: bool  # whether number cards show pips rather than one large number
    pictures: dict[str, str]  # values drawn like another value, such as 0 like Q
    drawings: dict[str, str]  # the game's SVG drawings, by name


class GameFacts(Struct):
    """What the page needs to offer a game and to draw its tables."""

    name: str
    title: str
    pitch: str
    minutes: int
    players: list[int]
    default_players: int
    teams: int
    options: list[OptionFacts]
    emblem: list[str]  # the cards that stand for the game on the first page
    scoring: Scoring
    badges: dict[str, Badge]  # the badges beside players, by their names in the view
    other_seats: list[str]  # names of seats that no player takes, such as the Dummy
    closed_tricks: bool  # whether earlier tricks stay hidden until the round is over
    deck: DeckFacts
    guide: bool  # whether the game offers a guided first hand


class Section(Struct):
    """A section of a rules page; a view refers to it by `name`, its English heading."""

    heading: str
    html: str
    name: str = ""


class Rules(Struct):
    """A game's rules page."""

    title: str
    sections: list[Section]


class GuideStep(Struct):
    """One step of a guided hand."""

    say: Text
    at: str  # what the sentence points at: hand, card:7H, seat:1 …; empty for the whole table
    do: list[str]  # the accepted moves, by name; empty if the player only reads the sentence
    otherwise: Text | None  # shown to players who try another legal move
    then: Text | None  # shown after the move, while the other seats play


class GuideFacts(Struct):
    """A game's guided first hand."""

    game: str
    steps: list[GuideStep]
