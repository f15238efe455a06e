"""Fixed-size records: one block of memory whose fields are attributes, in plain Python as in compiled code."""

from collections.abc import Iterable
from operator import itemgetter
from typing import TYPE_CHECKING, Any, cast

import numpy as np

WORD_BYTES = 8
TAKEN = ("data", "dtype", "tobytes")  # names that a record needs for itself


class Record(np.void):  # type: ignore[misc]  # NumPy says final, but allows it
    """One record; NumPy's own class for this takes far longer to find a field."""

    __slots__ = ()  # so that a slip of the pen is no new field

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...

        def __setattr__(self, name: str, value: Any) -> None: ...

    @property
    def data(self) -> "Record":  # type: ignore[override]
        """The memory, for compiled code; NumPy's own would describe every field again at each call."""
        return self


def record_type(fields: Iterable[tuple[Any, ...]]) -> np.dtype[Record]:
    """The type of records with these fields (name, number type, and the shape of an array)."""
    # Wide fields first and a filled end: every field lies where a machine (or a GPU) wants it, with no gaps between.
    ordered = sorted(fields, key=lambda field: -np.dtype(field[1]).itemsize)
    if taken := [field[0] for field in ordered if field[0] in TAKEN]:
        raise ValueError(f"a record cannot have a field called {taken[0]!r}")
    gap = -np.dtype(ordered).itemsize % WORD_BYTES
    ordered += [("padding", np.int8, (gap,))] if gap else []
    members = {field[0]: _member(field[0]) for field in ordered}
    kind = type("Record", (Record,), {"__slots__": (), **members})
    return cast("np.dtype[Record]", np.dtype((kind, np.dtype(ordered, align=True))))


def _member(name: str) -> property:
    def change(record: Record, value: Any) -> None:
        record[name] = value

    return property(itemgetter(name), change)
