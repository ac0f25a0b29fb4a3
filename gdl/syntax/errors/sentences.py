"""Whole sentences of rule sheets, as rows of the table of `gdl.syntax.errors.idioms`.

They are tried before single words, since a sentence means more than its words.
"""

from __future__ import annotations

import re

from gdl.syntax.errors.phrase import BLOCKED, CANNOT, Meant, P, row
from gdl.vocabulary.builtins import DIRECTION_NAMES
from gdl.vocabulary.synonyms import WHO_IS_STUCK

NUMBERS = "no one two three four five six seven eight nine ten".split()
OFTEN = {"twice": 2, "thrice": 3, "second": 2, "third": 3, "fourth": 4, "fifth": 5}
N = rf"(\d+|{'|'.join(NUMBERS[1:])})"
TIMES = rf"(\d+|{'|'.join((*NUMBERS[1:], *OFTEN))})"
S = r"(\w+(?:\([^()]*\))?)"  # a name, perhaps with arguments
WHO = (
    r"(?:the )?(mover|current player|active player|player|you|opponent|other player|enemy|"
    r"[A-Z]\w*)"
)
SIDE = r"(?:the )?(mover|opponent|other player|enemy|[A-Z]\w*)"  # not `you` or `player`
OTHERS = ("opponent", "other player", "enemy")
NEXT = r"(?:the )?(?:opponent|other player|next player|player to move|enemy)"  # about to move
THINGS = r"(?:pieces?|men|stones?|tokens?|counters?)"
SPOTS = r"(?:cells?|squares?|spaces?|points?|fields?|hexes)"
FREE = r"(?:empty|free|vacant|unoccupied)"
BOARD = r"(?:board|cells?|contents?|grid)"
ON = r"(?:owner|kind|piece|board|cells?|contents?|grid)"
NOTHING = r"(?:None|null|nil|none|nothing)"
NEXT_TO = r"(?:next to|adjacent to|adjoining|touching|beside|bordering|around)"
TAKE_OFF = r"(?:remove|capture|take|kill|delete|destroy|eat|eliminate)"
ALL = r"(?:(?:all|every|each|any)(?: of)? )?(?:the )?"
COMPARED = {
    "at least": ">=", "at most": "<=", "no more than": "<=", "no fewer than": ">=",
    "more than": ">", "fewer than": "<", "less than": "<", "exactly": "=", "only": "=", "": "=",
}  # fmt: skip
COMPARING = rf"({'|'.join(filter(None, COMPARED))})"
STUCK = f"{WHO_IS_STUCK}: `{{}}`"
BEFORE = "`seen` counts how often it was so before, so it is two at the third time: `{}`"
COUNTING = "turns are counted in `turns`: `{}`"


def number(word: str) -> int:
    """A number that is written as a word or in digits."""
    if word in NUMBERS:
        return NUMBERS.index(word)
    return OFTEN.get(word) or int(word)


def theirs(who: str | None) -> str:
    """The set of the pieces of a side; `mine` if it is not clear whose."""
    if who in OTHERS:
        return "enemy"
    return f"pieces({who})" if who and who[0].isupper() else "mine"


def of_kind(who: str, kind: str) -> str:
    """The set of a side's pieces of a kind, or of all kinds if any piece is meant."""
    if re.fullmatch(THINGS, kind):
        return theirs(who)
    pieces = theirs(who)
    return f"{pieces[:-1]}, {kind})" if pieces.endswith(")") else f"{pieces}({kind})"


def compared(sets: str) -> Meant:
    """Write `at least 2 of S` as `count(S) >= 2`; `sets` makes S from the later groups."""
    return lambda m: f"count({m.expand(sets)}) {COMPARED[m[1]]} {number(m[2])}"


def joined(begin: str, items: str) -> Meant:
    """Write a list of cells or sets as one set; `begin` and `items` are groups of the match."""
    def made(match: re.Match[str]) -> str:
        parts = re.split(r"\s*(?:,\s*and\b|,|\band\b)\s*", match[items])
        is_sets = any("(" in part for part in parts)
        return match[begin] + (" | ".join(parts) if is_sets else f"{{{', '.join(parts)}}}")

    return made


