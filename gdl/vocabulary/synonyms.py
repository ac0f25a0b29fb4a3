"""Words of English and of programming languages, and what they may mean in the rule language.

The names are tried in place of the word (see `gdl.suggestions`); if none fits, the hint says how
to write what was meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from gdl.vocabulary.builtins import BUILTINS

MEANT = {  # names of the language, each with the words that may stand for it
    "count": "len length size number amount num card cardinality total",
    "none": "null nil undefined nobody noone nothing void",
    "true": "yes on",
    "false": "no off",
    "mover": "player current me self us you active acting turn_player to_move who",
    "opponent": "other enemy_player next_player them rival",
    "enemy": "opponents theirs their opposing foes",
    "mine": "own friends friendly my ours own_pieces",
    "cells": "board all_cells squares spaces hexes fields positions vertices sites everywhere",
    "empty": "free vacant unoccupied is_empty isempty blank open",
    "pieces": "occupied stones tokens occupied_by men",
    "neighbours": "neighbors neighbor neighbour adjacent adj adjacents nbrs around",
    "any": "exists exist anyof some_of",
    "all": "forall every each_of allof",
    "1": "one",
    "2": "two",
    "3": "three",
    "4": "four",
    "5": "five",
    "6": "six",
    "7": "seven",
    "8": "eight",
    "9": "nine",
    "10": "ten",
    "first": "one choose pick",
    "union": "unionof flatten",
    "pass": "skip nothing null_move noop",
    "done": "stop end_turn finish",
    "owner": "colour color belongs",
    "kind": "type class piece_type",
    "piece": "content contents what at_cell",
    "turns": "turn_number move_number movenumber moves ply plies round rounds",
    "centre": "center middle central",
    "lines": "line inline in_line rows_of lineofsight",
    "groups": "components chains clusters",
    "group": "chain cluster connected component string",
    "directions": "alldirs all_directions dirs compass",
    "orthogonal": "ortho rook straight",
    "diagonal": "diag diagonals bishop",
    "north": "up forward forwards",
    "south": "down backward backwards back",
    "west": "left",
    "east": "right",
    "flag": "bool boolean flags",
    "subsets": "powerset set setof set_of subset",
    "hexagon": "hexhex hexagonal hexes_board",
    "square": "chess chessboard squareboard grid board",
    "rectangle": "grid rect rectangular board",
    "rhombus": "diamond parallelogram",
    "triangle": "tri triangular",
    "set next to mover": "moveagain play_again extra_turn again repeat_turn",
}
WHO_IS_STUCK = (
    "`stuck` is about the player who is to move next, and `mover` is who made the last turn"
)
STUCK = f"{WHO_IS_STUCK}: so `when stuck: mover wins` is a loss for who cannot move"
WHERE_STUCK = f"under `end` and `after turn`, {WHO_IS_STUCK}"
NO_WAY = "what is done where nothing else can be done stands after `else`, like `place else pass`"
SAID = {  # hints for words that no single name can replace
    "adjacent adj connected":
        "cells that touch are tested with `a touches b`, or by `c in neighbours(a)`",
    "exists exist": "`some S` asks whether a set has an element, `any(condition for c in S)` "
        "whether one of its elements is such",
    "forall every": "`all(condition for c in S)` asks whether each element of a set is such",
    "int integer number num counter natural numeric float":
        "a number is declared with all its values: `0..9`, or `0..9 = 5` to start at 5",
    "range": "a range of numbers is written `0..9`",
    "list array dict map string str text":
        "what is stored for each of several things has an index, like `coins[p in colours]`; a set "
        "is declared like `subsets(cells)`",
    "player current me self us you": "the colour that moves is the `mover`",
    "random rand dice roll":
        "chance is an action under `chance`, like `throw(n in 1..6): set dice to n`",
    "possible feasible doable":
        "`if possible` stands in a turn, and alone; to add a condition, write it after brackets: "
        "`(move if possible) if c`",
    "print log say": "players are told something by `tell all \"words\"`",
    "stalemate stalemated blocked immobile no_moves cannot_move": STUCK,
    "moves legal_moves has_moves has_move can_move can_play":
        f"{WHERE_STUCK}; in a turn, {NO_WAY}",
    "break continue":
        "a `for` goes through its whole set; what shall not be done for all stands under an `if`",
    "nobody noone no_one neither": "where nobody wins, the result is `draw`",
    "win lose victory defeat winner winners":
        "the end names who wins: `- when no empty: mover wins`",
    "line row_of": "a line of three own pieces is tested with "
        "`any(l within mine for l in lines(3))`",
}  # fmt: skip
CALLS_MEANT = {  # what a call may stand for, with its arguments numbered from 0
    "connected is_connected contiguous": (
        "count(groups({0})) = 1", "any({{{0}, {1}}} within g for g in groups(mine))",
    ),
    "abs absolute absolute_value": ("max({{{0}, -({0})}})",),
    "colour color get_colour get_color colour_of color_of player_at": ("owner[{0}]",),
    "is_empty isempty empty_at free is_free vacant unoccupied": ("{0} in empty", "{0} & empty"),
    "occupied is_occupied": ("{0} in pieces",),
    "adjacent is_adjacent adj next_to touching neighbouring":
        ("{0} touches {1}", "neighbours({0})"),
    "contains includes": ("{1} in {0}", "{1} within {0}"),
    "is_in member inside": ("{0} in {1}", "{0} within {1}"),
    "range": ("{0}..{1} - 1", "0..{0} - 1"),
    "same copy identity value value_of get_value": ("{0}",),
    "type type_of kind_of piece_type": ("kind[{0}]",),
    "row_of get_row": ("y({0})", "row(y({0}))"),
    "column_of col_of get_column": ("x({0})", "column(x({0}))"),
    "rook rook_moves": ("sight({0}, orthogonal) - mine",),
    "bishop bishop_moves": ("sight({0}, diagonal) - mine",),
    "queen queen_moves": ("sight({0}, directions) - mine",),
    "knight knight_moves": ("leaps({0}, 1, 2) - mine",),
    "king king_moves": ("neighbours({0}, directions) - mine",),
}  # fmt: skip
OF_ONE = {  # what a built-in may stand for if called with another type: `row` of a cell
    ("row", "cell"): ("y({0})", "row(y({0}))"),
    ("column", "cell"): ("x({0})", "column(x({0}))"),
}
SIGNS = {"==": "=", "<>": "!=", "&&": "and", "||": "or", "≤": "<=", "≥": ">=", "≠": "!="}
LOOKED_UP = "|".join(b.name for b in BUILTINS.values() if b.form == "lookup")
ASKED = "|".join(b.name for b in BUILTINS.values() if b.form == "call")
HEADINGS_MEANT = {  # headings, each with the words that may stand for it
    "game": "name title",
    "players": "player sides side colors colours seats turn_order order",
    "pieces": "piece tokens token equipment units stones",
    "board": "equipment map grid",
    "setup": "start initial initially placement set_up starting_position",
    "state": "variables variable vars memory",
    "define": "definitions definition defs functions macros where",
    "actions": "moves move rules rule action",
    "turn": "turns play turn_order phases phase stages order sequence",
    "end": "goal goals win winning victory ending ends result results objective lose losing",
    "chance": "dice random",
    "sees": "hidden visibility secret",
    "notes": "note description comment comments about",
    "designer": "author authors designers by",
}


def calls_meant(word: str, args: Sequence[str]) -> tuple[str, ...]:
    """What a call of `word` with these arguments may stand for."""
    rows = (meant for words, meant in CALLS_MEANT.items() if word.lower() in words.split())
    return filled(next(rows, ()), args)


def filled(shapes: Iterable[str], args: Sequence[str]) -> tuple[str, ...]:
    """The shapes that take exactly as many arguments as given, filled in with them."""
    fitting = (shape for shape in shapes if len(set(re.findall(r"\d(?=\})", shape))) == len(args))
    return tuple(shape.format(*args) for shape in fitting)


def headings_meant(word: str) -> tuple[str, ...]:
    """The headings that `word` may stand for, as a whole or else by its first known part."""
    plain = re.sub(r"\W+", "_", word.strip().lower())
    tries = (plain, *plain.split("_"))
    lists = (tuple(h for h, words in HEADINGS_MEANT.items() if t in words.split()) for t in tries)
    return next(filter(None, lists), ())


def synonyms(word: str) -> tuple[str, ...]:
    """The names that a word may stand for."""
    return tuple(name for name, words in MEANT.items() if word.lower() in words.split())


def said(word: str) -> str | None:
    """The hint on how to write what a word stands for, or None."""
    return next((hint for words, hint in SAID.items() if word.lower() in words.split()), None)


def with_signs(value: str) -> str:
    """A text with foreign operators replaced, `c.owner` by `owner[c]`, and `c.x` by `x(c)`."""
    for sign, right in SIGNS.items():
        value = re.sub(rf" *{re.escape(sign)} *", f" {right} ", value)
    value = re.sub(rf"\b(\w+)\.({LOOKED_UP})\b(?!\()", r"\2[\1]", value)
    return re.sub(rf"\b(\w+)\.({ASKED})\b(?!\()", r"\2(\1)", value)
