"""Checks for rules that take too much time or memory, and for numbers that leave their range.

`check_limits` looks at a whole model before any of it is evaluated, so that an untrusted file is
safe to load.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf

from gdl.model import nodes as model
from gdl.model.analysis import Part, children, free_slots, longest, walk
from gdl.model.fold import NotConstant, fold
from gdl.model.intervals import Interval, is_bounded, times
from gdl.model.ranges import Bounds
from gdl.model.results import points
from gdl.model.rounds import Rounds, RoundsTogether, known, rules
from gdl.source.diagnostics import Report
from gdl.source.limits import (
    MAX_ACTIONS,
    MAX_ALL_AT_LOAD,
    MAX_ALL_VALUES,
    MAX_AT_LOAD,
    MAX_HELD,
    MAX_NUMBER,
    MAX_REPEATED,
    MAX_ROUNDS,
    MAX_STEPS,
    MAX_VALUES,
    Limit,
)
from gdl.source.messages import MESSAGES
from gdl.source.spans import Span
from gdl.source.wording import grouped, show
from gdl.vocabulary.drawn import board_cells
from gdl.vocabulary.types import NUMBER

MILLION_MILLION = 10**12
NOTICED = 1_000_000  # rounds that take the reference engine about a second
MAX_TOLD = 6  # loops that a message names
FIXED = model.Value | model.Local | model.Arithmetic | model.Negative


def check_limits(game: model.Game, report: Report) -> None:
    """Report sets that are too large and rules that take too long; warn of numbers cut off."""
    bounds = Rounds(game, cells_of(game.board))
    for kind in game.kinds:
        too_many(known(bounds.pieces(kind)), MAX_VALUES, "pieces", kind.span, report)
    total = 0.0
    for variable in (*game.variables, *game.marks):
        held = bounds.rounds(variable.index), listed(variable, bounds, report)
        if max(held) <= MAX_VALUES:  # what is too large by itself is reported as such
            total += sum(held)
            too_many(total, MAX_ALL_VALUES, "values of all variables", variable.span, report)
        bounds.enter(*variable.index)
        too_many(bounds.choices(variable.index), MAX_VALUES, "places", variable.span, report)
    for rule, around in rules_at_load(game):
        check_rule(rule, MAX_AT_LOAD, bounds, report, around)
    if not any(d.code == "too-many" for d in report.diagnostics):
        check_loading(game, report)
    for turn in (*game.opening, *(t for _, t in game.turn)):
        if longest(turn) > MAX_ACTIONS:
            report.add("turn-too-long", turn.span, count=longest(turn), most=MAX_ACTIONS)
        if repeated(turn) > MAX_REPEATED:
            report.add("turn-too-nested", turn.span, most=MAX_REPEATED)
    for rule in rules(game):
        check_rule(rule, MAX_ROUNDS, bounds, report)
    check_points(game, bounds, report)
    check_comparisons(game, bounds, report)
    for span in bounds.beyond[:1]:  # expressions around it are too large as well
        report.add("number-too-large", span, word=span.text)


def rules_at_load(
    game: model.Game,
) -> Iterator[tuple[tuple[Part | None, ...], tuple[model.Binder, ...]]]:
    """All that is gone through when a game is loaded, with the variables around it."""
    for kind in game.kinds:
        for expr in (*kind.attributes.values(), *kind.starts.values()):
            yield listed_when_loaded(expr), ()
    for variable in (*game.variables, *game.marks):
        ends = listed_when_loaded(variable.domain)
        for part in (*(b.domain for b in variable.index), *ends, variable.start):
            yield (part,), variable.index
    yield (game.board.holes,), ()
    yield game.setup, ()


def check_loading(game: model.Game, report: Report) -> None:
    """Report rules that take too long together when a game is loaded."""
    bounds, total = RoundsTogether(game, cells_of(game.board)), 0.0
    for rule, around in rules_at_load(game):
        parts = [part for part in rule if part is not None]
        bounds.enter(*parts, *around)
        for part in parts:
            inside, once = bounds.nest(part)
            places = bounds.choices(around) if free_slots(part) else 1.0
            rounds, before = max(times(places, inside), once), total
            total += rounds
            if before <= MAX_ALL_AT_LOAD < total:
                what = "rounds of all that is gone through when the game is loaded"
                too_many(total, MAX_ALL_AT_LOAD, what, place(part), report)


def listed_when_loaded(domain: model.Expr) -> tuple[model.Expr, ...]:
    """What is gone through for a domain: of a plain range, whose numbers are not listed, its ends.
    """
    return (domain.low, domain.high) if isinstance(domain, model.Range) else (domain,)


def listed(variable: model.Variable, bounds: Bounds, report: Report) -> float:
    """How many values of a variable are listed when a game is loaded: of a plain range none.

    Report a plain range with numbers that cannot be stored.
    """
    domain = variable.domain
    if not isinstance(domain, model.Range):
        return bounds.rounds((model.Binder((), (), domain),))
    if any(MAX_HELD < abs(end) < inf for end in bounds.elements(domain)):
        report.add("range-too-far", domain.span, word=domain.span.text, most=grouped(MAX_HELD))
    return 1


def cells_of(board: model.Board) -> int:
    """How many cells a board has, with those that are cut out."""
    if board.shape in ("lines", "none"):
        return len({point for line in board.lines for point in line})
    return board_cells(board.shape, board.size, board.drawing) + len(board.further)


def check_points(game: model.Game, bounds: Bounds, report: Report) -> None:
    """Report points of which nobody knows how many there can be, and lines that say none."""
    outcomes = [outcome for end in game.ends for outcome in end.outcomes]
    if not any(isinstance(outcome, model.Gets) for outcome in outcomes):
        return
    for outcome in outcomes:
        if isinstance(outcome, model.Gets):
            if max(map(abs, points(outcome, len(game.colours), bounds))) > MAX_NUMBER:
                part = unbounded(outcome.expr, bounds).span
                where = part.line_for(outcome.span.source)
                report.add("result-unbounded", outcome.span, word=part.text, where=where)
        elif isinstance(outcome, model.Ranked):
            report.add("results-mixed", outcome.span, why="places are no points")
        elif len(game.colours) == 1 and not isinstance(outcome, model.Draw):
            report.add("results-mixed", outcome.span, why="nobody else could pay for it")


def unbounded(number: model.Expr, bounds: Bounds) -> model.Expr:
    """The innermost part of a number without bounds that has none, also within definitions."""
    if isinstance(number, model.Apply):
        definition = bounds.game.definitions[number.name]
        assert isinstance(definition.body, model.Expr)
        with bounds.called(number.name, tuple(map(bounds.interval, number.args))):
            found = unbounded(definition.body, bounds)
        if isinstance(found, model.Local) and found.slot in definition.slots:
            return unbounded(number.args[definition.slots.index(found.slot)], bounds)
        return found
    for part in children(number):
        inner = part.body if isinstance(part, model.Comprehension) else part
        if isinstance(inner, model.Expr) and inner.type == NUMBER:
            if not is_bounded(bounds.interval(inner)):
                return unbounded(inner, bounds)
    return number


def slowest(game: model.Game) -> tuple[Span, float] | None:
    """Where the rules have the most rounds to go through in a look at what can be played, as far as
    these can be counted before, and how many; None where nobody would notice them.
    """
    bounds = Rounds(game, cells_of(game.board))
    most, where = 0.0, None
    for rule in (*rules(game), game.setup):
        parts = [part for part in rule if part is not None]
        bounds.enter(*parts)
        binders = tuple(p for p in parts if isinstance(p, model.Binder))
        choices = bounds.choices(binders)
        for part in parts:
            inner = 1.0 if isinstance(part, model.Binder) else max(bounds.nest(part))
            if choices * inner > most:
                most, where = choices * inner, place(part)
    return (where, most) if where is not None and most >= NOTICED else None


def check_rule(
    rule: tuple[Part | None, ...],
    most: Limit,
    bounds: Rounds,
    report: Report,
    around: tuple[model.Binder, ...] = (),
) -> None:
    """Report what is too large in one rule; `around` binds variables that it uses."""
    parts = [part for part in rule if part is not None]
    bounds.enter(*parts, *around)
    binders = tuple(p for p in parts if isinstance(p, model.Binder))
    if binders and not any(uses_large(b, bounds) for b in binders):
        span = binders[0].domain.span.to(binders[-1].domain.span)
        sizes = [(", ".join(b.names), known(bounds.size(b.domain))) for b in binders]
        too_many(bounds.choices(binders), most, "choices", span, report, sizes)
    total = 0.0
    for part in parts:
        if not uses_large(part, bounds):
            if isinstance(part, model.Statement):
                steps, before = bounds.steps(part), total
                total += steps
                told = total if before <= MAX_STEPS else steps  # the sum once in a rule
                loops = bounds.loops(part) if told > MAX_STEPS else []
                too_many(told, MAX_STEPS, "rounds", part.span, report, loops)
            rounds = max(bounds.nest(part))
            loops = bounds.loops(part) if rounds > most else []
            too_many(rounds, most, "rounds", place(part), report, loops)
        for node in walk(part):
            if isinstance(node, model.Arithmetic):
                bounds.interval(node)
            if isinstance(node, model.Arithmetic) and node.op in ("mod", "div"):
                check_divisor(node, report)
            elif isinstance(node, model.Range) and MAX_VALUES < bounds.written(node) < inf:
                limit = grouped(MAX_VALUES)
                report.add("range-too-large", node.span, word=node.span.text, most=limit)
            elif isinstance(node, model.SetVariable):
                check_set(node, bounds, report)


def uses_large(part: Part, bounds: Rounds) -> bool:
    """Whether a part uses a definition that is too large by itself, which is reported as such."""
    names = {p.name for p in walk(part) if isinstance(p, model.Apply | model.Perform)}
    return any(
        max(bounds.nest_of(name)) > MAX_ROUNDS or bounds.steps_of(name) > MAX_STEPS
        for name in names
    )


def place(part: Part) -> Span:
    """Where a part of a rule stands."""
    return part.domain.span if isinstance(part, model.Binder) else part.span  # type: ignore[union-attr]


def repeated(turn: Part) -> int:
    """How deeply repetitions are nested in a turn."""
    inside = max((repeated(p) for p in children(turn) if isinstance(p, model.Turn)), default=0)
    return inside + isinstance(turn, model.Repeat)


def too_many(
    count: float, most: Limit, things: str, span: Span, report: Report,
    loops: Sequence[tuple[str, float]] = (),
) -> None:  # fmt: skip
    """Report a count that is too large, with the loops that multiply to it; a product beyond all
    numbers is infinite.
    """
    if most < count:
        hint = MESSAGES["too-many"].hint
        sizes = [f"`{name}` {in_short(rounds)}" for name, rounds in loops[:MAX_TOLD]]
        if sizes:
            more = ["…"] if len(loops) > MAX_TOLD else []
            hint = f"rounds of the loops: {', '.join(sizes + more)}; {hint}"
        shown = in_short(count) if count >= MILLION_MILLION else f"up to {grouped(count)}"
        report.add("too-many", span, hint=hint, count=shown, things=things, most=grouped(most))


def in_short(count: float) -> str:
    """A count in digits, or that it is beyond all that anybody would read."""
    return grouped(count) if count < MILLION_MILLION else "more than a million million"


def check_divisor(node: model.Arithmetic, report: Report) -> None:
    """Report a division by a constant zero."""
    try:
        divisor = fold(node.right)
    except NotConstant:
        return
    if divisor == 0:
        report.add("division-by-zero", node.span, word=node.span.text)


# ---- numbers that leave their range ----


def check_set(node: model.SetVariable, bounds: Bounds, report: Report) -> None:
    """Warn where a variable is set to a number that it can never hold.

    Bounds are wider than what play can lead to, so only a number whose bounds lie wholly outside
    the range is sure to be cut off.
    """
    variable = bounds.variables[node.name]
    if variable.type != NUMBER:
        return
    low, high = bounds.elements(variable.domain)
    for value in branches(node.value):
        least, most = bounds.interval(value)
        if least <= most and (most < low or high < least):
            report.add(
                "out-of-range", value.span, word=node.name, values=in_words((low, high)),
                given=in_words((least, most)),
            )  # fmt: skip


def branches(value: model.Expr) -> list[model.Expr]:
    """The alternative values of which one is stored."""
    if isinstance(value, model.Choose):
        return [*branches(value.yes), *branches(value.no)]
    return [value]


def check_comparisons(game: model.Game, bounds: Bounds, report: Report) -> None:
    """Warn of comparisons in `end`, in turns and after `if` that never hold, whatever numbers play
    leads to.
    """
    told: set[Span] = set()
    seen: set[tuple[str, tuple[Interval, ...]]] = set()
    for rule in rules(game):
        bounds.enter(*(part for part in rule if part is not None))
        for condition in conditions(rule):
            for relation in comparisons(condition, bounds, seen):
                if relation.span not in told and is_impossible(relation, bounds):
                    told.add(relation.span)
                    tell_never(relation, bounds, report)


def conditions(rule: tuple[Part | None, ...]) -> Iterator[model.Expr]:
    """What a rule asks to decide whether something is done, or whether the game is over."""
    *_, last = rule or (None,)
    if isinstance(last, model.Outcome | model.Turn) and isinstance(rule[0], model.Expr):
        yield rule[0]
    for part in rule:
        for node in walk(part) if part is not None else ():
            if isinstance(node, model.IfTrue):
                yield node.condition
            elif isinstance(node, model.If):
                yield from (condition for condition, _ in node.branches if condition is not None)


def tell_never(relation: model.Relation, bounds: Bounds, report: Report) -> None:
    """Warn of a comparison that never holds."""
    sides = relation.left, relation.right
    given = ((plain(s.span), in_words(bounds.interval(s))) for s in sides)
    why = " and ".join(f"`{text}` is {values}" for text, values in given if text != values)
    report.add("never-holds", relation.span, word=plain(relation.span), why=why)


def comparisons(
    part: Part, bounds: Bounds, seen: set[tuple[str, tuple[Interval, ...]]]
) -> Iterator[model.Relation]:
    """The comparisons of numbers that a condition asks for, each while the definition in which it
    stands is current; not those that an option switches off.
    """
    if isinstance(part, model.Not):
        return
    if isinstance(part, model.And) and any(is_false(side) for side in (part.left, part.right)):
        return
    if isinstance(part, model.Relation) and part.left.type == part.right.type == NUMBER:
        yield part
    if isinstance(part, model.Apply):
        args = tuple(map(bounds.interval, part.args))
        body = bounds.game.definitions[part.name].body
        if (part.name, args) not in seen and isinstance(body, model.Expr):
            seen.add((part.name, args))
            with bounds.called(part.name, args):
                yield from comparisons(body, bounds, seen)
    for child in children(part):
        yield from comparisons(child, bounds, seen)


def is_impossible(relation: model.Relation, bounds: Bounds) -> bool:
    """Whether a comparison of numbers, of which play changes one, never holds."""
    if all(isinstance(n, model.Relation | FIXED) for n in walk(relation)):
        return False
    (low, high), (least, most) = bounds.interval(relation.left), bounds.interval(relation.right)
    if low > high or least > most:
        return False
    match relation.op:
        case "=":
            return high < least or most < low
        case "<":
            return low >= most
        case "<=":
            return low > most
    return False


def is_false(condition: model.Expr) -> bool:
    """Whether a condition is false by constants alone."""
    try:
        return fold(condition) is False
    except NotConstant:
        return False


def plain(span: Span) -> str:
    """The text of a place in one line."""
    return " ".join(span.text.split())


def in_words(interval: Interval) -> str:
    """An interval in words."""
    low, high = interval
    if low == -inf:
        return "any number" if high == inf else f"any number up to {show(high)}"
    if high == inf:
        return f"any number from {show(low)}"
    return show(low) if low == high else f"{show(low)} to {show(high)}"
