"""The report of a study: one self-contained HTML page for screens, light or dark, and for printing.

The page begins with answers in sentences, a chart of what was varied, and what to look at next; the rest unfolds.
"""

import json
from collections.abc import Iterator
from html import escape
from pathlib import Path

from parlour.engine.files import write_whole
from parlour.lab.measures import SECTIONS, charts_of, own_part
from parlour.lab.measures.common import TOGETHER
from parlour.lab.reports._charts import DARK, LIGHT, chart_of, variables
from parlour.lab.reports._curves import curve_of
from parlour.lab.reports._details import claims_part, figure_of, section_part, variants_part
from parlour.lab.reports._style import STYLE
from parlour.lab.reports.answers import answers, most_telling, warnings
from parlour.lab.reports.gaps import gap_list
from parlour.lab.reports.steps import next_steps
from parlour.lab.reports.wording import bots_text, chart_title, command_of, heading, settings_text
from parlour.lab.studies.folder import FIGURES, REPORT
from parlour.lab.studies.results import Study

MOST_FIRST = 3  # A study without variants begins with at most this many charts.


def report(study: Study) -> str:
    """Return the report of a study as an HTML page."""
    design = study.design
    body = "".join([*_top(study), *_varied(study), *_first(study), *_next(study), *_parts(study), *_foot(study)])
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
        "warnings": warnings(study),
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
    for warning in warnings(study):
        yield f"<p class=warning>{escape(warning)}</p>"
    yield "</header>\n"
    yield "<section class=answers>" + "".join(f"<p>{_unbroken(one)}</p>\n" for one in answers(study)) + "</section>\n"


def _unbroken(sentence: str) -> str:
    """Write a sentence as HTML that doesn't break a line before a per cent sign."""
    return escape(sentence).replace(" %", "&nbsp;%")


def _each(study: Study) -> str:
    variants = len(study.design.variants)
    return f" of each of {variants} variants, on the same deals" if variants > 1 else ""


def _varied(study: Study) -> Iterator[str]:
    """Write the charts of what was varied: the figures that change most, over the values of the option."""
    design = study.design
    if not design.varied:
        return
    yield "<div class=curves>\n"
    for name, key in most_telling(study):
        found = [one for number in range(len(design.variants)) if (one := study.figure(number, name, key))]
        title = f"{name}: {key}" if key else name
        yield figure_of(title, found[0].measure.meaning, curve_of(design, found))
    yield "</div>\n"


def _first(study: Study) -> Iterator[str]:
    """Write the most important charts of a study without variants."""
    if len(study.design.variants) > 1:
        return
    game = study.design.found
    shown: list[str] = []
    for name in dict.fromkeys([*own_part(game, "CHARTS"), *charts_of(game)]):
        found = [one for one in study.all_figures if one.measure.name == name and name not in TOGETHER]
        if found and len(shown) < MOST_FIRST:
            chart = chart_of(study.design, found, study.variant_names)
            shown.append(figure_of(chart_title(found[0].measure), found[0].measure.meaning, chart))
    yield f"<div class=curves>\n{''.join(shown)}</div>\n"


def _next(study: Study) -> Iterator[str]:
    steps = "".join(f"<li>{escape(one)}</li>\n" for one in next_steps(study))
    yield f"<section><h2>What to look at next</h2>\n<ul>{steps}</ul></section>\n" if steps else ""


def _parts(study: Study) -> Iterator[str]:
    """Write everything else, in parts that unfold."""
    yield "<section class=parts>\n"
    yield from _part("What the source says", claims_part(study), unfolded=study.design.claims)
    yield from _part("How the variants differ", variants_part(study))
    for section, title in SECTIONS.items():
        yield from _part(title, section_part(study, section))
    yield from _part("Not measured", gap_list(study))
    yield "</section>\n"


def _part(title: str, content: Iterator[str], *, unfolded: bool = False) -> Iterator[str]:
    text = "".join(content)
    if text:
        opening = "<details class=part open>" if unfolded else "<details class=part>"
        yield f"{opening}<summary><h2>{escape(title)}</h2></summary>\n{text}</details>\n"


def _foot(study: Study) -> Iterator[str]:
    yield (
        "<footer><p>Every figure has a 95 % interval that counts matches, not rounds, as independent tries. The "
        "figures are about these bots: people may play differently. All figures: "
        f"<a href={FIGURES}>{FIGURES}</a>; tables of all matches, rounds and decisions are beside this page.</p>"
        f"<p>To repeat this study: <code>{escape(command_of(study.design))}</code></p></footer>\n"
    )
