"""The parts of a C text that are nearly the same in every game: those of the files in `c/parts/`.

A part stands behind a line `/// name`, up to the next one; `$word` in it is filled in for a game.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from string import Template

FOLDER = Path(__file__).parents[2] / "c" / "parts"


@cache
def parts() -> dict[str, Template]:
    texts = (path.read_text("utf-8") for path in sorted(FOLDER.glob("*.h")))
    found = (each for text in texts for each in re.split(r"^/// ", text, flags=re.M)[1:])
    made: dict[str, Template] = {}
    for name, _, body in (each.rstrip("\n").partition("\n") for each in found):
        if name in made:
            raise ValueError(f"two parts are called {name}")
        made[name] = Template(f"{body}\n")
    return made


def c_part(name: str, /, **given: object) -> str:
    """The part of a name, with what it leaves open."""
    return parts()[name].substitute(given)
