"""The empty set `{}`, wherever a set of any type may stand: both engines take it, and alike."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from support.both_engines import walk
from support.c_driver import COMPILER
from support.quick import each
from support.tiny import tiny

from gdl.model import nodes as model
from gdl.vocabulary.types import CELLS, set_of

pytestmark = pytest.mark.skipif(COMPILER is None, reason="there is no C compiler")

FRAME = """
    state:
      marked: subsets(cells)
      chosen: subsets(links)
      ways: subsets(directions) = directions
    define:
{define}
    actions:
      place(at in {domain}):
        - put man on at
{statements}
      other: put man on first(empty)
    turn: place or other
    end:
      - when no empty and ({condition}): mover wins
      - when turns = 9: draw
"""

STATEMENTS = [
    "set marked to {}",
    "set marked to {} if turns mod 2 = 0 else mine",
    "set marked to mine if turns mod 2 = 0 else {}",
    "set marked to (mine | {}) - {}",
    "set marked to {} & mine",
    "set marked to union({} for c in mine)",
    "set marked to union(({c} if c in marked else {}) for c in mine)",
    "add {} to marked",
    "take {} from marked",
    "set chosen to {}",
    "set chosen to {} if turns mod 2 = 0 else links",
    "set chosen to chosen | {} | {{a1, b1}}",
    "set ways to {north} | {}",
    "for c in {}: remove c",
    "remove {}",
    "put man on {}",
    "require no {} and {} within mine and not mine meets {} and not at in {}",
]
CONDITIONS = [
    "{} = {}",
    "{} = mine & enemy",
    "some {} & {}",
    "count({}) = 0",
    "count(c in mine for c in {}) = 0",
    "any(c in mine for c in {})",
    "all(c in mine for c in {})",
    "sum(1 for c in {}) = 0",
    "max(count(g) for g in groups({}) else 3) = 3",
    "max(n for n in {} else 4) = 4 and some mine",
    "first(c for c in {}) = none",
    "sum(1 for s in {mine, enemy, {}}) = 3",
    "any(s = {} for s in {mine, {}})",
    "{{}} meets {mine, {}}",
    "list({}) = list(n for n in 1..0)",
]


def game_with(folder: Path, **parts: str) -> Any:
    given = {"define": "unused_one: 1", "domain": "empty", "condition": "some marked"}
    given |= {"statements": "- set marked to {at} | {}"} | parts
    indent = {"define": 6, "statements": 8}
    filled = {k: " " * indent.get(k, 0) + v.strip() for k, v in given.items()}
    return tiny(folder, FRAME.format(**filled))


def check_alike(game: Any) -> None:
    assert game.engine().name == "native", game.why_reference
    for seed in range(2):
        walk(game, seed, 9)


@pytest.mark.parametrize("statement", each(2, STATEMENTS))
def test_statements(tmp_path: Path, statement: str) -> None:
    check_alike(game_with(tmp_path, statements=f"- {statement}"))


def test_conditions(tmp_path: Path) -> None:
    names = [f"holds_{number}" for number in range(len(CONDITIONS))]
    rules = "state:\n" + "".join(f"  {name}: flag\n" for name in names)
    rules += "actions:\n  place(at in empty): put man on at\nturn: place\nafter turn:\n"
    for name, condition in zip(names, CONDITIONS, strict=True):
        rules += f"  - set {name} to ({condition}) and turns > 0\n"
    check_alike(tiny(tmp_path, rules))


@pytest.mark.parametrize("domain", ["empty | {}", "{} | empty", "{}", "empty - {}", "empty & {}"])
def test_domains(tmp_path: Path, domain: str) -> None:
    check_alike(game_with(tmp_path, domain=domain))


@pytest.mark.parametrize(
    ("define", "statement"),
    [
        ("holes: ({})", "set marked to holes | ({at} - holes)"),
        ("either(s): s if turns mod 2 = 0 else {}", "set marked to either(mine)"),
        ("both(s): s | {}", "set marked to both({}) | both(mine)"),
        ("keep(s):\n        - set marked to s", "keep({})"),
        ("keep(s):\n        - set marked to s\n        - add mine to marked", "keep(mine & {})"),
    ],
)
def test_definitions(tmp_path: Path, define: str, statement: str) -> None:
    """Also where the first use does not say what `{}` is a set of, and a later one does."""
    check_alike(game_with(tmp_path, define=define, statements=f"- {statement}"))


def test_starts_and_facts(tmp_path: Path) -> None:
    rules = """
        players:
          Black:
            home: ({})
          White:
            home: row(3)
        state:
          marked: subsets(cells) = {}
          chosen: subsets(links) = {}
        actions:
          place(at in empty - home(mover)):
            - put man on at
            - set marked to home(mover)
            - set chosen to chosen | {l for l in links if l within mine}
        turn: place
        end:
          - when turns = 6: draw
    """
    check_alike(tiny(tmp_path, rules))


def test_its_type_is_that_of_its_place(tmp_path: Path) -> None:
    rules = """
        state:
          chosen: subsets(links)
        actions:
          place(at in empty | {}):
            - put man on at
            - set chosen to {}
        turn: place
    """
    place = tiny(tmp_path, rules).model.actions["place"]
    domain, stored = place.binders[0].domain, place.body[1]
    assert isinstance(domain, model.SetOperation) and isinstance(stored, model.SetVariable)
    assert domain.type == domain.right.type == CELLS
    assert stored.value.type == set_of(CELLS)
