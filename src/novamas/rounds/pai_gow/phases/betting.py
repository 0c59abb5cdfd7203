"""A round of pai gow until «no va más»: the bank goes round, and bets are made."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Generic

from novamas.law import law
from novamas.law.general import Band, limit_change_faults
from novamas.rounds.pai_gow.acts import (
    Bet,
    ChangeMaximum,
    ChangeMinimum,
    NoVaMas,
    PassBank,
    SetAsHouse,
    SetHand,
    Shuffle,
    TakeBank,
    Withdraw,
)
from novamas.rounds.pai_gow.cloth import BANCA, CROUPIER_HAND, C, Cloth, bet_on
from novamas.table.deeds import Act
from novamas.table.moves import Moves
from novamas.table.offers import Dial, Offer, Range
from novamas.table.people import CROUPIER, FLOOR, NOBODY, Who
from novamas.table.phases import Incident, Past, Phase, Step, happens_in
from novamas.table.refusals import Refusal


class Moment(Phase[Act], Generic[C], frozen=True):
    """Any moment of pai gow."""

    clause: ClassVar[str] = ""
    felt: C

    def seats(self) -> int:
        return self.felt.rules.seats


class Unclosed(Moment[C], Generic[C], frozen=True):
    """Bets may be taken back: nothing is at risk yet, or no more."""

    def withdrawals(self, who: Who) -> Iterable[Offer]:
        """What a player may take back."""
        for box in self.felt.boxes:
            if isinstance(who, int) and self.felt.on(who, bet_on(box)):
                yield Offer(Withdraw(who, box), self.felt.course.keeps)

    @law("IB09.16.I.6", "AR10.10-1-C.I.5", "CM16.8.1.3", "CM16.9.1.2", "CM16.11.2.4")
    def withdrawn(self, act: Withdraw) -> Moves[C]:
        """A player takes his chips back; with a hand's own player go those who bet on it too."""
        moves = Moves(self.felt)
        take_back(moves, act.box, (act.by,) if act.by != self.felt.holder(act.box) else None)
        return moves


def take_back(moves: Moves[Any], box: int, seats: tuple[Who, ...] | None = None) -> None:
    """The bets on the hand of a box go back to who made them: all of them, or those of these seats."""
    felt: Cloth = moves.felt
    for seat, bet, cents in felt.chips:
        if bet == bet_on(box) and (seats is None or seat in seats):
            moves.withdraw(seat, bet, cents, felt.course.keeps)
    if seats is None:
        felt.release(moves, box)


class Waiting(Unclosed[C], Generic[C], frozen=True):
    """Between rounds."""

    rest: ClassVar[bool] = True

    def offers(self, who: Who) -> Iterable[Offer]:
        felt = self.felt
        if who is CROUPIER:
            clause = felt.course.shuffling
            return (Offer(Shuffle(), clause), Offer(Shuffle(last=True), clause))
        return self.orders() if who is FLOOR else self.withdrawals(who)

    def orders(self) -> Iterable[Offer]:
        """The limits of an open table, where the law lets the house change them."""
        felt, clause = self.felt, self.felt.course.changing
        if felt.rules.may_change_limits:
            least, most = felt.rules.authorised
            chip = felt.rules.chip
            down, up = Range(least, felt.maximum, chip, clause), Range(felt.minimum, most, chip, clause)
            yield Offer(ChangeMinimum(cents=least), clause, {"cents": down})
            yield Offer(ChangeMaximum(cents=felt.minimum), clause, {"cents": up})

    def reason(self, act: Act) -> Refusal | None:
        if isinstance(act, Bet):
            return Refusal("not_open", self.felt.course.betting, "The croupier has not opened the betting.")
        return None

    def after(self, act: Act) -> Step:
        match act:
            case Withdraw():
                moves = self.withdrawn(act)
            case ChangeMinimum(cents=cents):
                moves = change_limits(self.felt, cents, self.felt.maximum)
            case ChangeMaximum(cents=cents):
                moves = change_limits(self.felt, self.felt.minimum, cents)
            case Shuffle(last=last):
                return self.begun(last=last)
            case _:
                raise AssertionError(act)
        return moves.to(Waiting(moves.felt))

    @law(
        "IB09.16.VII.2", "AR10.10-1-C.VI.2", "IB09.16.VI.7", "AR10.10-1-C.V.2.3", "CM16.9.3.1", "CM16.12.5.1"
    )
    def begun(self, *, last: bool) -> Step:
        """Shuffled and cut by a client, the commission announced; then the bank is offered."""
        felt, moves = self.felt, Moves(self.felt)
        moves.use(felt.fresh())
        felt.note_shuffle(moves)
        words = "Última jugada. " if last else ""
        moves.say(
            f"{words}La comisión es del {100 * felt.rules.commission} por ciento.", felt.course.commission
        )
        if felt.rules.player_bank:
            return offer_bank(moves, last=last)
        return bank_to(moves, CROUPIER_HAND, last=last)


