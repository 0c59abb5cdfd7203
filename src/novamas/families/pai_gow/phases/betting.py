"""A round of pai gow until "no va más": the bank is offered in turn, and bets are made."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Generic

from msgspec.structs import replace

from novamas.families.banked.acts import HaganJuego, NoVaMas, Withdraw
from novamas.families.banked.phases import Betting, NothingAtRisk, end_round
from novamas.families.pai_gow.acts import ChangeMaximum, ChangeMinimum, PassBank, TakeBank
from novamas.families.pai_gow.cloth import BANCA, CROUPIER_HAND, C, Cloth, bet_on, clear_box
from novamas.families.pai_gow.phases.deal import Stacking
from novamas.law import law
from novamas.table.deeds import Act
from novamas.table.moves import Moves
from novamas.table.offers import Offer, Range
from novamas.table.phases import Step
from novamas.table.refusals import Refusal
from novamas.table.roles import FLOOR, Who

FIRST_THE_BANK: tuple[type[Act], ...] = (TakeBank, PassBank, HaganJuego, NoVaMas)


class BankCloth(Cloth, frozen=True, cache_hash=True, kw_only=True):
    """The cloth, with a bank that passes round the table and limits that may change."""

    @property
    def opening(self) -> tuple[str, str]:
        """No call yet: `bank_to` calls for bets once a banker is found."""
        return "", self.course.shuffling

    def between(self, who: Who) -> Iterable[Offer]:
        """The floor may change the limits of an open table, if the law allows it."""
        clause, chip = self.course.changing, self.rules.chip
        if who is FLOOR and self.rules.may_change_limits:
            least, most = self.premises.authorised_minimum, self.premises.authorised_maximum
            down, up = Range(least, self.maximum, chip, clause), Range(self.minimum, most, chip, clause)
            yield Offer(ChangeMinimum(cents=least), clause, {"cents": down})
            yield Offer(ChangeMaximum(cents=self.minimum), clause, {"cents": up})

    def do_own(self, moves: Moves[Any], act: Act) -> None:
        match act:
            case ChangeMinimum(cents=cents):
                change_limits(moves, cents, self.maximum)
            case ChangeMaximum(cents=cents):
                change_limits(moves, self.minimum, cents)
            case _:
                super().do_own(moves, act)

    @law(
        "IB09.16.VII.2", "AR10.10-1-C.VI.2", "IB09.16.VI.7", "AR10.10-1-C.V.2.3", "CM16.9.3.1", "CM16.12.5.1"
    )
    def open(self, moves: Moves[Any], *, last: bool) -> Step:
        """Shuffle the cards, let a player cut, announce the commission, and offer the bank."""
        moves.use(self.fresh())
        self.note_shuffle(moves)
        if last:
            moves.change(is_last=True)
        words = f"{self.last_words} " if last else ""
        rate = 100 * self.rules.commission
        moves.say(f"{words}La comisión es del {rate} por ciento.", self.course.commission)
        return offer_bank(moves) if self.rules.player_bank else bank_to(moves, CROUPIER_HAND)

    def why_not_own(self, act: Act) -> Refusal | None:
        """Explain why the bank or the limits may not change now, or return None."""
        if isinstance(act, TakeBank | PassBank) and not self.rules.player_bank:
            return Refusal("croupier_banks", self.course.offering)
        if isinstance(act, TakeBank | PassBank):
            return Refusal("bank_not_offered", self.course.offering)
        return super().why_not_own(act)

    @law("IB09.16.VII.4", "AR10.10-1-C.VI.4")
    def close(self, moves: Moves[Any]) -> Step:
        """Close the betting. If no one plays against the bank the round ends."""
        if not self.played and not self.house_bet:
            return end_round(moves)
        return moves.to(Stacking(moves.felt))

    def gather(self, moves: Moves[Any]) -> None:
        """Return the bank to the player who held it, and put all cards or tiles away."""
        if self.bank:
            moves.withdraw(self.banker, BANCA, self.bank, self.course.keeps)
        moves.use(None)
        moves.change(banker=CROUPIER_HAND, dealt=(), laid=(), fouls=())


@law("CM16.5.2.1", "CM16.5.2.2")
def change_limits(moves: Moves[Any], minimum: int, maximum: int) -> None:
    """Announce new limits to the players and return the bets on the cloth."""
    felt: Cloth = moves.felt
    for box in felt.played:
        clear_box(moves, box)
    moves.change(rules=replace(felt.rules, minimum=minimum, maximum=maximum))
    moves.note("limits_changed", felt.course.changing, minimum=minimum, maximum=maximum)


# ---------------------------------------------------------------- the bank passes round the table


@law("IB09.16.VII.10", "IB09.16.VII.11", "IB09.16.VII.12", "AR10.10-1-C.VI.9", "AR10.10-1-C.VI.10")
@law("AR10.10-1-C.VI.11")
def offer_bank(moves: Moves[C]) -> Step:
    """Offer the bank to the next in turn. The croupier must accept it."""
    felt = moves.felt
    seat = felt.offered_next
    if seat not in felt.boxes:
        return bank_to(moves, CROUPIER_HAND)
    moves.say(f"Se ofrece la banca al puesto {seat}.", felt.course.offering)
    return moves.to(Offering(felt))


class Offering(NothingAtRisk[C], Generic[C], frozen=True):
    """The bank is offered to a player, who accepts or passes."""

    step: ClassVar[str] = "offering"

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
        if isinstance(who, int):
            yield from felt.withdrawals(who)

    def reason(self, act: Act) -> Refusal | None:
        """Explain why an act is not offered: the player who is offered the bank decides first."""
        if isinstance(act, TakeBank | PassBank) and act.by == self.turn:
            return None  # the offer explains it
        if isinstance(act, (*FIRST_THE_BANK, *self.felt.in_the_round)) or self.felt.lays(act):
            return Refusal("bank_offered", self.clause, figures={"seat": self.felt.offered_next})
        return super().reason(act)

    def after(self, act: Act) -> Step:
        if isinstance(act, Withdraw):
            return self.withdrawn(act)
        moves, seat = Moves(self.felt), self.felt.offered_next
        if isinstance(act, PassBank):
            moves.say("Paso.", self.felt.course.offering, who=seat)
            moves.change(offered_next=seat + 1)
            return offer_bank(moves)
        assert isinstance(act, TakeBank)
        for box in self.felt.played:
            if self.felt.gives_way(box, seat):
                clear_box(moves, box)
            elif cents := self.felt.on(seat, bet_on(box)):
                moves.withdraw(seat, bet_on(box), cents, self.felt.course.keeps)
        moves.stake(seat, BANCA, act.cents, self.felt.course.passing_on)
        return bank_to(moves, seat)


@law("IB09.16.VII.13", "AR10.10-1-C.VI.12")
def bank_to(moves: Moves[C], banker: int) -> Step:
    """Give the bank to its holder for this round. The next round it is offered to the following seat."""
    after = banker + 1 if moves.felt.rules.player_bank else 1
    moves.change(banker=banker, offered_next=after)
    whose = f"del puesto {banker}" if banker else "del croupier"
    course = moves.felt.course
    moves.say(f"La banca es {whose}. Hagan juego.", course.bank if banker else course.accepting)
    return moves.to(Betting(moves.felt))
