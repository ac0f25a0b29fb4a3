"""The rule lines that differ between two games, by section and entry in any order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gdl.model import nodes as model
from gdl.model.canonical import OUTSIDE, Scope, bind, bound, canonical
from gdl.source.diagnostics import Report
from gdl.source.spans import Span
from gdl.yaml.reader import read
from interpreter.diff.rules.findings import Change, Line, line_of

if TYPE_CHECKING:
    from interpreter.api.game import Game

Key = tuple[str, str]  # a section and an entry of it
MAX_ALIGNED = 900  # pairs of lines of one entry that are aligned by similarity


@dataclass(frozen=True)
class Rule:
    """A line of the rules: its canonical form, its span, and its name if it has one."""

    form: Any
    span: Span
    name: str | None = None


def rule(part: Any, *more: Any, scope: Scope = OUTSIDE) -> Rule:
    """A part of a model as one line."""
    return Rule((canonical(part, scope), *more), whole_span(part))


def changes(a: Game, b: Game) -> tuple[Change, ...]:
    """The lines that differ, section by section.

    A line with the same text in both files differs only because of another one (of an option,
    say), and is left out if there is another one.  So is the line of an option that has the same
    value in both games: its default and its other values play no part.
    """
    sheets = sheet(a.model), sheet(b.model)
    keys = [*sheets[0], *(k for k in sheets[1] if k not in sheets[0])]
    same = {("options", name) for name, value in a.options.items() if b.options.get(name) == value}
    keys = [key for key in keys if key not in same]
    differing = dict.fromkeys(
        change for key in keys for change in matched(key, *(s.get(key, []) for s in sheets))
    )
    values = tuple(option_values(a, b))
    told = {(value.section, value.name) for value in values}
    differing = {c: None for c in differing if (c.section, c.name) not in told}
    own = [c for c in differing if c.a is None or c.b is None or c.a.text != c.b.text]
    return (*values, *(own if own or values else differing))


def option_values(a: Game, b: Game) -> Iterator[Change]:
    """The options that both games have with different values."""
    def said(name: str, value: Any) -> str:
        return f"{name} = {str(value).lower() if isinstance(value, bool) else value}"

    lines = [{o.name: line_of(whole_span(o)) for o in g.model.declared} for g in (a, b)]
    for name, value in a.options.items():
        if name in b.options and b.options[name] != value:
            one, other = (
                Line(of[name].file, of[name].number, said(name, game.options[name]))
                for game, of in zip((a, b), lines, strict=True)
            )
            yield Change("options", name, one, other)


def matched(key: Key, a: list[Rule], b: list[Rule]) -> Iterator[Change]:
    """The changes between the lines of one entry."""
    matcher = SequenceMatcher(None, [r.form for r in a], [r.form for r in b], autojunk=False)
    for kind, start_a, end_a, start_b, end_b in matcher.get_opcodes():
        if kind == "equal":
            continue
        ours, theirs = a[start_a:end_a], b[start_b:end_b]
        names = named_lines(ours), named_lines(theirs)
        for one, other in aligned(lines(ours), lines(theirs), *names):
            yield Change(*key, one, other, bool(key[1]) and not (a and b))


def lines(rules: list[Rule]) -> list[Line]:
    """The lines of rules; several rules of one line are one."""
    return list(dict.fromkeys(line_of(rule.span) for rule in rules))


def named_lines(rules: list[Rule]) -> dict[Line, str]:
    """The lines of rules that have a name, with their names."""
    return {line_of(rule.span): rule.name for rule in rules if rule.name is not None}


def aligned(
    a: list[Line], b: list[Line], names_a: Mapping[Line, str], names_b: Mapping[Line, str]
) -> Iterator[tuple[Line | None, Line | None]]:
    """The lines of two files side by side, in order, paired for the highest total similarity.

    Lines of one name belong together, whatever they say.
    """
    if len(a) * len(b) > MAX_ALIGNED:
        yield from zip_longest(a, b)
        return
    alike = {(i, j): likeness(x, y, names_a.get(x), names_b.get(y))
             for i, x in enumerate(a) for j, y in enumerate(b)}  # fmt: skip
    best = [[0.0] * (len(b) + 1) for _ in range(len(a) + 1)]  # totals for the lines from i and j on
    for i in reversed(range(len(a))):
        for j in reversed(range(len(b))):
            best[i][j] = max(alike[i, j] + best[i + 1][j + 1], best[i + 1][j], best[i][j + 1])
    i = j = 0
    while i < len(a) or j < len(b):
        if i < len(a) and j < len(b) and best[i][j] == alike[i, j] + best[i + 1][j + 1]:
            yield a[i], b[j]
            i, j = i + 1, j + 1
        elif i < len(a) and best[i][j] == best[i + 1][j]:
            yield a[i], None
            i += 1
        else:
            yield None, b[j]
            j += 1


def likeness(a: Line, b: Line, name_a: str | None, name_b: str | None) -> float:
    """How alike two lines are, from 0 to 1; more if they have the same name."""
    if name_a is not None and name_a == name_b:
        return float(MAX_ALIGNED)
    return SequenceMatcher(None, a.text, b.text, autojunk=False).ratio()


# ---- the lines of a game -----------------------------------------------------------------------


def sheet(game: model.Game) -> dict[Key, list[Rule]]:
    """The lines of a game by section and entry, in the order of a rule sheet."""
    rules: dict[Key, list[Rule]] = {}
    for option in game.declared:
        rules["options", option.name] = [rule(option)]
    rules["players", ""] = [Rule(game.colours, players_span(game))]
    for name, fact in game.facts.items():
        section = {"player": "players", "kind": "pieces", "word": "words"}[fact.of]
        _, scope = bound(fact)
        for owner, value in fact.values.items():
            rules[section, f"{owner}, {name}"] = [rule(value, scope=scope)]
    rules["board", ""] = list(board(game.board))
    for kind in game.kinds:
        rules["pieces", kind.name] = [rule(kind)]
    rules["setup", ""] = list(statements(game.setup))
    for section, variables in (("state", game.variables), ("marks", game.marks)):
        for variable in variables:
            rules[section, variable.name] = [stored(variable)]
    rules |= named(game)
    for name, part in game.parts.items():
        rules["parts", name] = [Rule(canonical(part), part.span)]
    rules["opening", ""] = [Rule(canonical(turn), turn.span) for turn in game.opening]
    rules["turn", ""] = [case_of(*case) for case in game.turn]
    rules["after turn", ""] = list(statements(game.after_turn))
    rules["end", ""] = [rule(end) for end in game.ends]
    names = {(s.source.name, s.start): name for s, name in game.line_names.items()}
    return {
        key: [replace(r, name=names.get((r.span.source.name, r.span.start))) for r in found]
        for key, found in rules.items()
    }


def case_of(condition: model.Expr | None, turn: model.Turn) -> Rule:
    """A case of the turn; what it has of `parts` stands elsewhere."""
    span = turn.span if condition is None else whole_span(condition).to(turn.span)
    return Rule(canonical((condition, turn)), span)


def board(of: model.Board) -> Iterator[Rule]:
    """The line of a board, and those of a drawing."""
    yield rule(replace(of, rows=()))
    for row in of.rows:
        yield rule(row)


def players_span(game: model.Game) -> Span:
    """The span of `players:`, read from the files again because the model does not keep it."""
    sources = list(dict.fromkeys(span.source for span in spans(game)))
    sources.sort(key=lambda source: Path(source.name).stem != game.name)
    for source in sources:
        root = read(source, Report())
        for entry in () if root is None else root.entries:
            if entry.key.value == "players":
                return entry.key.span.to(entry.value.span)
    return game.board.span


def named(game: model.Game) -> dict[Key, list[Rule]]:
    """The lines of definitions, actions, `sees:` and `questions:`."""
    rules: dict[Key, list[Rule]] = {}
    for name, definition in game.definitions.items():
        rules["define", name] = list(defined(definition))
    for name, action in game.actions.items():
        heads, scope = bound(action)
        head = Rule(heads, action.span)
        section = "chance" if action.is_chance else "actions"
        rules[section, name] = [head, *statements(action.body, scope)]
    for name, shown in game.sees.items():
        rules["sees", name] = [rule(shown)]
    for question in game.questions:
        heads, scope = bound(question)
        rules["questions", question.name] = [rule(question.answer, heads, scope=scope)]
    return rules


def stored(variable: model.Variable) -> Rule:
    """The line of a variable."""
    return Rule(canonical(variable), whole_span(variable))


def defined(definition: model.Definition) -> Iterator[Rule]:
    """The lines of a definition: one, or its head and its statements."""
    _, scope = bound(definition)
    if isinstance(definition.body, tuple):
        yield Rule(len(definition.slots), definition.span)
        yield from statements(definition.body, scope)
    else:
        yield Rule((len(scope), canonical(definition.body, scope)), whole_span(definition))


def statements(
    body: tuple[model.Statement, ...], scope: Scope = OUTSIDE, depth: int = 0
) -> Iterator[Rule]:
    """The lines of statements; the body of a `for` or `if` follows its head, one level deeper."""
    for statement in body:
        if isinstance(statement, model.For):
            heads, inner = bound(statement, scope)
            condition = canonical(statement.condition, inner)
            yield Rule(("for", depth, heads, condition), statement.span)
            yield from statements(statement.body, inner, depth + 1)
        elif isinstance(statement, model.RepeatWhile):
            asked = canonical((statement.times, statement.condition), scope)
            yield Rule(("repeat", depth, asked), statement.span)
            yield from statements(statement.body, scope, depth + 1)
        elif isinstance(statement, model.If):
            for number, (test, inside) in enumerate(statement.branches):
                span = statement.span if test is None else test.span  # else that of the last head
                yield Rule(("if" if number == 0 else "else", depth, canonical(test, scope)), span)
                yield from statements(inside, scope, depth + 1)
        else:
            yield Rule((canonical(statement, scope), depth), whole_span(statement))
        if isinstance(statement, model.Let):
            scope = bind(scope, (statement.slot,))


# ---- spans -------------------------------------------------------------------------------------


def spans(part: Any) -> Iterator[Span]:
    """The spans of a part of a model and of everything in it."""
    if isinstance(part, Span):
        yield part
    elif isinstance(part, tuple):
        for item in part:
            yield from spans(item)
    elif isinstance(part, Mapping):
        yield from spans(tuple(part.values()))
    elif hasattr(part, "__dataclass_fields__"):
        for name in part.__dataclass_fields__:
            yield from spans(getattr(part, name))


def whole_span(part: Any) -> Span:
    """The span of a part from its first to its last word, in the file where it begins."""
    first, *rest = spans(part)
    for span in rest:
        if span.source is first.source:
            first = first.to(span)
    return first
