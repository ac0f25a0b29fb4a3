"""The one way from a text of a rule file into a C text: as a comment, a string or an identifier.

What a file says is written by strangers, and a compiler reads what is written here.  So nothing
else in this package puts such a text (a title, a rule line, a name, a message, the value of an
option, the name of a file) between quotes or comment signs.
"""

from __future__ import annotations

import re

COMMENT_SIGN = re.compile(r"\*(?=/)|/(?=\*)")
ESCAPED = {n: f"\\{n:03o}" for n in range(256) if not 32 <= n < 127 or chr(n) in '"\\?'}
NO_WORD = re.compile(r"\W", re.ASCII)
IDENTIFIER = re.compile(r"[A-Za-z_]\w*", re.ASCII)


def comment(text: str) -> str:
    """A text as a C comment of one line.

    It cannot end early, cannot go on over the end of its line, and shows what is invisible or
    changes the direction of writing as an escape.
    """
    words = " ".join(text.split())
    shown = "".join(c if c.isprintable() else escaped(c) for c in words)
    # A sign that continues a line, `\` or its old spelling `??/`, is harmless: no line ends here.
    apart = COMMENT_SIGN.sub(r"\g<0> ", shown)
    return f"/* {apart} */"


def escaped(character: str) -> str:
    """A character by its number."""
    return f"\\u{ord(character):04x}" if ord(character) < 1 << 16 else f"\\U{ord(character):08x}"


def string(text: str) -> str:
    """A text as a C string literal in UTF-8, written in ASCII.

    Octal escapes have three digits, so that what follows cannot become a part of one; `?` is
    escaped because of trigraphs.
    """
    shown = text.encode("utf-8", "backslashreplace").decode("latin-1")
    return f'"{shown.translate(ESCAPED)}"'


def identifier_part(text: str) -> str:
    """A text as a part of a C identifier, which may begin with a digit or be empty."""
    return NO_WORD.sub("_", text)


def is_identifier(text: str) -> bool:
    """Whether a text is a C identifier (or a keyword)."""
    return IDENTIFIER.fullmatch(text) is not None
