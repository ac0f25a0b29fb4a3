"""`stuck` in `after turn`: whether the next player could move, asked before the turn stands."""

from __future__ import annotations

from pathlib import Path

import pytest

from gdl.source.limits import Limit
from interpreter import GdlError, IllegalMove, load_game
from interpreter.native.program import program
from interpreter.reference import turns

ENGINES = ("reference", "native")
MARCH = """\
game: March
players:
  White:
    ahead: east
  Black:
    ahead: west
board: rectangle({width}, 1)
pieces: man
state:
  before: flag
  later: flag
setup:
  - put man of White on row(1) & column(1)
  - put man of Black on row(1) & column({width})
actions:
  step(start in mine, there in {{start + ahead(mover)}} & empty): move start to there
turn: {turn}
after turn:
  {after}
end:
  - when stuck: mover wins
  - when turns = 9 and before = later: draw
"""


def march(folder: Path, width: int, after: str, turn: str = "step") -> Path:
    """Two men in a row of cells, who can only step towards each other."""
    path = folder / "march.yaml"
    path.write_text(MARCH.format(width=width, after=after, turn=turn))
    return path


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_a_turn_that_leaves_the_other_no_turn_can_be_forbidden(tmp_path: Path, engine: str) -> None:
    """
    W . B     White's step would leave Black no step, so White passes.
    """
    after = '- require not stuck, "nobody may be blocked"'
    turn = "\n  if turns = 0: step or pass\n  else: step"
    state = load_game(str(march(tmp_path, 3, after, turn))).start(engine)
    assert [m.text for m in state.moves()] == ["pass"]
    with pytest.raises(IllegalMove, match="nobody may be blocked"):
        state.play("step a1 b1")
    state = load_game(str(march(tmp_path, 3, after, "step or pass"))).start(engine)
    assert [m.text for m in state.moves()] == ["step a1 b1", "pass"]  # then Black may pass


def test_a_look_from_after_a_turn_does_not_ask_again(tmp_path: Path, engine: str) -> None:
    """
    W . . B     After b1, Black has one step, to c1, which would leave White none.  Asked after
                White's turn, Black could make it; when the turn is over, it is forbidden.
    """
    state = load_game(str(march(tmp_path, 4, "- require not stuck"))).start(engine)
    assert [m.text for m in state.moves()] == ["step a1 b1"]
    over = state.play("step a1 b1")
    assert over.is_over and list(over.result or ()) == [1.0, 0.0]


@pytest.mark.parametrize("width", [5, 6])
def test_what_is_asked_is_the_same_on_both_sides(tmp_path: Path, engine: str, width: int) -> None:
    """With three cells between them there are two turns before one that is forbidden to answer;
    with four there are three.
    """
    state, played = load_game(str(march(tmp_path, width, "- require not stuck"))).start(engine), 0
    while not state.is_over:
        (move,) = state.moves()
        state, played = state.play(move), played + 1
    assert played == width - 3
    assert list(state.result or ()) == ([0.0, 1.0] if width == 5 else [1.0, 0.0])


def test_a_statement_can_keep_what_was_asked(tmp_path: Path, engine: str) -> None:
    """
    W . B     After b1, Black is stuck, and White's turn is noted as the one that blocked.
    """
    after = "- set before to stuck\n  - set later to stuck and mover = Black"
    state = load_game(str(march(tmp_path, 3, after))).start(engine)
    over = state.play("step a1 b1")
    assert list(over.result or ()) == [1.0, 0.0]
    assert over.variables["before"] and not over.variables["later"]


def test_it_is_asked_from_where_it_stands(tmp_path: Path, engine: str) -> None:
    """
    W . B     Black is stuck after b1; but not once White's man is taken off, nor if White has
              the next turn, with a man that Black's does not block.
    """
    after = "- set before to stuck\n  - remove mine\n  - set later to stuck"
    state = load_game(str(march(tmp_path, 3, after))).start(engine).play("step a1 b1")
    assert (state.variables["before"], state.variables["later"]) == (True, False)
    after = "- set before to stuck\n  - remove enemy\n  - set next to mover\n  - set later to stuck"
    state = load_game(str(march(tmp_path, 3, after))).start(engine).play("step a1 b1")
    assert (state.variables["before"], state.variables["later"]) == (True, False)
    assert state.colour == "White"


def test_whose_turn_would_come_is_asked(tmp_path: Path, engine: str) -> None:
    """
    W . B     After b1 White cannot step either, so `stuck` says the same of both.
    """
    after = "- set before to stuck\n  - set next to mover\n  - set later to stuck"
    state = load_game(str(march(tmp_path, 3, after))).start(engine).play("step a1 b1")
    assert (state.variables["before"], state.variables["later"]) == (True, True)


TOO_LONG = """\
game: Many ways
players: White, Black
board: rectangle(5, 1)
pieces: stone
state:
  wish: 0..3
actions:
  ask(n in 0..3): set wish to n
  place(at in empty): put stone on at
turn:
  if turns = 0: ask
  else: place, place, place
after turn:
  - require turns = 1 or (stuck and no pieces)
end:
  - when turns = 3: draw
"""
LOOKS = 60 * (1 + 2 + 2) + 1 + 5 + 20 + 60
DEEP = 4 + 3


@pytest.mark.parametrize(
    ("looks", "deep"), [(LOOKS, DEEP), (LOOKS - 1, DEEP), (LOOKS, DEEP - 1)]
)
def test_what_is_looked_at_counts_alike_on_both_engines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, looks: int, deep: int
) -> None:
    """Each of the 60 ways to put three stones looks at 5 positions for two more, in vain."""
    monkeypatch.setenv("BOARDWRIGHT_CACHE", str(tmp_path / "cache"))
    for module in (turns, program):
        monkeypatch.setattr(module, "MAX_LOOKS", Limit(looks, "", "positions", ""))
        monkeypatch.setattr(module, "MAX_LOOKS_DEEP", Limit(deep, "", "actions", ""))
    path, said = tmp_path / "many.yaml", []
    path.write_text(TOO_LONG)
    for engine in ENGINES:
        state = load_game(str(path)).start(engine)
        try:
            said.append(f"{state.play('ask 1').result}")
        except GdlError as error:
            said.append(str(error))
    assert said[0] == said[1]
    assert ("look-too-long" in said[0]) == ((looks, deep) != (LOOKS, DEEP))
