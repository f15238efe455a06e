"""`@rule`: plain Python functions on game states, compiled to machine code by Numba.

A compiled loop over a game's rules is a closure, made by a function that takes the game:

    def random_for(game: Game) -> Choose:
        legal = game.legal

        @hot_piece
        def choose(state: State, seat: int, rng: Rng) -> int:
            return pick(rng, legal(state, seat))

        return choose

With `PARLOUR_PLAIN=1` (or `NUMBA_DISABLE_JIT=1`) the same functions run as ordinary Python, for debugging and coverage.
They also do so if Numba is not installed or cannot be loaded. Compiled and plain rules compute exactly the same bytes.

A table doesn't wait for the compiler: after `start_plain()`, each rule runs as plain Python until another process has
compiled it and the code has been loaded from disk (see `parlour.club.compilation`).
"""

import atexit
import hashlib
import os
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

import platformdirs

PACKAGE = Path(__file__).parents[1]
SOURCES = tuple(f"{floor}/**/*.py" for floor in ("engine", "game", "games", "match", "envs", "bots"))

Function = TypeVar("Function", bound=Callable[..., object])


def _is_set(variable: str) -> bool:
    """Return whether an environment variable is set to anything but 0."""
    return os.environ.get(variable, "0") not in ("", "0")


def _missing(plain: bool) -> str:
    """Say in one line why rules can't be compiled, and what that means; return an empty text if they can.

    `plain`: the user asked for plain mode, so don't load Numba to see whether it works.
    """
    python = f"Python {sys.version_info.major}.{sys.version_info.minor}"
    if find_spec("numba") is None:
        reason = f"Numba is not installed for {python}"
    elif plain:
        return ""
    else:
        try:
            import parlour.engine.numba_parts  # noqa: F401  (to see whether it can be imported)
        except Exception as error:  # Numba raises various errors for a Python or NumPy that is too new
            reason = f"Numba cannot be loaded in {python} ({' '.join(str(error).split()) or type(error).__name__})"
        else:
            return ""
    return f"{reason}: games run on plain rules, with easy and medium bots only."


_ASKED = _is_set("PARLOUR_PLAIN") or _is_set("NUMBA_DISABLE_JIT")
MISSING = _missing(_ASKED)
PLAIN = _ASKED or bool(MISSING)


