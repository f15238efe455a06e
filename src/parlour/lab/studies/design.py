"""What a study plays: the game, its variants, the bots and the number of matches, checked before the first deal."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import product
from typing import Any

from parlour.bots import bot_names, check_bot, check_match, plays_as
from parlour.bots.basic import compiled_bots, has_basic
from parlour.errors import ParlourError
from parlour.game.game import Game
from parlour.game.options import OptionError, Value, complete
from parlour.games import find_game, load_game, source_hash
from parlour.lab._watch import MOST_ROUNDS

VERSION = 5  # Increase this when older files can't be continued, such as after changing a measure.
BATCH = 2000  # The number of matches in a batch, over all variants.
SEARCHED_BATCH = 40  # The number of matches in a batch if some bots search.
DEFAULT_MAX_ROUNDS = 200
MATCHES, SKILL, ROLLOUTS = 10_000, 1000, 200  # How many matches are played for each part of a study by default.
MOST_VARIANTS = 100
SPAN = re.compile(r"(-?\d+)\.\.(-?\d+)")  # The pattern of a range of numbers, such as 1..6.
MOST_MATCHES = 100_000_000
LEVELS = ("random", "easy", "medium")  # Each bot is measured against all weaker bots, which come before it.
STAND_IN = "search:8"  # The bot that plays instead of `basic` in a game without rules of thumb.
CLAIM_LEVELS = ("random", "easy", "medium")


@dataclass(frozen=True)
class Variant:
    """A variant of a study: the game's options, and a bot for every seat."""

    options: Mapping[str, Value]  # The options that were chosen; all others have their defaults.
    bots: tuple[str, ...]
    matches: int  # How many matches the variant plays.

    def searches(self, game: Game) -> bool:
        """Say whether any bot of the variant isn't compiled, such as a bot that searches."""
        return any(name not in compiled_bots(game) for name in self.bots)


@dataclass(frozen=True)
class Design:
    """The design of a study; equal designs give the same files, byte for byte."""

    game: str
    players: int
    variants: tuple[Variant, ...]
    matches: int
    seed: int
    max_rounds: int
    levels: tuple[str, ...]  # The bots with which skill is measured, the weakest first; empty if it isn't measured.
    skill: int  # How many of the first matches are used to measure skill.
    rollouts: int  # In how many of the first matches chances to win are estimated.
    batch: int  # The number of matches of each variant in a batch.
    claims: bool  # Whether the variants are levels of bots that check the source's claims.

    @property
    def found(self) -> Game:
        """The game that is studied."""
        return find_game(self.game)

    @property
    def batches(self) -> list[range]:
        """The range of match numbers of every batch."""
        return [range(first, min(first + self.batch, self.matches)) for first in range(0, self.matches, self.batch)]

    @property
    def varied(self) -> dict[str, list[Value]]:
        """The values of each option that differs between variants, in their order."""
        found = {name: list(dict.fromkeys(variant.options[name] for variant in self.variants))
                 for name in self.variants[0].options}  # fmt: skip
        return {name: own for name, own in found.items() if len(own) > 1}

    @property
    def settings(self) -> dict[str, Value]:
        """The options that were chosen, with the same value in all variants."""
        return {name: value for name, value in self.variants[0].options.items() if name not in self.varied}

    @property
    def base(self) -> int:
        """The variant to which the others are compared: where it can, each varied option has its value in the rules."""
        wanted = {name: self._usual(name) if self._usual(name) in values else values[0]
                  for name, values in self.varied.items()}  # fmt: skip
        variants = (self.options_of(number) for number in range(len(self.variants)))
        return next(number for number, options in enumerate(variants) if wanted.items() <= options.items())

    @property
    def base_in_rules(self) -> bool:
        """Whether every varied option has its value in the rules in the base."""
        options = self.options_of(self.base)
        return all(options[name] == self._usual(name) for name in self.varied)

    def _usual(self, name: str) -> Value:
        return next(option.default for option in self.found.options if option.name == name)

    def options_of(self, number: int) -> dict[str, Value]:
        """Return the value of every option in a variant."""
        return complete(self.found.options, self.variants[number].options)

    def name_of(self, number: int) -> str:
        """Name a variant by the options and bots that distinguish it from the other variants, or from the rules."""
        variant, options = self.variants[number], self.options_of(number)
        parts = [f"{name}={options[name]}" for name in self.varied]
        if len({other.bots for other in self.variants}) > 1:
            parts.append(_together(variant.bots))
        changed = (f"{name}={value}" for name, value in variant.options.items() if value != self._usual(name))
        return ", ".join(parts or changed) or "as in the rules"

    @property
    def changing_bots(self) -> dict[str, dict[int, str]]:
        """The bots that aren't the same in all variants, and what plays under their name in each variant."""
        names = dict.fromkeys(name for variant in self.variants for name in (*variant.bots, *self.levels))
        starts = [self.found.new_state(self.players, variant.options) for variant in self.variants]
        found = {name: dict(enumerate(plays_as(self.found, name, start) for start in starts)) for name in names}
        return {name: own for name, own in found.items() if len(set(own.values())) > 1}

    def manifest(self) -> str:
        """Return the JSON that identifies the study."""
        return json.dumps({"parlour_study": VERSION, "rules": source_hash(self.game), **asdict(self)}, indent=1) + "\n"


def grown(design: Design, matches: int) -> Design:
    """Return the same study with another number of matches."""
    variants = tuple(replace(variant, matches=matches) for variant in design.variants)
    return replace(design, matches=matches, variants=variants)


def _together(bots: Sequence[str]) -> str:
    """Write the bots of all seats; if they are all the same, write the name once."""
    return bots[0] if len(set(bots)) == 1 else ",".join(bots)


