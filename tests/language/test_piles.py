"""Piles: several pieces on a cell, on both engines, in positions worked out by hand.

`White 1` in a pile is a man of White and rank 1; piles are written lowest first.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support.both_engines import compare, compare_encoding, pair
from support.tiny import tiny

from interpreter import IllegalMove
from interpreter.api.state import state_of
from interpreter.api.state_reader import read_state

HEAPS = """
    players: White, Black
    board:
      cells: rectangle(3, 2)
      pile: 40
    pieces:
      stone:
        owner: none
        supply: 2
      man:
        supply: 1
    actions:
      gather(a in pieces): lift height[a] of a
    turn: gather or pass
"""


def test_a_supply_has_room_for_all_that_can_stand_in_piles(tmp_path: Path) -> None:
    """There can be more pieces in a position that was set up than the supply had."""
    game = tiny(tmp_path, HEAPS)
    cells = ("a1", "b1", "c1", "a2", "b2", "c2")
    heap = [{"colour": None, "kind": "stone"}] * 40
    text = json.dumps({"board": dict.fromkeys(cells, heap)})
    node = read_state(game, text)
    states = [state_of(game, node, game.engine(name)) for name in ("native", "reference")]
    assert [state.engine.name for state in states] == ["native", "reference"]
    for number, cell in enumerate(cells, 1):
        states = [state.play(f"gather {cell}") for state in states]
        assert [state.supply["stone"] for state in states] == [40 * number] * 2
        compare(*states)


STATEMENTS = """
    players: White, Black
    board:
      cells: rectangle(3, 2)
      pile: 4
    pieces:
      man:
        supply: 9
        with:
          rank: 1..3
      stone:
        owner: none
        supply: 2
    setup:
      - for i in 1..3: put man of White with rank = i on a1
      - put man of Black with rank = 1 on b1
      - put stone under b1
    actions:
      place(c in cells): put man with rank = 3 on c
      tuck(c in cells): put man of Black with rank = 2 under c
      move(a in pieces, b in cells): move a to b
      under(a in pieces, b in cells): move a under b
      upper(n in 0..4, a in cells, b in cells): move n of a to b
      lower(n in 0..4, a in pieces, b in cells): move n of a from below to b
      slip(n in 0..4, a in pieces, b in cells): move n of a under b
      slide(n in 0..4, a in pieces, b in cells): move n of a from below under b
      gather(b in cells): move pieces to b
      swap(a in cells, b in cells): swap a and b
      clear(c in cells): remove c
      thin(n in 0..4, c in cells): remove n of c
      sap(n in 0..4, c in cells): remove n of c from below
      pick(n in 0..4, c in cells): lift n of c from below
      own(c in cells, n in 0..4): set owner[c, n] to Black
      top(c in cells): set owner[c] to Black
      promote(c in cells, n in 0..4): add 1 to rank[c, n]
      ask(c in cells, n in 0..4):
        - require owner[c, n] = White or kind[c, n] = stone or rank[c, n] = 1
        - require piece[c, n] in {piece[c], piece[c, 1]} and height[c] > 1
    turn: >-
      place or tuck or move or under or upper or lower or slip or slide or gather or swap
      or clear or thin or sap or pick or own or top or promote or ask or pass
    after turn:
      - if seen(board) = 2: set next to White
