"""Records of planes → C that writes the same numbers, from a state of the native engine.

`c/observe.c` has what the C text calls.  What depends on whose colour is which becomes a table with
a part for each of the colours that it depends on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Any

from gdl.vocabulary.types import SetType
from interpreter.native.emit.plain_state import c_files
from interpreter.native.ir.layout.stored_values import NotEncodable, field_value
from interpreter.native.ir.terms import NO_NUMBER
from interpreter.native.program.tables import NONE
from interpreter.native.program.vector import SUPPLY, ObservationCode
from interpreter.native.runtime.library import NativeLibrary
from interpreter.spaces.encoder import Form
from interpreter.spaces.observing_board import ObservingBoard, PlaneWriter, aheads_of
from interpreter.spaces.records import (
    AttributePlane,
    BoardPlane,
    ChoicePlane,
    ChosenPlane,
    ColourPlane,
    Has,
    HeightPlane,
    HiddenPlane,
    Is,
    LastPlane,
    NotShown,
    PassesPlane,
    PiecePlane,
    Plane,
    Scaled,
    Site,
    SupplyPlane,
    TurnPlane,
    VariablePlane,
)
from interpreter.spaces.sites import Viewpoint

RUN = 32  # cells that are written from one word


class ObservingVariables(PlaneWriter):
    """Writes the C for the planes of variables."""

    def of_variable(self, plane: VariablePlane) -> Iterator[str]:
        """What a variable has under an index, perhaps another one on each cell."""
        variable, reading = self.variables[plane.variable], plane.reading
        value = reading.value if isinstance(reading, Is | Has) else None
        aheads = aheads_of((*plane.key, value))
        is_local = any(isinstance(part, Site) for part in (*plane.key, value))
        keys = {key: entry for entry, key in enumerate(variable.keys)}
        entries: list[list[int]] = []
        wanted: list[list[Any]] = []
        for view in self.views(aheads):
            entries.append([])
            wanted.append([])
            for cell in range(self.cells if is_local else 1):
                key = tuple(view.absolute(part, cell) for part in plane.key)
                code = self.wanted(variable, reading, view, cell)
                entries[-1].append(-1 if code is NONE else keys.get(key, -1))
                wanted[-1].append(-1 if code is NONE else code)
        yield from self.written(plane, aheads, is_local, entries, wanted)

    def wanted(self, variable: Any, reading: Any, view: Viewpoint, cell: int) -> Any:
        """What a variable is compared with, as its field has it; NONE for what it never is."""
        if isinstance(reading, Scaled | NotShown):
            return 0
        value = view.absolute(reading.value, cell)
        if value is None and isinstance(reading.value, Site):
            return NONE
        try:
            if isinstance(reading, Is):
                return field_value(self.layout, variable, value)
            inner = variable.type.element
            if isinstance(inner, SetType):
                return self.layout.family(inner, variable.domain).sets.index(
                    self.layout.encode(inner, value)
                )
            return self.layout.encode(inner, value) - self.layout.offset(inner)
        except (LookupError, ValueError, NotEncodable):
            return NONE

    def written(
        self, plane: VariablePlane, aheads: Sequence[int], is_local: bool,
        entries: Sequence[Sequence[int]], wanted: Sequence[Sequence[Any]],
    ) -> Iterator[str]:  # fmt: skip
        """The C statements for a plane of a variable."""
        field, same = f"s->v_{plane.variable}", {e for row in entries for e in row}
        seen = "" if plane.is_mark else self.shown(plane.variable)
        is_each = is_local and not seen and all(tuple(row) == tuple(self.codes) for row in wanted)
        if is_each and len(same) == 1 and isinstance(plane.reading, Has):
            yield f"plane_set(out + {self.at()}, {field}[{same.pop()}]);"
            return
        if is_each and len(same) == 1 and isinstance(plane.reading, Is):
            yield from self.one_cell(f"{field}[{same.pop()}]")
            return
        number = self.number_of(plane, f"{field}[e]", self.table(aheads, wanted, "i"))
        if seen:
            holds, no = f"plane_has({seen}, e)", "1" if isinstance(plane.reading, NotShown) else "0"
            number = f"{holds} ? {number} : {no}"
        yield f"for (int32_t i = 0; i < {'CELLS' if is_local else '1'}; i++) {{"
        yield f"    const int32_t e = {self.table(aheads, entries, 'i')};"
        yield f"    const float n = e < 0 ? 0 : {number};"
        cell = f"out[{self.at()} + PLANE_PLACES(i)] = n;"
        yield f"    {cell if is_local else self.fill('n')}"
        yield "}"

    def number_of(self, plane: VariablePlane, field: str, wanted: str) -> str:
        """C for the number that a plane has for a field's entry."""
        reading = plane.reading
        if isinstance(reading, NotShown):
            return "0"
        if isinstance(reading, Is):
            return f"(float)({field} == {wanted})"
        if isinstance(reading, Has):
            return f"(float)plane_has({field}, {wanted})"
        assert isinstance(reading, Scaled)
        number = f"(double){field}"
        if reading.numbers is not None:
            known = self.tables.name([float(n) for n in reading.numbers], "double")
            number = f"(plane_rank({known}, {len(reading.numbers)}, {number}) + 1.0)"
        return f"{field} == {NO_NUMBER} ? 0 : (float)({number} / {float(reading.most)!r})"


