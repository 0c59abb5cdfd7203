"""The award of the bank: it is offered in turn, then to associates, then auctioned, then forced."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace

from novamas.families.passing_bank.acts import Award, Bid, GoOn
from novamas.families.passing_bank.cloth import BANCA, BankMoves, aloud
from novamas.families.passing_bank.phases import too_much
from novamas.games.chemin_de_fer.acts import Decline, TakeBank
from novamas.games.chemin_de_fer.cloth import Cloth
from novamas.games.chemin_de_fer.phases import bank
from novamas.games.chemin_de_fer.phases.seating import (
    Resting,
    give_up_seat,
    lose_seat_absent,
    refuse_hand,
    salute,
)
from novamas.law import law
from novamas.table.deeds import Act
from novamas.table.offers import Offer, Range
from novamas.table.phases import Step
from novamas.table.refusals import Refusal
from novamas.table.roles import CROUPIER, Who

# ---------------------------------------------------------------- the order of offers


@law("IB05.08.V.1")
def begin_talla(moves: BankMoves[Cloth]) -> Step:
    """Begin a shoe without a banker. The bank is first offered to the first compartment."""
    moves.change(anchor=moves.felt.rules.seats)
    return offer_bank(moves)


@law("IB05.08.V.1", "IB05.08.V.6", "IB05.08.V.8", "IB05.08.V.13", "IB05.08.V.14", "IB05.08.V.19")
def offer_bank(moves: BankMoves[Cloth]) -> Step:
    """Offer the bank to the seated players from the right of the anchor, then to the standing ones.

    The anchor is the compartment of the last seated banker in the rotation, or of the last seated banker who
    passed the hand. If the player who took a passed hand loses, the rotation continues from its old place.
    """
    felt = moves.felt
    around = felt.from_right_of(felt.anchor)
    standing = tuple(person for person in felt.by_rank() if not felt.is_seated(person))
    if not felt.passer:
        return offer_next(moves, (*around, *standing))
    ready = [one for one in around if one not in (*felt.unsaluted, *felt.away)]
    last = [one for one in around if one in felt.unsaluted and one not in felt.away]
    return offer_next(moves, tuple(one for one in (*ready, *standing, *last) if one != felt.passer))


def offer_next(moves: BankMoves[Cloth], queue: tuple[int, ...]) -> Step:
    """Offer the bank to the first player in the queue.

    In the rotation, a player who must let a hand pass does so, and an absent player loses the seat.
    """
    in_turn = not moves.felt.passer
    while queue:
        if in_turn and queue[0] in moves.felt.unsaluted:
            salute(moves, queue[0])
        elif in_turn and queue[0] in moves.felt.away:
            lose_seat_absent(moves, queue[0])
        elif queue[0] not in moves.felt.away:
            break
        queue = queue[1:]
    felt = moves.felt
    if not felt.has_enough:
        return bank.suspend(moves)
    if queue:
        return moves.to(Offering(felt, queue))
    return moves.to(Pooling(felt) if felt.passer else Auction(felt))


@law("IB05.08.V.18")
def force(moves: BankMoves[Cloth], queue: tuple[int, ...]) -> Step:
    """Force the bank on the player at the right, who takes it or gives up the seat. Then try the next."""
    moves.change(passer=0, passed=0, barred=(), former_banco=0)
    if not queue or not moves.felt.has_enough:
        return bank.suspend(moves)
    return moves.to(Forced(moves.felt, queue))


def hold_bank(
    moves: BankMoves[Cloth], person: int, cents: int, clause: str, *, least: int, in_turn: bool
) -> Step:
    """Give the bank to a player, who puts chips into it. It must reach `least`."""
    felt = moves.felt
    if in_turn and felt.is_seated(person):
        moves.change(anchor=felt.behind[person - 1])
    refusals = tuple(0 if n == person else many for n, many in enumerate(felt.refusals, 1))
    away = tuple(one for one in felt.away if one != person)
    moves.change(
        away=away, banker=person, own=cents, associates=(), won=0, has_dealt=False, refusals=refusals
    )
    moves.stake(person, BANCA, cents, clause)
    return moves.to(bank.Forming(moves.felt, least))


# ---------------------------------------------------------------- the offers


class Offering(Resting, frozen=True):
    """The bank is offered to the first player in the queue.

    With `retake` it is offered to the player who passed it.
    """

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
        most = felt.least_bank if self.retake else felt.rules.most_bank(felt.purse(who))
        if felt.least_bank <= min(most, felt.purse(who)):
            cents = Range(felt.least_bank, most, 1, self.least_by, self.most_by)
            by = felt.course.retaken if self.retake else self.clause
            yield Offer(TakeBank(who, felt.least_bank), by, {"cents": cents})
        yield Offer(Decline(who), felt.course.declined)

    @property
    def least_by(self) -> str:
        """The clause that sets the lowest bank."""
        return self.felt.course.passed_amount if self.felt.passer else self.felt.course.bank_limits

    @property
    def most_by(self) -> str:
        """The clause that sets the highest bank."""
        return self.felt.course.retaken if self.retake else self.felt.course.bank_limits

    def own_reason(self, act: Act) -> Refusal | None:
        felt, person = self.felt, self.queue[0]
        if not isinstance(act, TakeBank) or act.by != person:
            return None
        if felt.purse(person) < felt.least_bank:
            return Refusal("bank_too_low", self.least_by, figures={"bank": felt.least_bank})
        most = felt.least_bank if self.retake else felt.rules.maximum_banca
        return too_much(self, person, act.cents, most or None, self.most_by)

    def own_after(self, moves: BankMoves[Cloth], act: Act) -> Step:
        person = self.queue[0]
        if isinstance(act, TakeBank):
            in_turn, clause = not self.felt.passer, self.felt.course.forming
            return hold_bank(moves, person, act.cents, clause, least=act.cents, in_turn=in_turn)
        assert isinstance(act, Decline)
        moves.say("Paso.", self.felt.course.declined, who=person)
        if self.retake:
            return moves.to(Auction(moves.felt))
        if self.felt.is_seated(person) and not self.felt.passer:
            refuse_hand(moves, person)
        return offer_next(moves, self.queue[1:])

    def again(self, moves: BankMoves[Cloth]) -> Step:
        return bank.on_if_enough(moves, self)


class Pooling(Resting, frozen=True):
    """No player takes a passed hand alone. Players may take it in association."""

    pause: ClassVar[bool] = True

    @law("IB05.08.V.9")
    def own_offers(self, who: Who) -> Iterable[Offer]:
        felt = self.felt
        if who is CROUPIER:
            yield Offer(GoOn(), felt.course.retaken)
        elif isinstance(who, int) and who not in (felt.passer, *felt.away):
            most = min(felt.purse(who), felt.least_bank - 1)
            if most >= felt.rules.minimum:
                cents = Range(felt.rules.minimum, most, 1, felt.course.minimum, self.clause)
                yield Offer(TakeBank(who, felt.rules.minimum), self.clause, {"cents": cents})

    def own_after(self, moves: BankMoves[Cloth], act: Act) -> Step:
        if isinstance(act, TakeBank) and isinstance(act.by, int):
            return hold_bank(moves, act.by, act.cents, self.clause, least=self.felt.least_bank, in_turn=False)
        assert isinstance(act, GoOn)
        return moves.to(Offering(self.felt, (self.felt.passer,), retake=True))

    def again(self, moves: BankMoves[Cloth]) -> Step:
        return bank.on_if_enough(moves, self)


class Auction(Resting, frozen=True):
    """The bank is auctioned to the highest bidder."""

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
                below = felt.course.equal_bids if self.bidder else felt.course.bank_limits
                cents = Range(least, most, 1, below, felt.course.bank_limits)
                yield Offer(Bid(who, least), self.clause, {"cents": cents})

    def own_reason(self, act: Act) -> Refusal | None:
        felt = self.felt
        if isinstance(act, Bid) and act.by in felt.barred:
            refused = act.by == felt.barred[0] != felt.passer  # the player who refused to deal is first
            clause = felt.course.refused_to_deal if refused else felt.course.passer_barred
            return Refusal("may_not_bid", clause)
        if not isinstance(act, Bid):
            return None
        if act.by in felt.away:
            return Refusal("stepped_away", felt.course.stepped_away)
        if act.by == self.bidder:
            return Refusal("bids_highest", self.clause)
        most = felt.rules.maximum_banca or None
        return too_much(self, act.by, act.cents, most, felt.course.bank_limits)

    def own_after(self, moves: BankMoves[Cloth], act: Act) -> Step:
        if isinstance(act, Bid) and isinstance(act.by, int):
            moves.say(f"{aloud(act.cents).capitalize()}.", self.clause, who=act.by)
            return moves.to(Auction(moves.felt, act.cents, act.by))
        assert isinstance(act, Award)
        if self.bidder:
            in_turn = not self.felt.passer
            return hold_bank(moves, self.bidder, self.best, self.clause, least=self.best, in_turn=in_turn)
        return force(moves, moves.felt.from_right_of(moves.felt.anchor))

    def again(self, moves: BankMoves[Cloth]) -> Step:
        return bank.on_if_enough(moves, self)


class Forced(Resting, frozen=True):
    """A player must take the bank at the minimum or give up the seat."""

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

    def own_after(self, moves: BankMoves[Cloth], act: Act) -> Step:
        if isinstance(act, TakeBank):
            return hold_bank(moves, self.queue[0], act.cents, self.clause, least=act.cents, in_turn=True)
        give_up_seat(moves, self.queue[0], self.clause)
        return force(moves, self.queue[1:])

    def again(self, moves: BankMoves[Cloth]) -> Step:
        queue = tuple(person for person in self.queue if moves.felt.is_seated(person))
        return bank.on_if_enough(moves, replace(self, queue=queue))
