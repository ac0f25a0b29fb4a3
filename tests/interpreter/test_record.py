"""Records: texts that people can read and edit, whole, damaged, and cut off."""

from __future__ import annotations

import os
import random
import stat
import threading
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.commands import invoke

from gdl.source.limits import MAX_CELLS, MAX_NAME
from interpreter import load_game
from interpreter.api.record import (
    LARGEST,
    Entry,
    Record,
    RecordError,
    load,
    parts,
    read,
    save,
    write,
)
from interpreter.api.replay import game_of, name_of, replay
from interpreter.api.state import begun
from interpreter.matches.match import Match, resume
from interpreter.process.arguments import MAX_MOVES

SQU = """\
game: squ
option size: 4
seed: 7
seats: person, random

1. drop d4                # the corner
2. drop a1, drop b1
3. drop c3,drop  C4
result: open
"""


def played(name: str, seed: int, most: int = 40, **options: object) -> Record:
    """The record of a random match."""
    game, luck = load_game(name, **options), random.Random(seed)
    state, entries = game.start(), []
    while not state.is_over and len(entries) < most:
        moves = [m for m, _ in state.chance] or state.moves()
        move = luck.choice(moves)
        entries.append(Entry(move.text, state.turn + 1, state.is_chance))
        state = state.play(move)
    result = None if state.result is None else tuple(state.result)
    seats = ("person",) * game.seats
    return Record(
        name, game.options, seed, seats, game.rules_hash, tuple(entries), result
    )  # fmt: skip


# ---- texts -------------------------------------------------------------------------------------


def test_what_a_record_looks_like() -> None:
    record = Record(
        game="royal-game-of-ur",
        options={"size": 8, "komi": 0.5, "pie": True},
        seed=7,
        seats=("person", "random"),
        rules_hash="4f1c02a19be07d55",
        moves=(Entry("throw 1", 1, True), Entry("enter d1", 1), Entry("throw 0", 2, True)),
        resigned=1,
    )
    assert write(record) == (
        "game: royal-game-of-ur\n"
        "option size: 8\n"
        "option komi: 0.5\n"
        "option pie: true\n"
        "seed: 7\n"
        "seats: person, random\n"
        "rules: 4f1c02a19be07d55\n"
        "\n"
        "1. (throw 1), enter d1\n"
        "2. (throw 0)\n"
        "resigned: seat 2\n"
    )


def test_reading_one_written_by_hand() -> None:
    record = read(SQU)
    assert record.options == {"size": 4}
    assert [(e.turn, e.text, e.line) for e in record.moves] == [
        (1, "drop d4", 6),
        (2, "drop a1", 7),
        (2, "drop b1", 7),
        (3, "drop c3", 8),
        (3, "drop C4", 8),
    ]
    assert not record.cut
    replayed = replay(record, load_game("squ", size=4))
    assert replayed.stop is None and replayed.is_sound and replayed.result is None
    assert len(replayed.states) == 6


def test_the_smallest_record() -> None:
    record = read("game: hex")
    assert (record.game, record.moves, record.seats, record.seed) == ("hex", (), (), None)


@pytest.mark.parametrize(
    "text",
    ["", "drop a1", "drop a1, drop b1", "found {a1,b1}, pass", "x {{a1,b1},{c1}} 3, y"],
)
def test_only_commas_outside_sets_separate(text: str) -> None:
    assert ", ".join(parts(text)) == text


NAMES = st.sampled_from(["squ", "my games/x #1.yaml", 'odd "name".yaml', "é.yaml", " #.yaml"])
WORDS = st.from_regex(r"[a-z][a-z0-9-]{0,6}( [a-z0-9{}-]{1,6}){0,2}", fullmatch=True).filter(
    lambda text: text.count("{") == 0 and text.count("}") == 0
)
VALUES = st.one_of(st.integers(), st.booleans(), st.floats(0, 99), st.sampled_from(["on", "x"]))
SEED = st.none() | st.integers()
SEATS = st.lists(st.sampled_from(["person", "random", "uct:500"]), max_size=3).map(tuple)


