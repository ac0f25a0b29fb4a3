"""Why a move is not legal: what is said, and the line that is named."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from support.positions import play
from support.tiny import tiny

from interpreter import IllegalMove, load_game
from interpreter.explain.why import Explained, why_not


def why(state: Any, text: str) -> IllegalMove:
    with pytest.raises(IllegalMove) as error:
        state.parse(text)
    return error.value


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a move begins with the name of an action"),
        ("place", "`place` is written as `place at`, such as `place b1`"),
        ("place a1 b1", "`place` is written as `place at`, such as `place b1`"),
        ("place z9", "there is no cell `z9`"),
        ("place b22", "there is no cell `b22`; did you mean `b2`?"),
        ("plase b2", "there is no action `plase`; did you mean `place`?"),
        ("xyzzy", "there is no action `xyzzy`; possible: place"),
        ("pass", "`pass` is not possible here; possible: place"),
        ("done", "`done` is not possible here; possible: place"),
        ("place a1", "Cross-mark stands on a1, so a1 is not in `empty`"),
    ],
)
def test_texts(text: str, message: str) -> None:
    state = play(load_game("tic-tac-toe").start(), "place a1")
    assert why(state, text).message == message


def test_a_game_that_is_over() -> None:
    over = play(
        load_game("tic-tac-toe").start(), *(f"place {c}" for c in ("a1", "a2", "b1", "b2", "c1"))
    )
    assert why(over, "place c3").message == "the game is over"


RULES = """
setup:
  - put man of Black on a1
  - put man of White on c3
actions:
  go(c in cells, n in 1..2):
    - require c not in mine, "that is your own"
    - put man on c
    - require count(mine) >= 2
    - hit(c, n)
  jump(a in mine, b in {a + 2*north} & empty): move a to b
  step(a in mine, b in neighbours(a) & empty): move a to b
define:
  hit(c, n):
    - require n = 1 or c != b2, "not twice in the middle"
turn:
  if turns < 2: go, step(last) if possible
  else: jump else step
after turn:
  - require some empty, "the board is full"
"""


@pytest.mark.parametrize(
    ("text", "message", "line"),
    [
        ("go a1 1", "that is your own", "require c not in mine"),
        ("go b2 2", "not twice in the middle", "require n = 1"),
        ("go b2 3", "3 is not in `1..2`", "1..2"),
        ("go b2 x", "there is no number `x`", None),
        ("step a1 b1", "`step` is not possible here; possible: go", None),
    ],
)
def test_the_line_that_forbids_it(
    tmp_path: Path, text: str, message: str, line: str | None
) -> None:
    error = why(tiny(tmp_path, RULES).start(), text)
    assert error.message == message
    if line:
        assert error.span is not None
        assert error.span.text.startswith(line)
        assert "tiny.yaml:" in str(error)


PARTS = """
actions:
  go(c in cells):
    - require c in empty and c in corners and turns < 9
    - put man on c
turn: go
"""


def test_of_several_conditions_the_one_that_does_not_hold_is_said(tmp_path: Path) -> None:
    error = why(tiny(tmp_path, PARTS).start(), "go b2")
    assert error.message == "`c in corners` does not hold"
    assert error.span is not None and error.span.text.startswith("require c in empty")
    held = "state:\n  held[p in colours]: 0..9\nsees:\n  held[p]: p = viewer\n"
    hidden = tiny(tmp_path, PARTS + held).start("reference")
    assert why(hidden, "go b2").message.startswith("`require c in empty and")


def test_a_change_that_cannot_be_made_is_no_condition(tmp_path: Path) -> None:
    rules = """
actions:
  leap(c in cells):
    - put man on c + 2*north
  ask(c in cells):
    - require c in mine
