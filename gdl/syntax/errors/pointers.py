"""Hints for what belongs in another part of the rule file than where it was written."""

from __future__ import annotations

import re

from gdl.source.diagnostics import WRITE
from gdl.source.spans import Span
from gdl.syntax.errors.conditions import of_filter
from gdl.syntax.errors.phrase import CANNOT
from gdl.syntax.errors.repair import Fault
from gdl.syntax.errors.statement_lists import Place
from gdl.vocabulary.builtins import BUILTINS
from gdl.vocabulary.synonyms import NO_WAY, STUCK, WHERE_STUCK
from gdl.vocabulary.types import SetType

CHANCE = "chance is an action under `chance`, like `throw(n in 1..6): set dice to n`"
STACKS = (
    "a cell holds one piece; what lies on another is counted in a variable under `state`, like "
    "`height[c in cells]: 0..9`"
)
NOBODY = r"(?:nobody|no ?one|no (?:\w+ )?player|neither(?: \w+)?)"
AGAIN = (
    "what is done again and again within an action has a limit, like `repeat up to 9 times while "
    "some loose:`; actions are repeated by the turn, like `place while possible`"
)
POINTERS = (  # start symbol, pattern of the text, and hint, with `{1}` for a group of the pattern
    *((start, rf".*\b(?:{CANNOT}|has no|have no|{NOBODY} can) (?:\w+ )?(?:moves?|play|act)\b",
       hint) for start, hint in (("end_head", STUCK), ("block", WHERE_STUCK))),
    *((start, rf".*\b(?:{CANNOT}|no (?:\w+ )*moves?)\b", NO_WAY)
      for start in ("turn", "turn_case")),
    ("end_head", r"(?:otherwise|else)\b",
     "the game goes on where no line of the end holds; where the first result does not decide, a "
     "second follows, like `holder wins, else draw`"),
    ("statement", r".*\b(?:as (?:long|far|often) as|while) (?:possible|(?:it|they|you) can)\b|"
     r".*\buntil (?:blocked|stuck|impossible)\b", AGAIN),
    ("statement", r"put (\d+) ",
     "`put` puts one piece on each cell of a set, like `put stone on {a1, b1}`; several go on a "
     "cell of a board with a `pile:` by `for i in 1..{1}: put …`"),
    ("end_head", r".*(?:\bstale ?mate|\bno (?:\w+ )*moves?\b)", STUCK),
    ("end_head", r".*\b(?:players?|somebody|someone|anybody) (?:has|have|loses|lost)\b",
     "`mine` is what the mover has, who made the last turn, and `enemy` what the other has: "
     "`no enemy`, `count(mine) = 2`"),
    ("statement", r".*\bon(?:to)? (?:the )?top of\b|stack\b|pile\b", STACKS),
    ("statement", r"(?:roll|throw|toss|flip a coin|draw a card|shuffle)\b", CHANCE),
    ("statement", r"(?:end|finish|stop|pass|skip)(?: the| your)? turn\b|done$|break$|continue$",
     "a turn is over when what stands under `turn` is done; what may be left out is written "
     "`(step or done)` there"),
    ("statement", r".*\b(\w+) (?:scores?|gains?|gets?|earns?|receives?|loses) (\d+)(?: points?)?$",
     "points are kept in a variable under `state`, like `score[p in colours]: 0..99`: "
     "`add {2} to score[{1}]`"),
    ("block", r"while (.+)$|until (.+)$|repeat until (.+)$",
     AGAIN),
    ("block", r"(?:repeat|do|loop|forever)\b", AGAIN),
    ("statement", r".*\b(?:last|previous) (?:move|turn|cell)\b",
     "`last` is where the last `put` or `move` of this turn ended; what is to be remembered from "
     "one turn to the next is a variable under `state`"),
    ("names", r".*\b(\w+) (?:x |\* ?|: )?(\d+)\b|.*\b(\d+) (?:x )?(\w+)",
     "how many there are stands below each kind, as `supply: 9`"),
    ("statement", r"(?:.*\b(?:wins|loses|won|lost)$|draw$|(?:game over|end (?:the )?game)\b)",
     "results stand under `end`, for example `- when no empty: mover wins`"),
    ("statement",
     r"(?:let |var |const |local |int |def |define )?(\w+)(?: *(?::?=|<-)| +(?:be|to)\b) *(.*)",
     "a name for a value is given like `let {1} = {2}`; what is to be remembered from one action "
     "to the next is declared under `state` and changed with `set`"),
    ("statement", r"(?:while|until|repeat|loop)\b",
     AGAIN),
    ("statement", r"return .+ (?:to|into)\b",
     "`lift c` takes what stands on a cell c off the board, back into the supply of its owner"),
    ("statement", r"return\b",
     "what gives a value is a definition on one line, like `name: value`"),
    ("statement", r"else\b", "an `else` stands in the column of its `if` and ends with a `:`"),
    ("turn", r".*?(\w+\([^()]*\)) times\b",
     "how often is a number, an option or a definition: `n: {1}` under `define`, and here `n "
     "times`"),
    ("turn", r".*\buntil\b",
     "`place while possible` goes on as long as `place` can be done; a `require` of it ends it"),
    ("action_head", r"\w+ *\((\w+)[,)]",
     "each parameter has a set to choose from, like `{1} in empty`"),
    ("stored_head", r"(\w+) *[\[(] *(colours|cells|links|directions|orthogonal|diagonal) *[,\])]",
     "an index has a name and the set that it comes from, like `{1}[x in {2}]`"),
    ("stored_head", r"(\w+) *[\[(] *(\w+) *[,\])]",
     "an index has the set that it comes from, like `{1}[{2} in colours]`"),
    ("definition", r"(?:.*\bwins|.*\bloses)$",
     "results stand under `end`, for example `- when no empty: mover wins`"),
)  # fmt: skip
NOTE = "a note begins with a `#` that has a blank before it"
CASE = (
    "write `if` and a condition, like `if some supply`, or `if mover = White` for the turns of one "
    "colour"
)
COLOURS = "name the colours in the order of play"
TALK = re.compile(  # sections whose capitalised words are no colours
    r"^(?:game|designer|year|notes|extends|pieces)\b.*(?:\n .*|\n(?=\n))*", re.MULTILINE
)
RANKED = re.compile(r"\b(most|fewest) +((?!\w+ *(?:,|wins\b))[^,]+?) +wins\b")
COLOURED = (  # expressions about the mover, and the same about a colour p
    (r"\bmine\b", "pieces(p)"), (r"\bmover\b", "p"), (r"\bviewer\b", "p"),
    (r"\bpieces\b(?!\()", "pieces(p)"),
)  # fmt: skip
ONE_COLOUR = (
    "`most` and `fewest` compare what a definition with one parameter, the colour, gives: write "
    "`{}` under `define`, and here `{} {} wins`"
)