@given(
    NAMES, st.dictionaries(st.sampled_from(["size", "komi", "pie"]), VALUES), SEED, SEATS,
    st.lists(st.tuples(WORDS, st.booleans())), st.sampled_from([None, (1.0, 0.0), (0.5, 0.5)]),
    st.none() | st.integers(0, 3),
)  # fmt: skip
def test_round_trip(
    name: str, options: dict[str, object], seed: int | None, seats: tuple[str, ...],
    moves: list[tuple[str, bool]], result: tuple[float, ...] | None, resigned: int | None,
) -> None:  # fmt: skip
    entries = tuple(Entry(text, n // 2 + 1, chance) for n, (text, chance) in enumerate(moves))
    result = result if resigned is None else None
    record = Record(name, options, seed, seats, "0f3a", entries, result, resigned)
    again = read(write(record))
    assert again == record and not again.cut
    assert write(again) == write(record)


@given(st.text(max_size=200) | st.text("game:option12. drop,#(){}\n\t ", max_size=80))
def test_any_text_is_a_record_or_an_error_with_a_line(text: str) -> None:
    for whole in (text, "game: squ\n" + text):
        try:
            read(whole)
        except RecordError as error:
            assert 0 <= error.line <= whole.count("\n") + 1
            assert error.message


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("", 1, "a record begins with `game:`"),
        ("seed: 7\n", 1, "a record begins with `game:`"),
        ("hello\n", 1, "`hello` is no turn such as `1. …` and no heading"),
        ("game: squ\nsede: 7\n", 2, "did you mean `seed`?"),
        ("game: squ\nseed: x\n", 2, "`seed` takes a whole number, not `x`"),
        ("game: squ\ngame: hex\n", 2, "`game` is there already"),
        ("game: squ\noption size: 4\noption size: 5\n", 3, "`option size` is there already"),
        ("game: squ\n1. drop a1\nseed: 7\n", 3, "`seed:` belongs above the moves"),
        ("game: squ\n1. drop a1,, drop b1\n", 2, "there is no move between the commas"),
        ("game: squ\nresult: 1 0\n1. drop a1\n", 3, "no moves after the result (line 2)"),
        ("game: squ\nresult: 1 0\n1. drop a1", 3, "no moves after the result (line 2)"),
        ("game: squ\nresult: 1 two\n", 2, "a result is a number, and this is `two`"),
        ("game: squ\nresult: nan 1\n", 2, "a result is a number, and this is `nan`"),
        ("game: squ\nresult:\n", 2, "has a share for each seat"),
        ("game: squ\nresigned: seat 0\n", 2, "seats are counted from 1"),
        ("game: squ\nresigned: Black\n", 2, "`resigned` takes a whole number"),
        ('game: "squ\n', 1, "quotation marks"),
        ("game: squ\n1. drop \x1b[2J\n", 2, "this is not the text of a record"),
    ],
)
def test_damaged_records(text: str, line: int, message: str) -> None:
    with pytest.raises(RecordError) as error:
        read(text)
    assert error.value.line == line
    assert message in error.value.message


# ---- replaying ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "options"),
    [("squ", {"size": 4}), ("royal-game-of-ur", {}), ("cuiquindi", {"side": 2})],
)
def test_a_match_replays_and_a_cut_one_up_to_the_cut(name: str, options: dict[str, int]) -> None:
    record = played(name, 3, most=8, **options)
    game, text = game_of(record), write(record)
    replayed = replay(read(text), game)
    assert replayed.is_sound and len(replayed.moves) == len(record.moves)
    before = 0
    for end in range(text.index("1. "), text.rindex("\n"), 3):
        cut = read(text[:end])
        part = replay(cut, game)
        assert part.stop is None or part.stop.cut
        assert not part.is_sound or text[:end].splitlines()[-1].startswith("result")
        assert len(part.moves) >= before
        before = len(part.moves)


def test_where_and_why_it_stops_being_legal() -> None:
    game = load_game("squ", size=4)
    replayed = replay(read(SQU.replace("C4", "d4")), game)
    assert replayed.stop is not None
    stop = replayed.stop
    assert (stop.number, stop.turn, stop.line, stop.text) == (5, 3, 8, "drop d4")
    assert stop.reason == "Red-disc stands on d4, so d4 is not in `empty`"
    assert stop.span is not None and "squ.yaml" in str(stop.span)
    assert len(replayed.states) == 5
    assert replayed.as_json()["stop"]["line"] == 8


