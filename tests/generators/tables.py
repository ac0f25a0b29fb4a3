"""Rule files of games without a board, for one to three players: cards, dice and numbers at random.

`Dealer(seed).text()` is such a file, `fuzz.py --kind tables` plays them.
"""

from __future__ import annotations

import random

COLOURS = (("Red",), ("Red", "Blue"), ("Red", "Blue", "Green"))
SIGNS = ("=", "!=", "<", "<=", ">", ">=")


class Dealer:
    """Writes the rules of one game."""

    def __init__(self, seed: int):
        self.r = random.Random(seed)
        self.colours = self.r.choice(COLOURS)
        self.has_chance = self.r.random() < 0.5

    # ---- expressions ----

    def colour(self) -> str:
        known = ["mover", "next", *self.colours, "first(colours)"]
        if len(self.colours) > 1:
            known += ["after(mover)", "after(next)"]
        if len(self.colours) == 2:
            known.append("opponent")
        return self.r.choice(known)

    def number(self, deep: int = 1) -> str:
        plain = ["n", "dice", "turns", "passes", "1", "2", f"points[{self.colour()}]",
                 "count(deck)", "count(colours)", "rank(top)"]  # fmt: skip
        if deep <= 0 or self.r.random() < 0.4:
            return self.r.choice(plain)
        return self.r.choice((
            f"({self.number(0)} {self.r.choice('+-*')} {self.number(0)})",
            f"sum(points[p] for p in colours if {self.condition(0)})",
            "max(points[p] for p in colours)", f"({self.number(0)} mod 3)",
            "count(hand[p] != none for p in colours)",
            f"({self.number(0)} if {self.condition(0)} else {self.number(0)})",
        ))  # fmt: skip

    def cards(self) -> str:
        return self.r.choice((
            "deck", "card", "{k for k in deck if k != top}", "(deck - {top})", "(deck | {top})",
            "{hand[p] for p in colours}",
        ))  # fmt: skip

    def condition(self, deep: int = 1) -> str:
        sign = self.r.choice(SIGNS)
        plain = [f"n {sign} {self.r.randint(0, 4)}", "some deck", "no deck", "top = none",
                 "hand[mover] = none", f"mover = {self.colour()}", "top in deck",
                 "seen(n, mover) = 0", "seen(deck) < 2",
                 "suit(top) = hearts", "suit(hand[mover]) != suit(top)"]  # fmt: skip
        if deep <= 0 or self.r.random() < 0.4:
            return self.r.choice(plain)
        return self.r.choice((
            f"{self.number(0)} {sign} {self.number(0)}", f"{self.cards()} within {self.cards()}",
            f"{self.cards()} meets {self.cards()}", f"not ({self.condition(0)})",
            f"({self.condition(0)} or {self.condition(0)})",
            f"any(points[p] {sign} n for p in colours)", f"hand[{self.colour()}] = top",
        ))  # fmt: skip

    # ---- statements ----

    def statement(self) -> str:
        return self.r.choice((
            f"require {self.condition()}", f"set n to {self.number()}", "add 1 to n",
            f"add {self.number(0)} to points[{self.colour()}]",
            f"take 1 from points[{self.colour()}]", f"add {self.cards()} to deck",
            f"take {self.cards()} from deck", f"set hand[{self.colour()}] to top",
            f"set top to hand[{self.colour()}]", "set top to first(deck)", "set top to none",
            f"set next to {self.colour()}", f"if {self.condition()}: set n to {self.number(0)}",
            f"for p in colours if {self.condition(0)}: add 1 to points[p]",
        ))  # fmt: skip

    def action(self, name: str) -> list[str]:
        head, body = self.r.choice((
            ("", []), ("(m in 1..3)", ["set n to m"]), ("(k in deck)", ["take k from deck"]),
            (f"(k in {self.cards()}, p in colours)", ["set hand[p] to k"]),
            (f"(m in 0..{self.number(0)})", ["require m != n", "set n to m"]),
        ))  # fmt: skip
        body = [*body, *(self.statement() for _ in range(self.r.randint(1, 2)))]
        return [f"  {name}{head}:", *(f"    - {line}" for line in body)]

    def result(self) -> str:
        return self.r.choice((
            "mover wins", "mover loses", "draw", f"{self.colours[0]} wins", "most points wins",
            f"{self.colours[-1]} loses", "fewest points wins, else draw",
        ))  # fmt: skip

    def text(self) -> str:
        """The whole file."""
        turn = self.r.choice((
            "one or two else pass", "one else pass", "one, two else pass", "one or pass",
            "one up to 3 times, (two or pass)", "one, (two or done) else pass",
            f"one if {self.condition(0)}, two else pass",
        ))  # fmt: skip
        used = [name for name in ("one", "two") if name in turn]
        lines = ["game: Made up", f"players: {', '.join(self.colours)}", "pieces:", "  card:",
                 "    owner: none", "    supply: each", "    with:", "      rank: 1..2",
                 "      suit: hearts, spades", "state:", "  n: 0..4", "  dice: 1..3",
                 "  points[p in colours]: -2..9", "  deck: subsets(card) = card",
                 "  hand[p in colours]: card or none", "  top: card or none"]  # fmt: skip
        if self.has_chance:
            lines += ["chance:", "  throw(m in 1..3):", "    - weight m", "    - set dice to m"]
            turn = f"throw, ({turn})" if "else pass" in turn or "or pass" in turn else turn
        lines += ["actions:", *(line for name in used for line in self.action(name))]
        lines += [f"turn: {turn}", "end:"]
        if self.r.random() < 0.6:
            when = self.r.choice(("when", "as soon as"))
            lines.append(f"  - {when} {self.condition()}: {self.result()}")
        lines.append(f"  - when turns >= {self.r.randint(3, 8)}: {self.result()}")
        return "\n".join(lines) + "\n"
