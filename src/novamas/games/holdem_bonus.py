"""Texas hold'em bonus: hold'em against the house with a side bet on one's own two cards (AR10, 10.1.F)."""

from __future__ import annotations

from novamas.law import Fault, Frame
from novamas.rounds.banked.acts import Bet
from novamas.rounds.banked.phases import Waiting
from novamas.rounds.house_holdem import setup
from novamas.rounds.house_holdem.incidents import INCIDENTS
from novamas.rounds.house_holdem.layout import layout
from novamas.rounds.house_holdem.phases import Cloth
from novamas.rounds.house_holdem.setup import ACTS, PHASES
from novamas.table.game import Game, Wager
from novamas.table.phases import AnyPhase


class Choices(setup.Choices, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the house chooses at a table of hold'em bonus."""

    bonus_minimum: int
    bonus_maximum: int

    @property
    def bonus_limits(self) -> tuple[int, int]:
        """The least and the most of the bonus: those of the ante where the house sets no others."""
        return self.bonus_minimum or self.table_minimum, self.bonus_maximum or self.table_maximum


def faults(frame: Frame, choices: Choices) -> list[Fault]:
    """All that keeps the table from being opened."""
    found = setup.faults(frame, choices)
    least, most = choices.bonus_limits
    clause = frame.options["bonus_minimum"].cite[0]
    if least > most:
        says = f"The bonus cannot have a minimum of {least} and a maximum of {most}."
        found.append(Fault("bonus_maximum", "bonus_limits_crossed", clause, says))
    if least % choices.chip:
        says = f"A chip of {choices.chip} cannot make the bonus minimum of {least}."
        found.append(Fault("bonus_minimum", "chip_too_large_for_bonus", clause, says))
    return found


def opening(frame: Frame, choices: Choices) -> Waiting[Cloth]:
    """The first phase of a table."""
    return setup.opening(frame, choices, bonus=(choices.bonus_minimum, choices.bonus_maximum))


def wagers(phase: AnyPhase) -> dict[str, Wager]:
    """The ante, with the bets that follow from it; and the bonus beside it."""
    felt = phase.felt
    assert isinstance(felt, Cloth)
    ante, (bonus, _) = felt.rules.minimum, felt.rules.bonus_limits
    return {
        "ante": Wager((Bet(1, "ante", ante),), ante, "unit of the ante"),
        "bonus": Wager((Bet(1, "ante", ante), Bet(1, "bonus", bonus)), bonus, "unit of the bonus"),
    }


GAME = Game(
    slug="holdem_bonus",
    says="Texas hold'em bonus: hold'em against the house, and a bonus for the two cards you are dealt.",
    choices=Choices,
    faults=faults,
    opening=opening,
    wagers=wagers,
    layout=layout,
    felt=Cloth,
    phases=PHASES,
    acts=ACTS,
    incidents=INCIDENTS,
)
