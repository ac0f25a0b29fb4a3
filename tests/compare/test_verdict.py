"""The verdict: its sentences, and how often they are right where the truth is known."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import binom
from support.simulated_studies import NOTHING_DRAWN, Mix, about, played, results_of, variant

from interpreter.study.plan.metrics import Games, metrics_of
from interpreter.study.plan.study import Stated
from interpreter.study.report.charts.numbers import is_significant
from interpreter.study.report.verdict import findings
from interpreter.study.report.verdict.depth import elo, ratio_of
from interpreter.study.report.verdict.use import newly_unused
from interpreter.study.report.verdict.words import more_games, two_digits
from interpreter.study.results.estimates import halves, pairs_of, rows_of
from interpreter.study.results.results import Difference, Results
from interpreter.study.statistics.statistics import holm

Numbers = np.ndarray
STUDIES = 500
COINS = 400  # studies


# ---- sentences ---------------------------------------------------------------------------------


def test_a_fair_game_is_called_fair() -> None:
    luck = np.random.default_rng(1)
    found = findings(results_of(played((0.45, 0.1, 0.45), 30, 20_000, luck)))
    fair = about(found, "fairness", 0)
    assert fair.answer == "yes"
    assert fair.text.startswith("A is fair within 2 points: seat 1 (Black) gets 5")
    assert fair.agents == "uct:500"


def test_whom_a_game_favours_and_by_how_much() -> None:
    luck = np.random.default_rng(1)
    found = findings(results_of(played((0.4, 0, 0.6), 30, 5_000, luck)))
    unfair = about(found, "fairness", 0)
    assert unfair.answer == "no"
    assert unfair.text.startswith("A favours seat 2 (White) by 8.")


def test_what_is_not_known_yet_says_how_many_games_would_tell() -> None:
    luck = np.random.default_rng(1)
    found = findings(results_of(played((0.5, 0, 0.5), 30, 100, luck)))
    unknown = about(found, "fairness", 0)
    assert unknown.answer == "open"
    assert "is not known yet" in unknown.text
    assert unknown.text.endswith(" more games would probably tell.")


@pytest.mark.parametrize(("seats", "most"), [(2, 0.07), (6, 0.07)])
def test_a_fair_game_is_seldom_called_unfair_however_many_play(seats: int, most: float) -> None:
    """Each seat by itself would be wrong in 5 % of studies, six of them in a fifth and more."""
    luck, wrong = np.random.default_rng(5), 0
    for _ in range(STUDIES):
        winners = luck.integers(seats, size=600)
        scores = np.eye(seats)[winners]
        empty, turns = np.full(600, np.nan), np.full(600, 9.0)
        games = Games(scores, turns, turns, empty, empty, {})
        answer = about(findings(results_of(games)), "fairness", 0).answer
        wrong += answer == "no"
    assert wrong / STUDIES < most


def test_a_difference_is_told_where_the_table_marks_it() -> None:
    """Not where it is lost among all that was tested."""
    luck = np.random.default_rng(1)
    results = results_of(*(played((0.45, 0.1, 0.45), mean, 400, luck) for mean in (30, 30.85)))
    (row,) = [r for r in results.pairings[0].rows if r.metric == "turns"]
    apart = row.differences[1]
    assert apart is not None and apart.low > 0 and not apart.is_marked
    told, compared = (f for f in findings(results) if f.topic == "length")
    assert (told.answer, compared.answer) == ("told", "open")
    assert "is not known yet: perhaps B lasts longer than A, by 0." in compared.text


def test_which_of_two_is_fairer() -> None:
    luck = np.random.default_rng(1)
    even = played((0.45, 0.1, 0.45), 30, 5_000, luck)
    odd = played((0.7, 0, 0.3), 30, 5_000, luck)
    fairer = about(findings(results_of(even, odd)), "fairness", 0, 1)
    assert fairer.text.startswith("A is fairer than B, by 1")
    assert about(findings(results_of(odd, even)), "fairness", 0, 1).text.startswith("B is fairer")


def test_two_that_look_equally_fair_need_the_games_that_show_both_fair() -> None:
    """Not more than that: how far apart two equal ones are no number of games tells."""
    games = [all_of(ones, 200) for ones in (99, 101)]
    text = about(findings(results_of(*games)), "fairness", 0, 1).text
    assert text == (
        "Which of A and B is fairer is not known yet: about 12,000 more games would probably tell."
    )
    games = [all_of(ones, 200) for ones in (110, 90)]
    text = about(findings(results_of(*games)), "fairness", 0, 1).text
    assert text.endswith("yet: more than 10,000,000 more games would be needed to tell.")


def all_of(wins: int, count: int) -> Games:
    """So many games, of which seat 1 has won so many and lost the others."""
    one, turns = (np.arange(count) < wins).astype(float), np.full(count, 30.0)
    nothing = np.full(count, np.nan)
    return Games(np.stack([one, 1 - one], axis=1), turns, turns, nothing, nothing, {})


def test_equal_rules_are_told_and_nothing_more() -> None:
    luck = np.random.default_rng(1)
    games = [played((0.5, 0, 0.5), 30, 200, luck) for _ in range(2)]
    found = findings(results_of(*games, same_rules=True))
    told = about(found, "difference", 0, 1)
    assert found[0] == told and not any("not known yet: by" in f.text for f in found)
    assert told.text.startswith("No difference between B and A: their rules are the same")


def test_where_nothing_is_found_it_says_what_is_excluded() -> None:
    luck = np.random.default_rng(1)
    games = [played((0.45, 0.1, 0.45), 30, 2_000, luck) for _ in range(2)]
    told = about(findings(results_of(*games)), "difference", 0, 1)
    assert told.text.startswith("No difference between B and A was found in the figures: if there")
    most = r"it is at most [0-9.]+ points in .*, 0\.\d+ turns in turns \(mean\)"
    assert re.search(most, told.text)


def test_what_differs_beside_the_question_is_told_after_correction() -> None:
    """Of two small p-values only the one that is small among all that were compared."""
    luck = np.random.default_rng(1)
    games = [played((0.45, 0.1, 0.45), 30, 2_000, luck) for _ in range(2)]
    results = results_of(*games)
    assert "not the question" not in about(findings(results), "difference", 0, 1).text
    (pairing,) = results.pairings
    others = [
        replace(
            pairing.rows[0], metric=title, title=title, unit="", is_primary=False,
            differences=(None, Difference(2.0, 1.0, 3.0, p, None)),
        )
        for title, p in (("choice", 1e-6), ("passes", 0.03), ("range", 0.6))
    ]  # fmt: skip
    changed = replace(pairing, rows=(*pairing.rows, *others))
    told = about(findings(replace(results, pairings=(changed,))), "difference", 0, 1)
    assert told.answer == "open" and told.text.startswith("No difference between B and A was found")
    asked = "other metrics, which were not the question, 1 differs after Holm’s correction"
    assert asked in told.text and told.text.endswith("choice +2.0 [1.0, 3.0].")


def test_a_game_lasts_so_many_minutes() -> None:
    luck = np.random.default_rng(1)
    results = results_of(played((0.5, 0, 0.5), 29, 2_000, luck))
    text = about(findings(replace(results, stated=Stated(pace=60))), "length", 0).text
    assert text == "A game lasts 29.94 turns [29.70, 30.18] (30 minutes at 60 seconds a turn)."


def test_so_few_games_that_there_is_no_interval_say_so() -> None:
    luck = np.random.default_rng(1)
    text = about(findings(results_of(played((1, 0, 0), 29, 1, luck))), "length", 0).text
    assert " turns [1 game: too few for an interval] (" in text


def test_an_answer_that_changes_with_strength_is_told() -> None:
    luck = np.random.default_rng(1)
    odd = results_of(played((0.7, 0, 0.3), 30, 5_000, luck), agents="random")
    even = results_of(played((0.45, 0.1, 0.45), 30, 20_000, luck))
    both = replace(even, pairings=(*odd.pairings, *even.pairings))
    assert changed(both, "fairness") == "between random A is not fair."
    assert changed(both, "draws").startswith("between random it is 0.0")
    assert not changed(both, "length") and not changed(both, "difference")


CHANGES = "That changes with the strength of play: "


def changed(results: Results, topic: str) -> str:
    """What is told of a topic that changes with the strength of play."""
    told = [f.text for f in findings(results) if f.topic == topic and f.text.startswith(CHANGES)]
    assert len(told) <= 1
    return told[0].removeprefix(CHANGES) if told else ""


def by_strength(weak: list[Games], strong: list[Games], base: int = 0) -> Results:
    """A study of the same variants by two agents, and by a third between them with few games."""
    few = weak_of_all(len(weak))
    studies = [
        results_of(*games, agents=agents)
        for games, agents in ((weak, "random"), (few, "uct:5"), (strong, "uct:9"))
    ]  # fmt: skip
    pairings = tuple(pairing for study in studies for pairing in study.pairings)
    return replace(studies[-1], pairings=pairings, base=base)


def weak_of_all(count: int) -> list[Games]:
    """So few games of each variant that they tell nothing."""
    luck = np.random.default_rng(4)
    return [played((0.45, 0.1, 0.45), 30, 12, luck) for _ in range(count)]


def test_luck_is_seldom_taken_for_a_change_with_strength() -> None:
    """One answer is `fair`, another one `unfair`, of the same share near the margin."""
    luck, told = np.random.default_rng(7), 0
    for _ in range(STUDIES):
        weaker, stronger = (
            results_of(played((0.51, 0, 0.49), 30, 10_000, luck), agents=who)
            for who in ("random", "uct:500")
        )
        both = replace(stronger, pairings=(*weaker.pairings, *stronger.pairings))
        told += any("strength of play" in f.text for f in findings(both))
    assert told / STUDIES < 0.05


def test_lengths_that_stand_the_other_way_round_between_weaker_agents_are_told() -> None:
    luck = np.random.default_rng(2)
    weak = [played((0.45, 0.1, 0.45), turns, 2_000, luck) for turns in (30, 40)]
    strong = [played((0.45, 0.1, 0.45), turns, 2_000, luck) for turns in (40, 30)]
    results = by_strength(weak, strong)
    assert changed(results, "length") == "between random B lasts longer than A."
    assert not changed(results, "draws") and not changed(results, "difference")
    assert not changed(by_strength(strong, strong), "length")


def test_what_only_weaker_agents_play_differently_is_told() -> None:
    luck = np.random.default_rng(2)
    same = [played((0.45, 0.1, 0.45), 30, 20_000, luck) for _ in range(2)]
    apart = [same[0], played((0.4, 0.2, 0.4), 30, 20_000, luck)]
    told = by_strength(apart, same)
    assert changed(told, "difference") == "between random B plays differently from A."
    assert changed(told, "draws") == "between random B is drawn more often than A."
    told = by_strength(same, apart)
    assert changed(told, "difference") == "between random B plays as A does, within the margin."
    assert changed(told, "draws") == "between random B and A do not differ in draws."


def test_a_seat_that_gains_between_weaker_agents_and_loses_between_stronger_is_told() -> None:
    luck = np.random.default_rng(2)
    more, less = ([played((0.5, 0, 0.5), 30, 5_000, luck), played(mix, 30, 5_000, luck)]
                  for mix in ((0.6, 0, 0.4), (0.4, 0, 0.6)))  # fmt: skip
    text = changed(by_strength(more, less), "difference")
    assert text.startswith("between random in B, compared with A, seat 1 gets ")
    assert " more" in text and " less" not in text


@pytest.mark.parametrize(
    ("title", "ratio"),
    [("uct:1000 vs uct:500", 2), ("uct:500,c=1 vs uct:125,c=1", 4), ("uct:2s vs uct:1s", None),
     ("uct:100 vs flat:50", None), ("random", None), ("uct:5 vs uct:50", None)],
)  # fmt: skip
def test_how_much_stronger_an_agent_is(title: str, ratio: float | None) -> None:
    assert ratio_of(title) == ratio


def test_elo_of_a_share() -> None:
    """Three quarters of the points are 191 Elo (Elo 1978)."""
    assert elo(0.5) == 0
    assert round(elo(0.75)) == 191
    assert elo(1) == float("inf")


def test_how_many_more_games_are_advised() -> None:
    assert two_digits(4_321) == 4_400
    assert more_games(1_000, 0.03, 0.015) == "about 7,200 more games would probably tell"
    assert "more than" in more_games(1_000, 0.03, 1e-6)
    assert more_games(1_000, 0.03, 0.04287) == "a few more games would probably tell"  # not 1
    assert more_games(1, 0.49, 0.3) == more_games(29, 0.2, 0.1) == "more games would tell"
    assert more_games(1_000, 0.03, 0.0) == "more than 10,000,000 more games would be needed to tell"
    assert more_games(30, 0.2, 0.1) == "about 220 more games would probably tell"


# ---- how often the sentences are right ---------------------------------------------------------

TRUTHS: tuple[Mix, ...] = (
    (0.5, 0, 0.5), (0.3, 0.4, 0.3), (0.52, 0, 0.48), (0.515, 0, 0.485), (0.53, 0.02, 0.45),
    (0.6, 0.1, 0.3), (0.9, 0.05, 0.05), (0.02, 0.95, 0.03),
)  # fmt: skip
SIZES = (30, 100, 400, 2_000, 10_000)


def is_right(answer: str, text: str, truth: float, margin: float) -> bool:
    """Whether a sentence on fairness is true; one that leaves it open claims nothing."""
    if answer == "yes":
        return abs(truth) <= margin
    if answer == "no":
        words = text.split(" by ")[1].split()
        low, high = float(words[0]) / 100, float(words[2]) / 100
        seat = 1 if truth > 0 else 2
        return f"favours seat {seat} " in text and low - 5e-4 <= abs(truth) <= high + 5e-4
    return True


@pytest.mark.parametrize("seed", range(3))
def test_sentences_on_fairness_are_right_95_times_in_a_hundred(seed: int) -> None:
    luck, right, told = np.random.default_rng(seed), 0, 0
    for study in range(STUDIES):
        mix, size = TRUTHS[study % len(TRUTHS)], SIZES[study % len(SIZES)]
        truth = mix[0] + mix[1] / 2 - 0.5
        found = about(findings(results_of(played(mix, 30, size, luck))), "fairness", 0)
        if found.answer != "open":
            told += 1
            right += is_right(found.answer, found.text, truth, Stated().margin)
    # As many wrong sentences as five in a hundred make likely, at the most.
    assert told > STUDIES / 3
    assert told - right <= binom.ppf(0.99, told, 0.05)


def test_comparisons_of_fairness_are_right() -> None:
    luck, wrong, told = np.random.default_rng(7), 0, 0
    for study in range(STUDIES):
        mixes = [TRUTHS[(study * k) % len(TRUTHS)] for k in (1, 3)]
        size = SIZES[study % len(SIZES)]
        games = [played(mix, 30, size, luck) for mix in mixes]
        truths = [abs(m[0] + m[1] / 2 - 0.5) for m in mixes]
        found = about(findings(results_of(*games)), "fairness", 0, 1)
        if " is fairer than " in found.text:
            told += 1
            wrong += not (truths[0] < truths[1] if found.text[0] == "A" else truths[1] < truths[0])
        elif "equally fair" in found.text:
            told += 1
            wrong += max(truths) > Stated().margin
    assert told > STUDIES / 5
    assert wrong <= binom.ppf(0.99, told, 0.05)


@pytest.mark.parametrize("mix", [(0.5, 0, 0.5), (0.5205, 0, 0.4795)])
def test_hardly_a_study_of_several_variants_says_anything_wrong_of_fairness(mix: Mix) -> None:
    """Each of three coins would be called unfair so often by itself that one study in nine did it;
    the other coin is just not fair within the margin.
    """
    luck, truth, wrong, told = np.random.default_rng(23), mix[0] - 0.5, 0, 0
    for _ in range(COINS):
        found = findings(results_of(*(played(mix, 30, 300, luck) for _ in range(3))))
        single = [about(found, "fairness", coin) for coin in range(3)]
        told += any(f.answer != "open" for f in single)
        wrong += any(
            not is_right(f.answer, f.text, truth, Stated().margin) for f in single
        ) or any(f.answer == "told" and " is fairer than " in f.text for f in found)
    assert told and wrong <= binom.ppf(0.99, COINS, 0.05)


def test_what_one_of_several_intervals_shows_may_be_luck() -> None:
    games = [
        Games(scores, *(np.full(1_000, 9.0),) * 2, *(np.full(1_000, np.nan),) * 2, {})
        for won in (535, 500, 500)
        for scores in [np.eye(2)[np.repeat([0, 1], [won, 1_000 - won])]]
    ]
    alone, among = (
        about(findings(results_of(*each)), "fairness", 0) for each in (games[:1], games)
    )
    assert alone.answer == "no"
    assert among.answer == "open"
    assert "], which may be luck, as one of 3 such intervals; about " in among.text


def test_luck_is_told_of_a_seat_whose_interval_leaves_out_an_even_share() -> None:
    """Seat 1 is farther from a third than seat 2, which often shares a win and varies less."""
    ends = np.array([[1, 0, 0], [0, 0.5, 0.5], [0, 0, 1]])
    scores = np.repeat(ends, [216, 372, 12], axis=0)
    games = Games(scores, *(np.full(600, 9.0),) * 2, *(np.full(600, np.nan),) * 2, {})
    found = about(findings(results_of(games)), "fairness", 0)
    assert found.answer == "open" and "which may be luck, as one of 3 such" in found.text
    assert "seat 2 (White) gets 31.0 % [" in found.text and "seat 1" not in found.text


def test_open_answers_become_rarer_with_more_games() -> None:
    luck, opens = np.random.default_rng(3), []
    for size in (100, 1_000, 20_000):
        found = [
            about(findings(results_of(played((0.51, 0, 0.49), 30, size, luck))), "fairness", 0)
            for _ in range(40)
        ]
        opens.append(sum(f.answer == "open" for f in found))
    assert opens[0] > opens[1] >= opens[2]
    assert opens[2] < 20


def test_a_very_long_title_is_clipped_where_people_read_it() -> None:
    long = variant("L" * 3_000 + " size=8", "rules")
    assert len(long.shown) > 3_000
    results = Results.__new__(Results)
    object.__setattr__(results, "variants", (long,))
    (title,) = results.titles
    assert len(title) <= 100 and title.endswith("size=8")


# ---- what is never used --------------------------------------------------------------------------


def with_uses(actions: tuple[int, int], cells: tuple[int, int], count: int) -> Results:
    """A study of two variants where so many games of each use an action, and a cell of two."""
    luck = np.random.default_rng(1)
    results = results_of(*(played((0.5, 0, 0.5), 30, count, luck) for _ in range(2)))
    charts = tuple(
        replace(NOTHING_DRAWN, cell_use={"a1": used / count, "b1": 1.0}, games=count)
        for used in cells
    )
    pairing = replace(
        results.pairings[0], charts=charts, action_games=tuple({"pass": n} for n in actions),
        unused=tuple(("pass",) if not n else () for n in actions),
    )  # fmt: skip
    return replace(results, pairings=(pairing,))


def is_told_apart(actions: tuple[int, int], cells: tuple[int, int], count: int = 400) -> bool:
    """Whether something that only the first variant uses counts as a difference."""
    results = with_uses(actions, cells, count)
    return bool([*newly_unused(results, results.pairings[0], 1)])


def test_what_is_rare_in_both_variants_is_no_difference_where_one_misses_it() -> None:
    luck, told = np.random.default_rng(5), 0
    for _ in range(300):
        actions, cells = ((int(a), int(b)) for a, b in luck.binomial(400, 0.002, (2, 2)))
        told += is_told_apart(actions, cells)
    assert not told


def test_what_only_the_first_variant_uses_is_a_difference() -> None:
    assert is_told_apart((100, 0), (400, 400))
    assert is_told_apart((400, 400), (100, 0))
    assert not is_told_apart((100, 1), (100, 1))
    assert not is_told_apart((3, 0), (3, 0))
    told = about(findings(with_uses((100, 0), (400, 400), 400)), "difference", 0, 1)
    assert told.answer == "yes" and "`pass` is never used" in told.text


@pytest.mark.parametrize(("games", "share"), [(400, "0.92"), (200, "1.83")])
def test_what_is_never_used_is_told_with_its_bound_and_only_there(games: int, share: str) -> None:
    """By itself, as in tables: 1 - 0.025^(1 / 400) is 0.92 %."""
    use = about(findings(with_uses((3, 3), (games, 0), games)), "use", 1)
    assert use.text == (
        f"In B no piece stands on a1 in {games} games (with 95 % confidence in fewer than "
        f"{share} % of all)."
    )


# ---- another base, all pairs ---------------------------------------------------------------------


def three(base: int = 0, last: int = 40) -> Results:
    """Two variants of 30 turns that differ in nothing, and one of `last` turns."""
    luck = np.random.default_rng(6)
    games = [played((0.45, 0.1, 0.45), turns, 3_000, luck) for turns in (30, 30, last)]
    metrics = metrics_of(2, (), is_mirror=True)
    made = halves(metrics, games, [m.key for m in metrics if m.is_primary], base=base)
    results = results_of(*games)
    pairing = replace(results.pairings[0], rows=rows_of([made])[0])
    return replace(results, pairings=(pairing,), base=base,
                   pairs=pairs_of(made, ("a", "b", "c"), pairing.title))  # fmt: skip


def test_every_sentence_is_about_the_base_that_was_named() -> None:
    for base, others in ((0, (1, 2)), (2, (0, 1))):
        found = findings(three(base))
        pairs = [f.variants for f in found if len(f.variants) == 2]
        assert pairs and all(pair[0] == base and pair[1] in others for pair in pairs)
    first, second = (about(findings(three(base)), "difference", base, 2 - base) for base in (0, 2))
    assert first.text.startswith("C plays differently from A: a game is 10.")
    assert second.text.startswith("A plays differently from C: a game is 9.9") or (
        second.text.startswith("A plays differently from C: a game is 10.")
    )
    assert first.text.endswith("longer.") and second.text.endswith("shorter.")


def test_all_pairs_are_told_whatever_the_base() -> None:
    texts = set()
    for base in range(3):
        results = three(base)
        texts.add(about(findings(results), "difference", 0, 1, 2).text)
        assert results.pairs is not None
        marked = [any(is_significant(d) for d in pair.differences) for pair in results.pairs.apart]
        assert marked == [False, True, True]
    found = "Of 3 pairs of variants 2 were found to differ"
    assert texts == {f"{found}, after correction for all pairs; not A and B."}
    none = "Of 3 pairs of variants none was found to differ, after correction for all pairs."
    assert about(findings(three(last=30)), "difference", 0, 1, 2).text == none


def test_pairs_are_corrected_for_their_number_and_not_told_of_equal_rules() -> None:
    pairs = three().pairs
    assert pairs is not None
    ps = [d.p for pair in pairs.apart for d in pair.differences if d is not None]
    corrected = [d.corrected for pair in pairs.apart for d in pair.differences if d is not None]
    least = [d.least_p for pair in pairs.apart for d in pair.differences if d is not None]
    assert corrected == holm(ps, least) and len(ps) > 6
    made = halves(metrics_of(2, (), is_mirror=True), weak_of_all(3), ["turns"])
    equal = pairs_of(made, ("a", "b", "a"), "random")
    assert equal is not None and [(p.first, p.other) for p in equal.apart] == [(0, 1), (1, 2)]
    assert pairs_of(made[:1], ("a", "b"), "random") is None
