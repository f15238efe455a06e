"""A guided first hand: a fixed deal, scripted moves for every bot, and sentences that lead the player through it.

A game can have a guide as data: `guide.json` in its folder or, for a game in one file, `NAME.guide.json` beside that
file. docs/add-a-game.md describes the format. A guide contains no rules: every move in a guide is an ordinary move of
the match, checked as always.
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
PLACES = ("hand", "own", "prompt", "actions", "trick", "markers", "middle")  # parts of the table that steps point at
NAMED_PLACES = ("card", "action", "seat", "pile")  # parts with a name, as in card:7H
LEARNER = 0  # the seat of the player who follows the guide


class PlannedStep(Struct, frozen=True, forbid_unknown_fields=True):
    """A step of a guide: a sentence, the part of the table that the sentence is about, and possibly a move to make."""

    say: str
    at: str = ""  # the part of the table that the sentence is about, such as hand or card:7H; if empty, the whole table
    do: tuple[str, ...] = ()  # names of the accepted moves; if empty, the player only reads the sentence
    otherwise: str = ""  # sentence shown if the player tries another legal move
    then: str = ""  # sentence shown after the move, while the bots play


class Guide(Struct, frozen=True, forbid_unknown_fields=True):
    """A guided first hand of a game."""

    key: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]  # key of the match, which fixes the deal
    players: int
    steps: tuple[PlannedStep, ...]
    others: dict[int, tuple[str, ...]]  # for each bot's seat, the names of the bot's moves, in order
    options: dict[str, int | str] = {}
    cards: dict[str, str] = {}  # names of gaps for cards whose own name can't be a gap, such as `star` for 3*

    @property
    def moves(self) -> tuple[PlannedStep, ...]:
        """The steps that ask for a move."""
        return tuple(step for step in self.steps if step.do)

    def move_of(self, seat: int, events: Sequence[Event]) -> str | None:
        """Find a bot's next move, given the events so far; return None if the bot has no more moves."""
        part = self.others.get(seat, ())
        done = sum(event.get("seat") == seat and "do" in event for event in events)
        return part[done] if done < len(part) else None

    def match(self, game: Game) -> Match:
        """Make the guide's match, before the first event."""
        return Match(game, self.players, self.options, key=bytes.fromhex(self.key))


GUIDES: ValueReader[Guide] = ValueReader(Guide)


@cache
def guide_of(game: Game) -> Guide | None:
    """Read a game's guide; return None if the game has no guide."""
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
    """Return the path where a game's guide would be; return None for a game that isn't in a file."""
    home = sys.modules.get(game.module)
    if home is None or home.__file__ is None:
        return None
    file = Path(home.__file__)
    return file.parent / "guide.json" if hasattr(home, "__path__") else file.with_suffix(".guide.json")


def guided(game: Game, key: bytes) -> Guide | None:
    """Find the guide that a match follows; only guided matches have a guide's key."""
    guide = guide_of(game)
    return guide if guide is not None and bytes.fromhex(guide.key) == key else None


def sentence(game: Game, guide: Guide, words: str) -> Text:
    """Make a guide's sentence; gaps name cards or suits ({7H}, {S}) and seats ({seat1})."""
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
    """Play the guided hand: yield the match before every step, with the step; finally, yield the ended match and None.

    If a step accepts several moves, make the move at position `choice`, or the last move if there are fewer. An error
    says what doesn't fit: an illegal move, a step that points at nothing, or unused moves of a bot.
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
    """Let the bots make their moves until it is the player's turn, or until the bots have no more moves."""
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
    """Check that a step's gaps, moves and target exist on the current table."""
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
