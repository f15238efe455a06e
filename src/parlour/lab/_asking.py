"""Compiled loops in which any bot can play: compiled bots choose inside, and the loop stops to ask the others.

A loop keeps the fields of `ASKING` in its cursor. When it stops because of a seat whose bot is outside, `Seats.answer`
asks that bot, and the loop goes on with the answer.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from operator import index
from typing import Any

import numpy as np

from parlour.bots import Bot
from parlour.bots.basic import compiled_bots, find_compiled
from parlour.bots.levels import SLIPS
from parlour.engine.memory import Record
from parlour.engine.rng import Rng
from parlour.engine.rule import hot_piece
from parlour.engine.sets import each
from parlour.errors import ParlourError
from parlour.game.game import Game, State
from parlour.match.walk import STOP, Numbers

OUTSIDE = -1  # Stands in for a bot's slip rate if the bot isn't compiled.
NO_ANSWER = -1
DONE, ASKS, NEEDS_ROOM, WEIGHS, JUDGES, REPLACES = range(6)  # The reasons why a loop stops.
ASKING = [
    ("match", np.int64),  # The number of the match being played.
    ("begun", np.int64),  # 1 if the current match has begun, otherwise 0.
    ("why", np.int64),  # Why the loop stopped.
    ("seat", np.int64),  # The seat whose bot must be asked for an action.
    ("answer", np.int64),  # The action that the asked bot chose.
]


@cache
def find_asking(game: Game) -> Callable[[State, int, Any, Rng, Record], int]:
    """Make the rule that chooses for any seat; it returns STOP if the seat's bot must be asked first."""
    choose_or_slip = find_compiled(game)

    @hot_piece
    def choose_or_ask(state: State, seat: int, slips: Any, rng: Rng, at: Record) -> int:
        if slips[seat] != OUTSIDE:
            return choose_or_slip(state, seat, slips[seat], rng)
        if at.answer == NO_ANSWER:
            at.seat, at.why = seat, ASKS
            return STOP
        action = at.answer
        at.answer = NO_ANSWER
        return int(action)

    return choose_or_ask


@dataclass(frozen=True)
class Seats:
    """The bots of a table: those inside the loop by their slip rates, the others as functions."""

    game: Game
    names: Sequence[str]
    outside: Mapping[int, Bot]
    sees_all: frozenset[int] = frozenset()  # The seats whose bots get the whole state.

    @classmethod
    def of(
        cls, game: Game, names: Sequence[str], find: Callable[[int], Bot], sees_all: frozenset[int] = frozenset()
    ) -> "Seats":
        """Seat bots by their names; `find` makes the bot of a seat that can't play inside the loop."""
        inside = compiled_bots(game)
        return cls(game, names, {seat: find(seat) for seat, name in enumerate(names) if name not in inside}, sees_all)

    @property
    def slips(self) -> Numbers:
        """How often the bot in each seat chooses at random; OUTSIDE for a bot outside the loop."""
        return np.array([OUTSIDE if seat in self.outside else SLIPS[name] for seat, name in enumerate(self.names)])

    def known(self, state: State, seat: int) -> State:
        """Return what a seat's bot knows of the state."""
        return state if seat in self.sees_all else self.game.hidden(state, seat)

    def answer(self, at: Record, state: State, rng: Rng) -> None:
        """Ask the bot that the loop is waiting for; refuse an illegal action, which compiled rules don't notice."""
        seat = int(at.seat)
        action, legal = self.outside[seat](self.known(state, seat), seat, rng), int(self.game.legal(state, seat))
        try:
            at.answer = index(action)
        except (TypeError, OverflowError):  # not a whole number, or a number that no action has
            at.answer = NO_ANSWER
        if at.answer < 0 or not legal >> int(at.answer) & 1:
            raise ParlourError(
                f"the bot {self.names[seat]} in seat {seat} chose action {action!r}; "
                f"expected one of {', '.join(map(str, each(legal)))}"
            )
