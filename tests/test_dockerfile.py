"""What the Dockerfile names is there: nothing here builds it."""

from __future__ import annotations

import json
import re
import tomllib
from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TEXT = (ROOT / "Dockerfile").read_text().replace("\\\n", " ")
STEPS = [line.split(maxsplit=1) for line in TEXT.splitlines() if line[:1].isalpha()]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def steps(name: str) -> list[str]:
    """What follows the instruction, each time."""
    return [rest for step, rest in STEPS if step == name]


def test_what_is_copied_is_there_and_is_all_that_the_context_lets_in() -> None:
    sources = {
        source
        for step in steps("COPY")
        if not step.startswith("--from")
        for source in step.split()[:-1]
    }
    lines = (ROOT / ".dockerignore").read_text().split()
    assert lines[0] == "*"
    allowed = {line[1:] for line in lines if line.startswith("!")}
    assert sources == allowed
    assert all((ROOT / source).exists() for source in sources)
    assert not any(fnmatch(source, line) for source in sources for line in lines[1:])


def test_the_command_is_one_of_the_package_and_so_are_its_extras() -> None:
    [entry] = map(json.loads, steps("ENTRYPOINT"))
    assert entry[0] in PROJECT["scripts"]
    [extras] = re.findall(r'"\.\[([a-z,]+)\]"', TEXT)
    assert {*extras.split(",")} <= PROJECT["optional-dependencies"].keys()


def test_it_runs_as_a_user_without_rights_who_owns_what_is_written() -> None:
    [user] = steps("USER")
    created = " ".join(steps("RUN"))
    assert user != "0"
    assert f"--uid {user} " in created
    [volumes] = map(json.loads, steps("VOLUME"))
    assert re.search(rf"chown \S+ {' '.join(volumes)}(\s|$)", created)
    [environment] = steps("ENV")
    assert "CPMODELS_CACHE=/cache " in f"{environment} "


def test_its_python_is_one_that_the_package_supports() -> None:
    images = re.findall(r"^FROM python:([\d.]+)-slim", TEXT, re.MULTILINE)
    assert len({*images}) == 1
    least = re.findall(r"\d+", PROJECT["requires-python"])
    assert tuple(map(int, images[0].split("."))) >= tuple(map(int, least[:2]))
