"""Crosscheck: planted faults are found, shrunk, and written so that they can be shown again."""

from __future__ import annotations

import ctypes
import itertools
import json
import os
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from itertools import combinations, islice
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from typer.testing import CliRunner, Result

import cpmodels as cm
from cpmodels.answers.answer import Question, Stop
from cpmodels.answers.run import Run
from cpmodels.cli import app
from cpmodels.crosschecking.check import Item, Terms, check
from cpmodels.crosschecking.junit import to_junit
from cpmodels.crosschecking.smaller import smaller
from cpmodels.engines.solver import current_presolve, new_solver, presolving
from cpmodels.formats import read_puzzles
from cpmodels.generate import random_puzzle
from cpmodels.kinds.method import Method
from cpmodels.kinds.registry import registry
from cpmodels.models.model import Model
from cpmodels.models.tiling import tiling_model
from tests.planting import (
    Counting,
    Planted,
    count_with_two_workers,
    drop_cover_of,
    flip_in_cover_of,
    planted,
    tampered,
)

DIMERS = cm.Tiling.of("3x3", "dominoes + monomino")  # 131 tilings
BLOCK = {(row, column) for row in (0, 1, 2) for column in (1, 2)}
AGES = 1e6  # seconds: no answer here depends on how slow the machine is


def run(*words: str) -> Result:
    patient = ["--limit", str(AGES), "--shrink", str(AGES)]
    return CliRunner().invoke(app, ["crosscheck", *patient, *words])


def right(puzzle: cm.Tiling) -> list[Any]:
    return list(cm.enumerate_solutions(puzzle, method="dlx"))


@pytest.fixture
def easy(tmp_path: Path) -> str:
    path = tmp_path / "easy.toml"
    path.write_text('kind = "tiling"\nregion = "3x3"\nshapes = "dominoes + monomino"\n')
    return str(path)


@pytest.mark.parametrize("kind", registry.random_kinds())
def test_random_puzzles_agree(kind: str) -> None:
    result = cm.crosscheck([random_puzzle(kind, seed) for seed in range(8)], limit=None)
    assert result.agree, [each.disagreement for each in result.disagreements]
    assert len(result.checks) == 8


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("kind", registry.random_kinds())
def test_many_random_puzzles_agree(kind: str) -> None:
    result = cm.crosscheck((random_puzzle(kind, seed) for seed in range(100, 400)), limit=60)
    assert result.agree, [each.disagreement for each in result.disagreements]


def miscounts_blocks(puzzle: cm.Tiling, _: Run) -> int:
    return len(right(puzzle)) + (set(puzzle.region) >= BLOCK)


class Refusing(Planted):
    def refuses(self, puzzle: Any, question: Question) -> str | None:
        return {}[puzzle]


FAULTS: dict[str, tuple[Any, str]] = {
    "solution twice": (
        Planted(cm.Tiling, lambda p, _: right(p) + right(p)[:1]), "1 solutions more than once"),
    "solution left out": (Planted(cm.Tiling, lambda p, _: right(p)[1:]), "planted"),
    "other solution": (
        Planted(cm.Tiling, lambda p, _: [s[1:] for s in right(p)]), "is not covered"),
    "one too many": (Counting(cm.Tiling, miscounts_blocks), "planted says 132"),
    "constraint dropped": (tampered(drop_cover_of(5)), "cp-sat:tampered"),
    "literal flipped": (tampered(flip_in_cover_of(5)), "cp-sat:tampered"),
}  # fmt: skip


@pytest.mark.parametrize("name", FAULTS)
def test_planted_fault_is_found_and_named(name: str) -> None:
    method, message = FAULTS[name]
    with planted(method):
        result = cm.crosscheck(DIMERS, limit=None, shrink_seconds=0)
    assert result.agree is False
    [case] = result.disagreements
    assert case.disagreement is not None
    assert method.name in case.disagreement.methods
    assert message in case.disagreement.reason


