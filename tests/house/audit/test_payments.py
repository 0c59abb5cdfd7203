"""The amounts due to the bets of a round, and the kind of departure for a wrong amount."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from novamas.house.audit.payments import Due, Paying, wrong
from novamas.record.claims import Paid
from novamas.table.events import Happened, Payment
from novamas.testing.rehearsal import rehearse

CLAUSE, PAYS = "IB05.01.IV.3.1", "IB05.01.IV.1.A.1"
DUE = Due(2000, 1000, (Payment(1, "rojo", 1000, 2000, (PAYS,)),))
LATE = Happened("late_bet", CLAUSE)


@pytest.mark.parametrize(
    ("form", "kind"),
    [
        ({"seat": 1, "bet": "rojo"}, "misapplied_irregularity"),
        ({"bet": "rojo"}, "misapplied_irregularity"),  # of everybody
        ({"seat": 2, "bet": "rojo"}, "wrong_payout"),  # of another player's bet of the same name
        ({"seat": 1, "bet": "negro"}, "wrong_payout"),
        ({"seat": 1}, "wrong_payout"),
        ({}, "wrong_payout"),
    ],
)
def test_an_irregularity_excuses_only_the_bet_that_it_names(form: dict[str, int | str], kind: str) -> None:
    happened = replace(LATE, form=form)
    found = wrong(1, "rojo", DUE, 0, [happened])
    assert (found.kind, found.clause) == (kind, CLAUSE if kind == "misapplied_irregularity" else PAYS)


def test_an_irregularity_decides_a_bet_whose_payment_cites_it() -> None:
    due = Due(1000, 1000, (Payment(1, "rojo", 1000, 1000, (CLAUSE,)),))
    assert wrong(1, "rojo", due, 0, [LATE]).kind == "misapplied_irregularity"


def test_what_a_void_round_returns_is_due_whether_the_bank_had_taken_it_or_not() -> None:
    table = rehearse("sin_descarte", "IB05", seats=2)
    table.play("s1 bet apuesta_inicial 1000; s2 bet apuesta_inicial 500; croupier no_va_mas")
    table.play("2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc; s1 fold; floor deal_fault")
    paying = Paying()
    for deed, events in zip(table.session.deeds, table.session.deed_events, strict=True):
        paying.enter(deed, events)
    assert paying.claims() == (Paid(1, "apuesta_inicial", 1_000), Paid(2, "apuesta_inicial", 500))
    assert not list(paying.wrongs(paying.claims()))
    kept = [Paid(1, "apuesta_inicial", 0), Paid(2, "apuesta_inicial", 500)]
    (wrong,) = paying.wrongs(kept)
    assert (wrong.kind, wrong.seat, wrong.cents) == ("misapplied_irregularity", 1, 1_000)
