"""The workbench in a browser, as a person uses it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from support.browsing import WAIT, Visit

AXE = Path(__file__).parents[2] / "interpreter/web/client/node_modules/axe-core/axe.min.js"
PASTE = """(element, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    const paste = {clipboardData, bubbles: true, cancelable: true};
    element.dispatchEvent(new ClipboardEvent('paste', paste));
}"""


@dataclass
class BenchPage:
    """An opened workbench."""

    visit: Visit

    @property
    def page(self) -> Any:
        """The page of the browser."""
        return self.visit.page

    def open(self, file: str | None) -> BenchPage:
        """Open a file and wait until its board is there."""
        query = "" if file is None else f"?file={quote(file)}"
        self.visit.go(f"/workbench{query}")
        self.wait_valid()
        return self

    def wait_valid(self) -> None:
        """Wait until the board shows the rules as they stand."""
        self.page.wait_for_selector(".wb-standing.valid", timeout=WAIT * 1000)

    def wait_invalid(self) -> None:
        """Wait until the text cannot be played."""
        self.page.wait_for_selector(".wb-standing.invalid", timeout=WAIT * 1000)

    def line(self, text: str) -> Any:
        """The line of the editor with a text."""
        return self.page.locator(".cm-line", has_text=text)

    def end_of(self, text: str) -> None:
        """Put the cursor at the end of a line."""
        self.line(text).click()
        self.page.keyboard.press("End")

    def into(self, line: str, word: str) -> None:
        """Put the cursor into a word of a line."""
        self.end_of(line)
        text = str(self.line(line).inner_text())
        for _ in range(len(text) - text.index(word) - 1):
            self.page.keyboard.press("ArrowLeft")

    def write(self, text: str) -> None:
        """Paste a text in place of the whole."""
        self.page.locator(".cm-content").click()
        self.page.keyboard.press("Control+a")
        self.page.locator(".cm-content").evaluate(PASTE, text)

    def text(self) -> str:
        """The text in the editor."""
        return "\n".join(self.page.locator(".cm-line").all_inner_texts())

    def standing(self) -> str:
        """The sentence about how the text stands."""
        return str(self.page.inner_text(".wb-standing"))

    def cell(self, name: str) -> Any:
        """A cell of the board."""
        return self.visit.cell(name)

    def pieces(self) -> set[str]:
        """The cells with pieces."""
        found = self.page.locator(".wb-ground [data-piece]")
        return set(found.evaluate_all("them => them.map((it) => it.dataset.piece)"))

    def button(self, name: str) -> Any:
        """A button by its name."""
        return self.page.get_by_role("button", name=name, exact=True)

    def tab(self, name: str) -> None:
        """Choose a tab."""
        self.page.get_by_role("tab", name=name).click()

    def violations(self) -> list[str]:
        """What axe-core finds wrong with the page."""
        self.page.evaluate(AXE.read_text(encoding="utf-8"))
        found = self.page.evaluate("() => axe.run()")
        return [
            f"{rule['id']}: {node['target']} {node['failureSummary']}"
            for rule in found["violations"]
            for node in rule["nodes"]
        ]


def opened(visit: Callable[..., Visit], file: str | None, **context: Any) -> BenchPage:
    """A workbench of a person."""
    return BenchPage(visit(**context)).open(file)
