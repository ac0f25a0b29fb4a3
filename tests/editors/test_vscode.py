"""The extension for VS Code: its files, and how its grammar colours every bundled file."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from support.commands import ROOT, gdl, invoke
from support.diagnosing import bundled

from gdl import Source
from gdl.formatting.comments import texts
from gdl.formatting.formatter import parsed
from gdl.formatting.rule_texts import tokens
from gdl.vocabulary.builtins import BUILTINS
from gdl.vocabulary.keywords import KEYWORDS
from interpreter.editors.folder import FILES, FOLDER, GRAMMAR, SCHEMA, as_text, write_vscode
from interpreter.editors.textmate import rules_grammar

TOKENIZER = Path(__file__).with_name("tokens.mjs")
PACKAGES = ("vscode-textmate@9.3.2", "vscode-oniguruma@2.0.1")
EXTENSION = (FOLDER / "extension.js").read_text("utf-8")
SCOPES = {  # how the scope of a token begins, by what the token is
    "name": ("source.", "entity.name."),
    "built-in": ("support.function.", "entity.name.", "keyword.other.entry."),
    "keyword": ("keyword.", "constant.language."),
    "NUMBER": ("constant.numeric.",),
    "SIGNED": ("constant.numeric.",),
    "STRING": ("string.",),
    "sign": ("keyword.operator.", "source."),
}


# ---- the folder --------------------------------------------------------------------------------


def test_the_committed_grammar_is_up_to_date() -> None:
    text = (FOLDER / GRAMMAR).read_text("utf-8")
    assert text == as_text(rules_grammar()), "run `python -m interpreter.editors.folder`"


def test_the_folder_is_copied_as_it_is(tmp_path: Path) -> None:
    folder = tmp_path / "to" / "extension"
    run = invoke("editors", "vscode", "--out", str(folder))
    assert run.exit_code == 0
    assert run.output.startswith(f"wrote {folder}; now run: cd {folder} && npm install")
    names = {str(p.relative_to(folder)) for p in folder.rglob("*") if p.is_file()}
    assert names == {*FILES, GRAMMAR, SCHEMA}
    assert all((folder / n).read_bytes() == (FOLDER / n).read_bytes() for n in names)
    assert names == {str(p.relative_to(FOLDER)) for p in FOLDER.rglob("*") if p.is_file()}
    write_vscode(folder)


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    run = gdl("editors", "vscode", "--out", str(tmp_path / "file" / "folder"))
    assert run.status == 1
    assert "cannot be written: Not a directory" in run.err
    assert invoke("editors", "vscode").exit_code == 2
    assert invoke("editors", "ed", "--out", str(tmp_path)).exit_code == 2


def test_the_files_are_installed_with_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    patterns = project["tool"]["setuptools"]["package-data"]["interpreter.editors"]
    packed = {path for pattern in patterns for path in FOLDER.parent.glob(pattern)}
    assert packed >= {path for path in FOLDER.rglob("*") if path.is_file()}


def test_the_version_is_that_of_the_program() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    version = project["project"]["version"]
    assert json.loads((FOLDER / "package.json").read_text("utf-8"))["version"] == version
    assert f"boardwright-{version}.vsix" in (ROOT / "docs/editors.md").read_text("utf-8")


def test_the_manifest_names_files_and_settings_that_exist() -> None:
    manifest = json.loads((FOLDER / "package.json").read_text("utf-8"))
    contributes = manifest["contributes"]
    named = [
        manifest["main"],
        *(each["configuration"] for each in contributes["languages"]),
        *(each["path"] for each in contributes["grammars"]),
    ]
    assert all((FOLDER / name).is_file() for name in named)
    json.loads((FOLDER / "language-configuration.json").read_text("utf-8"))
    settings = contributes["configuration"]["properties"]
    used = re.findall(r'\.get\("(\w+)"', EXTENSION)
    assert {f"boardwright.{name}" for name in used} == set(settings)
    commands = re.findall(r'registerCommand\("([\w.]+)"', EXTENSION)
    assert commands == [each["command"] for each in contributes["commands"]]
    required = set(re.findall(r'require\("([\w-]+)', EXTENSION)) - {"vscode"}
    assert required == set(manifest["dependencies"])


def test_a_workspace_cannot_say_which_program_is_started() -> None:
    manifest = json.loads((FOLDER / "package.json").read_text("utf-8"))
    command = manifest["contributes"]["configuration"]["properties"]["boardwright.command"]
    assert command["scope"] == "machine"


def recognizers() -> list[re.Pattern[str]]:
    """The two patterns of the client that recognise a rule file."""
    found = re.findall(r"^(?:const \w+ = |  )/(.+)/m;", EXTENSION, re.MULTILINE)
    assert len(found) == 2
    return [re.compile(each, re.MULTILINE) for each in found]


@pytest.mark.parametrize("name", bundled())
def test_rule_files_are_recognized(name: str) -> None:
    assert all(each.search(bundled()[name]) for each in recognizers())


@pytest.mark.parametrize(
    "text",
    [
        "extends: default\nrules:\n  line-length: disable\n",  # of yamllint
        "extends: 'eslint:recommended'\nenv:\n  node: true\n",
        "on: push\njobs:\n  turn:\n    steps: []\n",
        "services:\n  game:\n    extends: base\n",
    ],
)
def test_other_files_are_not(text: str) -> None:
    assert not all(each.search(text) for each in recognizers())


# ---- the client --------------------------------------------------------------------------------

CLIENT = Path(__file__).with_name("client.cjs")
OFFERED = ["place", "placed"]


def activated(settings: dict[str, Any], has_library: bool = True) -> dict[str, Any]:
    """What the client does when VS Code has a rule file and two others open."""
    if not shutil.which("node"):
        pytest.skip("there is no node")
    documents = [
        ("rules", "yaml", bundled()["tic-tac-toe"]),
        ("other", "yaml", "on: push\n"),
        ("text", "plaintext", bundled()["tic-tac-toe"]),
    ]
    data = {
        "settings": settings, "documents": documents, "library": has_library,
        "offered": OFFERED, "lines": ["  pl", "  place", ""],
    }  # fmt: skip
    command = ["node", str(CLIENT), str(FOLDER / "extension.js")]
    done = subprocess.run(command, input=json.dumps(data), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    made: dict[str, Any] = json.loads(done.stdout)
    return made


def test_the_client_starts_the_server_and_recognizes_rule_files() -> None:
    done = activated({})
    assert done["languages"] == {"rules": "boardwright"}
    options = {"documentSelector": [{"language": "boardwright"}], "middleware": {}}
    assert done["started"] == [[{"command": "gdl", "args": ["lsp"]}, options]]
    assert done["messages"] == []


def test_nothing_is_offered_behind_a_word_that_is_whole() -> None:
    assert [labels for labels, _ in activated({})["left"]] == [OFFERED, [], OFFERED]


def test_what_is_offered_is_asked_for_anew_at_each_letter() -> None:
    """Else VS Code goes on with the words of the first letter, behind a whole word with none."""
    assert all(is_incomplete for _, is_incomplete in activated({})["left"])


def test_the_settings_of_the_client_are_heeded() -> None:
    done = activated({"recognize": False, "command": ["/x/gdl", "lsp", "--docs", "file:///d"]})
    assert done["languages"] == {}
    assert done["started"][0][0] == {"command": "/x/gdl", "args": ["lsp", "--docs", "file:///d"]}


def test_the_client_says_what_is_missing() -> None:
    assert "run `npm install`" in activated({}, has_library=False)["messages"][0]
    done = activated({"command": ["missing"]})
    assert "`missing` did not start (ENOENT)" in done["messages"][0]


# ---- colours -----------------------------------------------------------------------------------


def patterns(rule: Any) -> Iterator[str]:
    """All patterns of a grammar."""
    if isinstance(rule, dict):
        for key, value in rule.items():
            if key in ("match", "begin", "end"):
                yield value
            else:
                yield from patterns(value)
    elif isinstance(rule, list):
        for each in rule:
            yield from patterns(each)


def test_the_patterns_of_the_grammar_are_patterns() -> None:
    assert len([re.compile(pattern) for pattern in patterns(rules_grammar())]) > 15


@pytest.mark.parametrize("word", [*KEYWORDS, *BUILTINS])
def test_every_word_of_the_language_is_in_the_grammar(word: str) -> None:
    assert any(re.search(rf"\b{word}\b", pattern) for pattern in patterns(rules_grammar()))


@cache
def tokenized(folder: str) -> dict[str, list[list[tuple[int, int, list[str]]]]]:
    """The tokens of every bundled file, as VS Code sees them."""
    names = sorted(bundled())
    data = {"grammar": rules_grammar(), "texts": [bundled()[name] for name in names]}
    command = ["node", str(TOKENIZER), folder]
    done = subprocess.run(command, input=json.dumps(data), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return dict(zip(names, json.loads(done.stdout)))


@pytest.fixture(scope="session")
def packages(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A folder with the packages that VS Code colours with."""
    if not shutil.which("npm"):
        pytest.skip("there is no npm")
    folder = tmp_path_factory.mktemp("node")
    (folder / "package.json").write_text("{}")
    command = ["npm", "install", "--silent", "--no-audit", "--no-fund", *PACKAGES]
    if subprocess.run(command, cwd=folder, capture_output=True, timeout=300).returncode:
        pytest.skip("npm cannot install the packages")
    return str(folder)


