"""Write the pages in docs/studies: tables and charts from finished studies, and hand-written notes.

    python -m parlour.lab.reports.pages docs/studies STUDIES

This command reads, for every game, the study in STUDIES/GAME and, if they exist, the studies in STUDIES/GAME-claims
(several levels of bots) and STUDIES/GAME-skill (levels that search, on fewer deals). The command keeps the hand-written
notes of a page.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from parlour.engine.files import write_whole
from parlour.games import all_games
from parlour.lab.measures import SECTIONS, charts_of, measures_of
from parlour.lab.measures.common import WORST
from parlour.lab.measures.skill import STRONGER
from parlour.lab.reports._charts import chart_of, scores_chart, standing_alone
from parlour.lab.reports.answers import seats_answer
from parlour.lab.reports.wording import (
    bots_text,
    chart_title,
    command_of,
    interval_text,
    key_text,
    matches_text,
    settings_text,
    value_text,
)
from parlour.lab.studies.figures import Figure, needed
from parlour.lab.studies.folder import REPORT
from parlour.lab.studies.results import Study, open_study

NOTES = re.compile(r"<!-- notes -->\n.*?<!-- end of notes -->\n", re.DOTALL)
NO_NOTES = "<!-- notes -->\n<!-- end of notes -->\n"


def page(main: Study, claims: Study | None, skill: Study | None, notes: str) -> str:
    """Write a game's page as Markdown."""
    design, played = main.design, [one for one in (main, claims, skill) if one]
    parts = [
        f"# A study of {design.found.title}\n\n{_played(main)}\n\n{notes}\n",
        "## What the source says\n\n" + "\n".join(_claims(claims or main)) + "\n",
        *_sections(main),
        "## Luck and skill\n\n" + "\n".join(_skill(main, skill)) + "\n",
        "## Repeat this study\n\n```sh\n" + "\n".join(_wrapped(one) for one in played) + "\n```\n",
    ]
    return "\n".join(parts)


def _wrapped(study: Study) -> str:
    """Break the command that repeats a study into short lines."""
    command = f"{command_of(study.design)} --out {study.folder.path.name}"
    return re.sub(r" (--(?:bots|claims|skill)) ", r" \\\n    \1 ", command)


def _played(study: Study) -> str:
    design = study.design
    options = f", options: {settings_text(design)}" if design.settings else ""
    return (
        f"{design.matches:,} matches of {design.players} players{options}, bots: {bots_text(design)} "
        "(rules of thumb, see\n"
        "[bots](../bots.md)). Every figure has a 95 % interval over matches. The figures are about bots: people may\n"
        "play differently. See [Studies](README.md) for how studies are made and what their tables contain."
    )


def _table(headings: tuple[str, ...], rows: Iterator[tuple[str, ...]]) -> Iterator[str]:
    yield "| " + " | ".join(headings) + " |"
    yield "|" + "---|" * len(headings)
    for row in rows:
        yield "| " + " | ".join(cell.replace("|", "/") for cell in row) + " |"


def _claims(study: Study) -> Iterator[str]:
    design, measures = study.design, measures_of(study.design.found)
    yield (
        f"{design.matches:,} matches for each level of bots; after each sentence from the source, our interpretation "
        "is in italics.\n"
    )

    def rows() -> Iterator[tuple[str, ...]]:
        last = None
        for check in study.all_claims:
            measure = measures[check.claim.measure]
            said = f"“{check.claim.says}” *{check.claim.reading}*" if check.claim is not last else ""
            last = check.claim
            name = check.played_by(study.variant_names, bots_text(design))
            figure = value_text(measure, check.found)
            yield said, name, figure, interval_text(measure, check.found), f"**{check.verdict}**"

    yield from _table(("the source says", "played by", "figure", "95 % interval", "verdict"), rows())


def _sections(study: Study) -> Iterator[str]:
    for section, title in SECTIONS.items():
        base = study.design.base
        own = [one for one in study.all_figures if one.measure.section == section and one.variant == base]
        if section != "skill" and own:
            plain = (
                (": ".join(filter(None, (one.measure.name, key_text(study.design, one.measure, one.key)))),
                 value_text(one.measure, one.found), interval_text(one.measure, one.found), one.measure.meaning)
                for one in own
                if one.key == "" or one.measure.by in ("seat", "phase", "place")
            )  # fmt: skip
            charts = "".join(f"\n![{name}]({file})\n" for name, file in _charts(study, own))
            table = "\n".join(_table(("figure", "value", "95 % interval", "meaning"), plain))
            tested = f"{seats_answer(study)}\n\n" if section == "fairness" else ""
            yield f"## {title}\n\n{tested}{table}\n{charts}"


def _charts(study: Study, own: list[Figure]) -> Iterator[tuple[str, str]]:
    """Yield the label and file name of each chart in a section."""
    for name in charts_of(study.design.found):
        found = [one for one in own if one.measure.name == name]
        if found:
            label = "scores after every round" if name == WORST else chart_title(found[0].measure)
            yield label, _file(study.design.game, name)


def _file(game: str, name: str) -> str:
    return f"{game}-{name.replace(' ', '-')}.svg"


def _skill(main: Study, more: Study | None) -> Iterator[str]:
    yield (
        "One bot (or team) of the first level among bots of the second, in every seat on the same deals; and "
        "how many\nmatches it takes to show the difference in 4 of 5 tries. `search:30` is `hard` with 30 sampled "
        "deals instead of a\ntime limit.\n"
    )
    rows = [*_pairings(main), *(row for row in _pairings(more) if "search" in row[0])] if more else _pairings(main)
    yield from _table(("levels", "deals", "wins", "95 % interval", "matches to tell"), iter(rows))


def _pairings(study: Study) -> list[tuple[str, ...]]:
    numbers = needed(study.design, study.all_figures)
    return [
        (str(one.key), str(study.design.skill), value_text(one.measure, one.found),
         interval_text(one.measure, one.found), matches_text(numbers[str(one.key)]))
        for one in study.all_figures
        if one.measure.name == STRONGER and one.variant == study.design.base
    ]  # fmt: skip


def write_page(folder: Path, studies: Path, game: str) -> None:
    """Write the page and the chart files of one game."""
    main, claims, skill = (
        open_study(studies / game),
        _found(studies, f"{game}-claims"),
        _found(studies, f"{game}-skill"),
    )
    path = folder / f"{game}.md"
    before = NOTES.search(path.read_text(encoding="utf-8")) if path.is_file() else None
    write_whole(path, page(main, claims, skill, before[0] if before else NO_NOTES).encode())
    for name in charts_of(main.design.found):
        found = [one for one in main.all_figures if one.measure.name == name]
        if found:
            drawn = chart_of(main.design, found, [""]) if name != WORST else None
            chart = drawn or scores_chart(main.all_figures, main.design.base)
            write_whole(folder / _file(game, name), standing_alone(chart).encode())


def _found(studies: Path, name: str) -> Study | None:
    """Open a study if it exists and is complete."""
    return open_study(studies / name) if (studies / name / REPORT).is_file() else None


if __name__ == "__main__":
    for known in all_games():
        write_page(Path(sys.argv[1]), Path(sys.argv[2]), known.name)
