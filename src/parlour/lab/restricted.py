"""Restricted play (after Jaffe): what it costs a player not to be allowed some actions.

In every deal, each seat in turn is restricted, while the same bots play freely in the other seats. The same deal is
also played without a restriction. All these matches of a deal together are one sample, so the luck of the cards cancels
out, and intervals are computed over deals.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from parlour.bots import DEFAULT_MILLISECONDS
from parlour.bots.basic import compiled_bots, has_basic
from parlour.bots.search import Budget
from parlour.engine.threads import in_order
from parlour.errors import ParlourError
from parlour.game.game import Game
from parlour.game.options import Value
from parlour.lab._contest import Played, Table, play
from parlour.lab._restricting import Judge, new_verdicts
from parlour.lab.conditions import Restriction
from parlour.lab.simulation import check_choices, plan
from parlour.lab.statistics import Mean

MOST_BLOCK, BLOCKS = 64, 8  # Deals that a thread plays at a time, and the number of such blocks aimed at per thread.
LEAST_DEALS = 20  # With fewer deals, no interval is computed.


@dataclass(frozen=True)
class Setting:
    """What restricted play is measured with: a game with its options, a bot in each seat, and the deals."""

    game: Game
    players: int
    options: Mapping[str, Value]
    bots: tuple[str, ...]
    deals: int
    seed: int
    max_rounds: int

    @property
    def sides(self) -> int:
        """The number of teams, or of players in a game without teams."""
        return self.game.teams or self.players


@dataclass
class Cost:
    """What a restriction costs the player that it applies to."""

    restriction: Restriction
    wins: Mean = field(default_factory=Mean)  # The share of matches that the restricted player (or its team) wins.
    free_wins: Mean = field(default_factory=Mean)  # The share that the same player wins without a restriction.
    lost_wins: Mean = field(default_factory=Mean)
    lost_points: Mean = field(default_factory=Mean)  # Points per round, above the table's mean.
    matches: int = 0
    cut_off: int = 0
    replaced: int = 0  # How many forbidden choices were replaced,
    kept: int = 0  # and how many were made because nothing else was legal.

    def add(self, free: Played, restricted: Sequence[Played], sides: int) -> None:
        """Add the matches of a deal: the free match, and the match in which each seat is restricted."""
        seats = len(restricted)
        own = [(one, seat % sides) for seat, one in enumerate(restricted)]
        wins, free_wins = wins_of(free, restricted, sides)
        self.wins.add(wins)
        self.free_wins.add(free_wins)
        self.lost_wins.add(free_wins - wins)
        self.lost_points.add(sum(free.points[side] - one.points[side] for one, side in own) / seats)
        self.matches += seats
        self.cut_off += sum(one.cut_off for one in restricted)


def setting(
    game: Game,
    bot: str,
    deals: int,
    players: int | None = None,
    options: Mapping[str, object] | None = None,
    seed: int = 0,
    max_rounds: int = 200,
) -> Setting:
    """Make a setting, and refuse invalid values before the first match."""
    bot = bot if has_basic(game) or bot != "basic" else "random"
    planned = plan(game, players, options, [bot], deals, seed, max_rounds)
    if deals < LEAST_DEALS:
        raise ParlourError(f"deals cannot be {deals}; an interval needs {LEAST_DEALS} or more")
    check_choices(planned)
    checked = game.options_of(game.new_state(planned.players, options))
    chosen = {name: checked[name] for name in planned.options}
    return Setting(game, planned.players, chosen, tuple(planned.bots), deals, seed, max_rounds)


def costs(
    setting: Setting,
    restrictions: Sequence[Restriction],
    threads: int,
    step: Callable[[int], None] = lambda deals: None,
) -> list[Cost]:
    """Measure what each restriction costs; call `step` with the number of deals played since its last call.

    All restrictions are measured on the same deals.
    """
    found = [Cost(restriction) for restriction in restrictions]
    for free, tables in played(setting, restrictions, range(setting.deals), threads):
        for cost, own in zip(found, tables, strict=True):
            for number, match in enumerate(free.played):
                cost.add(match, [table.played[number] for table in own], setting.sides)
            cost.replaced += sum(table.replaced for table in own)
            cost.kept += sum(table.kept for table in own)
        step(len(free.played))
    return found


def played(
    setting: Setting, restrictions: Sequence[Restriction], deals: range, threads: int
) -> Iterator[tuple[Table, list[list[Table]]]]:
    """Play these deals, block by block: freely and, for each restriction, with each seat restricted."""
    judged = [(restriction, new_verdicts()) for restriction in restrictions]
    return in_order(partial(_play_block, setting, judged), _blocks(setting, deals, threads), threads)


def wins_of(free: Played, restricted: Sequence[Played], sides: int) -> tuple[float, float]:
    """Return the share of a deal that the restricted seats win on average, and the share that they win freely."""
    seats = len(restricted)
    wins = sum(one.wins[seat % sides] for seat, one in enumerate(restricted))
    return wins / seats, sum(free.wins[seat % sides] for seat in range(seats)) / seats


def _blocks(setting: Setting, deals: range, threads: int) -> Iterator[range]:
    """Divide the deals among the threads."""
    inside = set(setting.bots) <= compiled_bots(setting.game).keys()
    size = min(MOST_BLOCK, max(1, len(deals) // (BLOCKS * threads))) if inside else 1
    return (deals[first : first + size] for first in range(0, len(deals), size))


def _play_block(
    setting: Setting, restrictions: Sequence[tuple[Restriction, Any]], deals: range
) -> tuple[Table, list[list[Table]]]:
    """Play the deals freely, and with each restriction in each seat."""
    free = _play(setting, deals)
    return free, [
        [
            _play(setting, deals, Judge(setting.game, restriction, verdicts, seat, setting.bots[seat]))
            for seat in range(setting.players)
        ]
        for restriction, verdicts in restrictions
    ]


def _play(setting: Setting, deals: range, judge: Judge | None = None) -> Table:
    start = setting.game.new_state(setting.players, setting.options)
    budget = Budget(milliseconds=DEFAULT_MILLISECONDS)
    return play(setting.game, start, setting.bots, frozenset(), setting.seed, deals, setting.max_rounds, budget, judge)
