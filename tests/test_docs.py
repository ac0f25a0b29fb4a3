"""The README and docs/: every example runs, every message has a page, the reference is up to date.

`python tests/support/doc_examples.py` writes the shown outputs anew where they are stale.
"""

from __future__ import annotations

import doctest
import random
import re
from functools import cache
from pathlib import Path

import pytest
from support import doc_examples, study_pages
from support.doc_examples import Block, agrees, blocks, check_output, commands, inside, run
from support.reference_page import page as reference_page

from gdl import Source
from gdl.source.diagnostics import Report
from gdl.source.messages import MESSAGES
from gdl.syntax import read_outline
from gdl.yaml.reader import read
from interpreter import load_game

pytestmark = pytest.mark.usefixtures("describe_at_length", "usual_compiler", "without_charts")
DOCS = doc_examples.ROOT / "docs"
PAGES = doc_examples.pages()
STUDIES = study_pages.PAGE
MAX_MOVES = 60  # of a random game of an example

# Messages that no short file can show, and the files that give them.
TOO_LARGE = {
    "yaml-long": "".join(f"key {n}: word\n" for n in range(6_000)),
    "rules-too-long": "extends: tic-tac-toe\ndefine:\n"
    + "".join(f"  d{n}x: {'no empty or ' * 800}no empty\n" for n in range(12)),
    "yaml-size": "game: Large\nnotes: " + "x" * 1_000_000,
    "extends-too-much": "extends: tic-tac-toe\nnotes: " + "x" * 249_950,
    "yaml-depth": "game:\n" + "".join(f"{' ' * i}-\n" for i in range(1, 60)),
    "rule-too-long": f"extends: tic-tac-toe\nend:\n  - when no empty{' or no empty' * 1000}: draw",
    "too-many-entries": "extends: tic-tac-toe\ndefine:\n"
    + "".join(f"  d{i}x: {i}\n" for i in range(1_001)),
    "definitions-too-deep": "extends: tic-tac-toe\ndefine:\n"
    + "".join(f"  d{i}x: d{i + 1}x\n" for i in range(300))
    + "  d300x: true\nend:\n  - when d0x: draw",
    "rule-too-deep": f"extends: tic-tac-toe\nend:\n  - when {'not ' * 70}no empty: draw",
}
# A message for what no stage has better words for; no file is known that gives it.
WITHOUT_FILE = {"yaml-syntax", "lines-lost"}


def ids(path: Path) -> str:
    return path.stem


# ---- the pages ---------------------------------------------------------------------------------


@pytest.mark.parametrize("page", PAGES, ids=ids)
def test_the_examples_of_a_page_run(page: Path, tmp_path: Path) -> None:
    namespace: dict[str, object] = {"__name__": "example"}
    with inside(tmp_path):
        for block in blocks(page.read_text("utf-8")):
            where = f"{page.name}, line {block.line}"
            if block.file:
                Path(block.file).write_text(block.text, "utf-8")
            if block.kind == "yaml" and not block.file:
                check_rules(block, where)
            elif block.kind == "console":
                check_console(block, where)
            elif block.kind == "python":
                check_python(block, where, namespace)


def check_rules(block: Block, where: str) -> None:
    """A whole game plays, on the engine that need not be built; a fragment is in the language."""
    if re.search(r"^(game|extends): ", block.text, re.M):
        Path("example.yaml").write_text(block.text, "utf-8")
        game = load_game("example.yaml")
        assert not game.warnings, f"{where}: {game.warnings[0].render()}"
        chooser, state = random.Random(7), game.start(engine="reference")
        for _ in range(MAX_MOVES):
            if state.is_over:
                break
            state = state.random_move(chooser)
    else:
        report = Report()
        root = read(Source(where, block.text), report)
        if root is not None:
            read_outline(root, report)
        diagnostics = [d.render() for d in report.diagnostics if d.code != "missing-heading"]
        assert not diagnostics, f"{where}:\n" + "\n".join(diagnostics)


def check_console(block: Block, where: str) -> None:
    for command in commands(block.text):
        true = run(command)
        assert agrees(command.output, true), f"{where}: $ {command.words}\n{true}"


