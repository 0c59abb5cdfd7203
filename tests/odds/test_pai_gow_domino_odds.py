"""Odds of pai gow dominoes: exact, compared with the generic walk on a small set and with the engine."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from itertools import combinations
from math import comb
from time import process_time
from typing import Any

import pytest
from tests.support.agreement import assert_agrees, simulated

from novamas.equipment.pieces import piece_of_tile
from novamas.equipment.shoe import Shoe
from novamas.equipment.tiles import TILE_SET, tiles
from novamas.families.banked.acts import Bet
from novamas.families.pai_gow.acts import SetAsHouse
from novamas.families.pai_gow.phases.deal import Placing
from novamas.games.pai_gow_domino.cloth import house_way
from novamas.games.pai_gow_domino.house_way import chosen
from novamas.law import catalogue
from novamas.odds.games.pai_gow_domino.bets import bets, by_house, census, chances, for_the_best, hands_of
from novamas.odds.walk import Walk
from novamas.table.deeds import Deed
from novamas.table.events import Event, Payment
from novamas.table.phases import AnyPhase, follow
from novamas.testing.rehearsal import opened, rehearse

FRAME = catalogue.under("CM16")["pai_gow_domino"]

SLUG = "pai_gow_domino"
EVEN = (Fraction(1), Fraction(0), Fraction(-1))
WAYS = ("by_worth", "best_high")
SMALL = tuple(sorted(tiles("6:6 1:1 4:4 1:3 1:3 1:6 4:5 2:4 2:3")))


def table(**choices: Any) -> Any:
    return opened(SLUG, "CM16", **choices)


@pytest.mark.parametrize("way", WAYS)
def test_every_hand_against_every_hand(way: str) -> None:
    counted = census(TILE_SET, house_way(FRAME, way))
    hands = hands_of(TILE_SET)
    assert sum(row[0].many for row in counted.as_client) == comb(32, 4)
    assert len(hands.tiles) == len(set(map(tuple, map(sorted, combinations(TILE_SET, 4)))))
    for rows in (counted.as_client, counted.as_bank):
        assert all(sum(setting.counts) == comb(28, 4) for row in rows for setting in row)


@pytest.mark.parametrize("way", WAYS)
def test_the_bank_wins_what_a_client_loses(way: str) -> None:
    """If client and bank both set their hands the house way, the win of one is the loss of the other."""
    counted = census(TILE_SET, house_way(FRAME, way))
    client = chances(by_house(counted.as_client, house_way(FRAME, way)))
    bank = chances(by_house(counted.as_bank, house_way(FRAME, way)))
    assert client == tuple(reversed(bank))
    assert client[0] < client[2]  # equal hands are the bank's


def test_a_small_set_counted_one_by_one() -> None:
    way = house_way(FRAME, "by_worth")
    won = [0, 0, 0]
    for mine in combinations(range(len(SMALL)), 4):
        rest = [n for n in range(len(SMALL)) if n not in mine]
        one = chosen(tuple(SMALL[n] for n in mine), way)
        for theirs in combinations(rest, 4):
            other = chosen(tuple(SMALL[n] for n in theirs), way)
            lost = (one.low.strength <= other.low.strength) + (one.high.strength <= other.high.strength)
            won[lost] += 1
    whole = sum(won)
    expected = tuple(Fraction(each, whole) for each in won)
    assert chances(by_house(census(SMALL, house_way(FRAME, "by_worth")).as_client, way)) == expected


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("best", [False, True])
def test_the_walk_over_the_table_itself_agrees_on_a_small_set(way: str, best: bool) -> None:
    bet = "s1 bet casilla:1 1000; 1-1-1"
    phase = rehearse(SLUG, "CM16", bet, seats=1, house_way=way, commission=Fraction(0)).phase
    assert isinstance(phase, Placing)
    felt = type(phase.felt)(
        **{name: getattr(phase.felt, name) for name in phase.felt.__struct_fields__ if name != "shoe"},
        shoe=Shoe.of(map(piece_of_tile, SMALL)),
    )

    def alike(moment: AnyPhase) -> Hashable:
        """The order in which tiles are seen does not matter."""
        lying: Any = moment.felt
        piles = tuple((pile.owner, tuple(sorted(lying.cards(pile.owner)))) for pile in lying.piles)
        return type(moment).__name__, piles, lying.laid, lying.chips

    def as_house(moment: AnyPhase, acts: list[Deed]) -> Deed:
        return next(act for act in acts if isinstance(act, SetAsHouse))

    walk = Walk(1, policy=None if best else as_house, alike=alike)
    result = walk.result(Placing(felt, 3), staked=1000)
    rows = census(SMALL, house_way(FRAME, way)).as_client
    picked = for_the_best(rows, EVEN) if best else by_house(rows, house_way(FRAME, way))
    won, _, lost = chances(picked)
    assert result.mean == 1000 * (won - lost)


@pytest.mark.parametrize("way", WAYS)
def test_the_engine_agrees(way: str, soak: bool) -> None:
    """The odds of the client's bet agree with the results of rounds played at a table."""
    found = table(seats=1, house_way=way)
    begun, _ = follow(found.opening, next(iter(found.opening.offers(found.opening.turn))).act)
    placed, _ = follow(begun, Bet(1, "casilla:1", 500))

    def outcome(told: list[Event]) -> Fraction:
        (paid,) = (event for event in told if isinstance(event, Payment))
        return Fraction(paid.returned - paid.stake, paid.stake)

    counted = simulated(placed, 5_000 if soak else 1_500, 5, outcome, afresh=True)
    assert_agrees(counted, dict(bets(found)["casilla"].distribution or ()))


