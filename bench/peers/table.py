"""The figures of a run: ratios under the same condition, and the tables in the terminal."""

from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.table import Table

KINDS = {  # kind: what is compared
    "play": "Random play, whole games",
    "dealt": "Random play from a dealt position",
    "vector": "With observations and legal actions",
    "pettingzoo": "One PettingZoo environment in a Python loop",
    "calls": "Single calls from Python",
    "search": "Search",
}
CONDITIONS = {  # kind: what is done in both libraries, beside every ratio
    "play": "whole games with their deals, by `evaluate_bots`",
    "dealt": "playouts from a dealt position, inside MCTS",
    "vector": "with observations and legal actions",
    "pettingzoo": "one PettingZoo environment in a Python loop",
}
RELATED = ("play", "dealt")  # kinds in which a game of ours is compared with its relative in OpenSpiel
RELATIVES = "OpenSpiel"
COMPILED = "C++"  # how the ways of OpenSpiel begin that do not run in Python

Row = dict[str, Any]


@dataclass(frozen=True)
class Ratio:
    """One line of ours against one line of a peer, both measured under the same condition."""

    ours: Row
    theirs: Row
    why: str  # this line of the peer: its nearest relative

    @property
    def times(self) -> float:
        """How many times as fast ours is; below 1 it is slower."""
        return float(self.ours["rate"]) / float(self.theirs["rate"])

    @property
    def condition(self) -> str:
        """What both of them did."""
        return CONDITIONS[str(self.ours["kind"])]


def of_kind(results: dict[str, Any], kind: str) -> list[Row]:
    """The lines of one comparison."""
    return [row for row in results["rows"] if row["kind"] == kind]


def of_ours(results: dict[str, Any], kind: str) -> list[Row]:
    """Our lines of one comparison."""
    return [row for row in of_kind(results, kind) if row["who"] == "Parlour"]


def fastest(rows: list[Row]) -> Row | None:
    """The fastest of the lines."""
    return max(rows, key=lambda row: float(row["rate"]), default=None)


def ratio_to_relative(results: dict[str, Any], ours: Row) -> Ratio | None:
    """One of our games against OpenSpiel's C++ on its relative or, without one, on the fastest game."""
    rows = [
        row
        for row in of_kind(results, ours["kind"])
        if row["who"] == RELATIVES and row["how"].startswith(COMPILED)
    ]  # fmt: skip
    near = [row for row in rows if row["game"] == ours["relative"]]
    theirs = fastest(near or rows)
    if theirs is None:
        return None
    return Ratio(ours, theirs, "nearest relative" if near else "no relative: its fastest game")


def ratios(results: dict[str, Any]) -> list[Ratio]:
    """Every game of ours against its relative, and our slowest game against the fastest of all others."""
    found = [ratio_to_relative(results, ours) for kind in RELATED for ours in of_ours(results, kind)]
    for kind in CONDITIONS.keys() - set(RELATED):
        theirs = fastest([row for row in of_kind(results, kind) if row["who"] != "Parlour"])
        slowest = min(of_ours(results, kind), key=lambda row: float(row["rate"]), default=None)
        if slowest is not None and theirs is not None:
            found.append(Ratio(slowest, theirs, "our slowest game, the fastest of the others"))
    order = list(CONDITIONS)
    return sorted((ratio for ratio in found if ratio), key=lambda ratio: order.index(ratio.ours["kind"]))


def headline(results: dict[str, Any]) -> Ratio | None:
    """The smallest ratio of random play to OpenSpiel's C++: the figure that may stand alone, with its condition."""
    found = [ratio for ratio in ratios(results) if ratio.ours["kind"] in RELATED]
    return min(found, key=lambda ratio: ratio.times, default=None)


def amount(rate: float) -> str:
    """A rate for people: 24.1 M, 830 k, 95."""
    for size, letter in ((1e6, " M"), (1e3, " k")):
        if rate >= size:
            return f"{rate / size:.3g}{letter}"
    return f"{rate:.3g}"


def multiple(times: float) -> str:
    """A ratio for people: 26, 5.8, 0.7."""
    return f"{times:.0f}" if times >= 10 else f"{times:.1f}"


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
    for ratio in ratios(results):
        ours, theirs = ratio.ours["game"], f"{ratio.theirs['who']}'s {ratio.theirs['game']}"
        console.print(f"{ours}: {multiple(ratio.times)} times {theirs} ({ratio.condition})", highlight=False)
    for reason in results["left_out"]:
        console.print(f"left out: {reason}")
