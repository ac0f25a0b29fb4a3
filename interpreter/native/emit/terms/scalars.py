"""Flags, numbers, tables and choices as C."""

from __future__ import annotations

from functools import partialmethod

from interpreter.native.emit.terms.lines import Lines
from interpreter.native.ir.terms import BOOL, NO_NUMBER, REAL, Term, not_, parts_of

STRAIGHT = ("const", "read", "union", "meet", "minus", "moved")
PLAIN = ("const", "var", "read", "union", "meet", "minus", "bit")


def is_hard_to_predict(condition: Term) -> bool:
    """Whether a condition is a flag from a table or compares two flags of a position.

    For example which kind of piece was drawn: branch predictors are bad at guessing that.
    """
    inner = condition.args[0] if condition.op == "not" else condition
    return inner.op == "table" or (inner.op == "eq" and all(a.op == "has" for a in inner.args))


def is_plain(term: Term) -> bool:
    """Whether a set takes few instructions and is safe to compute where it is not needed."""
    if term.type.name not in ("set", "int"):
        return False
    return term.op in PLAIN and not term.nullable and all(map(is_plain, term.args))


def is_straight(term: Term) -> bool:
    """Whether a condition takes a few shifts and masks of sets of one word."""
    if term.op in ("meets", "some"):
        return all(map(is_straight, term.args))
    if term.type.name != "set" or term.type.size > 1 or term.nullable:
        return False
    return term.op in STRAIGHT and all(a.type.name == "int" or is_straight(a) for a in term.args)


