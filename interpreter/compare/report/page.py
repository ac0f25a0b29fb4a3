"""The report as one page that needs nothing else: no network, no other files."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import files
from string import Template
from typing import TYPE_CHECKING

from interpreter.compare.report.bars import ladder
from interpreter.compare.report.charts import pairing_charts
from interpreter.compare.report.escaping import escape
from interpreter.compare.report.heat import heat_maps
from interpreter.compare.report.html_table import row_table, variant_table
from interpreter.compare.report.numbers import NOTHING, counts_text, legend
from interpreter.compare.report.samples import (
    Kit,
    boards,
    chosen,
    definitions,
    kits_of,
    sample_section,
)
from interpreter.compare.report.words import differing, verdict_text
from interpreter.version import version

if TYPE_CHECKING:
    from interpreter.compare.results import PairingResult, Results, Row

def to_html(results: Results) -> str:
    """The page; all texts of the study are escaped in it."""
    kits = kits_of(results)
    sections = list(all_sections(results, kits))
    return page_of(results.title, sections, definitions(kits), boards(kits))


def page_of(
    title: str, sections: Sequence[tuple[str, str, str]], symbols: str = "", boards: str = "[]"
) -> str:
    """The page of sections, each with its id, title and body; of symbols that they use, and what
    the script must know of the boards.
    """
    links = (f'<li><a href="#{key}">{escape(heading)}</a></li>' for key, heading, _ in sections)
    bodies = (
        f'<section id="{key}"><h2>{escape(heading)}</h2>{body}</section>'
        for key, heading, body in sections
    )
    return Template(template("page.html")).substitute(
        title=escape(title),
        style=template("page.css"),
        script=template("page.js"),
        policy=policy(),
        definitions=symbols,
        boards=boards,
        links="".join(links),
        sections="\n".join(bodies),
    )


@cache
def template(name: str) -> str:
    """A file of the folder `template`."""
    return (files(__package__) / "template" / name).read_text("utf-8")


def policy() -> str:
    """What the page may do: nothing but run its own script, which is known by its hash."""
    script = f"\n{template('page.js')}".encode()
    known = b64encode(sha256(script).digest()).decode()
    return (
        f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{known}'; "
        "img-src data:"
    )


def all_sections(results: Results, kits: Sequence[Kit]) -> Iterator[tuple[str, str, str]]:
    """The id, the title and the body of each part of the page."""
    titles = results.titles
    yield "differs", "What differs", listed(differing(results))
    yield "played", "What was played", variant_table(results) + played(results)
    for i, pairing in enumerate(results.pairings):
        yield f"pairing{i}", f"Play: {pairing.title}", pairing_body(results, pairing, kits)
    if results.ladder:
        chart = ladder(results.ladder, titles) or ""
        table = row_table(results.ladder, titles, "Share of the stronger agent, by rung")
        yield "ladder", "Ladder", f'{table}<div class="charts">{figure(chart)}</div>'
    if results.solved:
        yield "solved", "Best play", row_table(results.solved, titles, "Values with best play")
    if results.verdict:
        yield "verdict", "Sequential test", f"<p>{escape(verdict_text(results.verdict))}.</p>"
    if results.notes:
        yield "notes", "Notes", listed(results.notes)
    yield "repeat", "How to repeat this", repeat(results)


def listed(sentences: Sequence[str]) -> str:
    """Sentences as a list; one alone as a paragraph."""
    if len(sentences) == 1:
        return f"<p>{escape(sentences[0])}</p>"
    return f"<ul>{''.join(f'<li>{escape(text)}</li>' for text in sentences)}</ul>"


def played(results: Results) -> str:
    """Which agents played how many games."""
    sentences = []
    for pairing in results.pairings:
        detailed = f", {counts_text(pairing.detailed)} looked at move by move"
        kind = "the same agent on every seat" if pairing.is_mirror else "seats in turn"
        sentences.append(f"{pairing.title} ({kind}): {counts_text(pairing.games)}{detailed}.")
    return listed(sentences)


def pairing_body(results: Results, pairing: PairingResult, kits: Sequence[Kit]) -> str:
    """Tables, charts, maps and games of one pairing."""
    titles = results.titles
    caption = f"{pairing.title}: {counts_text(pairing.games)}"
    parts = []
    if pairing.rows:
        parts += [row_table(pairing.rows, titles, caption), note(pairing.rows, titles)]
    charts = "".join(figure(text) for _, text in pairing_charts(pairing, titles))
    parts += [f'<h3>Charts</h3><div class="charts">{charts}</div>'] if charts else []
    for title, maps in heat_maps(pairing, results.variants):
        parts.append(f"<h3>{title}</h3>{maps}")
    shown = chosen(results)
    if samples := [sample for sample in pairing.samples if id(sample) in shown]:
        games = "".join(sample_section(sample, kits[sample.variant]) for sample in samples)
        hint = "Step with the buttons or the slider, or with ← → once a game has been clicked."
        parts.append(f'<h3>Sample games</h3><p class="note scripted">{hint}</p>')
        parts.append(f'<div class="samples">{games}</div>')
    return "".join(parts)


def note(rows: Sequence[Row], titles: Sequence[str]) -> str:
    """What the signs of a table mean."""
    text = f"{legend([rows], len(titles) > 1)}; {NOTHING} not measured, or not there to be measured"
    return f'<p class="note">{escape(text)}</p>'


def figure(chart: str) -> str:
    """A chart as a figure of the page."""
    return f"<figure>{chart}</figure>" if chart else ""


def repeat(results: Results) -> str:
    """Everything that decides what was found."""
    pairs = [("Seed", str(results.seed)), ("Ended", results.stopped)]
    pairs += [("Version", f"boardwright {version()}")]
    pairs += [(f"Rules of {v.shown}", f"{v.rules_hash} ({v.file})") for v in results.variants]
    items = "".join(f"<dt>{escape(name)}</dt><dd>{escape(text)}</dd>" for name, text in pairs)
    return f"<dl>{items}</dl><p>The same seed, rules and version give the same games.</p>"
