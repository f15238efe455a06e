"""Write docs/performance.md and its chart, using only the figures of one run."""

import math
from pathlib import Path
from typing import Any

from bench.machine import shared
from bench.marks import between_marks
from bench.peers.table import KINDS, Ratio, Row, amount, headline, multiple, of_kind, ratios, spread

DOCS = Path(__file__).parents[2] / "docs"
PAGE, CHART, RESULTS = DOCS / "performance.md", DOCS / "performance.svg", DOCS / "performance.json"
README = DOCS.parent / "README.md"

NOTES = {
    "play": """
A decision is one choice of one player; dealing is part of the work. Ours are whole matches of many rounds, played by
one compiled loop. OpenSpiel's C++ plays whole games by `evaluate_bots` with uniform random bots, its fastest way to
whole games from Python; every card it deals is a chance event of its own. The Python loops ask for the legal actions
and apply one of them. Nothing is observed, and decisions are counted outside the timed part. The games differ, and so
does the work of a decision: read the orders of magnitude, not the digits.""",
    "dealt": """
Eight dealt positions in turns, each copied and played on by random actions; no deal is part of the work. Ours play to
the next deal, OpenSpiel's to the end of the game, which has one deal. OpenSpiel's playouts are reached from Python only
inside MCTS, here with 200 of them to a node, so that the tree is a small part of the work.""",
    "vector": """
What a learner needs for every decision: the observation of the player to act, the legal actions, rewards, and a new
game when one ends. Choosing the actions of a batch is not counted where one call makes one step, neither for us nor for
Pgx; where one call makes many steps it is part of the work. Pgx is measured in several ways on each game (three sizes
of batches, one or many steps a call), and the fastest is shown. It is made for GPUs and TPUs, where it is far faster;
this is one core of a processor, and its smallest games are much smaller than ours. OpenSpiel (tensors by
`make_observation`) and RLCard step one game at a time from Python, and choose in that loop.""",
    "pettingzoo": """
The same loop for all: `last`, a random legal action, `step`, until the first agent has ended. PettingZoo's games are
measured as `env`, with its wrappers, and as `raw_env`, without. Ours has no wrappers; it checks actions itself.""",
    "calls": """
One call of a compiled rule from Python: the legal actions as a mask, one action applied, one observation written.""",
    "search": """
Not the same work, so there is no ratio. Ours: playouts of `search` a second, each in a freshly sampled world by rules
of thumb, to the end of the round or of the match as the game's bots do it. OpenSpiel's ISMCTS: simulations a second,
each a way down the tree and one random playout; in C++ on its own games, in Python on ours (with our compiled playouts
at the leaves).""",
}
HOW = """## How to measure

`make bench` makes an environment for every peer under `.venv/peers`, with the packages pinned in
`bench/peers/requirements`, and measures one after the other. `make bench ARGS=openspiel` measures one of them,
`make bench ARGS="--seconds 3"` takes longer. The figures are in [performance.json](performance.json).

"""
CHARTED = ("play", "dealt", "vector", "pettingzoo")
TITLE = "# Performance\n\n"
SHORT = {"play": "whole games", "dealt": "from a deal", "vector": "observed", "pettingzoo": "PettingZoo"}  # labels
WIDTH, BAR, LABEL, TOP = 1000, 20, 410, 44
COLOURS = {"Parlour": "#1f6f54", "OpenSpiel": "#b5562b", "RLCard": "#8a6d3b", "PettingZoo": "#4a6fa5", "Pgx": "#7a4f8f"}


def page(results: dict[str, Any]) -> str:
    """Write the whole page."""
    parts = [TITLE + _heading(results), "![rates of random play](performance.svg)\n", _ratios(results)]
    for kind, title in KINDS.items():
        if of_kind(results, kind):
            parts.append(f"## {title}\n{NOTES[kind]}\n\n{_table(of_kind(results, kind))}")
    return "\n".join([*parts, _how(results)])


def _heading(results: dict[str, Any]) -> str:
    machine, how = results["machine"], results.get("note", "all in one run of `make bench`")
    return (
        f"Measured on {results['date']}, on one core of {machine['processor']} ({machine['cores']} cores),\n"
        f"{how}. Rates are by processor time; each is the median of five runs, with the slowest\n"
        "and the fastest beside it. This page is written from those figures alone.\n" + _load(results)
    )


def _load(results: dict[str, Any]) -> str:
    """Warn if the machine was busy with other programs."""
    if not shared(results.get("load", 1), results["machine"]["cores"]):
        return ""
    return (
        f"\n*The machine was shared: about {results['load']} programs ran at a time. Processor time does not\n"
        "count waiting, but caches were shared too: on a quiet machine all rates are higher, and spreads smaller.*\n"
    )


