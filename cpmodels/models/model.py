"""Model: a CpModel whose constraints stand in named groups, and how to read a solution off it.

Each group is *defining* (without it the answers change) or *implied* (it only helps the
solver). The *primary* variables tell one solution from another; every other variable must be
a function of them, or CP-SAT counts one solution many times.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from cpmodels import notebook
from cpmodels.answers.run import check_time
from cpmodels.lazy import cp_model

__all__ = ["Group", "Model", "clear_constraints", "no_symmetries", "read_values"]


@dataclass
class Group:
    """A named group of constraints: `size` constraints, given by their `spans` of indices."""

    name: str
    implied: bool
    about: str
    spans: list[tuple[int, int]]

    @property
    def size(self) -> int:
        """Number of constraints."""
        return sum(stop - start for start, stop in self.spans)


class Model:
    """One puzzle as CP-SAT sees it.

    Parameters
    ----------
    name : str
        Which model (and variant) this is.
    without : collection of str
        Groups to leave out, for the audit.

    Attributes
    ----------
    cp : CpModel
        Add constraints to it inside of `group`.
    primary : list of IntVar
        The variables whose values make one solution different from another.
    pieces : tuple or None
        What each primary variable stands for, where a solution is the tuple of what is chosen.
    read : callable
        From the values of the primary variables, in order, to the puzzle's solution.
    parameters : dict
        Solver parameters that suit this model (`linearization_level`, ...), measured.
    enumeration : dict
        The same, on top of `parameters`, where every solution is wanted.
    order : list of IntVar
        Where every solution is wanted, variables to set to 1 first, in this order; may be empty.
    settled : tuple of int or None
        Where something was settled before the model was built: how many cells, of how many.
    symmetries : callable
        Lists permutations of the places in `primary` that turn solutions into solutions, the
        identity among them; none when none are known.

    Examples
    --------
    >>> model = Model("two of three")
    >>> bits = [model.boolean(f"bit {i}") for i in range(3)]
    >>> with model.group("two", about="exactly two bits are set"):
    ...     _ = model.cp.add(sum(bits) == 2)
    >>> [(group.name, group.size) for group in model.groups]
    [('two', 1)]
    """

    def __init__(self, name: str, *, without: Sequence[str] = ()) -> None:
        self.name = name
        self.cp = cp_model.CpModel()
        self.primary: list[cp_model.IntVar] = []
        self.read = read_values
        self.settled: tuple[int, int] | None = None
        self.parameters: dict[str, Any] = {}
        self.enumeration: dict[str, Any] = {
            "search_branching": cp_model.FIXED_SEARCH,
            "cp_model_presolve": False,
            "linearization_level": 0,
            "symmetry_level": 0,
            "use_sat_inprocessing": False,
        }
        self.order: list[cp_model.IntVar] = []
        self.symmetries: Callable[[], list[list[int]]] = no_symmetries
        self._without = frozenset(without)
        self._groups: dict[str, Group] = {}

    @property
    def read(self) -> Callable[[Sequence[int]], Any]:
        """From the values of the primary variables to a solution."""
        return self._read

    @read.setter
    def read(self, read: Callable[[Sequence[int]], Any]) -> None:
        self._read = read
        self.pieces: tuple[Any, ...] | None = None  # those of another reader

    @property
    def groups(self) -> list[Group]:
        """The groups, in the order in which they were first opened."""
        return list(self._groups.values())

    def boolean(self, name: str = "", *, primary: bool = True) -> cp_model.IntVar:
        """A new Boolean variable; primary unless said otherwise."""
        check_time()
        variable = self.cp.new_bool_var(name)
        if primary:
            self.primary.append(variable)
        return variable

    def wants(self, name: str) -> bool:
        """Whether the group is in: a builder may save itself the work when it is not."""
        return name not in self._without

    @contextmanager
    def group(self, name: str, *, implied: bool = False, about: str = "") -> Iterator[None]:
        """Constraints added inside belong to the group; it may be opened more than once."""
        start = len(self.cp.proto.constraints)
        yield
        stop = len(self.cp.proto.constraints)
        group = self._groups.setdefault(name, Group(name, implied, about, []))
        group.spans.append((start, stop))
        if name in self._without:
            clear_constraints(self.cp, range(start, stop))

    def bound(self, literals: list[cp_model.IntVar], bounds: tuple[int, int | None]) -> None:
        """Between lo and hi of the literals hold; hi is None for no upper bound."""
        check_time()
        low, high = bounds
        if (low, high) == (1, 1):
            self.cp.add_exactly_one(literals)
        elif (low, high) == (0, 1):
            self.cp.add_at_most_one(literals)
        elif low > len(literals):
            self.cp.add_bool_or([])  # an empty clause: no solution
        elif low > 0 or high is not None:
            most = len(literals) if high is None else high
            self.cp.add_linear_constraint(cp_model.LinearExpr.sum(literals), low, most)

    def _repr_html_(self) -> str:
        """What a notebook shows: a table of the groups."""
        html: str = notebook.model_html(self)
        return html

    def export(self) -> str:
        """The CP-SAT model in protocol-buffer text."""
        return str(self.cp.proto)


def no_symmetries() -> list[list[int]]:
    """None are known."""
    return []


def read_values(values: Sequence[int]) -> Any:
    """The solution of a model that says no more: the values themselves."""
    return tuple(values)


def clear_constraints(cp: cp_model.CpModel, indices: range) -> None:
    """Empty these constraints in place: an empty constraint holds always; indices stay."""
    for index in indices:
        cp.proto.constraints[index].parse_text_format("")
