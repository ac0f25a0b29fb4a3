"""The set-up unrolled: loops and conditions around chance, decided before play.

What chance may change is not known while compiling.  Whatever it cannot change is what the
reference engine says it is: which rounds a loop has, which branch is taken.
"""

from __future__ import annotations

from collections.abc import Iterator

from gdl.model import nodes as model
from gdl.model.analysis import changes, walk
from gdl.source.frozen import frozen
from interpreter.board.position import Position
from interpreter.native.ir.terms.refusal import NotNative
from interpreter.reference.engine import Reference, SetUp

MAX_DEALS = 200  # in the set-up


@frozen
class Part:
    """A statement of the unrolled set-up, with what is left to do from it on.

    `binders` are those of the loops around it, `lets` what has names there: the first frame of
    `todo` has the values of both.
    """

    todo: SetUp
    binders: tuple[model.Binder, ...]
    lets: tuple[model.Let, ...]

    @property
    def statement(self) -> model.Statement:
        """What is done first."""
        return self.todo[0][0]


def unrolled(engine: Reference) -> Iterator[Part]:
    """The statements of the set-up one after the other.

    Raises NotNative where chance decides which they are.
    """
    frame = tuple(engine.rules.frame())
    todo: SetUp = tuple((s, frame) for s in engine.model.setup)
    around: tuple[tuple[model.Binder, ...], ...] = ((),) * len(todo)
    position, unknown, deals = engine.blank().changed(seat=0), set[str](), 0
    lets: tuple[model.Let, ...] = ()
    while todo:
        (statement, inner), binders = todo[0], around[0]
        is_deal = isinstance(statement, model.Deal)
        if not is_deal and any(isinstance(part, model.Deal) for part in walk(statement)):
            if any(engine.rules.reads.of(expr) & unknown for expr in decides(statement)):
                raise NotNative("deal", statement.span)
            parts = engine.unfold(statement, position, inner)
            if isinstance(statement, model.For):
                binders += statement.binders
            todo, around = parts + todo[1:], (binders,) * len(parts) + around[1:]
            continue
        if isinstance(statement, model.Let):
            if engine.rules.reads.of(statement) & unknown:
                raise NotNative("dealt-name", statement.span)
            todo, around = engine.named(statement, position, inner, todo[1:]), around[1:]
            lets = (*lets, statement)
            continue
        yield Part(todo, binders, lets)
        todo, around = todo[1:], around[1:]
        if isinstance(statement, model.Deal):
            deals += 1
            if deals > MAX_DEALS:
                raise NotNative("deal", statement.span)
            unknown |= changes(engine.model, engine.model.actions[statement.name].body)
        else:
            if engine.rules.reads.of(statement) & unknown:
                unknown |= changes(engine.model, (statement,))
            after = engine.statements.function(statement)(position, list(inner))
            position = after if isinstance(after, Position) else position


def decides(statement: model.Statement) -> list[model.Expr]:
    """What decides how a loop or a condition is unrolled."""
    if isinstance(statement, model.If):
        return [condition for condition, _ in statement.branches if condition is not None]
    assert isinstance(statement, model.For)
    exprs = [binder.domain for binder in statement.binders]
    return exprs if statement.condition is None else [*exprs, statement.condition]
