"""The folder of a study, with its manifest, the files of its batches, and its report.

Another study in the folder is overwritten only on request.
"""

import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from parlour.engine.files import write_whole
from parlour.errors import ParlourError
from parlour.games import GAMES, source_hash
from parlour.lab.studies._batch import TABLES
from parlour.lab.studies.design import VERSION, Design, grown, read_design

MANIFEST = "study.json"
FIGURES, REPORT = "figures.json", "report.html"
DONE = TABLES[-1]
ROOM = 1.2  # A safety factor on the estimated disk space.


@dataclass(frozen=True)
class Folder:
    """The folder that holds one study."""

    path: Path

    def begin(self, design: Design, *, force: bool = False) -> None:
        """Prepare the folder for a study; keep batches of the same study, and refuse another study unless forced."""
        if self.is_of(design):
            return
        if self._has_files():
            self._clear(force)
        try:
            for table in TABLES:
                (self.path / table).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ParlourError(f"{self.path} cannot be made: {error.strerror or error}") from None
        write_whole(self.path / MANIFEST, design.manifest().encode())

    def _has_files(self) -> bool:
        if self.path.exists() and not self.path.is_dir():
            raise ParlourError(f"{self.path} isn't a folder; expected a new folder, or the folder of a study")
        return self.path.is_dir() and any(self.path.iterdir())

    def is_of(self, design: Design) -> bool:
        """Say whether the folder holds this study, complete or not."""
        return (self.path / MANIFEST).is_file() and self._manifest() == json.loads(design.manifest())

    def same_but_larger(self, design: Design) -> Design | None:
        """Return the study in the folder if it differs from this study only in having more matches."""
        if not (self.path / MANIFEST).is_file():
            return None
        found = read_design(self._manifest())
        larger = grown(design, found.matches)
        return larger if found.matches > design.matches and self.is_of(larger) else None

    def _clear(self, force: bool) -> None:
        """Delete another study if `force` is set, but never other files."""
        if not (self.path / MANIFEST).is_file():
            raise ParlourError(f"{self.path} holds other files; expected a new folder, or the folder of a study")
        if not force:
            raise ParlourError(
                f"{self.path} holds another study ({self._unlike()}); expected --force or another folder"
            )
        for table in TABLES:
            shutil.rmtree(self.path / table, ignore_errors=True)
        for name in (MANIFEST, FIGURES, REPORT):
            (self.path / name).unlink(missing_ok=True)

    def _unlike(self) -> str:
        """Describe the study that is in the folder."""
        found = self._manifest()
        known = found.get("game") in GAMES
        rules = (
            ", made with another version of the rules"
            if known and found.get("rules") != source_hash(found["game"])
            else ""
        )
        return f"{found.get('game')}, {found.get('matches')} matches, seed {found.get('seed')}{rules}"

    def _manifest(self) -> dict[str, Any]:
        path = self.path / MANIFEST
        try:
            found = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise ParlourError(f"{path} cannot be read: {error}; expected the manifest of a study") from None
        if not isinstance(found, dict) or found.get("parlour_study") != VERSION:
            raise ParlourError(f"{path} isn't the manifest of a study of version {VERSION}")
        return found

    def design(self) -> Design:
        """Read the design of the study in this folder."""
        if not (self.path / MANIFEST).is_file():
            raise ParlourError(f"{self.path} holds no study; expected a folder made by `parlour study`")
        try:
            return read_design(self._manifest())
        except (KeyError, TypeError) as error:
            raise ParlourError(f"{self.path / MANIFEST} lacks {error}; expected the manifest of a study") from None

    def resize(self, before: Design, after: Design) -> None:
        """Change the number of matches of the study; a batch that is no longer the same is deleted."""
        old, new = before.batches, after.batches
        same = next((batch for batch, numbers in enumerate(old) if numbers not in new[batch : batch + 1]), len(old))
        for batch in range(same, len(old)):
            for table in reversed(TABLES):  # First the file that marks the batch as complete.
                self.file(table, batch).unlink(missing_ok=True)
        write_whole(self.path / MANIFEST, after.manifest().encode())

    # --- batches

    def file(self, table: str, batch: int) -> Path:
        """Return the path of a batch's file for a table."""
        return self.path / table / f"{batch:06}.parquet"

    def missing(self, design: Design) -> list[int]:
        """List the batches that haven't been played yet."""
        return [batch for batch in range(len(design.batches)) if not self.file(DONE, batch).is_file()]

    def write(self, batch: int, files: dict[str, bytes]) -> None:
        """Write the files of a batch; the last file marks the batch as complete."""
        for table in TABLES:
            write_whole(self.file(table, batch), files[table])

    def check_room(self, size: int, left: int) -> None:
        """Refuse to continue if the remaining batches won't fit on the disk, given the size of one batch."""
        free, needed = shutil.disk_usage(self.path).free, int(ROOM * size * left)
        if needed > free:
            raise ParlourError(
                f"{self.path} has {free / 1e9:.1f} GB of free space, the study needs about {needed / 1e9:.1f} GB more; "
                "what was played is kept: repeat the command when there is enough space"
            )

    def measures(self, design: Design) -> Iterator[pl.DataFrame]:
        """Yield the table of each batch with every match's numerators and denominators."""
        for batch in range(len(design.batches)):
            path = self.file(DONE, batch)
            if not path.is_file():
                raise ParlourError(f"{self.path} is not complete: batch {batch} is missing; run the study again")
            yield pl.read_parquet(path)

    def scan(self, table: str) -> pl.LazyFrame:
        """Return a lazy frame of a whole table."""
        return pl.scan_parquet(self.path / table / "*.parquet")
