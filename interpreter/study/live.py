"""The page of a study while it is played: made anew now and then, beside the playing.

The file of a study is locked for everybody else while it is played, so a copy in memory is what
the page is made of, in a thread.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from math import inf
from pathlib import Path
from threading import Event, Thread
from time import monotonic, time
from typing import TYPE_CHECKING

from interpreter.process.files import write_file
from interpreter.study.plan.study import StudyError
from interpreter.study.report.page import Running, to_html
from interpreter.study.results.summary import results_of
from interpreter.study.store.store import Store

if TYPE_CHECKING:
    from interpreter.process.progress import Bar
    from interpreter.study.plan.study import Study

FIRST_SECONDS = 10.0  # of playing, before the first page; short studies need none
BETWEEN_SECONDS = 20.0  # from one page to the next, at the least
SHARE = 0.05  # of the time that making pages may take
PAGE = "report.html"


class LivePage:
    """Shows the progress of a study as its bar does, and writes its page from time to time."""

    def __init__(self, study: Study, store: Store, folder: Path, bar: Bar):
        self.study, self.store, self.bar = study, store, bar
        self.path = folder / PAGE
        self.due = monotonic() + FIRST_SECONDS
        self.between = BETWEEN_SECONDS
        self.writing: Thread | None = None
        self.is_over = Event()

    def __enter__(self) -> LivePage:
        return self

    def __exit__(self, *error: object) -> None:
        self.is_over.set()
        if self.writing is not None:
            self.writing.join()

    def show(self, done: int, total: int, seconds_left: float | None) -> None:
        """Show that `done` games have been played of the `total` known to be needed."""
        self.bar.show(done, total, seconds_left)
        is_busy = self.writing is not None and self.writing.is_alive()
        if done and not is_busy and monotonic() >= self.due:
            if self.writing is None:
                self.bar.say(f"{self.path} shows the report so far, and follows")
            running = Running(done, total, time(), self.between)
            self.writing = Thread(target=self.write, args=(copied(self.store), running))
            self.writing.start()

    def write(self, copy: Store, running: Running) -> None:
        """Write the page from a copy of the games."""
        begun = monotonic()
        try:
            with closing(copy):
                text = to_html(results_of(self.study, copy), running)
            if not self.is_over.is_set():
                write_file(self.path, text)
        except (OSError, StudyError) as error:  # the report at the end will meet it again
            self.bar.say(f"{self.path} cannot follow: {error}")
            self.due = inf
            return
        took = monotonic() - begun
        self.between = max(BETWEEN_SECONDS, took / SHARE)
        self.due = monotonic() + self.between


def copied(store: Store) -> Store:
    """A copy of a study in memory, for another thread."""
    base = sqlite3.connect(":memory:", check_same_thread=False)
    store.base.backup(base)
    copy = Store(store.path, base)
    copy.members = store.members
    return copy
