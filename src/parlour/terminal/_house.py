"""Words that a table shows besides the view: the game's title, the seats' names, words for scores and badges."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rich.text import Text as Ink

from parlour.errors import printable
from parlour.game.game import COMMON_BADGES, Badge, Game, Scoring
from parlour.game.texts import Text, say
from parlour.game.view import Seat, View
from parlour.games.rules_page import headings_in
from parlour.terminal._cards import inked_sentence
from parlour.terminal.words import language, said, spoken

PERSON = "Ann"
LONGEST_NAME = 16
BOTS = ("Ben", "Cleo", "Dan", "Eve", "Finn")


def seat_names(players: int, person: str = PERSON, seat: int = 0) -> list[str]:
    """Return a name for every seat: the person's name, and a different name for each bot."""
    person = tidy(person) or PERSON
    free = [name for name in (*BOTS, PERSON) if name.casefold() != person.casefold()]
    names = free[: players - 1]
    names.insert(seat, person)
    return names


def tidy(name: str) -> str:
    """Clean a name for a table: short, without control characters."""
    return "".join(sign for sign in name if sign.isprintable()).strip()[:LONGEST_NAME]


@dataclass(frozen=True)
class TableWords:
    """Words that are needed to draw a table, but aren't part of the view."""

    title: str
    names: tuple[str, ...]
    scoring: Scoring = field(default_factory=Scoring)
    width: int = 80
    other_seats: tuple[str, ...] = ()  # Names of extra seats that no player holds, such as a dealer's.
    badges: Mapping[str, Badge] = field(default_factory=lambda: COMMON_BADGES)
    headings: Mapping[str, str] = field(default_factory=dict)  # Maps English headings of the rules to translations.

    @classmethod
    def of(cls, game: Game, names: Sequence[str], width: int = 80) -> "TableWords":
        """Collect the words for a match; clean the players' names, because names in records may contain anything."""
        cleaned = tuple(map(printable, names))
        badges, headings = {**COMMON_BADGES, **game.badges}, headings_in(game, language())
        return cls(game.title, cleaned, game.scoring, width, game.other_seats, badges, headings)

    def name(self, seat: int) -> str:
        """Return the name of a seat."""
        name = self.seat_names[seat]
        return name[:1].upper() + name[1:]

    @property
    def seat_names(self) -> tuple[str, ...]:
        """Return the names of all seats, for sentences."""
        return (*self.names, *(said(say(name)) for name in self.other_seats))

    def inked(self, text: Text) -> Ink:
        """Format a game's sentence with the players' names."""
        return inked_sentence(text, self.seat_names)

    @property
    def unit(self) -> str:
        """Return the word for scores, such as points or lives."""
        return said(say(self.scoring.many))

    def badge(self, name: str) -> str:
        """Return a badge in words, or its name if the game does not declare it."""
        return said(say(self.badges[name].word if name in self.badges else name))

    def counted(self, score: int) -> str:
        """Return a score with its word: 1 point, 3 lives."""
        return said(self.scoring.counted(score, spoken()))

    def sides(self, view: View, cells: int) -> list[str]:
        """Return the column headings of the score sheet: the players or the teams."""
        if cells == len(self.names):
            return list(self.names)
        return [self.team(view.seats, team) for team in range(cells)]

    def team(self, seats: Sequence[Seat], team: int) -> str:
        """Return the members of a team: Ann & Cleo."""
        return " & ".join(self.name(seat.seat) for seat in seats if seat.team == team)

    def listing(self, names: Sequence[str]) -> str:
        """List names in a sentence: Ann, Ben and Cleo."""
        if len(names) < 2:
            return "".join(names)
        return said(say("{some} and {last}", some=", ".join(names[:-1]), last=names[-1]))
