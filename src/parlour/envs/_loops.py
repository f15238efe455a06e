"""The loops over many matches, compiled for each game: one action in every match, then the observation of each."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from parlour.engine.memory import record_type
from parlour.engine.rule import PLAIN, loop, piece, rule
from parlour.engine.sets import count, has, lowest
from parlour.envs.encoding import find_encoding
from parlour.envs.writers import WIDE, clear, spread
from parlour.game.game import Game, State
from parlour.match.walk import NO_END, STOP, Context, Rules, find_play_on, find_random, walk_for

RESULT, SCORE = range(2)
RUNNING, TERMINATED, TRUNCATED = range(3)
NOBODY = -1
RESTART = -1  # instead of an action: the match begins anew

PLAN = record_type(
    [
        ("reward", np.int64),  # RESULT or SCORE
        ("sign", np.int64),  # of a point: -1 where the lowest score wins
        ("limit", np.int64),  # an episode ends after so many rounds
        ("whole", np.int64),  # whether that is a truncation: the episode is a match, not a round
        ("most", np.int64),  # an episode is truncated after so many decisions
        ("restart", np.int64),  # whether the next episode begins by itself
    ]
)


@dataclass(frozen=True)
class Pieces:
    """The parts of a step, compiled for one game, on a processor or a GPU."""

    chance: Callable[..., int]
    reward: Callable[..., None]
    restart: Callable[..., None]
    has_ended: Callable[..., int]


def pieces_for(rules: Rules, compile: Callable[..., Any] = piece) -> Pieces:
    """Make the parts of a step for a game."""
    actors, deal, over, points, winners = rules.actors, rules.deal, rules.over, rules.points, rules.winners

    @compile
    def dealt(state: State, rng: Context) -> bool:
        deal(state, rng)
        return True

    @compile
    def stop(state: State, seat: int, rng: Context) -> int:
        return STOP

    walk = walk_for(rules, dealt, stop, compile)

    @compile
    def chance(state: State, rng: Any, words: Any, match: int) -> int:
        """Perform pending chance; the seats that may act then. Every match has random numbers of its own."""
        for word in range(4):
            rng.words[word] = words[match, word]
        walk(state, rng, NO_END, 1)
        for word in range(4):
            words[match, word] = rng.words[word]
        return actors(state)

    @compile
    def reward(state: State, rewards: Any, known: Any, match: int, plan: Any) -> None:
        """What the last round, or the end of the match, brings every seat; the sum is 0."""
        players = rewards.shape[1]
        if plan.reward == SCORE:
            total = 0
            for seat in range(players):
                gained = points(state, seat) - known[match, seat]
                known[match, seat] += gained
                rewards[match, seat] = plan.sign * gained
                total += plan.sign * gained
            for seat in range(players):
                rewards[match, seat] -= total / players
        elif over(state):
            won = winners(state)
            share = players / count(won)
            for seat in range(players):
                rewards[match, seat] = share - 1.0 if has(won, seat) else -1.0

    @compile
    def restart(state: State, known: Any, match: int) -> None:
        """Note where everybody stands in a fresh match."""
        for side in range(known.shape[1]):
            known[match, side] = points(state, side)

    @compile
    def has_ended(state: State, decisions: int, plan: Any) -> int:
        """Whether the episode has ended, and how."""
        if over(state):
            return TERMINATED
        if state.rounds >= plan.limit:
            return TRUNCATED if plan.whole else TERMINATED
        return TRUNCATED if decisions >= plan.most else RUNNING

    return Pieces(chance, reward, restart, has_ended)


@rule
def first_wrong(masks: Any, actions: Any, width: int) -> int:
    """The first match whose action is not allowed; -1: all are."""
    for match in range(len(actions)):
        action = actions[match]
        if action != RESTART and not (0 <= action < width and masks[match * width + action]):
            return match
    return NOBODY


@dataclass(frozen=True)
class Loops:
    """The compiled loops of one game."""

    step: Callable[..., int]
    observe: Callable[..., None]


@cache
def find_loops(game: Game) -> Loops:
    """The loops of a game; compiled when they are first called."""
    pieces, encoding = pieces_for(game), find_encoding(game)
    chance, reward, restart, has_ended = pieces.chance, pieces.reward, pieces.restart, pieces.has_ended
    actors, apply, legal, hide, encode = game.actors, game.apply, game.legal, encoding.wipe, encoding.encode

    @loop
    def observe(states: Any, seats: Any, scratch: Any, masks: Any, rows: Any) -> None:
        """What the seats may do and see: both from states in which all else is wiped. Seat -1: nothing."""
        width, size = (len(masks) - WIDE) // len(states), (len(rows) - WIDE) // len(states)
        for place in range(len(states)):
            if seats[place] == NOBODY:
                spread(masks, place * width, 0, width)
                clear(rows, place * size, size)
                continue
            scratch[0] = states[place]
            hide(scratch[0], seats[place])
            spread(masks, place * width, legal(scratch[0], seats[place]), width)
            if size:
                encode(scratch[0], seats[place], rows, place * size)

    # One loop in one function: passing an array costs a reference count, even to a function whose code is copied here.
    @loop
    def step(states: Any, fresh: Any, tools: Any, words: Any, known: Any, seats: Any, masks: Any, plans: Any,
             decisions: Any, actions: Any, rewards: Any, ended: Any, finals: Any, scratch: Any,
             rows: Any) -> int:  # fmt: skip
        """One action in every match; -1, or the first match whose action is not allowed: then nothing has changed."""
        width, size = (len(masks) - WIDE) // len(states), (len(rows) - WIDE) // len(states)
        wrong = first_wrong(masks, actions, width)
        if wrong != NOBODY:
            return wrong
        rng, plan, seen = tools[0], plans[0], scratch[0]
        rewards[:] = 0.0
        for match in range(len(states)):
            state, action, end = states[match], actions[match], RUNNING
            if action != RESTART:
                rounds = state.rounds
                apply(state, seats[match], action)
                decisions[match] += 1
                if state.rounds != rounds:
                    reward(state, rewards, known, match, plan)
                end = has_ended(state, decisions[match], plan)
            ended[match] = end
            if end != RUNNING:
                finals[match] = state
            if action == RESTART or (end != RUNNING and plan.restart):
                states[match] = fresh[0]
                restart(states[match], known, match)
                decisions[match], end = 0, RUNNING
            if end != RUNNING:
                seats[match] = NOBODY
                spread(masks, match * width, 0, width)
                clear(rows, match * size, size)
                continue
            acting = actors(state)
            if acting == 0:
                acting = chance(state, rng, words, match)
            seat = lowest(acting)
            seats[match] = seat
            scratch[0] = states[match]  # what is seen comes next, while the state is in the cache: as in `observe`
            hide(seen, seat)
            spread(masks, match * width, legal(seen, seat), width)
            if size:
                encode(seen, seat, rows, match * size)
        return NOBODY

    return Loops(step, observe)


@cache
def find_play_out(game: Game) -> Callable[..., None]:
    """Random play of a game from any state until a round is over, or the match is, or so many decisions are made."""
    play_on = find_play_on(game, find_random(game))

    @loop
    def play_out(states: Any, table: Any, until: int, most: int) -> None:
        play_on(states[0], table[0], until, most)

    return play_out


def direct(loop: Callable[..., Any], *arguments: Any) -> Callable[..., Any]:
    """The loop for arguments of exactly these types; finding out the types at each call would take longest."""
    if PLAIN:
        return loop
    import numba

    from parlour.engine.numba_parts import entry

    return entry(loop, tuple(numba.typeof(argument) for argument in arguments))
