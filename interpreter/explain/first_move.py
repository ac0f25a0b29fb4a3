"""Why a game has no first move: the line that keeps its first turn from being completed."""

from __future__ import annotations

from gdl.model.analysis import incomplete_set
from gdl.source.spans import Span
from interpreter.board.values import code_text
from interpreter.explain.why import END, Block, Blocks
from interpreter.reference.engine import Node, Reference


def why_no_move(reference: Reference, node: Node, turn: Span) -> str | None:
    """The hint for a game without a first move; `turn` is the place where that is said.

    A set that is written out does not exist where one of its elements does not: where such a set
    may be what gives nothing to choose, that is explained.
    """
    if node.ended_by is not None:
        return None
    turns = reference.turns
    blocks = Blocks(turns)
    block = blocks.what(node.position, turns.whole_turn(node.position))
    display = incomplete_set(reference.model)
    if display is not None and (block is None or block.is_domain):
        return (
            f"{code_text(display.span)} does not exist as a whole where one of its elements does "
            "not, and then it gives nothing to choose; a set made with `for` leaves that one out, "
            "like `c + d for d in {north, south}`; check the `require` lines too"
        )
    if block is None:
        return None
    often = "most often, " if len(blocks.found) > 1 else ""
    return often + forbidding(block, block.span.line_for(turn.source))


def forbidding(block: Block, where: str) -> str:
    """The line that forbids something, and its words."""
    what = END if block.action == END else f"`{block.action}`"
    words = block.reason if block.is_domain else code_text(block.span)
    return f"{what} is forbidden by {where}: {words}"
