"""Numba's compiler without the work that kernels do not need, which is half of what it takes.

* Parts are optimized and made machine code of with the kernel that they are linked into. Numba
  alone would do so with each part, and once more where it is called, and where that is called.
* A part is given its named tuples by reference. Numba would spell out some seven numbers for each
  array in them, at every call and at the beginning of every part.
* What an operator makes of given types is asked once, not by each function anew.
* Passes for what no kernel has (closures, contexts, arrays made on the way) are left out.

To import this is to import numba: it is done when something is compiled or loaded.
"""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from typing import Any

from llvmlite import ir
from numba.core import cgutils, typed_passes, untyped_passes
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, DumpParforDiagnostics, Flags
from numba.core.compiler_machinery import register_pass
from numba.core.datamodel.models import TupleModel
from numba.core.datamodel.registry import register_default
from numba.core.imputils import lower_cast, lower_getattr_generic
from numba.core.lowering import Lower
from numba.core.typeconv import Conversion
from numba.core.types.containers import NamedTuple
from numba.core.types.functions import Dispatcher

__all__ = ["KernelCompiler", "PartCompiler", "part_argument", "rare_collections", "same_flags"]

_IDLE = {
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


class _LeanCompiler(Compiler):  # type: ignore[misc]
    def __init__(self, typing: Any, *others: Any) -> None:
        super().__init__(_remembering(typing), *others)

    def define_pipelines(self) -> Any:
        (pipeline,) = super().define_pipelines()
        pipeline.passes = [
            (_Lowering if each is typed_passes.NativeLowering else each, about)
            for each, about in pipeline.passes
            if each not in _IDLE
        ]
        pipeline._finalized = False
        pipeline.finalize()
        return [pipeline]


class KernelCompiler(_LeanCompiler):
    """The compiler of a kernel, with all its parts."""

    def __init__(self, typing: Any, target: Any, library: Any, *others: Any) -> None:
        library = _KernelLibrary(target.codegen(), "kernel")
        library.enable_object_caching()
        super().__init__(typing, target, library, *others)


class PartCompiler(_LeanCompiler):
    """The compiler of a part, which leaves all but the translation to the kernel's."""

    def __init__(self, typing: Any, target: Any, library: Any, *others: Any) -> None:
        super().__init__(typing, target, _PartLibrary(target.codegen(), "part"), *others)


class _KernelLibrary(JITCodeLibrary):  # type: ignore[misc]
    """Links the parts of its parts, each once."""

    def add_linking_library(self, library: Any) -> None:
        if library not in self._linking_libraries:
            super().add_linking_library(library)
            if isinstance(library, _PartLibrary):
                for each in library._linking_libraries:
                    self.add_linking_library(each)

    def _optimize_final_module(self) -> None:
        manager, builder = self._codegen._module_pass_manager(
            loop_vectorize=False, slp_vectorize=False
        )
        manager.run(self._final_module, builder)


class _PartLibrary(JITCodeLibrary):  # type: ignore[misc]
    """Is neither linked nor optimized nor made machine code of."""

    @property
    def codegen(self) -> Any:
        return _NoEnvironment(self._codegen)

    def get_pointer_to_function(self, name: str) -> int:
        self._ensure_finalized()
        return 0

    def _optimize_functions(self, module: Any) -> None:
        module.data_layout = self._codegen._data_layout

    def finalize(self) -> None:
        self._raise_if_finalized()
        self._finalize_dynamic_globals()
        self._finalized = True


class _NoEnvironment:
    """A code generator that does not look for a part's constants in machine code."""

    def __init__(self, codegen: Any) -> None:
        self._codegen = codegen

    def __getattr__(self, name: str) -> Any:
        return getattr(self._codegen, name)

    def set_env(self, name: str, env: Any) -> None:
        pass


class Record(NamedTuple):  # type: ignore[misc]
    """The type of a named tuple within parts: by value, as ever, but given by reference."""

    def can_convert_from(self, context: Any, other: Any) -> Any:
        same = isinstance(other, NamedTuple) and other.key == self.key
        return Conversion.safe if same else None


@register_default(Record)
class _RecordModel(TupleModel):  # type: ignore[misc]
    def get_argument_type(self) -> Any:
        return self.get_value_type().as_pointer()

    def as_argument(self, builder: Any, value: Any) -> Any:
        return _address(value) or cgutils.alloca_once_value(builder, value)

    def from_argument(self, builder: Any, value: Any) -> Any:
        return builder.load(value)


def _address(value: Any) -> Any:
    """Return where in memory a record was loaded from; else None."""
    return value.operands[0] if isinstance(value, ir.LoadInstr) else None


@lower_getattr_generic(Record)
def _field(context: Any, builder: Any, record: Any, value: Any, name: str) -> Any:
    index = record.fields.index(name)
    if (address := _address(value)) is None:
        return builder.extract_value(value, index)
    return builder.load(cgutils.gep_inbounds(builder, address, 0, index))


class _Lower(Lower):  # type: ignore[misc]
    """Leaves records that are arguments where they are."""

    def extract_function_arguments(self) -> Any:
        records = {
            self.context.get_value_type(each).as_pointer()
            for each in self.fndesc.argtypes
            if isinstance(each, Record)
        }
        for argument in self.function.args:
            if argument.type in records:
                for attribute in ("noalias", "captures(none)"):
                    argument.add_attribute(attribute)
        return super().extract_function_arguments()

    def storevar(self, value: Any, name: str, argidx: int | None = None) -> None:
        several = name not in self._singly_assigned_vars
        if argidx is not None and several and isinstance(self.typeof(name), Record):
            self.varmap[name] = _address(value)
        else:
            super().storevar(value, name, argidx)

    def delvar(self, name: str) -> None:
        if not isinstance(self.typeof(name), Record):  # else it would be filled with zeros
            super().delvar(name)


@register_pass(mutates_CFG=True, analysis_only=False)
class _Lowering(typed_passes.NativeLowering):  # type: ignore[misc]
    _name = "lowering_with_records"

    @property
    def lowering_class(self) -> Any:
        return _Lower


@lower_cast(NamedTuple, Record)
def _as_record(context: Any, builder: Any, source: Any, target: Any, value: Any) -> Any:
    return value


def part_argument(kind: Any) -> Any:
    """Return the type as which a part takes an argument of this type."""
    if type(kind) is NamedTuple:
        return Record(kind.types, kind.instance_class)
    # else a part would be compiled for each number it is called with
    return getattr(kind, "literal_type", kind)


@cache
def _remembering(typing: Any) -> Any:
    """Return a context that types calls as the given one does, and remembers how."""

    class Remembering(type(typing)):  # type: ignore[misc]
        def resolve_function_type(self, function: Any, args: Any, named: Any) -> Any:
            if isinstance(function, Dispatcher) or named:
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


class _FrozenFlags(Flags):  # type: ignore[misc]
    """Settings that are compared by identity."""

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    def copy(self) -> Any:
        return self


_flags: dict[str, _FrozenFlags] = {}


def same_flags(flags: Any) -> Any:
    """Return settings equal to these, the same object for all functions that have such settings."""
    return _flags.setdefault(flags.summary(), _FrozenFlags(flags))


_counting = threading.Lock()
_compilations, _threshold = 0, gc.get_threshold()


@contextmanager
def rare_collections() -> Iterator[None]:
    """In here garbage is collected a hundred times as seldom: compilers keep what they make."""
    global _compilations, _threshold
    with _counting:
        if _compilations == 0:
            _threshold = gc.get_threshold()
            gc.set_threshold(100 * _threshold[0], *_threshold[1:])
        _compilations += 1
    try:
        yield
    finally:
        with _counting:
            _compilations -= 1
            if _compilations == 0:
                gc.set_threshold(*_threshold)
