"""The C text that plays an action in several games at once; none where rules do not allow it."""

from __future__ import annotations

from gdl.model.analysis import has_simultaneous_choices
from interpreter.board.position import Pending
from interpreter.native.emit.plain_state import c_files
from interpreter.native.ir.layout.layout import WORD
from interpreter.native.ir.plan import is_set_up
from interpreter.native.ir.terms import BOOL
from interpreter.native.ir.trees import Leaf, Way
from interpreter.native.lanes.menus import MenuInLanes
from interpreter.native.lanes.needed import needed_fields
from interpreter.native.lanes.tables import NotInLanes, Tables
from interpreter.native.lanes.turns import NOTHING, Setting, TurnInLanes
from interpreter.native.lanes.values import LaneValues, kind_of
from interpreter.native.sampling.draw import Draws

STEP = """
/* Plays an action or more, up to `most` in a game, in each lane where that is possible; returns in
   which. Where the game is `over`, what follows the move has still to be done; where it is `done`,
   it has been counted. */
static Flags lanes_step(Many *m, State *state, Kept *kept, Lanes most)
{
    Flags played = 0;
    (void)state; (void)kept;
%s    return played;
}
"""
CLOSING = """
/* Ends the turn in the lanes where nothing more can be done in it. */
static void close_in_lanes(Many *m, State *state, Flags act)
{
    (void)state;
%s
}
"""
KEPT = """
/* The entries at some places of the arrays of the lanes; in the lanes of a mask each is taken out,
   and the last one takes its place. */
static inline Lanes take_kept_ARRAY(Kept *kept, Lanes place, Lanes last, Flags mask)
{
    const Lanes other = lanes_if(mask, last, place);
    uint64_t at[LANES], from[LANES];
    memcpy(at, &place, sizeof at);
    memcpy(from, &other, sizeof from);
#pragma GCC unroll 8
    for (int i = 0; i < LANES; i++) {
        uint16_t *const entries = kept[i].at_ARRAY, entry = entries[at[i]];
        entries[at[i]] = entries[from[i]];
        at[i] = entry;
    }
    return lanes_from(at);
}
"""


def lanes_text(draws: Draws) -> str:
    """The C text, which follows the rules; empty for games that are played one at a time."""
    try:
        return LaneGames(draws).text()
    except NotInLanes:
        return ""


