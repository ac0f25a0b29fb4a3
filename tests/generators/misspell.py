"""Plants misspelt words in the bundled games and measures what the checker says of them.

    python tests/generators/misspell.py [--count 600] [--seed 1] [--show WHICH]

A mistake is one letter of one word dropped, doubled, changed, or swapped with the next; the word is
any word of a rule: headings, keywords, built-ins, names.  Not planted are changes

* of notes, of messages in quotes and of names for people, which are not rules, and of texts of
  moves and letters in `notation`, where any word stands as it is;
* that make another word which the file or the language knows (`c1` for `d1`, `min` for `mine`): no
  checker can know that it was not meant;
* of a word of one letter, as every other letter is as near to it;
* of a word that the file declares and never uses again (a value in a list, a colour that no
  rule names, a point of a custom board): the new word is as good as the old one.  They are counted
  as "declare themselves".

A mistake is *caught* when the file is no longer accepted without a finding; *placed* when a finding
marks exactly the misspelt word (or, if a declaration was misspelt, a use of the word with the
declared one as suggestion); *advised* when that finding suggests the right word.
"""

from __future__ import annotations

import argparse
import random
import re
import string
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[1])]

from support.diagnosing import GAMES, bundled, findings

from gdl import Diagnostic, Report, Source
from gdl.syntax.outline import HEADINGS
from gdl.vocabulary.builtins import BUILTINS, GIVING_WAY
from gdl.vocabulary.keywords import KEYWORDS
from gdl.yaml.reader import List, Map, Node, Text, read

WORD = re.compile(r'"[^"]*"|[A-Za-z_][A-Za-z0-9_]*')
FILE = re.compile(r"[\w-]+")
FOR_PEOPLE = ("game", "designer", "year", "notes")
AS_THEY_ARE = ("moves", "letters")  # in `notation`
ENTRIES = ("cells lines tracks points stack owner supply with board refusal removed").split()
LANGUAGE = {
    *BUILTINS.keys() - GIVING_WAY, *KEYWORDS, *ENTRIES, *(w for h in HEADINGS for w in h.split("_"))
}  # fmt: skip


@dataclass(frozen=True)
class Mistake:
    """A misspelt word: in which game, where, what stood there and what stands there now."""

    game: str
    start: int
    right: str
    wrong: str
    text: str  # the whole file with the mistake

    @property
    def end(self) -> int:
        """Where the misspelt word ends."""
        return self.start + len(self.wrong)


@dataclass(frozen=True)
class Verdict:
    """What the checker says of a mistake."""

    mistake: Mistake
    caught: bool
    placed: bool
    advised: bool
    diagnostics: tuple[Diagnostic, ...]


def rule_texts(node: Node) -> Iterator[Text]:
    """The keys and leaves of a file that are rules."""
    if isinstance(node, Text):
        yield node
    elif isinstance(node, List):
        for item in node.items:
            yield from rule_texts(item)
    else:
        for entry in node.entries:
            yield entry.key
            if entry.key.value in AS_THEY_ARE and isinstance(entry.value, Map):
                yield from (each.key for each in entry.value.entries)
            elif entry.key.value not in FOR_PEOPLE:
                yield from rule_texts(entry.value)


def words(text: str, name: str) -> Iterator[tuple[int, str]]:
    """Every word of a rule file, with its place."""
    root = read(Source(name, text), Report())
    assert isinstance(root, Map)
    base = root.get("extends")
    for leaf in rule_texts(root):
        for match in (FILE if leaf is base else WORD).finditer(leaf.value):
            if not match[0].startswith('"'):
                yield leaf.part(*match.span()).start, match[0]


@cache
def known_words(name: str) -> Counter[str]:
    """The words of a bundled file and of the files that it extends, and how often each stands."""
    text = bundled()[name]
    known = Counter(word for _, word in words(text, name))
    base = re.search(r"^extends: (\S+)", text, re.MULTILINE)
    return known + known_words(base[1]) if base else known