@law("CM16.5.2.1", "CM16.5.2.2")
def change_limits(felt: C, minimum: int, maximum: int) -> Moves[C]:
    """The players are told of new limits, and what lies on the cloth goes back to them."""
    faults = limit_change_faults(
        felt.rules.frame.norm,
        new=Band(minimum, maximum),
        authorised=Band(*felt.rules.authorised),
        told_players=True,
        mid_hand=False,
    )
    assert not faults, faults
    moves = Moves(felt)
    for box in felt.played:
        take_back(moves, box)
    moves.change(minimum=minimum, maximum=maximum)
    moves.note(f"minimum {minimum}, maximum {maximum}", felt.course.changing)
    return moves


# ---------------------------------------------------------------- the bank goes round


@law("IB09.16.VII.10", "IB09.16.VII.11", "IB09.16.VII.12", "AR10.10-1-C.VI.9", "AR10.10-1-C.VI.10")
@law("AR10.10-1-C.VI.11")
def offer_bank(moves: Moves[C], *, last: bool) -> Step:
    """The bank is offered to whose turn it is; the croupier must take it when his comes."""
    felt = moves.felt
    seat = felt.offered_next
    if seat not in felt.boxes:
        return bank_to(moves, CROUPIER_HAND, last=last)
    moves.say(f"Se ofrece la banca al puesto {seat}.", felt.course.offering)
    return moves.to(Offering(felt, last))


class Offering(Unclosed[C], Generic[C], frozen=True):
    """The bank is offered to a player, who takes it or passes."""

    public: ClassVar[tuple[str, ...]] = ("last",)

    last: bool = False

    @property
    def turn(self) -> Who:
        return self.felt.offered_next

    def offers(self, who: Who) -> Iterable[Offer]:
        felt = self.felt
        if who == self.turn:
            yield Offer(PassBank(who), felt.course.offering)
            least = felt.least_bank(self.felt.offered_next)
            most = max(least, felt.house_bet_against(felt.offered_next) + felt.rules.seats * felt.maximum)
            cents = Range(least, most, felt.rules.chip, felt.course.passing_on, felt.course.passing_on)
            yield Offer(TakeBank(who, least), felt.course.offering, {"cents": cents})
        yield from self.withdrawals(who)

    def after(self, act: Act) -> Step:
        if isinstance(act, Withdraw):
            moves = self.withdrawn(act)
            return moves.to(Offering(moves.felt, self.last))
        moves, seat = Moves(self.felt), self.felt.offered_next
        if isinstance(act, PassBank):
            moves.say("Paso.", self.felt.course.offering, who=seat)
            moves.change(offered_next=seat + 1)
            return offer_bank(moves, last=self.last)
        assert isinstance(act, TakeBank)
        for box in self.felt.played:
            take_back(moves, box, None if self.felt.gives_way(box, seat) else (seat,))
        moves.stake(seat, BANCA, act.cents, self.felt.course.passing_on)
        return bank_to(moves, seat, last=self.last)


@law("IB09.16.VII.13", "AR10.10-1-C.VI.12")
def bank_to(moves: Moves[C], banker: int, *, last: bool) -> Step:
    """Who holds the bank for this round; in the next it is offered to who comes after him."""
    after = banker + 1 if moves.felt.rules.player_bank else 1
    moves.change(banker=banker, offered_next=after)
    whose = f"del puesto {banker}" if banker else "del croupier"
    course = moves.felt.course
    moves.say(f"La banca es {whose}. Hagan juego.", course.bank if banker else course.accepting)
    return moves.to(Betting(moves.felt, last))


# ---------------------------------------------------------------- bets


