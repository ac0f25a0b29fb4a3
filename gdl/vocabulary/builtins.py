"""The one table of built-in names.

The checker takes forms, parameters and results from it, the engines implement its names, and the
reference page is generated from it.  `reads` lists what the value of a built-in depends on besides
its arguments; it is empty for what the board alone decides.
"""

from __future__ import annotations

from dataclasses import dataclass

from gdl.vocabulary.types import (
    CELL,
    CELLS,
    COLOUR,
    DIRECTION,
    DIRECTIONS,
    FLAG,
    KIND,
    LIST,
    NUMBER,
    PIECE,
    PIECES,
    UNKNOWN,
    SetType,
    Type,
    set_of,
)


@dataclass(frozen=True)
class Param:
    """A parameter and the types it takes; `optional`: may be left out, `many`: may be repeated."""

    name: str
    types: tuple[Type, ...]
    optional: bool = False
    many: bool = False


@dataclass(frozen=True)
class Builtin:
    """A built-in name.

    `form` is "word", "call", "lookup", "aggregate", "board" for constructors or "action" for moves;
    a call whose parameters may all be left out is also written as a word.  A `special` built-in is
    checked by a method of its own.
    """

    name: str
    form: str
    params: tuple[Param, ...]
    result: Type
    reads: frozenset[str]
    signature: str
    meaning: str
    example: str
    special: bool = False

    @property
    def stands_alone(self) -> bool:
        """Whether the name has a value without brackets."""
        return self.form == "word" or (self.form == "call" and all(p.optional for p in self.params))


PLACES = (CELLS, CELL)
WAYS = (DIRECTIONS, DIRECTION)
SETS = (set_of(UNKNOWN),)
_ROWS: list[Builtin] = []


def _row(
    name: str,
    form: str,
    params: tuple[Param, ...],
    result: Type,
    reads: str,
    signature: str,
    meaning: str,
    example: str,
    special: bool = False,
) -> None:
    _ROWS.append(
        Builtin(
            name, form, params, result, frozenset(reads.split()), signature, meaning, example,
            special,
        )
    )  # fmt: skip


def _word(name: str, result: Type, reads: str, meaning: str, example: str) -> None:
    _row(name, "word", (), result, reads, f"{name}: {result}", meaning, example)


def _call(
    name: str,
    params: tuple[Param, ...],
    result: Type,
    reads: str,
    signature: str,
    meaning: str,
    example: str,
    special: bool = False,
) -> None:
    _row(name, "call", params, result, reads, signature, meaning, example, special)


_D = Param("directions", WAYS, optional=True)
_CELL = Param("cell", (CELL,))

# ---- boards ----
for _name, _signature, _meaning, _example in (
    ("square", "square(n)", "n × n square cells, `a1` at the bottom left", "square(8)"),
    ("rectangle", "rectangle(w, h)", "w columns and h rows of square cells", "rectangle(7, 6)"),
    ("hexagon", "hexagon(side)", "a hexagon of hexes with so many on each side", "hexagon(5)"),
    ("rhombus", "rhombus(n) or (w, h)", "a rhombus of hexes, as in Hex", "rhombus(11)"),
    ("triangle", "triangle(side)", "a triangle of hexes, as in Y", "triangle(11)"),
):
    _row(
        _name, "board", (Param("size", (NUMBER,), many=True),), CELLS, "", _signature, _meaning,
        f"board: {_example}",
    )  # fmt: skip

# ---- the board ----
_word("cells", CELLS, "", "every cell of the board", "touch(c in cells): piece[c]")
_word("corners", CELLS, "", "the corner cells of the board", "board: square(8) - corners")
_word("centre", CELLS, "", "the cells nearest to the middle of the board", "mine meets centre")
_word("sides", set_of(CELLS), "", "the edges of the board, each a set of cells; a corner is in "
      "both of its edges", "all(g meets s for s in sides)")  # fmt: skip
_call("row", (Param("number", (NUMBER,)),), CELLS, "", "row(n)", "the cells of the n-th row from "
      "the bottom", "put pawn of White on row(2)")  # fmt: skip
_call("column", (Param("number", (NUMBER,)),), CELLS, "", "column(n)", "the cells of the n-th "
      "column from the left", "goal: column(size)")  # fmt: skip
