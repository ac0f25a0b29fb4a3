"""Bounds on numbers and on the sizes of sets.

All of them are upper bounds or sufficiently wide intervals, found without a position.  `gdl.lint`
uses them to warn of numbers that leave their range, and to refuse rules that would take hours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import inf
from typing import Any

from gdl.model import nodes as model
from gdl.model.analysis import Part, free_slots, shape, walk
from gdl.model.intervals import ANY, FROM_NOTHING, Interval, combine, hull, is_bounded, times
from gdl.source.spans import Span
from gdl.vocabulary.types import (
    CELL,
    COLOUR,
    DIRECTION,
    FLAG,
    KIND,
    NUMBER,
    PIECE,
    ListType,
    SetType,
    Type,
    WordType,
)

BEYOND = 10**30  # larger bounds count as unknown: products of products may fill the memory
MANY_LEAPS = 8  # the most cells that an (m, n)-leaper reaches
MANY_IMAGES = 12  # ways to lay a shape down, each with one of its cells in a given place
MANY_WAYS = 8  # the most directions of a board, and lines or links that begin in a cell
MAX_PLACES = 999  # columns or rows of a board of lines
MAX_CALLS = 1000  # uses of definitions that are looked at for the bounds of their arguments


class Bounds:
    """The bounds of one game."""

    def __init__(self, game: model.Game, cells: int):
        self.game = game
        self.cells = cells
        self.domains: dict[int, model.Expr] = {}  # by slot, for the variables of the current rule
        self.named: dict[int, model.Expr] = {}  # by slot, what `let` gives names to in it
        self.of_named: dict[tuple[str, int], Any] = {}  # what is known of them
        self.variables = {v.name: v for v in (*game.variables, *game.marks)}
        self.beyond: list[Span] = []  # of numbers whose bounds are known and too large
        self.given: dict[int, Interval] = {}  # by slot, what arguments are, and the sizes of sets
        self.of_defined: dict[tuple[str, str], Any] = {}  # what is known of definitions
        self.of_called: dict[tuple[str, tuple[Interval, ...]], Interval] = {}

    def enter(self, *parts: Part) -> None:
        """Make another rule current: its variables are those that its binders bind."""
        self.domains, self.named, self.of_named, self.given = {}, {}, {}, {}
        for part in parts:
            for node in walk(part):
                if isinstance(node, model.Binder):
                    self.domains |= dict.fromkeys(node.slots, node.domain)
                elif isinstance(node, model.Let):
                    self.named[node.slot] = node.value

    @contextmanager
    def inside(self, *parts: Part) -> Iterator[None]:
        """Make a definition current within the block."""
        outside = self.domains, self.named, self.of_named, self.given
        self.enter(*parts)
        yield
        self.domains, self.named, self.of_named, self.given = outside

    # ---- numbers ----

    def interval(self, expr: model.Expr) -> Interval:
        """The interval in which the value of an expression lies."""
        if expr.type != NUMBER:
            return ANY
        method = getattr(self, f"of_{type(expr).__name__.lower()}", None)
        bounds: Interval = method(expr) if method else ANY
        if any(BEYOND < abs(end) < inf for end in bounds):
            self.beyond.append(expr.span)
            return ANY
        return bounds

    def of_value(self, expr: model.Value) -> Interval:
        value = expr.value
        return (value, value) if isinstance(value, int | float) else ANY

    def of_local(self, expr: model.Local) -> Interval:
        if expr.slot in self.named:
            bounds: Interval = self.once(self.interval, expr.slot)
            return bounds
        domain = self.domains.get(expr.slot)
        return self.given.get(expr.slot, ANY) if domain is None else self.elements(domain)

    def once(self, find: Callable[[model.Expr], Any], slot: int) -> Any:
        """What is found for the value of a name, which others may use again and again."""
        key = find.__name__, slot
        if key not in self.of_named:
            self.of_named[key] = find(self.named[slot])
        return self.of_named[key]

    def by_definition(self, find: Callable[[model.Expr], Any], name: str) -> Any:
        """What is found for the value of a definition, whatever its arguments."""
        key = find.__name__, name
        body = self.game.definitions[name].body
        if key not in self.of_defined and isinstance(body, model.Expr):
            with self.inside(body):
                self.of_defined[key] = find(body)
        return self.of_defined[key]

    def of_stored(self, expr: model.Stored) -> Interval:
        return self.elements(self.variables[expr.name].domain)

    def of_attribute(self, expr: model.Attribute) -> Interval:
        domains = [k.attributes[expr.name] for k in self.game.kinds if expr.name in k.attributes]
        return hull([self.elements(d) for d in domains])

    def of_ofpiece(self, expr: model.OfPiece) -> Interval:
        domains = [k.attributes[expr.name] for k in self.game.kinds if expr.name in k.attributes]
        return hull([self.elements(d) for d in domains])

    def of_factvalue(self, expr: model.FactValue) -> Interval:
        return hull([self.interval(v) for v in self.game.facts[expr.name].values.values()])

    def of_apply(self, expr: model.Apply) -> Interval:
        args = tuple(self.interval(arg) for arg in expr.args)
        key = expr.name, args
        if key not in self.of_called and (
            args.count(ANY) == len(args) or len(self.of_called) >= MAX_CALLS
        ):
            bounds: Interval = self.by_definition(self.interval, expr.name)
            return bounds
        if key not in self.of_called:
            self.of_called[key] = ANY  # counted from now on
            body = self.game.definitions[expr.name].body
            assert isinstance(body, model.Expr)
            with self.called(expr.name, args):
                self.of_called[key] = self.interval(body)
        return self.of_called[key]

    @contextmanager
    def called(self, name: str, args: tuple[Interval, ...]) -> Iterator[None]:
        """Make a definition current within the block, with the bounds of its arguments."""
        definition = self.game.definitions[name]
        body = definition.body
        with self.inside(*(body if isinstance(body, tuple) else (body,))):
            self.given = dict(zip(definition.slots, args, strict=True))
            yield

    def of_builtincall(self, expr: model.BuiltinCall) -> Interval:
        if expr.name == "count":
            return 0, self.size(expr.args[0])
        if expr.name == "seat":
            return 1, len(self.game.colours)
        if expr.name in ("x", "y"):
            return 1, self.extent()[expr.name == "y"]
        if expr.name == "distance":
            return 0, self.cells
        if expr.name == "height":
            return 0, self.game.board.pile or 1
        return FROM_NOTHING

    def of_bystep(self, expr: model.ByStep) -> Interval:
        return 0, self.cells  # the length of a shortest way

    def of_seen(self, expr: model.Seen) -> Interval:
        return FROM_NOTHING

    def of_negative(self, expr: model.Negative) -> Interval:
        low, high = self.interval(expr.operand)
        return -high, -low

    def of_choose(self, expr: model.Choose) -> Interval:
        return hull([self.interval(expr.yes), self.interval(expr.no)])

    def of_arithmetic(self, expr: model.Arithmetic) -> Interval:
        left, right = self.interval(expr.left), self.interval(expr.right)
        if expr.op == "+":
            return left[0] + right[0], left[1] + right[1]
        if expr.op == "-":
            return left[0] - right[1], left[1] - right[0]
        if expr.op == "mod":
            return (0, right[1]) if right[0] > 0 else ANY
        if expr.op == "div" and right[0] == 0 and self.is_whole(expr.right):
            right = 1, max(1, right[1])  # what is divided by 0 does not exist
        if expr.op == "div" and right[0] < 1:
            return ANY
        ends = [combine(expr.op, a, b) for a in left for b in right]
        return min(ends), max(ends)

    def is_whole(self, expr: model.Expr) -> bool:
        """Whether a number is certainly whole, by its form."""
        match expr:
            case model.Stored(name=name):
                return isinstance(self.variables[name].domain, model.Range)
            case model.BuiltinCall() | model.Aggregate(name="count") | model.Value(value=int()):
                return True
            case model.Arithmetic(op="+" | "-" | "*", left=left, right=right):
                return self.is_whole(left) and self.is_whole(right)
        return False

    def of_aggregate(self, expr: model.Aggregate) -> Interval:
        rounds = self.rounds(expr.comprehension.binders)
        if expr.name == "count":
            return 0, rounds
        low, high = self.interval(expr.comprehension.body)
        if expr.name == "sum":
            rounds = self.counted(expr.comprehension)
            return min(0, times(low, rounds)), max(0, times(high, rounds))
        if expr.name in ("max", "min") and (listed := listed_in(expr.comprehension)):
            choose = max if expr.name == "max" else min  # all elements exist, or the set does not
            lows, highs = zip(*map(self.interval, listed), strict=True)
            low, high = choose(lows), choose(highs)
        rest = [] if expr.default is None else [self.interval(expr.default)]
        return hull([(low, high), *rest])

    def elements(self, domain: model.Expr) -> Interval:
        """The interval in which the elements of a set lie."""
        match domain:
            case model.Range(low=low, high=high):
                return self.interval(low)[0], self.interval(high)[1]
            case model.Display(items=items):
                return hull([self.interval(item) for item in items])
            case model.Build(comprehension=comprehension):
                return self.interval(comprehension.body)
            case model.BuiltinCall(name="seats"):
                return 1, len(self.game.colours)
            case model.SetOperation(op="|", left=left, right=right):
                return hull([self.elements(left), self.elements(right)])
            case model.SetOperation(left=left):
                return self.elements(left)
        return ANY

    # ---- sets ----

    def size(self, expr: model.Expr) -> float:
        """How many elements a set or a list has at most; 1 for what is neither."""
        if isinstance(expr.type, ListType):
            return self.written(expr)
        there = self.universe(expr.type.element) if isinstance(expr.type, SetType) else 1
        return min(there, self.written(expr))

    def written(self, expr: model.Expr) -> float:
        """How many elements a set has at most, judging only by its expression."""
        match expr:
            case model.Display(items=items):
                return len(items)
            case model.Range(low=low, high=high):
                far = min(self.interval(high)[1] - self.interval(low)[0], self.apart(low, high))
                return max(0, far + 1)
            case model.Build(comprehension=comprehension):
                return self.rounds(comprehension.binders)
            case model.SetOperation(op="|", left=left, right=right):
                return self.size(left) + self.size(right)
            case model.SetOperation(op="&", left=left, right=right):
                return min(self.size(left), self.size(right))
            case model.SetOperation(left=left):
                return self.size(left)
            case model.Choose(yes=yes, no=no):
                return max(self.size(yes), self.size(no))
            case model.Aggregate(name="list" | "descending", comprehension=comprehension):
                return self.rounds(comprehension.binders)
            case model.BuiltinCall(name="lines"):
                return MANY_WAYS * self.cells
            case model.BuiltinCall(name="links"):  # each joins two cells
                return MANY_WAYS * self.cells // 2
            case model.BuiltinCall(name="blocks"):  # of which each cell begins one at most
                return self.cells
            case model.BuiltinCall(name="leaps"):
                return MANY_LEAPS
            case model.BuiltinCall(name="neighbours", args=(of, *_)):
                here = self.size(of) if isinstance(of.type, SetType) else 1
                return here * (MANY_WAYS + 2 * len(self.game.board.tracks))
            case model.BuiltinCall(name="copies"):
                return MANY_IMAGES * self.cells
            case model.BuiltinCall(name="seats"):
                return len(self.game.colours)
            case model.BuiltinCall(name="groups") | model.ByStep(name="groups"):
                return self.cells
            case model.ByStep(name="links"):
                return self.cells * self.size(expr.steps)
            case model.BuiltinCall(name="sides"):
                return MANY_WAYS
            case model.FactValue(name=name):
                return max(map(self.size, self.game.facts[name].values.values()), default=inf)
            case model.BuiltinCall(name="row" | "column"):
                return self.extent()[expr.name == "column"]
            case model.Local(slot=slot) if slot in self.given:
                return self.given[slot][1]
            case model.Local(slot=slot) if slot in self.named:
                size: float = self.once(self.size, slot)
                return size
            case model.Local(slot=slot) if slot in self.domains:
                return self.largest(self.domains[slot])
            case model.Apply(name=name):
                defined: float = self.by_definition(self.size, name)
                return defined
            case model.Stored(name=name):
                domain = self.variables[name].domain
                is_subset = isinstance(domain, model.BuiltinCall) and domain.name == "subsets"
                return self.size(domain.args[0]) if is_subset else inf  # type: ignore[attr-defined]
        return inf

    def largest(self, sets: model.Expr) -> float:
        """How many elements a set has at most that is in a set of sets; what is written out tells.
        """
        match sets:
            case model.Display(items=items):
                return max(map(self.size, items), default=0)
            case model.FactValue(name=name):
                return max(map(self.largest, self.game.facts[name].values.values()), default=inf)
        return inf

    def apart(self, low: model.Expr, high: model.Expr) -> float:
        """By how much one number exceeds another that differs from it by numbers with bounds."""
        (one, (least, _)), (other, (_, most)) = self.shifted(low), self.shifted(high)
        return most - least if shape(one, ()) == shape(other, ()) else inf

    def shifted(self, number: model.Expr) -> tuple[model.Expr, Interval]:
        """A number as another one and the bounds of what is added to that."""
        if isinstance(number, model.Arithmetic) and number.op in ("+", "-"):
            left, right = self.interval(number.left), self.interval(number.right)
            if is_bounded(right):
                base, (low, high) = self.shifted(number.left)
                by = right if number.op == "+" else (-right[1], -right[0])
                return base, (low + by[0], high + by[1])
            if is_bounded(left) and number.op == "+":
                base, (low, high) = self.shifted(number.right)
                return base, (low + left[0], high + left[1])
        return number, (0, 0)

    def extent(self) -> tuple[int, int]:
        """How many columns and how many rows a board has at most."""
        board = self.game.board
        if board.shape == "lines":
            return MAX_PLACES, MAX_PLACES
        if board.rows:
            return max(len(row.split()) for row in board.drawing), len(board.rows)
        longest = 2 * board.size[0] if board.shape == "hexagon" else board.size[0]
        return longest, max(longest, board.size[-1]) if len(board.size) == 1 else board.size[-1]

    def universe(self, type: Type) -> float:
        """How many values a type has."""
        if isinstance(type, WordType):
            return len(type.words)
        if type == PIECE:
            return sum(self.pieces(kind) for kind in self.game.kinds)
        sizes: dict[Type, float] = {
            CELL: self.cells, DIRECTION: MANY_WAYS + 2 * len(self.game.board.tracks), FLAG: 2,
            COLOUR: len(self.game.colours), KIND: len(self.game.kinds),
        }  # fmt: skip
        return sizes.get(type, inf)

    def pieces(self, kind: model.Kind) -> float:
        """How many different pieces of a kind there can be."""
        different = float(len(kind.owners))
        for domain in kind.attributes.values():
            different *= max(1, self.size(domain))
        return different

    # ---- rounds ----

    def rounds(self, binders: tuple[model.Binder, ...]) -> float:
        """How many choices of values the variables have together, at most."""
        product = 1.0
        for binder in binders:
            product = times(product, self.size(binder.domain))
        return product

    def counted(self, comprehension: model.Comprehension) -> float:
        """How many rounds fulfil the condition of a comprehension, at most.

        One that says what the value of a variable is leaves that variable no choice.
        """
        own = set(comprehension.bound)
        fixed = set()
        for part in conjuncts(comprehension.condition):
            if isinstance(part, model.Relation) and part.op == "=":
                for one, other in ((part.left, part.right), (part.right, part.left)):
                    if isinstance(one, model.Local) and not own & free_slots(other):
                        fixed.add(one.slot)
        left = [b for b in comprehension.binders if not fixed.intersection(b.slots)]
        return self.rounds(tuple(left))


class CloseBounds(Bounds):
    """The same, but what definitions, facts and variables give is followed into sets, and what is
    chosen between.

    Not where rounds are counted: rules would be refused for numbers that play never comes near.
    """

    def elements(self, domain: model.Expr) -> Interval:
        match domain:
            case model.Choose(yes=yes, no=no):
                return hull([self.elements(yes), self.elements(no)])
            case model.Apply(name=name):
                bounds: Interval = self.by_definition(self.elements, name)
                return bounds
            case model.Stored(name=name):
                match self.variables[name].domain:
                    case model.BuiltinCall(name="subsets", args=(whole,)):
                        return self.elements(whole)
            case model.FactValue(name=name):
                return hull([self.elements(v) for v in self.game.facts[name].values.values()])
            case model.Aggregate(name="union", comprehension=comprehension):
                return self.elements(comprehension.body)
        return super().elements(domain)


def conjuncts(condition: model.Expr | None) -> Iterator[model.Expr]:
    """The parts of a condition that all hold when it does."""
    if isinstance(condition, model.And):
        yield from conjuncts(condition.left)
        yield from conjuncts(condition.right)
    elif condition is not None:
        yield condition


def listed_in(rounds: model.Comprehension) -> tuple[model.Expr, ...]:
    """The elements through which a `for` goes, if it only goes through a list of them."""
    match rounds:
        case model.Comprehension(
            body=model.Local(slot=slot), condition=None,
            binders=(model.Binder(slots=(bound,), domain=model.Display(items=items)),),
        ) if slot == bound:  # fmt: skip
            return tuple(items)
    return ()
