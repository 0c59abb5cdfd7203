"""What can go wrong at a blackjack table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace

from novamas.games.blackjack.cloth import Moment
from novamas.games.blackjack.pay import Banking
from novamas.games.blackjack.phases.playing import Backing, Dealing, Drawing, Playing, Proposing
from novamas.games.blackjack.shoe import Turning, take_out
from novamas.kit.cards import card, name
from novamas.law import law
from novamas.rounds.banked import give_back
from novamas.table.moves import Moves
from novamas.table.offers import Dial, Offer, OneOf, Range
from novamas.table.phases import Incident, Past, Step, happens_in


@law("IB05.03.V.3.c.4")
@happens_in(Dealing, Drawing, Banking)
class CartaVista(Incident[Turning], frozen=True):
    """The next card lies face up in the shoe: it is eliminated, and the one after it is dealt."""

    clause: ClassVar[str] = "IB05.03.V.3.c.4"

    card: str = ""

    @classmethod
    def could(cls, now: Turning, past: Past) -> Iterable[Offer]:
        there = tuple(name(code) for code, _ in now.draws().items())
        yield Offer(cls(card=there[0]), cls.clause, {"card": OneOf(there, cls.clause)})

    def happen(self, now: Turning, past: Past) -> Step:
        moves = Moves(now.felt)
        take_out(moves, now.felt, card(self.card), self.clause)
        return moves.to(replace(now, felt=moves.felt))


@law("IB05.03.V.2.1")
@happens_in(Dealing, Proposing, Playing, Backing, Drawing, Banking)
class LateBet(Incident[Moment], frozen=True):
    """Chips were laid on a place after the first card: they are given back."""

    clause: ClassVar[str] = "IB05.03.V.2.1"

    seat: int = 1
    place: int = 1
    cents: int = 0

    @classmethod
    def could(cls, now: Moment, past: Past) -> Iterable[Offer]:
        rules = now.felt.rules
        dials: dict[str, Dial] = {
            "seat": Range(1, now.seats(), 1, cls.clause),
            "place": Range(1, rules.places, 1, cls.clause),
            "cents": Range(1, rules.limits.maximum, 1, cls.clause),
        }
        yield Offer(cls(seat=1, place=1, cents=rules.chip), cls.clause, dials)

    def happen(self, now: Moment, past: Past) -> Step:
        return give_back(now, self.seat, str(self.place), self.cents, self.clause)
