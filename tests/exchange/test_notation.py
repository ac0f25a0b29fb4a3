"""The section `notation` of rule files: what it means, what variants make of it, what it leaves
alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from support.diagnosing import findings

from gdl.source.diagnostics import GdlError
from interpreter import Game, load_game
from interpreter.exchange import (
    ExchangeError,
    position_from,
    position_text,
    read_pgn,
    read_sgf,
    records,
    write_pgn,
    write_sgf,
)
from interpreter.exchange.records import Ending, Moves

BASE = """game: Made up
players: White, Black
board: square(3)
pieces: man
state:
  fresh[p in colours]: flag = true
  weather: sun, rain = sun
  left: 0..5 = 3
setup:
  - put man of White on a1
  - put man of Black on c3
actions:
  go(start in mine, there in neighbours(start) - mine): move start to there
  wait(n in 1..2):
    - set fresh[mover] to false
    - take n from left
  turn_over: set weather to rain
turn: go or wait or turn_over
end:
  - when no enemy: mover wins
  - when turns = 40: draw
"""
NOTATION = """notation:
  letters:
    man: M m
    White: w
    Black: b
    fresh: Ff
    weather: SR
  position: board mover fresh weather 5-left turns
  pgn:
    Site: here
    moves:
      go: start-there or start there
      wait: wait n
      turn_over: "~"
"""


def made(folder: Path, text: str, name: str = "made-up") -> Game:
    (folder / f"{name}.yaml").write_text(text)
    return load_game(str(folder / f"{name}.yaml"))


def test_letters_stand_for_what_variables_hold(tmp_path: Path) -> None:
    state = made(tmp_path, BASE + NOTATION.replace('"~"', "over")).start()
    assert position_text(state) == "2m/3/M2 w Ff S 2 1"
    assert position_text(state.play("wait 2").play("turn_over")) == "2m/3/M2 w f R 4 3"


def test_moves_are_made_of_words(tmp_path: Path) -> None:
    game = made(tmp_path, BASE + NOTATION.replace('"~"', "over"))
    moves = Moves(game, None)
    for text in ("go a1 b1", "wait 1", "turn_over"):
        moves.add(moves.state.parse(text))
    record = moves.record(Ending(""))
    assert "\n1. a1-b1 wait1 2. over *" in write_pgn(record, game)
    assert read_pgn(game, "1. a1b1 wait1 2. over") == (record,)
    with pytest.raises(ExchangeError, match="do not say how its games are written in SGF"):
        write_sgf(record, game)


@pytest.mark.parametrize(
    ("name", "read", "text", "at"),
    [
        ("chess", read_pgn, "1. e4 e5 2. Nf3 *\n\n1. d4 d5 *", (3, 7)),  # 20 + 20 + 29, 20 + 20
        ("go", read_sgf, "(;GM[1]SZ[9];B[ee];W[cc])", (1, 20)),  # 81 and 80, and to pass
        ("go", read_sgf, "(;GM[1]SZ[9];B[ee])(;GM[1]SZ[9];B[cc])", (1, 33)),
    ],
)
def test_a_file_takes_only_so_much_effort(
    name: str, read: Any, text: str, at: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = load_game(name)
    assert read(game, text)
    monkeypatch.setattr(records, "MAX_LEGAL", 100)
    with pytest.raises(ExchangeError, match=r"takes too long.* more than 100 legal") as caught:
        read(game, text)
    assert (caught.value.line, caught.value.column) == at


def test_an_action_without_words_cannot_be_written(tmp_path: Path) -> None:
    game = made(tmp_path, BASE + NOTATION.replace('      turn_over: "~"\n', ""))
    moves = Moves(game, None)
    moves.add(moves.state.parse("turn_over"))
    with pytest.raises(ExchangeError, match="do not say how `turn_over` is written in PGN"):
        write_pgn(moves.record(Ending("")), game)
    with pytest.raises(ExchangeError, match=r"legal are a1-b1, a1-a2, wait1, wait2 and 1 more"):
        read_pgn(game, "1. x")


def test_the_hash_of_rules_takes_no_notice(tmp_path: Path) -> None:
    plain, written = made(tmp_path, BASE), made(tmp_path, BASE + NOTATION, "written")
    assert plain.rules_hash == written.rules_hash


def test_a_variant_may_lose_what_its_base_writes(tmp_path: Path) -> None:
    made(tmp_path, BASE + NOTATION)
    lost = """extends: made-up
