"""The bank: auction and lots, offers to other players, the broken bank, shoes and sessions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from novamas.equipment.chance import UniformDraw as Lots
from novamas.families.passing_bank import phases
from novamas.families.passing_bank.acts import Award, Bid, CloseTable, GoOn, Shuffle
from novamas.families.passing_bank.cloth import BANCA, BankMoves, aloud, around, full_shoe
from novamas.families.passing_bank.phases import (
    BankersTurn,
    Closed,
    Drawing,
    Resting,
    Stage,
    too_little,
    too_much,
)
from novamas.families.passing_bank.setup import LARGE
from novamas.games.bacara_dos_panos.acts import Continue, LeaveBank, OpenSession, Redeposit, TakeBank
from novamas.games.bacara_dos_panos.cloth import Cloth
from novamas.games.bacara_dos_panos.phases import betting
from novamas.games.bacara_dos_panos.setup import Rules
from novamas.law import law
from novamas.table.deeds import Act
from novamas.table.game import NoPremises
from novamas.table.offers import Offer, Range
from novamas.table.phases import Step
from novamas.table.refusals import Refusal
from novamas.table.roles import CROUPIER, Who

CALLS = ("A la una.", "A las dos.")  # the bank is awarded after the second call

# ---------------------------------------------------------------- the course of the bank


@law("IB05.09.VII.2", "IB05.09.V.1.1", "IB05.09.V.1.2", "IB05.09.VI.8")
def begin_talla(moves: BankMoves[Cloth]) -> Step:
    """Load a shoe. If there is no banker and none was named for the opening, auction the bank."""
    moves.say("Señores, las cartas pasan.", moves.felt.course.shuffled)
    felt, rules = moves.felt, moves.felt.rules
    moves.use(full_shoe(rules.frame))
    moves.change(banco_open=True)
    if felt.banker:
        return open_betting(moves)
    if not rules.named_banker or felt.initial:  # the named bank has already been held
        return moves.to(Auction(moves.felt))
    return hold_bank(moves, rules.named_banker, rules.named_bank, felt.course.named)


@law("IB05.09.VII.4", "IB05.09.VI.8")
def hold_bank(moves: BankMoves[Cloth], person: int, cents: int, clause: str) -> Step:
    """Give the bank to a player, who hands its amount to the croupier in chips."""
    moves.change(banker=person, initial=cents, put_in=cents, held_days=0, held_tallas=0, has_dealt=False)
    moves.change(banco_open=True, repeats=0, repeater=0)
    deposit(moves, person, cents, clause)
    name_banker(moves)
    return open_betting(moves)


@law("IB05.09.V.1.5", "IB05.09.VII.4")
def deposit(moves: BankMoves[Cloth], person: int, cents: int, clause: str) -> None:
    """Hand a banker's deposit to the croupier: the banker's chips, and money that is still to be changed."""
    short = cents - moves.felt.purse(person)
    if short > 0:
        moves.buy(person, short, moves.felt.course.deposit)
    moves.stake(person, BANCA, cents, clause)


@law("IB05.09.V.1.1")
def name_banker(moves: BankMoves[Cloth]) -> None:
    """Announce the banker and the amount in the bank."""
    felt = moves.felt
    moves.say(f"La banca es del jugador {felt.banker}, con {aloud(felt.bank)}.", felt.course.named)


@law("IB05.09.VII.1")
def open_betting(moves: BankMoves[Cloth]) -> Step:
    """Open the betting if each side has two players. Otherwise suspend the game."""
    if not moves.felt.has_enough:
        moves.say("Faltan jugadores.", moves.felt.course.enough)
        return moves.to(Suspended(moves.felt))
    moves.say("Hagan juego.", moves.felt.course.closing)
    return moves.to(betting.Betting(moves.felt))


@law("IB05.09.V.1.8", "IB05.09.VII.3", "IB05.09.VII.17")
def after_coup(moves: BankMoves[Cloth]) -> Step:
    """Continue after a coup: the bank is broken, the shoe is over, or the banker decides."""
    felt = moves.felt
    if not felt.bank:
        moves.say("La banca ha saltado.", felt.course.broken)
        return moves.to(Broken(felt))
    if felt.need_shoe.has_reached_cut:
        return end_talla(moves)
    return moves.to(Between(felt))


@law("IB05.09.V.1.6", "IB05.09.VIII.1.2")
def why_not_leave(felt: Cloth) -> Refusal | None:
    """Explain why the banker may not leave the bank, or return None.

    The banker must stay until the first coup, and after a card was drawn too early.
    """
    if felt.has_dealt and not felt.early:
        return None
    return Refusal("must_deal", felt.wrongs.early_cards if felt.early else felt.moments["between"])


@law("IB05.09.V.1.6", "IB05.09.V.1.7")
def take_leave(moves: BankMoves[Cloth], clause: str) -> None:
    """Let the banker leave with the contents of the bank. A winner may not return during this shoe."""
    felt = moves.felt
    banker, bank = felt.banker, felt.bank
    moves.say(f"Retiro {aloud(bank)}.", clause, who=banker)
    if bank:
        moves.withdraw(banker, BANCA, bank, clause)
    won = bank > felt.put_in
    left = (*felt.left_winning, banker) if won and banker not in felt.left_winning else felt.left_winning
    moves.change(banker=0, put_in=0, has_dealt=False, early=False, left_winning=left)


@law("IB05.09.VII.3")
def end_talla(moves: BankMoves[Cloth]) -> Step:
    """End the shoe because the cut card has appeared. An award for some shoes or days may also end."""
    moves.say("Fin de la talla.", moves.felt.course.stop_card)
    moves.use(None)
    felt, rules = moves.felt, moves.felt.rules
    session_over = felt.tallas_played + 1 == rules.tallas
    sessions = felt.sessions_played + session_over
    day_over = session_over and sessions % rules.sessions == 0
    moves.change(
        sessions_played=sessions,
        tallas_played=felt.tallas_played + 1,
        held_days=felt.held_days + day_over,
        held_tallas=felt.held_tallas + 1,
    )
    moves.change(repeats=0, repeater=0, early=False)
    if felt.banker and is_award_over(moves):
        take_leave(moves, felt.course.award)
    moves.change(left_winning=())
    return moves.to(TallaOver(moves.felt))


@law("IB05.09.V.1.4")
def is_award_over(moves: BankMoves[Cloth]) -> bool:
    """Return whether the award has ended. It lasts a number of shoes or, by the director's choice, days."""
    felt, rules = moves.felt, moves.felt.rules
    if rules.award_days:
        return felt.held_days >= rules.award_days
    return felt.held_tallas >= rules.award_tallas


