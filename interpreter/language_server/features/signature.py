"""What the brackets take in which the cursor stands."""

from __future__ import annotations

import re
from dataclasses import dataclass

from gdl.vocabulary.builtins import BUILTINS
from interpreter.language_server.reading.project import Project

OPENING = {")": "(", "]": "["}


@dataclass(frozen=True)
class Signature:
    """A head such as `row(n)`, its parameters, and the number of the one at the cursor."""

    label: str
    parameters: tuple[str, ...]
    active: int
    about: str | None = None


def signature(project: Project, offset: int) -> Signature | None:
    """The head of what is called or looked up around an offset; None if nothing is."""
    leaf = project.main.reading.leaf_at(offset)
    if leaf is None:
        return None
    before = "".join(c for c, at in zip(leaf.text.value, leaf.text.offsets) if at < offset)
    depth, commas = 0, 0
    for at in range(len(before) - 1, -1, -1):
        sign = before[at]
        depth += (sign in ")]}") - (sign in "([{")
        commas += sign == "," and depth == 0
        if depth < 0:
            name = re.search(r"[A-Za-z_]\w*$", before[:at].rstrip())
            if sign == "{" or name is None:
                return None
            return head_of(project, name[0], commas)
    return None


def head_of(project: Project, name: str, active: int) -> Signature | None:
    """The head of a name of the file or of the language."""
    row = BUILTINS.get(name)
    if row is not None:
        label = row.signature.partition(": ")[0]
        return Signature(label, parameters_in(label), active, row.meaning)
    place = project.declared.get(name)
    if place is None or place.name.leaf is None:
        return None
    label = place.name.leaf.text.value
    return Signature(label, parameters_in(label), active) if "(" in label or "[" in label else None


def parameters_in(label: str) -> tuple[str, ...]:
    """The parts between the outermost brackets of a head."""
    inner = re.search(r"[(\[](.*)[)\]]", label.partition(" or ")[0])
    parts: list[str] = [""]
    depth = 0
    for sign in inner[1] if inner else "":
        depth += (sign in "([{") - (sign in ")]}")
        if sign == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += sign
    return tuple(part.strip() for part in parts if part.strip())
