"""The entry point of the command `gdl`, kept as small as possible.

Ctrl-C may come at any time.  While the program is being imported, it would end in a traceback, so
this module imports nothing heavy before it handles Ctrl-C.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing `typing` takes a while
    from typing import Any


def main() -> None:
    """Run the command and exit; an error, or Ctrl-C at any time, gives a single message.

    It takes over the process: Ctrl-C, if Python handles it, is ignored once the command has ended.
    """
    try:
        import signal

        if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
            from interpreter.cli.command_line import main as run
        else:
            signal.signal(signal.SIGINT, leave)
            from interpreter.cli.command_line import main as run

            signal.signal(signal.SIGINT, signal.default_int_handler)
        run()
    except KeyboardInterrupt:
        leave()


def leave(*_: object) -> None:
    """Exit at once: there is nothing to clean up yet, or nothing any more."""
    import os
    import sys

    try:
        sys.stderr.write("\nstopped\n")
        sys.stderr.flush()
    finally:  # even if stderr cannot be written to
        os._exit(130)


def __getattr__(name: str) -> Any:
    """The click command `gdl`, for callers who run it in their own process."""
    if name != "gdl":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from interpreter.cli.command_line import gdl

    return gdl