game: Less
state:
  weather: removed
actions:
  turn_over: removed
  wait: removed
turn: go
"""
    game = made(tmp_path, lost, "less")
    assert set(game.model.notation.pgn.moves) == {"go"}
    assert game.model.notation.position == ()  # it speaks of what there is no more
    assert set(game.model.notation.letters) == {"man", "White", "Black", "fresh"}
    without = made(tmp_path, lost + "notation: removed\n", "without")
    assert without.model.notation.pgn is None


def test_names_in_it_count_as_used() -> None:
    head = "extends: tic-tac-toe\ndefine:\n  checked(p): some pieces(p)\n"
    said = "notation:\n  pgn:\n    check: checked\n    moves:\n      place: at\n"
    assert ["checked" in d.message for d in findings(head)] == [True]
    assert not findings(head + said)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("turn_over: \"~\"", "turn_over: \"; x\"", "in PGN a move is no result"),
        ("turn_over: \"~\"", "turn_over: $5", "in PGN a move is no result"),
        ("turn_over: \"~\"", "turn_over: \"!?\"", "in PGN a move is no result"),
        ("go: start-there or", "go: start { there or", "in PGN a move is no result"),
        ("wait: wait n", "wait: 1-0 or wait n", "in PGN a move is no result"),
        ("wait: wait n", "wait: n .", "in PGN a move is no result"),
        ("Site: here", "FEN: here", "PGN itself uses this tag"),
        ("pgn:", "sgf:\n    AB: a1\n  pgn:", "SGF itself uses this tag"),
    ],
)
def test_what_a_format_uses_itself_is_no_text(
    old: str, new: str, said: str, tmp_path: Path
) -> None:
    with pytest.raises(GdlError) as caught:
        made(tmp_path, BASE + NOTATION.replace(old, new))
    assert [found.code for found in caught.value.diagnostics] == ["notation-text"]
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "hint"),
    [
        ("Site: here", "site: here", "check, letters, moves, White, and tags with a capital"),
        ("Site: here", "cells: nam", "known are names, letters, or a definition that gives a cell"),
        ("Site: here", "letters:\n      q: O", "known are White, Black, man, sun, rain, east"),
        ("pgn:", "sgf: x\n  pgn:", "known are cells, moves, and tags with a capital"),
        ("wait: wait n", "zzzzz: x", "known are go, wait, turn_over, pass, done"),
        ("wait: wait n", "wait: kind[n]", "a parameter that is a cell or a piece or a kind"),
        ("start-there or", "colum(start)-there or", "did you mean `column(start)`?"),
        ("start-there or", "piece[start]-there or", "before brackets stands kind, column or row"),
        ("start-there or", "column start-there or", "after `column` stands a parameter"),
        ("man: M m", "man: Mm", "did you mean `M m`?"),
        ("Site: here", "letters:\n      man: none", "`nothing` writes nothing"),
        ("start-there or", "start ? there or", "`?` stands right behind the word"),
        ("5-left", "5-lef", "3-checks, words with : between them, the last ones as `H[quiet]?`"),
    ],
)
def test_hints_leave_nothing_out(old: str, new: str, hint: str) -> None:
    (found,) = findings(BASE + NOTATION.replace('"~"', "over").replace(old, new))
    assert hint in (found.hint or "")


@pytest.mark.parametrize(
    ("position", "place", "hint"),
    [
        ("mover:board:L[left]", "L[left]", "did you mean `L[left]?`?"),
        ("mover:board:Lleft", "Lleft", "a word with a letter before it is `L[left]?`"),
        ("mover:board:L[leeft]?", "leeft", "did you mean `left`?"),
        ("mover:bord", "bord", "did you mean `board`?"),
        ("mover:board:lists", "lists", "only one of the words is board or lists"),
        ("board mover:lists", "lists", "only one of the words is board or lists"),
        ("mover left", "mover left", "one of the words is board or lists"),
        ("board:L[left]?:T[turns]?:L[rounds]?", "L[rounds]?", "`L` stands before another word"),
        ("board:L[left]?:turns", "turns", "words with a letter before them come last"),
        ("board" + 40 * " -", "-", "at most 40 words"),
    ],
)
def test_what_is_wrong_with_a_position_is_pointed_at(position: str, place: str, hint: str) -> None:
    rules = (BASE + NOTATION).replace("board mover fresh weather 5-left turns", position)
    (found,) = findings(rules.replace('"~"', "over"))
    assert (found.span.text, found.hint) == (place, hint)


def test_a_number_that_is_too_long_is_no_word_of_a_position(tmp_path: Path) -> None:
    path = tmp_path / "long.yaml"
    path.write_text(BASE + NOTATION.replace("5-left", f"{'9' * 5000}-left"))
    with pytest.raises(GdlError) as caught:
        load_game(str(path))
    assert [found.code for found in caught.value.diagnostics] == ["notation-text"]


SIGNED = """extends: made-up
game: Signed
pieces:
  man:
    with:
      tall: flag = false
      {attribute}
  boat:
