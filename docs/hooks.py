"""For mkdocs: put files into pages where they say ``<!-- include: PATH -->``, as code."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parent


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Replace each include; a file that is not there is an error of the build."""

    def code(match: re.Match[str]) -> str:
        text = (DOCS / match[1]).read_text(encoding="utf-8")
        return f"```python\n{text}```"

    return re.sub(r"<!-- include: (\S+) -->", code, markdown)
