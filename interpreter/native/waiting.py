"""Work in C that takes long: done beside the thread that waits for it, and stopped by a flag."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable

POLL_SECONDS = 0.1

Work = Callable[[], int]
Look = Callable[[], None]


def watched(
    work: Work, stop: ctypes.c_int32, name: str, look: Look | None = None
) -> tuple[int, BaseException | None]:
    """The code of work in C, and what ended it early: Ctrl-C, or what `look` raised.

    `look` is called now and then.  What ends the work sets the flag `stop`, and this returns when C
    has seen it.  Ctrl-C only reaches the main thread; another one does the work itself unless there
    is something to look at.
    """
    if look is None and threading.current_thread() is not threading.main_thread():
        return work(), None
    codes: list[int] = []
    failed: list[BaseException] = []
    done = threading.Event()

    def run() -> None:
        try:
            codes.append(work())
        except BaseException as error:  # belongs to whoever waits, not to this thread
            failed.append(error)
        finally:
            done.set()

    try:
        threading.Thread(target=run, name=name).start()
        early = wait(done, stop, look)
    except BaseException:
        stop.value = 1  # what interrupted the start or the stopping must not leave it running
        raise
    if failed:
        raise failed[0]
    return codes[0], early


def wait(done: threading.Event, stop: ctypes.c_int32, look: Look | None) -> BaseException | None:
    """Wait for the end; gives what brought it near.

    `Thread.join` would not do: some versions of Python take an interrupted join for the end.
    """
    early: BaseException | None = None
    while True:
        try:
            if done.wait(POLL_SECONDS):
                return early
            if early is None and look is not None:
                look()
        except (KeyboardInterrupt, Exception) as error:
            early, stop.value = error, 1
