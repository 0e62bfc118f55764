"""Some path, at once, on a board of any size: row by row and column by column, as people do.

While a board is larger than 2 x 3, its longer side is shortened by a line: the tiles of the line go
home one after the other, each pushed along by the blank, which goes round it; the last two go home
together, by a search of the 2 x 3 or 3 x 2 cells at the end of the line. What is left, at most
2 x 3, is solved by a shortest path. The path is some two to four times as long as need be.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from functools import cache
from heapq import heappop, heappush

from reference.kernel.polling import ShouldStop
from reference.sliding import astar
from reference.sliding.boards import Result, check
from reference.sliding.permutation import solvable

__all__ = ["path_by_layers"]

Way = Sequence[int]  # cells one beside the other


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
    while work.height * work.width > 6 and min(work.height, work.width) > 1:
        if should_stop is not None and should_stop():
            return Result(None, None, len(work.moves), False)
        work.finish_line()
    work.finish()
    path = work.letters()
    return Result(path, len(path), len(work.moves), True)


class _Board:
    """The board at work; what is not yet solved is a rectangle of `height` x `width` from `top`,
    `left`. The goal's blank must lie in it until the end, so lines are taken on the far side.

    Cells are numbered row by row with a wall around the board: `stride` is from one row to the
    next. The blank may go to cells that are `free`: neither wall, nor solved, nor kept.
    """

    def __init__(self, board: Sequence[int], rows: int, columns: int, goal: Sequence[int]) -> None:
        self.stride = columns + 2
        self.tile, self.target = ([0] * (rows + 2) * self.stride for _ in range(2))
        self.place, self.home = ([0] * len(board) for _ in range(2))
        self.free = bytearray(len(self.tile))
        self.top, self.left, self.height, self.width = 1, 1, rows, columns
        for cell, tile, target in zip(self.open, board, goal, strict=True):
            self.tile[cell], self.target[cell] = tile, target
            self.place[tile], self.home[target] = cell, cell
            self.free[cell] = True
        self.moves: list[int] = []  # what each adds to the blank's cell

    @property
    def open(self) -> list[int]:
        """The cells that are not yet solved, row by row."""
        return [
            row * self.stride + column
            for row in range(self.top, self.top + self.height)
            for column in range(self.left, self.left + self.width)
        ]

    def follow(self, way: Way) -> None:
        """Move the blank along a way."""
        tile, place, blank = self.tile, self.place, self.place[0]
        for cell in way:
            moved = tile[blank] = tile[cell]
            place[moved] = blank
            self.moves.append(cell - blank)
            blank = cell
        tile[blank], place[0] = 0, blank

    def route(self, start: int, end: int) -> Way | None:
        """The cells of a shortest way, without its start, around what is not free."""
        way = self.direct(start, end)
        return self.detour(start, end) if way is None else way

    def direct(self, start: int, end: int) -> Way | None:
        """A way that comes nearer with every step, in turn across and along; or none is seen.

        A turn costs the blank two moves to get ahead of a tile, going straight on costs it four.
        """
        free, stride = self.free, self.stride
        (row, column), (to_row, to_column) = divmod(start, stride), divmod(end, stride)
        rows, columns = abs(to_row - row), abs(to_column - column)
        down, right = stride if to_row > row else -stride, 1 if to_column > column else -1
        way: list[int] = []
        cell, across = start, columns > rows
        while cell != end:
            if across:
                sideways = columns and free[cell + right]
            else:
                sideways = not (rows and free[cell + down])
            if sideways:
                if not columns:
                    return None
                cell, columns = cell + right, columns - 1
            else:
                if not rows:
                    return None
                cell, rows = cell + down, rows - 1
            if not free[cell]:
                return None
            way.append(cell)
            across = not sideways
        return way

    def detour(self, start: int, end: int) -> Way | None:
        """A shortest way by A*; of equal sums, the nearest first."""
        free, stride = self.free, self.stride
        to_row, to_column = divmod(end, stride)
        before, steps = {start: start}, {start: 0}
        queue = [(0, 0, start)]
        while queue and queue[0][2] != end:
            cell = heappop(queue)[2]
            depth = steps[cell] + 1
            for other in (cell + 1, cell - 1, cell - stride, cell + stride):
                if free[other] and depth < steps.get(other, depth + 1):
                    before[other], steps[other] = cell, depth
                    row, column = divmod(other, stride)
                    left = abs(row - to_row) + abs(column - to_column)
                    heappush(queue, (depth + left, left, other))
        if not queue:
            return None
        way = [end]
        while way[-1] != start:
            way.append(before[way[-1]])
        return way[-2::-1]

    def walk(self, to: int) -> bool:
        """Move the blank to a cell, if there is a way."""
        way = self.route(self.place[0], to)
        if way is not None:
            self.follow(way)
        return way is not None

    def bring(self, tile: int, to: int, until: Sequence[int] = ()) -> None:
        """Push a tile to a cell, or into one of some, and nothing that is kept."""
        way = self.route(self.place[tile], to)
        assert way is not None
        for ahead in way:
            cell = self.place[tile]
            if cell in until:
                return
            self.free[cell] = False
            if not self.go_round(cell, ahead):
                assert self.walk(ahead)
            self.free[cell] = True
            self.follow((cell,))

    def go_round(self, cell: int, ahead: int) -> bool:
        """Move the blank from behind a tile to where the tile goes next, if little is in the way.

        Only where the blank is a neighbour of the tile, as it is after each push.
        """
        blank, step = self.place[0], ahead - cell
        back = blank - cell
        if back == step:
            return True
        if back == -step:
            sides = (1, -1) if abs(step) != 1 else (self.stride, -self.stride)
            ways: list[Way] = [(blank + side, cell + side, ahead + side, ahead) for side in sides]
        elif abs(back) in (1, self.stride):
            ways = [(blank + step, ahead)]
        else:
            return False
        for way in ways:
            if all(self.free[one] for one in way):
                self.follow(way)
                return True
        return False

    def finish_line(self) -> None:
        """Solve a line of the longer side's end that is farther from the goal's blank."""
        blank = divmod(self.home[0], self.stride)
        by_rows = self.height >= self.width
        first = self.top if by_rows else self.left
        size = self.height if by_rows else self.width
        far = first if blank[not by_rows] - first >= size // 2 else first + size - 1
        inward = 1 if far == first else -1
        if by_rows:
            inward *= self.stride
            line = [far * self.stride + self.left + k for k in range(self.width)]
        else:
            line = [(self.top + k) * self.stride + far for k in range(self.height)]
        for cell in line[:-2]:
            self.bring(self.target[cell], cell)
            self.free[cell] = False
        window = [cell + depth * inward for depth in range(3) for cell in line[-2:]]
        self.finish_pair(window)
        for cell in line:
            self.free[cell] = False
        if by_rows:
            self.height -= 1
            self.top += far == first
        else:
            self.width -= 1
            self.left += far == first

    def finish_pair(self, window: Way) -> None:
        """Bring the last two tiles of a line home, by a search of six cells.

        The first waits in the corner: anywhere else it might wall the blank in.
        """
        one, other = (self.target[cell] for cell in window[:2])
        if not self.enter(window, one, other):
            self.bring(one, window[1])
            self.free[window[1]] = False
            self.bring(other, window[-1], until=window)
            self.free[window[1]] = True
            assert self.enter(window, one, other)
        places = (self.place[0], self.place[one], self.place[other])
        way = _way_in_window(*(window.index(place) for place in places))
        self.follow([window[number] for number in way])

    def enter(self, window: Way, one: int, other: int) -> bool:
        """Bring the blank in, if both tiles are in and leave it a way."""
        places = {self.place[one], self.place[other]}
        if not places.issubset(window):
            return False
        for place in places:
            self.free[place] = False
        inside = any(self.walk(cell) for cell in reversed(window) if cell not in places)
        for place in places:
            self.free[place] = True
        return inside

    def finish(self) -> None:
        """Solve what is left, a line or at most 2 x 3, by a shortest path."""
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
        step = {"r": 1, "l": -1, "u": -self.stride, "d": self.stride}
        for letter in result.path:
            self.follow((self.place[0] + step[letter],))

    def letters(self) -> str:
        """The moves, without pairs of which one undoes the other."""
        left: list[int] = []
        for move in self.moves:
            if left and left[-1] == -move:
                left.pop()
            else:
                left.append(move)
        names = {self.stride: "d", -self.stride: "u", 1: "r", -1: "l"}
        return "".join([names[move] for move in left])


@cache
def _way_in_window(blank: int, one: int, other: int) -> Way:
    """The blank's shortest way that brings two tiles home, to the first two of six cells.

    The cells lie in three pairs, each beside the one before.

    >>> _way_in_window(0, 2, 1)
    [2]
    """
    start: Way = (blank, one, other)
    before: dict[Way, Way] = {start: start}
    queue = deque([start])
    while queue:
        state = queue.popleft()
        if state[1:] == (0, 1):
            break
        cell = state[0]
        for to in (cell ^ 1, cell - 2, cell + 2):
            if 0 <= to < 6:
                after = (to, *(cell if place == to else place for place in state[1:]))
                if after not in before:
                    before[after] = state
                    queue.append(after)
    way = [state]
    while way[-1] != start:
        way.append(before[way[-1]])
    return [step[0] for step in way[-2::-1]]
