"""How rules are compiled that only other rules call: their code is linked into the callers, and that is all.

Numba makes machine code and an entry from Python for every function that it compiles. Of a hundred small rules only
ten are ever called from Python; for the others that work is left out, which saves a quarter of the time.
Everything here subclasses Numba's own parts; `tests/test_inner_code.py` holds that both ways give the same code.
"""

import threading
from typing import Any

from numba.core.caching import NullCache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher


class _Calls(threading.local):
    inner = False  # whether what is compiled now is called by another rule


_CALLS = _Calls()


class InnerLibrary(JITCodeLibrary):  # type: ignore[misc]
    """Code that is optimised, to be linked into others, but not turned into machine code."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True


class RuleCompiler(Compiler):  # type: ignore[misc]
    """Numba's compiler; inner rules end when their code can be linked."""

    def define_pipelines(self) -> list[Any]:
        """The usual passes."""
        if _CALLS.inner:
            self.state.flags.no_compile = True
            self.state.flags.no_cpython_wrapper = True
            self.state.library = InnerLibrary(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
            self.state.library.enable_object_caching()
        pipelines: list[Any] = super().define_pipelines()
        return pipelines


class InnerDispatcher(CPUDispatcher):  # type: ignore[misc]
    """A compiled function that is compiled as inner code when another one calls it, and fully when Python does."""

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """What a caller needs to know; code that is kept on disk has to be whole."""
        before, _CALLS.inner = _CALLS.inner, not self.is_kept
        try:
            return super().get_call_template(args, kws)
        finally:
            _CALLS.inner = before

    @property
    def is_kept(self) -> bool:
        """Whether the machine code of the function is kept on disk."""
        return not isinstance(self._cache, NullCache)

    def compile(self, sig: Any) -> Any:
        """The entry for these types; inner code has none, so a call from Python compiles it fully."""
        with global_compiler_lock:  # another thread may be compiling the same rule as inner code
            existing = self.overloads.get(tuple(sig) if isinstance(sig, tuple | list) else sig.args)
            if existing is not None and not _CALLS.inner and isinstance(existing.library, InnerLibrary):
                del self.overloads[existing.signature.args]
            return super().compile(sig)

    def add_overload(self, cres: Any) -> None:
        """Inner code is known to its callers alone."""
        if not isinstance(cres.library, InnerLibrary):
            super().add_overload(cres)
            return

        def entry(*_: Any) -> None:
            raise AssertionError("inner code has no entry")

        cres.target_context.insert_user_function(entry, cres.fndesc, [cres.library])
        self.overloads[cres.signature.args] = cres._replace(entry_point=entry)
