"""Tests of whole studies: identical files for any number of threads, interruptions, and existing folders."""

import shutil
from collections import namedtuple
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from parlour.errors import ParlourError
from parlour.lab import study
from parlour.lab.studies._batch import same_play
from parlour.lab.studies.design import Design, design
from parlour.lab.studies.folder import Folder
from parlour.lab.studies.results import Study, open_study, run_study
from tests.samples import some_game, some_option, with_bots

GAME = some_game(fits=with_bots)
OPTION, VALUES = some_option(GAME, 3)
MATCHES = 60
DiskUsage = namedtuple("DiskUsage", "total used free")


def small(matches: int = MATCHES, seed: int = 1, **more: object) -> Design:
    """Make the design of a study with short matches in several batches."""
    made = design(GAME.name, matches=matches, seed=seed, skill=0, rollouts=0, options=GAME.short_options, **more)  # type: ignore[arg-type]
    return Design(**{**vars(made), "batch": 10})


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


class Interrupted(BaseException):
    """An interruption like Ctrl-C, which isn't an ordinary exception."""


# --- a study has the same result no matter how it runs


def test_the_files_of_a_study_are_the_same_for_any_number_of_threads(tmp_path: Path) -> None:
    for threads in (1, 2, 3):
        run_study(small(), tmp_path / str(threads), threads=threads)
    one, two, three = (files(tmp_path / str(threads)) for threads in (1, 2, 3))
    assert len(one) == 1 + 4 * 6
    assert one == two == three


def test_an_interrupted_study_continues_where_it_stopped(tmp_path: Path) -> None:
    run_study(small(), tmp_path / "whole")
    steps: list[int] = []

    def interrupt(matches: int) -> None:
        steps.append(matches)
        if len(steps) == 2:
            raise Interrupted

    with pytest.raises(Interrupted):
        run_study(small(), tmp_path / "cut", step=interrupt)
    with pytest.raises(ParlourError, match="is not complete: batch"):
        open_study(tmp_path / "cut").all_figures  # noqa: B018
    left: list[int] = []
    run_study(small(), tmp_path / "cut", step=left.append)
    assert sum(steps) + sum(left) == MATCHES
    assert len(left) == 4
    assert files(tmp_path / "cut") == files(tmp_path / "whole")


def test_a_complete_study_is_not_played_again(tmp_path: Path) -> None:
    run_study(small(), tmp_path / "s")
    steps: list[int] = []
    run_study(small(), tmp_path / "s", step=steps.append)
    assert steps == []


def test_a_half_written_batch_is_played_again(tmp_path: Path) -> None:
    run_study(small(), tmp_path / "s")
    before = files(tmp_path / "s")
    (tmp_path / "s" / "measures" / "000002.parquet").unlink()
    (tmp_path / "s" / "rounds" / "000002.parquet").write_bytes(b"half")
    run_study(small(), tmp_path / "s")
    assert files(tmp_path / "s") == before


# --- nothing is overwritten


def test_a_folder_that_contains_another_study_is_refused_unless_forced(tmp_path: Path) -> None:
    run_study(small(20), tmp_path)
    before = files(tmp_path)
    with pytest.raises(
        ParlourError, match=rf"holds another study \({GAME.name}, 20 matches, seed 1\); expected --force"
    ):
        run_study(small(20, seed=2), tmp_path)
    assert files(tmp_path) == before


def test_an_existing_study_in_the_folder_is_replaced_if_forced(tmp_path: Path) -> None:
    run_study(small(30), tmp_path / "s")
    run_study(small(20, seed=2), tmp_path / "s", force=True)
    run_study(small(20, seed=2), tmp_path / "fresh")
    assert files(tmp_path / "s") == files(tmp_path / "fresh")


