"""Where the command `gdl` begins, with as little as can be.

Ctrl-C may come at any time.  What it interrupts while the program is imported would be shown as an
error of Python, so this module imports nothing of weight before it has seen to that.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:  # `typing` itself takes a while
    from typing import Any


def main() -> None:
    """Run the command and end; whatever goes wrong, and whenever Ctrl-C comes, in one message.

    It is for the whole of a process: Ctrl-C, where it is handled by Python, is ignored at the end.
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
    """End at once: there is nothing yet, or nothing any more, to be put in order."""
    import os
    import sys

    try:
        sys.stderr.write("\nstopped\n")
        sys.stderr.flush()
    finally:  # whether or not anybody can read it
        os._exit(130)


def __getattr__(name: str) -> Any:
    """The click command `gdl`, for those who run it in a process of their own."""
    if name != "gdl":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from interpreter.cli.command_line import gdl

    return gdl
