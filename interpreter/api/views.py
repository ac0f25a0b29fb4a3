"""What a seat may see, and what it may ask."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from gdl.model import nodes as model
from gdl.vocabulary.types import SetType
from interpreter.api.snapshot import Snapshot
from interpreter.board.codes import ordered
from interpreter.board.values import IllegalMove, Key, Pile, View
from interpreter.reference.actions import binder_types
from interpreter.reference.ways.simultaneous import choosing


def view(state: Snapshot, seat: int) -> View:
    """All that a seat may see of a state."""
    cells = visible_cells(state, seat)
    shown = visible_piles(state, seat, cells)
    has_piles = state.game.model.board.pile is not None
    return View(
        seat=seat,
        colour=state.colour_of(seat),
        acting=state.seat,
        turn=state.turn,
        pieces={cell: pile[-1] for cell, pile in shown.items()},
        hidden=frozenset(state.game.board.cells) - cells,
        variables=visible_variables(state, seat),
        supply=visible_supply(state, seat),
        heard=state.node.position.heard[seat],
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


def shown(state: Snapshot, seat: int, name: str) -> tuple[bool, Any]:
    """Whether `sees` speaks of something, and what it shows a seat of it (None: nothing)."""
    engine = state.game.reference
    if name not in engine.shown:
        return False, None
    return True, engine.view(state.node.position, seat, name)


def visible_cells(state: Snapshot, seat: int) -> frozenset[str]:
    """The cells that are shown to a seat."""
    limited, cells = shown(state, seat, "board")
    names = state.game.board.cells
    return frozenset(names[c] for c in cells or ()) if limited else frozenset(names)


def visible_piles(state: Snapshot, seat: int, cells: frozenset[str]) -> dict[str, Pile]:
    """The pieces on each of some cells, as far as a seat may know what they are."""
    game = state.game
    found = {cell: pile for cell, pile in state.piles().items() if cell in cells}
    for name in game.hidden_parts:
        index = game.reference.rules.topology.index
        keys = ((index[cell],) for cell in found)
        entry = game.model.sees[name]
        kept = {game.board.cells[cell] for cell, in shown_keys(state, seat, entry, keys)}
        for cell in found.keys() - kept:
            found[cell] = tuple(game.without(name, piece) for piece in found[cell])
    return found


def visible_supply(state: Snapshot, seat: int) -> tuple[str, ...] | None:
    """The pieces off the board that are shown to a seat; None where none are."""
    limited, pieces = shown(state, seat, "supply")
    if limited and pieces is None:
        return None
    texts = [text for text, count in state.supply.items() for _ in range(count)]
    if not limited:
        return tuple(texts)
    allowed = {state.game.codes.piece_text(p) for p in pieces}
    return tuple(text for text in texts if text in allowed)


def visible_variables(state: Snapshot, seat: int) -> dict[str, Any]:
    """The variables that are shown to a seat; of one with indices, the entries that are."""
    visible = {}
    values = state.variables
    for variable in state.game.reference.rules.variables:
        value = values[variable.name]
        entry = state.game.model.sees.get(variable.name)
        if entry is None:
            visible[variable.name] = value
        elif entry.expr is not None:
            kept = set(shown_keys(state, seat, entry, variable.keys))
            if not variable.index_types:
                visible.update({variable.name: value} if kept else {})
            else:  # the keys of both come in the same order
                both = zip(variable.keys, value.items(), strict=True)
                visible[variable.name] = {name: v for key, (name, v) in both if key in kept}
    return visible


def visible_marks(state: Snapshot) -> dict[str, Any]:
    """The marks that are shown: those that come from nothing that `sees` hides from anybody."""
    secret = state.game.secret_marks
    return {name: value for name, value in state.marks.items() if name not in secret}


def shown_keys(
    state: Snapshot, seat: int, entry: model.Shown, keys: Iterable[tuple[Any, ...]]
) -> Iterator[tuple[Any, ...]]:
    """The entries of a variable that are shown to a seat, or the cells of pieces whose part is."""
    engine = state.game.reference
    holds, frame = engine.shown[entry.name], engine.rules.frame()
    viewing = engine.viewing(state.node.position, seat)
    for key in keys:
        for slot, value in zip(entry.slots, key, strict=True):
            frame[slot] = value
        if holds is not None and holds(viewing, frame):
            yield key


# ---- questions ---------------------------------------------------------------------------------


def askable(state: Snapshot) -> Iterator[tuple[str, model.Question, list[Any]]]:
    """Every question of the seat that acts: its text, and the frame that answers it."""
    rules, codes = state.game.reference.rules, state.game.codes
    if state.seat is None:
        return
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
    wanted = " ".join(question.split()).lower()
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
