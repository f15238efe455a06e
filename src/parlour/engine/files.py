"""Write files so that they appear under their final names only when they are complete."""

import gzip
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from pathlib import Path
from typing import BinaryIO, TextIO, cast

from parlour.errors import ParlourError

COMPRESSION = 1  # the fastest level shrinks records to a tenth, and the slowest level to a twelfth


@contextmanager
def whole_file(path: Path) -> Iterator[TextIO]:
    """Open a text file that gets its name once everything is written, and is removed if writing fails."""
    with whole_bytes(path) as file, TextIOWrapper(file, "utf-8", newline="\n") as text:
        yield text


@contextmanager
def whole_bytes(path: Path) -> Iterator[BinaryIO]:
    """Open a file like `whole_file`, for bytes. If the file's name ends in .gz, its contents are compressed."""
    with part_of(path) as part, part.open("wb") as file:
        if path.suffix == ".gz":
            with gzip.GzipFile(path.stem, "wb", COMPRESSION, file, mtime=0) as compressed:
                yield cast("BinaryIO", compressed)
        else:
            yield file


def write_whole(path: Path, data: bytes) -> None:
    """Write bytes to a file that appears only when it is complete."""
    with part_of(path) as part:
        part.write_bytes(data)


@contextmanager
def part_of(path: Path) -> Iterator[Path]:
    """Yield a temporary path to write to; the file is renamed to `path` on success, and removed otherwise."""
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
