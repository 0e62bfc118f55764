"""The table of answers, printed a line at a time as each method answers."""

from __future__ import annotations

from rich.text import Text

from cpmodels.answers.answer import Answer
from cpmodels.answers.support import beside
from cpmodels.asking.comparison import Comparison
from cpmodels.cli.terminal import out

__all__ = ["AnswerTable"]

_LINE = "  {:<18} {:>27} {:>8} {:>8} {:>12}"


class AnswerTable:
    """A block for each puzzle: its name, a line for each method, and whether they agree."""

    def __init__(self) -> None:
        head = _LINE.format("method", "answer", "build s", "solve s", "nodes")
        out.print(Text(head.rstrip(), "bold"))

    def open(self, name: str, question: str) -> None:
        """Begin a puzzle."""
        out.print(Text(f"{name}: {question}", "bold cyan"))

    def add(self, answer: Answer) -> None:
        """One method's answer."""
        effort = answer.effort
        nodes = effort.nodes if effort.nodes is not None else effort.branches
        line = _LINE.format(
            answer.method,
            str(answer),
            f"{answer.build_seconds:.3f}",
            f"{answer.solve_seconds:.3f}",
            "" if nodes is None else f"{nodes:,}",
        )
        out.print(Text(line.rstrip()))

    def close(self, result: Comparison, unmet: int | None) -> None:
        """Whether they agree; `unmet` is the value that was expected and not found."""
        for why in (result.failures | result.errors).values():
            out.print(Text(f"  {why}", "red"))
        agree = f"agree{beside(result.supported_by)}"
        words = {True: (agree, "green"), False: ("DISAGREE", "red"), None: ("unknown", "yellow")}
        word, style = words[result.agree]
        reason = f": {result.reason}" if result.reason else ""
        out.print(Text(f"  {word}{reason}", style))
        if unmet is not None:
            out.print(Text(f"  expected {unmet:,}", "red"))
