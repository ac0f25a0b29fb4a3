"""Expressions in words: values as noun phrases, conditions as clauses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gdl.model import nodes as model
from gdl.prose.words import AGGREGATES, CLAUSES, NOUNS, PIECES, RELATIONS, TURNED
from gdl.source.spans import Span
from gdl.source.wording import TRUTH, show
from gdl.vocabulary.types import CELL, COLOUR, FLAG, KIND, WordType

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
ARITHMETIC = {"+": "{} + {}", "-": "{} − {}", "*": "{} × {}", "mod": "the remainder of {} by {}",
              "div": "{} ÷ {}, rounded down"}  # fmt: skip


def listed(parts: Iterable[str], word: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    *firsts, last = parts
    return f"{', '.join(firsts)} {word} {last}" if firsts else last


def named(name: str) -> str:
    """A name of the file, set apart."""
    return f"*{name.replace('_', ' ')}*"


def written(span: Span) -> str:
    """What stands in the file, on one line."""
    return f"`{' '.join(span.text.split())}`"


def noun(expr: model.Expr) -> str:
    """A value in words; a condition as the question whether it holds."""
    match expr:
        case model.Value():
            return value_of(expr)
        case model.Local(name=name):
            return named(name)
        case model.Stored(name=name, index=index):
            return of(name, index)
        case model.Attribute(name=name, cell=cell, level=level):
            which = "the piece" if level is None else f"piece {inner(level)} from below"
            return f"the {named(name)} of {which} on {noun(cell)}"
        case model.OfPiece(name=name, piece=piece):
            return f"the {named(name)} of {noun(piece)}"
        case model.FactValue(name=name, of=whose):
            return f"the {named(name)} of {noun(whose)}"
        case model.Apply(name=name, args=args):
            return of(name, args)
        case model.BuiltinCall():
            return builtin(expr)
        case model.AsSteps(operand=operand):
            return noun(operand)
        case model.PiecesOfKind(kind=kind):
            return f"every {noun(kind)}"
        case model.ByStep(name="reach", args=args, steps=steps):
            return f"the cells reached from {listed(map(noun, args))} by steps to {noun(steps)}"
        case model.ByStep(name=name, args=args, steps=steps) if name in NOUNS:
            of_steps = NOUNS[name][0].format(*map(noun, args))
            return f"{of_steps}, where a step leads to {noun(steps)}"
        case model.Choose(yes=yes, condition=condition, no=no):
            first = inner(yes) if isinstance(yes, model.Choose) else noun(yes)
            return f"{first} if {clause(condition)}, otherwise {noun(no)}"
        case model.Display(items=items):
            return display(expr) if items else "nothing"
        case model.Range(low=low, high=high):
            return f"{inner(low)} to {inner(high)}"
        case model.Build(comprehension=made):
            return built(made)
        case model.Aggregate():
            return aggregate(expr)
    return computed(expr)


def computed(expr: model.Expr) -> str:
    """What operators give, in words."""
    match expr:
        case model.Seen():
            return f"the number of times that {as_now(expr)} before"
        case model.Arithmetic(
            right=model.Aggregate(
                comprehension=model.Comprehension(
                    condition=model.Relation(right=model.Seen(turn_number=model.Local()) as first)
                )
            )
        ):  # as the check writes `since`
            return f"the number of turns since {as_now(first, first=True)}"
        case model.Arithmetic(op=op, left=left, right=right):
            return ARITHMETIC[op].format(inner(left), inner(right))
        case model.Negative(operand=operand):
            return f"−{inner(operand)}"
        case model.Opposite(operand=operand):
            return f"the opposite of {noun(operand)}"
        case model.SetOperation(op="|", left=left, right=right):
            return f"{inner(left, '|')} together with {inner(right, '|')}"
        case model.SetOperation(op="-", left=left, right=right):
            return f"{inner(left)} except {inner(right)}"
        case model.SetOperation(left=left, right=right):
            return both(left, right)
        case model.Times() | model.Steps():
            return step(expr)
        case model.StepTo(cell=cell, step=way):
            return f"the cell {step(way)} from {noun(cell)}"
    return f"whether {clause(expr)}" if expr.type == FLAG else written(expr.span)


def value_of(expr: model.Value) -> str:
    """A constant, or the name of the option whose value it is."""
    if is_option(expr):
        return written(expr.span)
    if expr.value is None:  # of a colour: one that an option leaves out
        return expr.span.text if expr.type == COLOUR else "nothing"
    if isinstance(expr.value, bool):
        return "yes" if expr.value else "no"
    return show(expr.value).replace("_", " ")


def display(expr: model.Display) -> str:
    """A set that is written out, or the name of a set of words; the cells of a drawing are listed.
    """
    if name_of_words(expr) is not None:
        return named(expr.span.text)
    is_drawn = len(expr.items) > 1 and {i.span for i in expr.items} == {expr.span}
    return listed(show(i.value) if is_drawn and isinstance(i, model.Value) else noun(i)
                  for i in expr.items)  # fmt: skip


def name_of_words(expr: object) -> str | None:
    """The name of the set of words that stands in the file for them, if it does."""
    if not isinstance(expr, model.Display) or len({i.span for i in expr.items}) != 1:
        return None
    is_named = expr.items[0].span == expr.span and isinstance(expr.items[0].type, WordType)
    return expr.span.text if is_named and len(expr.items) > 1 else None


def is_option(expr: model.Expr) -> bool:
    """Whether a constant stands in the file as the name of an option."""
    text = expr.span.text
    if not isinstance(expr, model.Value) or expr.value is None or expr.type == CELL:
        return False  # a cell of a drawing stands there as a letter
    return text.isidentifier() and text not in (*TRUTH, show(expr.value))


def of(name: str, args: Sequence[model.Expr]) -> str:
    """A name of the file with what it is asked of."""
    if len(args) == 1 and isinstance(args[0], model.Local):
        return f"{named(name)} of {noun(args[0])}"
    return f"{named(name)} ({', '.join(map(noun, args))})" if args else named(name)


def inner(expr: model.Expr, same: str = "") -> str:
    """A part of a larger phrase, in brackets where it would otherwise be read wrongly."""
    is_long = isinstance(expr, model.SetOperation | model.Arithmetic | model.Choose)
    is_same = isinstance(expr, model.SetOperation) and expr.op == same
    return f"({noun(expr)})" if is_long and not is_same else noun(expr)


def both(left: model.Expr, right: model.Expr) -> str:
    """What two sets share."""
    for one, other in ((left, right), (right, left)):
        if isinstance(other, model.BuiltinCall) and other.name in (*PIECES, "empty"):
            return f"{noun(other)} among {inner(one)}"
    return f"what is in {inner(left)} and in {inner(right)}"


def step(expr: model.Expr) -> str:
    """A step or several, as an adverb: `two steps north`."""
    match expr:
        case model.Value(value=value):
            return f"one step {show(value)}"
        case model.Times(times=times, step=way):
            count = times.value if isinstance(times, model.Value) else None
            said = NUMBERS[count] if isinstance(count, int) and 0 <= count < 10 else noun(times)
            return f"{said} {'step' if count == 1 else 'steps'} {way_of(way)}"
        case model.Steps(parts=parts):
            return listed(map(step, parts))
        case model.Opposite(operand=operand):
            return f"one step against {noun(operand)}"
    return f"one step {way_of(expr)}"


def way_of(expr: model.Expr) -> str:
    """A direction as an adverb."""
    return show(expr.value) if isinstance(expr, model.Value) else f"along {noun(expr)}"


def builtin(expr: model.BuiltinCall) -> str:
    """A built-in name with its arguments."""
    args = [noun(a) for a in expr.args]
    if expr.name in PIECES:
        return pieces(expr)
    if expr.name in CLAUSES:
        return f"whether {clause(expr)}"
    ways = NOUNS.get(expr.name)
    if ways is None:
        return written(expr.span)
    fewest = ways[0].count("{")
    place = len(args) - fewest
    return ways[place].format(*args) if 0 <= place < len(ways) else written(expr.span)


def pieces(expr: model.BuiltinCall) -> str:
    """The cells with pieces of some colours and kinds."""
    plain, some = PIECES[expr.name]
    colours = [noun(a) for a in expr.args if a.type != KIND]
    kinds = [f"a {noun(a)}" for a in expr.args if a.type == KIND]
    if expr.name == "supply" and kinds:
        names = listed([noun(a) for a in expr.args if a.type == KIND], "or")
        return f"the {names} pieces{f' of {listed(colours)}' if colours else ''} off the board"
    if expr.name != "pieces" or not kinds:
        return some.format(listed(kinds or colours, "or")) if expr.args else plain
    whose = f" of {listed(colours, 'or')}" if colours else ""
    return f"the cells with {listed(kinds, 'or')}{whose}"


def each(binders: Sequence[model.Binder], condition: model.Expr | None, word: str = "each") -> str:
    """The variables of a loop, what they run over, and under which condition."""
    heads = [f"{word} {listed(map(named, b.names))} of {noun(b.domain)}" for b in binders]
    return listed(heads) + (f" such that {clause(condition)}" if condition is not None else "")


def built(made: model.Comprehension) -> str:
    """A set that is built by a loop."""
    if isinstance(made.body, model.Local) and len(made.binders) == 1:
        return f"every {each(made.binders, made.condition, '')}".replace("every  ", "every ")
    return f"{noun(made.body)} for {each(made.binders, made.condition)}"


def aggregate(expr: model.Aggregate) -> str:
    """What a loop is reduced to."""
    made = expr.comprehension
    if expr.name in ("any", "all"):
        return f"whether {clause(expr)}"
    if expr.name == "count":
        conditions = [c for c in (made.condition, made.body) if c is not None]
        holding = listed(map(clause, conditions))
        return f"the number of times that {holding}, for {each(made.binders, None)}"
    if is_set(made):
        text = AGGREGATES[expr.name].format(body=inner(made.binders[0].domain), each="")
    else:
        rounds = f" for {each(made.binders, made.condition)}"
        text = AGGREGATES[expr.name].format(body=noun(made.body), each=rounds)
    return f"{text}, or {noun(expr.default)} if there is none" if expr.default is not None else text


def is_set(made: model.Comprehension) -> bool:
    """Whether a loop goes through a set and takes its elements as they are."""
    names = [binder.names for binder in made.binders]
    return (
        made.condition is None
        and isinstance(made.body, model.Local)
        and names == [(made.body.name,)]
    )


# ---- conditions ----------------------------------------------------------------------------------


def clause(expr: model.Expr, holds: bool = True) -> str:
    """A condition as a clause, or that it does not hold."""
    match expr:
        case model.Not(operand=operand):
            return clause(operand, not holds)
        case model.And() | model.Or():
            return joined(expr, holds)
        case model.Some(operand=operand):
            return there_is(operand, holds)
        case model.Relation():
            return relation(expr, holds)
        case model.Aggregate(name="any" | "all"):
            return quantified(expr, holds)
        case model.BuiltinCall(name=name, args=args) if name in CLAUSES:
            return CLAUSES[name][not holds].format(*map(noun, args))
        case model.Value() if is_option(expr):
            return f"{written(expr.span)} is {'' if holds else 'not '}chosen"
        case model.Value(value=value):
            return "always" if value is holds else "never"
    return f"{noun(expr)} {'holds' if holds else 'does not hold'}"


def joined(expr: model.And | model.Or, holds: bool) -> str:
    """Conditions that hold together, or of which one holds."""
    is_and = isinstance(expr, model.And) == holds
    parts = [part_of(side, type(expr), holds) for side in (expr.left, expr.right)]
    return f"{parts[0]} {'and' if is_and else 'or'} {parts[1]}"


def part_of(side: model.Expr, same: type, holds: bool) -> str:
    """One of two conditions, in brackets where `and` and `or` would mix."""
    mixes = isinstance(side, model.And | model.Or) and not isinstance(side, same)
    return f"({clause(side, holds)})" if mixes else clause(side, holds)


def there_is(operand: model.Expr, holds: bool) -> str:
    """That a set has an element, or none."""
    if isinstance(operand, model.BuiltinCall) and operand.name == "empty":
        return "there is an empty cell" if holds else "there is no empty cell"
    return f"there is {'something' if holds else 'nothing'} in {noun(operand)}"


def relation(expr: model.Relation, holds: bool) -> str:
    """A comparison."""
    left, right, op = expr.left, expr.right, expr.op
    if op == "meets":
        return f"{'some' if holds else 'none'} of {noun(left)} is among {noun(right)}"
    if op == "=" and isinstance(left, model.Seen) and isinstance(right, model.Value):
        return seen(left, right.value, holds)
    if op == "in" and isinstance(right, model.BuiltinCall) and right.name == "empty":
        return f"{noun(left)} is {'' if holds else 'not '}empty"
    if op in TURNED and isinstance(left, model.Value):
        return f"{noun(right)} {TURNED[op][not holds]} {noun(left)}"
    return f"{noun(left)} {RELATIONS[op][not holds]} {noun(right)}"


def seen(what: model.Seen, times: object, holds: bool) -> str:
    """How often things have been as they are now."""
    often = {"0": "before", "1": "once before", "2": "twice before"}.get(
        show(times), f"{show(times)} times before"
    )
    no = {(True, True): " never", (False, False): " not"}.get((times == 0, holds), "")
    return f"{as_now(what, no)} {often}"


def as_now(what: model.Seen, no: str = "", first: bool = False) -> str:
    """That things have been, or at `first` were, as they are now."""
    things = [*(["the board"] if what.board else []), *map(thing, what.things)]
    are_several = len(things) > 1
    they_are = "they are" if are_several else "it is"
    if first:
        return f"{listed(things)} {'were' if are_several else 'was'} first as {they_are} now"
    return f"{listed(things)} {'have' if are_several else 'has'}{no} been as {they_are} now"


def thing(expr: model.Expr) -> str:
    """Something that is compared with earlier turns; the supply is that of all players."""
    is_supply = isinstance(expr, model.BuiltinCall) and expr.name == "supply"
    return "the supply" if is_supply else noun(expr)


def quantified(expr: model.Aggregate, holds: bool) -> str:
    """That a condition holds for some, for all, or for none."""
    made, is_any = expr.comprehension, expr.name == "any"
    word = ("some" if holds else "no") if is_any else ("every" if holds else "some")
    said = clause(made.body, is_any or holds)
    return f"for {each(made.binders, made.condition, word)}, {said}"

