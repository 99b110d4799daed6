"""How rules are compiled: each once, however it is called, and machine code only for what Python calls.

Left to itself, Numba compiles a rule anew for every width of number that it is called with, and makes machine code of
each rule together with everything below it, though a loop that calls the rule then links it in and makes it again.
Here a rule has two sides: `RuleDispatcher` is what Python calls; its `callee` is what other rules link in.
"""

# mypy: disable-error-code="no-untyped-call"
from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any

import llvmlite.binding as llvm  # type: ignore[import-untyped]
from numba.core import codegen, compiler, registry, types
from numba.np import linalg

ENVIRONMENT = "_ZN08NumbaEnv"  # what Numba's names of a function's surroundings begin with
NARROW = (types.int8, types.int16, types.int32)
OPTIONS = {"nopython": True, "nogil": True, "boundscheck": None}


def wide(kind: Any) -> Any:
    """The type an argument is passed on as: any signed number, known beforehand or not, is a whole word."""
    plain = types.unliteral(kind)
    if isinstance(plain, types.IntEnumMember):
        return types.int64
    return types.int64 if plain in NARROW else plain


@cache
def leave_scipy_alone() -> None:
    """Numba looks once, by importing it, whether SciPy brings a BLAS that some sums over vectors could use.

    That takes more time and memory than to load a game's rules, which have no use for it. `dot` asks for itself.
    """

    def without() -> None:
        raise ImportError("not looked for")

    ensure_blas, linalg.ensure_blas = linalg.ensure_blas, without
    try:
        import_module("numba.np.arraymath")  # where Numba looks
    finally:
        linalg.ensure_blas = ensure_blas


class CalleeLibrary(codegen.JITCodeLibrary):  # type: ignore[misc]
    """The code of a callee: there to be linked in; the machine gets nothing but the places that Numba asks for."""

    def _finalize_final_module(self) -> None:
        whole = self._final_module
        self._finalize_dynamic_globals()
        for function in whole.functions:
            if not function.is_declaration and function.linkage == llvm.Linkage.external:
                function.linkage = "linkonce_odr"
        empty = str(self._codegen._create_empty_module(self.name))
        places = [str(place) for place in whole.global_variables if place.name.startswith(ENVIRONMENT)]
        self._final_module = llvm.parse_assembly("\n".join([empty, *places]))
        super()._finalize_final_module()
        self._shared_module = whole


class CalleeCompiler(compiler.Compiler):  # type: ignore[misc]
    """Numba's compiler, for callees."""

    def compile_extra(self, function: Callable[..., Any]) -> Any:
        """Compile into a library of our own."""
        self.state.library = CalleeLibrary(self.state.targetctx.codegen(), function.__qualname__)
        self.state.library.enable_object_caching()
        return super().compile_extra(function)


class CalleeDispatcher(registry.CPUDispatcher):  # type: ignore[misc]
    """A rule as other rules call it."""

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Numba asks here which code to call."""
        return super().get_call_template(
            tuple(wide(kind) for kind in args), {name: wide(kind) for name, kind in kws.items()}
        )


class RuleDispatcher(registry.CPUDispatcher):  # type: ignore[misc]
    """A rule as Python calls it."""

    def __init__(self, function: Callable[..., Any], copied: bool) -> None:
        super().__init__(function, targetoptions=dict(OPTIONS))
        how = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True} | ({"forceinline": True} if copied else {})
        self.callee = CalleeDispatcher(function, targetoptions=OPTIONS | how, pipeline_class=CalleeCompiler)

    def compile(self, signature: Any) -> Any:
        """Find it on the disk or compile it."""
        leave_scipy_alone()
        return super().compile(signature)

    @property
    def _numba_type_(self) -> Any:
        return types.Dispatcher(self.callee)
