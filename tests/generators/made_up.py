"""Rule files made up at random, on which both engines must agree.

Nobody would play these games: they put conditions, loops, groups, lines, chances and turns together
in ways that no designer does, which is where an engine that takes things for granted goes wrong.

`Writer(seed).text()` is such a file, `tests/generators/fuzz.py` plays them.
"""

from __future__ import annotations

import random
import re

LINES = """
  lines:
    - a1 b1 c1
    - a2 middle c2
    - a1 a2
    - a2 b1
    - b1 middle
  points:
    middle: 2 2"""
TRACK = """
  cells: square(3)
  tracks:
    onward: a1 b1 c1 c2 c3 b3 a3 a2 a1"""
LOOP = """
  cells: square(3) | {bank}
  points:
    bank: 5 2
  tracks:
    loop: bank a2 b2 c2 c3 b3 b2 b1 a1"""
RING = """
  squares: |
    . . . .
    . - - h
    . . . .
  letters:
    home: h
  tracks:
    ring: a1 b1 c1 d1 d2 d3 c3 b3 a3 a2 a1 b1 a2 a1"""
DRAWN = """
  hexes: |
    - . . h
     . - h
    . . . .
     . . .
  letters:
    home: h
  points:
    bank: 5 1"""
TRACKS = {TRACK: "onward", LOOP: "loop", RING: "ring"}
BOARDS = (
    "square(3)", "square(2)", "rectangle(4, 2)", "hexagon(2)", "rhombus(3)", "triangle(3)",
    "square(3) - {b2}", "rectangle(5, 1)", "square(4)", LINES, TRACK, "square(5)",
    "rectangle(14, 5)", "hexagon(5)", LOOP, RING, DRAWN,
)  # fmt: skip
BROAD = ("square(5)", "rectangle(14, 5)", "hexagon(5)")
DIRECTIONS = ("directions", "orthogonal", "diagonal", "east", "northeast")
Scope = tuple[str, ...]


