"""The folder of a study: its manifest, the files of its batches, its report. Nothing is overwritten unasked."""

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
from parlour.lab.studies.design import VERSION, Design, read_design

MANIFEST = "study.json"
FIGURES, REPORT = "figures.json", "report.html"
DONE = TABLES[-1]
ROOM = 1.2  # times the disk space that the batches so far suggest


@dataclass(frozen=True)
class Folder:
    """The folder of one study."""

    path: Path

    def begin(self, design: Design, *, force: bool = False) -> None:
        """Prepare the folder for a study: an interrupted one continues, a different one is refused."""
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
        """Say whether the folder has this very study, whole or in part."""
        return (self.path / MANIFEST).is_file() and self._manifest() == json.loads(design.manifest())

    def _clear(self, force: bool) -> None:
        """Delete another study if requested, but never anything else."""
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
        """Describe the other study in a few words."""
        found = self._manifest()
        known = found.get("game") in GAMES
        rules = ", made by other rules" if known and found.get("rules") != source_hash(found["game"]) else ""
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

    # --- batches

    def file(self, table: str, batch: int) -> Path:
        """Name the file of a table for a batch."""
        return self.path / table / f"{batch:06}.parquet"

    def missing(self, design: Design) -> list[int]:
        """List the batches that haven't been played yet."""
        return [batch for batch in range(len(design.batches)) if not self.file(DONE, batch).is_file()]

    def write(self, batch: int, files: dict[str, bytes]) -> None:
        """Write a batch; the table that marks it as complete comes last."""
        for table in TABLES:
            write_whole(self.file(table, batch), files[table])

    def check_room(self, size: int, left: int) -> None:
        """Refuse a study that won't fit on the disk, judging by the first batch."""
        free, needed = shutil.disk_usage(self.path).free, int(ROOM * size * left)
        if needed > free:
            raise ParlourError(
                f"{self.path} has {free / 1e9:.1f} GB of free space, the study needs about {needed / 1e9:.1f} GB more; "
                "what was played is kept: repeat the command when there is enough space"
            )

    def measures(self, design: Design) -> Iterator[pl.DataFrame]:
        """Read what every match adds to every figure, batch by batch."""
        for batch in range(len(design.batches)):
            path = self.file(DONE, batch)
            if not path.is_file():
                raise ParlourError(f"{self.path} is not complete: batch {batch} is missing; run the study again")
            yield pl.read_parquet(path)

    def scan(self, table: str) -> pl.LazyFrame:
        """Scan a whole table lazily."""
        return pl.scan_parquet(self.path / table / "*.parquet")
