"""Recording whole matches: every decision and every round as a row, in one compiled loop for each game.

The loop knows only the contract of games. What a round was like is read later, from a copy of the state at its end.
A bot outside the loop, such as one that searches, can play a seat: the loop then stops and asks it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from parlour.bots import Bot, find_bot
from parlour.bots.basic import compiled_bots, find_compiled
from parlour.bots.levels import SLIPS
from parlour.engine.memory import Record, record_type
from parlour.engine.rng import GENERATOR
from parlour.engine.rule import hot_piece, hot_rule, loop
from parlour.engine.sets import count
from parlour.game.game import Game, State
from parlour.match.seeds import HASHER, seed_after, seed_of_event, seeded_words, set_key
from parlour.match.walk import NO_END, STOP, Context, walk_for

Rows = npt.NDArray[Any]  # records

FIRST_ROOM = 64  # rows for each match at first; they grow when needed
FIRST_ROUND_ROOM = 10
OUTSIDE = -1  # instead of how often a bot slips: it is outside the loop
NO_ANSWER = -1
DONE, NEEDS_ROOM, ASKS = range(3)  # why the loop has stopped
MOST_ROUNDS = 30_000  # rounds are stored in 16 bits

DECISION = record_type(
    [
        ("match", np.int32),  # the number of the match in the batch
        ("round", np.int16),  # from 1
        ("seat", np.int8),  # the seat that decided
        ("phase", np.int8),  # as the game numbers its phases
        ("action", np.int8),  # the chosen action
        ("choices", np.int8),  # how many legal actions there were
        ("waiting", np.int8),  # how many seats still had to decide at the same time, including this one
    ]
)
ROUND = record_type(
    [
        ("match", np.int32),
        ("round", np.int16),
        ("first", np.int8),  # the seat that decided first; -1 if several decide at the same time
        ("chances", np.int16),  # its chance events: more than one after a redeal
        ("decisions", np.int32),
    ]
)
CURSOR = record_type(
    [
        ("match", np.int64),  # the match being played
        ("begun", np.int64),  # whether it has begun
        ("row", np.int64),  # the next row for a decision
        ("round_row", np.int64),  # the next row for a round
        ("rounds", np.int64),  # rounds of the match noted so far
        ("began", np.int64),  # the row of the first decision of this round
        ("dealt", np.int64),  # chance events before this round
        ("why", np.int64),  # why the loop stopped
        ("seat", np.int64),  # the seat to ask
        ("answer", np.int64),  # its answer
    ]
)


@hot_rule
def note_round(state: State, context: Context) -> None:
    """Note the round that has just ended, if any."""
    rows, rounds, round_states, _, hasher, _, at = context
    if state.rounds > at.rounds:
        line = rounds[at.round_row]
        line.match = at.match
        line.round = state.rounds
        line.first = rows[at.began].seat if rows[at.began].waiting == 1 else -1
        line.chances = hasher.event - at.dealt
        line.decisions = at.row - at.began
        round_states[at.round_row] = state
        at.round_row += 1
        at.rounds, at.began, at.dealt = state.rounds, at.row, hasher.event


def _decision_for(game: Game) -> Callable[[State, int, Context], int]:
    """Make the function that chooses, or stops to ask or to get more room, and notes the decision."""
    actors, legal, choose_or_slip = game.actors, game.legal, find_compiled(game)

    @hot_piece
    def decide(state: State, seat: int, context: Context) -> int:
        note_round(state, context)
        rows, rounds, _, tools, _, slips, at = context
        if at.row == len(rows) or at.round_row == len(rounds):
            at.why = NEEDS_ROOM
            return STOP
        if slips[seat] == OUTSIDE:
            if at.answer == NO_ANSWER:
                at.seat, at.why = seat, ASKS
                return STOP
            action = at.answer
            at.answer = NO_ANSWER
        else:
            action = choose_or_slip(state, seat, slips[seat], tools[1])
        row = rows[at.row]
        row.match = at.match
        row.round = state.rounds + 1
        row.seat = seat
        row.phase = state.phase
        row.action = action
        row.choices = count(legal(state, seat))
        row.waiting = count(actors(state))
        at.row += 1
        return int(action)

    return decide


@cache
def watcher(game: Game) -> Callable[..., int]:
    """Make the loop for a game, compiled on its first call, which plays every match and returns why it stopped."""
    deal, decide = game.deal, _decision_for(game)

    @hot_piece
    def chance(state: State, context: Context) -> bool:
        """Deal, and reseed the bots, so that a change in one round doesn't affect the next."""
        note_round(state, context)
        dealer, player, hasher = context[3][0], context[3][1], context[4]
        seed_of_event(hasher, hasher.event, dealer.words)
        seed_after(hasher, dealer.words, player.words)
        hasher.event += 1
        deal(state, dealer)
        return True

    walk = walk_for(game, chance, decide)

    @loop
    def watch_matches(
        states: Any, keys: Any, round_states: Any, rounds: Any, rows: Any, tools: Any, hashers: Any, slips: Any,
        cursor: Any, limit: int
    ) -> int:  # fmt: skip
        at, hasher = cursor[0], hashers[0]
        context = (rows, rounds, round_states, tools, hasher, slips, at)
        while at.match < len(states):
            state = states[at.match]
            if at.begun == 0:
                set_key(hasher, keys[at.match])
                at.begun, at.rounds, at.dealt, at.began = 1, state.rounds, 0, at.row
            at.why = DONE
            walk(state, context, limit, NO_END)
            if at.why != DONE:
                return int(at.why)
            note_round(state, context)
            at.match += 1
            at.begun = 0
        return DONE

    return watch_matches


