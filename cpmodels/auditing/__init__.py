"""Auditing: is every constraint group needed, or harmless, as it says; are faults noticed?"""

from __future__ import annotations

from cpmodels.auditing.audit import Audit, GroupAudit, MutantAudit, WrongModel, audit

__all__ = ["Audit", "GroupAudit", "MutantAudit", "WrongModel", "audit"]