"""

AFTER = {  # what a move makes of `a1: W1 W2 W3, b1: stone B1`
    "place a1": "a1: W1 W2 W3 W3, b1: stone B1",
    "tuck b1": "a1: W1 W2 W3, b1: B2 stone B1",
    "tuck c2": "a1: W1 W2 W3, b1: stone B1, c2: B2",
    "move b1 c1": "a1: W1 W2 W3, c1: stone B1",
    "under b1 c1": "a1: W1 W2 W3, c1: stone B1",
    "upper 2 a1 b1": "a1: W1, b1: stone B1 W2 W3",
    "upper 2 a1 c1": "a1: W1, b1: stone B1, c1: W2 W3",
    "upper 0 c1 a1": "a1: W1 W2 W3, b1: stone B1",
    "upper 3 a1 a1": "a1: W1 W2 W3, b1: stone B1",
    "lower 2 a1 b1": "a1: W3, b1: stone B1 W1 W2",
    "slip 2 a1 b1": "a1: W1, b1: W2 W3 stone B1",
    "slide 1 b1 a1": "a1: stone W1 W2 W3, b1: B1",
    "swap a1 b1": "a1: stone B1, b1: W1 W2 W3",
    "clear a1": "b1: stone B1",
    "clear c1": "a1: W1 W2 W3, b1: stone B1",
    "thin 2 a1": "a1: W1, b1: stone B1",
    "sap 2 a1": "a1: W3, b1: stone B1",
    "sap 2 b1": "a1: W1 W2 W3",
    "pick 1 b1": "a1: W1 W2 W3, b1: B1",
    "own a1 1": "a1: B1 W2 W3, b1: stone B1",
    "top a1": "a1: W1 W2 B3, b1: stone B1",
    "promote a1 1": "a1: W2 W2 W3, b1: stone B1",
    "promote a1 3": "a1: W1 W2 W3, b1: stone B1",
}
REFUSED = (  # too many on a cell, too few in a pile, nothing there
    "move a1 b1", "upper 3 a1 b1", "upper 4 a1 c1", "upper 1 c1 a1", "gather c1", "swap a1 c1",
    "thin 4 a1", "sap 1 c1", "own a1 0", "own a1 4", "own b1 1", "top b2", "promote b1 1",
    "ask b1 0", "ask a1 2", "ask c1 1",
)  # fmt: skip


def shown(state: Any) -> str:
    """The piles of a position in words."""

    def word(piece: Any) -> str:
        owner = (piece.colour or "")[:1]
        return owner + "".join(map(str, piece.attributes.values())) if owner else piece.kind

    return ", ".join(f"{c}: {' '.join(map(word, p))}" for c, p in state.piles().items())


def test_what_statements_make_of_piles(tmp_path: Path) -> None:
    native, reference = pair(tiny(tmp_path, STATEMENTS))
    assert shown(reference) == "a1: W1 W2 W3, b1: stone B1"
    assert native.supply == reference.supply == {"White-man-1": 6, "Black-man-1": 8, "stone": 1}
    moves = {move.text for move in compare(native, reference)}
    for text, wanted in AFTER.items():
        assert text in moves
        a, b = native.play(text), reference.play(text)
        assert shown(b) == wanted, text
        compare(a, b)
        compare_encoding(a)
    assert not moves & set(REFUSED)
    assert {"ask a1 1", "ask a1 3", "ask b1 1", "ask b1 2"} <= moves


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("move a1 b1", "no more than 4 on a cell"),
        ("upper 4 a1 c1", "there are not so many pieces on the cell"),
        ("thin 4 a1", "there are not so many pieces on the cell"),
    ],
)
def test_why_a_statement_about_piles_is_refused(tmp_path: Path, text: str, reason: str) -> None:
    with pytest.raises(IllegalMove, match=reason):
        tiny(tmp_path, STATEMENTS).start("reference").play(text)


def test_pieces_go_back_to_the_supply_they_came_from(tmp_path: Path) -> None:
    game = tiny(tmp_path, STATEMENTS)
    for state in pair(game):
        assert state.play("pick 2 a1").supply == {
            "White-man-1": 8, "Black-man-1": 8, "stone": 1,
        }  # fmt: skip
        assert state.play("thin 2 a1").supply == state.supply
        assert state.play("tuck c1").supply["Black-man-1"] == 7


def test_a_view_has_all_pieces_and_a_position_comes_back(tmp_path: Path) -> None:
    game = tiny(tmp_path, STATEMENTS)
    for state in pair(game):
        view = state.view(0)
        assert [piece.attributes["rank"] for piece in view.piles["a1"]] == [1, 2, 3]
        assert view.pieces["a1"].attributes["rank"] == 3 and view.pieces["b1"].colour == "Black"
        again = game.state_from_json(state.play("lower 2 a1 b1").to_json())
        assert shown(again) == "a1: W3, b1: stone B1 W1 W2"
        assert again == game.start("reference").play("lower 2 a1 b1")


def test_a_position_with_too_many_on_a_cell_is_refused(tmp_path: Path) -> None:
    text = json.dumps({"board": {"a1": [{"kind": "stone"}] * 5}})
    with pytest.raises(ValueError, match="a1: a cell has room for 4"):
        tiny(tmp_path, STATEMENTS).state_from_json(text)


def test_positions_that_differ_below_the_top_are_different(tmp_path: Path) -> None:
    for state in pair(tiny(tmp_path, STATEMENTS)):
        one, other = state.play("promote a1 1"), state.play("promote a1 2")
        assert one.pieces() == other.pieces()
        assert one != other and one.turn_key != other.turn_key


CARDS = """
    board:
      cells: rectangle(2, 1)
      pile: 3
    pieces:
      card:
        owner: none
        supply: each
        with:
          rank: 1..4
    actions:
      deal(k in supply, c in cells): put k on c
      pick(n in 1..3, c in pieces): lift n of c from below
    turn: deal or pick
    end:
      - when turns = 8: draw