def read_design(data: Mapping[str, Any]) -> Design:
    """Read a design from its manifest."""
    fields = {name: data[name] for name in Design.__dataclass_fields__}
    variants = [
        Variant(one["options"], tuple(one["bots"]), one["matches"]) for one in fields["variants"]
    ]  # fmt: skip
    return Design(**{**fields, "variants": tuple(variants), "levels": tuple(fields["levels"])})


def parse_vary(texts: Sequence[str]) -> dict[str, list[str]]:
    """Parse options to vary, such as "made_bonus=1,2,3" or "made_bonus=1..3", into lists of values."""
    varied: dict[str, list[str]] = {}
    for text in texts:
        name, equals, values = text.partition("=")
        if not equals or not name.strip() or not values.strip():
            raise OptionError(
                f"vary {text!r} has no values; expected name=value,value, such as made_bonus=1,2,3 or 1..3"
            )
        if name.strip() in varied:
            raise OptionError(f"option {name.strip()} is varied twice; expected all its values in one list")
        varied[name.strip()] = [value for part in values.split(",") for value in _span(part.strip())]
    return varied


def _span(text: str) -> list[str]:
    """List the values of a part of a varied option: those of a range such as 1..6, or the part itself."""
    found = SPAN.fullmatch(text)
    if not found:
        return [text]
    first, last = int(found[1]), int(found[2])
    if not 0 <= last - first < MOST_VARIANTS:
        raise OptionError(f"range {text} has no values, or too many; expected a range of up to {MOST_VARIANTS}: 1..6")
    return [str(number) for number in range(first, last + 1)]


def design(
    game: str,
    players: int | None = None,
    bots: Sequence[str] = ("basic",),
    matches: int = MATCHES,
    options: Mapping[str, object] | None = None,
    vary: Mapping[str, Sequence[object]] | None = None,
    seed: int = 0,
    max_rounds: int = DEFAULT_MAX_ROUNDS,
    levels: Sequence[str] = LEVELS,
    skill: int = SKILL,
    rollouts: int = ROLLOUTS,
    claims: bool = False,
) -> Design:
    """Make a design, and refuse invalid values before the first match."""
    found = load_game(game)
    seats = found.checked_players(players)
    _check_number("matches", matches, 1, MOST_MATCHES)
    _check_number("max_rounds", max_rounds, 1, MOST_ROUNDS)
    _check_number("skill", skill, 0, MOST_MATCHES)
    _check_number("rollouts", rollouts, 0, MOST_MATCHES)
    bots = _usual(found, bots)
    grid = _grid(found, seats, options or {}, vary or {})
    lineups = [bot_names([level], seats) for level in _claim_levels(bots)] if claims else [bot_names(bots, seats)]
    variants = [Variant(chosen, tuple(lineup), matches) for chosen in grid for lineup in lineups]
    if claims and len(grid) > 1:
        raise ParlourError("claims are checked without varied options; expected no --vary with --claims")
    known = _levels(levels) if skill else ()
    made = Design(
        found.name, seats, tuple(variants), matches, seed, max_rounds, known, min(skill, matches) if known else 0,
        min(rollouts, matches), 1, claims,
    )  # fmt: skip
    for variant in made.variants:
        check_match(found, (*variant.bots, *known), found.new_state(seats, variant.options))
    return replace(made, batch=_batch(made))


def _usual(game: Game, bots: Sequence[str]) -> Sequence[str]:
    """In a game without rules of thumb, replace the bot `basic` with a short search."""
    return bots if has_basic(game) else [STAND_IN if name == "basic" else name for name in bots]


def _claim_levels(bots: Sequence[str]) -> list[str]:
    """Return the bots whose matches check the claims: the given bots, or the default levels."""
    return list(bots) if tuple(bots) != ("basic",) else list(CLAIM_LEVELS)


def _levels(levels: Sequence[str]) -> tuple[str, ...]:
    for name in levels:
        check_bot(name)
    if len(set(levels)) != len(levels):
        raise ParlourError(f"levels {','.join(levels)} name a bot twice; expected each once, the weakest first")
    return tuple(levels) if len(levels) > 1 else ()


def _check_number(name: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        raise ParlourError(f"{name} cannot be {value}; expected {least} to {most}")


def _batch(made: Design) -> int:
    """Compute how many matches of each variant make a batch; few if bots search, so that interruptions lose little."""
    compiled = compiled_bots(made.found)
    searching = any(variant.searches(made.found) for variant in made.variants)
    searching = searching or (made.skill > 0 and any(level not in compiled for level in made.levels))
    return max(1, (SEARCHED_BATCH if searching else BATCH) // len(made.variants))


def _grid(
    game: Game, players: int, options: Mapping[str, object], vary: Mapping[str, Sequence[object]]
) -> list[dict[str, Value]]:
    """List the options of every variant: all combinations of the varied values."""
    both = sorted(set(options) & set(vary))
    if both:
        raise OptionError(f"option {both[0]} is set and varied; expected one of the two")
    size = 1
    for values in vary.values():
        size *= len(values)
    if size > MOST_VARIANTS:
        raise ParlourError(f"the grid has {size} variants; expected at most {MOST_VARIANTS}")
    grid = [_checked(game, players, {**options, **dict(zip(vary, chosen, strict=True))})
            for chosen in product(*vary.values())]  # fmt: skip
    for number, chosen in enumerate(grid):
        if chosen in grid[:number]:
            raise OptionError(f"the grid holds a variant twice: {chosen}; expected different values")
    return grid


def _checked(game: Game, players: int, options: Mapping[str, object]) -> dict[str, Value]:
    """Check the chosen options; return their parsed values."""
    game.new_state(players, options)
    values = complete(game.options, options)
    return {name: values[name] for name in options}
