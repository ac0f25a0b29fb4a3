"""The nodes of turns by number, where parts of one turn that are alike have one number.

So what remains of a turn tells how it can go on and not where it was written: after
`(a, rest) else (b, rest)` it is the same on both ways, however many there are.
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

    Repetitions that may both go on in one turn have numbers of their own, since their rounds are
    counted apart.
    """

    def __init__(self, turns: Iterable[model.Turn]):
        turns = tuple(turns)
        self.nodes = [p for turn in turns for p in walk(turn) if isinstance(p, model.Turn)]
        self.numbers = {id(node): number for number, node in enumerate(self.nodes)}
        for turn in turns:
            self._alike: dict[Hashable, int] = {}  # those of one turn: others never go on alike
            self._share(turn, Counter())
        self._repetitions = [
            frozenset(self.numbers[id(p)] for p in walk(node) if isinstance(p, model.Repeat))
            for node in self.nodes
        ]

    def repetitions(self, pending: tuple[Any, ...]) -> frozenset[int]:
        """The repetitions in what remains of a turn, in the items of either engine."""
        numbers: frozenset[int] = frozenset()
        for item in pending:
            match item:
                case int():
                    numbers |= self._repetitions[item]
                case ("or", *ways):
                    numbers = numbers.union(*map(self.repetitions, ways))
                case ("round" | "left", number, *_) | (number, _):
                    numbers |= self._repetitions[number]
        return numbers

    def _share(self, node: model.Turn, before: Counter[Hashable]) -> int:
        """The number of a node; `before` has the repetitions that may go on beside it."""
        key = self._key(node, before)
        if isinstance(node, model.Repeat):
            before[key] += 1
            key = (key, before[key])
        number = self._alike.setdefault(key, self.numbers[id(node)])
        self.numbers[id(node)] = number
        return number

    def _key(self, node: model.Turn, before: Counter[Hashable]) -> Hashable:
        """What is the same for nodes that are alike."""
        match node:
            case model.Sequence(steps=parts) | model.Choice(options=parts):
                return type(node).__name__, *(self._share(part, before) for part in parts)
            case model.Else(options=parts):
                return "Else", *self._shared_ways(parts, before)
            case model.IfTrue(turn=turn, condition=condition):
                return "IfTrue", self._share(turn, before), canonical(condition)
            case model.Repeat(turn=turn, times=times, at_will=at_will):
                return "Repeat", self._share(turn, before), canonical(times), at_will
        return canonical(node)

    def _shared_ways(
        self, parts: tuple[model.Turn, ...], before: Counter[Hashable]
    ) -> tuple[int, ...]:
        """The numbers of ways of which only one is taken."""
        numbers, after = [], Counter(before)
        for part in parts:
            beside = Counter(before)
            numbers.append(self._share(part, beside))
            after |= beside
        before |= after
        return tuple(numbers)
