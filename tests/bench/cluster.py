"""A study on a dask cluster of this machine that loses a worker every minute.

`python tests/bench/cluster.py` starts a scheduler and eight workers as docs/comparing.md says,
plays a study from the start to its verdict while one worker after another is killed, and plays the
same study again without a cluster: the reports have to be the same byte for byte.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
from pathlib import Path
from time import monotonic, sleep

ROOT = Path(__file__).parents[2]
STUDY = ("squ", "--vary", "size=3,4", "--agents", "uct:100", "--ladder", "uct:10,20")
DASK = (sys.executable, "-m", "dask")
WAIT = 120.0  # seconds for the scheduler to listen


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def started(log: Path, *words: str) -> subprocess.Popen[bytes]:
    """A process of dask, with a log."""
    with log.open("wb") as file:
        return subprocess.Popen((*DASK, *words), cwd=ROOT, stdout=file, stderr=file)


def wait_for(port: int) -> None:
    """Wait until the scheduler listens."""
    end = monotonic() + WAIT
    while monotonic() < end:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        sleep(0.2)
    raise SystemExit("the scheduler does not listen")


def workers_of(nannies: int) -> list[int]:
    """The worker processes below the process that watches over them."""
    listed = subprocess.run(
        ("ps", "-o", "pid=,args=", "--ppid", str(nannies)), capture_output=True, text=True
    ).stdout.splitlines()
    return [int(line.split()[0]) for line in listed if "spawn_main" in line]


def compare(out: Path, games: int, *words: str) -> subprocess.Popen[bytes]:
    """`gdl compare`, at work."""
    command = (sys.executable, "-m", "interpreter.cli", "compare", *STUDY, "--games", str(games),
               "--out", str(out), *words)  # fmt: skip
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL)


def tried(folder: Path, games: int, workers: int, every: float) -> None:
    """Carry out the study, and say what became of it."""
    port = free_port()
    address, rng, killed = f"tcp://127.0.0.1:{port}", random.Random(1), 0
    place = ("--host", "127.0.0.1", "--port", str(port))
    scheduler = started(folder / "scheduler.log", "scheduler", *place, "--no-dashboard")
    wait_for(port)
    how = ("--nworkers", str(workers), "--nthreads", "1", "--local-directory", str(folder))
    nannies = started(folder / "workers.log", "worker", address, *how, "--no-dashboard")
    try:
        begun = monotonic()
        study = compare(folder / "cluster", games, "--cluster", address)
        while study.poll() is None:
            try:
                study.wait(every)
            except subprocess.TimeoutExpired:
                alive = workers_of(nannies.pid)
                if alive:
                    os.kill(rng.choice(alive), signal.SIGKILL)
                    killed += 1
        print(f"status {study.returncode} after {monotonic() - begun:.0f} s; "
              f"{killed} workers killed", flush=True)  # fmt: skip
    finally:
        for process in (nannies, scheduler):
            process.terminate()
            process.wait()
    compare(folder / "alone", games).wait()
    for name in ("report.json", "report.csv", "report.html"):
        one, other = ((folder / way / name).read_bytes() for way in ("cluster", "alone"))
        print(f"{name}: {'the same' if one == other else 'DIFFERENT'} without a cluster")


def main() -> None:
    """Try it once."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--games", type=int, default=2000)
    words.add_argument("--workers", type=int, default=8)
    words.add_argument("--every", type=float, default=60.0, help="seconds from kill to kill")
    given = words.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        tried(Path(folder), given.games, given.workers, given.every)


if __name__ == "__main__":
    main()
