"""Whole matches in one compiled call: what simulation, the laboratory and search are made of.

A loop over the rules of a game is written once and compiled for each game by `for_game`. In its source it calls the
rules by the names below, which have their signatures; `for_game` puts the rules of one game in their place. Any other
function that a loop calls by its name can be replaced in the same way: `for_game(game, play_on, choose=…)`.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import FunctionType
from typing import Any

import numpy as np
import numpy.typing as npt

from parlour.engine.rng import GENERATOR, Rng, below, generator, pick
from parlour.engine.rule import PLAIN, hot_rule, keep, rule
from parlour.engine.sets import lowest
from parlour.game.game import RULES, Game, State
from parlour.games import load_game
from parlour.match.fair import bots_seed, chance_generator, chance_seed, seeded_key

States = npt.NDArray[np.void]  # one record a match
Numbers = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]

SEEDS = 16  # chance events for which seeds are made at once
NO_END = 1 << 62  # more decisions than any match has
ALWAYS = 1  # a player who slips in every choice plays at random


class UnboundLoopError(RuntimeError):
    """A loop was called as it is written, without the rules of a game."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name} stands for the rule of a game; expected a loop made by for_game")


# --- the rules, as loops call them; game.Game says what each of them does


def deal(state: State, rng: Rng) -> None:
    """Stand for the rule of that name."""
    raise UnboundLoopError("deal")


def actors(state: State) -> int:
    """Stand for the rule of that name."""
    raise UnboundLoopError("actors")


def legal(state: State, seat: int) -> int:
    """Stand for the rule of that name."""
    raise UnboundLoopError("legal")


def apply(state: State, seat: int, action: int) -> None:
    """Stand for the rule of that name."""
    raise UnboundLoopError("apply")


def hide(state: State, seat: int) -> None:
    """Stand for the rule of that name."""
    raise UnboundLoopError("hide")


def redeal(state: State, seat: int, rng: Rng) -> None:
    """Stand for the rule of that name."""
    raise UnboundLoopError("redeal")


def over(state: State) -> bool:
    """Stand for the rule of that name."""
    raise UnboundLoopError("over")


def winners(state: State) -> int:
    """Stand for the rule of that name."""
    raise UnboundLoopError("winners")


def points(state: State, seat: int) -> int:
    """Stand for the rule of that name."""
    raise UnboundLoopError("points")


def for_game(game: Game, loop: Callable[..., Any], **more: Any) -> Callable[..., Any]:
    """The loop, compiled, with the rules of a game (and whatever `more` names) in place of what it calls by name."""
    made = bound(game, loop, **more)
    return made if PLAIN else keep(rule(made))


def inner_for_game(game: Game, piece: Callable[..., Any], **more: Any) -> Callable[..., Any]:
    """The same for a piece that only such loops call: compiled for them alone, and not cached by itself."""
    made = bound(game, piece, **more)
    return made if PLAIN else rule(made)


def hot_for_game(game: Game, piece: Callable[..., Any], **more: Any) -> Callable[..., Any]:
    """The same for a piece that is called in every move: its code is put into whatever calls it."""
    made = bound(game, piece, **more)
    return made if PLAIN else hot_rule(made)


def bound(game: Game, loop: Callable[..., Any], **more: Any) -> Callable[..., Any]:
    """The same as plain Python, not compiled."""
    names = {**{name: getattr(game, name) for name in RULES}, **more}
    made = FunctionType(loop.__code__, {**loop.__globals__, **names}, loop.__name__, loop.__defaults__)
    made.__qualname__ = f"{loop.__name__}_{game.name}_{_fingerprint(loop.__code__.co_names, names)}"
    made.__module__ = loop.__module__
    return made


def _fingerprint(called: Sequence[str], names: Mapping[str, Any]) -> str:
    """What the loop was bound to, in short: the compiled cache knows a function by its name alone."""
    parts = [f"{name}={_identity(names[name])}" for name in sorted(set(called) & names.keys())]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:8]


def _identity(value: Any) -> str:
    return f"{value.__module__}.{value.__qualname__}" if callable(value) else repr(value)


# --- the walk through a match


def choose(state: State, seat: int, rng: Rng) -> int:
    """Choose any legal action, each as likely; loops are bound to a better player in its place."""
    return pick(rng, legal(state, seat))


def choose_or_slip(state: State, seat: int, slips: int, rng: Rng) -> int:
    """Choose, but take any legal action in one of so many choices (1: always, 0: never)."""
    if slips == ALWAYS or (slips > ALWAYS and below(rng, slips) == 0):
        return pick(rng, legal(state, seat))
    return choose(state, seat, rng)


