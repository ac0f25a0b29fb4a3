"""The rule language: from the text of a rule file to a checked, immutable model.

`read_rules` returns the sections of a rule file, `load_model` its model for given option values.
The stages in order: `source` finds and holds texts, `yaml` reads them, `syntax` parses the rule
texts, `check` resolves names and types into a `model`, and `lint` looks for mistakes in it.
"""

from __future__ import annotations

from gdl.lazy import lazy_exports

TYPE_CHECKING = False
if TYPE_CHECKING:
    from gdl.loader import load_model, read_rules
    from gdl.model.dump import dump
    from gdl.source.diagnostics import Diagnostic, GdlError, Report
    from gdl.source.library import Library, NoSuchGame
    from gdl.source.spans import Source, Span

HOMES = {
    "Diagnostic": "gdl.source.diagnostics",
    "GdlError": "gdl.source.diagnostics",
    "Library": "gdl.source.library",
    "NoSuchGame": "gdl.source.library",
    "Report": "gdl.source.diagnostics",
    "Source": "gdl.source.spans",
    "Span": "gdl.source.spans",
    "dump": "gdl.model.dump",
    "load_model": "gdl.loader",
    "read_rules": "gdl.loader",
}
__all__ = [
    "Diagnostic", "GdlError", "Library", "NoSuchGame", "Report", "Source", "Span", "dump",
    "load_model", "read_rules",
]  # fmt: skip
__getattr__ = lazy_exports(__name__, HOMES)
