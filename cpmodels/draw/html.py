"""What notebooks show: answers, comparisons and models as tables, search profiles as bars."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING

from cpmodels.answers.answer import Answer
from cpmodels.draw.picture import to_svg
from cpmodels.draw.profile import profile_canvas
from cpmodels.errors import InputError

if TYPE_CHECKING:
    from cpmodels.asking.comparison import Comparison
    from cpmodels.models.model import Model

__all__ = ["answer_html", "comparison_html", "model_html"]


def answer_html(answer: Answer) -> str:
    """The answer in words, the picture of its solution (and of the second), the profile."""
    seconds = answer.build_seconds + answer.solve_seconds
    what = f"{answer.puzzle.describe()}: {answer} [{answer.method}, {seconds:.3f} s]"
    parts = [f"<p>{escape(what)}{escape(f'; {answer.note}' if answer.note else '')}</p>"]
    for solution in (answer.solution, answer.second):
        if solution is not None:
            parts.append(_picture(answer, solution))
    if answer.effort.levels and answer.solution is None:
        parts.append(profile_canvas(answer.effort.levels).svg())
    return "\n".join(parts)


def comparison_html(comparison: Comparison) -> str:
    """A table of the answers, and whether they agree.

    Examples
    --------
    >>> import cpmodels as cm
    >>> "agree" in comparison_html(cm.compare(cm.Tiling.of("2x3", "dominoes")))
    True
    """
    rows = [
        (a.method, str(a), f"{a.build_seconds:.3f}", f"{a.solve_seconds:.3f}",
         "" if a.effort.nodes is None else f"{a.effort.nodes:,}")
        for a in comparison
    ]  # fmt: skip
    rows += [
        (name, why, "", "", "") for name, why in (comparison.failures | comparison.errors).items()
    ]
    words = {True: "agree", False: "DISAGREE", None: "unknown"}[comparison.agree]
    text = words + (f": {comparison.reason}" if comparison.reason else "")
    caption = f"{comparison.puzzle.describe()}: {comparison.question}"
    table = _table(caption, ("method", "answer", "build s", "solve s", "nodes"), rows)
    return f"{table}<p>{escape(text)}</p>"


def model_html(model: Model) -> str:
    """A table of the groups of constraints.

    Examples
    --------
    >>> from cpmodels import Tiling
    >>> from cpmodels.models.tiling import tiling_model
    >>> "<td>cover</td><td>6</td>" in model_html(tiling_model(Tiling.of("2x3", "dominoes")))
    True
    """
    rows = [
        (g.name, f"{g.size:,}", "implied" if g.implied else "defining", g.about)
        for g in model.groups
    ]
    variables = len(model.cp.proto.variables)
    caption = f"model {model.name}: {variables:,} variables, {len(model.primary):,} primary"
    return _table(caption, ("group", "constraints", "kind", "about"), rows)


def _picture(answer: Answer, solution: object) -> str:
    try:
        return to_svg(answer.puzzle, solution)
    except InputError as none:
        return f"<p>({escape(str(none))})</p>"


def _table(caption: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [f"<table><caption>{escape(caption)}</caption>", _row(head, "th")]
    return "".join([*lines, *(_row(row, "td") for row in rows), "</table>"])


def _row(cells: Sequence[str], tag: str) -> str:
    return "<tr>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in cells) + "</tr>"
