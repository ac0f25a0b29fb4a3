"""The YAML reader: values as PyYAML gives them, exact places, and a message for each fault."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
import yaml
from hypothesis import assume, given
from hypothesis import strategies as st

from gdl.source.diagnostics import Report
from gdl.source.messages import MESSAGES
from gdl.source.spans import Source
from gdl.yaml.faults import follows_items
from gdl.yaml.reader import List, Map, Node, Text, read


def read_good(text: str) -> Map:
    report = Report()
    tree = read(Source("game.yaml", text), report)
    assert not report.diagnostics
    assert tree is not None
    return tree


def faults(text: str) -> list[tuple[str, int, str]]:
    """The code, the line and the words of each diagnostic."""
    report = Report()
    tree = read(Source("game.yaml", text), report)
    assert (tree is None) == report.has_errors
    for diagnostic in report.diagnostics:
        assert 0 <= diagnostic.span.start <= diagnostic.span.end <= len(text)
        diagnostic.render()
    return [(d.code, d.span.line, d.span.text) for d in report.diagnostics]


def plain(node: Node) -> object:
    if isinstance(node, Map):
        return {entry.key.value: plain(entry.value) for entry in node.entries}
    return [plain(item) for item in node.items] if isinstance(node, List) else node.value


def texts(node: Node) -> Iterator[Text]:
    if isinstance(node, Text):
        yield node
    elif isinstance(node, List):
        for item in node.items:
            yield from texts(item)
    else:
        for entry in node.entries:
            yield entry.key
            yield from texts(entry.value)


def leaf(text: str) -> Text:
    """The text under the heading `x`."""
    node = read_good(text).get("x")
    assert isinstance(node, Text)
    return node


# ---- values ----

GOOD = """\
game: Go  # a note
# another
year: 1988
on: yes
nothing:
setup:
- put stone on a1
- - nested
  - name: x
    other: 2020-01-01
notes: |
  First line.

    deeper # no note
  Last: line.
message: >-
  folded: line
  goes on
