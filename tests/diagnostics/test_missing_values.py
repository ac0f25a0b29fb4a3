"""Comparisons whose sides may both be none, and sets that are lost where an element is none: warned
of where that surprises, and only there.
"""

from __future__ import annotations

import pytest
from support.diagnosing import bundled, findings

FILE = """\
game: Nothing equals none
players: White, Black
board: square(3)
pieces:
  man:
    with:
      rod: 1..2
state:
  before[c in cells]: colours or none
  kept: cells or none
  held: cells or none
define:
  changed(c): owner[c] != before[c]
  differs(c, d): owner[c] != owner[d]
actions:
  place(at in empty):
    - put man with rod = 1 on at
    - set before[at] to first(colours)
    - require {condition} or turns > 90
    - set kept to at
    - set held to at
  step(a in mine, b in neighbours(a) & empty):
    - move a to b
turn: place or step
end:
  - when changed(a1) and differs(a1, a2) and no empty: draw
  - when turns = 100: draw
"""
WARNED = (
    "any(owner[c] != before[c] for c in cells)",
    "any(changed(c) for c in corners)",
    "any(not (owner[c] = before[c]) for c in cells)",
    "not all(owner[c] = before[c] for c in cells)",
    "all(owner[c] = before[c] for c in cells)",
    "sum(1 for c in cells if owner[c] != before[c]) > 1",
    "owner[a1] != owner[a2]",
    "differs(a1, a2)",
    "rod[a1] != rod[a2]",
    "kept != held",
    "not (owner[a1] = before[a1] or c1 in empty)",
)
SILENT = (
    "owner[at] != before[at]",
    "any(owner[c] != before[c] for c in pieces)",
    "any(owner[c] != before[c] for c in cells if c in mine)",
    "any(changed(c) for c in enemy)",
    "any(differs(c, d) for c in mine, d in cells)",
    "any(c in pieces and owner[c] != before[c] for c in cells)",
    "any(owner[c] != before[c] and before[c] = White for c in cells)",
    "any(before[c] != none and owner[c] != before[c] for c in cells)",
    "any(owner[c] != before[c] and rod[c] = 1 for c in cells)",
    "any(not (owner[c] = before[c] or (c in empty and before[c] = none)) for c in cells)",
    "any(not (owner[c] = before[c] or (owner[c] = none and before[c] = none)) for c in cells)",
    "any(owner[c] = before[c] for c in cells)",
    "not any(owner[n] = owner[a1] for n in neighbours(a1))",
    "all(owner[c] = owner[a1] for c in row(1))",
    "owner[a1] != White",
    "kept != a1",
    "before[a1] != none",
)


def warned(condition: str) -> list[str]:
    """What is warned of in a file with a condition; the rest of the file gives two warnings."""
    found = findings(FILE.format(condition=condition))
    assert not [d for d in found if d.severity == "error"]
    return [d.span.text for d in found if d.code == "both-none"]


BASE = warned("true")


def test_the_rest_of_the_file() -> None:
    assert BASE == ["owner[c] != before[c]", "owner[c] != owner[d]"]


@pytest.mark.parametrize("condition", WARNED)
def test_a_warning_with_cause(condition: str) -> None:
    plain = FILE.replace("when changed(a1) and differs(a1, a2) and no", "when no")
    text = plain.format(condition=condition)
    assert [d.code for d in findings(text) if d.code == "both-none"] == ["both-none"]


@pytest.mark.parametrize("condition", SILENT)
def test_no_warning_without_cause(condition: str) -> None:
    assert warned(condition) == BASE


MOVED = (
    ("mine if rod[c] != rod[c + d]", []),
    ("pieces & mine if owner[c] != before[c]", []),
    ("cells if c in mine and rod[c] != rod[c + d]", []),
    ("mine if rod[c + d] != rod[c + d + d]", ["rod[c + d] != rod[c + d + d]"]),
    ("cells if rod[c] != rod[c + d]", ["rod[c] != rod[c + d]"]),
    ("mine & {e for e in cells if rod[e] != rod[e + d]}", ["rod[e] != rod[e + d]"]),
    ("mine if c + d = (a1 if rod[a1] != rod[a2] else c)", ["rod[a1] != rod[a2]"]),
)


