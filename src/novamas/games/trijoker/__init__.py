"""Trijoker: three equal bets, two of which may be withdrawn as the common cards are turned (IB05, AR10)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from novamas.games.trijoker.incidents import INCIDENTS
from novamas.games.trijoker.layout import layout
from novamas.games.trijoker.phases import (
    Cloth,
    Dealing,
    Deciding,
    Exposing,
    Leave,
    TableRules,
    Turning,
)
from novamas.law import Fault, Frame, law
from novamas.rounds.banked.acts import Bet
from novamas.rounds.banked.phases import Waiting
from novamas.rounds.one_box import setup as one_box_setup
from novamas.rounds.one_box.phases import ACTS, phases_of
from novamas.rounds.one_box.setup import table_faults
from novamas.table.game import Game, Wager
from novamas.table.phases import AnyPhase

# ---------------------------------------------------------------- opening a table


class Choices(one_box_setup.Choices, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the house chooses at a trijoker table; where a norm is silent, nothing."""

    packs: int = 1
    maximum_notified: bool = True
    advance: int = 0
    advance_in: str = "chips_and_plaques"
    breach_forfeits: bool = True


class AdvanceFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """What the law says of the table's float."""

    cite: tuple[str, ...]
    least_minima: int
    chips_clause: str


def faults(frame: Frame, choices: Choices) -> list[Fault]:
    """All that keeps the table from being opened."""
    return [
        *table_faults(frame, choices),
        *_notice_faults(frame, choices),
        *_advance_faults(frame, choices),
    ]


@law("IB05.13.VI.4")
def _notice_faults(frame: Frame, choices: Choices) -> Iterator[Fault]:
    """The authority is told of the maximum first."""
    if not choices.maximum_notified:
        clause = frame.options["maximum_notified"].cite[0]
        says = "The gaming authority must be told of the maximum before the casino sets it."
        yield Fault("maximum_notified", "maximum_not_notified", clause, says)


@law("AR10.10-1-B.VII.3.1", "AR10.10-1-B.VII.3.2")
def _advance_faults(frame: Frame, choices: Choices) -> Iterator[Fault]:
    """Where the law wants a float, it is so many minima, in chips and plaques."""
    if "advance" not in frame.figures:
        return
    figures = frame.group("advance", AdvanceFigures)
    least = figures.least_minima * choices.table_minimum
    if choices.advance < least:
        says = f"The float must be {figures.least_minima} minima at least, {least}; it is {choices.advance}."
        yield Fault("advance", "advance_too_small", figures.cite[0], says)
    if choices.advance_in != "chips_and_plaques":
        says = "The float must consist of chips and plaques only."
        yield Fault("advance_in", "advance_not_in_chips", figures.chips_clause, says)


@law("IB05.13.II.b.3", "IB05.13.II.c.1", "AR10.10-1-B.II.2.1")
def opening(frame: Frame, choices: Choices) -> Waiting[Cloth]:
    """The first phase of a table: how many decks, and who shuffles them, is the house's choice."""
    rules = TableRules(
        frame=frame,
        seats=choices.seats,
        minimum=choices.table_minimum,
        maximum=choices.table_maximum,
        chip=choices.chip,
        packs=choices.packs,
        machine_shuffles=choices.machine_shuffles,
        in_batches=choices.shuffler_deals_hands,
        breach_forfeits=choices.breach_forfeits,
    )
    return Waiting(Cloth(rules=rules))


def wagers(phase: AnyPhase) -> dict[str, Wager]:
    """The three equal bets together."""
    felt = phase.felt
    assert isinstance(felt, Cloth)
    stake = felt.rules.minimum
    return {"trijoker": Wager((Bet(1, felt.main, stake),), stake, "unit of one of the three bets")}


GAME = Game(
    slug="trijoker",
    says="Trijoker: three cards and two common ones against a pay table; two of three bets may be withdrawn.",
    choices=Choices,
    faults=faults,
    opening=opening,
    wagers=wagers,
    layout=layout,
    felt=Cloth,
    phases=(*phases_of(Cloth), Dealing, Deciding, Exposing, Turning),
    acts=(*ACTS, Leave),
    incidents=INCIDENTS,
)
