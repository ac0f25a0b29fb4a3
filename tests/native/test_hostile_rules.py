"""A rule file that plants C code wherever it may say anything: none of it reaches the compiler.

Texts try to end the comment or the string that they may stand in; names are those of C and of the
texts around them.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.c_driver import COMPILER, PROGRAM, built, compiled, driven_text, run
from support.c_lexer import code_of

from interpreter import load_game
from interpreter.api.game import Game
from interpreter.native.program.export import make_export
from interpreter.native.program.program import dump_native, program_of

CODE = 'static void __attribute__((constructor)) planted(void) { __builtin_puts("PLANTED"); }'
WAYS_OUT = (  # of a comment or a string
    f"*/ {CODE} /*", f"*??/ {CODE} ??/", f"*/*/ {CODE} /*/*", f"\\\\ */ {CODE} //",
    f"@HASH@ prefix_ PREFIX_ %s %n {{0}} {CODE}", f"\u202e*\u200b/ {CODE}",
)  # fmt: skip
HOSTILE = " ".join(WAYS_OUT)
FILE_NAME = "pla*\\\n#error PLANTED\n??\"; planted(); \"*"
FOLDER_NAME = "*??"
NAMED_LIKE_C = """\
game: 'TEXT'
designer: 'TEXT'
year: 'TEXT'
notes: |
  TEXT
  # TEXT
looks:  # TEXT
  int: red  # TEXT
options:
  sizeof: 2..9 = 3  # TEXT
  PREFIX_SEATS: main, exit = exit
  GAME_SEATS: flag = true
players:
  State:
    define: c1
  Move:
    define: a1
board:
  cells: square(sizeof)
  tracks:
    prefix_: a1 b1 c1
pieces:
  int:
    supply: 20
    with:
      struct: auto, goto
    return: 2
  static:
    owner: none
    return: 1
setup:
  - put int of State with struct = goto on a3  # TEXT
state:
  h: 0..9
  fault[p in colours]: 0..9 = 1
  s: cells or none
  NULL: subsets(cells)
marks:
  memcpy: subsets(cells)
define:
  uint64_t: c for c in empty if c != a3
  asm(c):
    - require h < 20, "TEXT"
    - add (1 if c = b2 else 0) to h
chance:
  volatile(m in 1..2):
    - weight m
    - set fault[mover] to m
actions:
  moves(c in uint64_t, inline in {auto, goto}):
    - try inline = auto or h < 9, "TEXT"
    - require c not in NULL or mover = State, "TEXT"
    - put int with struct = inline on c
    - "set s
       to c"  # TEXT
    - set memcpy to {c}
    - asm(c)
    - if h = 0:
        - set NULL to {c}
      else:
        - add 0 to h
turn: volatile, moves
sees:
  refusal: viewer = mover
questions:
  register: count(uint64_t)
end:
  - when h = 9 or no uint64_t: most fault wins
"""



def hostile_text() -> str:
    """The rule file; messages stand between double quotes."""
    return "\n".join(
        line.replace("TEXT", HOSTILE.replace('"', "`") if '"TEXT"' in line else HOSTILE)
        for line in NAMED_LIKE_C.split("\n")
    )


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """The game of a hostile file that extends another one and has a hostile name, too."""
    folder = tmp_path_factory.mktemp("*") / FOLDER_NAME
    folder.mkdir()
    (folder / "static.yaml").write_text(hostile_text(), "utf-8")
    path = folder / f"{FILE_NAME}.yaml"
    path.write_text(f"extends: static  # {HOSTILE}\ngame: '{HOSTILE}'\n"
                    f"after turn:\n  - add 1 to h  # {HOSTILE}\n", "utf-8")  # fmt: skip
    return load_game(str(path), sizeof=4)


def c_texts(game: Game) -> dict[str, str]:
    """All C that is made of a game."""
    return {"library.c": program_of(game.reference).text, **make_export(game.reference).files}


def test_everything_planted_is_there_and_none_of_it_is_code(game: Game) -> None:
    prefix = re.compile(make_export(game.reference).prefix, re.I)  # made of the name of the file
    for name, text in c_texts(game).items():
        if name != "example.c":
            assert text.count("PLANTED") > 2, "the rules are no longer shown"
        for trigraphs in (False, True):
            code = prefix.sub("", code_of(text, trigraphs))
            assert "PLANTED" not in code and "planted" not in code, name
            assert not re.search(r"[^\x00-\x7f]", code), name


def test_what_is_dumped_holds_no_control_characters(game: Game) -> None:
    dumped = "".join(dump_native(game.reference))
    assert all(c.isprintable() or c == "\n" for c in dumped)


@pytest.mark.skipif(COMPILER is None, reason="there is no C compiler")
def test_a_hostile_game_plays_and_nothing_else_runs(game: Game, folder: Path) -> None:
    done = run(compiled(driven_text(game), folder / "hostile", "-O0", *PROGRAM), 400, 200, 2, 1)
    assert done.returncode == 0, done.stderr[:4000]
    assert "PLANTED" not in done.stdout


@pytest.mark.skipif(COMPILER is None, reason="there is no C compiler")
def test_a_hostile_export_plays_and_nothing_else_runs(game: Game, tmp_path: Path) -> None:
    made = make_export(game.reference)
    for name, text in made.files.items():
        (tmp_path / name).write_text(text, "utf-8")
    options = ("-std=c11", "-Wall", "-Wextra", "-Werror", "-fsanitize=address,undefined")
    said = run(built(tmp_path / "example", *options, "example.c", f"{made.prefix}.c"), 7)
    assert said.returncode == 0 and "PLANTED" not in said.stdout

