"""Keep machine code on disk under a fingerprint of everything that the function depends on.

Numba's own cache goes by the time stamp of the source file: it doesn't notice changes to called functions in other
files, and it discards everything from a file when a comment changes. This cache avoids both problems.
"""

import hashlib
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from inspect import signature
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile, _CacheLocator
from numba.core.runtime import rtsys

from parlour.engine._fingerprint import fingerprint
from parlour.engine.numba_parts import NOT_KEPT, say_changed

MACHINERY = ("rule.py", "numba_parts.py", "_kept_code.py", "_fingerprint.py", "sets.py", "memory.py")
KEPT_SECONDS = 30 * 24 * 3600  # how many seconds unused compiled rules are kept
LOOK_AGAIN_SECONDS = 24 * 3600  # seconds between two sweeps of the cache
SWEPT = "swept"  # the file whose time stamp records the last sweep


def machinery() -> str:
    """Hash what all compiled code depends on: how it is compiled, and the versions of the libraries."""
    digest = hashlib.sha256(repr((numba.__version__, llvmlite.__version__, np.__version__)).encode())
    for name in MACHINERY:
        digest.update((Path(__file__).parent / name).read_bytes())
    return digest.hexdigest()[:16]


def sweep(folder: Path) -> None:
    """Remove compiled code of any version that has not been used for a month; run at most once a day."""
    now, stamp = time.time(), folder / SWEPT
    with suppress(OSError):  # another process may be removing files, too
        if stamp.exists() and now - stamp.stat().st_mtime < LOOK_AGAIN_SECONDS:
            return
        stamp.touch()
        for file in folder.glob("*/*"):
            with suppress(OSError):
                if file.is_file() and now - file.stat().st_mtime > KEPT_SECONDS:
                    file.unlink()
                    file.parent.rmdir()  # fails unless this was the last file in the folder


@contextmanager
def _warn_on_error() -> Iterator[None]:
    """Warn if Numba's caching raises an unexpected error, and go on without caching."""
    try:
        yield
    except OSError:
        raise  # a full disk is not Numba's fault
    except Exception as error:
        say_changed(f"{type(error).__name__}: {error}", NOT_KEPT)


class _Folder(_CacheLocator):  # type: ignore[misc]
    """A cache locator that Numba requires but never uses: `KeptCode` sets the folder and the stamp."""

    def __init__(self, file: str) -> None:
        self._py_file = file

    def ensure_cache_path(self) -> None:
        """Do nothing: the cache folder exists already."""

    def get_cache_path(self) -> str:
        """Return an empty path: Numba requires this method, but `KeptCode` sets the path itself."""
        return ""

    def get_source_stamp(self) -> str:
        """Return an empty stamp: Numba requires this method, but `KeptCode` sets the stamp itself."""
        return ""

    def get_disambiguator(self) -> str:
        """Return an empty text: Numba requires this method, but its result isn't needed here."""
        return ""

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> "_Folder":
        """Make a locator for any function, whether or not it is in a file."""
        return cls(py_file)


class _Implementation(CompileResultCacheImpl):  # type: ignore[misc]
    _locator_classes = (_Folder,)


class KeptCode(FunctionCache):  # type: ignore[misc]
    """The machine code of one function on disk."""

    _impl_class = _Implementation

    def __init__(self, dispatcher: Any, folder: Path) -> None:
        """Set up the cache of a function, which need not be in a file."""
        super().__init__(dispatcher.py_func)
        stamp = fingerprint(dispatcher)
        name = f"{dispatcher.__module__}.{dispatcher.py_func.__qualname__}".replace("<", "").replace(">", "")
        self._cache_path = str(folder)
        self._cache_file = IndexDataCacheFile(self._cache_path, f"{name}-{stamp}", stamp)

    @classmethod
    def check(cls, compiled: Any, instruction: Any) -> None:
        """Raise an error if Numba's caching lacks a method that we use; the disk is not touched."""
        kept = cls(compiled, Path("nowhere"))
        for method, arguments in (
            (super(cls, kept).load_overload, ("types", "target")),
            (super(cls, kept).save_overload, ("types", "result")),
            (super(cls, kept)._index_key, ("types", "codegen")),
            (super(cls, kept)._load_overload, ("types", "target")),
            (rtsys.initialize, ("target",)),
            (kept._cache_file._load_index, ()),
            (compiled._cache.load_overload, ("types", "target")),
            (compiled._cache.save_overload, ("types", "result")),
            (compiled.targetctx.codegen, ()),
            (compiled.targetctx.codegen().magic_tuple, ()),
        ):
            signature(method).bind(*arguments)
        _ = kept._cache_file._index_path, kept._cache_file._data_path(""), compiled.signatures
        _ = compiled.targetoptions.items(), instruction._defn  # `fingerprint` reads these attributes

    @classmethod
    def of(cls, function: Any) -> "KeptCode | None":
        """Return the `KeptCode` of a function, if it has one."""
        return function._cache if isinstance(function._cache, cls) else None

    @property
    def entries(self) -> dict[Any, str]:
        """The files on disk, by signature and machine."""
        found: dict[Any, str] = self._cache_file._load_index()
        return found

    def _index_key(self, sig: Any, codegen: Any) -> tuple[Any, ...]:
        """Return a key that tells signatures and machines apart; the file's name covers code and closures.

        Numba's own key pickles the variables of a closure, but a compiled function pickles differently in every
        process.
        """
        return sig, codegen.magic_tuple()

    def save_overload(self, sig: Any, data: Any) -> None:
        """Write the code for a signature to disk, and make the folder again if it was removed."""
        Path(self._cache_path).mkdir(parents=True, exist_ok=True)
        with _warn_on_error():
            super().save_overload(sig, data)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Load the code for a signature if it is on disk, and mark the files as used.

        Numba's `load_overload` first imports everything that compiling needs, which takes longer than most commands.
        Machine code needs only two things: Numba's runtime, and the addresses that `numba.cpython.hashing` announces.
        """
        loaded = None
        with _warn_on_error():
            rtsys.initialize(target_context)
            import_module("numba.cpython.hashing")
            with self._guard_against_spurious_io_errors():
                loaded = self._load_overload(sig, target_context)
        if loaded is not None:
            used = (self._cache_file._index_path, *map(self._cache_file._data_path, self.entries.values()))
            with suppress(OSError):
                for path in used:
                    os.utime(path)
        return loaded

    def load_into(self, function: Any) -> bool:
        """Load a function's code for this machine from disk; return whether the function is compiled now."""
        with _warn_on_error():
            codegen = function.targetctx.codegen()
            for key in self.entries:
                if key == self._index_key(key[0], codegen):
                    function.compile(key[0])
        return bool(function.signatures)
