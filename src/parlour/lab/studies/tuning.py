"""Finding the settings of a game whose matches come nearest to a wish, such as 15 minutes.

All settings play the same deals. After every heat, the farther half of the settings is left behind, and the others play
as many matches as they have played before (successive halving). So most matches are played where they tell most. The
last settings are confirmed on fresh deals, because the luck of the deals has helped to choose them.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import NamedTuple

from parlour.bots import bot_names
from parlour.bots.basic import compiled_bots, has_basic
from parlour.engine.threads import in_order
from parlour.errors import ParlourError
from parlour.game.game import Game
from parlour.game.options import OptionError, Value, complete
from parlour.lab._ratios import Interval, Sums
from parlour.lab._watch import watch
from parlour.lab.measures import Measure, measures_of
from parlour.lab.sample import Sample
from parlour.lab.simulation import check_choices, plan

PLAYERS, BOTS = "players", "bots"  # What can be varied besides the options of the game.
FIRST, FIRST_SEARCHED = 200, 20  # The number of matches of the first heat; fewer if bots search.
FINALISTS = 3
CONFIRMED = 4  # The finalists play this many times as many fresh matches as in the first heat.
FRESH = 1_000_000  # The number of the first fresh match.
BLOCK = 100  # The number of matches that a thread plays at a time.
MOST_SETTINGS = 500
IMPOSSIBLE, NEAREST, FOUND = "impossible", "nearest", "found"


class Wish(NamedTuple):
    """A measure of the game, and the value that it should have."""

    measure: Measure
    value: float


@dataclass
class Candidate:
    """A setting of the game, and what its matches have shown so far."""

    varied: Mapping[str, Value]  # What distinguishes the setting from the others.
    players: int
    options: Mapping[str, Value]
    bots: tuple[str, ...]
    sums: Sums = field(default_factory=Sums)  # On the deals that all settings play.
    fresh: Sums = field(default_factory=Sums)  # On fresh deals, if the setting is a finalist.

    @property
    def name(self) -> str:
        """What distinguishes the setting, in words."""
        return ", ".join(f"{name}={value}" for name, value in self.varied.items())

    def interval(self, share: bool) -> Interval:
        """Return the figure with its interval, on fresh deals if there are any."""
        return (self.fresh if self.fresh.matches else self.sums).interval(share)


@dataclass(frozen=True)
class Tuned:
    """All settings in the order of the grid, and the finalists, the nearest first."""

    wish: Wish
    candidates: list[Candidate]
    finalists: list[Candidate]
    excluded: int  # How many settings the game's rules don't allow.

    @property
    def verdict(self) -> str:
        """FOUND if the nearest setting may have the wished value, IMPOSSIBLE if all settings are on one side of it."""
        nearest = self.finalists[0].interval(self.wish.measure.share)
        if nearest.low <= self.wish.value <= nearest.high:
            return FOUND
        values = [self._value(one) for one in self.candidates]
        return IMPOSSIBLE if not min(values) <= self.wish.value <= max(values) else NEAREST

    @property
    def range(self) -> tuple[float, float]:
        """The lowest and the highest value of all settings."""
        values = [self._value(one) for one in self.candidates]
        return min(values), max(values)

    def _value(self, one: Candidate) -> float:
        return one.interval(self.wish.measure.share).value


# --- reading


def wish(game: Game, text: str) -> Wish:
    """Read a wish, such as "minutes=15" or "promises kept=60%"."""
    name, equals, value = text.rpartition("=")
    known = {measure.name: measure for measure in measures_of(game).values() if not measure.by}
    if not equals or name.strip() not in known:
        raise ParlourError(f"want {text!r} names no measure; expected one of {', '.join(known)}: minutes=15")
    measure, number = known[name.strip()], value.strip().removesuffix("%").strip()
    try:
        found = float(number)
    except ValueError:
        found = math.nan
    if not math.isfinite(found):
        raise ParlourError(f"want {text!r} has no number; expected {'a share such as 40%' if measure.share else 'one'}")
    found /= 100 if value.strip().endswith("%") else 1
    if measure.share and not 0 <= found <= 1:
        raise ParlourError(f"want {text!r} is no share; expected 0 to 100%, such as {measure.name}=40%")
    return Wish(measure, found)


def candidates(
    game: Game,
    vary: Mapping[str, Sequence[object]],
    players: int | None = None,
    options: Mapping[str, object] | None = None,
    bots: Sequence[str] = ("basic",),
) -> tuple[list[Candidate], int]:
    """List all settings of a grid, and how many combinations of values the game doesn't allow."""
    if not vary:
        raise ParlourError("nothing is varied; expected --vary, such as --vary players=2..4")
    fixed = {**(options or {}), **({PLAYERS: players} if players is not None else {})}
    for name in vary:
        if name in fixed:
            raise OptionError(f"{name} is set and varied; expected one of the two")
    if (size := math.prod(map(len, vary.values()))) > MOST_SETTINGS:
        raise ParlourError(f"the grid has {size} settings; expected at most {MOST_SETTINGS}")
    checked = {name: [_checked(game, name, value) for value in values] for name, values in vary.items()}
    found, excluded = [], 0
    for values in product(*checked.values()):
        varied = dict(zip(checked, values, strict=True))
        try:
            found.append(_candidate(game, varied, players, options or {}, bots))
        except OptionError:  # The values are possible, but not together.
            excluded += 1
    if not found:
        raise ParlourError(f"{game.title} allows none of the {excluded} settings; expected values that go together")
    return found, excluded


