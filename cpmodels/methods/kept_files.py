"""What the methods by hand keep on disk: tables, and machine code."""

from __future__ import annotations

from reference.kernel.cache import clear, directory, entries

__all__ = ["clear", "directory", "entries"]