def test_a_study_made_with_an_older_version_of_the_rules_is_not_continued(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_study(small(20), tmp_path)
    monkeypatch.setattr("parlour.lab.studies.design.source_hash", lambda name: "changed")
    monkeypatch.setattr("parlour.lab.studies.folder.source_hash", lambda name: "changed")
    with pytest.raises(ParlourError, match="made with another version of the rules"):
        run_study(small(20), tmp_path)


@pytest.mark.parametrize("force", [False, True])
def test_a_folder_whose_files_do_not_belong_to_a_study_is_never_replaced_even_if_forced(
    tmp_path: Path, force: bool
) -> None:
    (tmp_path / "letter.txt").write_text("dear Ann")
    with pytest.raises(ParlourError, match="holds other files"):
        run_study(small(20), tmp_path, force=force)
    assert files(tmp_path) == {"letter.txt": b"dear Ann"}


def test_a_file_is_not_accepted_as_a_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ParlourError, match="isn't a folder"):
        run_study(small(20), tmp_path / "file")


def test_a_folder_that_cannot_be_created_is_reported_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ParlourError, match="cannot be made: Not a directory"):
        run_study(small(20), tmp_path / "file" / "s")


@pytest.mark.parametrize("text", ["", "[]", '{"parlour_study": 99}'])
def test_a_study_with_an_invalid_manifest_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "study.json").write_text(text)
    with pytest.raises(ParlourError, match=r"study\.json"):
        open_study(tmp_path)


def test_a_folder_without_a_study_cannot_be_opened(tmp_path: Path) -> None:
    with pytest.raises(ParlourError, match="holds no study"):
        open_study(tmp_path)


# --- no room


def test_a_study_that_needs_more_disk_space_stops_and_keeps_its_finished_batches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda path: DiskUsage(100, 0, 10**5))
    with pytest.raises(ParlourError, match="needs about"):
        run_study(small(), tmp_path / "s")
    monkeypatch.undo()
    run_study(small(), tmp_path / "s")
    run_study(small(), tmp_path / "whole")
    assert files(tmp_path / "s") == files(tmp_path / "whole")


def test_no_broken_files_are_left_behind_if_the_disk_fills_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write, written = Path.write_bytes, []

    def full(path: Path, data: bytes) -> int:
        written.append(path)
        if len(written) > 7:
            write(path, data[:10])
            raise OSError(28, "No space left on device")
        return write(path, data)

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(ParlourError, match="cannot be written: No space left on device"):
        run_study(small(), tmp_path / "s")
    monkeypatch.undo()
    run_study(small(), tmp_path / "s")
    run_study(small(), tmp_path / "whole")
    assert files(tmp_path / "s") == files(tmp_path / "whole")


# --- engines


def test_an_unknown_engine_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ParlourError, match="there is no engine 'steam'; expected threads or ray"):
        run_study(small(20), tmp_path / "s", engine="steam")
    with pytest.raises(ParlourError, match="address 'here' needs --engine ray"):
        run_study(small(20), tmp_path / "s", address="here")


# --- in a notebook


@pytest.fixture(scope="module")
def varied() -> Study:
    """Play a study of three variants on the same deals."""
    return study(GAME.name, matches=40, vary={OPTION: VALUES}, seed=3)


def test_the_data_frames_have_a_row_for_every_match_and_every_round_and_every_decision(varied: Study) -> None:
    matches, rounds, decisions = (frame.collect() for frame in (varied.matches, varied.rounds, varied.decisions))
    assert matches.height == 120
    assert matches["rounds"].sum() == rounds.height
    assert matches["decisions"].sum() == rounds["decisions"].sum() == decisions.height
    assert matches.select(pl.col("wins").arr.sum()).to_series().to_list() == [1.0] * 120
    assert set(decisions["phase"].unique()) <= set(GAME.phases)
    one = rounds.filter((pl.col("variant") == 1) & (pl.col("match") == 5))
    assert one["scores"][-1].to_list() == matches.filter(variant=1, match=5)["scores"][0].to_list()


def test_the_figures_agree_with_the_tables_of_matches_and_decisions(varied: Study) -> None:
    figures = varied.figures.filter(variant=f"{OPTION}={VALUES[0]}")
    matches = varied.matches.filter(pl.col("variant") == 0).collect()
    assert figures.filter(measure="rounds")["value"].item() == pytest.approx(matches["rounds"].mean())
    wins = figures.filter(measure="wins").sort("key")
    assert wins["value"].sum() == pytest.approx(1)
    for seat, value in enumerate(wins["value"]):
        assert value == pytest.approx(matches.select(pl.col("wins").arr.get(seat).mean()).item())
    decisions = varied.decisions.filter(pl.col("variant") == 0).collect()
    forced = figures.filter(measure="forced")["value"].item()
    assert forced == pytest.approx((decisions["choices"] == 1).mean())


