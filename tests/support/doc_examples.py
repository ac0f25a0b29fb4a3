"""The examples in README.md and docs/: finding them, running them, and writing their output anew.

A page is Markdown.  Its fenced blocks are examples:

- ```yaml with `game:` or `extends:` is a rule file, other ```yaml a part of one;
- an HTML comment `<!-- file: hop.yaml -->` on the line before a block saves it under that name, for
  the examples that follow;
- ```console holds commands (`$ gdl …`) and what they print; a line `…` stands for left-out lines,
  and what stands behind a prompt such as `Red, seat 1, turn 1> ` is typed in;
- ```python with `>>>` is a session that doctest runs; without, a program that must not fail;
- ```text right after a file of an error page is what `gdl check` prints about it.

`python tests/support/doc_examples.py [PAGE …]` runs these pages, or all, and writes the true output
where it differs.  A page is replaced as a whole, so whoever stops the program finds none by halves.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import inf
from pathlib import Path

ROOT = Path(__file__).parents[2]
FENCE = re.compile(
    r"(?:^<!-- file: (?P<file>\S+) -->\n)?^```(?P<kind>\w*)\n(?P<text>.*?)^```$", re.M | re.S
)
PROMPT = re.compile(r"^\S.*, turn \d+> (.*)$", re.M)
ELISION = "…"
INDEX_PAGE = ROOT / "docs" / "errors" / "README.md"


@dataclass(frozen=True)
class Block:
    """One fenced block of a page: its language, its text, its line, and where the text stands."""

    kind: str
    text: str
    file: str | None
    line: int
    span: tuple[int, int]


@dataclass(frozen=True)
class Command:
    """A command of a console block: its words, what is typed in, and what it prints."""

    words: str
    typed: str
    output: str


def pages() -> list[Path]:
    """Every page with examples."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def error_pages() -> list[Path]:
    """The pages of the error codes."""
    return sorted(p for p in (ROOT / "docs" / "errors").glob("*.md") if p.stem != "README")


def blocks(text: str) -> list[Block]:
    """The fenced blocks of a page."""
    return [
        Block(m["kind"], m["text"], m["file"], text.count("\n", 0, m.start("text")), m.span("text"))
        for m in FENCE.finditer(text)
    ]


def commands(text: str) -> list[Command]:
    """The commands of a console block."""
    commands_shown = []
    for part in re.split(r"^\$ ", text, flags=re.M)[1:]:
        line, _, output = part.partition("\n")
        while line.endswith("\\"):
            more, _, output = output.partition("\n")
            line = line[:-1] + more.strip()
        typed = "".join(f"{line}\n" for line in PROMPT.findall(output))
        commands_shown.append(Command(line.strip(), typed, output))
    return commands_shown