@pytest.mark.parametrize(
    ("ending", "reason"),
    [
        ("result: 1 0", "the game is not over"),
        ("resigned: seat 3", "there are 2 seats"),
    ],
)
def test_a_wrong_ending(ending: str, reason: str) -> None:
    replayed = replay(read(SQU.replace("result: open", ending)), load_game("squ", size=4))
    assert replayed.stop is not None
    assert (replayed.stop.line, replayed.stop.reason) == (9, reason)


def test_a_wrong_result() -> None:
    text = write(played("tic-tac-toe", 1))
    assert "result: 1 0" in text
    wrong = text.replace("result: 1 0", "result: 0 1")
    replayed = replay(read(wrong), load_game("tic-tac-toe"))
    assert replayed.stop is not None and replayed.stop.reason == "by the rules the result is 1 0"


def test_resigning() -> None:
    game = load_game("quardo", players=3)
    record = Record("quardo", {"players": 3}, resigned=1)
    assert replay(record, game).result == (0.5, 0.0, 0.5)
    assert replay(Record("hex", resigned=0), load_game("hex")).result == (0.0, 1.0)


def test_changed_rules_are_said() -> None:
    record = played("tic-tac-toe", 1)
    game = load_game("tic-tac-toe")
    assert not replay(record, game).rules_changed
    changed = replay(Record("tic-tac-toe", rules_hash="0000", moves=record.moves), game)
    assert changed.rules_changed and changed.stop is None and not changed.is_sound
    assert not replay(Record("tic-tac-toe"), game).rules_changed


# ---- files -------------------------------------------------------------------------------------


def test_saving_is_all_or_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, record = tmp_path / "match.txt", played("tic-tac-toe", 1)
    save(path, record)
    assert load(path) == record
    mode = stat.S_IMODE(path.stat().st_mode)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(OSError, match="No space"):
        save(path, played("tic-tac-toe", 2))
    assert load(path) == record
    assert [p.name for p in tmp_path.iterdir()] == ["match.txt"]
    assert mode & 0o600 == 0o600


def test_saving_through_a_link_keeps_the_link(tmp_path: Path) -> None:
    (tmp_path / "real.txt").write_text("")
    link = tmp_path / "link.txt"
    link.symlink_to("real.txt")
    save(link, played("tic-tac-toe", 1))
    assert link.is_symlink() and load(tmp_path / "real.txt").game == "tic-tac-toe"


@pytest.mark.usefixtures("in_time")
def test_a_pipe_that_nobody_else_has_open_is_no_reason_to_wait(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(RecordError, match="begins with `game:`"):
        load(pipe)
    with pytest.raises(OSError, match="No such device"):
        save(pipe, played("tic-tac-toe", 1))


@pytest.mark.usefixtures("in_time")
def test_a_record_can_come_and_go_through_a_pipe(tmp_path: Path) -> None:
    pipe, record = tmp_path / "pipe", played("tic-tac-toe", 1)
    os.mkfifo(pipe)
    records: list[Record] = []
    reader = threading.Thread(
        target=lambda: records.append(read(pipe.read_text("utf-8"))), daemon=True
    )
    reader.start()
    while True:
        try:
            save(pipe, record)
            break
        except OSError:  # the other end is not open yet
            time.sleep(0.01)
    reader.join()
    assert records == [record]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
def test_what_is_no_ordinary_file_stays_what_it_is() -> None:
    with pytest.raises(OSError, match="No space"):
        save(Path("/dev/full"), played("tic-tac-toe", 1))
    assert not Path("/dev/full").is_file()


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "bytes").write_bytes(b"game: squ\n\xff\xfe")
    with pytest.raises(RecordError) as error:
        load(tmp_path / "bytes")
    assert error.value.line == 2
    for path in (tmp_path, tmp_path / "missing", Path("a\0b")):
        with pytest.raises(RecordError, match="cannot be read"):
            load(path)


def test_line_ends_of_other_systems(tmp_path: Path) -> None:
    (tmp_path / "dos").write_bytes(b"\xef\xbb\xbf" + SQU.replace("\n", "\r\n").encode())
    assert load(tmp_path / "dos") == read(SQU)


def test_a_rule_file_keeps_its_path_and_is_found_beside_the_record(tmp_path: Path) -> None:
    rules = "game: Mine\nextends: tic-tac-toe\nend:\n  - when no empty: draw\n"
    (tmp_path / "mine.yaml").write_text(rules)
    game = load_game(str(tmp_path / "mine.yaml"))
    assert name_of(game) == str(tmp_path / "mine.yaml")
    assert name_of(load_game("misere-tic-tac-toe")) == "misere-tic-tac-toe"
    moved = Record("/elsewhere/mine.yaml")
    assert game_of(moved, tmp_path).title == "Mine"


