"""Writing the spreads of a study: between which values a figure lies in 80 % of the matches."""

from collections.abc import Iterator, Sequence
from html import escape

from parlour.lab.reports.wording import key_text
from parlour.lab.studies.design import Design
from parlour.lab.studies.results import Study
from parlour.lab.studies.spreads import Spread


def number_text(value: float) -> str:
    """Format a value with at most one decimal and a typographic minus sign, such as "7" or "−2.5"."""
    return f"{round(value, 1) + 0.0:g}".replace("-", "−")


def name_text(design: Design, one: Spread) -> str:
    """Name the figure of a spread, such as "minutes" or "score by place 2"."""
    return f"{one.measure.name} {key_text(design, one.measure, one.key)}".strip()


def spread_texts(one: Spread) -> tuple[str, str, str]:
    """Format the 10th, 50th and 90th percentile; only the last has the unit."""
    low, middle, high = (number_text(found.value) for found in (one.low, one.middle, one.high))
    return low, middle, f"{high} {one.measure.unit}".strip()


def spread_table(study: Study, section: str) -> Iterator[str]:
    """Write the spreads of the measures of a section as an HTML table."""
    found = [one for one in study.all_spreads if one.measure.section == section]
    if not found:
        return
    several = len(study.design.variants) > 1
    yield f"<table class=spreads><thead><tr><th>in 80 % of the matches{'<th>variant' if several else ''}"
    yield "<th>from<th>half below<th>to</tr></thead>\n"
    for one in _by_measure(found):
        variant = f"<td>{escape(study.variant_names[one.variant])}" if several else ""
        cells = "".join(f"<td class=number>{escape(text)}" for text in spread_texts(one))
        yield f"<tr><td>{escape(name_text(study.design, one))}{variant}{cells}</tr>\n"
    yield "</table>\n"


def _by_measure(found: Sequence[Spread]) -> list[Spread]:
    """Put all variants of a measure next to each other."""
    order = list(dict.fromkeys((one.measure.name, one.key) for one in found))
    return sorted(found, key=lambda one: (order.index((one.measure.name, one.key)), one.variant))
