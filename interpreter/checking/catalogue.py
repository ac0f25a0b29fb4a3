"""What people see of games before they play: the list, the description, the stages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import gdl
from gdl.source.diagnostics import Report
from gdl.source.library import Library, read_source
from gdl.source.wording import show, show_values
from gdl.yaml.reader import Map, Text, read
from interpreter.api.library import library
from interpreter.drawing.scene.stored import values_beside

if TYPE_CHECKING:
    from gdl.model import nodes as model
    from interpreter.api.game import Game


def catalogue() -> list[dict[str, Any]]:
    """The bundled games: name, title, designer, year, and the file that they extend."""
    return [entry(library(), name) for name in library().names()]


def entry(games: Library, name: str) -> dict[str, Any]:
    """One game, read from its headings alone."""
    root = read(read_source(games.find(name)), Report())
    assert root is not None, name
    words = {key: heading(root, key) for key in ("game", "designer", "year", "extends")}
    return {"name": name, "title": words.pop("game") or name, **words}


def heading(root: Map, key: str) -> str:
    """The text under a heading, empty if there is none."""
    node = root.get(key)
    return node.value.strip() if isinstance(node, Text) else ""


def describe(game: Game) -> dict[str, Any]:
    """A game as data."""
    rules = game.model
    return {
        "name": game.name,
        "title": game.title,
        **rules.about,
        "players": list(game.players),
        "cells": len(game.board.cells),
        "options": {
            option.name: {
                "value": rules.options[option.name],
                "default": option.default,
                "published": list(option.offered_published),
                "values": show_values(option.offered),
            }
            for option in rules.declared
        },
        "actions": list(rules.actions),
        "hash": game.rules_hash,
    }


def description(game: Game) -> str:
    """A game in words: title, options and notes, then the text of its rule file."""
    rules = game.model
    about = [rules.about[k] for k in ("designer", "year") if rules.about.get(k)]
    lines = [game.title + (f", {', '.join(about)}" if about else "")]
    size = f"{len(game.board.cells)} cells" if game.board.cells else "no board"
    lines += [f"{size}, played by {', '.join(game.players)}"]
    lines += [f"option {option_line(o, rules)}" for o in rules.declared]
    if rules.about.get("notes"):
        lines += ["", rules.about["notes"]]
    if not game.board.cells and (values := values_at_start(game)):
        lines += ["", "At the start:", *(f"  {line}" for line in values.splitlines())]
    source = rules.board.span.source
    own = rules.turn[0][1].span.source if rules.turn else source
    for text in dict.fromkeys((source, own)):
        lines += ["", f"# {text.name}", text.text.rstrip()]
    return "\n".join(lines)


def values_at_start(game: Game) -> str:
    """The variables with which play begins; none where chance acts first, which changes them."""
    start = game.start("reference")
    return "" if start.is_chance else values_beside(game)(start)


def option_line(option: model.Option, rules: model.Game) -> str:
    """An option with its value, its published values and all values it can have here."""
    line = f"{option.name} = {show(rules.options[option.name])}"
    if option.offered_published:
        line += f" (published: {show_values(option.offered_published)})"
    return f"{line}, any of {show_values(option.offered)}"


def stage_text(name: str, stage: str, options: dict[str, str]) -> str:
    """The syntax or the model of a rule file without errors, as text."""
    source = read_source(library().find(name))
    report = Report()
    if stage == "syntax":
        return gdl.dump(gdl.read_rules(source, library(), report))
    return gdl.dump(gdl.load_model(source, library(), options, report))