def _checked(game: Game, name: str, value: object) -> Value:
    """Check a varied value by itself."""
    if name == PLAYERS:
        number = str(value)
        return game.checked_players(int(number) if number.isdecimal() else -1)
    if name == BOTS:
        return str(value)
    if name not in {option.name for option in game.options}:
        complete(game.options, {name: value})  # raises an error that lists the options
    return game.option(name).checked(value)


def _candidate(
    game: Game, varied: Mapping[str, Value], players: int | None, options: Mapping[str, object], bots: Sequence[str]
) -> Candidate:
    seats = game.checked_players(int(varied[PLAYERS]) if PLAYERS in varied else players)
    own = {**options, **{name: value for name, value in varied.items() if name not in (PLAYERS, BOTS)}}
    values = complete(game.options, own)
    game.new_state(seats, own)
    names = bot_names([str(varied[BOTS])] if BOTS in varied else bots, seats)
    if not has_basic(game):
        names = ["random" if name == "basic" else name for name in names]
    return Candidate(varied, seats, {name: values[name] for name in own}, tuple(names))


# --- playing


def tune(
    game: Game,
    wished: Wish,
    grid: tuple[list[Candidate], int],
    seed: int = 0,
    max_rounds: int = 200,
    threads: int = 1,
    step: Callable[[int], None] = lambda matches: None,
) -> Tuned:
    """Play all settings, halve them until FINALISTS are left, and confirm these on fresh deals."""
    left, number = list(grid[0]), first_heat(game, grid[0])
    for one in left:
        check_choices(plan(game, one.players, one.options, one.bots, 1, seed, max_rounds))
    play = _Heats(game, wished.measure, seed, max_rounds, threads, step).play
    heat = played = number
    first = 0
    while True:
        for one, sums in play(left, range(first, first + heat)):
            one.sums += sums
        left.sort(key=lambda one: _distance(wished, one.sums))
        if len(left) <= FINALISTS:
            break
        left = left[: max(FINALISTS, math.ceil(len(left) / 2))]
        first, heat, played = played, played, 2 * played
    for one, sums in play(left, range(FRESH, FRESH + CONFIRMED * number)):
        one.fresh += sums
    left.sort(key=lambda one: _distance(wished, one.fresh))
    return Tuned(wished, grid[0], left, grid[1])


def first_heat(game: Game, found: Sequence[Candidate]) -> int:
    """Return how many matches each setting plays in the first heat."""
    inside = compiled_bots(game)
    return FIRST if all(bot in inside for one in found for bot in one.bots) else FIRST_SEARCHED


def matches_of(game: Game, found: Sequence[Candidate]) -> int:
    """Compute how many matches are played in all heats and for the confirmation."""
    left, number, total = len(found), first_heat(game, found), 0
    heat = played = number
    while left > FINALISTS:
        total += left * heat
        left, heat, played = max(FINALISTS, math.ceil(left / 2)), played, 2 * played
    return total + left * heat + CONFIRMED * number * left


def _distance(wished: Wish, sums: Sums) -> float:
    return abs(sums.value - wished.value) if sums.bottom else math.inf


@dataclass(frozen=True)
class _Heats:
    """Plays matches of several settings, and measures them."""

    game: Game
    measure: Measure
    seed: int
    max_rounds: int
    threads: int
    step: Callable[[int], None]

    def play(self, left: Sequence[Candidate], numbers: range) -> Iterator[tuple[Candidate, Sums]]:
        """Play the matches with these numbers in every setting; yield their sums in pieces."""
        blocks = [numbers[first : first + BLOCK] for first in range(0, len(numbers), BLOCK)]
        pieces = [(one, block) for one in left for block in blocks]
        for (one, block), sums in zip(pieces, in_order(self._measured, pieces, self.threads), strict=True):
            self.step(len(block))
            yield one, sums

    def _measured(self, piece: tuple[Candidate, range]) -> Sums:
        one, numbers = piece
        start = self.game.new_state(one.players, one.options)
        watched = watch(self.game, start, one.bots, self.seed, numbers, self.max_rounds)
        found = self.measure.compute(Sample(self.game, one.players, watched)).get("")
        if found is None:
            raise ParlourError(
                f"{self.measure.name} cannot be measured with {one.name}; expected a measure of single matches, such "
                "as minutes"
            )
        top, bottom = found
        return Sums.of(top.astype(float), bottom.astype(float))
