"""``cpmodels make nonogram --image photo --size``: scaled, few colours, few cells changed."""

from __future__ import annotations

import io
from pathlib import Path
from random import Random

import pytest
from PIL import Image, ImageDraw
from typer.testing import CliRunner

import cpmodels as cm
from cpmodels.cli import app
from cpmodels.errors import InputError
from cpmodels.formats import parse_puzzles
from cpmodels.generate.nonogram_photo import photo_nonogram


def scene(seed: int = 0, size: tuple[int, int] = (120, 90)) -> Image.Image:
    """Some discs on a sky, with noise."""
    random = Random(seed)
    image = Image.new("RGB", size, (200, 220, 255))
    draw = ImageDraw.Draw(image)
    for _ in range(6):
        x, y, r = random.randrange(size[0]), random.randrange(size[1]), random.randrange(8, 30)
        shade = tuple(random.randrange(160) for _ in range(3))
        draw.ellipse((x - r, y - r, x + r, y + r), fill=shade)
    for _ in range(400):
        draw.point((random.randrange(size[0]), random.randrange(size[1])), fill=(0, 0, 0))
    return image


def data(image: Image.Image, format: str = "PNG") -> bytes:
    file = io.BytesIO()
    image.save(file, format)
    return file.getvalue()


def make(*words: object) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, ["make", "nonogram", *map(str, words)])
    return result.exit_code, result.stdout, result.stderr


@pytest.mark.parametrize(("seed", "format", "colours"), [(1, "JPEG", 1), (0, "PNG", 3)])
def test_one_solution_by_few_changes(tmp_path: Path, seed: int, format: str, colours: int) -> None:
    path = tmp_path / "photo"
    path.write_bytes(data(scene(seed), format))
    words = ("--image", path, "--size", "9x12", "--colours", colours)
    status, plain, _ = make(*words)
    assert status == 0
    [before] = parse_puzzles(plain)
    status, text, output = make(*words, "--unique", "--seed", 1, "-f", "json")
    [puzzle] = parse_puzzles(text)
    assert status == 0
    assert isinstance(before, cm.Nonogram)
    assert isinstance(puzzle, cm.Nonogram)
    assert bool(cm.is_unique(puzzle, method="cp-sat"))
    assert before.goal
    assert puzzle.goal
    changed = [
        f"{i + 1}, {j + 1}"
        for i, (a, b) in enumerate(zip(before.goal, puzzle.goal, strict=True))
        for j, (one, other) in enumerate(zip(a, b, strict=True))
        if one != other
    ]
    assert changed, "the photograph was chosen to have several solutions"
    assert puzzle.description.startswith(f"{len(changed)} cell")
    assert all(cell in puzzle.description for cell in changed)
    assert puzzle.description in output.replace("\n", " ")
    assert make(*words, "--unique", "--seed", 1, "-f", "json")[1] == text


def test_dark_is_filled_and_the_lightest_is_background() -> None:
    image = Image.new("RGB", (40, 20), (250, 250, 240))
    image.paste((20, 20, 60), (0, 0, 20, 20))
    image.paste((200, 30, 30), (20, 10, 40, 20))
    black = photo_nonogram(data(image), 2, 4)
    assert black.goal == ((1, 1, 0, 0), (1, 1, 1, 1))
    colours = photo_nonogram(data(image), 2, 4, colours=2)
    assert [c.rgb for c in colours.colours] == [(250, 250, 240), (200, 30, 30), (20, 20, 60)]
    assert colours.goal == ((2, 2, 0, 0), (2, 2, 1, 1))


def test_the_middle_is_taken_where_the_shape_differs() -> None:
    image = Image.new("L", (90, 30), 255)
    image.paste(0, (30, 0, 45, 30))
    image.paste(128, (0, 0, 30, 30))
    assert photo_nonogram(data(image), 2, 2).goal == ((1, 0), (1, 0))


@pytest.mark.parametrize(
    ("content", "words", "message"),
    [
        (b"P1 nonsense", ("--size", "4x4"), "expected PNG, JPEG"),
        (b"\x89PNG\r\n\x1a\nbroken", ("--size", "4x4"), "expected PNG, JPEG"),
        (data(Image.new("L", (9, 9), 7)), ("--size", "4x4"), "one shade"),
        (data(scene()), ("--size", "4by4"), "expected"),
        (data(scene()), ("--size", "0x4"), "expected 1 or more"),
        (data(scene()), ("--size", "9999x9999"), "at most 1,000,000 cells"),
        (data(scene()), ("--size", "4x4", "--colours", 40), "expected 1 to 31"),
        (data(scene()), ("--colours", 4), "goes with --size"),
    ],
)
def test_bad_photographs(
    tmp_path: Path, content: bytes, words: tuple[object, ...], message: str
) -> None:
    path = tmp_path / "photo.png"
    path.write_bytes(content)
    status, out, err = make("--image", path, *words)
    assert (status, out, err.count("\n")) == (2, "", 1), err
    assert message in err


def test_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "photo.png"
    path.write_bytes(data(scene(2)))
    status, out, err = make("--image", path, "--size", "9x12", "--unique", "--limit", 0)
    assert (status, out) == (3, "")
    assert "found in 0 s" in err
    monkeypatch.setattr("cpmodels.generate.nonogram_photo.MAX_PIXELS", 100)
    with pytest.raises(InputError, match="120 x 90 pixels, expected at most 100"):
        photo_nonogram(path.read_bytes(), 4, 4)
    assert make("--size", "4x4")[0] == 2
