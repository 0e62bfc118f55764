"""The methods that every model has besides its own: CaDiCaL and Ganak on its clauses, a proof."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cpmodels.kinds.method import Method
from cpmodels.methods.alike import AlikeCpSat
from cpmodels.methods.cadical import AlikeCadical, Cadical, SlidingCadical, SlidingGlucose
from cpmodels.methods.cp_sat import CpSat
from cpmodels.methods.ganak import Ganak
from cpmodels.methods.proof import ByProof
from cpmodels.methods.sliding import SlidingCpSat
from cpmodels.methods.sliding_rungs import rungs

__all__ = ["by_clauses"]

PREFERRED = ("cp-sat:bare", "cp-sat")
"""Proofs are about the first of these models that there is: bare ones state the rules alone."""


def by_clauses(methods: Iterable[Method]) -> Iterator[Method]:
    """For each method that solves one whole model: the same model by the other engines.

    And one method that proves what it says, for each kind of puzzle with a model.

    Examples
    --------
    >>> from cpmodels.methods.exact_cover import METHODS
    >>> [method.name for method in by_clauses(METHODS)]
    ['cadical', 'ganak', 'proof']
    """
    methods = list(methods)
    for method in methods:
        if isinstance(method, SlidingCpSat):
            if method.climb is not rungs:
                continue  # another way through the models of the first
            search: Cadical = SlidingCadical(method)
            if method.default:
                yield SlidingGlucose(method)
        elif isinstance(method, AlikeCpSat):
            search = AlikeCadical(method)
        elif isinstance(method, CpSat):
            search = Cadical(method)
        else:
            continue
        yield search
        yield Ganak(search)
    models = {method.name: method for method in methods if method.build is not None}
    name = next((each for each in (*PREFERRED, *models) if each in models), None)
    if name is not None:
        yield ByProof(models[name].puzzle, models[name])
