"""Tiny rule files written in a test, and what holds in them."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent, indent
from typing import Any

from support import targets

from interpreter import load_game


def tiny(folder: Path, rules: str, **options: Any) -> Any:
    """The game of a rule file; a name, two players, nine squares, men and a last turn are added."""
    text = dedent(rules).strip("\n") + "\n"
    heads = {line.split(":")[0] for line in text.splitlines() if line[:1].isalpha()}
    usual = {"game": "Tiny", "players": "Black, White", "board": "square(3)", "pieces": "man"}
    for name, value in usual.items():
        if name not in heads:
            text = f"{name}: {value}\n{text}"
    if "end" not in heads:
        text += "end:\n  - when turns = 60: draw\n"
    path = folder / "tiny.yaml"
    path.write_text(text, encoding="utf-8")
    return load_game(str(path), **options)


def holding(folder: Path, condition: str, rules: str = "", turn: str = "ask or pass") -> set[str]:
    """The cells `c` for which a condition holds at the start of a tiny game."""
    head = indent(f"actions:\n  ask(c in cells):\n    - require {condition}\nturn: {turn}\n", "")
    return targets(tiny(folder, dedent(rules) + "\n" + head).start(), "ask")
