"""Templates of markup: every text that one is given is escaped.

None of these texts ends the element or the attribute that it stands in, hides, or turns the
direction of what stands beside it.  `Markup` is what templates give.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from gdl.source.printable import printable

TEMPLATE = Path(__file__).parent / "template"


def environment(folder: Path) -> Environment:
    """How the templates in a folder are read and filled."""
    made = Environment(
        loader=FileSystemLoader(folder), autoescape=True, undefined=StrictUndefined,
        trim_blocks=True, keep_trailing_newline=True,
        finalize=lambda value: value if isinstance(value, Markup) else printable(str(value)),
    )  # fmt: skip
    made.filters["g"] = "{:g}".format
    return made


@cache
def macros() -> Any:
    """The macros of drawings, to be called with what they lay out; each gives Markup."""
    return environment(TEMPLATE).get_template("drawing.svg").module
