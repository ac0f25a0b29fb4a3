"""Phrases of English and of other languages, and how the rule language writes them.

A row holds the start symbols of the texts to search, the pattern of the phrase, and what it may
mean.  Matching rows are tried one by one and in combination; the first results that parse are
offered.
"""

from __future__ import annotations

import re

from gdl.source.diagnostics import WRITE
from gdl.syntax.errors.phrase import P, row
from gdl.syntax.errors.pointers import CASE, lacks_if, pointer
from gdl.syntax.errors.repair import Fault
from gdl.syntax.errors.sentences import SENTENCES
from gdl.vocabulary.builtins import BUILTINS
from gdl.vocabulary.synonyms import with_signs
from gdl.vocabulary.types import CELLS

DEEPEST = 3  # phrases of one text that are replaced together
MAX_IDIOMS = 200  # texts tried for one mistake
SEARCHING = 6_000  # letter comparisons that take as long as searching one text for all rows
TIMES = {"twice": 2, "two times": 2, "thrice": 3, "three times": 3}
DOTTED = re.compile(r"[A-Za-z_]\w*\.[A-Za-z_]")
OTHER_COLOUR = r"write `{}`; the other one of two colours is `opponent(owner[\1])`"
OWN = r"(?:the |its |his |their |your )?"
AREA = "|".join(name for name, builtin in BUILTINS.items() if builtin.result == CELLS)
AREA = rf"((?:{AREA})\b(?:\([^()]*\))?)"  # what is surely a set of cells
OF_SET = r"((?:(?!\b(?:for|if|else)\b).)+?)"  # a set; no `a for a in A`
ONE_OF = "what may be done or not is written `{}`"


