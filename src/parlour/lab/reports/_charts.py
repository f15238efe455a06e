"""Charts as small SVGs whose colours come from the page they are in, light or dark."""

import hashlib
import io
import re
from collections.abc import Sequence
from typing import Any

import matplotlib
from matplotlib.figure import Figure as Canvas
from matplotlib.ticker import FuncFormatter, MaxNLocator

from parlour.lab.measures import Key, Measure
from parlour.lab.measures.common import TOGETHER
from parlour.lab.measures.skill import STRONGER
from parlour.lab.reports.wording import chart_title, key_text
from parlour.lab.studies.design import Design
from parlour.lab.studies.figures import Figure

WIDTH, HEIGHT = 4.6, 2.6  # The size of a chart in inches.
TOP = 0.09  # The margin above a chart in inches.
LEGEND_ROW = 0.18  # The height of a row of the legend in inches.
LEFT, RIGHT = 0.55, 0.08  # The margins beside a chart.
BELOW, BELOW_SLANTED = 0.5, 1.0  # The margins below a chart, for its labels.
USUAL_ROWS = 3  # A legend with more rows makes its chart higher.
MOST_LETTERS = 52  # Labels below a chart fit side by side if they have at most this many letters.
INK, MUTED, GRID = "#010101", "#020202", "#030303"  # Placeholders for the page's colours.
SERIES = tuple(f"#0{number}0{number}0{number}" for number in range(4, 10))
RAMP = tuple(f"#1000{number:02x}" for number in range(24))  # For more variants than SERIES has colours.
NAMES = {
    INK: "ink", MUTED: "muted", GRID: "grid",
    **{colour: f"series-{index}" for index, colour in enumerate(SERIES)},
    **{colour: f"ramp-{index}" for index, colour in enumerate(RAMP)},
}  # fmt: skip
RAMP_ENDS = {"light": ("#e8930c", "#3b1a8c"), "dark": ("#8f7bff", "#ffe08a")}


def _ramp(theme: str) -> dict[str, str]:
    """Mix the colours of the ramp, from its first end to its last."""
    first, last = ([int(end[at : at + 2], 16) for at in (1, 3, 5)] for end in RAMP_ENDS[theme])
    parts = ((index / (len(RAMP) - 1), index) for index in range(len(RAMP)))
    return {
        f"ramp-{index}": "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in zip(first, last, strict=True))
        for part, index in parts
    }


LIGHT = {
    "ink": "#1c2024", "muted": "#60646c", "grid": "#d9dbe0", "series-0": "#2563eb", "series-1": "#d9480f",
    "series-2": "#0f8a5f", "series-3": "#9333ea", "series-4": "#b45309", "series-5": "#be185d", **_ramp("light"),
}  # fmt: skip
DARK = {
    "ink": "#eceef0", "muted": "#a4abb5", "grid": "#3a3f47", "series-0": "#7aa7ff", "series-1": "#ff9a6b",
    "series-2": "#4fd1a5", "series-3": "#c79bff", "series-4": "#e8b04a", "series-5": "#ff8dc0",
    **_ramp("dark"),
}  # fmt: skip
MOST_SERIES = len(SERIES)
MOST_NAMED = 24  # The legend of a chart with more variants names only the first and the last.
STYLE: Any = {
    "svg.fonttype": "none", "svg.hashsalt": "parlour", "font.size": 9, "text.color": INK, "axes.labelcolor": MUTED,
    "axes.edgecolor": GRID, "xtick.color": MUTED, "ytick.color": MUTED, "axes.spines.top": False,
    "axes.spines.right": False, "axes.spines.left": False, "axes.grid": True, "axes.grid.axis": "y", "grid.color": GRID,
    "grid.linewidth": 0.7, "xtick.major.size": 0, "ytick.major.size": 0, "axes.axisbelow": True,
    "legend.frameon": False, "legend.fontsize": 8, "axes.labelsize": 8.5, "figure.facecolor": "none",
    "axes.facecolor": "none",
}  # fmt: skip


def colour_of(index: int, number: int) -> str:
    """Choose the colour of one of a number of variants: a distinct colour if there are few, otherwise from a ramp."""
    return SERIES[index] if number <= MOST_SERIES else RAMP[round(index * (len(RAMP) - 1) / (number - 1))]


def variables(colours: dict[str, str]) -> str:
    """Write colours as CSS variables."""
    return " ".join(f"--{name}: {colour};" for name, colour in colours.items())


