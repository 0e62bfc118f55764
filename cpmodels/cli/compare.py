"""The command compare: every method, one question, and whether they agree."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Annotated

import typer

from cpmodels import corpus
from cpmodels.answers.answer import Question
from cpmodels.asking.comparison import Comparison
from cpmodels.asking.comparison import compare as compare_methods
from cpmodels.cli import options
from cpmodels.cli.answer_table import AnswerTable
from cpmodels.cli.command import (
    AGREED,
    DISAGREED,
    FAILED,
    UNKNOWN,
    Command,
    or_left_out,
    status_of,
    worst,
)
from cpmodels.cli.output import emit_json
from cpmodels.cli.sources import NamedPuzzle, read_sources
from cpmodels.cli.terminal import err, out, working
from cpmodels.crosschecking.campaign import crosscheck
from cpmodels.crosschecking.check import Item
from cpmodels.crosschecking.culprit import Culprit
from cpmodels.crosschecking.opinion import meets

__all__ = ["add_to"]


def compare(
    sources: options.MaybeSources = None,
    question: Annotated[
        Question | None, typer.Option("--question", "-Q", help="Default: what suits the puzzle.")
    ] = None,
    method: options.Method = None,
    limit: options.Limit = 60.0,
    workers: options.Workers = 1,
    seed: options.Seed = 0,
    expect: options.Expect = None,
    by: options.By = None,
    goal: options.Goal = None,
    given: options.Given = None,
    format: options.Format = None,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> int:
    """Ask every method that can answer, and say whether they agree.

    Without a source: a table of real puzzles, each by the model and by hand.

    Example: cpmodels compare my.non --limit 10
    """
    if sources:
        items = read_sources(sources, format, goal, given)
    else:
        items = [NamedPuzzle(case.puzzle, case.name, case) for case in corpus.showcase()]
    table = None if json or quiet else AnswerTable()
    ask = partial(compare_methods, methods=method, limit=limit, workers=workers, seed=seed, by=by)
    results: list[tuple[Comparison, bool | None]] = []
    for item in items:
        with or_left_out(len(items) > 1, item.name):
            result, fits = _compare_one(item, question, expect, ask, table)
            results.append((result, fits))
            if json:
                _emit_comparison(item, result, fits)
    status = _status(results)
    if not json:
        _print_verdict(results, status, len(items))
    return status


def add_to(app: typer.Typer) -> None:
    """Put the command into the app."""
    app.command(cls=Command)(compare)


def _compare_one(
    item: NamedPuzzle,
    question: Question | None,
    expect: int | None,
    ask: Callable[..., Comparison],
    table: AnswerTable | None,
) -> tuple[Comparison, bool | None]:
    """The comparison, and whether what is expected was met (or nothing is)."""
    if item.case is not None:
        question = question or item.case.question
        if expect is None and question == item.case.question:
            expect = item.case.expected
    if table is not None:
        table.open(item.name, str(question or item.puzzle.default_question))
    with working(f"comparing {item.name}", silent=table is None):
        progress = None if table is None else table.add
        result = ask(item.puzzle, question=question, progress=progress)
    fits = _meets(result, expect)
    if table is not None:
        table.close(result, expect if fits is False else None)
    return result, fits


def _meets(result: Comparison, expect: int | None) -> bool | None:
    """Whether what is expected was found, if anything is; None when no answer is conclusive."""
    if expect is None:
        return True
    fits = {meets(answer, expect, result.puzzle.optimising) for answer in result}
    return False if False in fits else True if True in fits else None


def _status(results: Sequence[tuple[Comparison, bool | None]]) -> int:
    statuses = [status_of(each) for result, fits in results for each in (result.agree, fits)]
    failed = any(result.errors for result, _ in results)
    return worst(*statuses, FAILED if failed else AGREED)


def _print_verdict(
    results: Sequence[tuple[Comparison, bool | None]], status: int, puzzles: int
) -> None:
    for result, _ in results:
        if result.reason:
            err.print(f"disagreement: {result.puzzle.describe()}: {result.reason}", style="red")
            for culprit in _culprits(result):
                err.print(f"  wrong: {culprit}", style="red", markup=False)
        for why in result.errors.values():
            err.print(f"error: {result.puzzle.describe()}: {why}", style="red")
    agreements = sum(result.agree is True and fits is True for result, fits in results)
    words = {AGREED: "all agree", DISAGREED: "DISAGREEMENT", FAILED: "ERRORS of methods"}
    word = words.get(status, "not all are known")
    if status == AGREED and len(results) < puzzles:
        word = "the others were left out" if results else "all were left out"
    elif status == UNKNOWN and all(len(result.answers) == 1 for result, _ in results):
        word = "one method alone, nothing to compare"
    out.print(f"{agreements} of {puzzles} puzzles agree: {word}")


def _culprits(result: Comparison) -> list[Culprit]:
    """Who is wrong, on a smaller puzzle about which the same methods differ."""
    names = [*(answer.method for answer in result), *result.failures]
    item = Item(result.puzzle, "compared", result.question)
    campaign = crosscheck([item], methods=names, limit=10.0, shrink_seconds=10.0)
    return campaign.checks[0].culprits if campaign.checks else []


def _emit_comparison(item: NamedPuzzle, result: Comparison, fits: bool | None) -> None:
    emit_json(
        {
            "puzzle": item.name,
            "description": item.puzzle.describe(),
            "question": str(result.question),
            "agree": result.agree,
            "expectation_met": fits,
            "supported_by": list(result.supported_by),
            "reason": result.reason,
            "failures": result.failures,
            "errors": result.errors,
            "answers": [answer.as_dict() for answer in result],
        }
    )
