"""The pai gow games pass the suite of every game."""

from __future__ import annotations

from fractions import Fraction

from novamas.testing import Contract


class TestPaiGowPoker(Contract):
    game = "pai_gow_poker"
    norms = ("IB09", "AR10")
    choices = {"seats": 3, "player_bank": True, "rounding": "half_up", "commission": Fraction(1, 30)}
    rare = frozenset({"change_minimum", "change_maximum"})  # Castilla-La Mancha only


class TestPaiGowPokerCastillaLaMancha(Contract):
    game = "pai_gow_poker"
    norms = ("CM16",)
    choices = {"seats": 2, "player_bank": True, "all_positions": True}


class TestPaiGowDomino(Contract):
    game = "pai_gow_domino"
    norms = ("CM16",)
    choices = {"seats": 3, "player_bank": True, "maximum": 1_000, "house_stake": "last_bet"}
    rare = frozenset({"take_up", "taking_up"})  # two hands with equal bets
