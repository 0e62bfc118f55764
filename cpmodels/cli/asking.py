"""The commands that ask: compare, solve, count, unique, enumerate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import typer

from cpmodels import corpus, questions
from cpmodels.answers import Answer, Question, Stop, Verdict
from cpmodels.cli import common
from cpmodels.cli.common import AGREED, DISAGREED, UNKNOWN, Command, Stated, err, out, stated
from cpmodels.cli.judging import judge
from cpmodels.cli.showing import picture, picture_paths, print_answer, print_profile, write_pictures
from cpmodels.cli.tables import AnswerTable
from cpmodels.comparison import Comparison
from cpmodels.comparison import compare as compare_methods
from cpmodels.errors import InputError
from cpmodels.run import Run

__all__ = ["add_to"]

Animation = Annotated[
    str | None,
    typer.Option("--animation", help="Write an SVG that moves: a path, or a board piece by piece."),
]
Symmetry = Annotated[
    bool, typer.Option("--up-to-symmetry", help="One for each class of turned and mirrored ones.")
]
Profile = Annotated[
    bool, typer.Option("--profile", help="Show the nodes at each level of the search.")
]
Expect = Annotated[
    int | None, typer.Option("--expect", help="The count (or moves) expected; else status 1.")
]
Most = Annotated[
    int | None,
    typer.Option("--max", min=1, help='Stop after so many: "at least", unknown, status 3.'),
]
Wanted = Annotated[
    int | None,
    typer.Option("--max", min=1, help="Show so many at most; they were asked for: status 0."),
]


def compare(
    sources: common.MaybeSources = None,
    question: Annotated[
        Question | None, typer.Option("--question", "-Q", help="Default: what suits the puzzle.")
    ] = None,
    method: common.Method = None,
    limit: common.Limit = 60.0,
    workers: common.Workers = 1,
    seed: common.Seed = 0,
    expect: Expect = None,
    format: common.Format = None,
    json: common.Json = False,
    quiet: common.Quiet = False,
) -> int:
    """Ask every method that can answer, and say whether they agree.

    Without a source: a table of real puzzles, each by the model and by hand.

    Example: cpmodels compare my.non --limit 10
    """
    if sources:
        asked = stated(sources, format)
    else:
        asked = [Stated(case.puzzle, case.name, case) for case in corpus.showcase()]
    table = None if json or quiet else AnswerTable()
    results: list[tuple[Comparison, bool]] = []
    for item in asked:
        with common.or_left_out(len(asked) > 1, item.name):
            result, met = _compare_one(item, question, method, limit, workers, seed, expect, table)
            results.append((result, met))
            if json:
                _emit_comparison(item, result, met)
    status = _status(results)
    if not json:
        _print_verdict(results, status)
    return status


def solve(
    sources: common.Sources,
    method: common.Method = None,
    limit: common.Limit = None,
    workers: common.Workers = 1,
    seed: common.Seed = 0,
    svg: common.Svg = None,
    png: common.Png = None,
    animation: Animation = None,
    profile: Profile = False,
    format: common.Format = None,
    json: common.Json = False,
    quiet: common.Quiet = False,
) -> int:
    """Show one solution (a best one, where solutions have a measure), or prove that none exists.

    With --format judge, a file of sliding boards is answered line by line, as a stream.

    Example: cpmodels make tiling 6x10 pentominoes --copies 1 | cpmodels solve -
    """
    pictures = {"svg": svg, "png": png, "animation": animation}
    if format == "judge" and len(sources) == 1 and not (json or method or any(pictures.values())):
        return judge(sources[0])
    return _ask_all(
        Question.SOLVE, sources, method, limit, workers, seed, format, json, quiet, profile,
        pictures=pictures,
    )  # fmt: skip


def count(
    sources: common.Sources,
    method: common.Method = None,
    limit: common.Limit = None,
    workers: common.Workers = 1,
    seed: common.Seed = 0,
    most: Most = None,
    expect: Expect = None,
    symmetry: Symmetry = False,
    profile: Profile = False,
    format: common.Format = None,
    json: common.Json = False,
    quiet: common.Quiet = False,
) -> int:
    """Count the solutions: an exact number, or "at least" one when a limit was hit.

    Example: cpmodels count "6x6 tetrominoes:IOTS" -m dlx --expect 1409
    """
    return _ask_all(
        Question.COUNT, sources, method, limit, workers, seed, format, json, quiet, profile,
        most=most, expect=expect, symmetry=symmetry,
    )  # fmt: skip


def unique(
    sources: common.Sources,
    method: common.Method = None,
    limit: common.Limit = None,
    workers: common.Workers = 1,
    seed: common.Seed = 0,
    format: common.Format = None,
    json: common.Json = False,
    quiet: common.Quiet = False,
) -> int:
    """Say whether there is exactly one solution, and show two when there are more.

    Example: cpmodels unique my.non
    """
    return _ask_all(Question.UNIQUE, sources, method, limit, workers, seed, format, json, quiet)


def enumerate_(
    sources: common.Sources,
    method: common.Method = None,
    limit: common.Limit = None,
    workers: common.Workers = 1,
    seed: common.Seed = 0,
    most: Wanted = None,
    symmetry: Symmetry = False,
    format: common.Format = None,
    json: common.Json = False,
    quiet: common.Quiet = False,
) -> int:
    """Show every solution, or so many as are wanted, as they come.

    Status 3: a limit or Ctrl-C came before all, or before so many as were wanted.

    Example: cpmodels enumerate "3x20 pentominoes, 1" --max 2
    """
    status = AGREED
    items = stated(sources, format)
    for item in items:
        with common.or_left_out(len(items) > 1, item.name):
            stream = questions.enumerate_solutions(
                item.puzzle, method=_one(method), limit=limit, workers=workers, seed=seed,
                max_solutions=most, up_to_symmetry=symmetry,
            )  # fmt: skip
            answer = _show_each(item, stream, json=json, quiet=quiet)
            if not (answer.complete or answer.stopped_by is Stop.SOLUTIONS):
                status = UNKNOWN
    return status


def _show_each(item: Stated, stream: questions.Solutions, *, json: bool, quiet: bool) -> Answer:
    try:
        for number, solution in enumerate(stream, 1):
            if json:
                common.emit_json({"puzzle": item.name, "number": number, "solution": solution})
            else:
                head = "" if quiet else f"{number}:\n"
                print(f"{head}{picture(item, solution)}", flush=True)
    finally:
        stream.close(Stop.INTERRUPT)
        if not quiet:
            err.print(f"{item.name}: {stream.answer}", highlight=False, markup=False)
    return stream.answer


def add_to(app: typer.Typer) -> None:
    """Put the commands into the app."""
    for command in (compare, solve, count, unique):
        app.command(cls=Command)(command)
    app.command("enumerate", cls=Command)(enumerate_)


def _ask_all(
    question: Question,
    sources: Sequence[str],
    method: Sequence[str] | None,
    limit: float | None,
    workers: int,
    seed: int,
    format: str | None,
    json: bool,
    quiet: bool,
    profile: bool = False,
    *,
    pictures: Mapping[str, str | None] | None = None,
    most: int | None = None,
    expect: int | None = None,
    symmetry: bool = False,
) -> int:
    status = AGREED
    items = stated(sources, format)
    several = len(items) > 1
    for item, places in zip(items, picture_paths(items, pictures or {}), strict=True):
        with common.or_left_out(several, item.name):
            with _progress(f"{question} {item.name}", quiet or json) as told:
                answer = questions.ask(
                    question, item.puzzle, _one(method),
                    Run(limit, workers, seed, progress=told, up_to_symmetry=symmetry),
                    max_solutions=most,
                )  # fmt: skip
            print_answer(item, answer, json=json, quiet=quiet, several=several)
            if profile and not json:
                print_profile(answer)
            status = common.worst(status, _status_of(item, answer, expect))
            if answer.solution is not None:
                write_pictures(item, answer.solution, places)
    return status


def _status_of(item: Stated, answer: Answer, expect: int | None) -> int:
    value = answer.objective if item.puzzle.optimising and expect is not None else answer.count
    if expect is not None and (not answer.complete or value != expect):
        err.print(f"cpmodels: expected {expect:,}, found {answer}", style="red")
        return DISAGREED if answer.complete else UNKNOWN
    return UNKNOWN if answer.verdict is Verdict.UNKNOWN else AGREED


class _progress:
    """A line on a terminal's stderr while a method works; with the share done when it tells."""

    def __init__(self, text: str, silent: bool) -> None:
        self._text = text
        self._status = None if silent or not err.is_terminal else err.status(text)

    def __enter__(self) -> Any:
        if self._status is None:
            return None
        self._status.start()
        return lambda share: self._status.update(f"{self._text}: {share:.1%}")

    def __exit__(self, *_: object) -> None:
        if self._status is not None:
            self._status.stop()


