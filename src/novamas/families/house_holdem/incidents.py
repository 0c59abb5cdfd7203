"""Irregularities a) to e) of a hold'em against the house, and their consequences."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

from novamas.families.banked.incidents import LateBet
from novamas.families.banked.phases import BankedPhase
from novamas.families.banked_poker.bets import BANK, BOARD
from novamas.families.banked_poker.deal import Dealing, deal_on, return_taken, void_round
from novamas.families.house_holdem.cloth import HoldemCloth
from novamas.families.house_holdem.figures import RIVER
from novamas.families.house_holdem.phases import (
    CommonCards,
    Deciding,
    FaceUp,
    end_without_players,
    next_decision,
)
from novamas.law import law
from novamas.table.moves import Moves
from novamas.table.offers import Offer, OneOf
from novamas.table.phases import Incident, Past, Step, happens_in

OWNERS = (BANK, BOARD, "player")

Now: TypeAlias = BankedPhase[HoldemCloth[Any]]


def resume(now: Now, moves: Moves[Any]) -> Step:
    """Continue the round in the same phase, with the players who are still in it."""
    match now:
        case Deciding(street=street, waiting=waiting):
            return next_decision(moves, street, tuple(seat for seat in waiting if seat in moves.felt.players))
        case CommonCards(street=street) if moves.felt.players:
            return moves.to(CommonCards(moves.felt, street))
        case CommonCards():
            return end_without_players(moves)
        case _:
            return deal_on(moves)


@happens_in(Dealing, Deciding, CommonCards)
class CardShown(Incident[Now], frozen=True):
    """The croupier exposes a card too early: the bank's, the next community card, or a player's."""

    whose: str = BANK

    @classmethod
    def could(cls, now: Now, past: Past) -> Iterable[Offer]:
        if isinstance(now, CommonCards) and now.street == RIVER:
            return  # all have decided
        clause = now.felt.figures.faults.shown
        yield Offer(cls(whose=BANK), clause, {"whose": OneOf(OWNERS, clause)})

    @law("AR10.10-1-E.VII.3bis.a.1", "AR10.10-1-F.VII.4.a.1")
    def happen(self, now: Now, past: Past) -> Step:
        """Void the whole round, including the bonus."""
        return void_round(Moves(now.felt), now.felt.figures.faults.shown)


@happens_in(Dealing, CommonCards)
class FaceUpInDeck(Incident[Now], frozen=True):
    """One or more cards are found face up in the deck."""

    several: bool = False

    @classmethod
    def could(cls, now: Now, past: Past) -> Iterable[Offer]:
        faults = now.felt.figures.faults
        first = faults.several_face_up if now.felt.face_up else faults.face_up
        yield Offer(cls(several=False), first)
        yield Offer(cls(several=True), faults.several_face_up)

    @law("AR10.10-1-E.VII.3bis.b.2", "AR10.10-1-F.VII.4.b.2")
    def happen(self, now: Now, past: Past) -> Step:
        """Discard the card and continue the deal. If there are two or more in a round, void the round."""
        moves: Moves[Any] = Moves(now.felt)
        if self.several or now.felt.face_up:
            return void_round(moves, now.felt.figures.faults.several_face_up)
        return moves.to(FaceUp(now.felt, now.street if isinstance(now, CommonCards) else ""))


@happens_in(Dealing, Deciding, CommonCards)
class DrawnByMistake(Incident[Now], frozen=True):
    """A card is drawn by mistake and no one has seen it. It is used as the next card of the deck."""

    @classmethod
    def could(cls, now: Now, past: Past) -> Iterable[Offer]:
        yield Offer(cls(), now.felt.figures.faults.drawn)

    @law("AR10.10-1-E.VII.3bis.c.1", "AR10.10-1-F.VII.4.c.1")
    def happen(self, now: Now, past: Past) -> Step:
        moves: Moves[Any] = Moves(now.felt)
        moves.note("drawn_card_is_next", now.felt.figures.faults.drawn)
        return moves.to(now)


@happens_in(Dealing, Deciding, CommonCards)
class PlayerMiscounted(Incident[Now], frozen=True):
    """A player has a wrong number of cards. If it cannot be corrected, only that hand is void."""

    seat: int = 1
    can_be_restored: bool = False

    @classmethod
    def could(cls, now: Now, past: Past) -> Iterable[Offer]:
        faults = now.felt.figures.faults
        for seat in now.felt.holders:
            if now.felt.held(seat):
                yield Offer(cls(seat=seat, can_be_restored=True), faults.miscount)
                yield Offer(cls(seat=seat, can_be_restored=False), faults.player_miscount)

    @law("AR10.10-1-E.VII.3bis.d.1", "AR10.10-1-F.VII.4.d.1")
    def happen(self, now: Now, past: Past) -> Step:
        """Return all the player's bets, even those that the bank has taken. The other players continue."""
        felt, moves, faults = now.felt, Moves(now.felt), now.felt.figures.faults
        if self.can_be_restored:
            return restored(now, faults.miscount)
        clause = faults.player_miscount
        for seat, bet, cents in felt.chips:
            if seat == self.seat:
                moves.withdraw(seat, bet, cents, clause)
        return_taken(moves, (chips for chips in felt.taken if chips.seat == self.seat), clause)
        moves.change(taken=tuple(chips for chips in felt.taken if chips.seat != self.seat))
        moves.muck(self.seat, clause)
        return resume(now, moves)