"""


def test_single_cards_go_back_one_by_one(tmp_path: Path) -> None:
    native, reference = pair(tiny(tmp_path, CARDS))
    for text in ("deal 3 a1", "deal 1 a1", "deal 4 a1", "pick 2 a1", "pick 1 a1"):
        compare(native, reference)
        native, reference = native.play(text), reference.play(text)
    compare(native, reference)
    assert not native.piles() and sum(native.supply.values()) == 4


def test_a_file_without_piles_may_have_a_height_of_its_own(tmp_path: Path) -> None:
    rules = """
        state:
          height[c in cells]: 0..3
        actions:
          grow(at in cells): add 1 to height[at]
        turn: grow
        end:
          - when any(height[c] = 3 for c in cells): mover wins
    """
    state = tiny(tmp_path, rules).start("reference").play("grow a1")
    assert state.variables["height"]["a1"] == 1


# ---- published games, on small boards or in positions --------------------------------------------

LASCA = """
    players:
      White:
        ahead: northwest, northeast
        goal: row(7)
      Black:
        ahead: southwest, southeast
        goal: row(1)
    board:
      cells: square(7) - {c for c in cells if (x(c) + y(c)) mod 2 = 1}
      pile: 22
    pieces:
      soldier:
        ways: ahead(owner[here])
      officer:
        ways: diagonal
    setup:
      - put soldier of White on row(1) | row(2) | row(3)
      - put soldier of Black on row(5) | row(6) | row(7)
    state:
      jumped: subsets(cells)
    define:
      jumps(c): c + 2*d for d in ways(c) if c + d in enemy - jumped and c + 2*d in empty
    actions:
      jump(start in mine, there in jumps(start)):
        - add start + towards(start, there) to jumped
        - move 1 of start + towards(start, there) under start
        - move start to there
      step(start in mine, there in neighbours(start, ways(start)) & empty): move start to there
    turn: jump, jump(last) while possible else step
    after turn:
      - set jumped to {}
      - set kind[mine & goal(mover)] to officer
    end:
      - when stuck: mover wins
      - when seen(board, mover) = 2: draw
