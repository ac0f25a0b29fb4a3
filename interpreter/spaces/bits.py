"""The pieces of a state of the native engine, read from its bytes all at once.

Its sets of cells are bits; where each plane has the bits of its cells is looked up once.  This says
the same as `Columns`, which reads one piece after the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from interpreter.native.ir.layout.decoding import Decoding
from interpreter.spaces.records import AttributePlane, Is, PiecePlane, Plane, Scaled
from interpreter.spaces.sites import Viewpoint

Indices = NDArray[np.intp]
FloatArray = NDArray[np.float32]


class Bits:
    """Reads the planes of pieces of a board without piles, of which nothing is hidden."""

    def __init__(self, coding: Decoding, planes: Sequence[Plane], view: Viewpoint):
        self.coding = coding
        self.view = view
        names = ("own", "unowned", "kind", *(f"with_{n}" for n in coding.interface.attributes))
        self.places = {name: coding.places[name] for name in names if name in coding.places}
        extents = [place.extent for place in self.places.values()]
        self.part = slice(min(e.start for e in extents), max(e.stop for e in extents))
        self.codes = np.array(coding.layout.cell_codes, np.intp)
        self.nowhere = np.full_like(self.codes, 8 * (self.part.stop - self.part.start))
        pieces = [plane for plane in planes if isinstance(plane, PiecePlane)]
        self.owners = np.array([self.owner(plane) for plane in pieces])
        self.kinds = None
        if len(coding.engine.model.kinds) > 1:
            self.kinds = np.array([self.row("kind", plane.kind or 0) for plane in pieces])
        self.attributes: list[Attribute] = []
        for name in dict.fromkeys(p.attribute for p in planes if isinstance(p, AttributePlane)):
            of = [p for p in planes if isinstance(p, AttributePlane) and p.attribute == name]
            self.attributes.append(Attribute(self, name, of))

    def row(self, name: str, entry: int) -> Indices:
        """Where an entry of a field, a set of cells, has the bit of each cell."""
        place = self.places.get(name)
        if place is None or entry >= place.field.count:
            return self.nowhere
        start = place.offset - self.part.start + entry * place.field.entry_bytes
        where: Indices = 8 * start + self.codes
        return where

    def owner(self, plane: PiecePlane) -> Indices:
        """Where the bits of pieces of an owner are."""
        if plane.owner is None:
            return self.row("unowned", 0)
        return self.row("own", self.view.absolute(plane.owner, 0))

    def read(self, state: bytes) -> NDArray[Any]:
        """The numbers of all planes, a column for each cell."""
        part = state[self.part] + b"\0"  # the last bits are `nowhere`
        bits = np.unpackbits(np.frombuffer(part, np.uint8), bitorder="little")
        planes = bits.take(self.owners)
        if self.kinds is not None:
            planes &= bits.take(self.kinds)
        if not self.attributes:
            return planes
        return np.concatenate([planes, *(attribute.read(bits) for attribute in self.attributes)])


class Attribute:
    """Reads the planes of an attribute."""

    def __init__(self, bits: Bits, name: str, planes: Sequence[AttributePlane]):
        coding = bits.coding
        values = coding.interface.attributes[name]
        place = coding.places.get(f"with_{name}")
        count = 0 if place is None else place.field.count
        self.index = np.array([bits.row(f"with_{name}", n) for n in range(count)], np.intp)
        self.index = self.index.reshape(count, len(bits.codes))
        self.weights = 1 << np.arange(count)
        kinds = coding.engine.model.kinds
        having = [bits.row("kind", n) for n, kind in enumerate(kinds) if name in kind.attributes]
        if len(kinds) == 1:
            having = [bits.row("own", n) for n in range(len(bits.view.colours))]
            having.append(bits.row("unowned", 0))
        self.having = np.array(having)
        self.table: FloatArray = np.zeros((len(planes), 1 << count), np.float32)
        for row, plane in enumerate(planes):
            for number, value in enumerate(values):
                self.table[row, number] = self.number(bits.view, plane, value)

    @staticmethod
    def number(view: Viewpoint, plane: AttributePlane, value: Any) -> float:
        """What a plane has for a value."""
        reading = plane.reading
        if isinstance(reading, Scaled):
            return reading.of(value)
        assert isinstance(reading, Is)
        return float(value == view.absolute(reading.value, 0))

    def read(self, bits: NDArray[np.uint8]) -> FloatArray:
        """The numbers of its planes, a column for each cell."""
        places = self.weights @ bits.take(self.index)
        return self.table.take(places, axis=1) * bits.take(self.having).any(axis=0)
