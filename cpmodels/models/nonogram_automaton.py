"""Nonogram lines as automata: a state for each cell of each run, and for each gap."""

from __future__ import annotations

from collections.abc import Sequence

from cpmodels.models.nonogram_cells import FALSE, NonogramModel
from cpmodels.models.nonogram_lines import Line

__all__ = ["encode_automaton", "transitions"]

ABOUT = {
    "colours": "a cell's colour as a number, where it can have three or more",
    "automata": "the colours of each line are accepted by the automaton of its clue",
}


def encode_automaton(model: NonogramModel, line: Line, cells: Sequence[Sequence[int]]) -> None:
    """Add one line. Groups: *colours*, *automata*, both defining.

    Parameters
    ----------
    cells : sequence of sequences of int
        ``cells[c][p]`` is the literal "cell p has colour c".
    """
    arcs, final = transitions(line)
    tails, labels, heads = zip(*arcs, strict=True)
    with model.group("colours", about=ABOUT["colours"]):
        numbers = [_number(model, literals) for literals in zip(*cells, strict=True)]
    with model.group("automata", about=ABOUT["automata"]):
        automaton = model.cp.proto.constraints.add().automaton
        automaton.final_states.extend(final)
        automaton.transition_tail.extend(tails)
        automaton.transition_label.extend(labels)
        automaton.transition_head.extend(heads)
        for variable, factor, offset in numbers:
            term = automaton.exprs.add()
            term.offset = offset
            if factor:
                term.vars.append(variable)
                term.coeffs.append(factor)


def transitions(line: Line) -> tuple[list[tuple[int, int, int]], list[int]]:
    """Arcs (state, colour, next state) of a clue's automaton, and its final states.

    States count cells of runs and mandatory gaps passed; the first is 0.

    Examples
    --------
    >>> from cpmodels.models.nonogram_lines import unsolved
    >>> transitions(unsolved(((2, 1),), 3, 2))
    ([(0, 0, 0), (0, 1, 1), (1, 1, 2), (2, 0, 2)], [2])
    """
    if line.automaton is not None:
        moves = enumerate(line.automaton.moves)
        return [(s, c, after) for s, move in moves for c, after in move.items()], sorted(
            line.automaton.final
        )
    arcs, state = [(0, 0, 0)], 0
    for length, colour, gap in line.runs:
        for _ in range(length):
            arcs.append((state, colour, state + 1))
            state += 1
        if gap:
            arcs.append((state, 0, state + 1))
            state += 1
        arcs.append((state, 0, state))
    return arcs, [state]


def _number(model: NonogramModel, literals: tuple[int, ...]) -> tuple[int, int, int]:
    """The colour of a cell as variable * factor + offset, from the literals of its colours."""
    colours = [c for c, literal in enumerate(literals) if literal != FALSE]
    if len(colours) == 1:
        return 0, 0, colours[0]
    if len(colours) == 2:
        low, high = colours
        return literals[high], high - low, low
    variable = model.numbers.get(literals)
    if variable is None:
        variable = model.numbers[literals] = len(model.cp.proto.variables)
        model.cp.new_int_var(colours[0], colours[-1], "")
        for c in colours:
            rule = model.cp.proto.constraints.add()
            rule.enforcement_literal.append(literals[c])
            rule.linear.vars.append(variable)
            rule.linear.coeffs.append(1)
            rule.linear.domain.extend((c, c))
    return variable, 1, 0