def chart_of(design: Design, found: Sequence[Figure], names: Sequence[str]) -> str:
    """Draw a keyed measure as bars, or as lines over time, with one series per variant."""
    measure = found[0].measure
    with matplotlib.rc_context(STYLE):
        labels = [_label(design, measure, one.key) for one in found if one.variant == found[0].variant]
        slanted = _is_slanted(labels)
        shown = [names[variant] for variant in _variants(found)]
        canvas, axes = _canvas(shown, bottom=BELOW_SLANTED if slanted else BELOW)
        for index, variant in enumerate(_variants(found)):
            own = [one for one in found if one.variant == variant]
            _draw(axes, design, own, index, len(_variants(found)), names[variant])
        if measure.by == "seat" or measure.equals or measure.name == STRONGER:
            axes.axhline(1 / (design.found.teams or design.players), color=INK, linewidth=0.9, linestyle=(0, (4, 3)))
        _finish(axes, measure, shown, named=not slanted and "\n" not in labels[0])
        return finished(canvas, f"{chart_title(measure)}: {measure.meaning}")


def _variants(found: Sequence[Figure]) -> list[int]:
    return sorted({one.variant for one in found})


def _canvas(names: Sequence[str] = (), bottom: float = BELOW) -> tuple[Canvas, Any]:
    """Make an empty picture with fixed margins in inches, because Matplotlib is slow to compute them."""
    height = HEIGHT + LEGEND_ROW * max(0, _rows(names) - USUAL_ROWS)
    canvas = Canvas(figsize=(WIDTH, height))
    across, up = WIDTH - LEFT - RIGHT, height - bottom - TOP - LEGEND_ROW * _rows(names)
    return canvas, canvas.add_axes((LEFT / WIDTH, bottom / height, across / WIDTH, up / height))


def _draw(axes: Any, design: Design, own: list[Figure], index: int, series: int, name: str) -> None:
    values = [one.found.value for one in own]
    low = [max(0.0, one.found.value - one.found.low) if one.found.known else 0.0 for one in own]
    high = [max(0.0, one.found.high - one.found.value) if one.found.known else 0.0 for one in own]
    colour = colour_of(index, series)
    if own[0].measure.by in ("round", "per cent of the match"):
        _line(axes, [int(one.key) for one in own], values, low, high, colour, name)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        return
    spots = _spots(axes, design, own)
    if series > MOST_SERIES:  # Bars would be too thin.
        _line(axes, spots, values, low, high, colour, name)
    else:
        _bars(axes, spots, values, low, high, index, series, name)


def _line(
    axes: Any, spots: Sequence[float], values: list[float], low: list[float], high: list[float], colour: str, name: str
) -> None:
    bottom = [value - below for value, below in zip(values, low, strict=True)]
    top = [value + above for value, above in zip(values, high, strict=True)]
    if colour not in RAMP:  # More than a few bands would cover each other.
        axes.fill_between(spots, bottom, top, color=colour, alpha=0.18, linewidth=0)
    axes.plot(spots, values, color=colour, linewidth=1.8, marker="o", markersize=3, label=name)


def _spots(axes: Any, design: Design, own: list[Figure]) -> list[float]:
    """Find the place of each key on the axis, and label the axis."""
    if all(isinstance(one.key, int) for one in own) and own[0].measure.by != "seat":
        axes.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=12))
        return [float(one.key) for one in own]
    labels = [_label(design, one.measure, one.key) for one in own]
    axes.set_xlim(-0.6, len(own) - 0.4)
    spots = [float(number) for number in range(len(own))]
    slant: Any = {"rotation": 25, "ha": "right", "rotation_mode": "anchor"} if _is_slanted(labels) else {}
    axes.set_xticks(spots, labels, **slant)
    return spots


def _bars(
    axes: Any, spots: list[float], values: list[float], low: list[float], high: list[float], index: int, series: int,
    name: str,
) -> None:  # fmt: skip
    width = 0.78 / series
    shifted = [spot + (index - (series - 1) / 2) * width for spot in spots]
    axes.bar(shifted, values, width * 0.94, color=SERIES[index], label=name)
    axes.errorbar(shifted, values, [low, high], fmt="none", ecolor=INK, elinewidth=1.1)


