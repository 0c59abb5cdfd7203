"""Bacará a dos paños: the model of two cloths, its equilibrium, and the engine itself."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from msgspec.structs import replace
from tests.banks import Circle
from tests.odds_help import chi_square, simulated
from tests.wheels import opened

from novamas.games.circle.bacara_dos_panos.cards import Looking
from novamas.odds.bacara_dos_panos import (
    STOOD,
    Joint,
    Rake,
    bank_gains,
    bets,
    ignorance,
    knows,
    model,
    outcome,
    pays,
    punto_gains,
    rake_of,
    solve,
    table_plan,
)
from novamas.odds.baccara import INFINITE_DECK, coups_of, equilibria, punto_plan
from novamas.odds.baccara import outcome as one_cloth
from novamas.table.events import Came, Event, Payment

NONE = (Fraction(0), Fraction(0))
LIMITED = (Fraction(1, 50), Fraction(1, 25))
NINE_ELEVENTHS = Fraction(9, 11)


def first(joint: Joint) -> dict[int, Fraction]:
    """How the bank fares on the first cloth."""
    found: dict[int, Fraction] = {}
    for (fares, _), chance in joint.items():
        found[fares] = found.get(fares, Fraction(0)) + chance
    return found


TABLE = {know: Fraction(int(draws)) for know, draws in table_plan("IB05").items()}


def test_chances_are_whole_and_the_cloths_alike() -> None:
    joint = outcome(Fraction(1), TABLE)
    assert sum(joint.values()) == 1
    assert all(joint[one, other] == joint[other, one] for one, other in joint)


def test_a_banker_who_looks_at_one_cloth_alone_plays_chemin_de_fer() -> None:
    """But for a natural: on two cloths the other hand still draws, here it is as if it had not been there."""
    coups = coups_of(INFINITE_DECK, replaced=True).by_total()
    plan = {know: Fraction(int(know[0] < 6)) for know in knows()}  # whatever the cloths do
    joint = first(outcome(Fraction(1), plan))
    alone = one_cloth(coups, punto_plan(Fraction(1)), lambda info: Fraction(int(info[0][0] < 6)))
    # a bank that draws against a natural cannot change that it has lost: the first cloth fares as if alone
    assert (joint[1], joint[0], joint[-1]) == (alone.bank, alone.tie, alone.punto)


@pytest.mark.parametrize("rake", [NONE, LIMITED])
def test_in_equilibrium_both_cloths_draw_on_five_as_kemeny_and_snell_found(rake: Rake) -> None:
    """What decides is the six against a stand, with nothing to learn from the other cloth."""
    found = solve(rake)
    assert found.low == found.high == NINE_ELEVENTHS == equilibria(
        coups_of(INFINITE_DECK, replaced=True).by_total()
    )[0].punto_draws  # fmt: skip
    assert {know[0] for know in found.mixes} == {6}
    assert all(STOOD in know[1:] for know in found.mixes)
    assert ((6, STOOD, STOOD) in found.mixes) is (rake == NONE)


def test_in_equilibrium_neither_side_does_better_alone() -> None:
    found, tells = solve(LIMITED), model(LIMITED)
    for know in found.mixes:
        assert tells.drawing_gains(know, found.low) == 0
    before, after = (tells.answer(found.low + step) for step in (Fraction(-1, 10**6), Fraction(1, 10**6)))
    gains = tells.gain(before, found.low), tells.gain(after, found.low)
    assert (1 - found.bank_draws) * gains[0] + found.bank_draws * gains[1] == 0
    assert 0 < found.bank_draws < 1


def test_what_is_reported() -> None:
    odds = bets(opened("bacara_dos_panos", "IB05"))
    assert set(odds) == {
        f"{side}_{name}"
        for side in ("punto", "banca")
        for name in ("five_stands", "five_draws", "equilibrium")
    }
    for odd in odds.values():
        assert odd.distribution is not None
        assert sum(chance for _, chance in odd.distribution) == 1
    assert float(odds["punto_equilibrium"].edge) == pytest.approx(0.0086804, abs=1e-7)
    assert odds["banca_equilibrium"].edge < 0  # with two cloths the banker has the better of it, after 2 %
    free = bets(opened("bacara_dos_panos", "IB05", bank_mode="libre", bank_maximum=0))
    assert free["banca_equilibrium"].edge < odds["banca_equilibrium"].edge  # 1.25 % is less than 2 %
    assert pays(1, 1, LIMITED) == Fraction(98, 50)
    assert pays(1, -1, LIMITED) == 0
    assert pays(-1, -1, LIMITED) == -2


def test_the_rounding_of_the_deduction_is_part_of_the_odds() -> None:
    """Two per cent of thirty céntimos is one, to the nearest, and so it is of sixty."""
    table = opened("bacara_dos_panos", "IB05", authorised_minimum=30, chip=1)
    assert rake_of(table.opening.felt.rules) == (Fraction(1, 30), Fraction(1, 30))  # type: ignore[attr-defined]
    plain, small = (bets(one)["banca_five_draws"] for one in (opened("bacara_dos_panos", "IB05"), table))
    assert small.edge != plain.edge
    assert {net for net, _ in small.distribution or ()} == {-2, -1, 0, Fraction(29, 30), Fraction(59, 30)}


@pytest.mark.parametrize("rake", [NONE, LIMITED])
def test_ignorance_costs_and_never_pays(rake: Rake) -> None:
    lost = {one["ignorance"]: Fraction(one["loses"]) for one in ignorance("IB05", rake)}
    assert len(lost) == 3
    assert min(lost.values()) > 0


def test_the_article_tells_these_figures() -> None:
    told = (Path(__file__).parents[2] / "docs" / "baccara.md").read_text("utf-8")
    figures = [float(one["loses_float"]) for one in ignorance("IB05", LIMITED)]
    for rake in (NONE, LIMITED, (Fraction(1, 80), Fraction(1, 40))):
        joint = solve(rake).outcome
        figures += [float(abs(punto_gains(joint))), float(bank_gains(joint, rake))]
    for figure in figures:
        assert f"{100 * figure:.4f} %" in told


@pytest.mark.slow
def test_fifty_thousand_coups_of_the_engine_agree() -> None:
    """From a full shoe of six decks, which differs from cards put back by less than can be seen here."""
    circle = Circle("bacara_dos_panos", compartments=2, others=1)
    circle.play("croupier shuffle", "s5 bid 100000", "croupier go_on", "croupier go_on", "croupier award")
    circle.play("s1 stake primero 1000", "s3 stake segundo 1000", "croupier ya_no_va_mas")
    circle.play(*["croupier serve"] * 6)
    felt = circle.felt
    start = Looking(replace(felt, coup=replace(felt.coup, restored="banquero")), 0)

    def fares(told: list[Event]) -> tuple[int, int]:
        (came,) = [event for event in told if isinstance(event, Came)]
        assert came
        won = dict.fromkeys((1, 3), 0)
        for event in told:
            if isinstance(event, Payment):
                won[event.seat] = event.returned - event.stake
        return tuple((won[seat] < 0) - (won[seat] > 0) for seat in (1, 3))  # type: ignore[return-value]

    seen = simulated(start, 50_000, 5, fares, afresh=True)
    chances = outcome(Fraction(1), TABLE)
    assert abs(chi_square(seen, chances)) < 3