@pytest.mark.parametrize(("rest", "said"), MOVED)
def test_pieces_that_move_at_once(rest: str, said: list[str]) -> None:
    push = f"  push(d in directions):\n    - move c to c + d for c in {rest}\n"
    text = FILE.format(condition="true").replace("turn: place", f"{push}turn: push or place")
    found = findings(text)
    assert not [d for d in found if d.severity == "error"]
    assert sorted(d.span.text for d in found if d.code == "both-none") == sorted([*BASE, *said])


ENDS = (
    ("some {e for e in cells if rod[e] != rod[a1]}: draw", ["rod[e] != rod[a1]"]),
    ("no empty: (White if rod[a1] != rod[a2] else Black) wins", ["rod[a1] != rod[a2]"]),
    ("a1 in pieces: (White if rod[a1] != rod[a2] else Black) wins", []),
    ("no empty: (White if rod[a1] != rod[a2] else Black) loses", ["rod[a1] != rod[a2]"]),
    ("no empty: most unlike wins", ["rod[c] != rod[a2]"]),
    ("a2 in mine: most unlike wins", []),
)
UNLIKE = "define:\n  unlike(p): sum(1 for c in cells if p = White and rod[c] != rod[a2])\n"
PAID = (
    ("no empty: White gets (1 if rod[a1] != rod[a2] else 2)", ["rod[a1] != rod[a2]"]),
    ("a1 in mine: White gets (1 if rod[a1] != rod[a2] else 2)", []),
    ("no empty: p gets 1 for p in colours, c in cells if rod[c] != rod[a2]", ["rod[c] != rod[a2]"]),
    ("no empty: p gets 1 for p in colours, c in mine if rod[c] != rod[a2]", []),
    ("no empty: p gets 1 for p in colours, c in pieces(p) if rod[c] != rod[a2]", []),
)


@pytest.mark.parametrize(("line", "said"), ENDS + PAID)
def test_what_an_end_decides(line: str, said: list[str]) -> None:
    text = FILE.format(condition="true").replace("define:\n", UNLIKE)
    first = text.index("  - when changed")
    last = "" if (line, said) in PAID else text[text.index("  - when turns") :]
    found = findings(f"{text[:first]}  - when {line}\n{last}")
    assert not [d for d in found if d.severity == "error"]
    assert [d.span.text for d in found if d.code == "both-none"] == said


AFTER = (  # what is asked once `kept` was set, and what is warned of in it
    ("set kept to at", "kept != held", []),
    ("set kept to at", "some cells - {kept}", []),
    ("set kept to at", "some cells - {held}", ["held"]),
    ("set kept to held", "some cells - {kept}", ["kept"]),
    ("set kept to at + north", "some cells - {kept}", ["kept"]),
    ("set kept to at, set kept to none", "some cells - {kept}", ["kept"]),
    ("set at_one[1] to at", "some cells - {at_one[1]}", []),
    ("set at_one[1] to at", "some cells - {at_one[2]}", ["at_one[2]"]),
    ("set at_one[nth] to at, set nth to 2", "some cells - {at_one[nth]}", ["at_one[nth]"]),
)


@pytest.mark.parametrize(("sets", "condition", "said"), AFTER)
def test_what_was_assigned_is_known(sets: str, condition: str, said: list[str]) -> None:
    text = FILE.format(condition=condition).replace(
        "    - require", "".join(f"    - {one}\n" for one in sets.split(", ")) + "    - require"
    ).replace("define:", "  at_one[n in 1..2]: cells or none\n  nth: 1..2\ndefine:")  # fmt: skip
    found = findings(text)
    assert not [d for d in found if d.severity == "error"], found
    warned_of = [d.span.text for d in found if d.code in ("both-none", "lost-set")]
    assert sorted(warned_of) == sorted([*BASE, *said])


