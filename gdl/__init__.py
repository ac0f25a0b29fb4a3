"""The rule language: from a text to a checked, immutable model.

`read_rules` makes the sections of a rule file, `check` the model with the options fixed.  The
stages, in order: `library` and `source`, `yaml_reader`, `extends`, `parser` (with `rules.lark`) and
`outline` to `syntax`; `checker` to `model`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gdl.checker import check
    from gdl.diagnostics import Diagnostic, GdlError, Report
    from gdl.library import Library, NoSuchGame
    from gdl.loader import load_model, read_rules
    from gdl.source import Source, Span

HOMES = {
    "Diagnostic": "gdl.diagnostics",
    "GdlError": "gdl.diagnostics",
    "Library": "gdl.library",
    "NoSuchGame": "gdl.library",
    "Report": "gdl.diagnostics",
    "Source": "gdl.source",
    "Span": "gdl.source",
    "check": "gdl.checker",
    "load_model": "gdl.loader",
    "read_rules": "gdl.loader",
}
__all__ = [*HOMES]


def __getattr__(name: str) -> Any:
    """The public names, imported when they are first used, so that starting stays quick."""
    if name not in HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(HOMES[name]), name)
