"""Opening a table of chemin de fer: what the house chooses, and all that may be wrong with it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import ceil

from msgspec import Struct

from novamas.kit.money import Rounding
from novamas.law import Fault, Frame, law
from novamas.rounds.setup import StaffFigures, equipment_faults, staff_faults


class Choices(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the house chooses at a table of chemin de fer."""

    seats: int
    standing: int
    buy_in: int
    authorised_minimum: int
    minimum: int
    bank_minimum: int
    unlimited_bank: bool
    unlimited_authorised: bool
    banco_libre: bool
    chip: int
    rounding: Rounding
    deduction_in_chips: bool
    cards: str
    croupiers: int
    tables_per_chief: int
    tables_of_game: int
    changers: int
    attendants: int
    lacks: tuple[str, ...]

    @property
    def punto_minimum(self) -> int:
        return self.minimum or self.authorised_minimum

    @property
    def least_bank(self) -> int:
        return self.bank_minimum or self.punto_minimum


class BankFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """What the law says of the bank."""

    cite: tuple[str, ...]
    maximum_times: int
    garage_times: int
    deduction: Fraction
    least_players: int


class AttendantFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """How many tables there must be for each attendant."""

    cite: tuple[str, ...]
    tables_per_attendant: int


class ChangerFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """How many changers the tables of the game need."""

    cite: tuple[str, ...]
    least: int


def faults(frame: Frame, choices: Choices) -> list[Fault]:
    """All that keeps the table from being opened."""
    return [
        *_limit_faults(frame, choices),
        *_staff_faults(frame, choices),
        *_card_faults(choices),
        *equipment_faults(frame, choices.lacks),
    ]


@law("IB05.08.V.23", "IB05.08.V.26", "IB05.08.V.27")
def _limit_faults(frame: Frame, choices: Choices) -> Iterator[Fault]:
    """The minimum is no less than the authorised one; the bank's lies between it and a hundred of it."""
    minimum, authorised = choices.punto_minimum, choices.authorised_minimum
    if minimum < authorised:
        says = f"The minimum of {minimum} is below the authorised {authorised}."
        yield Fault("minimum", "minimum_too_low", "IB05.08.V.23", says)
    if choices.least_bank < minimum:
        says = f"The least bank of {choices.least_bank} is below the punto's minimum of {minimum}."
        yield Fault("bank_minimum", "bank_minimum_too_low", "IB05.08.V.26", says)
    most = frame.group("bank", BankFigures).maximum_times * minimum
    if choices.least_bank > most and not choices.unlimited_bank:
        says = f"The least bank of {choices.least_bank} is above the bank's maximum of {most}."
        yield Fault("bank_minimum", "bank_minimum_too_high", "IB05.08.V.26", says)
    if choices.unlimited_bank and not choices.unlimited_authorised:
        says = "A bank without a maximum must be asked for and authorised."
        yield Fault("unlimited_bank", "unlimited_not_authorised", "IB05.08.V.27", says)
    if minimum % choices.chip or choices.least_bank % choices.chip:
        says = f"A chip of {choices.chip} cannot make the minima of {minimum} and {choices.least_bank}."
        yield Fault("chip", "chip_too_large", "IB05.08.V.23", says)


@law("IB05.08.III.1", "IB05.08.III.3.1", "IB05.08.III.3.2")
def _staff_faults(frame: Frame, choices: Choices) -> Iterator[Fault]:
    """A chief and a croupier at each table; a changer for all; one attendant for four tables at most."""
    yield from staff_faults(
        frame.group("staff", StaffFigures),
        croupiers=choices.croupiers,
        table_ends=0,
        tables_per_chief=choices.tables_per_chief,
    )
    changers = frame.group("changers", ChangerFigures)
    if choices.changers < changers.least:
        says = "At least one changer must serve the tables of this game."
        yield Fault("changers", "no_changer", changers.cite[0], says)
    attendants = frame.group("attendants", AttendantFigures)
    most = ceil(Fraction(choices.tables_of_game, attendants.tables_per_attendant))
    if choices.attendants > most:
        says = f"{choices.tables_of_game} tables may have {most} attendants at most."
        yield Fault("attendants", "too_many_attendants", attendants.cite[0], says)


@law("IB05.08.II.1.2")
def _card_faults(choices: Choices) -> Iterator[Fault]:
    """Cards may be used again while they are perfect."""
    if choices.cards == "worn":
        says = "Cards may be used again only while they are in perfect condition."
        yield Fault("cards", "worn_cards", "IB05.08.II.1.2", says)
