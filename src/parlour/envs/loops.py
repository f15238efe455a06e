"""Loops that act in every match of a batch and then write observations, compiled for each game."""

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
from parlour.match.walk import NO_END, STOP, Compile, Context, Rules, walk_for

RESULT, SCORE = range(2)
RUNNING, TERMINATED, TRUNCATED = range(3)
NOBODY = -1
RESTART = -1  # Instead of an action, this number restarts the match.

PLAN = record_type(
    [
        ("reward", np.int64),  # The kind of reward: RESULT or SCORE.
        ("sign", np.int64),  # The reward for a point: 1, or -1 if the lowest score wins.
        ("limit", np.int64),  # An episode ends after this many rounds.
        ("whole", np.int64),  # 1 if episodes are whole matches, truncated after `limit` rounds; 0 if they are rounds.
        ("most", np.int64),  # An episode is truncated after this many decisions.
        ("restart", np.int64),  # 1 if the next episode begins automatically.
    ]
)


# --- the parts of a step, compiled for one game: on a processor, or on a GPU


def chance_for(rules: Rules, compile: Compile = piece) -> Callable[..., int]:
    """Make the function that deals if a deal is due, and returns the seats that can act afterwards."""
    actors, deal = rules.actors, rules.deal

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
        """Deal the cards with the random generator of this match."""
        for word in range(4):
            rng.words[word] = words[match, word]
        walk(state, rng, NO_END, 1)
        for word in range(4):
            words[match, word] = rng.words[word]
        return actors(state)

    return chance


def reward_for(rules: Rules, compile: Compile = piece) -> Callable[..., None]:
    """Make the function that computes each seat's reward after a round or match; all rewards sum to 0."""
    over, points, winners = rules.over, rules.points, rules.winners

    @compile
    def reward(state: State, rewards: Any, known: Any, match: int, plan: Any) -> None:
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

    return reward


def restart_for(rules: Rules, compile: Compile = piece) -> Callable[..., None]:
    """Make the function that stores the scores at the beginning of a match."""
    points = rules.points

    @compile
    def restart(state: State, known: Any, match: int) -> None:
        for side in range(known.shape[1]):
            known[match, side] = points(state, side)

    return restart


def has_ended_for(rules: Rules, compile: Compile = piece) -> Callable[..., int]:
    """Make the function that returns whether an episode is running, terminated or truncated."""
    over = rules.over

    @compile
    def has_ended(state: State, decisions: int, plan: Any) -> int:
        if over(state):
            return TERMINATED
        if state.rounds >= plan.limit:
            return TRUNCATED if plan.whole else TERMINATED
        return TRUNCATED if decisions >= plan.most else RUNNING

    return has_ended


# --- the loops


@rule
def first_wrong(masks: Any, actions: Any, width: int) -> int:
    """Find the first match whose action is illegal; return -1 if all actions are legal."""
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
    """Make the loops of a game; they are compiled when they are first called."""
    return Loops(_step_for(game), _observe_for(game))


def _observe_for(game: Game) -> Callable[..., None]:
    """Make the loop that writes the masks and observations of seats, or zeros for seat -1."""
    legal, encoding = game.legal, find_encoding(game)
    hide, encode = encoding.wipe, encoding.encode

    @loop
    def observe(states: Any, seats: Any, scratch: Any, masks: Any, rows: Any) -> None:
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

    return observe


def _step_for(game: Game) -> Callable[..., int]:  # noqa: C901 - one loop, compiled as a whole
    """Make the loop that acts in every match; if an action is illegal, it only returns the number of that match."""
    chance, reward, restart, has_ended = chance_for(game), reward_for(game), restart_for(game), has_ended_for(game)
    actors, apply, legal, encoding = game.actors, game.apply, game.legal, find_encoding(game)
    hide, encode = encoding.wipe, encoding.encode

    # The loop isn't split, because passing an array even to an inlined function updates its reference count.
    @loop
    def step(states: Any, fresh: Any, tools: Any, words: Any, known: Any, seats: Any, masks: Any, plans: Any,
             decisions: Any, actions: Any, rewards: Any, ended: Any, finals: Any, scratch: Any,
             rows: Any) -> int:  # fmt: skip
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
            scratch[0] = states[match]  # Observing is fast at this point, because the state is in the CPU's cache.
            hide(seen, seat)
            spread(masks, match * width, legal(seen, seat), width)
            if size:
                encode(seen, seat, rows, match * size)
        return NOBODY

    return step


def direct(loop: Callable[..., Any], *arguments: Any) -> Callable[..., Any]:
    """Compile the loop for exactly these argument types, because Numba's dispatch would take most of a call."""
    if PLAIN:
        return loop
    import numba

    from parlour.engine.numba_parts import entry

    return entry(loop, tuple(numba.typeof(argument) for argument in arguments))