def play_on(state: State, rng: Rng, limit: int, most: int) -> int:
    """Play on until the limit of rounds, the end of the match, or so many decisions; how many there were.

    Deals and players draw from the same generator.
    """
    decisions = 0
    while state.rounds < limit and decisions < most:
        seats = actors(state)
        if seats == 0:
            if over(state):
                break
            deal(state, rng)
        else:
            seat = lowest(seats)
            apply(state, seat, choose(state, seat, rng))
            decisions += 1
    return decisions


def _play_seeded(
    states: Any, players: Any, table: Any, seeds: Any, used: Any, decisions: Any, slips: Any, limit: int
) -> None:
    """Play every match until it is over, cut off by the limit of rounds, or out of seeds.

    Each chance event has a seed, as at a table; the players of a match share a generator.
    """
    dealer = table[0]
    for match in range(len(states)):
        state = states[match]
        player = players[match]
        chances = used[match]
        moves = 0
        while state.rounds < limit:
            seats = actors(state)
            if seats == 0:
                if over(state) or chances == seeds.shape[1]:
                    break
                for word in range(4):
                    dealer.words[word] = seeds[match, chances, word]
                chances += 1
                deal(state, dealer)
            else:
                seat = lowest(seats)
                apply(state, seat, choose_or_slip(state, seat, slips[seat], player))
                moves += 1
        used[match] = chances
        decisions[match] += moves


@cache
def find_random(game: Game) -> Callable[[State, int, Rng], int]:
    """The player of a game that chooses any legal action, compiled."""
    return hot_for_game(game, choose)


@cache
def find_slipping(game: Game, chosen: Callable[[State, int, Rng], int]) -> Callable[[State, int, int, Rng], int]:
    """`choose_or_slip` with that player's choice, compiled."""
    return hot_for_game(game, choose_or_slip, choose=chosen)


@cache
def find_play_on(game: Game, chosen: Callable[[State, int, Rng], int]) -> Callable[[State, Rng, int, int], int]:
    """`play_on` with that player in every seat, compiled."""
    return for_game(game, play_on, choose=chosen)


@cache
def _find_seeded(game: Game, chosen: Callable[[State, int, Rng], int]) -> Callable[..., None]:
    return for_game(game, _play_seeded, choose_or_slip=find_slipping(game, chosen))


# --- many matches


def play_random(game: Game, start: State, keys: list[bytes], limit: int) -> tuple[States, Numbers]:
    """Matches of random bots from their keys: the final states, and how many decisions were made in each."""
    return play_matches(game, find_random(game), [ALWAYS] * int(start.players), start, keys, limit)


def play_matches(
    game: Game, chosen: Callable[[State, int, Rng], int], slips: Sequence[int], start: State, keys: list[bytes],
    limit: int,
) -> tuple[States, Numbers]:  # fmt: skip
    """Matches from their keys, by one compiled player that slips in each seat as often as `slips` says."""
    states: States = np.full(len(keys), start, game.state)
    players = np.zeros(len(keys), GENERATOR)
    decisions = np.zeros(len(keys), np.int64)
    for match, key in enumerate(keys):
        players[match] = generator(bots_seed(key))
    run, often = _find_seeded(game, chosen), np.array(slips, np.int64)
    running, first = np.arange(len(keys)), 0
    while len(running):
        part, drawn, made = states[running], players[running], decisions[running]
        seeds = _seeds([keys[match] for match in running], first)
        used = np.zeros(len(running), np.int64)
        run(part, drawn, np.zeros(1, GENERATOR), seeds, used, made, often, limit)
        states[running], players[running], decisions[running] = part, drawn, made
        unfinished = [not game.over(state) and state.rounds < limit for state in part]
        running, first = running[unfinished], first + SEEDS
    return states, decisions


def _seeds(keys: list[bytes], first: int) -> Words:
    """The seeds of the next chance events of every match."""
    data = b"".join(chance_seed(key, number) for key in keys for number in range(first, first + SEEDS))
    return np.frombuffer(data, dtype="<u8").reshape(len(keys), SEEDS, 4)


def _read_results(states: Any, standings: Any, won: Any) -> None:
    """Read the points of every side and the winners of every state."""
    for row in range(len(states)):
        won[row] = winners(states[row])
        for side in range(standings.shape[1]):
            standings[row, side] = points(states[row], side)


@cache
def _find_results(game: Game) -> Callable[..., None]:
    return for_game(game, _read_results)


def results_of(game: Game, states: States, players: int) -> tuple[Numbers, Numbers]:
    """The points of every side (seat or team) in many states, and their winners as sets of seats."""
    standings = np.zeros((len(states), game.teams or players), np.int64)
    won = np.zeros(len(states), np.int64)
    _find_results(game)(states, standings, won)
    return standings, won


# --- compiling ahead


def warm(reference: str) -> None:
    """Compile, or load, all that is compiled of a game, given by its name or path."""
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
