"""The parts of a report that unfold: claims, differences between variants, and the figures of every section."""

from collections.abc import Iterator
from html import escape

from parlour.lab._ratios import Interval
from parlour.lab.measures import Measure, measures_of
from parlour.lab.measures.claims import CONFIRMED, REFUTED
from parlour.lab.measures.common import TOGETHER
from parlour.lab.measures.skill import STRONGER
from parlour.lab.reports._charts import chart_of, scores_chart
from parlour.lab.reports.answers import claims_shown, seats_answer
from parlour.lab.reports.spreads import spread_table
from parlour.lab.reports.wording import (
    base_text,
    bots_text,
    chart_title,
    interval_text,
    key_text,
    matches_text,
    value_text,
)
from parlour.lab.studies.figures import LARGE, Difference, Figure, needed
from parlour.lab.studies.results import Study

SAME_PLAY = "<small>same play</small>"  # Marks a variant in which the bots do the same as in the base.
SIGNS = {CONFIRMED: "✓", REFUTED: "✗"}


# --- claims


def claims_part(study: Study) -> Iterator[str]:
    """Write the claims of the game's source, with figures and verdicts."""
    checks = claims_shown(study)
    if not checks:
        return
    measures = measures_of(study.design.found)
    yield "<table class=claims><thead><tr><th>claim<th>played<th>figure"
    yield "<th>95 % interval<th>verdict</tr></thead>\n"
    for index, check in enumerate(checks):
        measure = measures[check.claim.measure]
        first = index == 0 or checks[index - 1].claim != check.claim
        rows = sum(other.claim == check.claim for other in checks)
        said = (
            f"<td rowspan={rows}><q>{escape(check.claim.says)}</q><small>{escape(check.claim.reading)} "
            f"({escape(measure.name)})</small>"
        )
        name = check.played_by(study.variant_names, bots_text(study.design))
        yield (
            f"<tr>{said if first else ''}<td>{escape(name)}<td class=number>{escape(value_text(measure, check.found))}"
            f"<td class=number>{escape(interval_text(measure, check.found))}"
            f"<td class={check.verdict}>{SIGNS.get(check.verdict, '?')} {check.verdict}</tr>\n"
        )
    yield "</table>\n"


# --- variants


def variants_part(study: Study) -> Iterator[str]:
    """Write how every variant differs from the base, figure by figure."""
    found = [one for one in study.all_differences if one.key == ""]
    if not found:
        return
    compared, names = study.design.base, study.variant_names
    yield (
        f"<p>Differences are from {escape(base_text(study.design))}. All variants were played on the same deals, which "
        "takes much of the luck out of the differences. Grey differences may be due to chance: their interval contains "
        f"zero. Bold differences are large: at least {LARGE:g} standard deviations of a match. (pp: percentage "
        "points)</p>\n"
    )
    others = [number for number in range(len(names)) if number != compared]
    heads = (f"{escape(names[one])}{SAME_PLAY if one in study.same_players else ''}" for one in others)
    yield f"<div class=scroll><table class=variants><thead><tr><th>figure<th>{'<th>'.join(heads)}</tr></thead>\n"
    by_place = {(one.measure.name, one.variant): one for one in found}
    for name in dict.fromkeys(one.measure.name for one in found):
        cells = "".join(_difference_cell(by_place.get((name, variant))) for variant in others)
        yield f"<tr><td>{escape(name)}{cells}</tr>\n"
    yield "</table></div>\n"


def _difference_cell(one: Difference | None) -> str:
    if one is None:
        return "<td>"
    strong = "large" if one.large else "" if one.clear else "unclear"
    return (
        f'<td class="number {strong}">{escape(value_text(one.measure, one.found, signed=True))}'
        f"<small>{_interval(one.measure, one.found, signed=True)}</small>"
    )


def _interval(measure: Measure, found: Interval, *, signed: bool = False) -> str:
    if signed and found.low == found.high == 0:
        return "always the same"
    return escape(interval_text(measure, found, signed=signed)) if found.known else "too few matches"


# --- sections


def section_part(study: Study, section: str) -> Iterator[str]:
    """Write all figures of a section, with charts."""
    found = [one for one in study.all_figures if one.measure.section == section]
    if section == "fairness" and (answer := seats_answer(study)):
        yield f"<p>{escape(answer)}</p>\n"
    yield from _plain(study, [one for one in found if one.key == ""])
    yield from spread_table(study, section)
    yield from _charts(study, [one for one in found if one.key != ""])
    yield from _needed(study) if section == "skill" and found else ()


