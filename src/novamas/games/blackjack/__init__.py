"""Blackjack: six decks and a bank without a hole card, which must stand on 17 (IB05, section 03).

The side bet on sevens and its jackpot follow AR10.
"""

from __future__ import annotations

from novamas.families.banked.acts import Bet, Consent, HaganJuego, NoVaMas, Withdraw
from novamas.families.banked.incidents import LateBet
from novamas.families.banked.limits import AnnounceLimits
from novamas.families.banked.phases import Betting, Closed
from novamas.games.blackjack.acts import (
    ConsentAt,
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
from novamas.games.blackjack.cloth import Cloth, points_of
from novamas.games.blackjack.incidents import CartaVista
from novamas.games.blackjack.layout import layout
from novamas.games.blackjack.pay import Banking
from novamas.games.blackjack.phases.betting import Cutting, Loading, Waiting, opening
from novamas.games.blackjack.phases.cards import Backing, Dealing, Drawing, Playing, Proposing
from novamas.games.blackjack.setup import Premises, Rules, faults
from novamas.games.blackjack.wagers import wagers
from novamas.table.game import Game

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
        ConsentAt,
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
