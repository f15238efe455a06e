"""Show what it costs a player not to be allowed some actions, and what each action of a phase is worth."""

import math
from collections.abc import Iterator, Mapping, Sequence

from rich.table import Table
from rich.text import Text

from parlour.bots.basic import compiled_bots
from parlour.bots.restricted import alternative_text, is_compiled
from parlour.engine.threads import cores
from parlour.errors import ParlourError
from parlour.game.game import Game
from parlour.game.options import parse_options
from parlour.games import find_game
from parlour.lab.conditions import actions_of, restrictions_of
from parlour.lab.restricted import LEAST_DEALS, Cost, Setting, costs, setting
from parlour.lab.statistics import Mean
from parlour.lab.worths import DEAD, DOMINANT, MATCHES, Worth, verdict, worths
from parlour.terminal.console import CleanConsole
from parlour.terminal.progress import progress

MOST_DEALS = 1000
# About how many matches are played by default: with compiled bots, with compiled bots whose forbidden choices need a
# search, and with bots that search.
MATCHES_COMPILED, MATCHES_REPLACED, MATCHES_SEARCHED = 100_000, 8000, 200
COLOURS = {DOMINANT: "red", DEAD: "yellow"}
WORDS = (
    "offered: the share of free choices in which the action is legal; chosen and best: shares of these offers; value: "
    "above the best other action in the same sampled deals, in standard deviations of what the luck of the deal does; "
    "wins lost: percentage points that a player loses who may not take the action. Dominant: best in more than 90 % of "
    "its offers. Dead: best and chosen in less than 10 % of them, and no loss without it."
)


def refuse_unused(asked: str, given: Mapping[str, object]) -> None:
    """Refuse options of a study that can't be combined with the option that was asked for."""
    for name, value in given.items():
        if value:
            raise ParlourError(f"{name} cannot be combined with {asked}; expected one of the two")


def show_restricted(
    name: str,
    forbid: Sequence[str],
    players: int | None,
    bots: Sequence[str],
    deals: int | None,
    options: Sequence[str],
    seed: int,
    max_rounds: int,
    threads: int | None,
) -> None:
    """Measure restricted play with each bot, which plays in all seats, and show the results."""
    game, chosen = find_game(name), parse_options(options)
    seats = game.checked_players(players)
    game.new_state(seats, chosen)
    restrictions = restrictions_of(game, actions_of(game, seats, chosen), forbid)
    settings = [
        setting(game, bot, usual_deals(game, bot, seats, len(restrictions)) if deals is None else deals, seats, chosen,
                seed, max_rounds)
        for bot in bots
    ]  # fmt: skip
    console, workers, several = CleanConsole(), threads or cores(), len(restrictions) > 1
    for one in settings:
        total = one.deals + (MATCHES if several else 0)
        with progress(f"deals with {one.bots[0]}", total) as step:
            found = costs(one, restrictions, workers, step)
            valued = worths(one, restrictions, workers, step) if several else []
        console.print(Text(_heading(one), style="bold"))
        console.print(_table(found, valued) if several else _sentences(one, found[0]), highlight=False)
    if several:
        console.print(WORDS)


def usual_deals(game: Game, bot: str, seats: int, restrictions: int) -> int:
    """Return the number of deals to play by default, which take about a minute at most."""
    inside = bot in compiled_bots(game)
    matches = MATCHES_COMPILED if is_compiled(game, bot) else MATCHES_REPLACED if inside else MATCHES_SEARCHED
    return max(LEAST_DEALS, min(MOST_DEALS, matches // (seats * restrictions)))


def _heading(one: Setting) -> str:
    options = "".join(f", {name}={value}" for name, value in one.options.items())
    return f"{one.game.title}, {one.players} players{options}, {one.bots[0]} in all seats, {one.deals:,} deals"


def _sentences(one: Setting, cost: Cost) -> str:
    """Say what a single restriction costs."""
    who = "team" if one.game.teams else "player"
    restricted = "team with a player" if one.game.teams else "player"
    clear = abs(cost.lost_wins.mean) > cost.lost_wins.margin
    points = f"{cost.lost_points.mean:.2f} ± {cost.lost_points.margin:.2f} {one.game.scoring.many}".replace("-", "−")
    said = (
        f"A {restricted} who may not take {cost.restriction.text} wins {_percent(cost.wins)} of the matches.",
        f"Without the restriction, the same {who} wins {100 * cost.free_wins.mean:.1f} % on the same deals.",
        f"So the restriction costs {_points(cost.lost_wins)} of the wins{'' if clear else ', which may be chance'}, "
        f"and {points} a round.",
        f"It replaces {cost.replaced / cost.matches:.1f} choices a match; "
        f"{cost.kept / cost.matches:.1f} forbidden choices a match are made because nothing else is legal.",
        f"Instead of a forbidden action, {one.bots[0]} takes {alternative_text(one.game, one.bots[0])}.",
    )
    cut = f"{cost.cut_off} of {cost.matches} matches were cut off by the limit of rounds." if cost.cut_off else ""
    return "\n".join(filter(None, (*said, cut)))


def _percent(mean: Mean) -> str:
    return f"{100 * mean.mean:.1f} ± {100 * mean.margin:.1f} %"


def _points(mean: Mean) -> str:
    return f"{100 * mean.mean:.1f} ± {100 * mean.margin:.1f} percentage points".replace("-", "−")


def _table(found: Sequence[Cost], valued: Sequence[Worth]) -> Table:
    table = Table()
    for heading in ("action", "offered", "chosen", "best", "value", "wins lost", "verdict"):
        table.add_column(heading, justify="left" if heading in ("action", "verdict") else "right")
    for row in _rows(found, valued):
        table.add_row(*row)
    return table


def _rows(found: Sequence[Cost], valued: Sequence[Worth]) -> Iterator[tuple[str | Text, ...]]:
    for cost, worth in zip(found, valued, strict=True):
        shares = (_share(share.value) for share in (worth.offered_share, worth.chosen_share, worth.best_share))
        value = worth.value
        above = f"{value.value:+.2f} ± {value.high - value.value:.2f}" if value.known else "–"
        lost = f"{100 * cost.lost_wins.mean:+.1f} ± {100 * cost.lost_wins.margin:.1f}"
        said = verdict(worth, cost.lost_wins)
        styled = Text(said, style=COLOURS.get(said, ""))
        yield cost.restriction.text, *shares, above.replace("-", "−"), lost.replace("-", "−"), styled


def _share(share: float) -> str:
    return "–" if math.isnan(share) else f"{100 * share:.0f} %"