def _plain(study: Study, found: list[Figure]) -> Iterator[str]:
    """Write the figures without keys: a row for each figure, with a column for each variant if there are several."""
    if not found:
        return
    if len(study.design.variants) > 1:
        yield from _by_variant(study, found)
        return
    yield "<table><thead><tr><th>figure<th>value<th>95 % interval<th>meaning</tr></thead>\n"
    for one in found:
        yield (
            f"<tr><td>{escape(one.measure.name)}<td class=number>{escape(value_text(one.measure, one.found))}"
            f"<td class=number>{escape(interval_text(one.measure, one.found))}<td>{escape(one.measure.meaning)}</tr>\n"
        )
    yield "</table>\n"


def _by_variant(study: Study, found: list[Figure]) -> Iterator[str]:
    base, names = study.design.base, study.variant_names
    heads = "<th>".join(f"{escape(name)}{_rules(study) if one == base else ''}" for one, name in enumerate(names))
    yield f"<div class=scroll><table class=variants><thead><tr><th>figure<th>{heads}</tr></thead>\n"
    for measure in dict.fromkeys(one.measure for one in found):
        figures = (study.figure(variant, measure.name) for variant in range(len(study.variant_names)))
        cells = "".join(
            f"<td class=number>{escape(value_text(measure, one.found))}<small>{_interval(measure, one.found)}</small>"
            if one
            else "<td>"
            for one in figures
        )
        yield f"<tr><td>{escape(measure.name)}<small>{escape(measure.meaning)}</small>{cells}</tr>\n"
    yield "</table></div>\n"


def _rules(study: Study) -> str:
    """Mark the base variant in a table if it has the values in the rules."""
    return "<small>as in the rules</small>" if study.design.base_in_rules and not study.design.claims else ""


def _charts(study: Study, found: list[Figure]) -> Iterator[str]:
    if not found:
        return
    yield "<div class=charts>\n"
    if any(one.measure.name in TOGETHER for one in found):
        meaning = _of_base(study, "The best, the mean and the worst score.")
        yield figure_of("scores after every round", meaning, scores_chart(found, study.design.base), "")
    for name in dict.fromkeys(one.measure.name for one in found if one.measure.name not in TOGETHER):
        own = [one for one in found if one.measure.name == name]
        measure = own[0].measure
        chart = chart_of(study.design, own, study.variant_names)
        yield figure_of(chart_title(measure), measure.meaning, chart, _details(study, measure, own))
    yield "</div>\n"


def _of_base(study: Study, meaning: str) -> str:
    """Add to a sentence which variant it is about, if there are several."""
    names = study.variant_names
    return meaning if len(names) == 1 else f"{meaning} ({names[study.design.base]})"


def figure_of(title: str, meaning: str, chart: str, details: str = "") -> str:
    """Write a chart with its title, what it means, and a table of its figures."""
    return (
        f"<figure><figcaption><b>{escape(title)}</b> {escape(meaning)}</figcaption>\n{chart}\n{details}</figure>\n"
    )  # fmt: skip


def _details(study: Study, measure: Measure, own: list[Figure]) -> str:
    """Write a collapsed table with the figures of a chart."""
    rows = "".join(
        f"<tr><td>{escape(key_text(study.design, measure, one.key))}<td>{escape(study.variant_names[one.variant])}"
        f"<td class=number>{escape(value_text(measure, one.found))}"
        f"<td class=number>{escape(interval_text(measure, one.found))}</tr>"
        for one in own
    )
    return f"<details><summary>figures</summary><table>{rows}</table></details>\n"


def _needed(study: Study) -> Iterator[str]:
    found = needed(study.design, study.all_figures)
    if not found:
        return
    sentence = "How many matches tell two levels apart (in 4 of 5 tries, at 5 %), by one seat of the stronger:"
    yield f"<p>{escape(_of_base(study, sentence))}</p><table>"
    base = study.design.base
    shares = {str(one.key): one for one in study.all_figures if one.measure.name == STRONGER and one.variant == base}
    for key, number in found.items():
        share = value_text(shares[key].measure, shares[key].found)
        cells = (f"<td class=number>{escape(text)}" for text in (share, matches_text(number)))
        yield f"<tr><td>{escape(key)}{''.join(cells)}</tr>"
    yield "</table>\n"
