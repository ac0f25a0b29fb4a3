"""Text made safe to show: what steers a terminal or hides from the eye becomes visible.

Enters any text, leaves one that shows all that is in it.  Control characters, marks that turn
the direction of writing, characters without width, tags and what no standard defines are written
as JSON writes them, `\\u001b`; so JSON stays JSON.  Line breaks stay, and a tab or another blank
is a blank.
"""

from __future__ import annotations

import re
import unicodedata

PLAIN = re.compile(r"[\n\x20-\x7e]*")
RETURN = re.compile(r"\r+(?=\n)")
HIDDEN = ("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp")  # the categories of Unicode
SHAPES = "\ufe0e\ufe0f"  # which of its two shapes the character before has: seen by its effect
UNSEEN = re.compile(  # not controls to Unicode, and yet nothing is to be seen of them
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0d\uffa0"
    "\U000e0100-\U000e01ef]"
)


def printable(text: str) -> str:
    """A text with nothing in it but what is seen, and line breaks.

    Applied again it changes nothing.
    """
    if PLAIN.fullmatch(text):
        return text
    return "".join(map(shown, RETURN.sub("", text)))


def in_one_line(text: str) -> str:
    """A text, such as the name of a file, with line breaks shown too."""
    return printable(text.replace("\n", escaped("\n")))


def shown(char: str) -> str:
    """A character as it may be shown."""
    if char == "\t" or unicodedata.category(char) == "Zs":
        return " "
    return escaped(char) if is_unseen(char) else char


def is_unseen(char: str) -> bool:
    """Whether a character is no blank, and yet not to be seen, or does something else than show."""
    if char == "\n" or char in SHAPES:
        return False
    return unicodedata.category(char) in HIDDEN or UNSEEN.match(char) is not None


def escaped(char: str) -> str:
    """A character as JSON writes it: `\\u202e`, or two such beyond U+FFFF."""
    units = char.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[i]:02x}{units[i + 1]:02x}" for i in range(0, len(units), 2))


def unseen(text: str) -> str:
    """The first character of a text that is not to be seen, as it would be shown; else the empty
    text.  Names may have none."""
    return next((escaped(char) for char in text if is_unseen(char)), "")
