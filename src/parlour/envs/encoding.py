"""How a game is observed: the parts of a row of bytes, and the compiled function that writes them in order.

Both are derived from the fields that the game declares. Besides, a game can define three names in its part `encoding`:
`COMPUTED`, entries that aren't fields; `wipe`, used in place of `hide` when an observation needs less than all that a
seat may know; and `MEANING`, a number to raise when the same bytes get another meaning.
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
DIGITS = 12  # of a hash that names a source
FIRST_MEANING = 1


@dataclass(frozen=True)
class Encoding:
    """The observations of one game: of fixed size for a number of players, computed from a hidden state alone."""

    parts: tuple[Part, ...]
    encode: Callable[[State, int, Any, int], int]  # (hidden state, seat, row, start): returns the end
    wipe: Callable[[State, int], None]  # removes what the seat may not know
    source: str  # of `encode`
    meaning: int = FIRST_MEANING  # raised when the same bytes get another meaning: older nets don't fit

    def size(self, players: int) -> int:
        """Compute how many bytes an observation has."""
        return sum(part.length(players) for part in self.parts)

    def layout(self, players: int) -> Iterator[tuple[Part, slice]]:
        """List the parts with their slices of the row."""
        start = 0
        for part in self.parts:
            stop = start + part.length(players)
            yield part, slice(start, stop)
            start = stop


@cache
def find_encoding(game: Game, writers: ModuleType = VECTOR) -> Encoding:
    """Make the encoding of a game; `writers`: PLAIN_LOOPS for compilers without vector instructions."""
    brought = game.part("encoding")
    computed: tuple[Computed, ...] = getattr(brought, "COMPUTED", ())
    source = Source(game, computed, writers)
    text = source.text()
    encode = cache_on_disk(getattr(_module(source, text), source.name))
    wipe, meaning = getattr(brought, "wipe", game.hide), getattr(brought, "MEANING", FIRST_MEANING)
    return Encoding(source.parts, encode, wipe, text, meaning)


def _module(source: Source, text: str) -> ModuleType:
    """Make a module from a source that is in no file; a debugger still finds its lines."""
    name = f"{source.name}_{hashlib.sha256(text.encode()).hexdigest()[:DIGITS]}"
    module = ModuleType(name)
    vars(module).update(source.names())
    sys.modules[name] = module  # cached machine code finds its module by this name
    linecache.cache[f"<{name}>"] = (len(text), None, text.splitlines(keepends=True), f"<{name}>")
    exec(compile(text, f"<{name}>", "exec"), module.__dict__)
    return module
