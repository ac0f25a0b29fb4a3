"""Tiny rule files written in a test: their games, and the cells for which a condition holds."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent
from typing import Any

from support.positions import targets

from interpreter import load_game


def with_usual(rules: str, **usual: str) -> str:
    """The rules with these heads in front, but for those that they have themselves."""
    text = dedent(rules).strip("\n") + "\n"
    own = heads(text)
    return "".join(f"{n}: {v}\n" for n, v in reversed(usual.items()) if n not in own) + text


def heads(text: str) -> set[str]:
    return {line.split(":")[0] for line in text.splitlines() if line[:1].isalpha()}


def tiny(folder: Path, rules: str, **options: Any) -> Any:
    """The game of a rule file; a name, two players, nine squares, men and a last turn are added."""
    text = with_usual(rules, game="Tiny", players="Black, White", board="square(3)", pieces="man")
    if "end" not in heads(text):
        text += "end:\n  - when turns = 60: draw\n"
    path = folder / "tiny.yaml"
    path.write_text(text, encoding="utf-8")
    return load_game(str(path), **options)


def holding(folder: Path, condition: str, rules: str = "", turn: str = "ask or pass") -> set[str]:
    """The cells `c` for which a condition holds at the start of a tiny game."""
    head = f"actions:\n  ask(c in cells):\n    - require {condition}\nturn: {turn}\n"
    return targets(tiny(folder, dedent(rules) + "\n" + head).start(), "ask")
