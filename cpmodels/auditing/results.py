"""What came of an audit: of each group, of each mutant, of all."""

from __future__ import annotations

from dataclasses import dataclass, field

from cpmodels.auditing.known_solutions import Known
from cpmodels.auditing.mutants import Mutant
from cpmodels.auditing.subjects import Subject

__all__ = [
    "BY_CORPUS",
    "EQUIVALENT",
    "NEW_CASE",
    "UNKNOWN",
    "Audit",
    "CaseProofs",
    "GroupAudit",
    "MutantAudit",
    "WrongModel",
]

BY_CORPUS, EQUIVALENT, NEW_CASE, UNKNOWN = "caught", "equivalent", "new case", "unknown"


@dataclass
class GroupAudit:
    """One group left out.

    Attributes
    ----------
    noticed_by : Known or None
        The smallest case whose solutions changed.
    cases : int
        Cases tried in which the group has constraints or changes what is built.
    unknown : int
        Cases that took too long to say.
    seconds : (float, float)
        With the group and without it, over the cases tried.
    """

    subject: Subject
    group: str
    implied: bool
    about: str
    noticed_by: Known | None = None
    cases: int = 0
    unknown: int = 0
    seconds: tuple[float, float] = (0.0, 0.0)

    @property
    def fine(self) -> bool | None:
        """Whether the group is what it says it is; None when that is not known."""
        if self.cases == 0:
            return True
        if self.implied and self.noticed_by is None and self.unknown:
            return None
        return self.implied == (self.noticed_by is None)


@dataclass
class MutantAudit:
    """One mutant, and what became of it: caught, equivalent, new case, or unknown.

    `case` noticed it (one outside of the cases that everybody is audited with, if a new case is
    needed); `text` is the constraint as it was there, or in the first case for a survivor.
    """

    subject: Subject
    mutant: Mutant
    outcome: str
    case: Known | None
    cases: int
    text: str


@dataclass
class WrongModel:
    """A model that has other solutions than `case` as it stands: nothing more is asked of it."""

    subject: Subject
    case: Known


@dataclass
class CaseProofs:
    """Whether the solutions that the cases of a kind are known to have were proved to be all.

    Attributes
    ----------
    proved : int
        Cases.
    wrong : list of (Known, str)
        Those of which the contrary was proved, or whose proof was not accepted, and what is so.
    unproved : list of str
        Why others could not be proved.
    skipped : list of str
        What no proof was asked for.
    """

    kind: str
    proved: int = 0
    wrong: list[tuple[Known, str]] = field(default_factory=list)
    unproved: list[str] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)

    @property
    def cases(self) -> int:
        """How many there were."""
        return self.proved + len(self.wrong) + len(self.unproved) + len(self.skipped)

    @property
    def fine(self) -> bool | None:
        """Whether all that can be was proved; None where some could not be, or none was."""
        return False if self.wrong else None if self.unproved or not self.proved else True


@dataclass
class Audit:
    """What came of an audit.

    True exactly when models have the right solutions, groups are what they say, and no mutant is
    open.

    Attributes
    ----------
    cases : dict of str to int
        Cases used, by kind of puzzle.
    proofs : list of CaseProofs
        By kind, where proofs were asked for.
    untried : list of Subject
        Models that could be compared on no case.
    skipped : dict of str to list of str
        By kind, why cases or models could not be used.
    errors : list of str
        Models that could not be built, and methods by hand that ended in an exception.
    interrupted : bool
        Whether Ctrl-C ended it.
    lost : str
        Why a cluster could not be asked further; empty when it could.
    """

    wrong: list[WrongModel] = field(default_factory=list)
    groups: list[GroupAudit] = field(default_factory=list)
    mutants: list[MutantAudit] = field(default_factory=list)
    proofs: list[CaseProofs] = field(default_factory=list)
    untried: list[Subject] = field(default_factory=list)
    cases: dict[str, int] = field(default_factory=dict)
    skipped: dict[str, list[str]] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)
    interrupted: bool = False
    lost: str = ""

    @property
    def agree(self) -> bool | None:
        """False when a model or a group is not what it says; None when something is open."""
        verdicts = [group.fine for group in self.groups]
        verdicts += [proofs.fine for proofs in self.proofs]
        if self.wrong or False in verdicts:
            return False
        left_open = (
            self.errors or self.untried or any(mutant.outcome == UNKNOWN for mutant in self.mutants)
        )
        return None if left_open or None in verdicts or self.interrupted or self.lost else True

    def __bool__(self) -> bool:
        return self.agree is True
