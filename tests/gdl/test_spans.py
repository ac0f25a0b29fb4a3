"""Places in a file."""

from __future__ import annotations

from gdl.source.spans import Source, Span


def test_places() -> None:
    source = Source("a.yaml", "one\r\ntwo\n\nfour")
    assert [source.place(i) for i in (0, 3, 5, 9, 10, 14)] == [
        (1, 1), (1, 4), (2, 1), (3, 1), (4, 1), (4, 5),
    ]  # fmt: skip
    assert [source.line(n) for n in (1, 2, 3, 4)] == ["one", "two", "", "four"]


def test_spans() -> None:
    source = Source("a.yaml", "one two\nthree")
    one, three = Span(source, 0, 3), Span(source, 8, 13)
    assert one.text == "one" and str(three) == "a.yaml:2:1"
    assert one.to(three).text == source.text
    assert (three.end_line, three.end_column) == (2, 6)
