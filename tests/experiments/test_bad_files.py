"""Experiment files that are invalid: one line, before anything is run."""

from __future__ import annotations

from pathlib import Path

import pytest

from cpmodels.errors import InputError
from cpmodels.experiments import Experiment, expand

GOOD = {"methods": '["dlx"]', "questions": '["count"]'}
TILING = {"kind": '"tiling"', "region": '"{n}x2"', "shapes": '"dominoes"', "range.n": '"2..3"'}
BAD: list[tuple[str, str, str]] = [
    ("limits", "memory", f'"{"9" * 40} GB"'),
    ("limits", "seconds", "inf"),
    ("limits", "cpu_seconds", "nan"),
    ("top", "methods", '[{name = "dlx", workers = inf}]'),
    ("top", "methods", '[{name = "dlx", deterministic = nan}]'),
    ("top", "imports", "5"),
    ("top", "imports", '[""]'),
    ("top", "imports", '["..x"]'),
    ("top", "imports", '["raises"]'),
    ("top", "imports", '["exits"]'),
    ("top", "repetitions", "1000000000"),
    ("top", "seeds", '"0..1e99999999999"'),
    ("top", "seeds", '"nan..3"'),
    ("top", "seeds", '"0..inf"'),
    ("top", "about", "9" * 5000),
    ("top", "about", "[" * 50_000),
    ("tiling", "kind", "[]"),
    ("tiling", "region", '"{n:>999999999}"'),
    ("tiling", "region", '"{n.real}"'),
    ("tiling", "region", "true"),
    ("tiling", "range.n", '"1..1e99999999999"'),
    ("files", "files", "5"),
    ("files", "files", '""'),
    ("files", "files", '"a**b"'),
    ("files", "files", '"\\u0000"'),
    ("files", "files", "[]"),
]


def written(folder: Path, part: str, key: str, value: str) -> Path:
    """A file that is right but for one value."""
    top = GOOD | ({key: value} if part == "top" else {})
    limits = {key: value} if part == "limits" else {}
    table = {key: value} if part == "files" else TILING | ({key: value} if part == "tiling" else {})
    lines = [f"{k} = {v}" for k, v in top.items()]
    lines += ["[limits]", *(f"{k} = {v}" for k, v in limits.items())]
    lines += ["[[puzzles]]", *(f"{k} = {v}" for k, v in table.items())]
    path = folder / "experiment.toml"
    path.write_text("\n".join(lines))
    return path


@pytest.mark.parametrize(("part", "key", "value"), BAD)
def test_a_value_that_cannot_be_meant_is_refused(
    part: str, key: str, value: str, tmp_path: Path
) -> None:
    (tmp_path / "raises.py").write_text("1 / 0\n")
    (tmp_path / "exits.py").write_text("import sys\nsys.exit(0)\n")
    path = written(tmp_path, part, key, value)
    with pytest.raises(InputError) as refusal:
        expand(Experiment.read(path))
    assert "\n" not in str(refusal.value)


def test_the_same_file_without_the_bad_value_is_expanded(tmp_path: Path) -> None:
    assert len(expand(Experiment.read(written(tmp_path, "none", "", ""))).cases) == 2
