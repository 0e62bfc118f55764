"""The tree of a count: nothing twice, nothing lost, and an estimate that says how sure it is."""

from __future__ import annotations

from math import inf
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpmodels import Question, Tiling
from cpmodels.answers.run import Run
from cpmodels.counting.tree import Tree
from cpmodels.kinds.registry import registry
from cpmodels.kinds.splitting import WHOLE, Cube


def random_tree(rng: Random, splits: int) -> tuple[Tree, int]:
    """A tree of random cubes of which none is counted, and the sum of their counts."""
    tree = Tree()
    for k in range(splits):
        node = rng.choice(list(tree.leaves()))
        parts = [
            Cube((*node.cube.decisions, 10 * k + j), node.cube.weight * rng.choice([1, 1, 2]))
            for j in range(rng.randrange(0 if k else 1, 6))
        ]
        tree.split(str(node.cube), parts)
        if not any(leaf.open for leaf in tree.leaves()):
            break
    return tree, sum(_count_of(str(leaf.cube)) * leaf.cube.weight for leaf in tree.leaves())


def _count_of(name: str) -> int:
    return Random(name).randrange(100)


@given(seed=st.integers(0, 10_000), splits=st.integers(1, 12))
def test_the_total_is_known_when_the_last_cube_is_counted_and_no_sooner(
    seed: int, splits: int
) -> None:
    rng = Random(seed)
    tree, expected = random_tree(rng, splits)
    names = [str(leaf.cube) for leaf in tree.leaves()]
    rng.shuffle(names)
    for name in names:
        assert tree.total() is None
        assert 0 <= tree.standing().share < 1
        assert tree.finish(name, _count_of(name), 0.5)
        assert not tree.finish(name, 7, 0.5)  # what comes twice is one
    assert tree.total() == expected == tree.counted
    standing = tree.standing()
    assert (standing.estimate, standing.error) == (expected, 0)
    assert standing.share == pytest.approx(1)


def test_what_is_split_or_counted_is_not_split() -> None:
    tree = Tree()
    tree.split("all", [Cube((1,)), Cube((2,))])
    tree.finish("1", 3, 0)
    for name in ("all", "1"):
        with pytest.raises(ValueError, match="is not open"):
            tree.split(name, [Cube((9,))])
    with pytest.raises(ValueError, match="are not new"):
        tree.split("2", [Cube((1,))])
    assert not tree.finish("all", 3, 0)
    assert not tree.finish("nowhere", 3, 0)
    assert tree.total() is None


def test_the_estimate_is_right_on_average_and_its_error_is_that_of_the_sample() -> None:
    """Of 40 parts 8 are counted at random, many times (Cochran, Sampling Techniques, 2.5)."""
    rng, truth = Random(5), [Random(k).randrange(200) for k in range(40)]
    sums, errors = [], []
    for _ in range(2000):
        tree = Tree()
        tree.split("all", [Cube((k,)) for k in range(40)])
        for k in rng.sample(range(40), 8):
            tree.finish(str(k), truth[k], 0)
        standing = tree.standing()
        sums.append(standing.estimate)
        errors.append(standing.error**2)
    mean = sum(sums) / len(sums)
    variance = sum((each - mean) ** 2 for each in sums) / (len(sums) - 1)
    assert mean == pytest.approx(sum(truth), rel=0.03)
    assert sum(errors) / len(errors) == pytest.approx(variance, rel=0.1)


def test_one_part_alone_is_taken_to_be_as_unsure_as_it_is_large() -> None:
    tree = Tree()
    tree.split("all", [Cube((1,)), Cube((2,))])
    assert tree.standing().error == inf
    tree.finish("1", 3, 0)
    standing = tree.standing()
    assert (standing.estimate, standing.error) == (6, pytest.approx(3 * 2**0.5))
    assert "about 6 ± 4 in all" in str(standing)


def test_two_standard_errors_cover_the_count_nineteen_times_of_twenty_or_nearly() -> None:
    """Of a board's cubes a quarter is counted at random, many times; a Gaussian has 95 per cent."""
    puzzle = Tiling.of("6x6", "tetrominoes:IOTS")
    splitting = registry.find_method(puzzle, "dlx", Question.COUNT).splitting(puzzle, Run())
    assert splitting is not None
    cubes = splitting.parts(WHOLE) or []
    while len(cubes) < 80:
        cubes = [part for cube in cubes for part in splitting.parts(cube) or [cube]]
    counts = {str(cube): splitting.count(cube, Run()) for cube in cubes}
    assert sum(counts.values()) == 1409
    rng, within, tries = Random(3), 0, 400
    for _ in range(tries):
        tree = Tree()
        tree.split("all", cubes)
        for name in rng.sample(sorted(counts), len(counts) // 4):
            tree.finish(name, counts[name], 0)
        standing = tree.standing()
        within += abs(standing.estimate - 1409) <= 2 * standing.error
    assert 0.88 * tries <= within <= 0.99 * tries
