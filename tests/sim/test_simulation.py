"""Simulation: reproducible, as close to the odds as its error states, and its effect on a bankroll."""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate, product
from math import inf, sqrt

import pytest
from tests.sim.engine import SEED

import novamas
from novamas.errors import NovamasError
from novamas.odds.chi_square import chi_square, chi_square_tail
from novamas.odds.report import table_odds
from novamas.sim import SimulationReport, simulate
from novamas.sim.agreement import agreement
from novamas.sim.bankroll import WORDS, Run, alias_table, longest_runs, purses
from novamas.sim.dispatch import compile_bet
from novamas.sim.executors import threads_for
from novamas.sim.play import BLOCK, CompiledBet, Tally, run, step_of
from novamas.testing.rehearsal import opened

RULETA = opened("ruleta", "IB05")
PUNTO = opened("punto_y_banca", "IB05")


def played_by(play: CompiledBet, rounds: int, threads: int) -> list[Tally]:
    with threads_for(play, threads) as workers:
        return list(run(play, rounds, seed=SEED, workers=workers))


@pytest.mark.parametrize(("table", "bet"), [(RULETA, "rojo"), (PUNTO, "banca")])
def test_threads_change_nothing(table: novamas.Table, bet: str) -> None:
    """The simulation gives the same with one thread or three, also with a partial last block."""
    play = compile_bet(table, bet)
    rounds = step_of(play) + 3 * BLOCK + 777
    alone, together = (played_by(play, rounds, many) for many in (1, 3))
    assert alone == together
    assert [tally.rounds for tally in alone] == [step_of(play), rounds]
    assert sum(alone[-1].times.values()) == rounds


def test_blocks_played_apart_add_up() -> None:
    play = compile_bet(PUNTO, "punto")
    whole = play.count(2 * BLOCK + 5, seed=SEED, first=0)
    parts = [play.count(rounds, seed=SEED, first=n) for n, rounds in enumerate((BLOCK, BLOCK, 5))]
    assert list(whole) == [sum(ends) for ends in zip(*parts, strict=True)]


def test_another_seed_plays_other_rounds() -> None:
    play = compile_bet(RULETA, "pleno")
    assert list(play.count(BLOCK, seed=1, first=0)) != list(play.count(BLOCK, seed=2, first=0))
    assert list(play.count(BLOCK, seed=1, first=0)) != list(play.count(BLOCK, seed=1, first=1))


@pytest.mark.parametrize(("table", "bet"), [(RULETA, "rojo"), (RULETA, "pleno"), (PUNTO, "empate")])
def test_it_agrees_with_the_odds(table: novamas.Table, bet: str) -> None:
    found = simulate(table, bet, rounds=4_000_000, seed=SEED)
    (odds,) = table_odds(table, only=bet).values()
    assert found.agreement is not None
    assert found.agreement.p is not None
    assert found.agreement.edge == odds.edge
    assert abs(found.agreement.z) < 3
    assert found.agreement.p > 1e-3
    assert found.sd == pytest.approx(odds.sd, rel=0.02)
    assert found.se == pytest.approx(found.sd / 2000)
    assert {each.chance for each in found.outcomes} == {chance for _, chance in odds.distribution or ()}


def test_figures_of_a_tally() -> None:
    tally = Tally(rounds=10, times={-100: 6, 0: 1, 200: 3}, unit=Fraction(100))
    assert (tally.mean, tally.edge, tally.hit) == (Fraction(0), Fraction(0), Fraction(3, 10))
    assert tally.sd == pytest.approx(sqrt(1.8))
    assert tally.se == pytest.approx(sqrt(0.18))


def test_what_cannot_come_does_not_agree() -> None:
    (odds,) = table_odds(RULETA, only="pleno").values()
    fair = Tally(37_000, {-200: 36_000, 7000: 1000}, Fraction(200))
    assert agreement(fair, odds).z == 0
    assert agreement(fair, odds).p == 1
    impossible = agreement(Tally(37_000, {-200: 36_000, 7100: 1000}, Fraction(200)), odds)
    assert (impossible.chi_square, impossible.p) == (inf, 0)
    loaded = agreement(Tally(37_000, {-200: 35_700, 7000: 1300}, Fraction(200)), odds)
    assert loaded.z < -7
    assert loaded.p is not None
    assert loaded.p < 1e-12


@pytest.mark.parametrize(
    ("statistic", "freedom", "p"),
    [(3.841, 1, 0.05), (18.307, 10, 0.05), (2.558, 10, 0.99), (149.449, 100, 0.001)],
)
def test_chi_square_as_it_is_tabulated(statistic: float, freedom: int, p: float) -> None:
    assert chi_square_tail(statistic, freedom) == pytest.approx(p, rel=2e-3)


def test_rare_results_are_put_together() -> None:
    chances = {"often": Fraction(98, 100), "rare": Fraction(1, 100), "rarer": Fraction(1, 100)}
    statistic, freedom = chi_square({"often": 980, "rare": 12, "rarer": 8}, chances)
    assert (freedom, round(statistic, 6)) == (2, 0.8)
    assert chi_square({"often": 98, "rare": 1, "rarer": 1}, chances)[1] == 0


def test_it_stops_when_it_is_precise_enough() -> None:
    found = simulate(RULETA, "rojo", rounds=10**9, seed=SEED, until_se=1e-4)
    step = step_of(compile_bet(RULETA, "rojo"))
    assert found.rounds % step == 0
    assert found.se <= 1e-4 < found.sd / sqrt(found.rounds - step)


def test_who_listens_hears_what_came_so_far() -> None:
    heard: list[int] = []
    simulate(PUNTO, "banca", rounds=9_000_000, seed=1, heard=lambda tally: heard.append(tally.rounds))
    assert heard == [4_194_304, 8_388_608, 9_000_000]


