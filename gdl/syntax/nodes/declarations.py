"""Declarations: the texts under the headings that introduce names."""

from __future__ import annotations

from gdl.source.node import node
from gdl.source.spans import Span
from gdl.syntax.nodes.expressions import Bind, Definition, Expr, Name, Node


@node
class Names(Node):
    """`man, king`."""

    names: tuple[Name, ...]


@node
class Player(Node):
    """A colour, and the condition under which it takes part."""

    name: Name
    condition: Expr | None


@node
class Players(Node):
    """`Red, Black, Blue if players = 3`."""

    players: tuple[Player, ...]


@node
class Stored(Node):
    """`domain or none = start, published …`."""

    domain: tuple[Expr, ...]
    or_none: bool
    start: Expr | None
    published: tuple[Expr, ...]


@node
class Domain(Node):
    """The values of an attribute, and the one that a new piece has if it is not said."""

    values: Definition
    start: Expr | None


@node
class Path(Node):
    """`a1 d1 g1`."""

    points: tuple[Name, ...]


@node
class Stretch(Node):
    """`(size - 1)*east`: so many steps of a track in one direction."""

    times: Expr
    direction: Name


@node
class Track(Node):
    """`a1 (size - 1)*east north`: cells, and directions in which the track goes on from them."""

    parts: tuple[Name | Stretch, ...]


@node
class Point(Node):
    """`3 2.5` or `(size + 1) 1.5`: x and y in the drawing."""

    x: Expr
    y: Expr


@node
class Letters(Node):
    """`h H`: the letters of a set in a drawing."""

    letters: tuple[Name, ...]


@node
class Drawing(Node):
    """A drawn board: "squares" or "hexes", its rows from the top as they are written, and each of
    its letters with the place where it stands first.
    """

    shape: str
    rows: tuple[Name, ...]
    letters: tuple[tuple[str, Span], ...]

    @property
    def texts(self) -> tuple[str, ...]:
        """The rows as they are written."""
        return tuple(row.text for row in self.rows)


@node
class Each(Node):
    """`supply: each`."""


@node
class Owner(Node):
    """`owner: none` (no name) or a colour."""

    name: Name | None


@node
class Head(Node):
    """A name with bound or plain parameters: the key of an action, a variable, a definition."""

    name: Name
    binders: tuple[Bind, ...] = ()
    names: tuple[Name, ...] = ()


@node
class Shown(Node):
    """An entry of `sees`: `nothing`, or what is shown."""

    nothing: bool
    items: Definition | None


@node
class FileName(Node):
    """`extends: tic-tac-toe`."""

    text: str