class Writer:
    """Writes the rules of one game.  `cells` are the names of cells that a text may use."""

    def __init__(self, seed: int):
        self.r = random.Random(seed)
        self.board = self.r.choice(BOARDS)
        self.square = self.board.startswith(("square", "rect"))
        self.is_regular = not self.board.startswith("\n")
        self.colours = self.r.choice((("Red", "Blue"), ("Red", "Blue"), ("Red", "Blue", "Green")))
        self.kinds = self.r.choice((("stone",), ("stone",), ("man", "king")))
        self.has_rock = self.r.random() < 0.2
        self.is_counted = self.r.random() < 0.5  # whether there is a variable `n`
        self.has_mark = self.r.random() < 0.4  # whether there is a variable `spot`
        self.has_set = self.r.random() < 0.2  # whether there is a variable `marked`
        self.has_points = self.r.random() < 0.25  # whether there is a variable `points`
        self.is_dark = self.r.random() < 0.06
        self.only_grows = self.r.random() < 0.35  # pieces are put on empty cells and stay there
        self.has_rock &= not self.only_grows
        self.has_supply = self.r.random() < 0.2
        self.pile = 0 if self.only_grows or self.is_dark else self.r.choice((0,) * 6 + (2, 3, 5))
        self.has_attribute = self.r.random() < 0.2  # whether the first kind has one with a start
        self.numbers: list[str] = []  # what `let` calls the numbers and the sets in sight
        self.sets: list[str] = []
        self.fresh = 0
        if random.Random(f"alone {seed}").random() < 0.06:
            self.colours = ("Red",)
        share = 0.0 if self.is_dark or self.only_grows or len(self.colours) == 1 else 0.06
        self.hides_parts = random.Random(f"parts {seed}").random() < share
        if self.hides_parts:
            self.pile, self.has_supply = 0, False
        self.drops_out = random.Random(f"drops out {seed}").random() < 0.15
        share = 0.0 if self.board in BROAD else 0.15  # each of many turns looks at as many
        self.asks_stuck = random.Random(f"stuck {seed}").random() < share

    def chance(self, share: float) -> bool:
        return self.r.random() < share

    def name(self, stem: str) -> str:
        self.fresh += 1
        return f"{stem}{self.fresh}"

    # ---- expressions ----

    def colour(self, cells: Scope) -> str:
        known = ["mover", *self.colours, "after(mover)"]
        if len(self.colours) == 2:
            known.append("opponent")
        if cells:
            known.append(f"owner[{self.r.choice(cells)}]")
        return self.r.choice(known)

    def kind(self) -> str:
        return self.r.choice(self.kinds)

    def direction(self) -> str:
        known = ["east", "northeast", "west", "southwest", "2*east", "east + northeast"]
        if track := TRACKS.get(self.board):
            known += [track, f"2*{track}"] * 2
        return self.r.choice(known)

    def directions(self) -> str:
        track = TRACKS.get(self.board)
        if track and self.chance(0.6):
            return self.r.choice((track, f"-{track}", f"{{{track}, east}}"))
        return self.r.choice(DIRECTIONS if self.square else DIRECTIONS[:1])

    def cell(self, cells: Scope) -> str:
        """A cell, which may not exist."""
        if cells and self.chance(0.8):
            at = self.r.choice(cells)
            if self.board == LINES:
                return at
            return f"{at} + {self.direction()}" if self.chance(0.2) else at
        return self.r.choice((f"first({self.plain()})", "a1", "spot" if self.has_mark else "last"))

    def plain(self) -> str:
        fixed = ["cells", "corners", f"row({self.r.randint(1, 2)})", "column(1)"]
        if not self.is_regular:
            fixed = ["cells", "{a1, b1}"]
        if self.board in (RING, DRAWN):
            fixed.append("home")
        if self.board != LINES:
            fixed.append("centre")
        if self.has_set:
            fixed += ["marked"] * 2
        if self.sets and self.chance(0.4):
            return self.r.choice(self.sets)
        return self.r.choice((
            "empty", "mine", "enemy", "pieces", f"pieces({self.r.choice(self.colours)})",
            f"mine({self.kind()})", *fixed,
        ))  # fmt: skip

    def places(self, cells: Scope, deep: int = 2) -> str:
        """A set of cells."""
        if deep <= 0 or self.chance(0.25):
            return self.plain()
        inner, more = self.name("v"), deep - 1
        ways = [
            lambda: f"({self.places(cells, more)} {self.r.choice('|&-')} {self.plain()})",
            lambda: f"({self.plain()} & {self.places(cells, more)})",
            lambda: f"{{{inner} for {inner} in {self.plain()} if "
                    f"{self.condition((*cells, inner), more)}}}",
            lambda: f"{{{inner} + {self.direction()} for {inner} in {self.places(cells, more)}}}"
                    if self.board != LINES else self.plain(),
            lambda: f"union({inner} for {inner} in groups({self.places(cells, more)}) if "
                    f"{self.of_group(inner, cells, more)})",
            lambda: f"neighbours({self.places(cells, more)})",
        ]  # fmt: skip
        if cells:
            at = self.r.choice(cells)
            ways += [
                lambda: f"neighbours({at})", lambda: f"neighbours({at}, {self.directions()})",
                lambda: f"group({at})",
                lambda: f"sight({at}, {self.directions()})",
                lambda: f"sight({at}, {self.directions()}, {self.places(cells, more)})",
                lambda: f"reach({at}, {inner} to neighbours({inner}) & "
                        f"{self.places((*cells, inner), more)})",
                lambda: f"reach({at}, {inner} to {{{inner} + 2*d for d in {self.directions()} if "
                        f"{inner} + d in {self.plain()}}} & {self.plain()})",
                lambda: f"{{{self.cell(cells)}, {self.cell(cells)}}}",
                lambda: f"between({at}, {self.cell(cells)})",
                lambda: f"leaps({at}, 1, 2)" if self.square else f"neighbours({at})",
                lambda: f"{{{inner} for {inner} in cells if distance({inner}, {at}) <= 2}}",
            ]  # fmt: skip
        return self.r.choice(ways)()

    def of_group(self, group: str, cells: Scope, deep: int) -> str:
        """A condition on a group."""
        sign = self.r.choice(("=", ">=", "<", "!="))
        ways = [
            lambda: f"count({group}) {sign} {self.r.randint(1, 3)}",
            lambda: f"{group} meets {self.places(cells, deep - 1)}",
            lambda: f"some neighbours({group}) & {self.plain()}",
            lambda: f"all({group} meets s for s in sides)" if self.is_regular else f"some {group}",
        ]
        if cells:
            at = self.r.choice(cells)
            ways += [
                lambda: f"{at} touches {group}", lambda: f"{at} not in {group}",
                lambda: f"{group} != group({at})",
            ]
        return self.r.choice(ways)()

    def number(self, cells: Scope, deep: int = 2) -> str:
        if deep <= 0 or self.chance(0.3):
            if self.numbers and self.chance(0.5):
                return self.r.choice(self.numbers)
            known = ["turns", "passes", "1", "2", "3", f"count({self.plain()})"]
            if self.is_counted:
                known += ["n", "n"]
            if self.has_points:
                known += [f"points[{self.colour(())}]"] * 2
            if self.has_supply:
                known += ["count(supply)", f"count(supply({self.r.choice(self.colours)}))"]
            if cells:
                known += [f"x({self.r.choice(cells)})", f"y({self.r.choice(cells)})"]
            if self.pile:
                known += [f"height[{self.cell(cells)}]"] * 2
            return self.r.choice(known)
        inner, more = self.name("v"), deep - 1
        ways = [
            lambda: f"count({self.places(cells, more)})",
            lambda: f"count({self.condition((*cells, inner), more)} for {inner} in {self.plain()})",
            lambda: f"max(count({inner}) for {inner} in groups({self.places(cells, more)}) else 0)",
            lambda: f"max(count({inner}) for {inner} in groups(mine) | groups(enemy) if "
                    f"{self.of_group(inner, cells, more)} else 0)",
            lambda: f"count({inner} in groups({self.plain()}) and "
                    f"{self.of_group(inner, cells, more)} for {inner} in groups(mine))",
            lambda: f"({self.number(cells, more)} {self.r.choice('+-*')} "
                    f"{self.number(cells, more)})",
            lambda: f"{self.number(cells, more)} mod 2",
            lambda: f"({self.number(cells, more)} if {self.condition(cells, more)} else "
                    f"{self.number(cells, more)})",
            lambda: f"min(y({inner}) for {inner} in {self.places(cells, more)} else 2)",
            lambda: f"{self.number(cells, more)} div 2",
            lambda: f"sum(count({inner}) for {inner} in groups({self.plain()}))",
            lambda: f"sum(x({inner}) for {inner} in {self.places(cells, more)})",
        ]  # fmt: skip
        return self.r.choice(ways)()

    def kept(self, cells: Scope) -> str:
        """A condition on groups or rows, of those that an engine may keep from turn to turn."""
        size, sign = self.r.randint(1, 3), self.r.choice(("=", "!=", "<=", ">"))
        every = "groups(mine) | groups(enemy)"
        ways = [
            lambda: f"max(count(g) for g in {every} else 0) {sign} {size}",
            lambda: f"count(count(g) = {size} for g in groups(mine)) {sign} 1",
            lambda: "any(g meets row(1) and g meets row(2) for g in groups(mine))",
            lambda: "any(all(g meets s for s in sides) for g in groups(mine))",
            lambda: f"any(l within mine for l in lines({size}))",
            lambda: f"any(l within pieces({self.colours[0]}) for l in lines({size}))",
        ]
        if cells:
            at = self.r.choice(cells)
            ways += [lambda: f"count(group({at})) {sign} {size}", lambda: f"count(group({at})) <= "
                     f"max(count(g) for g in {every} if g != group({at}) else 0) + 1"]  # fmt: skip
        return self.r.choice(ways)()

    def condition(self, cells: Scope, deep: int = 2) -> str:
        if self.chance(0.5 if self.only_grows else 0.1):
            return f"({self.kept(cells)})"
        inner, more = self.name("v"), deep - 1
        sign = self.r.choice(("=", "!=", "<", "<=", ">", ">="))
        ways = [
            lambda: f"seen({self.r.choice(('board', 'board, mover'))}) {sign} 0",
            lambda: f"mover {self.r.choice(('=', '!='))} {self.colour(cells)}",
            lambda: f"list(x(c) for c in {self.plain()}) {sign} list(y(c) for c in {self.plain()})",
            lambda: f"descending(count(g) for g in groups(mine)) {sign} "
                    f"descending(count(g) for g in groups(enemy))",
            lambda: f"{self.r.choice(('some', 'no'))} {self.places(cells, more)}",
            lambda: f"{self.number(cells, more)} {sign} {self.number(cells, more)}",
            lambda: f"{self.places(cells, more)} {self.r.choice(('within', 'meets', 'touches'))} "
                    f"{self.plain()}",
        ]  # fmt: skip
        if cells:
            at = self.r.choice(cells)
            ways += [
                lambda: f"{at} {self.r.choice(('in', 'not in'))} {self.places(cells, more)}",
                lambda: f"owner[{at}] {self.r.choice(('=', '!='))} {self.colour(cells)}",
                lambda: f"kind[{at}] = {self.kind()}",
                lambda: f"up[{at}]" if self.has_attribute else f"{at} in mine",
                lambda: f"piece[{at}] = piece[{self.cell(cells)}]",
                lambda: f"towards({at}, {self.cell(cells)}) in directions",
                lambda: f"any({at} + {inner} in {self.plain()} for {inner} in directions)",
                lambda: f"{at} {self.r.choice(('=', '!='))} {self.cell(cells)}",
                lambda: f"{self.cell(cells)} in {self.plain()}",
                lambda: f"count(group({at})) {sign} {self.r.randint(1, 3)}",
            ]
        if self.pile:
            level = self.r.choice(("0", "1", "2", f"height[{self.cell(cells)}] - 1"))
            ways += [
                lambda: f"owner[{self.cell(cells)}, {level}] = {self.colour(cells)}",
                lambda: f"kind[{self.cell(cells)}, {level}] = {self.kind()}",
                lambda: f"piece[{self.cell(cells)}, 1] = piece[{self.cell(cells)}, {level}]",
            ]
        if deep > 0:
            ways += [
                lambda: f"{self.r.choice(('any', 'all'))}({self.condition((*cells, inner), more)} "
                        f"for {inner} in {self.plain()})",
                lambda: f"any({self.of_group(inner, cells, more)} for {inner} in "
                        f"groups({self.places(cells, more)}))",
                lambda: f"any({inner} within {self.plain()} for {inner} in lines(3))",
                lambda: f"({self.condition(cells, more)} {self.r.choice(('and', 'or'))} "
                        f"{self.condition(cells, more)})",
                lambda: f"not ({self.condition(cells, more)})",
            ]  # fmt: skip
        text = self.r.choice(ways)()
        return f"({text})"

    # ---- statements ----

    def put(self, cells: Scope, where: str) -> str:
        kind = "rock" if self.has_rock and self.chance(0.2) else self.kind()
        of = f" of {self.colour(cells)}" if kind != "rock" and self.chance(0.25) else ""
        if self.has_attribute and kind == self.kinds[0] and self.chance(0.4):
            of += " with up = true"
        return f"put {kind}{of} on {where}"

    def statement(self, cells: Scope, indent: str, deep: int = 2) -> list[str]:
        """The lines of a statement."""
        if deep and self.chance(0.25):
            return self.block(cells, indent, deep - 1)
        if deep and self.chance(0.2):
            return self.let(cells, indent, deep - 1)
        if self.only_grows:
            return [f"{indent}- {self.growing(cells)}"]
        ways = [
            lambda: f"require {self.condition(cells)}",
            lambda: self.put(cells, self.cell(cells)),
            lambda: self.put(cells, self.places(cells, 1)),
            lambda: f"remove {self.places(cells, 1)}", lambda: f"lift {self.cell(cells)}",
            lambda: f"set owner[{self.cell(cells)}] to {self.colour(cells)}",
            lambda: f"set owner[{self.places(cells, 1)}] to mover",
            lambda: f"set next to {self.r.choice(('mover', 'after(mover)', 'after(next)'))}",
        ]
        if len(cells) > 1:
            first, second = self.r.sample(cells, 2)
            ways += [
                lambda: f"move {first} to {second}", lambda: f"move {second} to {first}",
                lambda: f"swap {first} and {second}",
            ]
        if len(self.kinds) > 1:
            ways.append(lambda: f"set kind[{self.cell(cells)}] to {self.kind()}")
        if self.has_attribute:
            ways.append(lambda: f"set up[{self.cell(cells)}] to {self.condition(cells, 1)}")
        if self.is_counted:
            ways += [lambda: "add 1 to n", lambda: f"set n to {self.number(cells)}"]
        if self.has_points:
            ways += [lambda: f"add {self.number(cells, 1)} to points[{self.colour(cells)}]",
                     lambda: f"take 1 from points[{self.colour(cells)}]"]  # fmt: skip
        if self.has_set:
            ways += [lambda: f"add {self.cell(cells)} to marked",
                     lambda: f"take {self.plain()} from marked",
                     lambda: f"set marked to {self.places(cells, 1)}"]  # fmt: skip
        if self.has_mark:
            ways += [lambda: f"set spot to {self.cell(cells)}", lambda: "set spot to none"]
        if self.pile:
            ways += [lambda: self.piled(cells)] * 8
        elif self.board != LINES:
            ways += [lambda: self.at_once(cells)] * 2
        if self.chance(0.15):
            ways.append(lambda: f"play {self.r.choice((*self.colours, 'after(mover)'))}")
        if self.drops_out and self.chance(0.35):
            one = self.r.choice((*self.colours, "mover", "after(mover)"))
            ways = [lambda: f"take {one} from playing", lambda: f"add {one} to playing",
                    lambda: f"set next to {one}"]  # fmt: skip
        return [f"{indent}- {self.r.choice(ways)()}"]

    def piled(self, cells: Scope) -> str:
        """A statement that only a board with piles has."""
        below, way = self.r.choice(("", " from below")), self.r.choice(("to", "under"))
        count = self.r.choice(("1", "2", self.number(cells, 1)))
        a, b = self.cell(cells), self.cell(cells)
        return self.r.choice((
            f"put {self.kind()} under {a}", f"move {a} under {b}",
            f"move {count} of {a}{below} {way} {b}", f"move {count} of {a}{below} {way} {a}",
            f"move {self.places(cells, 1)} {way} {b}", f"remove {count} of {a}{below}",
            f"lift {count} of {self.places(cells, 1)}{below}",
            f"set owner[{a}, {count}] to {self.colour(cells)}",
            f"set kind[{self.places(cells, 1)}, 1] to {self.kind()}", f"swap {a} and {b}",
            f"for k in 1..height[{a}]: move 1 of {a} to {a} + k*{self.r.choice(('east', 'west'))}"
            if self.is_regular else f"move 1 of {a} to {b}",
        ))  # fmt: skip

    def at_once(self, cells: Scope) -> str:
        """Moves at once, by one step or to one of few cells."""
        inner = self.name("v")
        there = self.r.choice((f"{inner} + {self.direction()}", self.cell((*cells, inner))))
        text = f"move {inner} to {there} for {inner} in {self.places(cells, 1)}"
        free = f" if {there} in {self.r.choice(('empty', 'cells'))} and {inner} in pieces"
        return text + (free if self.chance(0.7) else "")

    def let(self, cells: Scope, indent: str, deep: int) -> list[str]:
        """A name for a value of some type, and statements that may use it."""
        name, many = self.name("x"), self.r.randint(1, 2)
        numbers, sets = list(self.numbers), list(self.sets)
        sort = self.r.choice(("cell", "cell", "number", "set"))
        if sort == "cell":
            value, cells = self.cell(cells), (*cells, name)
        elif sort == "number":
            value = self.number(cells)
            self.numbers.append(name)
        else:
            value = self.places(cells, 2)
            self.sets.append(name)
        lines = [f"{indent}- let {name} = {value}"]
        for _ in range(many):
            lines += self.statement(cells, indent, deep)
        self.numbers, self.sets = numbers, sets
        return lines

    def growth(self, cells: Scope, at: str) -> list[str]:
        """The lines that put a piece on an empty cell, perhaps on a condition."""
        known = [f"    - require {at} in empty"] if at == "there" else []
        put = f"- put {self.kind()} on {at}"
        if self.chance(0.6):
            return [*known, f"    {put}"]
        head = self.r.choice((f"if {self.condition(cells, 1)}", "for k in 1..1"))
        return [*known, f"    - {head}:", f"        {put}"]

    def growing(self, cells: Scope) -> str:
        """A statement that takes no piece off the board."""
        ways = [lambda: f"require {self.condition(cells)}"] * 2
        if self.is_counted:
            ways.append(lambda: f"set n to {self.number(cells)}")
        return self.r.choice(ways)()

    def block(self, cells: Scope, indent: str, deep: int) -> list[str]:
        if self.chance(0.2):
            most = self.r.choice(("2", "5", self.number(cells, 1)))
            head = f"{indent}- repeat up to {most} times while {self.condition(cells, 1)}:"
            return [head, *self.statement(cells, indent + "    ", deep)]
        if self.chance(0.4):
            inner = self.name("v")
            head = f"{indent}- for {inner} in {self.places(cells, 1)}"
            if self.chance(0.4):
                head += f" if {self.condition((*cells, inner), 1)}"
            return [f"{head}:", *self.statement((*cells, inner), indent + "    ", deep)]
        lines = [f"{indent}- if {self.condition(cells)}:"]
        lines += self.statement(cells, indent + "    ", deep)
        if self.chance(0.4):
            lines += [f"{indent}  else:", *self.statement(cells, indent + "    ", deep)]
        return lines

    # ---- the parts of a file ----

    def action(self, name: str) -> list[str]:
        """An action, mostly of a usual shape with something unusual in it."""
        shape = self.r.randrange(7)
        if self.is_dark:
            return [f"  {name}(at in cells - mine):", '    - try at in empty, "taken"',
                    f"    - put {self.kind()} on at"]  # fmt: skip
        if self.hides_parts:
            return [f"  {name}{self.r.choice(self.blind())}"]
        if self.only_grows:
            cells = self.r.choice((("at",), ("at", "there")))
            lines = [f"  {name}({', '.join(f'{c} in empty' for c in cells)}):"]
            body = [line for at in cells for line in self.growth(cells, at)]
        elif shape == 0:
            at = self.r.choice(("empty", "empty", self.places((), 2)))
            lines, cells = [f"  {name}(at in {at}):"], ("at",)
            body = [f"    - {self.put(cells, 'at')}"]
        elif shape == 1:
            there = self.r.choice((
                "neighbours(start) & empty", "neighbours(start)", "empty", "cells",
                "sight(start, directions) & empty", self.places(("start",), 2),
            ))  # fmt: skip
            lines, cells = [f"  {name}(start in mine, there in {there}):"], ("start", "there")
            body = ["    - move start to there"]
        elif shape == 2:
            lines, cells = [f"  {name}(start in mine, there in empty):"], ("start", "there")
            body = ["    - lift start", f"    - require there in {self.places(cells, 2)}",
                    f"    - {self.put(cells, 'there')}"]  # fmt: skip
        elif shape == 3:
            lines, cells = [f"  {name}({{a, b}} in links):"], ("a", "b")
            body = [self.r.choice(("    - swap a and b", f"    - {self.put(cells, 'a')}"))]
        elif shape == 4:
            some = "{east, northwest}" if self.is_regular else "directions"
            ways = self.r.choice(("directions", some))
            lines, cells = [f"  {name}(start in mine, d in {ways}):"], ("start",)
            body = ["    - move start to start + d"]
        elif shape == 5:
            cells = ("at",)
            most = self.number(cells, 1)
            lines = [f"  {name}(at in {self.places((), 2)}, k in 1..{most}):"]
            body = [f"    - require k {self.r.choice(('=', '<=', '!='))} {self.number(cells)}"]
            body += self.statement(cells, "    ")
        else:
            lines, cells, body = [f"  {name}(at in {self.places((), 2)}):"], ("at",), []
            body = self.statement(cells, "    ")
        for _ in range(self.r.choice((0, 1, 1, 2))):
            place = self.r.randrange(len(body) + 1)
            while place < len(body) and not body[place].startswith("    - "):
                place += 1
            body[place:place] = self.statement(cells, "    ")
        return lines + body

    def blind(self) -> tuple[str, ...]:
        """Actions in which what a piece of others is only has an effect."""
        kind, told = self.kind(), ", up[there]" if self.has_attribute else ""
        return (
            f"(at in empty): put {kind} on at",
            f"(start in mine({kind}), there in neighbours(start) - mine): move start to there",
            f"(start in mine, there in enemy):\n    - tell all \"met\", kind[there]{told}\n"
            f"    - if kind[there] = kind[start]: remove {{start, there}}\n"
            "      else: swap start and there",
            f"(start in mine, there in enemy):\n    - require kind[start] = {kind}\n"
            f"    - set kind[start] to {kind}\n    - if {self.condition(('there',))}: remove start",
        )

    def turn(self, names: list[str]) -> str:
        one, two = self.r.choice(names), self.r.choice(names)
        if self.is_dark or self.hides_parts:  # anything else would tell which attempts succeed
            return self.r.choice((one, f"{one} or pass", f"{one} or {two}"))
        return self.r.choice((
            one, f"{one} else pass", f"{one} or {two} else pass", f"{one}, {two} else pass",
            f"{one} or pass", f"{one}, {two} if possible else pass",
            f"{one} up to 2 times else pass", f"{one} or {two}", f"{one} at will",
            f"{one}, {two} else {two} else pass", f"{one} while possible",
            f"({one} or {two}) if {self.condition((), 1)}",
            f"{one} if {self.condition((), 1)}, {two} else pass",
            f"{one} 1 to 3 times else pass", f"{one} 2 times, {two} 0 to 2 times else pass",
            f"({one} or {two}) 0 to 2 times",
            f"{one}, ({two} or done) else pass", f"{one}, (({two} else pass) or {one})",
            f"{one}, {two} at will else pass", f"{one}, ({two} if possible or done)",
            f"{one} up to 2 times, ({two} else pass)",
            f"({one} or ({one}, {two})) else pass",
            f"(({one}, {two}) or {one} or ({one}, {one})) else pass",
            f"{one} or ({one}, ({two} else {one})) or ({one}, {two} if possible)",
            f"({one} or ({one}, {two} at will)) else pass",
            f"({one}, ({two} or ({two}, {one})) or {one} up to 2 times) else pass",
            *self.chosen_turns(one, two), *self.simultaneous(one, two),
        ))  # fmt: skip

    def simultaneous(self, one: str, two: str) -> tuple[str, ...]:
        """Turns in which all choose at once."""
        return (
            f"all ({one} or pass)", f"all {one}", f"all ({one} or {two})",
            f"({one} else pass), all ({two} or pass)", f"all ({one} or pass), {two}",
            f"all {one} if {self.condition((), 1)}, ({two} or pass)",
            f"all ({one} or {two}), all ({two} or pass)",
        )

    def chosen_turns(self, one: str, two: str) -> tuple[str, ...]:
        """Turns of which a value chooses the ways."""
        best = f"with the {self.r.choice(('most', 'fewest'))} {self.number((), 1)}"
        return (
            f"{one} {best} else pass", f"{one} up to 3 times {best} else pass",
            f"({one} or {two}) 0 to 2 times {best}", f"({one}, {two} at will) {best} else pass",
            f"({one} {best}) up to 2 times, {two} else pass",
            f"({one} while possible {best}), {two} else pass",
            f"{two} or ({one}, {two} if possible) {best}",
            f"(({one}, {two} else {two}) or done) {best}, {one} if possible",
            f"({one} {best}, {two} if possible) 2 times else pass",
            f"(({one}, {two} if possible) {best}) up to 2 times else pass",
            f"(({one} up to 2 times) {best}, {two} if possible) 0 to 2 times",
        )  # fmt: skip

    def text(self) -> str:
        """The whole file."""
        names = [f"act{i}" for i in range(self.r.choice((1, 2, 2, 3)))]
        turn = self.turn(names)
        lines = ["game: Made up", f"players: {', '.join(self.colours)}", f"board: {self.board}"]
        if self.pile:
            shape = self.board if self.board[0] == "\n" else f"\n  cells: {self.board}"
            lines[-1] = f"board:{shape}\n  pile: {self.pile}"
        lines.append("pieces:")
        for kind in self.kinds:
            lines.append(f"  {kind}:")
            if self.has_supply:
                lines.append(f"    supply: {self.r.randint(1, 4)}")
            if self.has_attribute and kind == self.kinds[0]:
                lines += ["    with:", f"      up: flag = {self.r.choice(('true', 'false'))}"]
        if self.has_rock:
            lines += ["  rock:", "    owner: none"]
        if self.is_counted or self.has_mark or self.has_set or self.has_points:
            lines.append("state:")
            lines += ["  n: 0..4"] * self.is_counted + ["  spot: cells or none"] * self.has_mark
            lines += ["  marked: subsets(cells)"] * self.has_set
            lines += ["  points[p in colours]: 0..9"] * self.has_points
        if self.is_dark:
            lines += ["sees:", "  board: pieces(viewer)", "  refusal: viewer = mover"]
            lines += [f"  {name}: nothing" for name in names if name in turn]
        if self.hides_parts:
            lines += ["sees:", "  kind[c]: owner[c] = viewer"]
            lines += ["  up[c]: nothing"] * self.has_attribute
        lines += ["define:", "  area(p): count(pieces(p))",
                  "  shape(p): descending(count(g) for g in groups(pieces(p)))"]  # fmt: skip
        if self.chance(0.7):
            lines.append("setup:")
            for colour in self.colours:
                lines.append(f"  - put {self.kind()} of {colour} on {self.r.choice(('a1', 'b1'))}")
            if self.pile:
                lines.append(f"  - for k in 1..2: put {self.kind()} on {{a1, b1}}")
            if self.chance(0.2):
                lines += [f"  - if {self.kept(())}: remove {self.plain()}"]
            if self.chance(0.1):
                lines += [f"  - set turns to {self.r.randint(0, 3)}"]
            if self.chance(0.2):
                lines += [f"  - {self.put((), self.plain())}"] * (not self.has_supply)
        has_chance = self.chance(0.15) and not self.is_dark | self.hides_parts
        if has_chance:
            lines += ["chance:", *self.action("deal")]
        lines.append("actions:")
        for name in names:
            if name in turn:
                lines += self.action(name)
        if self.chance(0.15) and names[0] in turn:
            lines += ["opening:", f"  - {names[0]} else pass"]
        if self.chance(0.1) and not has_chance | self.hides_parts:
            lines += ["turn:", f"  if {self.condition(())}: {turn}", "  else: pass"]
        elif self.chance(0.2):
            dealt = "deal if possible, " if has_chance else ""
            lines += ["parts:", f"  whole: {turn}", f"turn: {dealt}whole"]
        else:
            lines.append(f"turn: {f'deal if possible, ({turn})' if has_chance else turn}")
        if self.chance(0.25) and not self.hides_parts:
            lines += ["after turn:", *self.statement((), "  ")]
        if self.asks_stuck and not self.is_dark | self.hides_parts:
            lines += [] if "after turn:" in lines else ["after turn:"]
            lines += self.looking_ahead()
        self.gives_points = self.chance(0.25)
        lines += ["end:", f"  - when turns >= {self.r.randint(2, 6)}: {self.result()}"]
        for _ in range(self.r.choice((0, 1, 1, 2))):
            when = self.r.choice(("when", "when", "as soon as"))
            name = f"{self.name('line')}, " if self.chance(0.2) else ""
            lines.insert(-1, f"  - {name}{when} {self.condition(())}: {self.result()}")
        if self.asks_stuck:
            lines.append(f"  - when {self.r.choice(('', 'turns > 1 and '))}stuck: {self.result()}")
        text = "\n".join(lines) + "\n"
        if len(self.colours) == 1:  # who can name nobody else
            text = re.sub(r"\bafter\((\w+)\)", r"\1", text).replace("enemy", "pieces")
        return text

    def looking_ahead(self) -> list[str]:
        """Statements of `after turn` that ask whether the next player is stuck."""
        ways = [
            lambda: ["  - require not stuck"],
            lambda: [f"  - require not ({self.condition(())} and stuck)"],
            lambda: [f"  - require {self.condition(())} or not stuck"],
            lambda: [f"  - if {self.condition(())}:", "      - require not stuck"],
            lambda: ["  - if stuck:", *self.statement((), "      ", 0)],
            lambda: ["  - for v in mine if not stuck:", *self.statement(("v",), "      ", 0)],
            lambda: ["  - require stuck or turns < 3", *self.statement((), "  "),
                     "  - require not stuck or turns > 4"],
        ]
        if self.is_counted:
            ways += [lambda: ["  - if stuck: add 1 to n"],
                     lambda: ["  - set n to 4 if stuck else n"]]  # fmt: skip
        return self.r.choice(ways)()

    def result(self) -> str:
        known = ["mover wins", "mover loses", "draw", f"{self.colours[0]} wins", "most area wins",
                 "fewest shape wins", "most area, fewest shape wins"]  # fmt: skip
        if self.has_points:
            known.append("most points wins, else draw")
        if self.has_mark:
            known.append("owner[spot] wins, else draw")
        if self.gives_points:
            return self.r.choice(self.gains() + ["draw"] * (len(self.colours) == 1) * 2
                                 + known[:6] * (len(self.colours) > 1))
        known += ["most area ranks first", "fewest shape, most area ranks first"]
        known += ["owner[a1] wins, else most shape ranks first", "({mover, after(mover)}) wins"]
        return self.r.choice(known)

    def gains(self) -> list[str]:
        """Lines that give points."""
        one, other = (self.r.choice((*self.colours, "mover", "after(mover)")) for _ in range(2))
        return [
            f"{one} gets {self.r.randint(-3, 9)} from {other}",
            f"{one} gets area(mover) - {self.r.randint(0, 3)}",
            f"({{mover, {one}}}) gets 2*area({other}) from {other}",
            f"owner[a1] gets {self.r.randint(1, 5)} from {other}",
            "p gets area(p) for p in colours",
            f'p gets area(p) from q for p in colours, q in colours if p != {one}, "in all"',
            f"owner[c] gets 1 from {one} for c in pieces",
        ]
