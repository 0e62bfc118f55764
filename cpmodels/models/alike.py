"""The model of an `AlikePuzzle` with a number of moves: layers, and an arc for each move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cpmodels.errors import InputError
from cpmodels.models.model import Model
from cpmodels.puzzles.alike import AlikePuzzle

__all__ = ["alike_model", "distance_bound", "of_length"]


def distance_bound(puzzle: AlikePuzzle) -> int:
    """A number of moves that no path falls short of: rows and columns matched in order.

    >>> distance_bound(AlikePuzzle.of("AB A_", "_A AB", "2x2"))
    2
    """
    total = 0
    for token in set(puzzle.start) - {""}:
        here, there = (
            [divmod(cell, puzzle.columns) for cell, other in enumerate(board) if other == token]
            for board in (puzzle.start, puzzle.goal)
        )
        for axis in (0, 1):
            pairs = zip(sorted(c[axis] for c in here), sorted(c[axis] for c in there), strict=True)
            total += sum(abs(one - other) for one, other in pairs)
    return total


def of_length(puzzle: AlikePuzzle, moves: int | None) -> AlikePuzzle:
    """The question for all walks of so many moves, or of as many as the distance says.

    Raises
    ------
    InputError
        No walk of any length leads to the goal.
    """
    if puzzle.moves is not None:
        return puzzle
    why = puzzle.why_none()
    if why is not None:
        raise InputError(f"no model of any length: {why}")
    return replace(puzzle, moves=distance_bound(puzzle) if moves is None else moves)


def alike_model(puzzle: AlikePuzzle, *, without: Sequence[str] = ()) -> Model:
    """All walks of exactly `moves` moves; of as many as the distance, where none are stated.

    The variables say what a cell bears after so many moves, and between which cells a move is.
    """
    model = Model("alike", without=without)
    steps = distance_bound(puzzle) if puzzle.moves is None else puzzle.moves
    tokens = sorted(set(puzzle.start))
    cells = range(len(puzzle.start))
    columns = puzzle.columns
    arcs = [(blank, cell) for blank in cells for cell in cells
            if (abs(blank - cell) == columns)
            or (abs(blank - cell) == 1 and blank // columns == cell // columns)]  # fmt: skip
    move = {
        (step, *arc): model.boolean(f"move {step} {arc[0]} {arc[1]}")
        for step in range(steps)
        for arc in arcs
    }
    bears = {
        (layer, cell, token): model.boolean(f"cell {layer} {cell} {token or '_'}", primary=False)
        for layer in range(steps + 1)
        for cell in cells
        for token in tokens
    }
    cp = model.cp
    with model.group("ends", about="the first layer is the start, the last one the goal"):
        for layer, board in ((0, puzzle.start), (steps, puzzle.goal)):
            for cell, token in enumerate(board):
                cp.add_bool_or([bears[layer, cell, token]])
    with model.group("cell", about="a cell bears one thing"):
        for layer in range(steps + 1):
            for cell in cells:
                cp.add_exactly_one([bears[layer, cell, token] for token in tokens])
    with model.group("step", about="one move a step"):
        for step in range(steps):
            cp.add_exactly_one([move[step, *arc] for arc in arcs])
    with model.group("move", about="a tile goes into a blank and leaves one"):
        for (step, blank, cell), literal in move.items():
            cp.add_implication(literal, bears[step, blank, ""])
            cp.add_implication(literal, bears[step + 1, cell, ""])
            cp.add_implication(literal, ~bears[step, cell, ""])
            for token in tokens:
                if token:
                    cp.add_bool_or(
                        [~literal, ~bears[step, cell, token], bears[step + 1, blank, token]]
                    )
    with model.group("stay", about="what no move touches stays"):
        for step in range(steps):
            for cell in cells:
                touching = [move[step, *arc] for arc in arcs if cell in arc]
                for token in tokens:
                    cp.add_bool_or(
                        [~bears[step, cell, token], bears[step + 1, cell, token], *touching]
                    )

    def read(values: Sequence[int]) -> str:
        path = sorted(key for key, value in zip(move, values, strict=True) if value)
        return puzzle.spell_moves([(blank, cell) for _, blank, cell in path])

    model.read = read
    return model
