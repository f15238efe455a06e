"""The walk through a match, compiled for a game: chance while nobody can act, else somebody acts.

`walk_for` makes it for every loop: simulation, the laboratory, search and environments. What differs between them (who
chooses, where random numbers come from, what is noted) is passed as two compiled functions, and both get the
`context` with which the walk is called: a generator, say, or a tuple of arrays.

    walk = walk_for(game, chance, choose)
    made = walk(state, context, limit, most)

For the same in Python, with names and a record, see `Match.turns`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from parlour.engine.rng import GENERATOR, Rng, below, pick
from parlour.engine.rule import hot_piece, loop
from parlour.engine.sets import lowest
from parlour.game.game import Game, State
from parlour.games import load_game
from parlour.match.fair import chance_generator, seeded_key
from parlour.match.seeds import HASHER, key_words, seed_of_bots, seed_of_event, set_key

States: TypeAlias = npt.NDArray[np.void]  # one record per match
Numbers: TypeAlias = npt.NDArray[np.int64]
Context: TypeAlias = Any  # what the chance and the choices of a walk need
Choose: TypeAlias = Callable[[State, int, Rng], int]  # (state, seat, generator) -> action

Function = TypeVar("Function", bound=Callable[..., Any])

NO_END = 1 << 62  # more rounds and decisions than any match has
ALWAYS = 1  # a player that slips in every choice plays at random
STOP = -1  # instead of an action: the walk stops before that seat acts


class Compile(Protocol):
    """What makes a closure run fast: `piece`, or its equivalent for a GPU."""

    def __call__(self, function: Function, /) -> Function:
        """Compile a function."""


class Rules(Protocol):
    """The rules that loops on CPUs and GPUs use: a game has them, and so does its form for a GPU."""

    @property
    def actors(self) -> Callable[[State], int]:
        """Find the seats that can act."""

    @property
    def apply(self) -> Callable[[State, int, int], None]:
        """Perform an action."""

    @property
    def over(self) -> Callable[[State], bool]:
        """Say whether the match is over."""

    @property
    def deal(self) -> Callable[[State, Rng], None]:
        """Perform the pending chance."""

    @property
    def winners(self) -> Callable[[State], int]:
        """Find the seats that have won."""

    @property
    def points(self) -> Callable[[State, int], int]:
        """Count the points of a seat."""


def walk_for(
    rules: Rules,
    chance: Callable[[State, Context], bool],
    choose: Callable[[State, int, Context], int],
    compile: Compile = hot_piece,
) -> Callable[[State, Context, int, int], int]:
    """Make the walk through a match of a game.

    `chance` performs the pending chance event, or returns False to stop; `choose` returns an action, or STOP. The walk
    ends with the match, after `limit` rounds, after `most` decisions, or when one of them stops it, and returns how
    many decisions were made. It can be called again to go on.
    """
    actors, apply, over = rules.actors, rules.apply, rules.over

    @compile
    def walk(state: State, context: Context, limit: int, most: int) -> int:
        made = 0
        while state.rounds < limit and made < most:
            seats = actors(state)
            if seats == 0:
                if over(state) or not chance(state, context):
                    break
            else:
                seat = lowest(seats)
                action = choose(state, seat, context)
                if action < 0:
                    break
                apply(state, seat, action)
                made += 1
        return made

    return walk


# --- players


@cache
def find_random(game: Game) -> Choose:
    """Make the compiled player that chooses any legal action, each equally likely."""
    legal = game.legal

    @hot_piece
    def choose(state: State, seat: int, rng: Rng) -> int:
        return pick(rng, legal(state, seat))

    return choose


@cache
def find_slipping(game: Game, chosen: Choose) -> Callable[[State, int, int, Rng], int]:
    """Make a compiled player that chooses at random in one of `slips` choices (1: always, 0: never)."""
    legal = game.legal

    @hot_piece
    def choose_or_slip(state: State, seat: int, slips: int, rng: Rng) -> int:
        if slips == ALWAYS or (slips > ALWAYS and below(rng, slips) == 0):
            return pick(rng, legal(state, seat))
        return chosen(state, seat, rng)

    return choose_or_slip


# --- one match by one generator


@cache
def find_play_on(game: Game, chosen: Choose) -> Callable[[State, Rng, int, int], int]:
    """Make a walk with that player in every seat; its context is a generator for deals and players."""
    deal = game.deal

    @hot_piece
    def chance(state: State, rng: Rng) -> bool:
        deal(state, rng)
        return True

    return walk_for(game, chance, chosen, loop)


# --- many matches, each by its key


@cache
def _find_seeded(game: Game, chosen: Choose) -> Callable[..., None]:
    """Make a loop that plays matches from their keys; each chance event has a seed, players share a generator."""
    deal, over, winners, choose_or_slip = game.deal, game.over, game.winners, find_slipping(game, chosen)

    @hot_piece
    def chance(state: State, context: Context) -> bool:
        dealer, _, hasher, _ = context
        seed_of_event(hasher, hasher.event, dealer.words)
        hasher.event += 1
        deal(state, dealer)
        return True

    @hot_piece
    def choose(state: State, seat: int, context: Context) -> int:
        _, player, _, slips = context
        return choose_or_slip(state, seat, slips[seat], player)

    walk = walk_for(game, chance, choose)

    @loop
    def play(states: Any, keys: Any, tools: Any, hashers: Any, outcomes: Any, slips: Any, limit: int) -> None:
        dealer, player, hasher = tools[0], tools[1], hashers[0]
        for match in range(len(states)):
            state = states[match]
            set_key(hasher, keys[match])
            seed_of_bots(hasher, player.words)
            outcomes[2, match] = walk(state, (dealer, player, hasher, slips), limit, NO_END)
            outcomes[0, match] = winners(state)
            outcomes[1, match] = state.rounds
            outcomes[3, match] = over(state)

    return play


@dataclass(frozen=True)
class Outcomes:
    """The outcomes of simulated matches, in their order."""

    winners: Numbers  # sets of seats
    rounds: Numbers
    decisions: Numbers
    over: Numbers  # 1 if the rules ended the match, 0 if the limit of rounds cut it off


def play_random(game: Game, start: State, keys: list[bytes], limit: int) -> tuple[States, Outcomes]:
    """Play matches of random bots from their keys."""
    return play_matches(game, find_random(game), [ALWAYS] * int(start.players), start, key_words(keys), limit)


def play_matches(
    game: Game, chosen: Choose, slips: Sequence[int], start: State, keys: Any, limit: int
) -> tuple[States, Outcomes]:
    """Play matches from their keys with a compiled player that slips in each seat as often as `slips` says.

    Return the final states and the outcomes. `keys`: see `seeds.key_words` and `seeds.seeded_words`.
    """
    states: States = np.full(len(keys), start, game.state)
    outcomes = np.zeros((4, len(keys)), np.int64)
    tools, hashers = np.zeros(2, GENERATOR), np.zeros(1, HASHER)
    _find_seeded(game, chosen)(states, keys, tools, hashers, outcomes, np.array(slips, np.int64), limit)
    return states, Outcomes(*outcomes)


# --- results


@cache
def _find_results(game: Game) -> Callable[..., None]:
    winners, points = game.winners, game.points

    @loop
    def read_results(states: Any, standings: Any, won: Any) -> None:
        for row in range(len(states)):
            won[row] = winners(states[row])
            for side in range(standings.shape[1]):
                standings[row, side] = points(states[row], side)

    return read_results


def results_of(game: Game, states: States, players: int) -> tuple[Numbers, Numbers]:
    """Read the points of every side (seat or team) in many states, and their winners as sets of seats."""
    standings = np.zeros((len(states), game.teams or players), np.int64)
    won = np.zeros(len(states), np.int64)
    _find_results(game)(states, standings, won)
    return standings, won


# --- compiling ahead


def warm(reference: str) -> None:
    """Compile, or load, all of a game's rules and loops; it is given by its name or path."""
    game = load_game(reference)
    warm_rules(game)
    play_random(game, game.new_state(), [seeded_key(0, 0)], 1)


def warm_rules(game: Game) -> None:
    """Compile, or load, the rules of a game."""
    key, state = seeded_key(0, 0), game.new_state()
    game.deal(state, chance_generator(key, 0))
    seat = lowest(game.actors(state))
    hidden = game.hidden(state, seat)
    game.redeal(hidden, seat, chance_generator(key, 1))
    game.apply(state, seat, lowest(game.legal(state, seat)))
    game.winners(state)
    game.over(state)
