"""Compare the figures of a run under equal conditions, and show them as tables in the terminal."""

from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.table import Table

KINDS = {  # the titles of the tables, by kind of comparison
    "command": "Commands, start included",
    "play": "The compiled loop inside, whole games",
    "dealt": "The compiled loop inside, from a dealt position",
    "vector": "With observations and legal actions",
    "pettingzoo": "One PettingZoo environment in a Python loop",
    "calls": "Single calls from Python",
    "search": "Search",
}
CONDITIONS = {  # what both libraries do in each kind of comparison; shown with every ratio
    "command": "a command that plays whole games, start included",
    "play": "inner loop: whole games with their deals, by `evaluate_bots`",
    "dealt": "inner loop: playouts from a dealt position (in OpenSpiel, inside MCTS)",
    "vector": "with observations and legal actions",
    "pettingzoo": "one PettingZoo environment in a Python loop",
}
RELATED = ("command", "play", "dealt")  # kinds of comparison between our games and the most similar OpenSpiel game
QUOTED = "60 million decisions"  # The figure to quote comes from commands of this length.
RELATIVES = "OpenSpiel"
COMPILED = "C++"  # this word in a label says that OpenSpiel was measured without a Python loop

Row = dict[str, Any]


@dataclass(frozen=True)
class Ratio:
    """One of Parlour's results beside a peer's result, both measured under the same conditions."""

    ours: Row
    theirs: Row
    why: str  # why this peer's game was chosen, such as "the most similar game"

    @property
    def times(self) -> float:
        """Parlour's rate divided by the peer's; below 1, Parlour is slower."""
        return float(self.ours["rate"]) / float(self.theirs["rate"])

    @property
    def condition(self) -> str:
        """What both libraries did in this comparison."""
        length = length_of(self.ours)
        return CONDITIONS[str(self.ours["kind"])] + (f", {length}" if length else "")


def of_kind(results: dict[str, Any], kind: str) -> list[Row]:
    """Find the results of one kind of comparison."""
    return [row for row in results["rows"] if row["kind"] == kind]


def of_ours(results: dict[str, Any], kind: str) -> list[Row]:
    """Find Parlour's own results of one kind of comparison."""
    return [row for row in of_kind(results, kind) if row["who"] == "Parlour"]


def fastest(rows: list[Row]) -> Row | None:
    """Find the result with the highest rate."""
    return max(rows, key=lambda row: float(row["rate"]), default=None)


def ratio_to_relative(results: dict[str, Any], ours: Row) -> Ratio | None:
    """Compare one of our games with OpenSpiel's most similar game in C++ or, if none is similar, its fastest game."""
    rows = [
        row
        for row in of_kind(results, ours["kind"])
        if row["who"] == RELATIVES and COMPILED in row["how"] and length_of(row) == length_of(ours)
    ]  # fmt: skip
    near = [row for row in rows if row["game"] == ours["relative"]]
    theirs = fastest(near or rows)
    if theirs is None:
        return None
    return Ratio(ours, theirs, "the game most like ours" if near else "the fastest game; none is like ours")


def length_of(row: Row) -> str:
    """Return a command's length, with which its label begins; return "" for results of other kinds."""
    return str(row["how"]).partition(",")[0] if row["kind"] == "command" else ""


def ratios(results: dict[str, Any]) -> list[Ratio]:
    """Compare each of our games with the most similar OpenSpiel game, and our slowest game with the peers' fastest."""
    found = [ratio_to_relative(results, ours) for kind in RELATED for ours in of_ours(results, kind)]
    for kind in CONDITIONS.keys() - set(RELATED):
        theirs = fastest([row for row in of_kind(results, kind) if row["who"] != "Parlour"])
        slowest = min(of_ours(results, kind), key=lambda row: float(row["rate"]), default=None)
        if slowest is not None and theirs is not None:
            found.append(Ratio(slowest, theirs, "our slowest game against the other libraries' fastest"))
    order = list(CONDITIONS)
    return sorted((ratio for ratio in found if ratio), key=lambda ratio: order.index(ratio.ours["kind"]))


def headline(results: dict[str, Any], kind: str) -> Ratio | None:
    """Find the figure to quote: the smallest ratio between ours and OpenSpiel's C++, for commands or the inner loop."""
    found = [ratio for ratio in ratios(results) if ratio.ours["kind"] == kind and length_of(ratio.ours) in ("", QUOTED)]
    return min(found, key=lambda ratio: ratio.times, default=None)


def amount(rate: float) -> str:
    """Format a rate: 24.1 M, 830 k, 95."""
    for size, letter in ((1e6, " M"), (1e3, " k")):
        if rate >= size:
            return f"{rate / size:.3g}{letter}"
    return f"{rate:.3g}"


def multiple(times: float) -> str:
    """Format a ratio: 26, 5.8, 0.7."""
    return f"{times:.0f}" if times >= 10 else f"{times:.1f}"


def spread(row: Row) -> str:
    """Format the rates of the slowest and the fastest of the five repeats."""
    return f"{amount(row['low'])} – {amount(row['high'])}"


def show(results: dict[str, Any]) -> None:
    """Show all results in the terminal."""
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
