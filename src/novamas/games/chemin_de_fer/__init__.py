"""Chemin de fer: the bank passes round the table, and one player holds the cards against it."""

from __future__ import annotations

from collections.abc import Mapping

from novamas.families.baccarat import points_of
from novamas.families.passing_bank.cloth import around
from novamas.families.passing_bank.phases import Closed
from novamas.games.chemin_de_fer.acts import ACTS
from novamas.games.chemin_de_fer.cloth import Cloth
from novamas.games.chemin_de_fer.incidents.deals import DEALING_ERRORS, DEALING_PHASES
from novamas.games.chemin_de_fer.incidents.play import PLAYING_ERRORS, PLAYING_PHASES
from novamas.games.chemin_de_fer.layout import layout
from novamas.games.chemin_de_fer.pay import Announced
from novamas.games.chemin_de_fer.phases.bank import Associating, Forming, Keeping, Suspended, TallaOver
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
from novamas.law import law
from novamas.table.game import Game, NoPremises, Wager
from novamas.table.phases import AnyPhase


@law("IB05.08.IV.1", "IB05.08.IV.2")
def opening(rules: Rules, premises: NoPremises) -> TallaOver:
    """The table before its first talla: the seated in their compartments, the others standing behind them."""
    seats, people = rules.seats, rules.people
    standing = tuple(range(seats + 1, people + 1))
    return TallaOver(Cloth(**around(rules), standing=standing, refusals=(0,) * people, anchor=seats))


def wagers(phase: AnyPhase) -> Mapping[str, Wager]:
    """Players bet against players: the game's own method weighs the hands."""
    return {}


GAME = Game(
    slug="chemin_de_fer",
    family="passing_bank",
    revision=3,
    pieces="cards",
    points=points_of,
    has_slow_odds=True,
    rules=Rules,
    opening=opening,
    wagers=wagers,
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