class Observing(ObservingBoard, ObservingVariables):
    """Writes the C of one game."""

    # ---- the whole text ----

    @property
    def read(self) -> list[str]:
        """The fields of the state that are read."""
        marks = ("own", "unowned", "kind", "height", "pile", "bag", "supply", "last", "passes")
        named = (f"v_{name}" for name in self.variables)
        attributes = (f"with_{name}" for name in self.coding.interface.attributes)
        names = [name for name in (*marks, *named, *attributes) if name in self.fields]
        return list(dict.fromkeys([*names, *(self.visibility.fields if self.visibility else ())]))

    def text(self) -> str:
        """The C function `bw_observe`, and the sizes of observations."""
        records = self.form.records
        count = sum(isinstance(plane, BoardPlane) for plane in records)
        board = list(self.board(records[: count // self.form.history]))
        self.number = count
        rest = [line for plane in records[count:] for line in self.lines(plane)]
        head = (
            f"#define PLANE {self.form.grid.size}\n#define CELLS {self.cells}\n"
            f"#define OBSERVED {len(records) * self.form.grid.size}\n"
            f"#define OBSERVED_BOARD {count // self.form.history * self.form.grid.size}\n"
            f"#define HISTORY {self.form.history}\n#define SET_WORDS {self.words}\n"
        )
        return "\n".join((
            head, c_files("observe.c"), self.places(), self.plane_set(), *self.tables.texts,
            *([self.visibility.text] if self.visibility else []),
            self.function("board", board), self.function("rest", rest), c_files("observation.c"),
        ))  # fmt: skip

    def function(self, part: str, lines: Sequence[str]) -> str:
        """The C function that writes the planes of a part of the state, as the viewer sees it."""
        looks = f"Visibility shown; see_{part}(s, s->colour_of[viewer], &shown);"
        return function(f"observe_{part}", [looks, *lines] if self.visibility else lines)

    def places(self) -> str:
        """Tables of where cells stand in a plane: by cell, and by code; and their codes."""
        by_code = [0] * max(1, self.layout.size)
        for code, place in zip(self.codes, self.form.grid.places, strict=False):
            by_code[code] = place
        rows = (
            ("plane_places", list(self.form.grid.places) or [0]),
            ("plane_of_code", by_code), ("plane_codes", list(self.codes) or [0]),
        )  # fmt: skip
        return "".join(
            f"static const int32_t {name}[] = {{{', '.join(map(str, row))}}};\n"
            f"#define {name.upper()}(i) {'(i)' if row == [*range(len(row))] else f'{name}[i]'}\n"
            for name, row in rows
        )

    def plane_set(self) -> str:
        """The C function that writes a set of cells as a plane."""
        lines = []
        for word, group in groupby(self.places_in_order(), lambda pair: pair[1] // 64):
            places, codes = zip(*group)
            mask = sum(1 << code % 64 for code in codes)
            lines.append(f"    bits = gathered(set[{word}], 0x{mask:x}u);\n")
            for at in range(0, len(places), RUN):
                count = len(places[at : at + RUN])
                run = f"out + {places[at]}, (uint32_t)(bits >> {at}), {count}"
                lines.append(f"    plane_bits({run});\n")
        return (
            "static inline void plane_set(float *out, const uint64_t *set)\n{\n"
            f"    uint64_t bits;\n    (void)out; (void)set; (void)bits;\n{''.join(lines)}}}\n"
        )

    def places_in_order(self) -> list[tuple[int, int]]:
        """Places of a plane with the codes of their cells, both without a gap in any word.

        Where the plane is a lattice, these are all its places: no set has those without a cell.
        """
        grid, stride = self.form.grid, self.layout.stride
        known = dict(zip(grid.places, self.codes, strict=False))
        if not stride or len(self.form.plane_shape) != 2:
            return sorted(known.items())
        width = self.form.plane_shape[1]
        pairs = {place: place // width * stride + place % width for place in range(grid.size)}
        assert all(pairs[place] == code for place, code in known.items())
        return [(place, code) for place, code in pairs.items() if code < self.layout.size]

    # ---- what stands on the board ----

    def board(self, records: Sequence[Plane]) -> Iterator[str]:
        """The planes of the board at one time."""

        def deep(plane: Plane) -> int:
            return plane.level if isinstance(plane, PiecePlane | AttributePlane) else 0

        for level, group in groupby(records, deep):
            planes = list(group)
            if level:
                yield from self.below(level, planes)
            else:
                yield from (line for plane in planes for line in self.lines(plane))

    def lines(self, plane: Plane) -> Iterator[str]:
        """The C statements that write one plane."""
        writers: dict[type[Plane], Callable[[Any], Iterator[str]]] = {
            PiecePlane: self.of_tops, AttributePlane: self.of_attribute, HeightPlane: self.heights,
            VariablePlane: self.of_variable, SupplyPlane: self.supply, LastPlane: self.last,
            PassesPlane: self.passes, ColourPlane: self.colour, TurnPlane: self.turn,
            ChosenPlane: self.chosen, ChoicePlane: self.choice, HiddenPlane: self.hidden,
        }  # fmt: skip
        yield from writers[type(plane)](plane)
        self.number += 1

    # ---- the rest ----

    def supply(self, plane: SupplyPlane) -> Iterator[str]:
        """How many pieces of a pool there are."""
        aheads = aheads_of(plane.piece)
        rows, pools = [], []
        for view in self.views(aheads):
            pool = self.rules.pool_of.get(self.rules.pool_key(view.absolute(plane.piece, 0)), -1)
            pools.append([pool])
            if pool >= 0 and "bag" in self.fields:
                pool = self.layout.piece_codes[self.rules.pools[pool]]
            rows.append([pool])
        most = plane.most
        has = f"(s->supply[p] < {most} ? s->supply[p] : {most})"
        if "bag" in self.fields:
            has = "plane_has(s->bag[0], p)"
        yield "{"
        seen = self.shown(SUPPLY)
        if seen:
            has = f"(plane_has({seen}, {self.table(aheads, pools, '0')}) ? {has} : 0)"
        yield f"    const int32_t p = {self.table(aheads, rows, '0')};"
        yield f"    const float n = p < 0 ? 0 : (float)((double){has} / {most}.0);"
        yield f"    {self.fill('n')}"
        yield "}"

    def last(self, plane: LastPlane) -> Iterator[str]:
        """Where the last piece went."""
        yield from self.one_cell("s->last[0]")

    def passes(self, plane: PassesPlane) -> Iterator[str]:
        """How many passes there were."""
        n = plane.seats
        yield self.fill(f"(float)((s->passes[0] < {n} ? s->passes[0] : {n}) / {n}.0)")

    def colour(self, plane: ColourPlane) -> Iterator[str]:
        """Whether the viewer has a colour."""
        yield self.fill(f"(float)(col[0] == {plane.colour})")

    def turn(self, plane: TurnPlane) -> Iterator[str]:
        """Whether a seat acts."""
        acts = f"!s->over && actor(s) == (viewer + {plane.ahead}) % GAME_SEATS"
        yield self.fill(f"(float)({acts})")

    def chosen(self, plane: ChosenPlane) -> Iterator[str]:
        """Whether a seat has chosen; they choose in turn, and `seat` is the next one."""
        menus = [m.number for m in self.coding.interface.menus if m.is_simultaneous]
        is_one = " || ".join(f"s->menu == {menu}" for menu in menus)
        yield "{"
        yield f"    int32_t n = (viewer + {plane.ahead} - s->seat + s->decided) % GAME_SEATS;"
        yield "    n = n < 0 ? n + GAME_SEATS : n;"
        yield f"    const bool all = !s->over && ({is_one}) && n < s->decided;"
        yield f"    {self.fill('(float)(all && s->chosen[n] != 0)')}"
        yield "}"

    def choice(self, plane: ChoicePlane) -> Iterator[str]:
        """Never: who acts has not chosen yet."""
        yield self.fill("0")


def observation_code(form: Form, engine: NativeLibrary) -> ObservationCode:
    """C that writes the observations of the states of an engine.

    Raises NotNative where `sees` has something that C cannot tell.
    """
    writer = Observing(form, engine.coding)
    return ObservationCode(writer.text(), tuple(writer.read))


def function(name: str, lines: Sequence[str]) -> str:
    """A C function that writes planes."""
    body = "".join(f"    {line}\n" for line in lines)
    unused = "".join(f"(void){name}; " for name in ("s", "col", "viewer", "out", "set"))
    return (
        f"static void {name}(const State *s, const int32_t *col, int32_t viewer, float *out)\n"
        f"{{\n    uint64_t set[SET_WORDS];\n    {unused}\n{body}}}\n"
    )
