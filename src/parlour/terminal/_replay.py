"""Retell a match in words, whole or step by step, with a section for each round."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rich.rule import Rule
from rich.text import Text as Ink

from parlour.game.game import SPECTATOR
from parlour.game.texts import Text, say
from parlour.game.view import View
from parlour.match.match import Match
from parlour.match.record import ReplayStep
from parlour.terminal._cards import ACCENT, QUIET, listed
from parlour.terminal._draw import table
from parlour.terminal._house import TableWords
from parlour.terminal._sheet import Sheet, celebration
from parlour.terminal.console import Ask, Tell
from parlour.terminal.words import said

UNFINISHED = say("The record ends here; the match is not over.")
ENDS = {  # Closing sentences for matches that did not end by the rules.
    "limit": say("The match was cut off by its round limit after round {rounds}; nobody has won."),
    "stopped": say("The match was stopped here; nobody has won."),
    "board": say("The board is over after round {rounds}."),
}


def tell_match(steps: Iterable[ReplayStep], house: TableWords, tell: Tell, ask: Ask | None = None) -> bool:
    """Retell the match, after each step waiting for Enter if `ask` is given. Return False if the reader stops early."""
    reading = Reading(house, tell, ask)
    return all(reading.step(step) for step in steps) and reading.end()


class Reading:
    """A reader's progress through a recorded match."""

    def __init__(self, house: TableWords, tell: Tell, ask: Ask | None) -> None:
        self.house, self.tell, self.ask = house, tell, ask
        self.sheet, self.round = Sheet(), -1
        self.view: View | None = None
        self.match: Match | None = None

    def step(self, step: ReplayStep) -> bool:
        """Show one step; return whether the reader continues."""
        self.match = step.match
        view = self.view = self.match.view(SPECTATOR)
        if view.round != self.round:
            self.round = view.round
            self.tell(Rule(Ink(said(say("Round {round}", round=self.round)), style=ACCENT), style=QUIET, align="left"))
        for text in step.story:
            self.tell(Ink.assemble("  ", self.house.inked(text)))
        for cards in dealt(step.event.get("deal") or {}, self.house):
            self.tell(Ink.assemble("    ", cards))
        if self.sheet.note(view) and self.ask is not None:
            self.tell(self.sheet.drawn(view, self.house))
        return self.ask is None or view.over or not step.story or self._goes_on(view, self.ask)

    def _goes_on(self, view: View, ask: Ask) -> bool:
        """Wait until the reader presses Enter; t shows the table, q stops."""
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
        """Show the end of the record."""
        view = self.view
        if view is not None and self.ask is None:
            self.tell(self.sheet.drawn(view, self.house))
        won = view is not None and self.match is not None and self.match.ended == "rules"
        self.tell(celebration(view, self.house) if view is not None and won else Ink(said(self._ending())))
        return True

    def _ending(self) -> Text:
        """Return the closing sentence for a match that did not end by the rules."""
        if self.match is None or self.match.ended is None:
            return UNFINISHED
        return Text(ENDS[self.match.ended].template, {"rounds": self.match.rounds})


def dealt(deal: Mapping[str, Any], house: TableWords) -> Iterator[Ink]:
    """List the cards of a deal, whatever the game calls its piles: one line per player and per pile."""
    for pile, cards in deal.items():
        if isinstance(cards, Mapping):
            yield from dealt({f"{pile} {name}": part for name, part in cards.items()}, house)
        elif isinstance(cards, list) and any(isinstance(part, list) for part in cards):
            own = "" if pile == "hands" else f" {pile}"
            for seat, hand in enumerate(cards):
                yield Ink.assemble(f"{house.name(seat)}{own}: ", listed(hand) if hand else "–")
        elif isinstance(cards, list):
            yield Ink.assemble(f"{pile}: ", listed(cards))
        elif isinstance(cards, str):
            yield Ink.assemble(f"{pile}: ", listed([cards]))


def _help() -> Ink:
    return Ink(said(say("Enter: the next step · t: the table · q: stop")), style=QUIET)
