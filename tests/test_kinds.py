"""Parts that a kind from outside may have, as the built-in ones: its painter, its lengths."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

import pytest

import cpmodels as cm
from cpmodels.proving.lengths import asks_shortest, of_length, possible_lengths
from cpmodels.watch.board import grid_board
from cpmodels.watch.painters import painter


@dataclass(frozen=True)
class Stairs(cm.Puzzle):
    """Climb stairs by one or two steps at a time, as quickly as possible or in so many moves."""

    kind: ClassVar[str] = "stairs"

    height: int
    moves: int | None = None
    title: str = ""

    def check(self, solution: Any) -> None:
        """Raise `WrongSolution` unless it ends at the top."""
        if set(solution) - {1, 2} or sum(solution) != self.height:
            raise cm.WrongSolution(f"{solution}, expected moves of 1 or 2 up to {self.height}")

    def describe(self) -> str:
        """The puzzle in one line."""
        return f"{self.height} stairs"


def test_a_kind_from_outside_paints_and_is_asked_for_lengths() -> None:
    puzzle = Stairs(5)
    cm.register(cm.Kind(Stairs))
    assert painter(puzzle)[0].cells == []
    assert not asks_shortest(puzzle)
    with pytest.raises(cm.InputError, match="no shortest path"):
        of_length(puzzle, 3)
    cm.register(
        cm.Kind(
            Stairs,
            lengths=lambda stairs: (1, 1) if stairs.moves is None else None,
            restate=lambda stairs, best: replace(stairs, moves=best),
            painter=lambda stairs: (
                grid_board(1, stairs.height),
                lambda moves: [(sum(moves[: k + 1]) - 1, 0, "", -1) for k in range(len(moves))],
            ),
        )
    )
    board, paint = painter(puzzle)
    assert len(board.cells) == 5
    assert [number for number, *_ in paint([2, 2, 1])] == [1, 3, 4]
    assert list(possible_lengths(puzzle, below=3)) == [1, 2]
    assert of_length(puzzle, 3) == Stairs(5, moves=3)
    assert not asks_shortest(of_length(puzzle, 3))
