"""Limits stand in one place, and the specification lists them all."""

from __future__ import annotations

import ast
import pickle
import re
from importlib import import_module
from pathlib import Path

import pytest

from gdl.source.limits import LIMITS, MAX_ALL_VALUES, MAX_CELLS
from interpreter.checking.check import check_file

ROOT = Path(__file__).parents[2]
PARSER = ROOT / "gdl" / "syntax" / "parser.py"  # which reports how long a token may be
ARGUMENTS = ROOT / "interpreter" / "process" / "arguments.py"
LANGUAGE = (ROOT / "docs" / "language.md").read_text("utf-8")
PAGE = LANGUAGE.split("## 22. Limits")[1].split("\n## ")[0]


def test_the_page_has_every_limit_and_no_other() -> None:
    rows = [row for row in PAGE.splitlines() if row.startswith("| ")][1:]
    assert rows[:-1] == [limit.row for limit in LIMITS]
    assert rows[-1].startswith("| rounds of a repetition")  # depends on the board


@pytest.mark.parametrize("limit", LIMITS, ids=lambda limit: limit.what)
def test_each_limit_is_used(limit: int) -> None:
    names = [name for name, value in vars(import_module("gdl.source.limits")).items()
             if value is limit]  # fmt: skip
    used = [
        path for package in ("gdl", "interpreter") for path in (ROOT / package).rglob("*.py")
        if path != ROOT / "gdl/source/limits.py" and names[0] in path.read_text("utf-8")
    ]  # fmt: skip
    assert len(names) == 1 and names[0].startswith("MAX_") and used


def told(tree: ast.Module) -> set[str]:
    """The names whose values stand in what a module reports."""
    calls = [
        node for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
        and node.func.attr in ("add", "fault")
    ]  # fmt: skip
    return {n.id for call in calls for n in ast.walk(call) if isinstance(n, ast.Name)}


def test_no_message_tells_a_limit_that_stands_elsewhere() -> None:
    """What refuses a rule file is not hidden in the module that needs it."""
    assert PARSER.is_file()
    for path in (ROOT / "gdl").rglob("*.py"):
        tree = ast.parse(path.read_text("utf-8"))
        names = {
            target.id for node in tree.body if isinstance(node, ast.Assign)
            for target in node.targets if isinstance(target, ast.Name)
        }  # fmt: skip
        limits = {n for n in names if n.lstrip("_").startswith("MAX_")}
        assert limits & told(tree) <= ({"MAX_LETTERS"} if path == PARSER else set()), path


def test_a_limit_is_a_plain_number_elsewhere() -> None:
    assert type(pickle.loads(pickle.dumps(MAX_CELLS))) is int
    assert MAX_CELLS.words == "4,096 cells" and f"{MAX_CELLS:d}" == "4096"


LIMITING = r"(10 \*\* ?12|1_000_000|5_000|10 ?\*\* ?MAX_DIGITS|IntRange\([01], (100|256)\))"
OTHER = {  # numbers that happen to be the same
    "MIN_MOVES, MOVES_EACH, MAX_MOVES = 600, 6, 5_000", "MAX_ROUNDS = 5_000",
    "MAX_POSITIONS = 1_000_000", "MAX_NODES = 1_000_000", "MAX_MESSAGE = 1_000_000",
    '"options": ("text", 2, 1_000_000)', '"programs": ("text", 2, 1_000_000)',
    '"names": ("text", 2, 1_000_000)', '"value": ("text", 2, 1_000_000)',
    "BRIEF_PAIRS, BRIEF_GAMES = 5_000, 40",
}  # fmt: skip


def test_what_may_be_asked_for_is_named_once() -> None:
    """Commands, studies, agents and programs have the same limits."""
    assert ARGUMENTS.is_file()
    strange = []
    for path in (ROOT / "interpreter").rglob("*.py"):
        if "native" in path.relative_to(ROOT).parts or path == ARGUMENTS:
            continue
        for line in path.read_text("utf-8").splitlines():
            code = line.partition("  #")[0]
            if re.search(LIMITING, code) and "`" not in code:
                strange += [] if any(same in code for same in OTHER) else [f"{path.name}: {code}"]
    assert not strange


