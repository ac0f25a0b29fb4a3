"""Simultaneous choices: what they consist of, and where they may stand.

One is carried out when the last has chosen.  So nobody could answer for what would forbid it
then: it cannot be one of several ways through a turn, nothing in it may be tried, and nothing that
comes with the end of the turn may be required.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gdl.model import nodes as model
from gdl.model.analysis import turns_of, within
from gdl.source.diagnostics import Report


def choices(turn: model.Turn) -> tuple[model.Act, ...] | None:
    """The actions that a turn is a choice of; None for a turn of another form."""
    match turn:
        case model.Act():
            return (turn,)
        case model.Sequence(steps=()):  # an action that there is not, which has been reported
            return ()
        case model.Choice(options=options):
            parts = [choices(option) for option in options]
            if None not in parts:
                return tuple(act for part in parts for act in part or ())
    return None


def simultaneous(
    turn: model.Turn, is_inside: bool = False
) -> Iterator[tuple[model.AllAtOnce, bool]]:
    """The simultaneous choices of a turn, and whether each is only one of several ways on."""
    match turn:
        case model.AllAtOnce():
            yield turn, is_inside
        case model.Sequence(steps=parts):
            for part in parts:
                yield from simultaneous(part, is_inside)
        case model.Choice(options=parts) | model.Else(options=parts):
            for part in parts:
                yield from simultaneous(part, True)
        case model.IfTrue(turn=inner):
            yield from simultaneous(inner, is_inside)
        case model.Repeat(turn=inner) | model.Most(turn=inner):
            yield from simultaneous(inner, True)


def check_simultaneous(game: model.Game, report: Report) -> None:
    """Report simultaneous choices that cannot be, and what cannot be in a game that has some."""
    found = [entry for turn in turns_of(game) for entry in simultaneous(turn)]
    for span in dict.fromkeys(one.span for one, is_inside in found if is_inside):
        report.add("all-inside", span, word=" ".join(span.text.split()))
    names = dict.fromkeys(act.name for one, _ in found for act in one.acts)
    for action in (game.actions[name] for name in names if name in game.actions):
        for attempt in statements(game, action.body, model.Attempt):
            report.add("all-try", attempt.span, word=action.name)
    for required in statements(game, game.after_turn if found else (), model.Require):
        report.add("all-after-turn", required.span)


def statements(
    game: model.Game, body: Iterable[model.Statement], sort: type[model.Statement]
) -> list[model.Statement]:
    """The statements of a sort in a list, also in the definitions that it performs; each once."""
    parts = (part for part in within(game, body) if isinstance(part, sort))
    return list({part.span: part for part in parts}.values())
