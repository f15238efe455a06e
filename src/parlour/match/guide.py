"""A guided first hand: a fixed deal, scripted moves for every bot, and sentences that lead the player through it.

A game can have a guide as data: `guide.json` in its folder or, for a game in one file, `NAME.guide.json` beside that
file. docs/add-a-game.md describes the format. A guide contains no rules: every move in it is an ordinary move of the
match, checked as always.
"""

import re
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from parlour.engine.values import ValueReader
from parlour.errors import ParlourError
from parlour.game.game import Event, Game
from parlour.game.options import complete
from parlour.game.texts import Card, Text, Who
from parlour.match.match import Match

GAP = re.compile(r"\{(\w+)\}")
SEAT = re.compile(r"seat([0-9]+)")
PLACES = ("hand", "own", "prompt", "actions", "trick", "markers", "middle")  # what a step can point at
NAMED_PLACES = ("card", "action", "seat", "pile")  # the same with a name: card:7H, action:pass, seat:1, pile:Deck
LEARNER = 0  # the player's seat


class PlannedStep(Struct, frozen=True, forbid_unknown_fields=True):
    """A step of a guide: a sentence, what it is about, and the move that it asks for, if any."""

    say: str
    at: str = ""  # what the sentence is about: hand, card:7H, seat:1 …; empty: the table as a whole
    do: tuple[str, ...] = ()  # the names of the accepted moves; none: there is only a sentence to read
    otherwise: str = ""  # shown if the player tries another legal move
    then: str = ""  # shown after the move, while the others play


class Guide(Struct, frozen=True, forbid_unknown_fields=True):
    """A guided hand of a game."""

    key: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]  # the key of the match, which fixes the deal
    players: int
    steps: tuple[PlannedStep, ...]
    others: dict[int, tuple[str, ...]]  # the moves of each bot by seat, by name and in order
    options: dict[str, int | str] = {}
    cards: dict[str, str] = {}  # gap names for cards whose own name can't be one: star for 3*

    @property
    def moves(self) -> tuple[PlannedStep, ...]:
        """The steps that ask for a move."""
        return tuple(step for step in self.steps if step.do)

    def move_of(self, seat: int, events: Sequence[Event]) -> str | None:
        """Find a bot's next move, given the events so far; None if it has no more moves."""
        part = self.others.get(seat, ())
        done = sum(event.get("seat") == seat and "do" in event for event in events)
        return part[done] if done < len(part) else None

    def match(self, game: Game) -> Match:
        """Make the match of the guide, before its first event."""
        return Match(game, self.players, self.options, key=bytes.fromhex(self.key))


GUIDES: ValueReader[Guide] = ValueReader(Guide)


@cache
def guide_of(game: Game) -> Guide | None:
    """Read the guide of a game; None if it has none."""
    path = guide_file(game)
    if path is None or not path.is_file():
        return None
    try:
        guide = GUIDES.decode(path.read_bytes())
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise ParlourError(f"the guide {str(path)!r} cannot be read: {error}") from None
    game.checked_players(guide.players)
    complete(game.options, guide.options)
    return guide


def guide_file(game: Game) -> Path | None:
    """Return where the guide of a game would be; None for a game that was made without a file."""
    home = sys.modules.get(game.module)
    if home is None or home.__file__ is None:
        return None
    file = Path(home.__file__)
    return file.parent / "guide.json" if hasattr(home, "__path__") else file.with_suffix(".guide.json")


def guided(game: Game, key: bytes) -> Guide | None:
    """Find the guide of a match by the match's key, which no other match has."""
    guide = guide_of(game)
    return guide if guide is not None and bytes.fromhex(guide.key) == key else None


def sentence(game: Game, guide: Guide, words: str) -> Text:
    """Make a sentence of a guide; its gaps name cards or suits ({7H}, {S}) and seats ({seat1})."""
    return Text(words, {gap: _gap(game, guide, gap, words) for gap in GAP.findall(words)})


def _gap(game: Game, guide: Guide, gap: str, words: str) -> Card | Who:
    if found := SEAT.fullmatch(gap):
        return Who(int(found[1]))
    card = guide.cards.get(gap, gap)
    if card in game.deck.names or card in game.deck.faces or any(suit.letter == card for suit in game.deck.suits):
        return Card(card)
    raise ParlourError(f"the gap {{{gap}}} in {words!r} is not a card of {game.title}; expected {{7H}} or {{seat1}}")


# --- checking a guide


def play_through(game: Game, guide: Guide, choice: int = 0) -> Iterator[tuple[Match, PlannedStep | None]]:
    """Play the guided hand: yield the match before every step and, with None, at the end of the guide.

    If several moves are accepted, number `choice` is made, or the last one. An error says what does not fit: an illegal
    move, a step that points at nothing, or unused moves of a bot.
    """
    match = guide.match(game)
    match.advance()
    for step in guide.steps:
        _others_play(match, guide)
        _check_step(match, game, guide, step)
        yield match, step
        if step.do:
            _act(match, LEARNER, step.do[min(choice, len(step.do) - 1)])
    _others_play(match, guide)
    left = {seat: guide.move_of(seat, match.events) for seat in guide.others}
    if unused := {seat: move for seat, move in left.items() if move is not None}:
        raise ParlourError(f"the guide of {game.title} ends before {unused} is played")
    yield match, None


def _others_play(match: Match, guide: Guide) -> None:
    """Let the bots make their moves until the player is to act, or until they have no more moves."""
    while not match.over:
        match.advance()
        moves = [(seat, guide.move_of(seat, match.events)) for seat in match.actors if seat != LEARNER]
        known = [(seat, move) for seat, move in moves if move is not None]
        if not known:
            return
        _act(match, *known[0])


def _act(match: Match, seat: int, move: str) -> None:
    try:
        match.act(seat, move)
    except ParlourError as error:
        raise ParlourError(f"{move!r} of seat {seat} does not fit the guide of {match.game.title}: {error}") from None
    match.advance()


def _check_step(match: Match, game: Game, guide: Guide, step: PlannedStep) -> None:
    """Check that a step fits the table: its gaps, what it points at, and its moves."""
    for words in (step.say, step.otherwise, step.then):
        sentence(game, guide, words)
    view = match.view(LEARNER)
    names = [action.name for action in view.actions]
    if missing := [move for move in step.do if move not in names]:
        raise ParlourError(f"the step {step.say!r} asks for {missing[0]!r}; expected one of {', '.join(names)}")
    if step.do and len(names) > len(step.do) and not step.otherwise:
        raise ParlourError(f"the step {step.say!r} lacks `otherwise`, the sentence for another move")
    kind, _, name = step.at.partition(":")
    there = {
        "card": [*view.seats[LEARNER].hand, *(card for pile in view.centre.piles for card in pile.open)],
        "action": names,
        "seat": [str(seat.seat) for seat in view.seats],
        "pile": [pile.name.template for pile in view.centre.piles],
    }
    if step.at and step.at not in PLACES and name not in there.get(kind, []):
        raise ParlourError(f"the step {step.say!r} points at {step.at!r}, which is not on the table")
