"""Records of planes → C that writes the same numbers: what the planes of a board need.

`observing` has the rest.  What depends on whose colour is which becomes a table with a part for
each of the colours that it depends on, and where `sees` hides something, only what is shown counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import product
from typing import Any

from interpreter.board.position import Piece as PieceCode
from interpreter.board.values import Piece
from interpreter.native import program
from interpreter.native.ir.layout.coding import Coding
from interpreter.native.program.tables import NONE, Tables
from interpreter.native.program.vector import BOARD, SUPPLY, UNSEEN
from interpreter.spaces.encoder import Columns, Form
from interpreter.spaces.records import (
    Ahead,
    AttributePlane,
    Has,
    HeightPlane,
    HiddenPlane,
    Is,
    NotShown,
    PiecePlane,
    Plane,
    SeenPiece,
    SupplyPlane,
    VariablePlane,
)
from interpreter.spaces.sites import Viewpoint


class PlaneWriter:
    """What all planes are written with: where they are, what is shown, and whose colour is which.

    Raises NotNative where `sees` has something that C cannot tell.
    """

    def __init__(self, form: Form, coding: Coding):
        self.form, self.coding, self.game = form, coding, form.game
        self.layout, self.fields = coding.layout, coding.interface.fields
        self.rules = self.game.reference.rules
        self.seats = self.game.seats
        self.cells = len(form.grid.places)
        self.codes = self.layout.cell_codes
        self.words = self.layout.cell_set.size
        self.tables = Tables()
        self.variables = {v.name: v for v in (*self.rules.variables, *self.rules.marks)}
        self.number = 0  # of the plane that is being written
        self.visibility = (
            program.visibility_of(coding, self.hiding()) if self.game.model.sees else None
        )

    def hiding(self) -> set[str]:
        """The entries of `sees` that the planes depend on."""
        records = self.form.records
        names = {plane.variable for plane in records if isinstance(plane, VariablePlane)}
        names |= {SUPPLY} if any(isinstance(plane, SupplyPlane) for plane in records) else set()
        names |= {plane.attribute for plane in records if isinstance(plane, AttributePlane)}
        names |= {BOARD, "kind"} if self.form.grid.places else set()
        return names

    def shown(self, name: str) -> str:
        """C for the words of what is shown of an entry of `sees`; empty where all of it is."""
        return self.visibility.words(name) if self.visibility else ""

    def masked(self, *names: str) -> str:
        """C that takes from a word of cells those that are not shown, by some entries of `sees`."""
        return "".join(f" & {words}[w]" for words in map(self.shown, names) if words)

    # ---- colours ----

    def views(self, aheads: Sequence[int]) -> Iterator[Viewpoint]:
        """A viewpoint for each way to give colours to some seats, the last one changing fastest."""
        for given in product(range(self.seats), repeat=len(aheads)):
            colours = [0] * self.seats
            for seat, colour in zip(aheads, given, strict=True):
                colours[seat] = colour
            yield Viewpoint(tuple(colours))

    def view(self, aheads: Sequence[int]) -> str:
        """C for the number of the viewpoint that a state has."""
        text = "0"
        for seat in aheads:
            text = f"({text}) * {self.seats} + col[{seat}]" if text != "0" else f"col[{seat}]"
        return text

    def table(self, aheads: Sequence[int], rows: Sequence[Sequence[Any]], index: str) -> str:
        """C for an entry of a table with a row for each viewpoint."""
        return self.tables.entry(rows, self.view(aheads), index)

    # ---- planes ----

    def at(self, number: int | None = None) -> str:
        """C for where a plane begins, this one unless a number is given."""
        return f"{self.number if number is None else number} * PLANE"

    def fill(self, value: str) -> str:
        """A plane with one number for all cells."""
        return f"plane_fill(out + {self.at()}, {value});"

    def of_set(self, value: str) -> Iterator[str]:
        """A plane of a set, given C for each of its words."""
        yield f"for (int32_t w = 0; w < {self.words}; w++) set[w] = {value};"
        yield f"plane_set(out + {self.at()}, set);"

    def one_cell(self, field: str) -> Iterator[str]:
        """A plane of one cell, or none."""
        yield f"plane_clear(out + {self.at()});"
        yield f"if ({field} >= 0) out[{self.at()} + PLANE_OF_CODE({field})] = 1;"


class ObservingBoard(PlaneWriter):
    """Writes the C for the planes of what stands on a board."""

    def of_tops(self, plane: PiecePlane) -> Iterator[str]:
        """The pieces of an owner and a kind that are on top."""
        owner = "s->unowned[0][w]"
        if plane.owner is not None:
            owner = f"s->own[col[{plane.owner.seats}]][w]"
        if plane.kind is None:
            yield from self.of_set(f"{owner}{self.masked(BOARD)} & ~{self.shown('kind')}[w]")
            return
        kind = f" & s->kind[{plane.kind}][w]" if "kind" in self.fields else ""
        yield from self.of_set(owner + kind + self.masked(BOARD, "kind"))

    def hidden(self, plane: HiddenPlane) -> Iterator[str]:
        """The cells that are not shown."""
        yield f"plane_set(out + {self.at()}, shown.{UNSEEN}.w);"

    def heights(self, plane: HeightPlane) -> Iterator[str]:
        """How high the piles are."""
        seen = self.shown(BOARD)
        holds = f"plane_has({seen}, PLANE_CODES(i)) * " if seen else ""
        yield "for (int32_t i = 0; i < CELLS; i++)"
        yield (
            f"    out[{self.at()} + PLANE_PLACES(i)] = "
            f"{holds}(float)s->height[PLANE_CODES(i)] / {plane.most}.0f;"
        )

    def of_attribute(self, plane: AttributePlane) -> Iterator[str]:
        """An attribute of the pieces that are on top."""
        values = self.coding.interface.attributes[plane.attribute]
        kinds = self.game.model.kinds
        having = [n for n, kind in enumerate(kinds) if plane.attribute in kind.attributes]
        fields = [f"s->kind[{kind}][w]" for kind in having] if "kind" in self.fields else [
            *(f"s->own[{colour}][w]" for colour in range(self.seats) if "own" in self.fields),
            *(["s->unowned[0][w]"] if "unowned" in self.fields else []),
        ]  # fmt: skip
        whole = "" if plane.attribute in self.game.shared_attributes else "kind"
        pieces = f"({' | '.join(fields)}){self.masked(BOARD, whole)}"
        if isinstance(plane.reading, NotShown):
            yield from self.of_set(f"{pieces} & ~{self.shown(plane.attribute)}[w]")
            return
        pieces += self.masked(plane.attribute)
        bits = self.fields[f"with_{plane.attribute}"].count
        aheads = aheads_of(plane.reading)
        rows = []
        for view in self.views(aheads):
            columns = Columns(self.game, [plane], view)
            rows.append([
                columns.value(plane, self.game.piece(piece)) if piece else 0.0
                for piece in (self.piece_with(plane.attribute, value) for value in values)
            ])  # fmt: skip
        name = f"with_{plane.attribute}"
        equal = [place for place, number in enumerate(rows[0]) if number]
        if len(rows) == 1 and len(equal) == 1 and rows[0][equal[0]] == 1:
            tests = (f"{'' if equal[0] >> b & 1 else '~'}s->{name}[{b}][w]" for b in range(bits))
            yield from self.of_set(f"{pieces} & {' & '.join(tests)}")
            return
        place = " | ".join(f"(int32_t)plane_has(s->{name}[{b}], c) << {b}" for b in range(bits))
        yield f"plane_clear(out + {self.at()});"
        yield f"for (int32_t w = 0; w < {self.words}; w++)"
        yield f"    for (uint64_t left = {pieces}; left; left &= left - 1) {{"
        yield "        const int32_t c = 64 * w + __builtin_ctzll(left);"
        entry = self.table(aheads, rows, place)
        yield f"        out[{self.at()} + PLANE_OF_CODE(c)] = {entry};"
        yield "    }"

    def piece_with(self, attribute: str, value: Any) -> PieceCode | None:
        """A piece whose attribute has a value."""
        named = self.rules.named_attributes
        return next((p for p in self.layout.pieces if named(p).get(attribute, NONE) == value), None)

    def below(self, level: int, planes: Sequence[Plane]) -> Iterator[str]:
        """The planes of what stands below the tops: most piles are not so high."""
        most = self.game.model.board.pile or 1
        piece = f"s->pile[code * {most} + s->height[code] - {level + 1}]"
        if "pile" not in self.fields:
            piece = "1"
        yield "{"
        yield "    int32_t under[CELLS], any = 0;"
        yield "    for (int32_t i = 0; i < CELLS; i++) {"
        yield "        const int32_t code = PLANE_CODES(i);"
        seen = self.shown(BOARD)
        holds = f"s->height[code] > {level}{f' && plane_has({seen}, code)' if seen else ''}"
        yield f"        any |= under[i] = {holds} ? {piece} : 0;"
        yield "    }"
        yield "    if (any) {"
        for at, plane in enumerate(planes, self.number):
            yield "        for (int32_t i = 0; i < CELLS; i++)"
            yield f"            out[{self.at(at)} + PLANE_PLACES(i)] = {self.of_piece(plane)};"
        yield "    } else {"
        yield f"        memset(out + {self.at()}, 0, {len(planes)} * PLANE * sizeof *out);"
        yield "    }"
        yield "}"
        self.number += len(planes)

    def of_piece(self, plane: Plane) -> str:
        """C for what a plane has for the piece `under[i]`."""
        value: Any = plane.owner if isinstance(plane, PiecePlane) else plane.reading  # type: ignore[attr-defined]
        aheads = aheads_of(value)
        parts = [name for name in ("kind", getattr(plane, "attribute", "kind")) if self.shown(name)]
        parts = list(dict.fromkeys(parts))
        rows: list[list[float]] = []
        for view in self.views(aheads):
            columns = Columns(self.game, [plane], view)
            rows.append([])
            for number in range(1 << len(parts)):
                lacking = [part for place, part in enumerate(parts) if number >> place & 1]
                pieces = (self.lacking(lacking, piece) for piece in self.layout.pieces)
                rows[-1] += [0.0, *(columns.value(plane, piece) for piece in pieces)]
        hidden = "".join(
            f" + {(1 + len(self.layout.pieces)) << place} * "
            f"!plane_has({self.shown(part)}, PLANE_CODES(i))" for place, part in enumerate(parts)
        )
        return self.table(aheads, rows, f"under[i]{hidden}")

    def lacking(self, parts: Sequence[str], code: PieceCode) -> Piece:
        """A piece of which some parts are not shown."""
        whole = self.game.piece(code)
        return reduce(lambda piece, part: self.game.without(part, piece), parts, whole)


def aheads_of(value: Any) -> list[int]:
    """The seats, after the viewer, whose colours a part of a record depends on."""
    match value:
        case Ahead(seats=seats):
            return [seats]
        case SeenPiece(owner=owner, attributes=attributes):
            value = (owner, *attributes)
        case Is(value=inner) | Has(value=inner):
            value = (inner,)
    parts = value if isinstance(value, tuple) else ()
    return sorted({seat for part in parts for seat in aheads_of(part)})