@happens_in(Dealing, Deciding, CommonCards)
class TableMiscounted(Incident[Now], frozen=True):
    """The bank or the board has a wrong number of cards. If it cannot be corrected, the round is void."""

    whose: str = BANK
    can_be_restored: bool = False

    @classmethod
    def could(cls, now: Now, past: Past) -> Iterable[Offer]:
        """Yield the forms of the error. Community cards can be corrected only while they are face down."""
        clause, coming = now.felt.figures.faults.miscount, isinstance(now, CommonCards)
        if now.felt.held(BANK):
            yield Offer(cls(whose=BANK, can_be_restored=True), clause)
            yield Offer(cls(whose=BANK, can_be_restored=False), clause)
        if coming:
            yield Offer(cls(whose=BOARD, can_be_restored=True), clause)
        if coming or now.felt.held(BOARD):
            yield Offer(cls(whose=BOARD, can_be_restored=False), clause)

    @law("AR10.10-1-E.VII.3bis.e.1", "AR10.10-1-F.VII.4.e.1")
    def happen(self, now: Now, past: Past) -> Step:
        clause = now.felt.figures.faults.miscount
        return restored(now, clause) if self.can_be_restored else void_round(Moves(now.felt), clause)


def restored(now: Now, clause: str) -> Step:
    """Deal the right number of cards without changing their order, and continue the round."""
    moves: Moves[Any] = Moves(now.felt)
    moves.note("right_number_dealt", clause)
    return moves.to(now)


@happens_in(Dealing, Deciding, CommonCards)
class ShowsCards(Incident[Now], frozen=True):
    """A player shows cards or talks about them. This is recorded, and the round continues."""

    seat: int = 1

    @classmethod
    def could(cls, now: Now, past: Past) -> Iterable[Offer]:
        for seat in now.felt.holders:
            if any(not held.up for held in now.felt.held(seat)):
                yield Offer(cls(seat=seat), now.felt.figures.faults.breach)

    @law("AR10.10-1-E.IV.2", "AR10.10-1-F.IV.2")
    def happen(self, now: Now, past: Past) -> Step:
        moves, clause = Moves(now.felt), now.felt.figures.faults.breach
        moves.note("cards_shown", clause, seat=self.seat)
        moves.show(self.seat, clause)
        return resume(now, moves)


INCIDENTS: tuple[type[Incident[Any]], ...] = (
    CardShown,
    FaceUpInDeck,
    DrawnByMistake,
    PlayerMiscounted,
    TableMiscounted,
    ShowsCards,
    LateBet,
)
