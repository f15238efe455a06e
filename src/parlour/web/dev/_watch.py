"""Watch the files of a game, and notice when one is saved."""

from collections.abc import Iterable
from pathlib import Path

from parlour.game.problems import LIBRARIES

KINDS = (".py", ".md", ".json", ".po", ".svg")  # file types of a game: rules, pages, translations, drawings
Stamps = dict[Path, tuple[int, int, int] | None]


class Watch:
    """Watches the files of a game; a change counts once the files have stayed the same for one more check."""

    def __init__(self, path: Path) -> None:
        """Watch the file or the folder of the game at `path`."""
        self.path = path
        self._more: set[Path] = set()
        self._beside = False
        self._known = self._before = self._look()

    def follow(self, files: Iterable[str], *, beside: bool) -> None:
        """Watch these modules, too. With `beside`, also watch all other modules in the game's folder, because the game
        may need one of them.
        """
        self._more, self._beside = {Path(file) for file in files}, beside
        now = self._look()
        for file in now.keys() - self._known.keys():
            self._known[file] = now[file]
        self._known = {file: self._known[file] for file in now}
        self._before = dict(self._known)

    def changed(self) -> bool:
        """Check whether a file was saved since the last change, and no file is being written now."""
        now = self._look()
        settled, self._before = now == self._before, now
        if not settled or now == self._known or now.get(self._main()) is None:
            return False
        self._known = now
        return True

    def _main(self) -> Path:
        return self.path / "__init__.py" if self.path.is_dir() else self.path

    def _look(self) -> Stamps:
        return {file: _stamp(file) for file in self._files()}

    def _files(self) -> set[Path]:
        files = {self._main(), *self._more}
        if self.path.is_dir():
            files |= {file for file in self.path.rglob("*") if file.suffix in KINDS and _is_source(file, self.path)}
        elif self._beside:
            files |= set(self.path.parent.glob("*.py"))
        return files


def _is_source(file: Path, home: Path) -> bool:
    """Check whether a file is part of the game's source: not in a hidden folder, and not in a library."""
    parts = file.relative_to(home).parts
    return LIBRARIES not in parts and not any(part.startswith((".", "__pycache__")) for part in parts)


def _stamp(file: Path) -> tuple[int, int, int] | None:
    """Return a stamp that changes whenever the file is saved; None if the file does not exist."""
    try:
        facts = file.stat()
    except OSError:
        return None
    return facts.st_mtime_ns, facts.st_size, facts.st_ino
