"""Loops whose rounds are counted in play: both engines end a step that goes through too many."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from support.c_driver import COMPILER, compiled, run

from gdl.model import loose
from gdl.model.loose import ON_REFERENCE
from gdl.source.diagnostics import GdlError, Report
from gdl.source.limits import Limit
from interpreter import State, load_game
from interpreter.exchange.pgn import sign
from interpreter.exchange.pieces import Cells
from interpreter.explain.reasons import Reasons
from interpreter.native.emit.plain_state import c_files
from interpreter.native.ir.terms.refusal import NotNative
from interpreter.native.program import program, visibility_of
from interpreter.native.runtime.search import SearchOptions
from interpreter.reference import rules as reference_rules
from interpreter.reference.engine import Reference
from interpreter.web.wire.endings import deciding_cells

pytestmark = [
    pytest.mark.skipif(COMPILER is None, reason="there is no C compiler"),
    pytest.mark.usefixtures("in_time"),
]

MOST = Limit(2000, "", "rounds", "")
RULES = """\
game: Rounds
players: White, Black
board: square(4)
pieces: man
state:
  held: 0..9
define:
  over(n): count(m mod 2 = held for m in 1..n)
actions:
  place(at in empty):
    - put man on at
{}
turn: place
end:
  - when {}no empty: draw
"""
ENDLESS = {
    "repeat up to turns * 1000000000 times while held < 5": (
        "    - repeat up to turns * 1000000000 times while held < 5: set held to 1", ""),
    "1..turns * 90": ("", "count(m * n = 7 for m in 1..turns * 90, n in 1..turns * 90) = 99 or "),
    "1..turns * 9": ("", "count(a = b and m > 9 for m in 1..turns * 9, a in cells, b in cells)"
                         " = 999 or "),
    "repeat up to turns * 90 times while held < 2": (
        "    - repeat up to turns * 90 times while held < 2:\n"
        "        - for a in row(1): set held to 1", ""),
    "1..n": ("", "sum(over(m * 90) for m in 1..turns * 90) = 9999 or "),
}  # fmt: skip
HONEST = (
    "    - for m in 1..turns + 9: set held to held + 1\n"
    "    - repeat up to turns + 9 times while held > 5: set held to held - 1",
    "over(turns * 9) = 9999 or count(c in mine and m > 3 for m in 1..turns, c in cells) = 999 or ",
)


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (loose, reference_rules):
        monkeypatch.setattr(module, "MAX_IN_PLAY", MOST)
    monkeypatch.setattr(program, "IN_C", replace(loose.IN_C, speed=1))


@pytest.mark.parametrize("engine", ["reference", "native"])
@pytest.mark.parametrize("words", ENDLESS)
def test_a_loop_without_end_is_named(words: str, engine: str, tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_text(RULES.format(*ENDLESS[words]), "utf-8")
    state = load_game(path).start(engine)
    with pytest.raises(GdlError) as told:
        for _ in range(12):
            state = state.play(state.moves()[0])
    (found,) = told.value.diagnostics
    assert found.code == "too-many-in-play"
    assert found.span.text.startswith(words)


def test_whatever_plays_says_so(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_text(RULES.format(*ENDLESS["1..turns * 90"]), "utf-8")
    engine = load_game(path).engine("native")
    assert engine.analyses is not None
    with pytest.raises(GdlError, match="too-many-in-play"):
        engine.playouts(engine.start(), 1, 1, 1, 100)
    with pytest.raises(GdlError, match="too-many-in-play"):
        engine.analyses.search(engine.start(), SearchOptions(simulations=99))


@pytest.mark.parametrize("engine", ["reference", "native"])
def test_each_step_is_counted_by_itself(engine: str, tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_text(RULES.format(*HONEST), "utf-8")
    state = load_game(path).start(engine)
    luck = random.Random(1)
    while not state.is_over:
        state = state.play(luck.choice(state.moves()))
    assert state.turn == 16


SETS = ["{0} | 1..turns * 90", "far", "(held..turns * 90 if held = 0 else {1})",
        "{k for k in 1..turns * 90}", "(1..turns * 90) - {3}"]  # fmt: skip


@pytest.mark.parametrize("domain", SETS)
def test_a_set_of_any_form_is_counted(domain: str, tmp_path: Path) -> None:
    """The native engine knows no sets of such numbers."""
    path = tmp_path / "game.yaml"
    rules = RULES.replace("define:", "define:\n  far: 1..turns * 90")
    path.write_text(rules.format("", f"count(m * n = 7 for m in {domain}, n in {domain}) = 99 or "))
    state = load_game(path).start("reference")
    with pytest.raises(GdlError, match="too-many-in-play"):
        for _ in range(12):
            state = state.play(state.moves()[0])


def test_a_set_of_small_numbers_is_counted_in_c(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    rests = "{m mod 9 for m in 1..turns * 3}"
    path.write_text(RULES.format("", f"count(a * b = 7 for a in {rests}, b in {rests}) = 99 or "))
    written = program.program_of(load_game(path).reference).rules
    assert re.search(r" = count_rounds\(\d+, \(int64_t\)1 \* __builtin_popcountll\(", written)


SHOWN = """\
sees:
  held: {}
