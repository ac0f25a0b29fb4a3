"""Says a position in the rule language, as the statements of a set-up.

What such statements cannot say is found by carrying them out: `set_up_of` returns None unless the
game with that set-up starts in the very position.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from gdl.source.diagnostics import GdlError
from gdl.source.library import Library
from gdl.source.spans import Source
from interpreter.api.loading import game_of
from interpreter.api.state import State, start_of
from interpreter.board.values import Piece
from interpreter.web.workbench.variant import with_heading


@dataclass(frozen=True)
class SetUp:
    """Statements that lead to a position; `after_opening` if the opening must be left out too."""

    lines: tuple[str, ...]
    after_opening: bool = False

    @property
    def text(self) -> str:
        """The headings of a variant that begins there."""
        opening = ["opening: removed"] if self.after_opening else []
        return "\n".join(["setup:", *self.lines, *opening, ""])

    def within(self, edited: Source) -> Source:
        """A text with this set-up instead of its own."""
        source = with_heading(edited, "setup", list(self.lines))
        return with_heading(source, "opening", None) if self.after_opening else source


def set_up_of(state: State, edited: Source, files: Library) -> SetUp | None:
    """The set-up that leads to a state; None where there is none."""
    lines = tuple(f"  - {line}" for line in statements(state))
    ways = (False, True) if state.game.model.opening else (False,)
    for after_opening in ways:
        made = SetUp(lines, after_opening)
        try:
            game = game_of(made.within(edited), files, state.game.options)
            reached = start_of(game, "reference")
        except (GdlError, ValueError):
            continue
        if is_same(state, reached):
            return made
    return None


def is_same(state: State, reached: State) -> bool:
    """Whether two states agree in what a position is made of."""
    one, other = state.node.position, reached.node.position
    fields = ("board", "under", "seat", "colours", "variables", "marks", "supply")
    return all(getattr(one, name) == getattr(other, name) for name in fields) and (
        state.is_over == reached.is_over and left_of_turn(state) == left_of_turn(reached)
    )


def left_of_turn(state: State) -> list[str]:
    """What is left to do in the turn, as the rules say it: their places may differ."""
    nodes = state.game.reference.turns.nodes
    return [
        " ".join(nodes[item].span.text.split()) if isinstance(item, int) else repr(item)
        for item in state.node.pending
    ]


def statements(state: State) -> Iterator[str]:
    """Statements that put the pieces, set the variables and say who begins."""
    yield from puts(state)
    yield from sets(state)
    if state.node.seat != 0:
        yield f"set next to {state.colour_of(state.node.seat)}"


def puts(state: State) -> Iterator[str]:
    """A statement for all pieces that are alike and stand equally high, the lowest first."""
    cells: dict[tuple[int, Piece], list[str]] = {}
    for cell, pile in state.piles().items():
        for level, piece in enumerate(pile):
            cells.setdefault((level, piece), []).append(cell)
    for (_, piece), where in sorted(cells.items(), key=lambda entry: entry[0][0]):
        owner = "" if piece.colour is None else f" of {piece.colour}"
        values = ", ".join(f"{name} = {word(value)}" for name, value in piece.attributes.items())
        given = f" with {values}" if values else ""
        place = where[0] if len(where) == 1 else f"{{{', '.join(where)}}}"
        yield f"put {piece.kind}{owner}{given} on {place}"


def sets(state: State) -> Iterator[str]:
    """A statement for each value that is not as it is declared."""
    rules, blank = state.game.reference.rules, state.game.reference.blank()
    codes, position = state.game.codes, state.node.position
    for variable, before, now in zip(
        rules.variables, blank.variables, position.variables, strict=True
    ):
        for key, old, new in zip(variable.keys, before, now, strict=True):
            if old != new:
                types = zip(variable.index_types, key, strict=True)
                index = ", ".join(codes.text(t, k) for t, k in types)
                place = f"{variable.name}[{index}]" if index else variable.name
                yield f"set {place} to {word(codes.decode(variable.type, new))}"


def word(value: Any) -> str:
    """A value as the language writes it."""
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "none"}[value]
    if isinstance(value, frozenset | set | tuple | list):
        return f"{{{', '.join(map(word, value))}}}"
    return str(value)


def test_text(state: State, file: str) -> str:
    """A test in Python of what may be done in a state, as the rules now have it."""
    game: Any = state.game
    options = "".join(f", {name}={value!r}" for name, value in game.options.items())
    moves = [move.text for move in state.moves()]
    rows = "".join(f"        {move!r},\n" for move in moves)
    return (
        '"""A position, and the moves that are legal in it."""\n\n'
        "from interpreter import load_game\n\n"
        f"POSITION = r'''\n{state.to_json()}\n'''\n\n\n"
        "def test_position() -> None:\n"
        f"    state = load_game({file!r}{options}).state_from_json(POSITION)\n"
        f"    assert [move.text for move in state.moves()] == [\n{rows}    ]\n"
    )
