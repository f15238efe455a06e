"""Whole studies: the same files for any number of threads, nothing lost by an interruption, nothing overwritten."""

import shutil
from collections import namedtuple
from pathlib import Path

import polars as pl
import pytest

from parlour.errors import ParlourError
from parlour.lab import study
from parlour.lab.studies.design import Design, design
from parlour.lab.studies.folder import Folder
from parlour.lab.studies.results import Study, open_study, run_study

MATCHES = 60
DiskUsage = namedtuple("DiskUsage", "total used free")


def small(matches: int = MATCHES, seed: int = 1, **more: object) -> Design:
    """A study of short matches in several batches."""
    made = design("oh7", matches=matches, seed=seed, skill=0, rollouts=0, options={"min_rounds": 2}, **more)  # type: ignore[arg-type]
    return Design(**{**vars(made), "batch": 10})


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


class Interrupted(BaseException):
    """Stands for Ctrl-C, which is no ordinary exception either."""


# --- the same result, whatever happens


def test_the_files_are_the_same_for_any_number_of_threads(tmp_path: Path) -> None:
    for threads in (1, 2, 3):
        run_study(small(), tmp_path / str(threads), threads=threads)
    one, two, three = (files(tmp_path / str(threads)) for threads in (1, 2, 3))
    assert len(one) == 1 + 4 * 6
    assert one == two == three


def test_an_interrupted_study_goes_on_where_it_stopped(tmp_path: Path) -> None:
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


def test_a_study_that_is_complete_is_not_played_again(tmp_path: Path) -> None:
    run_study(small(), tmp_path / "s")
    steps: list[int] = []
    run_study(small(), tmp_path / "s", step=steps.append)
    assert steps == []


def test_a_batch_that_was_half_written_is_played_again(tmp_path: Path) -> None:
    run_study(small(), tmp_path / "s")
    before = files(tmp_path / "s")
    (tmp_path / "s" / "measures" / "000002.parquet").unlink()
    (tmp_path / "s" / "rounds" / "000002.parquet").write_bytes(b"half")
    run_study(small(), tmp_path / "s")
    assert files(tmp_path / "s") == before


# --- nothing is overwritten


def test_the_folder_of_another_study_is_refused(tmp_path: Path) -> None:
    run_study(small(20), tmp_path)
    before = files(tmp_path)
    with pytest.raises(ParlourError, match=r"holds another study \(oh7, 20 matches, seed 1\); expected --force"):
        run_study(small(20, seed=2), tmp_path)
    assert files(tmp_path) == before


def test_another_study_is_replaced_by_force(tmp_path: Path) -> None:
    run_study(small(30), tmp_path / "s")
    run_study(small(20, seed=2), tmp_path / "s", force=True)
    run_study(small(20, seed=2), tmp_path / "fresh")
    assert files(tmp_path / "s") == files(tmp_path / "fresh")


def test_a_study_made_by_other_rules_is_not_continued(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run_study(small(20), tmp_path)
    monkeypatch.setattr("parlour.lab.studies.design.source_hash", lambda: "changed")
    monkeypatch.setattr("parlour.lab.studies.folder.source_hash", lambda: "changed")
    with pytest.raises(ParlourError, match="made by other rules"):
        run_study(small(20), tmp_path)


@pytest.mark.parametrize("force", [False, True])
def test_a_folder_with_other_files_is_refused_even_by_force(tmp_path: Path, force: bool) -> None:
    (tmp_path / "letter.txt").write_text("dear Ann")
    with pytest.raises(ParlourError, match="holds other files"):
        run_study(small(20), tmp_path, force=force)
    assert files(tmp_path) == {"letter.txt": b"dear Ann"}


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ParlourError, match="is no folder"):
        run_study(small(20), tmp_path / "file")


def test_a_folder_that_cannot_be_made_is_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ParlourError, match="cannot be made: Not a directory"):
        run_study(small(20), tmp_path / "file" / "s")


@pytest.mark.parametrize("text", ["", "[]", '{"parlour_study": 99}'])
def test_a_manifest_that_is_none_is_told(tmp_path: Path, text: str) -> None:
    (tmp_path / "study.json").write_text(text)
    with pytest.raises(ParlourError, match=r"study\.json"):
        open_study(tmp_path)


def test_a_folder_without_a_study_cannot_be_opened(tmp_path: Path) -> None:
    with pytest.raises(ParlourError, match="holds no study"):
        open_study(tmp_path)


# --- no room


