"""Compiling a game's rules for the GPU from the same source, with all functions that they call."""

import dis
from collections.abc import Callable
from types import CellType, CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

from parlour.engine import sets as bits

for _old, _new in (("row_stack", "vstack"), ("in1d", "isin"), ("trapz", "trapezoid")):
    if not hasattr(np, _old):  # numba-cuda still uses names that NumPy 2.4 removed.
        setattr(np, _old, getattr(np, _new))

from numba import config  # noqa: E402
from numba import cuda as cuda  # noqa: E402

SIMULATED = bool(config.ENABLE_CUDASIM)


def arrays() -> Any:
    """Return the library for arrays on the GPU, which is CuPy, or NumPy in the simulator."""
    if SIMULATED:
        return np
    import cupy

    return cupy


def as_argument(array: Any) -> Any:
    """Convert a CuPy array to the type that kernels accept fastest."""
    return array if SIMULATED else cuda.as_cuda_array(array)


def to_host(array: Any) -> Any:
    """Copy a CuPy array to the computer's main memory."""
    return np.array(array) if SIMULATED else array.get()


def _count(mask: int) -> int:
    return cuda.popc(mask)  # type: ignore[no-any-return]


def _lowest(mask: int) -> int:
    return cuda.ffs(mask) - 1  # type: ignore[no-any-return]


def _highest(mask: int) -> int:
    return 63 - cuda.clz(mask)  # type: ignore[no-any-return]


WHOLE = 100  # Per cent of a multiprocessor's shared memory.
INSTRUCTIONS = {bits.count: _count, bits.lowest: _lowest, bits.highest: _highest}
_MADE: dict[Any, Any] = {}
_PIECES: set[Any] = set()  # Functions that are already compiled for the GPU.


def device_rule(rule: Any) -> Any:
    """Compile a rule for the GPU, with all functions that it calls.

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
    hot = getattr(rule, "targetoptions", {}).get("forceinline", False)  # Inline the same rules as on the CPU.
    return cuda.jit(device=True, forceinline=hot)(bound(getattr(rule, "py_func", rule)))


def plain_rule(rule: Any) -> Any:
    """Convert a rule, with all functions that it calls, to plain Python for the simulator."""
    function = getattr(rule, "plain", rule)
    return bound(function) if isinstance(function, FunctionType) else function


def bound(function: Any, **more: Any) -> FunctionType:
    """Copy a function so that it calls the GPU's versions of rules; `more` holds replacements for other names."""
    space = {**function.__globals__, **more}
    for name in (_names(function.__code__) & space.keys()) - more.keys():
        space[name] = _on_device(space[name])
    cells = tuple(CellType(_on_device(cell.cell_contents)) for cell in function.__closure__ or ())
    made = FunctionType(function.__code__, space, function.__name__, function.__defaults__, cells)
    made.__qualname__ = function.__qualname__
    made.__module__ = function.__module__
    return made


def _on_device(value: Any) -> Any:
    """Return the GPU's version of a rule, and any other value unchanged."""
    return device_rule(value) if hasattr(value, "py_func") and value not in _PIECES else value


def kernel(function: Callable[..., None]) -> Any:
    """Compile a kernel; the function may use a game's rules from an enclosing function."""
    return cuda.jit(bound(function))


def shared_kernel(function: Callable[..., None]) -> Any:
    """Compile a kernel that may use all shared memory of a multiprocessor."""
    options = {} if SIMULATED else {"shared_memory_carveout": WHOLE}
    return cuda.jit(**options)(bound(function))


class Launches:
    """Kernels that are launched together again and again: after the first time, the CPU hands the GPU one graph."""

    def __init__(self, launch: Callable[[Any], None]) -> None:
        """Remember the function that launches the kernels on a stream, always with the same arguments."""
        self._launch = launch
        self._graph: Any = None
        self._stream: Any = None

    def __call__(self) -> None:
        """Launch all kernels."""
        if self._graph is not None:
            self._graph.launch(self._stream)
            return
        self._launch(0)  # also compiles the kernels
        if not SIMULATED:
            self._record()

    def _record(self) -> None:
        import cupy

        self._stream, recorded = cupy.cuda.Stream.null, cupy.cuda.Stream(non_blocking=True)
        with recorded:
            recorded.begin_capture()
            self._launch(cuda.external_stream(recorded.ptr))
            self._graph = recorded.end_capture()


def device_piece(function: Callable[..., Any]) -> Any:
    """Compile a function that only kernels call; its code is inlined."""
    if SIMULATED:
        return bound(function, cuda=_Simulator())  # The simulator's own `cuda` isn't safe with several threads.
    made = cuda.jit(device=True, forceinline=True)(bound(function))
    _PIECES.add(made)
    return made


class _Simulator:
    """A replacement for the module `cuda` in simulated kernels."""

    def __getattr__(self, name: str) -> Any:
        from numba.cuda.simulator.kernel import _get_kernel_context

        return getattr(_get_kernel_context(), name)


def attributes(rule: Any) -> set[str]:
    """Find the names of all attributes that are used by a rule or by functions that it calls."""
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
    """Find the names of the globals, but not of attributes, that a code object uses."""
    found = {one.argval for one in dis.get_instructions(code) if one.opname == "LOAD_GLOBAL"}
    return found.union(*(_names(part) for part in code.co_consts if isinstance(part, CodeType)))
