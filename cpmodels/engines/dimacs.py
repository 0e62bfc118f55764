"""Formulas as files: DIMACS for solvers and model counters, and OPB for pseudo-Boolean solvers."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from typing import TextIO

from cpmodels.engines.cnf import Translation
from cpmodels.engines.formula import Formula
from cpmodels.models.model import Model

__all__ = ["opb_lines", "write_dimacs", "write_opb"]

_CHUNK = 1 << 16  # literals turned into text at a time


def write_dimacs(formula: Formula, file: TextIO, title: str = "") -> None:
    """The formula as model counters take it (``c p show`` names the primary variables).

    Names of variables stand in comments: ``c 12 name``.

    Examples
    --------
    >>> import sys
    >>> formula = Formula(variables=2, primary=[1], names={1: "here"})
    >>> formula.add([1, -2])
    >>> write_dimacs(formula, sys.stdout, title="a clause")
    c a clause
    c t pmc
    c 1 here
    c p show 1 0
    p cnf 2 1
    1 -2 0
    """
    if title:
        file.write(f"c {' '.join(title.split())}\n")
    file.write("c t pmc\n")
    for variable, name in formula.names.items():
        file.write(f"c {variable} {name}\n")
    for start in range(0, len(formula.primary), 1000):
        numbers = " ".join(map(str, formula.primary[start : start + 1000]))
        file.write(f"c p show {numbers} 0\n")
    if not formula.primary:
        file.write("c p show 0\n")
    file.write(f"p cnf {formula.variables} {formula.size}\n")
    for lines in _lines(formula.literals):
        file.write(lines)


def _lines(literals: array[int]) -> Iterator[str]:
    """A line a clause, many lines at a time."""
    start = 0
    while start < len(literals):
        stop = min(start + _CHUNK, len(literals))
        while literals[stop - 1] != 0:
            stop += 1
        text = " ".join(map(str, literals[start:stop]))
        yield text.replace(" 0 ", " 0\n").replace("\n0 ", "\n0\n") + "\n"
        start = stop


def write_opb(model: Model, file: TextIO) -> None:
    """The model in OPB: sums over Booleans as they are, all else by its clauses.

    The header counts variables and constraints, so all is stated before the first is written.
    """
    lines, formula = opb_lines(model)
    file.write(f"* #variable= {formula.variables} #constraint= {len(lines)}\n")
    file.write(f"* {model.name}\n")
    for variable, name in formula.names.items():
        file.write(f"* x{variable} {name}\n")
    for line in lines:
        file.write(f"{line}\n")


def opb_lines(model: Model) -> tuple[list[str], Formula]:
    """The constraints, a line each, and the formula whose variables they are over.

    Examples
    --------
    >>> model = Model("two of three")
    >>> bits = [model.boolean() for _ in range(3)]
    >>> _ = model.cp.add(sum(bits) == 2)
    >>> opb_lines(model)[0]
    ['+1 x1 +1 x2 +1 x3 = 2 ;']
    """
    translation = Translation(model)
    formula, lines = translation.formula, []
    for constraint in (None, *model.cp.proto.constraints):
        own = None if constraint is None else translation.sums(constraint)
        if own is not None:
            lines += [_sum(*each) for each in own]
            continue
        if constraint is not None:
            translation.add(constraint)
        lines += [_sum([(1, literal) for literal in clause], ">=", 1) for clause in formula]
        formula.literals, formula.size = array("i"), 0
    return lines, formula


def _sum(terms: list[tuple[int, int]], relation: str, bound: int) -> str:
    """A sum over literals; a negated one is 1 minus its variable."""
    bound -= sum(factor for factor, literal in terms if literal < 0)
    summands = [f"{factor if literal > 0 else -factor:+d} x{abs(literal)}"
               for factor, literal in terms]  # fmt: skip
    return f"{' '.join(summands) or '+0 x1'} {relation} {bound} ;"
