"""What a seat is told when all have chosen at once, shared out among the choices.

An engine carries the choices out one after the other when the last is made, so what they tell
comes all together, and what is told after them with it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.api.views import choices

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.matches.match import Ply


def choices_with(plies: Sequence[Ply], number: int) -> range:
    """The numbers of the plies, from 1 on, that were chosen at once with one of them."""
    first = number - len(choices(plies[number - 1].before))
    while number < len(plies) and choices(plies[number - 1].after):
        number += 1
    return range(first, number + 1)


def told_by(ply: Ply) -> tuple[str, ...]:
    """What a choice tells the seat that made it, as if nobody else had chosen."""
    position, seat = ply.before.node.position, ply.seat or 0
    simultaneous = ply.before.game.reference.turns.simultaneous
    heard = simultaneous.carried_out(position, ply.move.key).heard[seat]
    return tuple(heard[len(position.heard[seat]) :])


def shared_out(
    texts: Sequence[str], marks: Sequence[str], own: tuple[int, Sequence[str]] | None = None
) -> list[tuple[str, ...]]:
    """What a seat was told when all had chosen: for each choice what was told of that one, and at
    the end what belongs to none.

    `marks` are the texts by which the seat heard of the choices, each told after what its own
    action tells.  Where it did not hear of one (""), nothing shows whose action told what comes
    before the next mark, and nobody is to learn that; but the seat knows what its `own` choice
    tells, which has this place among all.
    """
    shares: list[tuple[str, ...]] = []
    rest: list[str] = []
    is_sure, start = True, 0
    for number, mark in enumerate(marks):
        if not mark or mark not in texts[start:]:
            is_sure = False
            shares.append(())
            continue
        stop = texts.index(mark, start)
        told = tuple(texts[start:stop])
        mine = tuple(own[1]) if own is not None and own[0] == number else ()
        split = 0 if is_sure else len(told) - len(mine)
        if not is_sure and told[split:] != mine:
            split = len(told)
        rest.extend(told[:split])
        shares.append(told[split:])
        is_sure, start = True, stop + 1
    return [*shares, (*rest, *texts[start:])]
