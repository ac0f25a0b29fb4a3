"""What editors need besides the language server, made from the tables of the language.

In: headings, keywords, built-in names.  Out: a JSON schema of rule files, a TextMate grammar, and
the folder that VS Code loads as an extension.
"""

from __future__ import annotations

from gdl.lazy import lazy_exports

TYPE_CHECKING = False
if TYPE_CHECKING:
    from interpreter.editors.folder import write_vscode
    from interpreter.editors.schema import rules_schema
    from interpreter.editors.textmate import rules_grammar

HOMES = {
    "rules_grammar": "interpreter.editors.textmate",
    "rules_schema": "interpreter.editors.schema",
    "write_vscode": "interpreter.editors.folder",
}
__all__ = ["rules_grammar", "rules_schema", "write_vscode"]
__getattr__ = lazy_exports(__name__, HOMES)
