"""`gdl convert`: records into files of other programs, and back."""

from __future__ import annotations

from pathlib import Path

from support.commands import invoke

SGF = "(;GM[1]SZ[9]KM[7.5];B[df];W[ea];B[];W[])"
PGN = "1. e4 e5 *\n\n1. d4 d5 *\n"


def test_there_and_back(tmp_path: Path) -> None:
    (tmp_path / "game.sgf").write_text(SGF)
    record = str(tmp_path / "game.txt")
    done = invoke("convert", str(tmp_path / "game.sgf"), "--game", "go", "--out", record)
    assert done.exit_code == 0 and done.output == f"wrote {record}\n"
    assert "1. place d4\n2. place e9\n3. pass\n4. pass\n" in Path(record).read_text()
    again = invoke("convert", record)
    assert again.exit_code == 0 and ";B[df];W[ea]" in again.output
    assert invoke("replay", record).exit_code == 0


def test_several_games(tmp_path: Path) -> None:
    (tmp_path / "games.pgn").write_text(PGN)
    games, folder = str(tmp_path / "games.pgn"), tmp_path / "all"
    refused = invoke("convert", games, "--game", "chess")
    assert refused.exit_code == 1 and "these are 2 games" in refused.output
    done = invoke("convert", games, "--game", "chess", "--out", str(folder))
    assert done.exit_code == 0 and "wrote 2 records" in done.output
    assert "advance d2 d4" in (folder / "2.txt").read_text()
    joined = invoke("convert", str(folder / "1.txt"), str(folder / "2.txt"), "--to", "pgn")
    assert "1. e4 e5 *" in joined.output and "1. d4 d5 *" in joined.output


def test_files_are_replaced_only_where_that_is_said(tmp_path: Path) -> None:
    (tmp_path / "games.pgn").write_text(PGN)
    (tmp_path / "one.pgn").write_text("1. e4 *")
    (tmp_path / "all").mkdir()
    (tmp_path / "all" / "2.txt").write_text("mine")
    for name, out in (("games.pgn", "all"), ("one.pgn", "one.pgn")):
        words = ("convert", str(tmp_path / name), "--game", "chess", "--out", str(tmp_path / out))
        before = [path.read_text() for path in sorted(tmp_path.rglob("*.*"))]
        refused = invoke(*words)
        assert refused.exit_code == 1 and "`--force` replaces" in refused.output
        assert [path.read_text() for path in sorted(tmp_path.rglob("*.*"))] == before
        assert invoke(*words, "--force").exit_code == 0
    assert "advance d2 d4" in (tmp_path / "all" / "2.txt").read_text()


def test_what_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "game.sgf").write_text(SGF)
    (tmp_path / "bad.pgn").write_text("1. e5")
    (tmp_path / "odd.txt").write_bytes(b"game: chess\n\xff\n")
    sgf, pgn = str(tmp_path / "game.sgf"), str(tmp_path / "bad.pgn")
    for words, said in [
        ((sgf,), "which game is this?"),
        ((sgf, "--game", "hex"), "a file of another game"),
        ((sgf, "--game", "konane"), "do not say how its games are written in SGF"),
        ((pgn, "--game", "chess"), "bad.pgn: line 1, column 4: game 1, move 1.: `e5` is no legal"),
        ((str(tmp_path / "odd.txt"),), "odd.txt:2: "),
        ((str(tmp_path / "none.sgf"), "--game", "go"), "cannot be read"),
        ((sgf, "--game", "go", "--to", "pgn"), "do not say how its games are written in PGN"),
        ((sgf, "--game", "go", "--out", str(tmp_path)), "cannot be written"),
    ]:
        refused = invoke("convert", *words)
        assert refused.exit_code == 1 and said in refused.output, refused.output
        assert len(refused.output.splitlines()) == 1


def test_one_game_of_several(tmp_path: Path) -> None:
    (tmp_path / "games.pgn").write_text(PGN)
    (tmp_path / "games.sgf").write_text(SGF + SGF.replace("[df]", "[dd]XX[\u202e]"))
    words = "--game", "chess", "--number"
    second = invoke("convert", str(tmp_path / "games.pgn"), *words, "2")
    assert second.exit_code == 0 and "advance d2 d4" in second.output
    refused = invoke("convert", str(tmp_path / "games.pgn"), *words, "3")
    assert refused.exit_code == 1 and "no number 3: this file has 2 games" in refused.output
    both = invoke("convert", str(tmp_path / "games.sgf"), "--game", "go")
    assert both.exit_code == 1 and "or choose one with `--number`" in both.output
    chosen = invoke("convert", str(tmp_path / "games.sgf"), "--game", "go", "--number", "2")
    assert chosen.exit_code == 0 and "place d6" in chosen.stdout and "is not read" in chosen.stderr


def test_positions(tmp_path: Path) -> None:
    both = "4k3/8/8/8/8/8/8/4K2R w K - 3 9\n", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 40\n"
    (tmp_path / "both.fen").write_text("\ufeff" + "\r\n\r\n".join(both))
    (tmp_path / "wrong.fen").write_text(f"\n{both[0]}8/8 w\n")
    (tmp_path / "none.fen").write_text("\n")
    folder = tmp_path / "all"
    words = "convert", str(tmp_path / "both.fen"), "--game", "chess"
    assert invoke(*words, "--out", str(folder)).output.startswith("wrote 2 records")
    assert "result: 1 0" in (folder / "2.txt").read_text()
    files = [str(folder / "1.txt"), str(folder / "2.txt")]
    assert invoke("replay", files[0]).exit_code == invoke("replay", files[1]).exit_code == 0
    assert invoke("convert", *files, "--to", "position").output == "".join(both)
    assert invoke(*words, "--to", "position").output == "".join(both)
    for name, said in (("wrong", "line 3, column 1: the board has 8"), ("none", "no position")):
        refused = invoke("convert", str(tmp_path / f"{name}.fen"), "--game", "chess")
        assert refused.exit_code == 1 and said in refused.output
    played = tmp_path / "played.pgn"
    played.write_text("1. e4 e5 2. Nf3 *")
    after = invoke("convert", str(played), "--game", "chess", "--to", "position")
    assert after.output == "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2\n"


def test_nobody_is_said_to_have_played_where_that_is_unknown(tmp_path: Path) -> None:
    (tmp_path / "one.pgn").write_text("1. e4 1-0")
    record = str(tmp_path / "one.txt")
    invoke("convert", str(tmp_path / "one.pgn"), "--game", "chess", "--out", record)
    shown = invoke("replay", record).output
    assert "seat 1, White: 1 – wins" in shown and "(random)" not in shown