def pointer(fault: Fault) -> str | None:
    """The hint on where such a text belongs, or None."""
    value = fault.value.strip()
    for start, pattern, hint in POINTERS:
        match = re.match(pattern, value)
        if start == fault.start and match:
            groups = ["", *(g or "…" for g in match.groups())]
            return re.sub(r"\{(\d)\}", lambda m, g=groups: g[int(m[1])], hint)  # type: ignore[misc]
    return of_filter(value)


def number_of_players(fault: Fault) -> bool:
    """Report `players: 2`, and offer the names of colours that the file uses."""
    match = re.match(r"(\d{1,2})(?: (?:players?|colou?rs?))?$", fault.value.strip())
    if fault.start != "players" or match is None:
        return False
    wanted, used = int(match[1]), used_colours(fault.text.span.source.text)
    if wanted != 2 or used:
        named = ", ".join(used) if len(used) == wanted > 1 else None
        fault.report.add(
            "foreign-phrase", fault.text.span, words=fault.value, hint=COLOURS,
            candidates=(named,) if named else (), offer=f"{COLOURS}: `{{}}`",
        )  # fmt: skip
        return True
    return fault.offer(["White, Black"], f"{COLOURS}, like `{{}}`")


def used_colours(text: str) -> list[str]:
    """The words of the rules that look like colours, in the order of their first use.

    They begin with a capital letter, as those of the examples do.
    """
    rules = re.sub(r'"[^"\n]*"|(?:^|(?<=\s))#.*', "", text)
    rules = TALK.sub("", rules)
    return list(dict.fromkeys(re.findall(r"\b[A-Z]\w*", rules)))


