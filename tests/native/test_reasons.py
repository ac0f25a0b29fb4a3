"""What keeps a file from the native engine: each reason has an example, a place, and a section.

`docs/native.md` says for each reason what to write instead, and its rewritten files are native.
"""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

import pytest
from support.commands import PLAIN, gdl
from support.doc_examples import ROOT, blocks
from support.quick import each
from support.tiny import tiny

from gdl.source.diagnostics import GdlError
from interpreter import list_games, load_game
from interpreter.checking import check
from interpreter.checking.check import check_file
from interpreter.native import program
from interpreter.native.ir.plan import Plan
from interpreter.native.ir.terms.effort import EACH, ROUNDS_A_TICK, limited, tick
from interpreter.native.ir.terms.refusal import REASONS, NotNative
from interpreter.native.lowering.planner import make_plan
from interpreter.native.program.program import Program, refusal
from interpreter.reference.effort import Effort

PAGE = ROOT / "docs" / "native.md"
ENOUGH = 10_000_000  # rounds

MANY_WAYS = """
        actions:
          place(at in empty): put man on at
          mark(n in 1..12): put man on first(empty)
        turn: {}
""".format(" or ".join(f"(place, mark({n}))" for n in range(1, 13)))

# For each reason: the words that the note marks, and rules that have it.
EXAMPLES: dict[str, tuple[str, str]] = {
    "set-of-numbers": ("{turns * turns, turns}", """
        actions:
          place(at in empty):
            - require count({turns * turns, turns}) < 3
            - put man on at
        turn: place
    """),
    "fraction": ("set score to score + 0.5", """
        state:
          score: 0, 0.5, 1
        actions:
          place(at in empty):
            - put man on at
            - set score to score + 0.5
        turn: place
    """),
    "large-supply": ("crumb", """
        pieces:
          man:
            supply: 1000000000
          crumb:
            supply: 1200000000
        actions:
          place(at in empty): put man on at
          drop(at in empty): put crumb on at
        turn: place or drop
    """),
    "large-number": ("3000000000", """
        actions:
          place(at in empty):
            - require turns * 3000000000 >= 0
            - put man on at
        turn: place
    """),
    "parameter": ("1..turns", """
        actions:
          place(n in 1..turns, at in empty): put man on at
        turn: place
    """),
    "set-of-sets": ("group(c) | {c} for c in mine", """
        actions:
          place(at in empty):
            - require count({group(c) | {c} for c in mine}) < 3
            - put man on at
        turn: place
    """),
    "sets-of-steps": ("{a + b} for a in orthogonal", """
        actions:
          leap(s in {{a + b} for a in orthogonal, b in orthogonal}, at in empty):
            - require any(at + d in enemy for d in s) or no enemy
            - put man on at
        turn: leap
    """),
    "given-set": ("row(n) for n in 1..3", """
        actions:
          place(s in {row(n) for n in 1..3}): put man on s & empty
        turn: place(row(1)) or place(row(2))
    """),
    "group-parameter": ("groups(mine)", """
        actions:
          place(at in empty): put man on at
          give(g in groups(mine)): remove g
        turn: place or give
    """),
    "set-of-groups": ("groups(mine) if turns > 3 else groups(mine, diagonal)", """
        actions:
          place(at in empty):
            - require count(groups(mine) if turns > 3 else groups(mine, diagonal)) < 5
            - put man on at
        turn: place
    """),
    "joined-groups": ("groups(mine) | groups(pieces)", """
        actions:
          place(at in empty):
            - require count(groups(mine) | groups(pieces)) < 5
            - put man on at
        turn: place
    """),
    "set-or-none": ("marked", """
        state:
          marked: subsets(cells) or none
        actions:
          place(at in empty):
            - put man on at
            - set marked to mine
        turn: place
    """),
    "one-of-sets": ("set home to row(2)", """
        state:
          home: row(1), row(2)
        actions:
          place(at in empty):
            - put man on at
            - set home to row(2)
        turn: place
    """),
    "directions": ("lines(3, ways)", """
        state:
          ways: subsets(directions) = directions
        actions:
          place(at in empty):
            - put man on at
            - take north from ways
        turn: place
        end:
          - when any(l within mine for l in lines(3, ways)): mover wins
          - when no empty: draw
    """),
    "step": ("at + turns*onward", """
        board:
          cells: square(3)
          tracks:
            onward: a1 b1 c1 c2 c3 b3 a3 a2 a1
        actions:
          place(at in empty):
            - require at + turns*onward not in mine
            - put man on at
        turn: place
    """),
    "piles-at-once": ("move c to c + north for c in mine", """
        board:
          cells: square(60)
          pile: 10
        actions:
          place(at in empty): put man on at
          rise: move c to c + north for c in mine
        turn: place or rise
    """),
    "loop": ("for g in groups(mine), c in g if c in mine", """
        actions:
          place(at in empty):
            - put man on at
            - for g in groups(mine), c in g if c in mine: remove c
        turn: place
    """),
    "long-list": ("list(x(a) + x(b) for a in pieces(p), b in cells)", """
        board: square(9)
        define:
          score(p): list(x(a) + x(b) for a in pieces(p), b in cells)
        actions:
          place(at in empty): put man on at
        turn: place
        end:
          - when no empty: most score wins
    """),
    "two-ways": ("place(first(cells))", """
        state:
          n: 0..3
        actions:
          place(c in cells, at in empty): put man on at
          mark(at in empty): set n to n + 1
        turn: place(first(empty)) or (place(first(cells)), mark)
    """),
    "many-moves": ("place(a in empty, b in cells, c in cells)", """
        board: square(12)
        actions:
          place(a in empty, b in cells, c in cells): put man on a
        turn: place
    """),
    "large-move": ("place(a in cells, b in {a + east}", """
        board: square(60)
        actions:
          place(a in cells, b in {a + east}, c in {b + east}, d in {c + east}, e in {d + east}):
            - put man on {a, b, c, d, e}
        turn: place
    """),
    "many-tries": ("place(a in cells, b in cells, c in cells)", """
        board: square(8)
        sees:
          board: pieces(viewer)
          place: nothing
          refusal: viewer = mover
        actions:
          place(a in cells, b in cells, c in cells):
            - try a in empty, "taken"
            - put man on a
        turn: place
    """),
    "deal": ("if count(pieces) = 1", """
        setup:
          - drop(a1)
          - if count(pieces) = 1: drop(b1)
        chance:
          drop(at in cells): put man on at
        actions:
          place(at in empty): put man on at
        turn: place
    """),
    "dealt-name": ("let n = count(pieces)", """
        setup:
          - drop(a1)
          - let n = count(pieces)
          - if n > 0: put man of White on b1
        chance:
          drop(at in cells): put man on at
        actions:
          place(at in empty): put man on at
        turn: place
    """),
    "large-state": ("place", """
        state:
          v[i in 1..90000]: 0..9
        actions:
          place(at in empty):
            - put man on at
            - set v[count(cells)] to 3
        turn: place
    """),
    "deep-look": ("go up to 300 times", """
        state:
          v[i in 1..4000]: 0..2000000000
        actions:
          go: set v[turns + 1] to 3
        turn: go up to 300 times
    """),
    "set-of-these": ("list(x(c) for c in g) for g", """
        actions:
          place(at in empty):
            - put man on at
            - require count({list(x(c) for c in g) for g in groups(mine)}) < 3
        turn: place
    """),
    "index": ("mine", """
        state:
          worth[l in lines(3)]: 0..9
        actions:
          place(at in empty):
            - put man on at
            - if worth[mine] = 0: set worth[row(1)] to 3
        turn: place
    """),
    "table": ("between(a, b)", """
        board: square(26)
        actions:
          place(a in cells, b in empty):
            - require no between(a, b)
            - put man on b
        turn: place
    """),
    "many-pieces": ("piece[c]", """
        pieces:
          card:
            owner: none
            with:
              hue: 1..17
              size: 1..17
              form: 1..17
          tile:
            owner: none
            with:
              side: 1..17
              edge: 1..17
        actions:
          place(at in empty): put card with hue = 1, size = 2, form = 3 on at
          lay(at in empty): put tile with side = 1, edge = 2 on at
        turn: place or lay
        end:
          - when any(piece[c] = piece[d] for c in pieces, d in neighbours(c) & pieces): mover wins
          - when no empty: draw
    """),
    "large-tables": ("place", """
        board: square(32)
        actions:
          place(at in empty): put man on at
        turn: place
        end:
          - when any(l within mine for l in lines(2 + turns mod 2)): mover wins
          - when any(l within mine for l in lines(4 + turns mod 2)): mover wins
          - when any(l within mine for l in lines(6 + turns mod 2)): mover wins
          - when any(l within mine for l in lines(8 + turns mod 2)): mover wins
          - when any(l within mine for l in lines(10 + turns mod 2)): mover wins
          - when no empty: draw
    """),
    "long-turn": ("(place, mark(1)) or (place, mark(2))", MANY_WAYS),
    "steps": ("n*north", """
        actions:
          place(at in empty, s in {n*north for n in 1..1 + turns} | {south}):
            - put man on at
            - put man on at + s
        turn: place
    """),
    "expression": ("first(x(a) for a in mine, b in neighbours(a))", """
        actions:
          place(at in empty):
            - require first(x(a) for a in mine, b in neighbours(a)) != 2 or turns > 2
            - put man on at
        turn: place
    """),
}


