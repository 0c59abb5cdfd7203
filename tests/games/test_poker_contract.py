"""The poker games against the house keep the table contract."""

from __future__ import annotations

from tests.contract import Contract


class TestTresCartas(Contract):
    game = "tres_cartas"
    norms = ("IB09", "AR10")
    choices = {"seats": 3, "standing": 2, "backers": 2, "pareja_plus": "A"}
