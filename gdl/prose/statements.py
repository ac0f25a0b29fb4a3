"""Statements in words: a list of lines of Markdown, those inside others further to the right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gdl.model import nodes as model
from gdl.prose.expressions import clause, each, inner, listed, named, noun, of, written
from gdl.prose.words import plain

Lines = Iterator[tuple[int, str]]  # how deep a line lies, and its text


def statements(body: Iterable[model.Statement], depth: int = 0) -> Lines:
    """Statements, one after the other."""
    for statement in body:
        yield from lines_of(statement, depth)


def lines_of(statement: model.Statement, depth: int) -> Lines:
    """One statement with those inside it."""
    match statement:
        case model.If(branches=branches):
            for number, (condition, body) in enumerate(branches):
                yield depth, branch(condition, number)
                yield from statements(body, depth + 1)
        case model.For(binders=binders, condition=condition, body=body):
            yield depth, f"For {each(binders, condition)}:"
            yield from statements(body, depth + 1)
        case model.RepeatWhile(times=times, condition=condition, body=body):
            yield depth, f"While {clause(condition)}, at most {noun(times)} times:"
            yield from statements(body, depth + 1)
        case _:
            said = sentence(statement)
            yield depth, said[0].upper() + said[1:]


def branch(condition: model.Expr | None, number: int) -> str:
    """The head of a branch."""
    if condition is None:
        return "Otherwise:"
    return f"{'Otherwise, if' if number else 'If'} {clause(condition)}:"


def sentence(statement: model.Statement) -> str:
    """A statement without others inside it."""
    match statement:
        case model.Require(condition=condition, message=message):
            return f"only if {clause(condition)}{because(message)}."
        case model.Attempt(condition=condition, message=message):
            return f"the attempt fails unless {clause(condition)}{because(message)}."
        case model.Let(name=name, value=value):
            return f"let {named(name)} be {noun(value)}."
        case model.SetVariable(name=name, index=index, value=value):
            return f"set {of(name, index)} to {noun(value)}."
        case model.SetNext(colour=colour):
            return f"the next turn is that of {noun(colour)}."
        case model.SetTurns(turns=turns):
            return f"play begins as if after {turns} turns."
        case model.Play(colour=colour):
            return f"whoever moves plays {noun(colour)} from now on, and they exchange colours."
        case model.Weight(value=value):
            return f"the weight of this chance is {noun(value)}."
        case model.Tell(listener=listener, message=message, values=values):
            told = f" with {listed(map(noun, values))}" if values else ""
            whom = "all" if listener == "all" else f"the {listener}"
            return f"tell {whom}: “{plain(message)}”{told}."
        case model.Perform(name=name, args=args):
            return f"do {of(name, args)}."
        case model.Deal(name=name, args=args):
            return f"chance takes {of(name, args)}."
    return of_pieces(statement)


def of_pieces(statement: model.Statement) -> str:
    """A statement about pieces."""
    match statement:
        case model.Put(piece=piece, owner=owner, attributes=attributes, place=place, under=under):
            whose = f" of {noun(owner)}" if owner is not None else ""
            more = [f"{named(name)} {noun(value)}" for name, value in attributes]
            having = f" with {listed(more)}" if more else ""
            return f"put a {noun(piece)}{whose}{having} {'under' if under else 'on'} {noun(place)}."
        case model.Lift(place=place):
            return f"lift {how_many(statement)}{noun(place)} off the board, back into the supply."
        case model.Remove(place=place):
            return f"remove {how_many(statement)}{noun(place)} from the game."
        case model.Move(start=start, end=end, under=under):
            way = "under" if under else "to"
            return f"move {how_many(statement)}{noun(start)} {way} {noun(end)}."
        case model.MoveAtOnce(binders=binders, condition=condition, start=start, end=end):
            return (f"move {noun(start)} to {noun(end)}, all at once for "
                    f"{each(binders, condition)}.")  # fmt: skip
        case model.Swap(first=first, second=second):
            return f"swap {noun(first)} and {noun(second)}."
        case model.SetPiece(what=what, place=place, value=value, level=level):
            thing = what.replace("_", " ")
            which = "what stands" if level is None else f"piece {inner(level)} from below"
            return f"set the {thing} of {which} on {noun(place)} to {noun(value)}."
    return f"{written(statement.span)}."


def how_many(statement: model.Lift | model.Remove | model.Move) -> str:
    """How many pieces of a pile, and from which end."""
    if statement.count is None:
        return "what stands on "
    if isinstance(statement.count, model.Value) and statement.count.value == 1:
        return f"the {'lowest' if statement.below else 'top'} piece of "
    end = "lowest" if statement.below else "upper"
    return f"the {noun(statement.count)} {end} pieces of "


def because(message: str | None) -> str:
    """The message of a condition."""
    return f" (“{plain(message)}”)" if message else ""
