"""`gdl compare` from a study to its reports."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from time import monotonic

import click

from interpreter.api.wording import plural
from interpreter.process.progress import Bar, lasting
from interpreter.process.stopping import Stop, stopped_kindly
from interpreter.study.live import FIRST_SECONDS, LivePage
from interpreter.study.plan.study import Study, StudyError, programs_of
from interpreter.study.play.workers import ClusterWorkers, LocalWorkers, Workers
from interpreter.study.report.data import to_json
from interpreter.study.report.page import write_reports
from interpreter.study.report.table import print_report
from interpreter.study.report.tuned import tuned_text, write_tuned
from interpreter.study.results.derived import solve_missing
from interpreter.study.results.goals import keep_look
from interpreter.study.results.summary import results_of
from interpreter.study.run.changed import changed_text
from interpreter.study.run.run import Progress, Runner
from interpreter.study.run.targets import Target
from interpreter.study.run.tune import Candidate, tuned
from interpreter.study.store.store import Store, open_store

FILE = "study.sqlite"
TELLING = 10.0  # seconds without a game that tell how long one takes: processes have to start


def default_folder(study: Study) -> Path:
    """The folder of a study for which none was named: the same for studies that can go on with
    each other's games.
    """
    slug = re.sub(r"[^a-z0-9]+", "-", study.title.lower()).strip("-")[:40]
    return Path(f"study-{slug}-{study.key[:6]}")


def carry_out(
    study: Study, folder: Path, count: int | None, cluster: str | None, as_json: bool,
    first_page: float = FIRST_SECONDS,
) -> int:  # fmt: skip
    """Play what is missing, write the reports and show them; the exit status: 0, or that of what
    was stopped.  Without a single game there is no report.  The page that follows begins after
    `first_page` seconds of playing.

    Raises StudyError.
    """
    with stopped_kindly() as stop, opened(study, folder, cluster) as store, Bar() as bar:
        with LivePage(study, store, folder, bar, first_page) as page:
            play = partial(completed, study, store, page, count, cluster)
            is_whole = is_completed(stop, store, play)
        if not is_whole and not store.count():
            return stop.status
        results = results_of(study, store)
        paths = write_reports(results, folder)
        keep_look(study, store)
    if as_json:
        click.echo(to_json(results), nl=False)
    else:
        print_report(results)
    click.echo(f"report: {paths[0]}", err=as_json)
    return 0 if is_whole else stop.status


def completed(
    study: Study, store: Store, progress: Progress, count: int | None, cluster: str | None
) -> None:
    """Play and solve what is missing.

    Raises StudyError, and KeyboardInterrupt; what was done is kept.
    """
    Runner(study, store, progress, lambda: hired(count, cluster)).run()
    if study.solve:
        solve_missing(study, store)


def tune_and_show(
    study: Study, targets: Sequence[Target], folder: Path, count: int | None, cluster: str | None,
    best: int, as_json: bool,
) -> int:  # fmt: skip
    """Search option values, write the report and show the best; the exit status: 0, or that of what
    was stopped.

    Raises StudyError.
    """
    candidates: list[Candidate] = []
    with stopped_kindly() as stop, opened(study, folder, cluster) as store, Bar() as bar:
        search = partial(tuned, study, targets, store, bar, partial(hired, count, cluster), best)
        is_whole = is_completed(stop, store, lambda: candidates.extend(search()))
        if not is_whole:
            return stop.status
        path = write_tuned(study, targets, candidates, folder)
    click.echo(tuned_text(study, targets, candidates, as_json), nl=False)
    click.echo(f"report: {path}", err=as_json)
    return 0


@contextmanager
def opened(study: Study, folder: Path, cluster: str | None) -> Iterator[Store]:
    """The store of a study in a folder, which is made if need be.

    Raises StudyError, also for what goes wrong while files are written.
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
        for changed in store.begin(study):
            click.echo(changed_text(changed, study), err=True)
        yield store
    except OSError as error:
        raise StudyError(
            f"{error.filename or folder} cannot be written: {error.strerror or error}; "
            "the games are kept, and the same command writes the report"
        ) from None
    finally:
        store.close()


def is_completed(stop: Stop, store: Store, work: Callable[[], None]) -> bool:
    """Do work for a study; whether it was done rather than stopped, after which nothing more is
    heeded.
    """
    begun = monotonic()
    try:
        work()
    except KeyboardInterrupt:
        stop.is_deaf = True
        click.echo(f"stopped; {kept_text(store.count(), monotonic() - begun)}", err=True)
        return False
    return True


def kept_text(games: int, seconds: float) -> str:
    """What a study that was stopped after so many seconds has, and what can be done with it."""
    if games:
        have = plural(games, "game")
        return f"{have} so far {'is' if games == 1 else 'are'} kept, and the same command goes on"
    if seconds < TELLING:
        return "no game was finished yet, so there is no report; the same command begins anew"
    return (
        f"no game was finished in {lasting(seconds)}, so there is no report; one game takes longer "
        "than that, and the same command begins anew"
    )


def hired(count: int | None, cluster: str | None) -> Workers:
    """The workers that were asked for."""
    if cluster is None:
        return LocalWorkers(count)
    return ClusterWorkers(cluster, lambda text: click.echo(text, err=True))
