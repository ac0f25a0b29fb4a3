"""Messages and files that are meant to break the server get an answer, and it goes on."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.diagnosing import bundled
from support.lsp_client import Client, session
from support.quick import each

PARSE_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND, INVALID_PARAMS = -32700, -32600, -32601, -32602
NOT_INITIALIZED = -32002


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    """A client of a server that all tests of this module share."""
    with session() as made:
        made.initialize()
        yield made
        assert made.close() == 0
        assert made.process.stderr is not None
        assert made.process.stderr.read() == b""


@pytest.mark.parametrize(
    ("body", "number", "code"),
    [
        (b"{", None, PARSE_ERROR),
        (b"\xff\xfe", None, PARSE_ERROR),
        (b"", None, PARSE_ERROR),
        (b"[" * 100_000, None, PARSE_ERROR),
        (b"[]", None, INVALID_REQUEST),
        (b"3", None, INVALID_REQUEST),
        (b'{"jsonrpc": "1.0", "id": 1, "method": "x"}', None, INVALID_REQUEST),
        (b'{"jsonrpc": "2.0"}', None, INVALID_REQUEST),
        (b'{"jsonrpc": "2.0", "id": {}, "method": "x"}', None, INVALID_REQUEST),
        (b'{"jsonrpc": "2.0", "id": true, "method": "x"}', None, INVALID_REQUEST),
        (b'{"jsonrpc": "2.0", "id": 7, "method": 5}', 7, INVALID_REQUEST),
        (b'{"jsonrpc": "2.0", "id": 7, "method": "no/such"}', 7, METHOD_NOT_FOUND),
        (b'{"jsonrpc": "2.0", "id": 7, "method": "textDocument/hover"}', 7, INVALID_PARAMS),
        (b'{"jsonrpc": "2.0", "id": 7, "method": "textDocument/hover", "params": 3}', 7,
         INVALID_PARAMS),
        (b'{"jsonrpc": "2.0", "id": 7, "method": "textDocument/hover", "params": {"textDocument": '
         b'{"uri": 3}, "position": "x"}}', 7, INVALID_PARAMS),
        (b'{"jsonrpc": "2.0", "id": 7, "method": "initialize", "params": {"capabilities": {}}}', 7,
         INVALID_REQUEST),
        (b" " * 5_000_000, None, INVALID_REQUEST),
    ],
    ids=range(17),
)  # fmt: skip
def test_a_message_without_sense_gets_an_error(
    client: Client, body: bytes, number: int | None, code: int
) -> None:
    client.send_bytes(body)
    error = client.answer(number)["error"]
    assert error["code"] == code and "data" not in error and "Traceback" not in error["message"]


@pytest.mark.parametrize(
    "body",
    [
        {"method": "textDocument/didChange", "params": 3},
        {"method": "textDocument/didChange",
         "params": {"textDocument": {"uri": "file:///none.yaml", "version": 1},
                    "contentChanges": [{"text": ""}]}},
        {"method": "textDocument/didClose", "params": {"textDocument": {"uri": "nowhere"}}},
        {"method": "notebookDocument/didClose",
         "params": {"notebookDocument": {"uri": "a"}, "cellTextDocuments": []}},
        {"method": "$/cancelRequest", "params": {"id": 999}},
        {"method": "workspace/didChangeWorkspaceFolders", "params": {"event": {}}},
        {"id": 12345, "result": 1},
        {"id": 12345, "error": {"code": 1, "message": "x"}},
        {"method": "no/such"},
    ],
)  # fmt: skip
def test_what_asks_for_nothing_gets_nothing(client: Client, body: dict[str, Any]) -> None:
    client.send(**body)
    assert client.request("no/such")["error"]["code"] == METHOD_NOT_FOUND


@pytest.mark.parametrize("line", [-1, 10**9, 2**31])
def test_positions_that_are_not_in_the_text(client: Client, line: int) -> None:
    client.open("untitled:a", "game: A\n", 1)
    for what in ("hover", "completion", "definition", "signatureHelp", "rename"):
        place = {"line": line, "character": line}
        answer = client.request(
            f"textDocument/{what}", textDocument={"uri": "untitled:a"}, position=place, newName="x"
        )
        assert "result" in answer or answer["error"]["code"] == INVALID_PARAMS


def test_before_and_after_the_session() -> None:
    with session() as client:
        assert client.request("textDocument/hover")["error"]["code"] == NOT_INITIALIZED
        client.initialize()
        client.ask("shutdown")
        assert client.request("textDocument/hover")["error"]["code"] == INVALID_REQUEST
        client.notify("exit")
        assert client.process.wait(10) == 0


def test_an_exit_without_shutdown_is_an_error() -> None:
    with session() as client:
        client.initialize()
        client.notify("exit")
        assert client.process.wait(10) == 1


def test_the_end_of_the_input_ends_the_server() -> None:
    with session() as client:
        client.initialize()
        assert client.process.stdin is not None
        client.process.stdin.close()
        assert client.process.wait(10) == 0


HOSTILE = {
    "deep": "game: A\n" + "".join(f"{' ' * n}a:\n" for n in range(2000)),
    "brackets": "board: " + "(" * 50_000 + "\n",
    "dashes": "end:\n  " + "- " * 50_000 + "\n",
    "long line": "define:\n  a: " + "1 + " * 60_000 + "1\n",
    "many lines": "a: b\n" * 60_000,
    "many names": "define:\n" + "".join(f"  d{n}: d{n + 1}\n" for n in range(5000)),
    "controls": "game: \x00\x1b[31m\u202e\ud800\n".encode("utf-8", "replace").decode(),
    "entity": "game: &a [*a, *a]\n<<: *a\n",
    "itself": "extends: itself\n",
    "outside": "extends: ../../../../etc/passwd\n",
    "loop": "players: A, B\nboard: square(64)\npieces: s\nactions:\n  p(a in cells, b in cells, "
            "c in cells, d in cells): put s on a\nturn: p, p, p, p, p\nend:\n"
            "  - when no empty: draw\n",
    "huge": "#" * 1_000_000,
}  # fmt: skip


@pytest.mark.parametrize("name", each(2, HOSTILE))
def test_a_hostile_file_holds_nothing_up(client: Client, tmp_path: Path, name: str) -> None:
    uri, text = (tmp_path / f"{name}.yaml").as_uri(), HOSTILE[name]
    client.open(uri, text, 1)
    start = time.monotonic()
    assert client.request("no/such")["error"]["code"] == METHOD_NOT_FOUND
    assert time.monotonic() - start < 60  # asked while the file is checked
    place = {"textDocument": {"uri": uri}, "position": {"line": 1, "character": 4}}
    for what in ("hover", "completion", "definition", "documentSymbol", "semanticTokens/full"):
        answer = client.request(f"textDocument/{what}", **place)
        assert "result" in answer, answer
    client.notify("textDocument/didClose", textDocument={"uri": uri})
    good = (tmp_path / "good.yaml").as_uri()
    client.open(good, bundled()["tic-tac-toe"].replace("place\n", "plce\n"), 1)
    assert "unknown-action" in [d["code"] for d in client.diagnostics(good, 1)]
    client.notify("textDocument/didClose", textDocument={"uri": good})


def test_an_answer_names_no_file_of_the_program(client: Client) -> None:
    client.open("untitled:b", "game: A\n", 1)
    answer = client.request(
        "textDocument/formatting", textDocument={"uri": "untitled:b"}, options={"tabSize": "x"}
    )
    assert ".py" not in json.dumps(answer)
