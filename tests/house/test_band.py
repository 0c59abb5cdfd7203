"""The bankroll band against distributions that are enumerated apart."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from novamas.house.band import LEVELS, band, spread_of
from novamas.house.opening import frame_to_play, open_as_written
from novamas.odds import table_odds
from novamas.table.game import Table


def table(game: str) -> Table:
    return open_as_written(frame_to_play(game, "IB05"), {})


def test_bets_on_one_wheel_are_decided_together() -> None:
    opened = table("boule")
    odds = table_odds(opened)
    bets = {"par": 500, "impar": 500}
    together = spread_of(opened, bets, odds)
    assert together.is_exact
    assert together.chances == {-1000: Fraction(1, 9), 0: Fraction(8, 9)}  # one of them wins unless 5 comes


def test_the_band_is_the_quantiles_of_all_sequences() -> None:
    opened = table("boule")
    rounds = [{"par": 500}, {"numero:3": 200}, {"par": 500, "numero:3": 200}, {}]
    found = band(opened, rounds)
    assert found.is_exact
    assert not found.unknown
    odds = table_odds(opened)
    each = [spread_of(opened, bets, odds).chances for bets in rounds]
    for many in range(1, len(rounds) + 1):
        sums: dict[int, Fraction] = {}
        for sequence in product(*(chances.items() for chances in each[:many])):
            net, chance = sum(won for won, _ in sequence), Fraction(1)
            for _, part in sequence:
                chance *= part
            sums[net] = sums.get(net, Fraction(0)) + chance
        for level, limit in zip(LEVELS, found.limits[many - 1], strict=True):
            below = sum((chance for net, chance in sums.items() if net < limit), Fraction(0))
            upto = below + sums[limit]
            assert below <= level + 1e-9
            assert upto >= level - 1e-9
        mean = sum(net * chance for net, chance in sums.items())
        assert found.expected[many - 1] == pytest.approx(float(mean), abs=1e-3)


def test_a_bet_without_known_odds_is_named_and_nothing_is_called_exact() -> None:
    found = band(table("boule"), [{"par": 500, "nothing": 100}])
    assert found.unknown == ("nothing",)
    assert not found.is_exact


def test_bets_of_one_coup_of_cards_are_summed_as_if_apart_and_not_called_exact() -> None:
    opened = table("punto_y_banca")
    assert band(opened, [{"punto": 1000}]).is_exact
    assert not band(opened, [{"punto": 1000, "empate": 500}]).is_exact
