"""What the headings, entries and keywords of the rule language mean: for editors.

The table of headings is that of section 2 of the specification, and a test compares the two; the
meaning of a built-in name stands in `gdl.vocabulary.builtins`.
"""

from __future__ import annotations

from dataclasses import dataclass

from gdl.vocabulary.builtins import BUILTINS


@dataclass(frozen=True)
class Meaning:
    """What a word means, with an example and the page and section that say more."""

    text: str
    example: str
    section: str  # "language.md#10-statements"


FILE = "language.md#2-the-file"
NOTATION = "language.md#23-notation"
HEADING_MEANINGS = {
    "game": Meaning("the name for people", "game: SQU", FILE),
    "designer": Meaning("text for people", "year: 2019", FILE),
    "year": Meaning("text for people", "year: 2019", FILE),
    "notes": Meaning("text for people", "year: 2019", FILE),
    "looks": Meaning("how pieces, the board and what is stored are drawn", "Black: black", FILE),
    "notation": Meaning(
        "how positions and moves are written for other programs", "position: board mover", NOTATION
    ),
    "extends": Meaning(
        "the file that this one varies", "extends: hex", "language.md#19-variants-extends"
    ),
    "options": Meaning(
        "`name: domain = default, published values`", "size: 2..64 = 10, published 8, 10",
        "language.md#3-options-and-players",
    ),
    "players": Meaning(
        "the colours in the order of play", "players: Red, Black",
        "language.md#3-options-and-players",
    ),
    "board": Meaning(
        "a shape with its size, lines of points, or a drawing", "board: square(8)",
        "language.md#4-boards"
    ),
    "words": Meaning(
        "words that the rules speak of, each with its facts", "suit: clubs, hearts",
        "language.md#6-what-is-stored-state-and-marks",
    ),
    "pieces": Meaning("the kinds of piece", "pieces: man, king", "language.md#5-pieces"),
    "setup": Meaning(
        "statements carried out before play", "- put pawn of White on row(2)",
        "language.md#10-statements",
    ),
    "state": Meaning(
        "`name: domain = start`", "record: 0..9", "language.md#6-what-is-stored-state-and-marks"
    ),
    "marks": Meaning(
        "like `state`, for people only", "pyramids[p in colours]: subsets(cells)",
        "language.md#6-what-is-stored-state-and-marks",
    ),
    "define": Meaning(
        "`name(parameters): expression`, or a list of statements", "area(p): count(pieces(p))",
        "language.md#7-definitions",
    ),
    "chance": Meaning(
        "actions taken by nature", "throw(n in 1..6): set dice to n", "language.md#15-chance"
    ),
    "actions": Meaning(
        "`name(parameter in domain, …): statements`", "drop(at in empty): put disc on at",
        "language.md#11-actions",
    ),
    "sees": Meaning(
        "what is hidden, and from whom", "board: pieces(viewer)",
        "language.md#16-hidden-information",
    ),
    "questions": Meaning(
        "what a player may ask privately", "touch(c in cells): piece[c]",
        "language.md#16-hidden-information",
    ),
    "parts": Meaning(
        "`name: turn`, for use in turns", "play: move up to 4 times",
        "language.md#12-turns",
    ),
    "opening": Meaning(
        "a list: one turn each, before the regular turns", "- drop",
        "language.md#13-order-of-play-openings-colours-and-seats",
    ),
    "turn": Meaning(
        "what a player does in a turn", "turn: move, grow else pass", "language.md#12-turns"
    ),
    "after turn": Meaning(
        "statements carried out when a turn is complete", "- if passes = 0: set latest to mover",
        "language.md#12-turns",
    ),
    "end": Meaning(
        "a list of conditions and results", "- when no empty: draw",
        "language.md#17-the-end-and-the-result",
    ),
}  # fmt: skip

