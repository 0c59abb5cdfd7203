"""Tres cartas: poker of three cards against a bank that needs a queen to play (IB09 17, AR10 10.1.D)."""

from __future__ import annotations

from novamas.games.tres_cartas.layout import layout
from novamas.games.tres_cartas.phases import (
    ANTE,
    PAREJA_PLUS,
    Cloth,
    Dealing,
    Deciding,
    ShowsCards,
    Turning,
)
from novamas.games.tres_cartas.setup import SLUG, Choices, faults, rules_of
from novamas.law import Frame, law
from novamas.rounds.banked.acts import Bet, Consent, Fold, NoVaMas, Withdraw
from novamas.rounds.banked.incidents import LateBet
from novamas.rounds.banked_poker.cloth import Betting, Go
from novamas.rounds.banked_poker.incidents import DealFault
from novamas.table.game import Game, Wager
from novamas.table.phases import AnyPhase


@law("IB09.17.V.2.1", "AR10.10-1-D.VII.1", "AR10.10.2.a.5")
def opening(frame: Frame, choices: Choices) -> Betting[Cloth]:
    """The first phase of a table."""
    return Betting(Cloth(rules=rules_of(frame, choices)))


def wagers(phase: AnyPhase) -> dict[str, Wager]:
    """The ante with all that follows from it, and Pareja Plus by itself."""
    felt = phase.felt
    assert isinstance(felt, Cloth)
    rules = felt.rules
    ante = Bet(1, ANTE, rules.minimum)
    aside = Bet(1, PAREJA_PLUS, rules.pareja_plus_minimum)
    return {
        ANTE: Wager((ante,), rules.minimum, "unit of the ante"),
        PAREJA_PLUS: Wager((ante, aside), rules.pareja_plus_minimum, "unit staked"),
    }


GAME = Game(
    slug=SLUG,
    says="Three-card poker: ante, three cards, go or fold; the bank plays with a queen or better.",
    choices=Choices,
    faults=faults,
    opening=opening,
    wagers=wagers,
    layout=layout,
    felt=Cloth,
    phases=(Betting[Cloth], Dealing, Deciding, Turning),
    acts=(Bet, Withdraw, Consent, NoVaMas, Go, Fold),
    incidents=(DealFault, LateBet, ShowsCards),
)