def _compare_one(
    item: Stated,
    question: Question | None,
    methods: Sequence[str] | None,
    limit: float | None,
    workers: int,
    seed: int,
    expect: int | None,
    table: AnswerTable | None,
) -> tuple[Comparison, bool]:
    """The comparison, and whether what is expected was met (or nothing is)."""
    if item.case is not None:
        question = question or item.case.question
        if expect is None and question == item.case.question:
            expect = item.case.expected
    if table is not None:
        table.open(item.name, str(question or item.puzzle.asked))
    with _progress(f"comparing {item.name}", table is None):
        result = compare_methods(
            item.puzzle, question=question, methods=methods, limit=limit,
            workers=workers, seed=seed, told=table.add if table is not None else None,
        )  # fmt: skip
    met = _meets(result, expect)
    if table is not None:
        table.close(result, None if met else expect)
    return result, met


def _meets(result: Comparison, expect: int | None) -> bool:
    if expect is None:
        return True
    values = [
        answer.count if answer.count is not None else answer.objective
        for answer in result
        if answer.complete
    ]
    return all(value == expect for value in values)


def _status(results: Sequence[tuple[Comparison, bool]]) -> int:
    if any(result.agree is False or not met for result, met in results):
        return DISAGREED
    return UNKNOWN if any(result.agree is None for result, _ in results) else AGREED


def _print_verdict(results: Sequence[tuple[Comparison, bool]], status: int) -> None:
    for result, _ in results:
        if result.reason:
            err.print(f"disagreement: {result.puzzle.describe()}: {result.reason}", style="red")
    agreed = sum(result.agree is True and met for result, met in results)
    word = {AGREED: "all agree", DISAGREED: "DISAGREEMENT", UNKNOWN: "not all are known"}[status]
    if status == UNKNOWN and all(len(result.answers) == 1 for result, _ in results):
        word = "one method alone, nothing to compare"
    out.print(f"{agreed} of {len(results)} puzzles agree: {word}", highlight=False)


def _emit_comparison(item: Stated, result: Comparison, met: bool) -> None:
    common.emit_json(
        {
            "puzzle": item.name,
            "description": item.puzzle.describe(),
            "question": str(result.question),
            "agree": result.agree,
            "expectation_met": met,
            "reason": result.reason,
            "answers": [answer.as_dict() for answer in result],
        }
    )


def _one(methods: Sequence[str] | None) -> str | None:
    if methods is not None and len(methods) > 1:
        raise InputError("several methods, expected one here; see compare")
    return methods[0] if methods else None
