"""The nodes of turns by number; equal parts of one turn share a number.

So what remains of a turn says how the turn can go on, not where that is written: after
`(a, rest) else (b, rest)` it is the same for both alternatives, or for any number of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from typing import Any

from gdl.model import nodes as model
from gdl.model.analysis import walk
from gdl.model.canonical import canonical


class TurnNodes:
    """Numbers for all nodes of some turns: `nodes` by number, `numbers` by identity.

    Equal repetitions that can both occur in one turn keep separate numbers, since their rounds are
    counted separately.
    """

    def __init__(self, turns: Iterable[model.Turn]):
        turns = tuple(turns)
        self.nodes = [p for turn in turns for p in walk(turn) if isinstance(p, model.Turn)]
        self.numbers = {id(node): number for number, node in enumerate(self.nodes)}
        for turn in turns:
            self._alike: dict[Hashable, int] = {}  # for one turn: others never share a rest
            self._share(turn, Counter())
        self._repetitions = [
            frozenset(self.numbers[id(p)] for p in walk(node) if isinstance(p, model.Repeat))
            for node in self.nodes
        ]

    def repetitions(self, pending: tuple[Any, ...]) -> frozenset[int]:
        """The repetitions in what remains of a turn; accepts the items of both engines."""
        numbers: frozenset[int] = frozenset()
        for item in pending:
            match item:
                case int():
                    numbers |= self._repetitions[item]
                case ("all" | "chose", *_):
                    pass  # there are none in a round
                case ("or", *ways):
                    numbers = numbers.union(*map(self.repetitions, ways))
                case ("most", _):
                    pass
                case ("round" | "left", number, *_) | (number, _):
                    numbers |= self._repetitions[number]
        return numbers

    def _share(self, node: model.Turn, before: Counter[Hashable]) -> int:
        """The number of a node; `before` counts the repetitions that can precede it in the turn."""
        key = self._key(node, before)
        if isinstance(node, model.Repeat):
            before[key] += 1
            key = (key, before[key])
        number = self._alike.setdefault(key, self.numbers[id(node)])
        self.numbers[id(node)] = number
        return number

    def _key(self, node: model.Turn, before: Counter[Hashable]) -> Hashable:
        """A key that equal nodes share."""
        match node:
            case (
                model.Sequence(steps=parts)
                | model.Choice(options=parts)
                | model.AllAtOnce(acts=parts)
            ):
                return type(node).__name__, *(self._share(part, before) for part in parts)
            case model.Else(options=parts):
                return "Else", *self._shared_ways(parts, before)
            case model.IfTrue(turn=turn, condition=condition):
                return "IfTrue", self._share(turn, before), canonical(condition)
            case model.Repeat(turn=turn, times=times, at_will=at_will):
                return "Repeat", self._share(turn, before), canonical(times), at_will
            case model.Most(turn=turn, most=most, value=value):
                return "Most", self._share(turn, before), most, canonical(value)
        return canonical(node)

    def _shared_ways(
        self, parts: tuple[model.Turn, ...], before: Counter[Hashable]
    ) -> tuple[int, ...]:
        """The numbers of alternatives, of which only one is taken."""
        numbers, after = [], Counter(before)
        for part in parts:
            beside = Counter(before)
            numbers.append(self._share(part, beside))
            after |= beside
        before |= after
        return tuple(numbers)