@law("IB05.09.V.2.3", "IB05.09.V.1.1")
def open_session(moves: BankMoves[Cloth]) -> Step:
    """Open another session, after dinner or on the next day. A bank that continues is announced again."""
    moves.change(tallas_played=0)
    if moves.felt.banker:
        name_banker(moves)
    return moves.to(TallaOver(moves.felt))


def close_table(moves: BankMoves[Cloth], clause: str) -> Step:
    """Return the bank to the banker and let all players leave with their chips."""
    if moves.felt.banker:
        take_leave(moves, clause)
    moves.take_all_leave(clause)
    return moves.to(Closed(moves.felt))


# ---------------------------------------------------------------- the holder of the bank


class TallaOver(Resting[Cloth], frozen=True):
    """There is no shoe on the table. Another shoe or session begins, or the game ends."""

    pause: ClassVar[bool] = True
    is_brief: ClassVar[bool] = True

    @law("IB05.09.V.2.3", "IB05.09.V.2.4")
    def own_offers(self, who: Who) -> Iterable[Offer]:
        felt, rules = self.felt, self.felt.rules
        if who is CROUPIER:
            if felt.tallas_played < rules.tallas:
                yield Offer(Shuffle(), self.clause)
            elif felt.sessions_played < rules.days * rules.sessions:
                yield Offer(OpenSession(), felt.course.sessions)
            yield Offer(CloseTable(), felt.course.tallas)

    def own_after(self, moves: BankMoves[Cloth], act: Act) -> Step:
        if isinstance(act, Shuffle):
            return begin_talla(moves)
        if isinstance(act, OpenSession):
            return open_session(moves)
        return close_table(moves, self.felt.course.tallas)