def test_every_reason_has_an_example_and_a_section() -> None:
    sections = re.findall(r"^### `(.*)`$", PAGE.read_text("utf-8"), re.M)
    assert sections and len(sections) == len(set(sections))
    assert set(sections) == set(REASONS) == {*EXAMPLES, "effort", "long-code"}


def test_every_reason_is_given_somewhere() -> None:
    """A row that nothing names would keep its example alive for nothing."""
    folder = ROOT / "interpreter" / "native"
    table = folder / "ir" / "terms" / "refusal.py"
    assert table.is_file()
    text = "".join(p.read_text("utf-8") for p in folder.rglob("*.py") if p != table)
    assert set(re.findall(r'NotNative\(\s*"([^"]*)"', text)) == set(REASONS)


@pytest.mark.parametrize("code", EXAMPLES)
def test_the_note_of_a_reason(code: str, tmp_path: Path) -> None:
    """The file is checked and played, the note stands at the words, and says where to read on."""
    words, rules = EXAMPLES[code]
    game = tiny(tmp_path, rules)
    reason = refusal(game.reference, Effort(ENOUGH))
    assert reason is not None and reason.code == code
    notes = [d for d in check_file(str(tmp_path / "tiny.yaml")) if d.code == "not-native"]
    assert len(notes) == 1 and notes[0].severity == "note"
    assert notes[0].span.text.startswith(words)
    assert str(notes[0].hint).endswith(f"; see docs/native.md#{code}")
    assert not re.search(r"[{}]$|\{\w*\}", REASONS[code].what.format(text="t", name="n", count="1"))


