"""Cards in the terminal: a line for each row of them, those that are not seen as their number."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from interpreter.drawing.scene import Hand, hands

if TYPE_CHECKING:
    from interpreter.api.game_base import GameBase
    from interpreter.board.values import View
    from interpreter.drawing.text.symbols import Symbols

MANY = 60  # cards of a row that are shown; of more, their number
BACK, EMPTY = "[?]", "[ ]"
UNTOLD = f"? × {BACK}"  # any number of cards, none too


def rows_of_cards(
    game: GameBase, view: View, start: Mapping[str, Any], symbols: Symbols
) -> dict[str, tuple[str, ...]]:
    """The lines for each variable or mark that is drawn as cards; `start` has all values at the
    start.
    """
    every = hands(game, view, start)
    return {name: tuple(merged(name, dealt, symbols)) for name, dealt in every.items()}


def merged(name: str, dealt: tuple[Hand, ...], symbols: Symbols) -> Iterator[str]:
    """The lines of one variable: rows of a single card each share a line."""
    rows = [(hand.label, shown(hand, symbols)) for hand in dealt]
    if all(hand.has_place for hand in dealt):
        yield f"{name}: {'  '.join(' '.join(filter(None, row)) for row in rows)}"
        return
    for label, cards in rows:
        yield f"{name}{f' of {label}' if label else ''}: {cards}"


def shown(hand: Hand, symbols: Symbols) -> str:
    """A row of cards as a text, such as `[♣a] [♥9]` or `13 × [?]`."""
    if len(hand.cards) > MANY:
        return f"{len(hand.cards)} cards"
    parts = [f"[{symbols.short(card.word)}]" for card in hand.cards]
    if hand.backs is None:
        parts.append(UNTOLD)
    elif hand.backs > 1:
        parts.append(f"{hand.backs} × {BACK}")
    elif hand.backs:
        parts.append(BACK)
    return " ".join(parts) or (EMPTY if hand.has_place else "–")
