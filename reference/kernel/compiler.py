"""Numba's compiler without the work that kernels do not need, which is half of the time it takes.

A kernel's parts are optimized and made machine code of where they are called, in one go with the
kernel: numba alone would optimize each part, link it into all that call it and do all that again,
there and for those that call these. What an operator makes of given types is asked once, not by
each function anew; and the settings that all functions share are compared by identity.
"""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from typing import Any

__all__ = ["kernel_compiler", "part_compiler", "rare_collections", "same_flags"]


@cache
def kernel_compiler() -> type[Any]:
    """Return the compiler of a kernel: it links the parts of its parts, each once."""
    from numba.core.codegen import JITCodeLibrary

    class KernelLibrary(JITCodeLibrary):  # type: ignore[misc]
        def add_linking_library(self, library: Any) -> None:
            if library not in self._linking_libraries:
                super().add_linking_library(library)
                if isinstance(library, _part_library()):
                    for each in library._linking_libraries:
                        self.add_linking_library(each)

        def _optimize_final_module(self) -> None:
            manager, builder = self._codegen._module_pass_manager(
                loop_vectorize=False, slp_vectorize=False
            )
            manager.run(self._final_module, builder)

    class KernelCompiler(_lean_compiler()):  # type: ignore[misc]
        def __init__(self, typing: Any, target: Any, library: Any, *others: Any) -> None:
            library = KernelLibrary(target.codegen(), "kernel")
            library.enable_object_caching()
            super().__init__(typing, target, library, *others)

    return KernelCompiler


@cache
def part_compiler() -> type[Any]:
    """Return the compiler of a part, which leaves all but a translation to the kernel's."""

    class PartCompiler(_lean_compiler()):  # type: ignore[misc]
        def __init__(self, typing: Any, target: Any, library: Any, *others: Any) -> None:
            library = _part_library()(target.codegen(), "part")
            super().__init__(typing, target, library, *others)

    return PartCompiler


@cache
def _lean_compiler() -> type[Any]:
    from numba.core import typed_passes, untyped_passes
    from numba.core.compiler import Compiler, DumpParforDiagnostics

    idle = {
        untyped_passes.WithLifting,
        untyped_passes.InlineClosureLikes,
        untyped_passes.RewriteDynamicRaises,
        untyped_passes.MakeFunctionToJitFunction,
        untyped_passes.InlineInlinables,
        untyped_passes.FindLiterallyCalls,
        untyped_passes.LiteralUnroll,
        untyped_passes.LiteralPropagationSubPipelinePass,
        typed_passes.NopythonRewrites,
        typed_passes.NoPythonSupportedFeatureValidation,
        DumpParforDiagnostics,
    }

    class LeanCompiler(Compiler):  # type: ignore[misc]
        def __init__(self, typing: Any, *others: Any) -> None:
            super().__init__(_remembering(typing), *others)

        def define_pipelines(self) -> Any:
            (pipeline,) = super().define_pipelines()
            pipeline.passes = [each for each in pipeline.passes if each[0] not in idle]
            pipeline._finalized = False
            pipeline.finalize()
            return [pipeline]

    return LeanCompiler


@cache
def _part_library() -> type[Any]:
    from numba.core.codegen import JITCodeLibrary

    class NoEnvironment:
        """A code generator that does not look for a part's constants in machine code."""

        def __init__(self, codegen: Any) -> None:
            self._codegen = codegen

        def __getattr__(self, name: str) -> Any:
            return getattr(self._codegen, name)

        def set_env(self, name: str, env: Any) -> None:
            pass

    class PartLibrary(JITCodeLibrary):  # type: ignore[misc]
        @property
        def codegen(self) -> Any:
            return NoEnvironment(self._codegen)

        def get_pointer_to_function(self, name: str) -> int:
            self._ensure_finalized()
            return 0

        def _optimize_functions(self, module: Any) -> None:
            module.data_layout = self._codegen._data_layout

        def finalize(self) -> None:
            self._raise_if_finalized()
            self._finalize_dynamic_globals()
            self._finalized = True

    return PartLibrary


@cache
def _remembering(typing: Any) -> Any:
    """Return a context that types calls as the given one does, and remembers how."""
    from numba.core import types

    class Remembering(type(typing)):  # type: ignore[misc]
        def resolve_function_type(self, function: Any, args: Any, named: Any) -> Any:
            if isinstance(function, types.Dispatcher) or named:
                return typing.resolve_function_type(function, args, named)
            key = function, tuple(args)
            try:
                return known[key]
            except (KeyError, TypeError):  # a slice has no hash
                signature = typing.resolve_function_type(function, args, named)
            if signature is not None:
                with suppress(TypeError):
                    known[key] = signature
            return signature

    known: dict[Any, Any] = {}
    context = object.__new__(Remembering)
    context.__dict__ = typing.__dict__
    return context


def same_flags(flags: Any) -> Any:
    """Return settings equal to these, the same object for all functions that have such settings."""
    return _known_flags.setdefault(flags.summary(), _frozen()(flags))


_known_flags: dict[str, Any] = {}


@cache
def _frozen() -> type[Any]:
    from numba.core.compiler import Flags

    class FrozenFlags(Flags):  # type: ignore[misc]
        __eq__ = object.__eq__
        __hash__ = object.__hash__

        def copy(self) -> Any:
            return self

    return FrozenFlags


_collecting = threading.Lock()
_compilations, _threshold = 0, gc.get_threshold()


@contextmanager
def rare_collections() -> Iterator[None]:
    """In here garbage is collected a hundred times as seldom: compiling leaves little, late."""
    global _compilations, _threshold
    with _collecting:
        if _compilations == 0:
            _threshold = gc.get_threshold()
            gc.set_threshold(100 * _threshold[0], *_threshold[1:])
        _compilations += 1
    try:
        yield
    finally:
        with _collecting:
            _compilations -= 1
            if _compilations == 0:
                gc.set_threshold(*_threshold)
