"""JSON, CSV and files: all figures are in them, and the same results give the same bytes."""

from __future__ import annotations

import csv
import hashlib
import json
import os
import subprocess
import sys
from dataclasses import asdict, replace
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from support import sample_results

from interpreter.study.report import data, write_reports
from interpreter.study.report.verdict import findings

ROOT = Path(__file__).parent.parent.parent
AGAIN = """
import sys, hashlib
from pathlib import Path
from support import sample_results
from interpreter.study.report import write_reports
for path in write_reports(sample_results.two(), Path(sys.argv[1])):
    print(hashlib.sha256(path.read_bytes()).hexdigest())
"""


def refuse(name: str) -> None:
    raise AssertionError(f"{name} is not JSON")


def same(plain: Any, value: Any) -> bool:
    """Whether JSON tells a value; a number that JSON has not is null in it."""
    if isinstance(value, dict):
        return plain.keys() == value.keys() and all(same(plain[k], value[k]) for k in value)
    if isinstance(value, list | tuple):
        return len(plain) == len(value) and all(map(same, plain, value))
    if isinstance(value, float) and (value != value or abs(value) == float("inf")):
        return plain is None
    return bool(plain == value)


@pytest.mark.parametrize("name", ["two", "one", "bare", "nasty"])
def test_json_has_everything(name: str) -> None:
    results = getattr(sample_results, name)()
    plain = json.loads(data.to_json(results), parse_constant=refuse)
    assert plain.pop("format") == data.FORMAT
    assert same(plain.pop("verdict"), [asdict(f) for f in findings(results)])
    wanted = asdict(results)
    for sample in (s for pairing in wanted["pairings"] for s in pairing["samples"]):
        del sample["start"]  # positions are not in it
        for step in sample["steps"]:
            del step["position"]
    assert same(plain, wanted)


def test_what_is_no_number_is_null() -> None:
    rows = json.loads(data.to_json(sample_results.two()))["pairings"][0]["rows"]
    estimate = {row["metric"]: row for row in rows}["turns_q3"]["estimates"][0]
    assert estimate == {"value": 70.0, "low": None, "high": None, "count": 9, "kind": "few"}


def test_csv_has_a_line_for_each_row_and_variant() -> None:
    results = sample_results.nasty()
    lines = list(csv.DictReader(StringIO(data.to_csv(results))))
    tables = [*((p.title, p.rows) for p in results.pairings), ("ladder", results.ladder)]
    tables.append(("solved", results.solved))
    expected = [(t, row, i) for t, rows in tables for row in rows for i in range(2)]
    assert len(lines) == len(expected)
    for line, (title, row, i) in zip(lines, expected, strict=True):
        names = (line["pairing"], line["metric"], line["title"], line["unit"], line["variant"])
        assert names == (title, row.metric, row.title, row.unit, results.variants[i].title)
        estimate, apart = row.estimates[i], row.differences[i]
        assert number(line["value"]) == (estimate.value if estimate else None)
        assert number(line["count"]) == (estimate.count if estimate else None)
        assert number(line["difference"]) == (apart.value if apart else None)
        assert number(line["p_corrected"]) == (apart.corrected if apart else None)
        assert number(line["p_least"]) == (apart.least_p if apart else None)
        assert number(line["p"]) == (apart.p if apart else None)
        assert line["marked"] == (str(apart.is_marked) if apart else "")
        assert line["primary"] == str(row.is_primary)
        assert line["kind"] == (estimate.kind if estimate else "")
        assert number(line["null"]) == (row.nulls[i] if row.nulls else None)


def number(text: str) -> float | None:
    return float(text) if text else None


def test_files_are_written_and_replaced_as_a_whole(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    paths = write_reports(sample_results.one(), folder)
    assert [p.name for p in paths] == ["report.html", "report.json", "report.csv"]
    before = [p.read_text("utf-8") for p in paths]
    assert write_reports(replace(sample_results.one(), title="Another"), folder) == paths
    assert sorted(os.listdir(folder)) == sorted(p.name for p in paths)
    assert before[0] != paths[0].read_text("utf-8") and before[2] == paths[2].read_text("utf-8")


def test_the_same_results_give_the_same_bytes_in_any_process(tmp_path: Path) -> None:
    paths = write_reports(sample_results.two(), tmp_path / "here")
    here = [hashlib.sha256(p.read_bytes()).hexdigest() for p in paths]
    again = write_reports(sample_results.two(), tmp_path / "again")
    assert here == [hashlib.sha256(p.read_bytes()).hexdigest() for p in again]
    seed = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    environment = {**os.environ, "PYTHONHASHSEED": seed,
                   "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'tests'}"}  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-c", AGAIN, str(tmp_path / "other")], env=environment,
        capture_output=True, text=True, timeout=300, check=True,
    )  # fmt: skip
    assert done.stdout.split() == here
