"""The web socket of the workbench: what it answers, what it refuses, and what it never tells."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from interpreter.language_server.checks import Checker
from interpreter.web.wire.reading import BadMessage
from interpreter.web.workbench import routes, session
from interpreter.web.workbench.messages import job_of
from interpreter.web.workbench.rule_files import RuleFiles

TICTACTOE = RuleFiles(Path()).saved("tic-tac-toe").text
PHANTOM = RuleFiles(Path()).saved("phantom-tic-tac-toe").text
ONLY_WITH_AN_OPTION = (
    "options:\n  k: 0..3 = 3\ngame: Case\nplayers: White, Black\nboard: square(12 div k)\n"
    "pieces: stone\nactions:\n  place(at in empty): put stone on at\nturn: place\n"
    "end:\n  - when no empty: draw\n"
)
MOST = 200  # messages that are read in search of one


class Bench:
    """One open socket."""

    def __init__(self, socket: Any):
        self.socket = socket
        self.heard: list[str] = []
        self.version = 0

    def send(self, **message: Any) -> None:
        self.socket.send_text(json.dumps(message))

    def hear(self, *types: str) -> dict[str, Any]:
        """The next message of one of these types."""
        for _ in range(MOST):
            text = self.socket.receive_text()
            self.heard.append(text)
            message: dict[str, Any] = json.loads(text)
            if message["type"] in types:
                return message
        raise AssertionError(f"there was no {types}")

    def rules(self, text: str, **more: Any) -> dict[str, Any]:
        self.version += 1
        about = {"file": None, "text": text, "version": self.version}
        self.send(type="rules", **{**about, **more})
        return self.hear("checked")

    def ask(self, kind: str, **message: Any) -> dict[str, Any]:
        self.send(type=kind, id=7, **message)
        while True:
            answer = self.hear("position", "refused", "reason", "opened", "disk")
            if answer.get("id") == 7:
                return answer


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    checker = Checker()

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        await checker.close()

    made = Starlette(routes=routes.workbench_routes(tmp_path, checker), lifespan=lifespan)
    with TestClient(made) as client:
        yield client


@pytest.fixture
def bench(client: TestClient) -> Iterator[Bench]:
    with client.websocket_connect(routes.ADDRESS) as socket:
        yield Bench(socket)


def test_a_text_is_opened_changed_and_played(bench: Bench) -> None:
    opened = bench.ask("open", file="tic-tac-toe")
    assert opened["text"] == TICTACTOE and opened["is_bundled"]
    assert "actions" in opened["language"]["headings"]
    checked = bench.rules(opened["text"])
    assert checked["version"] == 1 and checked["position"]["acting"] == 0
    assert bench.ask("play", move="place a1", at=0)["moves"] == ["place a1"]
    assert bench.ask("agent", agent="random", at=1)["ply"] == 2
    assert bench.ask("why", words=["a1"])["type"] == "reason"
    wrong = bench.rules(TICTACTOE.replace("put mark", "putt mark"))
    assert wrong["drawing"] is None and wrong["diagnostics"][0]["line"] == 6
    checked = bench.rules(TICTACTOE.replace("square(3)", "square(4)"))
    assert checked["played"] == 2 and "held" not in checked


def test_whether_rules_are_as_saved_is_told_by_what_they_say(bench: Bench, tmp_path: Path) -> None:
    (tmp_path / "own.yaml").write_text(TICTACTOE)

    def is_as_saved(text: str, **options: int) -> bool:
        answer = bench.rules(text, file="./own.yaml", options=options)
        return bool(answer["is_as_saved"])

    larger = TICTACTOE.replace("square(3)", "square(4)")
    assert is_as_saved(TICTACTOE) and is_as_saved(f"# A comment.\n{TICTACTOE}\n")
    assert not is_as_saved(larger) and not is_as_saved("game: [")
    (tmp_path / "own.yaml").write_text(larger)
    assert is_as_saved(larger) and not is_as_saved(TICTACTOE)
    (tmp_path / "own.yaml").write_text("game: [")
    assert not is_as_saved(TICTACTOE)


def test_a_file_that_changes_on_disk_is_told_by_its_digest(bench: Bench, tmp_path: Path) -> None:
    file, path = "./own.yaml", tmp_path / "own.yaml"
    path.write_text(TICTACTOE)
    read = bench.ask("open", file=file)["digest"]
    assert read and bench.rules(TICTACTOE, file=file)["digest"] == read
    path.write_text(f"{TICTACTOE}# by hand\n")
    changed = bench.rules("game: [", file=file)["digest"]
    assert changed not in (None, read) and bench.ask("disk", file=file)["digest"] == changed
    path.unlink()
    assert bench.ask("disk", file=file)["digest"] is None
    assert bench.ask("open", file="tic-tac-toe")["digest"] is None
    assert bench.ask("disk", file="../own.yaml")["code"] == "no-such-file"


def test_findings_come_with_their_corrections(bench: Bench) -> None:
    [found] = bench.rules(TICTACTOE.replace("put mark on at", "put mark on ta"))["diagnostics"]
    assert (found["code"], found["line"], found["is_here"]) == ("unknown-name", 6, True)
    assert found["fixes"][0] == {"title": "change to `at`", "new": "at"}


def test_findings_in_an_extended_file_are_told_apart(bench: Bench, tmp_path: Path) -> None:
    (tmp_path / "base.yaml").write_text(TICTACTOE.replace("put mark on at", "put mark on ta"))
    bench.version += 1
    bench.send(type="rules", file="./own.yaml", text="extends: base\n", version=bench.version)
    [found] = bench.hear("checked")["diagnostics"]
    assert (found["file"], found["is_here"]) == ("base.yaml", False)
    assert str(tmp_path) not in "".join(bench.heard)


def test_what_shows_only_when_a_game_is_tried_follows(bench: Bench) -> None:
    checked = bench.rules(ONLY_WITH_AN_OPTION)
    assert checked["drawing"] is not None and checked["diagnostics"] == []
    more = bench.hear("findings")
    assert more["version"] == checked["version"]
    assert [found["code"] for found in more["diagnostics"]] == ["division-by-zero"]


def test_figures_come_for_as_long_as_somebody_looks(bench: Bench) -> None:
    bench.rules(TICTACTOE)
    bench.send(type="figures", on=True)
    first, second = bench.hear("figures"), bench.hear("figures")
    assert second["games"] > first["games"] and second["version"] == 1
    bench.send(type="figures", on=False)
    assert bench.ask("look", ply=0)["ply"] == 0


def test_a_change_is_compared_with_the_saved_file(bench: Bench, tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(TICTACTOE)
    text = TICTACTOE.replace("lines(3)", "lines(2)")
    bench.send(type="changes", file="./mine.yaml", text=text)
    changes = bench.hear("changes", "refused")
    assert changes["play"]["moves"][0] == {"before": "place a1", "now": "place a1"}
    assert bench.hear("comparison", "refused")["rows"][0]["name"] == "length"


def test_rules_that_take_too_long_are_given_up_and_the_match_is_kept(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.rules(TICTACTOE)
    bench.ask("play", move="place a1", at=0)
    monkeypatch.setattr(session, "RULES_SECONDS", 0.002)
    given_up = bench.rules(TICTACTOE.replace("square(3)", "square(60)"))
    assert given_up["lost"] == "this took longer than 0.002 seconds, so it was stopped"
    assert given_up["drawing"] is None
    monkeypatch.setattr(session, "RULES_SECONDS", 30)
    assert bench.ask("play", move="place b1", at=1)["moves"] == ["place a1", "place b1"]


def test_a_set_up_position_that_was_given_up_does_not_come_back_with_a_new_process(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.rules(TICTACTOE)
    mark = {"kind": "mark", "colour": "Cross"}
    assert set(bench.ask("edit", state={"board": {"a1": mark}})["pieces"]) == {"a1"}
    other = TICTACTOE.replace("mark", "man")
    assert bench.rules(other)["is_cut_short"]
    assert not bench.ask("play", move="place b2", at=0)["is_cut_short"]
    assert set(bench.rules(TICTACTOE)["position"]["pieces"]) == {"b2"}
    monkeypatch.setattr(session, "RULES_SECONDS", 0.002)
    assert bench.rules(TICTACTOE.replace("square(3)", "square(60)"))["lost"]
    monkeypatch.setattr(session, "RULES_SECONDS", 30)
    assert set(bench.ask("look")["pieces"]) == {"b2"}


def test_what_takes_too_long_is_told_with_its_line(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    nest = "count({a, b, c} within empty for a in cells, b in cells, c in cells) > 9"
    text = TICTACTOE.replace("square(3)", "square(14)")
    slow = text.replace("put mark on at", f"\n    - require {nest}\n    - put mark on at")
    line = 1 + [nest in line for line in slow.splitlines()].index(True)
    monkeypatch.setattr(session, "RULES_SECONDS", 0.2)
    bench.send(type="rules", file=None, text=slow, version=99)
    bench.send(type="figures", on=False)  # what waits is not newer
    lost = bench.hear("checked")["lost"]
    assert lost.endswith(f"stopped; line {line} may take 1,475,789,056 rounds in one position")


def test_rules_that_make_too_many_rounds_are_a_mistake(bench: Bench) -> None:
    checked = bench.rules(TICTACTOE.replace("square(3)", "square(60)").replace("actions:", BOMB))
    assert checked["drawing"] is None and "rounds" in checked["diagnostics"][0]["message"]


BOMB = (
    "define:\n  slow: c for c in cells if count(count(count(f != c and f != d and f != e "
    "for f in cells) > 9 for e in cells) > 9 for d in cells) > 9\n"
    "setup:\n  - put mark of Cross on slow\nactions:"
)


@pytest.mark.parametrize(
    "message",
    [
        {}, {"type": 1}, {"type": "nothing"}, {"type": "__init__"}, {"type": "sample"},
        {"type": "rules"}, {"type": "rules", "file": None, "text": 5, "version": 1},
        {"type": "rules", "file": None, "text": "x" * 300_000, "version": 1},
        {"type": "rules", "file": None, "text": "", "version": -1},
        {"type": "rules", "file": None, "text": "", "version": 1, "options": {"a": [1]}},
        {"type": "rules", "file": None, "text": "", "version": 1, "moves": [1]},
        {"type": "play", "move": None}, {"type": "play", "move": "a", "at": "1"},
        {"type": "figures", "on": 1}, {"type": "edit", "state": []}, {"type": "cut"},
        {"type": "why", "words": "a1"}, {"type": "agent", "agent": "x" * 200},
    ],
)  # fmt: skip
def test_a_message_that_is_none_is_malformed(message: dict[str, Any]) -> None:
    with pytest.raises(BadMessage):
        job_of(message)


def test_each_wrong_message_gets_one_clear_answer(bench: Bench) -> None:
    for text in ("[]", "{", "null", "[" * 100_000):
        bench.socket.send_text(text)
        assert bench.hear("refused")["code"] == "malformed"
    for file in ("../x.yaml", "./../x.yaml", "/etc/passwd", "./x"):
        answer = bench.ask("open", file=file)
        assert answer["code"] == "no-such-file" and "passwd:" not in answer["message"]
    assert bench.ask("play", move="place a1")["code"] == "bad-request"
    bench.rules(TICTACTOE)
    assert bench.ask("play", move="place z9")["code"] == "illegal"
    assert bench.ask("agent", agent="evil.py:Agent")["code"] == "bad-request"
    assert bench.ask("edit", state={"board": {"z9": {}}})["code"] == "bad-request"
    assert bench.ask("play", move="place a1", at=0)["ply"] == 1


def test_a_file_of_the_folder_is_never_run(client: TestClient, tmp_path: Path) -> None:
    (tmp_path / "yaml.py").write_text("raise SystemExit('this must not run')")
    with client.websocket_connect(routes.ADDRESS) as socket:
        assert Bench(socket).rules(TICTACTOE)["drawing"] is not None


class Closed:
    """A socket that only notes why it is closed."""

    code = 0

    async def accept(self) -> None: ...

    async def close(self, code: int, reason: str) -> None:
        self.code = code


def test_no_more_workbenches_are_opened_than_the_machine_can_bear(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(routes, "MAX_OPEN", 0)
    socket: Any = Closed()
    (route,) = routes.workbench_routes(tmp_path, Checker())
    asyncio.run(route.endpoint(socket))  # type: ignore[attr-defined]
    assert socket.code == routes.TOO_MANY


def test_a_seat_is_sent_nothing_that_is_hidden_from_it(bench: Bench) -> None:
    """The first seat's moves never appear in what is sent to the second."""
    bench.rules(PHANTOM, seat=1)
    hidden = ("b2", "a3")
    bench.heard.clear()
    for at, move in enumerate(["place b2", "place c1", "place a3"]):
        answer = bench.ask("play", move=move, at=at, seat=1)
        assert answer["type"] == "position" and answer["moves"] is None
    bench.ask("look", ply=1, seat=1)
    checked = bench.rules(PHANTOM + "# the same\n", seat=1)
    assert checked["played"] == 3 and checked["moves"] is None
    for text in bench.heard:
        message = json.loads(text)
        position = message.get("position") or message
        for name in ("pieces", "last", "heard", "decorations", "values", "moves"):
            assert not any(cell in json.dumps(position[name]) for cell in hidden), name


