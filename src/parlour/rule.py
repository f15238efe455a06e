"""`@rule`: plain Python functions on game states, compiled to machine code by Numba.

With `PARLOUR_PLAIN=1` (or `NUMBA_DISABLE_JIT=1`) the same functions run as ordinary Python, for the debugger and for
coverage. Both modes give the same bytes.
"""

import hashlib
import os
import shutil
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import platformdirs

PACKAGE = Path(__file__).parent
SOURCES = ("*.py", "games/**/*.py", "bots/*.py", "envs/*.py")
CACHE_KEPT_SECONDS = 30 * 24 * 3600  # compiled rules that were not used for a month are removed

Function = TypeVar("Function", bound=Callable[..., object])


def _is_set(variable: str) -> bool:
    """Whether an environment variable is set to something else than 0."""
    return os.environ.get(variable, "0") not in ("", "0")


PLAIN = _is_set("PARLOUR_PLAIN") or _is_set("NUMBA_DISABLE_JIT")


def source_hash() -> str:
    """A short hash of every source file that compiled code depends on."""
    digest = hashlib.sha256()
    for path in sorted(path for pattern in SOURCES for path in PACKAGE.glob(pattern)):
        digest.update(str(path.relative_to(PACKAGE)).encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def cache_folder() -> Path | None:
    """The folder for compiled rules, created if necessary; None if it is not writable."""
    # Numba does not notice a change in a function that a cached one calls, so every state of the sources has a folder.
    base = Path(os.environ.get("PARLOUR_CACHE") or platformdirs.user_cache_dir("parlour", appauthor=False)) / "compiled"
    folder = base / source_hash()
    try:
        if not folder.is_dir():
            folder.mkdir(parents=True, exist_ok=True)  # another process may have created it
            _prune(base)
        os.utime(folder)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


def _prune(base: Path) -> None:
    """Remove compiled rules that nobody has used for a month."""
    oldest = time.time() - CACHE_KEPT_SECONDS
    for folder in base.iterdir():
        with suppress(OSError):  # another process may be removing it too
            if folder.is_dir() and folder.stat().st_mtime < oldest:
                shutil.rmtree(folder, ignore_errors=True)


def uncompiled(function: Function) -> Function:
    """The Python function of a rule that calls no other: on a `Reading` it is faster than a compiled call."""
    plain: Function = getattr(function, "py_func", function)
    return plain


if PLAIN:

    def rule(function: Function) -> Function:
        """Leave a rule as it is: plain mode."""
        return function

    hot_rule = keep = rule
    FOLDER: Path | None = None  # nothing is compiled, so nothing is kept

    def is_compiled(function: Callable[..., object]) -> bool:
        """Whether a rule can be called without waiting for the compiler."""
        return True

else:
    import numba
    from numba.core import config

    def _compiled(function: Function, inline: bool) -> Function:
        compiled: Function = numba.njit(
            function,
            nogil=True,
            error_model="numpy",  # no exceptions in the rules
            no_cfunc_wrapper=True,
            forceinline=inline,
        )
        return compiled

    def rule(function: Function) -> Function:
        """Compile a function of the rules on its first call; it runs without the interpreter lock."""
        return _compiled(function, inline=False)

    def hot_rule(function: Function) -> Function:
        """Compile a rule that every move calls, inlined into its callers: it runs faster but compiles more slowly."""
        return _compiled(function, inline=True)

    FOLDER = cache_folder()

    def keep(function: Function) -> Function:
        """Cache the machine code of a rule, and of everything that it calls, on disk for the next start."""
        if FOLDER is None:
            return function
        before = config.CACHE_DIR
        config.CACHE_DIR = str(FOLDER)  # only for our functions: the user's own setting stays
        try:
            function.enable_caching()  # type: ignore[attr-defined]
        finally:
            config.CACHE_DIR = before
        return function

    def is_compiled(function: Callable[..., object]) -> bool:
        """Whether a rule can be called without waiting for the compiler: in this process, or on disk."""
        if getattr(function, "signatures", ()):
            return True
        folder = Path(getattr(getattr(function, "_cache", None), "cache_path", None) or "")
        module = function.__module__.rpartition(".")[2]  # all games keep their rules in one folder
        return any(folder.glob(f"{module}.{function.__name__}-*.nbi"))
