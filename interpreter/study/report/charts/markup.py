"""The templates of the page, the only place where its markup is made.

They escape as those of drawings do; `Markup` is what templates give, and the SVG of matplotlib,
which escapes the texts in it.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment
from jinja2.utils import htmlsafe_json_dumps
from markupsafe import Markup

from interpreter.drawing.svg import markup


@cache
def environment() -> Environment:
    """How templates are read and filled."""
    return markup.environment(Path(__file__).parents[1] / "template")


def macros(name: str) -> Any:
    """The macros of a template, to be called with what they lay out; each gives Markup."""
    return environment().get_template(name).module


def script_data(value: Any) -> Markup:
    """JSON for a script element, in ASCII: whatever texts are in it, none ends the element."""
    return htmlsafe_json_dumps(value, separators=(",", ":"), allow_nan=False)
