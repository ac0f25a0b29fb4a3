"""The words of the rule language, and what each kind of rule text looks like."""

from __future__ import annotations

VERBS = tuple((
    "require try put lift remove move swap set add take play weight tell let"
).split())
KEYWORDS = VERBS + tuple(
    (
    "if else for in not and or some no within meets touches true false none to of with on "
    "from mod div possible while up times at will when as soon wins loses draw most fewest "
    "the published each nothing before after repeat under below gets ranks"
).split()
)
BLOCK_WORDS = ("if", "else", "for", "repeat")
OF_ENDS = ("when", "as")
RESERVED = frozenset(
    (
    "if else for in not and or some no within meets touches true false none to of with on "
    "mod div"
).split()
)
SHAPES = {
    "name": ("a name", "size"),
    "names": ("a list of names", "man, king"),
    "players": ("the list of colours", "Red, Blue, Green if players = 3"),
    "player": ("a colour", "Blue if players = 3"),
    "stored": ("a domain with its start", "0..9 = 0"),
    "definition": ("an expression", "c for c in empty if c + south not in empty"),
    "domain": ("the values of an attribute", "flag = false"),
    "path": ("a line of points", "a1 d1 g1"),
    "track": ("a track", "a1 (size - 1)*east north"),
    "letters": ("letters", "h H"),
    "point": ("a place", "3 2.5"),
    "supply": ("a supply", "9"),
    "owner": ("an owner", "none"),
    "action_head": ("the head of an action", "drop(at in empty)"),
    "define_head": ("the head of a definition", "score(p)"),
    "stored_head": ("the head of a variable", "coins[p in colours]"),
    "seen_head": ("the head of what is shown", "hand[p]"),
    "shown": ("what is shown", "pieces(viewer)"),
    "extends": ("the name of a rule file", "tic-tac-toe"),
    "statement": ("a statement", "put disc on at"),
    "block": ("a block", "for c in cells"),
    "label": ("the name of a line", "before checkmate"),
    "turn": ("a turn", "move, shoot else pass"),
    "turn_case": ("a case of the turn", "if some supply"),
    "end_head": ("a line of the end", "when no empty"),
    "result": ("a result", "mover wins"),
    "expr": ("an expression", "count(mine) + 1"),
}
