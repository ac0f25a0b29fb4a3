"""Studies: variants of games are played many times, measured, kept and compared.

A study enters, from the words of a command or a study file (`plan`).  `run` decides which games are
played next, `play` plays and measures them, `store` keeps them in a file, `results` reads what they
say with `statistics`, and `report` writes it as a page and as data.  `driver` goes all the way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gdl.lazy import lazy_exports

if TYPE_CHECKING:
    from interpreter.study.driver import carry_out, tune_and_show

__all__ = ["carry_out", "tune_and_show"]
__getattr__ = lazy_exports(__name__, {
    "carry_out": "interpreter.study.driver",
    "tune_and_show": "interpreter.study.driver",
})  # fmt: skip
