"""What a statement that may reveal a secret needs: the hint, followed literally, is enough."""

from __future__ import annotations

import re

import pytest
from support.diagnosing import CASES, findings


@pytest.mark.parametrize("name", ["needs", "out", "conditional", "named", "among"])
def test_the_hint_that_is_followed_is_enough(name: str) -> None:
    path = CASES / f"secret-failure--{name}.yaml"
    text = path.read_text("utf-8")
    found = [d for d in findings(text, path.name) if d.code == "secret-failure"]
    assert found
    for diagnostic in found:
        meant = re.search(r"`(if .*: (.*))`$", diagnostic.hint or "")
        assert meant
        line = re.search(rf"^( *)- (if .*: )?{re.escape(meant[2])}$", text, flags=re.MULTILINE)
        assert line
        indent, outer = line[1], line[2]
        put = f"- {outer.strip()}\n{indent}    - {meant[1]}" if outer else f"- {meant[1]}"
        text = text.replace(line[0], indent + put)
    assert not [d.render() for d in findings(text, path.name) if d.is_error]
