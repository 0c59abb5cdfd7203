"""What a table must have before it opens: staff and things."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from novamas.law import Fault, Frame, law


class StaffFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """The staff that a table needs."""

    cite: tuple[str, ...]
    croupiers: int
    tables_per_chief: int
    table_ends: int = 0
    chief_clause: str = ""


class EquipmentFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """A thing that a table must have."""

    cite: tuple[str, ...]
    says: str


def staff_faults(
    staff: StaffFigures, *, croupiers: int, table_ends: int, tables_per_chief: int
) -> Iterator[Fault]:
    """Staff that is missing at a table."""
    clause = staff.cite[0]
    if croupiers < staff.croupiers:
        says = f"The table needs {staff.croupiers} croupiers; it has {croupiers}."
        yield Fault("croupiers", "too_few_croupiers", clause, says)
    if table_ends < staff.table_ends:
        says = f"The table needs {staff.table_ends} end-of-table employees; it has {table_ends}."
        yield Fault("table_ends", "too_few_table_ends", clause, says)
    if tables_per_chief > staff.tables_per_chief:
        says = f"A chief may serve {staff.tables_per_chief} such tables at most, not {tables_per_chief}."
        yield Fault("tables_per_chief", "too_many_tables_per_chief", staff.chief_clause or clause, says)


def equipment_faults(frame: Frame, lacks: Iterable[str]) -> Iterator[Fault]:
    """Things that the table must have and has not."""
    needed = frame.group("equipment", dict[str, EquipmentFigures])
    for name in lacks:
        thing = needed[name]
        yield Fault("lacks", f"no_{name}", thing.cite[0], f"The table needs {thing.says}.")


class SharedChief(Struct, frozen=True, forbid_unknown_fields=True):
    """How many tables may share a chief where they adjoin and each is recorded."""

    cite: tuple[str, ...]
    tables_per_chief: int


@law("AR10.3.d.1", "AR10.4.2")
def shared_chief_faults(
    shared: SharedChief, *, tables_per_chief: int, adjoining: bool, recorded: bool
) -> Iterator[Fault]:
    """One chief for several tables: they must adjoin and be alike, and each have its own recording."""
    clause = shared.cite[0]
    if tables_per_chief > shared.tables_per_chief:
        says = f"A chief may cover {shared.tables_per_chief} tables at most, not {tables_per_chief}."
        yield Fault("tables_per_chief", "too_many_tables_per_chief", clause, says)
    if tables_per_chief > 1 and not adjoining:
        says = "Tables that share a chief must adjoin and be alike."
        yield Fault("tables_adjoining", "tables_apart", clause, says)
    if tables_per_chief > 1 and not recorded:
        says = "Each table that shares a chief must have its own recording system."
        yield Fault("tables_recorded", "tables_not_recorded", clause, says)