@pytest.mark.parametrize(
    ("supply", "effect", "most"),
    [(2147483640, "remove at", 2147483647), (1100000000, "set kind[at] to king", 1073741823)],
)
def test_a_large_supply_may_be_the_only_one(
    supply: int, effect: str, most: int, tmp_path: Path
) -> None:
    game = tiny(tmp_path, f"""
        pieces:
          man:
            supply: {supply}
            owner: White
          king:
        actions:
          place(at in empty): put man on at
          take(at in enemy): {effect}
        turn: place or take
    """)
    reason = refusal(game.reference, Effort(ENOUGH))
    assert reason is not None and reason.what == (
        "the supply of `man` is too large: the supplies of all owners and the room on the board "
        f"come to {supply + 9 + 2:,} pieces, and {most:,} is the most here"
    )


def test_what_sets_hold_says_how_many_moves_there_may_be(tmp_path: Path) -> None:
    game = tiny(tmp_path, """
        board: square(5)
        state:
          left: subsets({2, 4, 6}) = {2, 4}
        actions:
          place(at in empty, k in left | {6}, n in {1, 3} | left): put man on at
        turn: place
    """)
    assert refusal(game.reference, Effort(ENOUGH)) is None


@pytest.mark.parametrize(("after", "code"), [("turns > 3", None), ("stuck", "deep-look")])
def test_a_look_at_the_next_turn_takes_as_much_of_the_stack(
    after: str, code: str | None, tmp_path: Path
) -> None:
    """Where `after turn` asks for `stuck`, a look goes through two turns of 140 actions."""
    game = tiny(tmp_path, f"""
        state:
          v[i in 1..4000]: 0..2000000000
          seen_so: flag
        actions:
          go: set v[turns + 1] to 3
        turn: go up to 140 times
        after turn:
          - set seen_so to {after}
        end:
          - when turns = 4 or seen_so: draw
    """)
    reason = refusal(game.reference, Effort(ENOUGH))
    assert (reason and reason.code) == code


