"""Checks a rule file as a whole: at its default options and at the values people will choose.

The file is read once.  How much is tried depends on the file alone, never on the time it takes, so
that a file gets the same findings on every machine.
"""

from __future__ import annotations

import operator
import random
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from gdl.collecting import rarely_collected
from gdl.loader import RulesRead, read_source_rules
from gdl.model import nodes as model
from gdl.model.analysis import longest_turn, walk
from gdl.source.diagnostics import Diagnostic, GdlError, Report
from gdl.source.library import Library, read_source
from gdl.source.limits import MAX_TRIED
from gdl.source.spans import Source
from gdl.source.wording import show
from gdl.syntax.rule_file import RuleFile
from interpreter.api.game import Game
from interpreter.api.library import library
from interpreter.api.loading import make_game
from interpreter.board.position import Position
from interpreter.board.values import Key
from interpreter.checking.one_turn import ROUNDS_A_MOVE, report_one_turn
from interpreter.checking.set_up import report_overwritten
from interpreter.checking.unmet import with_failed
from interpreter.checking.unused import report_unused
from interpreter.checking.unwritten import report_unwritten
from interpreter.native import program
from interpreter.native.ir.plan import Plan
from interpreter.reference.effort import Effort, OutOfEffort
from interpreter.reference.engine import Node, Reference
from interpreter.walking.move_by_move import try_set_ups

FEW = 4  # an option with at most this many values is tried at all of them
MAX_VARIANTS = 24  # option values that are tried, one at a time
MAX_SET_UP = MAX_TRIED // 10  # rounds of effort to try the outcomes of one set-up
MAX_OTHERS = 4  # with an option changed, a set-up gets this part of the effort: a quarter
MAX_PLAYED = MAX_TRIED // 10  # rounds of effort to try the game
MAX_WATCHED = MAX_TRIED * 2 // 5  # rounds of effort for games to see what never happens
MAX_NOTED = MAX_TRIED // 2  # rounds of effort to see what the native engine cannot play
MAX_SHORT = 500_000  # characters of a C text that is far from taking a compiler too long
MAX_WRITTEN = MAX_TRIED // 10  # rounds of effort for moves that are written as `notation` says
AFTER_CHANCE = (
    "the `require` of `after turn` must hold as well: with its condition in an action, such as "
    "`check`, the rest can be left out: for example `throw, ((move, check) else pass)`"
)
ROUNDS_A_CHARACTER = 10  # the effort of checking one character of the rules


class Noted(Effort):
    """The effort for finding out whether the native engine can play a game at all option values.

    C text that was short is not written for other values, except for a larger board.
    """

    largest = 0  # cells of the largest board for which it was short

    def finish(self, plan: Plan) -> None:
        """Write the C of a plan, if that may be too long.  Raises NotNative."""
        cells = len(plan.layout.topology.cells)
        if cells > self.largest and len(program.written(plan).text) <= MAX_SHORT:
            self.largest = cells


def check_file(name: str) -> tuple[Diagnostic, ...]:
    """Everything found in a rule file (a bundled name or a path), each finding once, sorted.

    Raises NoSuchGame if there is no such file or it is not text.
    """
    with rarely_collected():
        *_, found = check_source(read_source(library().find(name)), library())
    return found


def check_source(source: Source, known: Library) -> Iterator[tuple[Diagnostic, ...]]:
    """What is found in a rule file, sorted, more with each step; the last has everything.

    The first step only reads the file and checks its names and types.
    """
    rules = read_source_rules(source, known)
    effort, noted = Effort(MAX_TRIED), Noted(MAX_NOTED)
    report = Report()
    game = rules.check({}, report)
    yield in_order(report.diagnostics)
    if game is None:
        return
    first = try_with(rules, game, {}, effort, noted, report)
    findings = {place_of(d): d for d in first}
    yield in_order(findings.values())
    for chosen in chosen_values(game):
        if any(d.is_error for d in findings.values()):
            break
        try:
            effort.spend(ROUNDS_A_CHARACTER * rules.characters)
        except OutOfEffort:
            break
        report = Report(report.guesses)
        more = check_with(rules, chosen, effort, noted, report)
        findings = {place_of(d): with_values(d, chosen) for d in more} | findings
        yield in_order(findings.values())


