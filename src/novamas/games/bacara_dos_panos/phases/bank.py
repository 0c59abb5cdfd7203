"""The bank of two cloths: auction and lots, offering it on, the broken bank; people who come and go."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from novamas.games.bacara_dos_panos.acts import (
    SEATING,
    Continue,
    LeaveBank,
    OpenSession,
    Redeposit,
    TakeBank,
)
from novamas.games.bacara_dos_panos.cloth import Cloth, Moment, Table
from novamas.games.bacara_dos_panos.course import (
    begin_talla,
    close_table,
    deposit,
    end_talla,
    hold_bank,
    offer_bank,
    open_betting,
    open_session,
    take_leave,
)
from novamas.kit.chance import OneOf as Lots
from novamas.law import law
from novamas.rounds.passing_bank.acts import (
    Award,
    Bid,
    BuyChips,
    CloseTable,
    GoOn,
    JoinList,
    Rise,
    Shuffle,
    Sit,
)
from novamas.rounds.passing_bank.cloth import aloud, full_shoe
from novamas.table.deeds import Act
from novamas.table.offers import Offer, Range
from novamas.table.people import CHANCE, CROUPIER, NOBODY, Who
from novamas.table.phases import Step
from novamas.table.refusals import Refusal

CALLS = ("A la una.", "A las dos.")  # then the bank is awarded
HUNDRED = 100  # the most that is changed for chips at once, in least banks

# ---------------------------------------------------------------- people who come and go


@law("IB05.09.IV.9")
def _seat_offers(felt: Cloth, who: int) -> Iterable[Offer]:
    """Who wants a seat is entered on the waiting list, whose first may take a vacant one."""
    chip = felt.rules.chip
    most = HUNDRED * felt.rules.minimum_banca
    yield Offer(BuyChips(who, chip), "IB05.09.III.2", {"cents": Range(chip, most, chip)})
    if not felt.is_seated(who) and who not in felt.waiting:
        yield Offer(JoinList(who), "IB05.09.IV.9")
    if felt.is_seated(who) and who != felt.banker:
        yield Offer(Rise(who), "IB05.09.IV.1")
    if felt.waiting[:1] == (who,):
        for place, person in enumerate(felt.places, 1):
            if not person:
                yield Offer(Sit(who, place), "IB05.09.IV.9")


def do_seating(moves: Table, person: int, act: Act) -> None:
    """A player changes money, waits for a seat, takes one or gives it up."""
    felt = moves.felt
    match act:
        case BuyChips(_, cents):
            moves.buy(person, cents, "IB05.09.III.2")
        case JoinList():
            moves.change(waiting=(*felt.waiting, person))
        case Rise():
            moves.change(places=tuple(0 if one == person else one for one in felt.places))
            moves.note(f"s{person} gives up place {felt.behind[person - 1]}", "IB05.09.IV.1")
        case Sit(_, place):
            places, behind = list(felt.places), list(felt.behind)
            places[place - 1], behind[person - 1] = person, place
            waiting = tuple(one for one in felt.waiting if one != person)
            moves.change(places=tuple(places), behind=tuple(behind), waiting=waiting)
            moves.note(f"s{person} takes place {place}", "IB05.09.IV.9")
        case _:
            raise AssertionError(act)


class Resting(Moment, frozen=True):
    """No coup is under way: players may come, go and change chips."""

    rest: ClassVar[bool] = True

    def offers(self, who: Who) -> Iterable[Offer]:
        yield from self.own_offers(who)
        if isinstance(who, int) and who != self.turn:
            yield from _seat_offers(self.felt, who)

    def own_offers(self, who: Who) -> Iterable[Offer]:
        """What this moment itself offers."""
        raise AssertionError("each moment has its own offers")

    def reason(self, act: object) -> Refusal | None:
        if isinstance(act, Sit):
            says = "A vacant seat goes to the first on the waiting list."
            return Refusal("not_first", "IB05.09.IV.9", says)
        return self.own_reason(act)

    def own_reason(self, act: object) -> Refusal | None:
        """Words for what this moment itself does not allow."""
        return None

    def after(self, act: Act) -> Step:
        moves = Table(self.felt)
        if not isinstance(act, SEATING):
            return self.own_after(moves, act)
        assert isinstance(act.by, int)
        do_seating(moves, act.by, act)
        return moves.to(self.again(moves))

    def own_after(self, moves: Table, act: Act) -> Step:
        """What follows from what this moment itself offers."""
        raise AssertionError(act)

    def again(self, moves: Table) -> Resting:
        """The same moment, after somebody came or went."""
        return type(self)(moves.felt)


# ---------------------------------------------------------------- who has the bank


class TallaOver(Resting, frozen=True):
    """There is no shoe on the table: another talla begins, another session, or the game ends."""

    clause: ClassVar[str] = "IB05.09.VII.2"
    pause: ClassVar[bool] = True

    @law("IB05.09.V.2.3", "IB05.09.V.2.4")
    def own_offers(self, who: Who) -> Iterable[Offer]:
        felt, rules = self.felt, self.felt.rules
        if who is CROUPIER:
            if felt.tallas_played < rules.tallas:
                yield Offer(Shuffle(), self.clause)
            elif felt.sessions_played < rules.days * rules.sessions:
                yield Offer(OpenSession(), "IB05.09.V.2.3")
            yield Offer(CloseTable(), "IB05.09.V.2.4")

    def own_after(self, moves: Table, act: Act) -> Step:
        if isinstance(act, Shuffle):
            return begin_talla(moves)
        return open_session(moves) if isinstance(act, OpenSession) else close_table(moves, "IB05.09.V.2.4")


class Auction(Resting, frozen=True):
    """The bank is auctioned; every player may bid, and among equal bids the lot decides."""

    clause: ClassVar[str] = "IB05.09.V.1.2"
    pause: ClassVar[bool] = True
    public: ClassVar[tuple[str, ...]] = ("best", "bidders", "called")

    best: int = 0
    bidders: tuple[int, ...] = ()
    called: int = 0  # how often the croupier has asked since the last bid

    @law("IB05.09.V.1.2", "IB05.09.V.1.3", "IB05.09.V.1.7", "IB05.09.V.1.17", "IB05.09.V.2.2")
    def own_offers(self, who: Who) -> Iterable[Offer]:
        felt, rules = self.felt, self.felt.rules
        if who is CROUPIER:
            yield Offer(GoOn() if self.called < len(CALLS) else Award(), self.clause)
        elif isinstance(who, int) and who not in (*felt.left_winning, *self.bidders):
            least = max(self.best, rules.minimum_banca)
            most = min(felt.purse(who), rules.maximum_banca or felt.purse(who))
            if least <= most:
                cents = Range(least, most, rules.chip, "IB05.09.V.1.17", "IB05.09.V.1.16")
                yield Offer(Bid(who, least), self.clause, {"cents": cents})

    def own_reason(self, act: object) -> Refusal | None:
        if isinstance(act, Bid) and act.by in self.felt.left_winning:
            says = "A banker who won and left may not be banker again during the same shoe."
            return Refusal("left_winning", "IB05.09.V.1.7", says)
        return None

    @law("IB05.09.V.1.13")
    def own_after(self, moves: Table, act: Act) -> Step:
        if isinstance(act, Bid) and isinstance(act.by, int):
            moves.say(f"{aloud(act.cents).capitalize()}.", self.clause, who=act.by)
            bidders = (*self.bidders, act.by) if act.cents == self.best else (act.by,)
            return moves.to(Auction(moves.felt, act.cents, bidders))
        if isinstance(act, GoOn):
            moves.say(CALLS[self.called], self.clause)
            return moves.to(Auction(moves.felt, self.best, self.bidders, self.called + 1))
        if not self.bidders:
            return close_table(moves, "IB05.09.V.1.13")
        if len(self.bidders) > 1:
            return moves.to(Lot(moves.felt, self.best, self.bidders))
        return hold_bank(moves, self.bidders[0], self.best, self.clause)

    def again(self, moves: Table) -> Resting:
        return Auction(moves.felt, self.best, self.bidders, self.called)


class Lot(Moment, frozen=True):
    """Among equal bids the bank is drawn by lot."""

    clause: ClassVar[str] = "IB05.09.V.1.3"
    rest: ClassVar[bool] = True
    public: ClassVar[tuple[str, ...]] = ("best", "bidders")

    best: int
    bidders: tuple[int, ...]

    @property
    def turn(self) -> Who:
        return CHANCE

    def draws(self) -> Lots:
        return Lots(len(self.bidders))

    @law("IB05.09.V.1.3")
    def drawn(self, what: int) -> Step:
        return hold_bank(Table(self.felt), self.bidders[what], self.best, self.clause)


class Offering(Resting, frozen=True):
    """The bank that was left is offered for the same initial amount; if nobody wants it, it is auctioned."""

    clause: ClassVar[str] = "IB05.09.V.1.11"
    pause: ClassVar[bool] = True

    @law("IB05.09.V.1.11", "IB05.09.V.1.7")
    def own_offers(self, who: Who) -> Iterable[Offer]:
        felt = self.felt
        if who is CROUPIER:
            yield Offer(GoOn(), "IB05.09.V.1.12")
        elif isinstance(who, int) and who not in felt.left_winning and felt.purse(who) >= felt.initial:
            yield Offer(TakeBank(who), self.clause)

    @law("IB05.09.V.1.12")
    def own_after(self, moves: Table, act: Act) -> Step:
        """An auction starts a new shoe."""
        if isinstance(act, TakeBank) and isinstance(act.by, int):
            return hold_bank(moves, act.by, self.felt.initial, self.clause)
        moves.use(full_shoe(self.felt.rules.frame))
        moves.change(left_winning=())
        return moves.to(Auction(moves.felt))


class Between(Resting, frozen=True):
    """After a coup the banker goes on, or leaves with what is in the bank."""

    clause: ClassVar[str] = "IB05.09.V.1.6"

    @property
    def turn(self) -> Who:
        return self.felt.banker

    @law("IB05.09.V.1.6")
    def own_offers(self, who: Who) -> Iterable[Offer]:
        if who == self.turn:
            yield Offer(Continue(who), self.clause)
            if self.felt.has_dealt and not self.felt.early:
                yield Offer(LeaveBank(who), self.clause)

    def own_after(self, moves: Table, act: Act) -> Step:
        if isinstance(act, Continue):
            return open_betting(moves)
        take_leave(moves, self.clause)
        return offer_bank(moves)


class Broken(Resting, frozen=True):
    """The bank is broken: the banker deposits anew, no less than at first, or leaves."""

    clause: ClassVar[str] = "IB05.09.V.1.8"

    @property
    def turn(self) -> Who:
        return self.felt.banker

    @law("IB05.09.V.1.9", "IB05.09.V.1.10")
    def own_offers(self, who: Who) -> Iterable[Offer]:
        if who != self.turn or not isinstance(who, int):
            return
        felt, rules = self.felt, self.felt.rules
        most = rules.maximum_banca or max(felt.purse(who), HUNDRED * felt.initial)
        cents = Range(felt.initial, most, 1, "IB05.09.V.1.9", "IB05.09.V.1.16")
        anew = (
            Offer(Redeposit(who, felt.initial, new_shoe=False), "IB05.09.V.1.9", {"cents": cents}),
            Offer(Redeposit(who, felt.initial, new_shoe=True), "IB05.09.V.1.10", {"cents": cents}),
        )
        leave = Offer(LeaveBank(who), "IB05.09.V.1.9")
        yield from (*anew, leave) if felt.purse(who) >= felt.initial else (leave, *anew)

    @law("IB05.09.V.1.9", "IB05.09.V.1.10", "IB05.09.VII.3", "IB05.09.VI.8")
    def own_after(self, moves: Table, act: Act) -> Step:
        """If the stop card came in the coup that broke the bank, the talla is over first."""
        felt = self.felt
        if isinstance(act, Redeposit):
            deposit(moves, felt.banker, act.cents, "IB05.09.V.1.9")
            moves.change(put_in=felt.put_in + act.cents)
            if felt.need_shoe.has_reached_cut:
                return end_talla(moves)
            if act.new_shoe:
                moves.use(full_shoe(felt.rules.frame))
                moves.change(left_winning=(), banco_open=True)
            return open_betting(moves)
        take_leave(moves, "IB05.09.V.1.9")
        return end_talla(moves) if felt.need_shoe.has_reached_cut else offer_bank(moves)


class Suspended(Resting, frozen=True):
    """There are not two players at each cloth: the game waits."""

    clause: ClassVar[str] = "IB05.09.VII.1"
    pause: ClassVar[bool] = True

    def own_offers(self, who: Who) -> Iterable[Offer]:
        if who is CROUPIER:
            if self.felt.has_enough:
                yield Offer(GoOn(), self.clause)
            yield Offer(CloseTable(), self.clause)

    def own_after(self, moves: Table, act: Act) -> Step:
        return open_betting(moves) if isinstance(act, GoOn) else close_table(moves, self.clause)


class Closed(Moment, frozen=True):
    """The session is over and everybody has taken his chips away."""

    rest: ClassVar[bool] = True

    @property
    def turn(self) -> Who:
        return NOBODY
