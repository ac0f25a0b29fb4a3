"""Writes `docs/games/sizes.md`: how long rules are here, in RBG, in Regular Games and in Ludii.

`python tests/support/size_page.py > docs/games/sizes.md` writes it anew; a test fails when it is
stale.  The counts of the others were made once, with the same expression, from their public files.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))

from interpreter import list_games, load_game

TOKEN = re.compile(
    r'"[^"]*"|[A-Za-z_]\w*|\d+(?:\.\d+)?|->>|->|\$\$|\.\.|[<>!=]=|&&|\|\||\S'
)  # fmt: skip
COMMENT = re.compile(r"(?:^|\s)#[^\n]*")
FOR_PEOPLE = {"game", "designer", "year", "notes", "looks", "notation", "extends"}

RBG, GAMES, RG, LUDII = "marekesz/rbg", "marekesz/rbgGames", "radekmie/rg", "Ludeme/Ludii"
A1C, A40 = "a1c54720547f238fa194c9a1ef11b2ffd5b8d112", "a40a07a49db5fd8e1e3e9f588e69a456ca03ee23"
HRG = "035698b239daab9d60cc97ce1d607c345c10bb4d"
LUD_A = "12354f1aac9e630de3939076ca6d753f5a68c181"
LUD_B = "03ec2985a034181ce17f7a5964753a3f94e0e57e"
LUD = "Common/res/lud/board"


class Count(NamedTuple):
    """The tokens of a game in a file of another system."""

    game: str
    repository: str
    path: str
    commit: str
    tokens: int


COUNTS = (
    Count("tic-tac-toe", RBG, "games/ticTacToe.rbg", A1C, 214),
    Count("connect-four", RBG, "games/connect4.rbg", A1C, 255),
    Count("breakthrough", RBG, "games/breakthrough.rbg", A1C, 144),
    Count("hex", RBG, "games/hex.rbg", A1C, 176),
    Count("amazons", RBG, "games/amazons.rbg", A1C, 238),
    Count("gomoku", RBG, "games/gomoku-standard.rbg", A40, 216),
    Count("reversi", RBG, "games/reversi.rbg", A1C, 553),
    Count("english-draughts", RBG, "games/englishDraughts.rbg", A40, 637),
    Count("yavalath", GAMES, "games/yavalath.rbg", "3d35a47f8c4e6665f1bfcc4f53a797798ed86fca", 255),
    Count("tic-tac-toe", RG, "games/hrg/ticTacToe.hrg", HRG, 525),
    Count("connect-four", RG, "games/hrg/connect4.hrg", HRG, 918),
    Count("clobber", RG, "games/hrg/clobber.hrg", HRG, 609),
    Count("breakthrough", RG, "games/hrg/breakthrough.hrg",
          "09c38253b42ca531a16a5ddecd2eb957647db5c6", 504),
    Count("hex", RG, "games/hrg/hex.hrg", "3e0b4fa81d3cee8a651a7ef8065c4409d3e62500", 699),
    Count("yavalath", RG, "games/hrg/yavalath.hrg", "ed3eb8812114218c86c2557c66cd3b8e0c3d5979",
          1001),
    Count("tic-tac-toe", LUDII, f"{LUD}/space/line/Tic-Tac-Toe.lud", LUD_A, 63),
    Count("connect-four", LUDII, f"{LUD}/space/line/Connect Four.lud", LUD_A, 88),
    Count("gomoku", LUDII, f"{LUD}/space/line/Gomoku.lud", LUD_B, 65),
    Count("connect6", LUDII, f"{LUD}/space/line/Connect6.lud",
          "0bfec7e87826b887f1f62b16814d17800cb01c5a", 113),
    Count("quarto", LUDII, f"{LUD}/space/line/Quarto.lud", LUD_B, 612),
    Count("yavalath", LUDII, f"{LUD}/space/line/Yavalath.lud",
          "0bfec7e87826b887f1f62b16814d17800cb01c5a", 83),
    Count("hex", LUDII, f"{LUD}/space/connection/Hex.lud", LUD_B, 97),
    Count("havannah", LUDII, f"{LUD}/space/connection/Havannah.lud", LUD_B, 74),
    Count("y", LUDII, f"{LUD}/space/connection/Y (Hex).lud", LUD_B, 123),
    Count("gonnect", LUDII, f"{LUD}/space/connection/Gonnect.lud",
          "0fc50a949ded5b59f29525b846167702110deda0", 184),
    Count("breakthrough", LUDII, f"{LUD}/race/reach/Breakthrough.lud", LUD_B, 135),
    Count("reversi", LUDII, f"{LUD}/space/territory/Reversi.lud", LUD_A, 227),
    Count("ataxx", LUDII, f"{LUD}/space/territory/Ataxx.lud", LUD_B, 252),
    Count("go", LUDII, f"{LUD}/space/territory/Go.lud", LUD_B, 162),
    Count("amazons", LUDII, f"{LUD}/space/blocking/Amazons.lud", LUD_A, 110),
    Count("domineering", LUDII, f"{LUD}/space/blocking/Domineering.lud", LUD_A, 77),
)  # fmt: skip

START = """\
# How long the rules are

