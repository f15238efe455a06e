"""Fixed-size records: one block of memory whose fields are attributes, both in plain Python and in compiled code."""

from collections.abc import Iterable
from functools import cache
from operator import itemgetter
from struct import Struct
from typing import TYPE_CHECKING, Any, ClassVar, cast

import numpy as np

WORD_BYTES = 8
TAKEN = ("data", "dtype", "layout", "record", "tobytes")  # names that no field can have: every record uses them itself


class Record(np.void):  # type: ignore[misc]  # NumPy says final, but allows it
    """A record whose fields are much faster to access than those of NumPy's own class."""

    __slots__ = ()  # makes a misspelled field name an error instead of a new attribute
    layout: "ClassVar[Layout]"

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...

        def __setattr__(self, name: str, value: Any) -> None: ...

    @property
    def data(self) -> "Record":  # type: ignore[override]
        """The record's memory, for compiled code; NumPy's `data` would describe every field again at each call."""
        return self

    @property
    def record(self) -> "Record":
        """The record itself, for compiled code; a snapshot has the same attribute."""
        return self


class Layout:
    """The position of each field among a record's numbers, which are all read at once."""

    def __init__(self, dtype: np.dtype[Any]) -> None:
        """Compute the position of each field; there are no gaps between the fields."""
        self.names = dtype.names or ()
        self.nested: list[tuple[str, int]] = []  # names of the two-dimensional fields, with the length of their rows
        codes, positions, start = "=", [], 0
        for name in self.names:
            field = dtype[name]
            size = int(np.prod(field.shape, dtype=int))
            codes += f"{size}{_code(field.base)}"
            positions.append(slice(start, start + size) if field.shape else start)
            if len(field.shape) > 1:
                self.nested.append((name, field.shape[1]))
            start += size
        self.unpack, self.pick = Struct(codes).unpack, itemgetter(*positions)


def _code(number: np.dtype[Any]) -> str:
    """Return the `struct` format code of a dtype."""
    code = {1: "b", 2: "h", 4: "i", 8: "q"}[number.itemsize]
    return code.upper() if number.kind == "u" else code


class Snapshot:
    """A copy of a record that holds Python's own ints and tuples, which are much faster to read."""

    def __init__(self, record: Record) -> None:
        """Read all fields of a record."""
        layout = record.layout
        self.__dict__ = dict(zip(layout.names, layout.pick(layout.unpack(record.tobytes())), strict=True))
        for name, size in layout.nested:
            row = self.__dict__[name]
            self.__dict__[name] = tuple(row[start : start + size] for start in range(0, len(row), size))
        self.record = record


def snapshot(record: Record) -> Record:
    """Return a record whose fields are quick to read in plain Python; pass its `record` to rules."""
    return cast("Record", Snapshot(record))


def record_type(fields: Iterable[tuple[Any, ...]]) -> np.dtype[Record]:
    """Return a record type with these fields (name, number type, array shape); equal fields give the same type."""
    return _record_type(tuple(fields))


@cache
def _record_type(fields: tuple[tuple[Any, ...], ...]) -> np.dtype[Record]:
    # Wide fields first, and padding at the end: every field is aligned (for GPUs too), with no gaps in between.
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
    """Convert a NumPy number to Python's own: only rules in plain Python return NumPy numbers."""
    convert = getattr(value, "item", None)
    if convert is None:
        raise TypeError(f"{value!r} cannot be shown; expected texts, cards and whole numbers")
    return convert()
