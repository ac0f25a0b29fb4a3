"""What files say, in C: harmless as a comment, a string and an identifier, whatever it is."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.c_driver import COMPILER, compiled
from support.c_lexer import code_of

from interpreter.native.ir.terms.quoting import comment, identifier_part, is_identifier, string

SIGNS = (
    "*", "/", "*/", "/*", "//", "\\", "\\\n", "??/", "??/\n", "\n", "\r", "\v", "\f", "\0",
    "\x1b[2J", '"', "'", "\x85", "\u2028", "\u202e", "\u200b", "\ufeff", "\U000e0041", "\ud800",
    "é", "囲", "?", "#define x ", "%s", "@TITLE@", "prefix_", " ", "int x;",
)  # fmt: skip
TEXTS = st.one_of(
    st.text(st.characters(), max_size=40),
    st.lists(st.sampled_from(SIGNS), max_size=12).map("".join),
)
HOSTILE = [
    *SIGNS, "*/ int planted; /*", "*/*/*/*", "**//", "/*/", "*??/\n/ int planted;", "x\\", "x??/",
    '"; int planted; "', "\\", "\\\\", '\\"', "\x01" "2", "?" "?/", "*\u200b/",
    "*\\\n/ int planted;",
]  # fmt: skip


@given(TEXTS)
def test_a_comment_is_one_comment(text: str) -> None:
    written = comment(text)
    assert "\n" not in written and "\r" not in written
    for trigraphs in (False, True):
        assert code_of(f"{written}\nx", trigraphs) == " \nx"
    assert all(c.isprintable() for c in written)
    assert not re.search(r"[\u202a-\u202e\u2066-\u2069\u200b-\u200f]", written)
    assert "/*" not in written[2:], "compilers warn of that"


@given(TEXTS)
def test_a_string_is_one_string(text: str) -> None:
    written = string(text)
    assert written.isascii() and written.isprintable() and "?" not in written
    for trigraphs in (False, True):
        assert code_of(f"{written}x", trigraphs) == '""x'


@given(TEXTS)
def test_an_identifier_is_one(text: str) -> None:
    assert is_identifier(f"x_{identifier_part(text)}")
    assert identifier_part(identifier_part(text)) == identifier_part(text)


@pytest.mark.parametrize("text", ["", "1a", "a b", "a-b", "é", "a;", "a\n"])
def test_what_is_no_identifier(text: str) -> None:
    assert not is_identifier(text)


def test_what_is_plain_stays() -> None:
    assert comment("Go (囲碁): put stone on c + 2*d") == "/* Go (囲碁): put stone on c + 2*d */"
    assert string("tic-tac-toe é") == '"tic-tac-toe \\303\\251"'
    assert identifier_part("left_over9") == "left_over9"


@pytest.mark.skipif(COMPILER is None, reason="there is no C compiler")
def test_a_compiler_reads_it_so(tmp_path: Path) -> None:
    """With every warning about comments, trigraphs and directions of writing as an error."""
    strings = "".join(f"    {string(text)},\n    {comment(text)}\n" for text in HOSTILE)
    program = (
        f"#include <stdio.h>\nstatic const char *const texts[] = {{\n{strings}}};\n"
        "int main(void)\n{\n    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)\n"
        '        printf("%s|\\n", texts[i]);\n    return 0;\n}\n'
    )
    for language in ("-std=gnu11", "-std=c11"):
        texts = compiled(program, tmp_path / "texts", language, "-Wall", "-Wextra", "-Werror")
        said = subprocess.run([texts], capture_output=True).stdout
        expected = [t.encode("utf-8", "backslashreplace").split(b"\0")[0] for t in HOSTILE]
        assert said == b"".join(text + b"|\n" for text in expected)