class Auction(Resting[Cloth], frozen=True):
    """The bank is auctioned. Every player may bid, and lots decide between equal bids."""

    pause: ClassVar[bool] = True
    public: ClassVar[tuple[str, ...]] = ("best", "bidders", "called")

    best: int = 0
    bidders: tuple[int, ...] = ()
    called: int = 0  # the croupier's calls since the last bid

    @law("IB05.09.V.1.2", "IB05.09.V.1.3", "IB05.09.V.1.17", "IB05.09.V.2.2")
    def own_offers(self, who: Who) -> Iterable[Offer]:
        felt, rules = self.felt, self.felt.rules
        if who is CROUPIER:
            yield Offer(GoOn() if self.called < len(CALLS) else Award(), self.clause)
        elif isinstance(who, int) and who not in self.bidders:
            least = max(self.best, rules.minimum_banca)
            most = min(felt.purse(who), rules.maximum_banca or felt.purse(who))
            if least <= most:
                cents = Range(least, most, rules.chip, felt.course.bank_minimum, felt.course.bank_maximum)
                yield Offer(Bid(who, least), self.clause, {"cents": cents})

    def own_reason(self, act: Act) -> Refusal | None:
        if not isinstance(act, Bid):
            return None
        if act.by in self.bidders:
            return Refusal("bids_highest", self.clause)
        rules, course = self.felt.rules, self.felt.course
        if refusal := too_much(self, act.by, act.cents, rules.maximum_banca or None, course.bank_maximum):
            return refusal
        return too_little(act.cents, max(self.best, rules.minimum_banca), course.bank_minimum)

    @law("IB05.09.V.1.13")
    def own_after(self, moves: BankMoves[Cloth], act: Act) -> Step:
        if isinstance(act, Bid) and isinstance(act.by, int):
            moves.say(f"{aloud(act.cents).capitalize()}.", self.clause, who=act.by)
            bidders = (*self.bidders, act.by) if act.cents == self.best else (act.by,)
            return moves.to(Auction(moves.felt, act.cents, bidders))
        if isinstance(act, GoOn):
            moves.say(CALLS[self.called], self.clause)
            return moves.to(Auction(moves.felt, self.best, self.bidders, self.called + 1))
        if not self.bidders:
            return close_table(moves, self.felt.course.no_bidder)
        if len(self.bidders) > 1:
            return moves.to(Lot(moves.felt, self.best, self.bidders))
        return hold_bank(moves, self.bidders[0], self.best, self.clause)


class Lot(Drawing[Cloth], frozen=True):
    """Equal bids for the bank are decided by lot."""

    rest: ClassVar[bool] = True
    stage: ClassVar[Stage] = Stage.BANK
    public: ClassVar[tuple[str, ...]] = ("best", "bidders")

    best: int
    bidders: tuple[int, ...]

    def draws(self) -> Lots:
        return Lots(len(self.bidders))

    @law("IB05.09.V.1.3")
    def drawn(self, what: int) -> Step:
        return hold_bank(BankMoves(self.felt), self.bidders[what], self.best, self.clause)


class Offering(Resting[Cloth], frozen=True):
    """A bank whose banker left is offered to another player for the same amount, or else auctioned."""

    pause: ClassVar[bool] = True

    left: int  # the last banker

    @law("IB05.09.V.1.11", "IB05.09.V.1.7")
    def own_offers(self, who: Who) -> Iterable[Offer]:
        felt = self.felt
        if who is CROUPIER:
            yield Offer(GoOn(), felt.course.auctioned_again)
        elif isinstance(who, int) and self.why_not_take(who) is None:
            yield Offer(TakeBank(who), self.clause)

    def own_reason(self, act: Act) -> Refusal | None:
        return self.why_not_take(act.by) if isinstance(act, TakeBank) else None

    def why_not_take(self, who: Who) -> Refusal | None:
        """Explain why a player may not take the bank, or return None.

        It is not open to the last banker, to players who left winning and to players without enough chips.
        """
        if who in self.felt.left_winning:
            return Refusal("left_winning", self.felt.course.left_winning)
        if who == self.left:
            return Refusal("offered_to_another", self.clause)
        return too_much(self, who, self.felt.initial, None, self.clause)

    @law("IB05.09.V.1.12")
    def own_after(self, moves: BankMoves[Cloth], act: Act) -> Step:
        """Award the bank, or start an auction with a new shoe."""
        if isinstance(act, TakeBank) and isinstance(act.by, int):
            return hold_bank(moves, act.by, self.felt.initial, self.clause)
        moves.use(full_shoe(self.felt.rules.frame))
        moves.change(left_winning=())
        return moves.to(Auction(moves.felt))


