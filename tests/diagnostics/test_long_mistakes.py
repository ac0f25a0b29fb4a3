"""Mistakes in long texts are told as fast as in short ones."""

from __future__ import annotations

import time

import pytest
from support.diagnosing import findings

HEAD = "game: Long\nplayers: White, Black\nboard: square(4)\npieces: stone\n"
END = "turn: place\nend:\n  - when no empty: draw\n"
WHILE = 6.0  # seconds; the worst takes a tenth of it on a machine with nothing else to do
TEXTS = {
    "statement": "actions:\n  place(at in empty): put stone on at {}\n",
    "item": "actions:\n  place(at in empty):\n    - {}\n    - put stone on at\n",
    "domain": "actions:\n  place(at in empty {}): put stone on at\n",
    "definition": "define:\n  good: {}\nactions:\n  place(at in empty): put stone on at\n",
    "flow": "define:\n  good: {{{}\nactions:\n  place(at in empty): put stone on at\n",
}
WORDS = ("if a ", "if a: ", "for c in S if ", "put x on y; ", "is not ", "( ", "} ",
         "a in b where ", "must be ", "] [ ", "x = ", "then else ")  # fmt: skip


@pytest.mark.parametrize("count", [12, 60, 900])
@pytest.mark.parametrize("what", TEXTS)
def test_a_long_mistake_takes_no_time(what: str, count: int) -> None:
    for word in WORDS:
        begin = time.process_time()
        diagnostics = findings(HEAD + TEXTS[what].format(word * count) + END)
        assert any(d.is_error for d in diagnostics)
        assert time.process_time() - begin < WHILE, word


def test_many_mistakes() -> None:
    line = "  place{}(at in empty where at is in a row {}): x = y\n"
    lines = "".join(line.format(i, i) for i in range(300))
    begin = time.process_time()
    assert len(findings(HEAD + "actions:\n" + lines + END)) >= 100
    assert time.process_time() - begin < 2 * WHILE


def test_prose_under_the_end() -> None:
    line = "  - the player who has the most stones in the corners of the board wins if it is full\n"
    begin = time.process_time()
    assert findings(HEAD + "turn: pass\nend:\n" + 5 * line)
    assert time.process_time() - begin < WHILE
