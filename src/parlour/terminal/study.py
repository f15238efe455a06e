"""Run studies from the command line; show a summary of the figures, the claims and the differences."""

import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.table import Table
from rich.text import Text

from parlour.errors import ParlourError
from parlour.game.options import parse_options
from parlour.terminal.console import CleanConsole
from parlour.terminal.lengths import check_length, default_time, played_by_length
from parlour.terminal.progress import progress

if TYPE_CHECKING:
    from parlour.lab.studies.compare import Comparison
    from parlour.lab.studies.design import Design
    from parlour.lab.studies.figures import Figure
    from parlour.lab.studies.results import Study

COLOURS = {"confirmed": "green", "refuted": "red", "open": "yellow"}
LEAST_WIDTH = 100  # A terminal with at least this many columns has room for explanations of the figures.
MOST_COLUMNS, FEW_COLUMNS = 6, 4  # How many figures the table of variants shows in a wide and in a narrow terminal.


def check_packages() -> None:
    """Refuse to start if a package is missing."""
    try:
        import matplotlib  # noqa: F401
        import polars  # noqa: F401
    except ImportError as error:
        raise ParlourError(f"studies need {error.name}; expected: pip install 'parlour[lab]'") from None


def show_study(
    game: str,
    players: int | None,
    bots: Sequence[str],
    matches: int | None,
    within: str | None,
    until: str | None,
    options: Sequence[str],
    vary: Sequence[str],
    seed: int,
    max_rounds: int,
    levels: Sequence[str],
    skill: int | None,
    rollouts: int | None,
    claims: bool,
    out: Path | None,
    force: bool,
    engine: str,
    threads: int | None,
    address: str | None,
) -> bool:
    """Run a study, write its files and show the results; return whether it has reached its goal, if it had one."""
    check_packages()
    from parlour.lab.studies.design import MATCHES, ROLLOUTS, SKILL, design, parse_vary
    from parlour.lab.studies.folder import Folder
    from parlour.lab.studies.growing import Growing

    varied: Mapping[str, Sequence[object]] = parse_vary(vary)
    check_length(matches, within, until)
    planned = design(
        game, players, bots, MATCHES if matches is None else matches, parse_options(options), varied, seed, max_rounds,
        levels, SKILL if skill is None else skill, ROLLOUTS if rollouts is None else rollouts, claims,
    )  # fmt: skip
    folder = out or Path(f"study-{planned.game}")
    within = within or default_time(planned, matches, until)
    if within or until:
        where = {"engine": engine, "threads": threads, "address": address}
        growing = Growing(Folder(folder), planned, where, force)
        study, reached = played_by_length(growing, within, until, skill, rollouts)
        show_report(study)
        return reached
    left = _left(Folder(folder).missing(planned), planned.batches) if Folder(folder).is_of(planned) else planned.matches
    start = time.perf_counter()
    with progress("matches", planned.matches, planned.matches - left) as step:
        study = _played(planned, folder, force=force, engine=engine, threads=threads, address=address, step=step)
    seconds = time.perf_counter() - start
    show_report(study, _speed(study, seconds) if left == planned.matches else "")
    return True


def show_report(study: "Study", speed: str = "") -> None:
    """Write the report, and show the results and where the report is."""
    from parlour.lab.reports.report import write_report

    report = write_report(study)
    show(study)
    if speed:
        CleanConsole().print(speed)
    CleanConsole().print(f"report: {report}", soft_wrap=True)


def _played(planned: "Design", folder: Path, **how: Any) -> "Study":
    """Run the study; if it is interrupted, say what is kept."""
    from parlour.lab.studies.folder import Folder
    from parlour.lab.studies.results import run_study

    try:
        return run_study(planned, folder, **how)
    except KeyboardInterrupt:
        kept = planned.matches - _left(Folder(folder).missing(planned), planned.batches)
        said = f"interrupted: {kept:,} of {planned.matches:,} matches are kept in {folder}; the same command continues"
        CleanConsole(stderr=True).print(said, soft_wrap=True)
        raise


