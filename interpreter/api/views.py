"""What a seat may see, and what it may ask."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import cached_property
from typing import Any

from gdl.model import nodes as model
from gdl.source.wording import spaced
from gdl.vocabulary.types import SetType
from interpreter.api.snapshot import Snapshot
from interpreter.board.codes import ordered
from interpreter.board.values import IllegalMove, Key, Pile, View
from interpreter.reference.actions import binder_types
from interpreter.reference.rules import Variable
from interpreter.reference.ways.simultaneous import choosing


class Visibility:
    """What a seat may see of a state, in codes: the part of it that `sees` decides."""

    def __init__(self, state: Snapshot, seat: int):
        self.game = state.game
        self.engine = state.game.reference
        self.position = state.node.present
        self.viewing = self.engine.viewing(self.position, seat)
        self.engine.rules.begin_step()

    def shown(self, name: str) -> tuple[bool, Any]:
        """Whether `sees` speaks of something, and what it shows of it (None: nothing)."""
        if name not in self.engine.shown:
            return False, None
        holds = self.engine.shown[name]
        return True, None if holds is None else holds(self.viewing, self.engine.rules.frame())

    def keys(self, entry: model.Shown, keys: Iterable[tuple[Any, ...]]) -> Iterator[Any]:
        """The entries of a variable that are shown, or the cells of pieces whose part is."""
        holds, frame = self.engine.shown[entry.name], self.engine.rules.frame()
        if holds is None:
            return
        for key in keys:
            for slot, value in zip(entry.slots, key, strict=True):
                frame[slot] = value
            if holds(self.viewing, frame):
                yield key

    @cached_property
    def cells(self) -> frozenset[int]:
        """The cells that are shown."""
        limited, cells = self.shown("board")
        return frozenset(cells or () if limited else range(len(self.game.board.cells)))

    @cached_property
    def unknown(self) -> dict[str, frozenset[int]]:
        """For each part of pieces that `sees` hides, the cells on which nobody is shown it."""
        if not self.game.hidden_parts:
            return {}
        board = self.position.board
        occupied = frozenset(cell for cell in self.cells if board[cell] is not None)
        return {name: occupied - self.told(name, occupied) for name in self.game.hidden_parts}

    def told(self, part: str, cells: Iterable[int]) -> frozenset[int]:
        """The cells on whose pieces a part is shown."""
        entry = self.game.model.sees[part]
        return frozenset(cell for cell, in self.keys(entry, ((cell,) for cell in cells)))

    def kept(self, variable: Variable) -> Collection[Any]:
        """The keys of a variable whose entries are shown."""
        entry = self.game.model.sees.get(variable.name)
        return variable.keys if entry is None else set(self.keys(entry, variable.keys))

    @cached_property
    def supply(self) -> tuple[int, ...] | None:
        """How many pieces of each pool are shown off the board; None where none are."""
        limited, pieces = self.shown("supply")
        counts: tuple[int, ...] = self.position.supply
        if not limited:
            return counts
        if pieces is None:
            return None
        pools, text = self.engine.rules.pools, self.game.codes.piece_text
        allowed = set(map(text, pieces))
        both = zip(pools, counts, strict=True)
        return tuple(count if text(pool) in allowed else 0 for pool, count in both)


def view(state: Snapshot, seat: int) -> View:
    """All that a seat may see of a state."""
    heard = state.node.position.heard[seat]
    visibility = Visibility(state, seat)
    names = state.game.board.cells
    shown = visible_piles(state, visibility)
    has_piles = state.game.model.board.pile is not None
    return View(
        seat=seat,
        colour=state.colour_of(seat),
        acting=state.seat,
        turn=state.turn,
        pieces={cell: pile[-1] for cell, pile in shown.items()},
        hidden=frozenset(name for cell, name in enumerate(names) if cell not in visibility.cells),
        variables=visible_variables(state, visibility),
        supply=visible_supply(state, visibility),
        heard=heard,
        result=state.node.result,
        marks=visible_marks(state),
        piles=shown if has_piles else {},
        chosen=visible_choices(state, seat),
    )


def is_choosing(state: Snapshot) -> bool:
    """Whether all choose at once, and some have not chosen yet."""
    return state.game.has_simultaneous_choices and choosing(state.node.pending) is not None


def choices(state: Snapshot) -> dict[int, Key]:
    """What seats have chosen, where all choose at once and some have not chosen yet."""
    if not is_choosing(state):
        return {}
    _, chosen, _ = choosing(state.node.pending) or (0, (), ())
    first = state.node.seat - len(chosen)
    pairs = ((n % state.game.seats, key) for n, key in enumerate(chosen, first))
    return {seat: key for seat, key in pairs if key is not None}


def visible_choices(state: Snapshot, viewer: int) -> dict[str, str | None]:
    """The colours that have chosen; what, only of the viewer."""
    return {
        state.colour_of(seat): state.game.move(key).text if seat == viewer else None
        for seat, key in choices(state).items()
    }


def piles(state: Snapshot) -> dict[str, Pile]:
    """What stands on each cell of a board with piles; nothing on another."""
    return {} if state.game.model.board.pile is None else state.piles()


def visible_piles(state: Snapshot, visibility: Visibility) -> dict[str, Pile]:
    """The pieces on each visible cell, as far as a seat may know what they are."""
    game, index = state.game, state.game.reference.rules.topology.index
    found = {cell: pile for cell, pile in state.piles().items() if index[cell] in visibility.cells}
    for part, cells in visibility.unknown.items():
        for cell in cells:
            name = game.board.cells[cell]
            found[name] = tuple(game.without(part, piece) for piece in found[name])
    return found


def visible_supply(state: Snapshot, visibility: Visibility) -> dict[str, int] | None:
    """How many of each piece off the board are shown to a seat; None where none are."""
    if visibility.supply is None:
        return None
    pools, text = state.game.reference.rules.pools, state.game.codes.piece_text
    both = zip(pools, visibility.supply, strict=True)
    return {text(pool): count for pool, count in both if count}


def visible_variables(state: Snapshot, visibility: Visibility) -> dict[str, Any]:
    """The variables that are shown to a seat; of one with indices, the entries that are."""
    visible = {}
    values = state.variables
    for variable in state.game.reference.rules.variables:
        name, value = variable.name, values[variable.name]
        entry = state.game.model.sees.get(name)
        if entry is None:
            visible[name] = value
        elif entry.expr is not None:
            kept = visibility.kept(variable)
            if not variable.index_types:
                visible.update({name: value} if kept else {})
            else:  # the keys of both come in the same order
                both = zip(variable.keys, value.items(), strict=True)
                visible[name] = {word: v for key, (word, v) in both if key in kept}
    return visible


def visible_marks(state: Snapshot) -> dict[str, Any]:
    """The marks that are shown: those that come from nothing that `sees` hides from anybody."""
    secret = state.game.secret_marks
    return {name: value for name, value in state.marks.items() if name not in secret}


# ---- questions ---------------------------------------------------------------------------------


def askable(state: Snapshot) -> Iterator[tuple[str, model.Question, list[Any]]]:
    """Every question of the seat that acts: its text, and the frame that answers it."""
    rules, codes = state.game.reference.rules, state.game.codes
    if state.seat is None:
        return
    rules.begin_step()
    for question in state.game.model.questions:
        frame = rules.frame()
        types = [t for b in question.binders for t in binder_types(b)]
        if not question.binders:
            yield question.name, question, frame
            continue
        rounds = rules.expressions.rounds(question)
        for _ in rounds(state.node.position, frame):
            words = [codes.text(t, frame[s]) for t, s in zip(types, question.bound, strict=True)]
            yield " ".join([question.name, *words]), question, frame


def questions(state: Snapshot) -> Iterator[str]:
    """The questions that the seat that acts may ask."""
    for text, _, _ in askable(state):
        yield text


def ask(state: Snapshot, question: str) -> str:
    """The answer to a question, in words."""
    wanted = spaced(question).lower()
    for text, asked, frame in askable(state):
        if text.lower() == wanted:
            rules = state.game.reference.rules
            answer = rules.expressions.function(asked.answer)(state.node.position, frame)
            return answer_text(state, asked.answer, answer)
    raise IllegalMove(f"`{question}` is no question that can be asked now")


def answer_text(state: Snapshot, expr: model.Expr, answer: Any) -> str:
    """An answer in words."""
    codes = state.game.codes
    if isinstance(expr.type, SetType) and answer is not None:
        parts = ordered(answer, expr.type.element)
        return ", ".join(codes.text(expr.type.element, p) for p in parts) or "none"
    return codes.text(expr.type, answer)
