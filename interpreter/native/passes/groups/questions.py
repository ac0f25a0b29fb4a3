"""What is asked of the group of each of some cells is asked once of each group; and which size.

Rules say `union(g for g in groups(enemy) if no liberties(g))`, or the same of all cells:
`{c for c in enemy if no liberties(group(c))}`.  The second floods for every cell.
"""

from __future__ import annotations

from dataclasses import replace

from interpreter.native.ir import terms as t
from interpreter.native.ir.layout.layout import bits_of
from interpreter.native.ir.rewrite import replaced
from interpreter.native.ir.terms import INT, TRUE, Table, Term

ALIKE = ("any", "all", "max", "min", "union")  # reductions for which it does not matter how often


def asked_of_groups(fold: Term) -> Term:
    """A loop over cells as one over their groups, where it asks of a cell only its group."""
    if fold.op != "fold" or len(fold.data.loops) > 1 or fold.data.loops[0].of != "cells":
        return fold
    loop, (domain, *_, condition, body) = fold.data.loops[0], fold.args
    one = t.bit(domain.type, t.var(loop.name, INT))
    condition, body = (from_within(a, one, t.factors_of(domain)) for a in (condition, body))
    floods = {p for a in (condition, body) for p in a.parts if p.op == "flood" and p.args[0] == one}
    if loop.kind != "bits" or len(floods) != 1:
        return fold
    flood = floods.pop()
    inside = flood.args[1]
    if loop.name in inside.free or inside not in t.factors_of(domain):
        return fold
    group = t.var(loop.name, domain.type)
    its_cells = group if domain == inside else t.meet(group, domain)
    if fold.data.reduction == "union" and body == one:
        body = its_cells
    asked, body = (replaced(a, {flood: group}) for a in (condition, body))
    asked, body = (replaced(a, {t.some(group): TRUE}) for a in (asked, body))
    reduction = fold.data.reduction
    if reduction == "union" and asked == TRUE and body == group:
        return t.flood(flood.data, domain, inside)
    if reduction == "any" and asked == body == TRUE:
        return t.some(domain)
    if reduction not in ALIKE:
        return fold
    if any(t.var(loop.name, INT) in a.parts for a in (asked, body)):
        return fold
    kind, domains = ("groups", (inside,)) if domain == inside else ("groups_at", (inside, domain))
    over = replace(loop, kind=kind, type=domain.type, count=len(domains), adjacency=flood.data)
    return t.fold(reduction, (over,), domains, asked, body, fold.type)


def from_within(asked: Term, one: Term, inside: list[Term]) -> Term:
    """What is asked of all that is reached from a cell, as asked of its group if it has others."""
    known = dict[Term, Term]()
    for part in asked.parts:
        if part.op == "flood" and part.args[1] in inside:
            near = next((a for a in part.args[0].args if a.args == one.args), one)
            is_next = part.args[0] == t.meet(near, part.args[1]) and near.op == "table"
            if is_next and near.data.adjacency == part.data and is_mutual(near.data):
                group = t.flood(part.data, one, part.args[1])
                known[part] = t.select(t.lt(t.number(1), t.count(group)), group, t.no(group.type))
                known[t.union(one, known[part])] = group
    return replaced(asked, known)


def is_mutual(table: Table) -> bool:
    """Whether a neighbour relation holds both ways, and no cell is next to itself."""
    rows = table.values
    return all(i != j and rows[j] >> i & 1 for i, v in enumerate(rows) for j in bits_of(v))


def asked_size(fold: Term) -> Term | None:
    """The number that a loop over groups compares the size of each with; None for other loops."""
    loop, (condition, body) = fold.data.loops[0], fold.args[-2:]
    if len(fold.data.loops) > 1 or loop.kind != "groups":
        return None
    holds, size = t.and_(condition, body), t.count(t.var(loop.name, loop.type))
    if holds.op != "eq" or size not in holds.args:
        return None
    number = holds.args[holds.args[0] == size]
    return None if loop.name in number.free else number
