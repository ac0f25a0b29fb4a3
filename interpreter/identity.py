"""What tells rules apart: a hash of all that matters in play."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from gdl import model

PARTS = (
    "colours", "board", "kinds", "facts", "variables", "definitions", "actions", "sees",
    "questions", "setup", "opening", "turn", "after_turn", "ends",
)  # fmt: skip
UNPLAYED = ("span", "message")  # places in the file, and words for people


def rules_hash(game: model.Game) -> str:
    """A short hash of rules and options: it changes with all that matters in play."""
    rules = [comparable(getattr(game, name)) for name in PARTS]
    text = repr((rules, sorted(game.options.items())))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def comparable(part: Any) -> Any:
    """A part of a model without what makes no difference in play."""
    if isinstance(part, Mapping):
        return [(k, comparable(v)) for k, v in part.items()]
    if isinstance(part, tuple):
        return [comparable(p) for p in part]
    if hasattr(part, "__dataclass_fields__"):
        fields = [f for f in part.__dataclass_fields__ if f not in UNPLAYED]
        return [type(part).__name__, *(comparable(getattr(part, f)) for f in fields)]
    return part