def _columns(names: Sequence[str]) -> int:
    """Compute how many names fit side by side in the legend."""
    shown = _named(names)
    return max(1, min(len(shown), (MOST_LETTERS + 4) // (max(map(len, shown)) + 5)))


def _named(names: Sequence[str]) -> Sequence[str]:
    """Return the names for the legend: all, or if there are too many, the first and the last."""
    return names if len(names) <= MOST_NAMED else [names[0], f"{names[-1]} (and {len(names) - 2} in between)"]


def _rows(names: Sequence[str]) -> int:
    """Compute the number of rows in the legend, which is 0 for a single series."""
    return -(-len(_named(names)) // _columns(names)) if len(names) > 1 else 0


def _is_slanted(labels: list[str]) -> bool:
    """Say whether labels are too long to fit side by side."""
    longest = max(len(line) for label in labels for line in label.splitlines())
    return longest * len(labels) > MOST_LETTERS and not labels[0].isdecimal()


def _label(design: Design, measure: Measure, key: Key) -> str:
    """Write a key below the axis; a pair of levels has two lines."""
    return key_text(design, measure, key).replace(" over ", "\nover ")


def _finish(axes: Any, measure: Measure, names: Sequence[str], *, named: bool) -> None:
    """Label the axes; the horizontal axis has no name if its labels are high, because the chart's title has it, too."""
    axes.set_xlabel(measure.by if named else "")
    if measure.share:
        axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{100 * value:g} %"))
        axes.set_ylim(bottom=0)
    if measure.unit:
        axes.set_ylabel(measure.unit)
    _legend(axes, names)


def _legend(axes: Any, names: Sequence[str]) -> None:
    """Put the legend above the picture, unless there is only one series."""
    lines, shown = axes.get_legend_handles_labels()
    if len(names) > MOST_NAMED:
        lines, shown = [lines[0], lines[-1]], _named(shown)
    if len(names) > 1:
        axes.legend(
            lines, shown, loc="lower left", bbox_to_anchor=(0, 1), ncols=_columns(names), borderaxespad=0,
            handlelength=1.2, columnspacing=1.2,
        )  # fmt: skip


def scores_chart(found: Sequence[Figure], variant: int) -> str:
    """Draw a variant's best, mean and worst score after every round."""
    with matplotlib.rc_context(STYLE):
        canvas, axes = _canvas(TOGETHER)
        for index, name in enumerate(TOGETHER):
            own = [one for one in found if one.measure.name == name and one.variant == variant]
            axes.plot([int(one.key) for one in own], [one.found.value for one in own], color=SERIES[index],
                      linewidth=1.8, marker="o", markersize=3, label=name)  # fmt: skip
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.set_xlabel("round")
        _legend(axes, TOGETHER)
        return finished(canvas, "Scores after every round: the best, the mean and the worst")


# --- from Matplotlib's SVG to ours


def finished(canvas: Canvas, title: str) -> str:
    """Make the SVG of a chart; its title is for screen readers."""
    file = io.StringIO()
    canvas.savefig(file, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    return _tidied(file.getvalue(), title)


def _tidied(svg: str, title: str) -> str:
    """Simplify Matplotlib's SVG: use CSS colours and the reader's font, and add a label for screen readers."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>\s*", "", svg, flags=re.DOTALL)
    svg = re.sub(r"<!--.*?-->\s*", "", svg, flags=re.DOTALL)
    svg = re.sub(r"font: ([0-9.]+)px [^;\"]+", r"font: \1px system-ui, sans-serif", svg)
    for colour, name in NAMES.items():
        svg = svg.replace(colour, f"var(--{name})")
    svg = re.sub(r' id="(?![mp][0-9a-f]{10}")[^"]*"', "", svg)
    own = hashlib.sha256(title.encode()).hexdigest()[:6]  # Ids must be unique on a page with several charts.
    svg = re.sub(r'(id="|#)([mp][0-9a-f]{10})', rf"\g<1>c{own}\g<2>", svg)
    svg = re.sub(r'<svg [^>]*?viewBox="([^"]+)"[^>]*>', _opening(title), svg, count=1)
    return re.sub(r"(\d+\.\d{2})\d+", r"\1", svg)


def _opening(title: str) -> str:
    label = title.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        rf'viewBox="\1" role="img" aria-label="{label}">'
    )


def standing_alone(svg: str) -> str:
    """Make a chart that can be a separate file, light or dark as the reader's system prefers."""
    used = set(re.findall(r"var\(--([a-z0-9-]+)\)", svg))
    light, dark = ({name: colour for name, colour in theme.items() if name in used} for theme in (LIGHT, DARK))
    style = (
        f"<style>svg {{ {variables(light)} }} "
        f"@media (prefers-color-scheme: dark) {{ svg {{ {variables(dark)} }} }}</style>"
    )
    return re.sub(r"(<svg [^>]*>)", lambda found: found[1] + style, svg, count=1)
