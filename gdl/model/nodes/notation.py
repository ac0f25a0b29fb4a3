"""How positions and moves are written for other programs: the section `notation`.

Nothing of it changes what is played.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from gdl.source.node import node


@node
class MoveWord:
    """A part of the text of a move.

    `says` is "text" for a text that stands as it is, else what is written of the parameter of that
    `number`: its "value", the "kind" of the piece that it is or that stands there, or the "column"
    or "row" of a cell.  One `is_optional`: a parameter as much as is needed to tell moves apart,
    anything else where the move captures.  "then" stands for nothing: what is before it is written
    once for actions that follow each other in a turn.
    """

    says: str
    text: str
    number: int = -1
    is_optional: bool = False


@node
class PositionWord:
    """A part of the text of a position.

    `says` is "text", "board", "lists", "hands", "mover", "rounds", "turns" or "variable"; `minuend`
    is the number that the numbers of a variable are taken from.  `has_hands`: the pieces off the
    board follow the board in square brackets.  "joined": its `parts` with colons between them, of
    which those with a `mark`, the letter before them, are read where they stand and never written.
    """

    says: str
    text: str
    minuend: int | None = None
    has_hands: bool = False
    parts: tuple[PositionWord, ...] = ()
    mark: str = ""


@node
class Format:
    """How games are written in one format, SGF or PGN.

    `tags` are texts, numbers or names of options by the name of a property or tag; `cells` says
    how cells are written, which may be the name of a definition that gives their numbers; `check`
    is the definition that tells whether a colour is in check, and `white` the colour that the
    format calls White, if that is not the first.  Each way of writing an action is a list of words,
    and the first of them is written.
    """

    tags: Mapping[str, str] = field(default_factory=dict)
    cells: str = "names"
    check: str | None = None
    letters: Mapping[str, str] = field(default_factory=dict)  # of kinds and other values
    moves: Mapping[str, tuple[tuple[MoveWord, ...], ...]] = field(default_factory=dict)
    white: str | None = None

    @property
    def has_whole_turns(self) -> bool:
        """Whether the actions of a turn are written together, as one word."""
        return any(w.says == "then" for ways in self.moves.values() for way in ways for w in way)


@node
class Notation:
    """All that the section says.

    `letters` are those of a kind for each of its owners, of a colour, of the values of a variable;
    `signs` of an attribute are texts before and after the letter of a piece that has it.
    """

    letters: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    signs: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    position: tuple[PositionWord, ...] = ()
    sgf: Format | None = None
    pgn: Format | None = None


NOTHING_WRITTEN = Notation()
