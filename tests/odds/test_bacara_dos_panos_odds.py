"""Odds of bacará a dos paños: all coups are counted, and compared with the equilibrium and the engine."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from tests.support.agreement import deviation, simulated

from novamas.equipment.cards import DECK_52
from novamas.equipment.shoe import Shoe
from novamas.families.passing_bank.cloth import full_shoe
from novamas.games.bacara_dos_panos.phases.cards import Looking
from novamas.law import catalogue
from novamas.odds.games import baccarat
from novamas.odds.games.bacara_dos_panos.bets import (
    STOOD,
    Fares,
    Joint,
    Rake,
    bank_gains,
    bets,
    coups_of,
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
from novamas.odds.games.baccarat import INFINITE_DECK, counts_of, equilibria, punto_plan
from novamas.table.events import Event, Payment, RoundOver
from novamas.table.phases import AnyPhase, follow
from novamas.table.roles import CHANCE
from novamas.testing.rehearsal import opened, rehearse

FRAME = catalogue.under("IB05")["bacara_dos_panos"]

SIX_DECKS = (96, *(24,) * 9)
NONE = (Fraction(0), Fraction(0))
LIMITED = (Fraction(1, 50), Fraction(1, 25))
FREE = (Fraction(1, 80), Fraction(1, 40))
NINE_ELEVENTHS = Fraction(9, 11)
DRAW, STAND = Fraction(1), Fraction(0)
TABLE = {know: Fraction(int(draws)) for know, draws in table_plan(FRAME).items()}
SHOES = [(SIX_DECKS, False), (INFINITE_DECK, True)]


def first(joint: Joint) -> dict[int, Fraction]:
    """Return the bank's result against the first cloth."""
    found: dict[int, Fraction] = {}
    for (fares, _), chance in joint.items():
        found[fares] = found.get(fares, Fraction(0)) + chance
    return found


# ---------------------------------------------------------------- the count


def test_the_shoe_is_six_decks() -> None:
    assert counts_of(full_shoe(FRAME)) == SIX_DECKS


@pytest.mark.parametrize(("counts", "replaced"), SHOES)
def test_chances_are_whole_and_the_cloths_alike(counts: tuple[int, ...], replaced: bool) -> None:
    joint = outcome(coups_of(counts, replaced=replaced), (DRAW, DRAW), TABLE)
    assert sum(joint.values()) == 1
    assert all(joint[one, other] == joint[other, one] for one, other in joint)
    uneven = outcome(coups_of(counts, replaced=replaced), (DRAW, Fraction(1, 3)), TABLE)
    assert sum(uneven.values()) == 1
    assert uneven[1, -1] != uneven[-1, 1]


@pytest.mark.parametrize(("counts", "replaced"), SHOES)
def test_a_banker_who_looks_at_one_cloth_alone_plays_chemin_de_fer(
    counts: tuple[int, ...], replaced: bool
) -> None:
    """If the banker looks at one side only, the other hand has no effect, as at chemin de fer."""
    coups = baccarat.coups_of(counts, replaced=replaced).by_total()
    plan = {know: Fraction(int(know[0] < 6)) for know in knows()}  # whatever the cloths do
    alone = baccarat.outcome(coups, punto_plan(DRAW), lambda info: Fraction(int(info[0][0] < 6)))
    for other in (DRAW, STAND):
        joint = first(outcome(coups_of(counts, replaced=replaced), (DRAW, other), plan))
        assert (joint[1], joint[0], joint[-1]) == (alone.bank, alone.tie, alone.punto)


# ---------------------------------------------------------------- the equilibrium


@pytest.mark.parametrize("rake", [NONE, LIMITED])
def test_with_cards_put_back_both_cloths_draw_on_five_as_kemeny_and_snell_found(rake: Rake) -> None:
    """With cards put back, both sides draw on five, because the other side tells the banker nothing."""
    found = solve(INFINITE_DECK, rake, replaced=True)
    alone = equilibria(baccarat.coups_of(INFINITE_DECK, replaced=True).by_total())[0]
    assert found.exact
    assert found.five == NINE_ELEVENTHS == alone.punto_draws
    assert {know[0] for know in found.mixes} == {6}
    assert all(STOOD in know[1:] for know in found.mixes)
    assert ((6, STOOD, STOOD) in found.mixes) is (rake == NONE)


@pytest.mark.parametrize(("counts", "replaced"), SHOES)
@pytest.mark.parametrize("rake", [NONE, LIMITED, FREE])
def test_in_equilibrium_neither_side_does_better_alone(
    counts: tuple[int, ...], replaced: bool, rake: Rake
) -> None:
    found, tells = solve(counts, rake, replaced=replaced), model(counts, rake, replaced=replaced)
    assert found.exact
    for know in found.mixes:
        assert tells.drawing_gains(know, found.five) == 0
    before, after = (tells.answer(found.five + step) for step in (Fraction(-1, 10**9), Fraction(1, 10**9)))
    gains = tells.gain(before, found.five), tells.gain(after, found.five)
    assert (1 - found.later) * gains[0] + found.later * gains[1] == 0
    assert 0 < found.later < 1
    coups = coups_of(counts, replaced=replaced)
    plan = {know: Fraction(int(draws)) for know, draws in after.items()}
    plan |= {know: found.draws(know) for know in found.mixes}
    for five in (DRAW, STAND):  # a hand that plays otherwise while the other does not
        joint = outcome(coups, (five, found.five), plan)
        assert punto_gains(joint) == punto_gains(found.outcome)


def test_the_equilibrium_of_six_decks() -> None:
    found = solve(SIX_DECKS, LIMITED)
    assert float(found.five) == pytest.approx(0.8094811, abs=1e-7)
    assert found.five == solve(SIX_DECKS, NONE).five
    assert float(punto_gains(found.outcome)) == pytest.approx(-0.0087662, abs=1e-7)


