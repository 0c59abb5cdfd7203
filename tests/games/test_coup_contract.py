"""The card games that are played in coups pass the suite of every game."""

from __future__ import annotations

from novamas.testing import Contract


class TestPuntoYBanca(Contract):
    game = "punto_y_banca"
    norms = ("IB05",)
    choices = {"seats": 3, "standing": 1}


class TestTreintaYCuarenta(Contract):
    game = "treinta_y_cuarenta"
    norms = ("IB05",)
    choices = {"seats": 3}
    rare = frozenset({"take_half", "imprison", "choosing"})
