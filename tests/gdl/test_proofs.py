"""What the linter concludes from equal terms, and that it looks at no others."""

from __future__ import annotations

import pytest

from gdl.lint.logic import proofs
from gdl.lint.logic.proofs import Facts, Term, equal, missing, negation

A, B, C, D = (("Stored", name, ()) for name in "abcd")


def test_equal_terms_stand_for_one_another_also_within_others() -> None:
    facts = Facts().assume(equal(A, B)).assume(missing(("Stored", "x", (A,))))
    assert facts.prove(missing(("Stored", "x", (B,))))
    assert not facts.prove(missing(("Stored", "x", (C,))))


def test_what_is_not_equal_is_not_exchanged() -> None:
    facts = Facts().assume(negation(equal(A, B))).assume(missing(A))
    assert not facts.prove(missing(B))


def test_terms_that_an_aim_lacks_are_not_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[Term] = []
    monkeypatch.setattr(proofs, "replaced", lambda term, old, new: tried.append(old) or term)
    facts = Facts().assume(equal(A, B)).assume(equal(C, D))
    assert not facts.prove(missing(A))
    assert tried == [A]