@contextmanager
def inside(folder: Path) -> Iterator[None]:
    """Run with a folder as the current one."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def run(command: Command) -> str:
    """What a command prints, on both streams in the order printed, without the path to here, and
    without lines of progress, which depend on the machine.
    """
    import shlex
    from unittest.mock import patch

    from click.testing import CliRunner

    from interpreter.cli import gdl
    words = shlex.split(command.words)
    assert words[0] == "gdl", f"only gdl commands are run: {command.words}"
    with (
        patch("interpreter.process.progress.FIRST_LINE", inf),
        patch("interpreter.native.build.build.PATIENCE", inf),
        patch("interpreter.study.live.LivePage.follow"),  # makes pages when a study takes long
    ):
        result = CliRunner().invoke(gdl, words[1:], prog_name="gdl", input=command.typed or None)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    output = result.output.replace(f"{ROOT}{os.sep}", "")
    return "\n".join(line.rstrip() for line in output.rstrip().split("\n")) + "\n"


def agrees(shown: str, true: str) -> bool:
    """Whether output is as shown, where a line `…` stands for any lines."""
    parts = re.split(rf"^ *{ELISION}\n", shown.rstrip() + "\n", flags=re.M)
    pattern = r"(?:.*\n)*?".join(re.escape(part) for part in parts)
    return re.fullmatch(pattern, true.rstrip() + "\n") is not None


def check_output(file: str) -> str:
    """What `gdl check` prints about a file in the current folder."""
    return run(Command(f"gdl check {file}", "", ""))


# ---- writing the output anew -------------------------------------------------------------------


@contextmanager
def inside_temporary() -> Iterator[None]:
    """Run with a new folder as the current one, which is removed afterwards."""
    with tempfile.TemporaryDirectory() as folder, inside(Path(folder)):
        yield


def refresh_error_page(page: Path) -> None:
    """Write what `gdl check` says about the first file of an error page into it.

    The file is checked in a temporary folder.
    """
    text = page.read_text("utf-8")
    parts = blocks(text)
    if len(parts) > 1 and parts[0].kind == "yaml" and parts[1].kind == "text":
        with inside_temporary():
            Path("game.yaml").write_text(parts[0].text, "utf-8")
            output = check_output("game.yaml")
        replace(page, text, *parts[1].span, output)


def refresh_page(page: Path) -> None:
    """Write the true output of the console blocks without left-out lines.

    The examples run in a temporary folder, whatever the current one is.  Raises RuntimeError if
    somebody else writes the page meanwhile: the places of its blocks are then not known.
    """
    page = page.resolve()
    text = new = page.read_text("utf-8")
    with inside_temporary():
        refreshed = list(run_in_order(blocks(text)))
    for block in reversed(refreshed):
        start, end = block.span
        new = new[:start] + block.text + new[end:]
    if page.read_text("utf-8") != text:
        raise RuntimeError(f"{page} was changed while its examples ran: run them again")
    replace(page, text, 0, len(text), new)


def run_in_order(commands_shown: list[Block]) -> Iterator[Block]:
    """The console blocks with their true output, files being written on the way."""
    for block in commands_shown:
        if block.file:
            Path(block.file).write_text(block.text, "utf-8")
        if block.kind != "console":
            continue
        lines = ""
        heads = re.findall(r"^\$ .*\n(?:(?<=\\\n).*\n)?", block.text, flags=re.M)
        for head, command in zip(heads, commands(block.text), strict=True):
            true = run(command)
            lines += head + (command.output if agrees(command.output, true) else true)
        yield Block(block.kind, lines, None, block.line, block.span)


def replace(page: Path, text: str, start: int, end: int, new: str) -> None:
    """Replace a part of a page where it differs."""
    from interpreter.process.files import write_file

    if text[start:end] != new:
        write_file(page, text[:start] + new + text[end:])
        print(f"{page.relative_to(ROOT) if page.is_relative_to(ROOT) else page}: written anew")


def error_index() -> str:
    """The index of the error pages, from the table of messages."""
    from gdl.source.messages import MESSAGES

    def rows(codes: list[str]) -> str:
        return "\n".join(
            f"| [`{c}`]({c}.md) | {plain(MESSAGES[c].headline)}"
            f"{'' if MESSAGES[c].severity == 'error' else f' (a {MESSAGES[c].severity})'} |"
            for c in codes
        )

    yaml = [code for code in MESSAGES if code.startswith("yaml-")]
    rest = [code for code in MESSAGES if not code.startswith("yaml-")]
    return INDEX.format(yaml=rows(yaml), rest=rows(rest))


def plain(headline: str) -> str:
    """A headline with dots for what is filled in, for a table cell."""
    filled = re.sub(r"`?\{\w+\}`?", ELISION, headline)
    return filled.replace("{{", "{").replace("}}", "}").replace("|", "\\|")


INDEX = """\
# Messages

Every message of `gdl check` has a code, shown in square brackets, and a page here: what it means,
a file that causes it, and the corrected file. An error prevents a game from being played; a warning
does not. A note reports something that is not a mistake.

## The YAML around the rules

| code | message |
|---|---|
{yaml}

## The rules

| code | message |
|---|---|
{rest}
"""


def refresh(page: Path) -> None:
    """Write the true output into a page."""
    if page == INDEX_PAGE:
        old = page.read_text("utf-8") if page.exists() else ""
        replace(page, old, 0, len(old), error_index())
        return
    refresh_page(page)
    if page.parent == INDEX_PAGE.parent:
        refresh_error_page(page)


def main(names: Sequence[str]) -> None:
    """Write the true output into the pages that are named, or into every page."""
    wanted = [Path(name).resolve() for name in names]
    known = [INDEX_PAGE, *error_pages(), *pages()]
    if unknown := [str(page) for page in wanted if page not in known]:
        sys.exit(f"no page with examples: {', '.join(unknown)}")
    for page in wanted or known:
        refresh(page)


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    main(sys.argv[1:])