def test_the_files_of_the_page_are_native(tmp_path: Path) -> None:
    files = [b for b in blocks(PAGE.read_text("utf-8")) if b.kind == "yaml"]
    assert len(files) == len(REASONS)
    for block in files:
        path = tmp_path / f"line_{block.line}.yaml"
        path.write_text(block.text, "utf-8")
        found = {d.code for d in check_file(str(path))}
        assert found <= {"drawn-stuck"}, f"{PAGE.name}:{block.line}"  # short files may be drawn so


@pytest.mark.parametrize("name", each(18, list_games()))
def test_every_bundled_game_is_native(name: str) -> None:
    """With every value of an option that has few, else with each that is published."""
    assert not check_file(name)


@pytest.mark.parametrize("step", [10, pytest.param(1, marks=pytest.mark.slow)])
def test_the_files_of_the_other_pages_are_native(tmp_path: Path, step: int) -> None:
    """Every file of the documentation, also those that an error page mends, or each so many."""
    pages = [p for p in (ROOT / "docs").rglob("*.md") if p != PAGE] + [ROOT / "README.md"]
    files = [
        (block.text, f"{page.name}:{block.line}")
        for page in sorted(pages) if page.stem != "not-native"
        for block in blocks(page.read_text("utf-8")) if block.kind == "yaml"
    ]  # fmt: skip
    for text, where in files[::step]:
        assert_native(text, tmp_path, where)


def assert_native(text: str, folder: Path, where: str) -> None:
    """A file that can be played is played natively."""
    path = folder / "game.yaml"
    path.write_text(text, "utf-8")
    try:
        game = load_game(str(path))
    except GdlError:
        return  # a part of a file, or one with a mistake on purpose
    reason = refusal(game.reference, Effort(ENOUGH))
    assert reason is None, f"{where}: {reason}"


# ---- what the commands say ----


def test_check_counts_notes_apart(tmp_path: Path) -> None:
    tiny(tmp_path, EXAMPLES["fraction"][1].replace("turn: place", "turn: place if possible"))
    run = gdl("check", "tiny.yaml", cwd=tmp_path)
    assert run.status == 0
    assert "note[not-native]: left to the reference engine" in run.out
    assert run.out.endswith("no mistakes found, 2 notes\n")
    data, ended = json.loads(gdl("check", "tiny.yaml", "--json", cwd=tmp_path).out)
    assert ended["code"] == "never-ended"
    assert (data["code"], data["severity"], data["line"]) == ("not-native", "note", 10)


@pytest.mark.parametrize(
    "command",
    [
        ["bench", "FILE", "--seconds", "0.1"],
        ["perft", "FILE", "1"],
        ["solve", "FILE", "--seconds", "0.1"],
        ["play", "FILE", "--seat", "random", "--seat", "random", "--seed", "1"],
        ["compare", "FILE", "--games", "2", "--probes", "0", "--detailed", "2",
         "--workers", "1", "--out", "OUT"],
    ],
    ids=lambda words: words[0],
)
def test_commands_say_who_plays(command: list[str], tmp_path: Path) -> None:
    tiny(tmp_path, EXAMPLES["fraction"][1])
    names = {"FILE": "tiny.yaml", "OUT": "out"}
    run = gdl(*(names.get(w, w) for w in command), cwd=tmp_path, command=PLAIN)
    said = "is played by the reference engine, which is far slower, because `set score to"
    assert run.err.count(said) == 1, run.err
    assert "works with fractions (tiny.yaml:10:7); see docs/native.md" in run.err


