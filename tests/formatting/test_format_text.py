"""What formatting changes, and what it keeps: small examples by hand, properties on many files."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest
from generators import made_up, mutate
from generators.restyled import comments_of, restyled
from hypothesis import given, settings
from hypothesis import strategies as st
from support import doc_examples
from support.diagnosing import FILES, bundled
from support.quick import each

from gdl import GdlError
from gdl.formatting import format_text
from gdl.formatting.lines import WIDTH
from gdl.model.canonical import rules_hash
from gdl.source.limits import MAX_RULE
from interpreter import load_game
from interpreter.api.library import starter

EXAMPLES = {
    f"{page.stem}, line {block.line}": block.text
    for page in (*doc_examples.pages(), *doc_examples.error_pages())
    for block in doc_examples.blocks(page.read_text("utf-8"))
    if block.kind == "yaml"
}
MADE_UP = 40
MUTANTS = 120


def formatted(text: str) -> str | None:
    """A formatted text, None if it cannot be read; formatting again must change nothing."""
    try:
        new = format_text(text)
    except GdlError as error:
        assert error.diagnostics
        return None
    assert format_text(new) == new
    assert comments_of(new) == comments_of(text)
    return new


def hash_of(text: str, folder: Path, name: str) -> str:
    path = folder / f"{name}.yaml"
    path.write_text(text, "utf-8")
    return rules_hash(load_game(str(path)).model)


# ---- by hand -----------------------------------------------------------------------------------

GAME = "game: X\nplayers: White, Black\nboard: square(3)\npieces: stone\n{}turn: place\n"


@pytest.mark.parametrize(
    "before, after",
    [
        ("board: square( 3 )-{ a1,b2 }", "board: square(3) - {a1, b2}"),
        ("define:\n    won:  count( mine )>=3", "define:\n  won: count(mine) >= 3"),
        ("define:\n  d: c+2 * north", "define:\n  d: c + 2*north"),
        ("define:\n  d: -rod [ c ]  -1", "define:\n  d: -rod[c] - 1"),
        ("define:\n  d: not(some mine)and(no empty)",
         "define:\n  d: not (some mine) and (no empty)"),
        ("state:\n  n : 0 .. 9=0", "state:\n  n: 0..9 = 0"),
        ("state:\n  coins [p in colours]: 0..9", "state:\n  coins[p in colours]: 0..9"),
        ("board:\n  points:\n    c:   3   -2.5", "board:\n  points:\n    c: 3 -2.5"),
        ("board:\n  points:\n    c: ( n+1 )  n", "board:\n  points:\n    c: (n + 1) n"),
        ("board:\n  tracks:\n    t: a1 ( n-1 )*east  north 2 * west",
         "board:\n  tracks:\n    t: a1 (n - 1)*east north 2*west"),
        ("board:\n  lines:\n  - a  b   c", "board:\n  lines:\n    - a b c"),
        ("turn: a,b  or(c)else pass", "turn: a, b or (c) else pass"),
        ("end:\n- when   no empty : draw", "end:\n  - when no empty: draw"),
        ("define:\n  won: any(l within mine\n    for l in lines(3))",
         "define:\n  won: any(l within mine for l in lines(3))"),
        ("define:\n  won: >-\n    no\n    empty", "define:\n  won: no empty"),
        ("define:\n  won: |\n    no\n    empty\n\n\nturn: x",
         "define:\n  won: no empty\n\nturn: x"),
        ('game: "Hex"', "game: Hex"),
        ('game: "Hex: the game"', "game: 'Hex: the game'"),
        ("game: 'It''s'", "game: It's"),
        ('game: "two\\tparts"', 'game: "two\\tparts"'),
        ("notes: One.\n\n  Two.", "notes: |\n  One.\n  Two."),
        ("notes: >+3\n     in\n   out\n\n\ngame: X", "notes: >2\n    in\n  out\n\ngame: X"),
        ("extends: hex\r\nactions:\r\n  exchange:   removed\r\n",
         "extends: hex\nactions:\n  exchange: removed"),
        ("extends: hex\nactions:\n  exchange: |\n    removed",
         "extends: hex\nactions:\n  exchange: removed"),
        ("extends: hex\nopening: removed", "extends: hex\nopening: removed"),
        ("\ufeffgame: X\n\n\n\nyear: 1\n\n\n", "game: X\n\nyear: 1"),
        ("define:\n\n  a: 1\n\n\n  b: 2", "define:\n  a: 1\n\n  b: 2"),
        ("#a\n\n\n# b\ngame: X #c", "#a\n\n# b\ngame: X  #c"),
        ("game: X       # far\nyear: 1       # away", "game: X       # far\nyear: 1       # away"),
        ("game: X       # far\n              # goes on",
         "game: X       # far\n              # goes on"),
        ("players: # a\n # b\n White:\n   # c\n   goal: row(1)\n   # d\n # e\n# f",
         "players:  # a\n  # b\n  White:\n    # c\n    goal: row(1)\n    # d\n  # e\n# f"),
        ("define:\n  a: # one\n    no empty", "define:\n  a: no empty  # one"),
        ("define:\n  a: # one\n    no empty # two", "define:\n  # one\n  a: no empty  # two"),
        ("define:\n  a:\n    # one\n    no empty # two", "define:\n  # one\n  a: no empty  # two"),
        ("setup:\n- # one\n  # two\n  put stone on a1",
         "setup:\n  # one\n  # two\n  - put stone on a1"),
        ("setup:\n- if some mine:\n  - play White\n  else: # x\n  - play Black\n  # y\n# z",
         "setup:\n  - if some mine:\n      - play White\n    else:  # x\n      - play Black\n"
         "    # y\n# z"),
        ("setup:\n- 'require no empty, \"a: b\"' # c",
         "setup:\n  - >-  # c\n    require no empty, \"a: b\""),
        ("setup:\n- >-\n\n   require no empty, \"a  #b\"",
         "setup:\n  - >-\n    require no empty, \"a  #b\""),
        ("setup:\n- \"require no empty, \\\"a\\tb\\\"\"",
         "setup:\n  - \"require no empty, \\\"a\\tb\\\"\""),
        ("looks:\n  'White' : 'black'\n  \"a: b\": '#x'", "looks:\n  White: black\n  'a: b': '#x'"),
    ],
)  # fmt: skip
def test_examples(before: str, after: str) -> None:
    assert formatted(before) == after + "\n"


def test_a_long_rule_is_broken_where_it_reads_best() -> None:
    text = (
        "define:\n  won: any(l within mine for l in lines(5) if some l & enemy) or some row(1) & "
        "mine or some row(2) & mine and count(mine) > 3\n"
    )
    assert format_text(text) == (
        "define:\n"
        "  won: any(l within mine for l in lines(5) if some l & enemy) or some row(1) & mine\n"
        "    or some row(2) & mine and count(mine) > 3\n"
    )


@pytest.mark.parametrize(
    "text, code",
    [
        ("game: X\n  y: z\n", "yaml-indent"),
        ("board: square(\n", "open-bracket"),
        ("gmae: X\n", "unknown-heading"),
        ("end: draw\n", "list-wanted"),
        ("game: [a]\n", "yaml-flow"),
        ("", "yaml-empty"),
    ],
)
def test_what_cannot_be_read_is_refused(text: str, code: str) -> None:
    with pytest.raises(GdlError) as caught:
        format_text(text)
    assert code in [diagnostic.code for diagnostic in caught.value.diagnostics]


def test_changes_by_name() -> None:
    text = (
        "extends: base\nactions:\n  place(at in empty):\n    before  free:\n"
        "      - check ,require not(a and b)\n    other:   removed\nend:\n  - row  ,when a:draw\n"
        "  - full:  removed # it is never full\n"
    )
    assert formatted(text.replace("a:draw", "a: draw")) == (
        "extends: base\nactions:\n  place(at in empty):\n    before free:\n"
        "      - check, require not (a and b)\n    other: removed\nend:\n  - row, when a: draw\n"
        "  - full: removed  # it is never full\n"
    )


def test_a_file_that_would_exceed_a_limit_stays_as_it_is() -> None:
    text = f"define:\n  d:   {','.join(['1'] * (MAX_RULE // 2))}\n"
    assert format_text(text) == text


# ---- many files --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", bundled())
def test_bundled_files_are_formatted(name: str) -> None:
    assert formatted(bundled()[name]) == bundled()[name]


def test_games_outside_the_library_are_formatted() -> None:
    for file in sorted((Path(__file__).parents[1] / "bench" / "outside").glob("*.yaml")):
        text = file.read_text("utf-8")
        assert formatted(text) == text, file.name


def test_the_starter_is_formatted() -> None:
    text = starter()
    assert formatted(text) == text


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_of_the_documentation(name: str) -> None:
    formatted(EXAMPLES[name])


@pytest.mark.parametrize("file", FILES, ids=lambda path: path.stem)
def test_files_with_mistakes(file: Path) -> None:
    formatted(file.read_text("utf-8"))


@pytest.mark.parametrize("name", each(9, bundled()))
def test_the_rules_stay_the_same_in_any_style(name: str, tmp_path: Path) -> None:
    text = bundled()[name]
    other = restyled(text, Random(name))
    assert other != text
    new = formatted(other)
    assert new is not None
    assert hash_of(new, tmp_path, "new") == hash_of(other, tmp_path, "other")
    assert hash_of(new, tmp_path, "new") == hash_of(text, tmp_path, "old")


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(sorted(bundled())), st.integers(0, 10**6))
def test_there_is_one_form(name: str, seed: int) -> None:
    text = bundled()[name]
    assert formatted(restyled(text, Random(seed), with_comments=False)) == without_comments(text)
    assert formatted(restyled(text, Random(seed))) is not None


def without_comments(text: str) -> str:
    return format_text(restyled(text, Random(0), with_comments=False))


def test_made_up_files() -> None:
    for seed in range(MADE_UP):
        new = formatted(made_up.Writer(seed).text())
        assert new is not None
        lines = new.split("\n")
        assert all(len(line) <= WIDTH or line.endswith(":") for line in lines)  # a head is one line


def test_mutated_files() -> None:
    chance = Random(3)
    counts: Counter[bool] = Counter()
    for _ in range(MUTANTS):
        text = bundled()[chance.choice(sorted(bundled()))]
        for _ in range(chance.randint(1, 3)):
            text = chance.choice(mutate.CHANGES)(text, chance)
        counts[formatted(text) is None] += 1
    assert min(counts.values()) > MUTANTS / 20


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet=mutate.ODD_CHARACTERS + "ab \n\n", max_size=60))
def test_any_text_under_notes(text: str) -> None:
    for head in ("notes: ", "notes:\n  ", "notes: |\n  ", "looks:\n  a: b\n  "):
        formatted(f"game: X\n{head}{text}\nyear: 2000\n")
