"""What stands for a game without a board where it is listed: a fan of its cards, or its players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.drawing.scene.fills import fill_of, ink_on, rim_of
from interpreter.drawing.scene.hands import Card, sample_cards
from interpreter.drawing.svg.markup import macros
from interpreter.drawing.text.symbols import Symbols

if TYPE_CHECKING:
    from markupsafe import Markup

    from interpreter.api.game_base import GameBase

CARDS = 5  # at most, in the fan
TURN = 12.0  # degrees from one card to the next
LETTERS = 4  # characters of a line that is written large
LARGE, SMALL = 13.0, 24.0  # the size of a line, and what its letters share if there are more


def cover_svg(game: GameBase) -> Markup:
    """A drawing for a game without a board."""
    cards = [face(card) for card in sample_cards(game, CARDS)]
    middle = (len(cards) - 1) / 2
    fan = [(round(TURN * (number - middle), 1), lines) for number, lines in enumerate(cards)]
    symbols = Symbols(game)
    seats = [
        {"text": symbols.colours[colour], "fill": fill, "rim": rim_of(fill), "ink": ink_on(fill)}
        for colour in game.players
        for fill in [fill_of(colour, game.players, game.model.looks)]
    ]  # fmt: skip
    markup: Markup = macros().cover(f"cards of {game.title}" if fan else game.title, fan, seats)
    return markup


def face(card: Card) -> list[dict[str, str]]:
    """The lines on a card, each with its place, size and colour."""
    return [
        {
            "text": text, "y": f"{18 * (number - (len(card.face) - 1) / 2):g}",
            "size": f"{LARGE if len(text) <= LETTERS else SMALL * 2 / len(text):.3g}",
            "fill": card.fill or "#22242a",
        }
        for number, text in enumerate(card.face[:3])
    ]  # fmt: skip
