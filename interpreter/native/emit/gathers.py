"""How loops gather: what is done in a round with the value of the body."""

from __future__ import annotations

from collections.abc import Callable

from interpreter.native.emit.sets import Sets
from interpreter.native.terms import INT, REAL, TRUE, Term


class Gather:
    """How a loop gathers its values."""

    def __init__(self, start: str, step: Callable[[Sets, str, Term, str], None]):
        self._start = start
        self.gather = step

    def start(self, block: Sets, term: Term) -> str:
        """The value before the first round."""
        if term.type.is_set or term.type.name == "list":
            return "{0}" if term.type.name == "list" else "{{0}}"
        if term.type == REAL:
            return {"NO_NUMBER": "-__builtin_inf()"}.get(self._start, "0.0")
        return self._start


def _any(block: Sets, result: str, body: Term, done: str) -> None:
    with block.inside(f"if ({block.term(body)}) {{") if body != TRUE else block.deeper():
        block.write(f"{result} = true;")
        block.write(f"goto {done};")


def _all(block: Sets, result: str, body: Term, done: str) -> None:
    with block.inside(f"if (!{block.wrapped(body)}) {{"):
        block.write(f"{result} = false;")
        block.write(f"goto {done};")


def _count(block: Sets, result: str, body: Term, done: str) -> None:
    block.write(f"{result} += {block.term(body) if body != TRUE else 1};")


def _sum(block: Sets, result: str, body: Term, done: str) -> None:
    made = block.term(body)
    text = f"{result} + {made}" if body.type == REAL else f"wrap_add({result}, {made})"
    block.write(f"{result} = {text};")


def _max(block: Sets, result: str, body: Term, done: str) -> None:
    made = block.named(body, block.term(body))
    none = "NO_NUMBER" if body.type == INT else "-__builtin_inf()"
    block.write(f"if ({result} == {none} || {made} > {result}) {result} = {made};")


def _min(block: Sets, result: str, body: Term, done: str) -> None:
    made = block.named(body, block.term(body))
    none = "NO_NUMBER" if body.type == INT else "-__builtin_inf()"
    block.write(f"if ({result} == {none} || {made} < {result}) {result} = {made};")


def _first(block: Sets, result: str, body: Term, done: str) -> None:
    block.write(f"{result} = {block.term(body)};")
    block.write(f"goto {done};")


def _union(block: Sets, result: str, body: Term, done: str) -> None:
    block.write(f"{result} = {block.p(body)}_union({result}, {block.term(body)});")


def _often(block: Sets, result: str, body: Term, done: str) -> None:
    made, p = block.named(body, block.term(body)), block.p(body)
    block.write(f"more_{result} = {p}_union(more_{result}, {p}_meet({result}, {made}));")
    block.write(f"{result} = {p}_union({result}, {made});")


def _list(block: Sets, result: str, body: Term, done: str) -> None:
    made = block.term(body)
    block.write(f"if ({result}.n < (int32_t)(sizeof {result}.v / sizeof *{result}.v)) "
                f"{result}.v[{result}.n++] = {made};")  # fmt: skip


def _tally(block: Sets, result: str, body: Term, done: str) -> None:
    block.write(f"{result}.v[{block.term(body)}]++;")


GATHERERS = {
    "any": Gather("false", _any), "all": Gather("true", _all), "count": Gather("0", _count),
    "sum": Gather("0", _sum), "max": Gather("NO_NUMBER", _max), "min": Gather("NO_NUMBER", _min),
    "first": Gather("-1", _first), "union": Gather("0", _union), "list": Gather("0", _list),
    "descending": Gather("0", _list), "once": Gather("0", _often), "twice": Gather("0", _often),
    "tally": Gather("0", _tally),
}  # fmt: skip
