"""How often the sentences of the verdict are right, on every topic, where the truth is known; and
that "not known yet" is said only where the games cannot tell.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, inf, sqrt

import numpy as np
import pytest
from scipy.stats import binom
from support.simulated_studies import Mix, Truth, about, climbed, contested, results_of

from interpreter.study.plan.metrics import Games, metric_named
from interpreter.study.plan.study import Stated
from interpreter.study.report.verdict import Finding, findings
from interpreter.study.results.elo import elo
from interpreter.study.results.estimates import sample_of
from interpreter.study.results.results import Results

STUDIES = 250
SIZES = (30, 100, 400, 2_000, 10_000)
BASES = (
    Truth((0.45, 0.1, 0.45), 30, 0.6), Truth((0.3, 0.4, 0.3), 12, 0.8),
    Truth((0.55, 0.02, 0.43), 80, 0.4), Truth((0.04, 0.95, 0.01), 30, 0.9),
)  # fmt: skip
CHANGED = (
    Truth((0.45, 0.1, 0.45), 30, 0.6), Truth((0.45, 0.1, 0.45), 30.6, 0.61),
    Truth((0.5, 0.1, 0.4), 30, 0.6), Truth((0.42, 0.16, 0.42), 33, 0.66),
    Truth((0.3, 0.4, 0.3), 12, 0.8), Truth((0.04, 0.95, 0.01), 29, 0.85),
)  # fmt: skip
METRICS = {"draws": "draws", "length": "turns", "decisiveness": "settled"}  # by topic
NUMBER = r"[−+]?\d[\d,]*(?:\.\d+)?"
Pair = tuple[Truth, Truth]


def number(text: str) -> float:
    """A number as sentences have it."""
    return float(text.replace("−", "-").replace(",", ""))


def scale(metric: str) -> float:
    """What a sentence says of 1."""
    return 1.0 if metric == "turns" else 100.0


def slack(metric: str) -> float:
    """By how much a sentence may round."""
    return 0.006 if metric == "turns" else 0.06


def apart(pair: Pair, metric: str) -> float:
    """How far the second variant truly lies from the first, in the unit of sentences."""
    first, other = (truth.value(metric) for truth in pair)
    return (other - first) * scale(metric)


def margin(pair: Pair, metric: str) -> float:
    """The difference up to which figures count as equal, in the unit of sentences."""
    return Stated().part * pair[0].value("turns") if metric == "turns" else 100 * Stated().margin


def holds(text: str, value: float, metric: str) -> bool:
    """Whether a range such as `3.1 to 6.2` or `[3.1, 6.2]` contains a value."""
    low, high = map(number, re.search(rf"({NUMBER})(?:, | to )({NUMBER})", text).groups())  # type: ignore[union-attr]
    return low - slack(metric) <= value <= high + slack(metric)


def compared(found: Sequence[Finding], topic: str) -> Finding | None:
    """The finding that compares two variants on a topic; None where there are too few games."""
    return next((f for f in found if f.topic == topic and f.answer != "told"), None)


def is_right(found: Finding, pair: Pair, metric: str) -> bool:
    """Whether the sentence that compares two variants in a metric is true."""
    truth = apart(pair, metric)
    if found.answer == "no":
        more = re.search(r" (more|less|later|earlier|longer|shorter)\b", found.text)
        assert more is not None, found.text
        is_more = more[1] in ("more", "later", "longer")
        words = found.text.split(": by ")[1]
        return (truth > 0) == is_more and holds(words, abs(truth), metric)
    if found.answer == "yes":
        return abs(truth) <= margin(pair, metric) * 1.03  # which is a part of what was measured
    return True


def covered(found: Finding, pair: Pair, metric: str) -> list[bool]:
    """For the figure of each variant that has an interval, whether that contains the truth."""
    parts = re.findall(rf"(\[{NUMBER}, {NUMBER}\])[^\[]*? in ([AB])\b", found.text)
    truths = dict(zip("AB", (truth.value(metric) * scale(metric) for truth in pair), strict=True))
    return [holds(interval, truths[name], metric) for interval, name in parts]


TITLES = {"result of seat 1": "score-1", "seat 1 gets": "score-1", "drawn or shared": "draws",
          "games are drawn or shared": "draws", "turns (mean)": "turns", "a game is": "turns",
          "part of the game until the win is settled": "settled",
          "the win is settled": "settled"}  # fmt: skip


def is_difference_right(text: str, pair: Pair) -> bool:
    """Whether a sentence on whether two variants differ is true: in every part, or in what it
    excludes of all together.
    """
    told = {key: part for part in re.split(r"; (?:in )?|: | in ", text)
            if (key := next((k for k in TITLES if part.startswith(k)), None))}  # fmt: skip
    if "was found" in text:
        sizes = rf"({NUMBER})(?: [a-z]+)? in ({'|'.join(map(re.escape, TITLES))})"
        most = {TITLES[title]: number(size) for size, title in re.findall(sizes, text)}
        assert most or "if there is one" not in text
        return all(abs(apart(pair, m)) <= size + slack(m) for m, size in most.items())
    return all(apart(pair, TITLES[k]) != 0 for k in told)  # what is told of is so at all


def can_tell(games: Sequence[Games], pair: Pair, metric: str) -> bool:
    """Whether the games tell by the plainest of tests, of errors much rarer than a report allows,
    that the variants differ or that they differ by less than the margin.
    """
    first, other = (sample_of(metric_named(metric), each) for each in games)
    if min(first.count, other.count) < 30:
        return False
    error = scale(metric) * sqrt(first.variance / first.count + other.variance / other.count)
    found = scale(metric) * (other.mean - first.mean)
    return error > 0 and (abs(found) > 3.3 * error or abs(found) + 3.3 * error
                          < 0.97 * margin(pair, metric))  # fmt: skip


@dataclass
class Score:
    """How the sentences of a topic did."""

    told: int = 0  # that claim something
    wrong: int = 0
    tellable: int = 0  # studies whose games tell
    evaded: int = 0  # of these, said not to be known yet

    def count(self, found: Finding, right: bool, tells: bool) -> None:
        """Count a sentence."""
        is_open = found.answer == "open"
        self.told += not is_open
        self.wrong += not is_open and not right
        self.tellable += tells
        self.evaded += is_open and tells


def test_comparisons_are_right_and_open_only_where_games_cannot_tell() -> None:
    luck, scores = np.random.default_rng(11), {topic: Score() for topic in METRICS}
    differ, alike, shown = Score(), Score(), Score()
    for study in range(STUDIES):
        pair = BASES[study % len(BASES)], CHANGED[study % len(CHANGED)]
        games = [truth.games(SIZES[study % len(SIZES)], luck) for truth in pair]
        found = findings(results_of(*games))
        tells = {metric: can_tell(games, pair, metric) for metric in METRICS.values()}
        for topic, metric in METRICS.items():
            if (one := compared(found, topic)) is not None:
                scores[topic].count(one, is_right(one, pair, metric), tells[metric])
            for sentence in (f for f in found if f.topic == topic and f.answer == "told"):
                for right in covered(sentence, pair, metric):
                    shown.count(sentence, right, False)
        one = compared(found, "difference")
        assert one is not None
        right = is_difference_right(one.text, pair)
        if "was found" in one.text:
            alike.told, alike.wrong = alike.told + 1, alike.wrong + (not right)
        else:
            differ.count(one, right, False)
    assert alike.told > STUDIES / 10 and alike.wrong <= binom.ppf(0.99, alike.told, 0.05)
    for topic, score in (*scores.items(), ("difference", differ), ("figures", shown)):
        assert score.told > STUDIES / 2, topic
        assert score.wrong <= binom.ppf(0.99, score.told, 0.05), topic
        assert not score.evaded, topic
    assert all(score.tellable > STUDIES / 3 for score in scores.values())


# ---- a study that is large enough --------------------------------------------------------------

ENOUGH = 40  # studies of each kind
BEYOND = 2.5 + 2.33  # standard errors: the strictest of four corrected tests, passed by 99 %
EVEN, LATE = Truth((0.45, 0.1, 0.45), 30), Truth((0.45, 0.1, 0.45), 30, 0.6)
PLANTED = {
    "draws": (EVEN, Truth((0.4, 0.2, 0.4), 30)), "length": (EVEN, Truth((0.45, 0.1, 0.45), 33)),
    "decisiveness": (LATE, Truth((0.45, 0.1, 0.45), 30, 0.7)),
}  # fmt: skip


def large(pair: Pair, metric: str, distance: float) -> int:
    """How many games tell a distance, in the unit of sentences, almost always."""
    luck = np.random.default_rng(2)
    of_both = (sample_of(metric_named(metric), truth.games(2_000, luck)) for truth in pair)
    spread = scale(metric) ** 2 * sum(sample.variance * 2_000 / sample.count for sample in of_both)
    return ceil(spread * (BEYOND / distance) ** 2)


@pytest.mark.parametrize("topic", METRICS)
def test_a_study_that_is_large_enough_is_never_told_to_go_on(topic: str) -> None:
    luck, metric = np.random.default_rng(13), METRICS[topic]
    base, changed = PLANTED[topic]
    for pair, answer in (((base, changed), "no"), ((base, base), "yes")):
        distance = abs(apart(pair, metric)) or margin(pair, metric)
        count, evaded = large(pair, metric, distance), 0
        for _ in range(ENOUGH):
            found = findings(results_of(*(one.games(count, luck) for one in pair)))
            evaded += (one := compared(found, topic)) is None or one.answer != answer
        assert evaded <= binom.ppf(0.99, ENOUGH, 0.05), answer


@pytest.mark.parametrize(
    ("mix", "answer"),
    [((0.55, 0, 0.45), "no"), ((0.45, 0.1, 0.45), "yes"), ((0.2, 0.7, 0.1), "no")],
)
def test_a_study_that_is_large_enough_knows_whether_a_game_is_fair(mix: Mix, answer: str) -> None:
    luck, truth = np.random.default_rng(17), Truth(mix)
    lead = abs(truth.value("score-1") - 0.5)
    count = large((truth, truth), "score-1", 100 * (lead or Stated().margin)) // 2
    evaded = 0
    for _ in range(ENOUGH):
        found = about(findings(results_of(truth.games(count, luck))), "fairness", 0)
        evaded += found.answer != answer
    assert evaded <= binom.ppf(0.99, ENOUGH, 0.05)


# ---- depth -------------------------------------------------------------------------------------

SHARES = ((0.5, 0.5), (0.55, 0.6), (0.75, 0.65), (0.9, 0.97))


def test_sentences_on_depth_are_right() -> None:
    luck, worth, reach, evaded = np.random.default_rng(19), Score(), Score(), 0
    for study in range(STUDIES):
        shares, size = SHARES[study % len(SHARES)], SIZES[study % 4]
        results = climbed(shares, size, luck)
        last, whole = findings(results)
        truth = elo(shares[-1])
        if last.text.startswith("Stronger play wins in A: a doubling is worth "):
            worth.count(last, truth > 0 and holds_elo(last.text, truth), False)
        else:
            assert last.text.startswith("That stronger play wins in A is not shown: ")
            gained, error = shares_of(results)
            evaded += gained > 0.5 + 3.3 * error
        reach.count(whole, holds_elo(whole.text, sum(map(elo, shares))), False)
    for score in (worth, reach):
        assert score.told > STUDIES / 2
        assert score.wrong <= binom.ppf(0.99, score.told, 0.05)
    assert not evaded


DEEPER = ((0.5, 0.5), (0.6, 0.6), (0.6, 0.63), (0.7, 0.6), (0.8, 0.95))


def test_comparisons_of_depth_are_right() -> None:
    luck, score = np.random.default_rng(23), Score()
    for study in range(2 * STUDIES):
        first, other = DEEPER[study % len(DEEPER)]
        count = SIZES[study % 4]
        *_, found = findings(contested(first, other, count=count, luck=luck))
        far, error = 100 * (other - first), 100 * sqrt(0.4 / count)
        score.count(found, is_depth_right(found, far), abs(far) > 7 * error)
    assert score.told > STUDIES / 3 and score.tellable > 30
    assert score.wrong <= binom.ppf(0.99, 2 * STUDIES, 0.05)  # a plain interval of 95 %
    assert not score.evaded


def is_depth_right(found: Finding, far: float) -> bool:
    """Whether a sentence that compares the depth of B with that of A is true of a difference in
    points.
    """
    if found.answer == "yes":
        return abs(far) <= 100 * Stated().margin
    told = re.match(r"B gives the stronger agent (more|less) than A: by (.*)", found.text)
    if told is None:
        assert found.answer == "open" and "B and A differ in what the stronger" in found.text
        return True
    return (far > 0) == (told[1] == "more") and holds(told[2], abs(far), "draws")


def shares_of(results: Results) -> tuple[float, float]:
    """What the stronger agent of the last rung got, and its standard error."""
    figure = results.ladder[-1].estimates[0]
    assert figure is not None
    return figure.value, sqrt(max(figure.value * (1 - figure.value), 0.01) / figure.count)


def holds_elo(text: str, truth: float) -> bool:
    """Whether the interval of a sentence in Elo contains the truth; it may have no upper end."""
    found = re.search(rf"\[({NUMBER}), ({NUMBER}|∞|more than can be told)\]", text)
    assert found is not None, text
    high = number(found[2]) if re.fullmatch(NUMBER, found[2]) else inf
    return number(found[1]) - 0.6 <= truth <= high + 0.6