"""


def columns(state: Any) -> dict[str, str]:
    """Columns of soldiers (small letters) and officers, lowest first."""

    def letter(piece: Any) -> str:
        return piece.colour[0].lower() if piece.kind == "soldier" else piece.colour[0]

    return {c: "".join(map(letter, pile)) for c, pile in state.piles().items()}


def lasca_position(game: Any, piles: dict[str, str]) -> Any:
    def piece(letter: str) -> str:
        kind = "soldier" if letter.islower() else "officer"
        colour = {"w": "White", "b": "Black"}[letter.lower()]
        return f'{{"kind": "{kind}", "colour": "{colour}"}}'

    cells = (f'"{c}": [{", ".join(map(piece, p))}]' for c, p in piles.items())
    return game.state_from_json(f'{{"board": {{{", ".join(cells)}}}, "seat": 0}}')


def test_a_jump_of_lasca_takes_the_top_under_the_column(tmp_path: Path) -> None:
    """A column takes the commanding piece of each column that it jumps; what that stood on is free.

    White's a1 holds a White soldier over a Black one. It jumps b2 (a Black soldier over two White
    ones) and d4, and must go on while it can; b2 is then White's.
    """
    game = tiny(tmp_path, LASCA)
    state = lasca_position(game, {"a1": "bw", "b2": "wwb", "d4": "Wb", "g7": "b"})
    assert [m.text for m in state.moves()] == ["jump a1 c3"]
    state = state.play("jump a1 c3")
    assert columns(state) == {"b2": "ww", "c3": "bbw", "d4": "Wb", "g7": "b"}
    assert [m.text for m in state.moves()] == ["jump c3 e5"]
    state = state.play("jump c3 e5")
    assert columns(state) == {"b2": "ww", "d4": "W", "e5": "bbbw", "g7": "b"}
    assert state.colour == "Black"


def test_a_soldier_of_lasca_becomes_an_officer_with_its_column(tmp_path: Path) -> None:
    game = tiny(tmp_path, LASCA)
    state = lasca_position(game, {"b6": "bw", "g1": "b", "f2": "w", "e1": "w"})
    state = state.play("step b6 a7")
    assert columns(state)["a7"] == "bW"


def test_random_games_of_lasca_are_the_same_on_both_engines(tmp_path: Path) -> None:
    game = tiny(tmp_path, LASCA)
    native, reference = pair(game)
    for number in range(60):
        moves = compare(native, reference)
        if native.is_over:
            break
        text = moves[number * 7 % len(moves)].text
        native, reference = native.play(text), reference.play(text)
    assert game.start().perft(3) == game.start("reference").perft(3)


DVONN = """
    players: White, Black
    board:
      cells: rhombus(5, 3)
      pile: 15
    pieces:
      man:
      dvonn:
        owner: none
    setup:
      - put dvonn on a1
      - put man of White on {b1, d1, e2}
      - put man of Black on {c1, e3, b2}
    define:
      red(c): any(kind[c, n] = dvonn for n in 1..height[c])
      lost: union(g for g in groups(pieces) if not any(red(c) for c in g))
      points(p): sum(height[c] for c in pieces(p))
    actions:
      move(start in mine, d in orthogonal):
        - require count(neighbours(start) & pieces) < 6, "it is surrounded"
        - require start + height[start]*d in pieces, "a stack ends on another"
        - move start to start + height[start]*d
        - remove lost
    turn: move else pass
    end:
      - when passes = 2: most points wins
"""


def test_a_stack_of_dvonn_goes_as_far_as_it_is_high_and_lost_ones_are_removed(
    tmp_path: Path,
) -> None:
    """b1, c1 and d1 link a1, a dvonn, with the rest. When d1 goes to c1, e2 and e3 lose touch."""
    native, reference = pair(tiny(tmp_path, DVONN))
    for state in (native, reference):
        state = state.play("move d1 west")
        assert {c: len(p) for c, p in state.piles().items()} == {
            "a1": 1, "b1": 1, "c1": 2, "b2": 1,
        }  # fmt: skip
        assert state.pieces()["c1"].colour == "White"
        state = state.play("move b2 southwest")  # onto b1
        assert state.pieces()["b1"].colour == "Black"
        texts = [move.text for move in state.moves()]
        assert texts == ["move c1 west"]  # two high: it leaps over b1 onto the dvonn
        end = state.play("move c1 west")
        assert [p.kind for p in end.piles()["a1"]] == ["dvonn", "man", "man"]
    compare(native, reference)


KALAH = """
    players:
      South:
        houses: b1, c1, d1, e1, f1, g1
        store: h1
        way: south_way
        across: north
      North:
        houses: b2, c2, d2, e2, f2, g2
        store: a1
        way: north_way
        across: south
    board:
      cells: rectangle(8, 2) - {a2, h2}
      tracks:
        south_way: b1 c1 d1 e1 f1 g1 h1 g2 f2 e2 d2 c2 b2 b1
        north_way: b1 c1 d1 e1 f1 g1 g2 f2 e2 d2 c2 b2 a1 b1
      pile: 48
    pieces:
      seed:
        owner: none
    setup:
      - for i in 1..4: put seed on houses(South) | houses(North)
    define:
      total(p): sum(height[c] for c in houses(p) | {store(p)})
      takes(c): c in houses(mover) and height[c] = 1 and c + across(mover) in pieces
    actions:
      sow(house in houses(mover) & pieces):
        - for i in 1..height[house]: move 1 of house to house + i*way(mover)
        - if takes(last): move {last, last + across(mover)} to store(mover)
    turn: sow
    after turn:
      - if last = store(mover): set next to mover
    end:
      - when any(no houses(p) & pieces for p in colours): most total wins
