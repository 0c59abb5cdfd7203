"""Blackjack: six decks, no hole card, a bank that stands on every 17 (IB05, section 03).

The side bet on sevens and its jackpot follow AR10.
"""

from __future__ import annotations

from novamas.families.banked.acts import Bet, Consent, HaganJuego, NoVaMas, Withdraw
from novamas.families.banked.incidents import LateBet
from novamas.families.banked.limits import AnnounceLimits
from novamas.families.banked.phases import Betting, Closed
from novamas.games.blackjack.acts import (
    Cut,
    Decline,
    Double,
    EvenMoney,
    Follow,
    Hit,
    Insure,
    PlaceCutCard,
    SetJackpot,
    ShufflePacks,
    Split,
    Stand,
    Stay,
    Surrender,
)
from novamas.games.blackjack.cloth import Cloth, aside, main, points_of
from novamas.games.blackjack.incidents import CartaVista
from novamas.games.blackjack.layout import layout
from novamas.games.blackjack.pay import Banking
from novamas.games.blackjack.phases.betting import Cutting, Loading, Waiting
from novamas.games.blackjack.phases.cards import Backing, Dealing, Drawing, Playing, Proposing
from novamas.games.blackjack.setup import Premises, Rules, faults
from novamas.table.felt import Jackpot
from novamas.table.game import Game, Wager
from novamas.table.phases import AnyPhase


def opening(rules: Rules, premises: Premises) -> Waiting:
    """The first phase of a table."""
    bet = rules.side_bet
    jackpots = (Jackpot(bet.name, bet.start),) if bet is not None and bet.is_progressive else ()
    return Waiting(Cloth(rules=rules, premises=premises, jackpots=jackpots))


def wagers(phase: AnyPhase) -> dict[str, Wager]:
    """The hand, played for the best and by basic strategy; insurance; the bet beside the game."""
    felt = phase.felt
    assert isinstance(felt, Cloth)
    rules, stake = felt.rules, felt.rules.minimum
    cut, bet = Cut(1), Bet(1, main(1), stake)
    found = {
        "mano": Wager((cut, bet), stake, "unit_first_staked"),
        "mano_basica": Wager((cut, bet), stake, "unit_first_staked"),
        "seguro": Wager((cut, bet), stake // 2, "unit_insured"),
    }
    if rules.side_bet is not None:
        beside = Bet(1, aside(rules.side_bet, 1), rules.side_bet.stake)
        found[rules.side_bet.name] = Wager((cut, bet, beside), beside.cents, "unit_staked")
    return found


GAME = Game(
    slug="blackjack",
    family="banked",
    pieces="cards",
    points=points_of,
    has_slow_odds=True,
    audited_by="hands",
    revision=4,
    rules=Rules,
    premises=Premises,
    faults=faults,
    opening=opening,
    wagers=wagers,
    layout=layout,
    felt=Cloth,
    phases=(
        Waiting,
        Cutting,
        Loading,
        Betting[Cloth],
        Dealing,
        Proposing,
        Playing,
        Backing,
        Drawing,
        Banking,
        Closed[Cloth],
    ),
    acts=(
        ShufflePacks,
        Cut,
        PlaceCutCard,
        HaganJuego,
        Bet,
        Withdraw,
        Consent,
        NoVaMas,
        Insure,
        EvenMoney,
        Surrender,
        Decline,
        Stand,
        Hit,
        Double,
        Split,
        Follow,
        Stay,
        AnnounceLimits,
        SetJackpot,
    ),
    incidents=(CartaVista, LateBet),
)
