"""Studies on a dask cluster of this machine."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.commands import PLAIN
from support.studies import carried_out, reports, study

from interpreter.study.plan.study import StudyError
from interpreter.study.play.workers import ClusterWorkers, LocalWorkers

pytest.importorskip("distributed", reason="dask is an extra")

pytestmark = pytest.mark.usefixtures("without_charts")


def started(*words: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "distributed.cli." + words[0], *words[1:]]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Cluster:
    """A scheduler and workers, as processes."""

    def __init__(self) -> None:
        port = free_port()
        self.address = f"tcp://127.0.0.1:{port}"
        self.scheduler = started("dask_scheduler", "--host", "127.0.0.1", "--port", str(port),
                                 "--no-dashboard", "--dashboard-address", ":0")  # fmt: skip
        self.workers: list[subprocess.Popen[bytes]] = []
        self.wait(port)

    def wait(self, port: int) -> None:
        """Wait until the scheduler listens."""
        for _ in range(300):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    return
            assert self.scheduler.poll() is None, "the scheduler did not start"
            time.sleep(0.1)
        raise TimeoutError("the scheduler does not listen")

    def add_worker(self) -> None:
        self.workers.append(started("dask_worker", self.address, "--nthreads", "1", "--no-nanny",
                                    "--no-dashboard"))  # fmt: skip

    def close(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    started_cluster = Cluster()
    try:
        yield started_cluster
    finally:
        started_cluster.close()


def test_a_worker_that_is_killed_half_way(tmp_path: Path, cluster: Cluster) -> None:
    whole = study("squ", vary={"size": ["3", "4"]}, agents="random,uct:10", games=60, detailed=12)
    carried_out(whole, tmp_path / "local", lambda: LocalWorkers(2))
    for _ in range(2):
        cluster.add_worker()

    class Killing(ClusterWorkers):
        """A cluster one of whose workers is killed after some batches; a new one comes later."""

        asked = 0

        def count(self) -> int:
            self.asked += 1
            if self.asked == 12:
                os.kill(cluster.workers[0].pid, signal.SIGKILL)
            if self.asked == 20:
                cluster.add_worker()
            return super().count()

    made = []

    def hire() -> ClusterWorkers:
        made.append(Killing(cluster.address))
        return made[0]

    carried_out(whole, tmp_path / "cluster", hire)
    assert made[0].asked >= 20
    assert reports(tmp_path / "cluster") == reports(tmp_path / "local")
    assert cluster.workers[0].wait(10) == -signal.SIGKILL


def test_the_command(tmp_path: Path, cluster: Cluster) -> None:
    cluster.add_worker()
    words = ["compare", "tic-tac-toe", "--games", "50", "--cluster", cluster.address]
    command = [*PLAIN, *words, "--out", str(tmp_path / "out")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert "50 games each" in done.stdout and (tmp_path / "out" / "report.html").exists()


def test_nobody_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("interpreter.study.play.workers.WAIT_SECONDS", 1)
    with pytest.raises(StudyError, match="no dask scheduler answers at tcp"):
        ClusterWorkers(f"tcp://127.0.0.1:{free_port()}")


@pytest.mark.parametrize("address", [
    "", "x", "nonsense://x:1", "tcp://", "tcp://:8786", "tcp://host", "tcp://host:", "tcp://host:x",
    "tcp://127.0.0.1:99999", "tcp://a b:1", "tcp://u@h:1", "tcp://h:1/p", "tcp://[::1", "file:///x:1",
    "inproc://1", "\x1b[2J:1",
])  # fmt: skip
def test_addresses_that_are_none(address: str) -> None:
    with pytest.raises(StudyError, match="is no address of a dask scheduler") as error:
        ClusterWorkers(address)
    assert error.value.is_usage


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:{port}", "127.0.0.1:{port}", "tls://127.0.0.1:{port}",
                                     "tcp://no-such-host.invalid:{port}"])  # fmt: skip
def test_nobody_listens(address: str) -> None:
    with pytest.raises(StudyError, match="no dask scheduler answers at"):
        ClusterWorkers(address.format(port=free_port()))


def test_something_else_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("interpreter.study.play.workers.WAIT_SECONDS", 1)
    silent = socket.create_server(("127.0.0.1", 0))
    with silent, pytest.raises(StudyError, match="no dask scheduler answers at"):
        ClusterWorkers(f"tcp://127.0.0.1:{silent.getsockname()[1]}")


def test_tls_without_certificates() -> None:
    silent = socket.create_server(("127.0.0.1", 0))
    with silent, pytest.raises(StudyError, match=r"needs certificates: .*distributed\.comm\.tls"):
        ClusterWorkers(f"tls://127.0.0.1:{silent.getsockname()[1]}")


def test_no_worker_is_told_once_and_waited_for(cluster: Cluster) -> None:
    told: list[str] = []
    for _ in range(100):
        try:
            workers = ClusterWorkers(cluster.address, told.append)
            break
        except StudyError:
            time.sleep(0.1)
    assert [workers.count(), workers.count()] == [1, 1]
    assert len(told) == 1 and f"dask worker {cluster.address}" in told[0]
    workers.close()


def test_workers_are_counted_whatever_dask_asks_meanwhile(cluster: Cluster) -> None:
    """Its client replaces what it knows now and then by a summary without the workers."""
    told: list[str] = []
    cluster.add_worker()
    workers = ClusterWorkers(cluster.address, told.append)
    workers.client.wait_for_workers(1, timeout=60)
    told.clear()
    update = workers.client._update_scheduler_info

    async def summary(n_workers: int = 0) -> None:
        await update(n_workers=n_workers)
        await update()

    workers.client._update_scheduler_info = summary
    workers.is_told = False
    assert workers.count() == 1 and not workers.is_told and not told
    workers.close()


@pytest.mark.slow
def test_the_scheduler_is_lost(tmp_path: Path, cluster: Cluster) -> None:
    cluster.add_worker()

    class Losing(ClusterWorkers):
        asked = 0

        def count(self) -> int:
            self.asked += 1
            if self.asked == 8:
                cluster.scheduler.kill()
                cluster.scheduler.wait()
                time.sleep(0.5)
            return super().count()

    with pytest.raises(StudyError, match="games so far are kept"):
        carried_out(study("tic-tac-toe", agents="uct:300", games=10_000), tmp_path,
                    lambda: Losing(cluster.address))  # fmt: skip
