"""The boundary between this process and its callers, its user and its machine.

Arguments are checked before work begins, files are written atomically, all output is made safe to
show, a request to stop ends the work in order, and what could take too much time or memory is done
in worker processes.
"""

from __future__ import annotations

from gdl.lazy import lazy_exports

TYPE_CHECKING = False
if TYPE_CHECKING:  # `typing` itself takes a while to import
    from interpreter.process.version import program_version

__all__ = ["program_version"]
__getattr__ = lazy_exports(__name__, {"program_version": "interpreter.process.version"})
