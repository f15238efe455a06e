"""Fixed-size records: one block of memory whose fields are attributes, in plain Python as in compiled code."""

from collections.abc import Iterable
from functools import cache
from operator import itemgetter
from struct import Struct
from typing import TYPE_CHECKING, Any, ClassVar, cast

import numpy as np

WORD_BYTES = 8
TAKEN = ("data", "dtype", "layout", "record", "tobytes")  # names that a record needs for itself


class Record(np.void):  # type: ignore[misc]  # NumPy says final, but allows it
    """One record; NumPy's own class for this takes far longer to find a field."""

    __slots__ = ()  # so that a slip of the pen is no new field
    layout: "ClassVar[Layout]"

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...

        def __setattr__(self, name: str, value: Any) -> None: ...

    @property
    def data(self) -> "Record":  # type: ignore[override]
        """The memory, for compiled code; NumPy's own would describe every field again at each call."""
        return self

    @property
    def record(self) -> "Record":
        """The record itself, for compiled code: a snapshot has it under the same name."""
        return self


class Layout:
    """Where the numbers of a record stand when all of them are read at once."""

    def __init__(self, dtype: np.dtype[Any]) -> None:
        """The fields follow each other without gaps."""
        self.names = dtype.names or ()
        self.tables: list[tuple[str, int]] = []  # arrays of arrays, and how long one is
        codes, places, start = "=", [], 0
        for name in self.names:
            field = dtype[name]
            size = int(np.prod(field.shape, dtype=int))
            codes += f"{size}{_code(field.base)}"
            places.append(slice(start, start + size) if field.shape else start)
            if len(field.shape) > 1:
                self.tables.append((name, field.shape[1]))
            start += size
        self.unpack, self.pick = Struct(codes).unpack, itemgetter(*places)


def _code(number: np.dtype[Any]) -> str:
    """How `struct` calls a type of numbers."""
    code = {1: "b", 2: "h", 4: "i", 8: "q"}[number.itemsize]
    return code.upper() if number.kind == "u" else code


class Snapshot:
    """A record read at once: the same names, but Python's own numbers and tuples, which are much quicker to use."""

    def __init__(self, record: Record) -> None:
        """Read all fields."""
        layout = record.layout
        self.__dict__ = dict(zip(layout.names, layout.pick(layout.unpack(record.tobytes())), strict=True))
        for name, size in layout.tables:
            row = self.__dict__[name]
            self.__dict__[name] = tuple(row[start : start + size] for start in range(0, len(row), size))
        self.record = record


def snapshot(record: Record) -> Record:
    """A record whose fields are quick to read in plain Python; pass its `record` to rules."""
    return cast("Record", Snapshot(record))


def record_type(fields: Iterable[tuple[Any, ...]]) -> np.dtype[Record]:
    """The type of records with these fields (name, number type, and the shape of an array); the same for the same."""
    return _record_type(tuple(fields))


@cache
def _record_type(fields: tuple[tuple[Any, ...], ...]) -> np.dtype[Record]:
    # Wide fields first and a filled end: every field lies where a machine (or a GPU) wants it, with no gaps between.
    ordered = sorted(fields, key=lambda field: -np.dtype(field[1]).itemsize)
    if taken := [field[0] for field in ordered if field[0] in TAKEN]:
        raise ValueError(f"a record cannot have a field called {taken[0]!r}")
    gap = -np.dtype(ordered).itemsize % WORD_BYTES
    ordered += [("padding", np.int8, (gap,))] if gap else []
    members = {field[0]: _member(field[0]) for field in ordered}
    dtype = np.dtype(ordered, align=True)
    kind = type("Record", (Record,), {"__slots__": (), "layout": Layout(dtype), **members})
    return cast("np.dtype[Record]", np.dtype((kind, dtype)))


def _member(name: str) -> property:
    def change(record: Record, value: Any) -> None:
        record[name] = value

    return property(itemgetter(name), change)


def as_python(value: object) -> object:
    """A number of NumPy as Python's own: rules that run as plain Python give such numbers, compiled ones do not."""
    own = getattr(value, "item", None)
    if own is None:
        raise TypeError(f"{value!r} cannot be shown; expected texts, cards and whole numbers")
    return own()
