"""Odds of the wheel games compared with published figures, and with many rounds on the engine."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from tests.support.agreement import assert_agrees

from novamas.equipment.chance import Seeded
from novamas.families.banked.acts import Bet, HaganJuego, NoVaMas, Withdraw
from novamas.families.wheel.acts import Launch
from novamas.odds.chi_square import chi_square
from novamas.odds.report import bet_odds, table_odds
from novamas.table.deeds import Deed, Drawn
from novamas.table.game import Wager
from novamas.table.session import Session
from novamas.testing.rehearsal import opened

TABLES = [
    ("ruleta", "IB05"),
    ("ruleta_americana", "IB05"),
    ("ruleta_doble_cero", "AR10"),
    ("boule", "IB05"),
    ("ruleta_de_la_fortuna", "IB05"),
]


def edges(slug: str, norm: str) -> dict[str, Fraction]:
    return {name: bet.edge for name, bet in table_odds(opened(slug, norm)).items()}


SIMPLE = {"rojo", "negro", "par", "impar", "falta", "pasa"}


@pytest.mark.parametrize("slug", ["ruleta", "ruleta_americana"])
def test_single_zero(slug: str) -> None:
    for name, edge in edges(slug, "IB05").items():
        assert edge == (Fraction(1, 74) if name in SIMPLE else Fraction(1, 37)), name


def test_double_zero() -> None:
    found = edges("ruleta_doble_cero", "AR10")
    assert found.pop("cuadro_especial") == Fraction(3, 38)  # five numbers at 6 to 1: 7.89 %
    for name, edge in found.items():
        assert edge == (Fraction(1, 38) if name in SIMPLE else Fraction(1, 19)), name


def test_boule() -> None:
    assert set(edges("boule", "IB05").values()) == {Fraction(1, 9)}


def test_fortune() -> None:
    assert edges("ruleta_de_la_fortuna", "IB05") == {
        "24": Fraction(6, 54),
        "15": Fraction(9, 54),
        "7": Fraction(12, 54),
        "4": Fraction(10, 54),
        "2": Fraction(12, 54),
        "joker_rojo": Fraction(8, 54),
        "joker_negro": Fraction(8, 54),
    }


@pytest.mark.parametrize(("slug", "norm"), TABLES)
def test_every_spot_of_a_kind_has_the_odds_of_its_kind(slug: str, norm: str) -> None:
    table = opened(slug, norm)
    odds = table_odds(table)
    figures = table.opening.felt.figures  # type: ignore[attr-defined]  # a wheel's felt has figures
    for kind, spots in figures.kinds.items():
        for spot in (spots[0], spots[-1]):
            stake = table.opening.felt.rules.least(kind)  # type: ignore[attr-defined]
            other = bet_odds(table.opening, Wager((Bet(1, spot, stake),), stake, "unit_staked"))
            assert other.edge == odds.get(kind, odds.get(spot, odds.get("rojo"))).edge  # type: ignore[union-attr]


def test_distribution_of_a_sector_counts_every_way_it_can_pay() -> None:
    """Huérfanos takes five chips: 17 is on two splits, 1 is a number, six others have one split each."""
    odds = table_odds(opened("ruleta_americana", "IB05"))["huerfanos"]
    assert odds.distribution == (
        (Fraction(-1), Fraction(29, 37)),
        (Fraction(13, 5), Fraction(6, 37)),  # 17 won, four chips lost
        (Fraction(31, 5), Fraction(2, 37)),  # 1 alone: 35 won, four lost; 17: 34 won, three lost
    )


@pytest.mark.parametrize(("slug", "norm"), TABLES)
def test_the_engine_itself_agrees_with_its_odds(slug: str, norm: str, soak: bool) -> None:
    """Every bet is placed at the same time, each by a different player."""
    table = opened(slug, norm)
    names = list(table.game.wagers(table.opening))
    choices = {"seats": len(names)}
    if "colours" in table.frame.options:
        choices |= {"colours": len(names), "boxes": len(names)}
    table = opened(slug, norm, **choices)
    odds = table_odds(table)
    wagers = [table.game.wagers(table.opening)[name] for name in names]
    counted = [Counter[Fraction]() for _ in names]
    source = Seeded(20)
    session = Session(table.opening, source, automatic=())
    for _ in range(6_000 if soak else 1_500):
        session.do(HaganJuego())
        before = [session.ledger.players[seat + 1] for seat in range(len(names))]
        for seat, wager in enumerate(wagers, start=1):
            for act in wager.acts:
                session.do(moved(act, seat))
        session.do(Launch())
        session.do(NoVaMas())
        session.do(Drawn(what=source.draw(session.phase.draws())))
        while isinstance(session.phase.turn, int):  # zero: half back, which is best
            session.do(session.offers(session.phase.turn)[1].act)
        for seat, bet, cents in session.phase.felt.chips:
            session.do(Withdraw(seat, bet, cents))
        for seat, wager in enumerate(wagers):
            won = session.ledger.players[seat + 1] - before[seat]
            counted[seat][Fraction(won, wager.stake)] += 1
        session.deeds.clear()
        session.deed_events.clear()
    for name, counts in zip(names, counted, strict=True):
        distribution = odds[name].distribution
        assert distribution is not None
        assert_agrees(counts, dict(distribution))


def moved(act: Deed, seat: int) -> Deed:
    """Return the same act by another player."""
    return type(act)(seat, *(getattr(act, name) for name in act.__struct_fields__ if name != "by"))


def test_a_wheel_that_is_not_fair_is_found_out() -> None:
    fair = {Fraction(-1): Fraction(19, 37), Fraction(1): Fraction(18, 37)}
    counted = Counter({Fraction(-1): 5_400, Fraction(1): 4_600})
    statistic, freedom = chi_square(counted, fair)
    assert statistic > 20 * freedom
    with pytest.raises(AssertionError):
        assert_agrees(counted, fair)