"""


def seeds(state: Any) -> dict[str, list[int]]:
    """The seeds of each side from its first house to its store."""
    heights = {cell: len(pile) for cell, pile in state.piles().items()}
    return {
        "South": [heights.get(c, 0) for c in "b1 c1 d1 e1 f1 g1 h1".split()],
        "North": [heights.get(c, 0) for c in "g2 f2 e2 d2 c2 b2 a1".split()],
    }


def test_sowing_in_kalah(tmp_path: Path) -> None:
    """The opening with the third house, which ends in the store, and a capture, by hand."""
    native, reference = pair(tiny(tmp_path, KALAH))
    for state in (native, reference):
        state = state.play("sow d1")
        assert seeds(state)["South"] == [4, 4, 0, 5, 5, 5, 1]
        assert state.colour == "South"  # the last seed fell into the store
        state = state.play("sow g1")  # five seeds: one in the store, four on North's side
        assert seeds(state) == {"South": [4, 4, 0, 5, 5, 0, 2], "North": [5, 5, 5, 5, 4, 4, 0]}
        state = state.play("sow b2")  # one into the store, three on South's side
        assert seeds(state) == {"South": [5, 5, 1, 5, 5, 0, 2], "North": [5, 5, 5, 5, 4, 0, 1]}
        state = state.play("sow b1")  # the last seed falls into the empty g1, facing the 5 of g2
        assert seeds(state) == {"South": [0, 6, 2, 6, 6, 0, 8], "North": [0, 5, 5, 5, 4, 0, 1]}
        assert state.view(0).pieces["h1"].kind == "seed" and len(state.view(0).piles["h1"]) == 8


def test_kalah_is_the_same_on_both_engines(tmp_path: Path) -> None:
    """With six houses of four seeds, the first move ends in the store in one way of six."""
    game = tiny(tmp_path, KALAH)
    assert game.start().perft(4) == game.start("reference").perft(4)
    native, reference = pair(game)
    for number in range(60):
        moves = compare(native, reference)
        if native.is_over:
            break
        text = moves[number * 5 % len(moves)].text
        native, reference = native.play(text), reference.play(text)


# ---- what is hidden ------------------------------------------------------------------------------

HIDDEN = """
    board:
      cells: square(3)
      pile: 3
    setup:
      - put man of Black on row(3)
      - put man of White on row(1)
    actions:
      step(a in mine, d in orthogonal): {statement}
    turn: step or pass
    sees:
      board: pieces(viewer)
"""


@pytest.mark.parametrize(
    "statement",
    [
        "move a to a + d",  # whether three stand there
        "put man on a + d",
        "remove 2 of a + d",
        "set owner[a + d, 1] to mover",
        "require height[a + d] = 0",
        "require owner[a + d, 1] = mover",
        "move a + d to a",
    ],
)
def test_how_high_a_hidden_pile_is_may_not_decide(tmp_path: Path, statement: str) -> None:
    with pytest.raises(Exception, match="secret-"):
        tiny(tmp_path, HIDDEN.format(statement=statement))


@pytest.mark.parametrize("statement", ["remove a + d", "swap a and a", "move 1 of a to a"])
def test_what_the_mover_sees_may_decide(tmp_path: Path, statement: str) -> None:
    tiny(tmp_path, HIDDEN.format(statement=statement))


FROM_SETS = """
    board:
      cells: rectangle(3, 1)
      pile: 3
    pieces:
      man:
    setup:
      - for i in 1..2: put man of Black on a1
    actions:
      lift_all(at in cells): lift height[at] - 1 of enemy
      place(at in empty): put man on at
    turn: lift_all or place
"""


def test_a_number_is_asked_of_each_pile_that_there_is(tmp_path: Path) -> None:
    native, reference = pair(tiny(tmp_path, FROM_SETS))
    moves = {move.text for move in compare(native, reference)}
    assert moves >= {"lift_all a1", "lift_all b1", "lift_all c1"}  # there is none of the enemy
    native, reference = native.play("place b1"), reference.play("place b1")
    moves = {move.text for move in compare(native, reference)}
    assert {"lift_all a1", "lift_all b1"} <= moves and "lift_all c1" not in moves
    for text in sorted(moves):
        compare(native.play(text), reference.play(text))