def test_the_odds_of_the_table_and_what_the_choices_do_to_them() -> None:
    odds = bets(table())
    assert set(odds) == {"casilla", "casilla_best", "banca", "banca_best"}
    assert all(bet.exact for bet in odds.values())
    assert odds["casilla_best"].edge < odds["casilla"].edge
    assert odds["banca_best"].edge < odds["banca"].edge < odds["casilla"].edge
    assert bets(table(house_way="best_high"))["casilla"].edge != odds["casilla"].edge
    free = bets(table(commission=Fraction(0)))
    assert odds["casilla"].edge - free["casilla"].edge == odds["casilla"].hit / 20
    assert free["casilla"].edge == -free["banca"].edge
    assert bets(table(seats=2, rounding="up", player_bank=True)) == odds


def test_it_lies_where_published_studies_have_it() -> None:
    """2.3896 % against a client and 0.7377 % against a bank, by another house way at 5 % commission.

    M. Shackelford, «Ask the Wizard: Pai Gow Tiles», wizardofodds.com.
    """
    odds = bets(table())
    assert abs(float(odds["casilla"].edge) - 0.023896) < 0.0005
    assert abs(float(odds["banca"].edge) - 0.007377) < 0.003


def test_the_best_setting_of_every_hand_and_what_the_house_way_costs() -> None:
    odds = bets(table())
    for name in ("casilla", "banca"):
        cost, whole = odds[f"{name}_best"].advice
        assert Fraction(cost["cost"]) == odds[name].edge - odds[f"{name}_best"].edge > 0
        rows = whole["table"]
        assert len(rows) == len(hands_of(TILE_SET).tiles)
        assert sum(row["hands"] for row in rows) == comb(32, 4)
        for row in rows[::97]:
            worth = {act: Fraction(value) for act, value in row["worth"].items()}
            assert worth[f"s1 {row['best']}"] == max(worth.values())
        mean = sum(Fraction(row["worth"][f"s1 {row['best']}"]) * row["hands"] for row in rows)
        assert mean / comb(32, 4) == -odds[f"{name}_best"].edge


def test_it_is_fast_enough() -> None:
    """The odds of pai gow with tiles take at most ten seconds on one core, without compilation."""
    census(SMALL, house_way(FRAME, "best_high"))
    started = process_time()
    census.__wrapped__(TILE_SET, house_way(FRAME, "by_worth"))
    assert process_time() - started < 10


@pytest.mark.law("CM16.12.5.1")
def test_a_bank_that_pays_no_commission_gains_what_its_wins_would_have_paid() -> None:
    charged, free = table(bank_commission=True), table(bank_commission=False)
    before, after = bets(charged), bets(free)
    assert after["casilla"] == before["casilla"]
    rate = charged.chosen["commission"]
    assert before["banca"].edge - after["banca"].edge == rate * before["banca"].hit
    assert after["banca_best"].edge < before["banca_best"].edge
