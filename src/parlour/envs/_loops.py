"""The loops over many matches, compiled for each game: one action in every match, then the observation of each."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from parlour.engine.memory import record_type
from parlour.engine.rule import PLAIN
from parlour.engine.sets import count, has, lowest
from parlour.envs.encoding import find_encoding
from parlour.envs.writers import WIDE, clear, spread
from parlour.game.game import Game
from parlour.match.walk import (
    actors,
    apply,
    deal,
    find_play_on,
    find_random,
    for_game,
    hide,
    legal,
    over,
    play_on,
    points,
    winners,
)

RESULT, SCORE = range(2)
RUNNING, TERMINATED, TRUNCATED = range(3)
NOBODY = -1
RESTART = -1  # instead of an action: the match begins anew

encode: Any = None  # of the game, in `for_game`

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


def _chance(state: Any, rng: Any, words: Any, match: int) -> int:
    """Pending chance happens; the seats that may act then. Every match has random numbers of its own."""
    acting = 0
    for word in range(4):
        rng.words[word] = words[match, word]
    while acting == 0:
        deal(state, rng)
        acting = actors(state)
    for word in range(4):
        words[match, word] = rng.words[word]
    return acting


def _reward(state: Any, rewards: Any, known: Any, match: int, plan: Any) -> None:
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


def _ended(state: Any, decisions: int, plan: Any) -> int:
    """Whether the episode has ended, and how."""
    if over(state):
        return TERMINATED
    if state.rounds >= plan.limit:
        return TRUNCATED if plan.whole else TERMINATED
    return TRUNCATED if decisions >= plan.most else RUNNING


def _observe(states: Any, seats: Any, scratch: Any, masks: Any, rows: Any) -> None:
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


def _first_wrong(masks: Any, actions: Any, width: int) -> int:
    """The first match whose action is not allowed; -1: all are."""
    for match in range(len(actions)):
        action = actions[match]
        if action != RESTART and not (0 <= action < width and masks[match * width + action]):
            return match
    return NOBODY


def _restart(states: Any, fresh: Any, known: Any, match: int) -> None:
    """A match begins anew."""
    states[match] = fresh[0]
    for seat in range(known.shape[1]):
        known[match, seat] = points(states[match], seat)


# One loop in one function: passing an array costs a reference count, even to a function whose code is copied in here.
def _step(states: Any, fresh: Any, tools: Any, words: Any, known: Any, seats: Any, masks: Any, plans: Any,
          decisions: Any, actions: Any, rewards: Any, ended: Any, finals: Any, scratch: Any,
          rows: Any) -> int:  # fmt: skip
    """One action in every match; -1, or the first match whose action is not allowed: then nothing has changed."""
    width, size = (len(masks) - WIDE) // len(states), (len(rows) - WIDE) // len(states)
    wrong = first_wrong(masks, actions, width)
    if wrong != NOBODY:
        return wrong  # type: ignore[no-any-return]
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
            restart(states, fresh, known, match)
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
        scratch[0] = states[match]  # what is seen comes next, while the state is in the cache: as in _observe
        hide(seen, seat)
        spread(masks, match * width, legal(seen, seat), width)
        if size:
            encode(seen, seat, rows, match * size)
    return NOBODY


first_wrong: Any = None
chance: Any = None
reward: Any = None
restart: Any = None
has_ended: Any = None


def _play_out(states: Any, table: Any, until: int, most: int) -> None:
    """Random play until that round is over, or the match is, or so many decisions are made."""
    play_on(states[0], table[0], until, most)


@cache
def find_play_out(game: Game) -> Callable[..., None]:
    """Random play of a game from any state on, compiled."""
    return for_game(game, _play_out, play_on=find_play_on(game, find_random(game)))


PIECES: dict[str, Callable[..., Any]] = {  # of `_step`
    "first_wrong": _first_wrong,
    "chance": _chance,
    "reward": _reward,
    "restart": _restart,
    "has_ended": _ended,
}


@dataclass(frozen=True)
class Loops:
    """The compiled loops of one game."""

    step: Callable[..., int]
    observe: Callable[..., None]


@cache
def find_loops(game: Game) -> Loops:
    """The loops of a game; compiled when they are first called."""
    encoding = find_encoding(game)
    parts: dict[str, Callable[..., Any]] = {"winners": game.winners, "points": game.points}
    parts |= {"hide": encoding.wipe, "encode": encoding.encode}
    for name, loop in PIECES.items():
        parts[name] = for_game(game, loop, **parts)
    return Loops(for_game(game, _step, **parts), for_game(game, _observe, **parts))


def direct(loop: Callable[..., Any], *arguments: Any) -> Callable[..., Any]:
    """The loop for arguments of exactly these types; finding out the types at each call would take longest."""
    if PLAIN:
        return loop
    import numba

    from parlour.engine.numba_parts import entry

    return entry(loop, tuple(numba.typeof(argument) for argument in arguments))
