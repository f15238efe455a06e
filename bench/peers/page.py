"""Write docs/performance.md and its chart, using only the figures of one run."""

import math
from pathlib import Path
from typing import Any

from bench.machine import shared
from bench.marks import between_marks
from bench.peers.table import KINDS, QUOTED, Ratio, Row, amount, headline, multiple, of_kind, ratios, spread

DOCS = Path(__file__).parents[2] / "docs"
PAGE, CHART, RESULTS = DOCS / "performance.md", DOCS / "performance.svg", DOCS / "performance.json"
README = DOCS.parent / "README.md"

NOTES = {
    "command": """
This is what people type: a program starts, plays random games until it has made a given number of decisions, and ends.
Its start, and for Pgx its compilation, are part of the work. For Parlour, the program is `parlour simulate`, which also
derives every deal from a key, so that a record of any match can be verified, and computes intervals; for the others, it
is the shortest Python program that plays whole games in the library's fastest way: `evaluate_bots` in OpenSpiel, a loop
in RLCard, and compiled loops of many steps in Pgx. All programs run on one core, and their rates are the median of
three runs.""",
    "play": """
A decision is one choice of one player, and dealing is part of the work. Parlour plays whole matches of many rounds in
one compiled loop, without a program around it: no command runs quite as fast as this. OpenSpiel's C++ plays whole games
with uniform random bots in `evaluate_bots`, its fastest way to play whole games from Python; in OpenSpiel, each card
that is dealt is a separate chance event. The Python loops ask for the legal actions and apply one of them. No
observations are made, and decisions are counted outside of the timed part. The games differ, and so does the work for
each decision, so only the orders of magnitude matter.""",
    "dealt": """
This comparison starts from eight dealt positions in turn. Each of them is copied and played on with random actions;
dealing isn't part of the work. Parlour plays to the next deal, and OpenSpiel to the end of the game, which has only one
deal. OpenSpiel's playouts can be run from Python only inside MCTS; we use 200 playouts for each node, so that the tree
is a small part of the work.""",
    "vector": """
This comparison includes everything that a learner needs for a decision: the observation of the player to act, the legal
actions, rewards, and a new game when one ends. If each call makes one step, choosing the actions isn't timed, neither
for Parlour nor for Pgx; if a call makes many steps, choosing them is part of the work. For each game of Pgx we tried
three batch sizes, with one step or many steps in each call, and the table shows the fastest combination. Pgx is made
for GPUs and TPUs, where it is far faster than here on one core of a processor, and its smallest games are much smaller
than Parlour's. OpenSpiel (with tensors from `make_observation`) and RLCard step one game at a time from Python, and
actions are chosen in that loop.""",
    "pettingzoo": """
All games run in the same loop, which calls `last`, chooses a random legal action and calls `step`, until the first
agent has ended. PettingZoo's games are measured as `env`, with PettingZoo's wrappers, and as `raw_env`, without them.
Parlour's environment has no wrappers, because it checks actions itself.""",
    "calls": """
Each rate is for calling one compiled rule from Python: `mask` returns the legal actions as a mask, `step` applies an
action, and `observe` writes an observation.""",
    "search": """
Parlour and OpenSpiel don't do the same work here, so the page gives no ratio. For Parlour, the table shows how many
playouts `search` makes a second. Each playout is played by rules of thumb in a freshly sampled world, to the end of the
round or of the match, as in the game's bots. For OpenSpiel, the table shows how many simulations ISMCTS makes a second;
each of them goes down the tree and ends with one random playout. OpenSpiel's ISMCTS runs in C++ on its own games, and
in Python on Parlour's games, with Parlour's compiled playouts at the leaves.""",
}
HOW = """## How to measure

`make bench` makes a virtual environment for every library under `.venv/peers`, with the packages pinned in
`bench/peers/requirements`, and measures one library after another. `make bench ARGS=openspiel` measures only OpenSpiel,
and `make bench ARGS="--seconds 3"` takes more time for each measurement. The figures are in
[performance.json](performance.json).

"""
LABELS = {  # replacements that make the labels of the results easier to read on the page
    "compiled, to the next deal": "compiled, played to the next deal",
    "its game, Python loop": "RLCard's game objects in a Python loop",
    "its environment, one at a time": "RLCard's environment, one game at a time",
    "one at a time, Python loop": "one game at a time in a Python loop",
    "env, with its wrappers": "`env`, with PettingZoo's wrappers",
    "raw_env, without wrappers": "`raw_env`, without PettingZoo's wrappers",
    "env, without wrappers": "`env`, which needs no wrappers",
    "search, playouts by rules of thumb": "`search`, with playouts by rules of thumb",
    "Python ISMCTS on our game": "ISMCTS in Python on Parlour's game",
    " at once, one call a step": " games at once, one call for each step",
    " at once, 32 steps a call": " games at once, 32 steps in each call",
}
CHARTED = ("command", "play", "dealt", "vector", "pettingzoo")
TITLE = "# Performance\n\n"
CHART_LINE = "![a chart of decisions a second on one core, for all libraries](performance.svg)\n"
SHORT = {  # labels
    "command": "command", "play": "inner loop", "dealt": "from a deal", "vector": "observed",
    "pettingzoo": "PettingZoo",
}  # fmt: skip
WIDTH, BAR, LABEL, TOP = 1000, 20, 410, 44
COLOURS = {"Parlour": "#1f6f54", "OpenSpiel": "#b5562b", "RLCard": "#8a6d3b", "PettingZoo": "#4a6fa5", "Pgx": "#7a4f8f"}


