"""Estimating chances to win over time by rollouts from positions of a match.

Rules of thumb (`basic`) play the rollouts, whichever bots played the match. In a game without rules of thumb, a short
search plays fewer of them. To estimate chances, each rollout first
redeals the cards that one seat can't see; the seats take turns from rollout to rollout.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from parlour.bots.basic import find_basic, has_basic
from parlour.engine.rng import GENERATOR, generator
from parlour.engine.rule import loop
from parlour.engine.sets import count, each, has
from parlour.engine.threads import in_order
from parlour.game.game import Game
from parlour.lab._watch import watch
from parlour.lab.measures import Key
from parlour.lab.measures.skill import CHANCE, COMEBACK, KINGMAKING, LOST_PART, SETTLED, SETTLED_CHANCE
from parlour.lab.sample import Floats, Sample
from parlour.lab.studies._kingmaking import kingmaking
from parlour.lab.studies.design import Design
from parlour.match.fair import seeded_key
from parlour.match.walk import NO_END, find_play_on

ROLLS = 100  # The number of rollouts from each position.
SEARCHED_ROLLS, ROLLING = 32, "search:4"  # The number of rollouts in a game without rules of thumb, and their bot.
PERCENTS = range(10, 100, 10)


@cache
def roller(game: Game) -> Callable[..., None]:
    """Make the function that plays rollouts of a game; it's compiled on its first call."""
    actors, hide, redeal, winners = game.actors, game.hide, game.redeal, game.winners
    play_on = find_play_on(game, find_basic(game))

    @loop
    def roll(worlds: Any, generators: Any, wins: Any, players: int, number: int, limit: int) -> None:
        """Play out the match from worlds[0] `number` times; add the victories of each seat to `wins`."""
        rng = generators[0]
        for turn in range(number):
            worlds[1] = worlds[0]
            state = worlds[1]
            if actors(state) != 0:
                hide(state, turn % players)
                redeal(state, turn % players, rng)
            play_on(state, rng, limit, NO_END)
            won = winners(state)
            for seat in range(players):
                if has(won, seat):
                    wins[seat] += 1.0 / count(won)

    return roll


def chances(sample: Sample, rows: range, seed: int, limit: int) -> Floats:
    """Estimate every side's chance to win its match, after each of the given rounds."""
    game, run = sample.game, roller(sample.game)
    if not has_basic(game):
        return _searched_chances(sample, rows, seed, limit)
    worlds, generators = np.zeros(2, game.state), np.zeros(1, GENERATOR)
    generators[0] = generator(seeded_key(seed, -1 - rows.start))
    found = np.zeros((len(rows), sample.players))
    for index, row in enumerate(rows):
        worlds[0] = sample.round_states[row]
        run(worlds, generators, found[index], sample.players, ROLLS, limit)
    return _by_side(sample, found)


def _by_side(sample: Sample, wins: Floats) -> Floats:
    """Convert the victories of each seat to the chances of each side."""
    teams = sample.game.teams
    sides = wins.reshape(len(wins), -1, teams).sum(axis=1) if teams else wins
    return np.asarray(sides / np.maximum(sides.sum(axis=1, keepdims=True), 1))


def _searched_chances(sample: Sample, rows: range, seed: int, limit: int) -> Floats:
    """Estimate the chances with rollouts by bots that search."""
    game, rng = sample.game, generator(seeded_key(seed, -1 - rows.start))
    bots, found = [ROLLING] * sample.players, np.zeros((len(rows), sample.players))
    for index, row in enumerate(rows):
        for turn in range(SEARCHED_ROLLS):
            state = game.copy(sample.round_states[row])
            if game.actors(state):
                game.hide(state, turn % sample.players)
                game.redeal(state, turn % sample.players, rng)
            played = watch(game, state, bots, seed, range(turn, turn + 1), limit)
            won = int(game.winners(played.final_states[0]))
            for seat in each(won):
                found[index, seat] += 1 / count(won)
    return _by_side(sample, found)


def rollout_values(
    design: Design, sample: Sample, numbers: range, threads: int = 1
) -> dict[tuple[str, Key], tuple[Floats, Floats]]:
    """Estimate how the eventual winner's chance changed in each of the study's first matches, and find kingmakers."""
    chosen = max(0, min(numbers.stop, design.rollouts) - numbers.start)
    ends = np.flatnonzero(sample.last_rounds) + 1

    def of_match(match: int) -> dict[tuple[str, Key], float]:
        rows = range(int(ends[match - 1]) if match else 0, int(ends[match]))
        course = chances(sample, rows, design.seed, design.max_rounds)
        found = _measures_of(course[:, sample.win_shares[match].argmax()], 1 / sample.side_count)
        number = numbers.start + match
        crowned = kingmaking(sample, match, course, design.seed, number, design.max_rounds)
        return found if crowned is None else {**found, (KINGMAKING, ""): crowned}

    won = [match for match in range(min(chosen, len(ends))) if sample.win_shares[match].max() == 1]  # by one side
    values: dict[tuple[str, Key], tuple[Floats, Floats]] = {}
    for match, found in zip(won, in_order(of_match, won, threads), strict=True):
        for name, value in found.items():
            top, bottom = values.setdefault(name, (np.zeros(sample.size), np.zeros(sample.size)))
            top[match], bottom[match] = value, 1.0
    return values


def _measures_of(own: Floats, even: float) -> dict[tuple[str, Key], float]:
    """Compute measures from a winner's chance after every round, starting from an even chance."""
    course = np.append(even, own)
    played = np.linspace(0, 1, len(course))
    below_sure = np.flatnonzero(course < SETTLED_CHANCE)
    settled = played[min(below_sure[-1] + 1, len(played) - 1)] if len(below_sure) else 0.0
    found: dict[tuple[str, Key], float] = {(SETTLED, ""): float(settled)}
    found[COMEBACK, ""] = float(course.min() < LOST_PART * even)
    for percent in PERCENTS:
        found[CHANCE, percent] = float(np.interp(percent / 100, played, course))
    return found
