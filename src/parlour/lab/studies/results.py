"""A finished study, with its figures and its tables as Polars frames."""

import shutil
import tempfile
import weakref
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import polars as pl

from parlour.lab.measures import Key
from parlour.lab.measures.skill import SAME
from parlour.lab.studies._engine import run_missing
from parlour.lab.studies.design import Design
from parlour.lab.studies.figures import (
    Checked,
    Difference,
    Figure,
    SeatTest,
    Tally,
    checked_claims,
    differences,
    figures,
    gather,
    seat_tests,
)
from parlour.lab.studies.folder import Folder
from parlour.lab.studies.spreads import Spread, spreads


@dataclass
class Study:
    """The results of a study, such as Polars frames for notebooks."""

    design: Design
    folder: Folder

    @cached_property
    def tally(self) -> Tally:
        """The sums from which the figures are computed."""
        return gather(self.folder, self.design)

    @cached_property
    def all_figures(self) -> list[Figure]:
        """All figures of all variants, with their intervals."""
        return figures(self.tally)

    @cached_property
    def all_spreads(self) -> list[Spread]:
        """Between which values some figures lie in 80 % of the matches of each variant."""
        return spreads(self.design.found, self.tally.counts)

    @cached_property
    def all_differences(self) -> list[Difference]:
        """The differences between each variant and the base variant."""
        return differences(self.tally)

    @cached_property
    def seat_tests(self) -> list[SeatTest]:
        """For every variant, the joint test of whether all seats (or teams) win equally often."""
        return seat_tests(self.tally)

    @cached_property
    def all_claims(self) -> list[Checked]:
        """The claims of the game's source, with verdicts."""
        return checked_claims(self.design, self.all_figures)

    @cached_property
    def same_players(self) -> list[int]:
        """The variants in which the bots do exactly the same as in the base: they ignore the varied options."""
        return [one.variant for one in self.all_figures if one.measure.name == SAME and one.found.value == 1]

    def figure(self, variant: int, measure: str, key: Key = "") -> Figure | None:
        """Find a figure of a variant; None if the study doesn't have it."""
        return self._by_name.get((variant, measure, key))

    @cached_property
    def _by_name(self) -> dict[tuple[int, str, Key], Figure]:
        return {(one.variant, one.measure.name, one.key): one for one in self.all_figures}

    def middle(self, variant: int, column: str, share: float) -> tuple[float, float]:
        """Find between which values this share of a variant's matches lies, such as 80 % of their minutes."""
        ends = [(1 - share) / 2, (1 + share) / 2]
        own = self.matches.filter(pl.col("variant") == variant)
        found = own.select(*(pl.col(column).quantile(end).alias(str(end)) for end in ends)).collect()
        return found.item(0, 0), found.item(0, 1)

    # --- frames

    @property
    def seats(self) -> pl.DataFrame:
        """A frame with the joint test of every variant: whether all its seats (or teams) win equally often."""
        return _frame([one.row() for one in self.seat_tests], self.variant_names)

    @property
    def matches(self) -> pl.LazyFrame:
        """A lazy frame with one row per match."""
        return self.folder.scan("matches")

    @property
    def rounds(self) -> pl.LazyFrame:
        """A lazy frame with one row per round."""
        return self.folder.scan("rounds")

    @property
    def decisions(self) -> pl.LazyFrame:
        """A lazy frame with one row per decision."""
        return self.folder.scan("decisions")

    @property
    def figures(self) -> pl.DataFrame:
        """A frame with one row per figure, with its interval and its meaning."""
        return _frame([one.row() for one in self.all_figures], self.variant_names)

    @property
    def spreads(self) -> pl.DataFrame:
        """A frame with the 10th, 50th and 90th percentile of some figures over the matches of each variant."""
        return _frame([one.row() for one in self.all_spreads], self.variant_names)

    @property
    def differences(self) -> pl.DataFrame:
        """A frame of the differences between each variant's figures and the base variant's."""
        return _frame([one.row() for one in self.all_differences], self.variant_names)

    @property
    def claims(self) -> pl.DataFrame:
        """A frame with one row per claim and variant."""
        return _frame([one.row() for one in self.all_claims], self.variant_names)

    @cached_property
    def variant_names(self) -> list[str]:
        """The names of the variants."""
        return [self.design.name_of(number) for number in range(len(self.design.variants))]


def _frame(rows: Sequence[Mapping[str, Any]], names: list[str]) -> pl.DataFrame:
    """Make a frame from rows, replacing the variants' numbers with their names."""
    if not rows:
        return pl.DataFrame()
    frame = pl.DataFrame(rows, infer_schema_length=None)
    return frame.with_columns(pl.Series("variant", [names[row["variant"]] for row in rows]))


def run_study(
    design: Design,
    out: Path | None = None,
    *,
    force: bool = False,
    engine: str = "threads",
    threads: int | None = None,
    address: str | None = None,
    step: Callable[[int], None] = lambda matches: None,
) -> Study:
    """Play a study, or the rest of an interrupted one; without `out`, its files vanish with the returned object."""
    study = Study(design, Folder(out or Path(tempfile.mkdtemp(prefix="parlour-study-"))))
    if not out:
        weakref.finalize(study, shutil.rmtree, study.folder.path, ignore_errors=True)
    study.folder.begin(design, force=force)
    run_missing(study.folder, design, engine=engine, threads=threads, address=address, step=step)
    return study


def open_study(path: Path) -> Study:
    """Open a study that was played before."""
    folder = Folder(path)
    return Study(folder.design(), folder)