VALUES = """\
game: Values
players: White, Black
board: square(3)
pieces: man
state:
{}
actions:
  place(at in empty):
    - put man on at
    - set low to 1
turn: place
end:
  - when no empty or low + mid + top + each[a1] = 0: draw
"""


@pytest.mark.parametrize(("last", "is_too_many"), [(99_989, False), (99_990, True)])
def test_all_values_of_a_file_count_together(last: int, is_too_many: bool, tmp_path: Path) -> None:
    """Three listed numbers, each in its one place, and a plain range for each of nine cells."""
    values = [99_999, 99_999, last]
    names = ("low", "mid", "top")
    lines = [f"  {name}: 1..{most - 1} | 0..0" for name, most in zip(names, values, strict=True)]
    path = tmp_path / "values.yaml"
    path.write_text(VALUES.format("\n".join([*lines, "  each[c in cells]: 1..10"])))
    assert sum(values) + 3 + 9 + 1 == MAX_ALL_VALUES + is_too_many
    errors = [(d.code, d.span.text) for d in check_file(str(path)) if d.is_error]
    assert [code for code, _ in errors] == ["too-many"] * is_too_many, errors


LOOPS = """\
game: Loops
players: White, Black
board: square(64)
pieces: man
state:
  held: 0..9
setup:
  - set held to min({{9, {setup}}})
actions:
  place(at in empty):
    - put man on at
{rules}
turn: place
end:
  - when turns = 9: draw
"""
UNKNOWN = """\
    - repeat up to turns times while held < 5:
        - set held to min({{9, count(a = b for {})}})"""


@pytest.mark.parametrize(
    ("loops", "inside", "is_too_many"),
    [
        (86, "a in cells, b in row(1)", True),  # a product beyond all numbers
        (1, "a in cells, b in cells", True),
        (1, "a in cells, b in row(1)", False),  # of rounds that nobody knows
    ],
)
def test_rounds_without_end_are_refused(
    loops: int, inside: str, is_too_many: bool, tmp_path: Path
) -> None:
    """What is not known of a rule, or beyond the numbers of Python, hides none of its loops."""
    variables = ", ".join(f"item_{n} in cells" for n in range(loops))
    setup = f"count(item_0 = a1 for {variables})"
    path = tmp_path / "loops.yaml"
    path.write_text(LOOPS.format(setup=setup, rules=UNKNOWN.format(inside)), "utf-8")
    codes = {finding.code for finding in check_file(str(path))}
    assert ("too-many" in codes) == is_too_many


@pytest.mark.parametrize(("wholes", "is_too_many"), [(3, False), (4, True)])
def test_all_that_is_gone_through_to_load_a_game_counts_together(
    wholes: int, is_too_many: bool, tmp_path: Path
) -> None:
    """Some 200,000 rounds each: statements of the set-up, the end of a range, and for ten places
    together a start that depends on them.
    """
    rounds = "count(a * b = {} for a in 1..{}, b in 1..499)".format
    ten = rounds("p", 40)
    starts = f"  most: 0..{rounds(7, 400)}\n  each[p in 1..10]: 0..9 = min({{9, {ten}}})\n"
    statement = f"  - if {rounds(8, 400)} > 9: set held to 1\n"
    text = LOOPS[: LOOPS.index("setup:")] + starts + "setup:\n" + statement * (wholes - 1)
    rest = LOOPS[LOOPS.index("actions:") :].replace("{rules}\n", "")
    path = tmp_path / "loads.yaml"
    path.write_text(text + rest, "utf-8")
    errors = [(d.code, d.message) for d in check_file(str(path)) if d.is_error]
    assert [code for code, _ in errors] == ["too-many"] * is_too_many, errors
    assert all("when the game is loaded" in message for _, message in errors)
