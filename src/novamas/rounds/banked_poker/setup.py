"""Opening a table of banked poker: what the house chooses in every such game, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from msgspec import Struct

from novamas.law import Fault, Frame, law
from novamas.rounds.setup import EquipmentFigures, SharedChief, StaffFigures, staff_faults

ONLY_TO_SHARE_A_CHIEF = ("same_sector", "recording")


class Choices(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the house chooses at any table of banked poker."""

    seats: int
    band_minimum: int
    band_maximum: int
    minimum: int
    maximum_times: int
    chip: int
    croupiers: int
    tables_per_chief: int
    lacks: tuple[str, ...]

    @property
    def table_minimum(self) -> int:
        return self.minimum or self.band_minimum

    @property
    def table_maximum(self) -> int:
        return self.table_minimum * self.maximum_times


class LimitFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """Where the law speaks of minima, of the authorised band and of maxima."""

    minimum_clause: str
    band_clause: str
    maximum_clause: str


def limit_faults(frame: Frame, choices: Choices) -> Iterator[Fault]:
    """Limits outside the band that the casino is authorised for, or that the chips cannot make."""
    figures = frame.group("limits", LimitFigures)
    minimum, maximum = choices.table_minimum, choices.table_maximum
    if minimum < choices.band_minimum:
        says = (
            f"The minimum of {minimum} is below the authorised band, which begins at {choices.band_minimum}."
        )
        yield Fault("minimum", "minimum_below_band", figures.band_clause, says)
    if choices.band_maximum and maximum > choices.band_maximum:
        says = f"The maximum of {maximum} is above the authorised band, which ends at {choices.band_maximum}."
        yield Fault("maximum_times", "maximum_above_band", figures.band_clause, says)
    if minimum % choices.chip:
        says = f"A chip of {choices.chip} cannot make the minimum of {minimum}."
        yield Fault("chip", "chip_too_large", figures.minimum_clause, says)


@law("AR10.10-1-A.III.1.2", "AR10.10-1-D.III.1.2")
def people_faults(frame: Frame, choices: Choices) -> Iterator[Fault]:
    """Too few croupiers, or a chief with too many tables."""
    staff = frame.figures["staff"]
    assert isinstance(staff, Mapping)
    table = frame.group("staff.table", StaffFigures)
    shared = frame.group("staff.shared_chief", SharedChief) if "shared_chief" in staff else None
    own_chief = choices.tables_per_chief if shared is None else 1
    yield from staff_faults(table, croupiers=choices.croupiers, table_ends=0, tables_per_chief=own_chief)
    if shared is not None and choices.tables_per_chief > shared.tables_per_chief:
        most = shared.tables_per_chief
        says = f"A chief may cover {most} tables at most, not {choices.tables_per_chief}."
        yield Fault("tables_per_chief", "too_many_tables_per_chief", shared.cite[0], says)


def equipment_faults(frame: Frame, choices: Choices, spared: Collection[str] = ()) -> Iterator[Fault]:
    """Things that this very table must have and has not; `spared` are those that it does not need."""
    needed = frame.group("equipment", dict[str, EquipmentFigures])
    alone = ONLY_TO_SHARE_A_CHIEF if choices.tables_per_chief == 1 else ()
    for name in choices.lacks:
        if name not in spared and name not in alone:
            thing = needed[name]
            yield Fault("lacks", f"no_{name}", thing.cite[0], f"The table needs {thing.says}.")
