"""Names as people read them: the cases of wording.json, which the client's tests read too."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gdl.source.wording import names_as_words
from interpreter.typed.reading import as_read

CASES = json.loads(Path(__file__).with_name("wording.json").read_text("utf-8"))


@pytest.mark.parametrize(("text", "read"), CASES["names"])
def test_names_are_words_but_for_what_is_quoted(text: str, read: str) -> None:
    assert names_as_words(text) == read


@pytest.mark.parametrize(("text", "read"), CASES["moves"])
def test_a_move_may_be_typed_as_the_page_shows_it(text: str, read: str) -> None:
    assert as_read(read) == as_read(text)
