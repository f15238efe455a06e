"""Compute a hash of everything that a rule depends on: its code, and all that it calls or names.

Compiled code is cached under this fingerprint. Changing a comment, a message for users or another game doesn't affect
it; changing a rule changes the fingerprint of every direct and indirect caller.
"""

import hashlib
from collections.abc import Iterable, Iterator
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

DIGITS = 20
LIBRARIES = ("llvmlite", "numba", "numpy")  # libraries identified by their versions, which `_kept_code` compares


def fingerprint(function: Any) -> str:
    """Hash a function, plain or compiled, and everything that it depends on.

    >>> fingerprint(game.apply)
    'a1b6…'
    """
    seen: dict[int, int] = {}
    digest = hashlib.sha256()
    for part in _described(function, seen):
        digest.update(part.encode() + b"\0")
    return digest.hexdigest()[:DIGITS]


def _described(value: Any, seen: dict[int, int]) -> Iterator[str]:
    """Yield texts that describe a value, or a function and all that it names, in the same way in every process."""
    if hasattr(value, "py_func"):  # the value is a compiled function
        yield repr(sorted((name, str(option)) for name, option in value.targetoptions.items()))
        value = value.py_func
    elif hasattr(value, "_defn"):  # the value consists of machine instructions written for Numba
        value = value._defn
    if isinstance(value, FunctionType) and not _is_library(value.__module__):
        yield from _function(value, seen)
    elif isinstance(value, tuple | list | set | frozenset | dict):
        yield from _collection(value, seen)
    else:
        yield _named(value)


def _collection(values: Any, seen: dict[int, int]) -> Iterator[str]:
    """Describe the members of a collection; sort the members of a set."""
    yield f"{type(values).__name__} {len(values)}"
    if isinstance(values, set | frozenset):
        yield from sorted(" ".join(_described(value, seen)) for value in values)
        return
    for value in values.items() if isinstance(values, dict) else values:
        yield from _described(value, seen)


def _named(value: Any) -> str:
    """Describe a value that contains no other values."""
    if isinstance(value, np.ndarray):
        return f"{value.dtype} {value.shape} {value.tobytes().hex()}"
    if isinstance(value, ModuleType):
        return f"{value.__name__} {getattr(value, '__version__', '')}"
    if isinstance(value, type) or callable(value):
        name = f"{getattr(value, '__module__', '')}.{getattr(value, '__qualname__', type(value).__name__)}"
        return f"{name} {getattr(value, '_fields', '')}"
    if repr(value) == object.__repr__(value):  # the default repr contains the value's address
        return f"{type(value).__module__}.{type(value).__qualname__}"
    return f"{type(value).__name__} {value!r}"


def _is_library(module: str | None) -> bool:
    """Return whether a module belongs to a library: library functions hold caches, which change as they run."""
    return (module or "").partition(".")[0] in LIBRARIES


def _function(function: FunctionType, seen: dict[int, int]) -> Iterator[str]:
    """Describe the code of a function, its defaults, and every global and outer variable that it names."""
    if id(function) in seen:
        yield f"function {seen[id(function)]}"
        return
    seen[id(function)] = len(seen)
    documented = function.__doc__ is not None
    yield from _code(function.__code__, seen, without_first=documented)
    yield from _described(function.__defaults__, seen)
    for cell in function.__closure__ or ():
        yield from _described(cell.cell_contents, seen)
    names = sorted(set(_names(function.__code__)))
    for name in names:
        if name in function.__globals__:
            found = function.__globals__[name]
            yield f"{name} ="
            yield from _described(found, seen)
            if isinstance(found, ModuleType) and not _is_library(found.__name__):
                yield from _members(found, names, seen)


def _members(module: ModuleType, names: Iterable[str], seen: dict[int, int]) -> Iterator[str]:
    """Describe what a function uses from a module, such as `rules.legal`."""
    for name in names:
        found = vars(module).get(name)
        if found is not None and not isinstance(found, ModuleType):
            yield f"{module.__name__}.{name} ="
            yield from _described(found, seen)


def _code(code: CodeType, seen: dict[int, int], *, without_first: bool = False) -> Iterator[str]:
    """Describe a code object's instructions, names and constants, but not its line numbers or docstrings."""
    yield f"{code.co_code.hex()} {code.co_names} {code.co_varnames} {code.co_freevars} {code.co_flags}"
    for constant in code.co_consts[without_first:]:
        if isinstance(constant, CodeType):
            yield from _code(constant, seen)
        else:
            yield from _described(constant, seen)


def _names(code: CodeType) -> Iterator[str]:
    """Yield every name in a code object and in the functions inside it."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)
