"""The rule language: from a text to a checked, immutable model.

`read_rules` makes the sections of a rule file, `check` the model with the options fixed.  The stages,
in order: `source`, `yaml_reader`, `extends`, `parser` (with `rules.lark`) and `outline` to `syntax`;
`checker` to `model`.
"""

from __future__ import annotations

from gdl.checker import check
from gdl.diagnostics import Diagnostic, GdlError, Report
from gdl.loader import Library, load_model, read_rules
from gdl.source import Source, Span

__all__ = [
    "Diagnostic",
    "GdlError",
    "Library",
    "Report",
    "Source",
    "Span",
    "check",
    "load_model",
    "read_rules",
]