@dataclass(frozen=True)
class Watched:
    """Everything that happened in a batch of matches."""

    final_states: Rows  # the state of every match at its end
    round_states: Rows  # the state at the end of every round
    rounds: Rows
    decisions: Rows


class _Room:
    """The rows of a batch, which grow when they are full."""

    def __init__(self, game: Game, matches: int) -> None:
        self.rows = np.zeros(matches * FIRST_ROOM, DECISION)
        self.rounds = np.zeros(matches * FIRST_ROUND_ROOM, ROUND)
        self.round_states = np.zeros(len(self.rounds), game.state)

    def grow(self, cursor: Record) -> None:
        if cursor.row == len(self.rows):
            self.rows = _twice(self.rows)
        if cursor.round_row == len(self.rounds):
            self.rounds, self.round_states = _twice(self.rounds), _twice(self.round_states)


def _twice(rows: Rows) -> Rows:
    return np.concatenate([rows, np.zeros_like(rows)])


def watch(
    game: Game,
    start: State,
    bots: Sequence[str],
    seed: int,
    numbers: range,
    limit: int,
    asked: Mapping[int, Bot] | None = None,
) -> Watched:
    """Play the matches with these numbers; their deals depend on the seed and the number alone.

    `asked`: players for some seats, in place of the named bots.
    """
    keys = seeded_words(seed, numbers)
    states, room, cursor = np.full(len(keys), start, game.state), _Room(game, len(keys)), np.zeros(1, CURSOR)
    tools, hashers, at = np.zeros(2, GENERATOR), np.zeros(1, HASHER), cursor[0]
    inside = compiled_bots(game)
    outside = {seat: find_bot(game, name) for seat, name in enumerate(bots) if name not in inside} | dict(asked or {})
    slips = np.array([OUTSIDE if seat in outside else SLIPS[name] for seat, name in enumerate(bots)], np.int64)
    at.answer, run = NO_ANSWER, watcher(game)
    while (
        why := run(states, keys, room.round_states, room.rounds, room.rows, tools, hashers, slips, cursor, limit)
    ) != DONE:
        if why == NEEDS_ROOM:
            room.grow(at)
        else:
            at.answer = _ask(game, outside[int(at.seat)], states[at.match], int(at.seat), tools[1])
    return Watched(states, room.round_states[: at.round_row], room.rounds[: at.round_row], room.rows[: at.row])


def _ask(game: Game, bot: Bot, state: State, seat: int, rng: Record) -> int:
    return int(bot(game.hidden(state, seat), seat, rng))
