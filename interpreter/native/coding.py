"""States as bytes, and back to positions of the reference engine."""

from __future__ import annotations

from typing import Any

from gdl.types import FLAG, NUMBER, SetType
from interpreter.native.plan import Plan
from interpreter.native.terms import NO_NUMBER


def field_value(plan: Plan, variable: Any, value: Any) -> Any:
    """A value of a variable of the reference engine as a field has it."""
    type = variable.type
    if isinstance(type, SetType):
        if isinstance(type.element, SetType):
            family = plan.lower.variable_family(variable)
            places = (family.sets.index(plan.layout.mask(s)) for s in value)
            return sum(1 << p for p in places)
        return plan.layout.encode(type, value)
    if value is None:
        return NO_NUMBER if type == NUMBER else -1
    if type == NUMBER:
        return value
    return int(value) if type == FLAG else plan.layout.encode(type, value)
