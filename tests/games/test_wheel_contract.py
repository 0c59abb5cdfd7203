"""The wheel games pass the suite of every game."""

from __future__ import annotations

from novamas.testing import Contract

VARIED = {"seats": 3, "authorised": ["vary_minimum"], "minimum_kept_elsewhere": True}


class TestRuleta(Contract):
    game = "ruleta"
    norms = ("IB05",)
    choices = VARIED
    rare = frozenset({"leave_in_prison"})  # only when zero falls and nobody chooses


class TestRuletaAmericana(Contract):
    game = "ruleta_americana"
    norms = ("IB05",)
    choices = {**VARIED, "value_chips": True}
    steps = 2_500


class TestRuletaDobleCero(Contract):
    game = "ruleta_doble_cero"
    norms = ("AR10",)
    choices = {**VARIED, "value_chips": True}


class TestBoule(Contract):
    game = "boule"
    norms = ("IB05",)
    choices = {"seats": 3, "second_minimum": 400}


class TestRuletaDeLaFortuna(Contract):
    game = "ruleta_de_la_fortuna"
    norms = ("IB05",)
    choices = {"seats": 3}
