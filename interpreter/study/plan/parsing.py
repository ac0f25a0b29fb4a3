"""The texts that stand for the parts of a study, on the command line and in study files.

All of them raise StudyError for a text that stands for nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise, product
from math import log2
from os.path import abspath
from pathlib import Path

from gdl.source.diagnostics import GdlError
from gdl.source.library import is_path
from gdl.source.nearest import nearest
from gdl.source.printable import unseen
from interpreter.agents import file_of, is_program, make_agent
from interpreter.api.loading import load_game, only_elsewhere, with_hint
from interpreter.process.arguments import MAX_COUNT
from interpreter.study.plan.study import (
    AGAINST,
    MAX_VARIANTS,
    Pairing,
    Question,
    Stated,
    Variant,
    wrong,
)
from interpreter.study.statistics.sequential import Sprt

RANGE = re.compile(r"(-?\d{1,9})\s*\.\.\s*(-?\d{1,9})")
PACE = re.compile(r"(\d+(?:\.\d+)?)\s*(s|min)", re.ASCII)
ALL_FAIR = 0.5  # a margin that no share of two seats is beyond
MAX_PACE = 86_400.0  # seconds
BUDGET = re.compile(r"(\d+(?:\.\d+)?)(x?)", re.ASCII)
REFERENCE = "reference"  # the ladder from random play upward
REFERENCE_FIRST, REFERENCE_TOP, REFERENCE_MOST = 0.25, "16x", 1024  # for each legal move


def variants_of(files: list[str], vary: dict[str, list[str]], options: dict[str, str]) -> (
    tuple[Variant, ...]
):  # fmt: skip
    """Every file with every combination of option values that go together.

    Raises GdlError for rules that cannot be played and where no values go together, StudyError for
    variants that are the same.
    """
    variants, rests = [], list[str | None]()
    apart: GdlError | None = None
    for file in files:
        for values in product(*vary.values()):
            varied = dict(zip(vary, values, strict=True))
            rest = title = " ".join(f"{k}={v}" for k, v in varied.items())
            if is_named := len(files) > 1 or not title:
                title = f"{file} {title}".strip()
            try:
                variant = variant_of(title, file, options | varied)
            except GdlError as error:
                if not varied or any(d.code != "options-apart" for d in error.diagnostics):
                    raise advised(error, file, files, options | varied) from None
                apart = error
                continue
            rests.append(rest if is_named else None)
            variants.append(variant)
    if apart is not None and not variants:
        raise apart
    found = labelled(variants, rests)
    check_titles([v.title for v in found])
    return found


def advised(error: GdlError, file: str, files: list[str], options: dict[str, str]) -> GdlError:
    """The error of a game that lacks an option which another one has, with what can be done."""
    for other in files:
        found = only_elsewhere(error, file, other, options)
        if found:
            words = " ".join([other, *(f"{name}={options[name]}" for name in found)])
            hint = f"{other} has it: a study file gives each variant its own, as in `- {words}`"
            return with_hint(error, hint)
    return error


def labelled(variants: Sequence[Variant], rests: Sequence[str | None]) -> tuple[Variant, ...]:
    """Variants with titles that do not depend on how a path is spelled, and with labels that tell
    a game by its title, or by the name of its file where other files have that title.

    `rests` is what follows the game in each title; None for a title that names no game.
    """
    names = file_names([v.file for v in variants])
    variants = [
        v if rest is None else replace(v, title=f"{names[v.file]} {rest}".strip())
        for v, rest in zip(variants, rests, strict=True)
    ]
    labels = [
        v.title if rest is None else f"{v.game.title} {rest}".strip()
        for v, rest in zip(variants, rests, strict=True)
    ]
    return tuple(
        replace(v, label=v.title if labels.count(label) > 1 else label)
        for v, label in zip(variants, labels, strict=True)
    )


def file_names(files: Sequence[str]) -> dict[str, str]:
    """What titles call each file, however its path is spelled: its name, after as many of its
    folders as tell it from another file of that name; a bundled game is called as it is named.
    """
    names = {file: file for file in files}
    paths = {file: Path(abspath(file)).parts for file in files if is_path(file)}
    for file, own in paths.items():
        others = set(paths.values()) - {own}
        count = 1
        while any(other[-count:] == own[-count:] for other in others):
            count += 1
        names[file] = "/".join(own[-count:])
    return names


def variant_of(title: str, file: str, options: dict[str, str]) -> Variant:
    """A variant.

    Raises GdlError.
    """
    return Variant(title, file, load_game(file, **options))


def varied(words: tuple[str, ...]) -> dict[str, list[str]]:
    """For every option its values, also of several words about it.

    Raises StudyError.
    """
    values_of: dict[str, list[str]] = {}
    for word in words:
        name, equals, values = word.partition("=")
        listed = [v for part in values.split(",") for v in expanded(part.strip())]
        if not equals or not name.strip() or not all(listed):
            raise wrong(f"--vary takes NAME=A,B or NAME=A..B, and this is `{word}`")
        if len(listed) > 1 == len(set(listed)):
            raise wrong(f"`--vary {word}` has the value `{listed[0]}` several times, and no other")
        known = values_of.get(name.strip(), [])
        values_of[name.strip()] = list(dict.fromkeys([*known, *listed]))
    return values_of


def expanded(part: str) -> list[str]:
    """A value, or the whole numbers of a range."""
    ends = RANGE.fullmatch(part)
    if ends is None:
        return [part]
    low, high = int(ends[1]), int(ends[2])
    if low > high:
        raise wrong(f"the range `{part}` is backwards; did you mean `{high}..{low}`?")
    if high >= low + MAX_VARIANTS:
        raise wrong(f"`{part}` is no range of up to {MAX_VARIANTS} numbers")
    return [str(number) for number in range(low, high + 1)]


def published_values(game: str, options: dict[str, str]) -> dict[str, list[str]]:
    """The published values of all options of a game but those that are set.

    Raises GdlError, and StudyError where there is nothing to vary.
    """
    values_of = {}
    for option in load_game(game, **options).model.declared:
        if option.name not in options and len(option.published) > 1:
            values_of[option.name] = [str(value) for value in option.published]
    if not values_of:
        raise wrong(f"{game} has no options with several published values; give `--vary`")
    return values_of


def base_of(text: str | None, variants: Sequence[Variant]) -> int:
    """The number, from 0, of the variant with which the others are compared, from its title or its
    number from 1; the first one where nothing is said.

    Raises StudyError.
    """
    if text is None:
        return 0
    wanted, titles = text.strip(), [variant.title for variant in variants]
    labels = [variant.label or variant.title for variant in variants]
    files = [variant.file for variant in variants]
    for names in (titles, labels, files):
        if names.count(wanted) == 1:
            return names.index(wanted)
    if is_number(wanted) and 1 <= int(wanted) <= len(variants):
        return int(wanted) - 1
    near = nearest(wanted, (*titles, *labels))
    hint = f"did you mean `{near}`?" if near else f"there is {', '.join(titles)}"
    raise wrong(f"`base` is the title of a variant or its number, and `{wanted}` is none; {hint}")


def check_titles(titles: list[str]) -> None:
    """Raise StudyError where two variants have one title, or one that cannot be read."""
    for number, title in enumerate(titles):
        if char := unseen(title):
            raise wrong(f"`{title}` is no name for a variant: `{char}` in it cannot be seen")
        if title in titles[:number]:
            raise wrong(f"`{title}` is there twice; each variant needs to be another")


def pairing_of(text: str, runs_programs: bool = False) -> Pairing:
    """The pairing of a text such as `random`, `uct:500` or `uct:1000 vs uct:500`.

    A program of a user is loaded, which runs it, and a network read, only with `runs_programs`.
    Raises StudyError.
    """
    words = [word.strip() for word in text.split(AGAINST)]
    if len(words) > 2 or not all(words):
        raise wrong(f"`{text}` is no pairing: write one agent, or two as `uct:1000 vs uct:500`")
    for word in words:
        if file_of(word) and not runs_programs:
            what = "is a program, which a study file does not start"
            if not is_program(word):
                what = "names a network, which a study file does not read"
            raise wrong(
                f"`{word}` {what} by itself; if you trust "
                f"it, give `--trust`, or name the agents yourself with `--agents '{text}'`"
            )
    try:
        names = tuple(dict.fromkeys(make_agent(word).name for word in words))
    except ValueError as error:
        raise wrong(str(error)) from None
    return Pairing(names)


def pairings_of(texts: list[str], runs_programs: bool = False) -> tuple[Pairing, ...]:
    """The pairings of texts, each of which may list several with `|`, or `,` between agents.

    Programs of users are loaded only with `runs_programs`.  Raises StudyError.
    """
    pairings = [pairing_of(part, runs_programs) for text in texts for part in split_agents(text)]
    return tuple(dict.fromkeys(pairings))


def split_agents(text: str) -> list[str]:
    """The agents of a list; the commas in `uct:1000,c=0.7` separate no agents."""
    parts: list[str] = []
    for word in text.replace("|", ",").split(","):
        begin = word.split(AGAINST)[0].strip()
        is_setting = "=" in begin and ":" not in begin
        is_limit = begin[:1].isdigit()
        if parts and (is_setting or is_limit):
            parts[-1] += f",{word}"
        else:
            parts.append(word)
    return [part.strip() for part in parts]


def ladder_of(text: str) -> tuple[Pairing, ...]:
    """The rungs of a ladder such as `uct:100,200,400` or `uct:5x,10x`: each budget against the one
    before it; or those of the reference ladder.

    Raises StudyError.
    """
    kind, _, budgets = text.strip().partition(":")
    if kind.strip() == REFERENCE:
        return reference_ladder(budgets.strip())
    words = [BUDGET.fullmatch(word.strip()) for word in budgets.split(",")]
    steps = sorted({(float(word[1]), word[0]) for word in words if word})
    units = {word and word[2] for word in words}
    if len(steps) < 2 or len(units) > 1 or None in units:
        raise wrong(
            f"`{text}` is no ladder: write for example `uct:100,200,400`, `uct:5x,10x` or "
            f"`{REFERENCE}`"
        )
    return tuple(
        pairing_of(f"{kind}:{high}{AGAINST}{kind}:{low}")
        for (_, low), (_, high) in pairwise(steps)
    )


def reference_ladder(top: str) -> tuple[Pairing, ...]:
    """The rungs from random play upward: `uct` with a quarter of a simulation for each legal move,
    then twice as many each time, up to a budget such as `16x`.

    Raises StudyError.
    """
    match = BUDGET.fullmatch(top or REFERENCE_TOP)
    most = float(match[1]) if match and match[2] else 0.0
    count = log2(most / REFERENCE_FIRST) if most > 0 else -1.0
    if not (count >= 0 and count.is_integer() and most <= REFERENCE_MOST):
        raise wrong(
            f"`{REFERENCE}:{top}` is no ladder: it doubles from {REFERENCE_FIRST:g}x upward, so "
            f"write for example `{REFERENCE}`, `{REFERENCE}:4x` or `{REFERENCE}:64x`, at most "
            f"{REFERENCE_MOST:,}x"
        )
    agents = ["random"]
    agents += [f"uct:{REFERENCE_FIRST * 2**step:g}x" for step in range(int(count) + 1)]
    return tuple(pairing_of(f"{high}{AGAINST}{low}") for low, high in pairwise(agents))


def question_of(text: str, metrics: tuple[str, ...]) -> Question:
    """The sequential test of a text such as `score-1 0.05` or `score-1 0 0.05`.

    With one number the test is whether the difference is so large in either direction; with two,
    whether it is the first or the second.  Raises StudyError.
    """
    metric, *numbers = text.replace(":", " ").split() or [""]
    if metric not in metrics:
        near = nearest(metric, metrics)
        hint = f"did you mean `{near}`?" if near else f"there is {', '.join(metrics)}"
        raise wrong(f"there is no metric `{metric}` that can be tested; {hint}")
    try:
        values = [float(n.rstrip("%")) / (100 if n.endswith("%") else 1) for n in numbers]
    except ValueError:
        values = []
    if len(values) not in (1, 2) or values[-1] == 0:
        raise wrong(f"`{text}` is no test: write for example `{metric} 5%`")
    h0, h1 = values if len(values) == 2 else (0.0, values[0])
    try:
        return Question(metric, Sprt(h1, h0, is_two_sided=len(values) == 1), text)
    except ValueError as error:
        raise wrong(f"`{text}`: {error}") from None


# ---- single values -----------------------------------------------------------------------------


def is_number(text: str) -> bool:
    """Whether a text is a whole number in plain digits."""
    return text.isascii() and text.isdigit()


def whole(name: str, text: str | None, usual: int, least: int = 1, most: int = MAX_COUNT) -> int:
    """A whole number.

    Raises StudyError.
    """
    if text is None:
        return usual
    digits = text.replace(",", "").replace("_", "")
    if not is_number(digits) or not least <= int(digits) <= most:
        raise wrong(f"`{name}` is a whole number from {least} to {most:,}, not `{text}`")
    return int(digits)


def part(name: str, text: str) -> float:
    """A part of the whole, such as `2%` or 0.02.

    Raises StudyError.
    """
    try:
        share = float(text.rstrip("% ")) / (100 if text.strip().endswith("%") else 1)
    except ValueError:
        share = 0.0
    if not 0 < share < 1:
        raise wrong(f"`{name}` is a part of the whole such as `2%`, not `{text}`")
    return share


def stated(margin: str | None, pace: str | None) -> Stated:
    """What is stated before the games are seen: a margin such as `2%`, a pace such as `20s`.

    Raises StudyError.
    """
    usual = Stated()
    share = usual.margin if margin is None else part("margin", margin)
    if share >= ALL_FAIR:
        raise wrong(f"the margin must be below 50%: with {margin} every game of two would be fair")
    seconds = usual.pace
    if pace is not None:
        match = PACE.fullmatch(pace.strip())
        seconds = float(match[1]) * (60 if match[2] == "min" else 1) if match else 0.0
        if not 0 < seconds <= MAX_PACE:
            raise wrong(f"`pace` is the time for a turn such as `20s` or `2min`, not `{pace}`")
    return Stated(share, pace=seconds)


def is_yes(name: str, text: str) -> bool:
    """Whether something is asked for.

    Raises StudyError.
    """
    if text not in ("yes", "no"):
        raise wrong(f"`{name}` is yes or no, not `{text}`")
    return text == "yes"
