"""A state of a game from the JSON that `state_writer` made, or a person.

What is left out is as at the start; the supply is then what is not on the board, and the turn is
about to begin.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any

from gdl.model import nodes as model
from gdl.model.analysis import everything
from gdl.model.ranges import Bounds
from gdl.source.limits import MAX_NUMBER
from gdl.source.wording import show
from gdl.vocabulary.types import FLAG, NUMBER, PIECE, ListType, SetType, Type
from interpreter.api.game_base import GameBase
from interpreter.api.state_writer import setup_statements
from interpreter.board.position import Pending, Piece, Position
from interpreter.board.told import Told
from interpreter.process.arguments import MAX_IN_STATE
from interpreter.reference.engine import Node, Reference
from interpreter.reference.rules import Variable
from interpreter.reference.ways.simultaneous import CHOOSING, choosing

KEYS = (
    "game options board supply colours seat next turn passes last variables marks pending setup "
    "chance result history refused heard"
).split()


def read_state(game: GameBase, text: str) -> Node:
    """The node of a JSON text.

    Raises ValueError, with the entry that is wrong, in plain words.
    """
    try:
        data = json.loads(text)
    except ValueError as error:
        raise ValueError(f"this is no JSON: {error}") from error
    except RecursionError:
        raise ValueError("this is no state: it is nested too deeply") from None
    if not isinstance(data, dict):
        raise ValueError("a state is a JSON object")
    unknown = [key for key in data if key not in KEYS]
    if unknown:
        raise ValueError(f"a state has no entry {unknown[0]!r}; it has {', '.join(KEYS)}")
    try:
        return Reader(game, data).node()
    except Wrong:
        raise
    except (
        ValueError, TypeError, LookupError, AttributeError, AssertionError, RecursionError,
    ) as error:
        raise ValueError(f"this is no state of {game.name}") from error


def require_supply(game: GameBase, position: Position) -> None:
    """Raises ValueError for a position with more pieces than there are.

    What no statement can change about a piece tells which pieces come from the same supply.
    """
    rules, codes = game.reference.rules, game.codes
    changed = {p.what for p in everything(game.model) if isinstance(p, model.SetPiece)}
    if "kind" in changed:
        return

    def group(piece: Piece) -> Any:
        is_changed = changed & {"owner", *codes.attribute_names[piece.kind]}
        return piece.kind if is_changed else rules.pool_key(piece)

    there, off, full = Counter[Any](), Counter[Any](), Counter[Any]()
    for piece in (p for cell in range(len(position.board)) for p in position.pile(cell)):
        if rules.pool_key(piece) in rules.pool_of:
            there[group(piece)] += 1
    for piece, left, most in zip(rules.pools, position.supply, rules.full_supply(), strict=True):
        off[group(piece)] += left
        full[group(piece)] += most
    for piece in rules.pools:
        on_board, left, most = (counts[group(piece)] for counts in (there, off, full))
        if on_board + left > most:
            is_kind = group(piece) == piece.kind
            what = codes.kind_names[piece.kind] if is_kind else codes.piece_text(piece)
            raise Wrong(f"here are {on_board + left} of {what}, {on_board} on the board and {left} "
                        f"off it, and the rules have {most}")  # fmt: skip


class Wrong(ValueError):
    """An entry that cannot be, in words."""


class Reader:
    """Reads one state."""

    def __init__(self, game: GameBase, data: Mapping[str, Any]):
        self.game = game
        self.data = data
        self.codes = game.codes
        self.reference: Reference = game.reference
        self.start = game.reference.start()
        self.most = game.model.board.pile  # pieces on a cell; None on a board without piles

    def node(self) -> Node:
        data = self.data
        if data.get("game", self.game.name) != self.game.name:
            raise Wrong(f"this is a state of {data['game']}, not of {self.game.name}")
        if data.get("options", self.game.options) != self.game.options:
            raise Wrong(f"`options`: the game is played with {self.game.options}")
        position = self.position()
        if data.get("setup"):
            return Node(position, setup=self.setup(), chance=True)
        if data.get("result") is not None:
            return Node(position, result=self.result())
        if "pending" in data:
            return self.in_a_turn(position, as_codes(data["pending"]))
        return self.between_turns(position)

    def in_a_turn(self, position: Position, pending: Any) -> Node:
        """The rest of a turn is left."""
        first = () if choosing(pending) is None else pending[:1]
        others = pending[len(first) :] if isinstance(pending, tuple) else (pending,)
        if not (all(map(self.is_choice, first)) and all(map(self.is_pending, others))):
            raise Wrong("`pending`: this is not what can be left of a turn")
        turns = self.reference.turns
        if turns.is_complete(position, pending) or not turns.has_way(position, pending):
            raise Wrong("`pending`: a turn cannot be completed so")
        if choosing(pending):
            pending = self.with_earlier_choices(position, pending)
        return self.reference.within_turn(position, pending)

    def with_earlier_choices(self, position: Position, pending: Pending) -> Pending:
        """The same rest of a turn, after the seats before this one chose what they could."""
        number, chosen, rest = choosing(pending) or (0, (), ())
        seat, moves = position.seat - len(chosen), self.reference.turns.moves
        made: list[Any] = []
        for entry in chosen:
            place = position.changed(seat=(seat + len(made)) % self.game.seats)
            keys = list(moves(place, pending))
            known = [None] if entry is None and not keys else [key for key in keys if key == entry]
            if not known:
                raise Wrong("`pending`: this could not be chosen")
            made += known
        if not moves(position, pending):
            raise Wrong("`pending`: the seat has nothing to choose")
        return ((CHOOSING, number, tuple(made)), *rest)

    def is_choice(self, item: tuple[Any, ...]) -> bool:
        """Whether this can be a simultaneous choice; `with_earlier_choices` reads the moves."""
        nodes, (_, number, chosen) = self.reference.turns.nodes, item
        if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number < len(nodes):
            return False
        is_simultaneous = isinstance(nodes[number], model.AllAtOnce)
        return is_simultaneous and isinstance(chosen, tuple) and len(chosen) < self.game.seats

    def is_pending(self, item: Any) -> bool:
        """Whether this can be an item of what is left of a turn."""
        nodes = self.reference.turns.nodes
        match item:
            case bool():
                return False
            case int():
                return 0 <= item < len(nodes)
            case ("or", _, *_):
                ways = item[1:]
                return all(isinstance(w, tuple) and all(map(self.is_pending, w)) for w in ways)
            case ("most", int(number)):
                return 0 <= number < len(nodes) and isinstance(nodes[number], model.Most)
            case (int(number), int()):
                return 0 <= number < len(nodes) and isinstance(nodes[number], model.Repeat)
        return False

    def between_turns(self, position: Position) -> Node:
        """A turn is about to begin."""
        last_seat = (position.seat - 1) % self.game.seats
        before = position.changed(seat=last_seat, next_seat=position.seat)
        if "history" not in self.data:  # the position itself has been at the end of a turn
            before = self.reference.remember(before.changed(history={}))
        node = self.reference.begin_turn(before)
        if "next" in self.data and node.result is None:
            ordered_so = node.position.changed(next_seat=position.next_seat)
            return Node(ordered_so, node.pending, chance=node.chance)
        return node

    def setup(self) -> tuple[tuple[model.Statement, tuple[Any, ...]], ...]:
        """What is left of the set-up, a chance first."""
        statements = setup_statements(self.game)
        left = tuple(
            (statements[self.number(n, "setup", len(statements) - 1)], tuple(map(frame_value, f)))
            for n, f in self.data["setup"]
        )
        if not isinstance(left[0][0], model.Deal):
            raise Wrong("`setup`: a chance must come first")
        return left

    def result(self) -> tuple[float, ...]:
        shares = self.data["result"]
        results = self.game.results
        is_right = all(results.least <= s <= results.greatest for s in shares)
        wanted = f"a number for each seat, from {show(results.least)} to {show(results.greatest)}"
        if results.has_whole_game:
            is_right = all(s in (0, 0.5, 1) for s in shares)
            wanted = "a share for each seat: 1, 0.5 or 0"
        if len(shares) != self.game.seats or not is_right:
            raise Wrong(f"`result` has {wanted}")
        return tuple(float(s) for s in shares)

    def position(self) -> Position:
        data, base = self.data, self.start.position
        piles = self.piles() if "board" in data else tuple(map(base.pile, range(len(base.board))))
        seat = self.entry("seat", base.seat, self.game.seats - 1)
        cells = self.reference.rules.topology.index
        last = data.get("last")
        if last is not None and last not in cells:
            raise Wrong(f"`last`: there is no cell {last}")
        return base.changed(
            board=tuple(pile[-1] if pile else None for pile in piles),
            under=() if self.most is None else tuple(pile[:-1] for pile in piles),
            supply=self.supply(piles),
            colours=self.colours(),
            seat=seat,
            next_seat=self.entry("next", (seat + 1) % self.game.seats, self.game.seats - 1),
            turns=self.entry("turn", base.turns),
            passes=self.entry("passes", base.passes),
            last=None if last is None else cells[last],
            variables=self.variables(self.reference.rules.variables, base.variables, "variables"),
            marks=self.variables(self.reference.rules.marks, base.marks, "marks"),
            history=self.history() if "history" in data else base.history,
            refused=frozenset(self.refused(*tried) for tried in data.get("refused", ())),
            heard=self.heard() if "heard" in data else base.heard,
        )

    def entry(self, name: str, default: int, most: int = MAX_IN_STATE) -> int:
        """A whole number under a name."""
        return self.number(self.data[name], name, most) if name in self.data else default

    def number(self, value: Any, name: str, most: int = MAX_IN_STATE) -> int:
        """A whole number from 0."""
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
            raise Wrong(f"`{name}` is a whole number from 0 to {most}, not {value!r}")
        return value

    def colours(self) -> tuple[int, ...]:
        """The colour that each seat plays."""
        if "colours" not in self.data:
            return self.start.position.colours
        names = self.data["colours"]
        if sorted(names) != sorted(self.game.players):
            raise Wrong("`colours` names the colour of each seat, every colour once")
        return tuple(self.game.players.index(name) for name in names)

    def history(self) -> dict[Any, int]:
        return {as_codes(key): self.number(n, "history") for key, n in self.data["history"]}

    def refused(self, name: str, values: Any) -> tuple[str, tuple[Any, ...]]:
        """An attempt of this turn that failed: the action, and the codes of its parameters."""
        action, codes = self.reference.turns.actions.get(name), as_codes(values)
        if action is None or not isinstance(codes, tuple) or len(codes) != len(action.types):
            raise Wrong(f"`refused`: there is no action {name} with such parameters")
        domains = [binder.domain for binder in action.model.binders for _ in binder.slots]
        if not all(map(self.is_code, action.types, codes, domains)):
            raise Wrong(f"`refused`: these are no parameters of {name}")
        return name, codes

    def is_code(self, type: Type, code: Any, domain: model.Expr) -> bool:
        """Whether something is the code of a value that a parameter can be, or have in it."""
        if isinstance(type, SetType):
            parts = code if isinstance(code, frozenset) else (None,)
            return all(self.is_code(type.element, part, domain) for part in parts)
        if type == FLAG:
            return isinstance(code, bool)
        if type == PIECE:
            return code in self.codes.all_pieces()
        if isinstance(code, bool):
            return False
        if type == NUMBER:
            return isinstance(code, int | float) and self.is_number_of(code, domain)
        names = self.codes.names(type)
        return names is not None and isinstance(code, int) and 0 <= code < len(names)

    def is_number_of(self, number: float, domain: model.Expr) -> bool:
        """Whether a parameter can be a number, as far as its domain tells without a position."""
        if isinstance(domain, model.Display) and all(
            isinstance(item, model.Value) for item in domain.items
        ):
            return number in [item.value for item in domain.items]  # type: ignore[attr-defined]
        bounds = Bounds(self.game.model, len(self.game.board.cells))
        bounds.enter(domain)
        low, high = bounds.elements(domain)
        is_fitting = isinstance(number, int) or not isinstance(domain, model.Range)
        return is_fitting and max(low, -MAX_NUMBER) <= number <= min(high, MAX_NUMBER)

    def heard(self) -> tuple[Told, ...]:
        heard = tuple(Told(str(word) for word in words) for words in self.data["heard"])
        if len(heard) != self.game.seats:
            raise Wrong("`heard` has a list of texts for each seat")
        return heard

    # ---- pieces ----

    def piles(self) -> tuple[tuple[Piece, ...], ...]:
        """The pieces on each cell, lowest first."""
        board: list[tuple[Piece, ...]] = [()] * len(self.game.board.cells)
        if not isinstance(self.data["board"], Mapping):
            raise Wrong("`board` has a piece for each occupied cell")
        for cell, piece in self.data["board"].items():
            if cell not in self.reference.rules.topology.index:
                raise Wrong(f"`board`: there is no cell {cell}")
            pile = piece if isinstance(piece, list) else [piece]
            if len(pile) > (self.most or 1) or not pile:
                raise Wrong(f"`board`, {cell}: a cell has room for {self.most or 1}")
            made = tuple(self.piece(cell, one) for one in pile)
            board[self.reference.rules.topology.index[cell]] = made
        return tuple(board)

    def piece(self, cell: str, data: Any) -> Piece:
        """A piece that there can be."""
        names = self.codes.kind_names
        if not isinstance(data, Mapping) or data.get("kind") not in names:
            raise Wrong(f"`board`, {cell}: a piece has a `kind`, {' or '.join(names)}")
        kind = names.index(data["kind"])
        owners = self.game.model.kinds[kind].owners
        colour = data.get("colour")
        if colour not in owners:
            allowed = " or ".join(o or "nobody's" for o in owners)
            raise Wrong(f"`board`, {cell}: the `colour` of a {data['kind']} is {allowed}")
        wanted = self.codes.attribute_names[kind]
        given = data.get("attributes", {})
        if set(given) != set(wanted):
            has = ", ".join(wanted) or "none"
            raise Wrong(f"`board`, {cell}: the attributes of a {data['kind']} are {has}")
        values = tuple(self.attribute(cell, name, given[name]) for name in wanted)
        owner = -1 if colour is None else self.game.players.index(colour)
        return Piece(kind, owner, values)

    def attribute(self, cell: str, name: str, data: Any) -> Any:
        type = self.codes.attribute_types[name]
        value = self.value(type, data, f"board`, {cell}, `{name}")
        if value is None or self.reference.rules.hold_attribute(name, value) != value:
            raise Wrong(f"`board`, {cell}: {name} cannot be {data}")
        return value

    def supply(self, piles: tuple[tuple[Piece, ...], ...]) -> tuple[int, ...]:
        """As it is written, or what is not on the board."""
        rules = self.reference.rules
        if "supply" in self.data:
            supply = tuple(self.number(n, "supply") for n in self.data["supply"])
            if len(supply) != len(rules.pools):
                raise Wrong(f"`supply` has {len(rules.pools)} numbers")
            return supply
        left = list(rules.full_supply())
        for piece in (piece for pile in piles for piece in pile):
            pool = rules.pool_of.get(rules.pool_key(piece))
            if pool is not None:
                left[pool] = max(0, left[pool] - 1)
        return tuple(left)

    # ---- variables ----

    def variables(self, variables: tuple[Variable, ...], base: Any, where: str) -> Any:
        given = self.data.get(where, {})
        if not isinstance(given, Mapping):
            raise Wrong(f"`{where}` has a value for each name")
        unknown = set(given) - {v.name for v in variables}
        if unknown:
            raise Wrong(f"`{where}`: there is no {min(unknown)}")
        return tuple(
            self.cells(variable, given[variable.name]) if variable.name in given else cells
            for variable, cells in zip(variables, base, strict=True)
        )

    def cells(self, variable: Variable, data: Any) -> tuple[Any, ...]:
        if not variable.index_types:
            return (self.held(variable, data),)
        keys = [self.key_text(variable, key) for key in variable.keys]
        if not isinstance(data, Mapping) or set(data) != set(keys):
            raise Wrong(f"`{variable.name}` has a value for each of {', '.join(keys)}")
        return tuple(self.held(variable, data[key]) for key in keys)

    def held(self, variable: Variable, data: Any) -> Any:
        """A value that a variable can hold."""
        value = self.value(variable.type, data, variable.name)
        try:
            if variable.hold(value) == value:
                return value
        except LookupError:
            pass
        raise Wrong(f"`{variable.name}` cannot be {data}")

    def key_text(self, variable: Variable, key: tuple[Any, ...]) -> str:
        """The indices of a variable as `Writer` writes them."""
        types = zip(variable.index_types, key, strict=True)
        return " ".join(self.codes.text(t, k) for t, k in types)

    def value(self, type: Type, data: Any, name: str) -> Any:
        """The value of a type that stands for this in JSON."""
        if data is None:
            return None
        if type in (NUMBER, FLAG):
            if isinstance(data, bool) != (type == FLAG) or not isinstance(data, int | float):
                raise Wrong(f"`{name}` cannot be {data!r}")
            return data
        if isinstance(type, SetType | ListType):
            if not isinstance(data, list):
                raise Wrong(f"`{name}` is a list")
            if isinstance(type, ListType):
                return tuple(data)
            return frozenset(self.value(type.element, v, name) for v in data)
        try:
            return self.codes.parse(type, data)
        except (ValueError, TypeError, LookupError, AttributeError) as error:
            raise Wrong(f"`{name}`: there is no {type} {data}") from error


def frame_value(data: Any) -> Any:
    """What `state_writer.frame_data` wrote."""
    if isinstance(data, dict) and "piece" in data:
        return Piece(*as_codes(data["piece"]))
    return as_codes(data)


def as_codes(data: Any) -> Any:
    """What `state_writer.plain` wrote."""
    if isinstance(data, dict):
        return frozenset(as_codes(v) for v in data["set"])
    return tuple(as_codes(v) for v in data) if isinstance(data, list) else data
