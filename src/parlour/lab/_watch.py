"""Recording whole matches in a compiled loop that writes a row for every decision and every round.

The loop uses only what every game provides. Details of a round are read later, from a copy of the state at its end.
A bot that isn't compiled, such as one that searches, can also play: see `_asking`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from parlour.bots import find_bot
from parlour.engine.memory import Record, record_type
from parlour.engine.rng import GENERATOR, Rng, below
from parlour.engine.rule import hot_piece, hot_rule, loop
from parlour.engine.sets import count, rest
from parlour.game.game import Game, State
from parlour.lab._asking import ASKING, DONE, NEEDS_ROOM, NO_ANSWER, WEIGHS, Seats, find_asking
from parlour.match.seeds import HASHER, seed_after, seed_of_event, seeded_words, set_key
from parlour.match.walk import NO_END, STOP, Context, walk_for

Rows = npt.NDArray[Any]  # records

FIRST_ROOM = 64  # The initial number of decision rows per match; more are added when needed.
FIRST_ROUND_ROOM = 10
DEALER, PLAYER, WEIGHER = range(3)  # The generators of deals, of the bots, and of the choices to weigh.
MOST_ROUNDS = 30_000  # The number of a round is stored in 16 bits.

DECISION = record_type(
    [
        ("match", np.int32),  # The number of the match in the batch.
        ("round", np.int16),  # Rounds are numbered from 1.
        ("seat", np.int8),  # The seat that decided.
        ("phase", np.int8),  # The index of the phase in the game's list of phases.
        ("action", np.int8),  # The chosen action.
        ("choices", np.int8),  # The number of legal actions.
        ("waiting", np.int8),  # How many seats, including this one, were still deciding at the same time.
    ]
)
ROUND = record_type(
    [
        ("match", np.int32),
        ("round", np.int16),
        ("first", np.int8),  # The seat that decided first; -1 if several seats decide at the same time.
        ("chances", np.int16),  # The number of deals in the round: more than one after a redeal.
        ("decisions", np.int32),
    ]
)
CURSOR = record_type(
    [
        *ASKING,
        ("row", np.int64),  # The index of the next free row for a decision.
        ("round_row", np.int64),  # The index of the next free row for a round.
        ("rounds", np.int64),  # The number of rounds of the match recorded so far.
        ("began", np.int64),  # The row of the round's first decision.
        ("dealt", np.int64),  # The number of deals in the match before this round.
        ("weighed", np.int64),  # On average, one free choice in this many is weighed; 0: none.
        ("looked", np.int64),  # 1 if the draw has decided whether to weigh the current choice, otherwise 0.
    ]
)


@hot_rule
def note_round(state: State, context: Context) -> None:
    """Record the round that has just ended, if one has."""
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
    """Make the function that chooses an action and records it, or stops the loop, for example to get more rows."""
    actors, legal, choose_or_ask = game.actors, game.legal, find_asking(game)

    @hot_piece
    def decide(state: State, seat: int, context: Context) -> int:
        note_round(state, context)
        rows, rounds, _, tools, _, slips, at = context
        if at.row == len(rows) or at.round_row == len(rounds):
            at.why = NEEDS_ROOM
            return STOP
        choices = legal(state, seat)
        if at.weighed > 0 and at.looked == 0:
            at.looked = 1
            if rest(choices) != 0 and below(tools[WEIGHER], at.weighed) == 0:
                at.seat, at.why = seat, WEIGHS
                return STOP
        action = choose_or_ask(state, seat, slips, tools[PLAYER], at)
        if action < 0:
            return STOP
        at.looked = 0
        row = rows[at.row]
        row.match = at.match
        row.round = state.rounds + 1
        row.seat = seat
        row.phase = state.phase
        row.action = action
        row.choices = count(choices)
        row.waiting = count(actors(state))
        at.row += 1
        return int(action)

    return decide


@cache
def watcher(game: Game) -> Callable[..., int]:
    """Make the loop for a game, which plays all matches and returns why it stopped; it's compiled on its first call."""
    deal, decide = game.deal, _decision_for(game)

    @hot_piece
    def chance(state: State, context: Context) -> bool:
        """Deal, and reseed the bots, so that a different choice in one round doesn't affect later rounds."""
        note_round(state, context)
        dealer, player, hasher = context[3][DEALER], context[3][PLAYER], context[4]
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

    final_states: Rows  # The final state of every match.
    round_states: Rows  # The state at the end of every round.
    rounds: Rows
    decisions: Rows


class _Room:
    """Arrays for the rows of a batch, enlarged when they're full."""

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


Weigh = Callable[[State, int, Rng], object]  # Takes a hidden state, the seat that chooses, and a random generator.


def watch(
    game: Game,
    start: State,
    bots: Sequence[str],
    seed: int,
    numbers: range,
    limit: int,
    weigh: tuple[int, Weigh, Rng] | None = None,
) -> Watched:
    """Play the matches with these numbers; the deals depend only on the seed and the match number.

    `weigh` consists of a number, a function and a generator. One free choice in that number, on average, is drawn with
    the generator, and the function is called before the choice is made; this doesn't change the match.
    """
    keys = seeded_words(seed, numbers)
    states, room, cursor = np.full(len(keys), start, game.state), _Room(game, len(keys)), np.zeros(1, CURSOR)
    tools, hashers, at = np.zeros(3, GENERATOR), np.zeros(1, HASHER), cursor[0]
    seats = Seats.of(game, bots, lambda seat: find_bot(game, bots[seat]))
    if weigh is not None:
        at.weighed, tools[WEIGHER] = weigh[0], weigh[2]
    at.answer, slips, run = NO_ANSWER, seats.slips, watcher(game)
    while (
        why := run(states, keys, room.round_states, room.rounds, room.rows, tools, hashers, slips, cursor, limit)
    ) != DONE:
        if why == NEEDS_ROOM:
            room.grow(at)
        elif why == WEIGHS and weigh is not None:
            seat = int(at.seat)
            weigh[1](game.hidden(states[at.match], seat), seat, tools[WEIGHER])
        else:
            seats.answer(at, states[at.match], tools[PLAYER])
    return Watched(states, room.round_states[: at.round_row], room.rounds[: at.round_row], room.rows[: at.row])
