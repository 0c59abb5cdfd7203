"""Bacará a dos paños: one banker against the hands of two cloths."""

from __future__ import annotations

from collections.abc import Mapping

from novamas.games.bacara_dos_panos.acts import ACTS
from novamas.games.bacara_dos_panos.cloth import GAME as SLUG
from novamas.games.bacara_dos_panos.cloth import Cloth, Rules
from novamas.games.bacara_dos_panos.incidents.dealing import DEALING_ERRORS, DEALING_PHASES
from novamas.games.bacara_dos_panos.incidents.playing import PLAYING_ERRORS, PLAYING_PHASES
from novamas.games.bacara_dos_panos.layout import layout
from novamas.games.bacara_dos_panos.pay import Announced
from novamas.games.bacara_dos_panos.phases.bank import (
    Auction,
    Between,
    Broken,
    Closed,
    Lot,
    Offering,
    Suspended,
    TallaOver,
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
from novamas.games.bacara_dos_panos.setup import BankFigures, Choices, faults
from novamas.law import Frame, law
from novamas.table.game import Game, Wager
from novamas.table.phases import AnyPhase


@law(
    "IB05.09.IV.1",
    "IB05.09.IV.2",
    "IB05.09.IV.3",
    "IB05.09.I.3",
    "IB05.09.I.4",
    "IB05.09.I.5",
    "IB05.09.II.3.2",
)
def opening(frame: Frame, choices: Choices) -> TallaOver:
    """The table before its first talla: the seated in the compartments of both cloths, others behind them."""
    bank = frame.group("bank", BankFigures)
    seated = 2 * choices.compartments
    people = choices.people
    rules = Rules(
        frame=frame,
        is_open=choices.is_open,
        compartments=choices.compartments,
        people=people,
        minimum=choices.table_minimum,
        maximum=choices.maximum,
        bank_minimum=choices.bank_minimum,
        bank_maximum=choices.bank_maximum,
        deduction=bank.deduction_open if choices.is_open else bank.deduction_limited,
        least_per_cloth=bank.least_per_cloth,
        banco_repeats=bank.banco_repeats,
        days=choices.days,
        sessions=choices.sessions,
        tallas=choices.tallas,
        award_days=choices.award_days,
        award_tallas=choices.award_tallas,
        named_banker=choices.banker,
        named_bank=choices.opening_bank,
        chip=choices.chip,
        rounding=choices.rounding,
    )
    felt = Cloth(
        rules=rules,
        purses=(choices.buy_in,) * people,
        places=tuple(range(1, seated + 1)),
        behind=tuple((person - 1) % seated + 1 for person in range(1, people + 1)),
    )
    return TallaOver(felt)


def wagers(phase: AnyPhase) -> Mapping[str, Wager]:
    """Players bet against players: the game's own method weighs the hands."""
    return {}


GAME = Game(
    slug=SLUG,
    says="One player banks against two cloths; a hand of each plays for all who staked on it.",
    choices=Choices,
    faults=faults,
    opening=opening,
    wagers=wagers,
    layout=layout,
    felt=Cloth,
    phases=(
        *(TallaOver, Auction, Lot, Offering, Between, Broken, Suspended, Closed, Betting, BancoLot),
        *(Serving, Looking, Speaking, BankAnswers, Third, BankSpeaks, Announced),
        *(*DEALING_PHASES, *PLAYING_PHASES),
    ),
    acts=ACTS,
    incidents=(*DEALING_ERRORS, *PLAYING_ERRORS),
)
