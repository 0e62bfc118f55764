"""Scripted experiments: sweep, survive, resume, report."""

from __future__ import annotations

from cpmodels.experiments.case_list import Case, expand
from cpmodels.experiments.case_store import merge
from cpmodels.experiments.experiment import CaseLimits, Experiment, MethodSpec
from cpmodels.experiments.report import report
from cpmodels.experiments.runner import Outcome, run
from cpmodels.experiments.table import load

__all__ = [
    "Case",
    "CaseLimits",
    "Experiment",
    "MethodSpec",
    "Outcome",
    "expand",
    "load",
    "merge",
    "report",
    "run",
]
