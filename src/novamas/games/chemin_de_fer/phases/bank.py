"""The bank: forming it, keeping or passing it, the garage, and the table between shoes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace

from novamas.families.passing_bank import phases
from novamas.families.passing_bank.acts import CloseTable, Shuffle
from novamas.families.passing_bank.cloth import BANCA, BankMoves, aloud, around, full_shoe
from novamas.families.passing_bank.phases import BankersTurn, Closed, Stage, too_much
from novamas.games.chemin_de_fer.acts import (
    Accept,
    Announce,
    Associate,
    Garage,
    GiveUp,
    Keep,
    PassBank,
    RaiseBank,
    Reject,
    TodoVa,
)
from novamas.games.chemin_de_fer.cloth import GARAGE, PART, UNCOVERED, Cloth
from novamas.games.chemin_de_fer.phases import bank_award, betting
from novamas.games.chemin_de_fer.phases.seating import Resting
from novamas.games.chemin_de_fer.setup import Rules
from novamas.law import law
from novamas.table.deeds import Act
from novamas.table.game import NoPremises
from novamas.table.offers import Offer, Range
from novamas.table.phases import Step
from novamas.table.refusals import Refusal
from novamas.table.roles import CROUPIER, Who

# ---------------------------------------------------------------- having and losing the bank


@law("IB05.08.VII.7", "IB05.08.V.24")
def open_betting(moves: BankMoves[Cloth]) -> Step:
    """Announce the amount in the bank, which is the most that players may stake, and open the betting."""
    if not moves.felt.has_enough:
        return suspend(moves)
    moves.say(f"Hay {aloud(moves.felt.bank)} en la banca.", moves.felt.course.announced)
    return moves.to(betting.Betting(moves.felt))


@law("IB05.08.VII.1")
def suspend(moves: BankMoves[Cloth]) -> Step:
    """Suspend the game because there are too few seated players."""
    moves.say("Faltan jugadores.", moves.felt.course.enough)
    return moves.to(Suspended(moves.felt))


def on_if_enough(moves: BankMoves[Cloth], now: Resting) -> Step:
    """Return to the same phase if there are still enough seated players. Otherwise suspend the game."""
    return moves.to(replace(now, felt=moves.felt)) if moves.felt.has_enough else suspend(moves)


@law("IB05.08.V.3", "IB05.08.III.2.2")
def dissolve(moves: BankMoves[Cloth], clause: str) -> None:
    """Return the bank and the garage to the banker and the associates, by their contributions."""
    felt = moves.felt
    for bet in (GARAGE, UNCOVERED):
        if felt.on(felt.banker, bet):
            moves.slide(felt.banker, bet, BANCA, clause)
    total = moves.felt.bank
    put_in = felt.own + sum(cents for _, cents in felt.associates)
    for person, cents in felt.associates:
        if part := total * cents // put_in:
            moves.hand_over(felt.banker, BANCA, person, PART, part, felt.course.associate)
            moves.withdraw(person, PART, part, felt.course.associate)
    if left := moves.felt.bank:
        moves.withdraw(felt.banker, BANCA, left, clause)
    moves.change(banker=0, associates=(), own=0, won=0, has_dealt=False, early=False)


@law("IB05.08.V.4", "IB05.08.V.19")
def lose_bank(moves: BankMoves[Cloth]) -> Step:
    """Pass the bank to the right because the banker has lost."""
    dissolve(moves, moves.felt.course.lost_bank)
    moves.change(passer=0, passed=0, barred=(), seguido=0, former_banco=0)
    return end_talla(moves) if moves.felt.need_shoe.has_reached_cut else bank_award.offer_bank(moves)


@law("IB05.08.V.5", "IB05.08.V.7", "IB05.08.V.17", "IB05.08.V.13", "IB05.08.V.14")
def pass_bank(moves: BankMoves[Cloth]) -> Step:
    """Pass the bank on. The next banker must put up at least its amount without the garage."""
    felt = moves.felt
    banker, bank, barred = felt.banker, felt.bank, (felt.banker, *felt.partners)
    if felt.is_seated(banker):
        moves.change(anchor=felt.behind[banker - 1])
    dissolve(moves, felt.course.passed_bank)
    moves.change(passer=banker, passed=bank, barred=barred, former_banco=felt.seguido, seguido=0)
    return bank_award.offer_bank(moves)


@law("IB05.08.V.c.1", "IB05.08.VII.28")
def keep_bank(moves: BankMoves[Cloth]) -> Step:
    """Let the banker keep the bank after a coup. An excess over its maximum goes to the garage."""
    felt = moves.felt
    if felt.rules.maximum_banca and felt.bank > felt.rules.maximum_banca:
        over = felt.bank - felt.rules.maximum_banca
        moves.slide(felt.banker, BANCA, GARAGE, felt.course.above_maximum, cents=over)
    if moves.felt.need_shoe.has_reached_cut:
        return end_talla(moves)
    return moves.to(Keeping(moves.felt))


@law("IB05.08.VII.5", "IB05.08.VII.29")
def end_talla(moves: BankMoves[Cloth]) -> Step:
    """End the shoe because the cut card has appeared. No more coups are played from it."""
    moves.say("Fin de la talla.", moves.felt.course.stop_card)
    moves.use(None)
    moves.change(fresh=True, passer=0, passed=0, barred=(), seguido=0, former_banco=0, unsaluted=())
    return moves.to(TallaOver(moves.felt))


def close_table(moves: BankMoves[Cloth]) -> Step:
    """Return the bank to its owners and let all players leave with their chips."""
    if moves.felt.banker:
        dissolve(moves, moves.felt.course.stop_card)
    moves.take_all_leave(moves.felt.course.stop_card)
    return moves.to(Closed(moves.felt))


# ---------------------------------------------------------------- forming the bank


class Forming(BankersTurn[Cloth], Resting, frozen=True):
    """The banker adds chips to the bank, other players may associate, and then it is announced."""

    public: ClassVar[tuple[str, ...]] = ("least",)

    least: int

    @law("IB05.08.V.2", "IB05.08.V.10", "IB05.08.V.15", "IB05.08.VII.6")
    def own_offers(self, who: Who) -> Iterable[Offer]:
        felt = self.felt
        if not isinstance(who, int) or who in felt.away:
            return
        most = felt.rules.most_bank(felt.bank + felt.purse(who)) - felt.bank
        if who == felt.banker:
            made = felt.bank >= self.least
            yield Offer(Announce(who), self.clause) if made else Offer(GiveUp(who), felt.course.pooled)
            if most > 0:
                cents = Range(1, most, 1, felt.course.raised_bank, felt.course.bank_limits)
                yield Offer(RaiseBank(who, 1), felt.course.raised_bank, {"cents": cents})
        elif most > 0 and who not in felt.partners:
            clause = felt.course.passer_associates if who == felt.passer else felt.course.associating
            cents = Range(1, most, 1, clause, felt.course.bank_limits)
            yield Offer(Associate(who, 1), clause, {"cents": cents})

    @law("IB05.08.V.26")
    def own_reason(self, act: Act) -> Refusal | None:
        felt, most = self.felt, self.felt.rules.maximum_banca
        room = most - felt.bank if most else None
        match act:
            case PassBank(by) if by == felt.banker:
                return Refusal("must_deal", felt.course.must_deal)
            case RaiseBank(by, cents) if by == felt.banker:
                return too_much(self, by, cents, room, felt.course.bank_limits)
            case Associate(by, cents) if by not in (felt.banker, *felt.partners, *felt.away):
                return too_much(self, by, cents, room, felt.course.bank_limits)
        return None

    def own_after(self, moves: BankMoves[Cloth], act: Act) -> Step:
        felt = self.felt
        match act:
            case RaiseBank(int(person), cents):
                moves.stake(person, BANCA, cents, felt.course.raised_bank)
                moves.change(own=felt.own + cents)
                return moves.to(Forming(moves.felt, self.least))
            case Associate(int(person), cents):
                moves.say("¿Asociados?", felt.course.associating, who=person)
                return moves.to(Associating(felt, self.least, person, cents))
            case GiveUp():
                dissolve(moves, felt.course.pooled)
                return moves.to(bank_award.Offering(moves.felt, (felt.passer,), retake=True))
            case Announce():
                if felt.bank <= felt.passed:
                    moves.change(former_banco=0)
                return open_betting(moves)
            case _:
                raise AssertionError(act)


class Associating(BankersTurn[Cloth], frozen=True):
    """A player wants to become an associate of the banker, who accepts or rejects."""

    rest: ClassVar[bool] = True
    stage: ClassVar[Stage] = Stage.BANK
    public: ClassVar[tuple[str, ...]] = ("least", "person", "cents")

    least: int
    person: int
    cents: int

    def offers(self, who: Who) -> Iterable[Offer]:
        if who == self.turn:
            yield Offer(Accept(who), self.clause)
            yield Offer(Reject(who), self.clause)

    def own_reason(self, act: Act) -> Refusal | None:
        return Refusal("proposal_pending", self.clause, figures={"seat": self.felt.banker})

    @law("IB05.08.V.2", "IB05.08.V.3")
    def after(self, act: Act) -> Step:
        moves = BankMoves(self.felt)
        if isinstance(act, Accept):
            moves.stake(self.person, PART, self.cents, self.clause)
            moves.hand_over(self.person, PART, self.felt.banker, BANCA, self.cents, self.clause)
            moves.change(associates=(*self.felt.associates, (self.person, self.cents)))
        return moves.to(Forming(moves.felt, self.least))


# ---------------------------------------------------------------- keeping or passing the bank


class Keeping(BankersTurn[Cloth], Resting, frozen=True):
    """The banker has not lost and keeps or passes the bank. Winnings may leave play."""

    @law("IB05.08.V.4", "IB05.08.V.5", "IB05.08.V.20", "IB05.08.V.22", "IB05.08.VII.30", "IB05.08.VIII.1.2")
    def own_offers(self, who: Who) -> Iterable[Offer]:
        if who != self.turn or not isinstance(who, int):
            return
        felt = self.felt
        stays = felt.fresh and felt.has_dealt  # the bank comes from the shoe before
        yield Offer(Keep(who), felt.course.next_talla if stays else self.clause)
        if felt.has_dealt and not felt.early:
            yield Offer(PassBank(who), felt.course.next_talla if stays else felt.course.passed_bank)
        if not felt.fresh:
            yield from self.garage(who)

    @law("IB05.08.V.a.1", "IB05.08.V.d.1", "IB05.08.VII.28")
    def garage(self, banker: int) -> Iterable[Offer]:
        """Yield the offers to take winnings out of play, if they exceed fifty minima.

        At a bank without maximum, "todo va" brings them back.
        """
        felt, most = self.felt, self.winnings
        if felt.won > felt.rules.garage_over and most > 0:
            cents = Range(1, most, 1, felt.course.garage)
            yield Offer(Garage(banker, most), felt.course.garage, {"cents": cents})
        if not felt.rules.maximum_banca and felt.on(banker, GARAGE):
            yield Offer(TodoVa(banker), felt.course.todo_va)

    @property
    def winnings(self) -> int:
        """The amount of the bank above the contributions of the banker and the associates."""
        return self.felt.bank - self.felt.own - sum(cents for _, cents in self.felt.associates)

    def own_reason(self, act: Act) -> Refusal | None:
        if act == PassBank(self.felt.banker):
            clause = self.felt.wrongs.early_cards if self.felt.early else self.felt.course.must_deal
            return Refusal("must_deal", clause)
        if isinstance(act, Garage) and act.by == self.felt.banker and not self.felt.fresh:
            return self.why_no_garage()
        return None

    @law("IB05.08.V.a.1")
    def why_no_garage(self) -> Refusal | None:
        """Explain why no winnings may leave play, or return None.

        They do not exceed the threshold, or all of them are already out of play.
        """
        felt, over = self.felt, self.felt.rules.garage_over
        if felt.won <= over:
            return Refusal("no_garage", felt.course.garage, figures={"over": over})
        return None if self.winnings > 0 else Refusal("no_winnings_left", felt.course.garage)

    def own_after(self, moves: BankMoves[Cloth], act: Act) -> Step:
        felt = self.felt
        match act:
            case Keep():
                return open_betting(moves)
            case PassBank():
                moves.say("Paso la mano.", felt.course.passed_bank, who=felt.banker)
                if not felt.fresh:
                    return pass_bank(moves)
                dissolve(moves, felt.course.next_talla)
                return bank_award.begin_talla(moves)
            case Garage(_, cents):
                moves.slide(felt.banker, BANCA, GARAGE, felt.course.garage, cents=cents)
            case TodoVa():
                moves.say("Todo va.", felt.course.todo_va, who=felt.banker)
                moves.slide(felt.banker, GARAGE, BANCA, felt.course.todo_va)
            case _:
                raise AssertionError(act)
        return moves.to(Keeping(moves.felt))

    def again(self, moves: BankMoves[Cloth]) -> Step:
        return on_if_enough(moves, self)


# ---------------------------------------------------------------- between shoes


class TallaOver(Resting, frozen=True):
    """There is no shoe on the table. The cards are shuffled, and players change places."""

    pause: ClassVar[bool] = True
    is_brief: ClassVar[bool] = True

    def own_offers(self, who: Who) -> Iterable[Offer]:
        if who is CROUPIER:
            yield Offer(Shuffle(), self.clause)
            yield Offer(CloseTable(), self.felt.course.stop_card)

    def own_after(self, moves: BankMoves[Cloth], act: Act) -> Step:
        if isinstance(act, CloseTable):
            return close_table(moves)
        moves.say("Señores, las cartas pasan.", self.felt.course.shuffled)
        moves.use(full_shoe(self.felt.rules.frame))
        if self.felt.banker:
            return moves.to(Keeping(moves.felt))
        return bank_award.begin_talla(moves)


@law("IB05.08.VII.1")
class Suspended(Resting, phases.Suspended[Cloth], frozen=True):
    """Fewer than four players are seated. The game waits until there are four again."""

    def own_after(self, moves: BankMoves[Cloth], act: Act) -> Step:
        if isinstance(act, CloseTable):
            return close_table(moves)
        return moves.to(Keeping(moves.felt)) if self.felt.banker else bank_award.offer_bank(moves)


@law("IB05.08.IV.1", "IB05.08.IV.2")
def opening(rules: Rules, premises: NoPremises) -> TallaOver:
    """Return the table before its first shoe, with all players seated or standing behind a seat."""
    seats, people = rules.seats, rules.people
    standing = tuple(range(seats + 1, people + 1))
    return TallaOver(Cloth(**around(rules), standing=standing, refusals=(0,) * people, anchor=seats))