turn: leap or ask
"""
    state = tiny(tmp_path, rules).start()
    assert why(state, "leap b2").message == "`put man on c + 2*north` cannot be carried out here"
    assert "cannot be carried out" not in why(state, "ask b2").message


def test_a_piece_that_must_go_on(tmp_path: Path) -> None:
    state = play(tiny(tmp_path, RULES).start(), "go b2 1")
    assert "step b2" in why(state, "step a1 b1").message


def test_an_else_that_is_not_reached(tmp_path: Path) -> None:
    state = play(tiny(tmp_path, RULES).start(), "go b1 1", "step b1 c1", "go c2 1", "step c2 b2")
    assert {m.action for m in state.moves()} == {"jump"}
    assert why(state, "step a1 b1").message == "`step` is not possible here; possible: jump"


def test_a_line_after_the_turn(tmp_path: Path) -> None:
    rules = """
setup:
  - put man of Black on a1
actions:
  step(a in mine, b in neighbours(a) & empty): move a to b
  wait: require true
turn: step or wait
after turn:
  - require a1 in pieces, "the corner is lost"
"""
    assert why(tiny(tmp_path, rules).start(), "step a1 b1").message == "the corner is lost"


@pytest.mark.parametrize(
    ("turn", "moves", "text", "message"),
    [
        ("step, step at will", "a1 b1, b1 a1", "done", "something must change"),
        ("step, step at will", "a1 b1, b1 a1", "Done", "something must change"),
        ("step, (step at will), wait", "a1 b1", "done", "`wait` would be forbidden, no corner"),
        ("step or pass", "", "pass", "something must change"),
        ("step, step", "a1 b1", "done", "`done` is not possible here; possible: step"),
        ("step, step at will", "", "pass", "`pass` is not possible here; possible: step"),
    ],
)
def test_a_turn_that_may_not_end(
    tmp_path: Path, turn: str, moves: str, text: str, message: str
) -> None:
    """`done` and `pass` are refused with the line that refuses them, as other moves are."""
    rules = f"""
setup:
  - put man of Black on a1
actions:
  step(a in mine, b in neighbours(a) & empty): move a to b
  wait:
    - require mine meets corners, "no corner"
turn:
  if turns < 50: {turn}
  else: wait or pass
after turn:
  - require a1 in empty, "something must change"
"""
    steps = [f"step {move}" for move in moves.split(", ") if move]
    error = why(play(tiny(tmp_path, rules).start(), *steps), text)
    assert message in error.message
    assert error.span is not None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("place black-king a1", "a1 is not in `row(2)`: only a2, b2, c2 are"),
        ("place king a2", "there is no piece `king` without a colour; did you mean `Black-king`?"),
        ("place BLACK-kin a2", "there is no piece `BLACK-kin`; did you mean `Black-king`?"),
        ("place white a2", "there is no piece `white`; did you mean `White-man`?"),
        ("place k a2", "there is no piece `k`; did you mean `Black-king`?"),
        ("place rock a", "there is no cell `a`; did you mean `a2`?"),
        ("place rock q", "there is no cell `q`"),
        ("place rock d2", "there is no cell `d2`; did you mean `c2`?"),
        ("place rock c4", "there is no cell `c4`; did you mean `c3`?"),
        ("place rock g2", "there is no cell `g2`"),
        ("place black-run a2", "there is no piece `black-run`"),
        ("place rock-2 a2", "there is no piece `rock-2`; did you mean `rock`?"),
        ("place Rock A2", "this move is written `place rock a2`"),
    ],
)
def test_words_for_pieces(tmp_path: Path, text: str, message: str) -> None:
    """Letter case does not matter, as in play; a piece without its colour is found."""
    rules = """
pieces:
  man:
    supply: 2
  king:
    supply: 1
  rock:
    owner: none
    supply: 1
actions:
  place(p in supply, at in row(2)): put p on at
turn: place
"""
    game = tiny(tmp_path, rules)
    explained = Explained(game.reference, game.start().node, game.start()._moves)
    assert why_not(explained, text).message == message


def test_a_turn_that_cannot_be_completed(tmp_path: Path) -> None:
    rules = """
actions:
  lay(c in empty): put man on c
  join(c in {last + east} & empty): put man on c
