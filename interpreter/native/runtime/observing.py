"""What C tells of single states: the numbers of their moves, and what a seat sees.

Libraries for that are built once so much is asked that it is worth it, or sooner taken from the
cache if it has them, and borrow the rules of the optimised library.  Until then, and for states of
other engines, others have to tell it.
"""

from __future__ import annotations

import ctypes
from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from interpreter.native import build, program
from interpreter.native.build.compilers import NativeError
from interpreter.native.ir.terms.refusal import NotNative
from interpreter.native.runtime.library import NativeLibrary, load_second, short_calls
from interpreter.native.runtime.nodes import NativeNode

if TYPE_CHECKING:
    from interpreter.native.program.vector import ActionNumbers, ObservationCode

PATIENCE = 1_000  # questions about an optimised game, before a library is built that answers them
FEW = 30  # of these, after which a library is used that the cache has
NUMBER = "i"  # what C has for the number of a move
Written = ctypes.c_char * 0  # where C writes: quicker to be had than the address of an array


class Telling(ABC):
    """A library that is built after some questions about the states of an engine."""

    title = "states"  # of the library
    patience = PATIENCE

    def __init__(self) -> None:
        self.left = self.patience
        self.engine: NativeLibrary | None = None  # whose states it tells of

    def is_ready(self, node: object) -> bool:
        """Whether it tells of a node; counts the question."""
        if not isinstance(node, NativeNode):
            return False
        if self.left and node.engine.is_optimised:
            self.left -= 1
            if self.left in (0, self.patience - FEW):
                self.begin(node.engine, builds=self.left == 0)
        return node.engine is self.engine

    def begin(self, engine: NativeLibrary, builds: bool = True) -> None:
        """Tell of the states of an engine from now on, if that can be done, and without building
        if it must.
        """
        name = engine.reference.model.name
        try:
            text, title = self.text(engine), f"{name} {self.title}"
            if not builds and not build.is_built(text, title):
                return
            self.left = 0
            slow = load_second(engine.library, text, title)
        except NotNative:  # `sees` has a condition that C cannot evaluate
            self.left = 0
            return
        except NativeError as error:
            build.show(f"states of {name} are shown by code that is not native: {error}")
            return
        self.library = short_calls(slow, text)
        self.engine = engine

    @abstractmethod
    def text(self, engine: NativeLibrary) -> str:
        """The C text of the library.  Raises NotNative."""


class Numbering(Telling):
    """The numbers of moves; `numbers` makes those of each action."""

    def __init__(self, numbers: Callable[[], Mapping[str, ActionNumbers]]):
        super().__init__()
        self.numbers = numbers

    def text(self, engine: NativeLibrary) -> str:
        return program.numbering_text(engine.lender(), self.numbers())

    def of(self, packed: array[int]) -> array[int]:
        """The number of each packed move, once it is ready."""
        numbers = array(NUMBER, bytes(4 * len(packed)))
        self.library.bw_numbers(packed.buffer_info()[0], len(packed), numbers.buffer_info()[0])
        return numbers

    def mark(self, packed: array[int], mask: Any) -> None:
        """Write 1 for each packed move to a mask, an array of bytes, once it is ready."""
        address = packed.buffer_info()[0]
        self.library.bw_mask(address, len(packed), Written.from_buffer(mask))


class Observer(Telling):
    """What seats see; `code` makes the C text for an engine."""

    def __init__(self, code: Callable[[NativeLibrary], ObservationCode]):
        super().__init__()
        self.code = code

    def text(self, engine: NativeLibrary) -> str:
        return program.observing_text(engine.lender(), self.code(engine))

    def write(
        self, node: NativeNode, seat: int, earlier: Sequence[NativeNode], planes: Any
    ) -> None:
        """Write what a seat sees of a node and of earlier ones, newest first, to an array, once it
        is ready.
        """
        before = b"".join([node.state for node in earlier])
        place = Written.from_buffer(planes)
        self.library.bw_observe(node.state, before, len(earlier), seat, place)
