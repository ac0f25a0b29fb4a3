"""What follows an action in several games at once: the end of the game or of the turn.

The lanes in which a line under `end:` applies count who has won, where its outcomes allow that; the
others stop as the move has left them, and the code that plays one game goes on there.  So they do
where such a line may apply, if a part of its condition takes what vectors cannot do.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress

from gdl.source.frozen import frozen
from interpreter.board.position import Pending
from interpreter.native.ir import terms as t
from interpreter.native.ir.effects import Assign, Check, Effects, If, Let, written
from interpreter.native.ir.plan import Decided, Drawn, EndPlan
from interpreter.native.ir.terms import INT, Term
from interpreter.native.ir.trees import Branch, Leaf, Offered, Tree
from interpreter.native.lanes.tables import NotInLanes, Tables
from interpreter.native.lanes.terms import LaneTerms
from interpreter.native.lanes.values import Words
from interpreter.native.sampling.draw import Draws

NOTHING: Offered = (None,)  # the turn ends


@frozen
class Setting:
    """What all code of lanes depends on: how moves are drawn, and the fields that lanes keep."""

    draws: Draws
    tables: Tables
    needed: frozenset[str]


class TurnInLanes(LaneTerms):
    """Writes effects, and what follows those of an action."""

    def __init__(self, setting: Setting):
        up = setting.draws.up
        super().__init__(up.plan, setting.tables)
        self.setting, self.late, self.first = setting, up.late, up.unresolved
        self.alone: list[str] = []  # the lanes in which a game goes on alone

    def effects(self, effects: Effects, mask: str) -> None:
        """Carry out effects where a mask holds (everywhere if it is empty)."""
        for effect in effects:
            match effect:
                case Check():
                    pass  # it holds, or the lane would not act
                case Let(name=name, value=value):
                    if self.locals.setdefault(name, words := self.term(value)) != words:
                        raise NotInLanes
                case Assign(field=field, index=index, value=value):
                    if field in self.setting.needed:
                        self.assign(field, index, self.term(value), mask)
                case If(branches=branches):
                    self.branches(branches, mask)
                case _:
                    raise NotInLanes

    def branches(self, branches: tuple[tuple[Term, Effects], ...], mask: str) -> None:
        """Carry out the first branch whose condition holds, in each lane."""
        left, masks = mask, []
        for condition, _ in branches:
            holds = self.flag(condition)
            masks.append(self.both(left, holds))
            left = self.both(left, f"~{holds}")
        for here, (_, body) in zip(masks, branches, strict=True):
            self.effects(body, here)

    # ---- after an action ----

    def offered(self, tree: Tree, mask: str) -> Iterator[tuple[str, Offered]]:
        """What a tree offers, and where; not what may have no move although the turn may go on."""
        plan = self.plan
        if isinstance(tree, Leaf):
            yield mask, tree.steps
        elif isinstance(tree, Branch):
            holds = self.flag(tree.condition)
            yield from self.offered(tree.yes, self.both(mask, holds))
            yield from self.offered(tree.no, self.both(mask, f"~{holds}"))
        elif plan.is_sure(tree.pending) or self.setting.draws.is_way(tree):
            yield from self.offered(tree.yes, mask)

    def both(self, mask: str, holds: str) -> str:
        """Where both masks hold; the first may be empty, which stands for everywhere."""
        return self.mask(f"{mask} & {holds}" if mask else holds)

    def go_on(self, rests: Mapping[Pending, str], act: str) -> None:
        """On to what remains of the turn, or to the next turn; this where no game ends.

        What remains depends on what was played: it is given with masks, an empty one if all agree.
        """
        played = dict(self.fields)
        going, ending = self.ends(True, act, ""), list[str]()
        for pending, where in rests.items():
            point, tree = self.plan.points[pending], self.plan.trees[pending]
            if not point:
                ending.append(where)
                continue
            offered = self.offered(tree, where or act)
            ending += (here for here, steps in offered if steps == NOTHING)
            self.assign("menu", (), self.term(t.number(self.first + point)), where)
        if ending:
            where = self.mask(" | ".join(ending)) if all(ending) else ""
            self.end_turn(self.both(going, where) if where else going, bool(where))
        alone = self.mask(" | ".join(self.alone)) if self.alone else ""
        before = (*self.plan.after, *self.plan.going_on.get(True, ()))
        if alone and any(map(self.is_in_memory, written(before))):
            raise NotInLanes  # it would be done again where a game goes on alone
        if alone:
            self.lines.append(f"    m->over |= {alone};")
        self.store(act, alone, played)

    def end_turn(self, ending: str, is_partial: bool) -> None:
        """End the turn in some lanes, and begin the next one; other lanes may have to stay."""
        where = ending if is_partial else ""
        one = t.arithmetic("add", t.read("turns", INT), t.number(1))
        self.effects((Assign(None, "turns", (), one), *self.plan.after), where)
        self.ends(False, ending, where)
        self.effects(tuple(self.next_turn()), where)

    def store(self, act: str, alone: str, played: dict[tuple[str, int], Words]) -> None:
        """Write back what has changed: up to now or, where games go on alone, by the move."""
        for (name, entry), now in self.fields.items():
            before = self.loaded[name, entry]
            moved = played.get((name, entry), before)
            for word, (new, made, old) in enumerate(zip(now, moved, before, strict=True)):
                text = new
                if alone and new != made:
                    text = f"lanes_if({alone}, {made}, {new})"
                if text != old:
                    text = f"lanes_if({act}, {text}, {old})"
                    self.lines.append(f"    m->{name}_{entry}_{word} = {text};")

    # ---- the end of the game ----

    def ends(self, at_once: bool, going: str, where: str) -> str:
        """Test the lines under `end:`; the lanes in which none applies, which go on.

        What is done there is done only `where` a mask holds.
        """
        for number, end in enumerate(self.plan.ends):
            if end.end.at_once != at_once or number in self.late:
                continue
            applies, is_sure = self.applies(end.condition)
            here = self.both(going, applies)
            going = self.both(going, f"~{here}")
            is_later = any(late < number for late in self.late)
            outcomes = self.outcomes(end) if is_sure and not is_later else None
            if outcomes is None:
                self.alone.append(here)
            else:
                self.decide(outcomes, here)
        self.acting = going
        self.effects(self.plan.going_on.get(at_once, ()), where)
        return going

    def applies(self, condition: Term) -> tuple[str, bool]:
        """Where a condition may hold, by those of its parts that vectors can do, and whether it
        surely holds there.
        """
        parts, flags = t.conditions_of(condition), list[str]()
        for part in parts:
            with suppress(NotInLanes):
                flags.append(self.flag(part))
        if not flags:
            raise NotInLanes
        return self.mask(" & ".join(flags)), len(flags) == len(parts)

    def outcomes(self, end: EndPlan) -> list[tuple[str, str, str]] | None:
        """What decides: `won` or `lost`, by whom and where; None where it takes more than that."""
        decided = []
        for outcome in end.outcomes:
            match outcome:
                case Decided(wins=wins, colour=colour) if colour.term.type == INT:
                    what = "won" if wins else "lost"
                    holds = self.flag(colour.exists)
                    decided.append((what, self.term(colour.term)[0], holds))
                case Drawn():
                    break
                case _:
                    return None
        return decided

    def decide(self, outcomes: list[tuple[str, str, str]], over: str) -> None:
        """Count the outcome of games that are over: the first that gives a colour, else a draw."""
        self.lines.append(f"    m->done |= {over};")
        for what, colour, holds in outcomes:
            here = self.both(over, holds)
            over = self.both(over, f"~{holds}")
            for seat in range(len(self.plan.model.colours)):
                same = f"lanes_eq({colour}, {self.field('colour_of', seat)[0]})"
                self.more(f"ends.{what}[{seat}]", f"{here} & {same}")
        self.more("ends.drawn", over)

    def more(self, count: str, mask: str) -> None:
        self.lines.append(f"    m->{count} = lanes_more(m->{count}, {mask});")

    # ---- the next turn ----

    def next_turn(self) -> Iterator[Assign]:
        """The next seat acts; it is known which turn it takes."""
        seats, seat = len(self.plan.model.colours), t.read("seat", INT)
        if self.late:
            yield Assign(None, "was_seat", (), seat)
            yield Assign(None, "was_last", (), t.read("last", INT))
        yield Assign(None, "seat", (), t.read("next_seat", INT))
        beyond = t.arithmetic("add", seat, t.number(1))
        first = t.eq(seat, t.number(seats - 1))
        yield Assign(None, "next_seat", (), t.select(first, t.number(0), beyond))
        yield Assign(None, "mover", (), t.read("colour_of", INT, seat))
        yield Assign(None, "last", (), t.number(-1))
        for name in self.plan.fields.all:
            if name.startswith("left_"):
                yield Assign(None, name, (), t.number(0))
        yield Assign(None, "menu", (), self.whole_turn())

    def whole_turn(self) -> Term:
        """What `menu` is at the beginning of a turn."""
        points = [(when, t.number(self.first + p)) for when, p in self.plan.beginnings]
        chosen = points[-1][1]
        for condition, point in reversed(points[:-1]):
            chosen = t.select(condition, point, chosen)
        return chosen
