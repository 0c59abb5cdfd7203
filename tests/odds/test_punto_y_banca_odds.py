"""Odds of punto y banca: published integers, the generic walk and the engine agree."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.agreement import deviation, simulated

from novamas.equipment.cards import DECK_52, cards
from novamas.equipment.shoe import Shoe
from novamas.families.baccarat import ThirdCard
from novamas.families.banked.acts import Bet
from novamas.families.banked.phases import Betting
from novamas.families.coups.setup import fresh_shoe
from novamas.games.punto_y_banca.cloth import Cloth
from novamas.hands import baccarat_points
from novamas.law import catalogue
from novamas.odds.engine_payouts import net
from novamas.odds.games.baccarat import counts_of
from novamas.odds.games.punto_y_banca import bets, census
from novamas.odds.payload import report
from novamas.odds.report import table_odds
from novamas.odds.walk import Walk
from novamas.table.events import Dealt, Event, Shown
from novamas.table.phases import AnyPhase, follow
from novamas.testing.rehearsal import opened

FRAME = catalogue.under("IB05")["punto_y_banca"]

RULE = FRAME.group("third_card", ThirdCard)
EDGES = {
    "banca": Fraction(460294100, 43594702723),
    "punto": Fraction(18880657128, 1525814595305),
    "empate": Fraction(220299549488, 1525814595305),
}


def decks(count: int) -> tuple[int, ...]:
    return (16 * count, *([4 * count] * 9))


def test_eight_decks_give_the_published_integers() -> None:
    found = census(decks(8), RULE)
    assert found.whole == 4998398275503360
    assert found.by_result == {
        "banca": 2292252566437888,
        "punto": 2230518282592256,
        "empate": 475627426473216,
    }


@pytest.mark.law("IB05.07.II.1.1", "IB05.07.VI.2.b.2")
def test_six_decks_as_the_law_has_them() -> None:
    found = census(counts_of(fresh_shoe(FRAME)), RULE)
    assert counts_of(fresh_shoe(FRAME)) == decks(6)
    assert found.whole == 878869206895680 == 312 * 311 * 310 * 309 * 308 * 307
    assert found.by_result == {"banca": 403095751234560, "punto": 392220492728832, "empate": 83552962932288}


@pytest.mark.law("IB05.07.V.2", "IB05.07.VI.1.5")
def test_edges_are_exact_fractions_and_the_known_percentages() -> None:
    odds = table_odds(opened("punto_y_banca", "IB05"))
    assert {bet: one.edge for bet, one in odds.items()} == EDGES
    percents = {bet: f"{float(100 * one.edge):.4f}" for bet, one in odds.items()}
    assert percents == {"banca": "1.0558", "punto": "1.2374", "empate": "14.4382"}
    for one in odds.values():
        assert one.exact
        assert one.distribution is not None
        assert sum(chance for _, chance in one.distribution) == 1
        assert -sum(won * chance for won, chance in one.distribution) == one.edge


def test_edges_follow_from_the_census_by_hand() -> None:
    found = census(decks(6), RULE)
    banca, punto, empate = (found.by_result[name] for name in ("banca", "punto", "empate"))
    assert EDGES["punto"] == Fraction(banca - punto, found.whole)
    assert EDGES["banca"] == Fraction(20 * punto - 19 * banca, 20 * found.whole)
    assert EDGES["empate"] == Fraction(banca + punto - 8 * empate, found.whole)


def test_the_report_is_whole() -> None:
    table = opened("punto_y_banca", "IB05")
    found = report(table, bets(table))
    assert set(found["bets"]) == {"punto", "banca", "empate"}
    assert "IB05.07.VI.2.b.2" in found["readings"]
    assert found["strategy"] == []  # no decision is left to anyone


@pytest.mark.parametrize(("rounding", "prize"), [("up", 485), ("down", 484)])
def test_rounding_moves_the_edge_of_the_bank_alone(rounding: str, prize: int) -> None:
    table = opened("punto_y_banca", "IB05", authorised_minimum=510, chip=10, rounding=rounding)
    odds = bets(table)
    wins, ties = (Fraction(one, 878869206895680) for one in (403095751234560, 83552962932288))
    assert odds["banca"].edge == 1 - wins - ties - wins * Fraction(prize, 510)
    assert {bet: odds[bet].edge for bet in ("punto", "empate")} == {
        bet: EDGES[bet] for bet in ("punto", "empate")
    }


# ---------------------------------------------------------------- against the generic walk


def alike(phase: AnyPhase) -> Hashable:
    """Return a key that is equal for phases that differ only in suits."""
    felt = phase.felt
    hands = [tuple(baccarat_points((code,)) for code in felt.cards(hand)) for hand in ("punto", "banca")]
    first = [(*sorted(hand[:2]), *hand[2:]) for hand in hands]
    left = counts_of(felt.shoe) if felt.shoe else ()
    return type(phase).__name__, getattr(phase, "hand", ""), left, *first, felt.chips


def walked(shoe: Shoe, bet: str) -> dict[int, Fraction]:
    """Return the net of a bet of 1000 céntimos on one coup from this shoe, by the walk over the engine."""
    opening = opened("punto_y_banca", "IB05").opening
    assert isinstance(opening.felt, Cloth)
    betting = Betting(Cloth(rules=opening.felt.rules, shoe=shoe))
    phase, _ = follow(betting, Bet(1, bet, 1000))
    return Walk(1, alike=alike).result(phase, 1000).chances


def fast(shoe: Shoe, bet: str) -> dict[int, Fraction]:
    found = census(counts_of(shoe), RULE)
    pays = {"punto": 1000, "banca": 950, "empate": 8000}
    nets: dict[int, Fraction] = {}
    for result, ways in found.by_result.items():
        won = pays[bet] if result == bet else 0 if result == "empate" else -1000
        nets[won] = nets.get(won, Fraction(0)) + Fraction(ways, found.whole)
    return {won: chance for won, chance in sorted(nets.items()) if chance}


@pytest.mark.parametrize("bet", ["punto", "banca", "empate"])
def test_the_generic_walk_over_a_small_shoe_agrees(bet: str) -> None:
    shoe = Shoe.of(cards("As 2s 3s 4s 5s 6s 7s 8s 9s Ks 5h"))
    assert walked(shoe, bet) == fast(shoe, bet)


@settings(max_examples=12, deadline=None)
@given(
    st.lists(st.sampled_from(DECK_52), min_size=7, max_size=9), st.sampled_from(["punto", "banca", "empate"])
)
def test_the_generic_walk_over_any_few_cards_agrees(few: list[int], bet: str) -> None:
    shoe = Shoe.of(few)
    assert walked(shoe, bet) == fast(shoe, bet)


# ---------------------------------------------------------------- against the engine as it is played


def test_what_the_table_pays_is_asked_of_the_table() -> None:
    opening = opened("punto_y_banca", "IB05").opening
    draws = [48, *cards("Kh Qh 4s 5s")]
    assert net(opening, (Bet(1, "banca", 1000), Bet(2, "punto", 1000)), draws) == 950
    assert net(opening, (Bet(1, "banca", 1000), Bet(2, "punto", 1000)), draws, seat=2) == -1000


def final_points(told: list[Event]) -> tuple[int, int]:
    """Return the points of both hands at the end of a coup."""
    hands: dict[object, list[int]] = {"punto": [], "banca": []}
    for event in told:
        match event:
            case Shown(owner, (int(code),)) | Dealt(owner, int(code)):
                hands[owner].append(code)
    return baccarat_points(hands["punto"]), baccarat_points(hands["banca"])


def test_coups_of_the_engine_agree(soak: bool) -> None:
    """All hundred pairs of final points are compared, shoe after shoe up to the cut card."""
    coups = 100_000 if soak else 3_000
    found = census(decks(6), RULE)
    chances = {points: Fraction(ways, found.whole) for points, ways in found.ways.items()}
    seen = simulated(opened("punto_y_banca", "IB05").opening, coups, 7, final_points)
    assert abs(deviation(seen, chances)) < 3
    wins = sum(count for (punto, bank), count in seen.items() if bank > punto)
    chance = Fraction(found.by_result["banca"], found.whole)
    assert abs(wins - coups * chance) < 3 * float(coups * chance * (1 - chance)) ** 0.5
