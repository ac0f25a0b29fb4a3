"""Which variants differ from which, whatever the base."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from interpreter.api.wording import plural
from interpreter.study.report.charts.numbers import is_significant
from interpreter.study.report.verdict.finding import Finding

if TYPE_CHECKING:
    from interpreter.study.results.results import PairApart, Results

MAX_NAMED = 4  # pairs in the sentence


def pairs(results: Results) -> Iterator[Finding]:
    """How many of all pairs were found to differ, and which were not."""
    if results.pairs is None:
        return
    known = [pair for pair in results.pairs.apart if not results.are_alike(pair.first, pair.other)]
    same = [pair for pair in known if not differs(pair)]
    if not known:
        return
    corrected = "after correction for all pairs"
    if not same:
        text = f"All {plural(len(known), 'pair')} of variants differ from one another, {corrected}."
    elif len(same) == len(known):
        text = f"Of {plural(len(known), 'pair')} of variants none was found to differ, {corrected}."
    else:
        titles = results.titles
        named = [f"{titles[pair.first]} and {titles[pair.other]}" for pair in same[:MAX_NAMED]]
        if rest := len(same) - len(named):
            named.append(f"{plural(rest, 'more pair')}")
        text = (
            f"Of {plural(len(known), 'pair')} of variants {len(known) - len(same)} were found to "
            f"differ, {corrected}; not {'; '.join(named)}."
        )
    yield Finding("difference", "told", text, tuple(range(len(results.variants))),
                  results.pairs.agents)  # fmt: skip


def differs(pair: PairApart) -> bool:
    """Whether two variants differ in any primary metric."""
    return any(map(is_significant, pair.differences))
