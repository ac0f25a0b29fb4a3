"""Values as the fields of a state store them, and where each field is in its bytes."""

from __future__ import annotations

import struct
from collections.abc import Callable
from functools import cached_property
from typing import Any

from gdl.source.frozen import frozen
from gdl.vocabulary.types import FLAG, NUMBER, SetType
from interpreter.native.ir.layout.interface import Stored
from interpreter.native.ir.layout.layout import Layout, bits_of
from interpreter.native.ir.terms import NO_NUMBER


class NotEncodable(Exception):
    """A position that the native engine cannot hold; the reference engine goes on with it."""


def field_value(layout: Layout, variable: Any, value: Any) -> Any:
    """A value of a variable of the reference engine as a field has it.

    Raises NotEncodable for a set of sets that the field has no bits for.
    """
    type = variable.type
    if isinstance(type, SetType):
        if isinstance(type.element, SetType):
            sets = layout.family(type.element, variable.domain).sets
            masks = [layout.encode(type.element, s) for s in value]
            if not set(masks) <= set(sets):
                raise NotEncodable(variable.name)
            return sum(1 << sets.index(m) for m in masks)
        return layout.encode(type, value)
    if value is None:
        return NO_NUMBER if type == NUMBER else -1
    if type == NUMBER:
        return value
    return int(value) if type == FLAG else layout.encode(type, value)


def variable_value(layout: Layout, variable: Any, stored: Any) -> Any:
    """What `field_value` was made from."""
    type = variable.type
    if isinstance(type, SetType):
        if isinstance(type.element, SetType):
            sets = layout.members_of(type.element, variable.domain)
            return frozenset(sets[place] for place in bits_of(stored))
        return layout.decode(type, stored)
    if type == NUMBER:
        return None if stored == NO_NUMBER else stored
    return None if stored < 0 else layout.decode(type, stored)


@frozen
class Place:
    """Where a field is in the bytes: one entry has so many bytes; a set is one long number."""

    field: Stored
    offset: int

    @property
    def size(self) -> int:
        """The bytes of all its entries."""
        return self.field.entry_bytes * self.field.count

    @property
    def extent(self) -> slice:
        """Where it is in a state."""
        return slice(self.offset, self.offset + self.size)

    @cached_property
    def entries(self) -> struct.Struct:
        """How the entries of a field that holds no sets are packed."""
        return struct.Struct(self.field.format(self.field.count))

    def read(self, state: bytes) -> list[Any]:
        field = self.field
        if field.is_set:
            starts = range(self.offset, self.offset + self.size, field.entry_bytes)
            return [int.from_bytes(state[a : a + field.entry_bytes], "little") for a in starts]
        return list(self.entries.unpack_from(state, self.offset))

    @property
    def reader(self) -> Callable[[bytes], int]:
        """A quick function for the only entry of a field that holds no sets."""
        unpack, offset = self.entries.unpack_from, self.offset
        return lambda state: unpack(state, offset)[0]

    def write(self, state: bytearray, name: str, values: list[Any]) -> None:
        """Set all entries of the field of that name.

        Raises NotEncodable for numbers that do not fit in.
        """
        field = self.field
        try:
            if field.is_set:
                data = b"".join(v.to_bytes(field.entry_bytes, "little") for v in values)
            else:
                wanted = values if field.storage == "double" else list(map(int, values))
                if wanted != values:
                    raise NotEncodable(name)
                data = self.entries.pack(*wanted)
        except (struct.error, OverflowError) as error:
            raise NotEncodable(name) from error
        state[self.offset : self.offset + self.size] = data


