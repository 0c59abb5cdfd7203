"""Opening a table of craps: limits, dice, staff."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from msgspec import Struct

from novamas.games.craps.cloth import Rules
from novamas.games.craps.figures import bet_figures
from novamas.kit.money import Rounding
from novamas.law import Fault, Frame, law
from novamas.rounds.setup import equipment_faults


class Choices(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the house chooses at a craps table."""

    seats: int
    minimum: int
    simple_maximum: int
    maximum_hard_4_10: int
    maximum_hard_6_8: int
    maximum_juego_de_7: int
    maximum_juego_de_11: int
    maximum_any_craps: int
    maximum_craps_2: int
    maximum_craps_3: int
    maximum_craps_12: int
    maximum_horn: int
    chip: int
    rounding: Rounding
    table: str
    table_chiefs: int
    croupiers: int
    stickmen: int
    dice_millimetres: int
    lacks: tuple[str, ...]

    @property
    def simple_cents(self) -> int:
        """The maximum on a simple chance, in céntimos."""
        return self.minimum * self.simple_maximum


class LimitFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """What the law says of minima and maxima."""

    minimum_clause: str
    multiple_clause: str
    multiple_most: int


class FullStaff(Struct, frozen=True, forbid_unknown_fields=True):
    """The staff of a whole table."""

    cite: tuple[str, ...]
    table_chiefs: int
    croupiers_least: int
    croupiers_most: int
    stickmen: int


class ReducedStaff(Struct, frozen=True, forbid_unknown_fields=True):
    """The staff of half a table or of a reduced one."""

    cite: tuple[str, ...]
    croupier_stickmen: int


def faults(frame: Frame, choices: Choices) -> list[Fault]:
    """All that keeps the table from being opened."""
    found = [
        *staff_faults(frame, choices),
        *equipment_faults(frame, choices.lacks),
        *multiple_faults(frame, choices),
    ]
    if choices.minimum % choices.chip:
        says = f"A chip of {choices.chip} cannot make the minimum of {choices.minimum}."
        clause = frame.group("limits", LimitFigures).minimum_clause
        found.append(Fault("chip", "chip_too_large", clause, says))
    return found


@law("IB05.06.III.1", "IB05.06.III.6")
def staff_faults(frame: Frame, choices: Choices) -> Iterator[Fault]:
    """A chief at every table; croupiers and a stickman, or one who is both at a reduced table."""
    full = frame.group("staff.full", FullStaff)
    reduced = frame.group("staff.reduced", ReducedStaff)
    clause = full.cite[0]
    if choices.table_chiefs != full.table_chiefs:
        says = f"The table needs {full.table_chiefs} table chief; it has {choices.table_chiefs}."
        yield Fault("table_chiefs", "wrong_number_of_chiefs", clause, says)
    if choices.table != "full":
        if choices.croupiers + choices.stickmen < reduced.croupier_stickmen:
            says = f"Such a table needs {reduced.croupier_stickmen} croupier-stickman at least; it has none."
            yield Fault("croupiers", "no_croupier_stickman", reduced.cite[0], says)
        return
    if not full.croupiers_least <= choices.croupiers <= full.croupiers_most:
        lawful = f"{full.croupiers_least} or {full.croupiers_most}"
        says = f"The table needs {lawful} croupiers; it has {choices.croupiers}."
        yield Fault("croupiers", "wrong_number_of_croupiers", clause, says)
    if choices.stickmen != full.stickmen:
        says = f"The table needs {full.stickmen} stickman; it has {choices.stickmen}."
        yield Fault("stickmen", "wrong_number_of_stickmen", clause, says)


@law("IB05.06.IV.2.3")
def multiple_faults(frame: Frame, choices: Choices) -> Iterator[Fault]:
    """The win on a multiple bet's maximum: that of the simple chances at least, three times it at most."""
    figures = frame.group("limits", LimitFigures)
    for bet, pays in multiple_bets(frame):
        chosen = choice_of(choices, bet)
        least, most = choices.simple_cents / pays, figures.multiple_most * choices.simple_cents / pays
        if chosen and not least <= chosen <= most:
            says = f"The maximum on {bet} must lie from {-(-least // 1)} to {most // 1}, not at {chosen}."
            code = "maximum_too_low" if chosen < least else "maximum_too_high"
            yield Fault(f"maximum_{bet}", code, figures.multiple_clause, says)
        elif 0 < chosen < choices.minimum:
            says = f"The maximum of {chosen} on {bet} is below the minimum of {choices.minimum}."
            yield Fault(f"maximum_{bet}", "maximum_below_minimum", figures.minimum_clause, says)


def multiple_bets(frame: Frame) -> Iterator[tuple[str, Fraction]]:
    """The multiple bets and what each pays."""
    for name, figures in bet_figures(frame).items():
        if figures.family == "multiple":
            yield name, figures.pays


def choice_of(choices: Choices, bet: str) -> int:
    """The maximum that the house chose for a multiple bet; 0 is the least that the law allows."""
    chosen: int = getattr(choices, f"maximum_{bet}")
    return chosen


@law("IB05.06.IV.2.1", "IB05.06.IV.2.2", "IB05.06.IV.2.3")
def rules_of(frame: Frame, choices: Choices) -> Rules:
    """The rules of a table whose choices have no fault."""
    maxima = []
    for bet, pays in multiple_bets(frame):
        chips = -(-choices.simple_cents / pays // choices.chip)
        least = max(choices.minimum, int(chips) * choices.chip)
        maxima.append((bet, choice_of(choices, bet) or least))
    return Rules(
        frame=frame,
        game=frame.game,
        seats=choices.seats,
        minimum=choices.minimum,
        simple_maximum=choices.simple_cents,
        multiple_maxima=tuple(maxima),
        chip=choices.chip,
        rounding=choices.rounding,
    )
