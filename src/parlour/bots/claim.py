"""Claiming the rest of a round: proving that no play by any seat can change its result, for every possible deal.

The proof works for every game. `redeal` finds all deals, here called worlds, that fit what a seat knows. In each world,
every line of play is followed to the end of the round, and all lines must end with the same points. Near the end of a
round, few worlds and few lines are left; if there are more than the limits allow, nothing is claimed.

`redeal` samples fitting worlds with equal probability. With 36 n samples of n worlds, the probability of missing a
world is below n / e³⁶, so all worlds count as found. The random seed is fixed, so the answer is always the same.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from parlour.engine.rng import GENERATOR, generator
from parlour.engine.rule import PLAIN, is_pending, loop, piece, rule
from parlour.engine.sets import lowest, rest
from parlour.game.game import Game, State
from parlour.match.undo import same

MOST_WORLDS, MOST_MOVES = (16, 2000) if PLAIN else (2000, 500_000)  # A proof covers at most this many worlds and moves.
MOST_IN_A_WORLD = 5000  # At most this many moves are tried in one world; most attempts at a proof end at this limit.
BUCKETS = 4096  # The size of the hash table of worlds, a power of two.
MOST_DEPTH = 32  # A proof must reach the end of the round in fewer moves than this, counting all seats.
DRAWS = 36  # How many deals are sampled for each world that is found.
MOST_SIDES = 16
FEWEST_MOVES = 2  # A claim is pointless if the seat has only its last card left.
SEED = bytes(range(101, 133))
RNG = np.array([generator(SEED)], GENERATOR)
# Rows of `room`: for each depth, the seat to act, its untried actions and its moves so far; then the first result.
ACTING, LEFT, OWN, RESULT = range(4)
# Indices of `states`: the state as the seat sees it, and the first state of the current line of play.
KNOWN, LINE = 0, 1
WORLDS = LINE + MOST_DEPTH + 1
STATES = WORLDS + MOST_WORLDS


def can_claim(game: Game, hidden: State, seat: int) -> bool:
    """Say whether the seat, which must have at least two moves left, can claim the rest of the round."""
    return own_moves(game, hidden, seat) >= FEWEST_MOVES


def own_moves(game: Game, hidden: State, seat: int) -> int:
    """Return the minimum number of moves left to the seat if nobody can change the round's result, otherwise 0."""
    if game.carries_over or is_pending(prover(game)):
        return 0  # No claim: rounds affect later rounds, or plain Python would be too slow.
    memory = bytearray(hidden.tobytes() * STATES)
    raw = np.frombuffer(memory, np.int64).reshape(STATES, -1)
    sides = game.teams or int(hidden.players)
    room = np.zeros((4, max(MOST_DEPTH + 1, MOST_SIDES + 2)), np.int64)
    buckets = np.full(BUCKETS, -1, np.int64)
    return int(prover(game)(np.frombuffer(memory, game.state), raw, seat, sides, room, buckets, RNG.copy()[0]))


@cache
def prover(game: Game) -> Callable[..., int]:
    """Make the compiled function that tries to prove a claim in a game."""
    redeal, followed = game.redeal, _followed_for(game)

    @loop
    def proved(states: Any, raw: Any, seat: int, sides: int, room: Any, buckets: Any, rng: Any) -> int:
        """Return the minimum of the seat's moves in a line of play if all lines end in the same way, otherwise 0."""
        budget, fewest, found, drawn = MOST_MOVES, MOST_DEPTH, 0, 0
        while drawn <= DRAWS * (found + 1):
            states[LINE] = states[KNOWN]
            redeal(states[LINE], seat, rng)
            drawn += 1
            if not is_new(raw, buckets, found):
                continue
            if found == MOST_WORLDS:
                return 0
            states[WORLDS + found] = states[LINE]
            share = min(budget, MOST_IN_A_WORLD)
            left, least = followed(states, seat, sides, room, share, found == 0)
            if left <= 0:
                return 0
            budget -= share - left
            found += 1
            fewest = min(fewest, least)
        return fewest

    return proved


@rule
def is_new(raw: Any, buckets: Any, found: int) -> bool:
    """Say whether the world at LINE is new; if it is, add it to the hash table as world `found`."""
    slot = 0
    for word in raw[LINE]:
        slot = (slot * 31 + (word ^ (word >> 17))) & (BUCKETS * BUCKETS - 1)
    slot = (slot ^ (slot >> 12)) & (BUCKETS - 1)
    while buckets[slot] >= 0:
        if same(raw[WORLDS + buckets[slot]], raw[LINE]):
            return False
        slot = (slot + 1) & (BUCKETS - 1)
    if found < MOST_WORLDS:
        buckets[slot] = found
    return True


def _followed_for(game: Game) -> Callable[..., tuple[int, int]]:
    """Make the function that follows all lines of play in a world.

    The function doesn't use `walk_for`, which follows only one line of play.
    """
    actors, apply, legal, over, ends_so = game.actors, game.apply, game.legal, game.over, _ends_so_for(game)

    @piece
    def followed(states: Any, seat: int, sides: int, room: Any, budget: int, first: bool) -> tuple[int, int]:
        """Follow every line of play from the state at LINE to the end of the round.

        Return the unused part of the budget and the seat's fewest moves in a line; return zeros if the budget is used
        up or two lines end differently. If `first` is true, no line has ended yet, and all later lines are compared
        with the first that ends.
        """
        rounds, depth, fewest = states[LINE].rounds, 0, MOST_DEPTH
        room[ACTING, 0] = lowest(actors(states[LINE]))
        room[LEFT, 0] = legal(states[LINE], room[ACTING, 0])
        room[OWN, 0] = 0
        while True:
            if room[LEFT, depth] == 0:
                if depth == 0:
                    return budget, fewest
                depth -= 1
                continue
            action = lowest(room[LEFT, depth])
            room[LEFT, depth] = rest(room[LEFT, depth])
            budget -= 1
            if budget <= 0:
                return 0, 0
            following = LINE + depth + 1
            states[following] = states[LINE + depth]
            apply(states[following], room[ACTING, depth], action)
            moves = room[OWN, depth] + (1 if room[ACTING, depth] == seat else 0)
            acting = actors(states[following])
            if states[following].rounds != rounds or (acting == 0 and over(states[following])):
                if not ends_so(states[following], sides, room, first):
                    return 0, 0
                first, fewest = False, min(fewest, moves)
            elif acting == 0 or depth + 1 == MOST_DEPTH:
                return 0, 0  # Give up: the round needs another deal, or is too long.
            else:
                depth += 1
                room[ACTING, depth] = lowest(acting)
                room[LEFT, depth] = legal(states[following], room[ACTING, depth])
                room[OWN, depth] = moves

    return followed


def _ends_so_for(game: Game) -> Callable[..., bool]:
    """Make the function that compares the ends of lines of play."""
    over, points, winners = game.over, game.points, game.winners

    @piece
    def ends_so(state: Any, sides: int, room: Any, first: bool) -> bool:
        """Say whether a line of play ends like the first line, with the same points and the same winners."""
        ended = 1 if over(state) else 0
        won = winners(state) if ended else 0
        if first:
            room[RESULT, MOST_SIDES], room[RESULT, MOST_SIDES + 1] = ended, won
            for side in range(sides):
                room[RESULT, side] = points(state, side)
            return True
        if room[RESULT, MOST_SIDES] != ended or room[RESULT, MOST_SIDES + 1] != won:
            return False
        for side in range(sides):
            if room[RESULT, side] != points(state, side):
                return False
        return True

    return ends_so