class Between(BankersTurn[Cloth], Resting[Cloth], frozen=True):
    """After a coup the banker keeps the bank, or leaves with its contents."""

    @law("IB05.09.V.1.6")
    def own_offers(self, who: Who) -> Iterable[Offer]:
        if who == self.turn:
            yield Offer(Continue(who), self.clause)
            if why_not_leave(self.felt) is None:
                yield Offer(LeaveBank(who), self.clause)

    def own_reason(self, act: Act) -> Refusal | None:
        return why_not_leave(self.felt) if isinstance(act, LeaveBank) and act.by == self.turn else None

    def own_after(self, moves: BankMoves[Cloth], act: Act) -> Step:
        if isinstance(act, Continue):
            return open_betting(moves)
        take_leave(moves, self.clause)
        return moves.to(Offering(moves.felt, self.felt.banker))


class Broken(BankersTurn[Cloth], Resting[Cloth], frozen=True):
    """The bank is broken. The banker deposits at least the initial amount again, or leaves."""

    @law("IB05.09.V.1.9", "IB05.09.V.1.10")
    def own_offers(self, who: Who) -> Iterable[Offer]:
        if who != self.turn or not isinstance(who, int):
            return
        felt, rules = self.felt, self.felt.rules
        most = rules.maximum_banca or max(felt.purse(who), LARGE * felt.initial)
        cents = Range(felt.initial, most, 1, felt.course.redeposit, felt.course.bank_maximum)
        anew = (
            Offer(Redeposit(who, felt.initial, new_shoe=False), felt.course.redeposit, {"cents": cents}),
            Offer(Redeposit(who, felt.initial, new_shoe=True), felt.course.new_shoe, {"cents": cents}),
        )
        leave = Offer(LeaveBank(who), felt.course.redeposit)
        yield from (*anew, leave) if felt.purse(who) >= felt.initial else (leave, *anew)

    @law("IB05.09.V.1.9", "IB05.09.V.1.10", "IB05.09.VII.3", "IB05.09.VI.8")
    def own_after(self, moves: BankMoves[Cloth], act: Act) -> Step:
        """Apply the banker's decision. If the cut card appeared in the last coup, the shoe ends first."""
        felt = self.felt
        if isinstance(act, Redeposit):
            deposit(moves, felt.banker, act.cents, felt.course.redeposit)
            moves.change(put_in=felt.put_in + act.cents)
            if felt.need_shoe.has_reached_cut:
                return end_talla(moves)
            if act.new_shoe:
                moves.use(full_shoe(felt.rules.frame))
                moves.change(left_winning=(), banco_open=True)
            return open_betting(moves)
        take_leave(moves, felt.course.redeposit)
        if felt.need_shoe.has_reached_cut:
            return end_talla(moves)
        return moves.to(Offering(moves.felt, felt.banker))


@law("IB05.09.VII.1")
class Suspended(phases.Suspended[Cloth], frozen=True):
    """A side has fewer than two players. The game waits."""

    def own_after(self, moves: BankMoves[Cloth], act: Act) -> Step:
        return open_betting(moves) if isinstance(act, GoOn) else close_table(moves, self.clause)


@law("IB05.09.IV.1", "IB05.09.IV.2", "IB05.09.IV.3")
def opening(rules: Rules, premises: NoPremises) -> TallaOver:
    """Return the table before its first shoe, with all players seated or standing behind a seat."""
    return TallaOver(Cloth(**around(rules)))