def ranked_expression(fault: Fault) -> bool:
    """Report `most count(mine) wins`: what is ranked needs a name."""
    match = RANKED.search(fault.value) if fault.start == "result" else None
    if match is None:
        return False
    words = match[2]
    if not fault.reads(words, "expr"):
        return False
    fault.report.add(
        "not-ranked", fault.text.part(*match.span(2)), word=words,
        hint=ranking_hint(match[1], words),
    )  # fmt: skip
    return True


def ranking_hint(most: str, words: str, name: str = "score") -> str:
    """The hint on how to rank colours by an expression that is written for the mover."""
    call = re.fullmatch(r"(\w+)\(\w+\)", words)
    if call and call[1] not in BUILTINS:
        return f"it is computed for each colour by itself: write `{most} {call[1]} wins`"
    call = re.fullmatch(r"(\w+)\([^()]*\)", words)
    asked_for = BUILTINS.get(call[1]) if call else None
    is_set = asked_for is not None and isinstance(asked_for.result, SetType)
    body = words if "(" in words and not is_set else f"count({words})"
    for word, of in COLOURED:
        body = re.sub(word, of, body)
    shown = f"{name}(p): {body}" if "p)" in body else f"{name}(p): count(pieces(p))"
    return ONE_COLOUR.format(shown, most, name)


def cases_of_turn(fault: Fault) -> bool:
    """Report `if c then a else b` as a turn, and offer cases, each on a line of its own."""
    match = re.match(r"if (.+?)(?:,| then)+ (.+?),? else (.+)$", fault.value.strip())
    if fault.start != "turn" or match is None:
        return False
    condition, yes, no = match.groups()
    heads = fault.reads(f"if {condition}", "turn_case")
    if not (heads and fault.reads(yes) and fault.reads(no)):
        return False
    cases = (f"if {condition}: {yes}", f"else: {no}")
    indent = "\n" + " " * Place.of(fault).column
    fault.report.add(
        "foreign-phrase", fault.text.span, words=fault.value,
        hint=f"write the cases on lines of their own, below `turn:`: `{cases[0]}` and `{cases[1]}`",
        suggestion="".join(indent + case for case in cases) if fault.is_bare else None,
    )  # fmt: skip
    return True


def lacks_if(fault: Fault) -> bool:
    """Whether a text is a case of the turn and does not begin with `if` or `else`."""
    return fault.start == "turn_case" and re.match(r"\s*(?:if|else)\b", fault.value) is None


def case_without_if(fault: Fault) -> bool:
    """Report a case of the turn without its `if`, and offer it with one."""
    whole = f"if {fault.value.strip()}"
    if not lacks_if(fault):
        return False
    is_good = fault.is_plain and fault.reads(whole)
    fault.report.add(
        "case-without-if", fault.text.span, candidates=(whole,) if is_good else (),
        offer=WRITE, hint=CASE,
    )  # fmt: skip
    return True


def note_sign(fault: Fault) -> bool:
    """Report `put stone on at // note`: a note begins with `#`."""
    at = fault.value.find("//")
    before, after = fault.value[:at].rstrip(), fault.value[at + 2 :].lstrip()
    if at < 0 or re.match(r"[\d(]", after) or not (fault.reads(before) or not before):
        return False
    if not before:
        whole_note(fault)
        return True
    fault.report.add(
        "foreign-sign", fault.text.part(at, at + 2), sign="//", right="#", suggestion="#",
        hint=NOTE,
    )  # fmt: skip
    return True


def whole_note(fault: Fault) -> None:
    """Report a text that is only a note, together with the `- ` of an item before it."""
    span = fault.text.span
    line = span.source.line(span.line)
    before, words = line[: span.column - 1], line[span.column - 1 :].rstrip()
    shown = f"# {words.removeprefix('//').strip()}".strip()
    is_item = re.fullmatch(r" *- +", before) is not None
    begin = span.start - len(before) + before.index("-") if is_item else span.start
    marked = Span(span.source, begin, span.start + len(words))
    suggestion = shown if words.startswith("//") else None
    fault.report.add(
        "foreign-sign", marked, sign="//", right="#", suggestion=suggestion,
        hint=f"{NOTE}: `{shown}`" if suggestion else NOTE,
    )  # fmt: skip
