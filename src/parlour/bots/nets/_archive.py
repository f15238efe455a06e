"""Reading the arrays of an `.npz` file that may be broken or malicious, within a limit on memory."""

import math
import warnings
import zipfile
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.lib import format as npy

MOST_BYTES = 64 << 20  # The arrays of a file may take this many bytes; our largest net takes about 3 MB.
MOST_ARRAYS = 1000
SUFFIX = ".npy"


def read_arrays(path: Path) -> dict[str, Any]:
    """Read all arrays of a file; raise a ValueError or an OSError if they can't be read or are too large."""
    try:
        with warnings.catch_warnings(), zipfile.ZipFile(path) as archive:
            warnings.simplefilter("error")  # NumPy only warns of headers that no program writes today
            found = archive.infolist()
            size = sum(one.file_size for one in found)
            if size > MOST_BYTES or len(found) > MOST_ARRAYS:
                raise ValueError(
                    f"its {len(found)} arrays take {size:,} bytes; expected at most {MOST_ARRAYS} arrays and "
                    f"{MOST_BYTES:,} bytes"
                )
            return {one.filename.removesuffix(SUFFIX): _read(archive, one) for one in found}
    except (OSError, ValueError):
        raise
    except Exception as error:  # The parsers of zip files and of arrays can fail in any way if the bytes are wrong.
        raise ValueError(str(error) or type(error).__name__) from None


def _read(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> Any:
    """Read an array after checking that its header promises no more bytes than the archive holds."""
    with archive.open(member) as file:
        shape, dtype = _header(file)
        if math.prod(shape) * dtype.itemsize > member.file_size:
            raise ValueError(f"{member.filename} has the shape {shape}; expected no more than {member.file_size} bytes")
    with archive.open(member) as file:
        return npy.read_array(file, allow_pickle=False)


def _header(file: IO[bytes]) -> tuple[tuple[int, ...], np.dtype[Any]]:
    """Read the shape and the dtype of an array from the header in front of it."""
    read = {(1, 0): npy.read_array_header_1_0, (2, 0): npy.read_array_header_2_0}.get(npy.read_magic(file))
    if read is None:
        raise ValueError("an array has an unknown format; expected version 1.0 or 2.0 of .npy")
    shape, _, dtype = read(file)
    return shape, dtype
