"""Files that appear under their names only when they are complete."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from parlour.errors import ParlourError


@contextmanager
def whole_file(path: Path) -> Iterator[TextIO]:
    """A file to write; it takes its name when all is written, and nothing stays behind when that fails."""
    part = path.with_name(path.name + ".part")
    try:
        with part.open("w", encoding="utf-8", newline="\n") as file:
            yield file
        part.replace(path)
    except OSError as error:
        raise ParlourError(f"{path} cannot be written: {error.strerror or error}") from None
    finally:
        part.unlink(missing_ok=True)
