"""The compiled loops of the search, which sample possible deals, called worlds, and play out actions in them."""

from collections.abc import Callable
from functools import cache
from typing import Any

from parlour.bots._tree import DEEPEST, find_node, fingerprint, learn, most_promising
from parlour.bots.basic import find_basic, find_belief
from parlour.bots.worth import find_worth
from parlour.engine.rng import Rng, below, random_bits
from parlour.engine.rule import hot_piece, loop, piece, rule
from parlour.engine.sets import lowest, rest
from parlour.game.game import Game

BELIEFS = 1 << 20  # Random numbers for probabilities have this many values.
TRIES = 6  # How many worlds are sampled, of which one is chosen.
# Indices of `states`: the position as the seat sees it, a world, a line of play, and that line as the seat sees it.
SEEN, WORLD, LINE, HIDDEN = range(4)


@rule
def copy_words(source: Any, target: Any) -> None:
    """Copy a random generator's state word by word, because a slice assignment takes seconds to compile."""
    for word in range(4):
        target.words[word] = source.words[word]


@rule
def add_up(alive: Any, reached: Any, sums: Any, products: Any) -> None:
    """Add the actions' values in one world to the sums, and add the product of each pair of values."""
    for one in range(len(alive)):
        sums[0, alive[one]] += 1
        sums[1, alive[one]] += reached[one]
        for other in range(len(alive)):
            products[alive[one], alive[other]] += reached[one] * reached[other]


@cache
def weigher(game: Game) -> Callable[..., int]:
    """Make a game's search loop, which tries the remaining actions in a number of worlds."""
    apply, worth = game.apply, find_worth(game)
    horizon, value, goal = worth.horizon, worth.value, worth.goal
    imagine, play_on = _imagine_for(game), _play_on_for(game, learns=worth.learns)

    @loop
    def weigh(
        worlds: Any, raw: Any, generators: Any, seat: int, actions: Any, alive: Any, sums: Any, products: Any,
        tree: Any, number: int, seen: bool,
    ) -> int:  # fmt: skip
        """Return how many decisions were simulated. `seen` says that the given state is the true state."""
        rng, chance, saved = generators[0], generators[1], generators[2]
        decisions, reached = 0, sums[3]
        worlds[WORLD] = worlds[SEEN]
        for _ in range(number):
            if not seen:
                imagine(worlds, seat, rng)
            copy_words(rng, saved)
            random_bits(rng)
            limit = worlds[WORLD].rounds + horizon(worlds[WORLD])
            for one in range(len(alive)):
                worlds[LINE] = worlds[WORLD]
                copy_words(saved, chance)  # Using the same deals for every action reduces noise.
                apply(worlds[LINE], seat, actions[alive[one]])
                decisions += play_on(worlds, raw, limit, chance, seat, tree)
                reached[one] = value(worlds[LINE], seat)
                learn(tree, reached[one])
                sums[2, alive[one]] += goal(worlds[WORLD], worlds[LINE], seat)
            add_up(alive, reached, sums, products)
        return decisions

    return weigh


def _imagine_for(game: Game) -> Callable[[Any, int, Rng], None]:
    """Make the function that samples some worlds that fit what the seat sees, and picks a likely world."""
    believe, redeal = find_belief(game), game.redeal

    @piece
    def imagine(worlds: Any, seat: int, rng: Rng) -> None:
        total = 0.0
        for _ in range(TRIES):
            worlds[LINE] = worlds[SEEN]
            redeal(worlds[LINE], seat, rng)
            likely = believe(worlds[LINE], seat, rng)
            total += likely
            if below(rng, BELIEFS) * total <= likely * BELIEFS:
                worlds[WORLD] = worlds[LINE]
            if likely == 1.0:
                break

    return imagine


def _play_on_for(game: Game, *, learns: bool) -> Callable[..., int]:
    """Make the function that plays out a line of play; the seat uses what it learned in positions that look the same.

    The function doesn't use `walk_for`, which would access memory in every move and make the search 8 to 15 % slower.
    """
    actors, apply, deal, hide, legal, over = game.actors, game.apply, game.deal, game.hide, game.legal, game.over
    choose = find_basic(game)

    @hot_piece  # Without inlining, the search is up to a fifth slower.
    def play_on(worlds: Any, raw: Any, limit: int, rng: Rng, seat: int, tree: Any) -> int:
        state, decisions, steps, learning = worlds[LINE], 0, 0, learns
        while state.rounds < limit:
            seats = actors(state)
            if seats == 0:
                if over(state):
                    break
                deal(state, rng)
                continue
            actor = lowest(seats)
            choices = legal(state, actor)
            action = choose(state, actor, rng)
            if learning and actor == seat and rest(choices) != 0 and steps < DEEPEST:
                worlds[HIDDEN] = state
                hide(worlds[HIDDEN], seat)
                node = find_node(tree.keys, fingerprint(raw[HIDDEN]))
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

    return play_on
