"""All checks of a whole model: unused names, rules without effect, limits, revealed secrets.

`check_usage` runs them; everything that they find goes to the report.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gdl.check.expressions.scope import Symbol, Symbols
from gdl.lint.limit_checks import check_limits
from gdl.lint.missing_values import check_missing_values
from gdl.lint.secrets import check_secrets
from gdl.lint.secrets.turn_order import names
from gdl.lint.turns import check_asked_again, check_reached
from gdl.model import nodes as model
from gdl.model.analysis import Part, Reads, acts, changes, everything, performed, reached, walk
from gdl.model.fold import NotConstant, fold_domain
from gdl.source.diagnostics import Report
from gdl.source.spans import Span
from gdl.syntax.rule_file import RuleFile
from gdl.vocabulary.builtins import BUILTIN_MOVES
from gdl.vocabulary.types import KIND

NEEDS_USE = ("option", "definition", "fact", "variable", "mark", "kind", "part")
UNSEEN = ("definition", "part")  # sorts of names that only the rules speak of
JOINING = re.compile(r"(?<!\d)_+|_+(?!\d)")  # underscores that do not part two numbers
ALWAYS = frozenset({"turns", "mover", "history", "stuck", "last"})


def check_usage(game: model.Game, symbols: Symbols, file: RuleFile, report: Report) -> None:
    """Report what is never used, cannot happen, exceeds a limit or would reveal a secret."""
    check_unused(symbols, file, report)
    check_alike(symbols, file, report)
    reads = Reads(game)
    check_constants(game, reads, report)
    check_stuck(game, reads, report)
    if report.has_errors:
        return  # the checks below would evaluate what has just been refused
    check_limits(game, report)
    check_starts(game, report)
    check_reached(game, report)
    check_asked_again(game, reads, report)
    check_actions(game, symbols, file, report)
    check_draws(game, report)
    check_ends(game, file, reads, report)
    if not report.has_errors:  # an end out of reach says what nothing changes
        check_set(game, symbols, file, report)
    check_opponent(game, len(file.players) == 1, report)
    if not report.has_errors:
        check_secrets(game, reads, report)
        check_missing_values(game, reads, report)


def check_alike(symbols: Symbols, file: RuleFile, report: Report) -> None:
    """Report names of one sort that differ only in underscores or in capital letters: what tells
    two apart must be seen, and heard, in moves, lists and reports.
    """
    read: dict[tuple[str, str], Symbol] = {}
    for symbol in symbols.table.values():
        if symbol.sort in UNSEEN:
            continue
        first = read.setdefault((symbol.sort, letters_of(symbol.name)), symbol)
        if first is symbol or symbol.span.source != file.span.source:
            continue
        report.add(
            "names-alike", symbol.span, sort=symbol.sort, word=symbol.name, other=first.name,
            where=first.span.line_for(symbol.span.source),
        )  # fmt: skip


def letters_of(name: str) -> str:
    """The letters of a name in one case; an underscore counts only between two digits, where it
    parts two numbers.
    """
    return JOINING.sub("", name.lower())


def check_starts(game: model.Game, report: Report) -> None:
    """Report what is counted from below zero because nobody said where it starts."""
    counted, set_before = set(map(counter, everything(game))), set(set_at_first(game))
    for variable in game.variables:
        is_said = variable.start is not None or variable.name in set_before
        if is_said or variable.or_none or variable.name not in counted:
            continue
        try:
            numbers = fold_domain(variable.domain)
        except NotConstant:
            continue
        if isinstance(numbers, range) and 0 in numbers and numbers[0] < 0:
            report.add("starts-below-zero", variable.span, word=variable.name, low=numbers[0])


def check_set(game: model.Game, symbols: Symbols, file: RuleFile, report: Report) -> None:
    """Report variables of this file that rules ask for and none sets, nor says how they start."""
    changed = {part.name for part in everything(game) if isinstance(part, model.SetVariable)}
    for variable in game.variables:
        is_own = variable.span.source == file.span.source
        is_asked = variable.name in symbols.used and variable.name not in changed
        if is_own and is_asked and variable.start is None:
            report.add("never-set", variable.span, word=variable.name)


def set_at_first(game: model.Game) -> Iterator[str]:
    """The variables that the set-up or the opening sets to what is not reckoned from them."""
    dealt = {part.name for part in reached(game, game.setup) if isinstance(part, model.Deal)}
    bodies: list[Part] = [*game.setup]
    for name in sorted(dealt.union(*map(names, game.opening)).difference(BUILTIN_MOVES)):
        bodies += game.actions[name].body
    for part in reached(game, bodies):
        if isinstance(part, model.SetVariable) and not is_reckoned_from_itself(part):
            yield part.name


def is_reckoned_from_itself(part: model.SetVariable) -> bool:
    """Whether a variable is set to a sum or a product of other things with itself."""
    return isinstance(part.value, model.Arithmetic) and any(
        isinstance(inner, model.Stored) and inner.name == part.name for inner in walk(part.value)
    )


def counter(part: Part) -> str | None:
    """The variable to which a statement adds something, or from which it takes it."""
    match part:
        case model.SetVariable(name=name, value=model.Arithmetic() as value):
            return name if name in added(value) else None
    return None


def added(value: model.Expr) -> Iterator[str]:
    """The variables of which a value is the sum, perhaps with other things and less others."""
    match value:
        case model.Stored(name=name):
            yield name
        case model.Arithmetic(op="+", left=one, right=other):
            yield from added(one)
            yield from added(other)
        case model.Arithmetic(op="-", left=one):
            yield from added(one)


def check_constants(game: model.Game, reads: Reads, report: Report) -> None:
    """Report what must be fixed before play but depends on what play changes."""
    fixed = [game.board.holes]
    for variable in (*game.variables, *game.marks):
        fixed += [*(b.domain for b in variable.index), variable.domain, variable.start]
    for kind in game.kinds:
        fixed += [*kind.attributes.values(), *kind.starts.values()]
    for expr in fixed:
        if expr is not None and reads.of(expr):
            report.add("not-constant", expr.span, word=expr.span.text)


def check_stuck(game: model.Game, reads: Reads, report: Report) -> None:
    """Report `stuck` where a turn that is not over reads it: it looks ahead at a whole turn."""
    roots: list[Part] = [*game.setup, *game.opening]
    roots += [t for _, t in game.turn] + [c for c, _ in game.turn if c is not None]
    roots += [e.condition for e in game.ends if e.at_once]
    for action in game.actions.values():
        roots += [*action.binders, *action.body]
    for root in roots:
        for part in walk(root):
            if "stuck" in reads.of_one(part):
                report.add("stuck-outside", part.span)  # type: ignore[union-attr]


def check_unused(symbols: Symbols, file: RuleFile, report: Report) -> None:
    """Report the names of this file, not of its bases, that no rule uses."""
    supplied = {piece.name.text for piece in file.pieces if piece.supply is not None}
    started = {  # attributes that keep the value they have; others tell the pieces of a deck apart
        attribute.name.text for piece in file.pieces for attribute in piece.attributes
        if attribute.domain.start is not None
    }
    used: dict[str, list[str]] = {}  # of the bases, by sort: a variant may misspell one of them
    for symbol in symbols.table.values():
        if symbol.name in symbols.used and symbol.span.source != file.span.source:
            used.setdefault(symbol.sort, []).append(symbol.name)
    missing = missing_facts(file)
    for symbol in symbols.unused():
        if report.is_full_of_warnings:
            return
        needs_use = symbol.sort in NEEDS_USE or symbol.name in started
        if not needs_use or symbol.span.source != file.span.source:
            continue
        if symbol.name in supplied:
            continue  # its pieces may come onto the board from the supply
        meant = [name for name in missing.get(symbol.span, ()) if name in symbols.used]
        report.add(
            "unused-name", symbol.span, word=symbol.name, sort=symbol.sort,
            candidates=report.near(symbol.name, [*used.get(symbol.sort, ()), *meant]),
        )  # fmt: skip
    for span, name in symbols.lets.items():
        if span not in symbols.used_variables and span.source == file.span.source:
            report.add("unused-name", span, word=name, sort="name")


def missing_facts(file: RuleFile) -> dict[Span, list[str]]:
    """For each fact of a player, kind or word those that others have and this one has not, of which
    it may be a misspelt one.
    """
    found: dict[Span, list[str]] = {}
    holders = [[entry.facts for entry in file.players], [entry.facts for entry in file.pieces]]
    holders += [[word.facts for word in of.words] for of in file.words]
    for facts in holders:
        every = {fact.name.text for those in facts for fact in those}
        for those in facts:
            others = sorted(every - {fact.name.text for fact in those})
            found |= dict.fromkeys((fact.name.span for fact in those), others)
    return found


def check_actions(game: model.Game, symbols: Symbols, file: RuleFile, report: Report) -> None:
    """Report actions that no turn names; a chance action may stand in the set-up instead.

    A turn may name one that it has no times, because of an option.
    """
    played = {act.name for act in acts(game)}
    played |= {s.name for s in performed(game) if isinstance(s, model.Deal)}
    used = played | symbols.acts
    for head, _ in (*file.chance, *file.actions):
        name = head.name
        if name.text not in used and name.span.source == file.span.source:
            candidates = report.near(name.text, sorted(used))
            report.add("unused-action", name.span, word=name.text, candidates=candidates)
    if not played - {"pass", "done"}:
        place = game.turn[0][1].span if game.turn else file.span
        report.add("turn-without-action", place)


def check_draws(game: model.Game, report: Report) -> None:
    """Report chance that draws from a supply without regard to how many are left of each kind.

    The pieces of a supply that are alike are one choice.
    """
    is_stocked = any(isinstance(k.supply, int) and k.supply > 1 for k in game.kinds)
    if len(game.kinds) < 2 or not is_stocked:
        return
    for action in game.actions.values():
        if not action.is_chance or any(
            isinstance(part, model.Weight) for line in action.body for part in walk(line)
        ):
            continue
        for binder in action.binders:
            supply = drawn_from(binder.domain, game)
            if supply is not None:
                of = [*(arg.span.text for arg in supply.args), f"kind({binder.names[0]})"]
                report.add("drawn-alike", binder.domain.span, word=action.name, of=", ".join(of))


def drawn_from(domain: model.Expr, game: model.Game) -> model.BuiltinCall | None:
    """The supply that a set has its pieces from, if nothing chooses among the kinds."""
    match domain:
        case model.BuiltinCall(name="supply", args=args):
            return None if any(arg.type == KIND for arg in args) else domain
        case model.Apply(name=name, args=()) if isinstance(
            body := game.definitions[name].body, model.Expr
        ):
            return drawn_from(body, game)
        case model.SetOperation(op="-", left=left):
            return drawn_from(left, game)
        case model.SetOperation(op="&", left=left, right=right):
            return drawn_from(left, game) and drawn_from(right, game)
        case model.SetOperation(left=left, right=right):
            return drawn_from(left, game) or drawn_from(right, game)
        case model.Build(comprehension=model.Comprehension(
            body=model.Local(slot=slot),
            binders=(model.Binder(slots=(bound,), domain=inner),),
            condition=condition,
        )) if slot == bound and (condition is None or not any(
            isinstance(part, model.OfPiece) and part.name == "kind" for part in walk(condition)
        )):  # fmt: skip
            return drawn_from(inner, game)
    return None


def check_ends(game: model.Game, file: RuleFile, reads: Reads, report: Report) -> None:
    """Report a game without ends, and ends that are fixed or out of reach."""
    if not game.ends:
        report.add("no-end", file.span)
    changed = everything_changed(game)
    for end in game.ends:
        depends = reads.of(end.condition)
        if not depends:
            report.add("end-fixed", end.condition.span)
        elif not depends & (changed | ALWAYS):
            things = depends - reads.parts  # `board` is among them
            what = ", ".join(sorted(d.removeprefix("state ") for d in things))
            report.add("end-unreachable", end.condition.span, what=what)


def everything_changed(game: model.Game) -> frozenset[str]:
    """What play can change after the set-up."""
    names = {act.name for act in acts(game)}
    bodies = [a.body for a in game.actions.values() if a.name in names] + [game.after_turn]
    changed = frozenset().union(*(changes(game, body) for body in bodies))
    return changed | ({"passes"} if "pass" in names else set())


def check_opponent(game: model.Game, is_alone: bool, report: Report) -> None:
    """Report `opponent` in a game for more or fewer than two, and all that is said of others where
    the file names one player only.
    """
    if len(game.colours) == 2:
        return
    for part in everything(game):
        match part:
            case model.BuiltinCall(name="opponent" | "enemy" | "after" as word) if is_alone:
                report.add("one-player", part.span, word=word)
            case model.Tell(listener="opponent" as word) if is_alone:
                report.add("one-player", part.span, word=word)
            case model.BuiltinCall(name="opponent"):
                report.add("opponent-of-many", part.span, count=len(game.colours))
