"""All formats of nonograms."""

from __future__ import annotations

from cpmodels.formats import (
    nonogram_bare,
    nonogram_dzn,
    nonogram_g,
    nonogram_image,
    nonogram_json,
    nonogram_lp,
    nonogram_non,
    nonogram_nonogrid,
    nonogram_org,
    nonogram_picross,
    nonogram_plain,
    nonogram_puzzlink,
    nonogram_rosetta,
    nonogram_task,
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
    *nonogram_nonogrid.FORMATS,
    *nonogram_picross.FORMATS,
    *nonogram_lp.FORMATS,
    *nonogram_puzzlink.FORMATS,
    *nonogram_bare.FORMATS,
    *nonogram_rosetta.FORMATS,
    *nonogram_org.FORMATS,
    *nonogram_task.FORMATS,
    *nonogram_image.FORMATS,
)
