"""The layout of a game's observations, and the compiled function that writes them as rows of bytes.

The layout and the function are derived from the fields that the game declares. A game can also define three names in
its module `encoding`:
`COMPUTED`, entries that are computed rather than fields; `wipe`, a faster replacement for `hide` that clears only what
an observation contains; and `MEANING`, a number that must be raised when the same bytes get a different meaning.
"""

import hashlib
import linecache
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Any

from parlour.engine.rule import cache_on_disk
from parlour.envs import _plain_writers, writers
from parlour.envs.source import Part, Source
from parlour.game.fields import Computed
from parlour.game.game import Game, State

VECTOR: ModuleType = writers
PLAIN_LOOPS: ModuleType = _plain_writers
DIGITS = 12  # The length of the hash in a generated module's name.
FIRST_MEANING = 1


@dataclass(frozen=True)
class Encoding:
    """The observations of one game; their size depends only on the number of players."""

    parts: tuple[Part, ...]
    encode: Callable[[State, int, Any, int], int]  # Takes (hidden state, seat, row, start) and returns the end.
    wipe: Callable[[State, int], None]  # Removes from a state what a seat may not know.
    source: str  # The source code of `encode`.
    meaning: int = FIRST_MEANING  # If the meaning changes, nets trained on older observations don't fit.

    def size(self, players: int) -> int:
        """Compute how many bytes an observation has."""
        return sum(part.length(players) for part in self.parts)

    def layout(self, players: int) -> Iterator[tuple[Part, slice]]:
        """Yield each part with its slice of the row."""
        start = 0
        for part in self.parts:
            stop = start + part.length(players)
            yield part, slice(start, stop)
            start = stop


@cache
def find_encoding(game: Game, writers: ModuleType = VECTOR) -> Encoding:
    """Make the encoding of a game; compilers without vector instructions need `writers=PLAIN_LOOPS`."""
    brought = game.part("encoding")
    computed: tuple[Computed, ...] = getattr(brought, "COMPUTED", ())
    source = Source(game, computed, writers)
    text = source.text()
    encode = cache_on_disk(getattr(_module(source, text), source.name))
    wipe, meaning = getattr(brought, "wipe", game.hide), getattr(brought, "MEANING", FIRST_MEANING)
    return Encoding(source.parts, encode, wipe, text, meaning)


def _module(source: Source, text: str) -> ModuleType:
    """Make a module from generated source, whose lines a debugger can show although there is no file."""
    name = f"{source.name}_{hashlib.sha256(text.encode()).hexdigest()[:DIGITS]}"
    module = ModuleType(name)
    vars(module).update(source.names())
    sys.modules[name] = module  # Cached machine code looks up its module by this name.
    linecache.cache[f"<{name}>"] = (len(text), None, text.splitlines(keepends=True), f"<{name}>")
    exec(compile(text, f"<{name}>", "exec"), module.__dict__)
    return module