CHOSEN = (  # sets of several cells, of which one beyond the edge takes the others with it
    ("some {at + north, at + south} & mine", "at + north"),
    ("some near(at) & mine", "c + north"),
    ("some (near(at) if turns > 3 else mine) & mine", "c + north"),
    ("{at + north, at + south} meets mine", "at + north"),
    ("a1 in {at + north, at + south}", "at + north"),
    ("any(c in mine for c in {at + north, at + south} - corners)", "at + north"),
)
WHOLE = (  # what is about all cells of a set, or about cells that exist
    "{at, at + north} within mine",
    "({at, at + east} | {at + north}) within mine",
    "some mine & {a1, at}",
    "some ({at + east, at} if at + east in cells else mine) & mine",
    "any(c in near(d) for c in mine, d in mine)",
    "some mine & {c + d for c in mine, d in orthogonal}",
    "any({c, c + d} within mine for c in mine, d in orthogonal)",
    "any(some {at, c + east} & mine for c in mine if c + east in cells)",
    "at + north in cells and at + south in cells and some {at + north, at + south} & mine",
)
NEAR = "define:\n  near(c): c + north, c + south\n"


def lost(condition: str) -> list[str]:
    """What is warned of as a set that may be lost."""
    found = findings(FILE.format(condition=condition).replace("define:\n", NEAR))
    assert not [d for d in found if d.severity == "error"], found
    return [d.span.text for d in found if d.code == "lost-set"]


@pytest.mark.parametrize(("condition", "said"), CHOSEN)
def test_one_cell_beyond_the_edge_loses_the_others(condition: str, said: str) -> None:
    assert lost(condition) == [said]


@pytest.mark.parametrize("condition", WHOLE)
def test_sets_that_are_meant_as_a_whole(condition: str) -> None:
    assert lost(condition) == []


@pytest.mark.parametrize(
    ("domain", "pasted"),
    [
        ("{a + east, a + 2*east - north}", "{a + e for e in {east, 2*east - north}}"),
        ("{a, a + west}", "{e for e in cells if e = a or e = a + west}"),
        ("{a + east, b2 + west}", "{e for e in cells if e = a + east or e = b2 + west}"),
    ],
)
def test_the_domain_of_a_parameter_that_is_lost(domain: str, pasted: str) -> None:
    text = FILE.format(condition="true").replace("neighbours(a) & empty", domain)
    [found] = [d for d in findings(text) if d.code == "lost-set"]
    assert f"`{pasted}`" in (found.hint or "")
    mended = findings(FILE.format(condition="true").replace("neighbours(a) & empty", pasted))
    assert not {d.code for d in mended} & {"lost-set", "bound-twice"}


HINTS = (
    ("some cells - {kept}", "{e for e in S if e != kept}"),
    ("some cells - {a1 +\n        north}", "neighbours(a1, north)"),
    ("some cells - {(a1 if turns > 3\n        else\n        kept) + north}",
     "neighbours(a1 if turns > 3 else kept, north)"),
)  # fmt: skip


@pytest.mark.parametrize(("condition", "code"), HINTS)
def test_the_hint_for_a_set_can_be_pasted(condition: str, code: str) -> None:
    found = findings(FILE.format(condition=condition))
    assert [d.hint for d in found if d.code == "lost-set"], found
    assert all(f"`{code}`" in (d.hint or "") for d in found if d.code == "lost-set"), found
    if code.startswith("{"):
        pasted = "some " + code.replace(" S ", " cells ")
        said = {d.code for d in findings(FILE.format(condition=pasted))}
        assert not said & {"lost-set", "bound-twice"}


@pytest.mark.slow
def test_no_bundled_game_is_warned_of() -> None:
    for name, text in bundled().items():
        assert "both-none" not in {d.code for d in findings(text, f"{name}.yaml")}, name