notation:
  letters:
"""


@pytest.mark.parametrize(
    ("attribute", "key", "value", "said"),
    [
        ("old: flag = false", "old", "+ before", None),
        ("old: flag = false", "Black", "x", None),
        ("old: flag = false", "old", "~ before", "means nothing else"),
        ("old: flag = false", "old", "++ before", "means nothing else"),
        ("old: flag = false", "old", "1 before", "means nothing else"),
        ("old: flag = false", "old", "/ after", "means nothing else"),
        ("old: 1..3 = 1", "old", "+ before", "that is a flag"),
        ("old: flag = false", "Black", "w", "that no other has"),
        ("old: flag = false", "boat", "M B", "that no other has"),
    ],
)
def test_signs_and_letters_mean_one_thing(
    attribute: str, key: str, value: str, said: str | None, tmp_path: Path
) -> None:
    made(tmp_path, BASE + NOTATION)
    letters = {"tall": "~ after", "old": "+ before"} | {key: value}
    text = SIGNED.format(attribute=attribute) + "".join(
        f"    {name}: {text}\n" for name, text in letters.items()
    )
    if said is None:
        state = made(tmp_path, text, "signed").start().play("go a1 b1")
        back = position_from(state.game, position_text(state))
        assert position_text(back) == position_text(state) and back.colour == state.colour
        return
    with pytest.raises(GdlError) as caught:
        made(tmp_path, text, "signed")
    assert {d.code for d in caught.value.diagnostics} == {"notation-text"}
    assert said in str(caught.value)


def test_numbers_below_zero_come_back(tmp_path: Path) -> None:
    text = (BASE + NOTATION).replace("left: 0..5 = 3", "left: -5..5 = 0")
    text = text.replace("5-left turns", "left 1-left turns")
    game = made(tmp_path, text)
    state = game.start().play("wait 2")
    assert position_text(state) == "2m/3/M2 b f S -2 3 2"
    assert position_from(game, position_text(state)).variables["left"] == -2
    assert position_from(game, "2m/3/M2 w - S 4 -3").variables["left"] == 4


@pytest.mark.parametrize(
    "position", ["board rounds mover", "rounds:mover board", "rounds:board mover"]
)
def test_the_round_may_stand_before_who_is_to_move(position: str, tmp_path: Path) -> None:
    text = (BASE + NOTATION).replace("board mover fresh weather 5-left turns", position)
    state = made(tmp_path, text.replace('"~"', "over")).start().play("wait 1")
    assert position_from(state.game, position_text(state)).turn == state.turn == 1


@pytest.mark.parametrize(
    ("boat", "letters", "said"),
    [
        ("supply: 2", "man: M m", "no letter for a boat"),
        ("supply: each\n    with:\n      tall: flag", "man: M m\n    boat: B b", "but attributes"),
    ],
)
def test_pieces_in_hand_that_letters_do_not_tell_apart(
    boat: str, letters: str, said: str, tmp_path: Path
) -> None:
    text = BASE.replace(" man\n", f"\n  man:\n  boat:\n    {boat}\n", 1) + NOTATION
    text = text.replace("board mover", "board hands").replace("man: M m", letters)
    game = made(tmp_path, text)
    with pytest.raises(ExchangeError, match=said):
        position_text(game.start())
