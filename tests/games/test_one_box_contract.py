"""The poker games with one box for each player pass the suite of every game."""

from __future__ import annotations

from novamas.testing import Contract


class TestTrijoker(Contract):
    game = "trijoker"
    norms = ("IB05", "AR10")
    choices = {"seats": 3}
    steps = 3_000


class TestTrijokerDealtByMachine(Contract):
    game = "trijoker"
    norms = ("AR10",)
    choices = {"seats": 2, "shuffler": "automatic", "shuffler_deals_hands": True, "breach_forfeits": True}
    steps = 2_000


class TestHoldemContrapartida(Contract):
    game = "holdem_contrapartida"
    norms = ("AR10",)
    choices = {"seats": 3, "minimum_kept_elsewhere": True}
    steps = 3_000


class TestHoldemBonus(Contract):
    game = "holdem_bonus"
    norms = ("AR10",)
    choices = {"seats": 2, "minimum_kept_elsewhere": True, "minimum_bonus": 200, "maximum_bonus": 1_000}
    steps = 3_000
