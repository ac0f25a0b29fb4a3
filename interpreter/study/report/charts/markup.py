"""The templates of the page, the only place where its markup is made.

Every text that a template is given is escaped: none ends the element or the attribute that it
stands in, hides, or turns the direction of what stands beside it.  `Markup` is what templates give,
and the SVG of matplotlib, which escapes the texts in it.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from jinja2.utils import htmlsafe_json_dumps
from markupsafe import Markup

from gdl.source.printable import printable


@cache
def environment() -> Environment:
    """How templates are read and filled."""
    made = Environment(
        loader=FileSystemLoader(Path(__file__).parents[1] / "template"), autoescape=True,
        undefined=StrictUndefined, trim_blocks=True, keep_trailing_newline=True,
        finalize=lambda value: value if isinstance(value, Markup) else printable(str(value)),
    )  # fmt: skip
    made.filters["g"] = "{:g}".format
    return made


def macros(name: str) -> Any:
    """The macros of a template, to be called with what they lay out; each gives Markup."""
    return environment().get_template(name).module


def script_data(value: Any) -> Markup:
    """JSON for a script element, in ASCII: whatever texts are in it, none ends the element."""
    return htmlsafe_json_dumps(value, separators=(",", ":"), allow_nan=False)
