"""The survey of a directory: its table and its exit status."""

from __future__ import annotations

import csv

import pytest

from scripts.nonogram_survey import main

GOOD = "2 2\n1\n1\n1\n1\n"
NONE = "2 2\n2\n1\n1\n1\n"
BAD = "2 2\n1\n"


def survey(monkeypatch, *words):
    monkeypatch.setattr("sys.argv", ["survey", *map(str, words)])
    return main()


@pytest.mark.parametrize(
    ("files", "status"),
    [
        ({"a.nin": GOOD}, 0),
        ({"a.nin": GOOD, "b.nin": NONE}, 0),
        ({"a.nin": GOOD, "b.nin": BAD}, 2),
        ({"a.txt": "nothing that is a puzzle"}, 2),
    ],
)
def test_status(tmp_path, monkeypatch, capsys, files, status):
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    assert survey(monkeypatch, tmp_path) == status
    output = capsys.readouterr().out
    assert all(name in output for name in files if name.endswith(".nin"))


def test_table(tmp_path, monkeypatch, capsys):
    for name, text in {"a.nin": GOOD, "b.nin": NONE, "c.nin": BAD}.items():
        (tmp_path / name).write_text(text)
    survey(monkeypatch, tmp_path, "--csv", tmp_path / "out.csv")
    with open(tmp_path / "out.csv", newline="", encoding="utf-8") as file:
        first, second, third = csv.DictReader(file)
    assert (first["cp-sat"], first["line-search"], first["agree"]) == ("several", "several", "yes")
    assert (second["cp-sat"], second["line-search"], second["status"]) == ("none", "none", "0")
    assert third["status"] == "2"
    assert "1 clues, expected 4" in capsys.readouterr().out