turn: lay, join
"""
    start = tiny(tmp_path, rules).start()
    assert "could not be completed" in why(start, "lay c1").message
    assert start.parse("lay b1").text == "lay b1"


def test_an_unordered_pair_has_one_text() -> None:
    state = load_game("quardo-touch").start()
    assert state.parse("swap a1 b1").text == "swap a1 b1"
    assert why(state, "swap b1 a1").message == "this move is written `swap a1 b1`"


def test_what_was_tried_before() -> None:
    state = play(load_game("dark-hex", size=3).start(), "place a1", "place a1")
    assert why(state, "place a1").message == "this has been tried in this turn"


def test_chance_decides() -> None:
    state = load_game("quardo", players=3).start()
    assert "chance" in why(state, "place flat-dent-hexagonal-straight a1").message
    ur = load_game("royal-game-of-ur").start()
    assert "throw" in why(ur, "enter d1").message
    assert "n" in why(ur, "throw 9").message


CARDS = """
state:
  deck: subsets(1..4) = 1..4
  hand[p in colours]: 0..4
sees:
  deck: nothing
  hand[p]: p = viewer
  draw: nothing
chance:
  draw(k in deck, p in {first(p for p in colours if hand[p] = 0)}):
    - take k from deck
    - set hand[p] to k
actions:
  go(c in empty): put man on c
turn: draw up to 9 times, go
"""


def test_what_chance_could_do_is_explained_to_no_seat(tmp_path: Path) -> None:
    """It may draw from what a seat does not see."""
    start = tiny(tmp_path, CARDS).start()
    for drawn in ("draw 2 White", "draw 3 White"):
        state = play(start, "draw 1 Black", drawn)
        assert state.colour == "Black"
        for text in ("draw 2 Black", "draw 3 Black", "draw 9 Black", "draw"):
            said = "`draw` is what chance does, no move of a player"
            assert why(state, text).message == said


# ---- which part of a set keeps a value out -----------------------------------------------------

SETS = """
setup:
  - put man of Black on a1
  - put man of Black on b2
  - put man of White on c3
state:
  goal: colours = Black
define:
  targets(c): neighbours(c) & empty
  free: c for c in cells if c in empty and not near(c)
  near(c): neighbours(c) meets enemy
  far(c, n): d for d in directions if c + n*d in empty
  late: turns > 3
  home: row(1 if mover = White else 2)
  open(c): c in empty and late
actions:
  go(a in mine, b in targets(a) - corners): move a to b
  drop(c in free): put man on c
  or_corner(c in free | corners & empty): put man on c
  jump(a in mine, b in {a + 2*east}): move a to b
  hop(a in mine, b in {a + 2*d for d in far(a, 2)}): move a to b
  either(a in (mine if turns > 3 else empty)): remove a
  exchange({a, b} in {l for l in links if l within mine}): swap a and b
  ray(a in mine, b in sight(a, directions) - mine): move a to b
  ray_in(a in mine, b in sight(a, orthogonal, corners) & empty): move a to b
  gone(g in groups(mine)): remove g
  wait(c in {d for d in cells if open(d)}): put man on c
  other(p in {q for q in colours if q != goal}): set goal to p
  land(c in home): put man on c
turn: land or go or drop or or_corner or jump or hop or either or exchange or ray or ray_in or
  gone or wait or other
