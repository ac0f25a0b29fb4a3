"""The study file that plays a study again."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from interpreter.api.wording import options_text
from interpreter.study.plan.parsing import REFERENCE, file_names
from interpreter.study.plan.study import Study, programs_of

if TYPE_CHECKING:
    from interpreter.study.plan.study import Variant

USUAL = Study("", (), ())
PLAIN = re.compile(r"[\w./](?:[\w./=%,|+()-]| (?=[^ #])|:(?=[^ ]))*")  # the same to every reader
TRUST = "# Some agents have files of their own, which a study file does not load: add --trust."


def recipe(study: Study) -> str:
    """The text of a study file with the variants, agents and settings of a study."""
    return "\n".join(lines(study)) + "\n"


def lines(study: Study) -> Iterator[str]:
    """Its lines; what is as usual is left out, but for what people ask about first."""
    if programs_of(study):
        yield TRUST
    yield f"study: {quoted(study.title)}"
    yield "variants:"
    names = file_names([variant.file for variant in study.variants])
    yield from (f"  - {variant_text(v, names[v.file])}" for v in study.variants)
    yield f"agents: {quoted(' | '.join(pairing.title for pairing in study.pairings))}"
    if study.ladder:
        yield f"ladder: {quoted(ladder_text(study))}"
    yield f"games: {study.games}"
    yield f"seed: {study.seed}"
    for key, value in settings(study).items():
        yield f"{key}: {quoted(str(value))}"


def quoted(text: str) -> str:
    """A text as YAML has it, in quotes where it would be read as something else without."""
    return text if PLAIN.fullmatch(text) else json.dumps(text, ensure_ascii=False)


def variant_text(variant: Variant, name: str) -> str:
    """A variant with the options that it does not have anyway; under its title if that is another
    than the name of its file gives it.
    """
    usual = {option.name: option.default for option in variant.game.model.declared}
    unusual = {k: v for k, v in variant.game.options.items() if v != usual[k]}
    options = options_text(unusual)
    text = f"{shlex.quote(variant.file)} {options}".strip()
    if f"{name} {options}".strip() == variant.title:
        return quoted(text)
    return f"{quoted(variant.title)}: {quoted(text)}"


def ladder_text(study: Study) -> str:
    """The rungs from the weakest on, as in `uct:50,100`; the reference ladder, which begins with
    random play, by its top, as in `reference:16x`.
    """
    rungs = [study.ladder[0].agents[-1], *(pairing.agents[0] for pairing in study.ladder)]
    kind = rungs[0].partition(":")[0]
    if kind == "random":
        return f"{REFERENCE}:{rungs[-1].partition(':')[2]}"
    return f"{kind}:{','.join(rung.partition(':')[2] for rung in rungs)}"


def settings(study: Study) -> dict[str, Any]:
    """What the study has otherwise than usual, as the options of the command are called."""
    stated, usual = study.stated, USUAL.stated
    given = {
        "until": None if study.until is None else f"{100 * study.until:g}%",
        "test": study.question and study.question.text,
        "metrics": ", ".join(study.metrics),
        "detailed": study.detailed if study.detailed != USUAL.detailed else None,
        "probes": study.probes if study.probes != USUAL.probes else None,
        "moves": study.most_moves if study.most_moves != USUAL.most_moves else None,
        "solve": "yes" if study.solve else None,
        "margin": f"{100 * stated.margin:g}%" if stated.margin != usual.margin else None,
        "pace": f"{stated.pace:g}s" if stated.pace != usual.pace else None,
        "base": study.variants[study.base].title if study.base else None,
    }  # fmt: skip
    return {key: value for key, value in given.items() if value not in (None, "")}
