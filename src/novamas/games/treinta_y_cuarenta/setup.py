"""Opening a table of treinta y cuarenta: figures of the law, and what the house chooses."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from novamas.kit.money import Rounding
from novamas.law import Fault, Frame
from novamas.rounds.setup import StaffFigures, equipment_faults, staff_faults


class Choices(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the house chooses at a table of treinta y cuarenta."""

    seats: int
    authorised_minimum: int
    insurance_minimum: int
    chip: int
    rounding: Rounding
    croupiers: int
    tables_per_chief: int
    lacks: tuple[str, ...]


class InsuranceFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """What insuring a bet costs."""

    cite: tuple[str, ...]
    premium: Fraction


class LimitFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """What the law says of minima and maxima."""

    minimum_clause: str
    maximum_clause: str
    maximum_times: int


def faults(frame: Frame, choices: Choices) -> list[Fault]:
    """All that keeps the table from being opened."""
    found = [
        *staff_faults(
            frame.group("staff.table", StaffFigures),
            croupiers=choices.croupiers,
            table_ends=0,
            tables_per_chief=choices.tables_per_chief,
        ),
        *equipment_faults(frame, choices.lacks),
    ]
    if choices.authorised_minimum % choices.chip:
        says = f"A chip of {choices.chip} cannot make the minimum of {choices.authorised_minimum}."
        found.append(
            Fault("chip", "chip_too_large", frame.group("limits", LimitFigures).minimum_clause, says)
        )
    return found
