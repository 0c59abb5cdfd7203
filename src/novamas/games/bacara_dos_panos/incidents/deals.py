"""Irregularities of the deal: the shoe, exposed and lost cards, and the wrong player (section VIII)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace

from novamas.families.passing_bank import incidents
from novamas.families.passing_bank.cloth import BANCA, BankMoves
from novamas.families.passing_bank.incidents import BankIncident
from novamas.families.passing_bank.phases import BankPhase, Drawing
from novamas.games.bacara_dos_panos.cloth import CARDS, PANOS, Cloth, with_one
from novamas.games.bacara_dos_panos.pay import Announced, annul
from novamas.games.bacara_dos_panos.phases.bank import Between, Broken, Offering, TallaOver, take_leave
from novamas.games.bacara_dos_panos.phases.betting import Betting
from novamas.games.bacara_dos_panos.phases.cards import (
    BankAnswers,
    BankSpeaks,
    Looking,
    Serving,
    Speaking,
    Third,
    give,
    look,
    serve_on,
)
from novamas.law import law
from novamas.table.offers import Offer, OneOf
from novamas.table.phases import Past, Step, happens_in

COUP = (Serving, Looking, Speaking, BankAnswers, Third, BankSpeaks, Announced)  # until the payment

# ---------------------------------------------------------------- the shoe


@happens_in(Between, Betting)
class EarlyCards(incidents.EarlyCards, frozen=True):
    """A card is drawn before the end of the betting. The coup must be played, unless that is waived."""


@happens_in(Serving, Third)
class BoxedCard(incidents.BoxedCard[BankPhase[Cloth]], frozen=True):
    """A boxed card (face up in the shoe) is dead. No player may reduce or withdraw a stake because of it."""

    @law("IB05.09.VIII.1.4")
    def happen(self, now: BankPhase[Cloth], past: Past) -> Step:
        return Removing(now.felt, now.n if isinstance(now, Third) else -1), ()


class Removing(Drawing[Cloth], frozen=True):
    """A dead card is discarded, and the deal continues with the next card."""

    public: ClassVar[tuple[str, ...]] = ("n",)

    n: int  # the hand whose third card is due; -1 while the first cards are dealt

    def drawn(self, what: int) -> Step:
        moves = BankMoves(self.felt)
        moves.discard(what, self.clause)
        return moves.to(Third(moves.felt, self.n) if self.n >= 0 else Serving(moves.felt))


@happens_in(Serving, Third)
@law("IB05.09.VIII.1.5")
class StuckCards(incidents.Voided, frozen=True):
    """Two or more cards stick together. The coup is void."""

    annul: ClassVar = annul


@happens_in(*COUP)
@law("IB05.09.VIII.1.6")
class FallenCard(incidents.Untouched, frozen=True):
    """A card falls to the floor. An employee picks it up, it keeps its value, and the coup continues."""


# ---------------------------------------------------------------- the deal


@happens_in(*COUP)
@law("IB05.09.VIII.2.1")
class IrregularDeal(incidents.PutRightOrVoided, frozen=True):
    """The deal is irregular. It is corrected if the correction is evident. Otherwise the coup is void."""

    annul: ClassVar = annul


def unseen(now: BankPhase[Cloth], *, cards: int, hands: tuple[str, ...]) -> tuple[str, ...]:
    """Return the hands in play that have at least this number of cards, all unseen."""
    felt = now.felt
    alive = [hand for hand in hands if hand == BANCA or not felt.coup.void[PANOS.index(hand)]]
    return tuple(
        hand
        for hand in alive
        if len(felt.held(hand)) >= cards and all(held.card is None for held in felt.held(hand))
    )


@happens_in(Serving, Looking)
class ExposedCards(BankIncident[BankPhase[Cloth]], frozen=True):
    """Both cards of a side are exposed during the deal. No stake may be changed."""

    pano: str = ""  # the first side with unseen cards, if the table chief names none
    culprit: str = "croupier"

    @classmethod
    def could(cls, now: BankPhase[Cloth], past: Past) -> Iterable[Offer]:
        if names := unseen(now, cards=2, hands=PANOS):
            wrongs = now.felt.wrongs
            who = OneOf(("croupier", "banquero"), wrongs.table_disagrees)
            dials = {"pano": OneOf(names, wrongs.exposed_cards), "culprit": who}
            yield Offer(cls(pano=names[0]), wrongs.exposed_cards, dials)

    def completed(self, now: BankPhase[Cloth]) -> ExposedCards:
        if self.pano != "" or not (names := unseen(now, cards=2, hands=PANOS)):
            return self
        return replace(self, pano=names[0])

    @law("IB05.09.VIII.2.3")
    def happen(self, now: BankPhase[Cloth], past: Past) -> Step:
        moves = BankMoves(now.felt)
        moves.set_coup(restored=self.culprit)
        return moves.to(Exposing(moves.felt, self.pano))


class Exposing(Drawing[Cloth], frozen=True):
    """The cards of a side are turned over."""

    public: ClassVar[tuple[str, ...]] = ("pano",)

    pano: str

    def drawn(self, what: int) -> Step:
        moves = BankMoves(self.felt)
        moves.turn_up(self.pano, what, self.clause)
        if None in [held.card for held in moves.felt.held(self.pano)]:
            return moves.to(Exposing(moves.felt, self.pano))
        return serve_on(moves)


@law("IB05.09.VIII.2.4")
def void_for(moves: BankMoves[Cloth], n: int, *, served: bool) -> Step:
    """Void the coup for one side. If it is already void for the other side, void the whole coup."""
    moves.set_coup(void=with_one(moves.felt.coup.void, n, True))
    if moves.felt.coup.void == (True, True):
        return annul(moves)
    return give(moves) if served else serve_on(moves)


@happens_in(Serving, Looking)
class LostCards(BankIncident[BankPhase[Cloth]], frozen=True):
    """Cards fall into the basket unseen. The coup is void for their side, or for both if the bank's."""

    hand: str = ""  # the first hand with unseen cards, if the table chief names none

    @classmethod
    def could(cls, now: BankPhase[Cloth], past: Past) -> Iterable[Offer]:
        if names := unseen(now, cards=1, hands=CARDS):
            clause = now.felt.wrongs.lost_cards
            yield Offer(cls(hand=names[0]), clause, {"hand": OneOf(names, clause)})

    def completed(self, now: BankPhase[Cloth]) -> LostCards:
        if self.hand != "" or not (names := unseen(now, cards=1, hands=CARDS)):
            return self
        return replace(self, hand=names[0])

    @law("IB05.09.VIII.2.4")
    def happen(self, now: BankPhase[Cloth], past: Past) -> Step:
        moves = BankMoves(now.felt)
        return annul(moves) if self.hand == BANCA else void_for(moves, PANOS.index(self.hand), served=False)


