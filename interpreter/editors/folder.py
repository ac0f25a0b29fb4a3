"""The folder that VS Code loads as an extension: what it holds, and copies of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from interpreter.editors.schema import rules_schema
from interpreter.editors.textmate import rules_grammar
from interpreter.process.files import write_file

FOLDER = Path(__file__).with_name("vscode")
FILES = (
    "package.json", "README.md", "extension.js", "language-configuration.json", ".vscodeignore",
)  # fmt: skip
GRAMMAR = "syntaxes/boardwright.tmLanguage.json"
SCHEMA = "rules.schema.json"


def generated() -> dict[str, str]:
    """The files of the folder that are made from the tables of the language."""
    return {GRAMMAR: as_text(rules_grammar()), SCHEMA: as_text(rules_schema())}


def as_text(data: dict[str, Any]) -> str:
    """Data as the text of a JSON file."""
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def write_vscode(folder: Path) -> None:
    """Write the extension into a folder, which is made if need be.  Raises OSError."""
    (folder / "syntaxes").mkdir(parents=True, exist_ok=True)
    for name in FILES:
        write_file(folder / name, (FOLDER / name).read_text("utf-8"))
    for name, text in generated().items():
        write_file(folder / name, text)


def main() -> None:
    """Bring the generated files of this tree up to date: `python -m interpreter.editors.folder`."""
    for name, text in generated().items():
        write_file(FOLDER / name, text)


if __name__ == "__main__":
    main()
