"""The command `gdl serve`, and a real server behind a real socket."""

from __future__ import annotations

import json
import signal
import socket as sockets
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from support.commands import COMMAND, ROOT, environment, gdl, invoke
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from interpreter.web.serve import shown_host

pytestmark = pytest.mark.usefixtures("in_time")


@contextmanager
def running(*words: str) -> Iterator[tuple[subprocess.Popen[str], list[str]]]:
    """A server, and the lines that it has printed: the last one is its address."""
    process = subprocess.Popen(
        [*COMMAND, "serve", "--no-browser", *words], cwd=ROOT, env=environment(), text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    lines: list[str] = []
    assert process.stdout is not None
    while not lines or not lines[-1].startswith("http"):
        line = process.stdout.readline()
        assert line, process.communicate()
        lines.append(line.strip())
    try:
        yield process, lines
    finally:
        process.kill()
        process.communicate()


def status_of(address: str, **headers: str) -> int:
    """The status of an answer."""
    try:
        with urllib.request.urlopen(urllib.request.Request(address, headers=headers)) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


def test_it_prints_its_address_and_ends_cleanly(tmp_path: Path) -> None:
    with running("--port", "0", "--data", str(tmp_path)) as (process, lines):
        assert len(lines) == 1
        assert status_of(lines[0]) == 200
        assert status_of(lines[0], Host="evil.example") == 403
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
        assert process.returncode in (0, 130)
        assert "Traceback" not in err + out


def test_a_port_that_is_taken_has_a_clear_message(tmp_path: Path) -> None:
    with sockets.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        ended = gdl("serve", "--no-browser", "--port", str(port), "--data", str(tmp_path))
    assert ended.status == 1
    assert f"port {port} is taken" in ended.err


def test_bad_input_has_one_clear_message(tmp_path: Path) -> None:
    assert invoke("serve", "tic-tac-too").exit_code == 2
    assert "did you mean `tic-tac-toe`" in invoke("serve", "tic-tac-too").stderr
    assert invoke("serve", "--port", "99999999").exit_code == 2
    (tmp_path / "file").write_text("")
    assert invoke("serve", "--data", str(tmp_path / "file")).exit_code == 2
    (tmp_path / "matches.sqlite").mkdir()
    ended = gdl("serve", "--no-browser", "--port", "0", "--data", str(tmp_path))
    assert ended.status == 1 and "cannot hold the matches: it is no ordinary file" in ended.err
    ended = gdl("serve", "--no-browser", "--host", "no.such.host.invalid", "--data", str(tmp_path))
    assert ended.status == 1 and "no.such.host.invalid" in ended.err


def test_a_second_server_on_the_same_matches_is_refused_until_the_first_is_gone(
    tmp_path: Path,
) -> None:
    words = ("--port", "0", "--data", str(tmp_path))
    with running(*words) as (process, lines):
        ended = gdl("serve", "--no-browser", *words)
        assert ended.status == 1 and ended.err.count("\n") == 1
        assert lines[0] in ended.err and str(process.pid) in ended.err and "--data" in ended.err
        process.kill()  # nothing is left to clean up: the lock is the system's
        process.wait()
        with running(*words) as (_, again):
            assert status_of(again[0]) == 200


def test_a_damaged_file_is_named_at_the_start_and_kept(tmp_path: Path) -> None:
    (tmp_path / "matches.sqlite").write_text("this is no database, but a text of some length")
    with running("--port", "0", "--data", str(tmp_path)) as (_, lines):
        assert len(lines) == 2 and "was damaged and is kept as" in lines[0]
        assert status_of(lines[1]) == 200


def test_other_machines_need_the_token(tmp_path: Path) -> None:
    with running("--host", "0.0.0.0", "--port", "0", "--data", str(tmp_path)) as (_, lines):
        assert len(lines) == 2 and "knows this address" in lines[0]
        _, _, token = lines[1].partition("?token=")
        port = lines[1].split(":")[2].split("/")[0]
        local = f"http://127.0.0.1:{port}/api/games"
        assert status_of(local) == 403
        assert status_of(f"{local}?token={token[:-1]}") == 403
        assert status_of(f"{local}?token={token}") == 200
        assert status_of(f"{local}?token={token}", Origin="http://evil.example") == 403


def test_a_message_of_100_megabytes_ends_its_connection_alone(tmp_path: Path) -> None:
    with running("--port", "0", "--data", str(tmp_path)) as (_, lines):
        data = json.dumps({"game": "tic-tac-toe", "seats": ["person", "person"]}).encode()
        headers = {"content-type": "application/json"}
        request = urllib.request.Request(f"{lines[0]}api/tables", data, headers)
        with urllib.request.urlopen(request) as answer:
            table = json.load(answer)
        address = f"{lines[0].replace('http', 'ws')}api/tables/{table['table']}/socket"
        with connect(address) as page:
            page.recv()
            with pytest.raises((ConnectionClosed, OSError)):
                page.send("x" * 100_000_000)
                while True:
                    page.recv(timeout=20)
        with connect(address) as page:
            assert json.loads(page.recv())["type"] == "table"
        with pytest.raises(InvalidStatus):
            connect(address, origin="http://evil.example").close()  # type: ignore[arg-type]


def test_the_address_of_all_machines_names_this_one() -> None:
    assert {shown_host(host) for host in ("", "0.0.0.0", "::")} == {sockets.gethostname()}
