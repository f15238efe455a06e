"""The loops of the search, compiled for each game: worlds that fit what a seat knows, and actions played out in them.

In `for_game` the rules of a game, its rules of thumb and what positions are worth take the place of the names here.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

from parlour.bots.basic import find_basic, find_belief
from parlour.bots.tree import DEEPEST, find_node, fingerprint, learn, most_promising
from parlour.bots.worth import find_worth
from parlour.cards import lowest, rest
from parlour.game import Game
from parlour.playout import for_game
from parlour.rng import below, random_bits
from parlour.rule import rule

BELIEFS = 1 << 20  # parts of certainty
TRIES = 6  # worlds drawn to take one of them

redeal = believe = horizon = value = goal = basic = None  # of the game
actors = legal = apply = deal = over = hide = imagine = play_on = None
learns = True  # whether the seat learns its later choices


def _imagine(worlds: Any, seat: int, rng: Any) -> None:
    """Make worlds[1] a world that fits worlds[0], what the seat sees: one of a few, a likely one more often."""
    total = 0.0
    for _ in range(TRIES):
        worlds[2] = worlds[0]
        redeal(worlds[2], seat, rng)  # type: ignore[misc]
        likely = believe(worlds[2], seat, rng)  # type: ignore[misc]
        total += likely
        if below(rng, BELIEFS) * total <= likely * BELIEFS:
            worlds[1] = worlds[2]
        if likely == 1.0:
            break


def _play_on(worlds: Any, raw: Any, limit: int, chance: Any, seat: int, tree: Any) -> int:
    """Let sensible players play on; the seat itself chooses by what it learned where all looked the same to it."""
    state, decisions, steps, learning = worlds[2], 0, 0, learns
    while state.rounds < limit:
        seats = actors(state)  # type: ignore[misc]
        if seats == 0:
            if over(state):  # type: ignore[misc]
                break
            deal(state, chance)  # type: ignore[misc]
            continue
        actor = lowest(seats)
        choices = legal(state, actor)  # type: ignore[misc]
        action = basic(state, actor, chance)  # type: ignore[misc]
        if learning and actor == seat and rest(choices) != 0 and steps < DEEPEST:
            worlds[3] = state
            hide(worlds[3], seat)  # type: ignore[misc]
            node = find_node(tree.keys, fingerprint(raw[3]))
            learning = node >= 0 and tree.seen[node] > 0
            if node >= 0:
                action = most_promising(tree, node, choices, action)
                tree.path[steps, 0] = node
                tree.path[steps, 1] = action
                steps += 1
        apply(state, actor, action)  # type: ignore[misc]
        decisions += 1
    tree.steps[0] = steps
    return decisions


def _weigh(
    worlds: Any, raw: Any, table: Any, seat: int, actions: Any, alive: Any, sums: Any, products: Any, tree: Any,
    number: int, seen: bool,
) -> int:  # fmt: skip
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
            decisions += play_on(worlds, raw, limit, chance, seat, tree)  # type: ignore[misc]
            reached[place] = value(worlds[2], seat)  # type: ignore[misc]
            learn(tree, reached[place])
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
    played = for_game(game, _play_on, basic=thumb, hide=game.hide, learns=worth.learns)
    return for_game(
        game, _weigh, imagine=drawn, play_on=played, horizon=worth.horizon, value=worth.value, goal=worth.goal
    )  # fmt: skip
