"""How the parts may depend on one another, and what the code may not know.

A module imports only modules of its own package or of packages above it in `ORDER`, nothing imports
in a circle, and no bundled game is named outside its file.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path

import networkx as nx
import pytest
from support.diagnosing import bundled
from support.package_map import (
    ALL,
    DRAWINGS,
    PACKAGE_OF,
    PAGE,
    drawn_anew,
    imports,
    name_of,
    package_of,
    tree,
)

from gdl.vocabulary.builtins import BUILTINS, DIRECTION_NAMES

ORDER = """
gdl.source
gdl.vocabulary
gdl.yaml
gdl.syntax.nodes
gdl.syntax.errors
gdl.syntax
gdl.model.nodes
gdl.model
gdl.check.expressions
gdl.check.whole_game
gdl.check
gdl.lint.logic
gdl.lint.secrets
gdl.lint
gdl.formatting
gdl.prose
gdl
interpreter.process
interpreter.board
interpreter.reference.basis
interpreter.reference.ways
interpreter.reference
interpreter.walking
interpreter.native.ir.terms
interpreter.native.ir.layout
interpreter.native.ir
interpreter.native.lowering.expressions
interpreter.native.lowering
interpreter.native.passes.groups
interpreter.native.passes.patterns
interpreter.native.passes.loops
interpreter.native.passes
interpreter.native.emit.kernels
interpreter.native.emit.terms
interpreter.native.emit
interpreter.native.sampling
interpreter.native.lanes
interpreter.native.build
interpreter.native.program
interpreter.native.runtime
interpreter.native
interpreter.engine
interpreter.explain
interpreter.api
interpreter.typed
interpreter.spaces
interpreter.symmetry
interpreter.hidden
interpreter.agents
interpreter.solve
interpreter.drawing
interpreter.drawing.text
interpreter.drawing.scene
interpreter.drawing.svg
interpreter.diff.rules
interpreter.diff.lockstep
interpreter.diff
interpreter.exchange
interpreter.coverage
interpreter.checking
interpreter.measure
interpreter.study.statistics
interpreter.study.plan
interpreter.study.store
interpreter.study.play
interpreter.study.results
interpreter.study.run
interpreter.study.report.charts
interpreter.study.report.verdict
interpreter.study.report
interpreter.study.notebook
interpreter.study
interpreter.matches
interpreter.bridges
interpreter.terminal
interpreter.editors
interpreter.language_server.reading
interpreter.language_server.features
interpreter.language_server
interpreter.web.wire
interpreter.web.export
interpreter.web.games
interpreter.web.thinking
interpreter.web.tables
interpreter.web.workbench
interpreter.web.studies
interpreter.web
interpreter.cli
interpreter
""".split()  # packages: each imports only itself and those above
MAX_MODULES = 12  # of a package
MAX_LINES = 450  # of a module that is no table
TABLES = {"gdl.source.messages", "gdl.vocabulary.builtins", "gdl.vocabulary.synonyms"}
QUOTING = "interpreter.native.ir.terms.quoting"  # puts texts into comments and strings of C
GLUE = {"interpreter.native.program.export", "interpreter.native.program.glue"}  # hold C texts too
STARTING = "interpreter.cli"  # Ctrl-C must be heeded before anything of weight is imported
HEAVY = {  # packages of others that functions may import, since they take long
    "distributed", "google", "lark", "matplotlib", "networkx", "numpy", "onnx", "onnxruntime",
    "PIL", "prompt_toolkit", "resvg_py", "rich", "scipy", "uvicorn", "ziglang",
}  # fmt: skip
ELSEWHERE = {
    "pieces", "mine", "enemy", "supply", "subsets", "here", "pass", "done", "playing", "since",
}  # fmt: skip
ORDINARY = {  # words of the names of games that anything may be called
    "action", "anti", "check", "chess", "connect", "dark", "dice", "dots", "eight", "english",
    "forty", "four", "game", "hill", "holes", "king", "lines", "mens", "nine", "paper", "puzzle",
    "rock", "royal", "scissors", "small", "star", "still", "three", "touch", "twenty",
}  # fmt: skip
SHORTEST = 4  # letters of a game's name that are looked for


def test_the_modules_that_these_tests_name_exist() -> None:
    assert {QUOTING, STARTING, *GLUE, *TABLES} <= set(PACKAGE_OF)


def test_every_package_has_its_place() -> None:
    assert sorted(ORDER) == sorted({package_of(path) for path in ALL})


def test_imports_go_one_way() -> None:
    wrong = [
        f"{name_of(path)} imports {name}"
        for path in ALL
        for name in sorted(imports(path))
        if ORDER.index(PACKAGE_OF[name]) > ORDER.index(package_of(path))
    ]
    assert not wrong, "\n".join(wrong)


def test_nothing_imports_in_a_circle() -> None:
    graph = nx.DiGraph((name_of(path), name) for path in ALL for name in imports(path))
    circles = [sorted(c) for c in nx.strongly_connected_components(graph) if len(c) > 1]
    assert not circles


def test_functions_import_only_what_is_heavy() -> None:
    wrong = [
        f"{name_of(path)}:{node.lineno} imports {name}"
        for path in ALL
        if name_of(path) != STARTING
        for function in ast.walk(tree(path))
        if isinstance(function, ast.FunctionDef)
        for node in ast.walk(function)
        for name in roots_of(node)
        if name not in HEAVY
    ]
    assert not wrong, "\n".join(wrong)


def roots_of(node: ast.AST) -> list[str]:
    """The top packages that an import statement names."""
    if isinstance(node, ast.ImportFrom):
        return [(node.module or "").partition(".")[0]]
    return [a.name.partition(".")[0] for a in node.names] if isinstance(node, ast.Import) else []


def test_packages_and_modules_are_small() -> None:
    counts = Counter(package_of(path) for path in ALL if path.name != "__init__.py")
    assert not {name: count for name, count in counts.items() if count > MAX_MODULES}
    lines = {name_of(p): p.read_text("utf-8").count("\n") for p in ALL}
    assert not {n: c for n, c in lines.items() if c > MAX_LINES and n not in TABLES}


def test_every_package_says_what_it_is_for() -> None:
    packages = [path for path in ALL if path.name == "__init__.py"]
    assert not [name_of(path) for path in packages if not ast.get_docstring(tree(path))]


def test_the_drawings_show_the_imports() -> None:
    page = PAGE.read_text("utf-8")
    assert page.count("```mermaid") == len(DRAWINGS)
    assert page == drawn_anew(page), "run `python tests/support/package_map.py`"


# ---- what the code may not know ----


def words_of_code(path: Path) -> set[str]:
    """The words of identifiers and of strings that are not documentation."""
    texts_found: set[str] = set()
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef)
    texts = {ast.get_docstring(n, clean=False) for n in ast.walk(tree(path))
             if isinstance(n, documented)}  # fmt: skip
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            texts_found |= {node.value} if node.value not in texts else set()
        for field in ("id", "attr", "name", "arg"):
            value = getattr(node, field, None)
            texts_found |= {value} if isinstance(value, str) else set()
    return {word.lower() for text in texts_found for word in re.findall(r"[A-Za-z]+", text)}


def names_of_games() -> set[str]:
    """The words of the names of the bundled games that say which game it is."""
    words = {word for name in bundled() for word in name.split("-") if len(word) >= SHORTEST}
    return words - ORDINARY - set(BUILTINS)


@pytest.mark.parametrize("path", ALL, ids=name_of)
def test_no_game_is_named_in_the_code(path: Path) -> None:
    assert not words_of_code(path) & names_of_games()


# ---- the grammar and the built-ins ----


def test_the_grammar_has_no_conflict() -> None:
    pytest.importorskip("interegular")
    from lark import Lark

    from gdl.syntax.grammar import GRAMMAR, STARTS

    Lark(GRAMMAR.read_text("utf-8"), parser="lalr", start=list(STARTS), strict=True)


def test_every_start_symbol_has_an_example_that_parses() -> None:
    from gdl.syntax.grammar import STARTS
    from gdl.syntax.parser import parses
    from gdl.vocabulary.keywords import SHAPES

    assert set(SHAPES) == set(STARTS)
    for start, (_, example) in SHAPES.items():
        assert parses(example, start) > len(example), (start, example)


def test_every_built_in_is_implemented() -> None:
    """By a method of its own, a node of its own, or, for pieces of somebody, one for all."""
    from interpreter.reference import builtins, expressions

    methods = {
        n.removeprefix("builtin_") for n in dir(builtins.Builtins) if n.startswith("builtin_")
    }
    nodes = {n[5:] for n in dir(expressions.Expressions) if n.startswith("make_")}
    made = methods | nodes | {*builtins.AGGREGATES, *builtins.FOLLOWERS} | ELSEWHERE
    missing = [
        name
        for name, row in BUILTINS.items()
        if name not in made and row.form != "board" and name not in DIRECTION_NAMES
    ]
    assert not missing


def test_the_example_of_every_built_in_parses() -> None:
    from gdl.syntax.grammar import STARTS
    from gdl.syntax.parser import parses

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
    texts = []
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.JoinedStr):
            skipped |= {id(part) for part in node.values}
            parts = (p.value if isinstance(p, ast.Constant) else HOLE for p in node.values)
            texts.append("".join(map(str, parts)))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            texts += [node.value] if id(node) not in skipped else []
    return texts


NATIVE = [p for p in ALL if package_of(p).startswith("interpreter.native")]
C_WRITERS = [p for p in NATIVE if name_of(p) != QUOTING]


@pytest.mark.parametrize("path", C_WRITERS, ids=name_of)
def test_only_one_module_puts_a_text_into_a_comment_or_a_string_of_c(path: Path) -> None:
    for text in texts_of(path):
        for comment in COMMENTS.finditer(text):
            assert comment[1], f"{comment[0]!r} is ended elsewhere: use quoting.comment"
            holes = HOLE in comment[0] or PLACES.search(comment[0])
            assert not holes, f"{comment[0]!r}: use quoting.comment"
        assert "*/" not in COMMENTS.sub("", text), f"{text!r} ends a comment of elsewhere"
        if '"' in text and ("emit" in package_of(path).split(".") or name_of(path) in GLUE):
            for string in STRINGS.finditer(COMMENTS.sub("", text)):
                assert HOLE not in string[0], f"{string[0]!r}: use quoting.string"
