"""Charts of what was varied: a figure over the values of an option, with bands, and the rules' own value marked."""

from collections.abc import Sequence
from typing import Any

import matplotlib
from matplotlib.figure import Figure as Canvas
from matplotlib.ticker import FuncFormatter, MaxNLocator

from parlour.game.options import Value
from parlour.lab.measures.skill import STRONGER
from parlour.lab.reports._charts import INK, MUTED, STYLE, colour_of, finished
from parlour.lab.studies.design import Design
from parlour.lab.studies.figures import Figure

WIDTH, HEIGHT = 3.3, 1.95  # The size of a chart in inches: three fit side by side, and one on a phone.
LEFT, RIGHT, BELOW, ABOVE = 0.52, 0.1, 0.44, 0.22  # Its margins.
NAMED_ROW = 0.17  # The height of a row of the legend.
MOST_TICKS = 9


def curve_of(design: Design, found: Sequence[Figure]) -> str:
    """Draw a figure of all variants over the values of the option with the most values; other options are lines."""
    option = longest(design)
    lines = _lines(design, option, found)
    with matplotlib.rc_context(STYLE):
        rows = len(lines) if len(lines) > 1 else 0
        height = HEIGHT + NAMED_ROW * rows
        canvas = Canvas(figsize=(WIDTH, height))
        up = HEIGHT - BELOW - ABOVE
        axes = canvas.add_axes((LEFT / WIDTH, BELOW / height, (WIDTH - LEFT - RIGHT) / WIDTH, up / height))
        spots = _spots(axes, design.varied[option])
        for index, (name, own) in enumerate(lines.items()):
            _draw(axes, spots, own, colour_of(index, len(lines)), name)
        _mark(axes, design, option, spots)
        _finish(axes, design, option, found[0])
        if rows:
            axes.legend(loc="lower left", bbox_to_anchor=(0, 1.08), borderaxespad=0, handlelength=1.2, labelspacing=0.2)
        return finished(canvas, f"{found[0].measure.name} over {option}: {found[0].measure.meaning}")


def longest(design: Design) -> str:
    """Choose the option for the axis: the varied option with the most values."""
    return max(design.varied, key=lambda name: len(design.varied[name]))


def _lines(design: Design, option: str, found: Sequence[Figure]) -> dict[str, dict[Value, Figure]]:
    """Group figures into lines, one for each combination of the other varied options."""
    lines: dict[str, dict[Value, Figure]] = {}
    for one in found:
        options = design.options_of(one.variant)
        name = ", ".join(f"{other}={options[other]}" for other in design.varied if other != option)
        lines.setdefault(name, {})[options[option]] = one
    return lines


def _spots(axes: Any, values: Sequence[Value]) -> dict[Value, float]:
    """Place the values of an option on the axis: numbers in proportion, words side by side."""
    if all(isinstance(value, int) for value in values):
        spots = {value: float(value) for value in sorted(values)}
    else:
        spots = {value: float(place) for place, value in enumerate(values)}
    if len(spots) <= MOST_TICKS:
        axes.set_xticks(list(spots.values()), [str(value).replace("_", " ") for value in spots])
    else:
        axes.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=MOST_TICKS))
    return spots


def _draw(axes: Any, spots: dict[Value, float], own: dict[Value, Figure], colour: str, name: str) -> None:
    """Draw a line with a band for numbers, and dots with margins for words, which have no order."""
    values = [value for value in spots if value in own]
    places, found = [spots[value] for value in values], [own[value].found for value in values]
    if any(isinstance(value, str) for value in values):
        below, above = ([abs(end - one.value) if one.known else 0.0 for one, end in zip(found, ends, strict=True)]
                        for ends in ([one.low for one in found], [one.high for one in found]))  # fmt: skip
        axes.errorbar(places, [one.value for one in found], [below, above], fmt="o", color=colour, markersize=4.5,
                      elinewidth=1.4, label=name)  # fmt: skip
        axes.set_xlim(-0.5, len(spots) - 0.5)
        return
    if all(one.known for one in found):
        axes.fill_between(
            places, [one.low for one in found], [one.high for one in found], color=colour, alpha=0.22, linewidth=0
        )
    axes.plot(places, [one.value for one in found], color=colour, linewidth=1.8, marker="o", markersize=3.5, label=name)


def _mark(axes: Any, design: Design, option: str, spots: dict[Value, float]) -> None:
    """Mark the value that the rules have, if it was among those varied."""
    usual = next(one.default for one in design.found.options if one.name == option)
    if usual in spots:
        axes.axvline(spots[usual], color=MUTED, linewidth=0.9, linestyle=(0, (2, 2)), zorder=0)
        axes.annotate("rules", (spots[usual], 1), xycoords=("data", "axes fraction"), xytext=(0, 2), color=MUTED,
                      textcoords="offset points", ha="center", va="bottom", fontsize=7.5)  # fmt: skip


def _finish(axes: Any, design: Design, option: str, one: Figure) -> None:
    if one.measure.name == STRONGER:
        axes.axhline(1 / (design.found.teams or design.players), color=INK, linewidth=0.9, linestyle=(0, (4, 3)))
    if one.measure.share:
        axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{100 * value:g} %"))
    axes.yaxis.set_major_locator(MaxNLocator(nbins=5))
    axes.margins(y=0.18)
    axes.set_xlabel(option)
