"""Rule files of up to a megabyte that are made to keep the checker busy.

`cases` gives each with a name.  Most of them are refused; what matters is that this is quick, see
`mutate`.
"""

from __future__ import annotations

from collections.abc import Iterator

from generators.nasty import HEADINGS, with_

BYTES = 1_000_000
RULE = 9_900  # characters of a rule text
ENTRY = {  # a line under a heading, for many names
    "options": "  {n}: 1..3 = 2",
    "players": "  {n}:",
    "pieces": "  {n}:\n    supply: each\n    with:\n      w{n}: flag",
    "state": "  {n}: cells or none",
    "marks": "  {n}[c in cells]: 0..9",
    "define": "  {n}(c, d): {{e + d for e in neighbours(c) if e != c}}",
    "chance": "  {n}(k in 1..6): weight k",
    "actions": "  {n}(c in cells, d in neighbours(c)): put stone on d",
    "sees": "  {n}: nothing",
    "questions": "  {n}(c in cells): some neighbours(c)",
    "setup": "  - put stone of White on {{c for c in cells if c != a1}}",
    "opening": "  - place or pass",
    "after turn": "  - if some empty and n < 9:\n      - add 1 to n",
    "end": "  - when no empty or n > 9: draw",
    "looks": "  {n}: red",
    "board": "  {n}: a1 b1 c1",
    "extends": "  {n}: x",
}


def repeated(line: str, most: int = BYTES) -> str:
    """So many lines with different names as fit."""
    lines, size, number = [], 0, 0
    while True:
        text = line.format(n=f"n{number}x")
        size += len(text) + 1
        if size > most:
            return "\n" + "\n".join(lines)
        lines.append(text)
        number += 1


def rules(text: str) -> str:
    """Definitions that all say the same."""
    return repeated(f"  {{n}}(c): {text.replace('{', '{{').replace('}', '}}')}", BYTES - 1000)


