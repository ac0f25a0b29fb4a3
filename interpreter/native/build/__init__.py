"""From C text to a loaded shared library: `load` takes it from the cache or runs a compiler.

`show` writes a line for the user.  `cache_folder`, `usage` and `clear_folder` are for the
maintenance of the cache.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gdl.lazy import lazy_exports

if TYPE_CHECKING:
    from interpreter.native.build.build import is_built, load, show
    from interpreter.native.build.cache import cache_folder, clear_folder, usage

HOMES = {
    "cache_folder": "interpreter.native.build.cache",
    "clear_folder": "interpreter.native.build.cache",
    "is_built": "interpreter.native.build.build",
    "load": "interpreter.native.build.build",
    "show": "interpreter.native.build.build",
    "usage": "interpreter.native.build.cache",
}
__all__ = ["cache_folder", "clear_folder", "is_built", "load", "show", "usage"]
__getattr__ = lazy_exports(__name__, HOMES)
