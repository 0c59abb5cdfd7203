"""Opening a pai gow table: limits, staff, things, machines, cloths, and what the licence asks for."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from msgspec import Struct

from novamas.law import Fault, Frame, law
from novamas.law.general import Band, Channel, licence_faults
from novamas.rounds.setup import EquipmentFigures, SharedChief, StaffFigures, equipment_faults, staff_faults


class LimitFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """Where the law speaks of the band within which a table's limits lie, and whether they may change."""

    cite: tuple[str, ...]
    band: str
    may_change: bool = False


class MachineFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """A machine that must be notified and approved, where it is used."""

    cite: tuple[str, ...]
    says: str
    notice: str
    approval: str


class Limits(Struct, frozen=True):
    """The limits of a table and those that are authorised, in céntimos; 0 is what is authorised."""

    authorised_minimum: int
    authorised_maximum: int
    minimum: int
    maximum: int
    chip: int

    @property
    def band(self) -> tuple[int, int]:
        """The table's own."""
        return self.minimum or self.authorised_minimum, self.maximum or self.authorised_maximum


@law("IB09.16.VI.2", "AR10.10-1-C.V.2.2", "AR10.10-1-C.V.2.1")
def limit_faults(figures: LimitFigures, limits: Limits) -> Iterator[Fault]:
    """The table's limits lie within the authorised band, and chips can make them."""
    least, most = limits.band
    if limits.authorised_minimum > limits.authorised_maximum or least > most:
        says = f"The limits must go up: {least} to {most}."
        yield Fault("maximum", "limits_upside_down", figures.band, says)
        return
    if least < limits.authorised_minimum or most > limits.authorised_maximum:
        says = (
            f"The limits {least} to {most} are outside the authorised band, "
            f"{limits.authorised_minimum} to {limits.authorised_maximum}."
        )
        yield Fault("minimum", "limits_outside_band", figures.band, says)
    amounts = (limits.authorised_minimum, limits.authorised_maximum, least, most)
    if any(amount % limits.chip for amount in amounts):
        says = f"A chip of {limits.chip} cannot make the limits {least} to {most}."
        yield Fault("chip", "chip_too_large", figures.band, says)


@law("IB09.16.III.1", "IB09.16.III.2", "AR10.10-1-C.III.2.3", "AR10.10-1-C.III.1.3")
def people_faults(
    frame: Frame, *, croupiers: int, tables_per_chief: int, adjoining: bool, recorded: bool
) -> Iterator[Fault]:
    """One croupier a table, and a chief for four at most; in Aragón those lie together and are recorded."""
    yield from staff_faults(
        frame.group("staff", StaffFigures),
        croupiers=croupiers,
        table_ends=0,
        tables_per_chief=tables_per_chief,
    )
    if "shared_chief" not in frame.figures or tables_per_chief < 2:
        return
    clause = frame.group("shared_chief", SharedChief).cite[0]
    if not adjoining:
        says = "Tables that share a chief must lie in the same sector of banked card games."
        yield Fault("tables_adjoining", "tables_apart", clause, says)
    if not recorded:
        says = "Each table that shares a chief must have its own recording system."
        yield Fault("tables_recorded", "tables_not_recorded", clause, says)


def thing_faults(frame: Frame, lacks: Collection[str]) -> Iterator[Fault]:
    """Things that are missing at the table."""
    yield from equipment_faults(frame, lacks)


@law("CM16.ANX1.1.d.2", "CM16.ANX1.1.d.3", "CM16.ANX1.1.f.2", "CM16.ANX1.1.f.3")
def machine_faults(frame: Frame, name: str, state: str) -> Iterator[Fault]:
    """A machine in use was notified beforehand and is of an approved model."""
    figures = frame.group(f"machines.{name}", MachineFigures)
    if state == "not_notified":
        says = f"The use of the {figures.says} must be notified to the ministry beforehand."
        yield Fault(name, f"{name}_not_notified", figures.notice, says)
    if state == "not_approved":
        says = f"The {figures.says} must be of an approved model."
        yield Fault(name, f"{name}_not_approved", figures.approval, says)


@law("CM16.ANX1.1.b.3", "CM16.ANX1.1.b.4", "CM16.ANX1.1.b.5", "CM16.ANX1.1.b.6")
def cloth_faults(frame: Frame, lacks: Collection[str]) -> Iterator[Fault]:
    """What a table with a reversible cloth lacks."""
    wanted = frame.group("reversible", dict[str, EquipmentFigures])
    for name in lacks:
        thing = wanted[name]
        says = f"The table needs {thing.says}."
        yield Fault("reversible_lacks", f"reversible_without_{name}", thing.cite[0], says)


@law("CM16.5.1.1", "CM16.5.1.a.1", "CM16.5.1.b.1", "CM16.6.1.1")
def licence_and_limits(frame: Frame, *, channel: str, stated: Collection[str], limits: Limits) -> list[Fault]:
    """What Castilla-La Mancha's licence and decrees ask of the house."""
    least, most = limits.band
    if limits.authorised_minimum > limits.authorised_maximum or least > most:
        return []  # said already
    how: Channel = "electronic" if channel == "electronic" else "in_person"
    authorised = Band(limits.authorised_minimum, limits.authorised_maximum)
    found = licence_faults(frame.norm, how, stated=stated, authorised=authorised, limits=Band(least, most))
    return [fault for fault in found if fault.code != "limits_not_authorised"]
