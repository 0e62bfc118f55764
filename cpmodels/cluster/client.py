"""A client of a Dask scheduler whose workers are alike; or of one started here."""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from typing import Any

from cpmodels.errors import ClusterLost, InputError
from cpmodels.results.environment import answering_code, environment

__all__ = ["PATIENCE", "connected", "dashboard", "identity", "refuse_others"]

PATIENCE = 30.0  # seconds for a scheduler to answer, and for a first worker


@contextmanager
def connected(where: Any) -> Iterator[Any]:
    """A client whose workers have the code and the versions of this process.

    Parameters
    ----------
    where : str or Client
        The address of a scheduler, ``tcp://host:8786``; ``local`` or ``local:4`` for worker
        processes of this machine, which end with it; or a client, which stays open.

    Raises
    ------
    InputError
        No `distributed`, no scheduler there, or workers that would answer by other code.
    ClusterLost
        No worker.
    """
    try:
        import distributed
    except ImportError:
        raise InputError("a cluster needs Dask: pip install 'cpmodels[cluster]'") from None
    if isinstance(where, distributed.Client):
        _look_at(where, where.scheduler.address)
        yield where
        return
    _silence()
    local = re.fullmatch(r"local(?::(\d+))?", str(where))
    with _cluster_here(local[1]) if local else nullcontext() as cluster:
        try:
            client = distributed.Client(cluster or where, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError, TypeError) as error:
            raise InputError(f"no Dask scheduler answers: {error}", str(where)) from None
        try:
            _look_at(client, str(where))
            yield client
        finally:
            with suppress(Exception):  # of a scheduler that is gone
                client.close(timeout=5)


def _silence() -> None:
    """What workers and schedulers that die are to a count is said in one line, not by Dask."""
    for name in ("distributed", *logging.root.manager.loggerDict):
        if name.partition(".")[0] == "distributed":
            logging.getLogger(name).setLevel(logging.CRITICAL)


@contextmanager
def _cluster_here(number: str | None) -> Iterator[Any]:
    import dask
    from distributed import LocalCluster

    workers = int(number) if number else os.cpu_count() or 1
    if not 1 <= workers <= 1024:
        raise InputError(f"local:{workers}, expected 1 to 1,024 worker processes")
    try:
        with dask.config.set({"distributed.worker.profile.enabled": False}):  # which only grows
            cluster = LocalCluster(
                n_workers=workers, threads_per_worker=1, silence_logs=50,
                dashboard_address="127.0.0.1:0",
            )  # fmt: skip
    except (OSError, RuntimeError) as error:  # a script that starts them not only as __main__
        why = str(error).splitlines()[0]
        raise InputError(f"worker processes cannot be started: {why}", "local") from None
    try:
        yield cluster
    finally:
        with suppress(Exception):
            cluster.close(timeout=5)


def _look_at(client: Any, where: str) -> None:
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError:
        message = f"no worker within {PATIENCE:.0f} s, expected `dask worker {where}` somewhere"
        raise ClusterLost(message) from None
    refuse_others(client.run(identity, on_error="return"))


def identity() -> dict[str, str]:
    """What has to be the same everywhere for answers that can be repeated."""
    facts = environment()
    versions = {name: str(facts[name]) for name in ("cpmodels", "ortools", "numpy", "numba")}
    python = ".".join(str(facts["python"]).split(".")[:2])
    return {"python": python, **versions, "code": answering_code()[:12]}


def refuse_others(workers: dict[str, Any]) -> None:
    """Refuse workers that are not as this process is.

    Parameters
    ----------
    workers : dict
        What `identity` says on each, or the exception that it ended in.

    Raises
    ------
    InputError
        One differs: which, and in what.
    """
    here = identity()
    for address, there in workers.items():
        if not isinstance(there, dict):
            text = f"{type(there).__name__}: {there}" if isinstance(there, Exception) else there
            raise InputError(f"a worker without this cpmodels: {text}", address)
        other = [name for name in here if there.get(name) != here[name]]
        if other:
            name = other[0]
            message = f"{there.get(name)} there and {here[name]} here, expected the same everywhere"
            raise InputError(f"{'code of cpmodels' if name == 'code' else name} {message}", address)


def dashboard(client: Any) -> str:
    """The address of the page on which Dask shows its work; empty when it has none."""
    with suppress(Exception):  # no such service, or no scheduler any more
        return str(client.dashboard_link or "")
    return ""
