"""The undocumented parts of Numba that Parlour uses; each is tested once, when this module is imported.

If one of these parts has changed, Parlour warns in one line and does without it; rules still compile. If instructions
that every compiled rule needs are missing, the import fails, and rules run as plain Python.
"""

import logging
from collections.abc import Callable
from multiprocessing import parent_process
from typing import Any

import llvmlite
import numba
from llvmlite import ir
from numba.core import cgutils
from numba.extending import intrinsic

NEEDED: tuple[tuple[Any, tuple[str, ...]], ...] = (  # parts of llvmlite and Numba that `sets` and `envs.writers` need
    (ir, ("Constant", "IntType", "Undefined", "VectorType")),
    (ir.IRBuilder, ("ctpop", "cttz", "ctlz", "insert_element", "shuffle_vector", "icmp_signed", "zext", "trunc")),
    (cgutils, ("create_struct_proxy",)),
)
OPTIONS = {
    "no_cfunc_wrapper": "rules compile more slowly",
    "forceinline": "compiled rules run more slowly",
}
NOT_KEPT = "compiled rules are not kept on disk; commands compile them again, and tables stay on plain rules"
NOT_EXCHANGED = "the first move of a match waits for the compiler"
NOT_DIRECT = "environments run more slowly"
log = logging.getLogger("parlour.engine.rule")
_said: set[str] = set()


def say_changed(reason: object, meaning: str) -> None:
    """Warn once, in one line, that Numba has changed and what that means; print nothing in worker processes."""
    if meaning in _said:
        return
    _said.add(meaning)
    if parent_process() is None:
        log.warning("%s: %s.", changed(reason), meaning)


def changed(reason: object) -> str:
    """Say in one line what is different in this Numba."""
    text = " ".join(str(reason).split()) or type(reason).__name__
    return f"Numba {numba.__version__} has changed ({text})"


def _require() -> None:
    for owner, names in NEEDED:
        for name in names:
            if not hasattr(owner, name):
                version = f"llvmlite {llvmlite.__version__}, Numba {numba.__version__}"
                raise ImportError(f"{version}: {owner.__name__} has no {name}")


def _probe() -> int:
    return 1


def _try_options() -> frozenset[str]:
    """Find which undocumented options the compiler accepts."""
    known = getattr(getattr(PROBE, "targetdescr", None), "options", None)
    taken = frozenset(name for name in OPTIONS if hasattr(known, name))
    for name in sorted(OPTIONS.keys() - taken):
        say_changed(f"there is no option {name}", OPTIONS[name])
    return taken


def options(inline: bool) -> dict[str, bool]:
    """Return the undocumented compiler options for a rule."""
    return {name: True for name in TAKEN if inline or name != "forceinline"}


def _try_exchange() -> bool:
    """Test whether a compiled function can temporarily become an instance of a class that runs plain code."""
    try:
        other: Any = type("Other", (COMPILED,), {"__call__": lambda self: 2})
        PROBE.__class__ = other
        answers = PROBE(), isinstance(PROBE, COMPILED)
        PROBE.__class__ = COMPILED
    except (AttributeError, TypeError) as error:
        say_changed(error, NOT_EXCHANGED)
        return False
    if answers != (2, True):
        say_changed("a compiled function ignores its class", NOT_EXCHANGED)
        return False
    return True


def entry(function: Any, types: tuple[Any, ...]) -> Callable[..., Any]:
    """Compile a function for these types; return an entry point that doesn't check types again."""
    found = function.compile(types)
    if callable(found):
        return found  # type: ignore[no-any-return]
    say_changed("compile() returns no entry point", NOT_DIRECT)
    return function  # type: ignore[no-any-return]


_require()
PROBE: Any = numba.njit(_probe)
COMPILED: Any = type(PROBE)
TAKEN = _try_options()
EXCHANGES = _try_exchange()
INSTRUCTION = intrinsic(_probe)
