"""Study files: YAML texts that say what a study compares.

    study: Sizes of SQU
    variants:
      - squ size=8
      - large: squ size=10        # with a title of its own
      - my-squ.yaml
    agents: random, uct:500, uct:1000 vs uct:500
    games: 1000

Files of rules are named from the folder of the study file; a name with spaces stands in quotes, as
in `"'my games/squ.yaml' size=8"`.  `keys` lists the other headings.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gdl.source.diagnostics import GdlError, Report
from gdl.source.files import read_bounded
from gdl.source.library import is_path
from gdl.source.limits import MAX_BYTES
from gdl.source.nearest import nearest
from gdl.source.spans import Source
from gdl.yaml.reader import Entry, List, Map, Node, Text, read
from interpreter.api.library import library
from interpreter.process.arguments import MAX_MOVES, USUAL_MOVES
from interpreter.study.plan import parsing
from interpreter.study.plan.metrics import listed_metrics, sequential_keys
from interpreter.study.plan.parsing import check_titles, labelled, variant_of, variants_of
from interpreter.study.plan.study import PROBES, Study, StudyError, Variant, check_study, wrong

MAX_IN_TITLE = 2  # games that the title of a study names


@dataclass
class StudyText:
    """What a study file says; what it leaves out is None or empty."""

    title: str = ""
    variants: tuple[Variant, ...] = ()
    agents: list[str] = field(default_factory=list)
    ladder: str | None = None
    settings: dict[str, str] = field(default_factory=dict)  # as options of the command line
    runs_programs: bool = False  # whether `agents` may name programs: never by the file alone


SETTINGS = (
    "games", "seed", "detailed", "probes", "until", "test", "metrics", "moves", "solve", "margin",
    "pace", "base",
)  # fmt: skip
KEYS = ("study", "variants", "agents", "ladder", *SETTINGS)


def is_study(path: Path) -> bool:
    """Whether a file is a study rather than rules: it has a heading `study` or `variants`."""
    try:
        text = bounded_text(path)
    except (OSError, ValueError):
        return False
    return any(line.startswith(("study:", "variants:")) for line in text.splitlines())


def bounded_text(path: Path) -> str:
    """The text of a file, no longer than that of rules may be: the file may be without end.

    Raises OSError, and ValueError for what is no text or too long.
    """
    data = read_bounded(path, MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise ValueError(f"it is larger than {MAX_BYTES.words}")
    return data.decode("utf-8-sig")


def read_study(path: Path) -> StudyText:
    """What a study file says.

    Raises StudyError, with the place; GdlError for YAML that is none, and for rules that cannot be
    played.
    """
    try:
        source = Source(str(path), bounded_text(path))
    except (OSError, ValueError) as error:
        raise StudyError(f"{path} cannot be read: {error}") from None
    report = Report()
    root = read(source, report)
    if root is None:
        raise GdlError(report.diagnostics)
    study = StudyText()
    for entry in root.entries:
        take(study, entry, path.parent)
    if not study.variants:
        raise StudyError(f"{path}: name the variants under `variants:`")
    check_titles([variant.title for variant in study.variants])
    return study


def take(study: StudyText, entry: Entry, folder: Path) -> None:
    """Take over what stands under one heading."""
    key, value = entry.key.value, entry.value
    if key == "study":
        study.title = text_of(value)
    elif key == "variants":
        pairs = [variant(item, folder) for item in items(value)]
        study.variants = labelled([one for one, _ in pairs], [rest for _, rest in pairs])
    elif key == "agents":
        study.agents = [text_of(item) for item in items(value)]
    elif key == "ladder":
        study.ladder = joined(value)
    elif key in SETTINGS:
        study.settings[key] = joined(value)
    else:
        near = nearest(key, KEYS)
        hint = f"did you mean `{near}`?" if near else f"there is {', '.join(KEYS)}"
        raise at(entry.key, f"a study has no `{key}`; {hint}")


def variant(item: Node, folder: Path) -> tuple[Variant, str | None]:
    """A variant such as `squ size=8`, with a title of its own if it stands under one; and what
    follows the game in a title that is not its own.
    """
    title = ""
    if isinstance(item, Map):
        if len(item.entries) != 1:
            raise at(item, "a variant is written like `squ size=8` or `large: squ size=10`")
        title, item = item.entries[0].key.value, item.entries[0].value
    words = words_of(text_of(item))
    if not words:
        raise at(item, "here a game is wanted, such as `squ size=8`")
    file, *settings = words
    options = {}
    for word in settings:
        name, equals, value = word.partition("=")
        if not equals:
            raise at(item, f"`{word}` is no option; write for example `size=8`")
        options[name] = value
    try:
        if is_path(file):
            file = str(library().named(file, folder))
        made = variant_of(title or " ".join(words), file, options)
    except GdlError as error:
        raise at(item, f"this variant cannot be played\n{error}") from None
    return made, None if title else " ".join(settings)


def words_of(text: str) -> list[str]:
    """The words of a text, of which one in quotes may have spaces; a quote without another is a
    letter, as in `don't.yaml`.
    """
    words = shlex.shlex(text, posix=True, punctuation_chars=False)
    words.whitespace_split, words.commenters, words.escape = True, "", ""
    try:
        return list(words)
    except ValueError:
        return text.split()


def items(value: Node) -> Iterator[Node]:
    """The items of a list; a single text is a list of one."""
    if isinstance(value, List):
        yield from value.items
    else:
        yield value


def joined(value: Node) -> str:
    """A text, or the texts of a list with commas between them."""
    return ",".join(text_of(item) for item in items(value))


def text_of(value: Node) -> str:
    """A text."""
    if not isinstance(value, Text):
        raise at(value, "here one text is wanted")
    return value.value


def at(node: Any, message: str) -> StudyError:
    """A mistake with its place."""
    return StudyError(f"{node.span.source.name}:{node.span.line}: {message}")


def planned(text: StudyText) -> Study:
    """The study of what was written in a file or on the command line.

    Raises StudyError.
    """
    words = text.settings
    until = words.get("until")
    study = Study(
        text.title or "a study",
        text.variants,
        parsing.pairings_of(text.agents, text.runs_programs),
        parsing.ladder_of(text.ladder) if text.ladder else (),
        games=parsing.whole("games", words.get("games"), 1000),
        seed=parsing.whole("seed", words.get("seed"), 1, least=0),
        detailed=parsing.whole("detailed", words.get("detailed"), 1000, least=0),
        probes=parsing.whole("probes", words.get("probes"), PROBES, least=0),
        most_moves=parsing.whole("moves", words.get("moves"), USUAL_MOVES, most=MAX_MOVES),
        until=None if until is None else parsing.part("until", until),
        question=parsing.question_of(words["test"], sequential_keys()) if "test" in words else None,
        metrics=listed_metrics(words.get("metrics", "")),
        solve=parsing.is_yes("solve", words.get("solve", "no")),
        stated=parsing.stated(words.get("margin"), words.get("pace")),
        base=parsing.base_of(words.get("base"), text.variants),
    )
    check_study(study)
    return study


def study_of(games: list[str], options: Mapping[str, str], given: Mapping[str, Any]) -> Study:
    """The study that is asked for: games with options, or one study file.

    `given` has what is named in `SETTINGS` as texts or numbers (None where nothing is said), and
    `vary`, `agents`, `ladder` and `trust`.  Raises StudyError, and GdlError if the rules of a game
    have errors.
    """
    if any(is_study(Path(name)) for name in games):
        if len(games) > 1 or options or given["vary"]:
            raise wrong("a study file names all its variants; give it alone")
        text = read_study(Path(games[0]))
    else:
        variants = variants_of(games, given["vary"], dict(options))
        titles = dict.fromkeys(v.game.title for v in variants)
        text = StudyText(title_of(list(titles)), variants)
    text.agents = list(given["agents"]) or text.agents or ["random"]
    text.runs_programs = given["trust"] or bool(given["agents"])
    text.ladder = given["ladder"] or text.ladder
    text.settings |= {name: str(given[name]) for name in SETTINGS if given[name] is not None}
    return planned(text)


def title_of(games: Sequence[str]) -> str:
    """The title of a study that has none of its own: its games, or the first and how many more."""
    if len(games) <= MAX_IN_TITLE:
        return " and ".join(games)
    return f"{games[0]} and {len(games) - 1} others"