questions:
  many: count(m = n for m in 1..turns + 60, n in 1..16) > 3
end:"""


@pytest.mark.parametrize("engine", ["reference", "native"])
def test_what_is_shown_is_counted(engine: str, tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    shown = "count(m * n = 7 for m in 1..turns * 90, n in 1..turns * 90) > 2"
    path.write_text(RULES.replace("end:", SHOWN.format(shown)).format("", ""), "utf-8")
    state = load_game(path).start(engine)
    state = state.play(state.moves()[0])
    with pytest.raises(GdlError, match="too-many-in-play"):
        state.view(0)


@pytest.mark.parametrize("engine", ["reference", "native"])
def test_each_view_and_each_answer_is_a_step(engine: str, tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    shown = "count(m = n for m in 1..turns + 60, n in 1..16) > 2"
    path.write_text(RULES.replace("end:", SHOWN.format(shown)).format("", ""), "utf-8")
    state = load_game(path).start(engine)
    state = state.play(state.moves()[0])
    for _ in range(3):
        assert state.view(0).variables
    for _ in range(3):
        assert state.ask("many") == "true"


MANY = "count(x(a) = x(b) and c = d and e = f for a in cells, b in cells, c in cells, " \
       "d in cells, e in cells, f in cells)"  # fmt: skip


@pytest.mark.parametrize("before, after", [
    ("end:", f"sees:\n  held: {MANY} > 2\nend:"),
    ("held: 0..9", f"held: 0..{MANY}"),
    ("pieces: man", f"pieces:\n  man:\n    with:\n      size: 0..{MANY}"),
    ("pieces: man", f"pieces:\n  man:\n    with:\n      size: 0..9 = {MANY}"),
], ids=["sees", "range", "attribute", "start"])  # fmt: skip
def test_what_else_is_gone_through_has_limits(before: str, after: str, tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    text = RULES.format("", "").replace(before, after)
    sized = text if "size" not in text else text.replace("put man on", "put man with size = 1 on")
    path.write_text(sized, "utf-8")
    with pytest.raises(GdlError, match="too-many"):
        load_game(path)


EVERYWHERE = RULES.replace("    - put", "    - require much(at)\n    - put").replace(
    "define:", "define:\n  much(c): count(m > 3 and x(c) > 0 for m in 1..turns + 60) > 0"
).format("", "count(m > 3 for m in 1..turns + 1400) = 9999 or ")


@pytest.mark.parametrize("engine", ["reference", "native"])
def test_the_moves_of_a_state_and_each_of_them_are_steps(engine: str, tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_text(EVERYWHERE, "utf-8")
    state = load_game(path).start(engine)
    for _ in range(2):
        state = state.play(state.moves()[0])
    assert state.turn == 2


def in_thread(act: Callable[[], Any]) -> Any:
    """What comes of an act in a new thread, in which C has counted nothing yet."""
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(act).result()


def test_the_start_of_a_game_is_a_step(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_text(EVERYWHERE, "utf-8")
    game = load_game(path)
    engine, reference = game.engine("native"), Reference(game.model, Report())
    reference.rules.rounds_left = 0
    assert reference.start().turns == 0
    assert in_thread(lambda: engine.moves(engine.start()))


@pytest.mark.parametrize("engine", ["reference", "native"])
def test_the_set_up_is_counted(engine: str, tmp_path: Path) -> None:
    repeats = "repeat up to turns * 1000000000 times while held < 5: set held to 1"
    path = tmp_path / "game.yaml"
    text = RULES.format("", "").replace(
        "actions:", f"setup:\n  - set turns to 9\n  - {repeats}\nactions:")
    path.write_text(text, "utf-8")
    with pytest.raises(GdlError, match=r"too-many-in-play.*`repeat up to"):
        load_game(path).start(engine)


def test_to_go_on_from_a_situation_is_a_step(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_text(EVERYWHERE.replace("turn: place", "turn: place, (place else done)"), "utf-8")
    game = load_game(path)
    reference, engine = game.reference, game.engine("native")
    node = reference.start()
    key, led = next(iter(reference.moves(node).items()))
    within = reference.play(node, key, led)
    assert engine.analyses is not None
    assert in_thread(lambda: engine.from_node(within)) is not None  # type: ignore[attr-defined]


def thrown(folder: Path, most: str) -> State:
    """The start of a game that throws before each move, with weights that count up to a number."""
    path = folder / "game.yaml"
    weighs = f"weight count(m mod 2 = 0 for m in 1..{most})"
    chance = f"chance:\n  throw(n in 1..3):\n    - {weighs}\n    - set held to n\nactions:"
    rules = RULES.replace("actions:", chance).replace("turn: place", "turn: throw, place")
    path.write_text(rules.format("", ""), "utf-8")
    return load_game(path).start("native")


def test_to_weigh_what_chance_does_is_a_step(tmp_path: Path) -> None:
    state = thrown(tmp_path, "turns + n + n")
    engine = state.game.engine("native")
    led = engine.moves(state.node)
    assert in_thread(lambda: engine.weights(state.node, led)) == [1, 2, 3]


TOLD = RULES.replace(
    "actions:", "  none_of(c): 0\n  sure(p): 1 = 2\nsees:\n  refusal: viewer = mover\nactions:"
).replace(
    "    - put", '    - try x(at) > 0, "beyond"\n    - tell all "put"\n    - put'
).format("", "")  # fmt: skip
SPELLING: Any = SimpleNamespace(format=SimpleNamespace(check="sure"))
ASKED: dict[str, Callable[[State, Any], object]] = {
    "why not": lambda state, native: Reasons(state.game.reference.rules),
    "check": lambda state, native: sign(SPELLING, 0, state),
    "cells": lambda state, native: Cells(state.game, "none_of"),
    "end": lambda state, native: deciding_cells(state, ""),
    "told": lambda state, native: native.told(state.node, native.keys(state.node)[0]),
    "scores": lambda state, native: state.scores,
    "refused": lambda state, native: native.refusal(state.node, 1),
}


@pytest.mark.parametrize("asked", ASKED)
def test_what_is_asked_beside_play_is_a_step(asked: str, tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_text(TOLD, "utf-8")
    state = load_game(path).start("native")
    while not state.is_over and asked == "end":
        state = state.play(state.moves()[0])
    state.game.start("reference")
    rules = state.game.reference.rules
    rules.rounds_left = 0
    ASKED[asked](state, state.game.engine("native"))
    assert rules.rounds_left == MOST


def test_no_other_library_counts_what_is_shown(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    shown = "count(m = n for m in 1..turns + 60, n in 1..16) > 2"
    path.write_text(RULES.replace("end:", SHOWN.format(shown)).format("", ""), "utf-8")
    engine: Any = load_game(path).engine("native")
    with pytest.raises(NotNative):
        visibility_of(engine.coding, ["held"])


def test_after_a_fault_nothing_goes_round(tmp_path: Path) -> None:
    """Not even in a later step of the same work, until somebody has heard of it."""
    text = "#define MAX_IN_PLAY 9\n" + c_files("base.h", "fault.h") + (
        "int main(void) { begin_step(); while (count_rounds(3, 2)); begin_step();\n"
        "    if (fault != ROUNDS_FAULT + 3 || count_rounds(0, 1)) return 1;\n"
        "    fault = 0; begin_step(); return !count_rounds(0, 1); }\n"
    )
    assert run(compiled(text, tmp_path / "counts")).returncode == 0


@pytest.mark.parametrize(("turn", "counts"), [
    ("place, place while possible", False), ("place, place, place while possible", True),
    ("(place, place while possible) with the most held", True),
])  # fmt: skip
def test_looks_that_end_at_the_next_actions_do_not_count_in_c(
    turn: str, counts: bool, tmp_path: Path
) -> None:
    """An action is tried only where it needs another one after it, or the best way on."""
    path = tmp_path / "game.yaml"
    text = RULES.replace("turn: place", f"turn: {turn}")
    path.write_text(text.format("", ""), "utf-8")
    rules = program.program_of(load_game(path).reference).rules
    assert ("begin_step(); take(" in rules) is counts


def test_what_is_known_to_be_little_is_not_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bounds of variables, of what is around and of ends that are as far apart."""
    monkeypatch.setattr(loose, "MAX_IN_PLAY", Limit(200_000, "", "rounds", ""))
    path = tmp_path / "game.yaml"
    path.write_text(RULES.replace("over(n): count(m mod 2 = held for m in 1..n)", "over: 3").format(
        "    - for m in 1..held, n in 1..m, o in turns..turns + n: set held to 1\n"
        "    - repeat up to held times while held > 5: set held to 1",
        "count(m = n for m in 1..count(mine), n in held..9) = over or ",
    ), "utf-8")  # fmt: skip
    game = load_game(path)
    assert loose.loose_loops(game.model, 16) == {}


