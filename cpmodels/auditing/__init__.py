"""Auditing: is every constraint group needed, or harmless, as it says; are faults noticed?"""

from __future__ import annotations

from cpmodels.auditing.audit import audit
from cpmodels.auditing.results import Audit, GroupAudit, MutantAudit, WrongModel

__all__ = ["Audit", "GroupAudit", "MutantAudit", "WrongModel", "audit"]