def test_a_variant_extends_its_base_as_it_is_called_in_its_folder(
    bench: Bench, tmp_path: Path
) -> None:
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "own.yaml").write_text(TICTACTOE)
    wider = TICTACTOE.replace("square(3)", "square(4)")
    bench.rules(wider, file="./more/own.yaml")
    about = {"file": "./more/own.yaml", "text": wider, "title": "Mine", "from_position": False}
    for save_as, base in (("./more/mine.yaml", "own"), ("./mine.yaml", "more/own")):
        bench.send(type="variant", id=7, save_as=save_as, **about)
        made = bench.hear("variant", "refused")
        assert made.get("extends") == base, made


def test_no_message_of_the_right_form_ends_the_session(bench: Bench) -> None:
    """Names that no file has, words that are not given, nesting, halves of characters."""
    bench.rules(TICTACTOE)
    bench.ask("play", move="place a1", at=0)
    variant = {"text": TICTACTOE, "title": "x", "save_as": "./x.yaml", "from_position": False}
    for message in (
        {"type": "open", "file": f"./{'x' * 300}.yaml"}, {"type": "open", "file": "./\ud800.yaml"},
        {"type": "why"}, {"type": "why", "words": None}, {"type": "play", "move": "place \udc00"},
        {"type": "variant", **variant, "file": "nothing"},
        {"type": "variant", **variant, "save_as": "../x.yaml"},
        {"type": "variant", **variant, "file": f"./{'x' * 300}.yaml"},
        {"type": "edit", "state": {"board": nested(2_000)}},
    ):  # fmt: skip
        bench.send(**message)
        answer = bench.hear("refused", "reason")
        assert "gives them" not in answer.get("message", ""), (message, answer)
        assert answer.get("code") != "internal-error", (message, answer)
    assert bench.ask("look")["moves"] == ["place a1"]


def nested(depth: int) -> list[Any]:
    """Lists in lists."""
    data: list[Any] = []
    for _ in range(depth):
        data = [data]
    return data