STATEMENTS = (
    row("statement", rf"^(?:set |make )?{P} *(?::=|==|=|<-|is|becomes) *(.+)$",
        r"set \1 to \2"),
    row("statement", rf"^(?:set )?{P} *\+= *(.+)$", r"add \2 to \1"),
    row("statement", rf"^(?:set )?{P} *-= *(.+)$", r"take \2 from \1"),
    row("statement", rf"^(?:set )?{P} *\*= *(.+)$", r"set \1 to \1 * \2"),
    row("statement", rf"^{P} *\+\+$", r"add 1 to \1"),
    row("statement", rf"^{P} *--$", r"take 1 from \1"),
    row("statement", rf"^(?:increase|increment|raise|inc) {P} by (.+)$", r"add \2 to \1"),
    row("statement", rf"^(?:increase|increment|raise|inc) {P}$", r"add 1 to \1"),
    row("statement", rf"^(?:decrease|decrement|reduce|lower|dec) {P} by (.+)$", r"take \2 from \1"),
    row("statement", rf"^(?:decrease|decrement|reduce|lower|dec) {P}$", r"take 1 from \1"),
    row("statement", rf"^(?:subtract|deduct) (.+) from {P}$", r"take \1 from \2"),
    row("statement", rf"^(?:insert|append|push|include) (.+) (?:to|in|into) {P}$", r"add \1 to \2"),
    row("statement", r"^remove (.+) from (.+)$", r"remove \2", r"take \1 from \2"),
    row("statement", r"^(.+?) (?:must|should|has to) (?:not be|be not)(?: in)? (.+)$",
        r"require \1 not in \2", r"require \1 != \2"),
    row("statement", r"^(.+?) (?:must|should|has to) be (?:in )?(.+)$",
        r"require \1 in \2", r"require \1 = \2", r"require \1 \2"),
    row("statement", r"^(?:assert|check|ensure|verify|demand|requires|only if|only when) (.+)$",
        r"require \1"),
    row("statement", r"^(require|try) (.+?),? *(?:else|otherwise|message)? *(\"[^\"]*\")$",
        r"\1 \2, \3", offer="the message follows after a comma: `{}`"),
    row("statement", r"^(require .+), (.+)$", r"\1 and \2"),
    row("statement", rf"^(?:place|lay|put) (.+?) (?:in|into|onto) {P}$",
        r"add \1 to \2", r"set \2 to \1", r"put \1 on \2"),
    row("statement", r"^(?:place|drop|lay|set|add|create|spawn|insert|enter|put) (.+?) "
        r"(?:on|at|in|into|onto|to) (.+)$", r"put \1 on \2"),
    row("statement", r"^put (?!an? |the )(\w+)(?:'s)? (\w+) on (.+)$", r"put \2 of \1 on \3"),
    row("statement", r"^(?:capture|kill|delete|destroy|eat|eliminate|discard|erase) (.+)$",
        r"remove \1"),
    row("statement", r"^(?:promote|turn|change|transform|convert|flip) (.+) (?:to|into) (.+)$",
        r"set kind[\1] to \2", r"set owner[\1] to \2"),
    row("statement", r"^(?:flip|turn over|reverse|recolou?r|convert|turn|invert) (.+)$",
        r"set owner[\1] to mover", offer=OTHER_COLOUR),
    row("statement", r"^flip\((.+)\)$", r"set owner[\1] to mover", offer=OTHER_COLOUR),
    row("statement", rf"^(?:return|give back|put back) (.+) (?:to|into|in) {OWN}"
        r"(?:supply|stock|hand|reserve|pool|box)(?: of .+)?$",
        r"lift \1", r"lift mine(\1)", r"lift pieces(\1)",
        offer="`lift` takes cells; what stands on them goes back into the supply of its owner: "
        "`{}`"),
    row("statement", rf"^(?:return|give back|put back) (.+) (?:to|into) {OWN}(\w+)$",
        r"add \1 to \2", r"move \1 to \2"),
    row("statement", r"^move (?:\w+ )??(?:from |at )?(.+) (?:to|into|onto|on) (.+)$",
        r"move \1 to \2"),
    row("statement", r"^(?:swap|exchange|switch) (.+) (?:with|for|and|,|to) (.+)$",
        r"swap \1 and \2"),
    row("statement", r"^(?:say|print|announce|show|tell) *(?:to )?(?:all)? *\(?(\"[^\"]*\")\)?$",
        r"tell all \1"),
    row("statement", r"^(?:(?:extra|another|bonus) turn|(?:move|play|go)[ _]?again|moveagain|"
        r"again|same player(?: again)?)$", r"set next to mover"),
    row("statement", r"^(?:do|perform|call|apply) (.+)$", r"\1"),
    row("statement", r"^(?:let|var|const|local|int|def|define) (\w+) *(?:=|:=|be|to|is|<-) *(.+)$",
        r"let \1 = \2"),
)  # fmt: skip
ALTERNATIVES = "`,` stands between what is done one after the other; to choose one, write `{}`"
TURNS = (
    row("turn", r"^(\w+(?:, \w+)+),? or (\w+)$",
        lambda m: f"{m[1].replace(', ', ' or ')} or {m[2]}", offer=ALTERNATIVES),
    row("turn", r"^if (.+?),? then (.+)$", r"\2 if (\1)"),
    row("turn", r"\s*(?:;|->|\band then\b|\bthen\b|\band\b|\bfollowed by\b)\s*", ", "),
    row("turn", r"\s*(?:\||/)\s*", " or "),
    row("turn", r"\b(?:optionally|may|optional|can|maybe)\s+(\w+)", r"(\1 or done)", offer=ONE_OF),
    row("turn", r"\b(\w+)\s*(?:optionally|\?|or not)", r"(\1 or done)", offer=ONE_OF),
    row("turn", r"\brepeat(?:edly)?\s+(\w+)", r"\1 while possible"),
    row("turn", r"\b(\w+)\s*(?:\*|\+|repeatedly|as often as possible|again and again|"
        r"until impossible|until stuck)(?!\w)", r"\1 while possible"),
    row("turn", r"\b(\w+)\s+(?:any number of times|as often as (?:you|they) like)", r"\1 at will"),
    row("turn", r"\bup to (\d+) times (\w+)", r"\2 up to \1 times"),
    row("turn", r"\b(\w+) (?:at most|up to) (\w+)(?: times)?", r"\1 up to \2 times"),
    row("turn", r"\b(\w+) (?:between )?(\d+) ?(?:-|\.\.|or|and|to|until) ?(\d+)(?: times)?",
        r"\1 \2 to \3 times"),
    row("turn", r"^(\w+) (\w+)$", r"\1, \2"),
)  # fmt: skip
GAME_IS = r"^(?:(?:it|the game|game)(?:'s| is| ends in)? )?(?:an? )?"
ENDS = (
    row("result", r"^(.+?),? *(?:because|since|as|with|message)? *(\"[^\"]*\")$",
        r"\1, \2", offer="the message follows after a comma: `{}`"),
    row("result", GAME_IS + r"(?:tie|tied|drawn|draws?|stalemate|no ?one wins)(?: game)?$", "draw"),
    row("result", r"^(?:win|wins|won|victory)$", "mover wins"),
    row("result", r"^(?:loss|lose|loses|lost|defeat)$", "mover loses"),
    row("result", r"^(?:the )?(.+?) (?:has |have |is )?(?:won|win|winner|the winner)$",
        r"\1 wins", "mover wins"),
    row("result", r"^(?:the )?(.+?) (?:has |have |is )?(?:lost|lose|loser|the loser)$",
        r"\1 loses", "mover loses"),
    row("result", r"^(?:the )?(?:winner|win|wins|victory)(?: is|:| =| for)? (.+)$", r"\1 wins"),
    row("result", r"^(?:the )?(?:loser|lose|loses)(?: is|:| =| for)? (.+)$", r"\1 loses"),
    row("result", r"^(?:the )?(?:current|acting|moving) player (wins|loses)$", r"mover \1"),
    row("result", r"^(?:the )?(?:other|next) player (wins|loses)$", r"opponent \1"),
    row("result", r"\b(?:the )?(?:highest|largest|biggest|greatest|more|max) (\w+)", r"most \1"),
    row("result", r"\b(?:the )?(?:lowest|smallest|least|fewer|min) (\w+)", r"fewest \1"),
    row("result", r"\b(most|fewest) (\w+)\(\w+\)", r"\1 \2",
        offer="what stands after `most` and `fewest` is computed for each colour by itself: `{}`"),
    row("end_head", r"^(?:if|once|whenever|on|after) (.+)$", r"when \1"),
    row("end_head", r"^((?!when\b|as\b).+)$", r"when \1"),
)  # fmt: skip
BLOCKS = (
    row("block", r"^for ?(?:each|every|all|any) (.+)$", r"for \1"),
    row("block", r"^(?:elif|elsif|elseif|else, if|otherwise,? if) (.+)$", r"else if \1"),
    row("block", r"^otherwise$", "else"),
    row("block", r"^(.+?),? (?:then|do)$", r"\1"),
    row("block", r"^when (.+)$", r"if \1"),
    row("block", r"^unless (.+)$", r"if not (\1)"),
    row("block", r"^repeat (?:at most )?(\w+) times while (.+)$",
        r"repeat up to \1 times while \2"),
    row("block", r"^while (.+?),? (?:at most|up to) (\w+) times$",
        r"repeat up to \2 times while \1"),
    row("block", r"^repeat (?:at most |up to )?(\w+) times until (.+)$",
        r"repeat up to \1 times while not (\2)"),
    row("block", r"^repeat (\w+) times$", r"for k in 1..\1"),
)  # fmt: skip
DECLARATIONS = (
    row("players", r"\s*(?:\band\b|&|;|/|\+|\bvs?\b|\bversus\b)\s*", ", "),
    row("definition", r"^(?:return|=|is) *(.+)$", r"\1"),
    row("define_head", r"^(?:def|define|function|let|fun) +(.+)$", r"\1"),
    row("define_head", r"^(.+?) *=$", r"\1"),
    row("define_head stored_head action_head", r"\(\)", ""),
    row("stored_head", r"^(\w+) *\[ *(\{[^{}\[\]]+\}) *\]$", r"\1[e in \2]",
        offer="an index has a name, which runs over a set: `{}`"),
    row("action_head", r"^(?:action|def|move|function) +(.+)$", r"\1"),
    row("stored domain", r"\btrue or false\b", "flag"),
    row("stored domain", r"(\w+) *(?:-|to|until|\.{3,}|…) *(\w+)", r"\1..\2"),
    row("expr", r"^(\d+) *(?:x|by|\*|×) *(\d+)(?: \w+)*$", r"rectangle(\1, \2)"),
    row("expr", r"^(\w+) (\d+)$", r"\1(\2)"),
    row("action_head", r"\b(\w+) *, *(\w+) in ([^,]+?)(?=[,)])", r"\1 in \3, \2 in \3",
        r"{\1, \2} in \3", offer="each parameter has its own set: `{}`"),
    row("action_head block", r"\b(\w+)\s*(?:\bfrom\b|\bof\b|\bwithin\b|=|<-)\s*", r"\1 in "),
)  # fmt: skip
RELATIONS = (
    row("", r"\b(?:is|are) not (?:in|on|among)\b|\bisn't in\b", "not in"),
    row("", r"\b(?:is|are) (?:in|on|among)\b", "in"),
    row("", r"\b(\w+(?:\([^()]*\))?) (?:is|are) (?:not empty|non-?empty)\b",
        r"some \1", r"\1 not in empty"),
    row("", r"\b(\w+(?:\([^()]*\))?) (?:is|are) empty\b", r"\1 in empty", r"no \1"),
    row("", r"\b(?:is|are) (?:not|different from)\b|\bisn't\b", "!=", "not in"),
    row("", r"\b(?:is|are)? ?(?:greater|more|larger|bigger|higher) than or equal to\b", ">="),
    row("", r"\b(?:is|are)? ?(?:less|fewer|smaller|lower) than or equal to\b", "<="),
    row("", r"\b(?:is|are)? ?(?:greater|more|larger|bigger|higher) than\b|\bexceeds\b", ">"),
    row("", r"\b(?:is|are)? ?(?:less|fewer|smaller|lower) than\b", "<"),
    row("", r"\b(?:is|are)? ?at least\b", ">="),
    row("", r"\b(?:is|are)? ?at most\b", "<="),
    row("", r"\b(?:is |are )?(?:next|adjacent|connected) to\b|\bborders\b|\badjoins\b", "touches"),
    row("", r"\b(?:is |are )?(?:equal to|the same as)\b|\bequals?\b", "="),
    row("", r"\b(\w+(?:\([^()]*\))?) (?:contains|includes|has) (\w+(?:\([^()]*\))?)",
        r"\2 in \1", r"\2 within \1"),
    row("", r"\b(?:is |are )?(?:a )?subset of\b|⊆", "within"),
    row("", r"\bintersects?(?: with)?\b|\boverlaps\b", "meets", "&"),
    row("", rf"\b{AREA} (?:is|are)(?: all| wholly| entirely)? {AREA}", r"\1 within \2",
        offer="`within` asks whether all of a set lies in another, `=` whether both are the same: "
        "`{}`"),
    row("", r"\b(?:is|are)\b", "=", "in"),
    row("", r"∉", "not in"),
    row("", r"(?<=[\w)\]}]) not (?!in\b)", " not in ", " != "),
    row("", r",?\s*\b(?:or else|or otherwise|otherwise)\b", " else"),
    row("", r",\s*else\b", " else"),
)  # fmt: skip
EXPRESSIONS = (
    row("", r"\{(\w+) in (.+?) *(?:\||:|\bwhere\b|\bsuch that\b|\bif\b|\bwith\b) *([^{}]+)\}",
        r"{\1 for \1 in \2 if \3}"),
    row("", r"\b(?:for|any|all) (\w+) in ([^,]+?)[:,]? (\w+ (?:in|within|meets|touches|=) \w+)\)",
        r"\3 for \1 in \2)"),
    row("", rf"\b(max|min)\({OF_SET} else\b", r"\1(n for n in \2 else", r"\1(k for k in \2 else"),
    row("", rf"\b(first)\({OF_SET} else\b", r"\1(c for c in \2 else", r"\1(k for k in \2 else"),
    row("", r"(?<![\w\]])\[([^\[\]]*)\]", r"\1", r"{\1}"),
    row("", r"(\b\w+|\[[^\[\]]*\]|\{[^{}]*\})\.(\w+)\(\)", r"\2(\1)"),
    row("", r"\b(\w+)\.(\w+)\b(?!\()", r"\2[\1]", r"\2(\1)"),
    row("", r"\.{3,}|…", ".."),
    row("", r"[“”„«»]([^“”„«»\"]*)[“”„«»]", r'"\1"', offer="straight quotes are wanted: `{}`"),
    row("", r"\b(?:the )?number of (\w+)", r"count(\1)"),
    row("", r"#(\w+)", r"count(\1)"),
    row("", r"\b(?:there (?:is|are) no|there (?:isn't|aren't) any)\b", "no"),
    row("", r"\b(?:there (?:is|are)(?: an?| some)?|exists?)\b", "some"),
    row("", r"\bany (\w+)\b(?! in\b)", r"some \1"),
    row("", r"\b(?:without|except(?: for)?|minus|but not|excluding)\b", "-"),
    row("", r"\band not\b", "-",
        offer="what is in one set and not in another is written with `-`: `{}`"),
    row("", r"\bnot (\w+(?:\([^()]*\))?)", r"cells - \1"),
    row("", r"\bunion\b|∪", "|"),
    row("", r"\bintersection\b|∩", "&"),
    row("", r"\bor\b", "|", offer="sets are joined by `|`: `{}`"),
    row("", r"\band\b", "&", offer="what two sets have in common is written with `&`: `{}`"),
    row("", r"\bplus\b", "+"),
    row("", r'"(\w+)"', r"\1", offer="names stand without quotes: `{}`"),
    row("", r"\b(?:the|its|their|your|my|own) (?=\w)", "", offer="leave it out: `{}`"),
    row("statement turn", r"\b(?:an|a) (?=\w)", "", offer="leave the article out: `{}`"),
)  # fmt: skip
TABLE = (*SENTENCES, *STATEMENTS, *TURNS, *ENDS, *BLOCKS, *DECLARATIONS, *RELATIONS, *EXPRESSIONS)


