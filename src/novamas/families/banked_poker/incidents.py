"""Irregularities of the deal at boxes on which other players may bet."""

from __future__ import annotations

from collections.abc import Iterable

from novamas.families.banked.phases import Playing
from novamas.families.banked_poker.deal import void_round
from novamas.families.banked_poker.open_boxes import OpenBoxCloth
from novamas.table.moves import Moves
from novamas.table.offers import Offer, OneOf
from novamas.table.phases import Incident, Past, Step, happens_in

FAULTS = ("wrong_number", "exposed_card")


@happens_in(Playing)
class DealFault(Incident[Playing[OpenBoxCloth]], frozen=True):
    """A hand has a wrong number of cards, or a card is exposed by mistake. The round is void."""

    what: str = FAULTS[0]

    @classmethod
    def could(cls, now: Playing[OpenBoxCloth], past: Past) -> Iterable[Offer]:
        clause = now.felt.course.fault
        yield Offer(cls(what=FAULTS[0]), clause, {"what": OneOf(FAULTS, clause)})

    def happen(self, now: Playing[OpenBoxCloth], past: Past) -> Step:
        return void_round(Moves(now.felt), now.felt.course.fault)
