"""The figures of a run: who is how many times as fast, and the table in the terminal."""

from typing import Any

from rich.console import Console
from rich.table import Table

KINDS = {  # kind: what is compared
    "play": "Random play, whole games",
    "vector": "With observations and masks",
    "pettingzoo": "One PettingZoo environment in a Python loop",
    "calls": "Single calls from Python",
    "search": "Search",
}
CPP_GAMES = "C++ whole games (evaluate_bots)"

Row = dict[str, Any]


def of_kind(results: dict[str, Any], kind: str) -> list[Row]:
    """The lines of one comparison."""
    return [row for row in results["rows"] if row["kind"] == kind]


def best_of_others(results: dict[str, Any], kind: str) -> Row | None:
    """The fastest line that is not ours."""
    others = [row for row in of_kind(results, kind) if row["who"] != "Parlour"]
    return max(others, key=lambda row: float(row["rate"])) if others else None


def our_games(results: dict[str, Any]) -> list[Row]:
    """The lines of our whole matches; each names the game of OpenSpiel that is most like it, or "" if none is."""
    return [row for row in of_kind(results, "play") if row["who"] == "Parlour"]


def ratio_to_relative(results: dict[str, Any], ours: Row) -> tuple[str, float] | None:
    """One of our games against C++ whole games of its relative or, without one, of the fastest game."""
    theirs = [row for row in of_kind(results, "play") if row["how"] == CPP_GAMES]
    if not theirs:
        return None
    near = [row for row in theirs if row["game"] == ours["relative"]] or theirs
    fastest = max(near, key=lambda row: float(row["rate"]))
    return str(fastest["game"]), ours["rate"] / fastest["rate"]


def amount(rate: float) -> str:
    """A rate as people read it: 24.1 M, 830 k, 95."""
    for size, letter in ((1e6, " M"), (1e3, " k")):
        if rate >= size:
            return f"{rate / size:.3g}{letter}"
    return f"{rate:.3g}"


def spread(row: Row) -> str:
    """The slowest and the fastest of the five runs."""
    return f"{amount(row['low'])} – {amount(row['high'])}"


def show(results: dict[str, Any]) -> None:
    """All lines in the terminal."""
    console = Console()
    for kind, title in KINDS.items():
        table = Table(title=title, title_justify="left")
        for heading in ("who", "game", "how", "a second", "spread"):
            table.add_column(heading, justify="right" if heading in ("a second", "spread") else "left")
        for row in sorted(of_kind(results, kind), key=lambda row: -float(row["rate"])):
            style = "bold" if row["who"] == "Parlour" else None
            table.add_row(row["who"], row["game"], row["how"], amount(row["rate"]), spread(row), style=style)
        console.print(table)
    for ours in our_games(results):
        if found := ratio_to_relative(results, ours):
            console.print(f"{ours['game']}: {found[1]:.0f} times OpenSpiel's {found[0]} (C++ whole games)")
    for reason in results["left_out"]:
        console.print(f"left out: {reason}")
