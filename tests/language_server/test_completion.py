"""Completion offers the word that stands at a place, also where the file is broken."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator

import pytest
from support.diagnosing import GAMES, bundled

from gdl.source.spans import Source
from gdl.syntax.outline import HEADINGS
from gdl.vocabulary.builtins import BUILTINS
from gdl.vocabulary.keywords import KEYWORDS
from interpreter.api.library import library
from interpreter.language_server.features.completion import Item, asked, complete
from interpreter.language_server.reading.knowledge import known
from interpreter.language_server.reading.leaves import Reading
from interpreter.language_server.reading.project import Project, read_project

PLACES = 200
BROKEN = 'marks: )) ((\nlooks "A, \nquestions: {{ [\n  - - :\n'
WORD = re.compile(r'"[^"]*"|[A-Za-z_]\w*')
HEADING = re.compile(r"^[a-z][a-z ]*(?=:)", re.MULTILINE)


def read(source: Source) -> Project:
    """A text with its bases, as completion reads it."""
    return read_project(source, library().base, is_lenient=True)


def source_of(name: str) -> Source:
    """A bundled game."""
    return Source(str(GAMES / f"{name}.yaml"), bundled()[name])


def offered(text: str) -> list[Item]:
    """What is offered at the `|` of a text."""
    cursor = text.index("|")
    source = Source(str(GAMES / "case.yaml"), text[:cursor] + text[cursor + 1 :])
    knowledge = known(source, library())
    return complete(asked(source, cursor), read, knowledge, library().names())


def labels(text: str) -> list[str]:
    """The words offered at the `|` of a text."""
    return [item.label for item in offered(text)]


def places(source: Source) -> Iterator[tuple[int, str]]:
    """Where the words of the rules and the headings stand.

    A name that stands nowhere else is left out: nobody can know it before it is typed.
    """
    texts = "\n".join(f.source.text for f in read_project(source, library().base).files)
    uses = Counter(re.findall(r"\w+", texts))
    for leaf in Reading(source).leaves:
        if leaf.start == "extends":
            yield leaf.first, leaf.text.value
            continue
        for match in WORD.finditer(leaf.text.value):
            word = match[0]
            if word[0] != '"' and (uses[word] > 1 or word in BUILTINS or word in KEYWORDS):
                yield leaf.text.offsets[match.start()], word
    for match in HEADING.finditer(source.text):
        yield match.start(), match[0]


def rate(name: str, count: int, is_broken: bool = False) -> tuple[int, int, list[str]]:
    """At how many places the word that stands there is offered, of how many, and those it is not.

    If `is_broken`, there are lines before and after that are no YAML.
    """
    source, chooser = source_of(name), random.Random(name)
    knowledge = known(source, library())
    chosen = list(places(source))
    chooser.shuffle(chosen)
    missed = []
    for at, word in chosen[:count]:
        before, after = (BROKEN, '\nend:\n - "\n') if is_broken else ("", "")
        text = f"{before}{source.text[:at]}{source.text[at + len(word) :]}{after}"
        cut, cursor = Source(source.name, text), at + len(before)
        items = complete(asked(cut, cursor), read, knowledge, library().names())
        if word not in [item.label for item in items]:
            missed.append(f"{word} at {source.place(at)}")
    return len(chosen[:count]) - len(missed), len(chosen[:count]), missed


def test_the_word_that_stands_there_is_offered() -> None:
    results = {name: rate(name, 6) for name in sorted(bundled())[::3]}
    found, asked_for = sum(r[0] for r in results.values()), sum(r[1] for r in results.values())
    assert found >= 0.95 * asked_for, {name: r[2] for name, r in results.items() if r[2]}


@pytest.mark.slow
@pytest.mark.parametrize("name", bundled())
def test_the_word_that_stands_there_is_offered_in_every_game(name: str) -> None:
    found, asked_for, missed = rate(name, PLACES)
    assert found >= 0.95 * asked_for, missed


@pytest.mark.slow
@pytest.mark.parametrize("name", bundled())
def test_the_word_is_offered_where_the_rest_is_broken(name: str) -> None:
    found, asked_for, missed = rate(name, PLACES, is_broken=True)
    assert found >= 0.9 * asked_for, missed


GAME = """\
players: White, Black
board: square(4)
pieces: stone
looks:
  White: {looks}
state:
  count_of: 0..9
define:
  free: empty
  clear(c):
    - remove c
actions:
  place(at in empty):
    - {statement}
turn: {turn}
end:
  - {end}
