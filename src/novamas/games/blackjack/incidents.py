"""Irregularities at a blackjack table."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from novamas.equipment.cards import card, name
from novamas.games.blackjack.pay import Banking
from novamas.games.blackjack.phases.cards import Dealing, Drawing
from novamas.games.blackjack.shoe import Turning, take_out
from novamas.law import law
from novamas.table.moves import Moves
from novamas.table.offers import Offer, OneOf
from novamas.table.phases import Incident, Past, Step, happens_in


@law("IB05.03.V.3.c.4")
@happens_in(Dealing, Drawing, Banking)
class CartaVista(Incident[Turning], frozen=True):
    """The next card is face up in the shoe. It is discarded, and the card after it is dealt."""

    card: str = ""

    @classmethod
    def could(cls, now: Turning, past: Past) -> Iterable[Offer]:
        there = tuple(name(code) for code, _ in now.draws().items())
        clause = now.felt.course.card_face_up
        yield Offer(cls(card=there[0]), clause, {"card": OneOf(there, clause)})

    def happen(self, now: Turning, past: Past) -> Step:
        moves = Moves(now.felt)
        take_out(moves, now.felt, card(self.card), now.felt.course.card_face_up)
        return moves.to(replace(now, felt=moves.felt))
