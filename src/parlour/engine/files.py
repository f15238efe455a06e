"""Write files so that they appear under their final names only when they are complete."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

from parlour.errors import ParlourError


@contextmanager
def whole_file(path: Path) -> Iterator[TextIO]:
    """Open a file for writing; it gets its name when everything is written, and is removed if writing fails."""
    with _part_of(path) as part, part.open("w", encoding="utf-8", newline="\n") as file:
        yield file


def write_whole(path: Path, data: bytes) -> None:
    """Write bytes to a file that appears only when it is complete."""
    with _part_of(path) as part:
        part.write_bytes(data)


@contextmanager
def _part_of(path: Path) -> Iterator[Path]:
    """Yield a temporary path to write to; the file is renamed to `path` on success."""
    _check_path(path)
    part = path.parent / f"{path.name}.part"
    try:
        yield part
        part.replace(path)
    except OSError as error:
        raise ParlourError(f"{path} cannot be written: {error.strerror or error}") from None
    finally:
        with suppress(OSError):
            part.unlink()


def _check_path(path: Path) -> None:
    """Refuse a path to a folder or a device, which the new file would replace; `open` reports other errors."""
    with suppress(OSError):
        if path.exists() and not path.is_file():
            raise ParlourError(f"{path} cannot be written: it is not a regular file; expected the name of a file")
