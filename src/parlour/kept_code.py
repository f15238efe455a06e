"""Machine code on disk, kept under a fingerprint of what a function depends on.

Numba keeps the code of a function with the time stamp of its file: it does not notice a change in a function that is
called, and throws everything of a file away when a comment changes. Here neither happens.
"""

import hashlib
import os
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile, _CacheLocator

from parlour.fingerprint import fingerprint

MACHINERY = ("rule.py", "inner_code.py", "kept_code.py", "fingerprint.py", "bits.py", "memory.py")
KEPT_SECONDS = 30 * 24 * 3600  # compiled rules that were not used for a month are removed
LOOK_AGAIN_SECONDS = 24 * 3600  # and looked for once a day
SWEPT = "swept"  # the file whose time says when


def machinery() -> str:
    """A short hash of what all compiled code depends on: how it is made, and the versions of the libraries."""
    digest = hashlib.sha256(repr((numba.__version__, llvmlite.__version__, np.__version__)).encode())
    for name in MACHINERY:
        digest.update((Path(__file__).parent / name).read_bytes())
    return digest.hexdigest()[:16]


def sweep(folder: Path) -> None:
    """Remove compiled code that nobody has used for a month, whatever it was made by; at most once a day."""
    now, stamp = time.time(), folder / SWEPT
    with suppress(OSError):  # another process may be sweeping too
        if stamp.exists() and now - stamp.stat().st_mtime < LOOK_AGAIN_SECONDS:
            return
        stamp.touch()
        for file in folder.glob("*/*"):
            with suppress(OSError):
                if file.is_file() and now - file.stat().st_mtime > KEPT_SECONDS:
                    file.unlink()
                    file.parent.rmdir()  # refused unless this was the last file


class _Folder(_CacheLocator):  # type: ignore[misc]
    """Stands where Numba asks for a place; the place and the stamp are those of `KeptCode`."""

    def __init__(self, file: str) -> None:
        self._py_file = file

    def ensure_cache_path(self) -> None:
        """The folder is there already."""

    def get_cache_path(self) -> str:
        """Not used."""
        return ""

    def get_source_stamp(self) -> str:
        """Not used."""
        return ""

    def get_disambiguator(self) -> str:
        """Not used."""
        return ""

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> "_Folder":
        """One for any function, in a file or not."""
        return cls(py_file)


class _Implementation(CompileResultCacheImpl):  # type: ignore[misc]
    _locator_classes = (_Folder,)


class KeptCode(FunctionCache):  # type: ignore[misc]
    """The machine code of one function on disk."""

    _impl_class = _Implementation

    def __init__(self, dispatcher: Any, folder: Path) -> None:
        """The function may be in no file at all."""
        super().__init__(dispatcher.py_func)
        stamp = fingerprint(dispatcher)
        name = f"{dispatcher.__module__}.{dispatcher.py_func.__qualname__}".replace("<", "").replace(">", "")
        self._cache_path = str(folder)
        self._cache_file = IndexDataCacheFile(self._cache_path, f"{name}-{stamp}", stamp)

    @property
    def entries(self) -> dict[Any, str]:
        """What is on disk: the file of each signature and machine."""
        found: dict[Any, str] = self._cache_file._load_index()
        return found

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep the code for a signature; the folder may have been removed meanwhile."""
        Path(self._cache_path).mkdir(parents=True, exist_ok=True)
        super().save_overload(sig, data)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Load the code for a signature, if it is there, and note that it was used."""
        loaded = super().load_overload(sig, target_context)
        if loaded is not None:
            used = (self._cache_file._index_path, *map(self._cache_file._data_path, self.entries.values()))
            with suppress(OSError):
                for path in used:
                    os.utime(path)
        return loaded
