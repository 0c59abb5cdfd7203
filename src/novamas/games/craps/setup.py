"""The set-up of a craps table: its rules, and the check of the maxima of multiple bets."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, floor

from msgspec import Struct

from novamas.errors import Figure
from novamas.games.craps.figures import Bets, Course, MultipleFigures
from novamas.law import Fault, Frame, law
from novamas.money import Rounding
from novamas.table.game import NoPremises


class Rules(Struct, frozen=True, cache_hash=True, kw_only=True):
    """The rules of one craps table."""

    frame: Frame
    seats: int
    minimum: int
    maximum: int  # on even chances
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
    shooter_keeps_bet: bool

    @property
    def course(self) -> Course:
        return self.frame.group("course", Course)

    def most_on(self, multiple: str) -> int:
        """Return the maximum of a multiple bet."""
        cents: int = getattr(self, f"maximum_{multiple}")
        return cents


@law("IB05.06.IV.2.3")
def faults(rules: Rules, premises: NoPremises) -> Iterator[Fault]:
    """Yield a fault for each multiple bet whose maximum is outside its lawful band.

    The win at the maximum must be between one and three times that of the even chances.
    """
    limits = rules.frame.group("limits.multiple", MultipleFigures)
    for bet, figures in rules.frame.group("bets", Bets).items():
        if figures.family != "multiple":
            continue
        most_on, least = rules.most_on(bet), rules.maximum / figures.pays
        most = limits.most_times * least
        if not least <= most_on <= most:
            code = "maximum_too_low" if most_on < least else "maximum_too_high"
            bounds = {"least": ceil(least), "most": floor(most)}
            yield Fault(f"maximum_{bet}", code, limits.cite[0], {"bet": bet, "maximum": most_on, **bounds})
        elif most_on < rules.minimum:
            values: dict[str, Figure] = {"bet": bet, "minimum": rules.minimum, "maximum": most_on}
            yield Fault(f"maximum_{bet}", "maximum_below_minimum", rules.course.minimum, values)