CONDITIONS = (
    row("end_head", rf"^(?:(?:when|if|once|on) )?(?:after )?{N} (?:turns|moves|plies)"
        r"(?: (?:have )?(?:passed|been (?:made|played))| are (?:over|played|made))?$",
        lambda m: f"when turns = {number(m[1])}", offer=COUNTING),
    row("end_head block", rf"\b{NEXT} {CANNOT} (?:move|play|act)\b", "stuck", offer=STUCK),
    row("end_head block", rf"\b{NEXT} (?:has|have) no (?:more )?(?:legal |possible |valid )?moves?"
        r"(?: left)?\b", "stuck", offer=STUCK),
    row("end_head block", rf"\b{NEXT} (?:is|are) {BLOCKED}\b", "stuck", offer=STUCK),
    row("", rf"\b(?:the )?(?:same )?(?:position|board|situation)(?: (?:is|was|has been|occurs|"
        rf"occurred|repeats|repeated|appears|appeared|happens))* (?:for the )?{TIMES}"
        r"(?:rd|th)?(?: times?|fold)?\b", lambda m: f"seen(board, mover) = {number(m[1]) - 1}",
        offer=BEFORE),
    row("", r"\b(\w+?)(?:-| )?(?:fold|times) repetition\b",
        lambda m: f"seen(board, mover) = {number(m[1]) - 1}" if m[1] in (*NUMBERS, *"3456")
        else m[0], offer=BEFORE),
    row("", rf"\b{SIDE}(?: has| have|'s)? (?:no {THINGS}|lost all(?: (?:his|her|its|their))? "
        rf"{THINGS})(?: left| any ?more| on the board)?\b", lambda m: f"no {theirs(m[1])}"),
    row("", rf"\b{SIDE} (?:has|have) (?:no|lost (?:the|his|her|its|their)) (\w+)(?: left)?\b",
        lambda m: f"no {of_kind(m[1], m[2])}"),
    row("", rf"\b{SIDE} (?:has|have) {COMPARING} {N} {THINGS}(?: left)?\b",
        lambda m: f"count({theirs(m[1])}) {COMPARED[m[2]]} {number(m[3])}"),
    row("", rf"\b{SIDE} (?:has|have) (\d+|one|two) {THINGS}(?: left)?$",
        lambda m: f"count({theirs(m[1])}) = {number(m[2])}"),
    row("", rf"\b(?:{WHO} (?:has|have|gets|makes|forms) )?(?:an? )?{N}(?: {THINGS})?(?:-| )in"
        r"(?:-| )(?:(?:a|one)(?:-| ))?(?:row|line)\b",
        lambda m: f"any(l within {theirs(m[1])} for l in lines({number(m[2])}))"),
    row("", rf"\b(?:{WHO} (?:has|have|gets|makes|forms) )?(?:an? )?(?:line|row) of {N}"
        rf"(?: {THINGS})?",
        lambda m: f"any(l within {theirs(m[1])} for l in lines({number(m[2])}))"),
    row("", rf"\b{WHO} (?:has |have )?(?:reach(?:es|ed)?|gets? to|arrives? (?:at|on|in)|"
        rf"is (?:on|in|at)) (?:the )?{S}", lambda m: f"{theirs(m[1])} meets {m[2]}"),
    row("", rf"\b(?:(?:an?|any|one|the) )?(\w+)(?: of (?:the )?mover)? (?:has |have )?"
        rf"(?:reach(?:es|ed)?|gets? to|arrives? (?:at|on|in)) (?:the )?{S}",
        r"\1 in \2", r"mine(\1) meets \2", r"\1 meets \2"),
    row("", rf"\b(?:all|every)(?: of)?(?: the)? {S}(?: {THINGS})? "
        r"(?:(?:is|are|has|have|was|were|been) )*(?:captured|taken|gone|removed|killed|dead|"
        r"eliminated)\b", r"no \1"),
    row("", rf"\b(?:the )?board is full\b|\bno {FREE} {SPOTS}(?: (?:is|are))?(?: left)?\b|"
        rf"\bno {SPOTS} (?:is|are) (?:left|{FREE})\b", "no empty"),
    row("", rf"\b{S} (?:is |are )?(?:connected|linked|joined) (?:to|with) {S}",
        r"any(g meets \1 and g meets \2 for g in groups(mine))",
        r"any({\1, \2} within g for g in groups(mine))", r"\1 touches \2",
        offer="what hangs together over several cells is a group: `{}`"),
    row("", r"\b(?:(?:on|in) )?(?:the )?same (row|column)\((\w+), *(\w+)\)",
        lambda m: "{0}({1}) = {0}({2})".format("y" if m[1] == "row" else "x", m[2], m[3])),
    row("", r"\b(\w+) (?:and|,) (\w+) (?:are |in |on |the )*same (row|column)\b",
        lambda m: "{0}({1}) = {0}({2})".format("y" if m[3] == "row" else "x", m[1], m[2])),
    row("", rf"\b(?:there (?:is|are)|exists?)(?: an?| some| any)? {S}(?: {THINGS})? "
        rf"(?:in|on|among|inside) {S}", r"\1 meets \2"),
    row("", r"\b(?:there (?:is|are)|exists?|some|any)(?: an?| some| any)? (\w+) in ([^:,]+?)"
        r"\s*(?::|,|\bsuch that\b|\bso that\b|\bwhere\b|\bwith\b|\bwhich\b)\s*(.+)$",
        r"any(\3 for \1 in \2)"),
    row("", r"\b(?:for ?all|for every|for each|all|every|each) (\w+) in ([^:,]+?)\s*(?::|,|"
        r"\bholds\b)\s*(.+)$", r"all(\3 for \1 in \2)"),
    row("", rf"\b{COMPARING} {N} (?:turns?|moves?|plies)(?: (?:have )?(?:passed|been "
        r"(?:made|played))| are (?:over|played|made))?$",
        lambda m: f"turns {COMPARED[m[1]]} {number(m[2])}", offer=COUNTING),
    row("", rf"\b{COMPARING} {N} (?:of )?(?:the )?{S} (?:(?:is|are|is|lie|stand) )?(?:in|on) {S}",
        compared(r"\3 & \4")),
    row("", rf"\b{COMPARING} {N} (?:of )?(?:the )?{S} (?:is|are) {S}", compared(r"\3 & \4")),
    row("", rf"\b{COMPARING} {N} of ((?:[^()]|\([^()]*\))+)$", compared(r"\3")),
    row("", rf"\b{COMPARING} {N} {S}$", compared(r"\3")),
    row("", r"\b(?:the )?first (?:move|turn)\b", "turns = 0",
        offer="in the first turn of the game `turns` is 0: `{}`"),
    row("", r"\b(?:must|should|has to|needs to|may) (?:not be|be not)\b", "is not"),
    row("", r"\b(?:must|should|has to|needs to) be\b", "is"),
    row("", r"\bor else\b", "or"),
    row("", rf"\b{ON}\[(\w+)\] *(?:is not|!=) *{FREE}\b", r"\1 not in empty"),
    row("", rf"\b{ON}\[(\w+)\] *(?:is|=|==) *{FREE}\b", r"\1 in empty"),
    row("", rf"\b{BOARD}\[(\w+)\] *(?:is not|!=) *{NOTHING}\b", r"\1 not in empty"),
    row("", rf"\b{BOARD}\[(\w+)\] *(?:is|=|==) *{NOTHING}\b", r"\1 in empty"),
    row("", r"(?:(?<=require )|(?<=when )|(?<=if )|(?<=and )|^)((?!require|when|if)\w[^,:]*? "
        r"(?:not in|in|within|meets|touches|=|!=|<|>|<=|>=) [^,:]+?),? "
        r"for (?:all|every|each) (\w+) in (.+)$", r"all(\1 for \2 in \3)"),
    row("", r"\b(\w+) (?:is|was) not an? (\w+)\b(?: piece)?",
        r"\1 not in \2", r"\1 not in pieces(\2)"),
    row("", r"\b(\w+) (?:is|was) an? (\w+)\b(?: piece)?", r"\1 in \2", r"\1 in pieces(\2)"),
)  # fmt: skip
LISTED = r"(?P<items>\w+(?:\(\w+\))?(?:(?:\s*,\s*and\s+|\s*,\s*|\s+and\s+)\w+(?:\(\w+\))?)+)"
STATEMENTS = (
    row("statement", rf"^move {S}(?: ?(?:->|=>|,) ?| ){S}$", r"move \1 to \2"),
    row("block", r"^(?:repeat|do|loop|for) (\d+) times$", r"for k in 1..\1"),
    row("statement", rf"^(?P<begin>put .+? on |(?:remove|lift) ){LISTED}$",
        joined("begin", "items"), offer="several cells are a set: `{}`"),
    row("statement", rf"^{P}\.(?:add|append|push|insert|include)\((.+)\);?$", r"add \2 to \1"),
    row("statement", rf"^{P}\.(?:remove|delete|discard|take)\((.+)\);?$", r"take \2 from \1"),
    row("statement", r"^set (\w+)\(([^()]*)\) *(?:to|:?=|is) *(.+)$", r"set \1[\2] to \3"),
    row("statement", r"^(?:fill|cover|occupy) (.+) with (?:an? )?(.+)$", r"put \2 on \1"),
    row("statement", rf"^{TAKE_OFF} {ALL}{S}(?: {THINGS})? (?:that (?:is|are) )?{NEXT_TO} (.+)$",
        r"remove \1 & neighbours(\2)"),
    row("statement", rf"^{TAKE_OFF} {ALL}{S}(?: {THINGS})? (?:in|on|among|within) (.+)$",
        r"remove \1 & \2"),
    row("statement", rf"^{TAKE_OFF} {ALL}(?! )(.+)$", r"remove \1"),
    row("statement", r"^(?:the )?next(?: player)?(?: turn)?(?: is|:| :?=| to be| becomes) (\w+)$",
        r"set next to \1"),
    row("statement", r"^(?:forbid|prohibit|disallow|forbidden|not allowed|illegal)(?: if| when|:)? "
        r"(.+)$", r"require not (\1)"),
    row("statement", r"^put (?:an? |the )?(?!an? |the )([a-z]\w*) (\w+) on (.+)$",
        lambda m: f"put {m[2]} of {m[1].capitalize()} on {m[3]}"),
)  # fmt: skip
TURNS = (
    row("turn", r"^(?:(?:you|mover|player|players?|one) )?(?:must|should|has to|have to|can) (.+)$",
        r"\1", offer="what stands in the turn is what must be done: `{}`"),
    row("turn", r"\beither (?=\w+ or\b)", "",
        offer="the player chooses between what `or` joins: `{}`"),
)  # fmt: skip
RESULTS = (
    row("result", r"^(?:an? )?(?:win|victory) (?:for|of|to) (?:the )?(.+)$", r"\1 wins"),
    row("result", r"^(?:an? )?(?:loss|defeat) (?:for|of|to) (?:the )?(.+)$", r"\1 loses"),
    row("result", r"^(mover|opponent|(?!Draw|Tie|Win|Loss|Lose|Stalemate)[A-Z]\w*)$", r"\1 wins"),
)
CASES = (
    row("turn_case", r"^(?:for )?([A-Z]\w*)(?:'s turn)?$", r"if mover = \1"),
    row("turn_case", r"^(?:when|case|once) (.+)$", r"if \1"),
    row("turn_case", r"^(?:elif|elsif|elseif|otherwise,? if) (.+)$", r"else if \1"),
    row("turn_case", r"^otherwise$", "else"),
)
OF = r"neighbours|neighbors|group|row|column|x|y|opponent|owner|kind|piece"
SETS = (
    row("action_head", rf"\bin {S} (?:that (?:is|are) )?not in {S}", r"in \1 - \2"),
    row("", r"\bmover\.opponent(?:\(\))?", "opponent"),
    row("", rf"\b(?:(?:an?|any|every|all|each|some|the) )?{FREE} {SPOTS}\b", "empty"),
    row("", r"\b(?:(?:any|every|all|each|the) )?(?:own|my|your|friendly) " + THINGS, "mine"),
    row("", rf"\b(?:(?:any|every|all|each|the) )?(?:enemy|opposing|opponent's) {THINGS}", "enemy"),
    row("", rf"\bnot {FREE} (neighbours|corners|row|column|cells)\b(\([^()]*\))?",
        lambda m: f"no ({m[1]}{m[2] or ''} & empty)", offer="that none is empty is written `{}`"),
    row("", rf"\b{FREE} (neighbours|neighbors) of (\w+)", r"neighbours(\2) & empty"),
    row("", rf"\b{FREE} (?!of\b)(neighbours|neighbors|corners|row|column|cells)\b(\([^()]*\))?",
        lambda m: f"{m[1].replace('bors', 'bours')}{m[2] or ''} & empty"),
    row("", r"\b(row|column|lines) (\d+)\b", r"\1(\2)"),
    row("", rf"\b({OF}) (?:of|at|on) (\w+)", r"\1[\2]", r"\1(\2)", r"kind[\2]"),
    row("", rf"\b(?:{SPOTS} )?({'|'.join(DIRECTION_NAMES)}) (?:of|from) (\w+)",
        r"\2 + \1", r"{\2 + \1}"),
    row("", rf"\b(\d+|\w+) ({'|'.join(DIRECTION_NAMES)})\b", r"\1*\2", r"\1 + \2",
        r"{\1 + \2}"),
    row("action_head block", rf"\bin {S} (?:that (?:is|are) )?{NEXT_TO} {S}",
        r"in \1 & neighbours(\2)"),
    row("definition", rf"^{S} (?:that (?:is|are) )?{NEXT_TO} {S}$", r"\1 & neighbours(\2)"),
    row("action_head definition statement block",
        r"\b(?:all|any|every|each)(?: of)?(?: the)? (?!\w+ in\b)(?=\w)", ""),
)  # fmt: skip
SENTENCES = (*CONDITIONS, *STATEMENTS, *TURNS, *RESULTS, *CASES, *SETS)
