"""Tests of the statistics on fair and on biased wheels: chi-square, runs and hold."""

from __future__ import annotations

from math import isclose
from pathlib import Path
from random import Random

import pytest
from tests.house.audit.exporting import ExportedRow, euros, put_csv
from tests.house.audit.sessions import table_for

from novamas.house.audit import AuditReport, Setup, audit
from novamas.house.audit.statistics import ChanceTest, evenness, holm, runs
from novamas.house.audit.wheel_returns import Returns
from novamas.odds.chi_square import chi_square_tail
from novamas.table.deeds import Drawn
from novamas.table.events import Payment
from novamas.table.phases import offered
from novamas.table.session import Session


@pytest.mark.parametrize(
    ("value", "freedom", "chance"),
    [(3.841, 1, 0.05), (5.991, 2, 0.05), (11.070, 5, 0.05), (50.998, 36, 0.05), (58.619, 36, 0.01)],
)
def test_the_tail_of_chi_square_is_that_of_the_tables(value: float, freedom: int, chance: float) -> None:
    assert isclose(chi_square_tail(value, freedom), chance, rel_tol=2e-3)


def test_evenness_needs_enough_to_tell() -> None:
    weights = dict.fromkeys(range(37), 1)
    assert evenness("pockets", "", {0: 100}, weights) is None
    even = evenness("pockets", "", dict.fromkeys(range(37), 10), weights)
    assert even is not None
    assert even.chance == 1


def test_runs_tell_order_from_chance() -> None:
    by_turns, in_blocks = runs("", "", 100, 100, 199), runs("", "", 100, 100, 1)
    assert by_turns is not None
    assert in_blocks is not None
    assert by_turns.chance < 1e-10 > in_blocks.chance
    usual = runs("", "", 100, 100, 100)
    assert usual is not None
    assert usual.chance > 0.9


def test_holm_weighs_how_many_tests_there_are() -> None:
    tests = [
        ChanceTest("", str(nth), 1, 0.0, 0, chance) for nth, chance in enumerate((0.004, 0.5, 0.006, 0.2))
    ]
    found = holm(tests)
    assert [round(test.adjusted, 6) for test in found] == [0.016, 0.018, 0.4, 0.5]
    assert not any(test.is_alarm for test in found)
    assert holm(tests[:1])[0].is_alarm


def spins(folder: Path, pockets: list[int], *, keep: int = 0) -> AuditReport:
    """Audit spins with one correctly paid bet each. `keep` is the share of wins that the house withholds."""
    table, rng = table_for("ruleta_doble_cero"), Random(2)
    returns, rows = Returns(table), list[ExportedRow]()
    for number, pocket in enumerate(pockets):
        bet, cents = rng.choice(["rojo", "docena:1", "pleno:7"]), 1000
        back = max(end.returned for end in returns.outcomes(bet, cents, pocket))
        row = {
            "round": str(number),
            "seat": "1",
            "bet": bet,
            "stake": "10",
            "result": returns.wheel.label(pocket),
        }
        rows.append({**row, "returned": euros(max(back - keep, 0))})
    return audit([put_csv(rows, folder / "spins.csv")], Setup({"": table}))


def alarms(found: AuditReport) -> set[str]:
    return {test.code for test in found.tests if test.is_alarm}


def test_a_fair_wheel_raises_no_alarm_and_a_biased_one_does(tmp_path: Path) -> None:
    rng = Random(6)
    codes = [code for code, _ in Returns(table_for("ruleta_doble_cero")).wheel.items()]
    fair = [rng.choice(codes) for _ in range(4000)]
    assert alarms(spins(tmp_path, fair)) == set()
    biased = [rng.choice([*codes, 7]) if rng.random() < 0.9 else 7 for _ in range(4000)]
    found = spins(tmp_path, biased)
    assert "pockets" in alarms(found)
    assert found.is_clean  # a result that chance does not explain is reported, but is not a departure


def test_the_hold_is_that_of_the_odds_and_lies_in_its_interval(tmp_path: Path) -> None:
    rng = Random(9)
    codes = [code for code, _ in Returns(table_for("ruleta_doble_cero")).wheel.items()]
    found = spins(tmp_path, [rng.choice(codes) for _ in range(3000)])
    ((_, hold),) = found.holds
    assert hold.is_exact
    assert hold.uncovered == 0
    assert hold.staked == found.money.staked == 3_000_000
    assert hold.win == found.money.win
    least, most = hold.interval
    assert least < hold.win < most
    assert 0.025 < hold.expected / hold.staked < 0.06
    cheated = spins(tmp_path, [rng.choice(codes) for _ in range(3000)], keep=2000)
    assert "hold" in alarms(cheated)
    assert cheated.kinds.keys() == {"wrong_payout"}


@pytest.mark.parametrize("slug", ["ruleta", "ruleta_americana", "ruleta_doble_cero", "boule"])
def test_what_a_wheel_gives_back_is_what_a_whole_session_pays(slug: str) -> None:
    """Several bets in one session are compared with each bet alone in the table of returns."""
    table, rng = table_for(slug), Random(3)
    returns = Returns(table)
    least = {bet: returns._least(bet) for bet in spots(returns)}
    for _ in range(60):
        session = Session(returns.betting, _NoChance(), automatic=())
        bets = {bet: least[bet] * rng.randrange(1, 4) for bet in rng.sample(sorted(least), 4)}
        for bet, cents in bets.items():
            session.do(returns.deed(bet, cents))
        pocket = rng.choice([code for code, _ in returns.wheel.items()])
        while session.phase.turn != "chance":
            session.do(session.offers(session.phase.turn)[0].act)
        events = session.do(Drawn(what=pocket))
        paid = {event.bet: event for event in events if isinstance(event, Payment)}
        for bet, cents in bets.items():
            ends = returns.outcomes(bet, cents, pocket)
            if bet in paid:
                assert [end.returned for end in ends] == [paid[bet].returned]
                assert ends[0].payment is not None
                assert ends[0].payment.clauses == paid[bet].clauses
            else:
                assert any(end.prisoner for end in ends)


def spots(returns: Returns) -> list[str]:
    """Return every bet of the cloth that can be placed alone."""
    plain = [offer for offer in offered(returns.betting, 1) if offer.act.verb() == "bet"]
    return [str(bet) for offer in plain for bet in offer.dials["bet"].every()]


class _NoChance:
    def draw(self, draws: object) -> int:
        raise AssertionError("the test says where the ball falls")
