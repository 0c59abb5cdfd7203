"""Bacará a dos paños: one banker against two hands, one on each side of the table."""

from __future__ import annotations

from novamas.families.baccarat import points_of
from novamas.families.passing_bank.phases import Closed
from novamas.games.bacara_dos_panos.acts import ACTS
from novamas.games.bacara_dos_panos.cloth import Cloth
from novamas.games.bacara_dos_panos.incidents.deals import DEALING_ERRORS, DEALING_PHASES
from novamas.games.bacara_dos_panos.incidents.play import PLAYING_ERRORS, PLAYING_PHASES
from novamas.games.bacara_dos_panos.layout import layout
from novamas.games.bacara_dos_panos.pay import Announced
from novamas.games.bacara_dos_panos.phases.bank import (
    Auction,
    Between,
    Broken,
    Lot,
    Offering,
    Suspended,
    TallaOver,
    opening,
)
from novamas.games.bacara_dos_panos.phases.betting import BancoLot, Betting
from novamas.games.bacara_dos_panos.phases.cards import (
    BankAnswers,
    BankSpeaks,
    Looking,
    Serving,
    Speaking,
    Third,
)
from novamas.games.bacara_dos_panos.setup import Rules
from novamas.table.game import Game, no_wagers

GAME = Game(
    slug="bacara_dos_panos",
    family="passing_bank",
    pieces="cards",
    points=points_of,
    has_slow_odds=True,
    revision=4,
    rules=Rules,
    opening=opening,
    wagers=no_wagers,
    layout=layout,
    felt=Cloth,
    phases=(
        *(TallaOver, Auction, Lot, Offering, Between, Broken, Suspended, Closed[Cloth], Betting, BancoLot),
        *(Serving, Looking, Speaking, BankAnswers, Third, BankSpeaks, Announced),
        *(*DEALING_PHASES, *PLAYING_PHASES),
    ),
    acts=ACTS,
    incidents=(*DEALING_ERRORS, *PLAYING_ERRORS),
)
