"""Hostile input: each is refused with one clear answer, and the server goes on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect
from support.page import HOST, Server, served
from support.quick import each
from support.schema import check

from interpreter.web.games.games import Games
from interpreter.web.wire.messages import received
from interpreter.web.wire.reading import MAX_MESSAGE, BadMessage

pytestmark = pytest.mark.usefixtures("in_time")
NASTY = '<script>alert(1)</script> \u202e\u0000\u001b[31m"&\u2028'


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    folder = tmp_path / "rules"
    folder.mkdir()
    (tmp_path / "secret.yaml").write_text("game: Secret\n", "utf-8")
    with served(tmp_path / "data", folder) as made:
        yield made


def games_of(server: Server) -> Games:
    """The games of the server."""
    games: Games = server.client.app.app.routes[0].endpoint.__self__.games  # type: ignore[attr-defined]
    return games


def rules(server: Server) -> Path:
    """The folder that is served."""
    root = games_of(server).folder.root
    assert root is not None
    return root


# ---- messages ----------------------------------------------------------------------------------

MALFORMED = [
    "", "{", "[]", "null", "7", '"play"', "{}", '{"type": 7}', '{"type": "shutdown"}',
    '{"type": "play"}', '{"type": "play", "move": 7}', '{"type": "play", "move": ["a"]}',
    '{"type": "play", "move": "place a1", "at": -1}', '{"type": "play", "move": "x", "at": "0"}',
    '{"type": "play", "move": "x", "at": true}', '{"type": "play", "move": "x", "at": 1e99}',
    '{"type": "look"}', '{"type": "look", "ply": 0, "moves": "place a1"}',
    '{"type": "look", "ply": 0, "moves": [1]}', '{"type": "look", "ply": NaN}',
    '{"type": "think", "ply": 0, "seconds": 1e9}', '{"type": "think", "ply": 0, "seconds": -1}',
    '{"type": "draw", "answer": "perhaps"}', '{"type": "why", "ply": 0, "words": {"a": 1}}',
    '{"type": "offers", "ply": 0, "prefix": [[[]]]}', '{"type": "hint", "id": {}}',
    '{"type": "hint", "id": "' + "x" * 1000 + '"}', "[" * 100_000, '{"a":' * 100_000,
    '{"type": "play", "move": "' + "x" * 30_000 + '"}',
]  # fmt: skip


@pytest.mark.parametrize("text", MALFORMED, ids=range(len(MALFORMED)))
def test_a_malformed_message_is_no_message(text: str) -> None:
    with pytest.raises(BadMessage) as caught:
        received(text)
    assert 0 < len(str(caught.value)) < 300


def test_a_malformed_message_is_answered_with_its_id(server: Server) -> None:
    table = server.table("tic-tac-toe", "person", "person")
    with server.sit(table, *table["keys"]) as page:
        page.position()
        for text in ('{"type": "nothing", "id": 7}', '{"type": "play", "id": 7}'):
            page.socket.send_text(text)
            assert page.until("refused")["id"] == 7


def test_malformed_messages_are_answered_and_the_match_goes_on(server: Server) -> None:
    table = server.table("tic-tac-toe", "person", "person")
    with server.sit(table, *table["keys"]) as page:
        page.position()
        for text in MALFORMED:
            page.socket.send_text(text)
            assert page.until("refused")["message"]
        assert page.play("place a1")["ply"] == 1


def test_a_message_in_bytes_ends_the_connection_alone(server: Server) -> None:
    table = server.table("tic-tac-toe", "person", "person")
    with server.sit(table, *table["keys"]) as page:
        page.position()
        page.socket.send_bytes(b"\xff\xfe")
    with server.sit(table, *table["keys"]) as page:
        assert page.position()["ply"] == 0


def test_a_very_long_message_is_refused() -> None:
    with pytest.raises(BadMessage):
        received('{"type": "play", "move": "' + "x" * MAX_MESSAGE + '"}')


@pytest.mark.parametrize("agent", [
    "my_agent.py:Greedy", "os:system", "uct:1000,threads=1e9", "x" * 5_000, NASTY, "",
    "random:5", "uct:-1", "./evil.py:Agent",
])  # fmt: skip
def test_who_cannot_sit_at_a_table_is_refused(server: Server, agent: str) -> None:
    server.post("/api/tables", {"game": "tic-tac-toe", "seats": ["person", agent]}, 400)


@pytest.mark.parametrize("data", [
    [], 7, None, {}, {"game": "tic-tac-toe"}, {"game": 7, "seats": ["person", "person"]},
    {"game": "tic-tac-toe", "seats": "person"}, {"game": "tic-tac-toe", "seats": ["person"] * 999},
    {"game": "tic-tac-toe", "seats": ["person"] * 3},
    {"game": "tic-tac-toe", "seats": ["person", 7]},
    {"game": "tic-tac-toe", "seats": ["person", "person"], "seed": "x"},
    {"game": "tic-tac-toe", "seats": ["person", "person"], "options": [1]},
    {"record": 7}, {"record": "nonsense"}, {"record": "game: tic-tac-toe\n1. \u001b[31m\n"},
])  # fmt: skip
def test_a_malformed_request_for_a_table_is_refused(server: Server, data: Any) -> None:
    server.post("/api/tables", data, 400)


@pytest.mark.parametrize("data", [
    {"game": "\ud800"}, {"game": "./\udfff.yaml"}, {"options": {"size": "\ud800"}},
    {"options": {"\ud800": 1}}, {"seats": ["person", "uct:\udead"]}, {"record": "\ud800"},
])  # fmt: skip
def test_half_of_a_character_is_refused(server: Server, data: Any) -> None:
    asked = {"game": "hex", "seats": ["person", "person"]} | data
    headers = {"content-type": "application/json"}
    answer = server.client.post("/api/tables", content=json.dumps(asked), headers=headers)
    assert server.answer(answer, 400)["code"] == "bad-message"


def test_options_that_there_are_not_are_refused(server: Server) -> None:
    asked = {"game": "hex", "seats": ["person", "person"]}
    assert server.post("/api/tables", asked | {"options": {"size": {}}}, 400)["code"]
    assert server.post("/api/tables", asked | {"options": {NASTY: 1}}, 422)["code"]
    assert server.post("/api/tables", asked | {"options": {"size": 10**9}}, 422)["code"]
    server.get("/api/games/hex/drawing?size=99999", 422)


def test_a_request_that_is_too_large_is_refused(server: Server) -> None:
    big = {"game": "tic-tac-toe", "seats": ["person", "person"], "record": "x" * 3_000_000}
    assert server.post("/api/tables", big, 413)["code"] == "too-large"

    def pieces() -> Iterator[bytes]:
        for _ in range(40):
            yield b" " * 100_000

    headers = {"content-type": "application/json"}
    answer = server.client.post("/api/tables", content=pieces(), headers=headers)
    assert answer.status_code == 413


# ---- keys --------------------------------------------------------------------------------------


def test_a_guessed_key_opens_nothing(server: Server) -> None:
    table = server.table("tic-tac-toe", "person", "person")
    other = server.table("tic-tac-toe", "person", "person")
    for key in ("x", table["table"], other["keys"][0], "x" * 9_000, NASTY.replace("&", "")):
        with server.client.websocket_connect(
            f"/api/tables/{table['table']}/socket", params={"keys": key}
        ) as socket:
            answer = socket.receive_json()
            check(answer, "fromServer")
            assert answer["code"] == "wrong-key"
            with pytest.raises(WebSocketDisconnect):
                socket.receive_json()
        path = f"/api/tables/{table['table']}/record"
        assert server.get(path, 404, params={"key": key})["code"] == "no-such-table"


def test_there_is_no_table_of_a_guessed_name(server: Server) -> None:
    with server.client.websocket_connect("/api/tables/guessed/socket") as socket:
        assert socket.receive_json()["code"] == "no-such-table"
    server.get("/api/tables/guessed/record", 404)


def test_keys_are_not_in_the_file_of_the_matches(server: Server, tmp_path: Path) -> None:
    table = server.table("tic-tac-toe", "person", "person")
    stored = b"".join(path.read_bytes() for path in (tmp_path / "data").iterdir())
    assert table["table"].encode() in stored
    for key in (*table["keys"], table["watch"]):
        assert key.encode() not in stored


# ---- other sites -------------------------------------------------------------------------------


@pytest.mark.parametrize("headers", [
    {"host": "evil.example"}, {"host": "testserver:81"}, {"origin": "https://evil.example"},
    {"origin": "null"}, {"origin": f"http://{HOST}.evil.example"}, {"host": ""},
    {"origin": "http://["}, {"origin": "http://a]b"}, {"origin": ""},
])  # fmt: skip
def test_other_sites_are_refused(server: Server, headers: dict[str, str]) -> None:
    code = server.get("/api/tables", 403, headers=headers)["code"]
    assert code in ("wrong-host", "foreign-origin")
    table = server.table("tic-tac-toe", "person", "person")
    address = f"/api/tables/{table['table']}/socket?keys={table['keys'][0]}"
    for path in (address, "/api/workbench", "/api/language"):
        with pytest.raises(WebSocketDisconnect), server.client.websocket_connect(
            path, headers=headers
        ):
            pass  # the connection is refused


def test_the_own_origin_is_taken(server: Server) -> None:
    server.get("/api/tables", headers={"origin": f"http://{HOST}"})


def test_a_form_of_another_site_makes_no_table(server: Server) -> None:
    data = json.dumps({"game": "tic-tac-toe", "seats": ["person", "person"]})
    headers = {"content-type": "text/plain"}
    assert server.client.post("/api/tables", content=data, headers=headers).status_code == 400
    headers = {"content-type": "application/json", "sec-fetch-site": "cross-site"}
    assert server.client.post("/api/tables", content=data, headers=headers).status_code == 403


def test_a_server_for_others_wants_its_token(tmp_path: Path) -> None:
    with served(tmp_path, hosts=None, token="right") as server:
        for path in ("/", "/api/tables", "/?token=wrong", "/?token=righ", "/?token="):
            assert server.client.get(path).status_code == 403, path
        with pytest.raises(WebSocketDisconnect), server.client.websocket_connect(
            "/api/tables/x/socket"
        ):
            pass  # refused
        answer = server.client.get("/?token=right")
        assert answer.status_code == 200
        cookie = answer.headers["set-cookie"]
        assert "HttpOnly" in cookie and "SameSite=Strict" in cookie
        server.client.cookies.set("boardwright", "right")
        server.get("/api/tables")
        server.client.cookies.set("boardwright", "wrong")
        server.get("/api/tables", 403)


def test_every_answer_has_the_headers_that_protect_the_page(server: Server) -> None:
    for path in ("/", "/api/tables", "/nowhere", "/static/nothing.js"):
        headers = server.client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy and "unsafe-inline" not in policy
        assert headers["x-content-type-options"] == "nosniff"


# ---- paths -------------------------------------------------------------------------------------

TRICKS = [
    "../secret.yaml", "./../secret.yaml", "/etc/passwd", "..", ".", "./", "./.", "./../rules",
    "..%2fsecret.yaml", "./%2e%2e/secret.yaml", "./link.yaml", "./folder/../../secret.yaml",
    "./x\u0000.yaml", "\\\\server\\x.yaml", "./" + "x" * 5_000 + ".yaml", "~/.bashrc", "file:///etc/passwd",
    "./" + "x" * 300 + ".yaml",
]  # fmt: skip


@pytest.mark.parametrize("name", TRICKS, ids=range(len(TRICKS)))
def test_no_path_leads_out_of_the_folder(server: Server, name: str, tmp_path: Path) -> None:
    (rules(server) / "link.yaml").symlink_to(tmp_path / "secret.yaml")
    asked = {"game": name, "seats": ["person", "person"]}
    assert "Secret" not in json.dumps(server.post("/api/tables", asked, 404))
    answer = server.client.get(f"/api/games/{name}/drawing".replace("\0", "%00"))
    assert answer.status_code in (403, 404) and "Secret" not in answer.text
    saved = server.client.post("/api/files", json={"name": name, "text": "game: X\n"})
    assert saved.status_code in (400, 403), saved.text
    assert not (tmp_path / "x.yaml").exists()


@pytest.mark.parametrize("name", ["../app.py", "..%2f..%2fapp.py", "", ".", "/etc/passwd", "%00"])
def test_no_path_leads_out_of_the_static_files(server: Server, name: str) -> None:
    answer = server.client.get(f"/static/{name}")
    assert answer.status_code == 404
    assert "import" not in answer.text


def test_files_are_saved_into_the_folder_and_nowhere_else(server: Server) -> None:
    data = {"name": "my-game.yaml", "text": "extends: tic-tac-toe\ngame: Mine\n"}
    assert server.post("/api/files", data)["file"] == "./my-game.yaml"
    assert server.post("/api/files", data, 409)["code"] == "exists"
    assert server.post("/api/files", data | {"overwrite": True})
    assert (rules(server) / "my-game.yaml").read_text("utf-8") == data["text"]
    assert server.post("/api/files", data | {"overwrite": True, "known": 1}, 400)
    for name in (".hidden.yaml", "x.py", "sub/x.yaml", NASTY + ".yaml", "x.yaml/", "con\n.yaml"):
        assert server.post("/api/files", data | {"name": name}, 400)["code"] == "bad-name"
    large = data | {"name": "large.yaml", "text": "x" * 1_900_000}
    assert server.post("/api/files", large, 413)["code"] == "too-large"
    outside = rules(server).parent / "outside.yaml"
    (rules(server) / "linked.yaml").symlink_to(outside)
    linked = data | {"name": "linked.yaml", "overwrite": True}
    assert server.post("/api/files", linked, 403)["code"] == "bad-name"
    assert not outside.exists()


def test_a_file_below_the_folder_is_saved_where_it_is(server: Server) -> None:
    below = rules(server) / "more" / "deep"
    below.mkdir(parents=True)
    (below / "größe.yaml").write_text("game: Old\n", "utf-8")
    data = {"name": "more/deep/größe.yaml", "text": "game: New\n", "overwrite": True}
    assert server.post("/api/files", data)["file"] == "./more/deep/größe.yaml"
    assert (below / "größe.yaml").read_text("utf-8") == "game: New\n"
    new = server.post("/api/files", data | {"name": "./more/new.yaml"})
    assert new["file"] == "./more/new.yaml"
    error = server.post("/api/files", data | {"name": "moor/new.yaml"}, 400)
    assert error["message"] == "the folder that is served has no folder `moor`"
    error = server.post("/api/files", data | {"name": "more/sub"}, 400)
    assert error["message"].endswith("and `.yaml` at the end")
    (rules(server) / ".git").mkdir()
    (rules(server) / "link").symlink_to(below)
    for name in ("more/../new.yaml", ".git/new.yaml", "more//new.yaml", "more/_new.yaml"):
        assert server.post("/api/files", data | {"name": name}, 400)["code"] == "bad-name"
    assert server.post("/api/files", data | {"name": "link/new.yaml"}, 403)["code"] == "bad-name"


def test_a_file_that_is_in_the_way_is_told_by_its_digest(server: Server) -> None:
    data = {"name": "shared.yaml", "text": "game: Shared\n"}
    known = server.post("/api/files", data)["digest"]
    error = server.post("/api/files", data | {"known": known}, 409)
    assert error["digest"] == known and error["message"] == "there is a file `shared.yaml` already"
    (rules(server) / "shared.yaml").write_text("game: By hand\n", "utf-8")
    newer = server.post("/api/files", data | {"known": known}, 409)
    assert newer["code"] == "exists" and "changed since it was read" in newer["message"]
    told = server.post("/api/files", data | {"known": known, "overwrite": True}, 409)
    assert told["code"] == "changed" and told["digest"] == newer["digest"] != known


def test_a_file_that_others_changed_is_not_replaced(server: Server) -> None:
    path = rules(server) / "shared.yaml"
    data = {"name": "shared.yaml", "text": "extends: tic-tac-toe\ngame: Shared\n"}
    known = server.post("/api/files", data)["digest"]
    mine = data | {"text": f"{data['text']}# mine\n", "overwrite": True, "known": known}
    path.write_text("game: By hand\n", "utf-8")
    error = server.post("/api/files", mine, 409)
    assert error["code"] == "changed" and "was changed on disk" in error["message"]
    assert path.read_text("utf-8") == "game: By hand\n"
    path.write_text(data["text"], "utf-8")
    assert server.post("/api/files", mine)["digest"] != known
    assert path.read_text("utf-8") == mine["text"]


def test_a_saved_game_is_listed_and_played(server: Server) -> None:
    server.post("/api/files", {"name": "mine.yaml", "text": "extends: tic-tac-toe\ngame: Mine\n"})
    entry = server.games()["./mine.yaml"]
    assert entry["title"] == "Mine" and entry["error"] is None
    assert server.get("/api/games/.%2Fmine.yaml/drawing")["title"] == "Mine"
    assert "<svg" in server.get("/api/games/.%2Fmine.yaml/board.svg")
    table = server.table("./mine.yaml", "person", "person")
    with server.sit(table, *table["keys"]) as page:
        assert page.play("place a1")["ply"] == 1


def test_a_file_is_read_again_when_one_that_it_extends_is_changed(server: Server) -> None:
    base, own = rules(server) / "base.yaml", rules(server) / "own.yaml"
    text = NAMED.replace("game:", "game: Base #")
    base.write_text(text, "utf-8")
    own.write_text("game: Own\nextends: base\n", "utf-8")

    def cells() -> list[int]:
        entry = server.games()["./own.yaml"]["cells"]
        drawn = server.get("/api/games/.%2Fown.yaml/drawing")["scene"]
        return [entry, len(drawn["cells"])]

    assert cells() == [9, 9]
    base.write_text(text.replace("square(3)", "square(4)"), "utf-8")
    assert cells() == [16, 16]
    table = server.table("./own.yaml", "person", "person")
    with server.sit(table, *table["keys"]) as page:
        page.position()
        assert page.play("place d4")["ply"] == 1


def test_what_is_long_is_compressed_once_for_those_who_can_read_that(server: Server) -> None:
    packed, plain = {"accept-encoding": "gzip"}, {"accept-encoding": "identity"}
    for path in ("/api/games/hex/drawing", "/api/games/hex/board.svg"):
        answer = server.client.get(path, headers=packed)
        assert answer.headers["content-encoding"] == "gzip"
        assert int(answer.headers["content-length"]) < len(answer.content) / 2
        assert "accept-encoding" in answer.headers["vary"].lower()
        assert "content-encoding" not in server.client.get(path, headers=plain).headers
    small = server.client.get("/api/tables?keys=", headers=packed)
    assert "content-encoding" not in small.headers and small.json() == {"tables": []}
    index = server.client.get("/", headers=packed)
    assert index.text.startswith("<!doctype html>")


# ---- rule files of strangers -------------------------------------------------------------------

ROUNDS = "a in cells, b in cells, c in cells, d in cells"
BOMBS = {
    "aliases": "game: &a [x]\n" + "".join(f"k{n}: &b{n} [*a, *a]\n" for n in range(20)),
    "deep": "game: Deep\n" + "".join(f"{' ' * n}-\n" for n in range(1, 200)),
    "nothing": "game: [",
    "loops": f"""\
