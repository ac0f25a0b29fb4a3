"""Why a job of an agent has failed, in a sentence for the page.

It may be read by anybody who plays over a link, so it names no file or folder of the server.
"""

from __future__ import annotations

from gdl.source.diagnostics import GdlError
from gdl.source.wording import clip
from interpreter.agents import AgentFailed
from interpreter.board.values import IllegalMove
from interpreter.native.build.compilers import NativeError
from interpreter.native.runtime.search import SearchError
from interpreter.web.wire.reasons import first_message

FAILURES = (
    AgentFailed, GdlError, IllegalMove, NativeError, SearchError, MemoryError, RecursionError,
    ValueError,
)  # fmt: skip
LONGEST = 600  # characters of a sentence


def failure_text(error: BaseException) -> str:
    """What is said of one of the `FAILURES`."""
    if isinstance(error, GdlError):
        return clip(f"the rules stop the agent here: {first_message(error)}", LONGEST)
    if isinstance(error, IllegalMove):
        return clip(error.message, LONGEST)
    if isinstance(error, NativeError):
        return "this game cannot be compiled on the server, and the agent needs that"
    if isinstance(error, MemoryError | RecursionError):
        return "the agent has run out of memory here; one that looks at less, as uct:100, may do"
    cause = error.__cause__ or error.__context__
    if isinstance(error, AgentFailed) and isinstance(cause, FAILURES):
        return failure_text(cause)
    return clip(str(error), LONGEST) or "the agent could not choose here"
