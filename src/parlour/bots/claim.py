"""Claiming the rest: whether nothing that anybody does can change how the round ends, for every possible deal.

The proof uses only the contract. All worlds that fit what a seat knows are drawn with `redeal`. In each of them, every
line of play is followed to the end of the round, and all lines must end with the same points. Few worlds and few lines
are left near the end of a round; if there are more than the bounds allow, nothing is claimed.

`redeal` draws all fitting worlds with equal probability. With 36 draws for each of n worlds, the probability of missing
one is below n / e³⁶, so all worlds count as found. The draws are always the same, and so is the answer.
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

MOST_WORLDS, MOST_MOVES = (16, 2000) if PLAIN else (2000, 500_000)  # fitting worlds, and moves tried in them
MOST_IN_A_WORLD = 5000  # moves in one world: most attempts end here
BUCKETS = 4096  # of the hash table of worlds; a power of two
MOST_DEPTH = 32  # moves of all seats until the end of the round
DRAWS = 36  # for each world
MOST_SIDES = 16
FEWEST_MOVES = 2  # of the seat: the last card plays itself
SEED = bytes(range(101, 133))
RNG = np.array([generator(SEED)], GENERATOR)
ACTING, LEFT, OWN, RESULT = range(4)  # rows of the room: who acts, untried actions, the seat's moves; how a line ended
KNOWN, LINE = 0, 1  # what the seat knows; the current line of play, a state for every move
WORLDS = LINE + MOST_DEPTH + 1
STATES = WORLDS + MOST_WORLDS


def can_claim(game: Game, hidden: State, seat: int) -> bool:
    """Return whether the seat can claim the rest of the round; it must have two or more moves left."""
    return own_moves(game, hidden, seat) >= FEWEST_MOVES


def own_moves(game: Game, hidden: State, seat: int) -> int:
    """Return the fewest moves that the seat has left if nobody can change the round's result; 0 if unproven."""
    if game.carries_over or is_pending(prover(game)):
        return 0  # the points are not everything, or plain rules are too slow
    memory = bytearray(hidden.tobytes() * STATES)
    raw = np.frombuffer(memory, np.int64).reshape(STATES, -1)
    sides = game.teams or int(hidden.players)
    room = np.zeros((4, max(MOST_DEPTH + 1, MOST_SIDES + 2)), np.int64)
    buckets = np.full(BUCKETS, -1, np.int64)
    return int(prover(game)(np.frombuffer(memory, game.state), raw, seat, sides, room, buckets, RNG.copy()[0]))


@cache
def prover(game: Game) -> Callable[..., int]:
    """Make the compiled proof for a game."""
    redeal, followed = game.redeal, _followed_for(game)

    @loop
    def proved(states: Any, raw: Any, seat: int, sides: int, room: Any, buckets: Any, rng: Any) -> int:
        """Return the seat's fewest moves in any line of any world if all lines end the same; otherwise 0."""
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
    """Return whether the world at LINE is new, and enter it in the buckets as world `found`."""
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
    """Make the walk through all lines of a world.

    It doesn't use `walk_for`, because it follows every line of play instead of one.
    """
    actors, apply, legal, over, ends_so = game.actors, game.apply, game.legal, game.over, _ends_so_for(game)

    @piece
    def followed(states: Any, seat: int, sides: int, room: Any, budget: int, first: bool) -> tuple[int, int]:
        """Follow every line of play from the state at LINE to the end of the round.

        Return what is left of the budget, 0 if it is spent or two lines end differently, and the seat's fewest moves in
        a line. `first`: the first line, whose end all others are compared with.
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
                return 0, 0  # the round doesn't end before chance, or is too long
            else:
                depth += 1
                room[ACTING, depth] = lowest(acting)
                room[LEFT, depth] = legal(states[following], room[ACTING, depth])
                room[OWN, depth] = moves

    return followed


def _ends_so_for(game: Game) -> Callable[..., bool]:
    """Make the function that compares how lines end."""
    over, points, winners = game.over, game.points, game.winners

    @piece
    def ends_so(state: Any, sides: int, room: Any, first: bool) -> bool:
        """Return whether a line ends like the first one: with the same points, and the same winners if any."""
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