def _speed(study: "Study", seconds: float) -> str:
    """Describe the speed; the time includes writing tables, but decisions for skill and rollout figures don't count."""
    sums = study.tally.sums
    decisions = sum(sums[variant, ("decisions", "")].top for variant in range(len(study.variant_names)))
    return f"{decisions:,.0f} decisions in {seconds:.1f} s, tables included: {decisions / seconds:,.0f} per second"


def _left(missing: list[int], batches: list[range]) -> int:
    return sum(len(batches[number]) for number in missing)


def show(study: "Study") -> None:
    """Show a summary: the figures of the base variant, the differences, the claims."""
    from parlour.lab.reports.answers import answers, warnings
    from parlour.lab.reports.gaps import gap_text
    from parlour.lab.reports.steps import next_steps
    from parlour.lab.reports.wording import base_text, bots_text, heading, settings_text

    console, design = CleanConsole(), study.design
    console.print(Text(heading(design), style="bold"), Text(f"bots: {bots_text(design)}"), sep="\n")
    if design.settings:
        console.print(Text(f"options: {settings_text(design)}"))
    for warning in warnings(study):
        console.print(Text(warning, style="yellow"))
    for answer in answers(study):
        console.print(Text(answer))
    if design.varied:
        console.print(_varied(study, MOST_COLUMNS if console.width >= LEAST_WIDTH else FEW_COLUMNS))
    if steps := next_steps(study):
        console.print(Text("What to look at next", style="bold"), *(Text(f"· {one}") for one in steps), sep="\n")
    if not design.claims:
        console.print(_figures(study, console.width >= LEAST_WIDTH))
        console.print(_spreads(study))
    if gaps := gap_text(study):
        console.print(Text(gaps, style="yellow"))
    if study.all_differences:
        title = f"differences from {base_text(design)}, on the same deals"  # A table would break this line.
        console.print(Text(title, style="italic"), _differences(study), sep="\n")
    if study.all_claims:
        console.print(_claims(study))


def _varied(study: "Study", columns: int) -> Table:
    """Show the figures that change most: a row for each variant, and a column for each figure."""
    from parlour.lab.reports.answers import most_telling
    from parlour.lab.reports.wording import value_text

    design, table = study.design, Table()
    telling = most_telling(study)[:columns]
    table.add_column(", ".join(design.varied))
    for name, key in telling:
        table.add_column(f"{name} {key}".strip(), justify="right")
    for number in range(len(design.variants)):
        rules = " (rules)" if number == design.base and design.base_in_rules else ""
        values = ", ".join(str(design.options_of(number)[name]) for name in design.varied)
        found = (study.figure(number, name, key) for name, key in telling)
        table.add_row(f"{values}{rules}", *(value_text(one.measure, one.found) if one else "" for one in found))
    return table


def _figures(study: "Study", wide: bool) -> Table:
    from parlour.lab.reports.wording import interval_text, key_text, value_text

    base = study.design.base
    name = f" ({study.variant_names[base]})" if len(study.variant_names) > 1 else ""
    table = Table(title=f"figures{name}; those by round, card and so on are in the report", title_justify="left")
    for heading in ("figure", "value", "95 % interval", *(["meaning"] if wide else [])):
        table.add_column(heading, justify="right" if heading in ("value", "95 % interval") else "left")
    for one in study.all_figures:
        if one.variant == base and _in_summary(one):
            key = key_text(study.design, one.measure, one.key)
            cells = [f"{one.measure.name} {key}".strip(), value_text(one.measure, one.found)]
            table.add_row(*cells, interval_text(one.measure, one.found), *([one.measure.meaning] if wide else []))
    return table


def _spreads(study: "Study") -> Table:
    from parlour.lab.reports.spreads import name_text, spread_texts

    table = Table(title="in 80 % of the matches", title_justify="left")
    for heading in ("figure", "from", "half below", "to"):
        table.add_column(heading, justify="left" if heading == "figure" else "right")
    for one in study.all_spreads:
        if one.variant == study.design.base:
            table.add_row(name_text(study.design, one), *spread_texts(one))
    return table


