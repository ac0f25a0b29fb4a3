"""The report as one page that needs nothing else: no network, no other files."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import files
from itertools import islice, takewhile
from pathlib import Path
from typing import NamedTuple

from markupsafe import Markup

from interpreter.api.wording import plural
from interpreter.process.files import write_file
from interpreter.process.version import program_version
from interpreter.study.report.charts.boards import heat_maps
from interpreter.study.report.charts.charts import (
    fairness,
    ladder,
    length_histogram,
    pairing_charts,
    result_bars,
)
from interpreter.study.report.charts.markup import environment, macros
from interpreter.study.report.charts.numbers import NOTHING, counts_text, legend, named_base
from interpreter.study.report.charts.strength import strength
from interpreter.study.report.data import to_csv, to_json
from interpreter.study.report.game_viewer import (
    Kit,
    boards,
    chosen,
    definitions,
    kits_of,
    sample_section,
)
from interpreter.study.report.html_table import (
    openings_table,
    pairs_table,
    row_table,
    variant_table,
)
from interpreter.study.report.rule_changes import rule_changes
from interpreter.study.report.sentences import differing, sequential_text, tested_text
from interpreter.study.report.verdict import by_topic, findings
from interpreter.study.results.results import PairingResult, Results, Row

NOTHING_DRAWN, NO_BOARDS = Markup(), Markup("[]")
LOPSIDED = "; near 0 and 100 % the interval of a share reaches farther towards the middle"


class Section(NamedTuple):
    """A part of the page; the key is its address."""

    key: str
    title: str
    body: Markup


class Running(NamedTuple):
    """How far a study is that is still played."""

    done: int  # games
    total: int  # that are known to be needed; 0 where nothing is known yet
    written: float  # seconds since 1970
    between: float  # seconds until the next page
    is_wanted: Callable[[], bool] = lambda: True  # whether the page is to be finished

    @property
    def text(self) -> str:
        """What stands above the page."""
        if not self.total:
            return "This study begins; the page loads anew by itself."
        return (
            f"This study is being played: {self.done:,} of {self.total:,} games are there. What "
            "follows is of these, and will change; the page loads anew by itself."
        )


def write_reports(results: Results, folder: Path) -> tuple[Path, ...]:
    """Write report.html, report.json and report.csv, each as a whole or not at all.

    The folder is made where there is none.  Returns the paths; raises OSError.
    """
    folder.mkdir(parents=True, exist_ok=True)
    texts = {
        "report.html": to_html(results),
        "report.json": to_json(results),
        "report.csv": to_csv(results),
    }
    for name, text in texts.items():
        write_file(folder / name, text)
    return tuple(folder / name for name in texts)


def to_html(results: Results, running: Running | None = None) -> str:
    """The page, perhaps of a study that is still played; all texts are escaped in it.

    One that is no longer wanted while it is made has only its first parts.
    """
    kits = kits_of(results)
    made = sections(results, kits)
    parts = [*takewhile(lambda _: running.is_wanted(), made)] if running else [*made]
    return page_of(results.title, parts, definitions(kits), boards(kits), running)


def page_of(
    title: str, parts: Sequence[Section], symbols: Markup = NOTHING_DRAWN,
    boards: Markup = NO_BOARDS, running: Running | None = None,
) -> str:  # fmt: skip
    """The page of its parts; of symbols that they use, and what the script must know of the boards.
    """
    style, script = asset("page.css"), asset("page.js")
    return environment().get_template("page.html").render(
        title=title, sections=parts, definitions=symbols, boards=boards, style=style,
        script=script, policy=policy(), running=running,
    )  # fmt: skip


@cache
def asset(name: str) -> Markup:
    """A file that stands in the page as it is."""
    return Markup((files(__package__) / "template" / name).read_text("utf-8"))


def policy() -> Markup:
    """What the page may do: nothing but run its own script, which is known by its hash."""
    script = f"\n{asset('page.js')}"
    known = b64encode(sha256(script.encode()).digest()).decode()
    return Markup(
        f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{known}'; "
        "img-src data:"
    )


def sections(results: Results, kits: Sequence[Kit]) -> Iterator[Section]:
    """The parts of the page."""
    titles, parts = results.titles, macros("parts.html")
    if found := findings(results):
        body = parts.verdict(by_topic(found)) + at_a_glance(results)
        yield Section("verdict", "Verdict", body)
    if results.rules:
        yield Section("rules", "The rules that differ", rule_changes(results, kits))
    body = listed(differing(results)) + pairs_table(results)
    yield Section("differs", "What differs", body)
    yield Section("played", "What was played", variant_table(results) + played(results))
    for i, pairing in enumerate(results.pairings):
        body = pairing_body(results, pairing, kits)
        yield Section(f"pairing{i}", f"Play: {pairing.title}", body)
    if results.ladder:
        caption = "Share of the stronger agent, by rung"
        table = row_table(results.ladder, titles, caption, results.base)
        if results.elo:
            table += row_table(results.elo, titles, f"Elo above {results.elo[0].title}")
        yield Section("ladder", "Ladder", table + parts.charts([*ladder_charts(results)]))
    if results.solved:
        body = row_table(results.solved, titles, "Values with best play")
        yield Section("solved", "Best play", body)
    if results.whole:
        body = row_table(results.whole, titles, "Whoever plays: from samples of their own")
        yield Section("whole", "The game as a whole", body)
    if results.test:
        text = sequential_text(results.test, tested_text(results))
        body = parts.paragraph(f"{text}.")
        yield Section("test", "Sequential test", body)
    if results.notes:
        yield Section("notes", "Notes", listed(results.notes))
    yield Section("repeat", "How to repeat this", repeat(results))


def at_a_glance(results: Results) -> Markup:
    """The charts that answer what people ask first: fairness, lengths, skill, of strongest play."""
    titles, pairing = results.titles, strongest(results)
    charts: list[Markup | None] = [*islice(ladder_charts(results), 1)]
    if pairing is not None:
        bars = result_bars(pairing.rows, titles)
        fair = fairness(pairing.rows, titles, results.stated.margin)
        charts = [fair, bars, length_histogram(pairing.charts, titles), *charts]
    shown = [chart for chart in charts if chart]
    markup: Markup = macros("parts.html").charts(shown)
    return markup


def ladder_charts(results: Results) -> Iterator[Markup]:
    """The charts of a ladder that there are: how strong its agents are comes first."""
    if chart := strength(results.elo, results.titles):
        yield chart
    if chart := ladder(results.ladder, results.titles):
        yield chart


def strongest(results: Results) -> PairingResult | None:
    """The pairing whose charts stand beside the verdict: the last one of an agent with itself."""
    mirrors = [pairing for pairing in results.pairings if pairing.is_mirror]
    return mirrors[-1] if mirrors else None


def listed(sentences: Sequence[str]) -> Markup:
    """Sentences as a list; one alone as a paragraph."""
    markup: Markup = macros("parts.html").listed(sentences)
    return markup


def played(results: Results) -> Markup:
    """Which agents played how many games."""
    sentences = []
    for pairing in results.pairings:
        are_all = pairing.detailed == pairing.games
        looked_at = "all" if are_all else counts_text(pairing.detailed)
        detailed = f", {looked_at} looked at move by move"
        kind = "the same agent on every seat" if pairing.is_mirror else "seats in turn"
        sentences.append(f"{pairing.title} ({kind}): {counts_text(pairing.games)}{detailed}.")
    return listed(sentences)


def pairing_body(results: Results, pairing: PairingResult, kits: Sequence[Kit]) -> Markup:
    """Tables, charts, maps and games of one pairing."""
    titles, parts = results.titles, macros("parts.html")
    caption = f"{pairing.title}: {counts_text(pairing.games)}"
    body = Markup()
    if pairing.rows:
        rows = [row for row in pairing.rows if not row.is_detail]
        body += row_table(rows, titles, caption, results.base)
        if details := [row for row in pairing.rows if row.is_detail]:
            title = f"{plural(len(details), 'more metric')}"
            caption = f"{pairing.title}: {title}"
            body += parts.folded(title, row_table(details, titles, caption, results.base))
        body += parts.paragraph(note(pairing.rows, results), "note")
    above = ("Results", "Game length") if pairing is strongest(results) else ()
    if charts := [chart for _, chart in pairing_charts(pairing, titles, above)]:
        body += parts.headed("Charts", parts.charts(charts))
    for title, maps in heat_maps(pairing, results.variants):
        body += parts.headed(title, maps)
    for variant, openings in zip(titles, pairing.openings, strict=False):
        if openings is not None:
            body += parts.headed(f"First moves: {variant}", openings_table(openings, variant))
    shown = chosen(results)
    if samples := [sample for sample in pairing.samples if id(sample) in shown]:
        games = [sample_section(sample, kits[sample.variant]) for sample in samples]
        body += parts.headed("Sample games", parts.samples(games))
    return body


def note(rows: Sequence[Row], results: Results) -> str:
    """What the signs of a table mean."""
    signs = legend([rows], len(results.titles) > 1, named_base(results))
    lopsided = LOPSIDED if any(row.unit == "%" for row in rows) else ""
    return f"{signs}{lopsided}; {NOTHING} not measured, or not there to be measured"


def repeat(results: Results) -> Markup:
    """Everything that decides what was found."""
    parts, titles = macros("parts.html"), results.titles
    pairs = [("Seed", str(results.seed)), ("Ended", results.stopped)]
    pairs += [("Version", f"boardwright {program_version()}")]
    pairs += [(f"Rules of {title}", f"{v.rules_hash} ({v.file})")
              for title, v in zip(titles, results.variants, strict=True)]
    remark = "The same seed, rules and version give the same games."
    markup: Markup = parts.terms(pairs, remark)
    if not results.recipe:
        return markup
    where = f" in {results.place}" if results.place else ""
    there = " there" if results.place else ""
    how = f"Save this as study.yaml{where}, and give the command gdl compare study.yaml{there}:"
    return Markup(parts.paragraph(how)) + Markup(parts.code(results.recipe)) + markup
