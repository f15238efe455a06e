"""One batch of a study: playing its matches in every variant, measuring them, and making its files.

A batch depends only on the study's design and the batch's number, so any thread or machine can play it.
"""

import io
import json
from typing import Any

import numpy as np
import polars as pl

from parlour.lab._watch import Rows, watch
from parlour.lab.measures import Key, measured, own_part
from parlour.lab.measures.common import minutes
from parlour.lab.measures.skill import SAME
from parlour.lab.sample import Floats, Sample
from parlour.lab.studies._choices import matter_values
from parlour.lab.studies._rollouts import rollout_values
from parlour.lab.studies._skill import skill_values
from parlour.lab.studies._strategies import strategy_values
from parlour.lab.studies.design import Design

Values = dict[tuple[str, Key], tuple[Floats, Floats]]
TABLES = ("matches", "rounds", "decisions", "measures")  # The last file marks a batch as complete.
COMPRESSION_LEVEL = 1  # Level 1 of zstd is fast, and halves the size.


def play_batch(design: Design, number: int, threads: int = 1) -> dict[str, bytes]:
    """Play a batch; return the content of its file for each table.

    `threads` share the work for skill and rollouts, which only the first batches do.
    """
    numbers = design.batches[number]
    frames: dict[str, list[pl.DataFrame]] = {"matches": [], "rounds": [], "decisions": []}
    columns: dict[str, Floats] = {}
    decisions: list[Rows] = []
    for index, variant in enumerate(design.variants):
        game = design.found
        start = game.new_state(design.players, variant.options)
        watched = watch(game, start, variant.bots, design.seed, numbers, design.max_rounds)
        sample = Sample(game, design.players, watched)
        for table, frame in _tables(sample, index, numbers.start).items():
            frames[table].append(frame)
        values = {
            **measured(sample),
            **rollout_values(design, sample, numbers, threads),
            **matter_values(design, variant, numbers, threads),
            **strategy_values(design, variant, numbers, threads),
            **skill_values(design, variant, numbers, threads),
        }
        columns |= _columns(values, index)
        decisions.append(watched.decisions)
    for index in _compared(design):
        alike = same_play(decisions[design.base], decisions[index], len(numbers))
        columns |= _columns({(SAME, ""): (alike, np.ones(len(numbers)))}, index)
    files = {table: _parquet(pl.concat(parts)) for table, parts in frames.items()}
    return {**files, "measures": _parquet(pl.DataFrame(columns))}


def _compared(design: Design) -> list[int]:
    """List the variants that are compared to the base: none if the variants are levels of bots."""
    return [] if design.claims else [number for number in range(len(design.variants)) if number != design.base]


def same_play(one: Rows, other: Rows, matches: int) -> Floats:
    """Find the matches in which both variants' players did the same, as long as both matches lasted."""
    counts = [np.bincount(rows["match"], minlength=matches) for rows in (one, other)]
    common = np.minimum(*counts)
    within = np.arange(common.sum()) - np.repeat(np.cumsum(common) - common, common)
    first, second = (
        rows[np.repeat(np.cumsum(count) - count, common) + within]
        for rows, count in zip((one, other), counts, strict=True)
    )
    differs = (first["action"] != second["action"]) | (first["seat"] != second["seat"])
    return (np.bincount(first["match"], weights=differs, minlength=matches) == 0).astype(float)


def _parquet(frame: pl.DataFrame) -> bytes:
    file = io.BytesIO()
    frame.write_parquet(file, compression="zstd", compression_level=COMPRESSION_LEVEL, statistics=False)
    return file.getvalue()


# --- measures: what every match adds to the numerator and the denominator of every figure


def _columns(values: Values, variant: int) -> dict[str, Floats]:
    """Make a column for each figure's numerators, and a column for its denominators unless all of them are 1."""
    columns = {}
    for (name, key), (top, bottom) in values.items():
        columns[json.dumps([variant, name, key, "top"], ensure_ascii=False)] = top
        if not (bottom == 1).all():
            columns[json.dumps([variant, name, key, "bottom"], ensure_ascii=False)] = bottom
    return columns


def read_values(frame: pl.DataFrame) -> dict[int, Values]:
    """Read every variant's numerators and denominators from the columns."""
    found: dict[int, Values] = {}
    ones, columns = np.ones(frame.height), {name: column.to_numpy() for name, column in frame.to_dict().items()}
    for column, top in columns.items():
        variant, name, key, part = json.loads(column)
        if part == "top":
            bottom = json.dumps([variant, name, key, "bottom"], ensure_ascii=False)
            found.setdefault(variant, {})[name, key] = (top, columns.get(bottom, ones))
    return found


# --- the tables


def _tables(sample: Sample, variant: int, first: int) -> dict[str, pl.DataFrame]:
    """Make the tables of matches, rounds and decisions; docs/studies/README.md explains their columns."""
    return {
        "matches": _matches(sample, variant, first),
        "rounds": _rounds(sample, variant, first),
        "decisions": _decisions(sample, variant, first),
    }


def _matches(sample: Sample, variant: int, first: int) -> pl.DataFrame:
    numbers = np.arange(first, first + sample.size, dtype=np.int32)
    return pl.DataFrame(
        {
            "variant": np.full(sample.size, variant, np.int16),
            "match": numbers,
            "rounds": sample.rounds_played.astype(np.int16),
            "decisions": sample.of_decisions(np.ones(len(sample.decisions))).astype(np.int32),
            "minutes": minutes(sample).astype(np.float32),
            "wins": _array(sample.win_shares.astype(np.float32)),
            "scores": _array(sample.scores[sample.last_rounds].astype(np.int32)),
            "cut_off": ~sample.finished,
        }
    )


def _array(values: Any) -> pl.Series:
    """Make a column whose values are arrays, such as one number per seat."""
    return pl.Series(np.ascontiguousarray(values), dtype=pl.Array(_kind(values.dtype), values.shape[1:]))


def _kind(dtype: Any) -> Any:
    return pl.Series(np.zeros(1, dtype)).dtype


def _rounds(sample: Sample, variant: int, first: int) -> pl.DataFrame:
    rows = sample.rounds
    columns: dict[str, Any] = {
        "variant": np.full(len(rows), variant, np.int16),
        "match": rows["match"] + np.int32(first),
        "round": rows["round"],
        "first": rows["first"],
        "chances": rows["chances"],
        "decisions": rows["decisions"],
        "scores": _array(sample.scores.astype(np.int32)),
        "gains": _array(sample.gains.astype(np.int32)),
    }
    for name in own_part(sample.game, "COLUMNS"):
        columns.setdefault(name, _field(sample, name))
    return pl.DataFrame(columns)


def _field(sample: Sample, name: str) -> Any:
    """Make a column with the value of a state field at the end of every round."""
    values = sample.field(name)
    return np.ascontiguousarray(values) if values.ndim == 1 else _array(values)


def _decisions(sample: Sample, variant: int, first: int) -> pl.DataFrame:
    rows = sample.decisions
    phases = pl.Series(rows["phase"].astype(np.uint8)).cat.to(pl.Enum(list(sample.game.phases)))
    return pl.DataFrame(
        {
            "variant": np.full(len(rows), variant, np.int16),
            "match": rows["match"] + np.int32(first),
            "round": np.ascontiguousarray(rows["round"]),
            "seat": np.ascontiguousarray(rows["seat"]),
            "phase": phases,
            "action": np.ascontiguousarray(rows["action"]),
            "choices": np.ascontiguousarray(rows["choices"]),
            "waiting": np.ascontiguousarray(rows["waiting"]),
        }
    )
