"""Makes any text safe to show: control characters and invisible characters are escaped.

Control characters, bidirectional marks, characters without width, tags and code points without an
assigned character become JSON escapes such as `\\u001b`, so that JSON remains valid.  Line breaks
stay; a tab or any other kind of blank becomes an ordinary blank.
"""

from __future__ import annotations

import re
import unicodedata

PLAIN = re.compile(r"[\n\x20-\x7e]*")
RETURN = re.compile(r"\r+(?=\n)")
HIDDEN = ("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp")  # Unicode categories
SHAPES = "\ufe0e\ufe0f"  # select the text or emoji form of the character before: visible by effect
UNSEEN = re.compile(  # in none of these categories, but invisible
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0d\uffa0"
    "\U000e0100-\U000e01ef]"
)


def printable(text: str) -> str:
    """A text with nothing but visible characters, blanks and line breaks.

    Applying it again changes nothing.
    """
    if PLAIN.fullmatch(text):
        return text
    return "".join(map(shown, RETURN.sub("", text)))


def in_one_line(text: str) -> str:
    """A text, such as the name of a file, with line breaks escaped too."""
    return printable(text.replace("\n", escaped("\n")))


def shown(char: str) -> str:
    """A character as it is shown: itself, a blank or an escape."""
    if char == "\t" or unicodedata.category(char) == "Zs":
        return " "
    return escaped(char) if is_unseen(char) else char


def is_unseen(char: str) -> bool:
    """Whether a character is a control other than a line break, or invisible and no blank."""
    if char == "\n" or char in SHAPES:
        return False
    return unicodedata.category(char) in HIDDEN or UNSEEN.match(char) is not None


def escaped(char: str) -> str:
    """A character as a JSON escape: `\\u202e`, or two of them beyond U+FFFF."""
    units = char.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[i]:02x}{units[i + 1]:02x}" for i in range(0, len(units), 2))


def unseen(text: str) -> str:
    """The first invisible character of a text, escaped, or the empty text; names may have none."""
    return next((escaped(char) for char in text if is_unseen(char)), "")
