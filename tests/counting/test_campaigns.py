"""Crosscheck and audit on a cluster say what they say here; what differs can be repeated alone."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from pathlib import Path
from typing import Any, ClassVar

import pytest
from typer.testing import CliRunner

import cpmodels as cm
from cpmodels.cli import app
from cpmodels.crosschecking import cluster as module
from cpmodels.crosschecking.examination import Draw, as_item, draws
from cpmodels.errors import ClusterLost, InputError
from cpmodels.generate import random_puzzle
from tests.clusters import cluster, worker

pytest.importorskip("distributed")

SITE = '''
import cpmodels as cm
from cpmodels.kinds.registry import registry

class Wrong(cm.Method):
    """Says that one more solution exists where there are at least four."""
    name, side, puzzle = "wrong", "hand", cm.Tiling
    def count(self, puzzle, run):
        count = cm.count(puzzle, method="dlx").count
        return count + (count >= 4)

cm.register(Wrong())
'''


def test_a_draw_is_the_puzzle_of_its_seed_alone() -> None:
    for draw in draws(["tiling", "nonogram"], range(5, 8), 9):
        item = as_item(draw, "")
        assert item.puzzle == random_puzzle(draw.kind, draw.seed, size=9)
        assert item.repeat == f"--random {draw.kind} --cases 1 --seed {draw.seed} --size 9"
    with pytest.raises(InputError, match="no random puzzles of kind 'chess'"):
        list(draws(["chess"], range(3)))


@pytest.mark.slow
def test_a_disagreement_is_shrunk_where_it_is_and_ends_the_campaign_if_told(
    tmp_path: Path,
) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "wrongly.py").write_text(SITE)
    sys.path.insert(0, str(tmp_path / "site"))
    before = cm.kinds.registry.registry.snapshot()
    try:
        import wrongly  # noqa: F401

        with cluster(tmp_path, 0) as (where, _):
            path = f"{tmp_path / 'site'}:{Path(cm.__file__).parents[1]}"
            preload = ("--preload", "wrongly")
            workers = [worker(where, tmp_path, *preload, PYTHONPATH=path) for _ in range(2)]
            words = ["crosscheck", "--random", "tiling", "--cases", "30", "-m", "wrong,dlx",
                     "-Q", "count", "--cluster", where, "--out", str(tmp_path / "out")]  # fmt: skip
            result = CliRunner().invoke(app, [*words, "--fail-fast"])
            assert result.exit_code == 1, result.output
            assert result.output.count("\ndisagreement: ") == 1
            whole = CliRunner().invoke(app, words)
            assert whole.output.count("\ndisagreement: ") > 1
            for each in workers:
                each.kill()
                each.wait()
        repeat = result.output.split("it came of: cpmodels ")[1].splitlines()[0].split()
        again = ["-m", "wrong,dlx", "-Q", "count", "--out", str(tmp_path / "again")]
        alone = CliRunner().invoke(app, [*repeat, *again])
        assert alone.exit_code == 1
    finally:
        cm.kinds.registry.registry.restore(before)
        sys.path.remove(str(tmp_path / "site"))


@pytest.mark.slow
def test_an_audit_says_what_it_says_here() -> None:
    options: dict[str, Any] = {"cases": 15, "mutants": 3, "methods": ["cp-sat"]}
    here = cm.audit(["exact-cover", "board"], **options)
    there = cm.audit(["exact-cover", "board"], **options, cluster="local:2")
    assert [(g.subject.kind, g.group, g.fine, g.cases) for g in here.groups] == [
        (g.subject.kind, g.group, g.fine, g.cases) for g in there.groups
    ]
    assert [(m.mutant, m.outcome) for m in here.mutants] == [
        (m.mutant, m.outcome) for m in there.mutants
    ]
    assert (there.cases, there.agree) == (here.cases, here.agree)


def test_of_many_that_agree_only_the_first_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cpmodels.crosschecking.campaign.MOST_KEPT", 2)
    result = cm.crosscheck(draws(["board"], range(5)))
    assert (len(result.checks), result.agreements, result.agree) == (2, 5, True)
    assert max(row[0] for row in result.tally.values()) == 5


class Lost:
    """A cluster of which two puzzles come back, one as an error, and that is gone then."""

    def __class_getitem__(cls, item: Any) -> type[Lost]:
        return cls

    def __init__(self, client: Any, work: Any) -> None:
        self.flying, self.room, self._items, self._work = 0, 3, [], work

    def submit(self, item: Any, *arguments: Any) -> None:
        self.flying += 1
        self.room -= 1
        self._items.append((item, arguments))

    def receive(self, timeout: float) -> list[Any]:
        if len(self._items) < 3:
            raise ClusterLost("the scheduler is gone")
        (first, arguments), (second, _), _ = self._items
        self._items = []
        return [(first, self._work(*arguments)), (second, RuntimeError("it took its worker"))]

    def close(self) -> None:
        pass


def test_what_is_lost_is_not_agreed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "connected", nullcontext)
    monkeypatch.setattr(module, "Tasks", Lost)
    result = cm.crosscheck(draws(["board"], range(9)), cluster="somewhere")
    assert (len(result.checks), len(result.errors), result.lost) == (2, 1, "the scheduler is gone")
    assert result.agree is None
    assert result.errors[0].reason == "on its workers: RuntimeError: it took its worker"
    assert Draw("board", 1).repeat in result.errors[0].item.repeat


class Fragile:
    """A cluster on which tasks of several puzzles end their workers, and the fifth puzzle does."""

    sizes: ClassVar[list[int]] = []

    def __class_getitem__(cls, item: Any) -> type[Fragile]:
        return cls

    def __init__(self, client: Any, work: Any) -> None:
        self._items: list[Any] = []
        self._work = work

    @property
    def flying(self) -> int:
        return len(self._items)

    @property
    def room(self) -> int:
        return 2 - len(self._items)

    def submit(self, item: Any, *arguments: Any) -> None:
        self._items.append((item, arguments))
        self.sizes.append(len(item))

    def receive(self, timeout: float) -> list[Any]:
        item, arguments = self._items.pop(0)
        if len(item) > 1 or item[0][0] == 5:
            return [(item, RuntimeError("it took its worker"))]
        checks, _ = self._work(*arguments)
        return [(item, (checks, 1e-9))]  # so that the next ones go out together

    def close(self) -> None:
        pass


def test_of_puzzles_that_go_out_together_the_one_to_blame_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "connected", nullcontext)
    monkeypatch.setattr(module, "Tasks", Fragile)
    result = cm.crosscheck(draws(["board"], range(12)), methods=["dlx"], cluster="somewhere")
    assert max(Fragile.sizes) > 1
    assert len(result.checks) == result.first_open - 1 == 12
    assert [each.item.seed for each in result.errors] == [4]


def test_what_came_in_order_is_not_asked_again() -> None:
    result = cm.crosscheck([])
    for number, first in ((2, 1), (3, 1), (1, 4), (5, 4), (4, 6)):
        result.note(number)
        assert result.first_open == first
