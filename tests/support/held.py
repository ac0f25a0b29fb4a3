"""Answers that come late: those of a web socket, and those of a request, are kept until let go."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any


class Held:
    """The web socket of a page, from before it is opened: what the page has sent, and what of the
    server is kept back.
    """

    def __init__(self, page: Any, address: str):
        self.page, self.kinds, self.kept = page, frozenset[str](), list[str]()
        self.sent: list[dict[str, Any]] = []
        page.route_web_socket(re.compile(address), self.join)

    def join(self, route: Any) -> None:
        """Stand between the page and the server."""
        self.route, self.server = route, route.connect_to_server()
        route.on_message(self.hear)
        self.server.on_message(self.answer)

    def hear(self, text: str) -> None:
        """Pass on what the page says."""
        self.sent.append(json.loads(text))
        self.server.send(text)

    def answer(self, text: str) -> None:
        """Pass on what the server says, or keep it."""
        if json.loads(text)["type"] in self.kinds:
            self.kept.append(text)
        else:
            self.route.send(text)

    def say(self, **message: Any) -> None:
        """Say something in the place of the server."""
        self.route.send(json.dumps(message))

    def hold(self, *kinds: str) -> None:
        """Keep back messages of some types from now on."""
        self.kinds = frozenset(kinds)

    def wait(self, count: int = 1) -> None:
        """Wait until so many messages were kept back."""
        self.until(lambda: len(self.kept) >= count)

    def until(self, condition: Callable[[], bool]) -> None:
        """Wait until something is so."""
        for _ in range(3000):
            if condition():
                return
            self.page.wait_for_timeout(5)
        raise AssertionError(f"never; sent {self.sent[-3:]}, kept {len(self.kept)}")

    def let_go(self) -> None:
        """Deliver what was kept, and keep no more."""
        self.hold()
        for text in self.kept:
            self.route.send(text)
        self.kept.clear()
        settle(self.page)

    def asked(self, kind: str) -> list[dict[str, Any]]:
        """What the page has sent of a type."""
        return [message for message in self.sent if message["type"] == kind]


class HeldRequests:
    """The requests of a page for an address."""

    def __init__(self, page: Any, address: str, method: str = "POST"):
        self.page, self.method, self.kept = page, method, list[Any]()
        self.is_holding = True
        page.route(re.compile(address), self.take)

    def take(self, route: Any) -> None:
        """Keep a request, or let it pass."""
        if self.is_holding and route.request.method == self.method:
            self.kept.append(route)
        else:
            route.continue_()

    def wait(self, count: int = 1) -> None:
        """Wait until so many were made."""
        for _ in range(3000):
            if len(self.kept) >= count:
                return
            self.page.wait_for_timeout(5)
        raise AssertionError(f"{len(self.kept)} of {count} requests")

    def let_go(self) -> None:
        """Let those that were made go to the server, and wait for their answers."""
        self.is_holding = False
        for route in self.kept:
            with self.page.expect_response(route.request.url):
                route.continue_()
        settle(self.page)


def settle(page: Any) -> None:
    """Wait until what was told is drawn; frames do not come where the clock of a page stands."""
    page.wait_for_timeout(100)
