"""Nothing that a study says becomes an element, an attribute or a script of the page."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from support import sample_results

from interpreter.study.report.charts.charts import pairing_charts
from interpreter.study.report.charts.markup import environment
from interpreter.study.report.page import to_html

REPORT = Path(__file__).parents[2] / "interpreter" / "study" / "report"
PLANTED = (
    '"><planted a="',
    "'><planted a='",
    "</script><planted>",
    "<!--<script><planted>",
    "--><planted>",
    "</title><planted>",
    "</style><planted>",
    "]]><planted>",
    '" onplanted="x',
    "' onplanted='x",
    "&lt;planted&gt;",
    "&#60;planted&#62;",
    "\u2028\u2029<planted>",
    "${planted}$title",
    "\x00<planted>",
    "javascript:planted",
    "\ud800<planted>",
    "\u202e<planted>",
    "{planted}",
)
KEPT = ("unit",)  # of our own, and told apart by the code


class Page(HTMLParser):
    """Collects what the page is made of, without its texts."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, tuple[str, ...]]] = []
        self.links: list[str] = []
        self.data: list[str] = []
        self.kind = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, tuple(name for name, _ in attrs)))
        self.links += [value or "" for name, value in attrs if name in ("href", "src", "action")]
        self.kind = dict(attrs).get("type") or "" if tag == "script" else ""

    def handle_endtag(self, tag: str) -> None:
        self.kind = ""

    def handle_data(self, text: str) -> None:
        if self.kind == "application/json":
            self.data.append(text)


def hostile(value: Any, text: str) -> Any:
    """The same results with a text at the end of every text in them."""
    if isinstance(value, str):
        return value + text
    if is_dataclass(value) and not isinstance(value, type):
        changes = {
            f.name: hostile(getattr(value, f.name), text)
            for f in fields(value)
            if f.name not in KEPT
        }
        return replace(value, **changes)
    if isinstance(value, Mapping):
        return {hostile(k, text): hostile(v, text) for k, v in value.items()}
    if isinstance(value, tuple):
        return tuple(hostile(v, text) for v in value)
    return value


@pytest.fixture(scope="module")
def plain(without_charts: None) -> Page:
    """A report in which nothing is to be planted."""
    return Page(to_html(hostile(sample_results.two(), "xx")))


@pytest.mark.usefixtures("without_charts")
@pytest.mark.parametrize("text", PLANTED, ids=ascii)
def test_nothing_is_planted(text: str, plain: Page) -> None:
    page = to_html(hostile(sample_results.two(), text))
    page.encode()
    hostile_page = Page(page)
    assert "planted" in page or "$title" not in text
    assert [tag for tag, _ in hostile_page.tags] == [tag for tag, _ in plain.tags]
    assert {n for _, names in hostile_page.tags for n in names} <= {
        n for _, names in plain.tags for n in names
    }
    assert all(link.startswith(("#", "data:,")) for link in hostile_page.links)
    for data in hostile_page.data:
        json.loads(data)
        assert data.isascii() and "<" not in data
    assert not any(char in page for char in "\x00\u202e\u2028\u2029\ud800")


def test_nothing_is_planted_in_a_chart() -> None:
    """Each text is the title of a variant, and in its chart."""
    pairing, count = sample_results.two().pairings[0], len(PLANTED)
    many = replace(
        pairing,
        charts=(pairing.charts * count)[:count],
        rows=tuple(replace(r, estimates=(r.estimates * count)[:count]) for r in pairing.rows),
    )
    drawn, harmless = (
        [Page(chart) for _, chart in pairing_charts(many, titles)]
        for titles in (PLANTED, ["xx"] * count)
    )
    assert len(drawn) == len(harmless) > 3
    for page, same in zip(drawn, harmless, strict=True):
        assert {tag for tag, _ in page.tags} == {tag for tag, _ in same.tags}
        assert {n for _, names in page.tags for n in names} <= {
            n for _, names in same.tags for n in names
        }
        assert all(link.startswith(("#", "data:,")) for link in page.links)


def test_the_page_runs_its_own_script_alone() -> None:
    page = to_html(sample_results.two())
    policy = page.split('http-equiv="Content-Security-Policy" content="')[1].split('"')[0]
    assert "script-src 'sha256-" in policy and "default-src 'none'" in policy
    assert "unsafe-inline" not in policy.split("script-src")[1]
    assert not any(name.startswith("on") for _, names in Page(page).tags for name in names)


def test_only_templates_make_markup_and_they_escape() -> None:
    assert environment().autoescape is True
    assert (REPORT / "template" / "parts.html").is_file()
    for path in REPORT.rglob("*.py"):
        tree = ast.parse(path.read_text("utf-8"))
        imported = [
            alias.name
            for node in ast.walk(tree)
            if isinstance(node, ast.Import | ast.ImportFrom)
            for alias in node.names
            if getattr(node, "module", "") in ("html", None) or alias.name == "html"
        ]
        assert not imported, path
        texts = [n.value for n in ast.walk(tree) if isinstance(n, ast.Constant)]
        assert not [t for t in texts if isinstance(t, str) and re.search(r"<[a-z]+[ >]", t)], path
    for path in (REPORT / "template").iterdir():
        text = path.read_text("utf-8")
        assert not re.search(r"\|\s*(safe|forceescape)|autoescape", text), path
        assert not re.search(r"=\s*\{\{", text), f"{path}: an attribute without quotes"
