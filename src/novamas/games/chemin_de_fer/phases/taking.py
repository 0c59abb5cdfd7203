"""Who takes the bank: it is offered in turn, pooled, auctioned, and at last must be taken."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from novamas.games.chemin_de_fer.acts import (
    Decline,
    TakeBank,
)
from novamas.games.chemin_de_fer.cloth import Table
from novamas.games.chemin_de_fer.course import force, hold_bank, offer_next, suspend
from novamas.games.chemin_de_fer.phases.seating import Resting, refuse_hand, vacate
from novamas.law import law
from novamas.rounds.passing_bank.acts import (
    Award,
    Bid,
    GoOn,
)
from novamas.rounds.passing_bank.cloth import aloud
from novamas.table.deeds import Act
from novamas.table.offers import Offer, Range
from novamas.table.people import CROUPIER, Who
from novamas.table.phases import Step
from novamas.table.refusals import Refusal


class Offering(Resting, frozen=True):
    """The bank is offered to the first of the queue; `retake` asks who passed it whether he wants it back."""

    clause: ClassVar[str] = "IB05.08.V.1"
    public: ClassVar[tuple[str, ...]] = ("queue", "retake")

    queue: tuple[int, ...]
    retake: bool = False

    @property
    def turn(self) -> Who:
        return self.queue[0]

    @law("IB05.08.V.7", "IB05.08.V.8")
    def own_offers(self, who: Who) -> Iterable[Offer]:
        if who != self.turn or not isinstance(who, int):
            return
        felt = self.felt
        most = felt.least if self.retake else felt.rules.most_bank(felt.purse(who))
        if felt.least <= min(most, felt.purse(who)):
            clause = "IB05.08.V.7" if felt.passer else "IB05.08.V.26"
            cents = Range(felt.least, most, 1, clause, "IB05.08.V.26")
            yield Offer(
                TakeBank(who, felt.least), "IB05.08.V.8" if self.retake else self.clause, {"cents": cents}
            )
        yield Offer(Decline(who), "IB05.08.V.6")

    def own_reason(self, act: object) -> Refusal | None:
        person = self.queue[0]
        if isinstance(act, TakeBank) and act.by == person and self.felt.purse(person) < self.felt.least:
            says = f"The bank must be at least {self.felt.least}; these chips do not reach."
            return Refusal("bank_too_low", "IB05.08.V.7", says)
        return None

    def own_after(self, act: Act) -> Step:
        moves = Table(self.felt)
        person = self.queue[0]
        if isinstance(act, TakeBank):
            in_turn = not self.felt.passer
            return hold_bank(moves, person, act.cents, "IB05.08.VII.6", least=act.cents, in_turn=in_turn)
        assert isinstance(act, Decline)
        moves.say("Paso.", "IB05.08.V.6", who=person)
        if self.retake:
            return moves.to(Auction(moves.felt))
        if self.felt.is_seated(person) and not self.felt.passer:
            refuse_hand(moves, person)
        return offer_next(moves, self.queue[1:])

    def again(self, moves: Table) -> Step:
        felt = moves.felt
        if not felt.has_enough:
            return suspend(moves)
        return moves.to(Offering(felt, self.queue, self.retake))


class Pooling(Resting, frozen=True):
    """Nobody takes a passed hand alone: it may be taken in association."""

    clause: ClassVar[str] = "IB05.08.V.9"
    pause: ClassVar[bool] = True

    @law("IB05.08.V.9")
    def own_offers(self, who: Who) -> Iterable[Offer]:
        felt = self.felt
        if who is CROUPIER:
            yield Offer(GoOn(), "IB05.08.V.8")
        elif isinstance(who, int) and who not in (felt.passer, *felt.away):
            most = min(felt.purse(who), felt.least - 1)
            if most >= felt.rules.minimum:
                cents = Range(felt.rules.minimum, most, 1, "IB05.08.V.23", self.clause)
                yield Offer(TakeBank(who, felt.rules.minimum), self.clause, {"cents": cents})

    def own_after(self, act: Act) -> Step:
        moves = Table(self.felt)
        if isinstance(act, TakeBank) and isinstance(act.by, int):
            return hold_bank(moves, act.by, act.cents, self.clause, least=self.felt.least, in_turn=False)
        assert isinstance(act, GoOn)
        return moves.to(Offering(self.felt, (self.felt.passer,), retake=True))

    def again(self, moves: Table) -> Step:
        return moves.to(Pooling(moves.felt)) if moves.felt.has_enough else suspend(moves)


class Auction(Resting, frozen=True):
    """The bank is auctioned to the highest bidder."""

    clause: ClassVar[str] = "IB05.08.V.11"
    pause: ClassVar[bool] = True
    public: ClassVar[tuple[str, ...]] = ("best", "bidder")

    best: int = 0
    bidder: int = 0

    @law("IB05.08.V.11", "IB05.08.V.12", "IB05.08.V.17", "IB05.08.V.21")
    def own_offers(self, who: Who) -> Iterable[Offer]:
        felt = self.felt
        if who is CROUPIER:
            yield Offer(Award(), self.clause)
        elif isinstance(who, int) and who not in (*felt.barred, *felt.away, self.bidder):
            wins_equal = self.bidder and felt.rank(who) < felt.rank(self.bidder)
            least = (self.best if wins_equal else self.best + 1) if self.bidder else felt.rules.minimum_banca
            most = felt.rules.most_bank(felt.purse(who))
            if least <= most:
                yield Offer(
                    Bid(who, least),
                    self.clause,
                    {"cents": Range(least, most, 1, "IB05.08.V.12", "IB05.08.V.26")},
                )

    def own_reason(self, act: object) -> Refusal | None:
        if isinstance(act, Bid) and act.by in self.felt.barred:
            says = "Who passed the hand or refused to deal may not bid for it."
            clause = "IB05.08.V.17" if self.felt.passer else "IB05.08.V.21"
            return Refusal("may_not_bid", clause, says)
        return None

    def own_after(self, act: Act) -> Step:
        moves = Table(self.felt)
        if isinstance(act, Bid) and isinstance(act.by, int):
            moves.say(f"{aloud(act.cents).capitalize()}.", self.clause, who=act.by)
            return moves.to(Auction(moves.felt, act.cents, act.by))
        assert isinstance(act, Award)
        if self.bidder:
            in_turn = not self.felt.passer
            return hold_bank(moves, self.bidder, self.best, self.clause, least=self.best, in_turn=in_turn)
        return force(moves, moves.felt.from_right_of(moves.felt.anchor))

    def again(self, moves: Table) -> Step:
        if not moves.felt.has_enough:
            return suspend(moves)
        return moves.to(Auction(moves.felt, self.best, self.bidder))


class Forced(Resting, frozen=True):
    """A player must take the bank at the minimum or give up his seat."""

    clause: ClassVar[str] = "IB05.08.V.18"
    public: ClassVar[tuple[str, ...]] = ("queue",)

    queue: tuple[int, ...]

    @property
    def turn(self) -> Who:
        return self.queue[0]

    def own_offers(self, who: Who) -> Iterable[Offer]:
        if who != self.turn or not isinstance(who, int):
            return
        least = self.felt.rules.minimum_banca
        if self.felt.purse(who) >= least:
            yield Offer(TakeBank(who, least), self.clause)
        yield Offer(Decline(who), self.clause)

    def own_after(self, act: Act) -> Step:
        moves = Table(self.felt)
        if isinstance(act, TakeBank):
            return hold_bank(moves, self.queue[0], act.cents, self.clause, least=act.cents, in_turn=True)
        vacate(moves, self.queue[0], self.clause)
        return force(moves, self.queue[1:])

    def again(self, moves: Table) -> Step:
        queue = tuple(person for person in self.queue if moves.felt.is_seated(person))
        return moves.to(Forced(moves.felt, queue)) if moves.felt.has_enough else suspend(moves)
