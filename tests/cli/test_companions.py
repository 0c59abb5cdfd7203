"""`novamas play` in games between players: bots have the other seats, and act lawfully."""

from __future__ import annotations

import pytest
from tests.cli.conftest import Novamas

from novamas.bots.companions import Companions, companions_of, others
from novamas.equipment.chance import Seeded
from novamas.table.roles import NOBODY
from novamas.table.session import AUTOMATIC, Session
from novamas.testing.rehearsal import opened


@pytest.mark.parametrize("game", ["chemin_de_fer", "bacara_dos_panos"])
def test_the_others_play_on_by_themselves(game: str) -> None:
    table = opened(game, "IB05")
    seats = others(table.opening, played=(1,))
    assert 1 not in seats
    session = Session(table.opening, Seeded(1), automatic=(*AUTOMATIC, 1, *seats))
    companions = Companions(session, (1,), seed=1)
    for _ in range(2_000):
        if session.phase.turn is NOBODY or session.rounds > 20:
            break
        if session.phase.pause:
            for deed in companions.deeds():
                session.do(deed)
                if not session.phase.pause:
                    break
        deed_now = session.next_deed()
        assert deed_now is not None
        session.do(deed_now)
    assert session.rounds > 20
    assert session.ledger.house > 0  # a player has staked against another


def test_who_decides_for_himself_does_nothing_on_the_spur_of_the_moment() -> None:
    opening = opened("holdem", "AR10").opening
    session = Session(opening, Seeded(1), companions=companions_of(opening, (1,), "evening"))
    assert session.companions
    assert Companions(session, (1,), seed=1).seats == ()


def test_against_the_house_the_player_sits_alone() -> None:
    assert others(opened("ruleta", "IB05").opening, played=(1,)) == ()


def test_a_newcomer_takes_the_bank_of_chemin_de_fer_and_deals(novamas: Novamas) -> None:
    lines = "\ntake_bank 50\nannounce\n" + "\n" * 15 + "quit\n"
    ran = novamas("play", "chemin_de_fer", "--seed", 3, lines=lines)
    assert ran.status == 0, ran.err
    assert "Hay 50 euros en la banca." in ran.out
    assert "You place €50.00 on the bank." in ran.out
    assert "No van más apuestas." in ran.out
    assert "Result: punto" in ran.out


def test_a_newcomer_stakes_on_a_cloth(novamas: Novamas) -> None:
    lines = "\n" * 8 + "stake primero 20\n\n\n\nwhy\nquit\n"
    ran = novamas("play", "bacara_dos_panos", "--seed", 3, lines=lines)
    assert ran.status == 0, ran.err
    assert "La banca es de" in ran.out
    assert "You place €20.00 on the first cloth." in ran.out