@pytest.mark.parametrize("rake", [NONE, LIMITED])
def test_ignorance_costs_and_never_pays(rake: Rake) -> None:
    lost = {one["ignorance"]: Fraction(one["loses"]) for one in ignorance(FRAME, SIX_DECKS, rake)}
    assert len(lost) == 3
    assert min(lost.values()) > 0


# ---------------------------------------------------------------- what is reported


def test_what_is_reported() -> None:
    odds = bets(opened("bacara_dos_panos", "IB05"))
    assert set(odds) == {
        f"{side}_{name}"
        for side in ("punto", "banca")
        for name in ("five_stands", "five_draws", "equilibrium")
    }
    for odd in odds.values():
        assert odd.exact
        assert odd.distribution is not None
        assert sum(chance for _, chance in odd.distribution) == 1
    assert -odds["punto_equilibrium"].edge == punto_gains(solve(SIX_DECKS, LIMITED).outcome)
    assert odds["banca_equilibrium"].edge < 0  # with two cloths the banker has the better of it, after 2 %
    free = bets(opened("bacara_dos_panos", "IB05", bank_mode="libre", maximum_banca=0))
    assert free["banca_equilibrium"].edge < odds["banca_equilibrium"].edge  # 1.25 % is less than 2 %
    assert pays(1, 1, LIMITED) == Fraction(98, 50)
    assert pays(1, -1, LIMITED) == 0
    assert pays(-1, -1, LIMITED) == -2


def test_the_rounding_of_the_deduction_is_part_of_the_odds() -> None:
    """The odds include the rounding of the deduction, for example two per cent of thirty céntimos to one."""
    table = opened("bacara_dos_panos", "IB05", authorised_minimum=30, chip=1)
    assert rake_of(table.opening.felt.rules) == (Fraction(1, 30), Fraction(1, 30))  # type: ignore[attr-defined]
    plain, small = (bets(one)["banca_five_draws"] for one in (opened("bacara_dos_panos", "IB05"), table))
    assert small.edge != plain.edge
    assert {net for net, _ in small.distribution or ()} == {-2, -1, 0, Fraction(29, 30), Fraction(59, 30)}


def test_the_article_tells_these_figures() -> None:
    told = (Path(__file__).parents[2] / "docs" / "baccara.md").read_text("utf-8")
    for counts, replaced in SHOES:
        for rake in (NONE, LIMITED, FREE):
            joint = solve(counts, rake, replaced=replaced).outcome
            assert f"−{-100 * float(punto_gains(joint)):.4f} %" in told
            assert f"+{100 * float(bank_gains(joint, rake)):.4f} %" in told
    solved = solve(SIX_DECKS, LIMITED)
    assert f"{float(solved.five):.6f}" in told
    assert f"draws {float(solved.draws(solved.mixes[0])):.6f}" in told
    for one in ignorance(FRAME, SIX_DECKS, LIMITED):
        assert f"{100 * one['loses_float']:.4f} %" in told


# ---------------------------------------------------------------- the engine itself


def dealt(shoe: Shoe | None = None) -> Looking:
    """Return a coup with stakes of seats 1 and 3, one per cloth, and a banker bound to the table."""
    circle = rehearse("bacara_dos_panos", "IB05", seats=4, standing=1)
    circle.play("croupier shuffle; s5 bid 100000; croupier go_on; croupier go_on; croupier award")
    circle.play("s1 stake primero 1000; s3 stake segundo 1000; croupier ya_no_va_mas")
    circle.play(*["croupier serve"] * 6)
    felt = circle.felt
    left = felt.shoe if shoe is None else replace(shoe, dealt=6)
    return Looking(replace(felt, coup=replace(felt.coup, restored="banquero"), shoe=left), 0)


def fares_of(told: list[Event]) -> Fares:
    """Return the bank's results against both cloths, from the payments."""
    won = dict.fromkeys((1, 3), 0)
    for event in told:
        if isinstance(event, Payment):
            won[event.seat] = event.returned - event.stake
    one, other = ((won[seat] < 0) - (won[seat] > 0) for seat in (1, 3))
    return one, other


def walked(phase: AnyPhase, told: tuple[Event, ...] = ()) -> Joint:
    """Return every possible course of a coup on the engine, with the first offer at each decision."""
    if told and isinstance(told[-1], RoundOver):
        return {fares_of(list(told)): Fraction(1)}
    if phase.turn is not CHANCE:
        return walked(*follow(phase, next(iter(phase.offers(phase.turn))).act))
    spread: Joint = {}
    draws = phase.draws()
    for what, ways in draws.items():
        for end, chance in walked(*phase.drawn(what)).items():
            spread[end] = spread.get(end, Fraction(0)) + chance * Fraction(ways, draws.total)
    return spread


@settings(max_examples=5, deadline=None)
@given(kinds=st.lists(st.sampled_from(DECK_52), min_size=2, max_size=2), rare=st.integers(1, 4))
def test_the_whole_tree_of_the_engine_over_a_few_cards_agrees(kinds: list[int], rare: int) -> None:
    shoe = Shoe.of([kinds[0]] * rare + [kinds[1]] * (10 - rare))
    counted = outcome(coups_of(counts_of(shoe)), (DRAW, DRAW), TABLE)
    assert walked(dealt(shoe)) == counted


def test_coups_of_the_engine_agree(soak: bool) -> None:
    seen = simulated(dealt(), 50_000 if soak else 2_000, 5, fares_of, afresh=True)
    assert abs(deviation(seen, outcome(coups_of(SIX_DECKS), (DRAW, DRAW), TABLE))) < 3
