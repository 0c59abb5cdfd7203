"""In every game against the house, one act takes back a stake or a part of it."""

from __future__ import annotations

from typing import Any

import pytest

from novamas.equipment.chance import Scripted
from novamas.table.events import Events
from novamas.table.notation import read, write
from novamas.table.roles import CHANCE
from novamas.table.session import Session
from novamas.testing.rehearsal import opened


class Table:
    """A table at which the test plays by typed lines."""

    def __init__(self, slug: str, norm: str, *lines: str, **choices: Any) -> None:
        self.table = opened(slug, norm, **choices)
        self.session = Session(self.table.opening, Scripted([0] * 9), automatic=(CHANCE,))
        self.play(*lines)

    def play(self, *lines: str) -> Events:
        told: Events = ()
        for line in lines:
            told = (*told, *self.session.do(read(self.table.game.deeds, line)))
            told = (*told, *self.session.go_on())
        return told

    def refused(self, line: str) -> str:
        refusal = self.session.why_not(read(self.table.game.deeds, line))
        assert refusal is not None, f"{line} is lawful"
        assert refusal.clause
        return refusal.code

    def lies(self, seat: int = 1) -> dict[str, int]:
        return {bet: cents for owner, bet, cents in self.session.phase.felt.chips if owner == seat}


OPEN = "croupier hagan_juego no"
READY = ("croupier shuffle_packs 3", "s1 cut", "croupier place_cut_card 52", OPEN)
FAMILIES = [
    ("ruleta", "IB05", (OPEN,), "rojo", 500, 200, 100, {}),
    ("boule", "IB05", (OPEN,), "numero:7", 500, 200, 100, {}),
    ("punto_y_banca", "IB05", ("croupier shuffle", OPEN), "punto", 1_000, 500, 100, {}),
    ("treinta_y_cuarenta", "IB05", ("croupier shuffle", "s1 cut", OPEN), "rojo", 1_000, 500, 100, {}),
    ("trijoker", "AR10", (OPEN,), "apuesta_1", 900, 500, 100, {}),
    ("holdem_contrapartida", "AR10", (OPEN,), "ante", 900, 500, 100, {}),
    ("tres_cartas", "AR10", (), "ante", 900, 500, 50, {}),
    ("sin_descarte", "AR10", (), "apuesta_inicial", 900, 500, 50, {}),
    ("pai_gow_domino", "CM16", (OPEN,), "casilla:1", 900, 500, 100, {"player_bank": False}),
    ("blackjack", "IB05", READY, "mano:1", 900, 500, 100, {}),
    ("craps", "IB05", ("s1 take_dice",), "win", 900, 200, 100, {}),
]


@pytest.mark.parametrize(("slug", "norm", "before", "bet", "laid", "least", "chip", "choices"), FAMILIES)
def test_a_stake_is_reduced_to_what_may_lie_there_or_taken_back_whole(
    slug: str, norm: str, before: tuple[str, ...], bet: str, laid: int, least: int, chip: int, choices: Any
) -> None:
    table = Table(slug, norm, *before, f"s1 bet {bet} {laid}", **choices)
    assert table.lies()[bet] == laid
    assert table.refused(f"s1 withdraw {bet} {laid - least + chip}") == "above_maximum"
    assert table.refused(f"s1 withdraw {bet} {chip + 1}") == "broken_chip"
    table.play(f"s1 withdraw {bet} {chip}")
    assert table.lies()[bet] == laid - chip
    table.play(f"s1 withdraw {bet} {laid - chip - least}")
    assert table.lies()[bet] == least
    assert table.refused(f"s1 withdraw {bet} {chip}") == "all_or_nothing"
    assert table.session.ledger.players[1] == -sum(table.lies().values())
    table.play(f"s1 withdraw {bet} {least}")
    assert not table.lies()
    assert table.session.ledger.players[1] == 0
    assert table.refused(f"s1 withdraw {bet} {least}") == "nothing_there"


@pytest.mark.law("IB05.05.V.1.7")
def test_an_insured_bet_is_taken_back_whole_with_its_premium() -> None:
    before = ("croupier shuffle", "s1 cut", OPEN)
    table = Table("treinta_y_cuarenta", "IB05", *before, "s1 bet rojo 1000", "s1 insure rojo")
    assert table.refused("s1 withdraw rojo 100") == "all_or_nothing"
    table.play("s1 withdraw rojo 1000")
    assert not table.lies()


def test_what_the_law_fixes_is_taken_back_as_it_was_laid() -> None:
    poker = Table("sin_descarte", "AR10", "s1 bet apuesta_inicial 900", "s1 bet seguro 250")
    assert poker.refused("s1 withdraw seguro 50") == "all_or_nothing"
    poker.play("s1 withdraw seguro 250")
    assert poker.lies() == {"apuesta_inicial": 900}
    poker.play("s1 bet seguro 250", "s1 withdraw apuesta_inicial 400")
    assert poker.lies() == {"apuesta_inicial": 500, "seguro": 250}
    poker.play("s1 withdraw apuesta_inicial 500")
    assert not poker.lies()


def test_three_equal_bets_stay_equal() -> None:
    table = Table("trijoker", "IB05", OPEN, "s1 bet apuesta_1 900", "s1 withdraw apuesta_1 200")
    assert table.lies() == {"apuesta_1": 700, "apuesta_2": 700, "apuesta_3": 700}
    assert table.refused("s1 withdraw apuesta_2 700")


def test_a_bet_beside_the_game_keeps_its_own_minimum() -> None:
    table = Table("tres_cartas", "AR10", "s1 bet ante 500", "s1 bet pareja_plus 400")
    table.play("s1 withdraw pareja_plus 150")
    assert table.lies() == {"ante": 500, "pareja_plus": 250}
    assert table.refused("s1 withdraw pareja_plus 50") == "all_or_nothing"


@pytest.mark.law("IB05.03.IV.a.5")
def test_who_commands_a_place_may_reduce_his_stake_and_others_stay() -> None:
    table = Table(
        *("blackjack", "IB05"),
        *(*READY, "s1 bet mano:1 900", "s2 bet mano:1 500", "s1 withdraw mano:1 400"),
        places=1,
        seats=1,
        standing=1,
    )
    assert (table.lies(1), table.lies(2)) == ({"mano:1": 500}, {"mano:1": 500})
    table.play("s1 withdraw mano:1 500")
    assert not table.session.phase.felt.chips


@pytest.mark.law("CM16.12.2.1")
def test_who_plays_two_hands_leaves_twice_the_minimum_on_each() -> None:
    table = Table(
        *("pai_gow_domino", "CM16", OPEN, "s1 bet casilla:1 1500", "s1 bet casilla:2 1200"),
        player_bank=False,
    )
    assert table.refused("s1 withdraw casilla:1 600") == "above_maximum"
    table.play("s1 withdraw casilla:1 500", "s1 withdraw casilla:2 1200", "s1 withdraw casilla:1 500")
    assert table.lies() == {"casilla:1": 500}


def test_a_withdrawal_without_an_amount_takes_back_all() -> None:
    table = Table("ruleta", "IB05", "croupier hagan_juego", "s1 bet rojo 500", "s1 bet negro 300")
    table.play("s1 withdraw rojo")
    assert table.lies() == {"negro": 300}
    assert write(table.session.deeds[-1]) == "s1 withdraw rojo 500"
    assert table.refused("s1 withdraw rojo") == "nothing_there"
