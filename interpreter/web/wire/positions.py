"""A state and what somebody may see of it → the message `position`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gdl.model import nodes as model
from gdl.source.wording import names_as_words
from gdl.vocabulary.types import KIND, PIECE
from interpreter.api.views import is_choosing
from interpreter.board.values import View
from interpreter.drawing.scene import Hand, hands, shown_supply
from interpreter.drawing.text.tables import is_listed
from interpreter.drawing.text.values import (
    ENTRIES,
    score_text,
    stored_text,
    value_text,
)
from interpreter.drawing.text.values import words as index_words
from interpreter.reference.actions import binder_types
from interpreter.web.wire.drawing import Drawings, drawings
from interpreter.web.wire.endings import ended_data
from interpreter.web.wire.offers import NO_OFFERS, offers_data, questions_data

if TYPE_CHECKING:
    from interpreter.api.game_base import GameBase
    from interpreter.api.state import State

MAX_HEARD = 200  # texts that a seat has heard, latest last


@dataclass(frozen=True)
class Last:
    """A move as somebody may know of it: who made it, its text, and that person's views of it.

    `colour` is what the seat played then, or of chance whose turn it was, if anybody's;
    `said` is what was announced with the move, as that person heard it, and `said_after` what came
    after a choice when all had chosen; `is_refused` where the move was only tried, and something
    hidden was in its way; `together` is how many moves before it were chosen at once with it.
    """

    text: str
    seat: int | None
    colour: str | None
    before: View
    after: View
    said: Sequence[str] = ()
    said_after: Sequence[str] = ()
    is_refused: bool = False
    together: int = 0


def position_data(
    state: State,
    view: View,
    *,
    ply: int = 0,
    moves: Sequence[str] = (),
    last: Last | None = None,
    is_open: bool = True,
    has_offers: bool = True,
    length: int = 0,
) -> dict[str, Any]:
    """The message for one viewer.

    Everything but the offers is read from the view; `is_open` says that scores and the end may be
    read from the state too, and `has_offers` that the viewer may move.
    """
    game = state.game
    made = drawings(game)
    marks = made.decorations(view)
    offers = offers_data(state) if has_offers else NO_OFFERS
    asked = questions_data(state) if has_offers and game.model.questions else None
    looks = looks_data(state, offers, asked)
    is_ended = is_open and state.is_over
    supply = supply_data(state, view)
    pieces = {cell: made.look_of(pile) for cell, pile in view.standing().items()}
    values = values_data(state, view)
    shown = [*pieces.values(), *(row["look"] for row in (*supply, *values)), *looks.values()]
    shown += [entry["look"] for row in values for entry in row["entries"]]
    shown += [card["look"] for row in values for hand in row["hands"] for card in hand["cards"]]
    shown += [part["look"] for mark in marks for part in mark["parts"] if part["kind"] == "piece"]
    return {
        "type": "position",
        "ply": ply,
        "moves": list(moves),
        "seat": view.seat,
        "turn": view.turn,
        "acting": view.acting,
        "chance": view.acting is None and view.result is None,
        "over": view.result is not None,
        "result": None if view.result is None else list(view.result),
        "out": out_data(state, view),
        "shares": None if view.result is None else list(map(game.results.share, view.result)),
        "scores": scores_data(state) if is_open else None,
        "colours": [state.colour_of(seat) for seat in range(game.seats)],
        "pieces": pieces,
        "hidden": [c for c in game.board.cells if c in view.hidden],
        "decorations": marks,
        "supply": supply,
        "values": values,
        "chosen": chosen_data(state, view) if is_choosing(state) else None,
        "heard": list(view.heard[-MAX_HEARD:]),
        "last": None if last is None else last_data(state, last),
        "ended": ended_data(state, last.text if last else "") if is_ended else None,
        "offers": offers,
        "questions": asked,
        "looks": looks,
        "length": length,
        "symbols": {look: made.symbol(look) for look in dict.fromkeys(shown) if look},
    }


def out_data(state: State, view: View) -> list[int]:
    """The seats that no longer take turns, as far as the viewer sees `playing`."""
    playing = view.variables.get("playing")
    if playing is None:  # it is hidden, or nobody goes out
        return []
    return [seat for seat in range(state.game.seats) if state.colour_of(seat) not in playing]


def chosen_data(state: State, view: View) -> list[dict[str, Any]]:
    """Who has chosen where all choose at once; what, only of the viewer."""
    seats = {state.colour_of(seat): seat for seat in range(state.game.seats)}
    return [{"seat": seats[colour], "text": text} for colour, text in view.chosen.items()]


def scores_data(state: State) -> dict[str, Any] | None:
    """The scores by colour, as text where they are no numbers."""
    scores = state.scores
    if scores is None:
        return None
    return {
        colour: score if isinstance(score, int | float) else score_text(score)
        for colour, score in scores.items()
    }


def values_data(state: State, view: View) -> list[dict[str, Any]]:
    """The variables and marks that are not drawn on the board, in words; the looks of pieces, and
    the rows of those that are drawn as cards.
    """
    made = drawings(state.game)
    dealt = hands(state.game, view, made.start_values)
    seen = {**view.variables, **view.marks}
    values = seen | {name: None for name in dealt if name not in seen}
    return [
        {
            "name": name,
            "label": names_as_words(name),
            "text": stored_text(value, made.start_values.get(name)) if name in seen else "hidden",
            "look": made.look(value, None) if is_piece(made, value) else None,
            "entries": entries_data(made, value),
            "hands": [hand_data(made, hand) for hand in dealt.get(name, ())],
        }
        for name, value in values.items()
        if name not in made.drawn_names
    ]


def hand_data(made: Drawings, hand: Hand) -> dict[str, Any]:
    """A row of cards; on a board, the look of each that is a piece."""
    is_drawn = bool(made.game.board.cells)
    return {
        "label": hand.label, "colour": hand.colour, "backs": hand.backs, "place": hand.has_place,
        "cards": [
            {"word": card.word, "face": list(card.face), "fill": card.fill,
             "look": made.look(card.word, None) if is_drawn and is_piece(made, card.word) else None}
            for card in hand.cards
        ],
    }  # fmt: skip


def entries_data(made: Drawings, value: Any) -> list[dict[str, Any]]:
    """The value for each index, and each piece of a set of them; none where there are many, but
    for the entries of a table.
    """
    pairs: list[tuple[list[str], Any]] = []
    if isinstance(value, Mapping):
        pairs = [(list(index_words(key)), each) for key, each in value.items()]
    elif isinstance(value, frozenset) and value and all(is_piece(made, v) for v in value):
        pairs = [([], each) for each in value]
    if not (is_listed(value) if isinstance(value, Mapping) else len(pairs) <= ENTRIES):
        return []
    return [
        {
            "index": index, "text": value_text(each),
            "look": made.look(each, None) if is_piece(made, each) else None,
        }
        for index, each in pairs
    ]  # fmt: skip


# ---- pieces ------------------------------------------------------------------------------------


def supply_data(state: State, view: View) -> list[dict[str, Any]]:
    """The pieces off the board that may be seen, each sort once."""
    made = drawings(state.game)
    return [
        {"look": made.look_of(made.pieces[text]), "text": text, "count": count,
         "colour": made.pieces[text].colour}
        for text, count in shown_supply(state.game, view.supply or {}).items()
    ]  # fmt: skip


def is_piece(made: Drawings, value: object) -> bool:
    """Whether a value is the word for a piece."""
    return isinstance(value, str) and value in made.pieces


def looks_data(
    state: State, offers: Mapping[str, Any], asked: Mapping[str, Any] | None
) -> dict[str, str]:
    """The looks of the words of moves and questions that mean a piece or a kind."""
    types = word_types(state.game)
    colour, made = state.colour, drawings(state.game)
    found: dict[str, str | None] = {}
    for row in (*offers["moves"], *(asked["moves"] if asked else ())):
        for at in types.get(row[0], ()):
            if at < len(row) and isinstance(row[at], str) and row[at] not in found:
                found[row[at]] = made.look(row[at], colour)
    return {word: look for word, look in found.items() if look is not None}


def word_types(game: GameBase) -> dict[str, list[int]]:
    """For each action and question, the places of its words that mean a piece or a kind."""
    parts: list[model.Action | model.Question] = [*game.model.questions]
    parts += game.model.actions.values()
    return {
        part.name: [
            at
            for at, type in enumerate((t for b in part.binders for t in binder_types(b)), 1)
            if type in (PIECE, KIND)
        ]
        for part in parts
    }


# ---- the last move -----------------------------------------------------------------------------


def last_data(state: State, last: Last) -> dict[str, Any]:
    """The last move: its text, the cells that it names or visibly changed, a piece's way."""
    cells, known = state.game.board.cells, frozenset(state.game.board.cells)
    before, after = last.before.standing(), last.after.standing()
    named = [word for word in words(last.text) if word in known]
    shown = [c for c in cells if c not in last.before.hidden and c not in last.after.hidden]
    changed = [c for c in shown if before.get(c) != after.get(c)]
    touched = list(dict.fromkeys([*named, *changed]))
    left = next((c for c in touched if c in before and c not in after), None)
    to = next((c for c in reversed(named) if c in changed and c in after), None)
    if to is None:
        arrived = [c for c in changed if c in after]
        to = arrived[0] if len(arrived) == 1 else None
    if left is not None and to is not None and before[left][-1].kind != after[to][-1].kind:
        left = None
    return {
        "text": last.text,
        "seat": last.seat,
        "colour": last.colour,
        "cells": touched,
        "from": left if to is not None else None,
        "to": to,
        "refused": last.is_refused,
        "said": list(last.said),
        "said_after": list(last.said_after),
        "together": last.together,
    }


def words(text: str) -> list[str]:
    """The words of a text, at blanks and at the signs of sets."""
    for sign in "{},:":
        text = text.replace(sign, " ")
    return text.split()
