"""Treinta y cuarenta: two rows, the nearer to 31 wins, a tie at 31 means prison (IB05, section 05)."""

from __future__ import annotations

from novamas.families.banked.acts import Bet
from novamas.families.banked.incidents import LateBet
from novamas.families.coups import ACTS, Shuffling, phases_of
from novamas.families.prison import Imprison, LeaveInPrison, TakeHalf
from novamas.games.treinta_y_cuarenta.acts import Cut, Insure
from novamas.games.treinta_y_cuarenta.cloth import Cloth, premium_of
from novamas.games.treinta_y_cuarenta.layout import layout
from novamas.games.treinta_y_cuarenta.phases import Choosing, Cutting, Laying
from novamas.games.treinta_y_cuarenta.setup import Rules
from novamas.law import law
from novamas.table.game import Game, NoPremises, Wager
from novamas.table.phases import AnyPhase


@law("IB05.05.V.2.1", "IB05.05.V.2.2", "IB05.05.IV.1")
def opening(rules: Rules, premises: NoPremises) -> Shuffling[Cloth]:
    """The first phase of a table."""
    return Shuffling(Cloth(rules=rules))


def wagers(phase: AnyPhase) -> dict[str, Wager]:
    """Each of the four chances at the least stake, and insured at the least that may be."""
    felt = phase.felt
    assert isinstance(felt, Cloth)
    rules = felt.rules
    found = {
        bet: Wager((Cut(1), Bet(1, bet, rules.minimum)), rules.minimum, "unit_staked") for bet in felt.boxes
    }
    stakes = range(rules.minimum, rules.maximum + 1, rules.step)
    insured = next((stake for stake in stakes if felt.may_insure(1, "", stake)), None)
    if insured is not None:
        for bet in felt.boxes:
            acts = (Cut(1), Bet(1, bet, insured), Insure(1, bet))
            found[premium_of(bet)] = Wager(acts, insured, "unit_staked_premium_besides")
    return found


GAME = Game(
    slug="treinta_y_cuarenta",
    family="coups",
    pieces="cards",
    has_slow_odds=True,
    rules=Rules,
    opening=opening,
    wagers=wagers,
    layout=layout,
    felt=Cloth,
    phases=(*phases_of(Cloth), Cutting, Laying, Choosing),
    acts=(*ACTS, Cut, Insure, TakeHalf, Imprison, LeaveInPrison),
    incidents=(LateBet,),
    revision=3,
)
