"""The layout of states and random generators in the shared memory of a GPU's multiprocessor."""

from collections.abc import Iterable
from typing import Any

import numpy as np
from numba.np.numpy_support import from_dtype

from parlour.engine.memory import WORD_BYTES, record_type
from parlour.engine.rng import GENERATOR
from parlour.envs.cuda.rules import SIMULATED, attributes, device_piece


def copy_for(dtype: np.dtype[Any]) -> Any:
    """Make the function for kernels that copies a state word by word."""
    words = words_of(dtype)

    @device_piece
    def copy(target: Any, at: int, source: Any, begin: int) -> None:
        for word in range(words):
            target[at + word] = source[begin + word]

    return copy


def lean_generator(rules: Iterable[Any]) -> np.dtype[Any]:
    """Make the dtype of a random generator without the fields that none of these rules uses."""
    used = set().union(*(attributes(rule) for rule in rules)) | {"words"}
    fields: Any = GENERATOR.fields or {}
    return record_type([(name, *_kind(fields[name][0])) for name in GENERATOR.names or () if name in used])


def _kind(dtype: np.dtype[Any]) -> tuple[Any, ...]:
    return (dtype.base, dtype.shape) if dtype.shape else (dtype,)


def spread_out(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """Pad a record to an odd number of words: then 32 threads reading the same field use 32 different memory banks."""
    fields: Any = dtype.fields or {}
    names = list(dtype.names or ())
    words = -(-dtype.itemsize // WORD_BYTES) | 1
    layout: Any = {
        "names": names,
        "formats": [fields[name][0] for name in names],
        "offsets": [fields[name][1] for name in names],
        "itemsize": words * WORD_BYTES,
    }
    return np.dtype((dtype.type, np.dtype(layout, align=True)))


def words_of(dtype: np.dtype[Any]) -> int:
    """Return how many words a record has."""
    return dtype.itemsize // WORD_BYTES


def rows_as_words(rows: Any) -> Any:
    """Pad records and return them as an array of words."""
    size = rows.dtype.itemsize
    room = np.zeros((len(rows), spread_out(rows.dtype).itemsize), np.uint8)
    room[:, :size] = rows.view(np.uint8).reshape(len(rows), size)
    return room.reshape(-1).view(np.uint64)


def words_as_rows(words: Any, dtype: np.dtype[Any]) -> Any:
    """Convert an array of words back into records."""
    room = words.view(np.uint8).reshape(-1, spread_out(dtype).itemsize)[:, : dtype.itemsize]
    return np.ascontiguousarray(room).reshape(-1).view(dtype)


def device_type(dtype: np.dtype[Any]) -> Any:
    """Return the type that a record has in kernels."""
    return dtype if SIMULATED else from_dtype(dtype)
