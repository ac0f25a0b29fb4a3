"""Two people at two browsers: links, a dropped connection, a server that comes back."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from support.browsing import Visit, serve

KEEP = """
window.sockets = [];
window.WebSocket = class extends WebSocket {
    constructor(...given) { super(...given); window.sockets.push(this); }
};
"""


def join(visit: Visit, table: str, key: str) -> None:
    visit.go(f"/table/{table}#{key}")
    visit.page.wait_for_selector(".board")


def pieces(count: int) -> str:
    return f"document.querySelectorAll('.piece').length === {count}"


def test_two_browsers_and_a_dropped_connection(visit: Callable[..., Visit]) -> None:
    first, second, third = visit(), visit(), visit()
    second.page.add_init_script(KEEP)
    made = first.make("tic-tac-toe", ["person", "person"])
    table, (one, two) = made["table"], made["keys"]
    join(first, table, one)
    join(second, table, two)
    join(third, table, made["watch"])
    assert "#" not in first.page.url  # a copied address gives no seat away
    first.cell("a1").click()
    for each in (first, second, third):
        each.wait_for(pieces(1))
    second.page.context.set_offline(True)
    second.page.evaluate("() => window.sockets.forEach((socket) => socket.close())")
    second.page.get_by_text("The connection is gone").wait_for()
    second.page.context.set_offline(False)
    second.page.get_by_text("The connection is gone").wait_for(state="detached")
    second.cell("b1").click()
    first.wait_for(pieces(2))
    first.cell("a2").click()
    second.wait_for(pieces(3))
    third.wait_for(pieces(3))
    third.cell("c3").click()  # who watches moves nothing
    second.cell("b2").click()
    first.wait_for(pieces(4))
    third.wait_for(pieces(4))
    first.cell("a3").click()
    for each in (first, second, third):
        each.page.wait_for_selector(".ending")
        assert "Cross wins" in each.prompt()


def test_a_move_back_needs_the_other_person(visit: Callable[..., Visit]) -> None:
    first, second = visit(), visit()
    made = first.make("tic-tac-toe", ["person", "person"])
    join(first, made["table"], made["keys"][0])
    join(second, made["table"], made["keys"][1])
    first.cell("a1").click()
    second.wait_for(pieces(1))
    first.page.get_by_label("Undo").click()
    second.page.get_by_text("Agree").click()
    first.wait_for(pieces(0))
    first.page.get_by_label("Resign …").click()
    first.page.get_by_text("Resign", exact=True).click()
    second.page.wait_for_selector(".ending")
    assert "resigned" in second.prompt()


def test_a_server_that_is_killed_comes_back(browser: Any, tmp_path: Path) -> None:
    data = tmp_path / "data"
    server = serve(tmp_path, data)
    opened = Visit(browser.new_context().new_page(), server.address)
    opened.table("tic-tac-toe", ["person", "person"])
    opened.cell("a1").click()
    opened.wait_for(pieces(1))
    server.process.kill()
    server.process.wait()
    opened.page.get_by_text("The connection is gone").wait_for()
    port = re.search(r":(\d+)$", server.address)
    assert port is not None
    again = serve(tmp_path, data, int(port[1]))
    opened.page.get_by_text("The connection is gone").wait_for(state="detached")
    opened.cell("b2").click()
    opened.wait_for(pieces(2))
    again.stop()
    opened.page.context.close()
