"""Irregularities at a trijoker table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from novamas.families.banked.incidents import LateBet
from novamas.families.banked.phases import BankedPhase
from novamas.families.banked_poker.bets import BOARD
from novamas.families.banked_poker.deal import Dealing, deal_on, take, void_round
from novamas.games.trijoker.cloth import BETS, Cloth
from novamas.games.trijoker.phases import Deciding, Exposing, next_decision
from novamas.law import law
from novamas.table.moves import Moves
from novamas.table.offers import Offer, OneOf
from novamas.table.phases import Incident, Past, Step, happens_in

FORMS = ("wrong_number", "face_up_in_deck")


def resume(now: BankedPhase[Cloth], moves: Moves[Cloth]) -> Step:
    """Continue the round in the same phase, with the players who are still in it."""
    if not isinstance(now, Deciding):
        return deal_on(moves)
    return next_decision(moves, now.bet, tuple(seat for seat in now.waiting if seat in moves.felt.players))


@happens_in(Dealing, Deciding)
class OwnCardExposed(Incident[BankedPhase[Cloth]], frozen=True):
    """A player's card is exposed by mistake. Everyone sees it, and the hand continues."""

    seat: int = 1
    nth: int = 1

    @classmethod
    def could(cls, now: BankedPhase[Cloth], past: Past) -> Iterable[Offer]:
        clause = now.felt.faults.own_card
        for seat in now.felt.players:
            for place, held in enumerate(now.felt.held(seat), start=1):
                if not held.up:
                    yield Offer(cls(seat=seat, nth=place), clause)

    @law("IB05.13.VII.5", "AR10.10-1-B.VIII.2.7")
    def happen(self, now: BankedPhase[Cloth], past: Past) -> Step:
        moves = Moves(now.felt)
        moves.show(self.seat, now.felt.faults.own_card, nth=self.nth - 1)
        return resume(now, moves)


@happens_in(Dealing, Deciding)
class CommonCardExposed(Incident[BankedPhase[Cloth]], frozen=True):
    """A community card is exposed by mistake. Its rank decides whether the hand is void."""

    nth: int = 1

    @classmethod
    def could(cls, now: BankedPhase[Cloth], past: Past) -> Iterable[Offer]:
        clause = now.felt.faults.common_card
        for place, held in enumerate(now.felt.held(BOARD), start=1):
            if not held.up:
                yield Offer(cls(nth=place), clause)

    def happen(self, now: BankedPhase[Cloth], past: Past) -> Step:
        moves: Moves[Any] = Moves(now.felt)
        if isinstance(now, Deciding):
            return moves.to(Exposing(now.felt, self.nth - 1, now.bet, now.waiting))
        return moves.to(Exposing(now.felt, self.nth - 1))


@happens_in(Dealing, Deciding)
class DealFault(Incident[BankedPhase[Cloth]], frozen=True):
    """A hand has a wrong number of cards, or a card is face up in the deck. The whole hand is void."""

    what: str = FORMS[0]

    @classmethod
    def could(cls, now: BankedPhase[Cloth], past: Past) -> Iterable[Offer]:
        clause = now.felt.faults.deal
        yield Offer(cls(what=FORMS[0]), clause, {"what": OneOf(FORMS, clause)})

    @law("IB05.13.VII.16", "AR10.10-1-B.IX.1.1")
    def happen(self, now: BankedPhase[Cloth], past: Past) -> Step:
        return void_round(Moves(now.felt), now.felt.faults.deal)


@happens_in(Dealing, Deciding)
class ShowsCards(Incident[BankedPhase[Cloth]], frozen=True):
    """A player shows cards or talks about them. Under the Balearic order the player loses the whole bet.

    Aragón forbids it but states no consequence. It is only recorded, unless the displayed rules of the house
    say that the bet is lost.
    """

    seat: int = 1

    @classmethod
    def could(cls, now: BankedPhase[Cloth], past: Past) -> Iterable[Offer]:
        clause = now.felt.faults.breach
        for seat in now.felt.players:
            if now.felt.held(seat):
                yield Offer(cls(seat=seat), clause)

    @law("IB05.13.VII.17", "IB05.13.VII.18", "AR10.10-1-B.IV.2", "AR10.10-1-B.IX.2.1")
    def happen(self, now: BankedPhase[Cloth], past: Past) -> Step:
        moves, clause = Moves(now.felt), now.felt.faults.breach
        moves.note("cards_shown", clause, seat=self.seat)
        if now.felt.rules.breach_forfeits:
            for bet in BETS:
                if now.felt.on(self.seat, bet):
                    take(moves, self.seat, bet, clause)
            moves.muck(self.seat, clause)
        return resume(now, moves)


INCIDENTS = (OwnCardExposed, CommonCardExposed, DealFault, ShowsCards, LateBet)
