"""The built-in cases: puzzles with the answers that somebody else found, and their sources."""

from cpmodels.corpus.collection import Case, case, cases, korf_boards, names, showcase

__all__ = ["Case", "case", "cases", "korf_boards", "names", "showcase"]
