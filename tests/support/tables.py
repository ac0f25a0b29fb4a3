"""Browsers at all seats of a table of the page, and one that watches."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from typing import Any

from support.page import Page, Server


def seated(server: Server, table: dict[str, Any], pages: list[Page]) -> ExitStack:
    """A browser at each seat, and one that watches, which is the last."""
    stack = ExitStack()
    for key in (*table["keys"], table["watch"]):
        page = stack.enter_context(server.sit(table, key))
        page.position()
        pages.append(page)
    return stack


def settle(pages: Sequence[Page]) -> int:
    """Read all that has come when chance has moved: who acts then."""
    for page in pages:
        if latest(page)["chance"]:
            page.position(chance=False)
    return int(latest(pages[0])["acting"])


def latest(page: Page) -> dict[str, Any]:
    """The latest position that a browser knows of."""
    drain(page)
    return [m for m in page.heard if m["type"] == "position" and "look" not in m][-1]


def drain(page: Page) -> None:
    """Read all that has come: the answer to a question is the last of it."""
    page.ask(type="offers", ply=10_000)
