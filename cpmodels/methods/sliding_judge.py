"""Answer a stream of sliding boards as an online judge would: a line in, a line out.

The goal is fixed, so one breadth-first search from it serves every line; then an answer is a walk
downhill over its table. Boards too large for a table are solved one by one, by IDA*.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

import numpy as np

from cpmodels.errors import InputError
from cpmodels.methods.sliding_by_hand import states, table_fits, whole_graph
from cpmodels.methods.sliding_idastar import walking_distance_fits
from cpmodels.puzzles.sliding import SlidingPuzzle
from cpmodels.puzzles.sliding_text import Board, parse_size
from reference.sliding import idastar

__all__ = ["UNSOLVABLE", "answer_lines"]

UNSOLVABLE = "unsolvable"
_BATCH = 1024  # lines answered together: a numpy call costs more than a board
_SMALL = 200_000  # boards in all, the 8-puzzle's among them: a table is built for a single line
_WORTH_A_TABLE = 64  # boards of a larger size, before its table is built


def answer_lines(
    lines: Iterable[str],
    *,
    goal: str | None = None,
    size: str | None = None,
    convention: str = "blank-last",
    where: str = "",
    eager: bool = False,
) -> Iterator[str | InputError]:
    """The answer to each line that has a board: letters, ``unsolvable``, or what is wrong.

    Parameters
    ----------
    lines : iterable of str
        A board each, tokens parted by white space; blank lines are passed over.
    goal, size, convention
        As in `SlidingPuzzle.of`, for all lines.
    where : str
        Where the lines come from, for messages.
    eager : bool
        Answer each line before the next is read, as a person who types them expects.

    Yields
    ------
    str or InputError
        In the order of the lines. A board that is solved already has the empty answer.

    Examples
    --------
    >>> list(answer_lines(["1 2 3 x 4 6 7 5 8", "1 2 3 4 5 6 8 7 x", "1 2 2 x"]))[:2]
    ['rdr', 'unsolvable']
    """
    sides = None if size is None else parse_size(size)
    pairs = ((number, line) for number, line in enumerate(lines, 1) if line.strip())
    read = (_read(line, number, goal, sides, convention, where) for number, line in pairs)
    while batch := list(islice(read, 1 if eager else _BATCH)):
        yield from _answer(batch)


def _read(
    line: str,
    number: int,
    goal: str | None,
    size: tuple[int, int] | None,
    convention: str,
    where: str,
) -> SlidingPuzzle | InputError:
    try:
        return SlidingPuzzle.of(line.strip(), goal, size, convention)
    except InputError as error:
        return error.at(f"line {number}").at(where) if where else error.at(f"line {number}")


def _answer(batch: list[SlidingPuzzle | InputError]) -> list[str | InputError]:
    answers: list[str | InputError] = [one if isinstance(one, InputError) else "" for one in batch]
    groups: dict[tuple[int, int, Board], list[int]] = {}
    for index, one in enumerate(batch):
        if isinstance(one, SlidingPuzzle):
            groups.setdefault((one.rows, one.columns, one.goal), []).append(index)
    for (rows, columns, goal), members in groups.items():
        boards = [batch[index].start for index in members]  # type: ignore[union-attr]
        for index, path in zip(members, _paths(boards, rows, columns, goal), strict=True):
            answers[index] = UNSOLVABLE if path is None else path
    return answers


def _paths(boards: list[Board], rows: int, columns: int, goal: Board) -> list[str | None]:
    small = states(rows, columns) <= _SMALL
    if table_fits(rows, columns) and (small or len(boards) >= _WORTH_A_TABLE):
        graph = whole_graph(rows, columns, goal)
        assert graph is not None
        return graph.shortest_rows(np.array(boards, np.int16))
    bound = "walking-distance" if walking_distance_fits(rows, columns) else "linear-conflict"
    return [idastar.Search(board, rows, columns, goal, bound).shortest().path for board in boards]
