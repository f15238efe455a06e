"""The loops of the search, compiled for each game: worlds that fit what a seat knows, and actions played out in them.

`for_game` binds them to the rules of a game, to its rules of thumb and to what its positions are worth.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

from parlour.bots._tree import DEEPEST, find_node, fingerprint, learn, most_promising
from parlour.bots.basic import believe, find_basic, find_belief
from parlour.bots.worth import find_worth, goal, horizon, value
from parlour.engine.rng import below, random_bits
from parlour.engine.rule import rule
from parlour.engine.sets import lowest, rest
from parlour.game.game import Game
from parlour.match.walk import (
    actors,
    apply,
    choose,
    deal,
    for_game,
    hide,
    inner_for_game,
    legal,
    over,
    redeal,
)

BELIEFS = 1 << 20  # parts of certainty
TRIES = 6  # worlds drawn to take one of them

learns = True  # whether the seat learns its later choices: of the game


def _imagine(worlds: Any, seat: int, rng: Any) -> None:
    """Make worlds[1] a world that fits worlds[0], what the seat sees: one of a few, a likely one more often."""
    total = 0.0
    for _ in range(TRIES):
        worlds[2] = worlds[0]
        redeal(worlds[2], seat, rng)
        likely = believe(worlds[2], seat, rng)
        total += likely
        if below(rng, BELIEFS) * total <= likely * BELIEFS:
            worlds[1] = worlds[2]
        if likely == 1.0:
            break


def _play_on(worlds: Any, raw: Any, limit: int, chance: Any, seat: int, tree: Any) -> int:
    """Let sensible players play on; the seat itself chooses by what it learned where all looked the same to it."""
    state, decisions, steps, learning = worlds[2], 0, 0, learns
    while state.rounds < limit:
        seats = actors(state)
        if seats == 0:
            if over(state):
                break
            deal(state, chance)
            continue
        actor = lowest(seats)
        choices = legal(state, actor)
        action = choose(state, actor, chance)
        if learning and actor == seat and rest(choices) != 0 and steps < DEEPEST:
            worlds[3] = state
            hide(worlds[3], seat)
            node = find_node(tree.keys, fingerprint(raw[3]))
            learning = node >= 0 and tree.seen[node] > 0
            if node >= 0:
                action = most_promising(tree, node, choices, action)
                tree.path[steps, 0] = node
                tree.path[steps, 1] = action
                steps += 1
        apply(state, actor, action)
        decisions += 1
    tree.steps[0] = steps
    return decisions


def _weigh(
    worlds: Any, raw: Any, table: Any, seat: int, actions: Any, alive: Any, sums: Any, products: Any, tree: Any,
    number: int, seen: bool,
) -> int:  # fmt: skip
    """Try the actions that are alive in so many worlds; how many decisions were simulated."""
    rng, chance, saved = table[0], table[1], table[2]
    decisions, reached = 0, sums[3]
    worlds[1] = worlds[0]
    for _ in range(number):
        if not seen:
            _imagine(worlds, seat, rng)
        copy_words(rng, saved)
        random_bits(rng)
        limit = worlds[1].rounds + horizon(worlds[1])
        for place in range(len(alive)):
            worlds[2] = worlds[1]
            copy_words(saved, chance)  # the same chance for every action: differences have less noise
            apply(worlds[2], seat, actions[alive[place]])
            decisions += _play_on(worlds, raw, limit, chance, seat, tree)
            reached[place] = value(worlds[2], seat)
            learn(tree, reached[place])
            sums[2, alive[place]] += goal(worlds[1], worlds[2], seat)
        add_up(alive, reached, sums, products)
    return decisions


@rule
def copy_words(source: Any, target: Any) -> None:
    """Copy the state of a generator; word by word, because an assignment of slices takes seconds to compile."""
    for word in range(4):
        target.words[word] = source.words[word]


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
    worth = find_worth(game)
    drawn = inner_for_game(game, _imagine, believe=find_belief(game))
    played = inner_for_game(game, _play_on, choose=find_basic(game), learns=worth.learns)
    return for_game(
        game, _weigh, _imagine=drawn, _play_on=played, horizon=worth.horizon, value=worth.value, goal=worth.goal
    )  # fmt: skip