@happens_in(Third, BankSpeaks, Announced)
class LostThird(BankIncident[BankPhase[Cloth]], frozen=True):
    """A third card falls into the basket. If it was seen, it is recovered. Otherwise the coup is void."""

    seen: bool = True

    @classmethod
    def could(cls, now: BankPhase[Cloth], past: Past) -> Iterable[Offer]:
        if isinstance(now, Third):
            yield Offer(cls(seen=False), now.felt.wrongs.lost_cards)
        if any(len(now.felt.held(hand)) > 2 for hand in CARDS):
            yield Offer(cls(seen=True), now.felt.wrongs.lost_third)

    @law("IB05.09.VIII.2.4", "IB05.09.VIII.2.5")
    def happen(self, now: BankPhase[Cloth], past: Past) -> Step:
        if self.seen:
            return now, ()
        assert isinstance(now, Third)
        moves = BankMoves(now.felt)
        moves.burn(now.felt.wrongs.lost_cards)
        return annul(moves) if now.n == 2 else void_for(moves, now.n, served=True)


# ---------------------------------------------------------------- the wrong player


@happens_in(Speaking, BankAnswers, Third, BankSpeaks, Announced)
class WrongHolder(BankIncident[BankPhase[Cloth]], frozen=True):
    """Another player gets or takes the cards of a side, and speaks for it."""

    pano: str = PANOS[0]
    seat: int = 0

    @classmethod
    def could(cls, now: BankPhase[Cloth], past: Past) -> Iterable[Offer]:
        felt, coup = now.felt, now.felt.coup
        for n, pano in enumerate(PANOS):
            speaks = isinstance(now, Speaking) and now.n == n
            if coup.keeps_hand[n] or coup.void[n] or not (speaks or coup.said[n]):
                continue
            for seat in range(1, felt.rules.people + 1):
                if seat not in (felt.banker, coup.holders[n]):
                    yield Offer(cls(pano=pano, seat=seat), felt.wrongs.wrong_holder)

    @law("IB05.09.VIII.1.7")
    def happen(self, now: BankPhase[Cloth], past: Past) -> Step:
        """If the wrong player has spoken, the coup counts. The next cards go to the entitled player."""
        moves, n, coup = BankMoves(now.felt), PANOS.index(self.pano), now.felt.coup
        if not coup.said[n]:
            moves.show_to(self.pano, self.seat)
            moves.set_coup(holders=with_one(coup.holders, n, self.seat))
        moves.set_coup(keeps_hand=with_one(coup.keeps_hand, n, True))
        return moves.to(replace(now, felt=moves.felt))


