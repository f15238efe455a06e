"""Claiming the rest: whether nothing that anybody does can change how the round ends, for every deal that fits.

The answer is made from the contract alone. All worlds that fit what a seat knows are drawn with `redeal`. In each of
them every line of play is followed to the end of the round, and all of them have to end with the same points. Few
worlds and few lines are left near the end of a round; where there are more than the bounds, nothing is claimed.

`redeal` gives every fitting world with the same chance. So a world that was not drawn in 36 times as many draws as
there are worlds is not there: of n worlds one would be missed with a chance below n / e³⁶. The draws are always the
same, and so is the answer.
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

MOST_WORLDS, MOST_MOVES = (16, 2000) if PLAIN else (2000, 500_000)  # worlds that fit, and moves that are tried in them
MOST_IN_A_WORLD = 5000  # of these moves in one world: most rounds are given up here
BUCKETS = 4096  # of the table in which worlds are looked up; a power of two
MOST_DEPTH = 32  # moves of all seats up to the end of the round
DRAWS = 36  # for each world
MOST_SIDES = 16
FEWEST_MOVES = 2  # of the own seat: the last card plays itself
SEED = bytes(range(101, 133))
RNG = np.array([generator(SEED)], GENERATOR)
ACTING, LEFT, OWN, RESULT = range(4)  # rows of the room: who acts, actions not tried, own moves; how a line has ended
KNOWN, LINE = 0, 1  # what the seat knows; the line of play that is followed, a state for every move
WORLDS = LINE + MOST_DEPTH + 1
PLACES = WORLDS + MOST_WORLDS


def can_claim(game: Game, hidden: State, seat: int) -> bool:
    """Whether the seat, which has two moves or more to make, may claim the rest of the round."""
    return own_moves(game, hidden, seat) >= FEWEST_MOVES


def own_moves(game: Game, hidden: State, seat: int) -> int:
    """The fewest moves that the seat has left in a round that nobody can change any more; 0 if that is not proven."""
    if game.carries_over or is_pending(prover(game)):
        return 0  # the points do not tell all, or plain rules are too slow for an answer
    memory = bytearray(hidden.tobytes() * PLACES)
    raw = np.frombuffer(memory, np.int64).reshape(PLACES, -1)
    sides = game.teams or int(hidden.players)
    room = np.zeros((4, max(MOST_DEPTH + 1, MOST_SIDES + 2)), np.int64)
    buckets = np.full(BUCKETS, -1, np.int64)
    return int(prover(game)(np.frombuffer(memory, game.state), raw, seat, sides, room, buckets, RNG.copy()[0]))


@cache
def prover(game: Game) -> Callable[..., int]:
    """The compiled proof for a game."""
    redeal, followed = game.redeal, _followed_for(game)

    @loop
    def proved(states: Any, raw: Any, seat: int, sides: int, room: Any, buckets: Any, rng: Any) -> int:
        """The fewest own moves of all lines of all worlds, if all of them end the same; otherwise 0."""
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
    """Whether the world at LINE was not met before; it gets the next place, `found`, in the buckets."""
    place = 0
    for word in raw[LINE]:
        place = (place * 31 + (word ^ (word >> 17))) & (BUCKETS * BUCKETS - 1)
    place = (place ^ (place >> 12)) & (BUCKETS - 1)
    while buckets[place] >= 0:
        if same(raw[WORLDS + buckets[place]], raw[LINE]):
            return False
        place = (place + 1) & (BUCKETS - 1)
    if found < MOST_WORLDS:
        buckets[place] = found
    return True


def _followed_for(game: Game) -> Callable[..., tuple[int, int]]:
    """Make the walk through all lines of a world.

    It keeps a walk of its own, because it follows every line of play instead of one.
    """
    actors, apply, legal, over, ends_so = game.actors, game.apply, game.legal, game.over, _ends_so_for(game)

    @piece
    def followed(states: Any, seat: int, sides: int, room: Any, budget: int, first: bool) -> tuple[int, int]:
        """Follow every line of play from the state at LINE to the end of the round.

        What is left of the budget, 0 if it is spent or two lines end differently, and the fewest own moves of a line.
        `first`: how the first line ends is what all others are compared with.
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
            own = room[OWN, depth] + (1 if room[ACTING, depth] == seat else 0)
            acting = actors(states[following])
            if states[following].rounds != rounds or (acting == 0 and over(states[following])):
                if not ends_so(states[following], sides, room, first):
                    return 0, 0
                first, fewest = False, min(fewest, own)
            elif acting == 0 or depth + 1 == MOST_DEPTH:
                return 0, 0  # chance comes before the end of the round, or the end is too far away
            else:
                depth += 1
                room[ACTING, depth] = lowest(acting)
                room[LEFT, depth] = legal(states[following], room[ACTING, depth])
                room[OWN, depth] = own

    return followed


def _ends_so_for(game: Game) -> Callable[..., bool]:
    """Make the comparison of how lines end."""
    over, points, winners = game.over, game.points, game.winners

    @piece
    def ends_so(state: Any, sides: int, room: Any, first: bool) -> bool:
        """Whether a line ends as the first one did: with the same points, and the same winners if the match is over."""
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
