"""Reports of a finished study: on the terminal, as one page, as JSON and as CSV.

Results enter, and what `write_reports` writes leaves.  `table` is the terminal, `data` JSON and
CSV; `page` joins `html_table`, `charts` and `samples` by the files under `template`; `tuned` is the
report of `gdl tune`, and `wording` has the sentences.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gdl.lazy import lazy_exports

if TYPE_CHECKING:
    from interpreter.study.report.page import write_reports

__all__ = ["write_reports"]
__getattr__ = lazy_exports(__name__, {"write_reports": "interpreter.study.report.page"})
