"""Opening a table of pai gow poker: what the house chooses, and all that may be wrong with it."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from novamas.kit.money import Rounding
from novamas.law import Fault, Frame, law
from novamas.rounds.pai_gow.setup import (
    LimitFigures,
    Limits,
    cloth_faults,
    licence_and_limits,
    limit_faults,
    machine_faults,
    people_faults,
    thing_faults,
)


class Choices(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the house chooses at a table of pai gow poker; what a norm does not ask for stays as here."""

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
    all_positions: bool
    house_way: str
    dice_side_mm: int
    lacks: tuple[str, ...]
    croupiers: int = 1
    tables_per_chief: int = 1
    tables_adjoining: bool = True
    tables_recorded: bool = True
    channel: str = "in_person"
    stated: tuple[str, ...] = ()
    shuffler: str = "none"
    chip_sorter: str = "none"
    reversible_cloth: bool = False
    reversible_lacks: tuple[str, ...] = ()

    @property
    def limits(self) -> Limits:
        return Limits(self.authorised_minimum, self.authorised_maximum, self.minimum, self.maximum, self.chip)


@law("IB09.16.IV.1", "IB09.16.II.2.1", "IB09.16.II.3.1", "AR10.10-1-C.IV.1", "AR10.10-1-C.II.2.1")
@law("AR10.10-1-C.II.2.2", "AR10.10-1-C.II.3.1", "AR10.10-1-C.II.4.1", "AR10.10-1-C.III.1.2")
@law("CM16.ANX1.1.b.1", "CM16.ANX1.1.c.1", "CM16.ANX1.1.c.2", "CM16.ANX1.1.c.3", "CM16.ANX1.1.c.4")
@law("CM16.ANX1.1.e.5", "AR10.10.2.a.4")
def faults(frame: Frame, choices: Choices) -> list[Fault]:
    """All that keeps the table from being opened; seats, dice and commission are bounded as choices."""
    found = [
        *limit_faults(frame.group("limits", LimitFigures), choices.limits),
        *thing_faults(frame, choices.lacks),
    ]
    if "staff" in frame.figures:
        found += people_faults(
            frame,
            croupiers=choices.croupiers,
            tables_per_chief=choices.tables_per_chief,
            adjoining=choices.tables_adjoining,
            recorded=choices.tables_recorded,
        )
    else:
        found += licence_and_limits(
            frame, channel=choices.channel, stated=choices.stated, limits=choices.limits
        )
    if "machines" in frame.figures:
        found += machine_faults(frame, "shuffler", choices.shuffler)
        found += machine_faults(frame, "chip_sorter", choices.chip_sorter)
    if choices.reversible_cloth:
        found += cloth_faults(frame, choices.reversible_lacks)
    return found
