"""Odds of chemin de fer: the counts, the equilibrium compared with the published one, the engine."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from tests.support.agreement import deviation, simulated

from novamas.equipment.cards import DECK_52
from novamas.equipment.shoe import Shoe
from novamas.families.baccarat import ThirdCard
from novamas.families.passing_bank.cloth import full_shoe
from novamas.families.passing_bank.cuadro import Cuadro, Says
from novamas.games.chemin_de_fer.phases.cards import Served
from novamas.law import catalogue
from novamas.odds.games.baccarat import (
    FIVE,
    INFINITE_DECK,
    Coups,
    Equilibrium,
    best_bank,
    best_punto,
    counts_of,
    coups_of,
    equilibria,
    outcome,
    punto_plan,
)
from novamas.odds.games.chemin_de_fer import bets, ignorance, table_plan
from novamas.odds.games.punto_y_banca import census
from novamas.odds.payload import report
from novamas.table.events import Came, Event
from novamas.table.phases import AnyPhase, follow
from novamas.table.roles import CHANCE
from novamas.testing.rehearsal import opened, rehearse

FRAME = catalogue.under("IB05")["chemin_de_fer"]

SIX_DECKS = (96, *(24,) * 9)
RAKE = Fraction(1, 20)
DRAWS, STANDS = Fraction(1), Fraction(0)
TABLE = table_plan(FRAME.group("cuadro", Cuadro))


@cache
def infinite() -> Coups:
    return coups_of(INFINITE_DECK, replaced=True).by_total()


@cache
def solved(rake: Fraction) -> Equilibrium:
    (found,) = equilibria(coups_of(SIX_DECKS), rake)
    return found


# ---------------------------------------------------------------- the count


def test_a_punto_who_draws_on_five_against_the_table_is_punto_y_banca() -> None:
    """At punto y banca the punto must draw on five, and the bank's table draws in the optional cells."""
    found = census(SIX_DECKS, catalogue.under("IB05")["punto_y_banca"].group("third_card", ThirdCard))
    mine = outcome(coups_of(SIX_DECKS), punto_plan(DRAWS), TABLE)
    assert mine.bank == Fraction(found.by_result["banca"], found.whole)
    assert mine.tie == Fraction(found.by_result["empate"], found.whole)


def test_the_shoe_is_six_decks() -> None:
    assert counts_of(full_shoe(FRAME)) == SIX_DECKS


def test_chances_are_whole() -> None:
    coups = coups_of((4, 1, 2, 1, 1, 2, 1, 1, 1, 1))
    for five in (STANDS, Fraction(1, 3), DRAWS):
        found = outcome(coups, punto_plan(five), TABLE)
        assert found.bank + found.tie + found.punto == 1
        assert min(found.bank, found.tie, found.punto) > 0


# ---------------------------------------------------------------- the equilibrium


def test_the_solution_of_kemeny_and_snell() -> None:
    """With replacement of cards and totals alone, the mixtures and the value are those published in 1957."""
    (found,) = equilibria(infinite())
    assert found.punto_draws == Fraction(9, 11)
    assert found.mixes == {((6,), None): Fraction(859, 2288)}
    assert found.outcome.punto_gains == Fraction(-679568, 53094899)


def test_the_sizes_of_the_games_are_those_of_the_literature() -> None:
    assert len(infinite().cells) == 88
    assert len(coups_of(SIX_DECKS).cells) == 484


@pytest.mark.parametrize("rake", [Fraction(0), RAKE])
def test_in_equilibrium_neither_side_does_better_alone(rake: Fraction) -> None:
    coups, found = coups_of(SIX_DECKS), solved(rake)
    value = found.outcome
    for five in (STANDS, Fraction(1, 2), DRAWS):
        assert outcome(coups, punto_plan(five), found.bank).punto_gains == value.punto_gains
    best = best_bank(coups, punto_plan(found.punto_draws), rake)
    answered = outcome(coups, punto_plan(found.punto_draws), lambda info: Fraction(int(best[info])))
    assert answered.bank_gains(rake) == value.bank_gains(rake)
    free = best_punto(coups, found.bank)
    assert {total: free[total] for total in free if total != FIVE} == {
        total: Fraction(int(total < 5)) for total in free if total != FIVE
    }  # the law's rule binds no one who plays well


