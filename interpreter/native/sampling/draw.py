"""Drawing a uniformly random legal move without listing all of them.

A candidate is drawn from a set that holds all legal moves and is cheap to count; an illegal one is
rejected and another one drawn.  After a bounded number of tries the legal moves are listed and one
of them is drawn, so that every legal move is equally likely, however rare they are among the
candidates.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from interpreter.board.position import Pending
from interpreter.native.emit.kernels.templates import c_part
from interpreter.native.emit.plain_state import in_cases
from interpreter.native.emit.shared_steps import Sharing
from interpreter.native.emit.terms.block import Block
from interpreter.native.ir.layout.fields import Field
from interpreter.native.ir.layout.interface import STEP_BITS
from interpreter.native.ir.plan import Menu
from interpreter.native.ir.terms import INT, Loop
from interpreter.native.ir.trees import Leaf, Tree, Way, leaves_of, nothing_more
from interpreter.native.sampling.bounds import bound
from interpreter.native.sampling.planner import MAX_TRIES, Planner
from interpreter.native.sampling.printer import Printer
from interpreter.native.sampling.records import MenuDraw, StepDraw

SHARE = 32  # of many candidates, one in so many is tried: little beside a look at all of them
DRAWS = "State *s, History *h, Rng *r, Kept *kept"  # the parameters of all functions that draw


class Draws:
    def __init__(self, emitter: Sharing):
        self.up, self.printer = emitter, Printer(emitter)
        self.planner = Planner(emitter.plan, emitter.alike)
        self.is_ahead = False  # whether the drawn move is left in the state, to be played later
        self.shared: dict[tuple[int, ...], str] = {}  # functions by what their menus offer
        menus = reversed(emitter.plan.ordered_menus)
        self.first = {self.offered(m): m.number for m in menus}  # that offers the same

    def functions(self) -> list[str]:
        """A function for each menu and point, and the one that chooses among them."""
        plan = self.up.plan
        texts = ["static _Thread_local Move scratch[GAME_MOVES];\n", *self.kept()]
        ahead = self.planner.menus_ahead()
        if ahead:
            plan.fields.all["ahead"] = Field("ahead", INT, (), "uint64_t")
            if plan.regions is not None:
                plan.regions.undoes = plan.regions.keeps_sizes
        self.is_ahead = True
        texts += [self.menu(m) for m in ahead]
        self.is_ahead = False
        texts += [self.menu(m) for m in plan.ordered_menus if self.drawn_as(m) == m.number]
        texts += [self.point(p) for p in plan.points]
        menus = in_cases(
            (m.number, f" got = draw_menu_{self.drawn_as(m)}(s, h, r, kept); break;\n")
            for m in plan.ordered_menus
        )
        points = "".join(
            f"    case UNRESOLVED + {n}: got = draw_point_{n}(s, h, r, kept); break;\n"
            for n in plan.points.values()
        )
        roots = {n for _, n in plan.cases} | set(plan.openings)
        is_root = " || ".join(f"point == {n}" for n in sorted(roots)) or "false"
        end = c_part("end_or_go_back" if self.up.plan.may_be_refused else "end_surely")
        first = c_part("take_ahead", anew=self.anew(ahead)) if ahead else ""
        texts.append(c_part(
            "random", ahead=first, begins=is_root, menus=menus + points, end=end,
            counted=self.up.counted,
        ))  # fmt: skip
        return texts

    def kept(self) -> Iterator[str]:
        """The C type of the arrays that random games keep, and functions that make them."""
        arrays = [(n, one.domain) for n, one in enumerate(self.planner.arrays)]
        most = [bound(domain, self.planner.board) for _, domain in arrays]
        fields = "".join(
            f"    int32_t n_{n};\n    uint16_t at_{n}[{size}];\n" for n, size in enumerate(most)
        )
        yield c_part("kept", fields=fields or "    char none;\n")
        for number, domain in arrays:
            block, n = self.up.block(), f"kept->n_{number}"
            block.write(f"{n} = 0;")
            with block.loop(Loop("bits", "c", domain.type, 1), (domain,)):
                block.write(f"kept->at_{number}[{n}++] = (uint16_t)c;")
            yield c_part("list_kept", number=number, body=block.text())
        lists = "".join(f"    list_kept_{n}(kept, s);\n" for n, _ in arrays)
        yield c_part("list_all_kept", lists=lists)

    def anew(self, menus: Sequence[Menu]) -> str:
        """C after a move from some menus that was not drawn: what it may change is made again."""
        numbers = {s.number for m in menus for s in m.steps}
        return "".join(
            f"    if (kept) list_kept_{n}(kept, s);\n"
            for n, one in enumerate(self.planner.arrays)
            if numbers & (one.takes.keys() | one.breaks)
        )

    # ---- points ----

    def point(self, pending: Pending) -> str:
        """The function that draws at a point; 1: it played a move, 0: none, -1: the turn ends."""
        block = self.up.block()
        number = self.up.plan.points[pending]
        self.tree(block, pending, self.up.plan.trees[pending], is_last=True)
        return (
            f"static int32_t draw_point_{number}({DRAWS})\n{{\n"
            f"    (void)h; (void)r; (void)kept;\n{block.text()}}}\n"
        )

    def tree(self, block: Block, pending: Pending, tree: Tree, is_last: bool) -> None:
        """Write the draw from the menu that a tree decides on; if it fails, C falls through."""
        if isinstance(tree, Leaf):
            if tree.steps == (None,):
                block.write("return -1;")
                return
            menu = self.up.plan.menu(pending, tree.steps)
            call = f"draw_menu_{self.drawn_as(menu)}(s, h, r, kept)"
            if menu.is_simultaneous:
                call = f"open_{self.up.plan.points[menu.pending]}(s, h) ? {call} : 0"
            block.write(f"return {call};" if is_last else f"if ({call}) return 1;")
        elif isinstance(tree, Way) and self.up.plan.is_sure(tree.pending):
            self.tree(block, pending, tree.yes, is_last)
        elif isinstance(tree, Way) and self.is_way(tree):
            self.tree(block, pending, tree.yes, is_last=False)
            self.tree(block, pending, tree.no, is_last)
        else:
            with block.inside(f"if ({self.up.holds(block, tree)}) {{", "} else {"):
                self.tree(block, pending, tree.yes, is_last)
            with block.deeper():
                self.tree(block, pending, tree.no, is_last)
            block.write("}")

    def is_way(self, way: Way) -> bool:
        """Whether a pending turn can be completed exactly if drawing finds a move of its tree.

        Not where something else is offered with it, where an attempt may fail, or where the turn
        may end and its end may be refused.
        """
        plan = self.up.plan
        if way.yes != plan.trees[way.pending]:
            return False
        leaves = tuple(leaves_of(way.yes))
        if self.up.plan.may_be_refused and any(None in steps for steps in leaves):
            return False
        return not any(
            plan.steps[nothing_more(s)].refused for steps in leaves for s in steps if s is not None
        )

    # ---- menus ----

    def drawn_as(self, menu: Menu) -> int:
        """The number of the first menu with the same steps, whose function serves this one too."""
        return self.first[self.offered(menu)]

    def offered(self, menu: Menu) -> tuple[int, ...]:
        """The numbers of the steps of a menu; of deals that are alike, that of the first."""
        return tuple(s.number for s in self.up.at_deal(menu).steps)

    def menu(self, menu: Menu) -> str:
        """The function that draws from one menu."""
        name = f"draw_{'ahead' if self.is_ahead else 'menu'}_{menu.number}"
        if self.is_ahead or not any(s.number in self.up.alike for s in menu.steps):
            return self.function(menu, name, "")
        like, alike = self.up.stand_ins(menu), self.up.alike
        key = tuple(alike[s.number].number if s.variable else s.number for s in like.steps)
        text = ""
        if key not in self.shared:
            self.shared[key] = f"draw_like_{menu.number}"
            text = self.function(like, self.shared[key], self.up.declared(like.steps))
        block = self.up.block()
        arguments = self.up.arguments(block, self.up.at_deal(menu).steps)
        return (
            f"{text}static int32_t {name}({DRAWS})\n{{\n{block.text()}"
            f"    return {self.shared[key]}(s, h, r, kept{arguments});\n}}\n"
        )

    def function(self, menu: Menu, name: str, more: str) -> str:
        """The function that draws from a menu; `more` are its last parameters."""
        draw, before = self.planner.menu(menu, self.is_ahead), ""
        if draw.by_weight:
            body = c_part("weighed", lists=self.lists(menu), anew=self.anew([menu]))
        elif draw.is_pooled and draw.is_exhaustive:
            body = self.printer.pooled(draw.steps)
        else:
            body = ""
            if draw.steps:
                pooled = draw.is_pooled
                body = self.printer.pooled(draw.steps) if pooled else self.candidates(draw)
            if not draw.is_exact and (more or not draw.steps):
                body += self.listed(menu)
            elif not draw.is_exact:
                rest = f"rest_of_{name}"
                before = f"APART static int32_t {rest}({DRAWS})\n{{\n{self.listed(menu)}}}\n\n"
                body += f"    return {rest}(s, h, r, kept);\n"
        static = self.up.static(*menu.steps)
        return f"{before}{static} int32_t {name}({DRAWS}{more})\n{{\n{body}}}\n"

    def lists(self, menu: Menu) -> str:
        return "".join(
            f"    n += {self.up.listing(s, 'scratch + n', 'GAME_MOVES - n', False)};\n"
            for s in menu.steps
        )

    def listed(self, menu: Menu) -> str:
        """C that lists all legal moves and plays one of them."""
        start = f"    int32_t n = 0;\n{self.lists(menu)}    if (n == 0) return 0;\n"
        if self.is_ahead:
            return (
                f"{start}    s->ahead = scratch[rng_below(r, (uint32_t)n)] + 1;\n    return 1;\n"
            )
        takes = "".join(f"    case {s.number}: take_{s.number}(s, h, m, true); break;\n"
                        for s in menu.steps if not s.variable)  # fmt: skip
        other = "take_shared(s, h, m, true); " if any(s.variable for s in menu.steps) else ""
        before, failed = self.failed(menu)
        return (
            f"{start}    const Move m = scratch[rng_below(r, (uint32_t)n)];\n    h->drawn = m;\n"
            f"{before}    switch ((int32_t)(m & {(1 << STEP_BITS) - 1})) {{\n{takes}"
            f"    default: {other}break;\n    }}\n{self.anew([menu])}{failed}"
            "    return 1;\n"
        )

    def failed(self, menu: Menu) -> tuple[str, str]:
        """C before and after a move that returns 0 if the move failed and all others would, too."""
        fields = sorted({s.refused for s in menu.steps if s.refused})
        if not fields:
            return "", ""
        sizes = {f: self.up.plan.fields.all[f].type.size for f in fields}
        before = "".join(f"    const Set{sizes[f]} {f} = s->{f};\n" for f in fields)
        grew = " || ".join(f"!set{sizes[f]}_within(s->{f}, {f})" for f in fields)
        can = self.up.any_of(menu.steps)
        return before, f"    if (({grew}) && !({can})) return 0;\n"

    def candidates(self, draw: MenuDraw) -> str:
        """C that draws candidates until one is legal."""
        block = self.up.block()
        if draw.hurdles:
            with block.trial():
                self.up.count_passes(block, draw.steps[0].step)
                for hurdle in draw.hurdles:
                    block.write(f"if (!{block.wrapped(hurdle)}) return 0;")
        counts = self.counts(block, draw.steps)
        block.write("if (all == 0) return 0;")
        if draw.is_exact:
            self.choose(block, draw.steps, counts)
            return block.text()
        many = f"{draw.tries}"
        if draw.tries == MAX_TRIES:
            many = f"all > {MAX_TRIES * SHARE} ? all / {SHARE} : {MAX_TRIES}"
        count = f"all < {draw.tries - 4} ? all + 4 : {many}"
        if any(step.is_late_dear for step in draw.steps):
            block.write("uint32_t spare = all / 2;")
        with block.inside(f"for (uint32_t tries = {count}; tries; tries--) {{"):
            self.choose(block, draw.steps, counts)
        return block.text()

    def counts(self, block: Block, steps: Sequence[StepDraw]) -> list[str]:
        """C for the number of candidates of each step; their sum is `all`."""
        counts = [self.printer.count(block, s) for s in steps]
        if len(counts) > 1:
            block.write(f"const uint32_t all = {' + '.join(f'(uint32_t)({c})' for c in counts)};")
        else:
            block.write(f"const uint32_t all = (uint32_t)({counts[0]});")
        return counts

    def choose(self, block: Block, steps: Sequence[StepDraw], counts: list[str]) -> None:
        """Choose a step in proportion to its candidates, and try one of them."""
        if len(steps) == 1:
            with block.inside("{"):
                self.printer.one(block, steps[0])
            return
        block.write("uint32_t pick = rng_below(r, all);")
        for number, (step, count) in enumerate(zip(steps, counts, strict=True)):
            if number == len(steps) - 1:
                with block.inside("{"):
                    self.printer.one(block, step, "pick")
                return
            with block.inside(f"if (pick < (uint32_t)({count})) {{"):
                self.printer.one(block, step, "pick")
                if not step.is_exact:
                    block.write("continue;")
            block.write(f"pick -= (uint32_t)({count});")
