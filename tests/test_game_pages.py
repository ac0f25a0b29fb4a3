"""The pages of docs/games say what their games do; slow tests also count and draw."""

from __future__ import annotations

import re

import pytest
from bench.games import SLOW
from support.diagnosing import bundled_games
from support.game_pages import FOLDER, INDEX, checked, drawn, page, with_index
from support.size_page import TOKEN, rules_of
from support.size_page import page as sizes

from gdl.prose.sheet import explained
from interpreter import list_games, load_game

COMMAND = "run `python tests/support/game_pages.py`"
GAMES = list_games()


@pytest.mark.parametrize("name", GAMES)
def test_the_page_of_a_game_has_its_rules(name: str) -> None:
    game = bundled_games()[name]
    text = (FOLDER / f"{name}.md").read_text("utf-8")
    title, rules = explained(game.model).split("\n", 1)
    assert text.startswith(f"{title}\n"), COMMAND
    assert rules.strip("\n") in text, COMMAND
    assert f"rules `{game.rules_hash}`" in text, COMMAND
    assert checked(game) in text, COMMAND


def test_every_page_and_drawing_is_of_a_game() -> None:
    assert sorted(p.stem for p in FOLDER.glob("*.md")) == sorted([*GAMES, "README", "sizes"])
    assert sorted(p.stem for p in (FOLDER / "images").iterdir()) == sorted(GAMES)


def test_the_links_of_the_pages_lead_somewhere() -> None:
    for path in FOLDER.glob("*.md"):
        for link in re.findall(r'(?:\]\(|src=")([^)\s"#]+)', path.read_text("utf-8")):
            if not link.startswith("https://"):
                assert (path.parent / link).exists(), f"{path.name}: {link}"


def test_the_index_is_up_to_date() -> None:
    text = INDEX.read_text("utf-8")
    assert with_index(text) == text, COMMAND


def test_the_page_says_why_games_are_slow() -> None:
    text = (FOLDER.parent / "performance.md").read_text("utf-8")
    rows = re.findall(r"(?m)^\| \[`([a-z0-9-]+)`\].* \| ([0-9.]+) \|$", text)
    reasons = text.partition("### What takes long for an action")[2].lower()
    slow = [load_game(name).title.lower() for name, times in rows if float(times) > SLOW]
    assert slow and not [title for title in slow if title not in reasons]


def test_the_sizes_are_up_to_date() -> None:
    text = (FOLDER / "sizes.md").read_text("utf-8")
    assert text == sizes(), "run `python tests/support/size_page.py > docs/games/sizes.md`"


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("game: A\nnotes: |\n  One, two.\nturn: a else pass\n", ["turn", ":", "a", "else", "pass"]),
        ("end:  # how it ends\n  - when n >= 1..2: draw\n",
         ["end", ":", "-", "when", "n", ">=", "1", "..", "2", ":", "draw"]),
        ('a: require b, "c d"\nlooks:\n  x: y\n', ["a", ":", "require", "b", ",", '"c d"']),
    ],
)  # fmt: skip
def test_tokens(text: str, tokens: list[str]) -> None:
    assert TOKEN.findall(rules_of(text)) == tokens


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_the_page_of_a_game_is_up_to_date(name: str) -> None:
    game = load_game(name)
    assert (FOLDER / f"{name}.md").read_text("utf-8") == page(game), COMMAND
    assert (FOLDER / "images" / f"{name}.svg").read_text("utf-8") == drawn(game), COMMAND
