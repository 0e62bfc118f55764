"""The kinds of puzzle of this package: what answers, reads, writes, draws, makes, shrinks each.

Each part is named, and imported when it is used: a picture needs no solver.

The tiny puzzles are odd ones: a table that a method keeps for them must not help a case later on.
"""

from __future__ import annotations

from typing import Any

from cpmodels.kinds.kind import Kind
from cpmodels.lazy import lazy
from cpmodels.puzzles.alike import AlikePuzzle
from cpmodels.puzzles.board import DefectiveBoard
from cpmodels.puzzles.exact_cover import ExactCover
from cpmodels.puzzles.nonogram import Nonogram
from cpmodels.puzzles.packing import Packing
from cpmodels.puzzles.sliding import SlidingPuzzle
from cpmodels.puzzles.tiling import Tiling
from cpmodels.puzzles.tiling_classes import TilingClasses

__all__ = ["KINDS"]


def _parts(module: str, *names: str) -> dict[str, Any]:
    return {name: lazy(f"{module}:{name}") for name in names}


KINDS = [
    Kind(
        Tiling,
        methods=lazy("cpmodels.methods.tiling:METHODS"),
        read=lazy("cpmodels.formats.tiling:from_table"),
        write=lazy("cpmodels.formats.tiling:to_table"),
        drawing=lazy("cpmodels.draw.tiling"),
        painter=lazy("cpmodels.watch.painters:paint_tiling"),
        random=lazy("cpmodels.generate.tiling:random_tiling"),
        generators=_parts("cpmodels.generate.tiling", "random_tiling"),
        facts=lazy("cpmodels.asking.facts:tiling_facts"),
        certificates=lazy("cpmodels.puzzles.certificates:why_no_tiling"),
        smaller=lazy("cpmodels.crosschecking.smaller_tiling:smaller_tilings"),
        candidates=lazy("cpmodels.crosschecking.candidates:tilings"),
        size=lambda puzzle: len(puzzle.region),
        pieces=lambda puzzle: puzzle,
        classes=TilingClasses,
        audited=lazy("cpmodels.auditing.fixed_tilings:SUBJECTS"),
        tiny=lambda: Tiling.of("2x2", "dominoes"),
    ),
    Kind(
        Packing,
        methods=lazy("cpmodels.methods.packing:METHODS"),
        read=lazy("cpmodels.formats.tiling:packing_from_table"),
        write=lazy("cpmodels.formats.tiling:packing_to_table"),
        drawing=lazy("cpmodels.draw.packing"),
        painter=lazy("cpmodels.watch.painters:paint_packing"),
        random=lazy("cpmodels.generate.packing:random_packing"),
        generators=_parts("cpmodels.generate.packing", "random_packing"),
        facts=lazy("cpmodels.asking.facts:packing_facts"),
        smaller=lazy("cpmodels.crosschecking.smaller_packing:smaller_packings"),
        candidates=lazy("cpmodels.crosschecking.candidates:packings"),
        size=lambda puzzle: len(puzzle.tiling.region),
        pieces=lambda puzzle: puzzle.tiling,
        tiny=lambda: Tiling.of("2x2", "dominoes", goal="most pieces"),
    ),
    Kind(
        DefectiveBoard,
        methods=lazy("cpmodels.methods.board:METHODS"),
        read=lazy("cpmodels.formats.board:from_table"),
        write=lazy("cpmodels.formats.board:to_table"),
        drawing=lazy("cpmodels.draw.board"),
        painter=lazy("cpmodels.watch.painters:paint_board"),
        random=lazy("cpmodels.generate.tiling:random_defective_board"),
        generators=_parts("cpmodels.generate.tiling", "random_defective_board"),
        facts=lazy("cpmodels.asking.facts:board_facts"),
        certificates=lazy("cpmodels.asking.facts:board_certificates"),
        smaller=lazy("cpmodels.crosschecking.smaller_cover:smaller_boards"),
        candidates=lazy("cpmodels.crosschecking.candidates:boards"),
        size=lambda puzzle: int(puzzle.squares),
        tiny=lambda: DefectiveBoard(2, (0, 0)),
    ),
    Kind(
        ExactCover,
        methods=lazy("cpmodels.methods.exact_cover:METHODS"),
        read=lazy("cpmodels.formats.exact_cover:from_table"),
        write=lazy("cpmodels.formats.exact_cover:to_table"),
        drawing=lazy("cpmodels.draw.exact_cover"),
        painter=lazy("cpmodels.watch.painters:paint_cover"),
        random=lazy("cpmodels.generate.exact_cover:random_exact_cover"),
        generators=_parts("cpmodels.generate.exact_cover", "random_exact_cover"),
        facts=lazy("cpmodels.asking.facts:exact_cover_facts"),
        certificates=lazy("cpmodels.asking.facts:exact_cover_certificates"),
        smaller=lazy("cpmodels.crosschecking.smaller_cover:smaller_covers"),
        candidates=lazy("cpmodels.crosschecking.candidates:choices"),
        size=lambda puzzle: len(puzzle.options),
        tiny=lambda: ExactCover.of("a b", ["a", "b", "a b"]),
    ),
    Kind(
        Nonogram,
        methods=lazy("cpmodels.methods.nonogram:METHODS"),
        read=lazy("cpmodels.formats.nonogram_json:from_table"),
        write=lazy("cpmodels.formats.nonogram_json:to_table"),
        drawing=lazy("cpmodels.draw.nonogram"),
        painter=lazy("cpmodels.watch.painters:paint_nonogram"),
        random=lazy("cpmodels.generate.by_kind:nonogram_case"),
        generators=_parts(
            "cpmodels.generate.nonogram", "random_nonogram", "unique_nonogram", "domino_chain"
        ),
        facts=lazy("cpmodels.asking.facts:nonogram_facts"),
        certificates=lambda puzzle: [why] if (why := puzzle.why_none()) else [],
        smaller=lazy("cpmodels.crosschecking.smaller_nonogram:smaller_nonograms"),
        candidates=lazy("cpmodels.crosschecking.candidates:pictures"),
        size=lambda puzzle: puzzle.height * puzzle.width,
        with_known=lazy("cpmodels.formats.nonogram_partial:with_known"),
        tiny=lambda: Nonogram.of(["1 1", 1, 1, 1, 1], ["1 1", 1, 2, "", 1]),  # with dead ends
    ),
    Kind(
        SlidingPuzzle,
        methods=lazy("cpmodels.methods.sliding:METHODS"),
        read=lazy("cpmodels.formats.sliding:from_table"),
        write=lazy("cpmodels.formats.sliding:to_table"),
        drawing=lazy("cpmodels.draw.sliding"),
        painter=lazy("cpmodels.watch.painters:paint_sliding"),
        replay=lazy("cpmodels.watch.scenes.sliding:walk"),
        random=lazy("cpmodels.generate.by_kind:sliding_case"),
        generators=_parts("cpmodels.generate.sliding", "random_board"),
        facts=lazy("cpmodels.asking.facts:sliding_facts"),
        certificates=lazy("cpmodels.asking.facts:sliding_certificates"),
        smaller=lazy("cpmodels.crosschecking.smaller_sliding:smaller_slidings"),
        candidates=lazy("cpmodels.crosschecking.candidates:walks"),
        size=lambda puzzle: len(puzzle.start),
        restate=lazy("cpmodels.models.sliding_bounds:within"),
        with_goal=lazy("cpmodels.formats.sliding:with_goal"),
        lengths=lazy("cpmodels.puzzles.parity:path_lengths"),
        tiny=lambda: SlidingPuzzle.of("1 2 3 4 x 5 6 7 8", goal="1 2 3 4 5 x 6 7 8"),
    ),
    Kind(
        AlikePuzzle,
        methods=lazy("cpmodels.methods.alike:METHODS"),
        read=lazy("cpmodels.formats.alike:from_table"),
        write=lazy("cpmodels.formats.alike:to_table"),
        drawing=lazy("cpmodels.draw.alike"),
        painter=lazy("cpmodels.watch.painters:paint_sliding"),
        replay=lazy("cpmodels.watch.scenes.sliding:walk"),
        random=lazy("cpmodels.generate.alike:random_alike"),
        generators=_parts("cpmodels.generate.alike", "random_alike"),
        certificates=lambda puzzle: [why] if (why := puzzle.why_none()) else [],
        smaller=lazy("cpmodels.crosschecking.smaller_alike:smaller_alikes"),
        size=lambda puzzle: len(puzzle.start),
        restate=lazy("cpmodels.models.alike:of_length"),
        lengths=lazy("cpmodels.puzzles.parity:alike_lengths"),
        tiny=lambda: AlikePuzzle.of("A B B _", "B A B _", "2x2"),
    ),
    Kind(
        TilingClasses,
        methods=lazy("cpmodels.methods.tiling_classes:METHODS"),
        drawing=lazy("cpmodels.draw.tiling_classes"),
        size=lambda puzzle: len(puzzle.tiling.region),
    ),
]
"""In the order in which commands go through them."""