def foreign_phrase(fault: Fault) -> bool:
    """Report foreign phrases, if replacing a few of them makes the text parse."""
    changed, offer = idiomatic(fault)
    if lacks_if(fault):
        return fault.offer(changed, offer, "case-without-if", CASE)
    return fault.offer(changed, offer, otherwise=pointer(fault))


def idiomatic(fault: Fault, most: int = MAX_IDIOMS) -> tuple[list[str], str]:
    """The texts that parse and may be meant, with the hint that offers them.

    At most `most` texts are tried.
    """
    signed = with_signs(fault.value)
    if DOTTED.search(fault.value) and fault.reads(signed):
        return [signed], WRITE
    layer = list(dict.fromkeys((fault.value, signed)))
    seen = set(layer)
    tries = min(most, fault.tries)
    for _ in range(DEEPEST):
        later: list[str] = []
        for value in layer:
            if not fault.report.may_guess(SEARCHING):
                return [], WRITE
            for idiom in TABLE:
                changed = idiom.changed(value, fault.start)
                new = {text: offer for text, offer in changed if text not in seen}
                seen.update(new)
                tries -= len(new)
                if texts := [text for text in new if fault.reads(text)]:
                    return texts, new[texts[0]] if value == fault.value else WRITE
                if tries < 0:
                    return [], WRITE
                later += new
        layer = later
    return [], WRITE


def repeated(fault: Fault) -> bool:
    """Report `place twice` and the like: a fixed number in a row, or a limit with `up to`."""
    number = r"(\d+|" + "|".join(w.partition(" ")[0] for w in TIMES) + ")"
    match = re.search(rf"\b([A-Za-z_]\w*) (?:exactly |[*x×] ?)?{number}(?: times)?|"
                      rf"{number} ?[x×*]? (\w+)", fault.value)  # fmt: skip
    if fault.start != "turn" or match is None:
        return False
    name, word = (match[1], match[2]) if match[1] else (match[4], match[3])
    times = {k.partition(" ")[0]: n for k, n in TIMES.items()}.get(word) or int(word)
    names = dict.fromkeys((name, name.removesuffix("s")) if match[4] else (name,))
    made = [f"{n} {times} times" for n in names]
    changed = [fault.value[: match.start()] + new + fault.value[match.end() :] for new in made]
    offer = f"write `{{}}`; as often as possible up to a limit is `{name} up to {times} times`"
    return fault.offer([c for c in changed if fault.reads(c)], WRITE if match[4] else offer)