def test_a_disk_that_is_too_small_is_told_and_what_was_played_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda path: DiskUsage(100, 0, 10**5))
    with pytest.raises(ParlourError, match="needs about"):
        run_study(small(), tmp_path / "s")
    monkeypatch.undo()
    run_study(small(), tmp_path / "s")
    run_study(small(), tmp_path / "whole")
    assert files(tmp_path / "s") == files(tmp_path / "whole")


def test_a_disk_that_fills_up_leaves_no_broken_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_an_engine_that_is_none_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ParlourError, match="there is no engine 'steam'; expected threads or ray"):
        run_study(small(20), tmp_path / "s", engine="steam")
    with pytest.raises(ParlourError, match="address 'here' goes with --engine ray"):
        run_study(small(20), tmp_path / "s", address="here")


# --- in a notebook


@pytest.fixture(scope="module")
def bonus() -> Study:
    """Three variants on the same deals."""
    return study("oh7", matches=300, vary={"made_bonus": [2, 1, 4]}, seed=3)


def test_the_frames_have_a_row_for_every_match_round_and_decision(bonus: Study) -> None:
    matches, rounds, decisions = (frame.collect() for frame in (bonus.matches, bonus.rounds, bonus.decisions))
    assert matches.height == 900
    assert matches["rounds"].sum() == rounds.height
    assert matches["decisions"].sum() == rounds["decisions"].sum() == decisions.height
    assert matches.select(pl.col("wins").arr.sum()).to_series().to_list() == [1.0] * 900
    assert set(decisions["phase"].unique()) == {"bet", "play"}
    one = rounds.filter((pl.col("variant") == 1) & (pl.col("match") == 5))
    assert one["scores"][-1].to_list() == matches.filter(variant=1, match=5)["scores"][0].to_list()


def test_the_figures_are_those_of_the_tables(bonus: Study) -> None:
    figures = bonus.figures.filter(variant="made_bonus=2")
    matches = bonus.matches.filter(pl.col("variant") == 0).collect()
    assert figures.filter(measure="rounds")["value"].item() == pytest.approx(matches["rounds"].mean())
    wins = figures.filter(measure="wins").sort("key")
    assert wins["value"].sum() == pytest.approx(1)
    for seat, value in enumerate(wins["value"]):
        assert value == pytest.approx(matches.select(pl.col("wins").arr.get(seat).mean()).item())
    decisions = bonus.decisions.filter(pl.col("variant") == 0).collect()
    forced = figures.filter(measure="forced")["value"].item()
    assert forced == pytest.approx((decisions["choices"] == 1).mean())
    rounds = bonus.rounds.filter(pl.col("variant") == 0).collect()
    kept = (rounds["bids"].explode() == rounds["won"].explode()).mean()
    assert figures.filter(measure="promises kept")["value"].item() == pytest.approx(kept)


def test_common_deals_cut_the_intervals_of_differences(bonus: Study) -> None:
    """The bonus changes no card: what does not depend on it differs far less than independent matches would."""
    by_name = {one.measure.name: one for one in bonus.all_differences if one.variant == 1 and one.key == ""}
    for name in ("promises kept", "rounds", "basket"):
        sharp, blunt = by_name[name].found, by_name[name].alone
        assert sharp.high - sharp.low < 0.5 * (blunt.high - blunt.low)
        assert sharp.low <= 0.0 <= sharp.high or abs(sharp.value) < blunt.high - blunt.low
    margin = by_name["points from the basket"].found
    assert margin.low > 0.05  # a smaller bonus leaves more of the points to the basket


def test_variants_play_the_same_first_deal(bonus: Study) -> None:
    first = bonus.rounds.filter(pl.col("round") == 1).collect()
    cards = [first.filter(variant=variant)["cards"].to_list() for variant in range(3)]
    assert cards[0] == cards[1] == cards[2]


def test_a_study_without_a_folder_goes_away_with_its_result() -> None:
    found = study("oh7", matches=5, options={"min_rounds": 1})
    path = found.folder.path
    assert found.figures.height > 50
    assert path.is_dir()
    del found
    assert not path.exists()


def test_few_matches_have_figures_without_intervals() -> None:
    found = study("oh7", matches=5, options={"min_rounds": 1})
    assert found.figures["low"].null_count() == found.figures.height
    assert set(found.claims["verdict"]) <= {"open", "refuted"}


def test_a_folder_can_be_opened_again(tmp_path: Path) -> None:
    made = run_study(small(20), tmp_path / "s")
    assert open_study(tmp_path / "s").figures.equals(made.figures)
    assert Folder(tmp_path / "s").missing(made.design) == []
