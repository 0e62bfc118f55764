"""The kinds of puzzle of this package: what reads, writes, draws, makes and shrinks each.

The tiny puzzles are odd ones: a table that a method keeps for them must not help a case later on.
"""

from __future__ import annotations

from cpmodels.asking import facts
from cpmodels.crosschecking.smaller_cover import smaller_boards, smaller_covers
from cpmodels.crosschecking.smaller_nonogram import smaller_nonograms
from cpmodels.crosschecking.smaller_sliding import smaller_slidings
from cpmodels.crosschecking.smaller_tiling import smaller_tilings
from cpmodels.draw import board as board_drawing
from cpmodels.draw import exact_cover as cover_drawing
from cpmodels.draw import nonogram as nonogram_drawing
from cpmodels.draw import sliding as sliding_drawing
from cpmodels.draw import tiling as tiling_drawing
from cpmodels.formats import board as board_table
from cpmodels.formats import exact_cover as cover_table
from cpmodels.formats import nonogram_json as nonogram_table
from cpmodels.formats import sliding as sliding_table
from cpmodels.formats import tiling as tiling_table
from cpmodels.generate import by_kind
from cpmodels.generate.exact_cover import random_exact_cover
from cpmodels.generate.tiling import random_defective_board, random_tiling
from cpmodels.kinds.kind import register_kind
from cpmodels.puzzles.board import DefectiveBoard
from cpmodels.puzzles.certificates import why_no_tiling
from cpmodels.puzzles.exact_cover import ExactCover
from cpmodels.puzzles.nonogram import Nonogram
from cpmodels.puzzles.parity import why_unsolvable
from cpmodels.puzzles.sliding import SlidingPuzzle
from cpmodels.puzzles.tiling import Tiling

__all__: list[str] = []

register_kind(
    Tiling,
    read=tiling_table.from_table,
    write=tiling_table.to_table,
    drawing=tiling_drawing,
    random=random_tiling,
    facts=facts.tiling_facts,
    certificates=why_no_tiling,
    smaller=smaller_tilings,
    size=lambda puzzle: len(puzzle.region),
    tiny=lambda: Tiling.of("2x2", "dominoes"),
)

register_kind(
    DefectiveBoard,
    read=board_table.from_table,
    write=board_table.to_table,
    drawing=board_drawing,
    random=random_defective_board,
    facts=facts.board_facts,
    certificates=facts.board_certificates,
    smaller=smaller_boards,
    size=lambda puzzle: int(puzzle.squares),
    tiny=lambda: DefectiveBoard(2, (0, 0)),
)

register_kind(
    ExactCover,
    read=cover_table.from_table,
    write=cover_table.to_table,
    drawing=cover_drawing,
    random=random_exact_cover,
    facts=facts.exact_cover_facts,
    certificates=facts.exact_cover_certificates,
    smaller=smaller_covers,
    size=lambda puzzle: len(puzzle.options),
    tiny=lambda: ExactCover.of("a b", ["a", "b", "a b"]),
)

register_kind(
    Nonogram,
    read=nonogram_table.from_table,
    write=nonogram_table.to_table,
    drawing=nonogram_drawing,
    random=by_kind.nonogram_case,
    facts=facts.nonogram_facts,
    certificates=lambda puzzle: [why] if (why := puzzle.why_none()) else [],
    smaller=smaller_nonograms,
    size=lambda puzzle: puzzle.height * puzzle.width,
    tiny=lambda: Nonogram.of(["1 1", 1, 1, 1, 1], ["1 1", 1, 2, "", 1]),  # with dead ends
)

register_kind(
    SlidingPuzzle,
    read=sliding_table.from_table,
    write=sliding_table.to_table,
    drawing=sliding_drawing,
    random=by_kind.sliding_case,
    facts=facts.sliding_facts,
    certificates=lambda puzzle: [why] if (why := why_unsolvable(puzzle)) else [],
    smaller=smaller_slidings,
    size=lambda puzzle: len(puzzle.start),
    tiny=lambda: SlidingPuzzle.of("1 2 3 4 x 5 6 7 8", goal="1 2 3 4 5 x 6 7 8"),
)
