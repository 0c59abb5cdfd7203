"""Blackjack passes the suite of every game, with standing players, vacant places and a jackpot."""

from __future__ import annotations

from novamas.testing import Contract

PRIZES = ("siete:3", "tres_sietes_del_mismo_palo:1000")


class TestBlackjack(Contract):
    game = "blackjack"
    norms = ("IB05",)
    choices = {
        "places": 4,
        "seats": 2,
        "standing": 1,
        "authorised": ("vary_minimum", "jackpot", "progressive"),
        "minimum_kept_elsewhere": True,
        "jackpot": True,
        "jackpot_prizes": PRIZES,
        "progressive": True,
    }
    steps = 3_000
    rare = frozenset({"even_money"})


class TestBlackjackAragon(Contract):
    game = "blackjack"
    norms = ("AR10",)
    choices = {
        "places": 3,
        "seats": 2,
        "jackpot": True,
        "authorised": ("vary_minimum", "jackpot"),
        "minimum_kept_elsewhere": True,
    }
    steps = 2_000
    rare = frozenset({"surrender", "set_jackpot", "even_money"})