class Scalars(Lines):
    """Writes terms that need no loop."""

    def make_const(self, term: Term) -> str:
        if term.type.is_set:
            return self.unit.constant(term.type.size, term.data)
        if term.type == BOOL:
            return "true" if term.data else "false"
        if term.type.name == "list":
            return f"({self.unit.c_type(term.type)}){{0}}"
        if term.type == REAL:
            if term.data in (float("inf"), -float("inf")):
                return "-__builtin_inf()" if term.data < 0 else "__builtin_inf()"
            return repr(float(term.data))
        return "NO_NUMBER" if term.data == NO_NUMBER else str(term.data)

    def make_var(self, term: Term) -> str:
        return str(term.data)

    def make_read(self, term: Term) -> str:
        return self.place(term.data, term.args)

    def make_table(self, term: Term) -> str:
        usual, table = term.data.sparse
        index = "".join(f"[{self.term(i)}]" for i in term.args)
        entry = f"{self.unit.table(table)}{index}"
        return f"({entry} ^ {usual})" if usual else entry

    def chain(self, term: Term, sign: str) -> str:
        """Conditions joined by `&&` or `||`, with the statements of later ones under a test."""
        done: list[str] = []
        given: frozenset[Term] = frozenset()
        for number, part in enumerate(term.args):
            made, lines = self.attempt(part, given) if number else (self.term(part), [])
            given |= parts_of(part if sign == "&&" else not_(part))
            if lines:
                name = self.unit.fresh("b")
                self.write(f"bool {name} = {f' {sign} '.join(done)};")
                self.write(f"if ({name if sign == '&&' else '!' + name}) {{")
                self.lines += lines
                with self.deeper():
                    self.write(f"{name} = {made};")
                self.write("}")
                done = [name]
            else:
                done.append(f"({made})" if part.op in ("and", "or") else made)
        return "(" + f" {sign} ".join(done) + ")" if len(done) > 1 else done[0]

    def make_or(self, term: Term) -> str:
        straight = tuple(a for a in term.args if is_straight(a))
        if len(straight) == len(term.args):  # usually none holds, so all are looked at anyway
            return "(" + " | ".join(self.wrapped(a) for a in term.args) + ")"
        return self.chain(term, "||")

    make_and = partialmethod(chain, sign="&&")

    def make_not(self, term: Term) -> str:
        return f"!{self.wrapped(term.args[0])}"

    def wrapped(self, term: Term) -> str:
        """C for a term, in parentheses unless it is a name, a number or has them already."""
        made = self.term(term)
        return made if made.replace("_", "").isalnum() or made.startswith("(") else f"({made})"

    def make_eq(self, term: Term) -> str:
        a, b = term.args
        if a.type.is_set:
            return f"{self.p(a)}_eq({self.term(a)}, {self.term(b)})"
        return self.compare(term, "==")

    def make_nearest(self, term: Term) -> str:
        table = self.unit.table(term.data)
        name = self.unit.helper(f"places_of_{table}", (
            f"static int32_t places_of_{table}(int32_t n)\n{{\n"
            f"    int32_t low = 0, high = {len(term.data.values)};\n"
            "    while (low < high) {\n        const int32_t middle = (low + high) / 2;\n"
            f"        if ({table}[middle] <= n) low = middle + 1;\n        else high = middle;\n"
            "    }\n    return low;\n}\n"
        ))  # fmt: skip
        return f"{name}({self.term(term.args[0])})"

    def make_code(self, term: Term) -> str:
        name = "code_of_real" if term.args[0].type == REAL else "code_of"
        return f"{name}({self.term(term.args[0])}, {term.data})"

    def compare(self, term: Term, sign: str) -> str:
        """A comparison of two numbers or lists."""
        a, b = term.args
        is_list = a.type.name == "list"
        left, right = (self.named(x, self.term(x)) if is_list else self.term(x) for x in (a, b))
        return f"({self.unit.compare(a.type, left, sign, right)})"

    make_lt = partialmethod(compare, sign="<")
    make_le = partialmethod(compare, sign="<=")

    def number(self, term: Term, sign: str, wrap: str) -> str:
        """An arithmetic operation; on whole numbers it wraps around."""
        a, b = (self.term(x) for x in term.args)
        return f"({a} {sign} {b})" if term.type == REAL else f"{wrap}({a}, {b})"

    make_add = partialmethod(number, sign="+", wrap="wrap_add")
    make_sub = partialmethod(number, sign="-", wrap="wrap_sub")
    make_mul = partialmethod(number, sign="*", wrap="wrap_mul")

    def divided(self, term: Term, whole: str, real: str) -> str:
        """A quotient, rounded down, or its remainder."""
        a, b = (self.term(x) for x in term.args)
        return real.format(a=a, b=b) if term.type == REAL else f"{whole}({a}, {b})"

    make_div = partialmethod(divided, whole="quotient", real="__builtin_floor({a} / {b})")
    make_mod = partialmethod(
        divided, whole="remainder_of", real="({a} - {b} * __builtin_floor({a} / {b}))"
    )

    def make_real(self, term: Term) -> str:
        return f"(double){self.wrapped(term.args[0])}"

    def make_roomier(self, term: Term) -> str:
        old, new = term.args[0].type, term.type
        name = f"list{new.size}_of_list{old.size}"
        self.unit.helper(name, (
            f"static inline {self.unit.c_type(new)} {name}({self.unit.c_type(old)} a)\n"
            f"{{\n    {self.unit.c_type(new)} r = {{a.n, {{0}}}};\n"
            "    memcpy(r.v, a.v, sizeof a.v);\n    return r;\n}\n"
        ))  # fmt: skip
        return f"{name}({self.term(term.args[0])})"

    def make_select(self, term: Term) -> str:
        condition = self.term(term.args[0])
        ways = term.args[1:]
        is_set = term.type.is_set
        if is_set and is_hard_to_predict(term.args[0]) and all(map(is_plain, ways)):
            yes, no = (self.term(a) for a in ways)
            return f"{self.p(term)}_if({condition}, {yes}, {no})"
        yes, yes_lines = self.attempt(ways[0], parts_of(term.args[0]))
        no, no_lines = self.attempt(ways[1], parts_of(not_(term.args[0])))
        if not yes_lines and not no_lines:
            if is_set and not any(a.op == "table" or a.is_guarded for a in ways):
                return f"{self.p(term)}_if({condition}, {yes}, {no})"
            return f"({condition} ? {yes} : {no})"
        name = self.unit.fresh()
        self.write(f"{self.unit.c_type(term.type)} {name};")
        for head, value, lines in ((f"if ({condition}) {{", yes, yes_lines),
                                   ("} else {", no, no_lines)):  # fmt: skip
            self.write(head)
            self.lines += lines
            with self.deeper():
                self.write(f"{name} = {value};")
        self.write("}")
        return name

    def p(self, term: Term) -> str:
        """The prefix of the C functions on sets of a term's size."""
        self.unit.sizes.add(term.type.size)
        return f"set{term.type.size}"
