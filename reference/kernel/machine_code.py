"""Machine code for kernels: numba's, of functions that stay as they are, kept in the cache.

A function is copied, with every part that it calls replaced by numba's dispatcher for a copy of
that part. The code is kept under a digest of all these functions and the constants they use:
after a change to a part, in any file, stale machine code never runs.
"""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

from reference.kernel import cache as files

__all__ = ["build", "cached_files", "load", "parts"]

parts: set[Any] = set()
"""The functions that kernels call, see `reference.kernel.kernels.part`."""


def cached_files(function: Any) -> list[str]:
    """Return the names of the files with machine code of the function, for any arguments.

    That is known without numba, whose import takes a while.
    """
    stem = _stem(function)
    return [path.name for path, _, _ in files.entries() if path.name.startswith(stem)]


def load(function: Any, args: tuple[Any, ...]) -> Any:
    """Return the function compiled for such arguments if an earlier process kept it, else None."""
    names = cached_files(function)
    if not names:
        return None
    entry, types = _entry(function, args)
    if entry._cache.name(types, entry.targetctx) not in names:
        return None
    entry.compile(types)
    return entry


def build(function: Any, args: tuple[Any, ...]) -> Any:
    """Return the function compiled for such arguments: as kept, or made now and kept."""
    from reference.kernel.compiler import rare_collections

    entry, types = _entry(function, args)
    with rare_collections():
        entry.compile(types)
    return entry


def _entry(function: Any, args: tuple[Any, ...]) -> tuple[Any, tuple[Any, ...]]:
    """Return the function's dispatcher, and the types of the arguments."""
    entry = _dispatcher(function, False)
    return entry, tuple(entry.typeof_pyval(each) for each in args)


@cache
def _dispatcher(function: Any, inner: bool) -> Any:
    """Return numba's dispatcher for a copy of the function that calls dispatchers."""
    from numba import njit

    from reference.kernel.compiler import KernelCompiler, PartCompiler, part_argument, same_flags

    scope = {**function.__globals__}
    for name, each in _used(function):
        if _is_part(each):
            scope[name] = _dispatcher(each, True)
    copy = FunctionType(
        function.__code__, scope, function.__name__, function.__defaults__, function.__closure__
    )
    copy.__qualname__, copy.__module__ = function.__qualname__, function.__module__
    copy.__annotations__ = {}
    function_of = njit(
        nogil=True,
        error_model="numpy",
        _nrt=False,
        no_cpython_wrapper=inner,
        no_cfunc_wrapper=True,
        pipeline_class=PartCompiler if inner else KernelCompiler,
    )(copy)
    function_of._compiler._customize_flags = same_flags
    template = function_of.get_call_template
    function_of.get_call_template = lambda types, named: template(
        tuple(map(part_argument, types)), named
    )
    if not inner:
        function_of._cache = _store()(_stem(function))
    return function_of


def _is_part(thing: Any) -> bool:
    return isinstance(thing, FunctionType) and thing in parts


def _used(function: Any) -> Iterator[tuple[str, Any]]:
    """Yield the names of a module that a function uses, with what they stand for."""
    for name in _names(function.__code__):
        if name in function.__globals__:
            yield name, function.__globals__[name]


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from _names(each)


@cache
def _stem(function: Any) -> str:
    """Return how the name of the file begins in which machine code for the function is kept."""
    digest = hashlib.blake2b(digest_size=10)
    for line in _source(function, set()):
        digest.update(line.encode())
    return f"{function.__module__}.{function.__name__}-{digest.hexdigest()}"


def _source(function: Any, seen: set[Any]) -> Iterator[str]:
    """Yield all that the machine code of a function depends on."""
    seen.add(function)
    yield from _code(function.__code__)
    for name, each in _used(function):
        if isinstance(each, FunctionType):
            if each not in seen:
                yield from _source(each, seen)
        elif isinstance(each, np.ndarray):
            yield f"{name} {each.dtype} {each.shape} {each.tobytes().hex()}"
        elif not isinstance(each, type | ModuleType):
            yield f"{name} {each!r}"


def _code(code: CodeType) -> Iterator[str]:
    yield f"{code.co_code.hex()} {code.co_names} {code.co_varnames} {code.co_argcount}"
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from _code(each)
        else:
            yield repr(each)


@cache
def _compiler() -> str:
    """Return a digest of what turns functions into machine code, which may lay out arguments."""
    text = Path(__file__).with_name("compiler.py").read_bytes() + Path(__file__).read_bytes()
    return hashlib.blake2b(text, digest_size=10).hexdigest()


@cache
def _store() -> type[Any]:
    """Return a class by which a dispatcher keeps its machine code in our cache."""
    import numba
    from numba.core.caching import NullCache
    from numba.core.compiler import CompileResult
    from numba.core.serialize import dumps

    class Store(NullCache):  # type: ignore[misc]
        def __init__(self, stem: str) -> None:
            self._stem = stem

        def name(self, types: Any, context: Any) -> str:
            made_by = numba.__version__, _compiler(), context.codegen().magic_tuple()
            machine = repr((*made_by, types))
            digest = hashlib.blake2b(machine.encode(), digest_size=6)
            return f"{self._stem}-{digest.hexdigest()}.code"

        def load_overload(self, types: Any, context: Any) -> Any:
            context.refresh()
            with suppress(OSError):
                if (contents := files.load(self.name(types, context))) is not None:
                    return CompileResult._rebuild(context, *pickle.loads(contents))
            return None

        def save_overload(self, types: Any, result: Any) -> None:
            if result.library.has_dynamic_globals:
                return  # addresses in this process
            name = self.name(types, result.target_context)
            with suppress(OSError):  # a directory that cannot be written to costs the keeping
                files.save(name, dumps(result._reduce()))

    return Store
