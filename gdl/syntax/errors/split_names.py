"""Names of several words that are written without the `_` between them."""

from __future__ import annotations

import re

from gdl.syntax.errors.repair import Fault
from gdl.vocabulary.keywords import KEYWORDS

WORD = r"[A-Za-z]\w*"
DECLARED = re.compile(rf"(?<!\w){WORD}_\w+")
APART = re.compile(rf"{WORD}(?:[- ]{WORD})+")
HEADS = ("action_head", "define_head", "stored_head")
JOINED = "the words of a name are joined by `_`: `{}`"


def split_name(fault: Fault) -> bool:
    """Report `soldier ant` where the file has a `soldier_ant`."""
    value = fault.value
    for name in dict.fromkeys(DECLARED.findall(fault.text.span.source.text)):
        apart = name.replace("_", " ")
        if apart in value:
            value = re.sub(rf"(?<!\w){apart}(?!\w)", name, value)
    is_meant = value != fault.value and fault.reads(value)
    return is_meant and fault.offer([value], JOINED)


def new_name_apart(fault: Fault) -> bool:
    """Report `queen-bee:` or `queen bee:` as a name that is declared."""
    if fault.start not in ("name", "names", *HEADS):
        return False
    apart = list(APART.finditer(fault.value))[: 1 if fault.start in HEADS else None]
    if not apart or any(set(found[0].split(" ")) & set(KEYWORDS) for found in apart):
        return False
    begin, end = apart[0].start(), apart[-1].end()
    joined = APART.sub(lambda found: re.sub("[- ]", "_", found[0]), fault.value[begin:end])
    value = fault.value[:begin] + joined + fault.value[end:]
    return fault.reads(value) and fault.offer([value], JOINED, part=(begin, end))
