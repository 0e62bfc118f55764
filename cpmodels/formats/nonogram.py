"""All formats of nonograms."""

from __future__ import annotations

from cpmodels.formats import (
    nonogram_dzn,
    nonogram_g,
    nonogram_image,
    nonogram_json,
    nonogram_non,
    nonogram_plain,
    nonogram_tatham,
    nonogram_xml,
)
from cpmodels.formats.format import Format

__all__ = ["FORMATS"]

FORMATS: tuple[Format, ...] = (
    *nonogram_non.FORMATS,
    *nonogram_xml.FORMATS,
    *nonogram_json.FORMATS,
    *nonogram_plain.FORMATS,
    *nonogram_g.FORMATS,
    *nonogram_dzn.FORMATS,
    *nonogram_tatham.FORMATS,
    *nonogram_image.FORMATS,
)