game: Slow
players: Black, White
board: square(7)
pieces:
  stone:
actions:
  place(at in empty):
    - put stone on at
{"".join(f"    - require (sum({n} for {ROUNDS}) > 0){chr(10)}" for n in range(1, 60))}turn: place
end:
  - when no empty: draw
""",
}  # fmt: skip


@pytest.mark.parametrize("name", each(2, BOMBS))
def test_a_bomb_has_a_message_and_holds_nobody_up(server: Server, name: str) -> None:
    games = games_of(server)
    games.trials.seconds = games.listing.trials.seconds = 4.0
    (rules(server) / f"{name}.yaml").write_text(BOMBS[name], "utf-8")
    entry = server.games()[f"./{name}.yaml"]
    made = {"game": f"./{name}.yaml", "seats": ["person", "person"]}
    refused = server.post("/api/tables", made, 422)
    assert refused["message"] and "Traceback" not in refused["message"]
    if name == "loops":  # it can be read, but not played in time
        assert refused["code"] == "too-slow", (refused, entry)
        assert "rounds in one position" in refused["message"]
    assert server.table("tic-tac-toe", "person", "person")["table"]


def test_a_bomb_is_not_tried_each_time_that_somebody_looks(server: Server) -> None:
    games = games_of(server)
    games.trials.seconds = 1.5
    path = rules(server) / "bomb.yaml"
    path.write_text(BOMBS["loops"], "utf-8")
    made = {"game": "./bomb.yaml", "seats": ["person", "person"]}
    assert server.post("/api/tables", made, 422)["code"] == "too-slow"
    tried: list[Any] = []
    games.trials.answer = tried.append
    assert server.post("/api/tables", made, 422)["code"] == "too-slow"
    assert not tried
    path.write_text(BOMBS["nothing"], "utf-8")  # another file
    del games.trials.answer
    games.trials.seconds = 20.0
    assert server.post("/api/tables", made, 422)["code"] == "bad-rules"


BOMB_FILES = 50


def test_many_bombs_keep_no_good_file_from_being_listed_and_played(server: Server) -> None:
    """By conditions, not by the clock: all bombs are still pending when the good file is played."""
    listing = games_of(server).listing
    listing.quick = listing.trials.seconds = 1e6  # so that no bomb of the list ever ends
    for n in range(BOMB_FILES):
        (rules(server) / f"a{n}.yaml").write_text(BOMBS["loops"], "utf-8")
    (rules(server) / "z-good.yaml").write_text("extends: tic-tac-toe\ngame: Good\n", "utf-8")
    listed = {game["id"]: game for game in server.get("/api/games")["games"]}
    assert listed["./a0.yaml"]["pending"] and listed["./z-good.yaml"]["pending"]
    assert listed["tic-tac-toe"]["pending"] is False
    entry = server.get("/api/games/.%2Fz-good.yaml")
    check(entry, "game")
    assert (entry["title"], entry["pending"]) == ("Good", False)
    table = server.table("./z-good.yaml", "person", "person")
    with server.sit(table, *table["keys"]) as page:
        assert page.play("place a1")["ply"] == 1
    assert len(listing.tasks) == len(listing.trials.workers) < BOMB_FILES
    assert len(listing.jobs) > BOMB_FILES - len(listing.tasks)


def test_files_that_take_long_are_tried_after_the_others_and_not_for_ever(server: Server) -> None:
    listing = games_of(server).listing
    listing.quick, listing.trials.seconds = 2.0, 4.0
    for n in range(6):
        (rules(server) / f"a{n}.yaml").write_text(BOMBS["loops"], "utf-8")
    (rules(server) / "z-good.yaml").write_text("extends: tic-tac-toe\ngame: Good\n", "utf-8")
    server.get("/api/games")
    listing.left = 10.0  # enough for two
    listed = server.games()
    assert listed["./z-good.yaml"]["title"] == "Good"
    messages = [listed[f"./a{n}.yaml"]["error"] for n in range(6)]
    assert sum("than 4 seconds" in message for message in messages) == 2, messages
    assert sum("than 2 seconds" in message for message in messages) == 4, messages


NAMED = """\
game: "<script>alert(1)</script> \\u202e{z}"
notes: "<img src=x onerror=alert(1)>"
players: Black, White
board: square(3)
pieces: stone
actions:
  place(at in empty): put stone on at
turn: place
end:
  - when no empty: draw
"""


def test_markup_in_names_is_never_markup(server: Server) -> None:
    (rules(server) / "named.yaml").write_text(NAMED, "utf-8")
    board = server.client.get("/api/games/.%2Fnamed.yaml/board.svg")
    assert board.status_code == 200, board.text
    assert "<script" not in board.text and "\x1b" not in board.text
    for path in ("/api/games", "/api/games/.%2Fnamed.yaml/drawing"):
        assert server.client.get(path).headers["content-type"] == "application/json"
