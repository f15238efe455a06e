"""Show the server's figures as a table: in the terminal, and between the marks in docs/operating.md."""

from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from bench.machine import shared
from bench.marks import between_marks

DOCS = Path(__file__).parents[1] / "docs"
PAGE, RESULTS = DOCS / "operating.md", DOCS / "operating.json"
OURS, FILES, IN_MEMORY = "Parlour, SQLite", "boardgame.io, its files", "boardgame.io, in memory"
LINES = (  # rows of the table: label, part of the benchmark, figures and unit
    ("moves per second, 100 tables at full speed", "throughput", ("moves a second",), ""),
    ("CPU time per move at full speed", "throughput", ("server CPU a move ms",), " ms"),
    (
        "100 tables at one move per second: from sending a move to the last client's update",
        "latency",
        ("p50 ms", "p99 ms"),
        " ms",
    ),
    ("CPU time per move at one move per second", "latency", ("server CPU a move ms",), " ms"),
    ("100 tables with hard bots: response time", "bots", ("p50 ms", "p99 ms"), " ms"),
    ("memory per table with four open sockets", "memory", ("kB a table",), " kB"),
)


def written(value: float) -> str:
    """Format a figure: 1,234, 56, 7.8, 0.91."""
    if value >= 10:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 1 else f"{value:.2f}"


def span(values: list[float]) -> str:
    """Format the range of a figure over all turns: 401–536."""
    low, high = written(min(values)), written(max(values))
    return low if low == high else f"{low}–{high}"


def cell(results: dict[str, Any], name: str, part: str, keys: tuple[str, ...], unit: str) -> str:
    """Write one cell of the table; leave it empty if the figure wasn't measured."""
    turns = results["figures"][name].get(part, [])
    if not turns:
        return ""
    spans = {key: span([turn[key] for turn in turns]) + unit for key in keys}
    if len(keys) == 1:
        return spans[keys[0]]
    return ", ".join(f"{key.removesuffix(' ms')} {text}" for key, text in spans.items())


def rows(results: dict[str, Any]) -> list[list[str]]:
    """Make the table's rows: a figure's label, and a cell for each server."""
    names = results["figures"]
    return [[title, *(cell(results, name, part, keys, unit) for name in names)] for title, part, keys, unit in LINES]


def block(results: dict[str, Any]) -> str:
    """Write the section of docs/operating.md that contains the figures."""
    names = list(results["figures"])
    lines = [f"| four people at a table | {' | '.join(names)} |", "|---|" + "--:|" * len(names)]
    lines += [f"| {' | '.join(row)} |" for row in rows(results)]
    return f"{_condition(results)}\n" + "\n".join(lines) + f"\n\n{_notes(results)}"


def _condition(results: dict[str, Any]) -> str:
    machine, number = results["machine"], results["turns"]
    busy = " The machine was shared with other programs." if shared(results["load"], machine["cores"]) else ""
    return (
        f"One run on {results['date']}, on {machine['processor']}; server and clients share {machine['cores']} cores.\n"
        f"The servers alternate, with {number} turns of {results['seconds']:g} s each; ranges are over these turns.\n"
        f"Memory and bots are measured once.{busy}\n"
    )


def _notes(results: dict[str, Any]) -> str:
    names = results["figures"]
    notes = []
    if FILES in names:
        notes.append(
            "Parlour acknowledges a move once its commit has reached the disk. boardgame.io writes its files without\n"
            "waiting for the disk, and in memory nothing survives a restart. boardgame.io plays a small trick-taking\n"
            f"game (`bench/boardgameio/game.js`), and Parlour plays `{results['game']}`; each has its own clients.\n"
            "For boardgame.io, memory means live objects after garbage collection; for Parlour, it means the whole\n"
            "process.\n"
        )
    if results["left_out"]:
        notes.append(f"In this run {results['left_out']}.\n")
    if commits := names[OURS].get("commits"):
        p50, p99 = (written(commits[0][key]) for key in ("p50 ms", "p99 ms"))
        notes.append(f"A bare commit of one row took {p50} ms on that disk (p99 {p99} ms).\n")
    listed = ", ".join(f"{name} {number}" for name, number in sorted(results["versions"].items()))
    return "".join([*notes, f"Versions: {listed}.\n"])


def operating(text: str, results: dict[str, Any]) -> str:
    """Put this run's figures between the marks in docs/operating.md."""
    return between_marks(text, "figures", block(results))


def show(results: dict[str, Any]) -> None:
    """Show the table in the terminal; it has only the parts that were measured."""
    table = Table(title="four people at a table", title_justify="left")
    for heading in ("", *results["figures"]):
        table.add_column(heading, justify="right" if heading else "left")
    for row in rows(results):
        if any(row[1:]):
            table.add_row(*row)
    console = Console()
    console.print(table)
    if results["left_out"]:
        console.print(results["left_out"], highlight=False)
