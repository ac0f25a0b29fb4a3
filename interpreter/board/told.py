"""What a seat was told, oldest first: a sequence that grows without being copied.

A game of many thousand moves has many thousand positions, and each knows all that was told before
it.  They share one log, of which each knows how much is its own: what is told next is appended to
it, and only a second continuation of the same position begins a log of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, overload


class Told(Sequence[str]):
    """An immutable sequence of texts, equal to a tuple of the same texts; a slice is a tuple."""

    __slots__ = ("_length", "_log")

    _log: list[str]  # may go on after the end of this sequence
    _length: int

    def __init__(self, texts: Iterable[str] = ()):
        self._log = list(texts)
        self._length = len(self._log)

    def and_then(self, text: str) -> Told:
        """This sequence with one more text at its end."""
        new = Told.__new__(Told)
        new._log, new._length = self._log, self._length + 1
        if len(self._log) == self._length:
            self._log.append(text)
        # Another thread may have appended first, too.
        if self._log[self._length] is not text:
            new._log = [*self._log[: self._length], text]
        return new

    def begins_with(self, other: Sequence[str]) -> bool:
        """Whether the first texts are those of another sequence."""
        length = len(other)
        if length > self._length:
            return False
        is_shared = isinstance(other, Told) and other._log is self._log
        return is_shared or self._log[:length] == list(other)

    @property
    def latest(self) -> str | None:
        """The last text."""
        return self[-1] if self._length else None

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, at: int) -> str: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[str, ...]: ...
    def __getitem__(self, at: int | slice) -> str | tuple[str, ...]:
        if isinstance(at, slice):
            own = range(self._length)[at]
            if own.step == 1:
                return tuple(self._log[own.start : own.stop])
            return tuple(self._log[i] for i in own)
        return self._log[range(self._length)[at]]

    def __iter__(self) -> Iterator[str]:
        return iter(self._log[: self._length])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Told | tuple):
            return NotImplemented
        return len(other) == self._length and self.begins_with(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))

    def __reduce__(self) -> tuple[Any, ...]:
        return Told, (tuple(self),)
