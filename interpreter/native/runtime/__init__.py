"""The native engine at work: a library enters; nodes, counts, random games and searches leave.

`NativeEngine` plays a game; `NotNative` and `NativeError` say why there is none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gdl.lazy import lazy_exports

if TYPE_CHECKING:
    from interpreter.native.build.compilers import NativeError
    from interpreter.native.ir.terms.refusal import NotNative
    from interpreter.native.runtime.engine import NativeEngine

HOMES = {
    "NativeEngine": "interpreter.native.runtime.engine",
    "NativeError": "interpreter.native.build.compilers",
    "NotNative": "interpreter.native.ir.terms.refusal",
}
__all__ = ["NativeEngine", "NativeError", "NotNative"]
__getattr__ = lazy_exports(__name__, HOMES)
