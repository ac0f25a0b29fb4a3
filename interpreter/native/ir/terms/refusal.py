"""What the native engine cannot do: the table of reasons, and the exception that carries one.

`docs/native.md` has a section for each row, with what to write instead; `gdl check` tells the
reason as a note, at the place that it is about.
"""

from __future__ import annotations

from gdl.source.frozen import frozen
from gdl.source.spans import Span


@frozen
class Reason:
    """Why a file is left to the reference engine, and what to write instead.

    In `what` stands `{text}` for the rule words in backquotes or for the game, `{name}` for a name,
    `{count}` for a number.
    """

    what: str
    instead: str


REASONS: dict[str, Reason] = {
    # ---- numbers ----
    "set-of-numbers": Reason(
        "the numbers of the set in {text} are not known to lie within a range of 4,096",
        "let it hold small numbers, with `mod` or a `max`, or compare numbers without a set",
    ),
    "fraction": Reason(
        "{text} works with fractions",
        "count in halves or tenths, so that all numbers are whole",
    ),
    "large-number": Reason(
        "{text} has numbers beyond 2,147,483,647",
        "use smaller numbers; those that are compared may be divided by the same number",
    ),
    "large-supply": Reason(
        "the supply of {text} is too large: the supplies of all owners and the room on the board "
        "come to {count} pieces, and {name} is the most here",
        "let supplies be smaller; what never runs out needs none",
    ),
    "parameter": Reason(
        "nothing says how many values the parameter in {text} can have",
        "choose from a range between numbers that are known, and `require` the rest",
    ),
    # ---- sets of sets ----
    "set-of-sets": Reason(
        "the sets in {text} are not among sets that are known before play",
        "choose from `lines`, `blocks`, `links` or sets that depend on parameters alone, and "
        "`require` the rest",
    ),
    "sets-of-steps": Reason(
        "the sets in {text} hold steps or further sets",
        "let them hold cells, numbers, colours, directions, kinds, pieces or words",
    ),
    "given-set": Reason(
        "the turn says which of the sets {text} a parameter is",
        "give the action a number, and name the set by it in the rule",
    ),
    "group-parameter": Reason(
        "a player chooses one of the groups {text}",
        "let the player choose a cell `c`, and write `group(c)` in the rule",
    ),
    "set-of-groups": Reason(
        "{text} takes groups in pairs, or chooses between groups and other sets of sets",
        "ask in each case: `any(… for g in groups(mine)) if … else any(… for g in …)`",
    ),
    "joined-groups": Reason(
        "{text} joins groups of sets that may overlap",
        "ask about each of the two sets: `any(… for g in A) or any(… for g in B)`",
    ),
    "set-or-none": Reason(
        "`{name}` holds a set or none",
        "leave out `or none`, let the empty set stand for none, or add a `flag`",
    ),
    "one-of-sets": Reason(
        "`{name}` holds one of some sets",
        "give the sets numbers and store the number",
    ),
    "set-of-these": Reason(
        "the elements of the set {text} have no numbers there",
        "use sets of cells, colours, directions, steps, kinds, pieces, words or numbers",
    ),
    # ---- places ----
    "index": Reason(
        "nothing says which values the index {text} can have",
        "use an index of the domain that the variable declares, or a number with small bounds",
    ),
    "step": Reason(
        "nothing says how far the step in {text} goes, or there are too many such steps",
        "use a number with small bounds, such as a parameter `n in 1..7`, in one part of the step",
    ),
    "steps": Reason(
        "{text} is a step that no set of the rules lists, and there only those can be compared "
        "or chosen",
        "choose the cell that the step leads to, or a direction and how many times it is taken",
    ),
    "directions": Reason(
        "the directions in {text} change in play",
        "ask in each case with directions that are written out",
    ),
    "table": Reason(
        "{text} depends on too many values at once",
        "ask it of a cell, or of fewer values at a time",
    ),
    # ---- pieces ----
    "many-pieces": Reason(
        "there are too many different pieces for `piece[c]`",
        "ask for the attributes instead, or have fewer of them",
    ),
    "piles-at-once": Reason(
        "piles move at once on a board with room for more than {count} pieces",
        "move them one after the other, by `for` and `move`, if none moves to where another stood",
    ),
    # ---- rules and turns ----
    "loop": Reason(
        "the loop {text} changes what decides its further rounds",
        "store what it runs over in a variable first, or use a loop over one set",
    ),
    "long-list": Reason(
        "the list {text} may be longer than 4,096 numbers",
        "compare a few numbers, or the largest ones only",
    ),
    "two-ways": Reason(
        "a turn offers `{name}` in two ways, and its moves may be the same",
        "give one of the ways an action of its own",
    ),
    "long-turn": Reason(
        "the turn can go on in too many ways",
        "use `while possible`, `up to` or `else` instead of alternatives written out",
    ),
    "many-moves": Reason(
        "there may be {count} moves in one position",
        "give the action fewer parameters, or domains that depend on those before",
    ),
    "large-move": Reason(
        "the parameters of `{name}` have too many values to be told in 64 bits",
        "give the action fewer parameters, and let a turn have several actions",
    ),
    "many-tries": Reason(
        "`{name}` has more than 4,096 instances, each with a `try`",
        "try in an action with fewer parameters, and ask for all of them in the `try`",
    ),
    "deal": Reason(
        "whether {text} has chance in it depends on the position",
        "perform the chance action in every case, one after the other",
    ),
    "dealt-name": Reason(
        "{text} stands in the set-up and depends on what chance has done there",
        "give the value its name in the chance action, or in a definition",
    ),
    "large-state": Reason(
        "a position has {count} bytes, which is more than {name}",
        "declare fewer variables, or fewer places of a variable",
    ),
    "deep-look": Reason(
        "to see whether {text} can be completed takes {count} bytes of the stack, which is more "
        "than {name}",
        "declare fewer variables, or let a repetition go round less often",
    ),
    "large-tables": Reason(
        "the tables of what the board says take {count} bytes, and {name} is the most",
        "use a smaller board, or ask for `lines`, `blocks` and other sets of sets of few sizes",
    ),
    "long-code": Reason(
        "the rules become {count} statements of C, of which `{name}` takes most",
        "write fewer alternatives out, and nest fewer loops and conditions",
    ),
    "effort": Reason(
        "it takes too long to find out whether it has a native form",
        "shorten the rules: fewer parameters, alternatives and nested loops",
    ),
    "expression": Reason(
        "there is no native form of {text}",
        "let `first` have one variable",
    ),
}


class NotNative(Exception):
    """Something that the native engine cannot do; the reference engine plays the game.

    `code` is a row of `REASONS`; `span` is the place of the cause, told by the innermost part of a
    rule that knows one.  `numbers` are those that sets would have to hold.
    """

    def __init__(
        self, code: str, span: Span | None = None, *, name: str = "", count: int = 0,
        numbers: tuple[int, int] | None = None,
    ):  # fmt: skip
        super().__init__(code, span)
        self.code, self.span, self.name, self.count = code, span, name, count
        self.numbers = numbers

    def lies_in(self, span: Span) -> None:
        """Take a place that the cause lies in, unless a closer one is known."""
        self.span = self.span or span

    @property
    def what(self) -> str:
        """The reason in words."""
        text = "the game" if self.span is None else f"`{' '.join(self.span.text.split())}`"
        return REASONS[self.code].what.format(text=text, name=self.name, count=f"{self.count:,}")

    @property
    def instead(self) -> str:
        """What to write instead, and where there is more of it."""
        return f"{REASONS[self.code].instead}; see docs/native.md#{self.code}"

    def __str__(self) -> str:
        return self.what if self.span is None else f"{self.what} ({self.span})"