_call("x", (_CELL,), NUMBER, "", "x(cell)", "the number of a cell's column", "(x(c) + y(c)) mod 2")
_call("y", (_CELL,), NUMBER, "", "y(cell)", "the number of a cell's row", "y(c) > y(d)")
_word("directions", DIRECTIONS, "", "all directions of the board: eight on squares, six on hexes",
      "sight(start, directions)")  # fmt: skip
_word("orthogonal", DIRECTIONS, "", "the directions that lead across an edge of a cell: four on "
      "squares, six on hexes", "rod: orthogonal")  # fmt: skip
_word("diagonal", DIRECTIONS, "", "the directions that lead across a corner of a square",
      "sight(here, diagonal)")  # fmt: skip
for _name in ["north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"]:
    _word(_name, DIRECTION, "", f"one step {_name}", f"c + {_name}")
_call("neighbours", (Param("place", PLACES), _D), CELLS, "", "neighbours(cell or set, directions?)",
      "the cells next to it and not in it, across an edge unless directions are given",
      "neighbours(group(at)) & empty")  # fmt: skip
_call("links", (_D,), set_of(CELLS), "", "links(directions? or c to set)",
      "the unordered pairs of neighbours, or of cells with a step between them",
      "swap({a, b} in links)")  # fmt: skip
_call("lines", (Param("length", (NUMBER,)), _D), set_of(CELLS), "", "lines(k, directions?)",
      "every k cells in a straight row", "any(l within mine for l in lines(4))")  # fmt: skip
_call("blocks", (Param("width", (NUMBER,)), Param("height", (NUMBER,))), set_of(CELLS), "",
      "blocks(w, h)", "every block of w × h cells", "lines(4) | blocks(2, 2)")  # fmt: skip
_call("copies", (Param("shape", PLACES),), set_of(CELLS), "", "copies(set)",
      "every set of cells that is the shape moved, turned or mirrored; play cannot change the "
      "shape", "place(at in copies({a1, a2, b1}))")  # fmt: skip
_call("leaps", (_CELL, Param("far", (NUMBER,)), Param("aside", (NUMBER,))), CELLS, "",
      "leaps(cell, m, n)", "the cells m steps one way and n across, as a knight goes",
      "leaps(here, 1, 2)")  # fmt: skip
_call("between", (_CELL, Param("other", (CELL,))), CELLS, "", "between(cell, cell)",
      "the cells strictly between two cells of a straight line; nothing for two that are not",
      "remove between(start, there)")  # fmt: skip
_call("towards", (_CELL, Param("other", (CELL,))), DIRECTION, "", "towards(cell, cell)",
      "the direction of the straight line from one cell to another, if there is one",
      "towards(black, white)")  # fmt: skip
_call("rotated", (Param("direction", (DIRECTION,)), Param("times", (NUMBER,))), DIRECTION, "",
      "rotated(direction, n)", "the direction n further clockwise, anticlockwise if n is negative: "
      "n eighths of a full turn on squares, n sixths on hexes",
      "set aim[c] to rotated(aim[c], 2)")  # fmt: skip
_call("distance", (_CELL, Param("other", (CELL,))), NUMBER, "", "distance(cell, cell, c to set?)",
      "the fewest steps from one cell to another, across edges unless steps are given",
      "distance(c, e) <= 2")  # fmt: skip
_call("subsets", (Param("set", SETS),), set_of(set_of(UNKNOWN)), "", "subsets(set)",
      "the domain of a variable that holds a set", "cut: subsets(links)", True)  # fmt: skip
_word("flag", set_of(FLAG), "", "the domain of a variable that is `false` or `true`",
      "moved: flag")  # fmt: skip

# ---- the pieces ----
_WHOSE = Param("colours and kinds", (COLOUR, KIND), many=True, optional=True)
_LEVEL = Param("level", (NUMBER,), optional=True)
_KINDS = Param("kinds", (KIND,), many=True, optional=True)
_word("empty", CELLS, "board", "the cells without a piece", "place(at in empty)")
_call("pieces", (_WHOSE,), CELLS, "board", "pieces(colours and kinds…?)",
      "the cells with a piece, of the colours and kinds that are named",
      "count(pieces(White, king))")  # fmt: skip
