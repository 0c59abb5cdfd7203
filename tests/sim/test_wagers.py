"""Placed bets, with place and amount, several in one round. Impossible bets are refused."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.sim.engine import SEED

from novamas.equipment.wheels import BOULE as WHEEL
from novamas.equipment.wheels import Colour
from novamas.errors import NovamasError
from novamas.sim import simulate
from novamas.sim.wagers import odds_of_placed, parse_bets, stake_of
from novamas.testing.rehearsal import opened

RULETA, BOULE, CRAPS, PUNTO = (opened(slug, "IB05") for slug in ("ruleta", "boule", "craps", "punto_y_banca"))


def test_a_text_is_read_lot_by_lot() -> None:
    first, second = parse_bets(RULETA, "rojo + pleno:17 2,50 €")
    assert (first.wager, first.bet, first.cents) == ("rojo", "rojo", None)
    assert (second.wager, second.bet, second.cents) == ("pleno", "pleno:17", 250)


def test_the_odds_of_bets_laid_together_are_those_of_one_draw() -> None:
    """At boule, 2 € on one and 4 € on red are computed number by number. Five is neither red nor black."""
    odds = odds_of_placed(BOULE, "numero:1 2 € + rojo 4 €")
    assert odds is not None
    assert odds.distribution is not None
    nets = [
        (14 if n == 1 else -2) + (4 if n != 5 and WHEEL.colour(n) is Colour.RED else -4) for n in range(1, 10)
    ]
    assert dict(odds.distribution) == {
        Fraction(net, 6): Fraction(nets.count(net), 9) for net in sorted(set(nets))
    }
    assert odds.edge == Fraction(-sum(nets), 9 * 6)


@pytest.mark.parametrize(
    ("table", "bet"),
    [
        (RULETA, "rojo 5 € + pleno:17 2 €"),
        (RULETA, "pleno:0 10 €"),
        (CRAPS, "field 5 € + big_6 5 €"),
        (BOULE, "numero:5 2 € + rojo + pasa 10 €"),
    ],
)
def test_what_is_played_agrees_with_the_odds_of_all_together(table: object, bet: str) -> None:
    found = simulate(table, bet, rounds=1_000_000, seed=SEED)  # type: ignore[arg-type]
    assert found.agreement is not None
    assert abs(found.agreement.z) < 4
    assert found.agreement.p is not None
    assert found.agreement.p > 1e-4


def test_bets_that_one_kernel_decides_are_added_up_end_by_end() -> None:
    """With 10 € on punto and 5 € on a tie, both lose, one wins, or the stake returns with eight to one."""
    found = simulate(PUNTO, "punto 10 € + empate 5 €", rounds=100_000, seed=SEED)
    punto, empate = (simulate(PUNTO, bet, rounds=100_000, seed=SEED) for bet in ("punto", "empate"))
    assert {outcome.net for outcome in found.outcomes} == {-1500, 500, 4000}
    together = (punto.edge * 1000 + empate.edge * 500) / 1500
    assert found.edge == together


@pytest.mark.parametrize(
    ("table", "bet", "code"),
    [
        (RULETA, "rosa 5 €", "no_such_bet"),
        (RULETA, "rojo 1 €", "below_minimum"),
        (RULETA, "rojo 1000000 €", "above_maximum"),
        (RULETA, "rojo x", "amount_unreadable"),
        (RULETA, "pleno:99 2 €", "no_such_bet"),
        (RULETA, "rojo +", "no_such_bet"),
        (CRAPS, "field + come", "bets_not_together"),
        (opened("tres_cartas", "AR10"), "ante + pareja_plus", "bets_not_together"),
    ],
)
def test_what_may_not_be_laid_is_refused(table: object, bet: str, code: str) -> None:
    with pytest.raises(NovamasError) as refused:
        simulate(table, bet, rounds=1000, seed=1)  # type: ignore[arg-type]
    assert refused.value.code == code


def test_a_stake_may_be_raised_to_the_maximum_of_its_place() -> None:
    stake = stake_of(BOULE, "rojo 4 €")
    assert (stake.unit, stake.most) == (400, BOULE.chosen["maximum_sencilla"])
