"""What CP-SAT calls with each solution; a module of its own, so that others need no solver."""

from __future__ import annotations

from collections.abc import Callable

from ortools.sat.python import cp_model

__all__ = ["Callback"]


class Callback(cp_model.CpSolverSolutionCallback):  # type: ignore[misc]
    """Told of each solution inside of CP-SAT's thread; stops the search when told so."""

    def __init__(self, see: Callable[[Callback], bool], weight: int) -> None:
        super().__init__()
        self._see = see
        self.weight = weight
        self.failure: BaseException | None = None

    def on_solution_callback(self) -> None:
        try:
            going_on = self._see(self)
        except BaseException as failure:  # an exception cannot cross the C++ frames
            self.failure, going_on = failure, False
        if not going_on:
            self.stop_search()
