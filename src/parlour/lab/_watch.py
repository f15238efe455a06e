"""Whole matches watched from outside: every decision and every round as a row, in one compiled loop for each game.

The loop knows only the contract. What a round was like is read later, from a copy of the state at its end.
A seat can be played by a bot from outside the loop (one that searches): the loop then stops and asks.
"""

import hashlib
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
from parlour.engine.sets import count, lowest
from parlour.game.game import Game, State
from parlour.match.fair import chance_seed, seeded_key
from parlour.match.walk import actors, apply, choose_or_slip, deal, for_game, legal, over

Rows = npt.NDArray[Any]  # records
Words = npt.NDArray[np.uint64]

SEEDS = 12  # chance events for which seeds are made at once
FIRST_ROOM = 64  # rows of a match that there is room for at first; more is made when it is needed
FIRST_ROUND_ROOM = 10
OUTSIDE = -1  # in the place of how often a bot slips: it is asked from outside the loop
NO_ANSWER = -1
DONE, NEEDS_SEEDS, NEEDS_ROOM, ASKS = range(4)  # why the loop has stopped
MOST_ROUNDS = 30_000  # rounds are written in 16 bits

DECISION = record_type(
    [
        ("match", np.int32),  # number of the match in the batch
        ("round", np.int16),  # from 1
        ("seat", np.int8),  # that decided
        ("phase", np.int8),  # the game's number of the phase
        ("action", np.int8),  # what was chosen
        ("choices", np.int8),  # how many legal actions there were
        ("waiting", np.int8),  # how many seats were still to decide at the same time, this one included
    ]
)
ROUND = record_type(
    [
        ("match", np.int32),
        ("round", np.int16),
        ("first", np.int8),  # the seat that decided first; -1 if several decide at the same time
        ("chances", np.int16),  # chance events in it: more than one if it was dealt again
        ("decisions", np.int32),
    ]
)
CURSOR = record_type(
    [
        ("match", np.int64),  # the match being played
        ("chances", np.int64),  # its chance events so far
        ("seeded", np.int64),  # those for which there are seeds
        ("row", np.int64),  # the next row of a decision
        ("round_row", np.int64),  # the next row of a round
        ("began", np.int64),  # the first row of a decision of this round
        ("dealt", np.int64),  # chance events before this round
        ("seat", np.int64),  # that is asked
        ("answer", np.int64),  # what was answered
    ]
)


def _watch(  # noqa: C901 (one loop, compiled as a whole)
    states: Any, round_states: Any, rounds: Any, rows: Any, table: Any, seeds: Any, slips: Any, cursor: Any, limit: int
) -> int:
    """Play every match to its end, or to the limit of rounds; says why it stopped."""
    at, dealer, player = cursor[0], table[0], table[1]
    while at.match < len(states):
        state = states[at.match]
        while state.rounds < limit:
            seats = actors(state)
            if seats == 0:
                if over(state):
                    break
                if at.chances == at.seeded:
                    return NEEDS_SEEDS
                place = at.chances % seeds.shape[1]
                for word in range(4):  # the bots are seeded anew too: a change in one round does not affect the next
                    dealer.words[word] = seeds[at.match, place, word]
                    player.words[word] = seeds[at.match, place, word + 4]
                at.chances += 1
                deal(state, dealer)
            else:
                if at.row == len(rows) or at.round_row == len(rounds):
                    return NEEDS_ROOM
                seat = lowest(seats)
                if slips[seat] == OUTSIDE:
                    if at.answer == NO_ANSWER:
                        at.seat = seat
                        return ASKS
                    action = at.answer
                    at.answer = NO_ANSWER
                else:
                    action = choose_or_slip(state, seat, slips[seat], player)
                row = rows[at.row]
                row.match = at.match
                row.round = state.rounds + 1
                row.seat = seat
                row.phase = state.phase
                row.action = action
                row.choices = count(legal(state, seat))
                row.waiting = count(seats)
                at.row += 1
                before = state.rounds
                apply(state, seat, action)
                if state.rounds > before:
                    line = rounds[at.round_row]
                    line.match = at.match
                    line.round = state.rounds
                    line.first = rows[at.began].seat if rows[at.began].waiting == 1 else -1
                    line.chances = at.chances - at.dealt
                    line.decisions = at.row - at.began
                    round_states[at.round_row] = state
                    at.round_row += 1
                    at.began = at.row
                    at.dealt = at.chances
        at.match += 1
        at.chances = 0
        at.dealt = 0
        at.seeded = seeds.shape[1]
        at.began = at.row
    return DONE


@cache
def watcher(game: Game) -> Callable[..., int]:
    """The loop for a game, compiled on its first call."""
    return for_game(game, _watch, choose_or_slip=find_compiled(game))


@dataclass(frozen=True)
class Watched:
    """What happened in a batch of matches."""

    final_states: Rows  # the state of every match at its end
    round_states: Rows  # the state at the end of every round
    rounds: Rows
    decisions: Rows


class _Room:
    """The rows of a batch: made larger when they are full."""

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
    """Play the matches of these numbers: the deals depend on the seed and the number alone.

    `asked`: players for some seats, instead of the bots named.
    """
    keys = [seeded_key(seed, number) for number in numbers]
    states, room, cursor = np.full(len(keys), start, game.state), _Room(game, len(keys)), np.zeros(1, CURSOR)
    table, at = np.zeros(2, GENERATOR), cursor[0]
    inside = compiled_bots(game)
    outside = {seat: find_bot(game, name) for seat, name in enumerate(bots) if name not in inside} | dict(asked or {})
    slips = np.array([OUTSIDE if seat in outside else SLIPS[name] for seat, name in enumerate(bots)], np.int64)
    seeds = _seeds(keys, 0)
    at.seeded, at.answer, run = SEEDS, NO_ANSWER, watcher(game)
    while (why := run(states, room.round_states, room.rounds, room.rows, table, seeds, slips, cursor, limit)) != DONE:
        if why == NEEDS_SEEDS:
            seeds[at.match] = _seeds([keys[at.match]], int(at.seeded))[0]
            at.seeded += SEEDS
        elif why == NEEDS_ROOM:
            room.grow(at)
        else:
            at.answer = _ask(game, outside[int(at.seat)], states[at.match], int(at.seat), table[1])
    return Watched(states, room.round_states[: at.round_row], room.rounds[: at.round_row], room.rows[: at.row])


def _ask(game: Game, bot: Bot, state: State, seat: int, rng: Record) -> int:
    return int(bot(game.hidden(state, seat), seat, rng))


def _seeds(keys: list[bytes], first: int) -> Words:
    """For the next chance events of every match: the seed of the deal, as at any table, and one for the bots."""
    dealt = [chance_seed(key, number) for key in keys for number in range(first, first + SEEDS)]
    data = b"".join(seed + hashlib.sha256(b"bots" + seed).digest() for seed in dealt)
    return np.frombuffer(data, dtype="<u8").reshape(len(keys), SEEDS, 8).copy()
