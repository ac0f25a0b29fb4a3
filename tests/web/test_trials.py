"""A file that takes too long, or stops what tries it: what is said, and what comes next."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path
from typing import Any

import pytest

from interpreter.process.workers import Worker, WorkerLost, ended_text
from interpreter.web.games import worker
from interpreter.web.games.folder import NoGame
from interpreter.web.games.trials import AGAIN_SECONDS, Trials

SLOW = NoGame("this took longer than 20 seconds, so it was stopped", 422, "too-slow")
LINE = "line 4 may take 2,000,000 rounds in one position"
ENDS = """import os, sys
from interpreter.process.working import answer_jobs
answer_jobs(lambda job: os.kill(os.getpid(), job["signal"]) if "signal" in job else sys.exit(3))
"""


def job(kind: str) -> dict[str, Any]:
    return {"kind": kind, "id": "./x.yaml", "path": "/x.yaml", "stamp": "1", "options": {}}


class Slow(Trials):
    """Files can be read, but not played while `is_busy`."""

    is_busy = True

    def __init__(self) -> None:
        super().__init__(0)
        self.tried: list[str] = []

    async def answer(self, job: dict[str, Any], seconds: float) -> Any:
        if job["kind"] == "late":
            return LINE
        self.tried.append(job["kind"])
        if job["kind"] == "try" and self.is_busy:
            raise SLOW
        return {}


async def refusal(trials: Trials, kind: str = "try") -> str:
    with pytest.raises(NoGame) as refused:
        await trials.ask(job(kind))
    assert refused.value.code == "too-slow"
    return refused.value.message


def test_what_took_too_long_can_be_started_again_and_looked_at_meanwhile() -> None:
    async def work() -> None:
        trials = Slow()
        assert (await refusal(trials)).endswith(f"; {LINE}; it can be tried again in 10 seconds")
        assert "again in" in await refusal(trials)
        assert trials.tried == ["try"]
        assert await trials.ask(job("drawing")) == {}
        trials.first_wait = 0.0
        trials.failed.clear()
        await refusal(trials)
        trials.is_busy = False
        assert await trials.ask(job("try")) == {}
        assert trials.tried == ["try", "drawing", "try", "try"] and not trials.failed

    asyncio.run(work())


def test_the_line_that_has_the_most_to_do_is_told_and_none_where_that_is_unknown(
    tmp_path: Path,
) -> None:
    path = tmp_path / "slow.yaml"
    nest = "count({a, b, c} within empty for a in cells, b in cells, c in cells) > 9"
    line = f"extends: gomoku\nactions:\n  place(at in empty):\n    - require {nest}\n"
    path.write_text(f"{line}    - put stone on at\n", "utf-8")
    asked = {**job("late"), "path": str(path), "options": {"size": 13}}
    told = "line 4 may take 815,730,721 rounds in one position"
    assert worker.answer(asked, {}) == {"data": told}
    path.write_text("extends: gomoku\n", "utf-8")
    assert worker.answer(asked, {}) == {"data": None}


def test_each_failure_makes_the_wait_twice_as_long_up_to_a_bound() -> None:
    trials = Slow()
    waits = [trials.fail("x", SLOW).wait for _ in range(8)]
    assert waits[:4] == [10, 20, 40, 80] and waits[-1] == AGAIN_SECONDS == max(waits)


def test_a_mistake_of_the_program_is_called_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for error, code, words in (
        (TypeError("a secret place"), "internal-error", "mistake of boardwright"),
        (RecursionError(), "too-large", "nested"), (MemoryError(), "too-large", "memory"),
    ):  # fmt: skip

        def fail(*_: object, error: Exception = error) -> None:
            raise error

        monkeypatch.setattr(worker, "loaded", fail)
        told = worker.answer(job("entry"), {})
        assert told["code"] == code and words in told["message"], told
        assert ("memory" in told["message"]) is isinstance(error, MemoryError)
        assert "secret" not in told["message"]
    assert "a secret place" in capsys.readouterr().err


def test_a_process_that_ends_is_lost_with_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "ends_at_once.py").write_text(ENDS, "utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)

    async def lost(job: dict[str, Any]) -> str:
        one = Worker("ends_at_once")
        with pytest.raises(WorkerLost) as error:
            await one.ask(job, 20.0)
        assert not error.value.is_late and not one.is_running
        return str(error.value)

    async def work() -> None:
        assert "memory is short" in await lost({"signal": int(signal.SIGKILL)})
        told = await lost({"signal": int(signal.SIGSEGV)})
        assert told.startswith("SIGSEGV") and "memory" not in told
        assert await lost({}) == ended_text(3)

    asyncio.run(work())
