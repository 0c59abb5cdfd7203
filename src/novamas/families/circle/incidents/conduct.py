"""Prohibited conduct. It is noted, and a player who repeats it may be expelled."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from novamas.families.circle.cloth import Cloth
from novamas.families.circle.figures import Warned
from novamas.families.circle.phases.between import Between
from novamas.families.circle.phases.hand import Interval
from novamas.families.circle.phases.showdown import Reading, Showdown
from novamas.law import law
from novamas.table.moves import Moves
from novamas.table.offers import Offer
from novamas.table.phases import Incident, Past, Step, happens_in


def may_not(felt: Cloth) -> dict[str, Warned]:
    """Return the kinds of prohibited conduct, each with its clauses."""
    return felt.rules.frame.group("conduct", dict[str, Warned])


@happens_in(Between, Interval, Showdown, Reading)
class Misconduct(Incident[Any], frozen=True, kw_only=True):
    """A player does something that is prohibited and is warned.

    Under some norms the table chief may expel the player at the second warning.
    """

    seat: int
    what: str

    @classmethod
    @law("AR10.10-2.VII.2.14", "IB09.12.VII.2.13", "AR10.10-2.IX.c.1", "IB09.12.V.c.1")
    def could(cls, now: Any, past: Past) -> Iterable[Offer]:
        for seat in now.felt.party.places:
            if seat:
                for what, warned in may_not(now.felt).items():
                    yield Offer(cls(seat=seat, what=what), warned.cite[0])

    def happen(self, now: Any, past: Past) -> Step:
        moves, felt = Moves(now.felt), now.felt
        warned = may_not(felt)[self.what]
        moves.say("Amonestación.", felt.course.warning)
        moves.note("warned", warned.cite[0], seat=self.seat, conduct=self.what)
        moves.change(party=replace(felt.party, warned=(*felt.party.warned, self.seat)))
        return moves.to(replace(now, felt=moves.felt))


@happens_in(Between, Interval, Showdown, Reading)
class Onlooker(Incident[Any], frozen=True):
    """A person who neither plays nor works at the table is watching and is asked to leave."""

    @classmethod
    @law("AR10.10-2.IX.l.1", "IB09.12.VII.3.8", "IB05.12.V.4.43")
    def could(cls, now: Any, past: Past) -> Iterable[Offer]:
        yield Offer(cls(), now.felt.course.onlookers)

    def happen(self, now: Any, past: Past) -> Step:
        moves = Moves(now.felt)
        moves.say("No se permite mirar la partida.", now.felt.course.onlookers)
        return moves.to(now)


INCIDENTS: tuple[type[Incident[Any]], ...] = (Misconduct, Onlooker)
