"""Texts of a study as text of the page: the one way for both kinds that the page has.

No text ends the element or the attribute that it stands in, hides, or turns the direction of what
stands beside it.
"""

from __future__ import annotations

import html
import json
from typing import Any

from gdl.printable import printable


def escape(text: str) -> str:
    """A text for an element or a quoted attribute."""
    return html.escape(printable(text), quote=True)


def script_data(value: Any) -> str:
    """JSON for a script element, in ASCII: whatever texts are in it, none ends the element."""
    text = json.dumps(value, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