def test_what_never_comes_to_many_is_not_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A range has at most so many numbers; with all loops around it that is little enough."""
    path = tmp_path / "game.yaml"
    path.write_text(RULES.format("", "count(a = b and m > 9 for m in 1..turns * 9, a in cells, "
                                     "b in cells) = 999 or "), "utf-8")  # fmt: skip
    game = load_game(path)
    assert loose.loose_loops(game.model, 16)
    monkeypatch.setattr(loose, "MAX_IN_PLAY", Limit(40_000_000, "", "rounds", ""))
    assert not loose.loose_loops(game.model, 16)


KNOWN = {
    "choices": ("place(at in empty", "place(at in empty, n in 1..99",
                "    - require count(m + held > n for m in 1..99) > 0\n", ""),
    "ends": ("", "", "",
             "".join(f"count(m + turns = {n} for m in 1..999) = 999 or " for n in range(9))),
    "groups": ("", "", "",
               "count(group(a) = group(b) for a in cells, b in cells, c in 1..9) = 99 or "),
}  # fmt: skip


@pytest.mark.parametrize("engine", ["reference", "native"])
@pytest.mark.parametrize("name", KNOWN)
def test_loops_of_known_length_are_counted(
    name: str, engine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Choices with the rounds of each, and all the rules of one step together."""
    monkeypatch.setattr(reference_rules, "IN_C", ON_REFERENCE)
    path, (before, after, body, end) = tmp_path / "game.yaml", KNOWN[name]
    path.write_text(RULES.format(body, end).replace(before, after), "utf-8")
    with pytest.raises(GdlError, match="too-many-in-play"):
        state = load_game(path).start(engine)
        for _ in range(3):
            state = state.play(state.moves()[0])


