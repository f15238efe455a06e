"""The loops of the search, compiled for each game: worlds that fit what a seat knows, and actions played out in them.

In `for_game` the rules of a game, its rules of thumb and what positions are worth take the place of the names here.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

from parlour.bots.basic import find_basic, find_belief
from parlour.bots.worth import find_worth
from parlour.cards import lowest
from parlour.game import Game
from parlour.playout import for_game
from parlour.rng import below, random_bits
from parlour.rule import rule

BELIEFS = 1 << 20  # parts of certainty
TRIES = 6  # worlds drawn before one is taken that the others' promises make unlikely

redeal = believe = horizon = value = goal = basic = actors = apply = deal = over = imagine = play_on = None


def _imagine(worlds: Any, seat: int, rng: Any) -> None:
    """Make worlds[1] one of the worlds that fit worlds[0], what the seat sees; likely ones more often."""
    for _ in range(TRIES):
        worlds[1] = worlds[0]
        redeal(worlds[1], seat, rng)  # type: ignore[misc]
        if below(rng, BELIEFS) < believe(worlds[1], seat, rng) * BELIEFS:  # type: ignore[misc]
            break


def _play_on(state: Any, limit: int, chance: Any) -> int:
    """Let sensible players play until so many rounds are over; how many decisions they made."""
    decisions = 0
    while state.rounds < limit:
        seats = actors(state)  # type: ignore[misc]
        if seats == 0:
            if over(state):  # type: ignore[misc]
                break
            deal(state, chance)  # type: ignore[misc]
        else:
            actor = lowest(seats)
            apply(state, actor, basic(state, actor, chance))  # type: ignore[misc]
            decisions += 1
    return decisions


def _weigh(
    worlds: Any, table: Any, seat: int, actions: Any, alive: Any, sums: Any, products: Any, number: int, seen: bool
) -> int:
    """Try the actions that are alive in so many worlds; how many decisions were simulated."""
    rng, chance, kept = table[0], table[1], table[2]
    decisions, reached = 0, sums[3]
    worlds[1] = worlds[0]
    for _ in range(number):
        if not seen:
            imagine(worlds, seat, rng)  # type: ignore[misc]
        kept.words[:] = rng.words
        random_bits(rng)
        limit = worlds[1].rounds + horizon(worlds[1])  # type: ignore[misc]
        for place in range(len(alive)):
            worlds[2] = worlds[1]
            chance.words[:] = kept.words  # the same chance for every action: differences have less noise
            apply(worlds[2], seat, actions[alive[place]])  # type: ignore[misc]
            decisions += play_on(worlds[2], limit, chance)  # type: ignore[misc]
            reached[place] = value(worlds[2], seat)  # type: ignore[misc]
            sums[2, alive[place]] += goal(worlds[1], worlds[2], seat)  # type: ignore[misc]
        add_up(alive, reached, sums, products)
    return decisions


@rule
def add_up(alive: Any, reached: Any, sums: Any, products: Any) -> None:
    """Add what the actions reached in one world, and the product of every two of them."""
    for place in range(len(alive)):
        sums[0, alive[place]] += 1
        sums[1, alive[place]] += reached[place]
        for other in range(len(alive)):
            products[alive[place], alive[other]] += reached[place] * reached[other]


@cache
def weigher(game: Game) -> Callable[..., int]:
    """The loop of the search for a game."""
    worth, thumb = find_worth(game), find_basic(game)
    drawn = for_game(game, _imagine, believe=find_belief(game))
    played = for_game(game, _play_on, basic=thumb)
    return for_game(
        game, _weigh, imagine=drawn, play_on=played, horizon=worth.horizon, value=worth.value, goal=worth.goal
    )  # fmt: skip