STATEMENTS = "language.md#10-statements"
EXPRESSIONS = "language.md#8-expressions"
TURNS = "language.md#12-turns"
END = "language.md#17-the-end-and-the-result"
HIDDEN = "language.md#16-hidden-information"
MISSING = "language.md#9-what-does-not-exist"
CHANGES = "language.md#changes-by-name"
KEYWORD_MEANINGS = {
    "require": Meaning("the action is legal only if this holds at this moment",
                       'require {a, b} within pieces, "there are not two"', STATEMENTS),
    "try": Meaning("a condition on hidden information, tested only when the move is made",
                   'try at in empty, "that cell is taken"', HIDDEN),
    "put": Meaning("put a new piece on a cell or on each cell of a set, or under a pile",
                   "put pawn of White on row(2)", STATEMENTS),
    "lift": Meaning("take pieces off the board, or so many of a pile, back into the supply",
                    "lift {c} & enemy",
                    STATEMENTS),
    "remove": Meaning("take pieces off the board, or so many of a pile, out of the game",
                      "remove between(start, there)", STATEMENTS),
    "move": Meaning("move a piece, which takes the place of what stood there; a pile, or so many "
                    "of its pieces; or several pieces at once with `for`",
                    "move start to there", STATEMENTS),
    "swap": Meaning("exchange the cells of two pieces", "swap a and b", STATEMENTS),
    "set": Meaning("store a value in a variable, a mark or `next`, or change what pieces are",
                   "set record to best", STATEMENTS),
    "add": Meaning("increase a number, or add elements to a set", "add 1 to coins[mover]",
                   STATEMENTS),
    "take": Meaning("decrease a number, or take elements out of a set", "take f from unclaimed",
                    STATEMENTS),
    "play": Meaning("the acting seat plays this colour from now on", "play opponent", STATEMENTS),
    "weight": Meaning("how likely this instance of a chance action is, against the others",
                      "weight 6 if n = 2 else 1", "language.md#15-chance"),
    "tell": Meaning("announce words, and values after them, to `all`, to the `mover`, or to the "
                    "`opponent`",
                    'tell all "check"', STATEMENTS),
    "let": Meaning("a name for a value, up to the end of the list of statements",
                   "let there = start + 2*d", STATEMENTS),
    "if": Meaning("what follows holds or is done only under a condition",
                  "if best > record:", STATEMENTS),
    "else": Meaning("what holds or is done otherwise", "turn: move else pass", STATEMENTS),
    "for": Meaning("once for each element of a set", "for f in unclaimed if made(f):", STATEMENTS),
    "in": Meaning("whether a value is an element of a set; or the set that a name goes through",
                  "c + south in empty", EXPRESSIONS),
    "not": Meaning("whether a condition does not hold", "not stuck", EXPRESSIONS),
    "and": Meaning("whether both conditions hold", "some mine and no enemy", EXPRESSIONS),
    "or": Meaning("whether at least one condition holds; in a turn, the player chooses",
                  "turn: place or swap", EXPRESSIONS),
    "some": Meaning("whether a set has an element", "some supply", EXPRESSIONS),
    "no": Meaning("whether a set is empty", "no empty", EXPRESSIONS),
    "within": Meaning("whether all elements of a set are in another", "l within mine",
                      EXPRESSIONS),
    "meets": Meaning("whether two sets have an element in common", "g meets goal(p)",
                     EXPRESSIONS),
    "touches": Meaning("whether a cell of one set is next to a cell of another",
                       "{a} touches mine", EXPRESSIONS),
    "true": Meaning("a condition that holds always", "set moved to true", EXPRESSIONS),
    "false": Meaning("a condition that never holds", "moved: flag = false", EXPRESSIONS),
    "none": Meaning("no value: nobody, no cell", "holder: colours or none", MISSING),
    "to": Meaning("joins what is stored or moved and where it goes", "move start to there",
                  STATEMENTS),
    "of": Meaning("joins a kind and the colour that owns it", "put pawn of White on row(2)",
                  STATEMENTS),
    "with": Meaning("joins a kind and the values of its attributes", "put rod with way = east on c",
                    STATEMENTS),
    "on": Meaning("joins a piece and the cells where it is put", "put disc on at", STATEMENTS),
    "under": Meaning("joins a piece or a pile and the piles under which it is put",
                     "put man under c", STATEMENTS),
    "below": Meaning("ends `from below`: the lower pieces of a pile, not the upper",
                     "remove 1 of c from below", STATEMENTS),
    "before": Meaning("lines that come before the line of this name in the base",
                      "before checkmate:", CHANGES),
    "after": Meaning("lines that come after the line of this name in the base",
                     "after checkmate:", CHANGES),
    "from": Meaning("joins what is taken and the variable that it is taken from",
                    "take f from unclaimed", STATEMENTS),
    "mod": Meaning("what is left of a division of whole numbers", "(x(c) + y(c)) mod 2",
                   EXPRESSIONS),
    "div": Meaning("a division of whole numbers, rounded down", "count(cells) div 2",
                   EXPRESSIONS),
    "possible": Meaning("an action has a way through: it can be carried out, and so can what "
                        "follows it in the turn", "turn: drop, drop if possible", TURNS),
    "while": Meaning("again and again, as long as it has a way through, or as a condition holds",
                     "jump(last) while possible", TURNS),
    "up": Meaning("again and again, as long as it has a way through, so many times at most",
                  "grow up to 3 times", TURNS),
    "times": Meaning("so often; after `1 to 3`, between once and three times, as the player likes",
                     "place 1 to 3 times", TURNS),
    "repeat": Meaning("begins a block that is carried out as long as a condition holds",
                      "repeat up to 9 times while some loose:", STATEMENTS),
    "at": Meaning("begins `at will`: as often as the player likes; the move `done` stops",
                  "jump at will", TURNS),
    "will": Meaning("ends `at will`: as often as the player likes; the move `done` stops",
                    "jump at will", TURNS),
    "when": Meaning("a condition that is tested when a turn is complete", "when no empty: draw",
                    END),
    "as": Meaning("begins `as soon as`: a condition that is tested after every action",
                  "as soon as some goal: mover wins", END),
    "soon": Meaning("belongs to `as soon as`: a condition that is tested after every action",
                    "as soon as some goal: mover wins", END),
    "gets": Meaning("the colour gets so many points, from those who pay them or from nobody",
                    "opponent gets 2 from mover", END),
    "ranks": Meaning("begins `ranks first`: everybody gets a place by the score",
                     "most score ranks first", END),
    "wins": Meaning("the colour wins, or the colours of a set share the win", "mover wins", END),
    "loses": Meaning("the colour loses, all others win", "mover loses", END),
    "draw": Meaning("everybody draws", "when no empty: draw", END),
    "the": Meaning("joins a turn and the value that chooses among its ways",
                   "jump with the most count(taken)", TURNS),
    "most": Meaning("the colour with the most of this wins; in a turn, only the ways with the most "
                    "of it are allowed", "most coins wins", END),
    "fewest": Meaning("the colour with the fewest of this wins; in a turn, only the ways with the "
                      "fewest of it are allowed", "fewest stones wins", END),
    "published": Meaning("the values of an option with which the game was published",
                         "size: 2..64 = 10, published 8, 10", "language.md#3-options-and-players"),
    "each": Meaning("the supply holds one piece of each combination of attributes",
                    "supply: each", "language.md#5-pieces"),
    "nothing": Meaning("nothing is shown", "board: nothing", HIDDEN),
}  # fmt: skip

