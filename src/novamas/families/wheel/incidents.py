"""Irregularities of the wheel."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from novamas.families.wheel.cloth import Cloth
from novamas.families.wheel.phases import Betting, Falling
from novamas.table.moves import Moves
from novamas.table.offers import Offer, OneOf
from novamas.table.phases import Incident, Past, Step, happens_in
from novamas.table.roles import FLOOR


@happens_in(Betting, Falling)
class TiradaNula(Incident[Betting[Cloth] | Falling[Cloth]], frozen=True):
    """An object falls into the wheel, the ball leaves it, or the launch is bad. The spin is null."""

    form: str = ""  # the first form of the norm, if the table chief names none

    @classmethod
    def could(cls, now: Betting[Cloth] | Falling[Cloth], past: Past) -> Iterable[Offer]:
        course = now.felt.course
        if course.null_spin and (isinstance(now, Falling) or now.running):
            dials = {"form": OneOf(course.null_spin_forms, course.null_spin)}
            yield Offer(cls(form=course.null_spin_forms[0]), course.null_spin, dials)

    def completed(self, now: Betting[Cloth] | Falling[Cloth]) -> TiradaNula:
        forms = now.felt.course.null_spin_forms
        return self if self.form != "" else replace(self, form=forms[0])

    def happen(self, now: Betting[Cloth] | Falling[Cloth], past: Past) -> Step:
        """Return the ball to the last number and open the betting again. The bets stay on the cloth."""
        moves, clause = Moves(now.felt), now.felt.course.null_spin
        moves.say("Tirada nula.", clause, who=FLOOR)
        if now.felt.previous is not None:
            moves.note("spin_repeated", clause, pocket=now.felt.wheel.label(now.felt.previous))
        return moves.to(Betting(now.felt))
