"""The walk: a compiled loop through a match. Chance events happen while nobody can act; otherwise a seat acts.

`walk_for` makes the walk for simulation, the laboratory, search and environments. These callers differ in who chooses,
where random numbers come from and what is recorded. They pass two compiled functions for this, which both get the
`context` with which the walk is called: a generator, say, or a tuple of arrays.

    walk = walk_for(game, chance, choose)
    made = walk(state, context, limit, most)

`Match.turns` is a similar loop in plain Python, with names and a record.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from parlour.engine.memory import Record
from parlour.engine.rng import GENERATOR, Rng, below, pick
from parlour.engine.rule import hot_piece, loop
from parlour.engine.sets import lowest
from parlour.game.game import Game, State
from parlour.games import load_game
from parlour.match.fair import chance_generator, seeded_key
from parlour.match.seeds import HASHER, key_words, seed_of_bots, seed_of_event, set_key

States: TypeAlias = npt.NDArray[np.void]  # an array of states, one per match
Numbers: TypeAlias = npt.NDArray[np.int64]
Context: TypeAlias = Any  # whatever `chance` and `choose` of a walk need
Choose: TypeAlias = Callable[[State, int, Rng], int]  # called as choose(state, seat, generator), returns an action

Function = TypeVar("Function", bound=Callable[..., Any])

NO_END = 1 << 62  # a limit that no match reaches, for rounds and decisions
ALWAYS = 1  # value of `slips` for a player that always chooses at random
STOP = -1  # returned instead of an action to stop the walk before the seat acts


class Compile(Protocol):
    """A function that compiles a closure: `piece`, or its equivalent for a GPU."""

    def __call__(self, function: Function, /) -> Function:
        """Compile a function, and return the compiled version."""


class Rules(Protocol):
    """The rules that compiled loops call; both a game and its form for a GPU provide them."""

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
        """Perform the pending chance event."""

    @property
    def winners(self) -> Callable[[State], int]:
        """Find the seats that have won."""

    @property
    def points(self) -> Callable[[State, int], int]:
        """Return the points of a seat."""


def walk_for(
    rules: Rules,
    chance: Callable[[State, Context], bool],
    choose: Callable[[State, int, Context], int],
    compile: Compile = hot_piece,
) -> Callable[[State, Context, int, int], int]:
    """Make a compiled loop that walks through a match of a game.

    `chance` performs the pending chance event, or returns False to stop; `choose` returns an action, or STOP. The walk
    ends with the match, after `limit` rounds, after `most` decisions, or when `chance` or `choose` stops it. The walk
    returns how many decisions were made, and can be called again to go on.
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
    """Make a compiled player that chooses a random legal action; all are equally likely."""
    legal = game.legal

    @hot_piece
    def choose(state: State, seat: int, rng: Rng) -> int:
        return pick(rng, legal(state, seat))

    return choose


@cache
def find_slipping(game: Game, chosen: Choose) -> Callable[[State, int, int, Rng], int]:
    """Make a compiled player that slips: one in `slips` of its choices (1: all, 0: none) is random."""
    legal = game.legal

    @hot_piece
    def choose_or_slip(state: State, seat: int, slips: int, rng: Rng) -> int:
        if slips == ALWAYS or (slips > ALWAYS and below(rng, slips) == 0):
            return pick(rng, legal(state, seat))
        return chosen(state, seat, rng)

    return choose_or_slip


# --- one match with one generator


@cache
def find_play_on(game: Game, chosen: Choose) -> Callable[[State, Rng, int, int], int]:
    """Make a walk with this player in every seat; the walk's context is a random generator for deals and players."""
    deal = game.deal

    @hot_piece
    def chance(state: State, rng: Rng) -> bool:
        deal(state, rng)
        return True

    return walk_for(game, chance, chosen, loop)


# --- many matches, each from its key


@cache
def find_dealing(game: Game) -> Callable[[State, Rng, Record], bool]:
    """Make the piece that deals: each chance event takes its own seed from the key of the match."""
    deal = game.deal

    @hot_piece
    def deal_by_key(state: State, dealer: Rng, hasher: Record) -> bool:
        seed_of_event(hasher, hasher.event, dealer.words)
        hasher.event += 1
        deal(state, dealer)
        return True

    return deal_by_key


@cache
def _find_seeded(game: Game, chosen: Choose) -> Callable[..., None]:
    """Make a loop that plays matches from their keys: each chance event has its own seed; players share a generator."""
    over, winners = game.over, game.winners
    deal_by_key, choose_or_slip = find_dealing(game), find_slipping(game, chosen)

    @hot_piece
    def chance(state: State, context: Context) -> bool:
        return deal_by_key(state, context[0], context[2])

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
    over: Numbers  # 1 if the rules ended the match, 0 if the round limit cut it off


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
    """Compile or load all rules and loops of a game, given by its name or path."""
    game = load_game(reference)
    warm_rules(game)
    play_random(game, game.new_state(), [seeded_key(0, 0)], 1)


def warm_rules(game: Game) -> None:
    """Compile or load a game's rules."""
    key, state = seeded_key(0, 0), game.new_state()
    game.deal(state, chance_generator(key, 0))
    seat = lowest(game.actors(state))
    hidden = game.hidden(state, seat)
    game.redeal(hidden, seat, chance_generator(key, 1))
    game.apply(state, seat, lowest(game.legal(state, seat)))
    game.winners(state)
    game.over(state)
