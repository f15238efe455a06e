"""The report of a study: one self-contained HTML page for screens, light or dark, and for printing."""

import json
from collections.abc import Iterator
from html import escape
from pathlib import Path

from parlour.engine.files import write_whole
from parlour.lab.measures import SECTIONS, Measure, measures_of
from parlour.lab.measures.claims import CONFIRMED, REFUTED
from parlour.lab.measures.common import TOGETHER
from parlour.lab.measures.skill import STRONGER
from parlour.lab.reports._charts import DARK, LIGHT, chart_of, differences_chart, scores_chart, variables
from parlour.lab.reports._style import STYLE
from parlour.lab.reports.answers import seats_answer
from parlour.lab.reports.gaps import gap_section
from parlour.lab.reports.spreads import spread_table
from parlour.lab.reports.wording import (
    base_text,
    bots_text,
    chart_title,
    command_of,
    heading,
    interval_text,
    key_text,
    matches_text,
    settings_text,
    value_text,
)
from parlour.lab.studies.figures import Difference, Figure, needed, too_few
from parlour.lab.studies.folder import FIGURES, REPORT
from parlour.lab.studies.results import Study

SIGNS = {CONFIRMED: "✓", REFUTED: "✗"}


def report(study: Study) -> str:
    """Return the report of a study as an HTML page."""
    design = study.design
    body = "".join(
        [*_top(study), *_claims(study), *_variants(study), *_sections(study), *gap_section(study), *_foot(study)]
    )
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(heading(design))}</title>\n<style>\n{_colours()}{STYLE}</style>\n</head>\n"
        f"<body>\n<main>\n{body}</main>\n</body>\n</html>\n"
    )


def write_report(study: Study) -> Path:
    """Write the figures and the report of a study into its folder; return the path of the report."""
    found = {
        "study": json.loads(study.design.manifest()), "variants": study.variant_names,
        "options": [study.design.options_of(number) for number in range(len(study.variant_names))],
        "base": study.design.base,
        "figures": [one.row() for one in study.all_figures],
        "spreads": [one.row() for one in study.all_spreads],
        "seats": [one.row() for one in study.seat_tests],
        "differences": [one.row() for one in study.all_differences],
        "claims": [one.row() for one in study.all_claims],
    }  # fmt: skip
    folder = study.folder.path
    write_whole(folder / FIGURES, (json.dumps(found, indent=1, ensure_ascii=False) + "\n").encode())
    write_whole(folder / REPORT, report(study).encode())
    return folder / REPORT


def _colours() -> str:
    """Write the CSS for the colours: light or dark as the reader's system prefers, and light for printing."""
    return (
        f":root {{ color-scheme: light dark; {variables(LIGHT)} --paper: #fbfbfc; --card: #ffffff; }}\n"
        "@media screen and (prefers-color-scheme: dark) { :root { "
        f"{variables(DARK)} --paper: #16181c; --card: #1f2227; }} }}\n"
    )


def _top(study: Study) -> Iterator[str]:
    design = study.design
    yield f"<header><p class=kind>A study by Parlour</p><h1>{escape(design.found.title)}</h1>"
    yield (
        f"<p>{design.players} players · {design.matches:,} matches{_each(study)} · bots: {escape(bots_text(design))} · "
        f"seed {design.seed}</p>"
    )
    if design.settings:
        yield f"<p>options: {escape(settings_text(design))}</p>"
    if warning := too_few(design):
        yield f"<p class=warning>{escape(warning)}</p>"
    yield "</header>\n"
    if design.claims:
        return  # The variants differ too much for one variant to represent them all.
    if len(design.variants) > 1:
        yield f"<p class=whose>{escape(base_text(design))}:</p>\n"
    tiles = [one for one in study.all_figures if one.variant == design.base and one.key == "" and one.measure.highlight]
    yield "<div class=tiles>" + "".join(_tile(one) for one in tiles) + "</div>\n"


def _each(study: Study) -> str:
    variants = len(study.design.variants)
    return f" of each of {variants} variants, on the same deals" if variants > 1 else ""


def _tile(one: Figure) -> str:
    return (
        f"<div class=tile><b>{escape(value_text(one.measure, one.found))}</b><span>{escape(one.measure.name)}</span>"
        f"<small>{escape(interval_text(one.measure, one.found))}</small></div>"
    )


# --- claims


def _claims(study: Study) -> Iterator[str]:
    checks = study.all_claims
    if not checks:
        return
    measures = measures_of(study.design.found)
    yield "<section><h2>What the source says</h2>\n<table class=claims><thead><tr><th>claim<th>played<th>figure"
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
    yield "</table></section>\n"


# --- variants


