"""Every moment of the pokers against the house and of pai gow says by which clause it is what it is.

What is refused at a moment, because it is not the time for it, is refused by that clause.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from novamas.law import catalogue, clause
from novamas.table.phases import why_not
from novamas.testing import Contract, Rehearsal
from novamas.testing.blind_play import disturbed
from novamas.testing.rehearsal import opened

PAI_GOW = {"seats": 1, "player_bank": True}
HOLDEM_MOMENTS = (
    ("Dealing", ""),
    ("Deciding", "flop"),
    ("CommonCards", "flop"),
    ("Deciding", "turn"),
    ("CommonCards", "turn"),
    ("Deciding", "river"),
    ("CommonCards", "river"),
    ("BankCards", ""),
)
MOMENTS: dict[tuple[str, str], tuple[dict[str, Any], str, dict[tuple[str, str], str]]] = {
    ("pai_gow_poker", norm): (
        PAI_GOW,
        "s1 bet casilla:1 500",
        {
            ("Offering", ""): offering,
            ("Betting", ""): betting,
            ("Stacking", ""): stacking,
            ("Throwing", ""): dice,
            ("Placing", ""): placing,
            ("Looking", ""): setting,
            ("Setting", ""): setting,
            ("Ready", ""): waits,
            ("Turning", ""): turning,
            ("CroupierSets", ""): turning,
        },
    )
    for norm, offering, betting, stacking, dice, placing, setting, waits, turning in (
        (
            *("IB09", "IB09.16.VII.11", "IB09.16.VII.3", "IB09.16.VII.8", "IB09.16.VII.4", "IB09.16.VII.7"),
            *("IB09.16.VII.15", "IB09.16.VII.17", "IB09.16.VII.18"),
        ),
        (
            *("AR10", "AR10.10-1-C.VI.10", "AR10.10-1-C.VI.3", "AR10.10-1-C.VI.8", "AR10.10-1-C.VI.4"),
            *("AR10.10-1-C.VI.7", "AR10.10-1-C.VI.14", "AR10.10-1-C.VI.16", "AR10.10-1-C.VI.17"),
        ),
        (
            *("CM16", "CM16.6.1.1", "CM16.6.1.1", "CM16.ANX1.1.e.2", "CM16.ANX1.1.c.2", "CM16.ANX1.1.e.2"),
            *("CM16.7.2", "CM16.6.1.1", "CM16.6.1.1"),
        ),
    )
}
MOMENTS["pai_gow_domino", "CM16"] = (
    PAI_GOW,
    "s1 bet casilla:1 500",
    {
        ("Offering", ""): "CM16.6.1.1",
        ("Betting", ""): "CM16.12.1.1",
        ("Stacking", ""): "CM16.ANX1.2.a.1",
        ("Throwing", ""): "CM16.13.2.1",
        ("Placing", ""): "CM16.13.3.1",
        ("Looking", ""): "CM16.11.1.1",
        ("Setting", ""): "CM16.11.1.1",
        ("Ready", ""): "CM16.6.1.1",
    },
)
for norm, part, bets, steps in (
    ("IB05", "IB05.13.VII", "3", ("4", "7", "8", "9", "10")),
    ("AR10", "AR10.10-1-B.VIII.2", "2", ("3", "9", "10", "12", "13")),
):
    dealing, first, left, second, right = (f"{part}.{step}" for step in steps)
    MOMENTS["trijoker", norm] = (
        {},
        "s1 bet apuesta_1 500",
        {
            ("Betting", ""): f"{part}.{bets}",
            ("Dealing", ""): dealing,
            ("Deciding", "apuesta_1"): first,
            ("Turning", "0"): left,
            ("Deciding", "apuesta_2"): second,
            ("Turning", "1"): right,
        },
    )
for slug, part, steps in (
    ("holdem_contrapartida", "AR10.10-1-E.VII.2", (3, 6, 7, 8, 11, 12, 14, 15)),
    ("holdem_bonus", "AR10.10-1-F.VII.2", (4, 7, 8, 9, 12, 13, 15, 16)),
):
    clauses = [f"{part}.{step}" for step in steps]
    MOMENTS[slug, "AR10"] = ({}, "s1 bet ante 500", dict(zip(HOLDEM_MOMENTS, clauses, strict=True)))
for slug, norm, bet, clauses in (
    ("tres_cartas", "IB09", "ante", [f"IB09.17.V.2.{step}" for step in (1, 2, 3, 7)]),
    ("tres_cartas", "AR10", "ante", [f"AR10.10-1-D.VII.{step}" for step in (1, 2, 3, 7)]),
    ("sin_descarte", "IB05", "apuesta_inicial", [f"IB05.11.V.4.{step}" for step in (8, 9, 12, 15)]),
    (
        *("sin_descarte", "AR10", "apuesta_inicial"),
        ["AR10.10-1-A.VI.1.5", "AR10.10-1-A.VI.1.6", "AR10.10-1-A.VI.2.1", "AR10.10-1-A.VI.3.1"],
    ),
):
    names = (("Betting", ""), ("Dealing", ""), ("Deciding", ""), ("Turning", ""))
    MOMENTS[slug, norm] = ({}, f"s1 bet {bet} 500", dict(zip(names, clauses, strict=True)))


def moment(table: Rehearsal) -> tuple[str, str]:
    """The name of a moment, and which of several of that name it is."""
    which = next(
        (getattr(table.phase, name) for name in ("street", "bet", "nth") if hasattr(table.phase, name)), ""
    )
    return table.at, str(which)


@pytest.mark.parametrize(("slug", "norm"), MOMENTS)
def test_every_moment_is_by_its_own_clause(slug: str, norm: str) -> None:
    choices, bet, wanted = MOMENTS[slug, norm]
    table = Rehearsal(opened(slug, norm, **choices))
    found: dict[tuple[str, str], str] = {}
    has_bet = False
    for _ in range(200):
        if has_bet and table.phase.rest and len(found) > 3:
            break
        refusal = table.session.why_not(table.deed("floor late_bet 9 x 1")) if table.at != "Waiting" else None
        found.setdefault(moment(table), table.phase.clause)
        if refusal is not None and refusal.code == "cannot_have_happened":
            assert refusal.clause == table.phase.clause
        if table.at == "Betting" and not has_bet and table.may(bet):
            table.play(bet)
            has_bet = True
        table.step()
    assert {name: found.get(name) for name in wanted} == wanted


@pytest.mark.parametrize(("slug", "norm"), MOMENTS)
def test_every_refusal_cites_a_clause_of_its_game(slug: str, norm: str) -> None:
    frame = catalogue.under(norm)[slug]

    class Here(Contract):
        game, norms, choices = slug, (norm,), frame.examples

    own = {each.id for each in frame.clauses()}
    rng, codes = Random(14), set()
    for _, opening in Here().tables():
        seen: list[Any] = []
        for before, deed, _, _ in Here().play(opening, 14, 700):
            seen = [*seen[-60:], deed]
            refusal = why_not(before, disturbed(rng.choice(seen), rng))
            if refusal is not None:
                codes.add(refusal.code)
                assert refusal.clause in own or clause(refusal.clause).game == "general", refusal
    assert len(codes) > 3