The number of tokens of the rules of every game, beside those of other systems where they have the
game. One regular expression counts the tokens of all four languages: a text in quotes, a word, a
number, and every sign, brackets among them, is a token; `->>`, `->`, `$$`, `..`, `<=`, `>=`,
`!=`, `==`, `&&` and `||` are one sign each. Comments do not count, nor what is for people only.

- *Here* is the whole rule file without `game`, `designer`, `year`, `notes`, `looks` and
  `extends`; of a variant, what it adds is counted, and in brackets together with the files that
  it extends.
- *RBG* ([Regular Boardgames](https://github.com/marekesz/rbg)) is the file without `#board`,
  which lists every cell.
- *RG* is [Regular Games](https://github.com/radekmie/rg), in its language for people, HRG.
- *[Ludii](https://github.com/Ludeme/Ludii)* is `(game …)` with the definitions of the file that
  it uses, and the default item of each option in its place. Definitions that Ludii has elsewhere
  and the metadata do not count.

The rules are not quite the same everywhere. Ludii's Connect Four is the one-dimensional form that
is its default, its Breakthrough draws on four definitions that it keeps elsewhere, and its Y is
played on another board; RBG's draughts are drawn after 20 moves, and its gomoku, like that of
Ludii, wants exactly five. Files here also have options that others lack, such as the pie rule.

<!-- Written by `python tests/support/size_page.py > docs/games/sizes.md`; do not edit. -->

"""
SOURCES = """
## The files that were counted

"""


def rules_of(text: str) -> str:
    """A rule file without comments and without what is for people only."""
    blocks = re.split(r"(?m)^(?=\S)", COMMENT.sub("", text))
    return "".join(b for b in blocks if b.partition(":")[0] not in FOR_PEOPLE)


def size(text: str) -> int:
    """The tokens of a rule file."""
    return len(TOKEN.findall(rules_of(text)))


def sizes(name: str) -> tuple[int, int]:
    """The tokens of a game's own file, and of all files that it is made of."""
    counts = [size(source.text) for source in load_game(name).model.sources]
    return counts[0], sum(counts)


def page() -> str:
    """The text of the page."""
    return START + "\n".join(rows()) + "\n" + SOURCES + "\n".join(sources()) + "\n"


def rows() -> Iterator[str]:
    """The table."""
    yield "| game | here | RBG | RG | Ludii |\n|---|---|---|---|---|"
    for name in list_games():
        own, whole = sizes(name)
        here = f"{own:,}" if own == whole else f"{own:,} ({whole:,})"
        counts = [counted(name, RBG, GAMES), counted(name, RG), counted(name, LUDII)]
        yield f"| [`{name}`]({name}.md) | {here} | {' | '.join(counts)} |"


def counted(name: str, *repositories: str) -> str:
    """The tokens of a game in a system, if it has the game."""
    found = [c.tokens for c in COUNTS if c.game == name and c.repository in repositories]
    return f"{found[0]:,}" if found else ""


def sources() -> Iterator[str]:
    """Where each count of another system is from."""
    yield "| repository | file | commit | tokens |\n|---|---|---|---|"
    for c in COUNTS:
        yield f"| {c.repository} | `{c.path}` | `{c.commit[:12]}` | {c.tokens:,} |"


if __name__ == "__main__":
    print(page(), end="")
