"""Rounds of blackjack on the engine agree with the odds."""

from __future__ import annotations

from math import sqrt
from typing import Any

import pytest
from msgspec.structs import replace
from tests.support.agreement import deviation

from novamas.odds.games.blackjack.basic_strategy import basic_strategy
from novamas.odds.games.blackjack.bets import (
    basic_odds,
    rules_of,
    terms_of,
)
from novamas.odds.games.blackjack.engine_rounds import simulate
from novamas.testing.rehearsal import opened

NAMES = ["As", "2s", "3s", "4s", "5s", "6s", "7s", "8s", "9s", "Ts"]
STAKE = 2
TERMS = terms_of(rules_of(opened("blackjack", "IB05")))
WITHOUT_SURRENDER = replace(TERMS, surrender_loses=None)
JACKPOT: dict[str, Any] = {"jackpot": True, "authorised": ("jackpot", "progressive")}

# ---------------------------------------------------------------- the bank


def test_rounds_of_the_engine_agree(soak: bool) -> None:
    choices = {"places": 1, "seats": 1, "shuffler": "continuous"}
    table = opened("blackjack", "IB05", **choices)
    terms = terms_of(rules_of(table))
    odds = basic_odds(terms, 500)
    rounds = 100_000 if soak else 3_000
    counted = simulate(table, basic_strategy(terms).advice, rounds, seed=3)
    assert odds.distribution is not None
    assert float(sum(chance for _, chance in odds.distribution)) == pytest.approx(1, abs=1e-7)
    assert deviation(counted, dict(odds.distribution)) < 3
    mean = float(sum(net * count for net, count in counted.items())) / rounds
    assert abs(mean + float(odds.edge)) < 3 * odds.sd / sqrt(rounds)