# ---------------------------------------------------------------- a purse


def test_an_alias_table_keeps_every_weight() -> None:
    times = [1, 5, 700, 23, 0, 271]
    keep, other = alias_table(times)
    drawn = [0] * len(times)
    for n, kept in enumerate(keep.tolist()):
        drawn[n] += kept
        drawn[other[n]] += WORDS - kept
    for weight, words in zip(times, drawn, strict=True):
        assert words / (WORDS * len(times)) == pytest.approx(weight / 1000, abs=1e-8)


def test_a_sure_loss_ruins_whoever_goes_on() -> None:
    """If each round loses one unit, bankrolls of twenty to a hundred are lost after a hundred rounds."""
    after, *_ = purses(Tally(5, {-300: 5}, Fraction(300)), seed=1)
    assert {most for _, most in after.result} == {-100.0}
    assert {most for _, most in after.drawdown} == {100.0}
    assert after.ruin == ((20, 1.0), (50, 1.0), (100, 1.0), (200, 0.0), (500, 0.0))


def test_a_fair_coin_ruins_as_the_reflection_principle_says() -> None:
    """In 100 throws a bankroll of 20 is lost with probability 2·P(S ≥ 20) - P(S = 20) = 0.0455…"""
    after, *_ = purses(Tally(10**6, {-100: 1, 100: 1}, Fraction(100)), seed=1)
    assert dict(after.ruin)[20] == pytest.approx(0.0460, abs=0.007)
    assert dict(after.result)[0.5] == 0


@pytest.mark.parametrize("times", [{-1: 19, 1: 18}, {-2: 5, 0: 1, 3: 3}, dict.fromkeys(range(-30, 30), 7)])
def test_a_run_goes_up_and_down_as_its_rounds_and_none_is_lost(times: dict[int, int]) -> None:
    length, runs = longest_runs(times)
    assert sum(runs.values()) == sum(times.values()) ** length
    assert length > 4 or len(times) > 3
    for nets in product(times, repeat=2 if len(times) > 3 else 5):
        path, run = [0, *accumulate(nets)], Run(0, 0, 0, 0)
        for net in nets:
            run = run.then(net)
        fall = max(before - after for n, before in enumerate(path) for after in path[n:])
        assert run == (path[-1], min(path), max(path), fall)


# ---------------------------------------------------------------- through the door


def test_the_door() -> None:
    found = novamas.simulate(novamas.open("boule", seed=1), "rojo", rounds=100_000, seed=3, threads=1)
    assert isinstance(found, SimulationReport)
    assert (found.game, found.bet, found.rounds, found.seed) == ("boule", "rojo", 100_000, 3)
    assert found == novamas.simulate(novamas.open("boule"), "rojo", rounds=100_000, seed=3, threads=2)


def test_a_seed_is_drawn_and_told_where_none_is_given() -> None:
    table = novamas.open("boule")
    one, other = (novamas.simulate(table, "rojo", rounds=1000) for _ in range(2))
    assert one.seed != other.seed
    assert novamas.simulate(table, "rojo", rounds=1000, seed=one.seed) == one


@pytest.mark.parametrize(
    ("bet", "given", "code"),
    [
        ("rojo", {"rounds": 0}, "no_such_rounds"),
        ("rojo", {"rounds": 1e6}, "no_such_rounds"),
        ("rojo", {"rounds": 10**16}, "no_such_rounds"),
        ("rojo", {"seed": "x"}, "seed_unreadable"),
        ("rosa", {}, "no_such_bet"),
        ("rojo", {"strategy": "pray"}, "no_such_strategy"),
    ],
)
def test_what_cannot_be_simulated_is_refused(bet: str, given: dict[str, object], code: str) -> None:
    with pytest.raises(NovamasError) as refused:
        novamas.simulate(novamas.open("boule"), bet, **given)  # type: ignore[arg-type]
    assert refused.value.code == code


def test_what_has_no_kernel_yet_says_so() -> None:
    with pytest.raises(NovamasError) as refused:
        novamas.simulate(novamas.open("seven_stud", charge="sesion"), "cagnotte", strategy="any")
    assert refused.value.code == "not_simulated_yet"


# ---------------------------------------------------------------- strategies whose odds are known


@pytest.mark.parametrize(
    ("game", "norm", "bet", "strategy"),
    [
        ("ruleta", "IB05", "rojo", "imprison"),
        ("ruleta", "IB05", "rojo", "take_half"),
        ("treinta_y_cuarenta", "IB05", "rojo", "imprison"),
        ("treinta_y_cuarenta", "IB05", "negro", "take_half"),
        ("tres_cartas", "AR10", "ante", "go"),
        ("trijoker", "AR10", "trijoker", "leave"),
        ("trijoker", "IB05", "trijoker", "withdraw"),
        ("holdem_bonus", "AR10", "ante", "simple"),
        pytest.param("blackjack", "IB05", "mano", "basic", marks=pytest.mark.soak),
        ("blackjack", "IB05", "mano", "bank"),
    ],
)
def test_strategies_agree_with_their_own_odds(game: str, norm: str, bet: str, strategy: str) -> None:
    """Each strategy agrees with its own odds. With a shoe only the mean is compared."""
    table = opened(game, norm)
    found = simulate(table, bet, rounds=600_000, seed=SEED, strategy=strategy)
    assert found.agreement is not None
    assert found.agreement.p is not None
    assert abs(found.agreement.z) < 4
    assert found.from_shoe or found.agreement.p > 1e-3
    if strategy not in ("take_half", "basic"):
        (best,) = table_odds(table, only=bet).values()
        assert found.agreement.edge > best.edge
