"""Options of which only some values go together: what is said of the others."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from gdl import GdlError
from interpreter import load_game
from interpreter.api import loading
from interpreter.checking.catalogue import description
from interpreter.checking.check import check_file
from interpreter.reference.effort import Effort
from interpreter.reference.engine import Reference
from interpreter.study.plan.parsing import variants_of
from interpreter.terminal.phrases import rules_lines
from interpreter.web.wire.drawing import drawing_data

RULES = """\
game: Cut
options:
  size: 3..12 = 9, published 5, 9
  cut: 1..3 = 2
  colour: 1..5 = 1
players: White, Black
board: square(size)
pieces: stone
setup:
  - require {rule}
actions:
  place(at in empty): put stone on at
turn: place
end:
  - when no empty or turns = colour + 90: draw
"""
WRITTEN = ("size > 2*cut + 2", "enough", "not (2*cut >= size - 2)")


def written(folder: Path, rule: str) -> str:
    text = RULES.format(rule=rule)
    if rule == "enough":
        lines = "define:\n  enough: size > rest\n  rest: 2*cut + 2\nactions:"
        text = text.replace("actions:", lines)
    path = folder / "cut.yaml"
    path.write_text(text, "utf-8")
    return str(path)


@pytest.mark.parametrize("rule", WRITTEN)
def test_the_values_that_are_named_work_and_no_others(tmp_path: Path, rule: str) -> None:
    name = written(tmp_path, rule)
    with pytest.raises(GdlError) as error:
        load_game(name, size="5")
    (diagnostic,) = error.value.diagnostics
    assert diagnostic.message.endswith("(with size = 5 and cut = 2)")
    assert diagnostic.hint == "`size` can be 7 to 12 here; `cut` can be 1 here"
    for size in range(3, 13):
        if size >= 7:
            assert load_game(name, size=size).options["size"] == size
        else:
            with pytest.raises(GdlError):
                load_game(name, size=size)


@pytest.mark.parametrize("rule", WRITTEN)
def test_a_published_value_that_does_not_go_with_the_defaults(tmp_path: Path, rule: str) -> None:
    """It is no mistake of the file: it goes with another value of the other option."""
    assert not check_file(written(tmp_path, rule))


@pytest.mark.parametrize("rule", WRITTEN)
def test_front_ends_leave_out_what_does_not_go_together(tmp_path: Path, rule: str) -> None:
    name = written(tmp_path, rule)
    size, cut, colour = load_game(name, size=7).model.declared
    assert (size.offered, size.offered_published) == (tuple(range(7, 13)), (9,))
    assert cut.offered == (1, 2) and colour.offered == colour.values
    small = load_game(name, size=5, cut=1)
    size, cut, _ = small.model.declared
    assert (size.offered, size.offered_published) == (tuple(range(5, 13)), (5, 9))
    assert cut.offered == (1,)
    shown = description(small)
    assert "option cut = 1, any of 1\n" in shown and "size = 5 (published: 5, 9), any of 5" in shown
    assert "option cut: 1 (offered: 1)" in rules_lines(small, 80)
    data = {o["name"]: o for o in drawing_data(small, None)["options"]}
    assert data["size"]["published"] == [5, 9] and data["cut"]["values"] == [1]


def test_no_other_option_is_asked_of_what_is_about_the_board(tmp_path: Path) -> None:
    size, *_ = load_game(written(tmp_path, "count(cells) > 30")).model.declared
    assert size.allowed is None and size.offered == size.values


def test_a_default_that_follows_another_option(tmp_path: Path) -> None:
    path = tmp_path / "follows.yaml"
    text = RULES.format(rule="2*cut < size, \"cut is less than half of size\"")
    path.write_text(text.replace("cut: 1..3 = 2", "cut: 1..6 = (size - 1) div 2"), "utf-8")
    size, cut, _ = load_game(str(path), size=5).model.declared
    assert size.offered == size.values[:] and cut.offered == (1, 2)
    with pytest.raises(GdlError, match="together: cut is less than half of size"):
        load_game(str(path), size=5, cut=3)


def test_combinations_that_do_not_go_together_are_not_compared(tmp_path: Path) -> None:
    name = written(tmp_path, WRITTEN[0])
    found = variants_of([name], {"size": ["5", "7"], "cut": ["1", "2", "3"]}, {})
    assert [v.title for v in found] == ["size=5 cut=1", "size=7 cut=1", "size=7 cut=2"]
    with pytest.raises(GdlError, match="options-apart"):
        variants_of([name], {"size": ["5"]}, {"cut": "3"})
    with pytest.raises(GdlError, match="options-apart"):
        variants_of([name], {}, {"cut": "3", "size": "5"})


def test_a_finding_names_the_value_of_the_option_that_it_comes_with(tmp_path: Path) -> None:
    path = tmp_path / "divided.yaml"
    path.write_text(RULES.format(rule="12 div (size - 5) > cut - 9"), "utf-8")
    divided, *rest = check_file(str(path))
    assert divided.code == "division-by-zero" and divided.message.endswith("(with size = 5)")
    assert all("(with size = 5" in d.message for d in rest)


def test_a_text_of_the_author_is_no_value_of_an_option(tmp_path: Path) -> None:
    path = tmp_path / "few.yaml"
    rule = 'count(cells) > 30, "too few cells (with gaps)"'
    path.write_text(RULES.format(rule=rule), "utf-8")
    (diagnostic,) = [d for d in check_file(str(path)) if d.is_error]
    assert diagnostic.message.endswith(": too few cells (with gaps) (with size = 5)")


def test_so_many_rounds_are_spent_on_what_would_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beyond, no value is named, and a check of a large board does not take minutes."""
    name = written(tmp_path, "all(c in cells for c in cells) and size > 2*cut + 2")
    efforts: list[Effort] = []

    def kept(rounds: int) -> Effort:
        efforts.append(Effort(rounds))
        return efforts[-1]

    monkeypatch.setattr(loading, "Effort", kept)
    with pytest.raises(GdlError) as error:
        load_game(name, size="5")
    (spent,) = efforts
    (diagnostic,) = error.value.diagnostics
    assert diagnostic.hint == "`size` can be 7 to 12 here; `cut` can be 1 here" and spent.left > 0
    monkeypatch.setattr(loading, "MAX_ROUNDS", 500)
    with pytest.raises(GdlError) as error:
        load_game(name, size="5")
    (diagnostic,) = error.value.diagnostics
    assert diagnostic.hint is not None and "12" not in diagnostic.hint and efforts[-1].left < 0


@pytest.mark.parametrize(("code", "noted"), [("effort", 0), ("other", 1)])
def test_that_too_little_effort_was_left_is_no_fault_of_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str, noted: int
) -> None:
    """Play spends more on finding out the native form than a check does."""
    from interpreter.native.program import program

    def refused(engine: Reference, effort: Effort, _: object) -> SimpleNamespace | None:
        if engine.model.options["size"] == 9:
            return None
        return SimpleNamespace(code=code, span=None, what=f"{code} of it", instead="less")

    monkeypatch.setattr(program, "refusal", refused)
    diagnostics = check_file(written(tmp_path, "size > cut"))
    notes = [d.message for d in diagnostics if d.code == "not-native"]
    assert len(notes) == noted and all("(with size = 5)" in message for message in notes)
    monkeypatch.setattr(program, "refusal", lambda *_: SimpleNamespace(
        code=code, span=None, what=f"{code} of it", instead="less"))  # fmt: skip
    diagnostics = check_file(written(tmp_path, "size > cut"))
    told = [d for d in diagnostics if d.code == "not-native" and "(with" not in d.message]
    assert len(told) == noted