def source_hash() -> str:
    """Hash all source files of the rules, bots and environments."""
    digest = hashlib.sha256()
    for path in sorted(path for pattern in SOURCES for path in PACKAGE.glob(pattern)):
        digest.update(str(path.relative_to(PACKAGE)).encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def cache_base() -> Path:
    """Return the folder for compiled code: in PARLOUR_CACHE, or in the user's cache."""
    return Path(os.environ.get("PARLOUR_CACHE") or platformdirs.user_cache_dir("parlour", appauthor=False)) / "compiled"


def writable(folder: Path) -> bool:
    """Make a folder; return whether files can be written there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)  # another process may have created it
    except OSError:
        return False
    return os.access(folder, os.W_OK)


def use_temporary_cache() -> bool:
    """Cache compiled code in a temporary folder, for this process and its children; return whether that works."""
    try:
        folder = tempfile.mkdtemp(prefix="parlour-")
    except OSError:
        return False
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    os.environ["PARLOUR_CACHE"] = folder
    return True


def uncompiled(function: Function) -> Function:
    """Return the Python function of a rule that calls no other rule; it's faster than compiled code on a `Snapshot`."""
    plain: Function = getattr(function, "py_func", function)
    return plain


def _name_after_cells(function: Any) -> None:
    """Add a hash of its variables to a closure's name, since compiled code is identified by name."""
    cells = [_described(cell.cell_contents) for cell in function.__closure__ or ()]
    digest = hashlib.sha256("\n".join(cells).encode()).hexdigest()[:8]
    function.__qualname__ = f"{function.__name__}_{digest}"


def _described(value: Any) -> str:
    return f"{value.__module__}.{value.__qualname__}" if hasattr(value, "__qualname__") else repr(value)


if PLAIN:

    def rule(function: Function, plain: Function | None = None) -> Function:
        """Return the plain version of a rule if it has one, otherwise the rule itself."""
        return plain or function

    hot_rule = rule

    def loop(function: Function) -> Function:
        """Return the loop as it is: nothing is compiled."""
        return function

    piece = hot_piece = loop
    FOLDER: Path | None = None  # nothing is compiled, so nothing needs a folder
    LASTING = False
    NOT_KEPT_BECAUSE = ""

    def cache_on_disk(function: Function) -> Function:
        """Return the function: there is no compiled code to keep."""
        return function

    def is_compiled(function: Callable[..., object]) -> bool:
        """Return True: plain rules never wait for the compiler."""
        return True

    def start_plain() -> None:
        """Do nothing: plain rules always run plain."""

    @contextmanager
    def plain_calls() -> Iterator[None]:
        """Do nothing: plain rules always run plain."""
        yield

    def load_cached() -> list[Any]:
        """Return nothing: there is no compiled code to load."""
        return []

    def use_compiled(functions: list[Any]) -> None:
        """Do nothing: there is no compiled code."""

    def is_pending(function: Callable[..., object]) -> bool:
        """Return whether the rule runs plain only because the compiler is missing."""
        return bool(MISSING)

else:
    import numba

    from parlour.engine import numba_parts
    from parlour.engine.numba_parts import COMPILED, EXCHANGES

    def _find_kept_code() -> tuple[Any, str]:
        """Return the class `KeptCode` and no reason if it works with this Numba; otherwise None and the reason."""
        try:
            from parlour.engine._kept_code import KeptCode

            KeptCode.check(numba_parts.PROBE, numba_parts.INSTRUCTION)
        except Exception as error:  # a changed Numba cache can raise any error
            numba_parts.say_changed(error, numba_parts.NOT_KEPT)
            return None, numba_parts.changed(error)
        return KeptCode, ""

    KEPT_CODE, NOT_KEPT_BECAUSE = _find_kept_code()

    class Rule(COMPILED if EXCHANGES else object):  # type: ignore[misc]
        """A compiled function; after `start_plain`, Python calls run its plain version, `Rule.plain`, instead."""

        plain: Callable[..., Any]

    def _compiled(function: Function, plain: Function | None, inline: bool) -> Function:
        compiled: Any = numba.njit(
            function,
            nogil=True,
            error_model="numpy",  # makes arithmetic in rules raise no exceptions
            **numba_parts.options(inline),
        )
        if EXCHANGES:
            compiled.__class__ = Rule
            compiled.plain = plain or function
        return compiled  # type: ignore[no-any-return]

    def rule(function: Function, plain: Function | None = None) -> Function:
        """Compile a function of the rules on its first call; it runs without the interpreter lock.

        `plain`: the Python version of a function that is made of machine instructions.
        """
        return _compiled(function, plain, inline=False)

    def hot_rule(function: Function, plain: Function | None = None) -> Function:
        """Compile a rule that every move calls; inlining it makes its callers run faster but compile more slowly."""
        return _compiled(function, plain, inline=True)

    def cache_folder() -> Path | None:
        """Return the folder for compiled rules, and create it if necessary; None if rules can't be kept there."""
        if KEPT_CODE is None:
            return None
        from parlour.engine._kept_code import machinery, sweep

        folder = cache_base() / machinery()
        if not writable(folder):
            return None
        sweep(folder.parent)
        return folder

    FOLDER = cache_folder()
    LASTING = FOLDER is not None  # whether compiled code survives this process
    if FOLDER is None and KEPT_CODE is not None and use_temporary_cache():
        FOLDER = cache_folder()
    _KEPT: list[Any] = []  # all rules whose machine code is kept on disk
    _LOADING, _COUNTING = threading.Lock(), threading.Lock()
    _plain_calls = 0  # number of callers that currently want plain calls

    def cache_on_disk(function: Function) -> Function:
        """Cache the machine code of a rule and of everything that it calls on disk, so that the next start loads it."""
        kept: Any = function
        if FOLDER is not None and KEPT_CODE.of(kept) is None:
            kept._cache = KEPT_CODE(kept, FOLDER)
            _KEPT.append(kept)
        return function

    def loop(function: Function) -> Function:
        """Compile a closure over a game's rules that Python calls, and keep its machine code on disk."""
        _name_after_cells(function)
        return cache_on_disk(rule(function))

    def piece(function: Function) -> Function:
        """Compile a closure that only compiled loops call; its machine code is kept on disk with the loops' code."""
        _name_after_cells(function)
        return rule(function)

    def hot_piece(function: Function) -> Function:
        """Compile a closure that loops call in every move; its code is inlined into the loops."""
        _name_after_cells(function)
        return hot_rule(function)

    def is_compiled(function: Callable[..., object]) -> bool:
        """Return whether a rule's machine code is in this process or on disk."""
        compiled: Any = function
        kept = KEPT_CODE and KEPT_CODE.of(compiled)
        return bool(compiled.signatures) or bool(kept and kept.entries)

    def _run_plain(self: Rule, *arguments: Any) -> Any:
        return self.plain(*arguments)

    def start_plain() -> None:
        """From now on, run each rule as plain Python until its compiled code has been loaded."""
        _call_plainly(1)  # plain calls are never turned off again

    @contextmanager
    def plain_calls() -> Iterator[None]:
        """Run rules as plain Python while a game is loaded: the game may call its rules to compute constants."""
        _call_plainly(1)
        try:
            yield
        finally:
            _call_plainly(-1)

    def _call_plainly(more: int) -> None:
        """Count the callers that want plain calls: the last of several loading threads turns plain calls off."""
        global _plain_calls
        with _COUNTING:
            _plain_calls += more
            if _plain_calls and "__call__" not in vars(Rule):
                Rule.__call__ = _run_plain
            elif not _plain_calls and "__call__" in vars(Rule):
                del Rule.__call__  # brings back Numba's own __call__

    def load_cached() -> list[Any]:
        """Load the rules whose compiled code has appeared on disk but that still run plain; return them."""
        with _LOADING:
            waiting = [function for function in list(_KEPT) if type(function) is Rule]
            return [function for function in waiting if KEPT_CODE.of(function).load_into(function)]

    def use_compiled(functions: list[Any]) -> None:
        """Run these rules compiled from now on."""
        for function in functions:
            function.__class__ = COMPILED

    def is_pending(function: Callable[..., object]) -> bool:
        """Return whether calling the rule would still run its plain version."""
        return type(function) is Rule and Rule.__call__ is _run_plain