def _variants(study: Study) -> Iterator[str]:
    found = [one for one in study.all_differences if one.key == ""]
    if not found:
        return
    compared, names = study.design.base, study.variant_names
    base = {one.measure.name: one.found.value for one in study.all_figures if one.variant == compared and one.key == ""}
    yield (
        "<section><h2>How the variants differ</h2>\n<p>Differences are from "
        f"{escape(base_text(study.design))}. All variants were played on the same deals, which takes much of "
        "the luck out of the differences. A difference whose interval contains zero may be due to chance. "
        "(pp: percentage points)</p>\n"
    )
    clear = [one for one in found if _is_clear(one)]
    if clear:
        yield f"<figure class=wide>{differences_chart(clear, base, names, names[compared])}</figure>\n"
    yield "<table><thead><tr><th>figure<th>variant<th>difference<th>95 % interval<th>without common deals</tr>"
    yield "</thead>\n"
    for one in found:
        yield _difference_row(study, one)
    yield "</table></section>\n"


def _is_clear(one: Difference) -> bool:
    return one.found.known and not one.found.low <= 0 <= one.found.high


def _difference_row(study: Study, one: Difference) -> str:
    strong = " class=clear" if _is_clear(one) else ""
    return (
        f"<tr{strong}><td>{escape(one.measure.name)}<td>{escape(study.variant_names[one.variant])}"
        f"<td class=number>{escape(value_text(one.measure, one.found, signed=True))}"
        f"<td class=number>{escape(interval_text(one.measure, one.found, signed=True))}"
        f"<td class=number>{escape(interval_text(one.measure, one.alone, signed=True))}</tr>\n"
    )


# --- sections


def _sections(study: Study) -> Iterator[str]:
    for section, title in SECTIONS.items():
        found = [one for one in study.all_figures if one.measure.section == section]
        if found:
            yield f"<section><h2>{escape(title)}</h2>\n"
            if section == "fairness":
                yield f"<p>{escape(seats_answer(study))}</p>\n"
            yield from _plain(study, [one for one in found if one.key == ""])
            yield from spread_table(study, section)
            yield from _charts(study, [one for one in found if one.key != ""])
            yield from _needed(study) if section == "skill" else ()
            yield "</section>\n"


def _plain(study: Study, found: list[Figure]) -> Iterator[str]:
    if not found:
        return
    several = len(study.design.variants) > 1
    yield f"<table><thead><tr><th>figure{'<th>variant' if several else ''}<th>value<th>95 % interval<th>meaning</tr>"
    yield "</thead>\n"
    order = list(dict.fromkeys(one.measure.name for one in found))
    for name in order:
        own = sorted((one for one in found if one.measure.name == name), key=lambda one: one.variant)
        for index, one in enumerate(own):
            yield _plain_row(one, len(own) if index == 0 else 0, study.variant_names[one.variant] if several else "")
    yield "</table>\n"


def _plain_row(one: Figure, rows: int, variant: str) -> str:
    """Write a table row for a figure; the name and the meaning span the rows of all variants."""
    name = f"<td rowspan={rows}>{escape(one.measure.name)}" if rows else ""
    meaning = f"<td rowspan={rows}>{escape(one.measure.meaning)}" if rows else ""
    return (
        f"<tr>{name}{f'<td>{escape(variant)}' if variant else ''}"
        f"<td class=number>{escape(value_text(one.measure, one.found))}"
        f"<td class=number>{escape(interval_text(one.measure, one.found))}{meaning}</tr>\n"
    )


def _charts(study: Study, found: list[Figure]) -> Iterator[str]:
    yield "<div class=charts>\n"
    if any(one.measure.name in TOGETHER for one in found):
        meaning = _of_base(study, "The best, the mean and the worst score.")
        yield _figure("scores after every round", meaning, scores_chart(found, study.design.base), "")
    for name in dict.fromkeys(one.measure.name for one in found if one.measure.name not in TOGETHER):
        own = [one for one in found if one.measure.name == name]
        measure = own[0].measure
        chart = chart_of(study.design, own, study.variant_names)
        yield _figure(chart_title(measure), measure.meaning, chart, _details(study, measure, own))
    yield "</div>\n"


def _of_base(study: Study, meaning: str) -> str:
    """Add to a sentence which variant it is about, if there are several."""
    names = study.variant_names
    return meaning if len(names) == 1 else f"{meaning} ({names[study.design.base]})"


def _figure(title: str, meaning: str, chart: str, details: str) -> str:
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


def _foot(study: Study) -> Iterator[str]:
    yield (
        "<footer><p>Every figure has a 95 % interval that counts matches, not rounds, as independent tries. The "
        "figures are about these bots: people may play differently.</p>"
        f"<p>To repeat this study: <code>{escape(command_of(study.design))}</code></p></footer>\n"
    )
