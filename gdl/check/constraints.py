"""Constraints between options: the lines `require …` of the set-up that are about options alone.

They are tried before anything else of the rules, for the values that a game is loaded with, and for
those that each option could have instead.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from gdl.check.checker import Checker
from gdl.model import nodes as model
from gdl.model.fold import NotConstant, fold
from gdl.source.diagnostics import Diagnostic, Report
from gdl.source.messages import MESSAGES
from gdl.source.wording import show, show_values
from gdl.syntax import nodes as syntax
from gdl.syntax.rule_file import RuleFile

MAX_TRIALS = 300  # of other values of the options of a game
Values = Mapping[str, Any]


class Constraints:
    """The constraints of a rule file, with its options set to `values`."""

    def __init__(self, file: RuleFile, values: Values):
        self.file = file
        self.values = values
        self.trials = MAX_TRIALS
        self.required = [s for s in file.setup if isinstance(s, syntax.Require)]
        self.trial = Trial(file, values) if self.required and file.options else None

    def finding(self) -> Diagnostic | None:
        """The first constraint that does not hold, with the values that would do."""
        if self.trial is None or self.trial.checker.report.has_errors:
            return None
        for node in self.required:
            spoken = self.trial.options_of(node)
            if spoken and self.trial.holds(node) is False:
                return self.refused(node, spoken)
        return None

    def refused(self, node: syntax.Require, spoken: list[model.Option]) -> Diagnostic:
        """The finding for a constraint that does not hold."""
        assert self.trial is not None
        chosen = self.trial.checker.declarations.values
        now = " and ".join(f"{o.name} = {show(chosen[o.name])}" for o in spoken)
        hints = []
        for option in spoken:
            others = self.allowed(option)
            if others:
                hints.append(f"`{option.name}` can be {show_values(others)} here")
        message = MESSAGES["options-apart"]
        said = message.headline.format(reason=node.message or node.condition.span.text)
        return Diagnostic(
            "options-apart", message.severity, f"{said} (with {now})", node.span,
            "; ".join(hints) or message.hint, says_values=True,
        )  # fmt: skip

    def allowed(self, option: model.Option) -> tuple[Any, ...]:
        """The values of an option with which the game can be loaded, the others being as they are.

        Beyond `MAX_TRIALS` values are taken to be allowed.
        """
        return tuple(value for value in option.values if self.may_be(option.name, value))

    def may_be(self, name: str, value: Any) -> bool:
        """Whether an option may have a value, as far as it is tried."""
        self.trials -= 1
        if self.trials < 0:
            return True
        trial = Trial(self.file, {**self.values, name: value})
        if trial.checker.report.has_errors:
            return False
        return all(trial.holds(node) is not False for node in self.required)

    def marked(self, options: tuple[model.Option, ...]) -> tuple[model.Option, ...]:
        """The options, each with the values that it may have."""
        if self.trial is None:
            return options
        if not any(self.trial.options_of(node) for node in self.required):
            return options
        return tuple(replace(option, allowed=self.allowed(option)) for option in options)


class Trial:
    """The options of a rule file at some values, without a board."""

    def __init__(self, file: RuleFile, values: Values):
        self.checker = Checker(file, "", values, Report(guesses=0))
        self.options = self.checker.declarations.options()
        if not self.checker.report.has_errors:
            self.checker.declarations.names()

    def condition(self, node: syntax.Require) -> model.Expr | None:
        """The condition of a constraint, with definitions written out; None for another line."""
        before = self.checker.report.errors
        checked = self.checker.expressions.condition(node.condition, self.checker.scope("setup"))
        if self.checker.report.errors > before:
            return None
        made: model.Expr = written_out(checked, self.checker.definitions)
        return made

    def holds(self, node: syntax.Require) -> bool | None:
        """Whether a constraint holds; None for a line that is about more than options."""
        condition = self.condition(node)
        try:
            return None if condition is None else bool(fold(condition))
        except NotConstant:
            return None

    def options_of(self, node: syntax.Require) -> list[model.Option]:
        """The options that a constraint is about; none for a line about anything else."""
        condition = self.condition(node)
        if condition is None or self.holds(node) is None:
            return []
        words = words_of(condition)
        return [option for option in self.options if option.name in words]


def written_out(expr: Any, definitions: Mapping[str, model.Definition | None]) -> Any:
    """An expression with the bodies of definitions without parameters in place of their names."""
    if isinstance(expr, tuple):
        return tuple(written_out(part, definitions) for part in expr)
    if not isinstance(expr, model.Expr):
        return expr
    if isinstance(expr, model.Apply) and not expr.args:
        definition = definitions.get(expr.name)
        if definition is not None and not isinstance(definition.body, tuple):
            return written_out(definition.body, definitions)
    parts = {f.name: getattr(expr, f.name) for f in fields(expr)}
    return replace(expr, **{k: written_out(v, definitions) for k, v in parts.items()})


def words_of(expr: Any) -> set[str]:
    """The texts of the values in an expression: options are among them under their names."""
    if isinstance(expr, tuple):
        return set[str]().union(*map(words_of, expr))
    if isinstance(expr, model.Value):
        return {expr.span.text}
    if not isinstance(expr, model.Expr):
        return set()
    return words_of(tuple(getattr(expr, f.name) for f in fields(expr)))
