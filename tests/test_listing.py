"""Solutions printed by the thousand: as they would be one by one."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

import cpmodels as cm
from cpmodels.answers.run import Run
from cpmodels.cli import app
from cpmodels.cli.listing import records
from cpmodels.draw.picture import to_text, to_texts
from cpmodels.generate import random_puzzle
from cpmodels.kinds.registry import registry


@pytest.mark.parametrize("kind", ["tiling", "packing"])
def test_many_pictures_are_those_of_each(kind: str) -> None:
    seen = 0
    for seed in range(40):
        puzzle = random_puzzle(kind, seed)
        method = next(m for m in registry.methods_of(type(puzzle)) if m.name == "dlx")
        for batch in () if puzzle.optimising else method.batches(puzzle, Run()):
            for text, solution in zip(to_texts(puzzle, batch) or (), batch, strict=False):
                assert text == to_text(puzzle, tuple(solution))
                seen += 1
    assert seen > 20


def test_records_of_a_batch_are_those_of_each() -> None:
    puzzle = cm.Tiling.of("3x4", {"D": "##", "M": "#"}, {"M": 2, "D": "any"})
    listed = list(cm.enumerate_solutions(puzzle, method="image-lists"))
    stream = cm.enumerate_solutions(puzzle, method="dlx")
    write = records("a name")
    read = [json.loads(line) for batch in stream.batches() for line in write(batch, 1)]
    assert {puzzle.key(each["solution"]) for each in read} == set(map(puzzle.key, listed))
    assert stream.count == len(listed)


@pytest.mark.parametrize("method", ["dlx", "cp-sat"])
def test_the_command_prints_as_many_as_are_wanted(method: str) -> None:
    words = ["enumerate", "6x6 tetrominoes:IOTS", "-m", method, "--max", "1100", "--json"]
    result = CliRunner().invoke(app, words)
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert [each["number"] for each in lines] == list(range(1, 1101))
    assert result.exit_code == 0


def test_a_stream_may_be_taken_in_parts() -> None:
    stream = cm.enumerate_solutions(cm.Tiling.of("4x4", "tetrominoes"), method="dlx")
    first = next(stream)
    some = [solution for solution, _ in zip(stream, range(10), strict=False)]
    assert stream.count == 1 + len(some) + 1  # zip takes one more before it sees the end
    rest = sum(len(batch) for batch in stream.batches())
    assert stream.count == 117 == 2 + len(some) + rest
    assert stream.answer.complete
    assert stream.answer.solution == first
