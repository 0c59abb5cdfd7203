"""The games in which players bank pass the suite of every game."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from novamas.equipment.chance import Seeded
from novamas.games import game
from novamas.law import catalogue
from novamas.table.deeds import Deed
from novamas.table.events import Bought, Came, Took
from novamas.table.game import open_table
from novamas.table.offers import Offer
from novamas.table.phases import AnyPhase
from novamas.table.session import Session
from novamas.testing import Contract
from novamas.testing.random_play import any_deed, gone_wrong


class TestCheminDeFer(Contract):
    game = "chemin_de_fer"
    norms = ("IB05",)
    choices = {"seats": 5, "standing": 2, "buy_in": 20_000}
    steps = 6_000
    rare = frozenset({"banco_seguido", "todo_va", "garage", "discarding", "deny", "take_stake_back"}) | {
        *("wrong_carta", "wrong_hands", "restoring"),
    }


TWO_STEPS = frozenset({"noticed_error", "noticed_card", "handed_over"})  # the error, and that it is noticed


class TestBacaraDosPanos(Contract):
    game = "bacara_dos_panos"
    norms = ("IB05",)
    choices = {
        "seats": 10,
        "standing": 1,
        "buy_in": 400_000,
        "maximum_banca": 200_000,
        "tallas": 1,
        "days": 9,
    }
    steps = 6_000
    rare = TWO_STEPS | {"banker_gives", "open_session"}


class TestBacaraDosPanosOpen(Contract):
    game = "bacara_dos_panos"
    norms = ("IB05",)
    choices = {"seats": 10, "standing": 2, "buy_in": 200_000, "maximum_banca": 0, "bank_mode": "libre"}
    steps = 4_000
    rare = TWO_STEPS | {"banker_gives", "lot", "open_session", "missed_card", "stray_card", "straying"}


HOUR = 60  # coups: one a minute
SIX_HOURS = 6 * HOUR


def any_kind(session: Session, rng: Random, met: Counter[str]) -> Deed:
    """Return a lawful deed. Irregularities that have not occurred yet come first."""
    if rng.random() < 0.2:
        kinds: dict[str, list[Offer]] = {}
        for offer in gone_wrong(session):
            kinds.setdefault(offer.act.verb(), []).append(offer)
        for verb in ANNULLING & kinds.keys():
            if rng.random() < 0.9:
                del kinds[verb]
        if kinds:
            likely = sorted(kinds.keys() - met.keys()) or sorted(kinds)
            return rng.choice(kinds[rng.choice(likely)]).sample(rng)
    return any_deed(session, rng, incidents=0)


ANNULLING = {"stuck_cards", "irregular_deal", "croupier_fault", "lost_cards", "refuses_to_deal"}
STAY_OUT = {"close_table", "rise", "step_away"}  # no player leaves early


TWELVE = {"seats": 10, "standing": 2}


@pytest.mark.parametrize(("slug", "choices"), [
    ("chemin_de_fer", {}),
    ("bacara_dos_panos", {**TWELVE, "tallas": 99}),
    ("bacara_dos_panos", {**TWELVE, "bank_mode": "libre", "maximum_banca": 0, "days": 99}),
])  # fmt: skip
def test_six_hours_with_twelve_players_lose_no_centimo(slug: str, choices: dict[str, Any]) -> None:
    """After random lawful play with irregularities, the cagnotte holds exactly the players' losses."""
    table = open_table(game(slug), catalogue.under("IB05")[slug], choices)
    assert table.opening.seats() == 12
    rng, source = Random(12), Seeded(12)
    session = Session(table.opening, source, automatic=())
    cagnotte = brought = coups = 0
    met = Counter[str]()
    while coups < SIX_HOURS:
        deed = any_kind(session, rng, met)
        if deed.verb() in STAY_OUT or (deed.verb() == "award" and not is_bid_for(session.phase)):
            continue
        met[deed.verb()] += 1
        events = session.do(deed)
        coups += any(isinstance(event, Came) for event in events)
        cagnotte += sum(event.cents for event in events if isinstance(event, Took))
        brought += sum(event.cents for event in events if isinstance(event, Bought))
        felt = session.phase.felt
        assert sum(felt.purses) + felt.cloth + cagnotte == brought + sum(table.opening.felt.purses)
    assert cagnotte == session.ledger.house > 0
    assert {kind.verb() for kind in table.game.incidents} - met.keys() <= {"wrong_hands"}, met


def is_bid_for(phase: AnyPhase) -> bool:
    """Return whether a player has bid for the bank that is auctioned."""
    return bool(getattr(phase, "bidders", ()) or getattr(phase, "bidder", 0))
