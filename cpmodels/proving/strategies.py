"""How each claim is shown: solutions are found, and what is left is refuted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from cpmodels.answers.run import Limits, Run
from cpmodels.engines import cp_sat
from cpmodels.engines.child import Child
from cpmodels.kinds.registry import registry
from cpmodels.proving.claim import Claim, Part, better, rung
from cpmodels.proving.lengths import asks_shortest, possible_lengths
from cpmodels.proving.witness import solutions_of, write_witnesses
from cpmodels.proving.work import RefutationFailed, Work

__all__ = ["exactly", "one_side", "optimum", "shortest"]


def exactly(work: Work, child: Child, most: int) -> Claim | None:
    """Solutions are excluded one by one; the refutation is of what is left.

    After the first one, it is looked at once whether it is the only one: the usual case.
    """
    statement = work.state()
    for number in (0, 1):
        witness = work.refute(_left(work, statement), child)
        if witness is None:
            return Claim("exactly" if number else "none", number, work.model)
        work.witnesses.append(witness)
        if number >= most:
            _too_many(work)
            return None
    left = _left(work, statement)
    for reply in child.ask("enumerate", left.formula, primary=left.formula.primary):
        work.witnesses.append([int(literal) for literal in reply["model"]])
        work.result.note = f"at least {len(work.witnesses)} solutions"
        if len(work.witnesses) > most:
            _too_many(work)
            return None
    work.run.check_time()
    if work.refute(_left(work, statement), child) is not None:
        raise RefutationFailed("the engine lists solutions, and then finds another")
    work.result.note = ""
    return Claim("exactly", len(work.witnesses), work.model)


def _left(work: Work, statement: Part) -> Part:
    """The formula without the solutions so far."""
    blocks = [statement.formula.block(each) for each in work.witnesses]
    return replace(statement, formula=statement.formula.with_clauses(blocks))


def _too_many(work: Work) -> None:
    """Nothing is claimed; but the solutions so far are solutions."""
    claim = Claim("exactly", len(work.witnesses), work.model)
    text = write_witnesses(work.witnesses)
    work.result.note = f"at least {len(work.witnesses)} solutions"
    work.result.solutions, _ = solutions_of(work.puzzle, claim, text, work.statement)


def shortest(work: Work, child: Child) -> Claim:
    """Each length from below, until there is a path."""
    why = registry.kind_of(work.puzzle).certificates(work.puzzle)
    if why:
        work.result.note = why[0]
        return Claim("certificate", 0, work.model)
    length = _climb(work, child, possible_lengths(work.puzzle))
    assert length is not None, "lengths do not end"
    return Claim("shortest", length, work.model)


def _climb(work: Work, child: Child, lengths: Iterable[int]) -> int | None:
    """The first of these lengths that a path has; None when all of them are refuted."""
    for length in lengths:
        with work.run.building():
            part = rung(work.puzzle, work.model, length)
        witness = work.refute(part, child)
        if witness is not None:
            work.witnesses.append(witness)
            return length
        work.result.note = f"no path of {length} moves"
    return None


def optimum(work: Work, child: Child) -> Claim:
    """A solution, better ones as long as there are some, and the refutation of one more.

    CP-SAT is asked first which value is the best: nothing rests on what it says.
    """
    puzzle, run = work.puzzle, work.run
    part = work.state()
    assert work.statement is not None
    model, formula = work.statement
    guess = cp_sat.find(model, Run(Limits(None if run.left is None else run.left / 2)))
    value = None if guess is None else puzzle.measure(guess)
    if value is not None:
        with run.building():
            worse = value - 1 if puzzle.maximising else value + 1
            part = better(puzzle, model, Claim("optimum", worse, work.model))
    while (witness := work.refute(part, child)) is not None:
        solution = model.read(formula.values(witness))
        puzzle.check(solution)
        value = puzzle.measure(solution)
        assert value is not None
        work.witnesses = [witness]
        work.result.note = f"one of {value}"
        with run.building():
            part = better(puzzle, model, Claim("optimum", value, work.model))
    if not work.witnesses:
        if value is not None:
            raise RefutationFailed(f"CP-SAT has a solution of {value}, and the engine has none")
        return Claim("none", 0, work.model)
    work.result.note = ""
    assert value is not None
    return Claim("optimum", value, work.model)


def one_side(work: Work, child: Child, at_least: int | None, at_most: int | None) -> Claim:
    """A bound on the best value, or the contrary: a solution, or the refutation of any."""
    value = at_least if at_most is None else at_most
    assert value is not None
    reach = work.puzzle.maximising == (at_most is None)  # a solution shows it
    step = -1 if work.puzzle.maximising else 1
    claim = _beyond(work, child, value + step if reach else value, reach=reach)
    work.result.contrary = (claim.kind == "reached") != reach
    return claim


def _beyond(work: Work, child: Child, value: int, *, reach: bool) -> Claim:
    """A solution better than a value, or the refutation of any: then it bounds them all.

    Where paths are expected, the longest ones come first: they are the easiest to find.
    """
    puzzle, bound = work.puzzle, Claim("bound", value, work.model)
    if not asks_shortest(puzzle):
        work.state()
        assert work.statement is not None
        model, formula = work.statement
        with work.run.building():
            part = better(puzzle, model, bound)
        witness = work.refute(part, child)
        if witness is None:
            return bound
        measure = puzzle.measure(model.read(formula.values(witness)))
        assert measure is not None
        work.witnesses = [witness]
        return Claim("reached", measure, work.model)
    length = _climb(work, child, sorted(possible_lengths(puzzle, value), reverse=reach))
    if length is None:
        work.result.note = ""
        return bound
    work.refutations.clear()  # of lengths that the claim does not speak of
    return Claim("reached", length, work.model)
