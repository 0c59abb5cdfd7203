"""Craps passes the suite of every game, with rounded prizes and with stakes that must be multiples."""

from __future__ import annotations

from novamas.testing import Contract


class TestCraps(Contract):
    game = "craps"
    norms = ("IB05",)
    choices = {"seats": 3}
    steps = 5_000


class TestCrapsExact(Contract):
    game = "craps"
    norms = ("IB05",)
    choices = {
        "seats": 2,
        "rounding": "exact",
        "authorised_minimum": 700,
        "chip": 35,
        "shooter_keeps_bet": False,
    }
    steps = 6_000