"""


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("go c3 c2", "White-man stands on c3, so c3 is not in `mine`"),
        ("go a2 a3", "a2 is empty, so a2 is not in `mine`"),
        ("go a1 b2", "only b1, a2 are among the neighbours of a1, so b2 is not in `targets(a)`"),
        ("go b2 b2", "only b1, a2, c2, b3 are among the neighbours of b2, so b2 is not in "
         "`targets(a)`"),
        ("drop b2", "Black-man stands on b2, so b2 is not in `free`"),
        ("drop c2", "`neighbours(c) meets enemy` (c is c2) holds, so c2 is not in `free`"),
        ("or_corner c2", "`neighbours(c) meets enemy` (c is c2) holds, and only a1, c1, a3, c3 "
         "are among the corners, so c2 is not in `free | corners & empty`"),
        ("jump a1 b1", "b1 is not in `{a + 2*east}` (a is a1): only c1 is"),
        ("jump b2 c2", "`a + 2*east` does not exist here, so c2 is not in `{a + 2*east}`"),
        ("hop a1 b1", "no step `2*d` leads from a1 to b1, so b1 is not in `a + 2*d for d in "
         "far(a, 2)`"),
        ("either a1", "Black-man stands on a1, and `turns > 3` does not hold, so a1 is not in "
         "`mine if turns > 3 else empty`"),
        ("exchange a1 b1", "`l within mine` (l is {a1,b1}) does not hold, so {a1,b1} is not in `l "
         "for l in links if l within mine`"),
        ("ray a1 b3", "no line in `directions` leads from a1 to b3, so b3 is not in `sight(a, "
         "directions)`"),
        ("ray a1 c3", "Black-man stands on b2, so c3 is not in `sight(a, directions)`"),
        ("ray_in a1 c1", "only a1, c1, a3, c3 are among the corners, so c1 is not in `sight(a, "
         "orthogonal, corners)`"),
        ("gone {c3}", "{c3} is not in `groups(mine)`: only {a1}, {b2} are"),
        ("wait a1", "Black-man stands on a1, so a1 is not in `d for d in cells if open(d)`"),
        ("wait c1", "the number of turns played is 0, not more than 3, so c1 is not in `d for d "
         "in cells if open(d)`"),
        ("land a3", "only a2, b2, c2 are in row 2, so a3 is not in `home`"),
        ("other Black", "goal is Black, so Black is not in `q for q in colours if q != goal`"),
    ],
)  # fmt: skip
def test_which_part_of_a_set_keeps_a_value_out(tmp_path: Path, text: str, reason: str) -> None:
    assert why(tiny(tmp_path, SETS).start(), text).message == reason


DARK = """
setup:
  - {setup}
state:
  held[p in colours]: 0..9 = 1
actions:
  go(a in mine, b in cells - mine):
    - try b in empty
    - move a to b
  drop(c in {{d for d in cells if d not in mine}}, n in 1..held[mover]): put man on c
  keep(n in {{k for k in 0..9 if k < held[mover]}}): set held[mover] to n
turn: go or drop or keep
sees:
  board: pieces(viewer)
  held[p]: p = viewer
  go: nothing
"""


def test_a_reason_tells_no_secret(tmp_path: Path) -> None:
    """Positions that look alike to the mover give the same reasons, word for word."""
    said = []
    for setup in ("put man of White on c3", "put man of White on c2", "set held[White] to 5"):
        rules = DARK.format(setup="put man of Black on a1\n  - " + setup)
        state = tiny(tmp_path, rules).start("reference")
        texts = [f"go {a} {b}" for a in ("a1", "b2", "c3") for b in ("a1", "c2", "c3", "b3")]
        texts += [f"drop {c} {n}" for c in ("a1", "c3", "c2") for n in (1, 3, 7)]
        texts += [f"keep {n}" for n in range(10)]
        legal = {m.text for m in state.moves()}
        said.append({t: why(state, t).message for t in texts if t not in legal})
    for text in said[0].keys() & said[1].keys() & said[2].keys():
        assert said[0][text] == said[1][text] == said[2][text], text
        assert "White" not in said[0][text]


# ---- what keeps a turn from being completed ----------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "text", "reason", "line"),
    [
        ("""
actions:
  lay(c in empty): put man on c
  join(c in empty):
    - require c touches last, "join what you laid"
    - require c in row(1)
    - put man on c
turn: lay, join
""", "lay b3", "`join` would be forbidden, join what you laid", "require c touches last"),
        ("""
actions:
  lay(c in empty): put man on c
  join(c in {last + east} & empty): put man on c
turn: lay, join
""", "lay c1", "`join` would be forbidden, there is no `c` in `{last + east} & empty`",
         "{last + east} & empty"),
        ("""
actions:
  lay(c in empty): put man on c
  join(c in empty): put man on c
turn: lay, join
after turn:
  - require b2 in mine, "the middle is taken first"
""", "lay b2", None, None),
        ("""
actions:
  lay(c in empty): put man on c
  join(c in corners & empty): put man on c
