"""The verdict of a study: its answers in sentences, each with its number, interval and strength.

Results enter; findings leave, in the order in which a designer asks: whether the variants differ,
fairness, draws, length, decisiveness, depth.
"""

from interpreter.study.report.verdict.finding import Finding
from interpreter.study.report.verdict.verdict import by_topic, findings

__all__ = ["Finding", "by_topic", "findings"]
