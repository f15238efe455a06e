"""Run a match between one person and bots; the caller passes in functions for input and output."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text as Ink

from parlour.errors import ParlourError
from parlour.game.game import State
from parlour.game.texts import Refusal, Text, say, sentence_of, written
from parlour.game.view import Action, View
from parlour.match.log import SCREEN_LINES, Log, now_of
from parlour.match.match import Match
from parlour.terminal._answers import command, example, meant, why_not
from parlour.terminal._cards import ACCENT, QUIET, inked, short
from parlour.terminal._draw import last_trick, open_piles, table
from parlour.terminal._house import TableWords
from parlour.terminal._seats import MOST_IN_LINE
from parlour.terminal._selection import how, picks
from parlour.terminal._sheet import Sheet, celebration, standing
from parlour.terminal.console import Ask, Pause, Tell
from parlour.terminal.rules import rules_at, rules_of
from parlour.terminal.words import said, spoken

Bot = Callable[[State, int, Any], int]  # Chooses an action, given a hidden state, the seat and a random generator.
Hint = Callable[[State, int], Text]  # Gives advice in a sentence, from a hidden state and the seat.


class Left(Exception):  # noqa: N818 - nothing went wrong
    """Raised when the person leaves the table."""


def play(
    match: Match,
    seat: int,
    bots: Mapping[int, Bot],
    ask: Ask,
    tell: Tell,
    rng: Any,
    *,
    pause: Pause = lambda: None,
    hint: Hint | None = None,
    between: Callable[[], None] = lambda: None,
    rest: bool = False,
    width: int = 80,
    ending: Callable[[], RenderableType] | None = None,
) -> bool:
    """Play the match; call `between` whenever no rule is running. Return False if the person leaves early.

    `ending` replaces the list of winners when the match is over.
    """
    return Sitting(match, seat, bots, ask, tell, rng, pause, hint, between, rest, width, ending).play()


@dataclass
class Sitting:
    """A match that one person plays."""

    match: Match
    seat: int
    bots: Mapping[int, Bot]
    ask: Ask
    tell: Tell
    rng: Any
    pause: Pause
    hint: Hint | None
    between: Callable[[], None]
    rest: bool  # Whether to wait for Enter after each round.
    width: int
    ending: Callable[[], RenderableType] | None = None
    sheet: Sheet = field(default_factory=Sheet)
    log: Log[list[Text]] = field(default_factory=Log)

    def play(self) -> bool:
        """Play the whole match."""
        try:
            self._chance()
            while not self.match.over:
                self._turn()
        except EOFError:
            self._leave(say("The input has ended, so the match ends here."))
            return False
        except (Left, KeyboardInterrupt):
            self.tell(Ink())  # Ends the line on which the terminal has shown ^C.
            self._leave(say("You leave the table."))
            return False
        self.tell(self.ending() if self.ending else celebration(self.view, self.house))
        return True

    @property
    def view(self) -> View:
        """Return the person's view of the table."""
        return self.match.view(self.seat)

    @property
    def house(self) -> TableWords:
        """Return the names and words for this match."""
        return TableWords.of(self.match.game, self.match.names, self.width)

    # --- turns

    def _turn(self) -> None:
        """Let one seat act; if several seats may act, the person goes first."""
        self.between()
        actors = self.match.actors
        if self.seat in actors:
            self._persons_turn()
        else:
            self._bots_turn(actors[0])
        if self.sheet.note(self.view):
            self._round_over()
        self._chance()

    def _chance(self) -> None:
        """Resolve the pending chance event, if there is one."""
        if self.match.chance_pending:
            self._tell_story(self.match.advance())

    def _bots_turn(self, seat: int) -> None:
        hidden = self.match.game.hidden(self.match.state, seat)
        self.pause()
        self._tell_story(self.match.act(seat, self.bots[seat](hidden, seat, self.rng)))

    def _persons_turn(self) -> None:
        """Ask until the person chooses a legal action."""
        view = self.view
        self._show_table(view)
        while not self._answered(view, self.ask()):
            pass

    def _answered(self, view: View, line: str) -> bool:
        """Handle a line; return whether it was an action."""
        asked = command(line)
        if asked is not None:
            self._command(view, *asked)
            return False
        together = picks(view, line)
        if together is not None:
            return self._refused(together) if isinstance(together, Text) else self._pick(view, together)
        action = meant(view, line)
        if action is not None:
            self._act(action)
            return True
        return self._refused(why_not(view, line))

    def _pick(self, view: View, together: Sequence[Action]) -> bool:
        """Make several picks in a row, then show the person once what they have chosen."""
        stories = [self.match.act(self.seat, action.id) for action in together]
        cards = Ink(" ").join(short(card) for action in together for card in action.cards)
        label = self.house.inked(view.selection.label if view.selection else together[0].label)
        self.tell(Ink.assemble(("→ ", ACCENT), label, ": ", cards))
        self._tell_story([text for story in stories for text in story])
        return True

    def _act(self, action: Action) -> None:
        """Perform the action; if the log keeps the chosen cards secret, show them to the person alone."""
        story = self.match.act(self.seat, action.id)
        shown = " ".join(said(text, self.house.seat_names) for text in story)
        if not all(written(card, spoken()) in shown for card in action.cards):
            self.tell(Ink.assemble(("→ ", ACCENT), self.house.inked(action.label)))
        self._tell_story(story)

    def _refused(self, reason: Text | str) -> bool:
        """Explain why the input isn't an action; return True if the game accepted it after all."""
        try:
            if isinstance(reason, str):
                self._tell_story(self.match.act(self.seat, reason))
                return True
            refusal = said(reason, self.house.seat_names)
        except Refusal as error:
            refusal = said(error.text, self.match.names)
        self.tell(Ink.assemble(("✗ ", "bold red"), inked(refusal[:1].upper() + refusal[1:])))
        return False

    def _round_over(self) -> None:
        """Show the score sheet after a round, then wait for Enter."""
        self.tell(Ink())
        self.tell(self.sheet.drawn(self.view, self.house, self._told()))
        if self.rest and not self.match.over:
            self.tell(Ink(said(say("Press Enter for the next round.")), style=QUIET))
            while line := self.ask().strip():
                self._command(self.view, *(command(line) or ("", "")))

    # --- commands

    def _command(self, view: View, name: str, rest: str) -> None:
        """Run a command, such as showing the scores or the rules."""
        if name == "quit":
            raise Left
        answers: dict[str, Callable[[], RenderableType]] = {
            "scores": lambda: self.sheet.drawn(view, self.house, self._told()),
            "log": lambda: self._last(view),
            "hint": lambda: self._hint(),
            "piles": lambda: open_piles(view, self.house),
            "table": lambda: table(view, self.house),
            "rules": lambda: self._rules(view, rest),
            "all rules": lambda: rules_of(view.game),
        }
        self.tell(answers.get(name, self._help)())

    def _rules(self, view: View, section: str) -> RenderableType:
        try:
            return rules_of(view.game, section) if section else rules_at(view.game, view.section)
        except ParlourError as error:
            return Ink(said(sentence_of(error)))

    def _hint(self) -> RenderableType:
        if self.hint is None:
            return Ink(said(say("There are no hints at this table.")))
        self.between()
        return self.house.inked(self.hint(self.match.game.hidden(self.match.state, self.seat), self.seat))

    def _last(self, view: View) -> RenderableType:
        """Show the latest log entries and the last trick."""
        lines = [self._sentence(text) for text in self._told()[-SCREEN_LINES:]]
        if view.centre.last_trick:
            lines.append(last_trick(view.centre, self.house))
        return Group(*lines)

    def _help(self) -> RenderableType:
        """Show what can be typed."""
        view = self.view
        parts = [say("? rules"), say("s scores"), say("l log"), say("t table"), say("q quit")]
        if any(len(pile.open) > MOST_IN_LINE for pile in view.centre.piles):
            parts.insert(3, say("p piles"))
        if self.hint:
            parts.insert(0, say("h hint"))
        if view.actions:
            parts.insert(0, _choice(view))
        return Ink(" · ".join(map(said, parts)), style=QUIET)

    # --- output

    def _show_table(self, view: View) -> None:
        self.tell(Ink())
        self.tell(table(view, self.house))
        self.tell(self._help())

    def _tell_story(self, story: Sequence[Text]) -> None:
        """Show the new log entries and the person's private news."""
        sentences = [*story, *self.match.news(self.seat)]
        self.log.add(sentences, now_of(self.match))
        for text in sentences:
            self.tell(self._sentence(text))

    def _told(self) -> list[Text]:
        """Return the log entries shown so far, without the tricks that players may no longer look at."""
        return [text for sentences in self.log.open for text in sentences]

    def _sentence(self, text: Text) -> Ink:
        return Ink.assemble("  ", self.house.inked(text))

    def _leave(self, why: Text) -> None:
        self.tell(Ink(said(why)))
        self.tell(standing(self.view, self.house))


def _choice(view: View) -> Text:
    """Explain how to choose an action."""
    if view.selection is not None:
        return say("Choose {how}", how=how(view.selection))
    if len(view.actions) == 1:
        return say("Press Enter or type 1")
    name = example(view)
    return say("Type a number or {name}", name=name) if name else say("Type a number")