_call("mine", (_KINDS,), CELLS, "own mover", "mine(kinds…?)", "the cells with a piece of the mover",
      "move(start in mine, there in empty)")  # fmt: skip
_call("enemy", (_KINDS,), CELLS, "board mover", "enemy(kinds…?)",
      "the cells with a piece of a colour that is not the mover's",
      "capture(at in enemy)")  # fmt: skip
_row("owner", "lookup", (_CELL, _LEVEL), COLOUR, "board", "owner[cell, level?]",
     "the colour of the piece on a cell, in a pile of the top one or of the level-th from the "
     "bottom; none for an empty cell or an unowned piece", "owner[c] = White")  # fmt: skip
_row("kind", "lookup", (_CELL, _LEVEL), KIND, "board", "kind[cell, level?]",
     "the kind of the piece on a cell, in a pile of the top one or of the level-th from the bottom",
     "kind[start] = king")  # fmt: skip
_row("piece", "lookup", (_CELL, _LEVEL), PIECE, "board", "piece[cell, level?]",
     "the piece on a cell: its kind, owner and attributes together", "piece[c]")  # fmt: skip
_row("height", "lookup", (_CELL,), NUMBER, "board", "height[cell]",
     "how many pieces stand on a cell, on a board with `pile`",
     "move(start in mine, n in 1..height[start])")  # fmt: skip
_call("alike", (Param("cells", (CELLS,)),), FLAG, "board", "alike(set)",
      "whether all cells are occupied and some attribute is the same on all of them",
      "f within pieces and alike(f)")  # fmt: skip
_call("supply", (_WHOSE,), PIECES, "supply mover", "supply(colour?, kind?)",
      "the pieces off the board of the mover or of that colour, with what has no owner; pieces "
      "that are alike are each counted, and are one choice",
      "place(p in supply, at in empty)")  # fmt: skip
_call("group", (_CELL, _D), CELLS, "board", "group(cell, directions? or c to set)",
      "the pieces of one colour that are connected with that on a cell",
      "count(group(at)) >= 2")  # fmt: skip
_call("groups", (Param("cells", (CELLS,)), _D), set_of(CELLS), "",
      "groups(set, directions? or c to set)", "the connected parts of a set of cells",
      "count(g) for g in groups(mine)")  # fmt: skip
_call("reach", (_CELL,), CELLS, "", "reach(cell, c to set)",
      "the cells reached in one or more steps, where from c one may step to the set",
      "reach(start, c to neighbours(c) & empty)", True)  # fmt: skip
_call("sight", (_CELL, Param("directions", WAYS), Param("through", (CELLS,), optional=True)), CELLS,
      "board", "sight(cell, directions, through?)",
      "along each direction the cells of `through` (`empty` if left out) and the first cell that "
      "is not one", "sight(start, orthogonal) - mine")  # fmt: skip

# ---- who plays ----
_word("colours", set_of(COLOUR), "", "the colours in the order of play", "home[p in colours]: 0..7")
_word("seats", set_of(NUMBER), "", "the numbers of the seats", "count(seats) = 3")
_call("seat", (Param("colour", (COLOUR,)),), NUMBER, "mover", "seat(colour)",
      "the seat that plays a colour", "seat(mover) = 1")  # fmt: skip
_word("mover", COLOUR, "mover", "the colour whose turn it is", "mover wins")
_call("opponent", (Param("colour", (COLOUR,), optional=True),), COLOUR, "mover",
      "opponent(colour?)", "the other colour of two; the mover's opponent if left out",
      "score(opponent(p))")  # fmt: skip
_call("after", (Param("colour", (COLOUR,)),), COLOUR, "mover", "after(colour)",
      "the colour whose turn follows in the regular order", "set next to after(next)")  # fmt: skip
_word("next", COLOUR, "mover", "the colour that takes the next turn; can be set",
      "set next to mover")  # fmt: skip
_word("playing", set_of(COLOUR), "mover", "the colours that still take turns, all of them at the "
      "start", "take p from playing")  # fmt: skip
_word("viewer", COLOUR, "viewer", "in `sees`, the colour of the seat that looks",
      "board: pieces(viewer)")  # fmt: skip
