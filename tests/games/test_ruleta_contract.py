"""French roulette keeps the table contract."""

from __future__ import annotations

from tests.contract import Contract


class TestRuleta(Contract):
    game = "ruleta"
    norms = ("IB05",)
    choices = {"seats": 3, "may_vary_minimum": True}
