"""The end of a turn and of the game as C functions."""

from __future__ import annotations

from gdl.model.analysis import has_simultaneous_choices
from gdl.source.spans import Span
from interpreter.native.emit.kernels.templates import c_part
from interpreter.native.emit.state import Declarations
from interpreter.native.emit.terms.block import Block
from interpreter.native.ir import terms as t
from interpreter.native.ir.effects import can_fail
from interpreter.native.ir.plan import Best, Decided, Drawn, EndPlan, Given, Rank
from interpreter.native.ir.terms import TRUE
from interpreter.native.ir.values import Value


class Ends(Declarations):
    """Writes the C functions for the end of a turn and for the lines under `end:`."""

    @property
    def uses_stuck(self) -> bool:
        """Whether a rule reads whether the next seat is stuck."""
        return self.plan.asks_stuck or any("*" in e.condition.reads for e in self.plan.ends)

    def finish(self) -> str:
        """The C function that carries out the end of a turn; false if the rules refuse it."""
        block = self.block()
        block.stuck = "is_stuck_after"
        block.write("s->turns = wrap_add(s->turns, 1);")
        fail = "return false;"
        if has_simultaneous_choices(self.plan.model) and can_fail(self.plan.after):
            block.write("const State ended = *s;")
            fail = "{ *s = ended; return true; }"
        self.effects(block, self.plan.after, trial=False, fail=fail, last=[])
        asking = c_part("stuck_after") if self.plan.asks_stuck else ""
        trying = c_part("may_be_over") if self.plan.asks_stuck or self.plan.choosing else ""
        return (
            f"{asking}/* What happens when a turn is over; false where that cannot be. */\n"
            f"static bool finish(State *s, History *h)\n{{\n    (void)h;\n{block.text()}"
            f"    return true;\n}}\n{trying}"
        )

    def times_seen(self) -> str:
        """The C functions that count a hash in the history and add the hashes of a turn to it."""
        block = self.block()
        for term in self.plan.hashes:
            made = block.term(term)
            block.write(f"h->seen[s->seen_count++] = {made};")
            block.write(f"if (h->marks) mark(h->marks, {made});")
        if not self.plan.hashes:
            return "static void remember(State *s, History *h) { (void)s; (void)h; }\n"
        return (
            c_part("times_seen")
            + "static void remember(State *s, History *h)\n{\n"
            + "    if (s->seen_count + GAME_SEEN > h->room) { fault = 3; return; }\n"
            + block.text() + "}\n"
        )  # fmt: skip

    def end(self, number: int, end: EndPlan) -> str:
        """The C function that decides what everybody gets when a line under `end:` applies."""
        block = self.block()
        block.hoists_guarded = True  # an end is decided once in a game, and may ask much
        block.write("share_draw(s);")
        last: list[Span | None] = []
        for place, outcome in enumerate(end.outcomes):
            is_last = place == len(end.outcomes) - 1
            self.comment(block, end.end.outcomes[place].span, last)
            match outcome:
                case Drawn():
                    block.write("goto decided;")
                case Best(ranks=ranks, has_places=True):
                    self.places(block, ranks)
                case Best(ranks=ranks):
                    self.best(block, ranks, is_last)
                case Decided():
                    self.winner(block, outcome)
                case Given(values=values):
                    self.points(block, values)
        return (
            f"static void end_{number}(State *s, History *h)\n{{\n    (void)h;\n{block.text()}"
            f"    goto decided;\ndecided:\n    over(s, {number + 1});\n}}\n"
        )

    def scores(self) -> str:
        """The C function that gives what `Outcomes.first_rank` compares, by colour, the more the
        better; nothing if `Outcomes.is_race` is false.
        """
        if not self.plan.engine.outcomes.is_race:
            return ""
        outcomes = (o for e in self.plan.ends for o in e.outcomes)
        rank = next(o.ranks[0] for o in outcomes if isinstance(o, Best) and o.ranks)
        block = self.block()
        for colour, value in enumerate(rank.values):
            block.write(f"out[{colour}] = 0;")
            with block.inside(f"if ({block.term(value.exists)}) {{"):
                sign = "" if rank.most else "-"
                block.write(f"out[{colour}] = {sign}(double){block.wrapped(value.term)};")
        return (
            "static void scores(State *s, History *h, double out[GAME_SEATS])\n"
            f"{{\n    (void)h;\n{block.text()}}}\n"
        )

    def winner(self, block: Block, outcome: Decided) -> None:
        """Write an outcome in which some colours win or one loses, if the expression gives any."""
        colour = outcome.colour
        with block.inside(f"if ({block.term(colour.exists)}) {{"):
            if colour.term.type.is_set:
                winners = self.unit.fresh("winners")
                block.write(f"uint32_t {winners} = (uint32_t)({block.term(colour.term)}).w[0];")
                block.write(f"if ({winners}) {{ share_win(s, {winners}); goto decided; }}")
                return
            given = block.wrapped(colour.term)
            won = f"share_win(s, 1u << {given});"
            block.write(won if outcome.wins else f"share_loss(s, {given});")
            block.write("goto decided;")

    def points(self, block: Block, values: tuple[Value, ...]) -> None:
        """Write what each colour gets."""
        for colour, value in enumerate(values):
            with block.where(value.exists):
                amount = block.wrapped(value.term)
                block.write(f"s->result[{colour}] = RESULT_UNIT * ({amount});")
        block.write("goto decided;")

    def best(self, block: Block, ranks: tuple[Rank, ...], is_last: bool) -> None:
        """Write an outcome won by whoever is ahead in the ranks; later ranks break ties."""
        left = self.ahead(block, ranks, f"{(1 << len(self.plan.model.colours)) - 1}")
        if is_last:
            block.write(f"share_win(s, {left});")
            return
        with block.inside(f"if (({left} & ({left} - 1)) == 0) {{"):
            block.write(f"share_win(s, {left});")
            block.write("goto decided;")

    def places(self, block: Block, ranks: tuple[Rank, ...]) -> None:
        """Write an outcome in which everybody gets a place."""
        for value in (v for rank in ranks for v in rank.values):
            if value.exists == TRUE and value.term.is_heavy:
                block.term(value.term)  # once, and not for each place
        rest = self.unit.fresh("rest")
        block.write(f"uint32_t {rest} = {(1 << len(self.plan.model.colours)) - 1};")
        with block.inside(f"while ({rest}) {{"):
            left = self.ahead(block, ranks, rest)
            block.write(f"share_places(s, {left}, {rest});")
            block.write(f"{rest} &= ~{left};")
        block.write("goto decided;")

    def ahead(self, block: Block, ranks: tuple[Rank, ...], among: str) -> str:
        """Write which of some colours are ahead of the others; returns the name of their mask."""
        left = self.unit.fresh("left")
        block.write(f"uint32_t {left} = {among};")
        for rank in ranks:
            with block.inside("{"):
                self.rank(block, left, rank)
        return left

    def rank(self, block: Block, left: str, rank: Rank) -> None:
        """Remove from `left` the colours that are not ahead in one rank."""
        values = rank.values
        zero = {"list": "{0}", "real": "0.0"}.get(values[0].term.type.name, "0")
        kinds = {v.term.type for v in values}
        type = values[0].term.type if len(kinds) == 1 else t.REAL
        if values[0].term.type.name == "list":
            type = max(kinds, key=lambda kind: kind.size)
        kind = self.unit.c_type(type)
        block.write(f"{kind} score[{len(values)}] = {{{', '.join([zero] * len(values))}}};")
        for colour, value in enumerate(values):
            term = value.term if type == t.REAL else t.roomier(value.term, type)
            with block.where(value.exists):
                block.write(f"score[{colour}] = {block.term(term)};")
        sign = "<" if rank.most else ">"
        less, same = (self.unit.compare(type, "score[best]", s, "score[c]") for s in (sign, "=="))
        block.write("int32_t best = -1;")
        block.write(f"for (int32_t c = 0; c < {len(values)}; c++)")
        block.write(f"    if ({left} >> c & 1 && (best < 0 || {less})) best = c;")
        block.write(f"for (int32_t c = 0; c < {len(values)}; c++)")
        block.write(f"    if ({left} >> c & 1 && !({same})) {left} &= ~(1u << c);")

    def ends(self, at_once: bool, lazily: bool = False) -> str:
        """The C function that tests the lines under `end:` in order and ends the game.

        `lazily` leaves out lines that test only `stuck`: drawing the next move shows it as well.
        """
        block = self.block()
        last: list[Span | None] = []
        for number, end in enumerate(self.plan.ends):
            if end.end.at_once == at_once and not (lazily and number in self.late):
                self.comment(block, end.end.span, last)
                with block.inside(f"if ({block.term(end.condition)}) {{"):
                    for late in self.late[:1] if lazily else ():
                        if late < number:
                            with block.inside("if (is_stuck(s, h)) {"):
                                block.write(f"end_{late}(s, h);")
                                block.write("return true;")
                    block.write(f"end_{number}(s, h);")
                    block.write("return true;")
        self.effects(block, self.plan.going_on.get(at_once, ()), trial=False, fail="", last=last)
        name = "ends_at_once" if at_once else "ends_lazily" if lazily else "ends"
        return (
            f"static bool {name}(State *s, History *h)\n{{\n    (void)s; (void)h;\n"
            f"{block.text()}    return false;\n}}\n"
        )
