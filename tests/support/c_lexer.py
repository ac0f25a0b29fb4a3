"""What a C compiler sees of a text: the phases before the grammar, written from the standard.

It shares nothing with the code that writes C, so that a text which ends a comment or a string too
early leaves something behind here.
"""

from __future__ import annotations

import re

TRIGRAPHS = {"=": "#", "/": "\\", "'": "^", "(": "[", ")": "]", "!": "|", "<": "{", ">": "}",
             "-": "~"}  # fmt: skip
TOKEN = re.compile(
    r"""(?P<comment>/\*.*?\*/|//[^\n]*)
    |(?P<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
    |(?P<open>/\*|["'])""",
    re.S | re.X,
)


def code_of(text: str, trigraphs: bool) -> str:
    """A C text without its comments and with empty strings in place of its strings.

    `trigraphs` says whether the compiler reads them.  Raises ValueError where a comment or a string
    does not end.
    """
    if trigraphs:
        text = re.sub(r"\?\?([=/'()!<>-])", lambda match: TRIGRAPHS[match[1]], text)
    text = re.sub(r"\\[ \t\v\f]*\r?\n", "", text)  # as gcc: blanks may stand behind the backslash
    return TOKEN.sub(blank, text)


def blank(token: re.Match[str]) -> str:
    """What is left of a comment or a string."""
    if token["open"]:
        raise ValueError(f"not ended: {token.string[token.start():][:80]!r}")
    return '""' if token["text"] else " "
