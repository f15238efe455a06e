"""Kingmaking: how often a side that can hardly win any more decides which of the others wins.

A side is hopeless in a round if it won less than 5 % of the rollouts from the position before the round. In every
fourth match, one free choice of the hopeless sides is drawn, if there is any. Each of its actions is tried in the same
sampled deals, and rules of thumb play the match to its end. The choice makes a king if two actions differ by more than
10 points in another side's chance to win.

The two actions and the side are chosen in one part of the deals and compared in another, so luck doesn't make the
difference larger. Like the share of choices that matter, the share isn't counted at a sharp bound (see `_choices`).
"""

import math
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from parlour.bots.basic import find_basic, has_basic
from parlour.bots.rollout import copy_words
from parlour.engine.rng import GENERATOR, below, generator, random_bits
from parlour.engine.rule import loop
from parlour.engine.sets import count, each, has
from parlour.game.game import Game, State
from parlour.lab._replay import position
from parlour.lab.sample import Floats, Numbers, Sample
from parlour.lab.studies._choices import blurred
from parlour.match.fair import seeded_key
from parlour.match.walk import NO_END, find_play_on

HOPELESS = 0.05  # A side with a smaller chance to win is hopeless.
SHIFT = 0.10  # By how much a choice must change another side's chance to win.
BLUR = SHIFT / 4
WORLDS = 128  # The number of deals in which the actions of a choice are tried.
EVERY = 4  # A choice is drawn in one of this many matches, because trying it takes long.
PARTS = 16  # What is compared in a part of the deals is chosen in all other parts.
DRAWN = -3  # The generator that draws the choices and the deals; matches have the numbers from 0.
HIDDEN, WORLD, LINE = range(3)  # Indices of the states: the position as the seat sees it, a deal, a line of play.


@cache
def finisher(game: Game) -> Callable[..., None]:
    """Make the function that plays every action to the end of the match; it's compiled on its first call."""
    apply, redeal, winners = game.apply, game.redeal, game.winners
    play_on = find_play_on(game, find_basic(game))

    @loop
    def finish(worlds: Any, generators: Any, seat: int, actions: Any, wins: Any, players: int, limit: int) -> None:
        """Note in `wins` which seats win, for every deal and action."""
        rng, chance, saved = generators[0], generators[1], generators[2]
        for number in range(len(wins)):
            worlds[WORLD] = worlds[HIDDEN]
            redeal(worlds[WORLD], seat, rng)
            copy_words(rng, saved)
            random_bits(rng)
            for one in range(len(actions)):
                worlds[LINE] = worlds[WORLD]
                copy_words(saved, chance)  # All actions get the same chance events.
                apply(worlds[LINE], seat, actions[one])
                play_on(worlds[LINE], chance, limit, NO_END)
                won = winners(worlds[LINE])
                for player in range(players):
                    if has(won, player):
                        wins[number, one, player] = 1.0 / count(won)

    return finish


def shifted(wins: Floats, own: int) -> tuple[float, float]:
    """Compute how far a choice changes another side's chance to win, and the standard error.

    `wins` says for every deal and action what share of the match each side wins; `own` is the side that chooses.
    """
    worlds, _, sides = wins.shape
    part, above = np.arange(worlds) * PARTS // worlds, np.zeros(worlds)
    others = [side for side in range(sides) if side != own]
    for number in range(PARTS):
        here = part == number
        mean = wins[~here].mean(axis=0)[:, others]
        side = int(np.ptp(mean, axis=0).argmax())
        most, least = int(mean[:, side].argmax()), int(mean[:, side].argmin())
        above[here] = wins[here, most, others[side]] - wins[here, least, others[side]]
    return float(above.mean()), float(above.std(ddof=1) / math.sqrt(worlds))


def candidates(sample: Sample, match: int, chances: Floats) -> Numbers:
    """List a match's free choices by sides that were hopeless before the round; `chances` has a row for each round."""
    rows = sample.decisions
    first, stop = np.searchsorted(rows["match"], [match, match + 1])
    own = rows[first:stop]
    before, side = own["round"].astype(int) - 2, sample.side_of(own["seat"]).astype(int)
    hopeless = (before >= 0) & (chances[np.maximum(before, 0), side] < HOPELESS) & (own["choices"] > 1)
    return first + np.flatnonzero(hopeless)


def kingmaking(sample: Sample, match: int, chances: Floats, seed: int, number: int, limit: int) -> float | None:
    """Say how far a hopeless side's choice makes a king, from 0 to 1; None if the match has no such choice.

    `match` is the index in the sample and `number` the match's number in the study.
    """
    if sample.side_count < 3 or number % EVERY or not has_basic(sample.game):
        return None
    found = candidates(sample, match, chances)
    if not len(found):
        return None
    rng = generator(seeded_key(seed + number, DRAWN))
    row = int(found[below(rng, len(found))])
    seat = int(sample.decisions["seat"][row])
    wins = tried(sample, position(sample, seed, number, row), seat, rng, limit)
    return blurred(*shifted(wins, int(sample.side_of(seat))), SHIFT, BLUR)


def tried(sample: Sample, state: State, seat: int, rng: Any, limit: int) -> Floats:
    """Try a seat's actions; return what share of the match each side wins, for every deal and action."""
    game = sample.game
    actions = np.array(list(each(game.legal(state, seat))), np.int64)
    worlds, generators = np.zeros(3, game.state), np.zeros(3, GENERATOR)
    worlds[HIDDEN], generators[0] = game.hidden(state, seat), rng
    wins = np.zeros((WORLDS, len(actions), sample.players))
    finisher(game)(worlds, generators, seat, actions, wins, sample.players, limit)
    return wins if not game.teams else wins.reshape(WORLDS, len(actions), -1, game.teams).sum(axis=2)
