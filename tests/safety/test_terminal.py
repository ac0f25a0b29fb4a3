"""Nothing that a file says steers the terminal, or hides from whoever reads it."""

from __future__ import annotations

import ast
import io
import json
import signal
import sqlite3
import sys
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from support.studies import InProcess

from gdl import Report, Source
from gdl.source.printable import printable
from interpreter import cli
from interpreter.api.loading import load_game
from interpreter.process.output import Guarded, console, guarded
from interpreter.terminal.screen import Screen, completer

pytestmark = pytest.mark.usefixtures("without_charts")

ROOT = Path(__file__).parents[2]
SOFT = "\u202e\u2066\u200b\u200d\u2060\u061c\ufe01\u3164\U000e0041\U000e0001\U000e0101\ue000"
HARD = "\x1b[2J\x1b]0;owned\x07\x9b31m\x00\b\x7f\x85\u2028\u2029\r\v"
CONTROLS = [chr(c) for c in (*range(32), *range(127, 160), 0x2028, 0x2029, 0xFFFE) if c != 10]
GAME = """\
game: Mine{0}
designer: me{0}
year: "1{0}"
notes: a note{0}
looks:
  Black: black ●
players: Black, White
options:
  size: 2..5 = 3 # {0}
board: square(size)
pieces: stone
actions:
  place(at in empty):
    - require at not in corners, "not a corner{0}"
    - put stone on at
    - tell all "a stone{0}"
turn: place
end:
  - when stuck: draw
  - when count(empty) < 5: mover wins # well{0}
"""


def hidden(text: str) -> set[str]:
    """What is in a text that nobody would see, or that a terminal would obey."""
    wrong = ("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp")
    return {
        hex(ord(c))
        for c in text
        if c != "\n" and (unicodedata.category(c) in wrong or c in "\u3164\ufe01\U000e0101")
    }


Run = Callable[..., tuple[int, str]]


