"""A game → what the page needs to draw it: board, actions, options, rules."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from gdl.model import nodes as model
from interpreter.reference.actions import binder_types
from interpreter.web.wire.stub_drawing import board_scene

if TYPE_CHECKING:
    from interpreter.api.game import Game


def drawing_data(game: Game, file: str | None = None) -> dict[str, Any]:
    """Board, actions and rules of a game; `file` is what the page calls its rule file."""
    rules = game.model
    source = rules.sources[0] if rules.sources else None
    return {
        "title": game.title,
        "players": list(game.players),
        "seats": game.seats,
        "options": [option_data(o, rules) for o in rules.declared],
        "scene": scene_data(game),
        "actions": {a.name: action_data(a) for a in rules.actions.values() if not a.is_chance},
        "questions": [q.name for q in rules.questions],
        "notes": rules.about.get("notes", ""),
        "rules": {"file": file, "text": source.text if source else ""},
    }


def option_data(option: model.Option, rules: model.Game) -> dict[str, Any]:
    """An option: its values (at most those that fit a list), and the one that is chosen."""
    kind = "flag" if isinstance(option.default, bool) else (
        "word" if isinstance(option.default, str) else "number"
    )  # fmt: skip
    return {
        "name": option.name,
        "kind": kind,
        "values": list(option.values),
        "published": list(option.published),
        "default": option.default,
        "value": rules.options[option.name],
    }


def action_data(action: model.Action) -> dict[str, Any]:
    """The types of an action's parameters, in words, and its line."""
    types = [str(type) for binder in action.binders for type in binder_types(binder)]
    names = [name for binder in action.binders for name in binder.names]
    return {"types": types, "parameters": names, "line": action.span.line}


def scene_data(game: Game) -> dict[str, Any]:
    """The board as the drawing model has it."""
    scene = board_scene(game)
    return {
        "viewBox": scene.view_box,
        "cells": [
            {"name": c.name, "x": c.x, "y": c.y, "points": points(c.corners)} for c in scene.cells
        ],
        "links": [list(link) for link in scene.links],
        "names": [asdict(name) for name in scene.names],
        "zones": [asdict(zone) for zone in scene.zones],
    }


def points(corners: tuple[tuple[float, float], ...]) -> str:
    """Corners as SVG writes them."""
    return " ".join(f"{x:g},{y:g}" for x, y in corners)