def in_order(findings: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Findings by file and place, each once."""
    order = operator.attrgetter("span.source.name", "span.start", "code")
    return tuple(sorted({place_of(d): d for d in findings}.values(), key=order))


def place_of(diagnostic: Diagnostic) -> tuple[Any, ...]:
    """The key that tells findings apart: code and place."""
    span = diagnostic.span
    return diagnostic.code, span.source.name, span.start, span.end


def with_values(diagnostic: Diagnostic, values: dict[str, Any]) -> Diagnostic:
    """A finding that names the option values at which it occurs, unless they are the defaults."""
    shown = ", ".join(f"{name} = {show(value)}" for name, value in values.items())
    if not shown or diagnostic.says_values:
        return diagnostic
    return replace(diagnostic, message=f"{diagnostic.message} (with {shown})", says_values=True)


def chosen_values(game: model.Game) -> list[dict[str, Any]]:
    """The values to try, of one option at a time: all of them if few, else the published ones, as
    far as they go together with the defaults of the others.
    """
    values = [
        {option.name: value}
        for option in game.declared
        for value in (
            option.offered if len(option.values) <= FEW else option.offered_published
        )
        if value != option.default
    ]
    return values[:MAX_VARIANTS]


def check_with(
    rules: RulesRead, values: dict[str, Any], effort: Effort, noted: Noted, report: Report
) -> tuple[Diagnostic, ...]:
    """The findings at these option values; `report` is empty."""
    game = rules.check(values, report)
    if game is None:
        return report.diagnostics
    return try_with(rules, game, values, effort, noted, report)


def try_with(
    rules: RulesRead, game: model.Game, values: dict[str, Any], effort: Effort, noted: Noted,
    report: Report,
) -> tuple[Diagnostic, ...]:
    """The findings of `report`, and those at the start of the game at these option values.

    `noted` is the effort for finding out whether the native engine can play it.
    """
    try:
        made = make_game(rules, game, values, report.diagnostics, effort)
        try_set_ups(made.reference, effort, MAX_SET_UP // (1 if not values else MAX_OTHERS))
        tried = () if values else findings_of_trial(made, rules.file, effort)
        return (*made.warnings, *tried, *native_notes(made, effort, noted))
    except OutOfEffort:
        report.add("start-not-tried", longest_turn(game).span)
        return (*with_failed(report.diagnostics, game),)
    except GdlError as error:
        return (*report.diagnostics, *with_failed(error.diagnostics, game))


def findings_of_trial(game: Game, file: RuleFile | None, effort: Effort) -> tuple[Diagnostic, ...]:
    """The findings of trying a game, with at most `MAX_PLAYED` and `MAX_WATCHED` rounds."""
    report = Report()
    with effort.at_most(MAX_PLAYED):
        try_game(game, report)
    with effort.at_most(MAX_PLAYED):
        report_one_turn(game.reference, report)
    if not report.diagnostics:  # a game with a mistake in its course has no usual games
        with effort.at_most(MAX_WATCHED):
            report_unused(game, report)
    if file is not None and file.notation:
        with effort.at_most(MAX_WRITTEN):
            report_unwritten(game, file, report)
    return report.diagnostics


def native_notes(game: Game, effort: Effort, noted: Noted) -> tuple[Diagnostic, ...]:
    """A note on why the native engine cannot play a game, as far as the effort goes."""
    if noted.left <= 0:
        return ()
    # The game's engine can only spend its own effort, so that is set to the rest of `noted`.
    kept, effort.left = effort.left, noted.left
    reason = program.refusal(game.reference, effort, noted.finish)
    noted.left, effort.left = effort.left, kept
    if reason is None or reason.code == "effort":  # play spends more, and may find the form
        return ()
    span = reason.span or game.model.turn[0][1].span
    report = Report()
    report.add("not-native", span, reason=reason.what, instead=reason.instead)
    return report.diagnostics


# ---- trials --------------------------------------------------------------------------------------
#
# Every finding is certain: it has happened in play.  An `Effort` limits how much is tried.

MOVES = 500  # of random games, to see what chance leaves out


def try_game(game: Game, report: Report) -> None:
    """Try the set-up and, if there are chance actions, some random games.

    Raises OutOfEffort if the effort of the game's engine is spent.
    """
    engine = game.reference
    if engine.start().result is not None:
        return
    report_overwritten(engine, report)
    if any(action.is_chance for action in engine.turns.actions.values()):
        report_left_out(game, report)


# ---- chance ------------------------------------------------------------------------------------


def report_left_out(game: Game, report: Report) -> None:
    """Report what chance leaves out because the turn could not be completed after it."""
    engine, chooser = game.reference, random.Random(1)
    told: set[model.Act] = set()
    after = game.model.after_turn
    is_last = any(isinstance(p, model.Require) for statement in after for p in walk(statement))
    hint = AFTER_CHANCE if is_last else None
    node = start = engine.start()
    for _ in range(MOVES):
        engine.rules.spend(ROUNDS_A_MOVE)
        if node.result is not None:
            node = start
        if node.chance and not node.is_in_set_up:
            for act, key in left_out(engine, node):
                if act not in told:
                    told.add(act)
                    report.add("left-out-by-chance", act.span, hint=hint, move=game.move(key).text)
        moves = engine.moves(node)
        key = chooser.choice(list(moves))
        node = engine.play(node, key, moves[key])


def left_out(engine: Reference, node: Node) -> Iterator[tuple[model.Act, Key]]:
    """The instances of a chance action after which the turn could not be completed."""
    for step in engine.turns.steps(node.position, node.pending):
        if step is not None:
            act, rest, _ = step
            for args, result in engine.turns.instances(node.position, act):
                is_possible = isinstance(result, Position)
                if is_possible and not engine.turns.leads_through(result, rest):
                    yield act, (act.name, args)
