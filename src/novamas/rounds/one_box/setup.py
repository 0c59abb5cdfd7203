"""Opening a table of trijoker or of a hold'em: what the house chooses besides what all banked poker has."""

from __future__ import annotations

from collections.abc import Iterator

from novamas.law import Fault, Frame, law
from novamas.rounds.banked_poker import setup
from novamas.rounds.banked_poker.setup import (
    equipment_faults,
    limit_faults,
    people_faults,
)
from novamas.rounds.reversible import reversible_faults

UNAPPROVED = "unapproved"


class Choices(setup.Choices, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the house chooses at a table with one box for each player; where a norm is silent, nothing."""

    standing: int = 0
    shuffler: str = "none"
    shuffler_deals_hands: bool = False
    reversible_cloth: bool = False
    reversible_lacks: tuple[str, ...] = ()
    game_changes: int = 0

    @property
    def machine_shuffles(self) -> bool:
        return self.shuffler != "none"


def table_faults(frame: Frame, choices: Choices) -> Iterator[Fault]:
    """All that may be wrong with any such table."""
    yield from limit_faults(frame, choices)
    yield from people_faults(frame, choices)
    yield from equipment_faults(frame, choices)
    yield from _standing_faults(frame, choices)
    yield from _shuffler_faults(frame, choices)
    if choices.reversible_cloth:
        yield from reversible_faults(frame, lacks=choices.reversible_lacks, changes=choices.game_changes)


@law("AR10.10-1-B.IV.3", "AR10.10-1-E.IV.3", "AR10.10-1-F.IV.3")
def _standing_faults(frame: Frame, choices: Choices) -> Iterator[Fault]:
    """Nobody plays standing."""
    if choices.standing:
        clause = frame.options["standing"].cite[0]
        yield Fault("standing", "players_standing", clause, "Nobody may play standing around the table.")


@law("AR10.10-1-B.II.2.2", "AR10.10-1-E.II.2.1", "AR10.10-1-F.II.2.1")
def _shuffler_faults(frame: Frame, choices: Choices) -> Iterator[Fault]:
    """A machine must be approved, and only a machine deals whole hands."""
    clause = frame.options["shuffler"].cite[-1]
    if choices.shuffler == UNAPPROVED:
        says = "An automatic shuffler must be approved by the gaming authority."
        yield Fault("shuffler", "shuffler_not_approved", clause, says)
    if choices.shuffler_deals_hands and not choices.machine_shuffles:
        says = "Without a machine the cards are dealt one by one."
        yield Fault("shuffler_deals_hands", "no_shuffler", clause, says)
