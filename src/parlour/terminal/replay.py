"""A match told in words, whole or step by step, a section for every round."""

from collections.abc import Iterable, Sequence
from typing import Protocol

from rich.rule import Rule
from rich.text import Text as Ink

from parlour.game import SPECTATOR
from parlour.terminal.cards import ACCENT, QUIET
from parlour.terminal.console import Ask, Tell
from parlour.terminal.draw import table
from parlour.terminal.house import House
from parlour.terminal.sheet import Sheet, celebration
from parlour.texts import Text, say
from parlour.view import View

UNFINISHED = "The record ends here; the match is not over."


class Watched(Protocol):
    """What a reader needs of a match."""

    def view(self, seat: int) -> View:
        """The table as the seat sees it."""


class Step(Protocol):
    """One event of a record: what is told of it, and the match as it stands then."""

    @property
    def story(self) -> Sequence[Text]:
        """The sentences."""

    @property
    def match(self) -> Watched:
        """The match after the event."""


def tell_match(steps: Iterable[Step], house: House, tell: Tell, ask: Ask | None = None) -> bool:
    """Tell the match; with `ask`, Enter shows the next step. False if the reader stopped before the end."""
    reading = Reading(house, tell, ask)
    return all(reading.step(step) for step in steps) and reading.end()


class Reading:
    """A reader's place in a match."""

    def __init__(self, house: House, tell: Tell, ask: Ask | None) -> None:
        self.house, self.tell, self.ask = house, tell, ask
        self.sheet, self.round = Sheet(), -1
        self.view: View | None = None

    def step(self, step: Step) -> bool:
        """Tell one step; whether the reader goes on."""
        view = self.view = step.match.view(SPECTATOR)
        if view.round != self.round:
            self.round = view.round
            self.tell(Rule(Ink(str(say("Round {round}", round=self.round)), style=ACCENT), style=QUIET, align="left"))
        for text in step.story:
            self.tell(Ink.assemble("  ", self.house.told(text)))
        if self.sheet.note(view) and self.ask is not None:
            self.tell(self.sheet.drawn(view, self.house))
        return self.ask is None or view.over or not step.story or self._goes_on(view, self.ask)

    def _goes_on(self, view: View, ask: Ask) -> bool:
        """Wait for Enter; t shows the table, q stops."""
        try:
            while answer := ask().strip().casefold():
                if answer in ("q", "quit"):
                    return False
                shown = table(view, self.house) if answer == "t" else _help()
                self.tell(shown)
        except (EOFError, KeyboardInterrupt):
            return False
        return True

    def end(self) -> bool:
        """The end of the record."""
        view = self.view
        if view is not None and self.ask is None:
            self.tell(self.sheet.drawn(view, self.house))
        over = view is not None and view.over
        self.tell(celebration(view, self.house) if view and over else Ink(str(say(UNFINISHED))))
        return True


def _help() -> Ink:
    return Ink(str(say("Enter: the next step · t: the table · q: stop")), style=QUIET)