ENTRY_MEANINGS = {
    "pieces": {
        "owner": Meaning("`none` if the pieces belong to nobody, or the colour they belong to",
                         "owner: none", "language.md#5-pieces"),
        "supply": Meaning("how many pieces there are off the board for each owner, or `each`",
                          "supply: 9", "language.md#5-pieces"),
        "with": Meaning("the attributes of the pieces, with their values", "promoted: flag = false",
                        "language.md#5-pieces"),
    },
    "board": {
        "cells": Meaning("the shape of the board", "cells: square(8)", "language.md#4-boards"),
        "lines": Meaning("lines of points, which are the cells", "- a1 d1 g1",
                         "language.md#4-boards"),
        "squares": Meaning("the board drawn with a mark for each square, after `|`",
                           "squares: |", "language.md#4-boards"),
        "hexes": Meaning("the board drawn with a mark for each hex, after `|`", "hexes: |",
                         "language.md#4-boards"),
        "letters": Meaning("sets of the cells that have a letter in the drawing", "home: h H",
                           "language.md#4-boards"),
        "points": Meaning("where points are drawn", "centre: 3 2.5", "language.md#4-boards"),
        "tracks": Meaning("named paths of cells", "onward: a1 b1 c1", "language.md#4-boards"),
        "pile": Meaning("how many pieces may stand on a cell, one on another", "pile: 5",
                        "language.md#4-boards"),
    },
    "looks": {
        "board": Meaning("`points` draws the cells as crossings of lines", "board: points",
                         "language.md#2-the-file"),
    },
    "notation": {
        "letters": Meaning("the letters of pieces, of colours and of what variables hold",
                           "pawn: P p", NOTATION),
        "position": Meaning("what the text of a position consists of",
                            "position: board mover castling passed quiet rounds", NOTATION),
        "sgf": Meaning("how games are written in SGF", "sgf:", NOTATION),
        "pgn": Meaning("how games are written in PGN", "pgn:", NOTATION),
    },
    "sees": {
        "board": Meaning("the cells that a seat sees", "board: pieces(viewer)", HIDDEN),
        "supply": Meaning("what a seat sees of the pieces off the board", "supply: nothing",
                          HIDDEN),
        "kind": Meaning("where a seat sees of which kind the piece on a cell is",
                        "kind[c]: owner[c] = viewer", HIDDEN),
        "refusal": Meaning("who hears why a move was refused", "refusal: viewer = mover", HIDDEN),
    },
}  # fmt: skip
BOARD_AS_WORD = Meaning(
    "in `seen` and in `sees`, the pieces as they stand on the board",
    "require seen(board) = 0",
    "language.md#18-repetition-and-limits-on-length",
)
ALL_AS_WORD = Meaning(
    "in a turn, all players choose an action at once, and nobody sees what before all have chosen",
    "turn: all (advance or wait)",
    TURNS,
)
REMOVED = Meaning("this entry of the extended file is left out", "swap: removed",
                  "language.md#19-variants-extends")  # fmt: skip

REFERENCE_SECTIONS = {  # of the page of built-in names, each by the first name in it
    "square": "Boards",
    "cells": "The board",
    "empty": "The pieces",
    "colours": "Who plays",
    "any": "Over sets",
    "pass": "Moves",
}


def builtin_section(name: str) -> str:
    """The page and section that describe a built-in name: `reference.md#the-pieces`."""
    title = ""
    for row in BUILTINS:
        title = REFERENCE_SECTIONS.get(row, title)
        if row == name:
            break
    return f"reference.md#{title.lower().replace(' ', '-')}"
