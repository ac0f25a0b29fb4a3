"""Reports of a finished study: on the terminal, as one page, as JSON and as CSV.

`table` is the terminal, `data` JSON and CSV; `page` joins `html_table`, `charts`, `heat` and
`samples` with the files under `template`.  `numbers` and `words` are what all say, `bars` and
`figures` belong to `charts`, and `drawing` draws boards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from interpreter.compare.results import Results


def write_reports(results: Results, folder: Path) -> tuple[Path, ...]:
    """Write report.html, report.json and report.csv, each as a whole or not at all.

    The folder is made where there is none.  Returns the paths; raises OSError.
    """
    from interpreter.compare.report.data import to_csv, to_json
    from interpreter.compare.report.page import to_html
    from interpreter.files import write_file

    folder.mkdir(parents=True, exist_ok=True)
    texts = {
        "report.html": to_html(results),
        "report.json": to_json(results),
        "report.csv": to_csv(results),
    }
    for name, text in texts.items():
        write_file(folder / name, text)
    return tuple(folder / name for name in texts)
