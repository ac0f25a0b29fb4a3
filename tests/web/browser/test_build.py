"""What is built of the client is what is committed, and no more than a first visit can bear."""

from __future__ import annotations

import gzip
import re
import subprocess
from pathlib import Path

import interpreter.web

STATIC = Path(interpreter.web.__file__).parent / "static"
FIRST_VISIT = 300_000  # bytes over the wire


def test_the_build_is_what_is_committed(client: Path, tmp_path: Path) -> None:
    subprocess.run(["node", "build.mjs", "--out", str(tmp_path)], cwd=client, check=True)
    built = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    kept = {path.name: path.read_bytes() for path in STATIC.iterdir()}
    assert built.keys() == kept.keys()
    assert built == kept


def test_types_and_selection(client: Path) -> None:
    subprocess.run(["npx", "tsc", "--noEmit"], cwd=client, check=True)
    subprocess.run(["node", "test.mjs"], cwd=client, check=True, stdout=subprocess.DEVNULL)


def test_a_first_visit_is_small() -> None:
    index = (STATIC / "index.html").read_text("utf-8")
    names = re.findall(r"/static/([\w.-]+)", index)
    for name in list(names):
        names += re.findall(r'from"\./([\w.-]+)"', (STATIC / name).read_text("utf-8"))
    size = sum(len(gzip.compress((STATIC / name).read_bytes())) for name in set(names))
    assert 10_000 < size < FIRST_VISIT / 3
    assert not any(name.startswith("workbench") for name in names)


def test_the_page_names_no_other_address() -> None:
    for path in STATIC.glob("main-*"):
        text = path.read_text("utf-8")
        assert set(re.findall(r"https?://[\w./-]+", text)) <= {
            "http://www.w3.org/2000/svg", "http://www.w3.org/1998/Math/MathML",
            "http://www.w3.org/1999/xlink", "http://www.w3.org/1999/xhtml",
        }  # fmt: skip
        assert "innerHTML=" not in text.replace("dangerouslySetInnerHTML", "")
