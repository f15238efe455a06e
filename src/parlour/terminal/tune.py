"""Find the settings of a game that come nearest to a wish, and show how the figure depends on the settings."""

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from parlour.engine.threads import cores
from parlour.game.options import parse_options
from parlour.games import find_game
from parlour.lab.studies.design import parse_vary
from parlour.lab.studies.tuning import FOUND, IMPOSSIBLE, Candidate, Tuned, candidates, matches_of, tune, wish
from parlour.terminal.console import CleanConsole
from parlour.terminal.progress import progress

BAR = 12  # The width of the longest bar of the curve, in characters.


def show_tuning(
    name: str,
    want: str,
    vary: Sequence[str],
    players: int | None,
    bots: Sequence[str],
    options: Sequence[str],
    seed: int,
    max_rounds: int,
    threads: int | None,
) -> None:
    """Tune a game to a wish, and show the nearest settings and the curve."""
    game = find_game(name)
    wished = wish(game, want)
    grid = candidates(game, parse_vary(vary), players, parse_options(options), bots)
    with progress("matches", matches_of(game, grid[0])) as step:
        found = tune(game, wished, grid, seed, max_rounds, threads or cores(), step)
    console = CleanConsole()
    console.print(Text(f"{game.title}, {len(grid[0])} settings, {wished.measure.name}", style="bold"))
    console.print(_answer(found), highlight=False)
    console.print(_curve(found))
    if found.excluded:
        console.print(f"{found.excluded} combinations of the values are left out, because the game doesn't allow them.")


def _answer(found: Tuned) -> str:
    """Say in a sentence which setting is nearest, or that the wish is impossible."""
    nearest, wished = found.finalists[0], _value(found, found.wish.value)
    low, high = (_value(found, value) for value in found.range)
    said = f"{nearest.name}: {_interval(found, nearest)}, confirmed on {nearest.fresh.matches:,} fresh deals."
    if found.verdict == FOUND:
        return f"{wished} with {said}"
    if found.verdict == IMPOSSIBLE:
        return f"{wished} is impossible: between {low} and {high} with these settings. The nearest is {said}"
    return f"{wished} is between two settings. The nearest is {said}"


def _curve(found: Tuned) -> Table:
    table, most = Table(), max(abs(value) for value in found.range) or 1.0
    unit = "%" if found.wish.measure.share else found.wish.measure.unit
    for heading in ("setting", unit or "value", "95 % interval", "matches", ""):
        table.add_column(heading, justify="left" if heading in ("setting", "") else "right")
    for one in found.candidates:
        value = one.interval(found.wish.measure.share)
        style = "bold" if one is found.finalists[0] else ""
        bar = "█" * round(BAR * abs(value.value) / most)
        played = one.fresh.matches or one.sums.matches
        number, low, high = (_number(found, end) for end in value)
        table.add_row(one.name, number, f"{low} to {high}", f"{played:,}", bar, style=style)
    return table


def _interval(found: Tuned, one: Candidate) -> str:
    value, low, high = one.interval(found.wish.measure.share)
    return f"{_value(found, value)} ({_number(found, low)} to {_number(found, high)})"


def _value(found: Tuned, value: float) -> str:
    """Write a value of the measure with its unit."""
    unit = "%" if found.wish.measure.share else found.wish.measure.unit
    return f"{_number(found, value)} {unit}".strip()


def _number(found: Tuned, value: float) -> str:
    return f"{100 * value if found.wish.measure.share else value:.1f}".replace("-", "−")