@pytest.mark.parametrize(
    ("method", "message"),
    [
        (Planted(cm.Tiling, lambda p, _: [right(p)[999]]), "IndexError"),
        (Planted(cm.Tiling, lambda p, _: sys.exit(0)), "SystemExit"),
        (Refusing(cm.Tiling, lambda p, _: []), "KeyError"),
    ],
    ids=["in its search", "by leaving", "before it is asked"],
)
def test_an_exception_is_an_error_of_its_method(method: Method, message: str) -> None:
    with planted(method):
        result = cm.crosscheck(DIMERS, limit=None, shrink_seconds=0)
    assert result.agree is None
    [check] = result.errors
    assert check.disagreement is not None
    assert check.disagreement.methods == ("planted",)
    assert message in check.disagreement.reason
    assert {opinion.method for opinion in check.opinions} > {"planted", "dlx", "cp-sat"}
    [case] = ET.fromstring(to_junit(result)).iter("testcase")
    assert case.find("failure") is None
    assert message in str(case.find("error").attrib["message"])  # type: ignore[union-attr]


def test_omission_that_the_count_does_not_show() -> None:
    """Every count is right, only the sets of solutions differ."""

    def wrong(puzzle: cm.Tiling, _: Run) -> list[Any]:
        return right(puzzle)[1:] + ([right(puzzle)[0]] if len(puzzle.region) < 4 else [])

    class Lies(Planted):
        def count(self, puzzle: Any, run: Run) -> int:
            return len(right(puzzle))

    with planted(Lies(cm.Tiling, wrong)):
        result = cm.crosscheck(DIMERS, questions=["count", "solve"], limit=None, shrink_seconds=0)
        assert result.agree
        assert cm.crosscheck(DIMERS, limit=None, shrink_seconds=0).agree is False


def shows(method: Any, puzzle: cm.Tiling) -> bool:
    with planted(method):
        terms = Terms(["dlx", method.name], limit=None)
        return check(Item(puzzle, "", Question.COUNT), terms).agree is False


def test_miscount_shrinks_to_the_smallest_region_that_shows_it() -> None:
    method = Counting(cm.Tiling, miscounts_blocks)
    start = cm.Tiling.of("3x4", "dominoes + trominoes", copies={"D": "1..", "*": "any"})
    with planted(method):
        [case] = cm.crosscheck(
            start, methods=["planted", "dlx"], limit=None, shrink_seconds=AGES
        ).checks
    assert isinstance(case.shrunk, cm.Tiling)
    assert set(case.shrunk.region) == BLOCK
    assert len(case.shrunk.shapes) == 1
    assert shows(method, case.shrunk)
    assert case.reason == "enumerate: dlx says 1; count: planted says 2"  # of the small one


@pytest.mark.parametrize("change", [drop_cover_of, flip_in_cover_of])
def test_tampered_model_shrinks_until_nothing_smaller_shows_it(
    change: Callable[[int], Callable[[cm.Tiling, Model], None]],
) -> None:
    """The constraint of the third cell is wrong: three cells are needed, all smaller are fine."""
    method = tampered(change(2))
    start = cm.Tiling.of("3x4", "trominoes + monomino", copies={"M": "0..4", "*": "any"})
    with planted(method):
        [case] = cm.crosscheck(
            start, methods=[method.name, "dlx"], limit=None, shrink_seconds=AGES
        ).checks
    small = case.shrunk
    assert isinstance(small, cm.Tiling)
    assert len(small.region) == 3
    assert shows(method, small)
    for size in range(3):
        for cells in combinations(small.region, size):
            assert not shows(method, cm.Tiling.of(cells, dict(small.shapes), dict(small.copies)))


def test_two_workers_lose_solutions_and_crosscheck_finds_it() -> None:
    """The trap that cubes avoid, in OR-Tools 9.15; once a release fails this, cubes may go."""
    puzzle = cm.Tiling.of("6x6", "dominoes")
    with planted(Counting(cm.Tiling, count_with_two_workers, "two-workers")):
        for seed in range(50):  # the first does; but threads meet as they like
            result = cm.crosscheck(
                puzzle, methods=["two-workers", "frontier"], questions=["count"], seed=seed,
                limit=None, shrink_seconds=0,
            )  # fmt: skip
            [case] = result.checks
            if result.agree is False:
                break
    assert result.agree is False
    counts = {each.method: each.number[1] for each in case.opinions}
    assert counts["frontier"] == 6728
    assert (counts["two-workers"] or 0) < 6728


