"""A variant and the file that it extends."""

from __future__ import annotations

from pathlib import Path

from gdl import Report, Source
from gdl.source.limits import MAX_EXTENDED
from gdl.yaml.extends import read_extended
from gdl.yaml.reader import List, Map, Node
from interpreter import load_game

BASE = Source(
    "base.yaml",
    "game: Base\noptions:\n  size: 1..9\nactions:\n  place(at in empty): put stone on at\n"
    "  slide: lift a1\nturn:\n  if a: place\n  else: slide\nend:\n  - when a: draw\n",
)


def plain(node: Node | None) -> object:
    if isinstance(node, Map):
        return {entry.key.value: plain(entry.value) for entry in node.entries}
    if isinstance(node, List):
        return [plain(item) for item in node.items]
    return None if node is None else node.value


def merged(text: str) -> tuple[Map | None, list[str]]:
    report = Report()
    files = {"base": BASE}
    variant = read_extended(
        Source("variant.yaml", f"extends: base\n{text}"),
        lambda name, _: files.get(name),
        lambda: ("base",),
        report,
    )
    return variant, [d.code for d in report.diagnostics]


def test_entries_are_known_by_the_word_before_the_bracket() -> None:
    variant, codes = merged("actions:\n  place(at in corners): put man on at\n")
    assert variant is not None and not codes
    assert plain(variant.get("actions")) == {
        "place(at in corners)": "put man on at",
        "slide": "lift a1",
    }


def test_entries_keep_their_order_and_new_ones_follow() -> None:
    variant, _ = merged("define:\n  f: 1\nactions:\n  jump: lift b1\n")
    assert variant is not None
    headings = [entry.key.value for entry in variant.entries]
    assert headings == ["game", "options", "actions", "turn", "end", "extends", "define"]
    assert list(plain(variant.get("actions"))) == ["place(at in empty)", "slide", "jump"]  # type: ignore[call-overload]


def test_a_file_that_has_all_entries_has_them_in_its_own_order() -> None:
    variant, codes = merged("actions:\n  slide: lift b1\n  jump: lift c1\n  place: lift d1\n")
    assert variant is not None and not codes
    assert list(plain(variant.get("actions"))) == ["slide", "jump", "place"]  # type: ignore[call-overload]


def test_players_named_in_another_order_play_in_it(tmp_path: Path) -> None:
    path = tmp_path / "turned.yaml"
    path.write_text(
        "game: Turned\nextends: hex\nplayers:\n"
        "  Blue:\n    start: row(1)\n  Red:\n    goal: row(1)\n"
    )
    assert load_game("hex").players == ("Red", "Blue")
    assert load_game(str(path)).players == ("Blue", "Red")


NAMED = (
    "game: Base\nactions:\n  place(at in empty):\n    - free, require at in empty\n"
    "    - put stone on at\nend:\n  - row, when a: draw\n  - full, when b: draw\n  - when c: draw\n"
)


def changed(text: str, middle: str = "") -> tuple[Map | None, list[str]]:
    """A file that extends another one whose lines have names, perhaps by one in between."""
    report = Report()
    files = {"named": Source("named.yaml", NAMED)}
    if middle:
        files["middle"] = Source("middle.yaml", f"extends: named\n{middle}")
    variant = read_extended(
        Source("variant.yaml", f"extends: {'middle' if middle else 'named'}\n{text}"),
        lambda name, _: files.get(name), lambda: tuple(files), report,
    )  # fmt: skip
    return variant, [d.code for d in report.diagnostics]


def ends(variant: Map | None) -> list[object]:
    assert variant is not None
    lines = plain(variant.get("end"))
    assert isinstance(lines, list)
    return [next(iter(line)) for line in lines]


def test_lines_are_changed_by_their_names() -> None:
    text = "end:\n  full: removed\n  before row:\n    - when d: draw\n  row:\n    - when e: draw\n"
    text += "  last:\n    - end, when f: draw\n  first:\n    - when g: draw\n"
    variant, codes = changed(text)
    assert not codes
    assert ends(variant) == ["when g", "when d", "when e", "when c", "end, when f"]


def test_statements_are_changed_by_their_names() -> None:
    variant, codes = changed(
        "actions:\n  place(at in cells):\n    free: removed\n    first: lift at\n"
        "    last:\n      - if a:\n          - lift b1\n"
    )
    assert variant is not None and not codes
    assert plain(variant.get("actions")) == {
        "place(at in cells)": ["lift at", "put stone on at", {"if a": ["lift b1"]}]
    }