@settings(max_examples=15, deadline=None)
@given(st.fractions(0, 1))
def test_without_deduction_no_plan_on_five_promises_the_punto_more(five: Fraction) -> None:
    best = best_bank(infinite(), punto_plan(five), Fraction(0))
    worst = outcome(infinite(), punto_plan(five), lambda info: Fraction(int(best[info])))
    assert worst.punto_gains <= Fraction(-679568, 53094899)


def test_the_deduction_moves_the_punto_not_the_banker() -> None:
    """In equilibrium, the banker's mixture makes the punto indifferent, and the punto's the banker."""
    plain, raked = solved(Fraction(0)), solved(RAKE)
    assert plain.mixes == raked.mixes
    assert plain.punto_draws < raked.punto_draws < 1
    assert float(plain.punto_draws) == pytest.approx(0.805353, abs=1e-6)
    assert plain.outcome.punto_gains == raked.outcome.punto_gains
    assert float(plain.outcome.punto_gains) == pytest.approx(-0.0129367, abs=1e-7)


def test_ignorance_costs_and_never_pays() -> None:
    lost = {one["ignorance"]: Fraction(one["loses"]) for one in ignorance(coups_of(SIX_DECKS), FRAME, RAKE)}
    assert len(lost) == 4
    assert min(lost.values()) > 0
    assert lost["punto_stands_on_five"] > lost["punto_draws_on_five"]


def test_the_article_tells_these_figures() -> None:
    told = (Path(__file__).parents[2] / "docs" / "baccara.md").read_text("utf-8")
    for one in ignorance(coups_of(SIX_DECKS), FRAME, RAKE):
        assert f"{100 * one['loses_float']:.4f} %" in told
    (replaced,) = equilibria(infinite(), RAKE)
    (total,) = equilibria(coups_of(SIX_DECKS).by_total(), RAKE)
    assert f"{replaced.punto_draws} ≈ {float(replaced.punto_draws):.4f}" in told
    for found, rake in ((solved(Fraction(0)), Fraction(0)), (solved(RAKE), RAKE), (total, RAKE)):
        gains = [100 * float(one) for one in (found.outcome.punto_gains, found.outcome.bank_gains(rake))]
        row = f"{gains[0]:+.5f} % | {gains[1]:+.5f} %".replace("-", "−")
        assert f"| {float(found.punto_draws):.6f} |" in told
        assert row in told
    for found in (solved(RAKE), total):
        (mix,) = found.mixes.values()
        assert f"draws {float(mix):.6f} |" in told


# ---------------------------------------------------------------- what is reported


def test_what_the_punto_loses_standing_and_drawing_on_five_against_the_table() -> None:
    table = opened("chemin_de_fer", "IB05")
    odds = bets(table)
    assert odds["punto_five_stands"].edge == Fraction(107172496, 7031403665)
    assert float(odds["punto_five_draws"].edge) == pytest.approx(0.012374, abs=1e-6)
    assert odds["punto_five_draws"].advice[0]["best"] == "carta"
    for name, odd in odds.items():
        assert odd.distribution is not None
        assert sum(chance for _, chance in odd.distribution) == 1
        if name.startswith("punto"):  # what the two sides and the house have together is nothing
            bank = odds[name.replace("punto", "banca")]
            assert odd.edge + bank.edge == next(iter(odd.also.values()))
    told = report(table, odds)
    assert next(one["model"] for one in told["strategy"] if "model" in one) == "put_back_no_deduction"