"quoted": 'it''s'
"""


def test_every_scalar_is_text() -> None:
    tree = read_good(GOOD)
    assert plain(tree) == yaml.load(GOOD, yaml.BaseLoader)
    assert plain(tree.get("on") or tree) == "yes"
    assert tree.get("unknown") is None


@pytest.mark.parametrize("change", [("\n", "\r\n"), ("game", "\ufeffgame"), ("Go", "\U0001f600")])
def test_places_do_not_depend_on_the_file_form(change: tuple[str, str]) -> None:
    text = GOOD.replace(*change, -1 if change[0] == "\n" else 1)
    tree = read_good(text)
    assert plain(tree) == yaml.load(text, yaml.BaseLoader)
    for node in texts(tree):
        check_places(node)


def test_spans_of_maps_and_lists() -> None:
    tree = read_good("a:\n  b: one\n  c:\n  - two\n  - three\nd: x\n")
    assert tree.span.text.startswith("a:") and tree.span.text.endswith("d: x")
    inner = tree.get("a")
    assert isinstance(inner, Map) and inner.span.text == "b: one\n  c:\n  - two\n  - three"
    items = inner.get("c")
    assert isinstance(items, List) and items.span.text == "- two\n  - three"


def test_a_tab_inside_a_line_is_a_blank() -> None:
    assert leaf("x:\ta\tb\t# note\n").value == "a b"


# ---- places ----


def check_places(text: Text) -> None:
    """Each character that is not blank stands where the text says, or is escaped there."""
    source = text.span.source.text
    assert list(text.offsets) == sorted(text.offsets)
    assert len(text.offsets) == len(text.value) + 1
    for i, char in enumerate(text.value):
        if not char.isspace():
            part = text.part(i, i + 1).text
            assert part == char or part[0] == "\\" or (part == "''" and char == "'")
            assert source[text.offsets[i]] == part[0]


PLACES = [  # the text, words of the value, and line, column and text of their place
    ("x: when full", "full", 1, 9, "full"),
    ("x: when\n  board full", "full", 2, 9, "full"),
    ("x: when\n  board full", "when board", 1, 4, "when\n  board"),
    ("x: when  \n\n\n  board", "board", 4, 3, "board"),
    ("x: 'it''s full'", "full", 1, 11, "full"),
    ("x: 'it''s full'", "t's", 1, 6, "t''s"),
    ("x: 'a'' \n  b'", "b", 2, 3, "b"),
    ("x: 'a'' \n  b'", "a'", 1, 5, "a''"),
    ("x: p' \n\n  b", "p'", 1, 4, "p'"),
    ("x: p''q", "p'", 1, 4, "p'"),
    (r'x: "a\tb \x41 \u00e9\U0001F600 full"', "full", 1, 32, "full"),
    (r'x: "a\tb \x41 full"', "A", 1, 10, r"\x41"),
    ('x: "ab\\\n   cd\n  ef"', "cd", 2, 4, "cd"),
    ('x: "ab\\\n   cd\n  ef"', "ab", 1, 5, "ab"),
    ('x: "ab\\\n\n   cd\n  ef"', "ef", 4, 3, "ef"),
    ("x: |\n  one\n    two\n\n  three\n", "  two", 3, 3, "  two"),
    ("x: |\n  one\n    two\n\n  three\n", "three", 5, 3, "three"),
    ("x: |2-\n    one\n  two\n\n", "  one", 2, 3, "  one"),
    ("x: |+ # note\n\n\n  one\n\n\n", "one", 4, 3, "one"),
    ("x: >\n  one\n  two\n\n  three\n    four\n  five\n", "five", 7, 3, "five"),
    ("x: >\n  one\n  two\n\n  three\n    four\n  five\n", "two", 3, 3, "two"),
    ("x: >1-\n   one\n\n  two", "two", 4, 3, "two"),
    ("x: >-\r\n  one\r\n  two\r\n", "two", 3, 3, "two"),
    ("\ufeffx: \U0001f600 full", "full", 1, 7, "full"),
]


@pytest.mark.parametrize(("text", "words", "line", "column", "shown"), PLACES)
def test_place(text: str, words: str, line: int, column: int, shown: str) -> None:
    node = leaf(text)
    start = node.value.index(words)
    span = node.part(start, start + len(words))
    assert (span.line, span.column, span.text) == (line, column, shown)
    check_places(node)


@pytest.mark.parametrize(("text", "offset"), [("x:\ny: a", 2), ("x: ''", 4), ('x: "" # n', 4)])
def test_an_empty_text_has_a_place(text: str, offset: int) -> None:
    node = leaf(text)
    assert (node.value, node.span.start, node.span.end) == ("", offset, offset)


LETTERS = st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"], exclude_characters="\ufeff")
LINES = st.lists(st.text(LETTERS | st.sampled_from(" '\"\\#:-[]{}ab"), max_size=12), max_size=6)
STYLES = ["", "'", '"', "|", "|-", "|+", "|2", ">", ">-", ">2+"]


def write(lines: list[str], style: str) -> str:
    """A file with the lines as the scalar under `x`."""
    if style[:1] in ("|", ">"):
        return "x: " + style + "\n" + "".join(f"  {line}".rstrip() + "\n" for line in lines)
    text = "\n  ".join(lines)
    if style == "'":
        text = text.replace("'", "''")
    if style == '"':
        text = text.replace("\\", "\\\\").replace('"', '\\"').replace("b", r"\u0062")
        text = text.replace("-\n", "\\\n")
    return f"x: {style}{text}{style}\ny: z\n"


@given(LINES, st.sampled_from(STYLES), st.booleans())
def test_places_of_any_text_in_any_style(lines: list[str], style: str, crlf: bool) -> None:
    text = write(lines, style).replace("\n", "\r\n" if crlf else "\n")
    tree = read(Source("game.yaml", text), Report())
    assume(tree is not None)
    assert tree is not None and plain(tree) == yaml.load(text, yaml.BaseLoader)
    for node in texts(tree):
        check_places(node)


@given(LINES, st.sampled_from(["'", '"', "|2", ">2+"]))
def test_anything_can_be_written_in_quotes_or_in_a_block(lines: list[str], style: str) -> None:
    assume(style in "'\"" or any(line.strip(" ") for line in lines))
    codes = {code for code, _, _ in faults(write(lines, style))}
    assert codes <= {"yaml-character"}  # such as odd blanks that begin a line


# ---- faults ----

FAULTS: list[tuple[str, list[tuple[str, int, str]]]] = [
    ("game: X\n\tboard: y\n \tb: z", [("yaml-tab", 2, "\t"), ("yaml-tab", 3, "\t")]),
    ("a: \x00b\x07", [("yaml-character", 1, "\x00"), ("yaml-character", 1, "\x07")]),
    ("a: b\rc: d", [("yaml-character", 1, "\r")]),
    ("a: \ud800", [("yaml-character", 1, "\ud800")]),
    ("a:\n\xa0 b: c", [("yaml-character", 2, "\xa0")]),
    ("a: b\ufeff", [("yaml-character", 1, "\ufeff")]),
    ("x" * 1_000_001, [("yaml-size", 1, "")]),
    ("".join(f"k{n}: v\n" for n in range(6_000)), [("yaml-long", 5000, "v")]),
    ("", [("yaml-empty", 1, "")]),
    ("# only a note\n", [("yaml-empty", 1, "")]),
    ("game", [("yaml-top-level", 1, "game")]),
    ("- a\n- b", [("yaml-top-level", 1, "- a")]),
    ("- " * 60 + "a", [("yaml-depth", 1, "-")]),
    ("---\na: b\n---\nc: d", [("yaml-document", 1, "---"), ("yaml-document", 3, "---")]),
    ("a: b\n...\n", [("yaml-document", 2, "...")]),
    ("%TAG ! x\n---\na: b", [("yaml-document", 1, "%TAG ! x"), ("yaml-document", 2, "---")]),
    ('game: "Go\nboard: x', [("yaml-quote", 1, '"Go')]),
    ('game: "Go\nboard: "x"', [("yaml-quote", 1, '"Go')]),
    ("game: 'Go", [("yaml-quote", 1, "'Go")]),
    ('a: "x" more', [("yaml-quoted-part", 1, '"x" more')]),
    ("a: 'White's'\nb: 'c' d", [
        ("yaml-quoted-part", 1, "'White's'"), ("yaml-quoted-part", 2, "'c' d")]),
    ("a: |\nb: >-\n \nc: >\n  d", [("yaml-reserved", 1, "|"), ("yaml-reserved", 2, ">")]),
    (r'a: "\q"', [("yaml-escape", 1, r"\q")]),
    (r'a: "\xz"', [("yaml-escape", 1, r"\xz")]),
    (r'a: "\UFFFFFFFF"', [("yaml-escape", 1, r"\UFFFFFFFF")]),
    (r'a: "\ud800 \0"', [("yaml-escape", 1, r"\ud800"), ("yaml-escape", 1, r"\0")]),
    ("game: X\n  board: y", [("yaml-indent", 2, "board")]),
    ("a:\n    b: 1\n  c: 2", [("yaml-indent", 3, "c: 2")]),
    ("a:\n  - b\n c: d", [("yaml-indent", 3, "c: d")]),
    ("  a: b\nc: d", [("yaml-indent", 2, "c: d")]),
    ("a: |\n  x\n y\nb: c", [("yaml-indent", 3, "y")]),
    ("game: X\nboard square(3)\nturn: x", [("yaml-missing-colon", 2, "board square(3)")]),
    ("options:\n  size 8\n  foo: 3", [("yaml-missing-colon", 2, "size 8")]),
    ("a:\nsquare(3)\nb: c", [("yaml-missing-colon", 2, "square(3)")]),
    ("a:\n  - b\n  c\nd: e", [("yaml-missing-dash", 3, "c")]),
    ("a:\n  -\n    b\n  c d\ne: f", [("yaml-missing-dash", 4, "c d")]),
    ("a:\n  - b:\n      c: d\n  e f\n", [("yaml-missing-dash", 4, "e f")]),
    ("a:\n  - b: c\n  or d\n", [("yaml-missing-dash", 3, "or d")]),
    ("a:\n  - b\n  # note\n\n  - c:\n      - d\n  e f", [("yaml-missing-dash", 7, "e f")]),
    ("a:\n- b\nd e", [("yaml-missing-colon", 3, "d e")]),
    ("game: X\nsize:8\nboard y", [
        ("yaml-missing-blank", 2, ":"), ("yaml-missing-colon", 3, "board y")]),
    ("size:8\nboard: x", [("yaml-missing-blank", 1, ":")]),
    ("options:\n  size:8", [("yaml-missing-blank", 2, ":")]),
    (": b", [("yaml-missing-key", 1, ": b")]),
    ("a: say b: c\n\nd: e: f", [("yaml-colon", 1, ":"), ("yaml-colon", 3, ":")]),
    ("a: foo\n  # note\n  bar", [("yaml-comment", 2, "# note")]),
    ("a: foo # note\n  bar", [("yaml-comment", 1, "# note")]),
    ("a:\n  b: foo # note\n c", [("yaml-indent", 3, "c")]),
    ("a: b\nc: d\na: e", [("yaml-duplicate-key", 3, "a")]),
    ("? a\n: b", [("yaml-key", 1, "?")]),
    ("a: - b", [("yaml-list", 1, "-")]),
    ("a:\n  b: c\n  - d", [("yaml-mixed", 3, "- d")]),
    ("a:\n  -\n  b: c", [("yaml-mixed", 3, "b: c")]),
    ("a:\n  - d\n  b: c", [("yaml-mixed", 3, "b: c")]),
    ("a: &x b\nb: *x\nc: !foo d\n<<: e", [
        ("yaml-anchor", 1, "&x"), ("yaml-alias", 2, "*x"), ("yaml-tag", 3, "!foo"),
        ("yaml-merge", 4, "<<")]),
    ("a: [1, 2]\nb: {x} & {y}\nc: [", [
        ("yaml-flow", 1, "[1, 2]"), ("yaml-flow", 2, "{x}"), ("yaml-flow", 3, "[")]),
    ("a: @b\nc: `d`\ne: %f\ng: > 3\nh: ]\ni: &", [
        ("yaml-reserved", 1, "@"), ("yaml-reserved", 2, "`"), ("yaml-reserved", 3, "%"),
        ("yaml-reserved", 4, ">"), ("yaml-reserved", 5, "]"), ("yaml-reserved", 6, "&")]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), FAULTS, ids=lambda v: str(v)[:30])
def test_fault(text: str, expected: list[tuple[str, int, str]]) -> None:
    assert faults(text) == expected


@pytest.mark.parametrize(
    ("text", "column", "is_item"),
    [
        ("a:\n  - b\n", 2, True), ("a:\n  - b:\n      c: d\n", 2, True), ("a:\n  -\n", 2, True),
        ("a:\n  b:\n    - c\n", 2, False), ("a:\n  -b\n", 2, False), ("a:\n- b\n", 0, False),
        ("a:\n  - b\n", 4, False),
    ],
)  # fmt: skip
def test_what_follows_the_items_of_a_list(text: str, column: int, is_item: bool) -> None:
    assert follows_items(text, column) is is_item


@pytest.mark.parametrize(
    ("line", "suggestion"),
    [
        ("bar baz", "- bar baz"), ("(b or c)", "- (b or c)"), ("or c", None), ("and b", None),
        ("else b", None), (", c", None), ("& c", None), ("order", "- order"),
    ],
)  # fmt: skip
def test_what_goes_on_with_a_line_is_not_made_an_item(line: str, suggestion: str | None) -> None:
    report = Report()
    read(Source("game.yaml", f"end:\n  - when a\n  {line}\n"), report)
    diagnostic = next(d for d in report.diagnostics if d.code == "yaml-missing-dash")
    assert diagnostic.suggestion == suggestion and diagnostic.hint is not None
    assert "indent it further" in diagnostic.hint
    assert ("write" in diagnostic.hint) is (suggestion is not None)


def test_each_code_has_a_case_and_a_hint() -> None:
    tried = {code for _, expected in FAULTS for code, _, _ in expected}
    known = {code for code in MESSAGES if code.startswith("yaml-")}
    assert known - tried == {"yaml-syntax"}  # what PyYAML may refuse beyond what is recognised
    assert all(MESSAGES[code].hint for code in known)


def test_the_hint_names_the_line_of_the_first_heading() -> None:
    report = Report()
    read(Source("game.yaml", "a: b\nc: d\na: e"), report)
    assert "line 1" in (report.diagnostics[0].hint or "")


def test_errors_of_another_file_do_not_count() -> None:
    report = Report()
    assert read(Source("one.yaml", ""), report) is None
    assert read(Source("two.yaml", "a: b"), report) is not None


# ---- any text at all ----

BITS = [
    *"[]{}:|>%@`\\'\"\t\n\r\x00#!&*?-,",
    "- ",
    "? ",
    ": ",
    " #",
    "  ",
    "---\n",
    "...\n",
    "|2-\n",
]


@given(st.lists(st.tuples(st.integers(0, len(GOOD)), st.sampled_from(BITS)), max_size=6))
def test_a_changed_file_is_read_or_explained(changes: list[tuple[int, str]]) -> None:
    text = GOOD
    for at, bit in changes:
        text = text[:at] + bit + text[at:]
    faults(text)


@given(st.lists(st.sampled_from([*BITS, "a", "b: c\n", "\ud800", "\u2028"]), max_size=25))
def test_any_text_is_read_or_explained(bits: list[str]) -> None:
    faults("".join(bits))


@given(st.text(max_size=40))
def test_any_characters_are_read_or_explained(text: str) -> None:
    faults(text)


@pytest.mark.parametrize("bit", ["[", "{", "- ", "? ", "'", '"', '" ', "'x\n", "a: ", "\\", " \t"])
def test_long_nonsense_is_refused_soon(bit: str) -> None:
    started = time.process_time()
    faults((bit * 100_000)[:100_000])
    assert time.process_time() - started < 20  # mostly 0.1; the margin is for slow machines
