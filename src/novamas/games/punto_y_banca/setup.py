"""Opening a table of punto y banca: what the house chooses, and all that may be wrong with it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from msgspec import Struct

from novamas.kit.money import Rounding
from novamas.law import Fault, Frame, law
from novamas.rounds.reversible import reversible_faults
from novamas.rounds.setup import StaffFigures, equipment_faults, staff_faults

COMPLETA = "completa"


class Choices(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the house chooses at a table of punto y banca."""

    table_type: str
    seats: int
    standing: int
    omit_13: bool
    players_deal: bool
    authorised_minimum: int
    minimum: int
    maximum_times: int
    multiples_only: bool
    chip: int
    rounding: Rounding
    cards: str
    shuffler: str
    one_wing: bool
    croupiers: int
    tables_per_chief: int
    reversible_cloth: bool
    reversible_lacks: tuple[str, ...]
    game_changes: int
    lacks: tuple[str, ...]

    @property
    def table_minimum(self) -> int:
        return self.minimum or self.authorised_minimum

    @property
    def step(self) -> int:
        """By how much stakes grow."""
        return self.table_minimum if self.multiples_only else self.chip


class LimitFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """What the law says of minima and maxima."""

    minimum_clause: str
    maximum_clause: str
    tie_part: Fraction
    tie_clause: str


class TableFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """A reduced table."""

    cite: tuple[str, ...]
    most_seats: int


class MostStaff(Struct, frozen=True, forbid_unknown_fields=True):
    """The most croupiers of a whole table."""

    cite: tuple[str, ...]
    croupiers: int


def faults(frame: Frame, choices: Choices) -> list[Fault]:
    """All that keeps the table from being opened."""
    return [
        *_limit_faults(frame, choices),
        *_seat_faults(frame, choices),
        *_staff_faults(frame, choices),
        *_card_faults(choices),
        *_cloth_faults(frame, choices),
        *_thing_faults(frame, choices),
    ]


@law("IB05.07.V.3", "IB05.07.V.4")
def _limit_faults(frame: Frame, choices: Choices) -> Iterator[Fault]:
    figures = frame.group("limits", LimitFigures)
    minimum, authorised = choices.table_minimum, choices.authorised_minimum
    if minimum < authorised:
        says = f"The minimum of {minimum} is below the authorised {authorised}."
        yield Fault("minimum", "minimum_too_low", figures.minimum_clause, says)
    if minimum % choices.chip:
        says = f"A chip of {choices.chip} cannot make the minimum of {minimum}."
        yield Fault("chip", "chip_too_large", figures.minimum_clause, says)


@law("IB05.07.II.3.6", "IB05.07.II.3.1.1", "IB05.07.II.3.2.1")
def _seat_faults(frame: Frame, choices: Choices) -> Iterator[Fault]:
    """A reduced table has fewer seats."""
    if choices.table_type == COMPLETA:
        return
    figures = frame.group(f"tables.{choices.table_type}", TableFigures)
    if choices.seats > figures.most_seats:
        says = f"A {choices.table_type} table seats {figures.most_seats} at most, not {choices.seats}."
        yield Fault("seats", "too_many_seats", figures.cite[0], says)


@law("IB05.07.III.1", "IB05.07.III.2")
def _staff_faults(frame: Frame, choices: Choices) -> Iterator[Fault]:
    """A whole table has its own chief and two or three croupiers; a reduced one has one croupier."""
    whole = choices.table_type == COMPLETA
    name = "reducida" if not whole else "una_sola_ala" if choices.one_wing else COMPLETA
    staff = frame.group(f"staff.{name}", StaffFigures)
    yield from staff_faults(
        staff, croupiers=choices.croupiers, table_ends=0, tables_per_chief=choices.tables_per_chief
    )
    most = frame.group("most_staff", MostStaff)
    if whole and choices.croupiers > most.croupiers:
        says = f"The table has {most.croupiers} croupiers at most, not {choices.croupiers}."
        yield Fault("croupiers", "too_many_croupiers", most.cite[0], says)


@law("IB05.07.II.1.2", "IB05.07.II.2.1")
def _card_faults(choices: Choices) -> Iterator[Fault]:
    """Cards may be used again while they are perfect; a shuffler must be of an approved model."""
    if choices.cards == "worn":
        says = "Cards may be used again only while they are in perfect condition."
        yield Fault("cards", "worn_cards", "IB05.07.II.1.2", says)
    if choices.shuffler == "unapproved":
        says = "An automatic shuffler must be of an approved model."
        yield Fault("shuffler", "shuffler_not_approved", "IB05.07.II.2.1", says)


@law("IB05.07.II.3.1.2", "IB05.07.II.3.1.3", "IB05.07.II.3.1.4", "IB05.07.II.3.2.2")
def _cloth_faults(frame: Frame, choices: Choices) -> Iterator[Fault]:
    """Only reduced tables may have a reversible cloth, each as the law wants it."""
    if not choices.reversible_cloth:
        return
    if choices.table_type == COMPLETA:
        says = "Only a mini or a midi table may have a reversible cloth."
        yield Fault("reversible_cloth", "whole_table_reversible", "IB05.07.II.3.1.2", says)
        return
    of = f"reversible.{choices.table_type}"
    lacks, changes = choices.reversible_lacks, choices.game_changes
    yield from reversible_faults(frame, lacks=lacks, changes=changes, of=of)


TABLE_OF = {COMPLETA: "oval_table", "mini": "mini_table", "midi": "midi_table"}


def _thing_faults(frame: Frame, choices: Choices) -> Iterator[Fault]:
    """Things that are missing; of the three shapes of table only the chosen one is needed."""
    other_tables = set(TABLE_OF.values()) - {TABLE_OF[choices.table_type]}
    yield from equipment_faults(frame, [thing for thing in choices.lacks if thing not in other_tables])
