"""Pai gow dominoes: two hands of two out of four Chinese dominoes, against the bank's."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from novamas.games.pai_gow_domino.cloth import SLUG, AllowThree, Cloth, GrantLimit
from novamas.games.pai_gow_domino.incidents import (
    Deciding,
    DiceStacked,
    Exposing,
    PlayOn,
    Redeal,
    TileSeen,
    WrongCount,
)
from novamas.kit.money import Rounding
from novamas.law import Fault, Frame
from novamas.rounds.banked.incidents import LateBet
from novamas.rounds.banked.phases import Betting, Closed, Waiting
from novamas.rounds.pai_gow.acts import ACTS, TakeUp
from novamas.rounds.pai_gow.cloth import Rules
from novamas.rounds.pai_gow.layout import draw
from novamas.rounds.pai_gow.pay import two_sides
from novamas.rounds.pai_gow.phases.betting import Offering
from novamas.rounds.pai_gow.phases.dealing import AFTER_CLOSING, TakingUp, WrongHouseWay
from novamas.rounds.pai_gow.setup import LimitFigures, Limits, licence_and_limits, limit_faults
from novamas.table.game import Game, Wager
from novamas.table.layout import Layout
from novamas.table.phases import AnyPhase


class Choices(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the house chooses at a table of pai gow dominoes."""

    seats: int
    authorised_minimum: int
    authorised_maximum: int
    minimum: int
    maximum: int
    chip: int
    commission: Fraction
    rounding: Rounding
    player_bank: bool
    house_stake: str
    count_direction: str
    house_way: str
    channel: str
    stated: tuple[str, ...]

    @property
    def limits(self) -> Limits:
        return Limits(self.authorised_minimum, self.authorised_maximum, self.minimum, self.maximum, self.chip)


def faults(frame: Frame, choices: Choices) -> list[Fault]:
    """All that keeps the table from being opened; the commission is bounded as a choice."""
    return [
        *limit_faults(frame.group("limits", LimitFigures), choices.limits),
        *licence_and_limits(frame, channel=choices.channel, stated=choices.stated, limits=choices.limits),
    ]


def opening(frame: Frame, choices: Choices) -> Waiting[Cloth]:
    """The first phase of a table; the bank will first be offered at seat 1."""
    rules = Rules(
        frame=frame,
        seats=choices.seats,
        chip=choices.chip,
        commission=choices.commission,
        rounding=choices.rounding,
        player_bank=choices.player_bank,
        house_stake=choices.house_stake,
        anticlockwise=choices.count_direction == "anticlockwise",
        all_positions=True,
        house_way=choices.house_way,
        authorised=(choices.authorised_minimum, choices.authorised_maximum),
        may_change_limits=frame.group("limits", LimitFigures).may_change,
    )
    minimum, maximum = choices.limits.band
    return Waiting(Cloth(rules=rules, minimum=minimum, maximum=maximum))


def wagers(phase: AnyPhase) -> dict[str, Wager]:
    """The bet on one's own box and the bank held against one box, each set as the house or for the best."""
    felt = phase.felt
    assert isinstance(felt, Cloth)
    return two_sides(felt)


def layout(phase: AnyPhase) -> Layout:
    """The table as it is drawn."""
    felt = phase.felt
    assert isinstance(felt, Cloth)
    return draw(felt.rules, felt.course)


PHASES = tuple(phase[Cloth] for phase in (Waiting, Offering, Betting, Closed, TakingUp, *AFTER_CLOSING))

GAME = Game(
    slug=SLUG,
    says="Pai gow dominoes: make two hands of two out of four tiles, and beat both of the bank's.",
    choices=Choices,
    faults=faults,
    opening=opening,
    wagers=wagers,
    layout=layout,
    felt=Cloth,
    phases=(*PHASES, Exposing, Deciding),
    acts=(*ACTS, TakeUp, AllowThree, GrantLimit, PlayOn, Redeal),
    incidents=(WrongHouseWay, LateBet, DiceStacked, WrongCount, TileSeen),
)
