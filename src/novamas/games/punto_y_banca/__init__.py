"""Punto y banca: two hands, drawing rules without choice, the house as bank (IB05, section 07)."""

from __future__ import annotations

from novamas.families.baccarat import points_of
from novamas.families.banked.acts import Bet
from novamas.families.banked.incidents import LateBet
from novamas.families.coups import ACTS, Shuffling, phases_of
from novamas.games.punto_y_banca.acts import Cartas, PassShoe
from novamas.games.punto_y_banca.cloth import Cloth
from novamas.games.punto_y_banca.layout import layout
from novamas.games.punto_y_banca.phases import Called, FirstCard, Third, Turning
from novamas.games.punto_y_banca.setup import Rules
from novamas.table.game import Game, NoPremises, Wager
from novamas.table.phases import AnyPhase


def opening(rules: Rules, premises: NoPremises) -> Shuffling[Cloth]:
    """The first phase of a table: the player at compartment 1 will deal."""
    return Shuffling(Cloth(rules=rules))


def wagers(phase: AnyPhase) -> dict[str, Wager]:
    """Each of the three bets at the minimum."""
    felt = phase.felt
    assert isinstance(felt, Cloth)
    stake = felt.rules.minimum
    return {bet: Wager((Bet(1, bet, stake),), stake, "unit_staked") for bet in felt.boxes}


GAME = Game(
    slug="punto_y_banca",
    family="coups",
    pieces="cards",
    points=points_of,
    audited_by="hands",
    rules=Rules,
    opening=opening,
    wagers=wagers,
    layout=layout,
    felt=Cloth,
    phases=(*phases_of(Cloth), FirstCard, Called, Turning, Third),
    acts=(*ACTS, PassShoe, Cartas),
    incidents=(LateBet,),
)
