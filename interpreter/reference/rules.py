"""A game prepared for evaluation: its board, all possible pieces, and the places of its variables.

All parts of the reference engine share a `Rules`.  It reports mistakes that show only on the actual
board, such as an empty one and a domain that is not constant; `linked` reports the others.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Mapping, Sequence
from functools import cached_property
from itertools import product
from math import ceil, floor
from typing import Any

from gdl.model import nodes as model
from gdl.model.analysis import Reads, everything, written
from gdl.model.loose import IN_C, ROUNDS_A_LOOK, Loose, loose_loops, many_looks, too_many_looks
from gdl.model.making import ELEMENTS_A_ROUND, GoesThrough
from gdl.source.diagnostics import Report
from gdl.source.limits import MAX_IN_PLAY
from gdl.vocabulary.drawn import board_lattice
from gdl.vocabulary.lattice import Lattice, Point, lattice
from gdl.vocabulary.types import CELL, NUMBER
from interpreter.board.codes import Codes, element, nearest_number, ordered
from interpreter.board.position import Piece, Position
from interpreter.board.shapes import Shapes
from interpreter.board.topology import Topology, from_lattice, from_lines, without_cells
from interpreter.reference.basis.functions import Frame, Function
from interpreter.reference.basis.order import Order
from interpreter.reference.basis.seen import compared_by
from interpreter.reference.effort import CountedExpressions, Effort
from interpreter.reference.expressions import Expressions

ROUNDS_A_CELL = 40  # the effort of preparing a board, for each of its cells


class Variable:
    """Where a variable is stored and what it can hold."""

    def __init__(self, rules: Rules, variable: model.Variable):
        self.model = variable
        self.name = variable.name
        self.type = variable.type
        self.keys = self._keys(rules)
        self.index_types = tuple(element(b.domain.type) for b in variable.index)
        domain = variable.domain
        self.holds_subsets = isinstance(domain, model.BuiltinCall) and domain.name == "subsets"
        of = (
            domain.args[0]
            if isinstance(domain, model.BuiltinCall) and self.holds_subsets
            else domain
        )
        self.is_number = variable.type == NUMBER
        self.domain: Collection[Any]  # for `subsets(S)` this is S
        if isinstance(of, model.Range) and not self.holds_subsets:
            self.domain = rules.fixed_range(of)
        else:
            self.domain = rules.fixed(of)
        if not self.domain and not self.holds_subsets:
            rules.report.add("empty-domain", variable.span, word=variable.name)

    def _keys(self, rules: Rules) -> dict[tuple[Any, ...], int]:
        frame = rules.frame()
        choices = [
            rules.expressions.elements(b.domain)(None, frame)  # type: ignore[arg-type]
            for b in self.model.index
        ]
        return {key: i for i, key in enumerate(product(*choices))}

    def hold(self, value: Any, tested: Any = None) -> Any:
        """The value as it is stored; a number outside the domain becomes the nearest one in it.
        Of a set only the elements `tested` are, if they are given.

        Raises LookupError if the variable cannot hold the value.
        """
        if value is None:
            if self.model.or_none:
                return None
            raise LookupError(self.name)
        if self.is_number:
            return nearest_number(self.numbers, value)
        part = value if tested is None else tested
        if part <= self.domain if self.holds_subsets else value in self.domain:
            return value
        raise LookupError(self.name)

    @cached_property
    def first(self) -> Any:
        """The first value of a variable that declares none."""
        if self.model.or_none:
            return None
        if self.holds_subsets:
            return frozenset()
        if self.is_number:
            return self.numbers[0] if self.numbers else None
        return ordered(self.domain, self.type)[0] if self.domain else None

    @cached_property
    def numbers(self) -> Sequence[Any]:
        """The numbers that it can hold, in ascending order; a plain range is not listed."""
        return self.domain if isinstance(self.domain, range) else sorted(self.domain)


class Rules(Order):
    """One game, prepared for evaluation."""

    def __init__(self, game: model.Game, report: Report, effort: Effort | None = None):
        self.model = game
        self.report = report
        self.effort = effort
        self.begin_step()
        self.reads = Reads(game)
        self.topology = self._topology()
        self._check_cells()
        report.raise_errors()  # without a board, nothing else can be prepared
        self.shapes = Shapes(self.topology)
        self.spend(ROUNDS_A_CELL * len(self.topology.cells))
        self.codes = Codes(game, self.topology)
        self.codes.all_pieces = self.all_pieces
        self.all_cells = frozenset(range(len(self.topology.cells)))
        self.expressions = CountedExpressions(self, effort) if effort else Expressions(self)
        self._seen: list[model.Seen] = []
        self.is_stuck: Callable[[Position], bool] = lambda position: False  # set by `turns`
        self._check_attributes()
        self.pools = self._pools()
        self.pool_of = {self.pool_key(piece): i for i, piece in enumerate(self.pools)}
        self.variables = tuple(Variable(self, v) for v in game.variables)
        self.marks = tuple(Variable(self, v) for v in game.marks)
        self._places = {v.name: i for i, v in enumerate(self.variables)}
        playing = [v.name for v in game.variables if v.is_playing]
        self.playing = self._places[playing[0]] if playing else None
        self._mark_places = {v.name: i for i, v in enumerate(self.marks)}
        for part in everything(game):
            if isinstance(part, model.Seen):
                self.seen_number(part)

    def spend(self, rounds: int) -> None:
        """Deduct some rounds from the effort, if that is limited.

        Raises OutOfEffort.
        """
        if self.effort is not None:
            self.effort.spend(rounds)

    @cached_property
    def loose(self) -> dict[int, Loose]:
        """The loops whose rounds are counted in play."""
        return loose_loops(self.model, len(self.all_cells))

    @cached_property
    def loose_in_c(self) -> dict[int, Loose]:
        """Those that C counts, which goes through many more in the same time."""
        return loose_loops(self.model, len(self.all_cells), IN_C)

    @cached_property
    def counts_looks_in_c(self) -> bool:
        """Whether a step may look ahead at so many positions that C counts them."""
        return many_looks(self.model, len(self.all_cells), IN_C)

    def begin_step(self) -> None:
        """Count the rounds of such loops from here on."""
        self.rounds_left = int(MAX_IN_PLAY)

    def count_rounds(self, loop: Loose | None, rounds: int = 1) -> None:
        """Count rounds of a loop, if it is one whose rounds are counted.

        Raises GdlError if this step of play has gone through too many.
        """
        if loop is not None:
            self.rounds_left -= loop.price * rounds
            if self.rounds_left < 0:
                raise loop.error()

    def counter_of_work(self, node: GoesThrough) -> Callable[[int], None] | None:
        """What counts the elements that a part of a rule goes through, if they are counted.

        It raises GdlError if this step of play has gone through too many.
        """
        loop = self.loose.get(id(node))
        if loop is None or not loop.is_made:
            return None
        too_many = loop.error

        def count(elements: int) -> None:
            self.rounds_left -= elements // ELEMENTS_A_ROUND
            if self.rounds_left < 0:
                raise too_many()

        return count

    def count_look(self) -> None:
        """Count a position from which a look-ahead tries actions, like rounds.

        Raises GdlError if this step of play comes to too many.
        """
        self.rounds_left -= ROUNDS_A_LOOK
        if self.rounds_left < 0:
            raise too_many_looks(self.model)

    def frame(self) -> Frame:
        """A fresh frame."""
        return [None] * self.model.frame

    def fixed_range(self, expr: model.Range) -> range:
        """The numbers of a constant range, not listed; none if an end does not exist."""
        ends = [self.fixed(end) for end in (expr.low, expr.high)]
        if any(isinstance(end, frozenset) for end in ends):
            return range(0)
        return range(ceil(ends[0]), floor(ends[1]) + 1)

    def fixed(self, expr: model.Expr) -> Any:
        """The value of a constant expression; the empty set if it does not exist.

        If the expression reads what can change, that is reported and the value is the empty set.
        """
        if self.reads.of(expr):
            self.report.add("not-constant", expr.span, word=expr.span.text)
            return frozenset()
        value = self.expressions.function(expr)(None, self.frame())  # type: ignore[arg-type]
        return frozenset() if value is None else value

    # ---- the board ----

    def _topology(self) -> Topology:
        board = self.model.board
        try:
            if board.shape == "none":
                return without_cells()
            if board.shape == "lines":
                return from_lines(board.lines, board.points, board.tracks)
            whole = board_lattice(board.shape, board.size, board.drawing)
            further = {name: board.points[name] for name in board.further}
            holes = frozenset() if board.holes is None else self._holes(board.holes, whole, further)
            if len(holes) == len(whole.names):
                self.report.add("board-empty", board.span)
                holes = frozenset()
            return from_lattice(whole, holes, board.tracks, further)
        except ValueError as error:
            self.report.add("board-wrong", board.span, reason=str(error))
            return from_lattice(lattice("square", (1,)))

    def _holes(
        self, expr: model.Expr, whole: Lattice, further: Mapping[str, Point]
    ) -> frozenset[str]:
        """The cells that are cut out, evaluated on the board without holes."""
        self.topology = from_lattice(whole, further=further)
        self.codes = Codes(self.model, self.topology)
        self.all_cells = frozenset(range(len(self.topology.cells)))
        self.expressions = Expressions(self)
        holes = self.fixed(expr) or frozenset()
        return frozenset(self.topology.cells[c] for c in holes).difference(further)

    def _check_cells(self) -> None:
        """Report cells that the file names and that the board does not have."""
        for part in written(self.model):
            if isinstance(part, model.Value) and part.type == CELL and part.value is not None:
                if part.value not in self.topology.index:
                    self.report.add("hole-used", part.span, word=part.value)

    # ---- the pieces ----

    def _check_attributes(self) -> None:
        """Report attributes without values on this board, or with different values in two kinds."""
        known: dict[str, Any] = {}
        for name, domain in (item for k in self.model.kinds for item in k.attributes.items()):
            values = self.fixed(domain)
            if self.reads.of(domain):
                continue  # `fixed` has reported it
            if not values:
                self.report.add("empty-domain", domain.span, word=name)
            elif known.setdefault(name, values) != values:
                self.report.add("attribute-types", domain.span, word=name)
        for name, start in (item for k in self.model.kinds for item in k.starts.items()):
            value = self.fixed(start)
            if not self.reads.of(start) and value not in known.get(name, (value,)):
                self.report.add(
                    "start-outside", start.span, word=name, values="those of its domain",
                    value=self.codes.text(start.type, value) if value != frozenset() else "none",
                )  # fmt: skip

    def all_pieces(self) -> frozenset[Piece]:
        """Every possible piece."""
        return self._all_pieces

    @cached_property
    def _all_pieces(self) -> frozenset[Piece]:
        pieces = []
        for number, kind in enumerate(self.model.kinds):
            domains = [
                ordered(self.fixed(d) or (), element(d.type)) for d in kind.attributes.values()
            ]
            for owner in self.owners(kind):
                pieces += [Piece(number, owner, values) for values in product(*domains)]
        return frozenset(pieces)

    @cached_property
    def owners_of_kinds(self) -> tuple[list[int], ...]:
        """For each kind, the numbers of the colours that can own it."""
        return tuple(map(self.owners, self.model.kinds))

    def owners(self, kind: model.Kind) -> list[int]:
        """The numbers of the colours that can own a kind; -1 for nobody."""
        return [-1 if o is None else self.model.colours.index(o) for o in kind.owners]

    def _pools(self) -> tuple[Piece, ...]:
        """A representative piece for each pool of a limited supply."""
        pools: list[Piece] = []
        for number, kind in enumerate(self.model.kinds):
            pieces = sorted(p for p in self.all_pieces() if p.kind == number)
            if kind.supply == "each":
                pools += pieces
            elif kind.supply is not None:
                first = {p.owner: p for p in reversed(pieces)}
                pools += [first[owner] for owner in self.owners(kind)]
        return tuple(pools)

    def pool_key(self, piece: Piece) -> Piece | tuple[int, int]:
        """A key that all pieces of one pool share."""
        if self.model.kinds[piece.kind].supply == "each":
            return piece
        return (piece.kind, piece.owner)

    def full_supply(self) -> tuple[int, ...]:
        """How many pieces each pool has before the set-up."""
        supplies = (self.model.kinds[piece.kind].supply for piece in self.pools)
        return tuple(s if isinstance(s, int) else 1 for s in supplies)

    def hold_attribute(self, name: str, value: Any) -> Any:
        """The value as a piece stores it: numbers the nearest possible; None if impossible."""
        if value is None or value in self._attribute_domains[name]:
            return value
        if self.codes.attribute_types[name] != NUMBER:
            return None
        return nearest_number(self._attribute_numbers[name], value)

    @cached_property
    def _attribute_domains(self) -> dict[str, frozenset[Any]]:
        """The values of each attribute."""
        domains = [item for kind in self.model.kinds for item in kind.attributes.items()]
        return {name: self.fixed(domain) or frozenset() for name, domain in domains}

    @cached_property
    def _attribute_numbers(self) -> dict[str, list[Any]]:
        """The values of each numeric attribute, in ascending order."""
        types = self.codes.attribute_types
        return {n: sorted(d) for n, d in self._attribute_domains.items() if types[n] == NUMBER}

    @cached_property
    def attribute_starts(self) -> tuple[dict[str, Any], ...]:
        """For each kind, the values of the attributes of a new piece that need not be given."""
        return tuple(
            {name: self.hold_attribute(name, self.fixed(start)) for name, start in k.starts.items()}
            for k in self.model.kinds
        )

    def turned(self, piece: Piece, kind: int) -> tuple[Any, ...] | None:
        """The attributes of a piece as one of another kind; None if it cannot become one.

        It keeps what both kinds have.  Only an attribute with a start can come or go.
        """
        had, starts = self.named_attributes(piece), self.attribute_starts
        wanted = self.codes.attribute_names[kind]
        comes = [name for name in wanted if name not in had]
        goes = [name for name in had if name not in wanted]
        if not starts[kind].keys() >= {*comes} or not starts[piece.kind].keys() >= {*goes}:
            return None
        return tuple(had[name] if name in had else starts[kind][name] for name in wanted)

    def named_attributes(self, piece: Piece) -> dict[str, Any]:
        """The attributes of a piece by name."""
        names = self.codes.attribute_names[piece.kind]
        return dict(zip(names, piece.attributes, strict=True))

    # ---- variables ----

    def variable_place(self, name: str) -> tuple[int, dict[tuple[Any, ...], int]]:
        """The number of a variable, and the place of each of its indices."""
        place = self._places[name]
        return place, self.variables[place].keys

    def mark_place(self, name: str) -> tuple[int, dict[tuple[Any, ...], int]]:
        """The number of a mark, and the place of each of its indices."""
        place = self._mark_places[name]
        return place, self.marks[place].keys

    @property
    def mark_names(self) -> Container[str]:
        """The names of the marks."""
        return self._mark_places

    def own_mark(self, name: str, index: Sequence[Function]) -> Function:
        """A function that gives what a mark holds, for `add` and `take`, which change it."""
        place, keys = self.mark_place(name)

        def own(position: Position, frame: Frame) -> Any:
            key = keys.get(tuple(i(position, frame) for i in index))
            return None if key is None else position.marks[place][key]

        return own

    def start_values(self, variables: tuple[Variable, ...]) -> tuple[tuple[Any, ...], ...]:
        """What each of some variables holds at the start."""
        return tuple(self.starts(v) for v in variables)

    def starts(self, variable: Variable) -> tuple[Any, ...]:
        """What each place of a variable holds at the start."""
        start = variable.model.start
        if start is not None and self.reads.of(start):
            self.report.add("not-constant", start.span, word=start.span.text)
            start = None
        if start is None:
            return (variable.first,) * len(variable.keys)
        function = self.expressions.function(start)
        return tuple(self._start(variable, start, function, key) for key in variable.keys)

    def _start(
        self, variable: Variable, start: model.Expr, function: Function, key: tuple[Any, ...]
    ) -> Any:
        """What one place of a variable holds at the start."""
        frame = self.frame()
        for binder, of in zip(variable.model.index, key, strict=True):
            frame[binder.slots[0]] = of
        value = function(None, frame)  # type: ignore[arg-type]
        try:
            return variable.hold(value)
        except LookupError:
            self.report.add(
                "start-outside", start.span, word=variable.name,
                value=self.codes.text(variable.type, value), values="those of its domain",
            )  # fmt: skip
            return variable.first

    # ---- what `seen` compares ----

    def seen_number(self, expr: model.Seen) -> int:
        """The number of a `seen`; those that compare the same things share one."""
        alike = [s for s in self._seen if compared_by(s) == compared_by(expr)]
        if not alike:
            self._seen.append(expr)
            alike = [expr]
        return self._seen.index(alike[0])

    @property
    def seen(self) -> tuple[model.Seen, ...]:
        """The different `seen` of the rules, by number."""
        return tuple(self._seen)