def page(results: dict[str, Any]) -> str:
    """Write the whole page."""
    parts = [
        TITLE + _heading(results),
        CHART_LINE,
        _ratios(results),
    ]
    for kind, title in KINDS.items():
        if of_kind(results, kind):
            parts.append(f"## {title}\n{NOTES[kind]}\n\n{_table(of_kind(results, kind))}")
    return "\n".join([*parts, _how(results)])


def _heading(results: dict[str, Any]) -> str:
    machine, how = results["machine"], results.get("note", "all in one run of `make bench`")
    return (
        f"All rates were measured on {results['date']}, on one core of {machine['processor']}\n"
        f"({machine['cores']} cores), {how}. All rates count CPU time.\n"
        "Each rate is the median of five runs, and its spread goes from the slowest run to the fastest. A program\n"
        "writes this page from these figures alone.\n" + _load(results)
    )


def _load(results: dict[str, Any]) -> str:
    """Warn if the machine was busy with other programs."""
    if not shared(results.get("load", 1), results["machine"]["cores"]):
        return ""
    return (
        f"\n*The machine was shared: about {results['load']} programs ran at a time. CPU time does not\n"
        "count waiting, but caches were shared too: on a quiet machine all rates are higher, and spreads smaller.*\n"
    )


def summary(results: dict[str, Any]) -> str:
    """Write the summary: the quoted rates and ratios, first those of commands, then those of the compiled loop."""
    command, inside = headline(results, "command"), headline(results, "play")
    if command is None or inside is None:
        return "OpenSpiel was not measured in this run.\n"
    return _wrapped(
        f"The command `parlour simulate {command.ours['game']}` makes {amount(command.ours['rate'])} random decisions"
        f" for each second of CPU time, start included: {multiple(command.times)} times as many as a program"
        f" that plays {_named(command.theirs)} in C++ ({QUOTED} each). The compiled loop inside it makes"
        f" {amount(inside.ours['rate'])} (`{inside.ours['game']}`), {multiple(inside.times)} times as many as"
        f" OpenSpiel's own loop ({_named(inside.theirs)}). For each, this is the game with the smallest ratio of our"
        " five."
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
    """Put the summary of these figures between the marks in the README."""
    return between_marks(text, "performance", summary(results))


def _table(rows: list[Row]) -> str:
    lines = [f"| who | game | how | {rows[0]['unit']} a second | spread |", "|---|---|---|--:|--:|"]
    for row in sorted(rows, key=lambda row: -float(row["rate"])):
        who = f"**{row['who']}**" if row["who"] == "Parlour" else row["who"]
        lines.append(f"| {who} | `{row['game']}` | {_label(row)} | {amount(row['rate'])} | {spread(row)} |")
    return "\n".join(lines) + "\n"


def _label(row: Row) -> str:
    """Return how a result was measured, in words that a reader of the page understands."""
    label = str(row["how"])
    found = next((short for short in LABELS if label.endswith(short)), "")
    return label.removesuffix(found) + LABELS.get(found, "")


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
