"""Trijoker: three equal bets. Two may be withdrawn as the community cards are turned (IB05, AR10)."""

from __future__ import annotations

from novamas.families.banked.acts import Bet
from novamas.families.banked.phases import Waiting
from novamas.families.banked_poker.one_box import ACTS, phases_of
from novamas.games.trijoker.acts import Leave
from novamas.games.trijoker.cloth import Cloth
from novamas.games.trijoker.incidents import INCIDENTS
from novamas.games.trijoker.layout import layout
from novamas.games.trijoker.phases import Deciding, Exposing, Turning
from novamas.games.trijoker.setup import Rules
from novamas.table.game import Game, NoPremises, Wager
from novamas.table.phases import AnyPhase


def opening(rules: Rules, premises: NoPremises) -> Waiting[Cloth]:
    """Return the table before its first round."""
    return Waiting(Cloth(rules=rules))


def wagers(phase: AnyPhase) -> dict[str, Wager]:
    """Return the three equal bets together."""
    felt = phase.felt
    assert isinstance(felt, Cloth)
    stake = felt.rules.minimum
    return {"trijoker": Wager((Bet(1, felt.main, stake),), stake, "unit_of_one_bet")}


GAME = Game(
    slug="trijoker",
    family="banked_poker",
    pieces="cards",
    rules=Rules,
    opening=opening,
    wagers=wagers,
    layout=layout,
    felt=Cloth,
    phases=(*phases_of(Cloth), Deciding, Exposing, Turning),
    acts=(*ACTS, Leave),
    incidents=INCIDENTS,
    revision=3,
)
