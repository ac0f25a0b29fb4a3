"""Moves as numbers.

The actions come in the order of the file, each with as many numbers as its parameters have
combinations, in mixed radix, the first parameter counting most; then the moves that no action
declares.  So a number depends on the declared actions, the options and the board alone.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, combinations
from math import prod
from operator import mul
from typing import TYPE_CHECKING, Any

from gdl.model import nodes as model
from gdl.model.analysis import Part, turns_of, walk
from interpreter.api.game_base import GameBase
from interpreter.api.state import State
from interpreter.board.values import Move
from interpreter.native.program.vector import ActionNumbers
from interpreter.native.runtime.observing import Numbering
from interpreter.process.arguments import LOADED, instance_of, integer
from interpreter.reference.turns import DONE, PASS
from interpreter.spaces.domains import Domain, Domains

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

MAX_ACTIONS = 1 << 20  # numbers of a space in which a move is one number
MAX_KNOWN = 200_000  # moves whose numbers are kept
Steps = tuple[int, ...]  # the numbers of a move, in the order in which they are chosen


@dataclass(frozen=True)
class NumberedAction:
    """An action with the domains of its parameters; `first` is the first of its numbers."""

    name: str
    domains: tuple[Domain, ...]
    first: int

    @cached_property
    def size(self) -> int:
        """How many combinations its parameters have."""
        return prod(d.size for d in self.domains)

    @cached_property
    def strides(self) -> Steps:
        """For each parameter, how far the numbers of neighbouring values lie apart."""
        after = accumulate((d.size for d in reversed(self.domains)), mul, initial=1)
        return tuple(after)[-2::-1]

    @property
    def added(self) -> ActionNumbers:
        """What the values of its parameters add to its first number."""
        each = zip(self.places, self.strides, strict=True)
        added = ({v: place * stride for v, place in places.items()} for places, stride in each)
        return ActionNumbers(self.first, tuple(added))

    @cached_property
    def places(self) -> tuple[Mapping[Any, int], ...]:
        """For each parameter, the place of each value."""
        return tuple({v: place for place, v in enumerate(d.values)} for d in self.domains)

    def parts(self, args: tuple[Any, ...]) -> Iterator[int]:
        """The places of the arguments of a move; of a set chosen singly those of its elements, and
        the end.

        Raises LookupError for an argument that is not in its domain.
        """
        given = iter(args)
        for domain, places in zip(self.domains, self.places, strict=True):
            value = frozenset((next(given), next(given))) if domain.is_pair else next(given)
            if domain.chosen_singly:
                yield from sorted(places[v] for v in value)
                yield len(places)
            else:
                yield places[value]

    def args(self, parts: Iterable[int]) -> tuple[Any, ...] | None:
        """The arguments of places as `parts` gives them; None where some are wanting.

        Raises LookupError for a place that there is not.
        """
        left = iter(parts)
        args: list[Any] = []
        for domain in self.domains:
            value = chosen_set(domain, left) if domain.chosen_singly else chosen_value(domain, left)
            if value is None:
                return None
            args += sorted(value) if domain.is_pair else [value]
        return tuple(args)


def chosen_value(domain: Domain, left: Iterator[int]) -> Any:
    """The value of the next place; None where none is left."""
    place = next(left, None)
    return None if place is None else domain.values[place]


def chosen_set(domain: Domain, left: Iterator[int]) -> frozenset[Any] | None:
    """The set of the next places up to the end; None where that is wanting."""
    elements: list[Any] = []
    for place in left:
        if place == len(domain.values):
            return frozenset(elements)
        elements.append(domain.values[place])
    return None


class ActionSpace:
    """Numbers for the moves of a game.

    Where `steps` is false, a move is one number from 0 to `size - 1`.  Where it is true, a move is
    chosen in steps, each a number below `size`: first its action, then a value of each parameter;
    a set whose values nobody knows beforehand element by element, and then the number after the
    last of them.  That is so where a game has more than MAX_ACTIONS moves or such sets, and where
    it is asked for.

    With `chance`, the numbers of what chance does in place of moves.

    Raises NotNumbered for an action whose parameters have no bounds.
    """

    def __init__(self, game: GameBase, steps: bool = False, chance: bool = False):
        self.game = instance_of("game", game, GameBase, LOADED)
        self.is_chance = chance
        self.actions = tuple(numbered(game, chance))
        self.by_name = {action.name: number for number, action in enumerate(self.actions)}
        self.count = sum(action.size for action in self.actions)
        domains = [domain for action in self.actions for domain in action.domains]
        self.steps = steps or self.count > MAX_ACTIONS or any(d.chosen_singly for d in domains)
        largest = max([len(self.actions), *(d.size for d in domains)])
        self.size = largest if self.steps else self.count
        self._indices: dict[str, int] = {}  # of moves that were met, by their texts
        self._moves: dict[int, Move] = {}
        self.numbering = Numbering(self.added)

    def __reduce__(self) -> tuple[Any, ...]:
        return ActionSpace, (self.game, self.steps, self.is_chance)

    def added(self) -> dict[str, ActionNumbers]:
        """For each action, what the values of its parameters add to its first number."""
        return {action.name: action.added for action in self.actions}

    # ---- moves and numbers ----

    def numbers(self, move: Move) -> Steps:
        """The numbers of a move, in the order in which they are chosen; one without steps.

        Raises ValueError for a move that no position of the game has.
        """
        name, args = move.key
        try:
            number = self.by_name[name]
            parts = tuple(self.actions[number].parts(args))
        except LookupError:
            raise ValueError(f"`{move}` is no move of {self.game.name} that has a number") from None
        if self.steps:
            return number, *parts
        action = self.actions[number]
        return (action.first + sum(map(mul, parts, action.strides)),)

    def index(self, move: Move) -> int:
        """The number of a move where it is one number.

        Raises ValueError for other moves.
        """
        return self.indices((move,))[0]

    def indices(self, moves: Sequence[Move]) -> list[int]:
        """The number of each move, where it is one number.

        Raises ValueError for other moves.
        """
        known = self._indices
        try:
            return [known[move.text] for move in moves]
        except KeyError:
            return [self._index(move) for move in moves]

    def _index(self, move: Move) -> int:
        """The number of a move, which is kept."""
        if self.steps:
            raise ValueError("the moves are chosen in steps here: use `numbers`")
        if len(self._indices) >= MAX_KNOWN:
            self._indices.clear()
            self._moves.clear()
        (number,) = self.numbers(move)
        self._indices[move.text] = number
        self._moves[number] = move
        return number

    def move(self, *numbers: int) -> Move | None:
        """The move of its number, or of its steps; None where more steps must follow.

        Raises ValueError for numbers of no move, TypeError for what is no whole number.
        """
        numbers = tuple([integer("number", number) for number in numbers])
        if len(numbers) == 1 and (known := self._moves.get(numbers[0])) is not None:
            return known
        try:
            return self._move(numbers)
        except LookupError:
            raise ValueError(f"{numbers} stands for no move of {self.game.name}") from None

    def _move(self, numbers: Steps) -> Move | None:
        if not numbers:
            return None
        number, *parts = numbers
        if number < 0 or any(part < 0 for part in parts):
            raise LookupError
        if not self.steps:
            number, parts = self.split(number, parts)
        action = self.actions[number]
        args = action.args(parts)
        if args is None:
            return None
        move = self.game.move((action.name, args))
        found = self.numbers(move) if self.steps else (self._index(move),)
        if found != numbers:  # there is one too many, or a set in the wrong order
            raise LookupError
        return move

    def split(self, index: int, further: list[int]) -> tuple[int, list[int]]:
        """The number of an action and the places of its parameters, of the number of a move."""
        if index >= self.count:
            raise LookupError
        number = bisect_right(self.firsts, index) - 1
        action, parts = self.actions[number], []
        rest = index - action.first
        for stride in action.strides:
            place, rest = divmod(rest, stride)
            parts.append(place)
        return number, parts + further

    @cached_property
    def firsts(self) -> Steps:
        """The first number of each action."""
        return tuple(action.first for action in self.actions)

    # ---- what is legal ----

    def legal(self, state: State, chosen: Steps = ()) -> list[int]:
        """The numbers of the legal moves, sorted; with steps, those that may follow `chosen`.

        None for a game that is over, and where others act than those whose moves have numbers.
        """
        if self._is_native(state):
            packed = state.node.engine.packed_moves(state.node)
            return [] if chosen else sorted(set(self.numbering.of(packed)))
        return sorted(set(self._legal(state, chosen)))

    def _is_native(self, state: State) -> bool:
        """Whether C tells the numbers of the legal moves of a state."""
        if self.steps or self.is_chance or state.is_chance:
            return False
        return self.numbering.is_ready(state.node)

    def _legal(self, state: State, chosen: Steps) -> list[int]:
        """The numbers of the legal moves in the order of the moves, some perhaps several times."""
        if self.is_chance != state.is_chance:
            return []
        moves = [move for move, _ in state.chance] if self.is_chance else state.moves()
        if not self.steps:
            return [] if chosen else self.indices(moves)
        known = len(chosen)
        paths = [n for n in map(self.numbers, moves) if len(n) > known and n[:known] == chosen]
        return [numbers[known] for numbers in paths]

    def mask(self, state: State, chosen: Steps = ()) -> npt.NDArray[np.int8]:
        """An array of `size` numbers: 1 for what is legal, 0 for the rest."""
        import numpy as np

        mask = np.zeros(self.size, np.int8)
        if self._is_native(state):
            if not chosen:
                packed = state.node.engine.packed_moves(state.node)
                self.numbering.mark(packed, mask)
        else:
            mask[self._legal(state, chosen)] = 1
        return mask


def numbered(game: GameBase, chance: bool) -> Iterator[NumberedAction]:
    """The actions, or what chance does, with their numbers, then the moves that none declares."""
    domains, first = Domains(game), 0
    for action in game.model.actions.values():
        if action.is_chance == chance:
            yield (made := NumberedAction(action.name, domains.of(action), first))
            first += made.size
    for name in () if chance else undeclared(game.model):
        yield NumberedAction(name, (), first)
        first += 1


def undeclared(game: model.Game) -> Iterator[str]:
    """The moves that no action declares: `pass` where a turn names it, and `done` where it may be
    for a player to say that a turn is over.
    """
    parts = [part for turn in turns_of(game) for part in walk(turn)]
    named = {part.name for part in parts if isinstance(part, model.Act)}
    if PASS in named:
        yield PASS
    if DONE in named or any(map(may_be_done, parts)):
        yield DONE


def may_be_done(part: Part) -> bool:
    """Whether a part of a turn may leave it to the player whether more actions follow."""
    if isinstance(part, model.Choice):
        ways = [beginnings(option) for option in part.options]
        return any(None in one | other or one & other for one, other in combinations(ways, 2))
    return isinstance(part, model.Repeat) and part.at_will


def beginnings(turn: model.Turn) -> frozenset[str | None]:
    """The actions that may come first in a turn; None where it may have none."""
    match turn:
        case model.Act(name=name):
            return frozenset((name,))
        case model.AllAtOnce(acts=parts) | model.Choice(options=parts) | model.Else(options=parts):
            return frozenset().union(*map(beginnings, parts))
        case model.IfTrue(turn=inner) | model.Repeat(turn=inner):
            return beginnings(inner) | {None}
        case model.Most(turn=inner):
            return beginnings(inner)
        case model.Sequence(steps=parts):
            found: frozenset[str | None] = frozenset((None,))
            for part in parts:
                if None in found:
                    found = found - {None} | beginnings(part)
            return found
    raise AssertionError(f"a turn has no {type(turn).__name__}")
