"""`gdl compare` as a function of Python."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from interpreter.process.progress import Bar
from interpreter.study.driver import completed, default_folder, opened
from interpreter.study.notebook.report import StudyReport
from interpreter.study.plan.study import StudyError
from interpreter.study.plan.study_file import study_of
from interpreter.study.report.page import write_reports
from interpreter.study.results.goals import keep_look
from interpreter.study.results.summary import results_of
from interpreter.study.run.run import Progress

Texts = str | Iterable[object]


class Quiet:
    """Shows no progress."""

    def show(self, done: int, total: int, seconds_left: tuple[float, float] | None) -> None:
        """Nothing is shown."""


def compare(
    *variants: str | PathLike[str],
    vary: Mapping[str, Texts] | None = None, options: Mapping[str, object] | None = None,
    agents: Texts = (), ladder: str | None = None, games: int | None = None,
    seed: int | None = None, until: str | float | None = None, test: str | None = None,
    metrics: Texts = (), margin: str | float | None = None, pace: str | float | None = None,
    base: str | int | None = None, detailed: int | None = None, probes: int | None = None,
    moves: int | None = None, solve: bool = False, trust: bool = False, workers: int | None = None,
    cluster: str | None = None, out: str | PathLike[str] | None = None, progress: bool = False,
) -> StudyReport:  # fmt: skip
    """Play variants of games and report what differs, as `gdl compare` does with the options of
    the same names.

    `variants` are bundled games and paths of rule files, or the path of one study file.  `vary`
    gives values of options, as in `{"size": [8, 10]}`, and `options` those that all have.  `until`
    and `margin` are shares, as 0.02 or "2%"; `pace` is in seconds; `base` is the title of a variant
    or its number from 1.  Without `out`, the folder of the study is made in the current one.
    `progress` tells on standard error how far it is.  Games that the folder has are not played
    again; Ctrl-C raises KeyboardInterrupt and keeps what was played.

    Raises StudyError (a ValueError) for what cannot be compared, and GdlError for rules that cannot
    be played.
    """
    check_process()
    given: dict[str, Any] = {
        "vary": {name: listed(values) for name, values in (vary or {}).items()},
        "agents": listed(agents), "ladder": ladder, "trust": trust, "games": games, "seed": seed,
        "until": until, "test": test, "metrics": ",".join(listed(metrics)) or None,
        "margin": margin, "pace": pace if pace is None or isinstance(pace, str) else f"{pace:g}s",
        "base": base, "detailed": detailed, "probes": probes, "moves": moves,
        "solve": "yes" if solve else None,
    }  # fmt: skip
    own = {name: text_of(value) for name, value in (options or {}).items()}
    plan = study_of([fspath(variant) for variant in variants], own, given)
    folder = default_folder(plan) if out is None else Path(out)
    with opened(plan, folder, cluster) as store, ExitStack() as shown:
        how: Progress = shown.enter_context(Bar()) if progress else Quiet()
        completed(plan, store, how, workers, cluster)
        results = results_of(plan, store)
        write_reports(results, folder)
        keep_look(plan, store)
    return StudyReport(results, folder)


def listed(values: Texts) -> list[str]:
    """Values as the texts of a command; one text is a list of one."""
    return [values] if isinstance(values, str) else [text_of(value) for value in values]


def text_of(value: object) -> str:
    """A value as a command has it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def check_process() -> None:
    """Raise StudyError in a process that plays for a program: it imports the program, as a module
    beside its own main one, and would start the study once more.
    """
    main = sys.modules.get("__mp_main__")
    if main is not None and main is not sys.modules["__main__"]:
        raise StudyError(
            "put the call of `compare` under `if __name__ == \"__main__\":`: the processes that "
            "play the games import your program"
        )
