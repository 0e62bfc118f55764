"""The folder of a proof: its files, their checksums, and what must be in them.

``puzzle.toml``, ``statement.json`` (what is claimed), ``witness.txt`` (solutions, where there are),
``NAME.cnf`` and ``NAME.drat`` (a formula and its refutation) for each part, ``SHA256SUMS``.
"""

from __future__ import annotations

import hashlib
import io
import json
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cpmodels.engines.dimacs import write_dimacs
from cpmodels.errors import InputError
from cpmodels.proving.claim import Claim, Part

__all__ = [
    "PUZZLE", "STATEMENT", "SUMS", "WITNESS", "claim_of", "formula_text", "read_folder",
    "statement_of", "sums_of",
]  # fmt: skip

PUZZLE, STATEMENT, WITNESS, SUMS = "puzzle.toml", "statement.json", "witness.txt", "SHA256SUMS"
VERSION = 1
MOST_BYTES = 1 << 32  # of all files together


def formula_text(part: Part) -> str:
    """The formula as it stands in its file."""
    text = io.StringIO()
    write_dimacs(part.formula, text, title=part.title)
    return text.getvalue()


def sums_of(files: Mapping[str, bytes]) -> bytes:
    """As ``sha256sum`` writes and checks them."""
    lines = (
        f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in sorted(files.items())
    )
    return "".join(lines).encode()


def statement_of(claim: Claim, puzzle: str, by: str) -> str:
    """The statement as JSON."""
    record = {
        "cpmodels proof": VERSION, "claim": claim.kind, "number": claim.number,
        "model": claim.model, "puzzle": puzzle, "says": str(claim), "by": by,
    }  # fmt: skip
    return json.dumps(record, indent=2, ensure_ascii=False) + "\n"


def claim_of(text: str, puzzle: str) -> tuple[Claim, str]:
    """What a statement claims, and what it says of how it was made.

    Raises
    ------
    InputError
        It is none, or its words do not say what its fields say.
    """
    try:
        record: Any = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"not JSON: {error}") from None
    if not isinstance(record, dict) or record.get("cpmodels proof") != VERSION:
        raise InputError(f"expected a statement of version {VERSION}")
    kind, number, model, by = (record.get(key) for key in ("claim", "number", "model", "by"))
    if type(number) is not int or not all(isinstance(each, str) for each in (kind, model, by)):
        raise InputError("a field that is missing, or of the wrong type")
    claim = Claim(str(kind), number, str(model))
    if text != statement_of(claim, puzzle, str(by)):
        raise InputError(f"its words do not say what it claims of this puzzle: {claim}")
    return claim, str(by)


def read_folder(folder: Path) -> dict[str, bytes]:
    """The files of a proof by name, all of them as their checksums say.

    Raises
    ------
    InputError
        No folder, a file missing, one too many, or one that is damaged.
    """
    try:
        there = sorted(folder.iterdir())
        if any(not stat.S_ISREG(each.lstat().st_mode) for each in there):
            raise InputError("holds something that is not a plain file", str(folder))
        if sum(each.stat().st_size for each in there) > MOST_BYTES:
            raise InputError(f"of more than {MOST_BYTES >> 30} GB", str(folder))
        files = {each.name: each.read_bytes() for each in there}
    except OSError as error:
        raise InputError(error.strerror or str(error), str(folder)) from None
    listing = files.pop(SUMS, None)
    if listing is None:
        raise InputError("missing, expected the checksums of all files", SUMS)
    sums: dict[str, str] = {}
    for line in listing.decode("utf-8", "replace").splitlines():
        digest, _, name = line.partition("  ")
        sums[name] = digest
    for name in sorted({*files, *sums}):
        if name not in files:
            raise InputError("missing", name)
        if name not in sums:
            raise InputError("a file that is not of this proof", name)
        if hashlib.sha256(files[name]).hexdigest() != sums[name]:
            raise InputError("damaged: it has another checksum", name)
    return files
