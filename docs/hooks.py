"""For mkdocs: put files into pages where they say ``<!-- include: PATH -->``, as code.

``<!-- include: PATH#NAME -->`` puts in a function or class of the file, without its docstring.
"""

from __future__ import annotations

import ast
import re
import runpy
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parent
INCLUDE = re.compile(r"<!-- include: ([^\s#]+)(?:#(\w+))? -->")


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Replace each include; a file or a name that is not there is an error of the build."""
    return INCLUDE.sub(lambda match: f"```python\n{source(match[1], match[2])}```", markdown)


def source(path: str, name: str | None) -> str:
    """The text of a file, or of what has the name in it."""
    text = (DOCS / path).read_text(encoding="utf-8")
    if name is None:
        return text
    [node] = [
        node for node in ast.parse(text).body
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node.name == name
    ]  # fmt: skip
    lines = text.splitlines(keepends=True)
    first = node.body[0]
    if ast.get_docstring(node) is not None:
        begin, end = first.lineno - 1, first.end_lineno or first.lineno
        return "".join([*lines[node.lineno - 1 : begin], *lines[end : node.end_lineno]])
    return "".join(lines[node.lineno - 1 : node.end_lineno])


def on_files(files: Any, config: Any, **_: Any) -> Any:
    """Add the pages of the gallery, which are made anew."""
    from mkdocs.structure.files import File

    script = runpy.run_path(str(DOCS.parent / "scripts" / "gallery.py"))
    for name, text in script["pages"]():
        files.append(File.generated(config, f"gallery/{name}.html", content=text))
    return files
