"""What a study is: variants, pairings, seeds, and the texts that stand for them."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from support.studies import study

from gdl.source.diagnostics import GdlError
from interpreter.study.plan.metrics import known_keys, listed_metrics, sequential_keys
from interpreter.study.plan.parsing import (
    base_of,
    ladder_of,
    pairing_of,
    pairings_of,
    part,
    question_of,
    variants_of,
    varied,
    whole,
)
from interpreter.study.plan.recipe import recipe
from interpreter.study.plan.study import Pairing, StudyError, check_study
from interpreter.study.plan.study_file import SETTINGS, is_study, read_study, study_of


def test_variants_are_every_combination() -> None:
    variants = variants_of(["squ"], {"size": ["4", "5"]}, {})
    assert [v.title for v in variants] == ["size=4", "size=5"]
    assert [v.game.options["size"] for v in variants] == [4, 5]
    both = variants_of(["squ", "misere-squ"], {"size": ["4"]}, {})
    assert [v.title for v in both] == ["squ size=4", "misere-squ size=4"]
    with pytest.raises(StudyError, match="`squ` is there twice"):
        variants_of(["squ", "squ"], {}, {})
    with pytest.raises(GdlError, match="sise"):
        variants_of(["squ"], {"sise": ["4"]}, {})


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("random", [("random",)]),
        ("random|uct:500", [("random",), ("uct:500",)]),
        ("random, uct:500", [("random",), ("uct:500",)]),
        ("uct:500,c=0.7,random", [("uct:500,c=0.7",), ("random",)]),
        ("uct:500,c=0.7 vs uct:100", [("uct:500,c=0.7", "uct:100")]),
        ("alphabeta:depth=3|random|random", [("alphabeta:depth=3",), ("random",)]),
        ("uct:10 vs uct:10", [("uct:10",)]),
    ],
)
def test_agents(text: str, wanted: list[tuple[str, ...]]) -> None:
    assert [p.agents for p in pairings_of([text])] == wanted


@pytest.mark.parametrize("text", ["utc:500", "", "random vs", "a vs b vs c", "uct:x"])
def test_agents_that_there_are_not(text: str) -> None:
    with pytest.raises(StudyError) as error:
        pairings_of([text])
    assert error.value.is_usage


def test_agents_change_seats() -> None:
    pairing = Pairing(("a", "b"))
    assert [pairing.seated(n, 2) for n in (0, 1, 2)] == [("a", "b"), ("b", "a"), ("a", "b")]
    assert pairing.seats_of_first(0, 2) == (0,) and pairing.seats_of_first(1, 2) == (1,)
    assert Pairing(("a",)).seated(5, 3) == ("a", "a", "a")
    assert Pairing(("a", "b")).seats_of_first(1, 3) == (1,)


def test_a_ladder() -> None:
    rungs = [p.agents for p in ladder_of("uct:100,50,200")]
    assert rungs == [("uct:100", "uct:50"), ("uct:200", "uct:100")]
    for wrong in ("uct:100", "uct:a,b", "uct", "uct:5x,10", "uct:5x,5x", "uct:5,²"):
        with pytest.raises(StudyError, match="is no ladder"):
            ladder_of(wrong)
    rungs = [p.agents for p in ladder_of("uct:10x, 2.5x")]
    assert rungs == [("uct:10x", "uct:2.5x")]


def test_the_reference_ladder() -> None:
    rungs = ladder_of("reference")
    assert rungs[0].agents == ("uct:0.25x", "random")
    assert rungs[-1].agents == ("uct:16x", "uct:8x") and len(rungs) == 7
    assert all(a.agents[0] == b.agents[1] for a, b in pairwise(rungs))
    assert ladder_of("reference:2x") == rungs[:4]
    for wrong in ("reference:16", "reference:3x", "reference:0x", "reference:2048x", "reference:a"):
        with pytest.raises(StudyError, match="it doubles from"):
            ladder_of(wrong)


def test_a_sequential_test() -> None:
    question = question_of("win-1 5%", sequential_keys())
    assert (question.metric, question.sprt.h0, question.sprt.h1) == ("win-1", 0.0, 0.05)
    assert question.sprt.is_two_sided
    one = question_of("turns:0:2", sequential_keys())
    assert (one.sprt.h0, one.sprt.h1, one.sprt.is_two_sided) == (0.0, 2.0, False)
    with pytest.raises(StudyError, match="did you mean `win-1`"):
        question_of("wim-1 5%", sequential_keys())
    for wrong in ("win-1", "win-1 0", "win-1 x", "win-1 1 2 3", "win-1 0.1 0.1"):
        with pytest.raises(StudyError, match="`win-1"):
            question_of(wrong, sequential_keys())
    assert "branching" not in sequential_keys() and "turns-median" not in sequential_keys()


def test_single_values() -> None:
    assert whole("games", "1,000,000", 1) == 1_000_000 and whole("games", None, 7) == 7
    assert part("until", "2%") == 0.02 and part("until", "0.5") == 0.5
    for wrong in ("0", "-3", "x", "1.5"):
        with pytest.raises(StudyError, match="a whole number"):
            whole("games", wrong, 1)
    for wrong in ("0", "100%", "x"):
        with pytest.raises(StudyError, match="`until`"):
            part("until", wrong)
    assert listed_metrics(" win-1, action pass ,") == ("win-1", "action pass")
    with pytest.raises(StudyError, match="did you mean `drama`"):
        listed_metrics("dramma")
    assert len(set(known_keys())) == len(known_keys())


def test_values_that_vary() -> None:
    assert varied(("size=6..8,10", "pie=yes,no")) == {
        "size": ["6", "7", "8", "10"], "pie": ["yes", "no"],
    }  # fmt: skip
    assert varied(("size=6", "size=8,6")) == {"size": ["6", "8"]}
    far = f"{'9' * 5000}..3"  # no range of numbers that a computer would read
    assert varied((f"size={far}",)) == {"size": [far]}
    with pytest.raises(StudyError, match=r"`8\.\.6` is backwards; did you mean `6\.\.8`"):
        varied(("size=8..6",))
    for wrong in ("size", "size=", "=3", "size=8..6", "size=1..1000"):
        with pytest.raises(StudyError):
            varied((wrong,))


def test_the_key_tells_which_studies_can_share_games() -> None:
    first = study("squ", vary={"size": ["3", "4"]}, games=10)
    assert first.key == study("squ", vary={"size": ["3", "5"]}, games=99, until=0.1).key
    assert first.key == study("squ", vary={"size": ["3", "4"]}, agents="uct:5").key
    others = [
        study("squ", vary={"size": ["3", "4"]}, seed=2),
        study("squ", vary={"size": ["3", "4"]}, detailed=5),
        study("squ", vary={"size": ["3", "4"]}, title="another"),
    ]
    assert len({first.key, *(s.key for s in others)}) == 1 + len(others)
    seeds = {first.cell_seed(v, p) for v in (0, 1) for p in pairings_of(["random", "uct:5"])}
    assert len(seeds) == 4 and max(seeds) < 1 << 63


def test_studies_that_cannot_be() -> None:
    with pytest.raises(StudyError, match="2 seats, too few"):
        check_study(study("tic-tac-toe").__class__(
            "x", study("tic-tac-toe").variants, (Pairing(("a", "b", "c")),)
        ))  # fmt: skip
    with pytest.raises(StudyError, match="compares two variants"):
        check_study(study("tic-tac-toe", question=question_of("win-1 5%", sequential_keys())))
    assert pairing_of("uct:10 vs random").agents == ("uct:10", "random")


# ---- files -------------------------------------------------------------------------------------


def test_games_from_files_are_shown_by_their_titles(tmp_path: Path) -> None:
    for name, title in (("a", "Ox"), ("b", "Cow"), ("c", "Cow")):
        (tmp_path / f"{name}.yaml").write_text(f"game: {title}\nextends: squ\n")
    a, b, c = (str(tmp_path / f"{name}.yaml") for name in "abc")
    sizes = {"size": ["3", "4"]}
    assert labels(a, b) == ["Ox", "Cow"]
    assert labels(b, c, "squ") == ["b.yaml", "c.yaml", "SQU"]
    assert labels(a, vary=sizes) == ["size=3", "size=4"]
    assert labels(a, "squ", vary=sizes) == ["Ox size=3", "Ox size=4", "SQU size=3", "SQU size=4"]
    of_both = {**dict.fromkeys(SETTINGS), "vary": {}, "agents": (), "ladder": "", "trust": False}
    assert study_of([b, c], {"size": "3"}, of_both).title == "Cow"
    path = tmp_path / "x.yaml"
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "b.yaml").write_text((tmp_path / "b.yaml").read_text())
    items = ["./a.yaml size=3", "b.yaml", "mine: c.yaml", "old/b.yaml", "squ size=4"]
    path.write_text("variants:\n" + "".join(f"  - {item}\n" for item in items))
    variants = read_study(path).variants
    mine, old = f"{tmp_path.name}/b.yaml", "old/b.yaml"
    assert [v.title for v in variants] == ["a.yaml size=3", mine, "mine", old, "squ size=4"]
    assert [v.label for v in variants] == ["Ox size=3", mine, "mine", old, "SQU size=4"]


def test_how_a_path_is_spelled_changes_neither_titles_nor_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "g").mkdir()
    for name in ("a", "b"):
        (tmp_path / "g" / f"{name}.yaml").write_text(f"game: {name}\nextends: squ\n")
    found = []
    for folder, files in (
        (tmp_path / "g", ("a.yaml", "./b.yaml")), (tmp_path, ("g/a.yaml", "g/../g/b.yaml")),
        ("/", (str(tmp_path / "g" / "a.yaml"), str(tmp_path / "g" / "b.yaml"))),
    ):  # fmt: skip
        monkeypatch.chdir(folder)
        made = study(*files)
        assert base_of(files[1], made.variants) == 1
        lines = recipe(made).splitlines()
        assert not any(line.startswith(("  - a.yaml:", "  - b.yaml:")) for line in lines)
        found.append([(v.title, made.cell_seed(n, made.pairings[0]))
                      for n, v in enumerate(made.variants)])  # fmt: skip
    assert found[0] == found[1] == found[2] and found[0][1][0] == "b.yaml"
    with pytest.raises(StudyError, match="there twice"):
        variants_of([f"{tmp_path}/g/a.yaml", f"{tmp_path}/g/./a.yaml"], {}, {})


def labels(*files: str, vary: dict[str, list[str]] | None = None) -> list[str]:
    variants = variants_of(list(files), vary or {}, {})
    assert all(Path(v.file).name in v.title or vary for v in variants)
    return [v.label for v in variants]


def test_a_study_file(tmp_path: Path) -> None:
    rules = Path(str(load_text()))
    (tmp_path / "mine.yaml").write_text(rules.read_text())
    path = tmp_path / "study.yaml"
    path.write_text(
        "study: Sizes\nvariants:\n  - squ size=4\n  - large: squ size=5\n  - mine.yaml\n"
        "agents: random, uct:50 vs random\nladder: uct:10,20\ngames: 500\nuntil: 2%\n"
    )
    assert is_study(path) and not is_study(tmp_path / "mine.yaml")
    plan = read_study(path)
    assert [v.title for v in plan.variants] == ["squ size=4", "large", "mine.yaml"]
    assert plan.agents == ["random, uct:50 vs random"] and plan.ladder == "uct:10,20"
    assert plan.settings == {"games": "500", "until": "2%"} and plan.title == "Sizes"


def load_text() -> Path:
    import games

    return Path(games.__path__[0]) / "tic-tac-toe.yaml"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("variants:\n  - squ size\n", "study.yaml:2: `size` is no option"),
        ("variants:\n  - squ sise=4\n", "study.yaml:2: this variant cannot be played"),
        ("variants:\n  - squ\n  - squ\n", "`squ` is there twice"),
        ("study: x\n", "name the variants"),
        ("variants: squ\nagent: random\n", "study.yaml:2: a study has no `agent`; did you mean"),
        ("variants: squ\nagents:\n  a: b\n", "study.yaml:3: here one text is wanted"),
        ("variants:\n  - a: squ\n    b: squ\n", "study.yaml:2: a variant is written like"),
    ],
)
def test_mistakes_in_a_study_file(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "study.yaml"
    path.write_text(text)
    with pytest.raises(StudyError) as error:
        read_study(path)
    assert message in str(error.value)


def test_a_study_file_that_is_no_yaml(tmp_path: Path) -> None:
    path = tmp_path / "study.yaml"
    path.write_text("variants: [squ\n")
    with pytest.raises(GdlError):
        read_study(path)
    with pytest.raises(StudyError, match="cannot be read"):
        read_study(tmp_path / "none.yaml")
