"""Show a ladder of players who think longer and longer: what another doubling wins, for each variant of a game."""

import math
from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from parlour.engine.threads import cores
from parlour.game.options import parse_options
from parlour.games import find_game
from parlour.lab.studies.design import parse_vary
from parlour.lab.studies.ladder import Rung, check_deals, climb, rungs
from parlour.lab.studies.tuning import Candidate, candidates
from parlour.terminal.console import CleanConsole
from parlour.terminal.progress import progress

DEALS = 20  # The usual number of deals.
WORDS = (
    "wins: of one player (or team) who thinks longer among players who think shorter, in every seat on the same deals. "
    "equals: what such a player would win by luck alone. 75 %: after how many rounds the player who thinks longer is "
    "ahead of the others with a probability of 75 %, if rounds don't depend on each other; with its 95 % interval."
)


def show_ladder(
    name: str,
    ladder: str,
    vary: Sequence[str],
    players: int | None,
    options: Sequence[str],
    deals: int | None,
    seed: int,
    max_rounds: int,
    threads: int | None,
) -> None:
    """Let the players of a ladder meet in every variant, and show what the longer thinking wins."""
    game, pairs, number = find_game(name), rungs(ladder), DEALS if deals is None else deals
    check_deals(number)
    chosen = parse_options(options)
    if vary:
        settings, _ = candidates(game, parse_vary(vary), players, chosen)
    else:
        seats = game.checked_players(players)
        checked = game.options_of(game.new_state(seats, chosen))
        settings = [Candidate({}, seats, {option: checked[option] for option in chosen}, ())]
    with progress("deals", number * len(settings) * len(pairs)) as step:
        found = list(climb(game, settings, pairs, number, seed, max_rounds, threads or cores(), step))
    console = CleanConsole()
    console.print(Text(f"{game.title}, {number} deals", style="bold"))
    console.print(_table(found, several=bool(vary)))
    console.print(WORDS)


def _table(found: Sequence[Rung], *, several: bool) -> Table:
    table = Table()
    for heading in (*(["variant"] if several else []), "thinks longer", "wins", "equals", "points a round", "75 %"):
        table.add_column(heading, justify="left" if heading in ("variant", "thinks longer") else "right")
    for rung in found:
        points = f"{rung.points.value:+.2f} ± {rung.points.high - rung.points.value:.2f}".replace("-", "−")
        table.add_row(
            *([rung.setting.name] if several else []), f"{rung.strong} among {rung.weak}",
            f"{100 * rung.wins.mean:.1f} ± {100 * rung.wins.margin:.1f} %", f"{100 / rung.sides:.1f} %", points,
            f"{_count(rung.rounds.value)} ({_count(rung.rounds.low)} to {_count(rung.rounds.high)})",
        )  # fmt: skip
    return table


def _count(rounds: float) -> str:
    return "∞" if math.isinf(rounds) else f"{max(1, math.ceil(rounds)):,}"
