"""Positions as editors count them, and texts that change in pieces."""

from __future__ import annotations

import random

import pytest

from interpreter.language_server.reading.document import UTF_8, UTF_16, UTF_32, Document

TEXTS = [
    "", "a", "a\nb", "a\r\nb\r\n", "\ufeffgame: A\n", "é𝒳\n\tz\n", "a\u2028b\x85c\nd\x0ce",
    "a\rb\n\r\n", "x" * 10_000 + "𝒳" * 100,
]  # fmt: skip
CODEC = {UTF_8: "utf-8", UTF_16: "utf-16-le", UTF_32: "utf-32-le"}
WIDTH = {UTF_8: 1, UTF_16: 2, UTF_32: 4}  # bytes of a unit


@pytest.mark.parametrize("unit", CODEC)
@pytest.mark.parametrize("text", TEXTS)
def test_positions_lead_back_to_offsets(text: str, unit: str) -> None:
    document = Document("a", text, 1, unit)
    for offset in {*range(min(len(text), 40)), len(text)}:
        if text[offset - 1 : offset + 1] == "\r\n":
            continue  # within the end of a line
        line, column = document.position(offset)
        assert document.offset(line, column) == offset
        before = document.text[document.starts[line] : offset]
        assert column == len(before.encode(CODEC[unit])) // WIDTH[unit]


def test_lines_end_only_where_the_protocol_says() -> None:
    assert Document("a", "a\u2028b\x85c\x0cd\x0be\nf\r\ng\rh").starts == (0, 10, 13, 15)


@pytest.mark.parametrize(("line", "column"), [(99, 0), (0, 99), (-1, 5), (1, 10**9)])
def test_positions_beyond_the_text_are_moved_into_it(line: int, column: int) -> None:
    assert 0 <= Document("a", "ab\ncd\n").offset(line, column) <= 6


def test_a_position_in_the_middle_of_a_character_is_before_it() -> None:
    assert Document("a", "𝒳b", 1, UTF_16).offset(0, 1) == 0
    assert Document("a", "éb", 1, UTF_8).offset(0, 1) == 0


@pytest.mark.parametrize("unit", CODEC)
def test_many_small_changes_give_the_text_of_an_editor(unit: str) -> None:
    chooser = random.Random(1)
    document, expected = Document("a", "game: A\r\nnotes: é𝒳\n", 1, unit), "game: A\r\nnotes: é𝒳\n"
    for version in range(300):
        start = chooser.randint(0, len(expected))
        end = min(len(expected), start + chooser.choice([0, 0, 1, 5]))
        if "\r\n" in (expected[start - 1 : start + 1], expected[end - 1 : end + 1]):
            continue
        new = chooser.choice(["", "a", "\n", "𝒳", "é: \r\n", "\u2028", "\t"])
        first, last = document.position(start), document.position(end)
        document = document.changed(document.offset(*first), document.offset(*last), new, version)
        expected = expected[:start] + new + expected[end:]
        assert document.text == expected
