"""The examples of the pages run: console sessions here or in a shell, Python ones as doctests.

In the output, ``...`` stands for anything, and numbers with three decimals (times) for each other.
"""

from __future__ import annotations

import doctest
import importlib.util
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from cpmodels.cli import app

ROOT = Path(__file__).parent.parent
PAGES = sorted(ROOT.joinpath("docs").glob("*.md"))
BLOCK = re.compile(r"^```(console|pycon)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
README = re.compile(r"^    \$ (cpmodels .*)$", re.MULTILINE)
FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


def output_of(command: str, directory: Path) -> str:
    """What a command says: a plain one of ours in this process, others in a shell."""
    if not re.fullmatch(r"cpmodels [\w\s.,:/=%@+-]*(; (echo status|echo) \$\?)?", command):
        return shell(command, directory)
    line, _, echo = command.partition("; echo ")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(directory)
        patch.setenv("NO_COLOR", "1")
        patch.setenv("COLUMNS", "200")
        result = CliRunner().invoke(app, shlex.split(line)[1:])
    status = echo.replace("$?", str(result.exit_code))
    return f"{result.output}{status}\n" if status else result.output


def shell(command: str, directory: Path) -> str:
    paths = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", command], cwd=directory, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        env=os.environ | {"PATH": paths, "NO_COLOR": "1", "COLUMNS": "200", "LC_ALL": "C.UTF-8"},
    )  # fmt: skip
    return done.stdout


def sessions(block: str) -> list[tuple[str, str]]:
    """Commands and their expected output; ``$ echo $?`` joins the command before it."""
    pairs: list[tuple[str, str]] = []
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        lines = part.splitlines()
        heredoc = next((i for i, line in enumerate(lines) if i and line == "END"), 0)
        command, reply = "\n".join(lines[: heredoc + 1]), "\n".join(lines[heredoc + 1 :])
        if command == "echo $?":
            before, output = pairs.pop()
            command, reply = f"{before}; echo $?", f"{output}\n{reply}"
        pairs.append((command, reply))
    return pairs


def matches(expected: str, reply: str) -> bool:
    """Line by line, without what varies."""
    lines = [
        "\n".join(line.rstrip() for line in text.strip().splitlines()) for text in (expected, reply)
    ]
    pattern, plain = (re.sub(r"\d+\.\d{3}", "0.000", text) for text in lines)
    return re.fullmatch(re.escape(pattern).replace(r"\.\.\.", ".*?"), plain, re.DOTALL) is not None


def blocks(page: Path, kind: str) -> str:
    matches = BLOCK.findall(page.read_text(encoding="utf-8"))
    return "".join(block for its_kind, block in matches if its_kind == kind)


def pages(kind: str, quick: tuple[str, ...]) -> list[Any]:
    """The pages with such examples; a shell starts each command anew, so most of those are slow."""
    return [
        pytest.param(page, marks=() if page.stem in quick else pytest.mark.slow, id=page.stem)
        for page in PAGES
        if blocks(page, kind)
    ]


@pytest.mark.parametrize("page", pages("console", ("index",)))
def test_the_commands_of_a_page_say_what_it_shows(page: Path, tmp_path: Path) -> None:
    for command, expected in sessions(blocks(page, "console")):
        output = output_of(command, tmp_path)
        assert matches(expected, output), f"$ {command}\n{output}\nexpected:\n{expected}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_what_a_page_includes_is_there(page: Path) -> None:
    spec = importlib.util.spec_from_file_location("hooks", ROOT / "docs" / "hooks.py")
    assert spec is not None
    assert spec.loader is not None
    hooks = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(hooks)
    markdown = page.read_text(encoding="utf-8")
    built = hooks.on_page_markdown(markdown)
    assert "<!-- include" not in built
    for path, name in hooks.INCLUDE.findall(markdown):
        compile(hooks.source(path, name or None), path, "exec")


EVERY = tuple(page.stem for page in PAGES)


@pytest.mark.parametrize("page", pages("pycon", EVERY))
def test_the_python_of_a_page_says_what_it_shows(page: Path) -> None:
    text = blocks(page, "pycon")
    test = doctest.DocTestParser().get_doctest(text, {}, page.name, page.name, 0)
    failures: list[str] = []
    doctest.DocTestRunner(optionflags=FLAGS).run(test, out=failures.append)
    assert not failures, "".join(failures)


@pytest.mark.slow
def test_the_commands_of_the_readme_run(tmp_path: Path) -> None:
    commands = README.findall((ROOT / "README.md").read_text(encoding="utf-8"))
    assert commands
    for command in commands:
        output = output_of(f"{command}; echo status $?", tmp_path)
        assert output.endswith("status 0\n"), f"{command}\n{output}"


def test_links_between_pages_lead_somewhere() -> None:
    for page in PAGES:
        for link in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            # the pages of the gallery are made with the docs, beside their pictures
            target = re.sub(r"^gallery/(\w+)\.html$", r"gallery/\1.svg", link)
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_the_comparison_of_output_tells_apart() -> None:
    assert matches("a [0.123 s]\n...\nend", "a [9.876 s]\nx\ny\nend")
    assert not matches("a 1,409", "a 1,408")
    assert not matches("a", "a\nb")
