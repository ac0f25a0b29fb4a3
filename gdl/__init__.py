"""The rule language: from a text to a checked, immutable model.

`read_rules` reads the sections of a rule file, `load_model` the model with its options fixed.
The stages, in order: `source` finds and holds texts, `yaml` reads them, `syntax` parses what
stands in them, `check` gives it types and makes a `model`, and `lint` looks for mistakes in that.
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
