"""One server and one browser for the tests of a process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from support.browsing import Server, Visit, chromium, serve


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of an empty folder."""
    made = serve(tmp_path_factory.mktemp("folder"), tmp_path_factory.mktemp("data"))
    yield made
    made.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """A browser."""
    with chromium() as made:
        yield made


@pytest.fixture
def visit(server: Server, browser: Any) -> Iterator[Callable[..., Visit]]:
    """Opens pages, each of a person with a browser of their own; they must say nothing."""
    visits: list[Visit] = []

    def open_page(width: int = 1280, height: int = 900, **context: Any) -> Visit:
        size = {"width": width, "height": height}
        page = browser.new_context(viewport=size, **context).new_page()
        visits.append(Visit(page, server.address))
        return visits[-1]

    yield open_page
    for made in visits:
        made.finish()
        made.page.context.close()
