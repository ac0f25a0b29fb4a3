"""From a game to its C text: `program_of` lowers the rules, runs the passes and emits the C.

`second_text` is the C text of what searches and counts, `vector_text` that of what plays many games
at once, `observing_text` that of what observes single states, `visibility_of` what both have of
`sees`, `numbering_text` that of the numbers of moves.  `refusal` says why a game cannot be written
as C, `dump_native` shows its plan pass by pass, and `make_export` and `write_export` make a C
library that needs no Python.  They are imported when first used: a game whose library is in the
cache needs neither lowering nor emit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gdl.lazy import lazy_exports

if TYPE_CHECKING:
    from interpreter.native.program.borrowing import Lender, second_text
    from interpreter.native.program.export import make_export, write_export
    from interpreter.native.program.program import dump_native, program_of, refusal, written
    from interpreter.native.program.vector import (
        ActionNumbers,
        ObservationCode,
        numbering_text,
        observing_text,
        vector_text,
    )
    from interpreter.native.program.visibility import visibility_of

__all__ = [
    "ActionNumbers", "Lender", "ObservationCode", "dump_native", "make_export", "numbering_text",
    "observing_text", "program_of", "refusal", "second_text", "vector_text", "visibility_of",
    "write_export", "written",
]  # fmt: skip
__getattr__ = lazy_exports(__name__, {
    "ActionNumbers": "interpreter.native.program.vector",
    "Lender": "interpreter.native.program.borrowing",
    "ObservationCode": "interpreter.native.program.vector",
    "dump_native": "interpreter.native.program.program",
    "make_export": "interpreter.native.program.export",
    "numbering_text": "interpreter.native.program.vector",
    "observing_text": "interpreter.native.program.vector",
    "program_of": "interpreter.native.program.program",
    "refusal": "interpreter.native.program.program",
    "second_text": "interpreter.native.program.borrowing",
    "visibility_of": "interpreter.native.program.visibility",
    "vector_text": "interpreter.native.program.vector",
    "write_export": "interpreter.native.program.export",
    "written": "interpreter.native.program.program",
})  # fmt: skip
