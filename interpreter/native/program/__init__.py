"""From a game to its C text: `program_of` lowers the rules, runs the passes and emits the C.

`second_text` is the C text of what searches and counts, `vector_text` that of what plays many games
at once, `observing_text` that of what observes single states, `visibility_of` what both have of
`sees`, `numbering_text` that of the numbers of moves.  `refusal` says why a game cannot be written
as C.  They are imported when first used: a game whose library is in the cache needs neither
lowering nor emit.  `export` makes a C library that needs no Python.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gdl.lazy import lazy_exports

if TYPE_CHECKING:
    from interpreter.native.program.borrowing import Lender, second_text
    from interpreter.native.program.program import program_of, refusal, written
    from interpreter.native.program.vector import numbering_text, observing_text, vector_text
    from interpreter.native.program.visibility import visibility_of

__all__ = [
    "Lender", "numbering_text", "observing_text", "program_of", "refusal", "second_text",
    "vector_text", "visibility_of", "written",
]  # fmt: skip
HOMES = {
    "borrowing": ("Lender", "second_text"), "program": ("program_of", "refusal", "written"),
    "vector": ("numbering_text", "observing_text", "vector_text"), "visibility": ("visibility_of",),
}  # fmt: skip
__getattr__ = lazy_exports(
    __name__, {name: f"{__name__}.{home}" for home, names in HOMES.items() for name in names}
)
