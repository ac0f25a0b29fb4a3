"""What a file may not do, and what it may: both engines alike."""

from __future__ import annotations

from pathlib import Path

import pytest

from gdl import GdlError
from interpreter import State, load_game
from interpreter.api.record import read
from interpreter.api.replay import game_of
from interpreter.checking.check import check_file
from interpreter.solve import solve

ENGINES = ("reference", "native")


def states(folder: Path, text: str) -> list[State]:
    """The start of a game on both engines."""
    path = folder / "case.yaml"
    path.write_text(text)
    return [load_game(str(path)).start(engine) for engine in ENGINES]


def codes(folder: Path, text: str) -> list[str]:
    path = folder / "case.yaml"
    path.write_text(text)
    return [d.code for d in check_file(str(path))]


# ---- the set-up ----


@pytest.mark.parametrize("colour", ["Cross", "Nought"])
def test_the_set_up_says_who_begins(tmp_path: Path, colour: str) -> None:
    text = f"extends: tic-tac-toe\nsetup:\n  - set next to {colour}\n"
    for opening in ("", "opening:\n  - place\n"):
        for state in states(tmp_path, text + opening):
            assert state.colour == colour
            assert state.play("place a1").colour != colour


CHANCE = """\
extends: tic-tac-toe
state:
  n: 0..9
setup:
  - roll
  - require n != 3, "three is unlucky"
  - deal
chance:
  roll(k in 1..{most}): set n to k
  deal(at in {{c for c in cells if x(c) + 3 > n}}): put mark on at
"""


def test_a_set_up_that_chance_can_spoil_is_found_and_reported(tmp_path: Path) -> None:
    assert "setup-fails" in codes(tmp_path, CHANCE.format(most=6))
    for most, spoilt in ((3, "three is unlucky"), (6, "`at` of `deal` has no value")):
        said = []
        for state in states(tmp_path, CHANCE.format(most=most)):
            assert state.play("roll 2").is_chance
            with pytest.raises(GdlError) as caught:
                state.play(f"roll {most}")
            said.append(str(caught.value))
        assert said[0] == said[1] and spoilt in said[0]


def test_random_games_of_a_set_up_that_fails_raise_the_error(tmp_path: Path) -> None:
    for state in states(tmp_path, CHANCE.format(most=6)):
        with pytest.raises(GdlError, match="setup-fails"):
            for seed in range(50):
                if state.engine.name == "native":
                    state.engine.playouts(state.node, 50, seed, 1, 1000)
                else:
                    state.play("roll 6")


def test_a_set_up_that_fails_is_no_graph_that_is_too_large(tmp_path: Path) -> None:
    path = tmp_path / "case.yaml"
    path.write_text(CHANCE.format(most=6))
    for engine in ENGINES:
        with pytest.raises(GdlError, match="setup-fails"):
            solve(load_game(str(path)), engine=engine)


# ---- attributes, up and down ----

PITS = """\
game: Pits
players: A, B
board: square(2)
pieces:
  pit:
    with:
      seeds: 0..5
setup:
  - put pit of A with seeds = 1 on row(1)
  - put pit of B with seeds = 4 on a2
actions:
  sow(at in cells): {statement}
turn: sow
end:
  - when turns = 3: draw
"""


@pytest.mark.parametrize(
    ("statement", "moves", "seeds"),
    [
        ("add 1 to seeds[at]", 3, {"a1": 2, "b1": 1, "a2": 4}),
        ("add 3 to seeds[pieces]", 4, {"a1": 4, "b1": 4, "a2": 5}),
        ("take 2 from seeds[mine]", 4, {"a1": 0, "b1": 0, "a2": 4}),
        ("take seeds[b1] from seeds[a2]", 4, {"a1": 1, "b1": 1, "a2": 3}),
        ("add seeds[a1] to seeds[row(1)]", 4, {"a1": 2, "b1": 3, "a2": 4}),
    ],
)
def test_add_and_take_count_attributes(
    tmp_path: Path, statement: str, moves: int, seeds: dict[str, int]
) -> None:
    for state in states(tmp_path, PITS.format(statement=statement)):
        assert len(state.moves()) == moves
        after = state.play("sow a1").pieces()
        assert {cell: piece.attributes["seeds"] for cell, piece in after.items()} == seeds


def test_what_is_no_number_is_not_counted(tmp_path: Path) -> None:
    text = PITS.replace("0..5", "few, many").replace("= 1 on", "= few on").replace("= 4", "= many")
    assert codes(tmp_path, text.format(statement="add 1 to seeds[at]")) == ["not-changeable"]


# ---- what was a traceback ----

BARE = """\
game: Bare
players: A, B
board: square(4)
pieces: man
{more}
actions:
  place(at in {domain}): put man on at
turn: place
end:
  - when no empty: draw
"""


@pytest.mark.parametrize(
    "domain", ["empty | {}", "{} | empty", "{a1, b1} - {}", "empty & (cells | {})"]
)
def test_the_empty_set_takes_the_type_beside_it(tmp_path: Path, domain: str) -> None:
    path = tmp_path / "case.yaml"
    path.write_text(BARE.format(domain=domain, more=""))
    state = load_game(str(path)).start("reference")
    assert state.moves() and state.play(state.moves()[0]).pieces()


@pytest.mark.parametrize("domain", ["{}", "({} | {})", "({} - {})"])
def test_an_empty_domain_offers_nothing(tmp_path: Path, domain: str) -> None:
    assert codes(tmp_path, BARE.format(domain=domain, more="")) == ["no-first-move"]


@pytest.mark.parametrize(
    "values",
    ["man..9", "-man", "none..3", "1..none", "-none", "none + 1", "2*none, 3", "none div 2", "1..x",
     "(3 if none = 1 else none)..5"],
)  # fmt: skip
def test_options_made_of_what_does_not_exist(tmp_path: Path, values: str) -> None:
    text = BARE.format(domain="empty", more=f"options:\n  size: {values}")
    path = tmp_path / "case.yaml"
    path.write_text(text)
    with pytest.raises(GdlError):
        load_game(str(path))


def test_a_name_too_long_for_a_file_is_no_file(tmp_path: Path) -> None:
    for name in ("x" * 300, "x" * 5000, "x/" * 2000 + "x"):
        assert codes(tmp_path, f"game: T\nextends: {name}\n") == ["unknown-file"]


@pytest.mark.parametrize("option", ["name", "self", "options", "engine"])
def test_a_record_may_name_any_option(option: str) -> None:
    with pytest.raises(GdlError, match=f"has no option `{option}`"):
        game_of(read(f"game: tic-tac-toe\noption {option}: go\n\n1. place b2\n"))


def test_all_unknown_options_are_told_at_once() -> None:
    with pytest.raises(GdlError, match="`widht` or `heigth`") as caught:
        load_game("domineering", widht=3, heigth=4)
    assert caught.value.diagnostics[0].hint == "did you mean `width` and `height`?"
