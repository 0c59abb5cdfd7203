"""Irregularities with up cards and hole cards at stud."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from novamas.families.circle.cloth import BET, POT_BET
from novamas.families.circle.incidents import bets
from novamas.families.circle.incidents.deals import deal_again, spare
from novamas.families.circle.phases.hand import Dealing, Interval, deal_on, fold, onward, speak_on
from novamas.families.circle.stud import StudCloth
from novamas.law import law
from novamas.table.moves import Moves
from novamas.table.offers import Offer
from novamas.table.phases import Incident, Past, Step, happens_in


def covered(felt: StudCloth, seat: int) -> list[int]:
    """Return the positions of a player's hole cards in the hand."""
    return [n for n, held in enumerate(felt.held(seat)) if not held.up]


@happens_in(Dealing)
class HoleCardExposed(Incident[Any], frozen=True, kw_only=True):
    """A hole card is exposed during the deal. It becomes the up card, and the next one is dealt face down."""

    seat: int

    @classmethod
    @law("AR10.10-2-B-a.IV.1.a.1.1", "AR10.10-2-B-a.IV.1.a.1", "IB09.12-2-a.III.1.a.1")
    @law("IB09.12-2-a.III.1.a.a-1.1")
    def could(cls, now: Any, past: Past) -> Iterable[Offer]:
        felt = now.felt
        if felt.street or not felt.stud.hole_one:
            return
        for seat in felt.players:
            held = felt.held(seat)
            if held and not any(one.up for one in held):
                yield Offer(cls(seat=seat), felt.stud.hole_one)

    def happen(self, now: Any, past: Past) -> Step:
        moves = Moves(now.felt)
        moves.show(self.seat, now.felt.stud.hole_one, nth=len(now.felt.held(self.seat)) - 1)
        return deal_on(moves)


@happens_in(Dealing)
class BothHoleCardsExposed(Incident[Any], frozen=True, kw_only=True):
    """A player's first two cards are both exposed.

    The player gets the ante back and is out of the hand. Under another norm the whole deal is void.
    """

    seat: int

    @classmethod
    @law("AR10.10-2-B-a.IV.1.a.2.1", "AR10.10-2-B-d.V.1.1", "IB09.12-2-a.III.1.a.a-2.1")
    def could(cls, now: Any, past: Past) -> Iterable[Offer]:
        felt = now.felt
        if felt.street or not felt.stud.hole_both:
            return
        for seat in felt.players if len(felt.players) > 2 else ():
            if len(felt.held(seat)) == 2:
                yield Offer(cls(seat=seat), felt.stud.hole_both)

    def happen(self, now: Any, past: Past) -> Step:
        felt, moves, seat = now.felt, Moves(now.felt), self.seat
        clause = felt.stud.hole_both
        moves.show(seat, clause)
        if felt.stud.hole_both_voids_deal:
            return deal_again(moves, clause)
        if ante := felt.on(seat, POT_BET):
            moves.withdraw(seat, POT_BET, ante, clause)
            moves.change(initial=tuple(each for each in felt.initial if each.seat != seat))
        fold(moves, seat, clause)
        return deal_on(moves)


@happens_in(Interval)
class ShowsCards(bets.ShowsCards, frozen=True, kw_only=True):
    """A player exposes the hole cards by mistake.

    Under some norms the player covers them again, or is out if an earlier bet is not yet matched.
    Otherwise they stay face up.
    """

    @classmethod
    @law("AR10.10-2-B-a.IV.3.a.1", "AR10.10-2-B-a.IV.3.b.1", "IB09.12-2-a.III.3.1")
    @law("AR10.10-2-B-d.V.3.a.1", "AR10.10-2-B-d.V.3.b.1")
    def could(cls, now: Any, past: Past) -> Iterable[Offer]:
        felt = now.felt
        if not felt.stud.covers:
            yield from super().could(now, past)
            return
        for seat in felt.players:
            if covered(felt, seat):
                loses = felt.stud.unmatched and felt.owes(seat)
                yield Offer(cls(seat=seat), felt.stud.unmatched if loses else felt.stud.covers)

    def happen(self, now: Any, past: Past) -> Step:
        felt, moves, seat = now.felt, Moves(now.felt), self.seat
        if not felt.stud.covers:
            return super().happen(now, past)
        hidden = covered(felt, seat)
        for nth in hidden:
            moves.show(seat, felt.stud.covers, nth=nth)
        if felt.stud.unmatched and felt.owes(seat):
            fold(moves, seat, felt.stud.unmatched)
            return onward(moves, now.talk)
        for nth in hidden:
            moves.cover(seat, nth=nth)
        moves.note("cards_covered_again", felt.stud.covers, seat=seat)
        return moves.to(replace(now, felt=moves.felt))


@happens_in(Interval)
class WrongPlayerNamed(Incident[Any], frozen=True, kw_only=True):
    """The croupier names the wrong player for the forced bet, and that player bets. The bet is valid."""

    seat: int
    cents: int

    @classmethod
    @law("AR10.10-2-B-d.V.2.a.1")
    def could(cls, now: Any, past: Past) -> Iterable[Offer]:
        felt = now.felt
        if not felt.stud.wrong_player or not now.talk.forced:
            return
        for seat in now.talk.waiting[1:]:
            if cents := now.raises(seat):
                clause = felt.stud.wrong_player
                yield Offer(cls(seat=seat, cents=cents.least), clause, {"cents": cents})

    def happen(self, now: Any, past: Past) -> Step:
        felt, moves, seat = now.felt, Moves(now.felt), self.seat
        moves.stake(seat, BET, self.cents, felt.stud.wrong_player)
        talk = now.talk.after_raise(seat, self.cents, felt.in_turn(seat))
        return speak_on(moves, replace(talk, forced=0), seat)


@happens_in(Dealing)
class BurnedWrongly(Incident[Any], frozen=True):
    """The croupier burns two cards, or none. It is corrected if possible, and the hand stays valid.

    If it is not corrected, every card of this deal comes one place later or earlier in the deck.
    """

    two: bool = True
    corrected: bool = True

    @classmethod
    @law("AR10.10-2-B-d.V.2.b.1")
    def could(cls, now: Any, past: Past) -> Iterable[Offer]:
        felt = now.felt
        clause = felt.stud.burned_wrongly
        if not clause or not felt.burns(felt.street) or found_before(felt, past):
            return
        yield Offer(cls(two=True), clause)
        yield Offer(cls(two=False), clause)
        if len(felt.cards_due()) < len(felt.served) * len(felt.streets[felt.street].own):
            return  # the first card of this deal is already in its place
        if spare(felt):
            yield Offer(cls(two=True, corrected=False), clause)
        yield Offer(cls(two=False, corrected=False), clause)

    def happen(self, now: Any, past: Past) -> Step:
        moves, clause = Moves(now.felt), now.felt.stud.burned_wrongly
        if self.corrected:
            moves.note("burned_put_right", clause)
            return moves.to(now)
        if self.two:
            moves.burn(clause)
        else:
            moves.use(now.felt.need_shoe.put_back())
        moves.note("burn_left", clause)
        return moves.to(replace(now, felt=moves.felt))


def found_before(felt: StudCloth, past: Past) -> bool:
    """Return whether a wrong burn has already been found in this deal."""
    phases: list[Any] = [before for before, deed in past if isinstance(deed, BurnedWrongly)]
    return any(before.felt.street == felt.street for before in phases)


INCIDENTS: tuple[type[Incident[Any]], ...] = (HoleCardExposed, BothHoleCardsExposed, ShowsCards)
