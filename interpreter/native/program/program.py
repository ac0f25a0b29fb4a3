"""The C text of a game's library: what its rules became, and the files that all games share.

The rules become the state, and a function for each step, menu and point.  All these functions are
static; identical plans give identical text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from difflib import unified_diff
from functools import cached_property

from gdl.collecting import rarely_collected
from gdl.model.loose import IN_C, LOOKS, ROUNDS_A_LOOK
from gdl.source.frozen import frozen
from gdl.source.limits import MAX_LOOKS, MAX_LOOKS_DEEP
from interpreter.native.build.flags import functions, level_of, statements, whole
from interpreter.native.emit.kernels.templates import c_part
from interpreter.native.emit.plain_state import c_files, facts, zeroed
from interpreter.native.emit.shared_steps import SHARED
from interpreter.native.emit.start import Starts
from interpreter.native.ir.layout.interface import check_size
from interpreter.native.ir.plan import Plan
from interpreter.native.ir.show import show_plan
from interpreter.native.ir.terms.effort import limited
from interpreter.native.ir.terms.refusal import NotNative
from interpreter.native.lanes.games import lanes_text
from interpreter.native.lowering.planner import make_plan
from interpreter.native.passes.pipeline import PASSES, apply, optimise
from interpreter.native.program.borrowing import SEARCH_FILES
from interpreter.native.program.glue import glue
from interpreter.native.program.stack import check_stack
from interpreter.native.sampling.draw import Draws
from interpreter.process.arguments import AMAF, EXPLORATION, MAX_ACTIONS, MINIMAX
from interpreter.reference.effort import Effort
from interpreter.reference.engine import Reference
from interpreter.reference.ways.look import FEW_LOOKS

OF_A_STEP = re.compile(
    r"^(?:RARE )?static (?:inline )?int32_t (?:apply|act|list|list_like)_(\d+)\(", re.M
)
PLAY = ("room.h", "history.c", "api.c", "playout.c", "lanes.c", "playouts.c", "rules.h", "lend.c")
OF_A_PAGE = ("room.h", "history.c", "api.c", "perft.c", *SEARCH_FILES, "page.c")
MAX_WHOLE = 10_000  # statements of a random game that is one function and keeps arrays
MAX_WHOLE_PLAIN = 5_000  # the same, if it keeps none
MAX_WORDS = 2  # of its sets of cells then
SHORT_LOOK = 20  # positions of a look ahead that C does not count, where it counts others
MAX_LOWERED = 30_000_000  # rounds of effort from rules to C: about a minute


class Emitter(Starts):
    """Writes the C text of one game; `lanes` is what plays several at once, written with it."""

    lanes = ""

    def text(self) -> str:
        functions = "\n".join([self.derived(), *self.functions()])
        groups = self.groups()
        return "\n".join([self.head(), self.state(), *self.constants(),
                          *self.unit.helpers.values(), *groups, functions])  # fmt: skip

    def functions(self) -> list[str]:
        """All functions, each after those that it calls."""
        return [*self.of_ends(), *self.of_steps(), *self.of_turns(), *self.of_play()]

    def of_ends(self) -> list[str]:
        """What ends a game."""
        of_turn = sorted(n for n in self.plan.fields.all if n.startswith(("refused_", "left_")))
        first = c_part("first", clear=zeroed(of_turn))
        texts = [first, c_files("weighted.h"), self.times_seen()]
        if self.uses_stuck:
            texts.append("static bool is_stuck(const State *s, const History *h);\n")
        texts.append(self.finish())
        texts += [self.end(i, e) for i, e in enumerate(self.plan.ends)]
        texts += [self.ends(at_once=True), self.ends(at_once=False)]
        if self.late:
            texts.append(self.ends(at_once=False, lazily=True))
        return texts

    def of_steps(self) -> list[str]:
        """What carries out moves and lists them."""
        texts = [
            f"static bool way_{self.plan.points[pending]}(const State *s, const History *h);\n"
            for pending in self.unsure
        ]
        texts.append(SHARED if self.alike else "")
        texts += self.values()
        for step in self.plan.ordered_steps:
            texts += [*self.shared_steps(step), self.apply(step), self.list(step)]
        return [*texts, self.shared_tail(), self.simultaneous_functions(), *self.looks_for_best()]

    def of_turns(self) -> list[str]:
        """What leads from a move to the next one."""
        return [
            *map(self.way, self.unsure), self.turns(), *map(self.resolve, self.plan.points),
            self.go_on(), self.choices(), *map(self.take, self.plan.ordered_steps),
            self.moves(), self.shared_takes(), facts(self.plan.interface.menus),
        ]  # fmt: skip

    def of_play(self) -> list[str]:
        """What draws moves, and begins games."""
        draws = Draws(self)
        texts = draws.functions()
        self.lanes = lanes_text(draws)
        return [*texts, self.scores(), self.start(), self.rest()]


@frozen
class Program:
    """The plan of a game, and its rules as C text, which `base` precedes.

    `lanes` is C text that follows the rules where several random games are played at once;
    `state_bytes` says how large a state is in C.
    """

    plan: Plan
    base: str
    rules: str
    lanes: str
    state_bytes: int

    @cached_property
    def text(self) -> str:
        """The whole text of the library that plays; see `runtime.library` for the other one."""
        rest = "\n".join((glue(self.plan), c_files(*PLAY)))
        text = "\n".join((self.base, self.rules, rest))
        return "\n".join((self.base, self.rules, played(self.plan, text), self.lanes, rest))

    @property
    def page_text(self) -> str:
        """The whole text of what a page plays with: the game and its searches, without threads."""
        numbers = {
            "GAME_FIELDS": len(self.plan.interface.names), "USUAL_EXPLORATION": EXPLORATION,
            "USUAL_AMAF": AMAF, "USUAL_MINIMAX": MINIMAX, "USUAL_ACTIONS": MAX_ACTIONS,
        }  # fmt: skip
        named = "".join(f"#define {name} {value}\n" for name, value in numbers.items())
        return "\n".join((self.base, self.rules, glue(self.plan), named, c_files(*OF_A_PAGE)))


def played(plan: Plan, text: str) -> str:
    """C text that says whether a random game, in the text of a library, becomes one function.

    Where it does, small games gain up to a third, as what is kept as arrays and the few words of
    the sets are at hand; larger ones would lose, and take a compiler long.
    """
    most = MAX_WHOLE_PLAIN if plan.layout.cell_set.size <= MAX_WORDS else 0
    if "list_kept_0(" in text:
        most = MAX_WHOLE
    return f"#define PLAYED {'WHOLE' if whole(text, 'playout_game') <= most else ''}\n"


def program_of(engine: Reference) -> Program:
    """The program of a game.

    Raises NotNative.
    """
    with limited(Effort(MAX_LOWERED)):
        return written(lowered(engine))


def lowered(engine: Reference) -> Plan:
    """The plan of a game that the native engine can play.

    Raises NotNative.
    """
    plan = make_plan(engine)
    check_size(plan.interface.state_bytes, engine.model.turn[0][1].span)
    check_stack(plan)
    return plan


def refusal(
    engine: Reference, effort: Effort, finish: Callable[[Plan], object] | None = None
) -> NotNative | None:
    """Why the native engine cannot play a game, or that the effort ran out; None if it can.

    The plan is `written`, or whatever else finishes it.
    """
    try:
        with limited(effort), rarely_collected():
            (finish or written)(lowered(engine))
    except NotNative as error:
        return error
    return None


def written(plan: Plan) -> Program:
    """The C program of a plan.

    Raises NotNative if a compiler would take too long for it.
    """
    optimise(plan)
    emitter = Emitter(plan)
    program = Program(plan, base(plan), emitter.text(), emitter.lanes, emitter.state_bytes)
    if level_of(program.text) is None:
        raise too_long(program)
    return program


def too_long(program: Program) -> NotNative:
    """The refusal of rules whose C text takes a compiler too long; names the longest action."""
    by_action: Counter[str] = Counter()
    steps = {step.number: step for step in program.plan.ordered_steps}
    for function in functions(program.rules):
        match = OF_A_STEP.search(function)
        if match:
            by_action[steps[int(match[1])].step.name] += statements(function)
    (name, _), *_ = by_action.most_common(1) or [("", 0)]
    action = program.plan.engine.model.actions.get(name)
    span = None if action is None else action.span
    return NotNative("long-code", span, name=name, count=statements(program.text))


def base(plan: Plan) -> str:
    """The C text that precedes the rules of a game."""
    most = {"MAX_LOOKS": MAX_LOOKS, "MAX_LOOKS_DEEP": MAX_LOOKS_DEEP, "FEW_LOOKS": FEW_LOOKS,
            "MAX_IN_PLAY": IN_C.most, "ROUNDS_A_LOOK": ROUNDS_A_LOOK, "LOOKS": LOOKS,
            "SHORT_LOOK": SHORT_LOOK if plan.counts_looks else MAX_LOOKS}  # fmt: skip
    limits = "".join(f"#define {name} {count:d}\n" for name, count in most.items())
    return "\n".join((limits + c_files("base.h", "fault.h"), c_files("look.h")))


def dump_native(engine: Reference, without: Collection[str] = ()) -> Iterator[str]:
    """The lowered plan of a game, and for each pass the lines that it changes, but for the passes
    `without`.

    Raises NotNative.
    """
    plan = make_plan(engine)
    before = show_plan(plan)
    yield f"== lowered ==\n{before}\n"
    for each in PASSES:
        if each.name in without:
            continue
        apply(each, plan)
        after = show_plan(plan)
        changes = list(unified_diff(before.splitlines(), after.splitlines(), n=1, lineterm=""))[2:]
        yield f"== {each.name}: {each.does} ==\n" + ("\n".join(changes) or "nothing changes") + "\n"
        before = after


def dump_after(engine: Reference, last: str, without: Collection[str] = ()) -> str:
    """The plan of a game after the pass `last`, those before it done but for the passes `without`.

    Raises NotNative.
    """
    plan = make_plan(engine)
    names = [each.name for each in PASSES]
    optimise(plan, {*without, *names[names.index(last) + 1 :]})
    return f"{show_plan(plan)}\n"
