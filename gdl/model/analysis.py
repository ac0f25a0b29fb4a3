"""The parts of model nodes, what they read and what they change.

`children` lists the parts of any node; `Reads` says what the value of an expression depends on, and
`changes` what statements change: words such as `board`, `supply`, `mover`, `turns`, or `state ` and
the name of a variable.  What reads an attribute or the kind of a piece on the board reads also
`part ` and the name of the attribute, or `part kind`.  `gdl.lint` uses this to find rules without
effect, and the engines to evaluate only once what does not change.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from dataclasses import fields, replace
from functools import cache
from typing import Any, get_args

from gdl.model import nodes as model
from gdl.model.fold import NotConstant, fold
from gdl.vocabulary.builtins import BUILTINS
from gdl.vocabulary.types import CELL, KIND, NOTHING

Part = (
    model.Expr | model.Statement | model.Turn | model.Outcome | model.Comprehension | model.Binder
    | model.Rank
)  # fmt: skip
PARTS: Any = get_args(Part)
CHILDREN = "_children"  # where a node keeps them
Name = tuple[str, str]  # "definition", "fact", "action" or "variable", and its name


@cache
def content(kind: type) -> tuple[str, ...]:
    """The names of the fields that carry the meaning of a node."""
    return tuple(f.name for f in fields(kind) if f.name not in ("span", "type"))


def children(node: Part) -> tuple[Part, ...]:
    """The direct parts of a node, in the order of its fields; found once, as no node changes."""
    held = vars(node)
    if CHILDREN not in held:
        kind: Any = type(node)
        held[CHILDREN] = tuple(_parts([getattr(node, name) for name in content(kind)]))
    found: tuple[Part, ...] = held[CHILDREN]
    return found


def _parts(values: Iterable[Any]) -> list[Part]:
    found: list[Part] = []
    for value in values:
        if isinstance(value, tuple):
            found += _parts(value)
        elif isinstance(value, PARTS):
            found.append(value)
    return found


def walk(node: Part) -> Iterator[Part]:
    """A node and everything below it."""
    todo = [node]
    while todo:
        yield (part := todo.pop())
        todo += reversed(children(part))


def uses(node: Part, slots: Container[int]) -> Iterator[model.Local]:
    """Where a node uses one of some variables."""
    return (p for p in walk(node) if isinstance(p, model.Local) and p.slot in slots)


def free_slots(node: Part) -> frozenset[int]:
    """The slots of the variables that a node uses but does not bind itself."""
    used: set[int] = set()
    bound: set[int] = set()
    for part in walk(node):
        if isinstance(part, model.Local):
            used.add(part.slot)
        elif isinstance(part, model.Binds):
            bound.update(part.bound)
    return frozenset(used - bound)


def shape(value: object, slots: tuple[int, ...]) -> Any:
    """A key to compare parts by, in which variables in `slots` are named by their places there.

    Parts of equal shape have equal values for equal values of those, wherever they stand.
    """
    if isinstance(value, tuple):
        return tuple(shape(item, slots) for item in value)
    if not isinstance(value, PARTS):
        return value
    kind: Any = type(value)
    of = value.type if isinstance(value, model.Expr) else None
    if isinstance(value, model.Local) and value.slot in slots:
        return kind, of, slots.index(value.slot)
    return kind, of, *(shape(getattr(value, name), slots) for name in content(kind))


OF_KINDS = frozenset({"pieces", "mine", "enemy"})
READ_ALL = frozenset({"piece", "alike", "stuck"})


def part_word(name: str) -> str:
    """What `Reads` calls an attribute, or the `kind`, of the pieces on the board."""
    return f"part {name}"


def piece_parts(game: model.Game) -> tuple[str, ...]:
    """What `sees` can hide of a piece that it shows: `kind`, and the attributes."""
    attributes = (name for kind in game.kinds for name in kind.attributes)
    return tuple(dict.fromkeys(("kind", *attributes)))


def may_be_kind(arg: object) -> bool:
    """Whether an argument may be a kind of piece."""
    return not isinstance(arg, model.Expr) or arg.type == KIND


class Reads:
    """What expressions and statements of one game read, also through definitions and facts."""

    def __init__(self, game: model.Game):
        self.game = game
        self.known: dict[tuple[str, str], frozenset[str]] = {}
        self.nodes: dict[Part, frozenset[str]] = {}
        self.parts = frozenset(part_word(name) for name in piece_parts(game))

    def of(self, node: Part) -> frozenset[str]:
        """What a node reads; empty if its value never changes."""
        words = self.nodes.get(node)
        if words is None:
            below = (self.of(child) for child in children(node))
            words = self.nodes[node] = self.of_one(node).union(*below)
        return words

    def of_one(self, part: Part) -> frozenset[str]:
        match part:
            case model.Stored(name=name):
                return frozenset({f"state {name}"})
            case model.Attribute(name=name):
                return frozenset({"board", *map(part_word, self.parts_of(name))})
            case model.BuiltinCall(name=name, args=args) | model.ByStep(name=name, args=args):
                return self.of_builtin(name, args)
            case model.Seen(board=board):
                return frozenset({"history", "board"} | self.parts if board else {"history"})
            case model.Apply(name=name) | model.Perform(name=name):
                return self.of_named("definition", name)
            case model.FactValue(name=name, of=of):
                return self.of_named("fact" if of.type == CELL else "own fact", name)
            case model.Put(owner=None):
                return frozenset({"mover"})
        return frozenset()

    def parts_of(self, attribute: str) -> frozenset[str]:
        """What an attribute of a cell depends on: itself, and the kind if not all kinds have it."""
        has_all = all(attribute in kind.attributes for kind in self.game.kinds)
        return frozenset({attribute} if has_all else {attribute, "kind"})

    def of_builtin(self, name: str, args: tuple[Any, ...]) -> frozenset[str]:
        """What a built-in reads; of arguments that are no expressions the types are not known."""
        reads = BUILTINS[name].reads
        if name == "stuck":
            reads |= {f"state {variable.name}" for variable in self.game.variables}
        if name in READ_ALL:
            return reads | self.parts
        if name == "kind" or (name in OF_KINDS and any(map(may_be_kind, args))):
            return reads | {part_word("kind")}
        if name in ("next", "after") and any(v.is_playing for v in self.game.variables):
            return reads | {"state playing"}
        if name == "opponent" and args:
            return frozenset()
        if name == "sight" and len(args) > 2:
            return frozenset()
        return reads

    def of_named(self, sort: str, name: str) -> frozenset[str]:
        """What a definition or a fact reads; an "own fact" is one that is not asked of a cell."""
        if (sort, name) not in self.known:
            self.known[sort, name] = frozenset()
            self.known[sort, name] = self.of_all(sort, name)
        return self.known[sort, name]

    def of_all(self, sort: str, name: str) -> frozenset[str]:
        is_of_kind = sort == "fact" and self.game.facts[name].of == "kind"
        start = frozenset({"board", part_word("kind")} if is_of_kind else ())
        said = sort.removeprefix("own ")
        return start.union(*(self.of(part) for part in parts_of(self.game, (said, name))))


def reads_stuck(reads: Reads, parts: Iterable[Part]) -> bool:
    """Whether some parts ask whether the next player can complete a turn."""
    return any("stuck" in reads.of(part) for part in parts)


# ---- what a part uses --------------------------------------------------------------------------


def name_in(part: Part) -> Name | None:
    """The name that a part itself uses, not one of its children."""
    match part:
        case model.Apply(name=name) | model.Perform(name=name):
            return "definition", name
        case model.FactValue(name=name):
            return "fact", name
        case model.Stored(name=name) | model.SetVariable(name=name):
            return "variable", name
    return None


def parts_of(game: model.Game, name: Name) -> tuple[Part, ...]:
    """The parts of what a name stands for; none for a variable."""
    sort, word = name
    if sort == "fact":
        return tuple(game.facts[word].values.values())
    if sort == "action":
        return (*game.actions[word].binders, *game.actions[word].body)
    if sort == "definition":
        body = game.definitions[word].body
        return body if isinstance(body, tuple) else (body,)
    return ()


def reached(game: model.Game, parts: Iterable[Part]) -> Iterator[Part]:
    """All nodes of parts and of what they use, directly or not; those of each name once."""
    waiting, seen = list(parts), set[Name]()
    while waiting:
        for part in walk(waiting.pop(0)):
            yield part
            name = name_in(part)
            if name is not None and name not in seen:
                seen.add(name)
                waiting += parts_of(game, name)


def names_used(game: model.Game, parts: Iterable[Part]) -> frozenset[Name]:
    """All names that parts use, directly or indirectly."""
    names = (name_in(part) for part in reached(game, parts))
    return frozenset(name for name in names if name is not None)


def changes(game: model.Game, statements: tuple[model.Statement, ...]) -> frozenset[str]:
    """What statements may change, also through the definitions that they perform."""
    return frozenset().union(*map(_changes_one, reached(game, statements)))


def _changes_one(part: Part) -> frozenset[str]:
    match part:
        case model.Put():
            return frozenset({"board", "own", "supply", "last"})
        case model.Lift():
            return frozenset({"board", "own", "supply"})
        case model.Move() | model.MoveAtOnce():
            return frozenset({"board", "own", "last"})
        case model.Remove() | model.Swap() | model.SetPiece():
            return frozenset({"board", "own"})
        case model.SetMark():
            return frozenset()
        case model.SetVariable(name=name):
            return frozenset({f"state {name}"})
        case model.Play() | model.SetNext():
            return frozenset({"mover"})
        case model.SetTurns():
            return frozenset({"turns"})
    return frozenset()


def has_secrets(game: model.Game) -> bool:
    """Whether anything may be hidden from a seat."""
    return bool(game.sees) or has_simultaneous_choices(game)


def has_simultaneous_choices(game: model.Game) -> bool:
    """Whether all choose at once somewhere in the turns."""
    parts = (part for turn in turns_of(game) for part in walk(turn))
    return any(isinstance(part, model.AllAtOnce) for part in parts)


def differs_by_seat(game: model.Game) -> bool:
    """Whether some seat sees or hears less than there is."""
    return has_secrets(game) or any(
        isinstance(part, model.Tell) and part.listener != "all" for part in everything(game)
    )


def hidden_things(game: model.Game) -> frozenset[str]:
    """What `sees` hides from some seat, as `Reads` names it."""
    variables = {v.name for v in game.variables}
    things = {f"state {name}" for name in game.sees if name in variables}
    things |= {part_word(name) for name in game.sees if name in piece_parts(game)}
    things |= {"board", "own"} if "board" in game.sees else set()
    return frozenset(things | ({"supply"} & set(game.sees)))


def turns_of(game: model.Game) -> tuple[model.Turn, ...]:
    """The turns of the opening, and all others."""
    return (*game.opening, *(turn for _, turn in game.turn))


def longest(turn: model.Turn) -> int:
    """The most actions on any way through a turn, with one round of each repetition."""
    match turn:
        case model.Act():
            return 1
        case model.Sequence(steps=parts):
            return sum(map(longest, parts))
        case model.Choice(options=parts) | model.Else(options=parts):
            return max(map(longest, parts), default=0)
        case model.AllAtOnce():
            return 1
        case model.IfTrue(turn=inner) | model.Repeat(turn=inner) | model.Most(turn=inner):
            return longest(inner)
    raise AssertionError(f"a turn has no {type(turn).__name__}")


def longest_turn(game: model.Game) -> model.Turn:
    """The turn with the longest way through it; of several, a regular one rather than an opening.
    """
    return max((*(turn for _, turn in game.turn), *game.opening), key=longest)


def acts(game: model.Game) -> Iterator[model.Act]:
    """Every place where the turns or the opening name an action."""
    for turn in turns_of(game):
        for part in walk(turn):
            if isinstance(part, model.Act):
                yield part


def incomplete_set(game: model.Game) -> model.Display | None:
    """The first set in a domain of the actions that lists several elements, one of them a step."""
    tops = [binder for act in acts(game) for binder in binders(game, act)]
    for part in reached(game, tops):
        if isinstance(part, model.Display) and len(part.items) > 1:
            if any(isinstance(item, model.StepTo) for item in part.items):
                return part
    return None


def binders(game: model.Game, act: model.Act) -> tuple[model.Binder, ...]:
    """The parameters of an action with their domains; none for `pass` and `done`."""
    return game.actions[act.name].binders if act.name in game.actions else ()


def everything(game: model.Game) -> list[Part]:
    """Every node of the rules that play carries out: no domains of variables, `sees`, questions."""
    roots: list[Part] = [*game.setup, *game.after_turn, *game.opening]
    roots += [t for _, t in game.turn] + [c for c, _ in game.turn if c is not None]
    roots += [e.condition for e in game.ends] + [o for e in game.ends for o in e.outcomes]
    for action in game.actions.values():
        roots += [*action.binders, *action.body]
    for definition in game.definitions.values():
        roots += definition.body if isinstance(definition.body, tuple) else [definition.body]
    for fact in game.facts.values():
        roots += fact.values.values()
    return [part for root in roots for part in walk(root)]


def is_none(expr: model.Expr) -> bool:
    """Whether an expression is the word `none`."""
    return isinstance(expr, model.Value) and expr.type == NOTHING


def written(game: model.Game) -> Iterator[Part]:
    """Every node of the file but for its board: what play carries out, and what is declared."""
    yield from everything(game)
    roots: list[Part | None] = [entry.expr for entry in game.sees.values()]
    for variable in (*game.variables, *game.marks):
        roots += [*variable.index, variable.domain, variable.start]
    for kind in game.kinds:
        roots += [*kind.attributes.values(), *kind.starts.values()]
    for question in game.questions:
        roots += [*question.binders, question.answer]
    for root in roots:
        if root is not None:
            yield from walk(root)


def never_comes(end: model.End) -> bool:
    """Whether the condition of an end is false whatever happens, as with `limit > 0 and …` at 0."""
    try:
        return not fold(end.condition)
    except NotConstant:
        return False


def read_in_play(game: model.Game) -> frozenset[str]:
    """What the rules read, as `Reads` names it, but for ends that never come."""
    reads, ends = Reads(game), tuple(e for e in game.ends if not never_comes(e))
    parts = everything(replace(game, ends=ends))
    return frozenset[str]().union(*map(reads.of_one, parts))


def performed(game: model.Game) -> Iterator[model.Statement]:
    """Every statement of a game, including nested ones and those of definitions."""
    bodies = [game.setup, game.after_turn, *(a.body for a in game.actions.values())]
    bodies += [d.body for d in game.definitions.values() if isinstance(d.body, tuple)]
    for body in bodies:
        for statement in body:
            for part in walk(statement):
                if isinstance(part, model.Statement):
                    yield part


def attempts(game: model.Game) -> tuple[model.Attempt, ...]:
    """Every `try` of a game, in the order of `performed`."""
    return tuple(s for s in performed(game) if isinstance(s, model.Attempt))


def tells(game: model.Game, statements: Iterable[model.Statement]) -> bool:
    """Whether some statements may `tell` something, in a definition that they perform, too."""
    return any(isinstance(part, model.Tell) for part in reached(game, statements))


def secret_marks(game: model.Game) -> frozenset[str]:
    """The marks that may reveal what `sees` hides.

    These are the marks that are set together with anything that reads something hidden, that tries
    something, or that others do not hear in full.
    """
    if not game.sees:
        return frozenset()
    reads, hidden = Reads(game), hidden_things(game)
    if game.actions.keys() & game.sees.keys():
        hidden |= {"last", "history"}
    return frozenset(
        part.name
        for parts, is_told in in_one_go(game)
        if not is_told or any(reads.of(part) & hidden for part in parts)
        for part in within(game, parts)
        if isinstance(part, model.SetMark)
    )


def in_one_go(game: model.Game) -> Iterator[tuple[tuple[Part, ...], bool]]:
    """Everything that is carried out in one go, and whether all may know that it was, and how."""
    for action in game.actions.values():
        parts: tuple[Part, ...] = (*action.binders, *action.body)
        tries = any(isinstance(part, model.Attempt) for part in within(game, parts))
        yield parts, action.name not in game.sees and not tries
    yield game.setup, True
    yield game.after_turn, True


def within(game: model.Game, parts: Iterable[Part]) -> Iterator[Part]:
    """Every node of some parts and of the definitions that they perform."""
    for root in parts:
        for part in walk(root):
            yield part
            if isinstance(part, model.Perform):
                body = game.definitions[part.name].body
                yield from within(game, body if isinstance(body, tuple) else (body,))