def test_weights_of_one_state_are_one_step(tmp_path: Path) -> None:
    state = thrown(tmp_path, "turns + 900 + n")
    engine = state.game.engine("native")
    led = engine.moves(state.node)
    assert engine.weights(state.node, dict(list(led.items())[:2])) == [450, 451]
    with pytest.raises(GdlError, match="too-many-in-play"):
        engine.weights(state.node, led)


def test_few_rounds_are_not_counted_by_themselves(tmp_path: Path) -> None:
    """Those of a small loop are in the price of the loop around it."""
    path = tmp_path / "game.yaml"
    path.write_text(RULES.format("", "count(a = b for a in 1..900, b in 1..9) = 99 or "), "utf-8")
    rules = load_game(path).reference.rules
    assert [(loop.span.text, loop.price) for loop in rules.loose.values()] == [("1..900", 9)]


@pytest.mark.parametrize("engine", ["reference", "native"])
def test_a_loop_that_may_be_longer_is_counted_as_it_goes(
    engine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At its largest it would be too much."""
    monkeypatch.setattr(reference_rules, "IN_C", replace(ON_REFERENCE, counts_steps=False))
    path = tmp_path / "game.yaml"
    end = "count(any(a = b * b + 2 for b in 1..count(mine) * 5) for a in 1..90) = 99 or "
    path.write_text(RULES.format("", end), "utf-8")
    game = load_game(path)
    assert len(game.reference.rules.loose) == len(game.reference.rules.loose_in_c) == 2
    state = game.start(engine)
    for _ in range(2):
        state = state.play(state.moves()[0])
    assert state.turn == 2


@pytest.mark.parametrize("made", ["empty - {c}", "neighbours(empty | {c})"])
def test_large_sets_that_are_made_anew_are_counted(made: str, tmp_path: Path) -> None:
    """On the reference engine, which goes through all their elements."""
    path = tmp_path / "game.yaml"
    end = "count(count({}) = n for n in 1..turns + 2, c in cells) = 999 or "
    text = RULES.replace("square(4)", "square(12)")
    path.write_text(text.format("", end.format("{c}")), "utf-8")
    state = load_game(path).start("reference")
    assert state.play(state.moves()[0]).turn == 1
    path.write_text(text.format("", end.format(made)), "utf-8")
    state = load_game(path).start("reference")
    with pytest.raises(GdlError, match="too-many-in-play"):
        state.play(state.moves()[0])


def test_cells_from_which_steps_lead_on_are_counted(tmp_path: Path) -> None:
    """Not all cells, on the reference engine: here there are none to go on to, then many."""
    path = tmp_path / "game.yaml"
    text = RULES.replace("square(4)", "square(9)")
    steps = "reach(c, d to neighbours(d) & {})"
    end = f"count(count({steps}) = n for n in 1..turns + 2, c in cells) = 999 or "
    path.write_text(text.format("", end.format("mine")), "utf-8")
    state = load_game(path).start("reference")
    assert state.play(state.moves()[0]).turn == 1
    path.write_text(text.format("", end.format("empty")), "utf-8")
    state = load_game(path).start("reference")
    with pytest.raises(GdlError, match=r"too-many-in-play.*`reach"):
        state.play(state.moves()[0])


def test_a_loop_over_a_range_that_is_left_early_counts_what_it_went_through(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    end = "count(any(m > a for m in 1..turns * 90 + 30) for b in 1..99, a in 1..3) = 999 or "
    path.write_text(RULES.format("", end), "utf-8")
    state = load_game(path).start("reference")
    assert len(state.game.reference.rules.loose) > 1
    assert state.play(state.moves()[0]).turn == 1


@pytest.mark.parametrize("domain", [
    "g in groups(mine), c in cells",
    "l in lines(2)",
    "s in {row(1), row(2), mine}, c in cells, k in 1..4",
], ids=["groups", "family", "listed"])  # fmt: skip
def test_each_loop_that_c_has_to_count_is_counted_there(domain: str, tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    used = " and ".join(f"{name} = {name}" for name in re.findall(r"(\w) in", domain))
    end = f"count(m > held and {used} for m in 1..turns * 90, {domain}) = 999 or "
    path.write_text(RULES.format("", end), "utf-8")
    reference = load_game(path).reference
    written = set(re.findall(r"count_rounds\((\d+)", program.program_of(reference).rules))
    assert len(written) > 1
    assert written == {str(loop.number) for loop in reference.rules.loose_in_c.values()}