@pytest.mark.slow
@pytest.mark.parametrize("name", bundled())
def test_every_word_has_its_colour(name: str, packages: str) -> None:
    source = Source(name, bundled()[name])
    root, starts = parsed(source)
    lines = tokenized(packages)[name]
    wrong = []
    for text in texts(root):
        start = starts.get(text.span.start)
        for token in tokens(text.value, start) if start and text.value else ():
            line, column = source.place(text.offsets[token.start_pos or 0])
            scope = next(s[-1] for a, b, s in lines[line - 1] if a < column <= b)
            if not scope.startswith(SCOPES[sort(token)]):
                wrong.append((line, column, str(token), scope))
    assert wrong == []


def sort(token: Any) -> str:
    """What a token is, as a key of `SCOPES`."""
    if token.type == "NAME":
        return "built-in" if str(token) in BUILTINS else "name"
    if token.type in SCOPES:
        return str(token.type)
    return "keyword" if str(token).isalpha() else "sign"


@pytest.mark.slow
def test_headings_comments_and_texts_for_people_have_their_colours(packages: str) -> None:
    lines = tokenized(packages)["quardo"]
    text = bundled()["quardo"].split("\n")
    first = {row: tokens_[0][2][-1].split(".boardwright")[0] for row, tokens_ in zip(text, lines)}
    assert first["setup:"] == "keyword.control.heading"
    notes = text.index("notes: |")
    assert lines[notes + 1][-1][2][-1] == "string.unquoted.block.boardwright"
    comment = next(n for n, row in enumerate(text) if "# one pawn" in row)
    assert lines[comment][-1][2][-1] == "comment.line.number-sign.boardwright"
    assert lines[0][-1][2][-1] == "string.unquoted.boardwright"