turn: lay, join
after turn:
  - require b2 in mine, "the middle is taken first"
""", "lay a2", "the end of the turn would be forbidden, the middle is taken first",
         "require b2 in mine"),
        ("""
actions:
  lay(c in empty): put man on c
  join(c in neighbours(last) & empty): put man on c
  close:
    - require last in corners
turn: lay, join, close
""", "lay b2", "`close` would be forbidden, `require last in corners` does not hold",
         "require last in corners"),
    ],
)  # fmt: skip
def test_the_line_that_blocks_the_rest_of_a_turn(
    tmp_path: Path, rules: str, text: str, reason: str | None, line: str | None
) -> None:
    state = tiny(tmp_path, rules).start()
    if reason is None:
        assert state.parse(text).text == text
        return
    error = why(state, text)
    assert error.message == f"the turn could not be completed after it: {reason}"
    assert error.span is not None and error.span.text.startswith(str(line))


def test_reasons_have_names_as_the_file_writes_them(tmp_path: Path) -> None:
    path = tmp_path / "words.yaml"
    path.write_text("""
game: Words
players: White, Black
board: square(2)
pieces: flat_stone, round_stone
define:
  first_row: row(1)
actions:
  put_down(at in empty & first_row): put flat_stone on at
  put_round(at in empty): put round_stone on at
  go_away(at in mine): remove at
turn: put_down, (put_round or go_away)
end:
  - when no empty: draw
""")
    state = load_game(path).start()
    with pytest.raises(IllegalMove, match="`go_away` is not possible here; possible: put_down"):
        state.parse("go_away a1")
    with pytest.raises(IllegalMove, match="a2 is not in `first_row`"):
        state.parse("put_down a2")
    with pytest.raises(IllegalMove, match="White-flat_stone stands on a1"):
        state.play(state.parse("put_down a1")).parse("put_round a1")
    with pytest.raises(IllegalMove, match="did you mean `put_down`"):  # what is to be written
        state.parse("put_dwn a1")


GATES = """
setup: put man on b1
define:
  jumped(c): reach(c, e to over(e) | (corners & empty & neighbours(e)))
  over(c): union(neighbours(e) & empty for e in neighbours(c) - empty)
  steps(c): neighbours(c) & empty | jumped(c)
actions:
  go(start in mine, there in steps(start)): move start to there
  far(start in mine, there in neighbours(start) | over(start)): move start to there
turn: go or far
"""


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("go b1 c3", "only a1, c1, b2 are among the neighbours of b1, and c3 is not in jumped of "
         "b1, so c3 is not in `steps(start)`"),
        ("far b1 c3", "only a1, c1, b2 are among the neighbours of b1, and nothing is in "
         "`neighbours(c) - empty` (c is b1), so c3 is not in `neighbours(start) | over(start)`"),
    ],
)  # fmt: skip
def test_each_of_several_ways_says_what_it_lacks(tmp_path: Path, text: str, reason: str) -> None:
    assert why(tiny(tmp_path, GATES).start(), text).message == reason


@pytest.mark.parametrize("words", ["", " a1 b1"])
def test_an_action_that_is_never_legal_here_says_why_and_not_how_it_is_written(
    tmp_path: Path, words: str
) -> None:
    state = load_game("chess").start()
    said = why(state, f"castle{words}")
    assert said.message == "no `castle` is legal now: there is a piece between king and rook"
    assert said.span is not None
    later = tiny(tmp_path, "actions:\n  a(c in empty): put man on c\n  b(c in mine): remove c\n"
                 "turn: a, b\n").start()  # fmt: skip
    assert why(later, f"b{words or ' a1 b1'}").message == "`b` is not possible here; possible: a"


def test_a_misspelt_direction_is_found_where_no_move_of_the_action_is_legal(
    tmp_path: Path,
) -> None:
    rules = """
actions:
  enter(at in empty): put man on at
  walk(start in mine, d in {north, 2*north}): move start to start + d
turn: enter or walk
"""
    found = why(tiny(tmp_path, rules).start(), "walk a1 nroth").message
    assert found == "there is no step `nroth`; did you mean `north`?"
