"""Every phase of the pokers against the house and of pai gow names its clause.

An act that comes at the wrong time is refused by that clause.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from novamas.families.banked.acts import Bet, Withdraw
from novamas.games import game
from novamas.law import catalogue, clause
from novamas.table.felt import Felt
from novamas.table.phases import why_not
from novamas.testing import Contract, Rehearsal
from novamas.testing.random_play import disturbed
from novamas.testing.rehearsal import opened

CASILLA, ANTE = "s1 bet casilla:1 500", "s1 bet ante 500"
MOMENTS = {  # what is bet, how the clauses begin, and how each ends
    ("pai_gow_poker", "IB09"): (
        *(CASILLA, "IB09.16.VII."),
        (
            "Offering 11, Betting 3, Stacking 8, Throwing 4, Placing 7, Looking 15, Setting 15, Ready 17, "
            "Turning 18, CroupierSets 18"
        ),
    ),
    ("pai_gow_poker", "AR10"): (
        *(CASILLA, "AR10.10-1-C.VI."),
        (
            "Offering 10, Betting 3, Stacking 8, Throwing 4, Placing 7, Looking 14, Setting 14, Ready 16, "
            "Turning 17, CroupierSets 17"
        ),
    ),
    ("pai_gow_poker", "CM16"): (
        *(CASILLA, "CM16."),
        (
            "Offering 6.1.1, Betting 6.1.1, Stacking ANX1.1.e.2, Throwing ANX1.1.c.2, Placing ANX1.1.e.2, "
            "Looking 7.2, Setting 7.2, Ready 6.1.1, Turning 6.1.1, CroupierSets 6.1.1"
        ),
    ),
    ("pai_gow_domino", "CM16"): (
        *(CASILLA, "CM16."),
        (
            "Offering 6.1.1, Betting 12.1.1, Stacking ANX1.2.a.1, Throwing 13.2.1, Placing 13.3.1, "
            "Looking 11.1.1, Setting 11.1.1, Ready 6.1.1, Turning 6.1.1, CroupierSets 6.1.1"
        ),
    ),
    ("trijoker", "IB05"): (
        *("s1 bet apuesta_1 500", "IB05.13.VII."),
        "Betting 3, Dealing 4, Deciding/apuesta_1 7, Turning/0 8, Deciding/apuesta_2 9, Turning/1 10",
    ),
    ("trijoker", "AR10"): (
        *("s1 bet apuesta_1 500", "AR10.10-1-B.VIII.2."),
        "Betting 2, Dealing 3, Deciding/apuesta_1 9, Turning/0 10, Deciding/apuesta_2 12, Turning/1 13",
    ),
    ("holdem_contrapartida", "AR10"): (
        *(ANTE, "AR10.10-1-E.VII.2."),
        (
            "Betting 2, Dealing 3, Deciding/flop 6, CommonCards/flop 7, Deciding/turn 8, "
            "CommonCards/turn 11, Deciding/river 12, CommonCards/river 14, BankCards 15"
        ),
    ),
    ("holdem_bonus", "AR10"): (
        *(ANTE, "AR10.10-1-F.VII.2."),
        (
            "Betting 2, Dealing 4, Deciding/flop 7, CommonCards/flop 8, Deciding/turn 9, "
            "CommonCards/turn 12, Deciding/river 13, CommonCards/river 15, BankCards 16"
        ),
    ),
    ("tres_cartas", "IB09"): (ANTE, "IB09.17.V.2.", "Betting 1, Dealing 2, Deciding 3, Turning 7"),
    ("tres_cartas", "AR10"): (ANTE, "AR10.10-1-D.VII.", "Betting 1, Dealing 2, Deciding 3, Turning 7"),
    ("sin_descarte", "IB05"): (
        *("s1 bet apuesta_inicial 500", "IB05.11.V.4."),
        "Betting 8, Dealing 9, Deciding 12, Turning 15",
    ),
    ("sin_descarte", "AR10"): (
        *("s1 bet apuesta_inicial 500", "AR10.10-1-A.VI."),
        "Betting 1.5, Dealing 1.6, Deciding 2.1, Turning 3.1",
    ),
}


def moment(table: Rehearsal) -> str:
    """Return the name of a phase, and its number among phases of that name."""
    told = [str(getattr(table.phase, name, "")) for name in ("street", "bet", "nth")]
    return "/".join(filter(None, (table.at, *told)))


@pytest.mark.parametrize(("slug", "norm"), MOMENTS)
def test_every_moment_is_by_its_own_clause(slug: str, norm: str) -> None:
    bet, begins, moments = MOMENTS[slug, norm]
    wanted = {name: begins + ends for name, ends in (each.split() for each in moments.split(", "))}
    choices = {"seats": 1, "player_bank": True} if slug.startswith("pai_gow") else {}
    table = Rehearsal(opened(slug, norm, **choices))
    found: dict[str, str] = {}
    for _ in range(200):
        refusal = table.session.why_not(Withdraw(1, "nowhere", 1))
        if refusal is not None and refusal.code in ("not_now", "not_your_turn"):
            assert refusal.clause == table.phase.clause
        found.setdefault(moment(table), table.phase.clause)
        if wanted.keys() <= found.keys():
            break
        if table.at == "Betting" and table.may(bet):
            table.play(bet)
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


# ---------------------------------------------------------------- the nearest true reason


@pytest.mark.law("IB05.11.V.4.8", "AR10.10-1-F.VII.2.2")
@pytest.mark.parametrize(
    ("slug", "norm", "main", "aside", "clause_of_list", "clause_of_aside"),
    [
        ("holdem_bonus", "AR10", "ante", "bonus", "AR10.10-1-F.VII.2.2", "AR10.10-1-F.VI.1.1"),
        ("tres_cartas", "IB09", "ante", "pareja_plus", "IB09.17.V.2.1", "IB09.17.V.5.6"),
    ],
)
def test_a_bet_beside_the_game_is_told_apart_from_one_that_is_laid_already(
    slug: str, norm: str, main: str, aside: str, clause_of_list: str, clause_of_aside: str
) -> None:
    table = Rehearsal(opened(slug, norm))
    if table.at == "Waiting":
        table.play("croupier hagan_juego")
    table.refused(f"s1 bet {aside} 500", "not_aside", clause_of_list)
    assert table.refused("s1 bet nothing 500", "no_such_bet", clause_of_list).near == (main, aside)
    table.play(f"s1 bet {main} 500")
    table.refused("s1 bet seguro 100", "no_such_bet", clause_of_list)
    most = next(
        offer.dials["cents"].most  # type: ignore[union-attr]
        for offer in table.session.offers(1)
        if isinstance(offer.act, Bet) and offer.act.bet == aside
    )
    table.play(f"s1 bet {aside} {most}")
    refusal = table.refused(f"s1 bet {aside} {most}", "nothing_more_there", clause_of_aside)
    assert refusal.figures == {"bet": aside, "has": most}
    table.refused("s1 bet seguro 100", "no_such_bet", clause_of_list)


@pytest.mark.law("CM16.12.2.1", "CM16.12.2.2", "CM16.5.1.1")
def test_the_least_on_several_hands_is_by_its_own_clause() -> None:
    table = Rehearsal(opened("pai_gow_domino", "CM16", seats=3, minimum=500, maximum=2000))
    table.play("croupier hagan_juego")
    table.refused("s1 bet casilla:1 400", "below_minimum", "CM16.5.1.1")
    table.play("s1 bet casilla:1 1000")
    table.refused("s1 bet casilla:2 900", "below_minimum", "CM16.12.2.1")
    table.play("floor allow_three 1; s1 bet casilla:1 1000; s1 bet casilla:2 2000")
    table.refused("s1 bet casilla:3 1900", "below_minimum", "CM16.12.2.2")


@pytest.mark.parametrize(
    "slug", ["trijoker", "tres_cartas", "sin_descarte", "holdem_contrapartida", "holdem_bonus"]
)
def test_a_cloth_is_read_in_four_classes_at_most(slug: str) -> None:
    """The classes are the felt, the round against the house, the boxes, and the game's own rules."""

    def depth(cloth: type) -> int:
        return 1 + max((depth(base) for base in cloth.__bases__ if issubclass(base, Felt)), default=0)

    assert depth(game(slug).felt) <= 4