def misspell(word: str, random: random.Random) -> str:
    """The word with one letter dropped, doubled, swapped with the next, or changed."""
    at = random.randrange(len(word))
    kind = random.choice(("drop", "double", "swap", "change"))
    if kind == "drop" and len(word) > 1:
        return word[:at] + word[at + 1 :]
    if kind == "double":
        return word[: at + 1] + word[at:]
    if kind == "swap" and at + 1 < len(word):
        return word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    return word[:at] + random.choice(string.ascii_lowercase) + word[at + 1 :]


def declares_itself(name: str, word: str) -> bool:
    """Whether a word stands once in the rules and is no word of the language."""
    return known_words(name)[word] == 1 and word not in LANGUAGE and not is_file(word)


def is_new_point(name: str, start: int, wrong: str) -> bool:
    """Whether a misspelt point of a custom board is another point that can be there."""
    line = bundled()[name][:start].rpartition("\n")[2]
    in_line = re.fullmatch(r" +- ([a-z]\d )*", line) is not None
    return in_line and re.fullmatch(r"[a-z]{1,2}\d{1,3}", wrong) is not None


def is_file(word: str) -> bool:
    """Whether a word is the name of a bundled file."""
    return word in bundled()


def plant(count: int, seed: int) -> tuple[list[Mistake], int]:
    """So many mistakes, each in one word, and how many were left out that declare themselves."""
    chance = random.Random(seed)
    places = [
        (name, start, word) for name, text in bundled().items() for start, word in words(text, name)
    ]
    made: list[Mistake] = []
    left_out = 0
    while len(made) < count:
        name, start, right = chance.choice(places)
        wrong = misspell(right, chance)
        if len(right) == 1 or wrong == right or wrong in LANGUAGE or wrong in known_words(name):
            continue
        if declares_itself(name, right) or is_new_point(name, start, wrong):
            left_out += 1
            continue
        text = bundled()[name]
        changed = text[:start] + wrong + text[start + len(right) :]
        made.append(Mistake(name, start, right, wrong, changed))
    return made, left_out


def judge(mistake: Mistake) -> Verdict:
    """Check the file with the mistake."""
    diagnostics = findings(mistake.text, f"{mistake.game}.yaml")
    here = [d for d in diagnostics if (d.span.start, d.span.end) == (mistake.start, mistake.end)]
    mended = (mistake.wrong, mistake.right)
    uses = [d for d in diagnostics if (d.suggestion, d.span.text) == mended]
    right = any(d.suggestion == mistake.right for d in here) or bool(uses)
    return Verdict(mistake, bool(diagnostics), bool(here or uses), right, diagnostics)


def measure(count: int, seed: int) -> tuple[list[Verdict], int]:
    """The verdicts on so many mistakes, and how many declare themselves."""
    mistakes, left_out = plant(count, seed)
    return [judge(m) for m in mistakes], left_out


def share(verdicts: list[Verdict], name: str) -> float:
    """How many of the verdicts say so, of 1."""
    return sum(getattr(v, name) for v in verdicts) / len(verdicts)


def main() -> None:
    """Print the figures, and those mistakes that were asked for."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--count", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", choices=("missed", "misplaced", "unadvised", "many", "all"))
    options = parser.parse_args()
    verdicts, left_out = measure(options.count, options.seed)
    for verdict in verdicts:
        wanted = {
            "missed": not verdict.caught,
            "misplaced": not verdict.placed,
            "unadvised": not verdict.advised,
            "many": len([d for d in verdict.diagnostics if d.is_error]) > 1,
            "all": True,
        }
        if options.show and wanted[options.show]:
            m = verdict.mistake
            line = m.text.count("\n", 0, m.start) + 1
            print(f"\n=== {m.game}:{line}: {m.right} -> {m.wrong}")
            for diagnostic in verdict.diagnostics[:4]:
                print(diagnostic.render().replace(str(GAMES), ""))
    for name in ("caught", "placed", "advised"):
        print(f"{name}: {100 * share(verdicts, name):.1f} %")
    alone = sum(len(v.diagnostics) == 1 for v in verdicts) / len(verdicts)
    print(
        f"of {len(verdicts)} mistakes; {100 * alone:.1f} % give just one finding; "
        f"{left_out} declare themselves"
    )


if __name__ == "__main__":
    main()
