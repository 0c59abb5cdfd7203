"""The variants of circle poker keep the table contract."""

from __future__ import annotations

from tests.contract import Contract

# What blind play seldom meets; each has a test of its own in test_circle_wrongs and test_circle_around.
SELDOM = frozenset(
    {
        *("agree", "keep_places", "hour_up", "expel", "claim_turn", "order_to_show"),
        *("large_chip", "too_few_chips", "announced_wrongly", "wrong_amount_told"),
        *("ante_not_laid", "ante_missing", "absent_at_turn", "turn_skipped", "bet_out_of_turn"),
    }
)


class TestHoldem(Contract):
    game = "holdem"
    norms = ("IB09", "AR10")
    choices = {"seats": 5, "game_hands": 0}
    rare = SELDOM


class TestHoldemWithBlinds(Contract):
    game = "holdem"
    norms = ("AR10",)
    choices = {"seats": 6, "ante": 0, "small_blind": 100, "big_blind": 200, "charge": "sesion"}
    rare = SELDOM


class TestOmaha(Contract):
    game = "omaha"
    norms = ("IB09", "AR10")
    choices = {"seats": 6, "limit": "bote_con_limite"}
    rare = SELDOM


class TestFiveStud(Contract):
    game = "five_stud"
    norms = ("IB09", "AR10")
    choices = {"seats": 5}
    rare = SELDOM | {"wrong_player_named"}


class TestSevenStud(Contract):
    game = "seven_stud"
    norms = ("IB09", "AR10")
    choices = {"seats": 8}
    rare = SELDOM | {"asked", "go_on", "stand_aside", "ask_to_see"}


class TestCubierto(Contract):
    game = "cubierto"
    norms = ("IB09", "AR10")
    choices = {"seats": 5}
    rare = SELDOM | {"show", "showdown", "renounce", "ask_to_see", "order_to_show"}


class TestSintetico(Contract):
    game = "sintetico"
    norms = ("IB05", "IB09", "AR10")
    choices = {"seats": 5}
    rare = SELDOM
