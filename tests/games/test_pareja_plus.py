"""Pareja Plus of three-card poker, row by row of its three pay tables: payments and clauses."""

from __future__ import annotations

import pytest
from tests.support.cases import case, cited

from novamas.table.events import Payment
from novamas.testing.rehearsal import rehearse

BANKS = ("Jh 9d 2c", "Th Td Tc")  # it does not depend on what the bank holds
LISTED = {"IB09": "IB09.17.V.5.4", "AR10": "AR10.10-1-D.V.3.3"}
HIGHEST = {"IB09": "IB09.17.V.5.9", "AR10": "AR10.10-1-D.V.3.7"}

ROWS = [
    cited("IB09.17.V.5.T1.1", "A", "As Ks Qs", 50),
    cited("IB09.17.V.5.T1.2", "A", "4s 5s 6s", 40),
    cited("IB09.17.V.5.T1.3", "A", "4s 4d 4c", 30),
    cited("IB09.17.V.5.T1.4", "A", "4s 5d 6c", 6),
    cited("IB09.17.V.5.T1.5", "A", "4s 7s 9s", 3),
    cited("IB09.17.V.5.T1.6", "A", "4s 4d 6c", 1),
    cited("IB09.17.V.5.T2.1", "B", "4s 5s 6s", 40),
    cited("IB09.17.V.5.T2.2", "B", "4s 4d 4c", 30),
    cited("IB09.17.V.5.T2.3", "B", "4s 5d 6c", 6),
    cited("IB09.17.V.5.T2.4", "B", "4s 7s 9s", 4),
    cited("IB09.17.V.5.T2.5", "B", "4s 4d 6c", 1),
    cited("IB09.17.V.5.T3.1", "C", "4s 5s 6s", 35),
    cited("IB09.17.V.5.T3.2", "C", "4s 4d 4c", 33),
    cited("IB09.17.V.5.T3.3", "C", "4s 5d 6c", 6),
    cited("IB09.17.V.5.T3.4", "C", "4s 7s 9s", 4),
    cited("IB09.17.V.5.T3.5", "C", "4s 4d 6c", 1),
    cited("AR10.10-1-D.V.3.A.1", "A", "As Ks Qs", 50),
    cited("AR10.10-1-D.V.3.A.2", "A", "4s 5s 6s", 40),
    cited("AR10.10-1-D.V.3.A.3", "A", "4s 4d 4c", 30),
    cited("AR10.10-1-D.V.3.A.4", "A", "4s 5d 6c", 6),
    cited("AR10.10-1-D.V.3.A.5", "A", "4s 7s 9s", 3),
    cited("AR10.10-1-D.V.3.A.6", "A", "4s 4d 6c", 1),
    cited("AR10.10-1-D.V.3.B.1", "B", "4s 5s 6s", 40),
    cited("AR10.10-1-D.V.3.B.2", "B", "4s 4d 4c", 30),
    cited("AR10.10-1-D.V.3.B.3", "B", "4s 5d 6c", 6),
    cited("AR10.10-1-D.V.3.B.4", "B", "4s 7s 9s", 4),
    cited("AR10.10-1-D.V.3.B.5", "B", "4s 4d 6c", 1),
    cited("AR10.10-1-D.V.3.C.1", "C", "4s 5s 6s", 35),
    cited("AR10.10-1-D.V.3.C.2", "C", "4s 4d 4c", 33),
    cited("AR10.10-1-D.V.3.C.3", "C", "4s 5d 6c", 6),
    cited("AR10.10-1-D.V.3.C.4", "C", "4s 7s 9s", 4),
    cited("AR10.10-1-D.V.3.C.5", "C", "4s 4d 6c", 1),
]


def prize(norm: str, letter: str, mine: str, bank: str) -> Payment:
    """Return the result of a stake of 500 on Pareja Plus by one pay table, against the bank's cards."""
    poker = rehearse("tres_cartas", norm, seats=1, pareja_plus=letter)
    poker.play("s1 bet ante 1000; s1 bet pareja_plus 500; croupier no_va_mas", mine, "s1 go", bank)
    return poker.events.payments[1, "pareja_plus"]


@pytest.mark.parametrize("bank", BANKS)
@pytest.mark.parametrize(("clause", "letter", "mine", "pays"), ROWS)
def test_each_row_of_each_table_is_paid_by_its_clause(
    clause: str, letter: str, mine: str, pays: int, bank: str
) -> None:
    norm = clause[:4]
    paid = prize(norm, letter, mine, bank)
    assert (paid.stake, paid.returned) == (500, 500 * (1 + pays))
    assert paid.clauses == (clause, LISTED[norm], HIGHEST[norm])


@pytest.mark.parametrize(
    ("norm", "letter", "pays"),
    [
        case("IB09.17.V.5.T2.1", "IB09", "B", 40),
        case("IB09.17.V.5.T3.1", "IB09", "C", 35),
        case("AR10.10-1-D.V.3.B.1", "AR10", "B", 40),
        case("AR10.10-1-D.V.3.C.1", "AR10", "C", 35),
    ],
)
def test_where_the_table_has_no_royal_it_is_paid_as_a_straight_flush(
    norm: str, letter: str, pays: int
) -> None:
    royal, other = (prize(norm, letter, mine, BANKS[0]) for mine in ("As Ks Qs", "4s 5s 6s"))
    assert (royal.returned, royal.clauses) == (other.returned, other.clauses)
    assert royal.returned == 500 * (1 + pays)


@pytest.mark.parametrize("bank", BANKS)
@pytest.mark.parametrize("letter", ["A", "B", "C"])
@pytest.mark.parametrize("clause", [cited("IB09.17.V.5.10"), cited("AR10.10-1-D.V.3.8")])
def test_less_than_a_pair_loses(clause: str, letter: str, bank: str) -> None:
    paid = prize(clause[:4], letter, "As Kd Jc", bank)
    assert (paid.returned, paid.clauses) == (0, (clause,))


@pytest.mark.parametrize(
    "norm",
    [
        case("IB09.17.V.5.2 IB09.17.V.5.4 IB09.17.V.5.9", "IB09"),
        case("AR10.10-1-D.V.3.1 AR10.10-1-D.V.3.3 AR10.10-1-D.V.3.7", "AR10"),
    ],
)
def test_only_the_highest_prize_is_paid_and_only_ones_own_hand_counts(norm: str) -> None:
    against = [prize(norm, "A", "4s 5s 6s", bank) for bank in (*BANKS, "Ah Kh Qh")]
    assert {paid.returned for paid in against} == {500 * 41}  # not that of a straight or a flush as well
    assert {paid.clauses[1:] for paid in against} == {(LISTED[norm], HIGHEST[norm])}
