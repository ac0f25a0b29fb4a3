"""`gdl compare` from a study to its reports."""

from __future__ import annotations

import re
import sys
import time
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn

from interpreter.compare.report import write_reports
from interpreter.compare.report.data import to_json
from interpreter.compare.report.table import print_report
from interpreter.compare.run import Runner
from interpreter.compare.store import Store, open_store
from interpreter.compare.study import Study, StudyError, programs_of
from interpreter.compare.summary import results_of
from interpreter.compare.workers import ClusterWorkers, LocalWorkers, Workers

FILE = "study.sqlite"


def default_folder(study: Study) -> Path:
    """The folder of a study for which none was named: the same for the same study."""
    slug = re.sub(r"[^a-z0-9]+", "-", study.title.lower()).strip("-")[:40]
    return Path(f"study-{slug}-{study.key[:6]}")


def carry_out(
    study: Study, folder: Path, count: int | None, cluster: str | None, as_json: bool
) -> bool:
    """Play what is missing, write the reports and show them; whether the study is whole.

    Raises StudyError.
    """
    if cluster and programs_of(study):
        raise StudyError(
            f"a cluster has not your file of `{programs_of(study)[0]}`; play it on this machine",
            is_usage=True,
        )
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StudyError(f"{folder} cannot be made: {error.strerror or error}") from None
    store = open_store(folder / FILE)
    try:
        store.begin(study)
        is_whole = play(study, store, count, cluster)
        results = results_of(study, store)
        paths = write_reports(results, folder)
    except OSError as error:
        raise StudyError(
            f"{error.filename or folder} cannot be written: {error.strerror or error}; "
            "the games are kept, and the same command writes the report"
        ) from None
    finally:
        store.close()
    if as_json:
        click.echo(to_json(results), nl=False)
    else:
        print_report(results)
    click.echo(f"report: {paths[0]}", err=as_json or not sys.stdout.isatty())
    return is_whole


def play(study: Study, store: Store, count: int | None, cluster: str | None) -> bool:
    """Play what is missing; whether nothing is, as after Ctrl-C."""
    bar = Bar()
    try:
        Runner(study, store, bar, lambda: hired(count, cluster)).run()
    except KeyboardInterrupt:
        bar.close()
        click.echo("stopped; the games so far are kept, and the same command goes on", err=True)
        return False
    finally:
        bar.close()
    return True


def hired(count: int | None, cluster: str | None) -> Workers:
    """The workers that were asked for."""
    return ClusterWorkers(cluster) if cluster else LocalWorkers(count)


class Bar:
    """Shows on a terminal how far a study is, and is quiet in a pipe."""

    def __init__(self) -> None:
        columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[left]}"))
        console = Console(stderr=True)
        self.bar = Progress(*columns, console=console, disable=not console.is_terminal,
                            transient=True)  # fmt: skip
        self.task = self.bar.add_task("games", left="", total=None)
        self.begun = time.monotonic()
        self.bar.start()

    def show(self, done: int, total: int, seconds_left: float | None) -> None:
        """So many games of those that are known to be needed are there."""
        left = "" if seconds_left is None else f"about {lasting(seconds_left)} left"
        text = f"{done:,} of {total:,} games"
        self.bar.update(self.task, completed=done, total=total, left=left, description=text)

    def close(self) -> None:
        """Leave the terminal as it was."""
        self.bar.stop()


def lasting(seconds: float) -> str:
    """A time in words, such as 3 min."""
    if seconds < 60:
        return f"{max(1, round(seconds))} s"
    if seconds < 3600:
        return f"{round(seconds / 60)} min"
    return f"{seconds / 3600:.1f} h"
