"""Names as people read them."""

from __future__ import annotations

import pytest

from gdl.source.wording import names_as_words


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("put_down flat_stone", "put down flat stone"),
        ("`go_away` is not one of: put_down", "`go_away` is not one of: put down"),
        ("a `b_c", "a `b_c"),  # a quotation that was cut
        ("│ _ │ A_ │", "│ _ │ A_ │"),  # symbols of pieces
        ("left__over", "left  over"),
    ],
)
def test_names_are_words_but_for_what_is_quoted(text: str, read: str) -> None:
    assert names_as_words(text) == read
