"""Sin descarte: five cards against a bank that needs ace and king to play (IB05 11, AR10 10.1.A)."""

from __future__ import annotations

from novamas.families.banked.acts import Bet, Consent, Fold, NoVaMas, Withdraw
from novamas.families.banked.phases import Closed
from novamas.families.banked_poker.acts import Go
from novamas.families.banked_poker.deal import Dealing
from novamas.families.banked_poker.open_boxes import Betting
from novamas.games.sin_descarte.acts import Buy, LastHands, SetPool
from novamas.games.sin_descarte.cloth import INITIAL, SEGURO, Cloth
from novamas.games.sin_descarte.incidents import INCIDENTS
from novamas.games.sin_descarte.layout import layout
from novamas.games.sin_descarte.phases import Buying, Deciding, Turning
from novamas.games.sin_descarte.setup import Rules
from novamas.law import law
from novamas.table.felt import Jackpot
from novamas.table.game import Game, NoPremises, Wager
from novamas.table.phases import AnyPhase


@law("IB05.11.V.4.8", "AR10.10-1-A.VI.1.5", "AR10.10.2.a.2")
def opening(rules: Rules, premises: NoPremises) -> Betting[Cloth]:
    """Return the table before its first round, with the initial amounts of its jackpots."""
    return Betting(Cloth(rules=rules, jackpots=tuple(Jackpot(pool.name, pool.start) for pool in rules.pools)))


def wagers(phase: AnyPhase) -> dict[str, Wager]:
    """Return the initial bet with the bets that follow from it, and each side bet by itself."""
    felt = phase.felt
    assert isinstance(felt, Cloth)
    rules = felt.rules
    initial = Bet(1, INITIAL, rules.minimum)
    asides = {SEGURO: rules.seguro} if rules.seguro else {}
    asides |= {pool.name: pool.stake for pool in rules.pools}
    return {
        INITIAL: Wager((initial,), rules.minimum, "unit_of_the_initial_bet"),
        **{bet: Wager((initial, Bet(1, bet, stake)), stake, "unit_staked") for bet, stake in asides.items()},
    }


GAME = Game(
    slug="sin_descarte",
    family="banked_poker",
    pieces="cards",
    has_slow_odds=True,
    rules=Rules,
    opening=opening,
    wagers=wagers,
    layout=layout,
    felt=Cloth,
    phases=(Betting[Cloth], Dealing[Cloth], Deciding, Buying, Turning, Closed[Cloth]),
    acts=(Bet, Withdraw, Consent, NoVaMas, Go, Fold, Buy, SetPool, LastHands),
    incidents=INCIDENTS,
    revision=3,
)
