"""The server process: prepare, fork the slots; a slot answers one case after the other.

Run as ``python -m cpmodels.experiments.slot FD...``, a connection for each slot.
"""

from __future__ import annotations

import gc
import importlib
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing.connection import Connection

from cpmodels.asking.process import adopt_orphans, die_with
from cpmodels.asking.warm_up import warm_up
from cpmodels.experiments.attempt import Abandoned, attempt
from cpmodels.results.environment import answering_code, environment

__all__ = ["serve"]


def serve(descriptors: Sequence[int]) -> None:
    """Prepare once, fork a slot for each descriptor, and wait for them all."""
    connections = [Connection(descriptor) for descriptor in descriptors]
    try:
        setups = [connection.recv() for connection in connections]
    except EOFError:
        return
    _prepare(*setups[0])
    parent = os.getpid()
    for connection in connections:
        if os.fork() == 0:
            for other in connections:
                if other is not connection:
                    other.close()
            _loop(connection, parent)
            os._exit(0)
    for connection in connections:
        connection.close()
    with suppress(ChildProcessError):
        while True:
            os.wait()


def _prepare(imports: Sequence[str], kernels: frozenset[tuple[str, str, str]]) -> None:
    """Import and compile what the children inherit."""
    for name in imports:
        importlib.import_module(name)
    environment()
    answering_code()
    warm_up(kernels, compile=True)
    gc.collect()
    gc.freeze()  # the collector then leaves the pages alone that the children share


def _loop(connection: Connection, parent: int) -> None:
    """Answer cases until the other end is closed."""
    die_with(parent)
    adopt_orphans()
    with suppress(EOFError, OSError, Abandoned):
        while True:
            case = connection.recv()
            row = attempt(case, connection.fileno(), connection.send)
            connection.send(row | {"environment": environment()})


if __name__ == "__main__":
    serve([int(word) for word in sys.argv[1:]])
