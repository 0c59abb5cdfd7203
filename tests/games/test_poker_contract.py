"""The poker games against the house pass the suite of every game."""

from __future__ import annotations

from fractions import Fraction

from novamas.testing import Contract


class TestTresCartas(Contract):
    game = "tres_cartas"
    norms = ("IB09", "AR10")
    choices = {"seats": 3, "standing": 2, "bets_per_box": 3, "pareja_plus": "A"}


class TestSinDescarte(Contract):
    game = "sin_descarte"
    norms = ("IB05",)
    choices = {"seats": 3, "standing": 2, "bets_per_box": 3, "buy_card": True, "carrousel": 100}
    rare = frozenset({"last_hands"})  # only in Aragón


class TestSinDescarteInAragon(Contract):
    game = "sin_descarte"
    norms = ("AR10",)
    choices = {
        "seats": 3,
        "bets_per_box": 3,
        "buy_card": True,
        "carrousel": 100,
        "progresivo": 100,
        "progresivo_deduction": Fraction(1, 10),
        "progresivo_shared": True,
    }
    rare = frozenset({"consent"})  # only in the Balearics