def check_python(block: Block, where: str, namespace: dict[str, object]) -> None:
    if ">>> " not in block.text:
        exec(compile(block.text, where, "exec"), namespace)
        return
    test = doctest.DocTestParser().get_doctest(block.text, namespace, where, where, 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    out: list[str] = []
    runner.run(test, out=out.append, clear_globs=False)
    namespace.update(test.globs)
    assert not runner.failures, "".join(out)


def test_output_is_refreshed_without_files_in_the_current_folder(tmp_path: Path) -> None:
    page, here = tmp_path / "page.md", tmp_path / "here"
    rules = "extends: tic-tac-toe\n"
    page.write_text(
        f"<!-- file: mine.yaml -->\n```yaml\n{rules}```\n"
        "```console\n$ gdl check mine.yaml\nold\n```\n"
    )
    here.mkdir()
    with inside(here):
        doc_examples.refresh_page(page)
    assert "$ gdl check mine.yaml\nno mistakes found\n" in page.read_text()
    assert not list(here.iterdir())


def test_only_the_pages_that_are_named_are_written_each_as_a_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "```console\n$ gdl check a.yaml\nold\n```\n"
    named, other, stopped = (tmp_path / f"{name}.md" for name in ("named", "other", "stopped"))
    for page in (named, other, stopped):
        page.write_text(text)
    monkeypatch.setattr(doc_examples, "pages", lambda: [named, other, stopped])
    monkeypatch.setattr(doc_examples, "run", lambda command: "new\n")
    doc_examples.main([str(named)])
    assert (named.read_text(), other.read_text()) == (text.replace("old", "new"), text)
    with pytest.raises(SystemExit, match=r"no page with examples: .*none\.md"):
        doc_examples.main([str(tmp_path / "none.md")])

    def stop(*names: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("os.replace", stop)
    with pytest.raises(KeyboardInterrupt):
        doc_examples.main([str(stopped)])
    assert stopped.read_text() == text
    assert {*tmp_path.iterdir()} == {named, other, stopped}


def test_a_page_that_is_changed_while_its_examples_run_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "page.md"
    page.write_text("```console\n$ gdl check a.yaml\nold\n```\n")
    edited = "A new first line.\n" + page.read_text()

    def ran(command: doc_examples.Command) -> str:
        page.write_text(edited)
        return "new\n"

    monkeypatch.setattr(doc_examples, "run", ran)
    with pytest.raises(RuntimeError, match="changed while"):
        doc_examples.refresh_page(page)
    assert page.read_text() == edited


@pytest.mark.parametrize("page", [*PAGES, DOCS / "errors" / "README.md", STUDIES], ids=ids)
def test_the_links_of_a_page_lead_somewhere(page: Path) -> None:
    text = page.read_text("utf-8")
    for link in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"```.*?```", "", text, flags=re.S)):
        target, _, anchor = link.partition("#")
        if target.startswith(("http://", "https://")):
            continue
        linked = (page.parent / target) if target else page
        assert linked.exists(), f"{page.name}: {link}"
        if anchor:
            assert anchor in anchors(linked), f"{page.name}: {link}"


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    titles = re.findall(r"^#+ (.*)$", page.read_text("utf-8"), re.M)
    return {re.sub(r"[^\w\- ]", "", t.lower()).strip().replace(" ", "-") for t in titles}


def test_every_bundled_game_is_in_the_table() -> None:
    from interpreter import list_games

    text = (doc_examples.ROOT / "README.md").read_text("utf-8")
    missing = [name for name in list_games() if f"| `{name}` |" not in text]
    assert not missing, f"games that the table of README.md lacks: {missing}"


def test_the_page_of_the_studies_shows_their_reports() -> None:
    text = STUDIES.read_text("utf-8")
    shown = [name for _, name, _ in study_pages.EXCERPT.findall(text)]
    assert shown == re.findall(r"^<!-- report: (.*) -->$", text, re.M)
    assert sorted(shown) == sorted(p.parent.name for p in STUDIES.parent.glob("*/report.txt"))
    assert study_pages.refreshed(text) == text


# ---- the reference -----------------------------------------------------------------------------


MESSAGE_TABLE = doc_examples.ROOT / "gdl" / "source" / "messages.py"
COMMAND = "run `python tests/support/reference_page.py > docs/reference.md`"


def test_the_reference_is_up_to_date() -> None:
    text = (DOCS / "reference.md").read_text("utf-8")
    assert text == reference_page(), COMMAND


# ---- the error pages ---------------------------------------------------------------------------


def test_every_message_has_a_page_and_every_page_a_message() -> None:
    assert {p.stem for p in doc_examples.error_pages()} == set(MESSAGES)


def test_the_index_of_messages_is_up_to_date() -> None:
    text = (DOCS / "errors" / "README.md").read_text("utf-8")
    assert text == doc_examples.error_index(), "run `python tests/support/doc_examples.py`"


@pytest.mark.parametrize("code", list(MESSAGES))
def test_the_page_of_a_message_shows_it(code: str, tmp_path: Path) -> None:
    text = (DOCS / "errors" / f"{code}.md").read_text("utf-8")
    assert text.startswith(f"# `{code}`\n")
    parts = blocks(text)
    assert code in quoted(), "no stage reports this message"
    with inside(tmp_path):
        if code in TOO_LARGE:
            assert f"[{code}]" in says(TOO_LARGE[code])
        elif parts and parts[0].kind == "console":
            for block in parts:
                check_console(block, f"{code}.md")
            assert f"[{code}]" in parts[0].text
        elif code not in WITHOUT_FILE:
            wrong, shown, mended = parts
            assert f"[{code}]" in shown.text
            assert says(wrong.text) == shown.text, "run `python tests/support/doc_examples.py`"
            assert says(mended.text) == "no mistakes found\n"


@cache
def quoted() -> frozenset[str]:
    """The words in quotes in the code of all stages, without the table of messages."""
    folders = [doc_examples.ROOT / name for name in ("gdl", "interpreter")]
    files = [path for folder in folders for path in folder.rglob("*.py")]
    files.remove(MESSAGE_TABLE)
    texts = (path.read_text("utf-8") for path in files)
    return frozenset(word for text in texts for word in re.findall(r'"([\w-]+)(?=")', text))


def says(text: str) -> str:
    """What `gdl check` prints about a text."""
    Path("game.yaml").write_text(text, "utf-8")
    return check_output("game.yaml")