def late(puzzle: cm.Tiling, run: Run) -> Iterator[Any]:
    run.stopped_by = Stop.TIME
    yield from ()


def test_limit_is_neither_agreement_nor_disagreement() -> None:
    with planted(Planted(cm.Tiling, late)):
        alone = cm.crosscheck(DIMERS, methods=["planted", "dlx"], limit=None)
        assert alone.agree is None
        assert alone.checks[0].unknown == ["planted solve: unknown (time limit)"]
        assert cm.crosscheck(DIMERS, methods=["planted", "dlx", "frontier"], limit=None).agree


def test_what_a_source_expects_is_one_more_opinion() -> None:
    for expected, agree in ((131, True), (130, False)):
        item = Item(DIMERS, "3x3", Question.COUNT, expected)
        assert cm.crosscheck([item], methods=["dlx"], limit=None, shrink_seconds=1).agree is agree
    shortest = cm.SlidingPuzzle.of("1 2 3 x 4 6 7 5 8")
    for expected, agree in ((3, True), (5, False)):
        item = Item(shortest, "near", Question.SOLVE, expected)
        result = cm.crosscheck([item], methods=["cp-sat"], limit=None, shrink_seconds=1)
        assert result.agree is agree


def test_options_of_optional_items_alone_are_chosen() -> None:
    """Found by random exact covers: Algorithm X never chose such options."""
    puzzle = cm.ExactCover.of("a b", ["a", "b", "a b"], bounds={"a": (0, 1), "b": (0, 1)})
    assert cm.crosscheck(puzzle, limit=None).agree
    assert cm.count(puzzle, method="algorithm-x").count == 5


@pytest.mark.parametrize("kind", registry.random_kinds())
@pytest.mark.parametrize("known", [True, False])
def test_smaller_versions_end(kind: str, known: bool) -> None:
    """Whichever smaller version is taken, there is an end."""
    for seed in range(8):
        puzzle, steps = random_puzzle(kind, seed), 0
        while True:
            solution = cm.solve(puzzle).solution if known else None
            versions = list(islice(smaller(puzzle, solution), 60))
            assert puzzle not in versions
            if not versions:
                break
            puzzle, steps = versions[(7 * steps + seed) % len(versions)], steps + 1
            assert steps < 200


@pytest.mark.parametrize("kind", registry.random_kinds())
def test_random_puzzles_differ_and_are_written_whole(kind: str, tmp_path: Path) -> None:
    puzzles = [random_puzzle(kind, seed) for seed in range(60)]
    assert len(set(puzzles)) > 25
    assert puzzles[7] == random_puzzle(kind, 7)
    for puzzle in puzzles:
        path = tmp_path / "puzzle.toml"
        path.write_text(str(cm.formats.write_puzzle(puzzle, "toml")))
        assert read_puzzles(path) == [puzzle]


@pytest.mark.parametrize("kind", registry.random_kinds())
def test_random_puzzles_have_none_one_and_several_solutions(kind: str) -> None:
    counts = [cm.count(random_puzzle(kind, seed), max_solutions=3).count for seed in range(60)]
    assert {0, 1, 3} <= set(counts)


def test_status_0_and_reports(easy: str, tmp_path: Path) -> None:
    junit, records = tmp_path / "out.xml", tmp_path / "out.jsonl"
    result = run(easy, "--junit", str(junit), "--json", str(records), "-o", str(tmp_path / "o"))
    assert result.exit_code == 0
    assert "1 of 1 puzzles agree" in result.stdout
    suite = ET.parse(junit).getroot()
    assert (suite.tag, suite.get("tests"), suite.get("failures")) == ("testsuites", "1", "0")
    [record] = map(json.loads, records.read_text().splitlines())
    assert record["agree"] is True
    assert not (tmp_path / "o").exists()


