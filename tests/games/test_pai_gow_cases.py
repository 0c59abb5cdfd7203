"""The comparative table of pai gow poker, case by case: payments and clauses."""

from __future__ import annotations

import pytest
from tests.support.cases import case, cited

from novamas.testing.rehearsal import Rehearsal, opened

BANK = "Ks Kd 9c 7h 5d 3s 2c"  # by the house way: kings, and nine-seven low
HIGHS = {">": "As Ad 5h 3d 2h", "=": "Kh Kc 5h 3d 2h", "<": "Qs Qd 5h 3d 2h"}
LOWS = {">": "8d Ts", "=": "7c 9d", "<": "4d 6s"}
RESULTS = {  # of the high hand and the low one against the bank's: what is said, and what 1000 win or lose
    ">>": ("gana", 950),
    "><": ("partida nula", 0),
    "<>": ("partida nula", 0),
    ">=": ("partida nula", 0),
    "=>": ("partida nula", 0),
    "<=": ("pierde", -1000),
    "=<": ("pierde", -1000),
    "==": ("pierde", -1000),
    "<<": ("pierde", -1000),
}

# The row of the table, the paragraph of its case, what its result means, why a tie is lost, the commission.
CASES = [
    cited("IB09.16.VII.T.1 IB09.16.VII.21 IB09.16.VI.4 IB09.16.I.8 IB09.16.VI.7", ">>"),
    cited("IB09.16.VII.T.2 IB09.16.VII.22 IB09.16.VI.6 IB09.16.I.6", "><"),
    cited("IB09.16.VII.T.3 IB09.16.VII.22 IB09.16.VI.6 IB09.16.I.6", "<>"),
    cited("IB09.16.VII.T.4 IB09.16.VII.23 IB09.16.VI.6 IB09.16.I.6 IB09.16.I.5", ">="),
    cited("IB09.16.VII.T.5 IB09.16.VII.23 IB09.16.VI.6 IB09.16.I.6 IB09.16.I.5", "=>"),
    cited("IB09.16.VII.T.6 IB09.16.VII.24 IB09.16.VI.5 IB09.16.I.9 IB09.16.I.5", "<="),
    cited("IB09.16.VII.T.7 IB09.16.VII.24 IB09.16.VI.5 IB09.16.I.9 IB09.16.I.5", "=<"),
    cited("IB09.16.VII.T.8 IB09.16.VII.25 IB09.16.VI.5 IB09.16.I.9 IB09.16.I.5", "=="),
    cited("IB09.16.VII.T.9 IB09.16.VII.26 IB09.16.VI.5 IB09.16.I.9", "<<"),
    cited("AR10.10-1-C.VI.T.1 AR10.10-1-C.VI.20 AR10.10-1-C.V.3.a.1 AR10.10-1-C.I.7 AR10.10-1-C.V.2.3", ">>"),
    cited("AR10.10-1-C.VI.T.2 AR10.10-1-C.VI.21 AR10.10-1-C.V.3.c.1 AR10.10-1-C.I.5", "><"),
    cited("AR10.10-1-C.VI.T.3 AR10.10-1-C.VI.21 AR10.10-1-C.V.3.c.1 AR10.10-1-C.I.5", "<>"),
    cited("AR10.10-1-C.VI.T.4 AR10.10-1-C.VI.22 AR10.10-1-C.V.3.c.1 AR10.10-1-C.I.5 AR10.10-1-C.I.4", ">="),
    cited("AR10.10-1-C.VI.T.5 AR10.10-1-C.VI.22 AR10.10-1-C.V.3.c.1 AR10.10-1-C.I.5 AR10.10-1-C.I.4", "=>"),
    cited("AR10.10-1-C.VI.T.6 AR10.10-1-C.VI.23 AR10.10-1-C.V.3.b.1 AR10.10-1-C.I.8 AR10.10-1-C.I.4", "<="),
    cited("AR10.10-1-C.VI.T.7 AR10.10-1-C.VI.23 AR10.10-1-C.V.3.b.1 AR10.10-1-C.I.8 AR10.10-1-C.I.4", "=<"),
    cited("AR10.10-1-C.VI.T.8 AR10.10-1-C.VI.24 AR10.10-1-C.V.3.b.1 AR10.10-1-C.I.8 AR10.10-1-C.I.4", "=="),
    cited("AR10.10-1-C.VI.T.9 AR10.10-1-C.VI.25 AR10.10-1-C.V.3.b.1 AR10.10-1-C.I.8", "<<"),
    cited("CM16.9.2.T.1 CM16.9.2.2 CM16.9.2.a.1 CM16.8.1.5 CM16.9.3.1", ">>"),
    cited("CM16.9.2.T.2 CM16.9.2.3 CM16.9.2.c.1 CM16.8.1.3", "><"),
    cited("CM16.9.2.T.3 CM16.9.2.3 CM16.9.2.c.1 CM16.8.1.3", "<>"),
    cited("CM16.9.2.T.4 CM16.9.2.4 CM16.9.2.c.1 CM16.8.1.3 CM16.8.1.2", ">="),
    cited("CM16.9.2.T.5 CM16.9.2.4 CM16.9.2.c.1 CM16.8.1.3 CM16.8.1.2", "=>"),
    cited("CM16.9.2.T.6 CM16.9.2.5 CM16.9.2.b.1 CM16.8.1.6 CM16.8.1.2", "<="),
    cited("CM16.9.2.T.7 CM16.9.2.5 CM16.9.2.b.1 CM16.8.1.6 CM16.8.1.2", "=<"),
    cited("CM16.9.2.T.8 CM16.9.2.6 CM16.9.2.b.1 CM16.8.1.6 CM16.8.1.2", "=="),
    cited("CM16.9.2.T.9 CM16.9.2.7 CM16.9.2.b.1 CM16.8.1.6", "<<"),
]


def played(norm: str, stands: str) -> Rehearsal:
    """Let seat 1 bet 1000 and hold hands that compare in this way with the croupier's."""
    high, low = HIGHS[stands[0]], LOWS[stands[1]]
    table = Rehearsal(opened("pai_gow_poker", norm, seats=1))
    table.at_once = frozenset({"set_bank"})
    table.play(f"s1 bet casilla:1 1000; 1-1-6; {high} {low}; s1 set_hand 1 {low.replace(' ', '')}; {BANK}")
    return table


def won(table: Rehearsal) -> int:
    """Return the winnings of seat 1, including stakes that can be taken back."""
    return table.won(1) + table.phase.free(1)


@pytest.mark.parametrize(("clauses", "stands"), CASES)
def test_each_case_is_paid_and_told_by_its_own_clauses(clauses: str, stands: str) -> None:
    table = played(clauses[:4], stands)
    words, net = RESULTS[stands]
    assert won(table) == net
    assert table.events.said[-1].endswith(f"; {words}.")
    assert table.events.payments[1, "casilla:1"].clauses == tuple(clauses.split())


@pytest.mark.parametrize(
    "norm",
    [
        case("IB09.16.I.3 IB09.16.I.4", "IB09"),
        case("AR10.10-1-C.I.3 AR10.10-1-C.VI.19", "AR10"),
        case("CM16.3.a.1 CM16.8.1.1", "CM16"),
    ],
)
def test_only_who_beats_both_hands_of_the_bank_wins(norm: str) -> None:
    assert [stands for stands in RESULTS if won(played(norm, stands)) > 0] == [">>"]
