"""Pages in one file: a policy under which nothing runs but their own script, and data as JSON."""

from __future__ import annotations

import base64
import hashlib
import json
from typing import Any

__all__ = ["json_for_page", "policy"]


def policy(style: str, script: str, *, images: bool = False) -> str:
    """A content security policy: this style and this script, by their hashes, and no more.

    Parameters
    ----------
    images : bool
        Whether pictures may stand in the page itself (``data:``).
    """
    rules = [
        "default-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
        f"style-src '{_hash(style)}'",
        f"script-src '{_hash(script)}'",
    ]
    return "; ".join([*rules, "img-src data:"] if images else rules)


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"


def json_for_page(data: Any) -> str:
    r"""JSON that no parser of HTML takes for the end of its element.

    >>> json_for_page("</script>")
    '"\\u003c/script\\u003e"'
    """
    text = json.dumps(data, separators=(",", ":"))
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text