def _in_summary(one: "Figure") -> bool:
    return one.key == "" or one.measure.by in ("seat", "levels")


def _differences(study: "Study") -> Table:
    from parlour.lab.reports.wording import interval_text, value_text

    table = Table()
    for heading in ("figure", "variant", "difference", "95 % interval"):
        table.add_column(heading, justify="right" if heading in ("difference", "95 % interval") else "left")
    for one in study.all_differences:
        if one.key == "" and one.clear:
            cells = value_text(one.measure, one.found, signed=True), interval_text(one.measure, one.found, signed=True)
            played = " (same play)" if one.variant in study.same_players else ""
            name = f"{study.variant_names[one.variant]}{played}"
            table.add_row(one.measure.name, name, *cells, style="bold" if one.large else "")
    if not table.row_count:
        table.add_row("no clear difference", "", "", "")
    return table


def _claims(study: "Study") -> Table:
    from parlour.lab.measures import measures_of
    from parlour.lab.reports.answers import claims_shown
    from parlour.lab.reports.wording import bots_text, interval_text, value_text

    measures = measures_of(study.design.found)
    table = Table(title="claims of the source", title_justify="left")
    for heading in ("claim", "played", "figure", "95 % interval", "verdict"):
        table.add_column(heading, justify="right" if heading in ("figure", "95 % interval") else "left")
    for check in claims_shown(study):
        measure = measures[check.claim.measure]
        name = check.played_by(study.variant_names, bots_text(study.design))
        verdict = Text(check.verdict, style=COLOURS[check.verdict])
        figures = value_text(measure, check.found), interval_text(measure, check.found)
        table.add_row(check.claim.name, name, *figures, verdict)
    return table


# --- two studies


def show_comparison(first: Path, second: Path) -> None:
    """Show the differences between two studies."""
    check_packages()
    from parlour.lab.reports.wording import heading, settings_text
    from parlour.lab.studies.compare import compare
    from parlour.lab.studies.results import open_study

    found = compare(open_study(first), open_study(second))
    console = CleanConsole()
    for letter, path, study in (("A", first, found.first), ("B", second, found.second)):
        settings = f", options: {settings_text(study.design)}" if study.design.settings else ""
        console.print(Text(f"{letter}  {path}: {heading(study.design)}{settings}"))
    console.print("on the same deals, match by match" if found.paired else "on different deals, as independent samples")
    for both in found.variants:
        console.print(_compared(found, both))
    for letter, variants, measures in zip("AB", found.unmatched, found.lonely, strict=True):
        for what, names in (("variants", variants), ("measures", measures)):
            if names:
                console.print(Text(f"{what} that only {letter} has: {'; '.join(names)}"), soft_wrap=True)


def _compared(found: "Comparison", both: tuple[int, int]) -> Table:
    from parlour.lab.reports.wording import interval_text, value_text

    names = [study.variant_names[number] for study, number in zip((found.first, found.second), both, strict=True)]
    title = names[0] if names[0] == names[1] else f"A: {names[0]}; B: {names[1]}"
    table = Table(title=title, title_justify="left")
    for heading in ("figure", "A", "B", "B above A", "95 % interval", ""):
        table.add_column(heading, justify="left" if heading in ("figure", "") else "right")
    for one in found.rows:
        if one.variants == both and (one.key == "" or one.measure.by in ("seat", "levels")):
            clear = one.above.known and not one.above.low <= 0 <= one.above.high
            table.add_row(
                f"{one.measure.name} {one.key}".strip(), value_text(one.measure, one.one),
                value_text(one.measure, one.other), value_text(one.measure, one.above, signed=True),
                interval_text(one.measure, one.above, signed=True), "clear" if clear else "",
            )  # fmt: skip
    return table
