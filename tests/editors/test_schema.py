"""The JSON schema: it accepts what the language accepts, and finds mistakes of form."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import jsonschema
import pytest
import yaml
from generators import mutate
from generators.restyled import restyled
from support.commands import invoke
from support.diagnosing import FILES, bundled

from gdl import GdlError
from gdl.formatting import format_text
from gdl.syntax.grammar import STARTS
from gdl.vocabulary.keywords import SHAPES
from interpreter.editors.folder import FOLDER, SCHEMA, as_text
from interpreter.editors.schema import PATTERNS, pattern, rules_schema

VALIDATOR = jsonschema.Draft7Validator(rules_schema())
LOADERS = (yaml.SafeLoader, yaml.BaseLoader)  # editors differ in what they take for a number
MUTANTS = 120
GAME = "game: X\nplayers: White, Black\nboard: square(3)\npieces: stone\nturn: place\n"


def faults(data: Any) -> list[str]:
    """What the schema says is wrong with a file, apart from missing headings."""
    return [e.message for e in VALIDATOR.iter_errors(data) if e.validator != "anyOf"]


def faults_of(text: str) -> list[str]:
    return [fault for loader in LOADERS for fault in faults(yaml.load(text, loader))]


def test_the_committed_schema_is_up_to_date() -> None:
    text = (FOLDER / SCHEMA).read_text("utf-8")
    assert text == as_text(rules_schema()), "run `python -m interpreter.editors.folder`"
    assert invoke("schema").output == text


def test_the_schema_is_one() -> None:
    jsonschema.Draft7Validator.check_schema(rules_schema())


@pytest.mark.parametrize("start", PATTERNS)
def test_the_example_of_each_text_fits_its_pattern(start: str) -> None:
    assert start in STARTS
    validator = jsonschema.Draft7Validator({"pattern": pattern(start)})
    assert validator.is_valid(SHAPES[start][1])
    assert not validator.is_valid("? - ?")


def test_a_result_may_say_why() -> None:
    validator = jsonschema.Draft7Validator({"pattern": pattern("result")})
    assert validator.is_valid('most area wins, else draw, "two passes in a row"')
    assert not validator.is_valid('"two passes in a row"')


@pytest.mark.parametrize("name", bundled())
def test_bundled_files_fit(name: str) -> None:
    for loader in LOADERS:
        assert list(VALIDATOR.iter_errors(yaml.load(bundled()[name], loader))) == []


@pytest.mark.parametrize("file", FILES, ids=lambda path: path.stem)
def test_what_is_right_in_form_fits(file: Path) -> None:
    try:
        text = format_text(file.read_text("utf-8"))
    except GdlError:
        return
    assert faults_of(text) == []


def test_mutated_files_fit_if_they_are_right_in_form() -> None:
    chance = Random(11)
    fitting = 0
    for _ in range(MUTANTS):
        text = restyled(bundled()[chance.choice(sorted(bundled()))], chance)
        for _ in range(chance.randint(0, 2)):
            text = chance.choice(mutate.CHANGES)(text, chance)
        try:
            text = format_text(text)
        except GdlError:
            continue
        fitting += 1
        assert [fault for fault in faults_of(text) if not is_about_base(fault)] == []
    assert fitting > MUTANTS / 3


def is_about_base(fault: str) -> bool:
    """Whether only the base can show a fault: it has no name, or nothing that is removed."""
    about = ("None is not of type 'string', 'number'", "'swap' was unexpected", "'swap :' does not")
    return any(words in fault for words in about)


@pytest.mark.parametrize(
    "text",
    [
        "gmae: X\n",
        "players:\n  White:\n    - goal\n",
        "players: [White, Black]\n",
        "players: White and Black\n",
        "options: 8\n",
        "options:\n  my size: 8\n",
        "board:\n  cell: square(8)\n",
        "board:\n  lines: a1 a2 a3\n",
        "board:\n  points:\n    centre: middle\n",
        "pieces:\n  - man\n",
        "pieces:\n  man:\n    owner: [White]\n",
        "setup:\n  put: stone\n",
        "setup:\n  - while true:\n      - put stone on a1\n",
        "setup:\n  - Put stone on a1\n",
        "state:\n  n[: 0..9\n",
        "define: f(x)\n",
        "actions:\n  place at: put stone on at\n",
        "actions:\n  place(at in empty):\n",
        "turn:\n  - place\n",
        "turn:\n  when stuck: pass\n",
        "opening: place\n",
        "end:\n  when no empty: draw\n",
        "end:\n  - no empty: draw\n",
        "end:\n  - when no empty: drawn\n",
    ],
)
def test_mistakes_of_form_are_found(text: str) -> None:
    assert faults(yaml.safe_load(text)) != []
    with pytest.raises(GdlError):
        format_text(text)


@pytest.mark.parametrize("heading", ["game", "players", "turn"])
def test_a_missing_heading_is_found(heading: str) -> None:
    data = yaml.safe_load(GAME)
    assert VALIDATOR.is_valid(data)
    del data[heading]
    assert not VALIDATOR.is_valid(data)
    assert VALIDATOR.is_valid({**data, "extends": "hex"})
