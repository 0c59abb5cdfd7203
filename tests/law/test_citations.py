"""A citation does not change the code, and can be read from it."""

from __future__ import annotations

import ast
from pathlib import Path

import msgspec
from hypothesis import given
from hypothesis import strategies as st
from tools.cited_code import citations, printed
from tools.mutants import law_mutants

from novamas.law import law
from novamas.law.citations import expand_ids


def test_a_function_keeps_working_and_knows_its_clauses() -> None:
    @law("IB05.00.AU.1", "IB05.00.DA.1")
    def double(stake: int) -> int:
        return 2 * stake

    assert double(3) == 6
    assert vars(double)["__law__"] == ("IB05.00.AU.1", "IB05.00.DA.1")


def test_two_citations_add_up() -> None:
    @law("IB05.00.AU.1")
    @law("IB05.00.DA.1")
    def nothing() -> None: ...

    assert vars(nothing)["__law__"] == ("IB05.00.AU.1", "IB05.00.DA.1")


@law("IB05.00.AU.1")
class Stake(msgspec.Struct, frozen=True):
    """A frozen value that cites the law and has a property that cites it too."""

    cents: int

    @property
    @law("IB05.00.DA.1")
    def doubled(self) -> int:
        return 2 * self.cents


@law("IB05.00.DD.1")
class SmallStake(Stake, frozen=True):
    """A subclass with citations of its own."""


def test_frozen_values_and_properties_may_cite() -> None:
    assert Stake(4) == Stake(4)
    assert Stake(4).doubled == 8
    assert vars(Stake)["__law__"] == ("IB05.00.AU.1",)
    assert vars(Stake.doubled.fget)["__law__"] == ("IB05.00.DA.1",)  # type: ignore[attr-defined]  # a property
    assert vars(SmallStake)["__law__"] == ("IB05.00.DD.1",)


@given(st.integers(0, 40), st.integers(0, 10))
def test_a_span_cites_each_clause_of_it(first: int, more: int) -> None:
    assert expand_ids(f"X.{first}-{first + more}", ()) == tuple(
        f"X.{n}" for n in range(first, first + more + 1)
    )


def test_an_id_with_a_hyphen_of_its_own_is_no_span() -> None:
    assert expand_ids("X.9-2", {"X.9-2"}) == ("X.9-2",)
    assert expand_ids("X.10-1-A", ()) == ("X.10-1-A",)


def test_two_ids_that_are_exchanged_change_what_is_printed() -> None:
    """tests/tidy compares the file tests/law/cited.txt. Here its lines show that two ids were swapped."""
    code = "@law('{0}')\ndef one(): ...\n\nclass Box:\n    @law('{1}')\n    def two(self): ...\n"
    right = dict(citations(ast.parse(code.format("IB05.00.AU.1", "IB05.00.DA.1"))))
    assert right == {"one": "IB05.00.AU.1", "Box.two": "IB05.00.DA.1"}
    assert dict(citations(ast.parse(code.format("IB05.00.DA.1", "IB05.00.AU.1")))) != right


def test_mutants_exchange_clauses_of_different_definitions() -> None:
    code = (
        "@law('IB05.00.AU.1', 'IB05.00.DA.1')\ndef one(): ...\n\n@law('AR10.1.1')\ndef two(): ...\n\n"
        "class Box:\n    @law('IB05.00.DA.1')\n    @law('IB05.00.DF.2')\n    def three(self): ...\n"
    )
    right = sorted(citations(ast.parse(code)))
    found = [mutant.put_into(code) for mutant in law_mutants(Path("src/novamas/pools/codes.py"), code)]
    assert len(found) == 2  # each of the first definition with one of the third
    for text in found:
        wrong = sorted(citations(ast.parse(text)))
        assert wrong != right
        assert sorted(clause for _, clause in wrong) == sorted(clause for _, clause in right)


def test_every_citation_in_code_is_printed() -> None:
    lines = printed().splitlines()
    assert len(lines) == len(set(lines)) > 1_700
    assert all(len(line.split("  ", 3)) == 4 for line in lines)
    assert sum("IB05.01.IV.2.B.b.1" in line for line in lines) >= 2