# ---- large ones --------------------------------------------------------------------------------

FILL = """game: Fill
players: White, Black
board: square(64)
pieces: stone
actions:
  fill(s in {cells}, t in {cells, empty}):
    - for c in s & empty:
        - put stone on c
turn: fill
end:
  - when turns = 3: draw
"""


def test_what_is_saved_can_be_loaded(tmp_path: Path) -> None:
    """A move may name every cell, and several times."""
    rules = tmp_path / "fill.yaml"
    rules.write_text(FILL)
    record = played(str(rules), 1)
    assert max(len(entry.text) for entry in record.moves) > 36_000
    save(tmp_path / "match.txt", record)
    replayed = replay(load(tmp_path / "match.txt"), load_game(str(rules)))
    assert replayed.is_sound and len(replayed.moves) == 3 and replayed.result == (0.5, 0.5)


def test_the_largest_move_can_be_loaded(tmp_path: Path) -> None:
    cells = ",".join(f"{number:0{MAX_NAME}}" for number in range(MAX_CELLS))
    record = Record("x", moves=(Entry(f"fill {{{cells}}}", 1), Entry("pass", 1)))
    save(tmp_path / "match.txt", record)
    assert load(tmp_path / "match.txt") == record


@pytest.mark.parametrize("moves", [
    (Entry("a", 1),) * (MAX_MOVES + 1), (Entry("a" * (LARGEST // 2), 1),) * 2,
])  # fmt: skip
def test_what_could_not_be_loaded_is_not_saved(tmp_path: Path, moves: tuple[Entry, ...]) -> None:
    path, record = tmp_path / "match.txt", Record("x", moves=moves)
    with pytest.raises(RecordError, match="a record has at most") as error:
        save(path, record)
    assert not path.exists()
    with pytest.raises(RecordError, match="a record has at most") as read_error:
        read(write(record))
    assert error.value.message == read_error.value.message


def test_a_wrong_move_of_many_cells_is_told_in_few_words(tmp_path: Path) -> None:
    rules = tmp_path / "fill.yaml"
    rules.write_text(FILL)
    moves = [f"fill {{{'a1,' * 80_000}a1}} {{}}", f"fill {{{'a1,' * 80_000}zz}} {{}}", "a" * 99_999]
    for text in moves:
        replayed = replay(Record("x", moves=(Entry(text, 1),)), load_game(str(rules)))
        assert replayed.stop is not None and len(str(replayed.stop)) < 1_000


def test_a_record_says_why_the_game_is_over() -> None:
    match = Match(load_game("tic-tac-toe"), ["person", "person"], 1)
    for cell in ("a1", "a2", "b1", "c3", "c1"):
        match.play(f"place {cell}")
    text = write(match.record())
    assert text.endswith("\nresult: 1 0  # three in a row\n")
    assert read(text) == match.record()


def test_no_reason_of_an_end_can_be_read_as_anything_else() -> None:
    record = Record("squ", result=(1.0, 0.0), because='"\\ # result: 0 1')
    assert read(write(record)) == record


def test_a_match_that_began_in_a_position_is_recorded_with_it(tmp_path: Path) -> None:
    game = load_game("tic-tac-toe")
    start = begun(game, '{"board": {"a1": {"kind": "mark", "colour": "Cross"}}, "seat": 1}')
    match = Match(game, ["person", "person"], 1, start=start)
    match.play("place b2")
    save(tmp_path / "match.txt", match.record())
    replayed = replay(load(tmp_path / "match.txt"), game)
    assert replayed.is_sound and replayed.states[0] == start
    again = resume(replayed, (), 2)
    assert again.state == match.state and again.record() == match.record()


def test_a_position_that_cannot_be_is_refused_with_its_record(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    path.write_text('game: tic-tac-toe\nstart: {"board": {"z9": {}}}\n\nresult: open\n')
    with pytest.raises(RecordError, match="the position under `start` cannot be: `board`"):
        replay(load(path), load_game("tic-tac-toe"))
    run = invoke("replay", str(path))
    assert run.exit_code and "the position under `start` cannot be" in run.output
