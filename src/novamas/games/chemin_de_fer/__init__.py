"""Chemin de fer: the bank passes around the table, and one player holds the cards against it."""

from __future__ import annotations

from novamas.families.baccarat import points_of
from novamas.families.passing_bank.phases import Closed
from novamas.games.chemin_de_fer.acts import ACTS
from novamas.games.chemin_de_fer.cloth import Cloth
from novamas.games.chemin_de_fer.incidents.deals import DEALING_ERRORS, DEALING_PHASES
from novamas.games.chemin_de_fer.incidents.play import PLAYING_ERRORS, PLAYING_PHASES
from novamas.games.chemin_de_fer.layout import layout
from novamas.games.chemin_de_fer.pay import Announced
from novamas.games.chemin_de_fer.phases.bank import (
    Associating,
    Forming,
    Keeping,
    Suspended,
    TallaOver,
    opening,
)
from novamas.games.chemin_de_fer.phases.bank_award import Auction, Forced, Offering, Pooling
from novamas.games.chemin_de_fer.phases.betting import Betting, Consenting, Ready
from novamas.games.chemin_de_fer.phases.cards import (
    BankAnswers,
    BankSpeaks,
    Exposing,
    Looking,
    PuntoSpeaks,
    Served,
    Serving,
    Third,
)
from novamas.games.chemin_de_fer.setup import Rules
from novamas.table.game import Game, no_wagers

GAME = Game(
    slug="chemin_de_fer",
    family="passing_bank",
    revision=3,
    pieces="cards",
    points=points_of,
    has_slow_odds=True,
    rules=Rules,
    opening=opening,
    wagers=no_wagers,
    layout=layout,
    felt=Cloth,
    phases=(
        *(
            TallaOver,
            Suspended,
            Closed[Cloth],
            Offering,
            Pooling,
            Auction,
            Forced,
            Forming,
            Associating,
            Keeping,
        ),
        *(Keeping, Betting, Consenting, Ready, Serving, Served, Exposing, Looking),
        *(PuntoSpeaks, BankAnswers, BankSpeaks, Third, Announced, *DEALING_PHASES, *PLAYING_PHASES),
    ),
    acts=ACTS,
    incidents=(*DEALING_ERRORS, *PLAYING_ERRORS),
)