_word("last", CELL, "last", "where the last put or move of this turn ended; none before",
      "jump(last) while possible")  # fmt: skip
_word("here", CELL, "", "in a fact of a kind, the cell of the piece", "attacks: sight(here, "
      "diagonal)")  # fmt: skip
_word("turns", NUMBER, "turns", "the number of complete turns", "when turns = 300: draw")
_word("passes", NUMBER, "passes", "how many passes were just made in a row",
      "when passes = 2: draw")  # fmt: skip
_word("stuck", FLAG, "board supply state mover stuck", "whether the player to move next can "
      "complete no turn", "when stuck: mover wins")  # fmt: skip
_call("seen", (), NUMBER, "history board supply state mover", "seen(things…)",
      "at how many earlier ends of turns (the start included) the things listed, `board`, "
      "`supply`, `mover`, `next` or variables, were as they are now", "require seen(board) = 0",
      True)  # fmt: skip
_call("since", (), NUMBER, "history board supply state mover turns", "since(things…)",
      "how many turns ago the things listed, as `seen` takes them, first were at the end of a turn "
      "(or at the start) as they are now; does not exist if they never were",
      "when seen(board, mover) = 2 and 2*checks[mover] >= since(board, mover): mover loses",
      True)  # fmt: skip

# ---- over sets ----
for _name, _signature, _result, _meaning, _example in (
    ("any", "any(condition for …)", FLAG, "whether the condition holds at least once",
     "any(l within mine for l in lines(3))"),
    ("all", "all(condition for …)", FLAG, "whether the condition holds each time",
     "all(g meets s for s in sides)"),
    ("count", "count(set) or (condition for …)", NUMBER, "the number of elements, or how many "
     "times the condition holds", "count(mine) = 3"),
    ("sum", "sum(number for …)", NUMBER, "the numbers added up", "sum(home[p] for p in colours)"),
    ("max", "max(set) or (value for … else value)", UNKNOWN, "the largest; what stands after "
     "`else` where there is none", "max(count(g) for g in groups(mine) else 0)"),
    ("min", "min(set) or (value for … else value)", UNKNOWN, "the smallest; what stands after "
     "`else` where there is none", "min(y(c) for c in mine else 0)"),
    ("first", "first(set) or (value for … else value)", UNKNOWN, "the first element in the fixed "
     "order, which for cells is that of the board, not that of a way; "
     "`first(c + n*onward for n in 1..9 if …)` goes along a track", "first(colours)"),
    ("union", "union(set for …)", UNKNOWN, "all elements of the sets together",
     "union(g for g in groups(enemy) if no liberties(g))"),
    ("list", "list(number for …)", LIST, "the numbers in order, to compare one after the other",
     "list(number(p, n) for n in 1..9)"),
    ("descending", "descending(number for …)", LIST, "the numbers from the largest down",
     "descending(count(g) for g in groups(mine))"),
):  # fmt: skip
    _row(_name, "aggregate", (), _result, "", _signature, _meaning, _example, True)

# ---- moves ----
_row("pass", "action", (), UNKNOWN, "", "pass", "a move that does nothing and counts in `passes`",
     "turn: place else pass")  # fmt: skip
_row("done", "action", (), UNKNOWN, "", "done", "the move that ends what is done at will",
     "turn: move, (jump or done)")  # fmt: skip

BUILTINS: dict[str, Builtin] = {row.name: row for row in _ROWS}
GIVING_WAY = frozenset(["centre", "copies", "height", "playing", "rotated", "since"])
"""Younger names, which a file may declare for itself: it then has its own in place of these."""


def needs_board(builtin: Builtin) -> bool:
    """Whether a built-in gives or takes cells or directions, which only a board has."""
    types = [builtin.result, *(type for param in builtin.params for type in param.types)]
    return any(map(_is_of_board, types)) or builtin.name in ("reach", "here")


def _is_of_board(type: Type) -> bool:
    return _is_of_board(type.element) if isinstance(type, SetType) else type in (CELL, DIRECTION)


BUILTIN_MOVES = tuple(row.name for row in _ROWS if row.form == "action")
DIRECTION_NAMES = frozenset(
    ["north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"]
)
