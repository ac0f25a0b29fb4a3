"""The page of a study while it is played: made anew now and then, beside the playing.

The file of a study is locked for everybody else while it is played, so a copy in memory is what
the page is made of, in a thread.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from math import inf
from pathlib import Path
from threading import Lock, Thread
from time import monotonic, time
from typing import TYPE_CHECKING

from interpreter.process.files import write_file
from interpreter.study.plan.study import StudyError
from interpreter.study.report.page import Running, to_html
from interpreter.study.results.summary import results_of
from interpreter.study.store.faults import told
from interpreter.study.store.store import Store

if TYPE_CHECKING:
    from interpreter.process.progress import Bar
    from interpreter.study.plan.study import Study

FIRST_SECONDS = 10.0  # of playing, before the first page; short studies need none
BETWEEN_SECONDS = 20.0  # from one page to the next, at the least
SHARE = 0.05  # of the time that making pages may take
MOST_BYTES = 100_000_000  # of a study that is copied
LAST_SECONDS = 2.0  # for the page that is being made at the end
PAGE = "report.html"


class LivePage:
    """Shows the progress of a study as its bar does, and writes its page from time to time."""

    def __init__(
        self, study: Study, store: Store, folder: Path, bar: Bar, first: float | None = None
    ):
        """`first` is after how many seconds the first page is made."""
        self.study, self.store, self.bar = study, store, bar
        self.path = folder / PAGE
        self.due = monotonic() + (FIRST_SECONDS if first is None else first)
        self.between = BETWEEN_SECONDS
        self.writing: Thread | None = None
        self.drawing, self.placing = Lock(), Lock()
        self.is_over = False
        self.is_told = False

    def __enter__(self) -> LivePage:
        return self

    def __exit__(self, *error: object) -> None:
        with self.placing:
            self.is_over = True
        if self.writing is not None:
            self.writing.join(LAST_SECONDS)  # what it makes later is not wanted
        # Python ends a thread wherever it is, and C++ that draws a chart would abort.
        with self.drawing:
            pass

    def show(self, done: int, total: int, seconds_left: tuple[float, float] | None) -> None:
        """Show that `done` games have been played of the `total` known to be needed."""
        self.bar.show(done, total, seconds_left)
        is_busy = self.writing is not None and self.writing.is_alive()
        if done and not is_busy and monotonic() >= self.due:
            self.follow(done, total)

    def follow(self, done: int, total: int) -> None:
        """Begin a page with the games so far."""
        begun = monotonic()
        try:
            copy = copied(self.store)
        except StudyError as error:
            self.give_up(str(error))
            return
        if copy is None:
            self.give_up("there are too many games; the report at the end has them all")
            return
        running = Running(done, total, time(), self.between, lambda: not self.is_over)
        self.writing = Thread(target=self.write, args=(copy, running, begun), daemon=True)
        self.writing.start()

    def write(self, copy: Store, running: Running, begun: float) -> None:
        """Write the page from a copy of the games, the making of which has begun then."""
        try:
            with closing(copy):
                results = results_of(self.study, copy)
            with self.drawing:
                if self.is_over:
                    return
                text = to_html(results, running)
            with self.placing:
                if not self.is_over:
                    write_file(self.path, text)
                    self.tell()
        except (OSError, StudyError) as error:  # the report at the end will meet it again
            self.give_up(str(error))
            return
        except Exception as error:  # a mistake in this program costs the page, not the study
            self.give_up(f"something went wrong here ({type(error).__name__}: {error})")
            return
        took = monotonic() - begun
        self.between = max(BETWEEN_SECONDS, took / SHARE)
        self.due = monotonic() + self.between

    def tell(self) -> None:
        """Say once that there is a page, when it has been written."""
        if not self.is_told:
            self.bar.say(f"{self.path} shows the report so far, and follows")
        self.is_told = True

    def give_up(self, why: str) -> None:
        """Make no more pages, and say why, unless the study is over."""
        self.due = inf
        if not self.is_over:
            self.bar.say(f"{self.path} cannot follow: {why}")


def copied(store: Store) -> Store | None:
    """A copy of a study in memory, for another thread; None of one that is too large.

    Raises StudyError.
    """
    with told(store.path):
        count, size = (
            store.base.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("page_count", "page_size")
        )
        if count * size > MOST_BYTES:
            return None
        base = sqlite3.connect(":memory:", check_same_thread=False)
        try:
            store.base.backup(base)
        except BaseException:
            base.close()
            raise
    copy = Store(store.path, base)
    copy.members = store.members
    return copy
