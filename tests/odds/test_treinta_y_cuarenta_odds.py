"""Odds of treinta y cuarenta: a plain count, the generic walk and the engine agree."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from functools import cache
from itertools import permutations
from math import factorial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.agreement import deviation, simulated

from novamas.equipment.cards import cards, is_red
from novamas.equipment.shoe import Shoe
from novamas.families.banked.acts import Bet
from novamas.families.banked.phases import Betting
from novamas.families.coups.setup import fresh_shoe
from novamas.families.prison import TakeHalf
from novamas.games.treinta_y_cuarenta.acts import Insure
from novamas.games.treinta_y_cuarenta.cloth import Cloth
from novamas.hands import row_points
from novamas.law import catalogue
from novamas.money import Rounding
from novamas.odds.games.treinta_y_cuarenta.bets import counts_of, freed, fresh_rows, is_even
from novamas.odds.games.treinta_y_cuarenta.prisoners import caught_so_often, series
from novamas.odds.games.treinta_y_cuarenta.rows import Rows, rows
from novamas.odds.payload import report
from novamas.odds.report import BetOdds, table_odds
from novamas.odds.walk import Walk
from novamas.table.deeds import Deed
from novamas.table.events import Dealt, Event
from novamas.table.phases import AnyPhase, follow
from novamas.testing.rehearsal import opened

FRAME = catalogue.under("IB05")["treinta_y_cuarenta"]

CHANCES = ("color", "inverso", "negro", "rojo")
HALF_BACK = Fraction(
    45590155731957200269313958556759358571122564966802626914292869,
    4165125775010218308721251870885083140126231327520133216926152500,
)


@pytest.fixture(scope="module")
def odds() -> dict[str, BetOdds]:
    return table_odds(opened("treinta_y_cuarenta", "IB05"))


# ---------------------------------------------------------------- both rows


def counted(values: list[int], before_red_card: int) -> Rows:
    """Yield every order of a few cards."""
    ways: dict[tuple[int, int], int] = {}
    for order in permutations(values):
        totals, taken = [0, 0], 0
        for row in (0, 1):
            while totals[row] < 31 and taken < before_red_card:
                totals[row] += order[taken]
                taken += 1
        if min(totals) >= 31:
            key = totals[0], totals[1]
            ways[key] = ways.get(key, 0) + 1
    whole = factorial(len(values))
    chances = {key: Fraction(count, whole) for key, count in sorted(ways.items())}
    return Rows(chances, 1 - sum(chances.values(), Fraction(0)))


def counts(values: list[int]) -> tuple[int, ...]:
    return tuple(values.count(value) for value in range(1, 11))


@settings(max_examples=25, deadline=None)
@given(st.lists(st.integers(7, 10), min_size=8, max_size=8), st.integers(6, 8))
def test_a_plain_count_of_every_order_agrees(values: list[int], before_red_card: int) -> None:
    assert rows(counts(values), before_red_card) == counted(values, before_red_card)


def test_a_plain_count_with_small_cards_agrees(soak: bool) -> None:
    for values in ([10, 10, 10, 1, 1, 10, 10, 9, 2], [10, 10, 9, 3, 2, 10, 10, 6, 4]):
        for before_red_card in (7, 8, 9) if soak else (8,):
            assert rows(counts(values), before_red_card) == counted(values, before_red_card)


@pytest.mark.law("IB05.05.II.1.1", "IB05.05.V.1.2")
def test_six_decks_without_replacement() -> None:
    """With six decks without replacement, the edge is the published 2.19 %.

    https://gamblinginamerica.name/trente-et-quarante-30-and-40-gambling-in-america
    """
    found = fresh_rows(FRAME)
    assert counts_of(fresh_shoe(FRAME)) == (*[24] * 9, 96)
    assert found.annulled == 0
    assert len(found.chances) == 100
    assert sum(found.chances.values()) == 1
    assert all(found.chances[black, red] == found.chances[red, black] for black, red in found.chances)
    assert found.caught + found.void + found.decided == 1
    assert found.caught == 2 * HALF_BACK
    assert f"{float(100 * found.caught):.4f}" == "2.1891"
    black = [float(sum(found.chances[n, red] for red in range(31, 41))) for n in range(31, 41)]
    assert [round(1000 * chance) for chance in black] == [148, 138, 128, 117, 106, 95, 84, 72, 61, 52]


def one_row(decks: int) -> dict[int, Fraction]:
    """Return the marginals of one row, computed independently, card by card over all possible cards."""
    ways: dict[tuple[int, ...], Fraction] = {(0,) * 10: Fraction(1)}
    many, ends = 52 * decks, dict.fromkeys(range(31, 41), Fraction(0))
    drawn = 0
    while ways:
        after: dict[tuple[int, ...], Fraction] = {}
        for taken, chance in ways.items():
            total = sum(value * count for value, count in enumerate(taken, start=1))
            for value in range(1, 11):
                left = 4 * decks * (4 if value == 10 else 1) - taken[value - 1]
                if not left:
                    continue
                here = chance * Fraction(left, many - drawn)
                if total + value >= 31:
                    ends[total + value] += here
                else:
                    now = (*taken[: value - 1], taken[value - 1] + 1, *taken[value:])
                    after[now] = after.get(now, Fraction(0)) + here
        ways = after
        drawn += 1
    return ends


def test_each_row_by_itself_is_as_the_black_row_laid_card_by_card() -> None:
    found, alone = fresh_rows(FRAME), one_row(6)
    for n in range(31, 41):
        assert sum(found.chances[n, red] for red in range(31, 41)) == alone[n]
        assert sum(found.chances[black, n] for black in range(31, 41)) == alone[n]


# ---------------------------------------------------------------- coups of one shoe


def followed(shoe: tuple[int, ...], coups: str) -> float:
    """Return the probability of these coups from a small shoe: C for caught, V for void.

    It is computed card by card over all cards that remain.
    """

    @cache
    def laid(left: tuple[int, ...], coup: int, black: int, points: int) -> float:
        if points >= 31:
            if not black:
                return laid(left, coup, points, 0)
            if points != black or (points == 31) != (coups[coup] == "C"):
                return 0.0
            return 1.0 if coup + 1 == len(coups) else laid(left, coup + 1, 0, 0)
        ways = 0.0
        for value, count in enumerate(left, start=1):
            if count:
                after = (*left[: value - 1], count - 1, *left[value:])
                ways += count * laid(after, coup, black, points + value)
        return ways and ways / sum(left)

    return laid(shoe, 0, 0, 0)


@pytest.mark.parametrize("shoe", [(24, 0, 0, 0, 0, 0, 0, 0, 24, 96), (0, 24, 0, 0, 0, 0, 24, 0, 0, 36)])
def test_series_of_coups_lie_within_their_bounds(shoe: tuple[int, ...]) -> None:
    for coups in ("C", "V", "CC", "CV"):
        exactly = followed(shoe, coups)
        assert exactly == pytest.approx(followed(shoe, coups[::-1]))  # rows of one shoe are exchangeable
        bounds = series(shoe, coups.count("C"), coups.count("V"))
        assert 0.4 * exactly < bounds.least < exactly < bounds.most < 1.5 * exactly


def test_one_coup_of_six_decks_lies_close_within_its_bounds() -> None:
    found, shoe = fresh_rows(FRAME), counts_of(fresh_shoe(FRAME))
    for exactly, coups in ((found.caught, (1, 0)), (found.void, (0, 1))):
        bounds = series(shoe, *coups)
        assert 0.99 * exactly < bounds.least < exactly < bounds.most < 1.05 * exactly


def test_a_prisoner_is_caught_again_about_as_often_as_from_full_shoes() -> None:
    found, shoe = fresh_rows(FRAME), counts_of(fresh_shoe(FRAME))
    again = found.caught / (1 - found.void)
    for times in (2, 3):
        bounds = caught_so_often(shoe, times)
        afresh = found.caught * again ** (times - 1)
        assert 0.8 * afresh < bounds.least < afresh < bounds.most < 1.4 * afresh


# ---------------------------------------------------------------- the bets


@pytest.mark.law("IB05.05.V.1.4", "IB05.05.V.1.6")
def test_with_half_back_each_chance_loses_half_of_the_ties_at_31(odds: dict[str, BetOdds]) -> None:
    for bet in CHANCES:
        assert odds[bet].edge == HALF_BACK
        assert odds[bet].exact
        assert odds[bet].hit == fresh_rows(FRAME).decided / 2
        assert [won for won, _ in odds[bet].distribution or ()] == [-1, Fraction(-1, 2), 0, 1]


@pytest.mark.law("IB05.05.V.1.7")
def test_an_insured_bet_loses_its_premium_and_no_more(odds: dict[str, BetOdds]) -> None:
    for bet in CHANCES:
        assert odds[f"seguro:{bet}"].edge == Fraction(1, 100) < HALF_BACK


@pytest.mark.law("IB05.05.V.1.7")
def test_what_may_not_be_insured_has_no_odds_insured() -> None:
    found = table_odds(opened("treinta_y_cuarenta", "IB05", authorised_minimum=550, chip=50))
    assert (found["rojo"].stake, found["seguro:rojo"].stake) == (550, 600)
    found = table_odds(opened("treinta_y_cuarenta", "IB05", minimum_seguro=2000))
    assert found["seguro:rojo"].stake == 2000
    found = table_odds(opened("treinta_y_cuarenta", "IB05", minimum_seguro=10**6))
    assert "seguro:rojo" not in found


@pytest.mark.law("IB05.05.V.1.6")
def test_prison_is_worth_less_than_half(odds: dict[str, BetOdds]) -> None:
    found = fresh_rows(FRAME)
    again = found.caught / (1 - found.void)
    for bet in CHANCES:
        (decision,) = odds[bet].decisions
        assert decision.best == TakeHalf(1, f"{bet}@1")
        assert decision.worth[f"s1 take_half {bet}@1"] == 250
        prison = decision.worth[f"s1 imprison {bet}@1"]
        assert 246 < prison < 250
        # caught z times with chance (1 - a)·a^(z - 1), and then 2^(1 - z) comes back half of the time
        assert abs(prison / 500 - (1 - again) / (2 - again)) < Fraction(1, 10**6)
        assert odds[f"prision:{bet}"].edge == found.caught * (1 - prison / 500)
        assert not odds[f"prision:{bet}"].exact
        within = odds[f"prision:{bet}"].within
        assert within is not None
        assert 0 < within < 0.00002


def test_the_prison_is_best_only_where_half_is_rounded_to_nothing() -> None:
    table = opened("treinta_y_cuarenta", "IB05", authorised_minimum=1, chip=1, rounding="down")
    found = table_odds(table)["rojo"]
    assert found.decisions[0].best.verb() == "imprison"
    assert not found.exact
    assert sum(freed(1, fresh_rows(FRAME), Rounding.DOWN).values()) == 1


def test_the_report_is_whole(odds: dict[str, BetOdds]) -> None:
    found = report(opened("treinta_y_cuarenta", "IB05"), odds)
    assert {one["best"] for one in found["strategy"]} == {"take_half"}
    assert {"IB05.05.V.1.6", "IB05.05.V.1.7"} <= set(found["readings"])
    for bet in odds.values():
        assert bet.distribution is not None
        assert sum(chance for _, chance in bet.distribution) == 1
        assert -sum(won * chance for won, chance in bet.distribution) == bet.edge


# ---------------------------------------------------------------- against the generic walk

FEW = Shoe.of(cards("Ks Kh Qc Qd 9c 9d Ac Ad Js Jh 8s 8h"), cut=8)


def alike(phase: AnyPhase) -> Hashable:
    """Return a key that is equal for states that differ only in order and suits.

    The colour of the first card is part of the key.
    """
    felt = phase.felt
    black, red = felt.cards("negra"), felt.cards("roja")
    left = counts_of(felt.shoe) if felt.shoe else ()
    colours = felt.shoe.left if felt.shoe and not black else b""
    first = is_red(black[0]) if black else None
    return type(phase).__name__, left, colours, first, row_points(black), row_points(red), felt.chips


def walked(*acts: Deed) -> dict[int, Fraction]:
    """Return the net of a bet of 1000 céntimos on one coup from the small shoe, taking half, by the walk."""
    opening = opened("treinta_y_cuarenta", "IB05").opening
    assert isinstance(opening.felt, Cloth)
    phase: AnyPhase = Betting(Cloth(rules=opening.felt.rules, shoe=FEW))
    for act in acts:
        phase, _ = follow(phase, act)

    def take_half(phase: AnyPhase, acts: list[Deed]) -> Deed:
        return next(act for act in acts if isinstance(act, TakeHalf))

    return Walk(1, policy=take_half, alike=alike).result(phase, phase.felt.of(1)).chances


@pytest.mark.parametrize("bet", CHANCES)
def test_the_generic_walk_over_a_small_shoe_agrees(bet: str) -> None:
    assert is_even(FEW)
    found = rows(counts_of(FEW), FEW.cut)
    assert found.annulled > 0 < found.caught
    each, still = found.decided / 2, found.void + found.annulled
    assert walked(Bet(1, bet, 1000)) == {-1000: each, -500: found.caught, 0: still, 1000: each}
    insured = walked(Bet(1, bet, 1000), Insure(1, bet))
    assert insured == {-1010: each, -10: found.void + found.caught, 0: found.annulled, 990: each}


# ---------------------------------------------------------------- against the engine as it is played


def kind(told: list[Event]) -> tuple[int, int, bool]:
    """Return the result of a coup: both rows, and whether its first card is red."""
    held: dict[object, list[int]] = {"negra": [], "roja": []}
    for event in told:
        if isinstance(event, Dealt) and event.card is not None:
            held[event.to].append(event.card)
    return row_points(held["negra"]), row_points(held["roja"]), is_red(held["negra"][0])


def test_coups_of_the_engine_agree(soak: bool) -> None:
    """All two hundred classes are compared. Each coup is from a full shoe, so no red card annuls it."""
    coups = 100_000 if soak else 3_000
    found = fresh_rows(FRAME)
    chances = {
        (*totals, first_is_red): chance / 2
        for totals, chance in found.chances.items()
        for first_is_red in (False, True)
    }
    seen = simulated(opened("treinta_y_cuarenta", "IB05").opening, coups, 7, kind, afresh=True)
    assert abs(deviation(seen, chances)) < 3
    caught = sum(count for (black, red, _), count in seen.items() if black == red == 31)
    assert abs(caught - coups * found.caught) < 3 * float(coups * found.caught * (1 - found.caught)) ** 0.5
