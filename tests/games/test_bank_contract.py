"""The games in which players bank keep the table contract."""

from __future__ import annotations

from random import Random

from tests.contract import Contract, any_deed

from novamas.games import game
from novamas.games.circle.chemin_de_fer.acts import CloseTable, Rise
from novamas.kit.chance import Seeded
from novamas.law import catalogue
from novamas.table.events import Bought, Took
from novamas.table.game import open_table
from novamas.table.people import NOBODY
from novamas.table.session import Session


class TestCheminDeFer(Contract):
    game = "chemin_de_fer"
    norms = ("IB05",)
    choices = {"seats": 5, "standing": 2, "buy_in": 20_000}
    steps = 6_000
    rare = frozenset(
        {
            "banco_seguido",
            "todo_va",
            "garage",
            "discarding",
            "wrong_carta",
            "wrong_hands",
            "deny",
            "restoring",
        }
    )


class TestBacaraDosPanos(Contract):
    rare = frozenset({"noticed_error"})
    game = "bacara_dos_panos"
    norms = ("IB05",)
    choices = {"compartments": 5, "others": 1, "buy_in": 400_000, "bank_maximum": 200_000}
    steps = 6_000


class TestBacaraDosPanosOpen(Contract):
    rare = frozenset({"noticed_error", "lot"})
    game = "bacara_dos_panos"
    norms = ("IB05",)
    choices = {"compartments": 5, "others": 2, "buy_in": 200_000, "bank_maximum": 0, "bank_mode": "libre"}
    steps = 4_000


HOUR = 60  # coups


def test_six_hours_with_twelve_players_lose_no_centimo() -> None:
    """Blind lawful play, incidents included: what players lost, the cagnotte has, and nothing else."""
    table = open_table(game("chemin_de_fer"), catalogue.under("IB05")["chemin_de_fer"], {})
    assert table.opening.seats() == 12
    rng, source = Random(12), Seeded(12)
    session = Session(table.opening, source, automatic=())
    cagnotte = brought = 0
    while session.rounds < 6 * HOUR:
        assert session.phase.turn is not NOBODY
        deed = any_deed(session, rng, incidents=0.03)
        if isinstance(deed, CloseTable | Rise):
            continue  # nobody goes home early
        events = session.do(deed)
        cagnotte += sum(event.cents for event in events if isinstance(event, Took))
        brought += sum(event.cents for event in events if isinstance(event, Bought))
    felt = session.phase.felt
    assert cagnotte == session.ledger.house > 0
    assert sum(felt.purses) + felt.cloth + cagnotte == brought + sum(table.opening.felt.purses)
