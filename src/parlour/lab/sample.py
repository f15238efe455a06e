"""A batch of matches as arrays, from which measures are computed."""

from collections.abc import Callable, Iterable
from functools import cached_property, wraps
from typing import Any, TypeAlias, TypeVar

import numpy as np

from parlour.game.game import Game
from parlour.lab._watch import Watched
from parlour.match.walk import results_of

Numbers: TypeAlias = Any  # Any array: NumPy's own types fail on reductions such as sums.
Floats: TypeAlias = Any  # An array of floats, one per match.
Found = TypeVar("Found")


class Sample:
    """Matches of one variant; arrays have one entry per match, round or decision."""

    def __init__(self, game: Game, players: int, watched: Watched) -> None:
        """Prepare the arrays for the matches being recorded (`watched`)."""
        self.game, self.players, self.watched = game, players, watched
        self.final_states, self.round_states = watched.final_states, watched.round_states
        self.rounds, self.decisions = watched.rounds, watched.decisions
        self.size = len(self.final_states)
        self.better = -1 if game.scoring.lowest_wins else 1  # Scores are multiplied by this, so that more is better.
        self.ones: Floats = np.ones(self.size)
        self.computed: dict[Any, Any] = {}  # What several measures use, by the function that computed it.

    # --- sums by match

    def by_match(self, values: Numbers) -> Floats:
        """Sum values over the rounds of each match; `values` has a value, or a row of values, per round."""
        summed = values.reshape(len(values), -1).sum(axis=1) if values.ndim > 1 else values
        return np.bincount(self.rounds["match"], weights=summed, minlength=self.size)

    def of_decisions(self, values: Numbers) -> Floats:
        """Sum values over the decisions of each match; `values` has a value per decision."""
        return np.bincount(self.decisions["match"], weights=values, minlength=self.size)

    @cached_property
    def rounds_played(self) -> Floats:
        """The number of rounds of each match."""
        return self.by_match(np.ones(len(self.rounds)))

    # --- the end of a match

    @cached_property
    def finished(self) -> Numbers:
        """Whether each match ended by the rules rather than at the round limit."""
        return self.win_shares.sum(axis=1) > 0

    @cached_property
    def winners(self) -> Numbers:
        """The winners of each match as a bit set of seats, which is 0 if the match was cut off."""
        return results_of(self.game, self.final_states, self.players)[1]

    @cached_property
    def win_shares(self) -> Floats:
        """The share of each match that each side won; a shared victory is divided among its winners."""
        seats = (self.winners[:, None] >> np.arange(self.players)) & 1
        sides = self.sides(seats)
        return np.divide(sides, np.maximum(sides.sum(axis=1, keepdims=True), 1))

    def sides(self, seats: Numbers) -> Numbers:
        """Select one column per side: in games with teams, the column of each team's first seat."""
        return seats[:, : self.game.teams] if self.game.teams else seats

    @property
    def side_count(self) -> int:
        """The number of sides: teams, or seats in a game without teams."""
        return self.game.teams or self.players

    def side_of(self, seats: Numbers) -> Numbers:
        """Convert seats to their sides."""
        return seats % self.game.teams if self.game.teams else seats

    # --- rounds

    def field(self, name: str) -> Numbers:
        """Read a state field at the end of every round; in a field with an entry per seat, drop the empty seats."""
        values = self.round_states[name]
        return values[:, : self.players] if values.ndim > 1 else values

    def has(self, names: Iterable[str]) -> bool:
        """Say whether the game's state has all of these fields."""
        return set(names) <= set(self.game.state.names or ())

    @cached_property
    def first_rounds(self) -> Numbers:
        """Whether each round is the first of its match."""
        return self.rounds["round"] == 1

    @cached_property
    def last_rounds(self) -> Numbers:
        """Whether each round is the last of its match."""
        after = np.append(self.rounds["match"][1:], -1)
        return after != self.rounds["match"]

    @cached_property
    def scores(self) -> Numbers:
        """The points of every side after every round."""
        return results_of(self.game, self.round_states, self.players)[0]

    @cached_property
    def merits(self) -> Numbers:
        """The scores, negated if the lowest wins, so that a higher number is always better."""
        return self.better * self.scores

    @cached_property
    def gains(self) -> Numbers:
        """The points that every side gained in every round."""
        starts = results_of(self.game, self.fresh, self.players)[0][0]
        before = np.vstack([starts[None, :], self.scores[:-1]])
        before[self.first_rounds] = starts
        return self.scores - before

    @property
    def fresh(self) -> Any:
        """An array that holds the state before the first deal."""
        options = self.game.options_of(self.final_states[0])
        return np.full(1, self.game.new_state(self.players, options), self.game.state)

    @cached_property
    def round_of_decision(self) -> Numbers:
        """For every decision, the index of its round."""
        return np.repeat(np.arange(len(self.rounds)), self.rounds["decisions"])

    def phase(self, name: str) -> Numbers:
        """Find which decisions were made in the given phase."""
        return np.asarray(self.decisions["phase"] == self.game.phases.index(name))

    def in_round(self, chosen: Numbers) -> Floats:
        """Count the chosen decisions of each round."""
        return np.bincount(self.round_of_decision[chosen], minlength=len(self.rounds)).astype(float)

    def first_in(self, phase: str) -> Numbers:
        """Find the seat that decided first in a phase, for every round; -1 if no seat did."""
        chosen = np.flatnonzero(self.phase(phase))
        rounds, first = np.unique(self.round_of_decision[chosen], return_index=True)
        seats = np.full(len(self.rounds), -1, np.int64)
        seats[rounds] = self.decisions["seat"][chosen[first]]
        return seats


def once(compute: Callable[[Sample], Found]) -> Callable[[Sample], Found]:
    """Make a function compute its result only once for each sample, because several measures use it."""

    @wraps(compute)
    def found(sample: Sample) -> Found:
        if compute not in sample.computed:
            sample.computed[compute] = compute(sample)
        result: Found = sample.computed[compute]
        return result

    return found