class LaneGames:
    """Writes the C text; raises NotInLanes where there is none."""

    def __init__(self, draws: Draws):
        self.draws, self.planner, self.up, self.plan = draws, draws.planner, draws.up, draws.up.plan
        needed = needed_fields(self.plan, bool(self.up.late))
        self.setting = Setting(draws, Tables(), needed)
        self.served: dict[int, int] = {}  # menus, and of which the function serves them
        self.loaded: dict[tuple[str, int], int] = {}  # the entries of fields, with their words

    def text(self) -> str:
        self.check()
        written = self.menus()
        self.closing = self.close()
        steps = "".join(self.due(number) for number in written.values())
        functions = [text.replace("NUMBER", str(n)) for text, n in written.items()]
        arrays = range(len(self.planner.arrays))
        return "\n".join((
            c_files("lanes.h"), "#ifdef HAS_LANES", self.state(),
            self.setting.tables.text(), *(KEPT.replace("ARRAY", str(n)) for n in arrays),
            *functions, self.closing, STEP % steps, "#endif",
        ))  # fmt: skip

    def check(self) -> None:
        """Refuse what every turn needs and vectors cannot do."""
        plan = self.plan
        refused = (
            has_simultaneous_choices(plan.model), plan.hashes, plan.may_be_refused,
            plan.asks_stuck, plan.regions is not None, plan.engine.rules.has_playing,
            self.planner.menus_ahead(),
            any(n.startswith("refused_") for n in plan.fields.all),
        )  # fmt: skip
        if any(refused):
            raise NotInLanes

    def menus(self) -> dict[str, int]:
        """The C functions of menus, and the number of the first that each serves.

        A menu of the first turns only is served if a function for other turns does the same; if
        not, each game is played alone there.
        """
        plan, written = self.plan, dict[str, int]()
        menus = [m for m in plan.ordered_menus if not is_set_up(m.pending)]
        first = {m.number for m in menus if all(s.number in plan.rare for s in m.steps)}
        for menu in sorted(menus, key=lambda m: m.number in first):
            writer = MenuInLanes(self.setting)
            try:
                text = writer.function(self.planner.menu(menu))
            except NotInLanes:
                if menu.number in first:
                    continue
                raise
            if text in written or menu.number not in first:
                self.served[menu.number] = written.setdefault(text, menu.number)
                self.use(writer)
        return written

    def use(self, writer: LaneValues) -> None:
        """Note which fields are kept in lanes."""
        self.loaded |= {key: len(words) for key, words in writer.loaded.items()}

    # ---- which menu ----

    def due(self, number: int) -> str:
        """C that plays at a menu where it is its turn."""
        writer = TurnInLanes(self.setting)
        at = writer.field("menu")[0]
        same = [menu for menu, serving in self.served.items() if serving == number]
        always, ways = list(same), []
        for pending, point in self.plan.points.items():
            here = self.up.unresolved + point
            for mask, steps in writer.offered(self.plan.trees[pending], ""):
                if None in steps or self.plan.menu(pending, steps).number not in same:
                    continue
                if mask:
                    ways.append(f"lanes_eq({at}, lanes_of({here})) & {mask}")
                else:
                    always.append(here)
        due = " | ".join(f"({w})" for w in (among(at, always), *ways))
        due = writer.mask(f"({due}) & lanes_less(m->actions, most) & ~(m->over | m->done)")
        self.use(writer)
        call = f"{due} ? menu_in_lanes_{number}(m, state, kept, {due}) : 0"
        lines = "\n".join("    " + line for line in writer.lines)
        return (
            f"    {{\n{lines}\n        const Flags did = {call};\n        played |= did;\n"
            f"{self.closed(at, f'{due} & ~did', same)}    }}\n"
        )

    def closed(self, at: str, left: str, menus: list[int]) -> str:
        """C that ends turns where something is left to do but has no move."""
        points = [n for pending, n in self.plan.points.items() if self.is_closed(pending, menus)]
        if not points or not self.closing:
            return ""
        here = among(at, [self.up.unresolved + n for n in points])
        return (
            f"        const Flags closed = {left} & ({here});\n        played |= closed;\n"
            "        if (closed) close_in_lanes(m, state, closed);\n"
        )

    def close(self) -> str:
        """The function that ends turns; empty where a game may have to go on alone after that."""
        writer = TurnInLanes(self.setting)
        if not any(self.is_closed(pending, [*self.served]) for pending in self.plan.points):
            return ""
        writer.acting = "act"
        writer.end_turn("act", False)
        if writer.alone:
            return ""  # what an action leads to at once would be asked again
        writer.store("act", "", {})
        self.use(writer)
        return CLOSING % "\n".join(writer.lines)

    def is_closed(self, pending: Pending, menus: list[int]) -> bool:
        """Whether a turn ends where one of some menus has no move, at a point that begins none."""
        match self.plan.trees[pending]:
            case Way(yes=Leaf(steps=steps)) as way if way.no == Leaf(NOTHING) and None not in steps:
                begins = self.plan.points[pending] in (p for _, p in self.plan.beginnings)
                number = self.plan.menu(pending, steps).number
                return not begins and self.draws.is_way(way) and number in menus
        return False

    # ---- the state ----

    def state(self) -> str:
        """The C type of the games in the lanes, and functions that put one in and take it out."""
        names, put, get = [], [], []
        for (name, entry), words in sorted(self.loaded.items()):
            field = self.plan.fields.all[name]
            place = f"s->{name}[{entry}]" if field.sizes else f"s->{name}"
            for word in range(words):
                lane, here = f"{name}_{entry}_{word}", place
                value, kind = f"lanes_of((uint64_t)(int64_t){place})", kind_of(field.type)
                back = f"({field.storage})(int64_t)m->{lane}[i]"
                if field.type.is_set:
                    here, value = f"{place}.w[{word}]", f"lanes_of({place}.w[{word}])"
                    back = f"m->{lane}[i]"
                elif field.type == BOOL:
                    value, back = f"(Flags)-{place}", f"m->{lane} >> i & 1"
                names.append(f"{kind} {lane};")
                put.append(f"m->{lane} = lanes_if(lanes, {value}, m->{lane});")
                get.append(f"{here} = {back};")
        for number in range(len(self.planner.arrays)):
            names.append(f"Lanes n_{number};")
            size = f"lanes_of((uint64_t)kept->n_{number})"
            put.append(f"m->n_{number} = lanes_if(lanes, {size}, m->n_{number});")
            get.append(f"kept->n_{number} = (int32_t)m->n_{number}[i];")
        indent = "\n    "
        return (
            "typedef struct {\n    Lanes rng[4], actions;\n    Flags over, done;\n"
            "    LaneEnds ends;\n"
            f"    {indent.join(names)}\n}} Many;\n\n"
            "static void put_in_lanes(Many *m, Flags lanes, const State *s, const Kept *kept)\n"
            f"{{\n    (void)kept;\n    {indent.join(put)}\n}}\n\n"
            "static void take_from_lane(const Many *m, int i, State *s, Kept *kept)\n"
            f"{{\n    (void)kept;\n    {indent.join(get)}\n}}\n"
        )


def among(at: str, numbers: list[int]) -> str:
    """C for the lanes in which a number is one of some; in those without a game it is -1."""
    if len(numbers) > 2 and max(numbers) < WORD - 1:
        bits = sum(1 << n for n in numbers)
        return f"lanes_some(lanes_of({bits:#x}u) >> ({at} & 63) & lanes_of(1))"
    return " | ".join(f"lanes_eq({at}, lanes_of({n}))" for n in numbers)
