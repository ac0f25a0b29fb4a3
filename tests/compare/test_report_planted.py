"""Changes with a known effect are named in the first three sentences, harmless rewrites are not."""

from __future__ import annotations

import re
from contextlib import closing
from pathlib import Path

import pytest
from support.quick import each
from support.studies import InProcess, Silent

from interpreter.study.plan.parsing import variants_of
from interpreter.study.plan.study import Pairing, Study
from interpreter.study.report.verdict import Finding, findings
from interpreter.study.results.summary import results_of
from interpreter.study.run.run import Runner
from interpreter.study.store.store import open_store

GAMES = 400
BASE = """
game: Row
players: Black, White
board: square(4)
pieces: stone
actions:
  place(at in empty): put stone on at
turn: place
end:
  - when any(l within mine for l in lines(3)): mover wins
  - when no empty: draw
"""
FOUR = BASE.replace("lines(3)", "lines(4)")
HEAD_START = """
game: Head start
extends: row
setup:
  - put stone of Black on a1
  - put stone of Black on b2
"""


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The seeds of games are made of the names of files, which are short so."""
    monkeypatch.chdir(tmp_path)


def compared(before: str, after: str) -> tuple[Finding, ...]:
    """The verdict on two texts of rules, of random games."""
    texts = {"row.yaml": BASE, "before.yaml": before, "after.yaml": after}
    for name, text in texts.items():
        Path(name).write_text(text)
    variants = variants_of(["before.yaml", "after.yaml"], {}, {})
    study = Study("planted", variants, (Pairing(("random",)),), games=GAMES, detailed=GAMES)
    with closing(open_store(Path("study.sqlite"))) as store:
        store.begin(study)
        Runner(study, store, Silent(), InProcess).run()
        return findings(results_of(study, store))


def changed(text: str, title: str = "Changed") -> str:
    """A file that changes some sections of the base."""
    return f"game: {title}\nextends: row\n{text}"


WON = "  - when any(l within mine for l in lines(3)): mover wins\n"
PLANTED = {
    "a handicap": (BASE, HEAD_START, "Head start plays differently from Row: seat 1 gets"),
    "a shorter game": (
        BASE, changed(f"end:\n{WON}  - when no empty or count(pieces) >= 7: draw"), " shorter",
    ),
    "a draw rule": (
        FOUR, changed(f"end:\n{WON.replace('3', '4')}  - when no empty: White wins"),
        "less often",
    ),
    "a dead region": (
        BASE, changed("actions:\n  place(at in empty - row(1)): put stone on at\n"
                      f"end:\n{WON}  - when row(2) | row(3) | row(4) within pieces: draw"),
        "no piece ever stands on a1, b1, c1 and d1",
    ),
    "an idle line": (
        BASE, changed(f"end:\n{WON}  - when no empty: draw\n  - when count(mine) > 12: mover wins"),
        "end has `when count(mine) > 12: mover wins` in addition; no difference was met within",
    ),
    "a pie rule": (
        HEAD_START, "game: Pie\nextends: before\nactions:\n  exchange: play opponent\n"
                    "opening:\n  - place\n  - pass or exchange",
        "Pie is fairer than Head start, by",
    ),
    "two moves a turn": (
        BASE, changed("turn: place, place if possible"),
        "turn has `turn: place, place if possible`",
    ),
    "a dropped win": (
        BASE, changed("end:\n  - when no empty: draw"),
        f"lacks `{WON.strip().removeprefix('- ')}`",
    ),
    "a larger board": (BASE, changed("board: square(6)"), " longer"),
    "a first move on the edge": (
        BASE, changed("opening:\n  - begin\nactions:\n  begin(at in row(1)): put stone on at"),
        "opening has `begin` in addition",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", each(4, PLANTED))
def test_a_planted_change_is_named_in_the_first_three_sentences(name: str) -> None:
    before, after, wanted = PLANTED[name]
    found = compared(before, after)
    told = [finding.text for finding in found[:3]]
    assert any(wanted in text for text in told), told


HARMLESS = {
    "another title": BASE.replace("Row", "Line"),
    "another order": BASE.replace("board: square(4)\npieces: stone\n", "")
    + "pieces: stone\nboard: square(4)\n",
    "a renamed parameter": BASE.replace("place(at in empty): put stone on at",
                                        "place(there in empty): put stone on there"),
    "a renamed action": BASE.replace("place", "drop"),
    "a renamed piece": BASE.replace("stone", "disc"),
    "an equal expression": BASE.replace("no empty", "count(empty) = 0"),
    "a definition": BASE.replace("any(l within mine for l in lines(3))", "won")
    + "define:\n  won: any(l within mine for l in lines(3))\n",
    "a longer set": BASE.replace("at in empty", "at in empty & cells"),
    "a line turned round": BASE.replace("when no empty", "when not (some empty)"),
    "notes and a comment": BASE + "notes: Three in a line.\n# nothing else\n",
}  # fmt: skip


@pytest.mark.parametrize("name", each(4, HARMLESS))
def test_a_harmless_rewrite_gives_no_difference(name: str) -> None:
    found = compared(BASE, HARMLESS[name])
    first = found[0].text
    assert first.startswith("No difference between ") and found[0].answer in ("no", "open"), first
    assert re.search("if there is one, it is at most [0-9.]+ points in result of ", first) or (
        "their rules are the same" in first
    ), first
    assert not any(f.answer == "yes" for f in found if f.topic == "rules")
