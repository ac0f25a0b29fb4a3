"""The excerpts of reports in docs/studies/README.md: written anew, and what they are to be.

The block after `<!-- report: squ -->` holds the title and the sentences of squ/report.txt: what
`gdl compare` prints before its tables, or `gdl tune` before its remarks.
`python tests/support/study_pages.py`, the last step of docs/studies/make.sh, writes them anew.
"""

from __future__ import annotations

import re
from pathlib import Path

STUDIES = Path(__file__).parents[2] / "docs" / "studies"
PAGE = STUDIES / "README.md"
EXCERPT = re.compile(r"(<!-- report: ([\w-]+) -->\n```text\n).*?(^```$)", re.M | re.S)
END = re.compile(r"^(?:.* – [\d,]+ games\b.*|\[95 % interval\].*)$")  # its first table, or remarks


def refreshed(text: str) -> str:
    """The text of a page with the excerpts that belong there.  Raises OSError without a report."""
    return EXCERPT.sub(lambda m: m[1] + sentences(STUDIES / m[2] / "report.txt") + m[3], text)


def sentences(report: Path) -> str:
    """What a report says before its first table, or before the remarks of `gdl tune`."""
    said = []
    for line in report.read_text("utf-8").splitlines():
        if END.match(line):
            break
        said.append(line)
    return "\n".join(said).rstrip() + "\n"


def main() -> None:
    """Write the excerpts of the page anew."""
    old = PAGE.read_text("utf-8")
    new = refreshed(old)
    if new != old:
        PAGE.write_text(new, "utf-8")
        print("docs/studies/README.md: written anew")


if __name__ == "__main__":
    main()
