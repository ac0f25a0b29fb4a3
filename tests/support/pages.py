"""A page as a tree, for tests: read strictly, as every element is closed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"meta", "link", "input", "br", "hr", "img"}


@dataclass
class Element:
    """An element with its attributes and what is in it."""

    name: str
    attributes: dict[str, str | None]
    children: list[Element | str] = field(default_factory=list)

    def all(self, name: str = "", **wanted: str) -> Iterator[Element]:
        """The elements of that name below; `kind` means the class."""
        for child in self.children:
            if isinstance(child, Element):
                given = {"class" if k == "kind" else k: v for k, v in wanted.items()}
                if name in ("", child.name) and given.items() <= child.attributes.items():
                    yield child
                yield from child.all(name, **wanted)

    @property
    def text(self) -> str:
        """All text, blanks joined."""
        parts = [c if isinstance(c, str) else c.text for c in self.children]
        return " ".join("".join(parts).split())


class Reader(HTMLParser):
    """Builds the tree; raises ValueError for an element that is not closed as it should be."""

    def __init__(self) -> None:
        super().__init__()
        self.root = Element("root", {})
        self.open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        made = Element(tag, dict(attrs))
        self.open[-1].children.append(made)
        if tag not in VOID:
            self.open.append(made)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open[-1].children.append(Element(tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if self.open[-1].name != tag:
            raise ValueError(f"</{tag}> closes {self.open[-1].name}")
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


def parsed(text: str) -> Element:
    """The tree of a page."""
    reader = Reader()
    reader.feed(text)
    reader.close()
    if reader.open != [reader.root]:
        raise ValueError(f"{reader.open[-1].name} is not closed")
    return reader.root
