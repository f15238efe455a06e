"""Rules as device functions: the same source, with every function that it names turned into one for the GPU."""

import dis
from collections.abc import Callable
from types import CellType, CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

from parlour.engine import sets as bits

for _old, _new in (("row_stack", "vstack"), ("in1d", "isin"), ("trapz", "trapezoid")):
    if not hasattr(np, _old):  # numba-cuda still names what NumPy 2.4 has removed
        setattr(np, _old, getattr(np, _new))

from numba import config  # noqa: E402
from numba import cuda as cuda  # noqa: E402

SIMULATED = bool(config.ENABLE_CUDASIM)


def arrays() -> Any:
    """The library for arrays on the GPU; in the simulator that of this machine."""
    if SIMULATED:
        return np
    import cupy

    return cupy


def as_argument(array: Any) -> Any:
    """An array of that library as kernels take it quickest."""
    return array if SIMULATED else cuda.as_cuda_array(array)


def to_host(array: Any) -> Any:
    """An array of that library, copied to this machine."""
    return np.array(array) if SIMULATED else array.get()


def _count(mask: int) -> int:
    return cuda.popc(mask)  # type: ignore[no-any-return]


def _lowest(mask: int) -> int:
    return cuda.ffs(mask) - 1  # type: ignore[no-any-return]


def _highest(mask: int) -> int:
    return 63 - cuda.clz(mask)  # type: ignore[no-any-return]


WHOLE = 100  # per cent
INSTRUCTIONS = {bits.count: _count, bits.lowest: _lowest, bits.highest: _highest}
_MADE: dict[Any, Any] = {}
_PIECES: set[Any] = set()  # that are for the GPU already


def device_rule(rule: Any) -> Any:
    """A rule for the GPU, with all that it calls.

    >>> device_rule(game.apply)
    """
    if rule not in _MADE:
        _MADE[rule] = _made(rule)
    return _MADE[rule]


def _made(rule: Any) -> Any:
    if SIMULATED:
        return plain_rule(rule)
    if rule in INSTRUCTIONS:
        return cuda.jit(device=True, forceinline=True)(INSTRUCTIONS[rule])
    hot = getattr(rule, "targetoptions", {}).get("forceinline", False)  # as on the CPU
    return cuda.jit(device=True, forceinline=hot)(bound(getattr(rule, "py_func", rule)))


def plain_rule(rule: Any) -> Any:
    """A rule as plain Python, with all that it calls: for the simulator."""
    function = getattr(rule, "plain", rule)
    return bound(function) if isinstance(function, FunctionType) else function


def bound(function: Any, **more: Any) -> FunctionType:
    """Copy a function so that the rules it names, or is closed over, are those of the GPU; `more` are other names."""
    space = {**function.__globals__, **more}
    for name in (_names(function.__code__) & space.keys()) - more.keys():
        space[name] = _on_device(space[name])
    cells = tuple(CellType(_on_device(cell.cell_contents)) for cell in function.__closure__ or ())
    made = FunctionType(function.__code__, space, function.__name__, function.__defaults__, cells)
    made.__qualname__ = function.__qualname__
    made.__module__ = function.__module__
    return made


def _on_device(value: Any) -> Any:
    """A rule for the GPU; anything else, and what is for the GPU already, as it is."""
    return device_rule(value) if hasattr(value, "py_func") and value not in _PIECES else value


def kernel(function: Callable[..., None]) -> Any:
    """Compile a kernel, which may be a closure over the rules of a game."""
    return cuda.jit(bound(function))


def shared_kernel(function: Callable[..., None]) -> Any:
    """The same for a kernel that keeps its states in shared memory: as much of it as a multiprocessor can give."""
    options = {} if SIMULATED else {"shared_memory_carveout": WHOLE}
    return cuda.jit(**options)(bound(function))


def device_piece(function: Callable[..., Any]) -> Any:
    """The same for a piece that only kernels call; its code is put into them."""
    if SIMULATED:
        return bound(function, cuda=_Simulator())  # the simulator's own way forgets it while other threads are inside
    made = cuda.jit(device=True, forceinline=True)(bound(function))
    _PIECES.add(made)
    return made


class _Simulator:
    """What `cuda` means inside of a kernel that is simulated."""

    def __getattr__(self, name: str) -> Any:
        from numba.cuda.simulator.kernel import _get_kernel_context

        return getattr(_get_kernel_context(), name)


def attributes(rule: Any) -> set[str]:
    """The names of all attributes that a rule uses, and whatever it calls: of a state, a generator, a module."""
    found: set[str] = set()
    _gather(rule, found, set())
    return found


def _gather(rule: Any, found: set[str], seen: set[Any]) -> None:
    function = getattr(rule, "py_func", rule)
    if not isinstance(function, FunctionType) or function in seen:
        return
    seen.add(function)
    names = set(function.__code__.co_names)
    found |= names
    closed_over = [cell.cell_contents for cell in function.__closure__ or ()]
    for value in [*closed_over, *(function.__globals__.get(name) for name in names)]:
        for called in [getattr(value, name, None) for name in names] if isinstance(value, ModuleType) else [value]:
            _gather(called, found, seen)


def _names(code: CodeType) -> set[str]:
    """The globals that a code names; not the attributes, which may be called the same."""
    found = {one.argval for one in dis.get_instructions(code) if one.opname == "LOAD_GLOBAL"}
    return found.union(*(_names(part) for part in code.co_consts if isinstance(part, CodeType)))
