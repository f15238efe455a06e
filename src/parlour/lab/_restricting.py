"""A restricted seat in a compiled loop: its bot may not take forbidden actions unless nothing else is legal.

The bot chooses as usual. If its choice is forbidden, it's replaced by the best allowed action: by the rules of thumb if
they can choose from a set, and otherwise by a search among the allowed actions. A bot that searches searches again. A
random choice is replaced by a random choice. So until the first forbidden choice, a restricted match is the same as the
unrestricted match of the same deal.

Whether an action is forbidden follows from its name, which needs Python. The loop remembers the verdict on every key
of an action, and stops when it meets a new key.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from parlour.bots.basic import find_basic, find_choose_from
from parlour.bots.restricted import find_alternative
from parlour.engine.memory import Record
from parlour.engine.rng import Rng, pick
from parlour.engine.rule import hot_piece
from parlour.engine.sets import bit, each, has, lowest, rest
from parlour.game.game import Game, State
from parlour.lab._asking import JUDGES, NO_ANSWER, OUTSIDE, REPLACES, find_asking
from parlour.lab.conditions import Restriction
from parlour.match.transcript import MOST_KEYS
from parlour.match.walk import ALWAYS, STOP

NOBODY = -1
UNKNOWN, ALLOWED, FORBIDDEN = range(3)  # The verdicts on a key.
RESTRICTING = [
    ("restricted", np.int64),  # The restricted seat, or NOBODY.
    ("chosen", np.int64),  # What the restricted seat's bot has chosen, while the loop waits for Python.
    ("allowed", np.int64),  # The allowed actions, once they are judged.
    ("replaced", np.int64),  # How many forbidden choices were replaced,
    ("kept", np.int64),  # and how many were made because nothing else was legal.
]


@cache
def find_restricted(game: Game) -> Callable[[State, int, Any, Rng, Record, Any], int]:
    """Make the rule that chooses for any seat, and replaces forbidden choices of the restricted seat."""
    legal, choose_or_ask = game.legal, find_asking(game)
    allowed_of, replace = _find_allowed(game), _find_replacing(game)

    @hot_piece
    def choose_allowed(state: State, seat: int, slips: Any, rng: Rng, at: Record, verdicts: Any) -> int:
        if seat != at.restricted:
            return choose_or_ask(state, seat, slips, rng, at)
        if at.chosen == NO_ANSWER:
            at.chosen = choose_or_ask(state, seat, slips, rng, at)
        if at.chosen == NO_ANSWER:
            return STOP
        action = int(at.chosen)
        if at.allowed == NO_ANSWER:
            at.allowed = allowed_of(state, seat, legal(state, seat), verdicts)
        if at.allowed == NO_ANSWER:
            at.seat, at.why = seat, JUDGES
            return STOP
        if not has(at.allowed, action):
            if at.allowed == 0:
                at.kept += 1
            else:
                action = replace(state, seat, slips[seat], rng, at)
                if action == STOP:
                    return STOP
                at.replaced += 1
        at.chosen, at.allowed = NO_ANSWER, NO_ANSWER
        return action

    return choose_allowed


@cache
def _find_allowed(game: Game) -> Callable[[State, int, int, Any], int]:
    key_of = game.action_key

    @hot_piece
    def unknown(state: State, seat: int, left: int, verdicts: Any) -> int:
        return NO_ANSWER

    if not game.writes_quickly:
        return unknown

    @hot_piece
    def allowed_of(state: State, seat: int, left: int, verdicts: Any) -> int:
        """Find the allowed actions; NO_ANSWER if the verdict on one of them is unknown."""
        allowed = 0
        while left != 0:
            action = lowest(left)
            key = key_of(state, seat, action)
            verdict = verdicts[key] if 0 <= key < MOST_KEYS else UNKNOWN
            if verdict == UNKNOWN:
                return NO_ANSWER
            allowed |= bit(action) if verdict == ALLOWED else 0
            left = rest(left)
        return allowed

    return allowed_of


@cache
def _find_replacing(game: Game) -> Callable[[State, int, int, Rng, Record], int]:
    """Make the rule that replaces a forbidden choice, or stops the loop if that needs a search."""
    choose_from, usual = find_choose_from(game), find_basic(game)

    @hot_piece
    def slipped(state: State, seat: int, slips: int, rng: Rng, at: Record) -> bool:
        return slips == ALWAYS or (slips > ALWAYS and usual(state, seat, rng) != at.chosen)

    @hot_piece
    def search(state: State, seat: int, slips: int, rng: Rng, at: Record) -> int:
        if at.answer == NO_ANSWER:
            if slipped(state, seat, slips, rng, at):
                return pick(rng, at.allowed)
            at.seat, at.why = seat, REPLACES
            return STOP
        action = at.answer
        at.answer = NO_ANSWER
        return int(action)

    if choose_from is None:
        return search

    @hot_piece
    def replace(state: State, seat: int, slips: int, rng: Rng, at: Record) -> int:
        if slips == OUTSIDE:
            return search(state, seat, slips, rng, at)
        if slipped(state, seat, slips, rng, at):
            return pick(rng, at.allowed)
        return choose_from(state, seat, at.allowed, rng)

    return replace


class Judge:
    """Says which actions the restricted seat may take, and finds the best allowed action for it."""

    def __init__(self, game: Game, restriction: Restriction, verdicts: Any, seat: int, bot: str) -> None:
        """Restrict the bot in this seat. Judges of the same restriction share their verdicts."""
        self.game, self.restriction, self.verdicts, self.seat = game, restriction, verdicts, seat
        self.alternative = find_alternative(game, bot)

    def judge(self, at: Record, state: State) -> None:
        """Tell the loop which actions are allowed, and remember the verdicts on all keys."""
        allowed, phase = 0, self.game.phase(state)
        for action in each(int(self.game.legal(state, self.seat))):
            forbidden = self.restriction.forbids(phase, self.game.action_name(state, self.seat, action))
            allowed |= 0 if forbidden else 1 << action
            key = int(self.game.action_key(state, self.seat, action))
            if 0 <= key < MOST_KEYS:
                self.verdicts[key] = FORBIDDEN if forbidden else ALLOWED
        at.allowed = allowed

    def replace(self, at: Record, known: State, rng: Rng) -> None:
        """Tell the loop the best allowed action."""
        at.answer = self.alternative(known, self.seat, int(at.allowed), rng)


def new_verdicts() -> Any:
    """Make memory for the verdicts of a restriction."""
    return np.zeros(MOST_KEYS, np.int8)
