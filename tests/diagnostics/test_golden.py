"""The exact text of every diagnostic: `cases/<code>.yaml` or `cases/<code>--<which>.yaml`.

`pytest tests/diagnostics --update-golden` rewrites the expected texts; read the difference before
you keep it.  A first line such as `# options: size=99` gives values of options.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from support.diagnosing import CASES, FILES, findings, options, plain_text

from gdl import Diagnostic
from gdl.source.messages import MESSAGES

MADE = {  # texts too long to keep in a file
    "yaml-size": "notes: " + "many words " * 100_000,
    "extends-too-much": "extends: tic-tac-toe\nnotes: " + "x" * 249_950,
    "yaml-depth": "".join("  " * n + "- \n" for n in range(60)),
    "yaml-long": "".join(f"key {n}: word\n" for n in range(6_000)),
    "rules-too-long": "game: Long\ndefine:\n"
    + "".join(f"  f{n}(c): {'c or c or ' * 950}c\n" for n in range(12)),
    "rule-too-long": "game: Long\nboard: square(4) - {" + "a1, " * 3000 + "a1}\n",
    "rule-too-deep": "game: Deep\nplayers: A, B\nboard: square(" + "- " * 70 + "4)\nturn: pass\n",
    "too-many-entries": "game: Many\nsetup:\n" + "  - remove a1\n" * 1001,
    "definitions-too-deep": "game: Deep\nplayers: A, B\nboard: square(4)\ndefine:\n"
    + "".join(f"  d{n}x: d{n + 1}x + 1\n" for n in range(100))
    + "  d100x: 1\nturn: pass\nend:\n  - when passes = d0x: draw\n",
}
NOT_REPORTED = {"yaml-syntax"}  # for what PyYAML refuses and we do not foresee: none is known


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_the_text_of_a_case(path: Path, update_golden: bool) -> None:
    text = path.read_bytes().decode()
    diagnostics = findings(text, path.name, CASES, **options(text))
    shown = plain_text(diagnostics)
    expected = path.with_suffix(".expected")
    if update_golden:
        expected.write_text(shown, "utf-8")
    assert shown == expected.read_text("utf-8")
    assert path.stem.partition("--")[0] in {d.code for d in diagnostics}
    for diagnostic in diagnostics:
        assert_marked_words_are_in_the_file(diagnostic)


@pytest.mark.parametrize("code", MADE)
def test_a_long_text(code: str) -> None:
    diagnostics = findings(MADE[code], "case.yaml")
    assert code in {d.code for d in diagnostics}
    for diagnostic in diagnostics:
        diagnostic.render()


def test_every_message_has_a_case() -> None:
    covered = {path.stem.partition("--")[0] for path in FILES} | set(MADE) | NOT_REPORTED
    assert covered == set(MESSAGES)


def assert_marked_words_are_in_the_file(diagnostic: Diagnostic) -> None:
    """A place is one of the file, and a hint names what is suggested."""
    span = diagnostic.span
    data = diagnostic.as_json()
    line = span.source.text.split("\n")[span.line - 1]
    assert 1 <= span.column <= len(line) + 1
    assert (data["line"], data["column"]) <= (data["end_line"], data["end_column"])
    if diagnostic.suggestion is not None and not diagnostic.code.startswith("yaml"):
        for part in diagnostic.suggestion.split("\n"):
            assert f"{part.strip()}`" in (diagnostic.hint or "") or not part.strip()


def test_expected_texts_have_a_case() -> None:
    assert {p.stem for p in CASES.glob("*.expected")} == {p.stem for p in FILES}
