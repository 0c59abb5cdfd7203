"""What players may not do: it is noted, and who does it again may be sent away."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from novamas.games.circle.poker import figures
from novamas.games.circle.poker.between import Between
from novamas.games.circle.poker.hand import Interval
from novamas.law import law
from novamas.table.moves import Moves
from novamas.table.offers import Offer
from novamas.table.phases import Incident, Past, Step, happens_in


@happens_in(Between, Interval)
class Misconduct(Incident[Any], frozen=True, kw_only=True):
    """A player does what is not permitted: he is warned; the second time the floor may send him away."""

    seat: int
    what: str

    @classmethod
    @law("AR10.10-2.VII.2.14", "IB09.12.VII.2.13", "AR10.10-2.IX.c.1", "IB09.12.V.c.1")
    def could(cls, now: Any, past: Past) -> Iterable[Offer]:
        rules = now.felt.rules
        for seat in now.felt.party.places:
            if seat:
                for what, warned in figures.warnings(rules.norm, rules.game).items():
                    yield Offer(cls(seat=seat, what=what), warned.cite[0])

    def happen(self, now: Any, past: Past) -> Step:
        moves, felt = Moves(now.felt), now.felt
        warned = figures.warnings(felt.rules.norm, felt.rules.game)[self.what]
        moves.say(f"Amonestación: s{self.seat} ({warned.says}).", felt.course.warning)
        moves.change(party=replace(felt.party, warned=(*felt.party.warned, self.seat)))
        return moves.to(replace(now, felt=moves.felt))


INCIDENTS: tuple[type[Incident[Any]], ...] = (Misconduct,)
