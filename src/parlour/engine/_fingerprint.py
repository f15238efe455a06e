"""What a function of the rules really depends on, as one number: its code, and all that it calls or names.

Compiled code is kept under this fingerprint. A change of a comment, of a sentence for people, or of another game leaves
it as it is; a change of a rule deep below changes it for every caller.
"""

import hashlib
from collections.abc import Iterable, Iterator
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

DIGITS = 20
LIBRARIES = ("llvmlite", "numba", "numpy")  # their code is known by their versions, which `kept_code` compares


def fingerprint(function: Any) -> str:
    """A short hash of a function, plain or compiled, and of everything that it depends on.

    >>> fingerprint(game.apply)
    'a1b6…'
    """
    seen: dict[int, int] = {}
    digest = hashlib.sha256()
    for part in _described(function, seen):
        digest.update(part.encode() + b"\0")
    return digest.hexdigest()[:DIGITS]


def _described(value: Any, seen: dict[int, int]) -> Iterator[str]:
    """A value in parts of text, the same in every process; functions with all that they name."""
    if hasattr(value, "py_func"):  # a compiled function
        yield repr(sorted((name, str(option)) for name, option in value.targetoptions.items()))
        value = value.py_func
    elif hasattr(value, "_defn"):  # machine instructions written for Numba
        value = value._defn
    if isinstance(value, FunctionType) and not _is_library(value.__module__):
        yield from _function(value, seen)
    elif isinstance(value, tuple | list | set | frozenset | dict):
        yield from _collection(value, seen)
    else:
        yield _named(value)


def _collection(values: Any, seen: dict[int, int]) -> Iterator[str]:
    """The members of a collection; those of a set in an order that does not change."""
    yield f"{type(values).__name__} {len(values)}"
    if isinstance(values, set | frozenset):
        yield from sorted(" ".join(_described(value, seen)) for value in values)
        return
    for value in values.items() if isinstance(values, dict) else values:
        yield from _described(value, seen)


def _named(value: Any) -> str:
    """A value without parts."""
    if isinstance(value, np.ndarray):
        return f"{value.dtype} {value.shape} {value.tobytes().hex()}"
    if isinstance(value, ModuleType):
        return f"{value.__name__} {getattr(value, '__version__', '')}"
    if isinstance(value, type) or callable(value):
        name = f"{getattr(value, '__module__', '')}.{getattr(value, '__qualname__', type(value).__name__)}"
        return f"{name} {getattr(value, '_fields', '')}"
    if repr(value) == object.__repr__(value):  # which says where in the memory the value is
        return f"{type(value).__module__}.{type(value).__qualname__}"
    return f"{type(value).__name__} {value!r}"


def _is_library(module: str | None) -> bool:
    """Whether a module belongs to a library, whose functions keep caches of their own: those change while it works."""
    return (module or "").partition(".")[0] in LIBRARIES


def _function(function: FunctionType, seen: dict[int, int]) -> Iterator[str]:
    """The code of a function, its defaults, and every global and outer variable that it names."""
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
    """What a function uses of a module, such as `rules.legal`."""
    for name in names:
        found = vars(module).get(name)
        if found is not None and not isinstance(found, ModuleType):
            yield f"{module.__name__}.{name} ="
            yield from _described(found, seen)


def _code(code: CodeType, seen: dict[int, int], *, without_first: bool = False) -> Iterator[str]:
    """Instructions, names and constants; not the lines where they stand, and not the documentation."""
    yield f"{code.co_code.hex()} {code.co_names} {code.co_varnames} {code.co_freevars} {code.co_flags}"
    for constant in code.co_consts[without_first:]:
        if isinstance(constant, CodeType):
            yield from _code(constant, seen)
        else:
            yield from _described(constant, seen)


def _names(code: CodeType) -> Iterator[str]:
    """Every name in a code, and in functions inside it."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)