class Betting(Unclosed[C], Generic[C], frozen=True):
    """Bets are made until «no va más»."""

    pause: ClassVar[bool] = True
    public: ClassVar[tuple[str, ...]] = ("last",)

    last: bool = False

    def offers(self, who: Who) -> Iterable[Offer]:
        if who is CROUPIER:
            return (Offer(NoVaMas(), self.felt.course.closing),)
        if who is FLOOR:
            return self.felt.permits()
        return (*self.bets(who), *self.withdrawals(who)) if isinstance(who, int) else ()

    @law("IB09.16.VI.1", "IB09.16.VII.3", "AR10.10-1-C.VI.3", "AR10.10-1-C.V.2.1")
    def bets(self, seat: int) -> Iterable[Offer]:
        """What a player who does not hold the bank may stake; a player's bank must cover it."""
        felt, chip, clause = self.felt, self.felt.rules.chip, self.felt.course.limits
        if seat == felt.banker:
            return
        for box, least, most, most_clause in felt.bets(seat):
            if felt.banker and felt.uncovered < most:
                most, most_clause = felt.uncovered, felt.course.passing_on
            if box != felt.banker and least <= most:
                dials: dict[str, Dial] = {"cents": Range(least, most, chip, clause, most_clause)}
                yield Offer(Bet(seat, box, least), felt.course.betting, dials)

    def reason(self, act: Act) -> Refusal | None:
        felt = self.felt
        if not isinstance(act, Bet) or not isinstance(act.by, int):
            return None
        if act.by == felt.banker:
            says = "Who holds the bank does not bet: his hand is the bank's."
            return Refusal("banker_may_not_bet", felt.course.bank, says)
        if act.box not in felt.boxes:
            says = f"There is no box {act.box}: the cloth has {felt.rules.seats}."
            return Refusal("no_such_bet", felt.course.limits, says, dial="box", given=act.box)
        if felt.banker and felt.uncovered < felt.minimum:
            says = f"The bank of seat {felt.banker} covers no more bets."
            return Refusal("bank_not_covered", felt.course.passing_on, says)
        return felt.why_no_bet(act.by, act.box) if not self._offered(act.by, act.box) else None

    def _offered(self, seat: int, box: int) -> bool:
        return any(isinstance(offer.act, Bet) and offer.act.box == box for offer in self.bets(seat))

    def after(self, act: Act) -> Step:
        felt = self.felt
        match act:
            case Bet(int(seat), box, cents):
                moves = Moves(felt)
                felt.take_bet(moves, seat, box)
                moves.stake(seat, bet_on(box), cents, felt.course.betting)
            case Withdraw():
                moves = self.withdrawn(act)
            case NoVaMas():
                return self.closed()
            case _:
                moves = Moves(felt)
                felt.do_own(moves, act)
        return moves.to(Betting(moves.felt, self.last))

    @law("IB09.16.VII.4", "AR10.10-1-C.VI.4")
    def closed(self) -> Step:
        """No more bets; where nobody plays against the bank the round ends."""
        from novamas.rounds.pai_gow.phases.dealing import Stacking

        felt, moves = self.felt, Moves(self.felt)
        moves.say("No va más.", felt.course.closing)
        if not felt.played and not felt.house_bet:
            return end_round(moves, last=self.last)
        return moves.to(Stacking(moves.felt, self.last))


class Closed(Moment[C], Generic[C], frozen=True):
    """The session is over and the cloth is empty."""

    rest: ClassVar[bool] = True

    @property
    def turn(self) -> Who:
        return NOBODY


class Playing(Moment[C], Generic[C], frozen=True):
    """Bets are closed and the hands are in play."""

    public: ClassVar[tuple[str, ...]] = ("last",)

    last: bool = False

    def reason(self, act: Act) -> Refusal | None:
        if isinstance(act, Bet | Withdraw):
            says = "After «no va más» no stake may be laid or taken back."
            return Refusal("no_va_mas", self.felt.course.closing, says)
        if isinstance(act, SetHand | SetAsHouse):
            return self.why_not_set(act)
        return None

    def why_not_set(self, act: SetHand | SetAsHouse) -> Refusal | None:
        """A hand is not there to be set."""
        return None


def end_round(moves: Moves[C], *, last: bool) -> Step:
    """The bank goes back to the player who held it, all is gathered, and on to the next round."""
    felt = moves.felt
    if felt.bank:
        moves.withdraw(felt.banker, BANCA, felt.bank, felt.course.keeps)
    moves.clear()
    moves.use(None)
    moves.change(banker=CROUPIER_HAND, dealt=(), laid=(), fouls=())
    if last:
        for box in felt.played:
            take_back(moves, box)
    moves.end_round()
    return moves.to(Closed(moves.felt) if last else Waiting(moves.felt))


@happens_in(Playing)
class LateBet(Incident[Playing[Cloth]], frozen=True):
    """A player laid chips after «no va más»: they are given back."""

    seat: int = 1
    cents: int = 0

    @classmethod
    def could(cls, now: Playing[Cloth], past: Past) -> Iterable[Offer]:
        felt, clause = now.felt, now.felt.course.closing
        dials: dict[str, Dial] = {
            "seat": Range(1, felt.rules.seats, 1, clause),
            "cents": Range(1, felt.maximum, 1, clause),
        }
        yield Offer(cls(seat=1, cents=felt.minimum), clause, dials)

    def happen(self, now: Playing[Cloth], past: Past) -> Step:
        moves, clause = Moves(now.felt), now.felt.course.closing
        moves.stake(self.seat, "tarde", self.cents, clause)
        moves.withdraw(self.seat, "tarde", self.cents, clause)
        return moves.to(now)