def test_a_replaced_line_keeps_its_name() -> None:
    """Also where several lines take its place."""
    middle = "end:\n  full:\n    - when d: draw\n    - when e: draw\n"
    variant, codes = changed("end:\n  after full:\n    - when f: draw\n", middle)
    assert not codes and ends(variant) == ["row, when a", "when d", "when e", "when f", "when c"]
    variant, codes = changed("end:\n  full: removed\n", middle)
    assert not codes and ends(variant) == ["row, when a", "when c"]


def test_a_list_mentions_the_names_of_the_lines_that_it_replaces() -> None:
    lines = "end:\n  - row, when d: draw\n"
    assert changed(f"{lines}  - full: removed\n")[1] == []
    assert ends(changed(f"{lines}  - full: removed\n")[0]) == ["row, when d"]
    assert changed(lines)[1] == ["lines-lost"]
    assert changed("actions:\n  place: lift at\n")[1] == ["lines-lost"]
    assert changed("actions:\n  place: removed\nend: removed\n")[1] == []


def test_a_line_that_is_added_may_not_take_a_name() -> None:
    _, codes = changed("end:\n  first:\n    - full, when d: draw\n")
    assert codes == ["line-twice"]
    _, codes = changed("end:\n  row:\n    - row, when d: draw\n")
    assert codes == []


def test_a_turn_is_replaced_as_a_whole() -> None:
    variant, _ = merged("turn:\n  else: place\n")
    assert variant is not None and plain(variant.get("turn")) == {"else": "place"}


def test_removed() -> None:
    variant, codes = merged("options: removed\nactions:\n  slide: removed\n")
    assert variant is not None and not codes
    assert variant.get("options") is None
    assert plain(variant.get("actions")) == {"place(at in empty)": "put stone on at"}
    assert merged("marks: removed\n")[1] == ["nothing-to-remove"]
    assert merged("options: remvoed\n")[1] == ["misspelt-keyword"]


def test_misspelt_extends_is_understood() -> None:
    report = Report()
    variant = read_extended(
        Source("v.yaml", "extedns: base\n"), lambda *_: BASE, lambda: ("base",), report
    )
    assert variant is not None and variant.get("actions") is not None
    assert [d.suggestion for d in report.diagnostics] == ["extends"]


def test_a_chain_has_a_limit() -> None:
    report = Report()

    def base(name: str, _: Source) -> Source:
        return Source(f"{name}.yaml", f"game: G\nextends: {name}x\n")

    assert read_extended(Source("v.yaml", "extends: x\n"), base, tuple, report) is None
    (diagnostic,) = report.diagnostics
    assert diagnostic.code == "extends-too-much" and f"{MAX_EXTENDED} files" in diagnostic.message
    assert diagnostic.span.source.name == f"{'x' * (MAX_EXTENDED - 1)}.yaml"


def of_a_chain(files: dict[str, str]) -> list[str]:
    """The messages of a file that extends the first of some others."""
    report = Report()
    sources = {name: Source(f"{name}.yaml", text) for name, text in files.items()}
    first = Source("v.yaml", f"extends: {next(iter(files))}\n")
    read_extended(first, lambda name, _: sources[name], tuple, report)
    return [d.message for d in report.diagnostics]


def test_as_many_files_as_the_table_says() -> None:
    last = MAX_EXTENDED - 2  # of the others, counted from 0
    files = {f"f{n}": f"game: G\nextends: f{n + 1}\n" for n in range(last)}
    assert of_a_chain(files | {f"f{last}": "game: G\n"}) == []
    more = files | {f"f{last}": f"extends: f{last + 1}\n", f"f{last + 1}": "game: G\n"}
    assert of_a_chain(more) == [f"this extends too much: more than {MAX_EXTENDED} files extend "
                                "one another"]  # fmt: skip


def test_files_are_measured_in_bytes() -> None:
    half = f"game: G\nnotes: {'é' * 70_000}\n"
    (message,) = of_a_chain({"a": f"extends: b\n{half}", "b": half})
    assert message.endswith("files that extend one another hold more than 250,000 bytes")
    assert of_a_chain({"a": f"extends: b\n{half}", "b": "game: G\n"}) == []
