"""Files that appear under their names only when they are complete."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

from parlour.errors import ParlourError


@contextmanager
def whole_file(path: Path) -> Iterator[TextIO]:
    """A file to write; it takes its name when all is written, and nothing stays behind when that fails."""
    with _part_of(path) as part, part.open("w", encoding="utf-8", newline="\n") as file:
        yield file


def write_whole(path: Path, data: bytes) -> None:
    """Write a file of bytes that appears only when it is complete."""
    with _part_of(path) as part:
        part.write_bytes(data)


@contextmanager
def _part_of(path: Path) -> Iterator[Path]:
    """A name to write under; the file gets its own when that went well."""
    _check_place(path)
    part = path.parent / f"{path.name}.part"
    try:
        yield part
        part.replace(path)
    except OSError as error:
        raise ParlourError(f"{path} cannot be written: {error.strerror or error}") from None
    finally:
        with suppress(OSError):
            part.unlink()


def _check_place(path: Path) -> None:
    """Refuse a folder, and a device, which the file would replace; other troubles are for `open` to tell."""
    with suppress(OSError):
        if path.exists() and not path.is_file():
            raise ParlourError(f"{path} cannot be written: it is no ordinary file; expected the name of a file")
