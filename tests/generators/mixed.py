"""Rule files in which everything that the language has is mixed, by its type alone.

Where `made_up.py` makes games of usual shapes with something unusual in them, these put any
expression wherever its type fits: elements of families of sets, fractions, facts that are sets of
groups, choices between what may not exist.

`Mixer(seed).text()` is such a file, `fuzz.py --kind mixed` plays them.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

TRACK = """
  cells: square(3)
  tracks:
    onward: a1 b1 c1 c2 c3 b3 a3 a2 a1"""
SQUARES = ("square(3)", "square(2)", "rectangle(4, 2)", "square(3) - {b2}", TRACK, "square(4)",
           "rectangle(12, 6)")  # fmt: skip
BOARDS = (*SQUARES, "hexagon(2)", "rhombus(3)", "triangle(3)")

ELEMENTS = {
    "cells": "cell", "numbers": "number", "sets": "cells", "colours": "colour", "kinds": "kind",
    "directions": "direction", "pieces": "piece", "words": "word", "flags": "flag",
    "shapes": "shape",
}  # fmt: skip
DEEP = 8  # blanks before a line, after which no block begins
SIGNS = ("=", "!=", "<", "<=", ">", ">=")

# What gives a type: `<number>` is any number, `<a:cells>` a variable that runs over cells and is
# known in the whole text, but in `<^number>`.  What stands before the `/` has nothing inside.
GIVEN = {
    "number": """
        0, 1, 2, 3, turns, passes, n, n, level, level, turns, 0.5, -1 /
        count(<cells>); count(<numbers>); count(<sets>); count(<colours>); count(<pieces>);
        count(<flag> for <a:cells>); count(<flag> for <a:sets>); count(<flag> for <a:numbers>);
        count(<flag> for <a:directions>, <b:cells>); count(<flag> for <a:pieces>);
        sum(<number> for <a:cells>); sum(<number> for <a:numbers>); sum(<number> for <a:sets>);
        sum(<number> for <a:cells> if <flag>); sum(<number> for <a:colours>);
        max(<numbers>); min(<numbers>); first(<numbers>);
        max(<number> for <a:sets> else <^number>); min(<number> for <a:cells> else <^number>);
        max(<number> for <a:cells>); min(<number> for <a:sets> if <flag>);
        first(<number> for <a:numbers> if <flag> else <^number>);
        (<number> + <number>); (<number> - <number>); (<number> * <number>); (-<number>);
        (<number> div <number>); (<number> mod <number>); (<number> div 2); (0.5 * <number>);
        (<number> if <flag> else <number>); (<number> if <flag> else none);
        x(<cell>); y(<cell>); distance(<cell>, <cell>);
        distance(<cell>, <cell>, <q:cell> to <cells>); points[<colour>]; rank[<cell>];
        seat(<colour>); worth(<cell>); much(<number>); size(<shape>); rank(<piece>);
        cost(<kind>); cost(<piece>); cost(<cell>); kept[<shape>];
        sum(size(<=a>) for <a:shapes>)""",
    "flag": """
        yes, true, false /
        (<number> <sign> <number>); (<number> <sign> <number>); (<list> <sign> <list>);
        (<cell> <same> <cell>); (<colour> <same> <colour>); (<kind> <same> <kind>);
        (<direction> <same> <direction>); (<piece> <same> <piece>); (<word> <same> <word>);
        (<cells> <same> <cells>); (<numbers> <same> <numbers>); (<colours> <same> <colours>);
        (<directions> <same> <directions>); (<flag> <same> <flag>); (<sets> <same> <sets>);
        (<cell> = none); (<number> != none); (<cells> = none); (<direction> = none);
        (<cell> <is_in> <cells>); (<number> <is_in> <numbers>); (<cells> <is_in> <sets>);
        (<colour> <is_in> <colours>); (<direction> <is_in> <directions>); (<kind> in <kinds>);
        (<piece> in <pieces>); (<piece> in <kind>); (<word> in <words>); (some <kinds>);
        (<cells> within <cells>); (<cells> meets <cells>); (<cells> touches <cells>);
        (<numbers> within <numbers>); (<numbers> meets <numbers>); (<sets> meets <sets>);
        (<cell> touches <cells>); (some <cells>); (no <cells>); (some <numbers>); (no <sets>);
        (some <colours>); (no <pieces>); (some <directions>); alike(<cells>);
        (<flag> and <flag>); (<flag> or <flag>); (not <flag>); (<flag> if <flag> else <flag>);
        any(<flag> for <a:cells>); all(<flag> for <a:cells>); any(<flag> for <a:sets>);
        all(<flag> for <a:sets>); any(<flag> for <a:numbers>); all(<flag> for <a:colours>);
        any(<flag> for <a:cells>, <b:cells>); any(<flag> for <a:sets>, <b:cells> if <flag>);
        any(<flag> for <a:directions>); any(<flag> for <a:kinds>); all(<flag> for <a:words>);
        (edge[<cell>] <same> edge[<cell>]); (edge[<cell>] = flat); (body[<cell>] in {small});
        (<shape> <same> <shape>); (<shape> <is_in> <shapes>); any(<flag> for <a:shapes>);
        (following(<shape>) = none); (edge(<piece>) <same> edge[<cell>]);
        any(<flag> for <a:flags>); (seen(board) <sign> 0); (since(board, mover) <sign> 2);
        (seen(board, mover, n, marked) = 0);
        lively(<cells>)""",
    "cell": """
        a1, b1, last, spot, here, home(mover), b2 /
        first(<cells>); first(<cells>); (<cell> + <step>); (<cell> - <direction>);
        (<cell> if <flag> else <cell>); (<cell> if <flag> else none); home(<colour>);
        first(<cell> for <a:cells>); first(<cell> for <a:cells> if <flag> else <^cell>)""",
    "cells": """
        empty, mine, enemy, pieces, cells, corners, row(1), column(1), marked, empty, mine /
        (<cells> | <cells>); (<cells> & <cells>); (<cells> - <cells>); (mine & <cells>);
        pieces(<colour>); pieces(<kind>); pieces(<colour>, <kind>); mine(<kind>); enemy(<kind>);
        {<cell>}; {<cell>, <cell>}; {<cell> for <a:cells>}; {<cell> for <a:cells> if <flag>};
        {<=a> for <a:cells> if <flag>}; {<cell> for <a:directions>}; {<cell> for <a:numbers>};
        {<cell> for <a:colours>}; {<cell> for <a:sets> if <flag>};
        union(<cells> for <a:cells>); union(<cells> for <a:sets> if <flag>);
        union(<cells> for <a:colours>); union(<cells> for <a:numbers>);
        neighbours(<cell>); neighbours(<cells>); neighbours(<cells>, <fixed_ways>);
        group(<cell>); group(<cell>, <fixed_ways>); group(<cell>, <q:cell> to <cells>);
        sight(<cell>, <directions>);
        sight(<cell>, <fixed_ways>, <cells>); between(<cell>, <cell>); leaps(<cell>, 1, 2);
        reach(<^cell>, <q:cell> to <cells>); reach(<^cell>, <q:cell> to neighbours(<=q>) & <cells>);
        (<cells> if <flag> else <cells>); (<cells> if <flag> else none); goal(<colour>);
        zone(<cell>); first(<cells> for <a:sets> if <flag>); near(<cell>); row(<small>)""",
    "sets": """
        lines(2), links, sides, lines(3), sorts, links(directions) /
        groups(<cells>); groups(<cells>); groups(<cells>, <fixed_ways>); blocks(2, 2);
        groups(<cells>, <q:cell> to <cells>);
        groups(<cells>, <q:cell> to neighbours(<=q>) & <cells>);
        links(<q:cell> to <cells>); copies({a1, b1}); copies({a1, a2, b1}); lines(2, <fixed_ways>);
        (lines(2) | lines(3)); (groups(mine) | groups(enemy));
        {<=a> for <a:sets> if <flag>}; (lines(2) & sorts); (links - sorts); parts(<cell>);
        (<sets> if <flag> else <sets>); (<sets> if <flag> else none)""",
    "numbers": """
        seats, (0..3), {1, 3} /
        (<number>..<number>); (1..<number>); {<small>}; {<small>, 2}; {<number>};
        {<number> for <a:cells>}; {<number> for <a:numbers> if <flag>}; {count(<=a>) for <a:sets>};
        (<numbers> | <numbers>); (<numbers> & <numbers>); (<numbers> - <numbers>); tally;
        (<numbers> if <flag> else <numbers>); (<numbers> if <flag> else none)""",
    "colour": """
        mover, mover, White, Black, hue, opponent, next /
        owner[<cell>]; owner[<cell>]; after(<colour>); opponent(<colour>); first(<colours>);
        (<colour> if <flag> else <colour>); (<colour> if <flag> else none); friend(<cell>);
        owner(<piece>)""",
    "colours": """
        colours, {mover}, {White, Black} /
        {<colour>}; {<colour>, <colour>}; {<=a> for <a:colours> if <flag>};
        {<colour> for <a:cells>}; (colours - <colours>); (<colours> | <colours>)""",
    "direction": """
        east, northeast, west, facing, ahead(mover) /
        first(<directions>); towards(<cell>, <cell>); (-<direction>); ahead(<colour>);
        rotated(<direction>, <small>);
        (<direction> if <flag> else <direction>); (<direction> if <flag> else none)""",
    "directions": """
        directions, orthogonal, diagonal, {east}, {east, northeast} /
        {<direction>}; {<direction>, <direction>}; {<=a> for <a:directions> if <flag>};
        (<directions> | <directions>); (directions - <directions>); {<direction> for <a:cells>};
        ways(<cell>); (<directions> & <directions>)""",
    "fixed_ways": "directions, orthogonal, {east, northeast}, {west} / ",
    "new": "king, rock / man with rank = <number>; <man>",
    "man": "man / ",
    "step": """
        east, 2*east, east + northeast, northeast - west /
        <direction>; 2*<direction>; <small>*<direction>; <direction> + <direction>;
        <number>*<direction>""",
    "small": "1, 2, n, 1 + n / count({<cell>})",
    "kind": """
        man, king, rock, token /
        kind[<cell>]; kind(<piece>); first(<kinds>); (<kind> if <flag> else <kind>)""",
    "kinds": "{man}, {man, king} / {<kind>}; {<=a> for <a:kinds> if <flag>}; {kind[a1], <kind>}",
    "piece": "piece[a1], piece[b1], held / piece[<cell>]; first(<pieces>); first(supply)",
    "pieces": "supply, man, king, token / supply(<colour>); supply(<colour>, <kind>); {<piece>}",
    "word": "calm, wild, mood / (<word> if <flag> else <word>); first(<words>)",
    "words": "{calm, wild}, {mood} / {<word>}; {<=a> for <a:words> if <flag>}",
    "flags": "flag, {true} / {<flag>}",
    "shape": """
        round_one, flat_one, tall_one, form /
        following(<shape>); first(<shapes>); (<shape> if <flag> else <shape>)""",
    "shapes": "shape, {flat_one, form} / {<shape>}; {<=a> for <a:shapes> if <flag>}",
    "list": """
        list(x(each) for each in mine) /
        list(<number> for <a:cells>); descending(<number> for <a:cells> if <flag>);
        descending(<number> for <a:sets>); list(<number> for <a:colours>)""",
    "sign": ", ".join(SIGNS) + " / ",
    "same": "=, != / ",
    "is_in": "in, not in / ",
    "statement": """
        remove enemy & row(1), add 1 to n, take 1 from n /
        require <flag>; require <flag>; put <new> on <cell>; put <new> on <cells>;
        put king of <colour> on <cell>; put <kind> on <cell>;
        put <piece> on <cell>; set n to <number>; set level to <number>; set spot to <cell>;
        set spot to none; set hue to <colour>; set facing to <direction>; set yes to <flag>;
        set mood to <word>; set marked to <cells>; add <cell> to marked; take <cells> from marked;
        set tally to <numbers>; add <number> to tally; set sorts to <sets>;
        set points[<colour>] to <number>; add <number> to points[<colour>]; set held to <piece>;
        tell all "so", <number>, <cell>; tell mover "it", <piece>; tell opponent "a", <cells>;
        set form to <shape>; set form to none; add <number> to kept[<shape>];
        set owner[<cell>] to <colour>; set owner[<cells>] to <colour>; set kind[<cell>] to <kind>;
        set kind[<cells>] to <kind>; set rank[<cell>] to <number>; move <cell> to <cell>;
        swap <cell> and <cell>; lift <cells>; remove <cells>; set next to <colour>;
        play <colour>; change(<cell>)""",
}
VARIABLES = {
    "n": "0..4", "level": "-2..300", "spot": "cells or none", "hue": "colours or none",
    "facing": "directions", "yes": "flag", "mood": "calm, wild", "marked": "subsets(cells)",
    "tally": "subsets(0..3)", "sorts": "subsets(lines(2))", "points[p in colours]": "0..9",
    "held": "man or none", "form": "shape or none", "kept[s in shape]": "0..5",
}  # fmt: skip
FACTS = {"worth": "number", "zone": "cells", "parts": "sets", "friend": "colour",
         "ways": "directions"}  # fmt: skip
DEFINED = {"near(c)": "neighbours(c) & <cells>", "much(k)": "k + <number>",
           "lively(s)": "some s and <flag>", "area(p)": "count(pieces(p)) + <number>"}  # fmt: skip
WORD_FACTS = {"size": "number", "following": "shape"}  # of the words, as far as they have them
TYPES = {"c": "cell", "k": "number", "s": "cells", "p": "colour"}
HOLE = re.compile(r"<(?:(\w+):)?([=^]?)(\w+)>")
OF_SHAPES = ("form", "kept[s in shape]")  # variables that are declared by words
Scope = dict[str, str]  # types by names of variables


def ways(text: str) -> tuple[list[str], list[str]]:
    """The texts of a type without holes, and those with holes."""
    plain, _, made = text.partition(" /")
    return split(plain, ","), split(made, ";")


def split(text: str, sign: str) -> list[str]:
    """The parts between signs that are not in brackets."""
    parts, deep = [""], 0
    for letter in text:
        deep += (letter in "({[") - (letter in ")}]")
        if letter == sign and not deep:
            parts.append("")
        else:
            parts[-1] += letter
    return [" ".join(p.split()) for p in parts if p.strip()]


WAYS = {type: ways(text) for type, text in GIVEN.items()}


class Mixer:
    """Writes the rules of one game."""

    def __init__(self, seed: int):
        self.r = random.Random(seed)
        self.board = self.r.choice(BOARDS)
        self.has_variables = [v for v in VARIABLES if self.r.random() < 0.4]
        self.has_facts = [f for f in FACTS if self.r.random() < 0.4]
        self.has_rank = self.r.random() < 0.4
        self.has_supply = self.r.random() < 0.4
        self.has_rock = self.r.random() < 0.2
        self.has_token = self.r.random() < 0.3
        self.has_chance = self.r.random() < 0.2
        self.has_words = self.r.random() < 0.3
        self.has_cost = self.r.random() < 0.3
        self.has_variables = [v for v in self.has_variables if self.has_words or v not in OF_SHAPES]
        self.defined: set[str] = set()  # the facts and definitions that may be asked
        self.fresh = 0
        self.deepest = self.r.choice((1, 2, 2, 3))

    # ---- texts ----

    def knows(self, text: str, scope: Scope) -> bool:
        """Whether all that a text names is there."""
        if self.has_rank and text == "<man>":
            return False  # a new one needs a rank
        words = set(re.findall(r"[a-z]\w*", HOLE.sub("", text)))
        absent = {v.partition("[")[0] for v in VARIABLES} | {*FACTS, "rank", "here", "change"}
        absent |= {*WORD_FACTS, "cost"}
        absent |= {d.partition("(")[0] for d in DEFINED} - {"area"}
        absent -= {v.partition("[")[0] for v in self.has_variables}
        absent -= {*self.defined, *scope} | ({"rank"} if self.has_rank else set())
        absent |= set() if self.has_rock else {"rock"}
        absent |= set() if self.has_token else {"token", "edge", "body"}
        if self.board not in SQUARES:
            absent |= {"leaps", "diagonal", "blocks"}
        if self.board == "square(3) - {b2}":
            absent |= {"b2", "blocks"}
        if self.board == "square(2)" and "lines(3)" in text:
            return False
        holes = HOLE.sub(r"<\3", text)
        if ("mood" in absent and "<word" in holes) or (not self.has_words and "<shape" in holes):
            return False  # there are no such words
        return not words & absent

    def expression(self, type: str, scope: Scope, deep: int) -> str:
        """A text of a type."""
        plain, made = WAYS[type]
        here = [name for name, of in scope.items() if of == type]
        if here and self.r.random() < 0.4:
            return self.r.choice(here)
        known = [p for p in plain if self.knows(p, scope)]
        if deep <= 0 or not made or (known and self.r.random() < 0.2):
            return self.r.choice(known + 2 * here)
        wanted = self.r.choice([m for m in made if self.knows(m, scope)])
        return self.filled(wanted, scope, deep - 1)

    def filled(self, text: str, scope: Scope, deep: int) -> str:
        """A text with something in each hole."""
        inner, names, domains = dict(scope), {}, {}
        for name, _, type in HOLE.findall(text):
            if name:
                self.fresh += 1
                names[name] = f"{name}_{self.fresh}"
                domains[name] = self.expression(type, inner, deep) if type in ELEMENTS else ""
                inner[names[name]] = ELEMENTS.get(type, type)

        def fill(hole: re.Match[str]) -> str:
            name, sign, type = hole.groups()
            if name:
                joint = "" if " to " in text else f" in {domains[name]}"
                return names[name] + joint
            if sign == "=":
                return names[type]
            return self.expression(type, scope if sign else inner, deep)

        return HOLE.sub(fill, text)

    # ---- statements ----

    def statements(self, scope: Scope, indent: str, count: int) -> Iterator[str]:
        """The lines of some statements."""
        for _ in range(count):
            shape = self.r.random()
            if shape < 0.7 or len(indent) > DEEP:
                yield f"{indent}- {self.expression('statement', scope, self.deepest)}"
                continue
            if shape < 0.85:
                yield f"{indent}- if {self.expression('flag', scope, self.deepest)}:"
                yield from self.statements(scope, indent + "    ", 1)
                if self.r.random() < 0.5:
                    yield f"{indent}  else:"
                    yield from self.statements(scope, indent + "    ", 1)
                continue
            of = self.r.choice(("cells", "cells", "sets", "numbers", "directions", "colours"))
            self.fresh += 1
            name = f"v_{self.fresh}"
            yield f"{indent}- for {name} in {self.expression(of, scope, self.deepest - 1)}:"
            yield from self.statements({**scope, name: ELEMENTS[of]}, indent + "    ", 1)

    def action(self, name: str) -> Iterator[str]:
        """The lines of an action."""
        scope: Scope = {}
        domains = []
        for place in range(self.r.choice((0, 1, 1, 2))):
            of = self.r.choice(("cells", "cells", "cells", *ELEMENTS))
            are_absent = {
                "flags": True, "words": "mood" not in self.has_variables,
                "shapes": not self.has_words,
            }  # fmt: skip
            if are_absent.get(of):
                of = "numbers"
            first = name == "place" and place == 0
            domain = "empty" if first else self.expression(of, scope, self.deepest)
            domains.append(f"p{place} in {domain}")
            scope[f"p{place}"] = "cell" if first else ELEMENTS[of]
        heading = f"({', '.join(domains)})" if domains else ""
        yield f"  {name}{heading}:"
        if name == "place" and domains:
            yield f"    - put man{' with rank = 2' * self.has_rank} on p0"
        yield from self.statements(scope, "    ", self.r.choice((1, 1, 2, 3)))

    # ---- the file ----

    def text(self) -> str:
        """The whole file."""
        return "\n".join([*self.things(), *self.rules()]) + "\n"

    def things(self) -> Iterator[str]:
        """Players, the board, pieces, variables and definitions."""
        yield "game: Mixed"
        yield "players:"
        for colour, ahead, home in (("White", "northeast", "a1"), ("Black", "west", "b1")):
            goal = self.r.choice(("row(1)", "corners", "column(2)", "{a1, b1}"))
            yield from (f"  {colour}:", f"    ahead: {ahead}", f"    home: {home}")
            yield f"    goal: ({goal})"
        yield f"board: {self.board}"
        yield from self.words() if self.has_words else ()
        yield "pieces:"
        for kind in ("man", "king"):
            yield f"  {kind}:"
            if self.has_supply:
                yield f"    supply: {self.r.randint(1, 4)}"
            if self.has_rank and kind == "man":
                yield from ("    with:", "      rank: 0..3")
            yield from self.facts(kind)
        if self.has_rock:
            yield from ("  rock:", "    owner: none")
        if self.has_token:
            yield from ("  token:", "    owner: none", "    supply: each", "    with:",
                        "      edge: flat, round", "      body: small, tall")  # fmt: skip
        self.defined |= {*self.has_facts} | ({*WORD_FACTS} if self.has_words else set())
        self.defined |= {"cost"} if self.has_cost else set()
        if self.has_variables:
            yield "state:"
            yield from (f"  {name}: {VARIABLES[name]}" for name in self.has_variables)
        yield "define:"
        for name, body in DEFINED.items():
            parameter = name[-2]
            yield f"  {name}: {self.filled(body, {parameter: TYPES[parameter]}, 2)}"
            self.defined.add(name.partition("(")[0])
        changes = list(self.statements({"c": "cell"}, "    ", 1))
        yield from ("  change(c):", "    - require c in cells", *changes)
        self.defined.add("change")

    def words(self) -> Iterator[str]:
        """The words with their facts."""
        yield from ("words:", "  shape:")
        for word in ("round_one", "flat_one", "tall_one"):
            yield f"    {word}:"
            yield f"      size: ({self.expression('number', {}, 2)})"
            if word != "tall_one" or self.r.random() < 0.5:
                sometimes = "(flat_one if turns > 2 else none)"
                after = self.r.choice(("round_one", "flat_one", sometimes))
                yield f"      following: {after}"

    def facts(self, kind: str) -> Iterator[str]:
        """The facts of a kind, which may ask those before them."""
        self.defined = set()
        for fact in self.has_facts:
            if kind == "man" or self.r.random() < 0.5:
                yield f"    {fact}: ({self.expression(FACTS[fact], {'here': 'cell'}, 2)})"
            self.defined.add(fact)
        if self.has_cost:
            yield f"    cost: ({self.expression('number', {}, 2)})"

    def rules(self) -> Iterator[str]:
        """The set-up, actions, turns and ends."""
        rank = " with rank = 1" * self.has_rank
        yield from ("setup:", f"  - put man of White{rank} on a1", "  - put king of Black on b1")
        yield from self.statements({}, "  ", self.r.choice((0, 0, 0, 1)))
        if self.has_chance:
            scope = {"k": "number"}
            yield from ("chance:", f"  deal(k in {self.r.choice(('1..3', 'seats', '{1, 4}'))}):")
            yield f"    - weight {self.r.choice(('k', '0.5 * k', '1', '1 + count(mine)'))}"
            yield from self.statements(scope, "    ", 1)
        yield "actions:"
        yield from self.action("place")
        yield from self.action("act")
        condition = self.expression("flag", {}, 1)
        turn = self.r.choice((
            "place or act else pass", "place, act if possible", "act else place else pass",
            "place or act or pass", f"(place or act) if {condition}, place else pass",
            f"place, act up to {self.expression('number', {}, 1)} times",
            "place if possible, act if possible", "act at will, place else pass",
        ))  # fmt: skip
        yield f"turn: {f'deal if possible, ({turn})' if self.has_chance else turn}"
        if self.r.random() < 0.3:
            yield from ("after turn:", *self.statements({}, "  ", 1))
        yield "end:"
        for _ in range(self.r.choice((1, 2, 3))):
            winner = self.r.choice(("mover wins", "mover loses", "most area wins, else draw",
                                    "White wins", "draw"))  # fmt: skip
            condition = self.expression("flag", {}, self.deepest + 1)
            yield f"  - when turns > {self.r.randint(0, 2)} and {condition}: {winner}"
        yield f"  - when turns >= {self.r.randint(3, 8)}: most area wins"