def test_the_rounding_of_the_deduction_moves_the_bankers_edge() -> None:
    plain = bets(opened("chemin_de_fer", "IB05"))["banca_five_draws"].edge
    down, up = (
        bets(opened("chemin_de_fer", "IB05", deduction_in_chips=True, rounding=rounding))[
            "banca_five_draws"
        ].edge
        for rounding in ("down", "up")
    )
    assert down > plain > up  # of 10 euros half a euro is taken, or a whole one in chips, or none


def test_a_free_banco_player_has_nothing_to_gain_against_the_table() -> None:
    """The director's permission changes no value, because a free player follows the same rule."""
    for optional in (Says.DRAW, Says.STAND):
        plan = table_plan(FRAME.group("cuadro", Cuadro), optional=optional)
        assert best_punto(coups_of(SIX_DECKS), plan) == punto_plan(DRAWS)


# ---------------------------------------------------------------- the engine itself


def dealt(shoe: Shoe | None = None, *, five: Fraction = DRAWS) -> Served:
    """Return a coup in which seat 2 has staked against a banker bound to the table of play."""
    circle = rehearse("chemin_de_fer", "IB05", seats=4, standing=0)
    circle.play("croupier shuffle; s1 take_bank 1000; s1 announce; s2 banco; croupier no_van_mas")
    circle.play("s1 repartir", *["croupier serve"] * 4)
    felt = circle.felt
    coup = replace(felt.coup, bound="estricto", advised=five == STANDS)
    left = felt.shoe if shoe is None else replace(shoe, dealt=4)
    return Served(replace(felt, coup=coup, shoe=left))


Ended = tuple[int, int]  # the points of the punto and of the bank


def ends(told: Iterable[Event]) -> list[Ended]:
    """Return the points of punto and bank at the end of each coup."""
    came = [dict(event.result.hands) for event in told if isinstance(event, Came)]  # type: ignore[union-attr]
    return [(each["punto"], each["banca"]) for each in came]


def walked(phase: AnyPhase, told: tuple[Event, ...] = ()) -> dict[Ended, Fraction]:
    """Return every possible course of a coup on the engine, with the first offer at each decision."""
    if found := ends(told):
        return {found[0]: Fraction(1)}
    if phase.turn is not CHANCE:
        return walked(*follow(phase, next(iter(phase.offers(phase.turn))).act))
    spread: dict[Ended, Fraction] = {}
    draws = phase.draws()
    for what, ways in draws.items():
        for end, chance in walked(*phase.drawn(what)).items():
            spread[end] = spread.get(end, Fraction(0)) + chance * Fraction(ways, draws.total)
    return spread


def by_winner(spread: dict[Ended, Fraction]) -> tuple[Fraction, Fraction]:
    """Return the probabilities that the bank wins and that the punto wins."""
    won = [Fraction(0), Fraction(0)]
    for (punto, bank), chance in spread.items():
        if punto != bank:
            won[punto > bank] += chance
    return won[0], won[1]


@pytest.mark.parametrize("five", [STANDS, DRAWS])
@settings(max_examples=6, deadline=None)
@given(few=st.lists(st.sampled_from(DECK_52), min_size=6, max_size=7))
def test_the_whole_tree_of_the_engine_over_a_few_cards_agrees(five: Fraction, few: list[int]) -> None:
    shoe = Shoe.of(few)
    counted = outcome(coups_of(counts_of(shoe)), punto_plan(five), TABLE)
    assert by_winner(walked(dealt(shoe, five=five))) == (counted.bank, counted.punto)


@pytest.mark.parametrize("five", [STANDS, DRAWS])
def test_coups_of_the_engine_agree(five: Fraction, soak: bool) -> None:
    counted = outcome(coups_of(SIX_DECKS), punto_plan(five), TABLE)
    chances = {"bank": counted.bank, "punto": counted.punto, "tie": counted.tie}

    def winner(told: list[Event]) -> str:
        ((punto, bank),) = ends(told)
        return "bank" if bank > punto else "punto" if punto > bank else "tie"

    seen = simulated(dealt(five=five), 100_000 if soak else 10_000, 11, winner, afresh=True)
    assert abs(deviation(seen, chances)) < 3
