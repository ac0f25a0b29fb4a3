"""The packages and what they import, drawn for docs/architecture.md.

    python tests/support/package_map.py

writes the drawings anew: an arrow leads from a package to one that it imports, but for those that
follow from other arrows.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import networkx as nx

ROOT = Path(__file__).parents[2]
PACKAGES = ("gdl", "interpreter")
DRAWINGS = ("gdl", "interpreter", "interpreter.native", "interpreter.study")  # one for each


def modules(package: str) -> list[Path]:
    """The modules of a package and of those within it."""
    return sorted((ROOT / package).rglob("*.py"))


def name_of(path: Path) -> str:
    """The dotted name of a module; a package has that of its folder."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def package_of(path: Path) -> str:
    """The package that a module lies in."""
    return ".".join(path.relative_to(ROOT).parent.parts)


@cache
def tree(path: Path) -> ast.Module:
    """The syntax of a module."""
    return ast.parse(path.read_text("utf-8"))


ALL = [path for package in PACKAGES for path in modules(package)]
PACKAGE_OF = {name_of(path): package_of(path) for path in ALL}


def imported(nodes: Iterable[ast.AST]) -> set[str]:
    """The modules of this project that are imported: by statements wherever they stand, and by a
    text, `package.module` or `package.module:name`, that is imported when it is needed.
    """
    names: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            of = {f"{node.module}.{alias.name}" for alias in node.names}
            names |= {name if name in PACKAGE_OF else node.module for name in of}
        elif isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.Constant) and "." in str(node.value):
            names.add(str(node.value).partition(":")[0])
    return names & set(PACKAGE_OF)


def imports(path: Path) -> set[str]:
    """The modules of this project that a module imports, for types and in functions too."""
    return imported(ast.walk(tree(path)))


def arrows(within: str) -> nx.DiGraph:
    """Which parts of a package import which others, without what follows from other arrows.

    The parts are the packages and single modules directly below it.
    """
    depth = within.count(".") + 2
    graph = nx.DiGraph()
    for path in ALL:
        if path.name == "__init__.py" and name_of(path).count(".") + 1 < depth:
            continue  # it exports what lies below it
        here = part_of(name_of(path), within, depth)
        for name in imports(path) if here else ():
            there = part_of(name, within, depth)
            if there and there != here:
                graph.add_edge(here, there)
    return nx.transitive_reduction(graph)


def part_of(name: str, within: str, depth: int) -> str:
    """The part of a package that a module belongs to; the empty text for one that is elsewhere."""
    inside = name.startswith(f"{within}.")
    return name.split(".")[depth - 1] if inside else ""


def drawing(within: str) -> Iterator[str]:
    """The lines of a drawing in the language of mermaid."""
    yield "flowchart BT"
    for here, there in sorted(arrows(within).edges):
        yield f"    {here} --> {there}"


PAGE = ROOT / "docs" / "architecture.md"


def drawn_anew(page: str) -> str:
    """The page with the drawings as they are now, in their order."""
    drawings = ("\n".join(["```mermaid", *drawing(within), "```"]) for within in DRAWINGS)
    return re.sub(r"```mermaid\n.*?\n```", lambda _: next(drawings), page, flags=re.S)


if __name__ == "__main__":
    PAGE.write_text(drawn_anew(PAGE.read_text("utf-8")), "utf-8")
