"""How the parts may depend on one another, and what the code may not know.

A module of `gdl` imports only modules of the same stage or of earlier ones, `gdl` never imports
`interpreter`, nothing imports in a circle, and no bundled game is named outside its file.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest
from diagnosing import bundled

from gdl.builtins import BUILTINS, DIRECTION_NAMES

ROOT = Path(__file__).parent.parent
PACKAGES = ("gdl", "interpreter")
STAGES = (  # of gdl: each imports only what stands on its own line or above
    "node files printable source messages lattice nearest wording types builtins caching keywords "
    "synonyms yaml_repair",
    "limits diagnostics library yaml_faults yaml_reader syntax grammar",
    "repair conditions statement_lists pointers phrase sentences idioms wrapping expected "
    "end_lines",
    "syntax_errors parser extends outline",
    "model fold unknown scope empty_sets never_none joined",
    "coercion each_of check_names check_expressions check_statements check_turns check_board "
    "check_declarations",
    "analysis ranges check_limits proofs formulas sight flow turn_order secrets usage checker",
    "trial loader",
    "dump reference_page",
)
ELSEWHERE = {"pieces", "mine", "enemy", "supply", "subsets", "here", "pass", "done"}
ORDINARY = {  # words of the names of games that anything may be called
    "anti", "connect", "dark", "english", "four", "game", "holes", "mens", "nine", "royal", "still",
    "touch",
}  # fmt: skip
SHORTEST = 4  # letters of a game's name that are looked for


def modules(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


def name_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def is_typing_only(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)


def imports(path: Path, at_load: bool = False) -> set[str]:
    """The modules of this project that a module imports; `at_load` only those at its top level."""
    found: set[str] = set()
    body = [n for n in tree(path).body if not is_typing_only(n)] if at_load else [tree(path)]
    for top in body:
        for node in [top] if at_load else ast.walk(top):
            if isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
                found.add(node.module)
                found |= {f"{node.module}.{alias.name}" for alias in node.names}
            elif isinstance(node, ast.Import):
                found |= {alias.name for alias in node.names}
    known = {name_of(p) for package in PACKAGES for p in modules(package)}
    return {name for name in found if name in known}


def test_the_language_never_imports_the_interpreter() -> None:
    wrong = [
        f"{name_of(path)} imports {name}"
        for path in modules("gdl")
        for name in imports(path)
        if name.startswith("interpreter")
    ]
    assert not wrong


def test_every_module_of_the_language_has_a_stage() -> None:
    staged = {f"gdl.{name}" for stage in STAGES for name in stage.split()}
    assert staged == {name_of(p) for p in modules("gdl")} - {"gdl"}


def test_no_stage_imports_a_later_one() -> None:
    number = {f"gdl.{name}": i for i, stage in enumerate(STAGES) for name in stage.split()}
    wrong = [
        f"{name_of(path)} imports {name}"
        for path in modules("gdl")
        if name_of(path) != "gdl"
        for name in imports(path, at_load=True)
        if name != "gdl" and number[name] > number[name_of(path)]
    ]
    assert not wrong


def test_nothing_imports_in_a_circle() -> None:
    graph = {
        name_of(path): imports(path, at_load=True) - set(PACKAGES)
        for package in PACKAGES
        for path in modules(package)
    }
    done: set[str] = set()

    def visit(name: str, chain: tuple[str, ...]) -> None:
        assert name not in chain, " imports ".join((*chain, name))
        if name not in done:
            for other in sorted(graph.get(name, ())):
                visit(other, (*chain, name))
            done.add(name)

    for name in graph:
        visit(name, ())


# ---- what the code may not know ----


def words_of_code(path: Path) -> set[str]:
    """The words of identifiers and of strings that are not documentation."""
    found: set[str] = set()
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef)
    texts = {ast.get_docstring(n, clean=False) for n in ast.walk(tree(path))
             if isinstance(n, documented)}  # fmt: skip
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found |= {node.value} if node.value not in texts else set()
        for field in ("id", "attr", "name", "arg"):
            value = getattr(node, field, None)
            found |= {value} if isinstance(value, str) else set()
    return {word.lower() for text in found for word in re.findall(r"[A-Za-z]+", text)}


def names_of_games() -> set[str]:
    """The words of the names of the bundled games that say which game it is."""
    words = {word for name in bundled() for word in name.split("-") if len(word) >= SHORTEST}
    return words - ORDINARY - set(BUILTINS)


@pytest.mark.parametrize("path", [p for n in PACKAGES for p in modules(n)], ids=name_of)
def test_no_game_is_named_in_the_code(path: Path) -> None:
    assert not words_of_code(path) & names_of_games()


# ---- the grammar and the built-ins ----


def test_the_grammar_has_no_conflict() -> None:
    pytest.importorskip("interegular")
    from lark import Lark

    from gdl.grammar import GRAMMAR, STARTS

    Lark(GRAMMAR.read_text("utf-8"), parser="lalr", start=list(STARTS), strict=True)


def test_every_start_symbol_has_an_example_that_parses() -> None:
    from gdl.grammar import STARTS
    from gdl.keywords import SHAPES
    from gdl.parser import parses

    assert set(SHAPES) == set(STARTS)
    for start, (_, example) in SHAPES.items():
        assert parses(example, start) > len(example), (start, example)


def test_every_built_in_is_implemented() -> None:
    """By a method of its own, a node of its own, or, for pieces of somebody, one for all."""
    from interpreter.reference import builtins, expressions

    methods = {n[4:] for n in dir(builtins.Builtins) if n.startswith("ask_")}
    nodes = {n[5:] for n in dir(expressions.Expressions) if n.startswith("make_")}
    made = methods | nodes | set(builtins.AGGREGATES) | ELSEWHERE
    missing = [
        name
        for name, row in BUILTINS.items()
        if name not in made and row.form != "board" and name not in DIRECTION_NAMES
    ]
    assert not missing


def test_the_example_of_every_built_in_parses() -> None:
    from gdl.grammar import STARTS
    from gdl.parser import parses

    for row in BUILTINS.values():
        text = row.example.split(": ", 1)[-1]
        assert any(
            parses(example, start) > len(example)
            for example in (row.example, text)
            for start in STARTS
        ), row.example


# ---- the C text --------------------------------------------------------------------------------

HOLE = "\0"  # where a value is put into a text
PLACES = re.compile(r"%\w|\{\w*\}|@\w+@")  # the same, in texts that are filled later
COMMENTS = re.compile(r"/\*.*?(\*/|\Z)", re.S)
STRINGS = re.compile(r'(?<!#include )"(?:[^"\\\n]|\\.)*"')


def texts_of(path: Path) -> list[str]:
    """The strings of a module that are no documentation, with HOLE for what is put into them."""
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef)
    skipped = {
        id(n.body[0].value) for n in ast.walk(tree(path))
        if isinstance(n, documented) and n.body and isinstance(n.body[0], ast.Expr)
    }  # fmt: skip
    found = []
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.JoinedStr):
            skipped |= {id(part) for part in node.values}
            parts = (p.value if isinstance(p, ast.Constant) else HOLE for p in node.values)
            found.append("".join(map(str, parts)))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found += [node.value] if id(node) not in skipped else []
    return found


C_WRITERS = [p for p in modules("interpreter") if "native" in p.parts and p.stem != "quoting"]


@pytest.mark.parametrize("path", C_WRITERS, ids=name_of)
def test_only_one_module_puts_a_text_into_a_comment_or_a_string_of_c(path: Path) -> None:
    for text in texts_of(path):
        for comment in COMMENTS.finditer(text):
            assert comment[1], f"{comment[0]!r} is ended elsewhere: use quoting.comment"
            holes = HOLE in comment[0] or PLACES.search(comment[0])
            assert not holes, f"{comment[0]!r}: use quoting.comment"
        assert "*/" not in COMMENTS.sub("", text), f"{text!r} ends a comment of elsewhere"
        if '"' in text and ("emit" in path.parts or path.stem in ("export", "glue_c")):
            for string in STRINGS.finditer(COMMENTS.sub("", text)):
                assert HOLE not in string[0], f"{string[0]!r}: use quoting.string"
