"""Some path, at once, on a board of any size: row by row and column by column, as people do.

While a board is larger than 3 x 3, its longer side is shortened by a line: the tiles of the line go
home one after the other, each pushed along by the blank, which goes round it; the last two go home
together, by a search of the 2 x 3 or 3 x 2 cells at the end of the line. What is left, at most
3 x 3, is solved by a shortest path. The path is some two to four times as long as need be.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from heapq import heappop, heappush

from reference.kernel.polling import ShouldStop
from reference.sliding import astar
from reference.sliding.boards import Result, check
from reference.sliding.permutation import solvable

__all__ = ["path_by_layers"]

_LETTERS = {(0, 1): "r", (0, -1): "l", (-1, 0): "u", (1, 0): "d"}
Cell = tuple[int, int]


def path_by_layers(
    board: Sequence[int],
    rows: int,
    columns: int,
    goal: Sequence[int],
    should_stop: ShouldStop | None = None,
) -> Result:
    """Return a path from `board` to `goal`, not a shortest one; not complete if stopped.

    `nodes` counts the moves made, those taken back at once included.

    Examples
    --------
    >>> board = (5, 1, 4, 8, 6, 7, 3, 15, 2, 12, 11, 9, 13, 10, 14, 0)
    >>> result = path_by_layers(board, 4, 4, (*range(1, 16), 0))
    >>> result.complete, len(result.path) < 200
    (True, True)
    """
    check(board, rows, columns)
    check(goal, rows, columns, "goal")
    if not solvable(board, goal, rows, columns):
        return Result(None, None, 0, True)
    work = _Board(board, rows, columns, goal)
    while work.height * work.width > 9 and min(work.height, work.width) > 1:
        if should_stop is not None and should_stop():
            return Result(None, None, len(work.moves), False)
        work.finish_line()
    work.finish()
    path = _without_undone(work.moves)
    return Result(path, len(path), len(work.moves), True)


class _Board:
    """The board at work; what is not yet solved is a rectangle of `height` x `width` from `top`,
    `left`. The goal's blank must lie in it until the end, so lines are taken on the far side.
    """

    def __init__(self, board: Sequence[int], rows: int, columns: int, goal: Sequence[int]) -> None:
        cells = [(i, j) for i in range(rows) for j in range(columns)]
        self.tile = dict(zip(cells, board, strict=True))
        self.place = {tile: cell for cell, tile in self.tile.items()}
        self.home = dict(zip(goal, cells, strict=True))
        self.target = dict(zip(cells, goal, strict=True))
        self.top, self.left, self.height, self.width = 0, 0, rows, columns
        self.fixed: set[Cell] = set()
        self.moves: list[str] = []

    @property
    def open(self) -> list[Cell]:
        """The cells that are not yet solved, row by row."""
        return [
            (i, j)
            for i in range(self.top, self.top + self.height)
            for j in range(self.left, self.left + self.width)
        ]

    def step(self, to: Cell) -> None:
        """Move the blank to a neighbouring cell."""
        blank = self.place[0]
        tile = self.tile[to]
        self.tile[blank], self.tile[to] = tile, 0
        self.place[tile], self.place[0] = blank, to
        self.moves.append(_LETTERS[to[0] - blank[0], to[1] - blank[1]])

    def beside(self, cell: Cell) -> list[Cell]:
        """The neighbours of a cell that are neither solved nor kept."""
        i, j = cell
        around = ((i, j + 1), (i, j - 1), (i - 1, j), (i + 1, j))
        return [
            (p, q)
            for p, q in around
            if self.top <= p < self.top + self.height
            and self.left <= q < self.left + self.width
            and (p, q) not in self.fixed
        ]

    def route(self, start: Cell, end: Cell) -> list[Cell]:
        """The cells of a shortest way, without its start, around what is fixed."""
        before, steps = {start: start}, {start: 0}
        queue = [(0, 0, start)]  # A*: steps + distance, and of equal ones the nearest
        while queue[0][2] != end:
            cell = heappop(queue)[2]
            depth = steps[cell] + 1
            for other in self.beside(cell):
                if depth < steps.get(other, depth + 1):
                    before[other], steps[other] = cell, depth
                    left = abs(other[0] - end[0]) + abs(other[1] - end[1])
                    heappush(queue, (depth + left, left, other))
        way = [end]
        while way[-1] != start:
            way.append(before[way[-1]])
        return way[-2::-1]

    def bring(self, tile: int, to: Cell, until: Sequence[Cell] = ()) -> None:
        """Push a tile to a cell, or into one of some, and nothing that is fixed."""
        while self.place[tile] != to and self.place[tile] not in until:
            cell = self.place[tile]
            ahead = self.route(cell, to)[0]
            self.fixed.add(cell)
            self.walk(ahead)
            self.fixed.remove(cell)
            self.step(cell)

    def finish_line(self) -> None:
        """Solve a line of the longer side's end that is farther from the goal's blank."""
        blank = self.home[0]
        by_rows = self.height >= self.width
        first = self.top if by_rows else self.left
        size = self.height if by_rows else self.width
        far = first if blank[not by_rows] - first >= size // 2 else first + size - 1
        across = (
            range(self.left, self.left + self.width)
            if by_rows
            else range(self.top, self.top + self.height)
        )
        line = [(far, k) if by_rows else (k, far) for k in across]
        inward = 1 if far == first else -1
        for cell in line[:-2]:
            self.bring(self.target[cell], cell)
            self.fixed.add(cell)
        deeper = [(i + inward * by_rows, j + inward * (not by_rows)) for i, j in line[-2:]]
        deepest = [(i + inward * by_rows, j + inward * (not by_rows)) for i, j in deeper]
        self.finish_pair(line[-2:], [*line[-2:], *deeper, *deepest])
        self.fixed -= set(line)
        if by_rows:
            self.height -= 1
            self.top += far == first
        else:
            self.width -= 1
            self.left += far == first

    def finish_pair(self, cells: list[Cell], window: list[Cell]) -> None:
        """Bring the last two tiles of a line home, by a search of six cells.

        The first waits in the corner: anywhere else it might wall the blank in.
        """
        one, other = (self.target[cell] for cell in cells)
        if not self.enter(window, one, other):
            self.bring(one, cells[1])
            self.fixed.add(cells[1])
            self.bring(other, window[-1], until=window)
            self.fixed.remove(cells[1])
            assert self.enter(window, one, other)
        self.search(window, dict(zip((one, other), cells, strict=True)))

    def enter(self, window: list[Cell], one: int, other: int) -> bool:
        """Bring the blank in, if both tiles are in and leave it a way."""
        places = {self.place[one], self.place[other]}
        if not places.issubset(window):
            return False
        self.fixed |= places
        free = [cell for cell in window if cell not in places and self.reaches(cell)]
        if free:
            self.walk(free[-1])
        self.fixed -= places
        return bool(free)

    def walk(self, to: Cell) -> None:
        """Move the blank to a cell."""
        for step in self.route(self.place[0], to):
            self.step(step)

    def reaches(self, cell: Cell) -> bool:
        """Whether the blank can go to a cell."""
        seen, queue = {self.place[0]}, [self.place[0]]
        while queue and cell not in seen:
            fresh = [c for c in self.beside(queue.pop()) if c not in seen]
            seen.update(fresh)
            queue += fresh
        return cell in seen

    def search(self, window: list[Cell], homes: dict[int, Cell]) -> None:
        """Move the blank inside of the window, until the tiles are home, by the fewest moves."""
        tiles = list(homes)
        start = (self.place[0], *(self.place[tile] for tile in tiles))
        end = tuple(homes[tile] for tile in tiles)
        before: dict[tuple[Cell, ...], tuple[Cell, ...]] = {start: start}
        queue = deque([start])
        while queue:
            state = queue.popleft()
            if state[1:] == end:
                break
            for to in self.beside(state[0]):
                if to in window:
                    after = (to, *(state[0] if place == to else place for place in state[1:]))
                    if after not in before:
                        before[after] = state
                        queue.append(after)
        way = [state]
        while way[-1] != start:
            way.append(before[way[-1]])
        for step in way[-2::-1]:
            self.step(step[0])

    def finish(self) -> None:
        """Solve what is left, a line or at most 3 x 3, by a shortest path."""
        cells = self.open
        names = {self.target[cell]: number for number, cell in enumerate(cells)}
        blank = names[0]  # the search wants the blank to be 0
        names = {
            tile: 0 if tile == 0 else number + (number < blank) for tile, number in names.items()
        }
        start = tuple(names[self.tile[cell]] for cell in cells)
        goal = tuple(names[self.target[cell]] for cell in cells)
        result = astar.shortest(start, self.height, self.width, goal)
        assert result.path is not None
        row, column = self.place[0]
        for letter in result.path:
            down, right = next(way for way, name in _LETTERS.items() if name == letter)
            row, column = row + down, column + right
            self.step((row, column))


def _without_undone(moves: list[str]) -> str:
    """The moves without pairs of which one undoes the other."""
    back = {"r": "l", "l": "r", "u": "d", "d": "u"}
    moves_left: list[str] = []
    for move in moves:
        if moves_left and moves_left[-1] == back[move]:
            moves_left.pop()
        else:
            moves_left.append(move)
    return "".join(moves_left)