def summary(results: dict[str, Any]) -> str:
    """State the figure that we quote without the table: the smallest ratio in random play, and what it compares."""
    least = headline(results)
    if least is None:
        return "OpenSpiel was not measured in this run.\n"
    return _wrapped(
        f"Random play on one core makes {multiple(least.times)} times as many decisions a second as OpenSpiel's C++ in"
        f" the comparison that suits us least: `{least.ours['game']}` against {_named(least.theirs)},"
        f" {least.condition}."
    )


def _named(row: Row) -> str:
    return f"{row['who']}'s `{row['game']}`"


def _ratios(results: dict[str, Any]) -> str:
    lines = ["| our game | against | condition | times as fast |", "|---|---|---|--:|", *map(_line, ratios(results))]
    return f"## In short\n\n{summary(results)}\n" + "\n".join(lines) + "\n"


def _line(ratio: Ratio) -> str:
    against = f"{_named(ratio.theirs)} ({ratio.why})"
    return f"| `{ratio.ours['game']}` | {against} | {ratio.condition} | {multiple(ratio.times)} |"


def readme(text: str, results: dict[str, Any]) -> str:
    """Put the summary of these figures into the README between its marks."""
    return between_marks(text, "performance", summary(results))


def _table(rows: list[Row]) -> str:
    lines = [f"| who | game | how | {rows[0]['unit']} a second | spread |", "|---|---|---|--:|--:|"]
    for row in sorted(rows, key=lambda row: -float(row["rate"])):
        who = f"**{row['who']}**" if row["who"] == "Parlour" else row["who"]
        lines.append(f"| {who} | `{row['game']}` | {row['how']} | {amount(row['rate'])} | {spread(row)} |")
    return "\n".join(lines) + "\n"


def _how(results: dict[str, Any]) -> str:
    versions = ", ".join(f"{name} {number}" for name, number in sorted(results["versions"].items()))
    left_out = "".join(f"Left out: {reason}.\n" for reason in results["left_out"])
    return HOW + _wrapped(f"Versions: {versions}.") + left_out


def _wrapped(text: str, width: int = 110) -> str:
    """Wrap the text into short lines."""
    lines, line = [], ""
    for word in text.split():
        if len(line) + len(word) > width:
            lines.append(line)
            line = ""
        line = f"{line} {word}".strip()
    return "\n".join([*lines, line]) + "\n"


# --- the chart: bars on a logarithmic scale


def chart(results: dict[str, Any]) -> str:
    """Draw the rates of all libraries' random play and environments as an SVG chart; each bar says what it measures."""
    rows = [row for kind in CHARTED for row in of_kind(results, kind)]
    rows.sort(key=lambda row: -float(row["rate"]))
    height = TOP + BAR * len(rows) + 30
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif"'
        ' font-size="11">',
        f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>',
        '<text x="10" y="20" font-size="14">Decisions a second on one core (logarithmic)</text>',
        *(_gridline(power, height) for power in range(3, 9)),
        *(_bar(row, TOP + BAR * place) for place, row in enumerate(rows)),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _x(rate: float) -> float:
    """Compute a rate's horizontal position in the chart: a thousand at the left, a hundred million at the right."""
    share = (math.log10(max(rate, 1000.0)) - 3) / 5
    return LABEL + share * (WIDTH - LABEL - 70)


def _gridline(power: int, height: int) -> str:
    place = _x(10.0**power)
    return (
        f'<line x1="{place:.0f}" x2="{place:.0f}" y1="{TOP - 10}" y2="{height - 24}" stroke="#ddd"/>'
        f'<text x="{place:.0f}" y="{height - 10}" text-anchor="middle" fill="#555">{amount(10.0**power)}</text>'
    )


def _bar(row: Row, top: int) -> str:
    label = f"{row['who']} {row['game']}: {SHORT[row['kind']]}, {row['how']}"
    end = _x(row["rate"])
    return (
        f'<text x="{LABEL - 6}" y="{top + 13}" text-anchor="end" fill="#222">{label}</text>'
        f'<rect x="{LABEL}" y="{top + 3}" width="{max(end - LABEL, 1):.1f}" height="{BAR - 7}"'
        f' fill="{COLOURS[row["who"]]}"/>'
        f'<text x="{end + 5:.0f}" y="{top + 13}" fill="#222">{amount(row["rate"])}</text>'
    )