# ---- rules that take long ----

SIZES = """
game: Sizes
options:
  size: 3, 4, 5 = 4
players: Red, Blue
board: square(size)
pieces: man
actions:
  place(at in empty): put man on at
turn: place
end:
  - when no empty: draw
"""


def test_code_that_is_short_is_written_again_only_for_larger_boards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes, written = [], program.written

    def counted(plan: Plan) -> Program:
        sizes.append(len(plan.layout.topology.cells))
        return written(plan)

    monkeypatch.setattr(program, "written", counted)
    path = tmp_path / "sizes.yaml"
    path.write_text(SIZES, "utf-8")
    assert check_file(str(path)) == ()
    assert sizes == [16, 25]
    monkeypatch.setattr(check, "MAX_SHORT", 10)
    assert check_file(str(path)) == () and sizes[2:] == [16, 9, 25]


def test_a_note_is_not_waited_for() -> None:
    reason = refusal(load_game("go").reference, Effort(100))
    assert reason is not None and reason.code == "effort"


def test_the_limit_of_effort_is_kept() -> None:
    given, ticks = Effort(100_000), 0
    with pytest.raises(NotNative, match="too long"), limited(given):
        while True:
            tick()
            ticks += 1
    assert 100_000 < (ticks + EACH) * ROUNDS_A_TICK < 102_000
    for _ in range(2 * EACH):
        tick()  # outside nothing is counted


def test_rules_whose_terms_grow_without_end(tmp_path: Path) -> None:
    """Definitions that ask others twice each: a check does not wait for what play may find out."""
    one = "  d{0}x(s): d{1}x(s | row({2})) + d{1}x(s - row({2}))"
    rules = "define:\n" + "\n".join(one.format(n, n + 1, n % 3 + 1) for n in range(14))
    rules += "\n  d14x(s): count(s)\nactions:\n  place(at in empty):\n"
    rules += "    - put man on at\n    - require d0x(mine) > 0\nturn: place\n"
    begun = time.process_time()
    tiny(tmp_path, rules)
    loaded = time.process_time() - begun
    assert not any(d.code == "not-native" for d in check_file(str(tmp_path / "tiny.yaml")))
    assert time.process_time() - begun < 2 * loaded + 30


def test_numbers_that_are_chosen_are_counted(tmp_path: Path) -> None:
    """A set of some of a range has no more elements than the range, and none beyond it."""
    rules = """
    actions:
      go(n in {k for k in 2..5 if k != 4 or some mine}, m in 1..n, at in empty): put man on at
    turn: go
    """
    assert make_plan(tiny(tmp_path, rules).reference).most_moves == 4 * 5 * 9


def test_a_note_on_a_long_action(tmp_path: Path) -> None:
    """It takes half a million rounds of effort to see that there are too many moves."""
    rules = """
    board: rectangle(14, 12)
    define:
      front(c, d, n): all(c + i*d in mine for i in 0..n - 1)
      lengths(c, d): k for k in 1..255 if front(c, d, k)
    actions:
      advance(s in mine, d in directions, n in lengths(s, d), m in 1..n):
        - let there = s + (n - 1 + m)*d
        - require there in empty | enemy
        - require all(s + (n - 1 + i)*d in empty for i in 1..m - 1)
        - if there in enemy:
            - let size = max(i for i in 1..14 if all(there + j*d in enemy for j in 0..i - 1))
            - require size < n
            - for i in 0..size - 1: remove there + i*d
        - move s + i*d to s + (i + m)*d for i in 0..n - 1
    setup:
      - for p in colours: put man of p on row(2 if p = White else 11)
    turn: advance
    """
    tiny(tmp_path, rules)
    assert any(d.code == "not-native" for d in check_file(str(tmp_path / "tiny.yaml")))