def test_status_1_names_a_command_that_shows_it_again(easy: str, tmp_path: Path) -> None:
    junit, records = tmp_path / "out.xml", tmp_path / "out.jsonl"
    options = ["-o", str(tmp_path / "o"), "--junit", str(junit), "--json", str(records)]
    with planted(Counting(cm.Tiling, miscounts_blocks)):
        result = run(easy, *options)
        assert result.exit_code == 1
        [file] = (tmp_path / "o").iterdir()
        text = file.read_text()
        command = next(line for line in text.splitlines() if "cpmodels crosscheck" in line)
        assert command in result.stdout.replace("show it: ", "# ")
        assert run(*command.split()[3:], "-o", str(tmp_path / "again")).exit_code == 1
    [puzzle] = read_puzzles(file)
    assert isinstance(puzzle, cm.Tiling)
    assert set(puzzle.region) == BLOCK
    failure = ET.parse(junit).getroot().find(".//failure")
    assert failure is not None
    assert "planted says" in failure.attrib["message"]
    [record] = map(json.loads, records.read_text().splitlines())
    assert record["file"] == str(file)
    schema = json.loads(CliRunner().invoke(app, ["schema"]).stdout)
    jsonschema.validate(record, schema)


def test_annotations_in_a_workflow(easy: str, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    with planted(Counting(cm.Tiling, miscounts_blocks)):
        result = run(easy, "-o", str(tmp_path / "o"), "--shrink", "0")
    [line] = [line for line in result.stdout.splitlines() if line.startswith("::error")]
    assert line.startswith(f"::error file={easy},title=crosscheck%3A ")
    assert "planted says 132" in line
    assert "%0A" in line


def test_status_3_when_too_few_could_say(easy: str) -> None:
    result = run(easy, "-m", "dlx")
    assert result.exit_code == 3
    assert "unknown" in result.stdout


@pytest.mark.parametrize(
    "words",
    [["no-such-file"], ["--corpus", "riddles"], ["--random", "riddle"], ["3x3", "-m", "magic"]],
    ids=" ".join,
)
def test_status_2(words: list[str], easy: str) -> None:
    result = run(*[easy if word == "3x3" else word for word in words])
    assert result.exit_code == 2
    assert "expected" in result.stderr or "no such file" in result.stderr


def test_corpus_by_prefix_and_commas_between_methods() -> None:
    result = run("--corpus", "4x4 tetrominoes", "-m", "dlx,frontier")
    assert result.exit_code == 0, result.output
    assert "frontier" in result.stdout
    assert "cp-sat" not in result.stdout


def test_kept_puzzles_are_files(tmp_path: Path) -> None:
    result = run("--random", "exact-cover", "-n", "3", "--keep", "-o", str(tmp_path), "-q")
    assert result.exit_code == 0
    files = sorted(tmp_path.iterdir())
    assert [read_puzzles(path) for path in files] == [
        [random_puzzle("exact-cover", seed)] for seed in range(3)
    ]


def test_ctrl_c_leaves_what_was_checked() -> None:
    def stop(case: object) -> None:
        raise KeyboardInterrupt

    result = cm.crosscheck([DIMERS, DIMERS], methods=["dlx", "frontier"], progress=stop)
    assert result.interrupted
    assert len(result.checks) == 1
    assert result.agree is None


WAITING = """
import sys, time
from pathlib import Path
import cpmodels as cm
from cpmodels.cli import main
from tests.planting import Planted

at_work = Path(sys.argv.pop(1))

def waits(puzzle, run):
    if puzzle.title.endswith("seed 2"):
        at_work.touch()
        while not run.should_stop():
            time.sleep(0.01)
    yield from cm.enumerate_solutions(puzzle, method="dlx")

cm.register(Planted(cm.Tiling, waits))
main()
"""


def test_ctrl_c_at_the_command_line(tmp_path: Path) -> None:
    """Two puzzles are done, and a method is at work on the third when the key is pressed."""
    at_work = tmp_path / "at work"
    words = ["--random", "tiling", "-n", "4", "-m", "dlx,planted", "--limit", str(AGES)]
    child = subprocess.Popen(
        [sys.executable, "-c", WAITING, str(at_work), "crosscheck", *words],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    while not at_work.exists():
        assert child.poll() is None
        time.sleep(0.05)
    child.send_signal(signal.SIGINT)
    out, err = child.communicate()
    assert child.returncode == 3
    assert "interrupted" in err
    assert "2 of 4 puzzles agree: not all are known" in out
    assert "Traceback" not in err


def test_none_by_presolve_is_asked_again_without() -> None:
    none = Item(cm.Tiling.of("1x3", "dominoes"), "three cells", Question.SOLVE)
    [opinion] = check(none, Terms(["cp-sat"], [Question.SOLVE])).opinions
    assert opinion.claim == "none, and without presolve none"

    def loses_by_presolve(puzzle: cm.Tiling, _: Run) -> list[Any]:
        presolve = current_presolve()
        presolve.used |= presolve.allowed
        return [] if presolve.allowed else right(puzzle)

    some = Item(cm.Tiling.of("2x3", "dominoes"), "six cells", Question.SOLVE)
    with planted(Planted(cm.Tiling, loses_by_presolve)):
        case = check(some, Terms(["planted"], [Question.SOLVE]))
    assert case.agree is False
    assert case.reason == "solve: planted says none, and without presolve solved"


def test_a_solver_presolves_where_it_may() -> None:
    model = tiling_model(DIMERS)
    for allowed in (True, False):
        with presolving(allowed=allowed) as presolve:
            solver = new_solver(model, Run(), every=False)
        assert solver.parameters.cp_model_presolve == presolve.used == allowed


def segfault(puzzle: Any, run: Run) -> Any:
    ctypes.string_at(0)


def loop_in_c(puzzle: Any, run: Run) -> Any:
    return [sum(itertools.repeat(0))]


def leak(puzzle: Any, run: Run) -> Any:
    blocks = []
    while True:
        blocks.append(ctypes.create_string_buffer(1 << 26))


@pytest.mark.parametrize(
    ("does", "message"),
    [
        (segfault, "planted crashed (SIGSEGV)"),
        (loop_in_c, "planted did not stop at its limit of 1 s and was killed"),
        (lambda puzzle, run: os._exit(0), "planted left without an answer"),
        (lambda puzzle, run: os._exit(7), "planted exited with status 7"),
        (lambda puzzle, run: [right(puzzle)[999]], "planted failed: IndexError"),
    ],
    ids=["segfault", "loop in C", "exit 0", "exit", "exception"],
)
def test_what_kills_a_process_is_an_error_of_its_method(does: Any, message: str) -> None:
    with planted(Planted(cm.Tiling, does)):
        result = cm.crosscheck(
            DIMERS, methods=["planted", "dlx", "frontier"], questions=["count"], limit=1,
            shrink_seconds=0, isolate=True,
        )  # fmt: skip
    assert result.agree is None
    [case] = result.errors
    assert case.reason.startswith(message)
    assert {o.method for o in case.opinions if o.conclusive} == {"dlx", "frontier"}


def test_a_leak_is_no_answer_and_kills_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[Item.__module__], "MEMORY", 1 << 28)
    with planted(Planted(cm.Tiling, leak)):
        [case] = cm.crosscheck(
            DIMERS, methods=["planted", "dlx"], questions=["count"], limit=20, isolate=True
        ).checks
    [opinion] = [o for o in case.opinions if o.method == "planted"]
    assert not opinion.conclusive
    assert opinion.stopped_by is Stop.MEMORY


def test_answers_of_other_processes_are_compared_as_ours() -> None:
    assert cm.crosscheck(DIMERS, methods=["dlx", "frontier"], isolate=True).agree
    method, message = next(iter(FAULTS.values()))
    with planted(method):
        result = cm.crosscheck(
            DIMERS, methods=[method.name, "dlx", "frontier"], shrink_seconds=0, isolate=True
        )
    assert result.agree is False
    assert message in result.disagreements[0].reason


@pytest.mark.parametrize(
    ("words", "setting", "isolates"),
    [([], "true", True), ([], "", False), (["--no-isolate"], "1", False),
     (["--isolate"], "false", True)],
)  # fmt: skip
def test_in_ci_questions_are_isolated(
    words: list[str], setting: str, isolates: bool, easy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CI", setting)
    seen = []
    monkeypatch.setattr(
        "cpmodels.cli.crosscheck.crosscheck",
        lambda items, **terms: seen.append(terms["isolate"]) or cm.CrossCheck(),
    )
    CliRunner().invoke(app, ["crosscheck", "-q", *words, easy])
    assert seen == [isolates]
