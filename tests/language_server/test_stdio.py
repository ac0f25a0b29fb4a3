"""A session over stdin and stdout, as an editor has it, for good files and for broken ones."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pygls.uris import to_fs_path
from support.commands import gdl, invoke
from support.diagnosing import GAMES, bundled
from support.lsp_client import Client, session
from support.quick import each

PAGES = sorted((Path(__file__).parents[2] / "docs" / "errors").glob("*-*.md"))
FEW = 12  # pages of mistakes in the quick run
WAIT = 30  # seconds for the findings of a file
DIAGNOSTICS = "textDocument/publishDiagnostics"
STEPS = 20  # changes that are made one by one


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    """A client of a server that all tests of this module share."""
    with session() as made:
        made.initialize()
        yield made
        assert made.close() == 0


def checked(path: Path) -> list[dict[str, Any]]:
    """What `gdl check --json` says about a file."""
    return json.loads(invoke("check", "--json", str(path)).output)  # type: ignore[no-any-return]


def as_checked(path: Path, found: dict[str, Any]) -> dict[str, Any]:
    """A diagnostic of the protocol in the form of `gdl check --json`; the texts are plain ASCII."""
    data, file, place = found["data"], str(path), found["range"]
    for related in found.get("relatedInformation") or ():
        file, place = to_fs_path(related["location"]["uri"]), related["location"]["range"]
    start, end = place["start"], place["end"]
    severity = {1: "error", 2: "warning", 3: "note"}[found["severity"]]
    return {
        "code": found["code"], "severity": severity, "message": data["message"],
        "file": file, "line": start["line"] + 1, "column": start["character"] + 1,
        "end_line": end["line"] + 1, "end_column": end["character"] + 1, "hint": data["hint"],
        "suggestion": data["suggestion"],
    }  # fmt: skip


def compare(client: Client, path: Path, version: int) -> None:
    """Compare the diagnostics of a file with what `gdl check --json` says."""
    expected, uri, shown = checked(path), path.as_uri(), None
    client.open(uri, path.read_text("utf-8"), version)
    until = time.monotonic() + WAIT
    while shown != expected and time.monotonic() < until:  # the first hold what is known by then
        message = client.messages.get(timeout=WAIT)
        params = message["params"] if message and message.get("method") == DIAGNOSTICS else {}
        if params.get("uri") == uri and params.get("version") == version:
            shown = [as_checked(path, d) for d in params["diagnostics"]]
    assert shown == expected
    client.notify("textDocument/didClose", textDocument={"uri": uri})


@pytest.mark.parametrize("name", ["squ", "dark-hex", "royal-game-of-ur"])
def test_a_bundled_game_has_the_findings_of_gdl_check(client: Client, name: str) -> None:
    compare(client, GAMES / f"{name}.yaml", 1)


@pytest.mark.slow
@pytest.mark.parametrize("name", bundled())
def test_every_bundled_game_has_the_findings_of_gdl_check(client: Client, name: str) -> None:
    compare(client, GAMES / f"{name}.yaml", 1)


def mistaken(page: Path) -> str | None:
    """The file with a mistake that a page of errors shows."""
    found = re.search(r"has the mistake:\n\n```yaml\n(.*?)```", page.read_text("utf-8"), re.S)
    return found[1] if found else None


def compare_page(client: Client, page: Path, folder: Path) -> None:
    """Compare the findings in the example of a page."""
    text = mistaken(page)
    if text is not None:
        path = folder / "game.yaml"
        path.write_text(text, "utf-8")
        compare(client, path, 1)


@pytest.mark.parametrize("page", PAGES[:: len(PAGES) // FEW], ids=lambda p: p.stem)
def test_a_mistake_has_the_findings_of_gdl_check(
    client: Client, page: Path, tmp_path: Path
) -> None:
    compare_page(client, page, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.stem)
def test_every_mistake_has_the_findings_of_gdl_check(
    client: Client, page: Path, tmp_path: Path
) -> None:
    compare_page(client, page, tmp_path)


def test_a_mistake_is_shown_after_each_change(client: Client) -> None:
    uri, text = (GAMES / "quardo.yaml").as_uri(), bundled()["quardo"]
    client.open(uri, text, 1)
    client.diagnostics(uri, 1)
    for version in range(2, 2 + STEPS):
        client.change(uri, text.replace("most coins", f"most coin{'x' * version}"), version)
        assert client.diagnostics(uri, version, 0.0)


def test_only_the_last_of_many_changes_is_checked(client: Client) -> None:
    uri, text = (GAMES / "squ.yaml").as_uri(), bundled()["squ"]
    client.open(uri, text, 1)
    for version in range(2, 1000):
        client.change(uri, text + "#" * version, version)
    client.change(uri, text.replace("holder wins", "older wins"), 1000)
    assert [d["code"] for d in client.diagnostics(uri, 1000)] == ["unknown-name"]
    late = [m["params"].get("version") for m in client.notes if "Diagnostics" in m["method"]]
    assert not [version for version in late if version not in (None, 1, 1000)]


def position(text: str, offset: int) -> dict[str, int]:
    """The position of an offset in plain ASCII."""
    before = text[:offset]
    return {"line": before.count("\n"), "character": offset - before.rfind("\n") - 1}


ASKED = (
    "completion", "hover", "definition", "documentHighlight", "prepareRename", "signatureHelp",
    "documentSymbol", "foldingRange", "semanticTokens/full",
)  # fmt: skip


@pytest.mark.parametrize("name", each(6, bundled()))
def test_a_session_answers_everything_about_a_game(client: Client, name: str) -> None:
    text, uri = bundled()[name], (GAMES / f"{name}.yaml").as_uri()
    client.open(uri, text, 1)
    offset = text.rindex(" ") + 1
    place = {"textDocument": {"uri": uri}, "position": position(text, offset)}
    for what in ASKED:
        answer = client.request(f"textDocument/{what}", **place)
        assert "result" in answer or what == "prepareRename", answer
    options = {"tabSize": 2, "insertSpaces": True}
    edits = client.ask("textDocument/formatting", textDocument={"uri": uri}, options=options)
    assert isinstance(edits, list)
    tokens = client.ask("textDocument/semanticTokens/full", textDocument={"uri": uri})["data"]
    assert tokens and len(tokens) % 5 == 0
    client.notify("textDocument/didClose", textDocument={"uri": uri})


def test_a_suggestion_is_a_quick_fix(client: Client, tmp_path: Path) -> None:
    uri, text = (tmp_path / "a.yaml").as_uri(), "extends: tic-tac-toe\nturn: plce\n"
    client.open(uri, text, 1)
    [found] = client.diagnostics(uri, 1)
    [fix, together] = client.ask(
        "textDocument/codeAction", textDocument={"uri": uri}, range=found["range"],
        context={"diagnostics": [found]},
    )  # fmt: skip
    assert fix["kind"] == "quickfix" and fix["diagnostics"] == [found]
    assert together["kind"] == "source.fixAll"
    for action in (fix, together):
        [edit] = action["edit"]["changes"][uri]
        assert (edit["range"], edit["newText"]) == (found["range"], "place")


@pytest.mark.parametrize(
    ("offered", "unit", "width"),
    [(None, "utf-16", 2), (["utf-8", "utf-16"], "utf-8", 4)],
)
def test_positions_are_counted_as_the_client_likes(
    tmp_path: Path, offered: list[str] | None, unit: str, width: int
) -> None:
    text, uri = (
        "\ufeffextends: tic-tac-toe\r\nnotes: 𝒳 é\r\nturn: plce\r\n",
        (tmp_path / "a.yaml").as_uri(),
    )
    capabilities = {"general": {"positionEncodings": offered}} if offered else {}
    with session() as client:
        assert client.initialize(**capabilities)["positionEncoding"] == unit
        client.open(uri, text, 1)
        [found] = client.diagnostics(uri, 1)
        assert found["range"]["start"] == {"line": 2, "character": 6}
        place = {"start": {"line": 1, "character": 7}, "end": {"line": 1, "character": 7 + width}}
        changes = [
            {"range": place, "text": "#"},
            {"range": found["range"], "text": "place\r\nnots: a"},
        ]
        client.notify(
            "textDocument/didChange", textDocument={"uri": uri, "version": 2},
            contentChanges=changes,
        )  # fmt: skip
        [found] = client.diagnostics(uri, 2)
        assert (found["code"], found["range"]["start"]) == (
            "unknown-heading", {"line": 3, "character": 0},
        )  # fmt: skip
        assert client.close() == 0


def test_a_rename_changes_the_files_that_extend_the_document(
    client: Client, tmp_path: Path
) -> None:
    base, variant = tmp_path / "base.yaml", tmp_path / "variant.yaml"
    base.write_text(bundled()["tic-tac-toe"], "utf-8")
    variant.write_text("extends: base\nturn: place else pass\n", "utf-8")
    text, uri = bundled()["tic-tac-toe"], base.as_uri()
    client.open(uri, text, 1)
    at = position(text, text.index("place"))
    edit = client.ask(
        "textDocument/rename", textDocument={"uri": uri}, position=at, newName="mark_at"
    )
    assert set(edit["changes"]) == {uri, variant.as_uri()}
    [changed] = edit["changes"][variant.as_uri()]
    assert changed["range"]["start"] == {"line": 1, "character": 6}


def test_a_name_of_a_bundled_game_is_not_renamed_from_elsewhere(
    client: Client, tmp_path: Path
) -> None:
    uri, text = (tmp_path / "own.yaml").as_uri(), "extends: tic-tac-toe\nturn: place\n"
    client.open(uri, text, 1)
    place = {"textDocument": {"uri": uri}, "position": {"line": 1, "character": 7}}
    answer = client.request("textDocument/rename", **place, newName="lay")
    assert "tic-tac-toe.yaml" in answer["error"]["message"]
    [declared] = client.ask("textDocument/definition", **place)
    assert declared["uri"] == (GAMES / "tic-tac-toe.yaml").as_uri()


def test_a_saved_base_is_checked_with_the_file_that_extends_it(
    client: Client, tmp_path: Path
) -> None:
    base, variant = tmp_path / "base.yaml", tmp_path / "variant.yaml"
    base.write_text(bundled()["tic-tac-toe"], "utf-8")
    uri, text = variant.as_uri(), "extends: base\nturn: place\n"
    client.open(uri, text, 1)
    assert client.diagnostics(uri, 1) == []
    base.write_text(bundled()["tic-tac-toe"].replace("place", "lay"), "utf-8")
    client.notify("textDocument/didSave", textDocument={"uri": base.as_uri()})
    assert [d["code"] for d in client.diagnostics(uri, 1)] == ["unknown-action"]


def test_other_commands_do_not_import_the_language_server() -> None:
    code = (
        "import sys; from interpreter.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print([m for m in sys.modules if m in ('pygls', 'lsprotocol', 'cattrs')])"
    )
    assert gdl("list", code=code).out.endswith("[]\n")


def test_the_address_of_the_documentation_is_an_address() -> None:
    assert gdl("lsp", "--docs", "docs").status == 2
