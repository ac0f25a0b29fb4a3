"""The protocol that both engines fulfil, and the choice between them.

The rules of a game enter, as the reference engine has them; an `Engine` leaves, or why there is
none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gdl.lazy import lazy_exports

if TYPE_CHECKING:
    from interpreter.engine.choice import native_engine, requested_engine
    from interpreter.engine.protocol import Engine

__all__ = ["Engine", "native_engine", "requested_engine"]
__getattr__ = lazy_exports(__name__, {
    "Engine": "interpreter.engine.protocol",
    "native_engine": "interpreter.engine.choice",
    "requested_engine": "interpreter.engine.choice",
})  # fmt: skip
