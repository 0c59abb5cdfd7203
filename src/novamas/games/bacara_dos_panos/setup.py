"""Opening a table of bacará a dos paños: what the house chooses, and all that may be wrong with it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from msgspec import Struct

from novamas.kit.money import Rounding
from novamas.law import Fault, Frame, law
from novamas.rounds.setup import StaffFigures, equipment_faults, staff_faults


class Choices(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the house chooses at a table of bacará a dos paños."""

    bank_mode: str
    compartments: int
    others: int
    buy_in: int
    authorised_minimum: int
    minimum: int
    maximum: int
    bank_minimum: int
    bank_maximum: int
    deposit: str
    days: int
    sessions: int
    tallas: int
    award_tallas: int
    award_days: int
    banker: int
    named_bank: int
    open_tables: int
    chip: int
    rounding: Rounding
    cards: str
    croupiers: int
    changers: int
    assistants: int
    tables_per_chief: int
    lacks: tuple[str, ...]

    @property
    def is_open(self) -> bool:
        return self.bank_mode == "libre"

    @property
    def table_minimum(self) -> int:
        return self.minimum or self.authorised_minimum

    @property
    def people(self) -> int:
        return 2 * self.compartments + self.others

    @property
    def opening_bank(self) -> int:
        return self.named_bank or self.bank_minimum


class BankFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """What the law says of the bank."""

    cite: tuple[str, ...]
    deduction_limited: Fraction
    deduction_open: Fraction
    least_per_cloth: int
    banco_repeats: int
    open_tables: int
    open_sessions: int
    open_tallas: int


def faults(frame: Frame, choices: Choices) -> list[Fault]:
    """All that keeps the table from being opened."""
    return [
        *_limit_faults(choices),
        *_bank_faults(choices),
        *_award_faults(choices),
        *(_open_faults(frame, choices) if choices.is_open else ()),
        *_staff_faults(frame, choices),
        *equipment_faults(frame, choices.lacks),
    ]


@law("IB05.09.V.1.14", "IB05.09.V.1.15")
def _limit_faults(choices: Choices) -> Iterator[Fault]:
    """The least stake is no less than the authorised one; tables may differ."""
    minimum, authorised = choices.table_minimum, choices.authorised_minimum
    if minimum < authorised:
        says = f"The minimum of {minimum} is below the authorised {authorised}."
        yield Fault("minimum", "minimum_too_low", "IB05.09.V.1.14", says)
    if choices.maximum and choices.maximum < minimum:
        says = f"The maximum of {choices.maximum} is below the minimum of {minimum}."
        yield Fault("maximum", "maximum_too_low", "IB05.09.V.1.14", says)
    if minimum % choices.chip:
        says = f"A chip of {choices.chip} cannot make the minimum of {minimum}."
        yield Fault("chip", "chip_too_large", "IB05.09.V.1.14", says)


@law("IB05.09.V.1.5", "IB05.09.V.1.16", "IB05.09.V.1.17", "IB05.09.II.1.1")
def _bank_faults(choices: Choices) -> Iterator[Fault]:
    """A limited bank has a least and a most; it is deposited before play; the cards are new."""
    if not choices.is_open and choices.bank_maximum < choices.bank_minimum:
        says = "A limited bank needs a maximum that is no less than its minimum."
        yield Fault("bank_maximum", "bank_not_limited", "IB05.09.V.1.16", says)
    if choices.deposit == "none":
        says = "The bank must be deposited before play starts."
        yield Fault("deposit", "no_deposit", "IB05.09.V.1.5", says)
    if choices.deposit == "credit_institution" and not choices.is_open:
        says = "A limited bank is deposited with the casino, in cash or bank cheques."
        yield Fault("deposit", "deposit_elsewhere", "IB05.09.V.1.5", says)
    if choices.cards != "new":
        says = "The cards must be brand new."
        yield Fault("cards", "cards_not_new", "IB05.09.II.1.1", says)


@law("IB05.09.V.1.1", "IB05.09.V.1.4", "IB05.09.V.1.17")
def _award_faults(choices: Choices) -> Iterator[Fault]:
    """An award ends while the table is open; a banker named for the opening is there, with a lawful bank."""
    tallas = choices.days * choices.sessions * choices.tallas
    if choices.award_tallas > tallas:
        says = f"The bank cannot be awarded for {choices.award_tallas} of {tallas} tallas."
        yield Fault("award_tallas", "award_too_long", "IB05.09.V.1.4", says)
    if choices.award_days > choices.days:
        says = f"The bank cannot be awarded for {choices.award_days} of {choices.days} days."
        yield Fault("award_days", "award_too_long", "IB05.09.V.1.4", says)
    if choices.banker > choices.people:
        says = f"There is no player {choices.banker}: the table has {choices.people}."
        yield Fault("banker", "no_such_banker", "IB05.09.V.1.1", says)
    bank, most = choices.opening_bank, 0 if choices.is_open else choices.bank_maximum
    if bank < choices.bank_minimum or (most and bank > most):
        says = f"The bank of {bank} named for the opening is outside what the authorisation allows."
        yield Fault("named_bank", "bank_out_of_bounds", "IB05.09.V.1.17", says)
    if choices.named_bank and not choices.banker:
        says = "A bank is named for the opening, and nobody who holds it."
        yield Fault("banker", "no_banker_named", "IB05.09.V.1.1", says)


@law("IB05.09.V.2.1", "IB05.09.V.2.2", "IB05.09.V.2.3", "IB05.09.V.2.4")
def _open_faults(frame: Frame, choices: Choices) -> Iterator[Fault]:
    """A free bank: no maxima, one table, two sessions at most, two tallas in each."""
    figures = frame.group("bank", BankFigures)
    if choices.maximum or choices.bank_maximum:
        says = "With a free bank there is no ceiling for the bank, nor a maximum for stakes: both are 0."
        yield Fault("maximum", "maximum_in_free_bank", "IB05.09.V.2.1", says)
    if choices.open_tables > figures.open_tables:
        says = "Only one table of the establishment may have a free bank."
        yield Fault("open_tables", "too_many_open_tables", "IB05.09.V.2.3", says)
    if choices.sessions > figures.open_sessions:
        says = f"A free bank has {figures.open_sessions} sessions at most."
        yield Fault("sessions", "too_many_sessions", "IB05.09.V.2.3", says)
    if choices.tallas != figures.open_tallas:
        says = f"In each session of a free bank {figures.open_tallas} tallas are played."
        yield Fault("tallas", "wrong_tallas", "IB05.09.V.2.4", says)


@law("IB05.09.III.1", "IB05.09.III.2")
def _staff_faults(frame: Frame, choices: Choices) -> Iterator[Fault]:
    """A chief, a croupier, a changer and an assistant."""
    yield from staff_faults(
        frame.group("staff", StaffFigures),
        croupiers=choices.croupiers,
        table_ends=0,
        tables_per_chief=choices.tables_per_chief,
    )
    for name, many in (("changers", choices.changers), ("assistants", choices.assistants)):
        if many < 1:
            yield Fault(name, f"no_{name}", "IB05.09.III.1", f"The table needs one of its {name}.")
