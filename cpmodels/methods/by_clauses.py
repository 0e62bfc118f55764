"""The methods that every model has besides its own: CaDiCaL and Ganak on its clauses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cpmodels.kinds.method import Method
from cpmodels.methods.alike import AlikeCpSat
from cpmodels.methods.cadical import AlikeCadical, Cadical, SlidingCadical
from cpmodels.methods.cp_sat import CpSat
from cpmodels.methods.ganak import Ganak
from cpmodels.methods.sliding import SlidingCpSat, rungs

__all__ = ["by_clauses"]


def by_clauses(methods: Iterable[Method]) -> Iterator[Method]:
    """For each method that solves one whole model: the same model by the other engines.

    Examples
    --------
    >>> from cpmodels.methods.exact_cover import METHODS
    >>> [method.name for method in by_clauses(METHODS)]
    ['cadical', 'ganak']
    """
    for method in methods:
        if isinstance(method, SlidingCpSat):
            if method.climb is not rungs:
                continue  # another way through the models of the first
            search: Cadical = SlidingCadical(method)
        elif isinstance(method, AlikeCpSat):
            search = AlikeCadical(method)
        elif isinstance(method, CpSat):
            search = Cadical(method)
        else:
            continue
        yield search
        yield Ganak(search)
