"""Parses the text of one leaf or key into a syntax node, by the Lark grammar in `rules.lark`.

`parse` takes a `Text` (with the place of every character) and a start symbol of the grammar, and
returns a node of `gdl.syntax.nodes`, or None after reporting what is wrong.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lark import Token, Tree
from lark.exceptions import UnexpectedInput

from gdl.source.diagnostics import Report
from gdl.source.limits import MAX_DIGITS, MAX_NAME, MAX_RULE, MAX_RULE_DEPTH
from gdl.source.spans import Span
from gdl.source.wording import grouped
from gdl.syntax import nodes as syntax
from gdl.syntax.errors.explain import explain
from gdl.syntax.grammar import lark_parser
from gdl.syntax.mixed_turns import warn_of_mixed
from gdl.yaml.reader import Text

MAX_LETTERS = {"NAME": MAX_NAME, "NUMBER": MAX_DIGITS, "SIGNED": MAX_DIGITS}  # of a token
NODES: dict[str, Callable[..., Any]] = {  # grammar rules whose parts are the fields of a node
    "player": syntax.Player, "stretch": syntax.Stretch, "point": syntax.Point,
    "attribute": syntax.Attribute, "lift": syntax.Lift,
    "remove": syntax.Remove, "move": syntax.Move, "swap": syntax.Swap, "assign": syntax.Assign,
    "move_at_once": syntax.MoveAtOnce, "add": syntax.Add, "take": syntax.Take,
    "play": syntax.Play, "weight": syntax.Weight, "let": syntax.Let,
    "named": syntax.Named, "at_line": syntax.Label, "before_line": syntax.Label,
    "after_line": syntax.Label,
    "for_block": syntax.ForHead, "repeat_block": syntax.RepeatHead, "between_times": syntax.Times,
    "if_possible": syntax.IfPossible, "if_true": syntax.IfTrue,
    "while_possible": syntax.WhilePossible, "up_to_times": syntax.UpToTimes,
    "all_at_once": syntax.AllAtOnce,
    "at_will": syntax.AtWill, "wins": syntax.Wins, "loses": syntax.Loses, "draw": syntax.Draw,

    "call": syntax.Call, "aggregate": syntax.Aggregate, "lookup": syntax.Lookup,
    "build_set": syntax.Build, "choose": syntax.Choose, "unary": syntax.Unary,
    "binary": syntax.Binary, "relation": syntax.Relation, "step": syntax.Step,
    "comprehension": syntax.Comprehension,
}  # fmt: skip
LISTS: dict[str, Callable[..., Any]] = {  # rules whose node has one field, for all parts
    "names": syntax.Names, "players": syntax.Players, "path": syntax.Path,
    "track": syntax.Track,
    "letters": syntax.Letters,
    "best": syntax.Best, "ranked": syntax.Ranked,
}  # fmt: skip
CHAINS = {"turn_else": syntax.Else, "turn_choice": syntax.Choice, "turn_order": syntax.Sequence}
CALLS = {"perform": syntax.Perform, "place": syntax.Place, "act": syntax.Act}  # name, arguments
PARTS = ("attributes", "args", "items", "binders")  # rules that yield a tuple of parts


def parse(text: Text, start: str, report: Report) -> Any:
    """The syntax node of a rule text, or None if it does not parse or exceeds a limit.

    `start` is a start symbol of the grammar; what is wrong is added to `report`.
    """
    if len(text.value) > MAX_RULE:
        report.add("rule-too-long", text.span, limit=grouped(MAX_RULE))
        return None
    try:
        tree = lark_parser().parse(text.value, start=start)
    except UnexpectedInput as error:
        explain(error, text, start, parses, report)
        return None
    if depth(tree) > MAX_RULE_DEPTH:
        report.add("rule-too-deep", text.span, limit=MAX_RULE_DEPTH)
        return None
    if has_long_word(tree, text, report):
        return None
    warn_of_mixed(tree, text, report)
    return Builder(text).build(tree)


def has_long_word(tree: Tree[Token], text: Text, report: Report) -> bool:
    """Whether a number or a name is too long; report each that is."""
    long = [
        token for token in tree.scan_values(lambda t: isinstance(t, Token))
        if len(token) > MAX_LETTERS.get(token.type, len(token))
    ]  # fmt: skip
    for token in long:
        span = text.part(token.start_pos or 0, token.end_pos or 0)
        code = "name-too-long" if token.type == "NAME" else "number-too-large"
        report.add(code, span, word=f"{token[:12]}…", most=MAX_LETTERS[token.type])
    return bool(long)


def parses(value: str, start: str) -> int:
    """How far a text parses: the offset of the first fault, or its length plus one if none."""
    try:
        lark_parser().parse(value, start=start)
    except UnexpectedInput as error:
        place = getattr(error, "pos_in_stream", None)
        token = getattr(error, "token", None)
        if token is not None and token.type == "$END":
            return len(value)
        return place if place is not None and place >= 0 else len(value)
    return len(value) + 1


def depth(tree: Tree[Token]) -> int:
    """The number of levels of a tree, counted without recursion."""
    deepest, level = 0, [tree]
    while level:
        deepest += 1
        level = [c for t in level for c in t.children if isinstance(c, Tree)]
    return deepest


class Builder:
    """Turns Lark's trees into syntax nodes: by the tables, or by the method named like the rule."""

    def __init__(self, text: Text):
        self.text = text

    def build(self, node: Tree[Token] | Token | None) -> Any:
        """The syntax node of a tree, a `Name` for a token, None for an optional part left out."""
        if node is None:
            return None
        if isinstance(node, Token):
            return syntax.Name(self.text.part(node.start_pos or 0, node.end_pos or 0), str(node))
        children = [self.build(child) for child in node.children]
        if node.meta.empty:
            span = self.text.span
        else:
            span = self.text.part(node.meta.start_pos, node.meta.end_pos)
        if node.data in PARTS:
            return tuple(children)
        if node.data in CHAINS:
            return CHAINS[node.data](span, tuple(children)) if children[1:] else children[0]
        if node.data in CALLS:
            return CALLS[node.data](span, children[0], children[1] or ())
        if node.data in LISTS:
            return LISTS[node.data](span, tuple(children))
        return (NODES.get(node.data) or getattr(self, node.data))(span, *children)

    # ---- declarations ----

    def name(self, span: Span, part: Any) -> Any:
        return part

    definition = name

    def stored(
        self, span: Span, domain: Any, or_none: Any, start: Any, published: Any
    ) -> syntax.Stored:
        return syntax.Stored(span, domain, or_none is not None, start, published or ())

    def domain(self, span: Span, values: Any, start: Any = None) -> syntax.Domain:
        if isinstance(values, tuple):
            values = values[0] if len(values) == 1 else self.display(self.spanning(values), values)
        return syntax.Domain(span, values, start)

    def spanning(self, parts: Any) -> Span:
        """The span of parts that follow one another."""
        first: Span = parts[0].span
        return first.to(parts[-1].span)

    def supply(self, span: Span, value: Any) -> Any:
        return syntax.Each(span) if isinstance(value, syntax.Name) else value

    def owner(self, span: Span, name: syntax.Name) -> syntax.Owner:
        return syntax.Owner(span, None if name.text == "none" else name)

    def action_head(self, span: Span, name: syntax.Name, binders: Any) -> syntax.Head:
        return syntax.Head(span, name, binders=binders or ())

    stored_head = action_head

    def define_head(self, span: Span, name: syntax.Name, names: Any) -> syntax.Head:
        return syntax.Head(span, name, names=names.names if names else ())

    seen_head = define_head

    def shown(self, span: Span, items: Any) -> syntax.Shown:
        nothing = isinstance(items, syntax.Name)
        return syntax.Shown(span, nothing, None if nothing else items)

    def extends(self, span: Span, *names: syntax.Name) -> syntax.FileName:
        return syntax.FileName(span, "-".join(n.text for n in names))

    # ---- statements ----

    def require(self, span: Span, condition: Any, message: Any) -> syntax.Require:
        return syntax.Require(span, condition, unquote(message))

    def attempt(self, span: Span, condition: Any, message: Any) -> syntax.Attempt:
        return syntax.Attempt(span, condition, unquote(message))

    def put(self, span: Span, piece: Any, owner: Any, attributes: Any, place: Any) -> syntax.Put:
        return syntax.Put(span, piece, owner, attributes or (), place)

    def put_under(
        self, span: Span, piece: Any, owner: Any, attributes: Any, place: Any
    ) -> syntax.Put:
        return syntax.Put(span, piece, owner, attributes or (), place, under=True)

    def below(self, span: Span) -> bool:
        return True

    def lift_some(self, span: Span, count: Any, place: Any, below: Any) -> syntax.Lift:
        return syntax.Lift(span, place, count, below is not None)

    def remove_some(self, span: Span, count: Any, place: Any, below: Any) -> syntax.Remove:
        return syntax.Remove(span, place, count, below is not None)

    def move_under(self, span: Span, start: Any, end: Any) -> syntax.Move:
        return syntax.Move(span, start, end, under=True)

    def move_some(self, span: Span, count: Any, start: Any, below: Any, end: Any) -> syntax.Move:
        return syntax.Move(span, start, end, count, below is not None)

    def move_some_under(
        self, span: Span, count: Any, start: Any, below: Any, end: Any
    ) -> syntax.Move:
        return syntax.Move(span, start, end, count, below is not None, under=True)

    def tell(
        self, span: Span, listener: syntax.Name, message: Any, *values: syntax.Expr
    ) -> syntax.Tell:
        return syntax.Tell(span, listener, unquote(message) or "", values)

    def if_block(self, span: Span, condition: Any) -> syntax.IfHead:
        return syntax.IfHead(span, condition, is_else=False)

    def else_if_block(self, span: Span, condition: Any) -> syntax.IfHead:
        return syntax.IfHead(span, condition, is_else=True)

    def else_block(self, span: Span) -> syntax.IfHead:
        return syntax.IfHead(span, None, is_else=True)

    # ---- turns ----

    def exactly_times(self, span: Span, turn: Any, times: Any) -> syntax.Times:
        return syntax.Times(span, turn, times, times)

    def with_the(
        self, span: Span, turn: Any, amount: syntax.Name, value: Any
    ) -> syntax.WithTheMost:
        return syntax.WithTheMost(span, turn, amount.text == "most", value)

    def bound(self, span: Span, word: syntax.Name) -> syntax.Expr:
        is_number = word.text[0].isdigit()
        return self.number(span, word) if is_number else self.word(span, word)

    # ---- the end ----

    def after_turn(self, span: Span, condition: Any) -> syntax.EndHead:
        return syntax.EndHead(span, condition, at_once=False)

    def after_action(self, span: Span, condition: Any) -> syntax.EndHead:
        return syntax.EndHead(span, condition, at_once=True)

    def named_after_turn(self, span: Span, name: syntax.Name, condition: Any) -> syntax.EndHead:
        return syntax.EndHead(span, condition, False, name)

    def named_after_action(self, span: Span, name: syntax.Name, condition: Any) -> syntax.EndHead:
        return syntax.EndHead(span, condition, True, name)

    def result(self, span: Span, *parts: Any) -> syntax.Result:
        *outcomes, message = parts
        return syntax.Result(span, tuple(outcomes), unquote(message))

    def gets(self, span: Span, to: Any, amount: Any, payers: Any) -> syntax.Gets:
        return syntax.Gets(span, to, amount, payers, (), None)

    def gets_for(
        self, span: Span, to: Any, amount: Any, payers: Any, binders: Any, condition: Any,
        message: Any,
    ) -> syntax.Result:  # fmt: skip
        gets = syntax.Gets(span, to, amount, payers, binders, condition)
        return syntax.Result(span, (gets,), unquote(message))

    def each(self, span: Span, *parts: Any) -> tuple[syntax.Bind, ...]:
        return parts if len(parts) == 1 else (*parts[0], parts[1])

    def rank(self, span: Span, most: syntax.Name, name: syntax.Name) -> syntax.Rank:
        return syntax.Rank(span, most.text == "most", name)

    # ---- expressions ----

    def number(self, span: Span, digits: syntax.Name) -> syntax.Number:
        return syntax.Number(span, float(digits.text) if "." in digits.text else int(digits.text))

    def constant(self, span: Span, word: syntax.Name) -> syntax.Constant:
        return syntax.Constant(span, word.text)

    def word(self, span: Span, name: syntax.Name) -> syntax.Word:
        return syntax.Word(span, name.text)

    def display(self, span: Span, items: Any = ()) -> syntax.Display:
        return syntax.Display(span, items)

    def relop(self, span: Span, *words: syntax.Name) -> syntax.Name:
        return syntax.Name(span, " ".join(w.text for w in words))

    def set_items(self, span: Span, *items: Any) -> syntax.Display:
        return self.display(span, items)

    def bind(self, span: Span, name: syntax.Name, domain: Any) -> syntax.Bind:
        return syntax.Bind(span, (name,), domain)

    def bind_pair(
        self, span: Span, first: syntax.Name, second: syntax.Name, domain: Any
    ) -> syntax.Bind:
        return syntax.Bind(span, (first, second), domain)


def unquote(message: syntax.Name | None) -> str | None:
    """A quoted message without its quotes; None without a message."""
    return message.text[1:-1] if message else None