@happens_in(Speaking)
class HandedOver(BankIncident[Speaking], frozen=True):
    """The wrong player has the cards and hands them over, because this is noticed before any word."""

    @classmethod
    def could(cls, now: Speaking, past: Past) -> Iterable[Offer]:
        if now.felt.coup.keeps_hand[now.n]:
            yield Offer(cls(), now.felt.wrongs.handed_over)

    @law("IB05.09.VIII.1.7")
    def happen(self, now: Speaking, past: Past) -> Step:
        moves, felt, coup = BankMoves(now.felt), now.felt, now.felt.coup
        moves.set_coup(
            holders=with_one(coup.holders, now.n, coup.banco or felt.holder(now.n)),
            keeps_hand=with_one(coup.keeps_hand, now.n, False),
        )
        return look(moves)


# ---------------------------------------------------------------- a bank left before its first coup


@happens_in(Betting, Between)
class RefusesToDeal(BankIncident[BankPhase[Cloth]], frozen=True):
    """A banker who has not dealt yet leaves. Stakes are returned, and another player is offered the bank."""

    @classmethod
    def could(cls, now: BankPhase[Cloth], past: Past) -> Iterable[Offer]:
        if not now.felt.has_dealt and not now.felt.early:
            yield Offer(cls(), cls.clause_in(now.felt))

    @law("IB05.09.V.1.6", "IB05.09.V.1.11")
    def happen(self, now: BankPhase[Cloth], past: Past) -> Step:
        moves, clause = BankMoves(now.felt), now.felt.wrongs.refuses_to_deal
        for pano in PANOS:
            for person, cents in now.felt.stakes(pano).items():
                moves.withdraw(person, pano, cents, clause)
        take_leave(moves, clause)
        return moves.to(Offering(moves.felt, now.felt.banker))


# ---------------------------------------------------------------- after payment


@happens_in(Between, Broken, TallaOver, Betting)
@law("IB05.09.VIII.5.9")
class RejectedClaim(incidents.Untouched, frozen=True):
    """A claim after the payment of the coup is rejected."""


DEALING_ERRORS = (
    *(EarlyCards, BoxedCard, StuckCards, FallenCard, IrregularDeal, ExposedCards, LostCards, LostThird),
    *(WrongHolder, HandedOver, RefusesToDeal, RejectedClaim),
)
DEALING_PHASES = (Removing, Exposing)
