"""Studies for tests, played in this process or by hand-made workers."""

from __future__ import annotations

from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

from interpreter.study.plan.parsing import ladder_of, pairings_of, variants_of
from interpreter.study.plan.study import Study
from interpreter.study.report import write_reports
from interpreter.study.results.summary import results_of
from interpreter.study.run.run import Runner
from interpreter.study.store.store import open_store


class AtOnce(Executor):
    """Does everything when it is asked to."""

    def submit(self, function: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(function(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


class InProcess:
    """Workers that are this process."""

    lost: tuple[type[BaseException], ...] = ()

    def __init__(self) -> None:
        self.executor: Executor = AtOnce()

    def count(self) -> int:
        return 2

    def renew(self) -> None:
        raise AssertionError("nobody is lost here")

    def close(self, playing: object = ()) -> None:
        pass


class Silent:
    """Shows nothing, and keeps what it was told."""

    def __init__(self) -> None:
        self.shown: list[tuple[int, int, tuple[float, float] | None]] = []

    def show(self, done: int, total: int, seconds_left: tuple[float, float] | None) -> None:
        self.shown.append((done, total, seconds_left))


def study(*files: str, vary: Any = None, agents: str = "random", ladder: str = "", **rest: Any) -> (
    Study
):  # fmt: skip
    """A study of bundled games."""
    rungs = ladder_of(ladder) if ladder else ()
    return Study(
        rest.pop("title", "a test"), variants_of(list(files), vary or {}, {}),
        pairings_of([agents]), rungs, **rest,
    )  # fmt: skip


def carried_out(study: Study, folder: Path, hire: Any = InProcess) -> Any:
    """The results of a study, whose file and reports are in a folder."""
    folder.mkdir(exist_ok=True)
    store = open_store(folder / "study.sqlite")
    try:
        store.begin(study)
        Runner(study, store, Silent(), hire).run()
        results = results_of(study, store)
    finally:
        store.close()
    write_reports(results, folder)
    return results


def reports(folder: Path) -> dict[str, bytes]:
    """The bytes of all reports in a folder."""
    return {path.name: path.read_bytes() for path in sorted(folder.glob("report.*"))}