def long(word: str) -> str:
    """A rule text of a word again and again."""
    return word * (RULE // len(word))


def near_names(length: int, count: int) -> list[str]:
    """Names of a length of which each is near to each."""
    return [f"{'x' * (length - 4)}{n:04}" for n in range(count)]


def cases() -> Iterator[tuple[str, str]]:
    """Each with a name."""
    for heading, line in ENTRY.items():
        for lines in (990, 100_000):
            body = repeated(line)
            body = "\n".join(body.split("\n")[: 1 + lines * (1 + line.count("\n"))])
            yield f"{lines} under {heading}", with_(**{heading.replace(" ", "_"): body})[:BYTES]
    yield from texts()
    yield from names()
    yield from wholes()


def texts() -> Iterator[tuple[str, str]]:
    """Long rule texts, and many of them."""
    for word in ("c + ", "c | ", "not ", "c or ", "c if c else ", "c = c and ", "{c}, ", "-", "("):
        for many in (False, True):
            rule = long(word) + "c"
            body = rules(rule) if many else f"\n  f(c): {rule}"
            yield f"{'many' if many else 'one'} {word}", with_(define=body)
    for depth in (10, 50):
        nest = "count(" * depth + "c" + ")" * depth
        yield f"deep {depth}", with_(define=rules(", ".join([nest] * (RULE // len(nest) - 1))))
    yield "quantifiers", with_(define=rules(long("any(a = b for a in cells) or ") + "c"))
    yield "unknown words", with_(define=rules(", ".join(f"w{n}" for n in range(1500))))
    yield "misspelt words", with_(define=rules(", ".join(["neihgbours(c)"] * 600)))
    yield "misspelt cells", with_(define=rules(", ".join(["a99"] * 2000)), board=" square(64)")
    yield "syntax errors", with_(define=rules("c +"))
    yield "syntax errors far in", with_(define=rules(long("c + ") + "then"))
    for word in (" or place", ", place", " else place", " or (place, place)"):
        turn = "place" + long(word)
        yield f"turn{word}", with_(turn=f" {turn}")
        yield f"opening{word}", with_(opening="\n" + "\n".join([f"  - {turn}"] * 95))
    for postfix in (" at will", " while possible", " if possible", " up to 2 times"):
        yield f"turn{postfix}", with_(turn=f" place{postfix * 20}")
        nested = "(" * 20 + "place" + f", place){postfix}" * 20
        yield f"nested{postfix}", with_(turn=f" {nested}")
    block = "".join("  " * n + "  - if some empty:\n" for n in range(20)) + "  " * 20 + "  - pass"
    yield "blocks", with_(setup="\n" + "\n".join([block] * (BYTES // len(block) - 1)))
    chain = "".join(f"\n  f{i}(c): f{i + 1}(c) | f{i + 1}(c)" for i in range(900))
    yield "chain of definitions", with_(define=f"{chain}\n  f900(c): c")
    options = "".join(f"\n  o{n}: 1, 2, 3, 4" for n in range(900))
    yield "many variants", with_(options=f"{options}\n  size: 2..9 = 4", define=rules("c"))
    slow = "sum(1 for a in cells, b in cells, d in cells)"
    action = f"place(at in empty):\n    - require {slow} > n\n    - add 1 to n"
    yield "slow start", with_(actions=f"\n  {action}", board=" square(14)")
    yield "slow domains", with_(state="\n  n: 0..9" + "".join(
        f"\n  v{n}: {{a * b for a in 1..300, b in 1..300}}" for n in range(900)
    ))  # fmt: skip
    loop = "  - for c in cells, d in cells:\n      - put stone of White on c\n"
    yield "slow set-up", with_(setup="\n" + loop * 900, board=" square(20)")
    yield "long look", with_(
        turn=" place, place, place, place", board=" square(40)",
        after_turn="\n  - require count(pieces) > 1000",
    )  # fmt: skip


def names() -> Iterator[tuple[str, str]]:
    """Long names, and many that are near to one another."""
    for length in (50, 500, 9_000):
        count = min(900, BYTES // (2 * length) - 1)
        some = near_names(length, count)
        defined = "".join(f"\n  {name}(c): {name[:-1]}y(c)" for name in some)
        yield f"near names of {length}", with_(define=defined)
        body = "".join(f"\n  {name}: 0..9" for name in some)
        yield f"unused names of {length}", with_(state=f"{body}\n  n: 0..9")
        keys = "".join(f"\n{name}: x" for name in some)
        yield f"headings of {length}", with_() + keys
        entries = "".join(f"\n  {name}: x" for name in some)
        yield f"board of {length}", with_(board=entries)
        yield f"looks of {length}", with_(looks=entries)
        yield f"sees of {length}", with_(sees=entries)
        removed = "".join(f"\n  {name}: removed" for name in some)
        yield f"removed of {length}", f"extends: hex\ndefine:{removed}\n"
        yield f"extends of {length}", f"extends: {some[0]}\n"


def wholes() -> Iterator[tuple[str, str]]:
    """Files that hardly are YAML, or much of it."""
    fill = {
        "one letter": "x", "words": "word ", "lines": "a: b\n", "blank lines": "\n",
        "notes": "# a\n", "items": "- a\n", "nested items": "- - - a\n",
        "maps": "a:\n  b:\n    c: d\n", "quotes": "'", "double": '"', "escapes": "\\x41",
        "brackets": "[", "braces": "{", "anchors": "&a b\n", "tags": "!a b\n", "tabs": "\ta\n",
        "odd": "\u00a0a\n", "far": "é", "control": "\x07", "colons": ": ", "keys": "? a\n",
        "documents": "---\na: b\n", "commas": ",", "backquotes": "`a\n", "percent": "%a\n",
        "stars": "*a\n",
    }  # fmt: skip
    for name, part in fill.items():
        size = len(part.encode())
        yield name, (part * (BYTES // size))[:BYTES]
        for start in ("game: ", "notes: |\n  ", 'game: "', "game: '", "notes: >\n  ", "end:\n  - "):
            yield f"{name} after {start!r}", start + part * ((BYTES - 20) // size)
    for heading in HEADINGS:
        yield f"long {heading}", with_(**{heading.replace(" ", "_"): " " + "a b " * 240_000})
    keys = "\n".join(f"key {n}: b" for n in range(60_000))
    yield "different keys", keys
    yield "steps", "\n".join(" " * (n % 100) + f"k{n}:" for n in range(8_000))
