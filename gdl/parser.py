"""Text of one leaf or key to its syntax node, by the Lark grammar in `rules.lark`.

`parse` takes a `Text` (with the place of every character) and the grammar's start symbol, and gives
a node of `gdl.syntax`, or None after reporting what is wrong.
"""

from __future__ import annotations

from typing import Any

from lark import Token, Tree
from lark.exceptions import UnexpectedInput

from gdl import syntax
from gdl.diagnostics import Report
from gdl.grammar import lark_parser
from gdl.limits import MAX_DIGITS, MAX_NAME, MAX_RULE, MAX_RULE_DEPTH
from gdl.source import Span
from gdl.syntax_errors import explain
from gdl.wording import grouped
from gdl.yaml_reader import Text

LONGEST = {"NAME": MAX_NAME, "NUMBER": MAX_DIGITS, "SIGNED": MAX_DIGITS}  # letters of a token


def parse(text: Text, start: str, report: Report) -> Any:
    """The node that a rule text stands for, or None when it is not in the language.

    `start` is a start symbol of the grammar; what is wrong goes to `report`.
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
    return None if has_long_word(tree, text, report) else Builder(text).build(tree)


def has_long_word(tree: Tree[Token], text: Text, report: Report) -> bool:
    """Whether a number has too many digits or a name too many letters; it is reported."""
    long = [
        token for token in tree.scan_values(lambda t: isinstance(t, Token))
        if len(token) > LONGEST.get(token.type, len(token))
    ]  # fmt: skip
    for token in long:
        span = text.part(token.start_pos or 0, token.end_pos or 0)
        code = "name-too-long" if token.type == "NAME" else "number-too-large"
        report.add(code, span, word=f"{token[:12]}…", most=LONGEST[token.type])
    return bool(long)


def parses(value: str, start: str) -> int:
    """How far a text is in the language: the offset of the first fault, or its length plus one."""
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
    """The number of levels of a tree, without recursion."""
    deepest, level = 0, [tree]
    while level:
        deepest += 1
        level = [c for t in level for c in t.children if isinstance(c, Tree)]
    return deepest


class Builder:
    """Makes syntax nodes of Lark's trees; a method for each rule or alias of the grammar."""

    def __init__(self, text: Text):
        self.text = text

    def build(self, node: Tree[Token] | Token | None) -> Any:
        """The syntax node of a tree, a `Name` for a token, None for what was left out."""
        if node is None:
            return None
        if isinstance(node, Token):
            return syntax.Name(self.text.part(node.start_pos or 0, node.end_pos or 0), str(node))
        children = [self.build(child) for child in node.children]
        if node.meta.empty:
            span = self.text.span
        else:
            span = self.text.part(node.meta.start_pos, node.meta.end_pos)
        return getattr(self, node.data)(span, *children)

    # ---- declarations ----

    def name(self, span: Span, name: syntax.Name) -> syntax.Name:
        return name

    def names(self, span: Span, *names: syntax.Name) -> syntax.Names:
        return syntax.Names(span, names)

    def players(self, span: Span, *players: syntax.Player) -> syntax.Players:
        return syntax.Players(span, players)

    def player(self, span: Span, name: syntax.Name, condition: Any) -> syntax.Player:
        return syntax.Player(span, name, condition)

    def stored(
        self, span: Span, domain: Any, or_none: Any, start: Any, published: Any
    ) -> syntax.Stored:
        return syntax.Stored(span, domain, or_none is not None, start, published or ())

    def definition(self, span: Span, body: Any) -> Any:
        return body

    def path(self, span: Span, *points: syntax.Name) -> syntax.Path:
        return syntax.Path(span, points)

    def point(self, span: Span, x: syntax.Name, y: syntax.Name) -> syntax.Point:
        return syntax.Point(span, float(x.text), float(y.text))

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

    def attributes(self, span: Span, *items: syntax.Attribute) -> Any:
        return items

    def attribute(self, span: Span, name: syntax.Name, value: Any) -> syntax.Attribute:
        return syntax.Attribute(span, name, value)

    def lift(self, span: Span, place: Any) -> syntax.Lift:
        return syntax.Lift(span, place)

    def remove(self, span: Span, place: Any) -> syntax.Remove:
        return syntax.Remove(span, place)

    def move(self, span: Span, start: Any, end: Any) -> syntax.Move:
        return syntax.Move(span, start, end)

    def swap(self, span: Span, first: Any, second: Any) -> syntax.Swap:
        return syntax.Swap(span, first, second)

    def assign(self, span: Span, place: Any, value: Any) -> syntax.Assign:
        return syntax.Assign(span, place, value)

    def add(self, span: Span, value: Any, place: Any) -> syntax.Add:
        return syntax.Add(span, value, place)

    def take(self, span: Span, value: Any, place: Any) -> syntax.Take:
        return syntax.Take(span, value, place)

    def play(self, span: Span, colour: Any) -> syntax.Play:
        return syntax.Play(span, colour)

    def weight(self, span: Span, value: Any) -> syntax.Weight:
        return syntax.Weight(span, value)

    def tell(self, span: Span, listener: syntax.Name, message: Any) -> syntax.Tell:
        return syntax.Tell(span, listener, unquote(message) or "")

    def perform(self, span: Span, name: syntax.Name, args: Any) -> syntax.Perform:
        return syntax.Perform(span, name, args or ())

    def place(self, span: Span, name: syntax.Name, args: Any) -> syntax.Place:
        return syntax.Place(span, name, args or ())

    def if_block(self, span: Span, condition: Any) -> syntax.IfHead:
        return syntax.IfHead(span, condition, is_else=False)

    def else_if_block(self, span: Span, condition: Any) -> syntax.IfHead:
        return syntax.IfHead(span, condition, is_else=True)

    def else_block(self, span: Span) -> syntax.IfHead:
        return syntax.IfHead(span, None, is_else=True)

    def for_block(self, span: Span, binders: Any, condition: Any) -> syntax.ForHead:
        return syntax.ForHead(span, binders, condition)

    # ---- turns ----

    def turn_else(self, span: Span, *turns: syntax.Turn) -> syntax.Turn:
        return turns[0] if len(turns) == 1 else syntax.Else(span, turns)

    def turn_choice(self, span: Span, *turns: syntax.Turn) -> syntax.Turn:
        return turns[0] if len(turns) == 1 else syntax.Choice(span, turns)

    def turn_order(self, span: Span, *turns: syntax.Turn) -> syntax.Turn:
        return turns[0] if len(turns) == 1 else syntax.Sequence(span, turns)

    def if_possible(self, span: Span, turn: Any) -> syntax.IfPossible:
        return syntax.IfPossible(span, turn)

    def if_true(self, span: Span, turn: Any, condition: Any) -> syntax.IfTrue:
        return syntax.IfTrue(span, turn, condition)

    def while_possible(self, span: Span, turn: Any) -> syntax.WhilePossible:
        return syntax.WhilePossible(span, turn)

    def up_to_times(self, span: Span, turn: Any, times: Any) -> syntax.UpToTimes:
        return syntax.UpToTimes(span, turn, times)

    def at_will(self, span: Span, turn: Any) -> syntax.AtWill:
        return syntax.AtWill(span, turn)

    def act(self, span: Span, name: syntax.Name, args: Any) -> syntax.Act:
        return syntax.Act(span, name, args or ())

    # ---- the end ----

    def after_turn(self, span: Span, condition: Any) -> syntax.EndHead:
        return syntax.EndHead(span, condition, at_once=False)

    def after_action(self, span: Span, condition: Any) -> syntax.EndHead:
        return syntax.EndHead(span, condition, at_once=True)

    def result(self, span: Span, *outcomes: syntax.Outcome) -> syntax.Result:
        return syntax.Result(span, outcomes)

    def wins(self, span: Span, colour: Any) -> syntax.Wins:
        return syntax.Wins(span, colour)

    def loses(self, span: Span, colour: Any) -> syntax.Loses:
        return syntax.Loses(span, colour)

    def draw(self, span: Span) -> syntax.Draw:
        return syntax.Draw(span)

    def best(self, span: Span, *ranks: syntax.Rank) -> syntax.Best:
        return syntax.Best(span, ranks)

    def rank(self, span: Span, most: syntax.Name, name: syntax.Name) -> syntax.Rank:
        return syntax.Rank(span, most.text == "most", name)

    # ---- expressions ----

    def number(self, span: Span, digits: syntax.Name) -> syntax.Number:
        return syntax.Number(span, float(digits.text) if "." in digits.text else int(digits.text))

    def constant(self, span: Span, word: syntax.Name) -> syntax.Constant:
        return syntax.Constant(span, word.text)

    def word(self, span: Span, name: syntax.Name) -> syntax.Word:
        return syntax.Word(span, name.text)

    def call(self, span: Span, name: syntax.Name, args: Any) -> syntax.Call:
        return syntax.Call(span, name, args)

    def aggregate(
        self, span: Span, name: syntax.Name, comprehension: Any, default: Any
    ) -> syntax.Aggregate:
        return syntax.Aggregate(span, name, comprehension, default)

    def lookup(self, span: Span, name: syntax.Name, args: Any) -> syntax.Lookup:
        return syntax.Lookup(span, name, args)

    def display(self, span: Span, items: Any = ()) -> syntax.Display:
        return syntax.Display(span, items)

    def build_set(self, span: Span, comprehension: Any) -> syntax.Build:
        return syntax.Build(span, comprehension)

    def choose(self, span: Span, yes: Any, condition: Any, no: Any) -> syntax.Choose:
        return syntax.Choose(span, yes, condition, no)

    def unary(self, span: Span, op: syntax.Name, operand: Any) -> syntax.Unary:
        return syntax.Unary(span, op, operand)

    def binary(self, span: Span, left: Any, op: syntax.Name, right: Any) -> syntax.Binary:
        return syntax.Binary(span, left, op, right)

    def relation(self, span: Span, left: Any, op: syntax.Name, right: Any) -> syntax.Relation:
        return syntax.Relation(span, left, op, right)

    def relop(self, span: Span, *words: syntax.Name) -> syntax.Name:
        return syntax.Name(span, " ".join(w.text for w in words))

    def args(self, span: Span, *args: Any) -> Any:
        return args

    items = args
    binders = args

    def set_items(self, span: Span, *items: Any) -> syntax.Display:
        return self.display(span, items)

    def step(self, span: Span, name: syntax.Name, target: Any) -> syntax.Step:
        return syntax.Step(span, name, target)

    def comprehension(
        self, span: Span, body: Any, binders: Any, condition: Any
    ) -> syntax.Comprehension:
        return syntax.Comprehension(span, body, binders, condition)

    def bind(self, span: Span, name: syntax.Name, domain: Any) -> syntax.Bind:
        return syntax.Bind(span, (name,), domain)

    def bind_pair(
        self, span: Span, first: syntax.Name, second: syntax.Name, domain: Any
    ) -> syntax.Bind:
        return syntax.Bind(span, (first, second), domain)


def unquote(message: syntax.Name | None) -> str | None:
    """The words of a quoted message."""
    return message.text[1:-1] if message else None
