"""Every clause has a test that can fail for it, besides tests that cite many clauses."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from tools.crowded import MANY, Proof, crowded, proofs

from novamas.law import clauses

OWED = [one.id for one in clauses(norm="IB05", game="boule") if one.is_owed]


def test_no_clause_is_proved_only_by_tests_that_cite_many() -> None:
    found = crowded(list(proofs()))
    assert not {id: [proof.where for proof in by] for id, by in found.items()}


def test_a_clause_is_crowded_unless_some_test_cites_it_with_few_others(tmp_path: Path) -> None:
    many = ", ".join(f'"{id}"' for id in OWED[:MANY])
    (tmp_path / "test_many.py").write_text(f"@pytest.mark.law({many})\ndef test_many(): ...\n")
    assert crowded(list(proofs(tmp_path))).keys() == set(OWED[:MANY])
    (tmp_path / "test_few.py").write_text(
        f'@pytest.mark.law("{OWED[0]}")\ndef test_one(): ...\n'
        f'ROWS = [cited("{OWED[1]}", 3), case("{OWED[2]} {OWED[3]}", 4)]\n'
    )
    found = list(proofs(tmp_path))
    assert crowded(found).keys() == set(OWED[4:MANY])
    assert Counter(len(proof.cited) for proof in found) == {1: 2, 2: 1, MANY: 1}
    assert Proof("test_few.py::test_one", frozenset(OWED[:1])) in found
