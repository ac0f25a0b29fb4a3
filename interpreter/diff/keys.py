"""Keys of states: two states of a game with the same key go on in the same way.

On the native engine a key is made of the bytes of a state, and two games whose states are laid out
in the same sense are compared byte by byte; what is not equal so is compared by meaning.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gdl.types import SetType
from interpreter.native.coding import Place
from interpreter.native.engine import NativeEngine, NativeNode
from interpreter.playing import NativePlayer

if TYPE_CHECKING:
    from interpreter.diff.correspondence import Correspondence
    from interpreter.game import Game
    from interpreter.state import State

HASH_BYTES = 8  # of one thing that `seen` compares
IN_A_TURN = ("last", "stage", "next_seat", "mover")  # of no account once the game is over
POSITION = ("own", "unowned", "kind", "supply", "bag", "colour_of", "seat", "over", "winners")


class Keys:
    """Makes the keys of the states of one game."""

    def __init__(self, game: Game):
        player = game.player()
        most = None if game.key_reads[0] else len(game.rules.opening)
        self.native = NativeKeys(player.engine, most) if isinstance(player, NativePlayer) else None

    def of(self, state: State) -> Any:
        """The key of a state."""
        if self.native is None or not isinstance(state.node, NativeNode):
            return state.future_key
        return self.native.of(state.node)


class NativeKeys:
    """Makes keys of bytes; `most` is the number of turns beyond which they make no difference."""

    def __init__(self, engine: NativeEngine, most: int | None):
        self.has_history = engine.has_history
        self.most = most
        turns = engine.coding.places["turns"]
        self.turns = slice(turns.offset, turns.offset + turns.size)
        marks = {f"v_{mark.name}" for mark in engine.reference.rules.marks}
        places = engine.coding.places
        kept = {n for n in places if n not in marks and n not in ("turns", "seen_count", "ended")}
        turning = {n for n in kept if n in IN_A_TURN or n.startswith(("refused_", "left_"))}
        self.mask = mask(engine, kept)
        self.mask_over = mask(engine, kept - turning - {"seat"})

    def of(self, node: NativeNode) -> Any:
        """The key of a situation."""
        number = int.from_bytes(node.state, "little")
        if node.is_over:
            return number & self.mask_over
        turns = 0
        if self.most != 0:
            turns = int.from_bytes(node.state[self.turns], "little")
            turns = turns if self.most is None else min(turns, self.most)
        if not self.has_history:
            return number & self.mask, turns
        seen = node.seen
        parts = sorted(seen[i : i + HASH_BYTES] for i in range(0, len(seen), HASH_BYTES))
        return number & self.mask, turns, b"".join(parts)


def mask(engine: NativeEngine, names: set[str]) -> int:
    """The bits of some fields of a state, its bytes read as one number."""
    return sum(ones(engine.coding.places[name]) for name in names)


def ones(place: Place) -> int:
    """The bits of one field."""
    return ((1 << 8 * place.size) - 1) << 8 * place.offset


# ---- two games byte by byte --------------------------------------------------------------------


class Glance:
    """Tells at a glance that two native situations are the same position.

    False means that they have to be compared by meaning.
    """

    def __init__(self, words: Correspondence, a: NativeEngine, b: NativeEngine):
        names = [n for n in shared_fields(words) if n in a.coding.places and n in b.coding.places]
        self.pairs = [(a.coding.places[n], b.coding.places[n]) for n in names]
        offsets = {one.offset - other.offset for one, other in self.pairs}
        self.mask = mask(a, set(names)) if offsets == {0} else None

    def is_same(self, a: NativeNode, b: NativeNode) -> bool:
        """Whether the fields that both have are equal."""
        if a.chance != b.chance:
            return False
        if self.mask is not None:
            numbers = int.from_bytes(a.state, "little"), int.from_bytes(b.state, "little")
            return not (numbers[0] ^ numbers[1]) & self.mask
        return all(part(one, a) == part(other, b) for one, other in self.pairs)


def part(place: Place, node: NativeNode) -> bytes:
    """The bytes of a field."""
    return node.state[place.offset : place.offset + place.size]


def glance(words: Correspondence) -> Glance | None:
    """How two games are compared byte by byte; None where their bytes differ in meaning."""
    players = words.a.player(), words.b.player()
    engines = [p.engine for p in players if isinstance(p, NativePlayer)]
    if len(engines) < 2 or meanings(words.a, words) != meanings(words.b, words):
        return None
    found = Glance(words, *engines)
    return found if all(a.field == b.field for a, b in found.pairs) else None


def shared_fields(words: Correspondence) -> list[str]:
    """The fields that hold what both games have."""
    attributes = [f"with_{name}" for name in sorted(words.attributes)]
    return [*POSITION, *attributes, *(f"v_{name}" for name in sorted(words.variables))]


def meanings(game: Game, words: Correspondence) -> Any:
    """What the bytes of a game's states mean; None (equal to nothing) where that is involved."""
    rules, codes = game.engine.rules, game.codes
    variables = [v for v in rules.variables if v.name in words.variables]
    if any(isinstance(v.type, SetType) and isinstance(v.type.element, SetType) for v in variables):
        return object()
    return (
        game.board.cells, game.players, codes.kind_names, codes.attribute_names, rules.pools,
        codes.attribute_types, codes.all_pieces(),
        {v.name: (v.type, v.index_types, tuple(v.keys)) for v in variables},
        rules.topology.directions,
    )  # fmt: skip
