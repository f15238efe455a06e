"""How a game is observed: the parts of a row of bytes, and the compiled function that writes them all in that order.

Both are derived from the fields that the game declares. Beside them a game may bring two things in its part `encoding`:
`COMPUTED`, entries that stand in no field, and `wipe`, which takes the place of `hide` where less than all that a seat
may know is enough.
"""

import hashlib
import linecache
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from parlour.envs.source import Part, Source
from parlour.fields import Computed
from parlour.game import Game, State
from parlour.rule import FOLDER, keep

VECTOR, PLAIN_LOOPS = "parlour.envs.writers", "parlour.envs.plain_writers"
DIGITS = 12  # of a hash that names a source


@dataclass(frozen=True)
class Encoding:
    """The observations of one game: fixed in size for a number of players, computed from a hidden state alone."""

    parts: tuple[Part, ...]
    encode: Callable[[State, int, Any, int], int]  # (hidden state, seat, row, place): writes from there; where it ends
    wipe: Callable[[State, int], None]  # removes what the seat may not know
    source: str  # of `encode`

    def size(self, players: int) -> int:
        """How many bytes an observation has."""
        return sum(part.length(players) for part in self.parts)

    def layout(self, players: int) -> Iterator[tuple[Part, slice]]:
        """The parts with the places where they stand."""
        start = 0
        for part in self.parts:
            stop = start + part.length(players)
            yield part, slice(start, stop)
            start = stop


@cache
def find_encoding(game: Game, writers: str = VECTOR) -> Encoding:
    """The encoding of a game; `writers`: PLAIN_LOOPS for compilers that have no vector instructions."""
    brought = game.part("encoding")
    computed: tuple[Computed, ...] = getattr(brought, "COMPUTED", ())
    source = Source(game, computed, writers)
    text = source.text()
    module = _module(source.name, text)
    encode = getattr(module, source.name)
    if module.__spec__ is not None:  # it has a file
        keep(encode)
    return Encoding(source.parts, encode, getattr(brought, "wipe", game.hide), text)


def _module(name: str, text: str) -> ModuleType:
    """The module of a source; in a file where possible, because Numba keeps no machine code for anything else."""
    name = f"{name}_{hashlib.sha256(text.encode()).hexdigest()[:DIGITS]}"
    file = _written(name, text)
    spec = spec_from_file_location(name, file) if file else None
    module = module_from_spec(spec) if spec else ModuleType(name)
    sys.modules[name] = module  # kept machine code finds its module by this name
    if spec and spec.loader:
        spec.loader.exec_module(module)
    else:
        linecache.cache[f"<{name}>"] = (len(text), None, text.splitlines(keepends=True), f"<{name}>")  # for a debugger
        exec(compile(text, f"<{name}>", "exec"), module.__dict__)
    return module


def _written(name: str, text: str) -> Path | None:
    """The file with a source, beside the compiled rules; written once, so that its machine code stays valid."""
    if FOLDER is None:
        return None
    file = FOLDER / f"{name}.py"
    try:
        if not file.is_file() or file.read_text(encoding="utf-8") != text:
            part = FOLDER / f"{name}.{os.getpid()}"
            part.write_text(text, encoding="utf-8")
            part.replace(file)
    except OSError:
        return None
    return file