@pytest.fixture
def run(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> Iterator[Run]:
    """Runs a command in this process; gives its status and all that it wrote, once looked at."""
    monkeypatch.setattr("interpreter.study.driver.hired", lambda count, cluster: InProcess())
    monkeypatch.chdir(tmp_path)

    def run(*words: str, typed: str = "") -> tuple[int, str]:
        monkeypatch.setattr(sys, "argv", ["gdl", *words])
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        status = 0
        try:
            cli.main()
        except SystemExit as end:
            status = int(end.code or 0)
        finally:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        out, err = capfd.readouterr()
        assert not hidden(out + err), words
        assert status != 70, err
        return status, out + err

    yield run


# ---- the function ------------------------------------------------------------------------------


def test_every_character_is_seen_or_escaped() -> None:
    for first in range(0, sys.maxunicode + 1, 1 << 12):
        text = printable("".join(map(chr, range(first, first + (1 << 12)))))
        assert not hidden(text) and printable(text) == text
    for char in "\x1b\x9b\u202e":
        assert printable(char).startswith("\\u")


def test_json_stays_json() -> None:
    text = json.dumps({"a": SOFT + HARD + 'é"\\'}, ensure_ascii=False)
    assert json.loads(printable(text)) == {"a": SOFT + HARD + 'é"\\'}


def test_what_is_ordinary_stays() -> None:
    text = "Zürich – 五目並べ ♟\ufe0e\n  ┌─┐\n"
    assert printable(text) == text
    assert printable("a\tb\r\nc\xa0d") == "a b\nc d"


def test_carets_stand_below_what_they_mark() -> None:
    report = Report()
    source = Source("x\x1b.yaml", "ab\u202ecd\x1befg\n")
    from gdl.source.spans import Span

    report.add("yaml-character", Span(source, 6, 8), name="\x1b")
    rendered = report.diagnostics[0].render()
    assert not hidden(rendered)
    line, carets = rendered.split("\n")[3:5]
    assert line[carets.index("^") : carets.rindex("^") + 1] == "efg"[:2]


# ---- the streams -------------------------------------------------------------------------------


def test_our_own_styles_survive_and_those_of_texts_do_not() -> None:
    from rich.text import Text

    raw = io.StringIO()
    out = console(Guarded(raw), force_terminal=True, color_system="standard", width=200)  # type: ignore[arg-type]
    out.print(Text(f"mine{HARD}{SOFT}", "bold"))
    written = raw.getvalue()
    assert "\x1b[1m" in written and "\\u001b[2J" in written
    assert not hidden(written.replace("\x1b[1m", "").replace("\x1b[0m", ""))


def test_both_streams_are_guarded_and_given_back(capfd: pytest.CaptureFixture[str]) -> None:
    before = sys.stdout, sys.stderr
    with guarded():
        print("out", HARD)
        print("err", HARD, file=sys.stderr)
        sys.stdout.writelines(["a\x1b", "b\n"])
    assert (sys.stdout, sys.stderr) == before
    out, err = capfd.readouterr()
    assert not hidden(out + err) and "\\u001b" in out and "\\u001b" in err


def test_nothing_writes_past_the_streams() -> None:
    """Consoles of rich are made in one module, and only it knows what is behind a stream."""
    consoles = ROOT / "interpreter" / "process" / "output.py"
    words = "Console", "os.write", "rich.print", "__stdout__", "__stderr__", "stdout.buffer.write"
    assert consoles.is_file()
    for path in sorted((ROOT / "interpreter").rglob("*.py")):
        text = path.read_text("utf-8")
        if not any(word in text for word in words):
            continue  # to take it apart takes longer
        called = {
            ast.unparse(node.func)
            for node in ast.walk(ast.parse(text))
            if isinstance(node, ast.Call)
        }
        if path != consoles:
            assert not called & {"Console", "os.write", "rich.print"}, path
        raw = [
            name
            for name in called
            if "__stdout__" in name or "__stderr__" in name or name.endswith("stdout.buffer.write")
        ]
        assert not raw, path


# ---- files -------------------------------------------------------------------------------------


def write_game(text: str) -> None:
    Path("mine.yaml").write_text(GAME.format(text), encoding="utf-8")


@pytest.mark.parametrize(
    "words",
    [
        "check mine.yaml",
        "check mine.yaml --json",
        "show mine.yaml",
        "show mine.yaml --json",
        "dump mine.yaml",
        "dump mine.yaml --stage syntax",
        "perft mine.yaml 2",
        "solve mine.yaml --seconds 0.2",
        "diff mine.yaml tic-tac-toe --games 1 --states 50",
        "bench mine.yaml --seconds 0.05 --engine reference",
        "list",
    ],
)
def test_commands_about_a_hostile_game(run: Run, words: str) -> None:
    write_game(SOFT)
    load_game("mine.yaml")
    status, text = run(*words.split())
    assert status in (0, 1)
    if "--json" in words:
        json.loads(text)


def test_a_match_of_a_hostile_game(run: Run) -> None:
    write_game(SOFT)
    typed = "why place a1\nplace a1\nplace b2\nrules\nmoves\nheard\nhelp\nnonsense\x1b[2J\u202e\n"
    _, text = run("play", "mine.yaml", "--seed", "1", "--save", "kept.txt", typed=typed)
    assert "not a corner\\u202e" in text and "Mine\\u202e" in text
    assert run("replay", "kept.txt", "--step")[0] == 0
    assert run("replay", "kept.txt", "--json")[0] == 0


@pytest.mark.parametrize("control", CONTROLS, ids=lambda c: f"{ord(c):04x}")
def test_rule_files_with_control_characters_are_refused(run: Run, control: str) -> None:
    write_game(f"{control} x")
    status, text = run("check", "mine.yaml")
    assert status == (0 if control == "\t" else 1), text


def test_hostile_words_in_mistakes(run: Run) -> None:
    broken = GAME.format(SOFT).replace("put stone on at", f"put stone{SOFT} on at")
    for text in (
        broken,
        broken.replace("stuck", f"stuck{SOFT}"),
        f"extends: {SOFT}\n",
        f"{SOFT}: 1\n",
        broken.replace("square", f"squ{SOFT}are"),
    ):
        Path("mine.yaml").write_text(text, encoding="utf-8")
        for words in (
            ("check", "mine.yaml"),
            ("show", "mine.yaml"),
            ("check", "mine.yaml", "--json"),
        ):
            assert run(*words)[0] == 1


@pytest.mark.parametrize("hostile", [SOFT, HARD], ids=["soft", "hard"])
@pytest.mark.parametrize(
    "record",
    [
        "game: {0}\n",
        'game: "{0}"\n',
        "game: {1}\n",
        "game: tic-tac-toe{0}\n",
        "game: tic-tac-toe\noption size{0}: 3\n",
        "game: tic-tac-toe\noption size: {0}\n",
        "game: tic-tac-toe\nseed: {0}\n",
        "game: tic-tac-toe\nseats: {0}, random\n",
        "game: tic-tac-toe\nrules: {0}\n",
        "game: tic-tac-toe\n{0}: 1\n",
        "game: tic-tac-toe\n1. place {0}\n",
        "game: tic-tac-toe\n1. place b2 # {0}\nresult: open\n",
        "game: tic-tac-toe\nresult: {0}\n",
        "game: tic-tac-toe\n{0}\n",
    ],
)
def test_hostile_records(run: Run, record: str, hostile: str) -> None:
    text = record.replace("{0}", hostile).replace("{1}", json.dumps(hostile))
    Path("game.txt").write_text(text, encoding="utf-8")
    for words in ("replay game.txt", "replay game.txt --json", "play tic-tac-toe --load game.txt"):
        run(*words.split())


@pytest.mark.parametrize("hostile", [SOFT, HARD], ids=["soft", "hard"])
@pytest.mark.parametrize(
    "study",
    [
        "study: {0}\nvariants: tic-tac-toe\ngames: 2\n",
        "variants:\n  - {0}: tic-tac-toe\ngames: 2\n",
        "variants:\n  - {0}\n",
        "variants:\n  - tic-tac-toe{0}\n",
        "variants:\n  - tic-tac-toe {0}=1\n",
        "variants:\n  - squ size={0}\n",
        "variants: tic-tac-toe\nagents: {0}\n",
        "variants: tic-tac-toe\nagents: a{0}.py:B\n",
        "variants: tic-tac-toe\ngames: {0}\n",
        "variants: tic-tac-toe\nladder: {0}\n",
        "variants: tic-tac-toe\n{0}: 1\n",
        "variants: tic-tac-toe\ntest: {0}\n",
        "variants: tic-tac-toe\nmetrics: {0}\n",
    ],
)
def test_hostile_studies(run: Run, study: str, hostile: str) -> None:
    Path("mine.yaml").write_text(study.replace("{0}", hostile), encoding="utf-8")
    run("compare", "mine.yaml", "--out", "out")


def test_names_of_variants_hide_nothing(run: Run) -> None:
    Path("mine.yaml").write_text("variants:\n  - a\u202eb: tic-tac-toe\n", encoding="utf-8")
    status, text = run("compare", "mine.yaml", "--out", "out")
    assert status == 2 and "cannot be seen" in text


@pytest.mark.parametrize(
    "hostile", [pytest.param(SOFT, marks=pytest.mark.slow), HARD], ids=["soft", "hard"]
)
def test_hostile_study_databases(run: Run, hostile: str) -> None:
    command = ("compare", "tic-tac-toe", "--games", "3", "--out", "out")
    assert run(*command)[0] == 0
    base = sqlite3.connect("out/study.sqlite", isolation_level=None)
    columns = [
        (table, column)
        for table in ("study", "variants", "pairings", "games", "facts", "solved")
        for _, column, *_ in base.execute(f"PRAGMA table_info({table})")
    ]
    for table, column in columns:
        base.execute("BEGIN")
        base.execute(f"CREATE TEMP TABLE kept AS SELECT * FROM {table}")
        with suppress(sqlite3.IntegrityError):  # the table itself refuses texts for its key
            base.execute(f"UPDATE OR IGNORE {table} SET {column} = ?", (hostile,))
        base.execute("COMMIT")
        run("record", "out", "tic-tac-toe", "1")
        run("record", "out", "no-such", "1")
        run(*command)
        base.execute(f"DELETE FROM {table}")
        base.execute(f"INSERT INTO {table} SELECT * FROM kept")
        base.execute("DROP TABLE kept")
    base.close()


def test_hostile_words_on_the_command_line(run: Run) -> None:
    for words in (
        ("check", HARD[:12]),
        ("play", f"squ{SOFT}"),
        (HARD[:5],),
        ("show", "squ", f"--{SOFT}", "1"),
        ("compare", "squ", "--agents", SOFT),
        ("tune", "squ", "--target", SOFT),
    ):
        assert run(*words)[0] in (1, 2)


def test_what_completes_a_line_and_what_asks_for_it_is_shown_without_control(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip("prompt_toolkit")
    from prompt_toolkit.document import Document

    prompts: list[str] = []

    class Session:
        def prompt(self, text: str) -> str:
            prompts.append(text)
            return " typed "

    hostile = f"place{SOFT}{HARD}"
    offered = list(completer(lambda: [f"{hostile} a1", hostile]).get_completions(
        Document("pla"), None))  # fmt: skip
    assert offered and not any(hidden(one.display_text) for one in offered)
    monkeypatch.setenv("TERM", "xterm")
    made = Screen()
    made.is_terminal = True
    monkeypatch.setattr(made, "_session", lambda who, words: Session())
    assert made.ask(f"{hostile}> ") == "typed"
    (shown,) = prompts
    assert shown.startswith("place\\u") and not hidden(shown)
