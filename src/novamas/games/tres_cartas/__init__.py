"""Tres cartas: poker of three cards against a bank that needs a queen to play (IB09 17, AR10 10.1.D)."""

from __future__ import annotations

from novamas.families.banked.acts import Bet, Consent, Fold, NoVaMas, Withdraw
from novamas.families.banked_poker.acts import Go
from novamas.families.banked_poker.deal import Dealing
from novamas.families.banked_poker.open_boxes import Betting
from novamas.games.tres_cartas.cloth import ANTE, PAREJA_PLUS, Cloth
from novamas.games.tres_cartas.incidents import INCIDENTS
from novamas.games.tres_cartas.layout import layout
from novamas.games.tres_cartas.phases import Deciding, Turning
from novamas.games.tres_cartas.setup import Rules
from novamas.law import law
from novamas.table.game import Game, NoPremises, Wager
from novamas.table.phases import AnyPhase


@law("IB09.17.V.2.1", "AR10.10-1-D.VII.1", "AR10.10.2.a.5")
def opening(rules: Rules, premises: NoPremises) -> Betting[Cloth]:
    """Return the table before its first round."""
    return Betting(Cloth(rules=rules))


def wagers(phase: AnyPhase) -> dict[str, Wager]:
    """Return the ante with the bets that follow from it, and Pareja Plus by itself."""
    felt = phase.felt
    assert isinstance(felt, Cloth)
    rules = felt.rules
    ante = Bet(1, ANTE, rules.minimum)
    aside = Bet(1, PAREJA_PLUS, rules.minimum_pareja_plus)
    return {
        ANTE: Wager((ante,), rules.minimum, "unit_of_the_ante"),
        PAREJA_PLUS: Wager((ante, aside), rules.minimum_pareja_plus, "unit_staked"),
    }


GAME = Game(
    slug="tres_cartas",
    family="banked_poker",
    pieces="cards",
    audited_by="hands",
    rules=Rules,
    opening=opening,
    wagers=wagers,
    layout=layout,
    felt=Cloth,
    phases=(Betting[Cloth], Dealing[Cloth], Deciding, Turning),
    acts=(Bet, Withdraw, Consent, NoVaMas, Go, Fold),
    incidents=INCIDENTS,
)