def test_differences_are_measured_from_the_variant_with_the_value_in_the_rules() -> None:
    first, second, third = VALUES  # The first value is the value in the rules.
    found = study(GAME.name, matches=25, vary={OPTION: [third, second, first]}, options=GAME.short_options)
    assert set(found.differences["variant"]) == {f"{OPTION}={second}", f"{OPTION}={third}"}
    values = dict(found.figures.filter(measure="decisions").select("variant", "value").iter_rows())
    above = dict(found.differences.filter(measure="decisions").select("variant", "above").iter_rows())
    for value in (second, third):
        assert above[f"{OPTION}={value}"] == pytest.approx(values[f"{OPTION}={value}"] - values[f"{OPTION}={first}"])


def test_skill_is_measured_for_every_variant() -> None:
    found = study(GAME.name, matches=25, vary={OPTION: VALUES}, options=GAME.short_options, skill=5)
    assert set(found.figures.filter(measure="stronger wins")["variant"]) == set(found.variant_names)


def test_the_data_of_a_study_name_the_options_that_were_set() -> None:
    second = VALUES[1]
    found = study(GAME.name, matches=5, options={**GAME.short_options, OPTION: second})
    (name,) = set(found.figures["variant"])
    set_here = {**GAME.short_options, OPTION: second}
    assert set(name.split(", ")) == {f"{option}={value}" for option, value in set_here.items()}


def test_the_files_of_a_study_without_a_folder_are_deleted_with_the_study_object() -> None:
    found = study(GAME.name, matches=5, options=GAME.short_options)
    path = found.folder.path
    assert found.figures.height > 50
    assert path.is_dir()
    del found
    assert not path.exists()


def test_a_study_of_few_matches_has_figures_without_intervals() -> None:
    found = study(GAME.name, matches=5, options=GAME.short_options)
    assert found.figures["low"].null_count() == found.figures.height
    assert set(found.claims["verdict"]) <= {"open", "refuted"}


def test_the_folder_of_a_study_can_be_opened_again(tmp_path: Path) -> None:
    made = run_study(small(20), tmp_path / "s")
    assert open_study(tmp_path / "s").figures.equals(made.figures)
    assert Folder(tmp_path / "s").missing(made.design) == []


# --- whether the bots react


def rows(*decisions: tuple[int, int, int]) -> Any:
    return np.array(list(decisions), [("match", int), ("seat", int), ("action", int)])


def test_matches_count_as_the_same_play_if_all_common_decisions_are_the_same() -> None:
    one = rows((0, 0, 5), (0, 1, 6), (1, 0, 7), (1, 1, 8), (2, 0, 1), (3, 0, 1), (3, 1, 2))
    other = rows((0, 0, 5), (0, 1, 6), (0, 0, 9), (1, 0, 7), (1, 1, 3), (2, 1, 1), (3, 0, 1))
    assert same_play(one, other, 4).tolist() == [1, 0, 0, 1]
    assert same_play(other, one, 4).tolist() == [1, 0, 0, 1]


def test_only_variants_that_are_compared_to_another_say_whether_the_bots_play_the_same(varied: Study) -> None:
    base = f"{OPTION}={VALUES[0]}"
    found = varied.figures.filter(measure="same play")
    assert set(found["variant"]) == set(varied.variant_names) - {base}
    decisions = {variant: varied.decisions.filter(pl.col("variant") == variant).collect() for variant in range(3)}
    for variant in (1, 2):
        same = 0
        for match in range(40):
            one, other = (
                decisions[number].filter(pl.col("match") == match).select("seat", "action").rows()
                for number in (0, variant)
            )
            same += all(mine == theirs for mine, theirs in zip(one, other, strict=False))
        assert found.filter(variant=varied.variant_names[variant])["value"].item() == pytest.approx(same / 40)
