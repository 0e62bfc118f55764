"""The built-in cases: puzzles with published answers, and their sources."""

from cpmodels.corpus.collection import Case, case, cases, korf_boards, names, showcase

__all__ = ["Case", "case", "cases", "korf_boards", "names", "showcase"]