"""


def game(**parts: str) -> str:
    """A small game with the cursor in one of its parts."""
    default = {
        "looks": "white",
        "statement": "put stone on at",
        "turn": "place",
        "end": "when no empty: draw",
    }
    return GAME.format(**default | parts)


def test_statements_begin_with_verbs_blocks_and_definitions() -> None:
    words = labels(game(statement="|"))
    assert {"put", "require", "set", "if", "for", "clear"} <= set(words)
    assert "empty" not in words and "place" not in words


@pytest.mark.parametrize(
    ("parts", "first"),
    [
        ({"statement": "put | on at"}, "stone"),
        ({"statement": "put stone of |"}, "White"),
        ({"statement": "set |"}, "count_of"),
        ({"statement": "add 1 to |"}, "count_of"),
        ({"statement": "remove |"}, "at"),
        ({"turn": "|"}, "place"),
        ({"turn": "place, |"}, "place"),
        ({"end": "when no empty: most | wins"}, "count_of"),
        ({"end": "|"}, "when"),
        ({"looks": "|"}, "black"),
    ],
)
def test_the_likeliest_comes_first(parts: dict[str, str], first: str) -> None:
    assert labels(game(**parts))[0] == first


def test_only_the_set_up_sets_the_number_of_turns() -> None:
    base = "extends: tic-tac-toe\nactions:\n  place(at in empty):\n    - set "
    assert "turns" not in labels(base + "|\n")
    assert "turns" in labels("extends: tic-tac-toe\nsetup:\n  - set |\n")


def test_the_names_of_lines_are_offered_where_they_can_be_changed() -> None:
    base = Source("base.yaml", "game: B\nend:\n  - row, when a: draw\n  - full, when b: draw\n")
    for key, more in (("before |", set()), ("|", {"first", "last", "before", "after"})):
        text = f"extends: base\nend:\n  {key}:\n    - when c: draw\n"
        cursor = text.index("|")
        source = Source("case.yaml", text.replace("|", ""))
        place = asked(source, cursor)
        found = complete(
            place, lambda s: read_project(s, lambda *_: base, is_lenient=True),
            known(base, library()),
        )  # fmt: skip
        assert {item.label for item in found} == {"row", "full"} | more


def test_parameters_are_offered_in_their_action_only() -> None:
    assert "at" in labels(game(statement="require | in empty"))
    assert "at" not in labels(game(end="when | in empty: draw"))


def test_nothing_is_offered_in_a_message_or_a_comment() -> None:
    assert labels(game(statement='require some empty, "no |"')) == []
    assert labels(game(turn="place  # the |")) == []


def test_a_part_whose_rule_is_yet_to_be_typed_is_an_entry() -> None:
    for text, starts in (
        ("parts:\n  pl", ["name", "turn"]),
        ("parts:\n  first: place\n  pl", ["name", "turn", "name", "turn"]),
    ):
        leaves = Reading(Source("case.yaml", text), is_lenient=True).leaves
        assert [leaf.start for leaf in leaves] == starts
        assert leaves[-2].text.value == "pl" and leaves[-2].heading == "parts"


HOLD_TEXTS = {"extends", "setup", "turn", "after_turn", "end"}  # each is a rule by itself


@pytest.mark.parametrize("name", [h for h in HEADINGS if h not in HOLD_TEXTS])
def test_a_heading_that_holds_no_text_by_itself_has_entries_without_a_colon(name: str) -> None:
    begun, whole = (
        Reading(Source("case.yaml", f"{name}:\n  first{rest}\n"), is_lenient=True).leaves
        for rest in ("", ": 1")
    )
    assert [leaf.start for leaf in begun] == [leaf.start for leaf in whole]


def test_a_heading_that_is_there_comes_last() -> None:
    words = labels(game() + "|")
    assert words[0] == "game" and words.index("players") > words.index("setup")


def test_entries_of_pieces_and_of_the_board() -> None:
    assert {"owner", "supply", "with"} <= set(labels("pieces:\n  man:\n    |\n"))
    assert {"cells", "tracks"} <= set(labels("board:\n  |\n"))


def test_a_track_goes_on_by_cells_and_by_directions() -> None:
    board = "extends: tic-tac-toe\nboard:\n  cells: square(3)\n  tracks:\n    onward: a1 |\n"
    assert {"b1", "north", "west"} <= set(labels(board))


def test_extends_offers_files() -> None:
    assert "tic-tac-toe" in labels("extends: |\n")
    assert "tic-tac-toe" in labels("extends: tic-t|\n")


def test_an_extending_file_is_offered_what_it_can_replace() -> None:
    words = labels("extends: tic-tac-toe\nactions:\n  |\n")
    assert "place" in words
    assert "removed" in labels("extends: tic-tac-toe\nactions:\n  place: |\n")


def test_items_replace_the_word_and_say_what_it_means() -> None:
    [item] = [i for i in offered(game(end="when no emp|ty: draw")) if i.label == "empty"]
    assert item.documentation and "cells without a piece" in item.documentation
    assert item.end - item.start == len("emp")


def test_a_let_and_a_part_are_offered() -> None:
    statements = "    - let many = 3\n    - require |"
    assert "many" in labels(f"extends: tic-tac-toe\nactions:\n  place(at in empty):\n{statements}")
    assert "whole" in labels("extends: tic-tac-toe\nparts:\n  whole: place\nturn: |")
