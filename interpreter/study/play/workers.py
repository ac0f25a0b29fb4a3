"""Who plays the batches: processes of this machine, or the workers of a dask cluster.

Both hand batches to an executor of `concurrent.futures`.  A worker that is lost loses no game: what
raises one of `lost` is played again.
"""

from __future__ import annotations

import os
import re
import signal
import socket
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any, Protocol

from interpreter.native.build import cache
from interpreter.process.shown_command import shown_command
from interpreter.study.plan.study import StudyError

RETRIES = 5  # of dask itself, for a batch whose worker was lost
END_SECONDS = 5  # for a process that is asked to end
KNOCK_SECONDS = 3  # for a machine to answer at all
WAIT_SECONDS = 10  # for a scheduler to answer, or to let go
ADDRESS = re.compile(r"(?:(tcp|tls)://)?(\[[0-9a-fA-F:.]+\]|[^\s\[\]/:@]+):([0-9]{1,5})")
KEPT = "the games so far are kept: give the same command again to go on"


class Workers(Protocol):
    """An executor, and what raises from it where a worker was lost."""

    executor: Executor
    lost: tuple[type[BaseException], ...]

    def count(self) -> int:
        """How many batches are played at once."""
        ...

    def renew(self) -> None:
        """A new executor for one whose workers are lost."""
        ...

    def close(self, playing: Iterable[Future[Any]] = ()) -> None:
        """Let the workers go; what they play now is dropped."""
        ...


# ---- this machine ------------------------------------------------------------------------------


class LocalWorkers:
    """So many processes; without a number as many as there are processors for this one."""

    lost: tuple[type[BaseException], ...] = (BrokenExecutor,)

    def __init__(self, count: int | None = None):
        self.number = count or processors()
        self.renew()

    def count(self) -> int:
        """How many processes there are."""
        return self.number

    def renew(self) -> None:
        """New processes."""
        self.executor: Executor = ProcessPoolExecutor(
            self.number, mp_context=get_context("spawn"),
            initializer=begin_work, initargs=(cache.lent(),),
        )  # fmt: skip

    def close(self, playing: Iterable[Future[Any]] = ()) -> None:
        """End the processes, whatever they play; the executor itself would wait for it.

        Only the executor cancels what is played: its thread fails at what others have cancelled.
        A process may end in the midst of what it writes.  The executor's thread would wait for the
        rest for ever, so this process lets go of the end of the pipe that it could be written to.
        """
        processes = list((getattr(self.executor, "_processes", None) or {}).values())
        for process in processes:
            process.terminate()
        for process in processes:
            process.join(END_SECONDS)
            process.kill()
        results = getattr(self.executor, "_result_queue", None)
        if results is not None:
            results._writer.close()
        self.executor.shutdown(wait=True, cancel_futures=True)


def processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def begin_work(folder: Path | None) -> None:
    """Leave Ctrl-C to the main process, and end when that is gone, however it went.

    Libraries that cannot be kept go into the folder of the main process, which removes it; where
    that could not, as it was killed, a worker does.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    cache.borrow(folder)
    parent = parent_process()
    assert parent is not None

    def watch() -> None:
        wait([parent.sentinel])
        if folder is not None:
            cache.remove_private(folder, os.getpid())
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


# ---- a cluster ---------------------------------------------------------------------------------


class ClusterWorkers:
    """The workers of a dask scheduler such as tcp://10.0.0.5:8786, which may come and go.

    `tell` is called with a sentence whenever there is nobody to play.  Raises StudyError where the
    address is none, dask is missing or nobody answers.
    """

    def __init__(self, address: str, tell: Callable[[str], object] = lambda text: None):
        self.address, self.tell, self.is_told = address, tell, False
        knock(address)
        try:
            from distributed import Client
            from distributed.scheduler import KilledWorker
        except ImportError:
            raise StudyError(
                "a cluster needs dask: `pip install 'boardwright[cluster]'` on all its machines"
            ) from None
        try:
            self.client: Any = within(WAIT_SECONDS, lambda: Client(  # type: ignore[no-untyped-call]
                address, timeout=WAIT_SECONDS, set_as_default=False
            ))  # fmt: skip
        except TypeError as error:  # what dask raises for `tls` without certificates
            raise StudyError(
                f"{address} needs certificates: name them in the configuration of dask, under "
                f"`distributed.comm.tls` ({error})"
            ) from None
        except Exception as error:  # dask lets through whatever its connections raise
            raise StudyError(f"no dask scheduler answers at {address}: {error}") from None
        self.lost: tuple[type[BaseException], ...] = (KilledWorker,)
        self.renew()

    def count(self) -> int:
        """How many threads all workers have now; 1 while there is none.

        Raises StudyError where the scheduler is gone.
        """
        known = self.client.scheduler_info(n_workers=0)
        if "total_threads" not in known:
            raise StudyError(f"the scheduler is gone; {KEPT}")
        # Dask itself asks for this total now and then, and leaves out the workers one by one.
        threads: int = known["total_threads"]
        if not threads and not self.is_told:
            self.tell(
                f"the scheduler at {self.address} has no workers; start some with "
                f"`{shown_command('dask', 'worker', self.address)}`: the study waits for them"
            )
        self.is_told = not threads
        return max(1, threads)

    def renew(self) -> None:
        """The same workers: dask itself replaces those that are lost."""
        self.executor: Executor = self.client.get_executor(pure=False, retries=RETRIES)

    def close(self, playing: Iterable[Future[Any]] = ()) -> None:
        """Leave the cluster."""
        for future in playing:
            future.cancel()
        self.client.close(timeout=WAIT_SECONDS)


def within(seconds: float, work: Callable[[], Any]) -> Any:
    """What work gives, or raises, within a time: dask waits for ever for a program that listens and
    says nothing.

    Raises TimeoutError; the work is then left to a thread that nobody waits for.
    """
    done: Future[Any] = Future()

    def run() -> None:
        try:
            done.set_result(work())
        except BaseException as error:
            done.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    try:
        return done.result(seconds + 1)
    except TimeoutError:
        raise TimeoutError("what listens there is no scheduler") from None


def knock(address: str) -> None:
    """Raise StudyError for an address that is none, and where no program listens at it.

    Dask itself would try for a minute.
    """
    parts = ADDRESS.fullmatch(address)
    if parts is None or int(parts[3]) > 65535:
        raise StudyError(
            f"`{address}` is no address of a dask scheduler; write for example tcp://10.0.0.5:8786",
            is_usage=True,
        )
    try:
        place = (parts[2].strip("[]"), int(parts[3]))
        socket.create_connection(place, timeout=KNOCK_SECONDS).close()
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise StudyError(f"no dask scheduler answers at {address}: {reason}") from None
